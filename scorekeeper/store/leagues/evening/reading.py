"""Evenings as the log tells them, and the rounds with their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.draw.document import PAIRS
from scorekeeper.league.evening.evening_plan import KNOCKOUT
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from scorekeeper.league.evening.seating import (
    SeatedTable,
    list_drawn_to_rest,
    list_here,
    list_pairs,
    seat_drawn,
    seat_round,
    sides_of,
)
from scorekeeper.league.evening.state import (
    AGAIN,
    EVENT,
    GIVEN,
    MATCHES,
    WHY,
    Evening,
    read_evening,
    rename_people,
)
from scorekeeper.league.results import CONTESTED, Result, read_result
from scorekeeper.league.rules import ENDED
from scorekeeper.store.leagues.log.access import rules_of
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueMatchRow, LeagueNightRow, LeagueRow
from scorekeeper.store.leagues.log.nights import Night, find_night_by_key
from scorekeeper.store.leagues.log.texts import read_texts
from scorekeeper.store.leagues.matches.listing import LeagueMatch, read_row, select_matches
from scorekeeper.store.leagues.matches.scored import score_matches
from scorekeeper.store.leagues.people.roster import merged_keys


class RunNight(NamedTuple):
    """A night that is run: the night, the evening (None before there is a plan), and what its plan is called."""

    night: Night
    evening: Evening | None
    plan_name: str | None


def find_run(session: Session, league: int, night: Night) -> RunNight:
    """What is said of the evening of a night. One that is run names players as they are now: merges are followed."""
    ours = LeagueNightRow.league_id == league, LeagueNightRow.key == night.key
    query = select(LeagueNightRow.evening, LeagueNightRow.plan_name).where(*ours)
    kept, name = session.execute(query).one()
    evening = read_evening(kept)
    if evening is not None and not evening.closed and (merged := merged_keys(session, league)):
        evening = read_evening(rename_people(kept, merged))
    return RunNight(night, evening, name)


def find_last_run(session: Session, league: int, before: str) -> RunNight | None:
    """The latest evening that was run before a date: the next one begins with its plan and people."""
    row = LeagueNightRow
    query = select(row.key).where(row.league_id == league, row.date < before, row.evening.is_not(None))
    key = session.execute(query.order_by(row.date.desc()).limit(1)).scalar()
    night = None if key is None else find_night_by_key(session, league, key)
    return None if night is None else find_run(session, league, night)


class Publication(NamedTuple):
    """A round as it was published, or published before it was drawn again: the account that did it and when, None where
    the archive does not say so, and the reason if it was drawn again.
    """

    drawn: Mapping[str, Any]
    account: int | None
    at: datetime | None
    why: str


def list_publications(session: Session, league: int, played: Mapping[str, Any]) -> list[Publication]:
    """What was published of a round, the latest first."""
    drawn = [played, *reversed(played.get(AGAIN, []))]
    ours = LeagueEventRow.league_id == league, LeagueEventRow.seq.in_([draw.get(EVENT) for draw in drawn])
    query = select(LeagueEventRow.seq, LeagueEventRow.account_id, LeagueEventRow.at).where(*ours)
    published = {seq: (account, at) for seq, account, at in session.execute(query)}
    texts = read_texts(session, league, [draw[WHY] for draw in drawn if WHY in draw])
    return [
        Publication(draw, account, at, texts.get(draw.get(WHY, 0)) or "")
        for draw in drawn
        for account, at in [published.get(draw.get(EVENT), (None, None))]
    ]


def list_evening_matches(session: Session, league: int, evening: Evening) -> dict[str, LeagueMatch]:
    """The matches of an evening by their keys; those that were taken out of the league are missing."""
    keys = [key for played in evening.rounds for key in played[MATCHES]]
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.out.is_(False)
    rows = session.execute(select_matches(*ours, LeagueMatchRow.key.in_(keys)))
    return {row.key: row for row in map(read_row, rows)}


def read_rounds(session: Session, league: int, evening: Evening) -> list[PlayedRound]:
    """The rounds of an evening with their results, scored anew where figures have not come so far yet. Where another
    player sat down, the league's rule says whose the result is.
    """
    rows = list_evening_matches(session, league, evening)
    rules = session.execute(select(LeagueRow.rules).where(LeagueRow.id == league)).scalar_one()
    ended = rules_of(rules).options.credited == ENDED
    results = _find_results(session, league, list(rows.values()))
    return play_rounds(evening, {key: result.told_of({}, ended=ended) for key, result in results.items()})


def play_rounds(evening: Evening, results: Mapping[str, Result]) -> list[PlayedRound]:
    """The rounds of an evening with these results of its matches, each of those who get it. A fixed pair gets what was
    played for it, also by a substitute.
    """
    seat = seat_drawn if evening.options.seats == PAIRS else seat_round
    here = (
        [] if evening.options.way != KNOCKOUT else list_pairs(evening, list_here(evening, evening.next_round))
    )
    rounds = [
        PlayedRound(
            tuple(
                _played_table(evening, table, played.get(GIVEN, {}).get(key, {}), results.get(key))
                for table, key in zip(seat(evening.options, played), played[MATCHES], strict=True)
            ),
            tuple(list_drawn_to_rest(played)),
        )
        for played in evening.rounds
    ]
    paired = tuple(player for pair in here for player in pair)
    return [*rounds[:-1], *(last._replace(paired=paired) for last in rounds[-1:])]


def _played_table(
    evening: Evening, table: SeatedTable, decision: Mapping[str, Any], result: Result | None
) -> PlayedTable:
    players = table.players
    if result is not None and evening.options.seats != PAIRS:
        players = result.players
    sides = sides_of(evening.options, players)
    return PlayedTable(sides, result, decision.get("won"), bool(decision.get("void")), table.number)


def _find_results(session: Session, league: int, rows: Sequence[LeagueMatch]) -> dict[str, Result]:
    stale = [row for row in rows if row.dirty]
    scored = {match.row.key: match.result for match in score_matches(session, league, stale)} if stale else {}
    results = {
        row.key: scored[row.key] if row.dirty else None if row.result is None else read_result(row.result)
        for row in rows
        if row.confirmation != CONTESTED
    }
    return {key: result for key, result in results.items() if result is not None}
