"""Step 1, take in: how often two units met in a scope, up to now or to any night, for tie-breaks in step 3."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from sqlalchemy import func, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.league.tie_breaks import Balances, BalancesOf
from scorekeeper.store.leagues.readmodel import write_rows
from scorekeeper.store.leagues.readmodel.deltas import Delta
from scorekeeper.store.leagues.readmodel.models import MEETING, PARTS

AFTER_IT = "~"
"""Stands after every line of a night."""
Nights = Mapping[str, Sequence[int]]
"""By night how often two units met on it, and what the first of them won."""
OfPairs = Mapping[tuple[str, str, str], Nights]
"""By scope and two units."""


def write_nights(nights: Nights) -> str:
    """A line for each night: ``2026-11-17 3 1441440`` says how often they had met after it, and what the one had won of
    that. So standings of the past need one line of it.
    """
    running = accumulate(nights.values(), lambda so_far, more: [so_far[0] + more[0], so_far[1] + more[1]])
    return "\n".join(
        f"{night} {matches} {won}" for night, (matches, won) in zip(nights, running, strict=True)
    )


def read_nights(lines: str) -> dict[str, list[int]]:
    """The nights that :func:`write_nights` wrote."""
    found: dict[str, list[int]] = {}
    before = (0, 0)
    for night, *numbers in (line.split() for line in lines.splitlines()):
        matches, won = map(int, numbers)
        found[night] = [matches - before[0], won - before[1]]
        before = matches, won
    return found


def meetings_after(session: Session, model: int, delta: Delta) -> OfPairs:
    """The meetings, by night, of all pairs that the differences change: as stored, with the differences added."""
    changes: dict[tuple[str, str, str], dict[str, list[int]]] = {}
    for (scope, unit, rival, night), amounts in delta.meetings.items():
        if any(amounts):
            changes.setdefault((scope, unit, rival), {})[night] = amounts
    found: dict[tuple[str, str, str], dict[str, list[int]]] = {key: {} for key in changes}
    wanted = sorted(changes)
    query = select(MEETING.c.scope, MEETING.c.unit, MEETING.c.rival, MEETING.c.met)
    names = tuple_(MEETING.c.scope, MEETING.c.unit, MEETING.c.rival)
    for start in range(0, len(wanted), write_rows.AT_ONCE):
        some = names.in_(wanted[start : start + write_rows.AT_ONCE])
        for scope, unit, rival, lines in session.execute(query.where(MEETING.c.model_id == model, some)):
            found[scope, unit, rival] = read_nights(lines)
    for key, nights in changes.items():
        for night, (matches, won) in nights.items():
            was = found[key].get(night, (0, 0))
            found[key][night] = [was[0] + matches, was[1] + won]
    return {
        key: {night: met for night, met in sorted(nights.items()) if met[0]} for key, nights in found.items()
    }


def put_meetings(session: Session, model: int, meetings: OfPairs) -> None:
    """Write meetings as :func:`meetings_after` found them; a pair that never met has no row."""
    write_rows.put_rows(
        session,
        MEETING,
        [
            {
                "model_id": model,
                "scope": scope,
                "unit": unit,
                "rival": rival,
                "first": min(nights),
                "met": write_nights(nights),
                "matches": sum(matches for matches, _ in nights.values()),
                "won": sum(won for _, won in nights.values()),
            }
            for (scope, unit, rival), nights in meetings.items()
            if nights
        ],
    )
    write_rows.drop_rows(
        session,
        MEETING,
        [
            {"model_id": model, "scope": scope, "unit": unit, "rival": rival}
            for (scope, unit, rival), nights in meetings.items()
            if not nights
        ],
    )


def balances_among(session: Session, model: int, scope: str, until: str | None = None) -> BalancesOf:
    """A function for the balances among some units: up to now, or to a night."""

    def among(units: Sequence[str]) -> Balances:
        level = write_rows.select_names(session, units)
        # The other unit is no key here: the ways from each unit are fewer than the ways between all of them.
        ours = (
            MEETING.c.model_id == model,
            MEETING.c.scope == scope,
            MEETING.c.unit.in_(level),
            func.coalesce(MEETING.c.rival, "").in_(level),
        )
        if until is None:
            now = select(MEETING.c.unit, MEETING.c.rival, MEETING.c.matches, MEETING.c.won).where(*ours)
            return _both_ways(session.execute(now).all())
        then = select(MEETING.c.unit, MEETING.c.rival, MEETING.c.met).where(*ours, MEETING.c.first <= until)
        found = session.execute(then).all()
        return _both_ways((unit, rival, *_met_by(lines, until)) for unit, rival, lines in found)

    return among


def balance_of(matches: int, won: int) -> int:
    """Wins less losses, of so many matches and what was won of them in parts."""
    return 2 * won // PARTS - matches


def _both_ways(rows: Iterable[Any]) -> Balances:
    """What the one won more often than the other is what the other lost more often."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for unit, rival, matches, won in rows:
        balance = balance_of(matches, won)
        found[unit][rival] = balance
        if unit != rival:
            found[rival][unit] = -balance
    return found


def _met_by(lines: str, until: str) -> tuple[int, int]:
    """How often two had met after a night that is not before their first, and what the one had won."""
    nights = lines.split("\n")
    _, matches, won = nights[bisect(nights, f"{until}{AFTER_IT}") - 1].split(" ")
    return int(matches), int(won)
