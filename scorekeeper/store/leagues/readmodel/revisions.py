"""Step 1, take in: note each corrected match, what it gave before and after, and the ratings that step 2 then moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, CORRECTED, REMOVED
from scorekeeper.league.counting import Share
from scorekeeper.store.leagues.readmodel.deltas import (
    NOTHING,
    SERIES_MARK,
    Delta,
    Given,
    Source,
    read_shares,
    shares_document,
)
from scorekeeper.store.leagues.readmodel.editions import Model
from scorekeeper.store.leagues.readmodel.inputs import Taken
from scorekeeper.store.leagues.readmodel.models import REVISION
from scorekeeper.store.leagues.readmodel.write_rows import rating_inputs
from scorekeeper.store.match import statements

MAX_RATINGS = 200
"""So many ratings that moved are noted with a correction: those that moved furthest."""


def note_revisions(
    session: Session,
    model: Model,
    before: Mapping[str, Taken],
    after: Mapping[str, Taken | None],
    old: Mapping[Source, Given],
    delta: Delta,
) -> None:
    """Note every match that gives something else than it gave, and every one that counts for the first time."""
    noted = []
    for key, now in after.items():
        was = before.get(key)
        kind = _kind(was, now)
        if kind is None:
            continue
        late = min(one.ord for one in (was, now) if one is not None) < model.through
        names = {key, *(f"{SERIES_MARK}{one.series}" for one in (was, now) if one is not None)}
        given = {source: one for source, one in delta.given.items() if source[0] in names}
        if kind == CORRECTED and not given and rating_inputs(was) == rating_inputs(now):
            continue
        noted.append(
            {
                "league_id": model.league_id,
                "at": statements.now(),
                "match": key,
                "kind": kind,
                "late": late,
                "before": _share_documents(
                    {source: old.get(source, NOTHING) for source in given}, short=False
                ),
                "after": _share_documents(given, short=kind == ADDED and not late),
                "ratings": None,
            }
        )
    if noted:
        session.execute(insert(REVISION), noted)


def _kind(was: Taken | None, now: Taken | None) -> str | None:
    """What happened to a match that counts, or counted; None where nothing did."""
    counted, counts = was is not None and was.counted, now is not None and now.counted
    if was == now or not (counted or counts):
        return None
    return (CORRECTED if counts else REMOVED) if counted else ADDED


def _share_documents(given: Mapping[Source, Given], *, short: bool) -> dict[str, Any]:
    """By scope the source, and (unless ``short``) the shares that it gives."""
    return {
        scope: [source, *([] if short else shares_document(one.shares))]
        for (source, scope), one in given.items()
        if one.shares
    }


def shares_in(documents: Mapping[str, Any], scope: str) -> tuple[Share, ...]:
    """The shares that were noted for a scope."""
    document = document_in(documents, scope)
    return read_shares(document) if document else ()


def document_in(documents: Mapping[str, Any], scope: str) -> Sequence[Any]:
    """The same as it lies there; empty where nothing was given."""
    noted: Sequence[Any] = documents.get(scope, ())
    return noted[1:]


def source_in(row: Any, scope: str) -> str:
    """Under what the shares of a noted match are kept: its key, or its series."""
    known = row.before.get(scope) or row.after.get(scope) or (row.match,)
    return str(known[0])


def note_moved_ratings(session: Session, league: int, ratings: Mapping[str, tuple[int, int]]) -> None:
    """Write to the corrections that step 2 has just followed the ratings that they moved."""
    furthest = sorted(ratings.items(), key=lambda one: (-abs(one[1][1] - one[1][0]), one[0]))[:MAX_RATINGS]
    values = {player: list(move) for player, move in furthest}
    waiting = REVISION.c.league_id == league, REVISION.c.ratings.is_(None)
    session.execute(update(REVISION).where(*waiting).values(ratings=values))


def has_unfollowed(session: Session, league: int) -> bool:
    """Whether there are corrections that were not followed to the end yet."""
    query = select(REVISION.c.id).where(REVISION.c.league_id == league, REVISION.c.ratings.is_(None)).limit(1)
    return session.execute(query).first() is not None
