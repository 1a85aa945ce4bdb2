"""Answers about the standings: as they are, as they were after a night, and the matches behind a row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.league.ratings import OVERALL
from scorekeeper.league.rules import BY_RATING, LeagueRules
from scorekeeper.league.tie_breaks import Wanted
from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.leagues.readmodel import checkpoints, ranking, write_rows
from scorekeeper.store.leagues.readmodel.checkpoints import AFTER_ALL
from scorekeeper.store.leagues.readmodel.deltas import read_shares
from scorekeeper.store.leagues.readmodel.derive import leagues_to_derive
from scorekeeper.store.leagues.readmodel.editions import SWEEPING, Model, current_model, list_models
from scorekeeper.store.leagues.readmodel.inputs import ALL_TIME, RulesByScope, read_rules_by_scope
from scorekeeper.store.leagues.readmodel.meetings import balances_among
from scorekeeper.store.leagues.readmodel.models import GIVEN, PLAYED, RATING, SHARE, STANDING, TAKEN
from scorekeeper.store.leagues.readmodel.ranking import Place
from scorekeeper.store.leagues.readmodel.reading.answers import PAGE, Given, Page, Placed, State

FEW_MATCHES = 1_000
"""After so many matches more ratings have moved than not."""


def find_state(session: Session, league: int) -> State:
    """How fresh the figures are. Every page shows it, and has ``version`` and ``updating`` in its ETag."""
    found = list_models(session, league)
    shown = next((one for one in found if one.current), None)
    built = next((one for one in found if not one.current and one.phase != SWEEPING), None)
    at_work = built or shown
    if at_work is None:
        return State(0, bool(leagues_to_derive(session, league)), "", 0, 0)
    version = sum(one.version for one in (shown, built) if one is not None)
    updating = built is not None or not at_work.settled or bool(leagues_to_derive(session, league))
    phase = at_work.phase if updating and at_work.phase != SWEEPING else ""
    return State(version, updating, phase, at_work.done, at_work.total)


def rules_by_scope(session: Session, league: int) -> RulesByScope:
    """The rules of every scope of a league."""
    rules = session.execute(select(LeagueRow.rules).where(LeagueRow.id == league)).scalar_one()
    return read_rules_by_scope(session, league, rules)


def rules_of(session: Session, league: int, scope: str) -> LeagueRules:
    """The rules by which a scope is counted."""
    return rules_by_scope(session, league).of(scope)


def list_standings(
    session: Session, league: int, scope: str, *, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The standings from the position after ``after`` on. Cursors are positions."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(STANDING).where(*_conditions(model, STANDING, scope), STANDING.c.position > after)
    found = session.execute(query.order_by(STANDING.c.position).limit(limit + 1)).all()
    return _page([ranking.read_place(row) for row in found], limit)


def _conditions(model: Model, table: Any, scope: str) -> tuple[Any, ...]:
    return table.c.model_id == model.id, table.c.scope == scope


def _page(places: Sequence[Place], limit: int) -> Page[Placed]:
    """A page of one row more than is shown."""
    shown = tuple(Placed(*place) for place in places[:limit])
    return Page(shown, str(shown[-1].position) if len(places) > limit else None)


def find_row(session: Session, league: int, scope: str, unit: str) -> Placed | None:
    """One unit's row; None when it has none."""
    model = current_model(session, league)
    if model is None:
        return None
    row = session.execute(
        select(STANDING).where(*_conditions(model, STANDING, scope), STANDING.c.unit == unit)
    ).first()
    return None if row is None else Placed(*ranking.read_place(row))


def standings_on(
    session: Session, league: int, scope: str, night: str, *, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The standings as they were after a night (with today's corrections): from the nearest checkpoint."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    order = f"{night}{AFTER_ALL}"
    book = rules_by_scope(session, league)
    rules = book.of(scope)
    moving = ALL_TIME if rules.counting == BY_RATING else scope  # matches of other seasons move ratings too
    last = session.execute(select(func.max(GIVEN.c.ord)).where(*_conditions(model, GIVEN, moving))).scalar()
    if last is None or last < order:
        return list_standings(session, league, scope, after=after, limit=limit)
    then = checkpoints.tallies_on(session, model.id, scope, order, rules)
    ratings = ratings_on(session, model, order) if rules.counting == BY_RATING else {}
    balances_of = balances_among(session, model.id, scope, until=night)
    wanted = Wanted(after + 1, after + limit + 1)
    return _page(list(ranking.places(then, ratings, balances_of, wanted)), limit)


def ratings_on(session: Session, model: Model, order: str) -> dict[str, int]:
    """Everybody's rating before a place in the order: the one that people saw after their last match.

    Where few matches came after it, most ratings are those of now.
    """
    later = _matches_after(session, model, order)
    if later is None:
        return _ratings_seen(session, model, order)
    their = PLAYED.c.match.in_(write_rows.select_names(session, later))
    moved = set(
        session.execute(select(PLAYED.c.player).where(PLAYED.c.model_id == model.id, their)).scalars()
    )
    mine = RATING.c.model_id == model.id, RATING.c.pool == OVERALL
    now = session.execute(select(RATING.c.player, RATING.c.shown).where(*mine)).all()
    kept = {player: shown for player, shown in now if player not in moved}
    return kept | _ratings_seen(session, model, order, moved)


def _matches_after(session: Session, model: Model, order: str) -> list[str] | None:
    """The matches from a place in the order on; None where they are too many."""
    query = select(TAKEN.c.match).where(TAKEN.c.model_id == model.id, TAKEN.c.ord >= order)
    found = list(session.execute(query.order_by(TAKEN.c.ord).limit(FEW_MATCHES + 1)).scalars())
    return found if len(found) <= FEW_MATCHES else None


def _ratings_seen(
    session: Session, model: Model, order: str, players: Collection[str] | None = None
) -> dict[str, int]:
    """What these players, or everybody, were rated before a place in the order."""
    seen = (
        select(PLAYED.c.shown)
        .where(PLAYED.c.model_id == model.id, PLAYED.c.player == RATING.c.player)
        .where(PLAYED.c.ord < order, PLAYED.c.shown.is_not(None))
        .order_by(PLAYED.c.ord.desc())
        .limit(1)
    )
    query = select(RATING.c.player, seen.scalar_subquery()).where(
        RATING.c.model_id == model.id, RATING.c.pool == OVERALL
    )
    if players is not None:
        query = query.where(RATING.c.player.in_(write_rows.select_names(session, players)))
    return {player: shown for player, shown in session.execute(query).all() if shown is not None}


def row_matches(
    session: Session, league: int, scope: str, unit: str, *, after: str | None = None, limit: int = PAGE
) -> Page[Given]:
    """Which matches gave a unit its points, the latest first. Cursors are ``ord``s."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(SHARE.c.ord, GIVEN.c.shares).join(
        GIVEN,
        (GIVEN.c.model_id == SHARE.c.model_id)
        & (GIVEN.c.source == SHARE.c.source)
        & (GIVEN.c.scope == SHARE.c.scope),
    )
    query = query.where(*_conditions(model, SHARE, scope), SHARE.c.unit == unit)
    if after is not None:
        query = query.where(SHARE.c.ord < after)
    found = session.execute(query.order_by(SHARE.c.ord.desc()).limit(limit + 1)).all()
    items = tuple(
        Given(next(share for share in read_shares(row.shares) if share.unit == unit), row.ord)
        for row in found[:limit]
    )
    return Page(items, items[-1].ord if len(found) > limit else None)
