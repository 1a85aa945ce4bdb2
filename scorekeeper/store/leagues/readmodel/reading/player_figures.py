"""Answers about players: sums, form, ratings, partners and opponents, and the statistics of all players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import func, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.league.measures import AGAINST, AGAINST_MARK, PAIR, PLAYER, Sum, against
from scorekeeper.league.nights import night_of
from scorekeeper.league.ratings import Rating
from scorekeeper.league.rules import LeagueRules
from scorekeeper.store.leagues.readmodel import match_order, ranking
from scorekeeper.store.leagues.readmodel.deltas import TOGETHER, WITH
from scorekeeper.store.leagues.readmodel.editions import Model, current_model
from scorekeeper.store.leagues.readmodel.inputs import ALL_TIME
from scorekeeper.store.leagues.readmodel.models import FORM, PLAYED, RANKED, RATING, STANDING, SUM, TAKEN
from scorekeeper.store.leagues.readmodel.reading.answers import (
    PAGE,
    HeadToHead,
    Level,
    Opponent,
    Page,
    Placed,
    Played,
    PlayerPage,
    Rated,
)
from scorekeeper.store.leagues.readmodel.reading.match_rows import read_listed
from scorekeeper.store.leagues.readmodel.reading.ranked_rows import rules_by_scope
from scorekeeper.store.match import statements

COMPANY = 10
"""So many partners and opponents are shown: those a player met most."""
MET = 20
AHEAD = "ahead_of"


def find_player(session: Session, league: int, key: str, scope: str = "") -> PlayerPage | None:
    """A player's figures; None when nothing is known of such a player."""
    model = current_model(session, league)
    if model is None:
        return None
    mine = select(PLAYED.c.match).where(PLAYED.c.model_id == model.id, PLAYED.c.player == key)
    if session.execute(mine.limit(1)).first() is None:
        return None
    rules = rules_by_scope(session, league)
    forms = select(FORM).where(FORM.c.model_id == model.id, FORM.c.player == key)
    places = select(STANDING).where(
        STANDING.c.model_id == model.id, STANDING.c.scope.in_(sorted(rules.scopes)), STANDING.c.unit == key
    )
    return PlayerPage(
        key=key,
        sums=_sums(session, model, PLAYER, key, scope),
        forms={row.game: match_order.read_form(row.form) for row in session.execute(forms)},
        ratings=_ratings_of(session, model, key, rules.of(ALL_TIME)),
        places={row.scope: Placed(*ranking.read_place(row)) for row in session.execute(places)},
        partners=_company(session, model, WITH, key, scope),
        opponents=_company(session, model, AGAINST, key, scope),
    )


def _sums(session: Session, model: Model, about: str, who: str, scope: str) -> dict[str, dict[str, Sum]]:
    query = select(SUM.c.game, SUM.c.measure, SUM.c.got, SUM.c.out_of).where(
        SUM.c.model_id == model.id, SUM.c.about == about, SUM.c.who == who, SUM.c.scope == scope
    )
    found: dict[str, dict[str, Sum]] = {}
    for game, measure, got, out_of in session.execute(query):
        found.setdefault(game, {})[measure] = Sum(got, out_of)
    return found


def _ratings_of(session: Session, model: Model, key: str, rules: LeagueRules) -> dict[str, Rated]:
    query = select(RATING).where(RATING.c.model_id == model.id, RATING.c.player == key)
    return {row.pool: _read_rated(row, rules) for row in session.execute(query)}


def _read_rated(row: Any, rules: LeagueRules) -> Rated:
    rating, today = Rating(*row.rating), night_of(statements.now(), rules.zone, rules.day_ends).isoformat()
    return Rated(row.pool, row.player, rating, rating.provisional(rules), rating.inactive(rules, today))


def _company(session: Session, model: Model, about: str, key: str, scope: str) -> tuple[Opponent, ...]:
    """The players that a player met most. One against another is kept by season: all time is their sum."""
    got, out_of = func.sum(SUM.c.got), func.sum(SUM.c.out_of)
    first, last = f"{key}{AGAINST_MARK}", f"{key}{chr(ord(AGAINST_MARK) + 1)}"
    query = select(SUM.c.who, got, out_of).where(
        SUM.c.model_id == model.id, SUM.c.about == about, SUM.c.who > first, SUM.c.who < last
    )
    if scope != ALL_TIME:
        query = query.where(SUM.c.scope == scope)
    query = query.group_by(SUM.c.who).order_by(out_of.desc(), SUM.c.who).limit(COMPANY)
    return tuple(
        Opponent(who.partition(AGAINST_MARK)[2], Sum(int(ahead), int(met)))
        for who, ahead, met in session.execute(query)
    )


def _against(session: Session, model: Model, about: str, who: str, scope: str) -> dict[str, Sum]:
    """A sum that is kept by season, by game and (``""``) together."""
    query = select(SUM.c.game, func.sum(SUM.c.got), func.sum(SUM.c.out_of)).where(
        SUM.c.model_id == model.id,
        SUM.c.about == about,
        SUM.c.who == who,
        SUM.c.measure.in_((AHEAD, TOGETHER)),
    )
    if scope != ALL_TIME:
        query = query.where(SUM.c.scope == scope)
    found = {game: Sum(int(got), int(of)) for game, got, of in session.execute(query.group_by(SUM.c.game))}
    if found:
        found[""] = Sum(sum(one.got for one in found.values()), sum(one.of for one in found.values()))
    return found


def rating_history(
    session: Session, league: int, key: str, *, after: str | None = None, limit: int = 200
) -> Page[Played]:
    """A player's matches that count, with the ratings after each, the latest first."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(PLAYED).where(PLAYED.c.model_id == model.id, PLAYED.c.player == key, PLAYED.c.kind != "")
    if after is not None:
        query = query.where(PLAYED.c.ord < after)
    found = session.execute(query.order_by(PLAYED.c.ord.desc()).limit(limit + 1)).all()
    items = tuple(
        Played(row.match, row.ord, row.ord.partition("|")[0], row.game, row.kind, row.shown, row.shown_game)
        for row in found[:limit]
    )
    return Page(items, items[-1].ord if len(found) > limit else None)


def list_ratings(
    session: Session, league: int, pool: str = "", *, after: str | None = None, limit: int = PAGE
) -> Page[Rated]:
    """Everybody's rating in a pool, best first."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(RATING).where(RATING.c.model_id == model.id, RATING.c.pool == pool)
    bound, _, name = (after or "").partition("|")
    if bound.lstrip("-").isdecimal():
        beyond = (RATING.c.shown == int(bound)) & (RATING.c.player > name)
        query = query.where(RATING.c.shown <= int(bound), (RATING.c.shown < int(bound)) | beyond)
    found = session.execute(query.order_by(RATING.c.shown.desc(), RATING.c.player).limit(limit + 1)).all()
    rules = rules_by_scope(session, league).of(ALL_TIME)
    items = tuple(_read_rated(row, rules) for row in found[:limit])
    return Page(items, f"{items[-1].rating.shown}|{items[-1].player}" if len(found) > limit else None)


def head_to_head(
    session: Session, league: int, one: str, other: str, scope: str = "", *, after: str | None = None
) -> HeadToHead:
    """Two players against each other and together, with a page of their matches, the latest first."""
    model = current_model(session, league)
    if model is None:
        return HeadToHead(one, other, {}, {}, {}, (), None)
    mine, theirs = PLAYED.alias(), PLAYED.alias()
    query = (
        select(TAKEN)
        .join(mine, (mine.c.model_id == TAKEN.c.model_id) & (mine.c.match == TAKEN.c.match))
        .join(
            theirs,
            (theirs.c.model_id == mine.c.model_id)
            & (theirs.c.ord == mine.c.ord)
            & (theirs.c.player == other),
        )
    )
    query = query.where(mine.c.model_id == model.id, mine.c.player == one)
    if scope != ALL_TIME:
        query = query.where(mine.c.season == scope)
    if after is not None:
        query = query.where(mine.c.ord < after)
    found = session.execute(query.order_by(mine.c.ord.desc()).limit(MET + 1)).all()
    return HeadToHead(
        one,
        other,
        _against(session, model, AGAINST, against(one, other), scope),
        _against(session, model, AGAINST, against(other, one), scope),
        _against(session, model, WITH, against(one, other), scope),
        tuple(read_listed(row) for row in found[:MET]),
        found[MET - 1].ord if len(found) > MET else None,
    )


def list_statistics(
    session: Session,
    league: int,
    measure: str,
    *,
    about: str = PLAYER,
    game: str = "",
    scope: str = "",
    after: str | None = None,
    limit: int = PAGE,
    least_first: bool = False,
) -> Page[Level]:
    """One measure of every player or pair, the most first (or the least); those below the line last.

    ``game`` ``""`` is for measures of every game.
    """
    model = current_model(session, league)
    if model is None or about not in (PLAYER, PAIR):
        return Page((), None)
    query = select(SUM).where(
        SUM.c.model_id == model.id,
        SUM.c.measure == measure,
        SUM.c.about == about,
        SUM.c.scope == scope,
        SUM.c.game == game,
        RANKED,
    )
    few, level, who = _cursor(after)
    found: list[Any] = []
    for small in (False, True):
        if small < few or len(found) > limit:
            continue
        part = query.where(SUM.c.few.is_(small))
        place = tuple_(SUM.c.level, SUM.c.who)
        if small == few and level is not None:
            part = part.where(place > (level, who) if least_first else place < (level, who))
        # Both columns in one direction, as the index has them: thousands may be level.
        order = (SUM.c.level, SUM.c.who) if least_first else (SUM.c.level.desc(), SUM.c.who.desc())
        found += session.execute(part.order_by(*order).limit(limit + 1 - len(found))).all()
    return Page(_levels(found[:limit]), _cursor_at(found[limit - 1]) if len(found) > limit else None)


def _levels(found: Iterable[Any]) -> tuple[Level, ...]:
    return tuple(Level(row.who, Sum(row.got, row.out_of), row.few) for row in found)


def _cursor_at(row: Any) -> str:
    return f"{int(row.few)}|{float(row.level).hex()}|{row.who}"


def _cursor(after: str | None) -> tuple[bool, float | None, str]:
    """Where a page goes on; from the beginning, if that cannot be read."""
    parts: Sequence[str] = (after or "").split("|", 2)
    try:
        few, level, who = parts
        return few == "1", float.fromhex(level), who
    except ValueError:
        return False, None, ""
