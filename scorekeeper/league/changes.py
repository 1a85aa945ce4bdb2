"""What changed between two standings, and because of which matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.text import T, Text
from scorekeeper.league.counting import Share
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.standings import StandingsRow, show_value

ADDED, REMOVED, CORRECTED = "added", "removed", "corrected"


class Cause(NamedTuple):
    """One match that gives a unit something else than before."""

    match: str
    before: Share | None
    after: Share | None

    @property
    def kind(self) -> str:
        """Whether the match was added, corrected or removed."""
        if self.before is None:
            return ADDED
        return CORRECTED if self.after is not None else REMOVED

    @property
    def text(self) -> Text:
        """The sentence: ``corrected: won: 1 became not won: 0``."""
        if self.before is None:
            return T("added: {after}", after=self.after.text if self.after else "")
        if self.after is None:
            return T("no longer counted: {before}", before=self.before.text)
        if self.before.text == self.after.text:
            return T("corrected: {after}, with other points", after=self.after.text)
        return T("corrected: {before} became {after}", before=self.before.text, after=self.after.text)


class RowChange(NamedTuple):
    """How one unit's row changed: rank and value before and after (None: it had no row), and why.

    Without causes of its own it was moved by the others.
    """

    unit: str
    rank_before: int | None
    rank_after: int | None
    value_before: Fraction | None
    value_after: Fraction | None
    causes: tuple[Cause, ...]

    def say(self, rules: LeagueRules) -> Text:
        """The sentence: ``place 3 → 2, 4 → 5``; where shares of wins are counted ``place 3 → 2, 40 % → 50 %``."""
        return T(
            "place {rank_before} → {rank_after}, {value_before} → {value_after}",
            rank_before=_or_none(self.rank_before),
            rank_after=_or_none(self.rank_after),
            value_before=_or_nothing(self.value_before, rules),
            value_after=_or_nothing(self.value_after, rules),
        )


def causes_between(before: Iterable[Share], after: Iterable[Share]) -> dict[str, tuple[Cause, ...]]:
    """For every unit the matches that give it something else than before, by night and match."""
    old = {(share.unit, share.match): share for share in before}
    new = {(share.unit, share.match): share for share in after}
    causes: dict[str, list[tuple[str, Cause]]] = {}
    for key in old.keys() | new.keys():
        was, now = old.get(key), new.get(key)
        if was != now:
            night = (now or was).night  # type: ignore[union-attr]  # one of the two is there
            causes.setdefault(key[0], []).append((night, Cause(key[1], was, now)))
    return {
        unit: tuple(cause for _, cause in sorted(found, key=lambda one: (one[0], one[1].match)))
        for unit, found in causes.items()
    }


def changes_between(
    before: Iterable[StandingsRow], after: Iterable[StandingsRow], causes: Mapping[str, tuple[Cause, ...]]
) -> tuple[RowChange, ...]:
    """Every row that is not as it was, in the order of the new standings; rows that are gone come last."""
    old, new = {row.unit: row for row in before}, {row.unit: row for row in after}
    changes = []
    for unit in [*new, *(unit for unit in old if unit not in new)]:
        was, now = old.get(unit), new.get(unit)
        same = was is not None and now is not None and (was.rank, was.value) == (now.rank, now.value)
        if not same or unit in causes:
            changes.append(
                RowChange(
                    unit,
                    was.rank if was else None,
                    now.rank if now else None,
                    was.value if was else None,
                    now.value if now else None,
                    causes.get(unit, ()),
                )
            )
    return tuple(changes)


def _or_none(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _or_nothing(value: Fraction | None, rules: LeagueRules) -> str | Text:
    return "–" if value is None else show_value(value, rules)
