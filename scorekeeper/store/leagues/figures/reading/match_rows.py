"""Answers about matches: lists of them, what one did, and records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.league.counting import Share, members_of
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.ratings import NEW, OVERALL, Rating, RatingMove, count_days_away
from scorekeeper.league.records import KEPT, KINDS, Record
from scorekeeper.league.results import CONTESTED, WAITING, Result, read_result
from scorekeeper.store.leagues.figures import ratings
from scorekeeper.store.leagues.figures.editions import Model, current_model
from scorekeeper.store.leagues.figures.inputs import (
    ALL_TIME,
    PROPOSED,
    YEAR_MARK,
    LeagueResult,
    read_rows,
    read_taken,
)
from scorekeeper.store.leagues.figures.models import LISTED, PLAYED, RECORD, TAKEN
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import EVERY, PAGE, Filter, Listed, MatchEffect, Page
from scorekeeper.store.leagues.figures.reading.change_log import revisions_of
from scorekeeper.store.leagues.figures.reading.ranked_rows import shares_by_source
from scorekeeper.store.leagues.figures.rows import sources_of
from scorekeeper.store.leagues.log.models import LeagueMatchRow

THAT_WAIT = (PROPOSED, CONTESTED, WAITING)
MAX_COUNTED = 99


def read_listed(row: Any) -> Listed:
    """A match in a list, from its row."""
    facts = row.facts
    reason = facts.get("why_not")
    return Listed(
        match=row.match,
        position=row.position,
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
    """Matches, the latest first. Cursors are places in the order."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query, order = select(*LISTED).where(TAKEN.c.model_id == model.id), TAKEN.c.position
    if which.player is not None:
        theirs = PLAYED.c.model_id == model.id, PLAYED.c.player == which.player, PLAYED.c.pool == OVERALL
        query, order = query.join(PLAYED, PLAYED.c.match == TAKEN.c.match).where(*theirs), PLAYED.c.position
    wanted = ((TAKEN.c.season, which.season), (TAKEN.c.game, which.game), (TAKEN.c.state, which.state))
    query = query.where(*(column == value for column, value in wanted if value is not None))
    if which.players is not None:
        query = query.where(TAKEN.c.match.in_(_select_played(session, model, which.players)))
    if which.since is not None:
        query = query.where(order >= which.since)
    if which.until is not None:
        query = query.where(order < f"{which.until}{END}")
    if after is not None:
        query = query.where(order < after)
    return _page(session.execute(query.order_by(order.desc()).limit(limit + 1)).all(), limit)


def _select_played(
    session: Session, model: Model, players: Sequence[str], column: Any = PLAYED.c.match
) -> Any:
    """The matches in which one of these players sat, or another column of their seats."""
    theirs = PLAYED.c.player.in_(ratings.select_names(session, players)), PLAYED.c.pool == OVERALL
    return select(column).where(PLAYED.c.model_id == model.id, *theirs)


def list_nights_of(session: Session, league: int, players: Sequence[str]) -> set[str]:
    """The nights on which one of these players played."""
    model = current_model(session, league)
    if model is None:
        return set()
    night = func.substr(PLAYED.c.position, 1, 10)
    return set(session.execute(_select_played(session, model, players, night).distinct()).scalars())


def _page(found: Sequence[Any], limit: int) -> Page[Listed]:
    """A page of one match more than is shown."""
    items = tuple(read_listed(row) for row in found[:limit])
    return Page(items, items[-1].position if len(found) > limit else None)


def count_waiting(session: Session, league: int) -> dict[str, int]:
    """By state how many matches wait to be confirmed; those beyond :data:`MAX_COUNTED` are not counted."""
    model = current_model(session, league)
    found: dict[str, int] = {}
    if model is None:
        return found
    for state in THAT_WAIT:
        some = select(TAKEN.c.position).where(TAKEN.c.model_id == model.id, TAKEN.c.state == state)
        counted = select(func.count()).select_from(some.limit(MAX_COUNTED + 1).subquery())
        found[state] = session.execute(counted).scalar_one()
    return {state: number for state, number in found.items() if number}


def list_matches_of_night(
    session: Session, league: int, night: str, *, after: str | None = None, limit: int = PAGE
) -> Page[Listed]:
    """The matches of one night in order. Cursors are places in the order."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(*LISTED).where(
        TAKEN.c.model_id == model.id,
        TAKEN.c.position > max(after or "", f"{night}|"),
        TAKEN.c.position < f"{night}{END}",
    )
    return _page(session.execute(query.order_by(TAKEN.c.position).limit(limit + 1)).all(), limit)


def find_result(session: Session, league: int, match: str) -> Result | None:
    """A match's result as it was taken in, with the players of today; None while it is open, or unknown."""
    one = _find_taken(session, current_model(session, league), match)
    query = select(LeagueMatchRow.result).where(
        LeagueMatchRow.league_id == league, LeagueMatchRow.key == match
    )
    document = None if one is None or one.result is None else session.execute(query).scalar()
    if one is None or document is None:
        return None
    result = read_result(document)
    about = result.about._replace(match=match, players=one.players, night=one.night)
    return result._replace(about=about)


def _find_taken(session: Session, model: Model | None, match: str) -> LeagueResult | None:
    rows = [] if model is None else read_rows(session, model.id, TAKEN.c.match, [match])
    return read_taken(rows[0]) if rows else None


def match_effect(session: Session, league: int, match: str) -> MatchEffect | None:
    """What a match changed in ratings and standings, and why; None for an unknown match."""
    model = current_model(session, league)
    one = _find_taken(session, model, match)
    if one is None or model is None:
        return None
    rules, shares = model.by_scope, dict[str, tuple[Share, ...]]()
    for name, scope in sources_of(one, rules):
        given = shares_by_source(session, model.id, scope, rules, [name])[name].shares
        if name.startswith(EVENING_MARK):
            given = tuple(share for share in given if {*members_of(share.unit)} & {*one.players})
        if given:
            shares[scope] = given
    return MatchEffect(
        moves=tuple(_moves(session, model, one)),
        shares=shares,
        why_not=one.why_not,
        revisions=revisions_of(session, league, match),
    )


def _moves(session: Session, model: Model, one: LeagueResult) -> list[RatingMove]:
    """What a match moved, from the rows of its seats and those before them: in its game, then overall."""
    result = one.result
    if result is None or not one.counted:
        return []
    rules, found = model.by_scope.of(ALL_TIME), []
    for pool in (one.game, OVERALL):
        before = ratings.latest(session, model.id, one.players, pool, one.position)
        mine = PLAYED.c.model_id == model.id, PLAYED.c.pool == pool, PLAYED.c.position == one.position
        query = select(PLAYED).where(*mine, PLAYED.c.player.in_(one.players), PLAYED.c.mu.is_not(None))
        seats = {row.seat: row for row in session.execute(query)}
        for side, members in enumerate(result.sides):
            for row in (seats[seat] for seat in members if seat in seats):
                old = before.get(row.player, NEW)
                found.append(
                    RatingMove(
                        match=one.match,
                        pool=pool,
                        player=row.player,
                        before=old,
                        after=Rating(row.mu, row.sigma, row.matches, one.night),
                        place=result.placements[side],
                        sides=len(result.sides),
                        expected=row.expected,
                        away=count_days_away(old, one.night, rules),
                    )
                )
    return found


def records(session: Session, league: int, scope: str = "") -> dict[str, dict[str, tuple[Record, ...]]]:
    """The greatest of every kind, by game and kind (:data:`records.KINDS`), greatest first."""
    model = current_model(session, league)
    if model is None:
        return {}
    found: dict[str, dict[str, tuple[Record, ...]]] = {}
    for game in GAMES:
        kinds = {kind: _greatest(session, model, game, kind, scope) for kind in KINDS}
        if any(kinds.values()):
            found[game] = {kind: some for kind, some in kinds.items() if some}
    return found


def _greatest(session: Session, model: Model, game: str, kind: str, scope: str) -> tuple[Record, ...]:
    query = select(RECORD).where(RECORD.c.model_id == model.id, RECORD.c.game == game, RECORD.c.kind == kind)
    if scope.startswith(YEAR_MARK):
        year = scope.removeprefix(YEAR_MARK)
        query = query.where(RECORD.c.night >= year, RECORD.c.night < f"{year}{END}")
    elif scope != ALL_TIME:
        query = query.where(RECORD.c.season == scope)
    ordered = query.order_by(RECORD.c.low, RECORD.c.match, RECORD.c.unit).limit(KEPT)
    return tuple(Record(-row.low, row.value, row.match, row.unit) for row in session.execute(ordered))
