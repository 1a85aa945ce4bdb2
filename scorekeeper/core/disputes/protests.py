"""Play under protest: the match with every outcome of the disputes that are still open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.match import read_match
from scorekeeper.core.scoring.fold import Fold
from scorekeeper.core.scoring.sheet import FINISHED, Sheet

MAX_OPEN = 6
"""Disputes that may be open at once: their 64 outcomes are as many as a page can show."""

MAX_FOLDED = 20_000
"""Entries to fold for all outcomes together; a longer match shows each dispute by itself."""


class Disputed(NamedTuple):
    """An entry that is disputed: its place in the match document, and the other version of it."""

    place: int
    entry: Mapping[str, Any]


class DisputeVersion(NamedTuple):
    """One outcome of the disputes. ``others`` says for each dispute whether the other version counts.

    ``sheet`` is None where a later entry would be impossible after this outcome.
    """

    others: tuple[bool, ...]
    sheet: Sheet | None

    @property
    def over(self) -> bool:
        """Whether the match is at its end in this version."""
        return self.sheet is not None and self.sheet.status == FINISHED


class Stakes(NamedTuple):
    """Whether the open disputes can change the winner, or (while the match goes on) the leader."""

    winner: bool
    lead: bool


def versions(
    document: Mapping[str, Any], disputed: Sequence[Disputed], games: Mapping[str, Game]
) -> tuple[DisputeVersion, ...]:
    """Every outcome, first the one as written down; entries before the first dispute are scored once."""
    places = sorted(range(len(disputed)), key=lambda number: disputed[number])
    ordered = [disputed[number] for number in places]
    report = Report()
    match = read_match(document, games, report)
    if match is None or report.errors or not ordered:
        return ()
    tail = len(match.entries) - ordered[0].place
    whole = tail * 2 ** len(ordered) <= MAX_FOLDED
    outcomes: list[DisputeVersion] = []

    def branch(fold: Fold, begin: int, chosen: tuple[bool, ...]) -> None:
        if len(chosen) == len(ordered):
            add_entries(fold, begin, len(match.entries))
            others = tuple(other for _place, other in sorted(zip(places, chosen, strict=True)))
            outcomes.append(DisputeVersion(others, None if fold.report.errors else fold.sheet()))
            return
        dispute = ordered[len(chosen)]
        add_entries(fold, begin, dispute.place)
        for other in (False, True) if whole or not any(chosen) else (False,):
            own = fold.split()
            own.add(dispute.place, dict(dispute.entry) if other else match.entries[dispute.place])
            branch(own, dispute.place + 1, (*chosen, other))

    def add_entries(fold: Fold, begin: int, end: int) -> None:
        for index in range(begin, end):
            fold.add(index, match.entries[index])

    branch(Fold(match, report), 0, ())
    return tuple(sorted(outcomes, key=lambda version: version.others))


def stakes(outcomes: Sequence[DisputeVersion]) -> Stakes:
    """Whether any outcome can still change who wins, or who is ahead."""
    sheets = [version.sheet for version in outcomes if version.sheet is not None]
    winners = {sheet.winners if sheet.status == FINISHED else None for sheet in sheets}
    ahead = {sheet.game.best(sheet.totals, sheet.left) for sheet in sheets}
    return Stakes(len(winners) > 1, len(ahead) > 1)


def reach(outcomes: Sequence[DisputeVersion]) -> list[tuple[int, int]]:
    """The lowest and the highest total of each side; of one that joins in some outcomes alone, among those."""
    totals = [version.sheet.totals for version in outcomes if version.sheet is not None]
    sides = ([total for total in side if total is not None] for side in zip_longest(*totals))
    return [(min(side), max(side)) for side in sides]
