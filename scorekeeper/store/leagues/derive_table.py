"""Ranking: the rows of a table from its sums, all of them or those of one page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.league.ratings import OVERALL
from scorekeeper.league.rules import HEAD_TO_HEAD, RATING, LeagueRules
from scorekeeper.league.standings import Meeting, Row, Standings, Tally
from scorekeeper.league.tie_breaks import NAMED, Decision
from scorekeeper.store.leagues import derive_store
from scorekeeper.store.leagues.checkpoints import read_tally
from scorekeeper.store.leagues.derive_deltas import whole
from scorekeeper.store.leagues.derived_rows import (
    LeagueMeetingRow,
    LeagueRatingRow,
    LeagueStandingRow,
    LeagueTallyRow,
    table_of,
)

TALLY, MEETING, STANDING = table_of(LeagueTallyRow), table_of(LeagueMeetingRow), table_of(LeagueStandingRow)
RATED = table_of(LeagueRatingRow)
Meetings = Mapping[str, Mapping[str, Meeting]]
MeetingsOf = Callable[[Sequence[str]], Meetings]
AMONG = NAMED + 2
"""So many of those who were level are kept with a row; more are never named."""


class Place(NamedTuple):
    """A row of a table with its position."""

    position: int
    row: Row


def standings_of(session: Session, model: int, scope: str, rules: LeagueRules) -> Standings:
    """The sums of a scope as they stand, without who met whom."""
    standings = Standings(rules)
    query = select(
        TALLY.c.unit, TALLY.c.night, TALLY.c.matches, TALLY.c.points, TALLY.c.wins, TALLY.c.written,
        TALLY.c.difference,
    )  # fmt: skip
    for unit, night, *tally in session.execute(
        query.where(TALLY.c.model_id == model, TALLY.c.scope == scope)
    ):
        standings.tallies.setdefault(unit, {})[night] = read_tally(tally)
    return standings


def meetings_of(session: Session, model: int, scope: str) -> MeetingsOf:
    """Who among some units met whom of them."""

    def among(units: Sequence[str]) -> Meetings:
        found: dict[str, dict[str, Meeting]] = {}
        level = set(units)
        query = select(MEETING.c.unit, MEETING.c.rival, MEETING.c.matches, MEETING.c.won)
        query = query.where(MEETING.c.model_id == model, MEETING.c.scope == scope)
        for start in range(0, len(units), derive_store.AT_ONCE):
            some = units[start : start + derive_store.AT_ONCE]
            for unit, rival, matches, won in session.execute(query.where(MEETING.c.unit.in_(some))):
                if rival in level:
                    found.setdefault(unit, {})[rival] = Meeting(matches, whole(won))
        return found

    return among


def ratings_now(session: Session, model: int, rules: LeagueRules) -> dict[str, int]:
    """Everybody's rating, where the table is ordered by it."""
    if rules.counting != RATING:
        return {}
    query = select(RATED.c.player, RATED.c.shown).where(RATED.c.model_id == model, RATED.c.pool == OVERALL)
    return {row.player: row.shown for row in session.execute(query)}


def places(
    standings: Standings,
    ratings: Mapping[str, int],
    met: MeetingsOf,
    first: int = 1,
    last: int | None = None,
    levels: list[list[str]] | None = None,
) -> Iterable[Place]:
    """The table from one position to another. Only those level with somebody on that page are looked at closely.

    ``levels`` are units with the same value, best first, if they are known.
    """
    position = 1
    for level in _levels(standings, ratings) if levels is None else levels:
        end = position + len(level)
        if end > first and (last is None or position <= last):
            for place in _ranked(standings, ratings, met, level, position):
                if place.position >= first and (last is None or place.position <= last):
                    yield place
        position = end


def places_of(
    standings: Standings, ratings: Mapping[str, int], met: MeetingsOf, units: Collection[str]
) -> Iterable[Place]:
    """The places of these units; nobody is looked at closely but those who are level with one of them."""
    position = 1
    for level in _levels(standings, ratings):
        if any(unit in units for unit in level):
            ranked = _ranked(standings, ratings, met, level, position)
            yield from (place for place in ranked if place.row.unit in units)
        position += len(level)


def _levels(standings: Standings, ratings: Mapping[str, int]) -> list[list[str]]:
    """Units with the same value, best first; those below the line come last, together."""
    found: dict[Fraction, list[str]] = {}
    below: list[str] = []
    for unit in standings.tallies:
        value = standings.value_of(unit, ratings)
        (below if value is None else found.setdefault(value, [])).append(unit)
    return [*(found[value] for value in sorted(found, reverse=True)), *([below] if below else [])]


def _ranked(
    standings: Standings, ratings: Mapping[str, int], met: MeetingsOf, level: list[str], position: int
) -> Iterable[Place]:
    alone = Standings(standings.rules)
    alone.tallies = {unit: standings.tallies[unit] for unit in level}
    if len(level) > 1 and HEAD_TO_HEAD in standings.rules.tie_breaks:
        alone.meetings = {unit: dict(rivals) for unit, rivals in met(sorted(level)).items()}
    for step, row in enumerate(alone.rows(ratings)):
        rank = None if row.rank is None else row.rank + position - 1
        yield Place(position + step, row._replace(rank=rank))


def how_many(session: Session, model: int, scope: str) -> int:
    """How many sums a table is made of."""
    query = select(func.count()).select_from(TALLY).where(TALLY.c.model_id == model, TALLY.c.scope == scope)
    return session.execute(query).scalar_one()


def ranked(session: Session, model: int, scope: str, rules: LeagueRules) -> list[Place]:
    """The whole table as it stands."""
    standings = standings_of(session, model, scope, rules)
    return list(places(standings, ratings_now(session, model, rules), meetings_of(session, model, scope)))


def table_difference(
    session: Session, model: int, scope: str, table: Iterable[Place]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows to write and keys to delete, so that the rows of a scope are this table."""
    query = select(STANDING).where(STANDING.c.model_id == model, STANDING.c.scope == scope)
    before = {row.unit: dict(row._mapping) for row in session.execute(query)}
    after = {place.row.unit: row_values(model, scope, place) for place in table}
    gone = [{"model_id": model, "scope": scope, "unit": unit} for unit in before if unit not in after]
    return [row for unit, row in after.items() if before.get(unit) != row], gone


def row_values(model: int, scope: str, place: Place) -> dict[str, Any]:
    """A row of a table as it is kept."""
    row = place.row
    document = [
        _written(row.counting), _written(row.played), list(row.dropped),
        [[one.code, str(one.value), *_among(one)] for one in row.decisions],
        None if row.reason is None else [row.reason.msgid, dict(row.reason.params), row.reason.plural],
    ]  # fmt: skip
    return {
        "model_id": model, "scope": scope, "unit": row.unit, "position": place.position, "rank": row.rank,
        "value": str(row.value), "row": document,
    }  # fmt: skip


def _among(decision: Decision) -> tuple[int, list[str]]:
    """How many were level, and the first of them."""
    return len(decision.among), [unit for unit in decision.among if unit != decision.unit][:AMONG]


def read_place(row: Any) -> Place:
    """A row of a table from where it is kept. Of many who were level, all but the first are nameless."""
    counting, played, dropped, decisions, reason = row.row
    told = tuple(
        Decision(code, row.unit, (*level, row.unit, *("",) * (number - len(level) - 1)), Fraction(value))
        for code, value, number, level in decisions
    )
    below = None if reason is None else Text(*reason)
    return Place(row.position, Row(
        row.unit, row.rank, Fraction(row.value), _read(counting), _read(played), tuple(dropped), told, below,
    ))  # fmt: skip


def _written(tally: Tally) -> list[Any]:
    return [tally.matches, str(tally.points), str(tally.wins), tally.written, tally.difference]


def _read(tally: Sequence[Any]) -> Tally:
    matches, points, wins, written, difference = tally
    return Tally(matches, Fraction(points), Fraction(wins), written, difference)
