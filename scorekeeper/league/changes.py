"""What changed between two standings, and because of which matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.text import N, T, Text
from scorekeeper.league.counting import Share
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.tie_breaks import StandingsRow

ADDED, REMOVED, CORRECTED, EVENING = "added", "removed", "corrected", "evening"
KINDS: Mapping[str, Callable[[int], Text]] = {
    EVENING: lambda n: N("{n} evening", "{n} evenings", n=n),
    ADDED: lambda n: N("{n} match", "{n} matches", n=n),
    CORRECTED: lambda n: N("{n} correction", "{n} corrections", n=n),
    REMOVED: lambda n: N("{n} match less", "{n} matches less", n=n),
}
"""So many causes of a kind."""


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
    def told_as(self) -> str:
        """As what it is counted: its kind; an evening that was added as an evening."""
        return EVENING if self.kind == ADDED and self.match.startswith(EVENING_MARK) else self.kind

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

    @property
    def rose(self) -> int | None:
        """How many places it rose, negative where it fell; None where it had, or has, none."""
        if self.rank_before is None or self.rank_after is None:
            return None
        return self.rank_before - self.rank_after

    def tell_causes(self) -> tuple[Text, ...]:
        """What caused it in short, by kind: ``2 matches``, ``1 correction``; evenings that count as a whole are told as
        such.
        """
        if not self.causes:
            return (T("moved by the others"),)
        kinds = Counter(cause.told_as for cause in self.causes)
        return tuple(KINDS[kind](kinds[kind]) for kind in KINDS if kinds[kind])


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
        unit: tuple(cause for _, cause in sorted(dated_causes, key=lambda dated: (dated[0], dated[1].match)))
        for unit, dated_causes in causes.items()
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
