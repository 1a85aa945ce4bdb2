"""Step 1, take in: the sums of standings in which only the best nights count.

Each night of a unit has what its nights come to up to then, so that the standings after any night are read, and not
added up from all nights before it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappush, heappushpop
from typing import Any, NamedTuple

from sqlalchemy import Text as Letters
from sqlalchemy import cast, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.standings import Tally
from scorekeeper.league.tie_breaks import Contest
from scorekeeper.store.leagues.readmodel import write_rows
from scorekeeper.store.leagues.readmodel.deltas import EVERY_NIGHT, Delta
from scorekeeper.store.leagues.readmodel.inputs import RulesByScope
from scorekeeper.store.leagues.readmodel.models import TALLY
from scorekeeper.store.leagues.readmodel.tallies import (
    AMOUNTS,
    MATCHES,
    NAMES,
    Amounts,
    Tallies,
    Value,
    amounts_by_unit,
    order_number,
    read_tally,
)

AFTER_ALL_NIGHTS = "~"
"""Comes after every night."""
NOT_STORED = "null"
"""Stands in a row of an older edition, which does not say what its nights come to."""
NOTHING: Amounts = (0,) * len(AMOUNTS)
OfNights = Mapping[str, Amounts]
"""What a unit has by night."""


class NightsSoFar(NamedTuple):
    """The sums of a unit's nights up to one of them.

    ``played`` counts the matches of all nights. ``best`` is the sum of the nights that count, ``least`` the smallest of
    those nights. A better night pushes it out. It is None while there is room for one more.
    """

    played: int = 0
    best: Amounts = NOTHING
    least: Amounts | None = None

    def and_one(self, night: Amounts, rules: LeagueRules) -> NightsSoFar:
        """The sums with one night more, the last of all. They do not say which night is the smallest then."""
        played = self.played + night[MATCHES]
        if self.least is None:
            return NightsSoFar(played, _sum(self.best, night))
        if order_number(rules, night) > order_number(rules, self.least):
            return NightsSoFar(played, _sum(_sum(self.best, night), self.least, -1))
        return NightsSoFar(played, self.best)


def _sum(some: Amounts, more: Amounts, times: int = 1) -> Amounts:
    return [one + times * other for one, other in zip(some, more, strict=True)]


def run_nights(rules: LeagueRules, nights: OfNights) -> Iterator[tuple[str, NightsSoFar]]:
    """By night, in their order, what they come to up to then. Of nights that are worth as much the earlier counts."""
    most, played, best = rules.best_nights or 0, 0, NOTHING
    counting: list[tuple[int, int, Amounts]] = []
    for at, (night, amounts) in enumerate(sorted(nights.items())):
        one = order_number(rules, amounts), -at, amounts
        played, best = played + amounts[MATCHES], _sum(best, amounts)
        if len(counting) < most:
            heappush(counting, one)
        else:
            best = _sum(best, heappushpop(counting, one)[2], -1)
        yield night, NightsSoFar(played, best, counting[0][2] if len(counting) == most else None)


# --- what is kept ---------------------------------------------------------------------------------------

OfUnits = Mapping[tuple[str, str], tuple[set[str], OfNights]]
"""By scope and unit: the nights that changed, and all that it has now."""


def nights_after(session: Session, model: int, delta: Delta) -> OfUnits:
    """The nights of every unit whose nights change: the stored ones with the changes added."""
    scopes: dict[str, Nights] = {}
    changed: dict[str, dict[str, set[str]]] = {}
    for (scope, unit, night), amounts in delta.tallies.items():
        if night != EVERY_NIGHT and any(amounts):
            scopes.setdefault(scope, Nights(session, model, scope, AFTER_ALL_NIGHTS)).count(
                unit, night, amounts, 1
            )
            changed.setdefault(scope, {}).setdefault(unit, set()).add(night)
    return {
        (scope, unit): (changed[scope][unit], mine)
        for scope, nights in scopes.items()
        for unit, mine in nights.of(changed[scope])
    }


def put_nights(session: Session, model: int, after: OfUnits, rules: RulesByScope) -> None:
    """Write nights as :func:`nights_after` found them, and what the later ones come to with them."""
    rows, gone = [], []
    for (scope, unit), (changed, nights) in after.items():
        key, first = {"model_id": model, "scope": scope, "unit": unit}, min(changed)
        gone += [{**key, "night": night} for night in changed if night not in nights]
        rows += [
            {**key, "night": night, **dict(zip(NAMES, nights[night], strict=True)), "best": list(best)}
            for night, best in run_nights(rules.of(scope), nights)
            if night >= first
        ]
    write_rows.drop_rows(session, TALLY, gone)
    write_rows.put_rows(session, TALLY, rows)


# --- what is read ---------------------------------------------------------------------------------------


class Nights:
    """What units have by night, up to a last one: as it lies in its rows, and as it is changed here."""

    def __init__(self, session: Session, model: int, scope: str, last: str) -> None:
        self.last = last
        self._session, self._ours = session, (TALLY.c.model_id == model, TALLY.c.scope == scope)
        self._read: dict[str, dict[str, Amounts]] = {}
        self._changes: dict[str, list[tuple[str, Amounts, int]]] = {}

    def of(self, units: Collection[str]) -> Iterator[tuple[str, OfNights]]:
        """Each unit with its nights."""
        new = [unit for unit in units if unit not in self._read]
        if new:
            self._read.update((unit, {}) for unit in new)
            query = select(TALLY.c.unit, TALLY.c.night, *AMOUNTS).where(
                *self._ours, TALLY.c.night <= self.last
            )
            for unit, night, *amounts in self._session.execute(query.where(self._among(new))).all():
                self._read[unit][night] = amounts
            for unit in new:
                for change in self._changes.get(unit, ()):
                    self._count(unit, *change)
        return ((unit, self._read[unit]) for unit in units)

    def count(self, unit: str, night: str, amounts: Amounts, times: int) -> None:
        """Count so much more on a night."""
        self._changes.setdefault(unit, []).append((night, amounts, times))
        if unit in self._read:
            self._count(unit, night, amounts, times)

    def _count(self, unit: str, night: str, amounts: Amounts, times: int) -> None:
        nights = self._read[unit]
        after = _sum(nights.pop(night, NOTHING), amounts, times)
        if after[MATCHES]:
            nights[night] = after

    def everybody(self) -> Iterator[tuple[str, NightsSoFar | None]]:
        """What everybody's nights come to, as it is kept; None where an older edition did not say."""
        first = select(func.min(TALLY.c.unit).label("unit")).where(*self._ours).cte("units", recursive=True)
        following = select(func.min(TALLY.c.unit)).where(*self._ours, TALLY.c.unit > first.c.unit)
        units = first.union_all(select(following.scalar_subquery()).where(first.c.unit.is_not(None)))
        return self._latest(units.c.unit, TALLY.c.night <= self.last)

    def read_units(self, units: Collection[str]) -> Iterator[tuple[str, NightsSoFar | None]]:
        """The same of these units."""
        return self._latest(self._select_units(units), TALLY.c.night <= self.last)

    def before(self, units: Collection[str]) -> Iterator[tuple[str, NightsSoFar | None]]:
        """What the nights before the last one come to, of these units."""
        return self._latest(self._select_units(units), TALLY.c.night < self.last)

    def on_the_last(self, units: Collection[str]) -> dict[str, Amounts]:
        """What these units have on the last night."""
        query = select(TALLY.c.unit, *AMOUNTS).where(*self._ours, TALLY.c.night == self.last)
        return {unit: amounts for unit, *amounts in self._session.execute(query.where(self._among(units)))}

    def _among(self, units: Collection[str]) -> Any:
        return TALLY.c.unit.in_(write_rows.select_names(self._session, units))

    def _select_units(self, units: Collection[str]) -> Any:
        return write_rows.select_names(self._session, units).subquery().c.value

    def _latest(self, units: Any, when: Any) -> Iterator[tuple[str, NightsSoFar | None]]:
        """The last row of each of these units until then: one way down the index each, however many nights it has."""
        kept = func.coalesce(cast(TALLY.c.best, Letters), NOT_STORED)
        latest = select(kept).where(*self._ours, TALLY.c.unit == units, when)
        latest = latest.order_by(TALLY.c.night.desc()).limit(1)
        found = self._session.execute(select(units, latest.scalar_subquery())).all()
        there = [(unit, best) for unit, best in found if best is not None]
        bests = json.loads(f"[{','.join(best for _, best in there)}]")  # read faster than thousands of texts
        for (unit, _), best in zip(there, bests, strict=True):
            yield unit, None if best is None else NightsSoFar(*best)


class BestNights(Tallies):
    """The sums of a scope after a night, or in its middle.

    A checkpoint holds the best nights of all units. Units that have played since are read from their rows. Units that
    change here are added up anew.
    """

    def __init__(self, rules: LeagueRules, nights: Nights, document: Mapping[str, Any]) -> None:
        super().__init__(rules)
        self._nights = nights
        best = zip(*document.get("amounts", ((),) * len(AMOUNTS)), strict=True)
        played = zip(document.get("played", ()), best, strict=True)
        self._known: dict[str, tuple[int, Amounts]] = dict(
            zip(document.get("units", ()), played, strict=True)
        )
        self._changed: set[str] = set()

    @classmethod
    def of_all(cls, rules: LeagueRules, nights: Nights) -> BestNights:
        """From no checkpoint."""
        made = cls(rules, nights, {})
        made._read(nights.everybody())
        return made

    @property
    def units(self) -> Collection[str]:
        return self._add_up_nights().keys()

    def document(self) -> dict[str, Any]:
        """What a checkpoint keeps of it, as JSON."""
        known = self._add_up_nights()
        amounts = [list(kind) for kind in zip(*(best for _, best in known.values()), strict=True)]
        return {"units": list(known), "played": [played for played, _ in known.values()], "amounts": amounts}

    def went_on(self, documents: Iterable[Any]) -> None:
        """Go on by matches that lie in their rows."""
        self._read(
            self._nights.read_units({unit for shares in documents for unit, *_ in amounts_by_unit(shares)})
        )

    def _read(self, kept: Iterable[tuple[str, NightsSoFar | None]]) -> None:
        for unit, one in kept:
            if one is None:
                self._changed.add(unit)
            else:
                self._known[unit] = one.played, one.best

    def not_yet(self, documents: Iterable[Any]) -> None:
        """Leave out of the last night, which its rows hold to its end, the matches that come after this place."""
        rest: dict[str, Amounts] = {}
        for unit, night, amounts in (one for shares in documents for one in amounts_by_unit(shares)):
            if night > self._nights.last:
                continue
            self._nights.count(unit, night, amounts, -1)
            rest[unit] = _sum(rest.get(unit, NOTHING), amounts)
        whole, before = self._nights.on_the_last(rest), dict(self._nights.before(rest))
        for unit, later in rest.items():
            # A match may be taken out between two statements; then its night is gone, and nothing was so far.
            so_far, kept = _sum(whole.get(unit, later), later, -1), before.get(unit, NightsSoFar())
            if kept is None:
                self._changed.add(unit)
            else:
                self._know(unit, kept.and_one(so_far, self.rules) if so_far[MATCHES] else kept)

    def add(self, shares: Any, times: int = 1) -> None:
        for unit, night, amounts in amounts_by_unit(shares):
            self._nights.count(unit, night, amounts, times)
            self._changed.add(unit)

    def values(self) -> Iterator[tuple[str, Value]]:
        for unit, (played, best) in self._add_up_nights().items():
            yield unit, (played, order_number(self.rules, best))

    def find_counting(self, units: Sequence[str]) -> dict[str, Tally]:
        known = self._add_up_nights()
        return {unit: read_tally(known[unit][1]) for unit in units}

    def contests(self, units: Sequence[str], ratings: Mapping[str, int]) -> dict[str, Contest]:
        return {unit: self._of_nights(unit, nights, ratings) for unit, nights in self._nights.of(units)}

    def _of_nights(self, unit: str, nights: OfNights, ratings: Mapping[str, int]) -> Contest:
        """What a unit's nights come to, with all of them, and those that do not count."""
        best_first = sorted(nights, key=lambda night: (-order_number(self.rules, nights[night]), night))
        best, rest = best_first[: self.rules.best_nights], best_first[self.rules.best_nights :]
        counting = [sum(kind) for kind in zip(*(nights[night] for night in best), strict=True)]
        played = [sum(kind) for kind in zip(*nights.values(), strict=True)]
        return self._contest(unit, ratings, counting, played, tuple(sorted(rest)))

    def _add_up_nights(self) -> dict[str, tuple[int, Amounts]]:
        """What the nights of all units come to: units changed here are added up anew."""
        for unit, nights in self._nights.of(self._changed):
            *_, last = ((None, NightsSoFar()), *run_nights(self.rules, nights))
            self._know(unit, last[1])
        self._changed = set()
        return self._known

    def _know(self, unit: str, one: NightsSoFar) -> None:
        self._known[unit] = one.played, one.best
        if not one.played:
            del self._known[unit]
