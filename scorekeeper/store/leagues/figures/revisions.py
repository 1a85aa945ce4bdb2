"""Corrections: what each match gave before and after, and the ratings that moved. Noted while a league is derived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, CORRECTED, REMOVED
from scorekeeper.league.counting import Share
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.store import clock
from scorekeeper.store.leagues.figures.inputs import LeagueResult
from scorekeeper.store.leagues.figures.models import REVISION
from scorekeeper.store.leagues.figures.rows import (
    SERIES_MARK,
    MatchShares,
    Source,
    rating_inputs,
    read_shares,
    shares_document,
)

MAX_RATINGS = 200
"""So many ratings that moved are noted with a correction: those that moved furthest."""
Pairs = Mapping[Source, tuple[MatchShares, MatchShares]]
"""What sources gave before, and what they give now."""


def note_revisions(
    session: Session,
    league: int,
    matches: Iterable[tuple[str, LeagueResult | None, LeagueResult | None]],
    changed: Pairs,
    last: str,
) -> None:
    """Note every match that gives something else than it gave, and every one that counts for the first time.

    Matches have their key, what they were and what they are; the ``last`` that counted so far stands there.
    """
    noted = []
    for key, was, now in matches:
        kind = _kind(was, now)
        if kind is None:
            continue
        late = min(match.position for match in (was, now) if match is not None) < last
        names = {key, *(f"{SERIES_MARK}{match.series}" for match in (was, now) if match is not None)}
        if _outcome(was) != _outcome(now):
            names |= {f"{EVENING_MARK}{match.evening}" for match in (was, now) if match is not None}
        pairs = {source: pair for source, pair in changed.items() if source[0] in names}
        if kind == CORRECTED and not pairs and rating_inputs(was) == rating_inputs(now):
            continue
        short = kind == ADDED and not late
        noted.append(
            {
                "league_id": league,
                "at": clock.now(),
                "match": key,
                "kind": kind,
                "late": late,
                "before": _documents({source: before for source, (before, _) in pairs.items()}, short=False),
                "after": _documents({source: after for source, (_, after) in pairs.items()}, short=short),
            }
        )
    if noted:
        session.execute(insert(REVISION), noted)


def _kind(was: LeagueResult | None, now: LeagueResult | None) -> str | None:
    """What happened to a match that counts, or counted; None for one that never did."""
    counted, counts = was is not None and was.counted, now is not None and now.counted
    if not (counted or counts):
        return None
    return (CORRECTED if counts else REMOVED) if counted else ADDED


def _outcome(match: LeagueResult | None) -> Any:
    """What an evening needs of a match: that an evening was closed is no correction of its matches."""
    if match is None or match.result is None:
        return None
    result = match.result
    return match.state, match.players, result.sides, result.totals, result.winners, result.placements


def _documents(by_source: Mapping[Source, MatchShares], *, short: bool) -> dict[str, Any]:
    """By scope the source, and (unless ``short``) the shares that it gives."""
    return {
        scope: [source, *([] if short else shares_document(match_shares.shares))]
        for (source, scope), match_shares in by_source.items()
        if match_shares.shares
    }


def shares_in(documents: Mapping[str, Any], scope: str) -> tuple[Share, ...]:
    """The shares that were noted for a scope."""
    noted: Sequence[Any] = documents.get(scope, ())
    return read_shares(noted[1:]) if noted[1:] else ()


def source_in(row: Any, scope: str) -> str:
    """Under what the shares of a noted match are kept: its key, or its series."""
    document = row.before.get(scope) or row.after.get(scope) or (row.match,)
    return str(document[0])


def night_in(row: Any) -> str:
    """The night of a noted match that gives something, or gave it; empty where it does neither."""
    documents = (noted for by_scope in (row.after, row.before) for noted in by_scope.values())
    return next((noted[1][1] for noted in documents if noted[1:]), "")


def note_moved_ratings(session: Session, league: int, ratings: Mapping[str, tuple[int, int]]) -> None:
    """Write to the corrections that were just followed the ratings that they moved."""
    furthest = sorted(ratings.items(), key=lambda item: (-abs(item[1][1] - item[1][0]), item[0]))[
        :MAX_RATINGS
    ]
    values = {player: list(move) for player, move in furthest}
    waiting = REVISION.c.league_id == league, REVISION.c.ratings.is_(None)
    session.execute(update(REVISION).where(*waiting).values(ratings=values))


def has_unfollowed(session: Session, league: int) -> bool:
    """Whether there are corrections that were not followed to the end yet."""
    query = select(REVISION.c.id).where(REVISION.c.league_id == league, REVISION.c.ratings.is_(None)).limit(1)
    return session.execute(query).first() is not None
