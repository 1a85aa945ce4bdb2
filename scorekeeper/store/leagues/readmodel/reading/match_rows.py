"""Answers about matches: lists of them, what one did, and records."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.league.ratings import read_move
from scorekeeper.league.records import KINDS, Record
from scorekeeper.league.results import CONTESTED, WAITING, Result
from scorekeeper.store.leagues.readmodel import write_rows
from scorekeeper.store.leagues.readmodel.checkpoints import AFTER_ALL
from scorekeeper.store.leagues.readmodel.deltas import SERIES_MARK, read_shares
from scorekeeper.store.leagues.readmodel.editions import Model, current_model
from scorekeeper.store.leagues.readmodel.inputs import PROPOSED, unpack
from scorekeeper.store.leagues.readmodel.models import EFFECT, GIVEN, PLAYED, RECORD, TAKEN
from scorekeeper.store.leagues.readmodel.reading.answers import EVERY, PAGE, Effect, Filter, Listed, Page
from scorekeeper.store.leagues.readmodel.reading.change_log import revisions_of

THAT_WAIT = (PROPOSED, CONTESTED, WAITING)
MAX_COUNTED = 99
LISTED = (
    TAKEN.c.match,
    TAKEN.c.ord,
    TAKEN.c.night,
    TAKEN.c.season,
    TAKEN.c.game,
    TAKEN.c.state,
    TAKEN.c.facts,
)


def read_listed(row: Any) -> Listed:
    """A match in a list, from its row."""
    facts = row.facts
    reason = facts.get("why_not")
    return Listed(
        match=row.match,
        ord=row.ord,
        night=row.night,
        season=row.season or None,
        game=row.game,
        players=tuple(facts["players"]),
        sides=tuple(tuple(seats) for seats in facts.get("sides", ())),
        totals=tuple(facts.get("totals", ())),
        winners=tuple(facts.get("winners", ())),
        placements=tuple(facts.get("placements", ())),
        status=facts.get("status"),
        state=row.state,
        why_not=None if reason is None else Text(*reason),
    )


def list_matches(
    session: Session, league: int, which: Filter = EVERY, *, after: str | None = None, limit: int = PAGE
) -> Page[Listed]:
    """Matches, the latest first. Cursors are ``ord``s."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query, order = select(*LISTED).where(TAKEN.c.model_id == model.id), TAKEN.c.ord
    if which.player is not None:
        query = query.join(
            PLAYED, (PLAYED.c.model_id == TAKEN.c.model_id) & (PLAYED.c.match == TAKEN.c.match)
        )
        query = query.where(PLAYED.c.model_id == model.id, PLAYED.c.player == which.player)
        order = PLAYED.c.ord
    wanted = ((TAKEN.c.season, which.season), (TAKEN.c.game, which.game), (TAKEN.c.state, which.state))
    query = query.where(*(column == value for column, value in wanted if value is not None))
    if after is not None:
        query = query.where(order < after)
    found = session.execute(query.order_by(order.desc()).limit(limit + 1)).all()
    items = tuple(read_listed(row) for row in found[:limit])
    return Page(items, items[-1].ord if len(found) > limit else None)


def count_waiting(session: Session, league: int) -> dict[str, int]:
    """By state how many matches wait to be confirmed; those beyond :data:`MAX_COUNTED` are not counted."""
    model = current_model(session, league)
    numbers = {} if model is None else {state: _number(session, model, state) for state in THAT_WAIT}
    return {state: number for state, number in numbers.items() if number}


def _number(session: Session, model: Model, state: str) -> int:
    some = select(TAKEN.c.ord).where(TAKEN.c.model_id == model.id, TAKEN.c.state == state)
    counted = select(func.count()).select_from(some.limit(MAX_COUNTED + 1).subquery())
    number: int = session.execute(counted).scalar_one()
    return number


def list_matches_of_night(
    session: Session, league: int, night: str, *, after: str | None = None, limit: int = PAGE
) -> Page[Listed]:
    """The matches of one night in order. Cursors are ``ord``s."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(*LISTED).where(
        TAKEN.c.model_id == model.id,
        TAKEN.c.ord > max(after or "", f"{night}|"),
        TAKEN.c.ord < f"{night}{AFTER_ALL}",
    )
    found = session.execute(query.order_by(TAKEN.c.ord).limit(limit + 1)).all()
    items = tuple(read_listed(row) for row in found[:limit])
    return Page(items, items[-1].ord if len(found) > limit else None)


def find_result(session: Session, league: int, match: str) -> Result | None:
    """A match's result as it was taken in, with the players of today; None while it is open, or unknown."""
    model = current_model(session, league)
    row = None if model is None else write_rows.read_taken_rows(session, model.id, [match]).get(match)
    return None if row is None else write_rows.read_taken(row).result


def match_effect(session: Session, league: int, match: str) -> Effect | None:
    """What a match changed in ratings and standings, and why; None for an unknown match."""
    model = current_model(session, league)
    row = None if model is None else write_rows.read_taken_rows(session, model.id, [match]).get(match)
    if row is None or model is None:
        return None
    moves = session.execute(
        select(EFFECT.c.moves).where(EFFECT.c.model_id == model.id, EFFECT.c.match == match)
    ).scalar()
    sources = [match] if row.series is None else [match, f"{SERIES_MARK}{row.series}"]
    given = select(GIVEN.c.scope, GIVEN.c.shares).where(
        GIVEN.c.model_id == model.id, GIVEN.c.source.in_(sources)
    )
    return Effect(
        moves=() if moves is None else tuple(read_move(move) for move in unpack(moves)),
        shares={scope: read_shares(shares) for scope, shares in session.execute(given)},
        why_not=read_listed(row).why_not,
        revisions=revisions_of(session, league, match),
    )


def records(session: Session, league: int, scope: str = "") -> dict[str, dict[str, tuple[Record, ...]]]:
    """The greatest of every kind, by game and kind (:data:`records.KINDS`), greatest first."""
    model = current_model(session, league)
    found: dict[str, dict[str, tuple[Record, ...]]] = {}
    if model is not None:
        query = select(RECORD).where(RECORD.c.model_id == model.id, RECORD.c.scope == scope)
        for row in session.execute(query):
            found.setdefault(row.game, {})[row.kind] = tuple(Record(*one) for one in row.kept)
    return {game: {kind: kinds[kind] for kind in KINDS if kind in kinds} for game, kinds in found.items()}
