"""What the matches of a league come to: the version that counts of each, scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.league.results import About, Result, read_result, recall_people, result_of
from scorekeeper.store.leagues.matches.confirmation import has_open_proposal
from scorekeeper.store.leagues.matches.listing import (
    LeagueMatch,
    about_of,
    arrival_numbers,
    counting_match,
    version_of,
)
from scorekeeper.store.leagues.matches.sat_down import read_sat_down
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match import statements
from scorekeeper.store.match.kinds import CLOSED, OPENED, RECORDED
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow


class ScoredMatch(NamedTuple):
    """A match with what it is now (``about`` is None: it is out; ``result`` is None: it is open), under the keys by
    which it was played. ``version`` is the ``seq`` that was read; ``proposed`` says that a correction waits.
    """

    row: LeagueMatch
    about: About | None
    result: Result | None
    version: int
    moment: datetime | None
    proposed: bool = False


def score_matches(session: Session, league: int, rows: Sequence[LeagueMatch]) -> list[ScoredMatch]:
    """Score these matches: the version that counts of those with a ledger, the others as they were handed down."""
    match_ids = [row.match_id for row in rows if row.match_id is not None and not row.out]
    matches = {match.id: match for match in statements.load_many(session, match_ids)}
    series = _read_series(session, matches.values())
    came = arrival_numbers(session, league, [row.key for row in rows])
    changed = any(match.has_changes for match in matches.values())
    by_name = roster.players_by_name(session, league) if changed else {}
    scored_matches = []
    for row in rows:
        match = matches.get(row.match_id or 0)
        named = who_by_name(session, row, match, by_name) if match is not None and match.has_changes else {}
        scored = _score(row, match, series, came.get(row.key, 0), named)
        if scored.about is not None and match is not None:
            scored = scored._replace(proposed=has_open_proposal(session, row, match))
        scored_matches.append(scored)
    return scored_matches


Series = Mapping[int, tuple[str, int]]
"""By the first match of a series: what it is called, and of how many it is the best."""


def _read_series(session: Session, matches: Iterable[Match]) -> Series:
    firsts = {match.series or match.id for match in matches}
    query = select(MatchRow.id, MatchRow.public_id, MatchRow.best_of)
    query = query.where(MatchRow.id.in_(firsts), MatchRow.best_of.is_not(None))
    return {row.id: (row.public_id, row.best_of or 1) for row in session.execute(query)} if firsts else {}


def _score(
    row: LeagueMatch, match: Match | None, series: Series, came: int, by_name: Mapping[str, str]
) -> ScoredMatch:
    if row.out:
        return ScoredMatch(row, None, None, row.seen_seq, row.moment)
    if row.match_id is None:
        about = about_of(row, None, moment_text(row.moment))._replace(came=came)
        handed = None if row.result is None else read_result(row.result)._replace(about=about)
        return ScoredMatch(row, about, handed, row.seen_seq, row.moment)
    counting = None if match is None else counting_match(row, match)
    if counting is None:
        return ScoredMatch(row, None, None, row.match_seq or 0, row.moment)
    moment = ended_at(counting)
    name, best_of = series.get(counting.series or counting.id, (None, None))
    about = about_of(row, counting, moment_text(moment))._replace(series=name, best_of=best_of, came=came)
    sheet = counting.sheet()
    result = None
    if isinstance(sheet, Sheet) and sheet.status != OPEN:
        result = result_of(counting.document(), sheet, about, by_name)
    return ScoredMatch(row, about, result, counting.seq, moment)


def who_by_name(
    session: Session, row: LeagueMatch, match: Match, by_name: Mapping[str, str]
) -> dict[str, str]:
    """The players by the names of a match: as the league's log has them, else as the result that was kept knew them,
    else as ``by_name`` has them today.
    """
    recalled = _recall(match, row.seen_seq, row.result)
    return {**by_name, **recalled, **read_sat_down(session, row, match)}


def _recall(match: Match, seen: int, kept: Mapping[str, Any] | None) -> dict[str, str]:
    """The players by the names of a version, as the result that was kept of it knew them."""
    if kept is None:
        return {}
    result, known = read_result(kept), version_of(match, seen)
    sheet = known.sheet()
    return recall_people(result, known.document(), sheet) if isinstance(sheet, Sheet) else {}


def ended_at(match: Match) -> datetime:
    """When the last deal was recorded, or the match closed: a correction does not move a match among the others."""
    played = [
        event.at
        for event in match.events
        if event.kind in (OPENED, RECORDED, CLOSED) and event.seq in match.standing_seqs
    ]
    return max(played) if played else match.opened_at


def moment_text(moment: datetime | None) -> str:
    """A moment as results carry it."""
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
