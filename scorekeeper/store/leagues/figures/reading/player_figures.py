"""Answers about players: sums, form, ratings, partners and opponents, and the statistics of all players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlalchemy import Double, cast, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.statistics import COUNT
from scorekeeper.games import GAMES
from scorekeeper.league.form import RecentForm
from scorekeeper.league.match_statistics import COMMON
from scorekeeper.league.measures import AGAINST, AGAINST_MARK, PAIR, PLAYER, Sum, against
from scorekeeper.league.nights import night_of
from scorekeeper.league.ratings import OVERALL, Rating
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.statistics import measures_of
from scorekeeper.store import clock
from scorekeeper.store.leagues.figures import ratings
from scorekeeper.store.leagues.figures.editions import Model, current_model
from scorekeeper.store.leagues.figures.inputs import ALL_TIME, scope_of_year
from scorekeeper.store.leagues.figures.models import PLAYED, SUM, TAKEN
from scorekeeper.store.leagues.figures.reading.answers import (
    PAGE,
    HeadToHead,
    Level,
    Opponent,
    Page,
    PlayedMatch,
    PlayerPage,
    Rated,
)
from scorekeeper.store.leagues.figures.reading.match_rows import read_listed
from scorekeeper.store.leagues.figures.reading.ranked_rows import place_of
from scorekeeper.store.leagues.figures.reading.sums import total
from scorekeeper.store.leagues.figures.rows import OF_YEAR, TOGETHER, WITH
from scorekeeper.store.leagues.log.models import LeagueSeasonRow

COMPANY = 10
"""So many partners and opponents are shown: those a player met most."""
MET = 20
AHEAD = "ahead_of"


OFTENER = 1e-12
"""What an observation more adds to a mean: less than two means lie apart, so that it decides among equals alone."""


def find_player(session: Session, league: int, key: str, scope: str = "") -> PlayerPage | None:
    """A player's figures; None when nothing is known of such a player."""
    model = current_model(session, league)
    if model is None:
        return None
    mine = select(PLAYED.c.match).where(PLAYED.c.model_id == model.id, PLAYED.c.player == key)
    if session.execute(mine.limit(1)).first() is None:
        return None
    seasons = session.execute(
        select(LeagueSeasonRow.key).where(LeagueSeasonRow.league_id == league)
    ).scalars()
    places = {one: place_of(session, model, one, key) for one in sorted({ALL_TIME, *seasons})}
    return PlayerPage(
        key=key,
        sums=_sums(session, model, key, scope),
        forms=forms_of(session, model.id, key),
        ratings=_ratings_of(session, model, key),
        places={one: placed for one, placed in places.items() if placed is not None},
        partners=_company(session, model, WITH, TOGETHER, key, scope),
        opponents=_company(session, model, AGAINST, AHEAD, key, scope),
    )


def _sums(session: Session, model: Model, who: str, scope: str) -> dict[str, dict[str, Sum]]:
    """By game, and for all games together the measures that they share."""
    codes = {code for game in ("", *GAMES) for code in measures_of(game)}
    query = select(SUM.c.game, SUM.c.measure, total(SUM.c.got), total(SUM.c.out_of)).where(
        SUM.c.model_id == model.id, SUM.c.about == PLAYER, SUM.c.measure.in_(sorted(codes)), SUM.c.who == who
    )
    if scope != ALL_TIME:
        query = query.where(SUM.c.season == scope)
    found: dict[str, dict[str, Sum]] = {}
    for game, measure, got, out_of in session.execute(query.group_by(SUM.c.game, SUM.c.measure)):
        found.setdefault(game, {})[measure] = Sum(got, out_of)
        if measure in COMMON:
            every = found.setdefault("", {})
            every[measure] = every.get(measure, Sum()).plus(got, out_of)
    return found


def forms_of(session: Session, model: int, key: str) -> dict[str, RecentForm]:
    """A player's form in every game and in all of them, from all their matches in order."""
    query = select(PLAYED.c.pool, PLAYED.c.kind, PLAYED.c.match)
    query = query.where(PLAYED.c.model_id == model, PLAYED.c.player == key, PLAYED.c.kind != "")
    found: dict[str, RecentForm] = {}
    for pool, kind, match in session.execute(query.order_by(PLAYED.c.pool, PLAYED.c.position, PLAYED.c.seat)):
        found[pool] = found.get(pool, RecentForm()).and_then(kind, match)
    return found


def _ratings_of(session: Session, model: Model, key: str) -> dict[str, Rated]:
    found = {pool: ratings.latest(session, model.id, [key], pool).get(key) for pool in (OVERALL, *GAMES)}
    rules = model.by_scope.of(ALL_TIME)
    return {pool: _rated(pool, key, one, rules) for pool, one in found.items() if one is not None}


def _rated(pool: str, player: str, rating: Rating, rules: LeagueRules) -> Rated:
    today = night_of(clock.now(), rules.zone, rules.day_ends).isoformat()
    return Rated(pool, player, rating, rating.provisional(rules), rating.inactive(rules, today))


def _company(
    session: Session, model: Model, about: str, measure: str, key: str, scope: str
) -> tuple[Opponent, ...]:
    """The players that a player met most."""
    got, out_of = total(SUM.c.got), total(SUM.c.out_of)
    first, last = f"{key}{AGAINST_MARK}", f"{key}{chr(ord(AGAINST_MARK) + 1)}"
    ours = SUM.c.model_id == model.id, SUM.c.about == about, SUM.c.measure == measure
    query = select(SUM.c.who, got, out_of).where(*ours, SUM.c.who > first, SUM.c.who < last)
    if scope != ALL_TIME:
        query = query.where(SUM.c.season == scope)
    query = query.group_by(SUM.c.who).order_by(out_of.desc(), SUM.c.who).limit(COMPANY)
    return tuple(
        Opponent(who.partition(AGAINST_MARK)[2], Sum(ahead, met))
        for who, ahead, met in session.execute(query)
    )


def _against(
    session: Session, model: Model, about: str, measure: str, who: str, scope: str
) -> dict[str, Sum]:
    """A sum by game, and (``""``) of all games together."""
    query = select(SUM.c.game, total(SUM.c.got), total(SUM.c.out_of)).where(
        SUM.c.model_id == model.id, SUM.c.about == about, SUM.c.measure == measure, SUM.c.who == who
    )
    if scope != ALL_TIME:
        query = query.where(SUM.c.season == scope)
    found = {game: Sum(got, of) for game, got, of in session.execute(query.group_by(SUM.c.game))}
    if found:
        found[""] = Sum(sum(one.got for one in found.values()), sum(one.of for one in found.values()))
    return found


def rating_history(
    session: Session, league: int, key: str, *, after: str | None = None, limit: int = 200
) -> Page[PlayedMatch]:
    """A player's matches that count, with the ratings after each, the latest first."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    mine = PLAYED.c.model_id == model.id, PLAYED.c.player == key
    query = select(PLAYED, TAKEN.c.game).join(
        TAKEN, (TAKEN.c.model_id == PLAYED.c.model_id) & (TAKEN.c.match == PLAYED.c.match)
    )
    query = query.where(*mine, PLAYED.c.pool == OVERALL, PLAYED.c.kind != "")
    if after is not None:
        query = query.where(PLAYED.c.position < after)
    found = session.execute(query.order_by(PLAYED.c.position.desc()).limit(limit + 1)).all()
    some = (
        PLAYED.c.position.in_([row.position for row in found]),
        PLAYED.c.pool.in_({row.game for row in found}),
    )
    shown = dict(session.execute(select(PLAYED.c.position, PLAYED.c.shown).where(*mine, *some)).all())
    items = tuple(
        PlayedMatch(
            row.match, row.position, row.position[:10], row.game, row.kind, row.shown, shown.get(row.position)
        )
        for row in found[:limit]
    )
    return Page(items, items[-1].position if len(found) > limit else None)


def peak_rating(session: Session, league: int, key: str) -> int | None:
    """The highest rating that a player ever had after a match, in all games together."""
    model = current_model(session, league)
    if model is None:
        return None
    mine = PLAYED.c.model_id == model.id, PLAYED.c.player == key, PLAYED.c.pool == OVERALL
    return session.execute(select(func.max(PLAYED.c.shown)).where(*mine)).scalar()


def list_ratings(
    session: Session, league: int, pool: str = "", *, after: str | None = None, limit: int = PAGE
) -> Page[Rated]:
    """Everybody's rating in a pool, best first."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    found = ratings.latest(session, model.id, None, pool)
    order = sorted((-rating.shown, player) for player, rating in found.items())
    bound, _, name = (after or "").partition("|")
    if bound.lstrip("-").isdecimal():
        order = [one for one in order if one > (-int(bound), name)]
    rules = model.by_scope.of(ALL_TIME)
    items = tuple(_rated(pool, player, found[player], rules) for _, player in order[:limit])
    return Page(items, f"{items[-1].rating.shown}|{items[-1].player}" if len(order) > limit else None)


def head_to_head(
    session: Session, league: int, one: str, other: str, scope: str = "", *, after: str | None = None
) -> HeadToHead:
    """Two players against each other and together, with a page of their matches, the latest first."""
    model = current_model(session, league)
    if model is None:
        return HeadToHead(one, other, {}, {}, {}, (), None)
    mine, theirs = PLAYED.alias(), PLAYED.alias()
    same = theirs.c.model_id == mine.c.model_id, theirs.c.position == mine.c.position
    query = (
        select(TAKEN)
        .join(mine, (mine.c.model_id == TAKEN.c.model_id) & (mine.c.match == TAKEN.c.match))
        .join(theirs, same[0] & same[1] & (theirs.c.player == other) & (theirs.c.pool == OVERALL))
    )
    query = query.where(mine.c.model_id == model.id, mine.c.player == one, mine.c.pool == OVERALL)
    if scope != ALL_TIME:
        query = query.where(TAKEN.c.season == scope)
    if after is not None:
        query = query.where(mine.c.position < after)
    found = session.execute(query.order_by(mine.c.position.desc()).limit(MET + 1)).all()
    return HeadToHead(
        one,
        other,
        _against(session, model, AGAINST, AHEAD, against(one, other), scope),
        _against(session, model, AGAINST, AHEAD, against(other, one), scope),
        _against(session, model, WITH, TOGETHER, against(one, other), scope),
        tuple(read_listed(row) for row in found[:MET]),
        found[MET - 1].position if len(found) > MET else None,
    )


def best_pairs(session: Session, model: Model, year: str, limit: int) -> tuple[Level, ...]:
    """The pairs of a calendar year that won together the most of their matches, of those with enough of them.

    The database puts them in order: a year may have fifty thousand.
    """
    least = model.by_scope.of(scope_of_year(year)).least_matches
    ours = SUM.c.model_id == model.id, SUM.c.about == OF_YEAR + year, SUM.c.measure == TOGETHER
    got, of = cast(SUM.c.got, Double), cast(SUM.c.out_of, Double)
    query = select(SUM.c.who, SUM.c.got, SUM.c.out_of).where(*ours, SUM.c.out_of >= least)
    found = session.execute(query.order_by((got / of + of * OFTENER).desc(), SUM.c.who.desc()).limit(limit))
    return tuple(Level(who, Sum(won, times), False) for who, won, times in found)


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
    ours = SUM.c.model_id == model.id, SUM.c.about == about, SUM.c.measure == measure
    query = select(SUM.c.who, total(SUM.c.got), total(SUM.c.out_of)).where(*ours)
    if scope != ALL_TIME:
        query = query.where(SUM.c.season == scope)
    if game:
        query = query.where(SUM.c.game == game)
    counts, least = _only_counts(game, measure), model.by_scope.of(scope).least_matches
    above, below = list[Line](), list[Line]()
    for who, got, of in session.execute(query.group_by(SUM.c.who)).all():
        part, level = (
            (above, float(got)) if counts else (above if of >= least else below, got / of + of * OFTENER)
        )
        part.append((level, who, got, of))
    for lines in (above, below):
        lines.sort(reverse=not least_first)
    start = _find_start(above, below, after, least_first)
    shown = [*above[start : start + limit], *below[max(0, start - len(above)) :][:limit]][:limit]
    levels = tuple(
        Level(who, Sum(got, of), start + at >= len(above)) for at, (_, who, got, of) in enumerate(shown)
    )
    end = start + len(shown)
    more = end < len(above) + len(below)
    return Page(levels, f"{int(levels[-1].below)}|{shown[-1][0].hex()}|{shown[-1][1]}" if more else None)


@cache
def _only_counts(game: str, measure: str) -> bool:
    """Whether a measure only counts, so that its lists are ordered by how often."""
    known = COMMON.get(measure) or measures_of(game).get(measure)
    return known is not None and known.kind == COUNT


Line = tuple[float, str, int, int]
"""What lists are ordered by, whose it is, how often it came true, out of how often."""


def _find_start(above: Sequence[Line], below: Sequence[Line], after: str | None, least_first: bool) -> int:
    """Where a page goes on; at the beginning, if the cursor cannot be read."""
    parts: Sequence[str] = (after or "").split("|", 2)
    try:
        few, number, who = parts
        last = float.fromhex(number), who
    except ValueError:
        return 0
    lines = below if few == "1" else above
    passed = sum(1 for one in lines if (one[:2] <= last if least_first else one[:2] >= last))
    return passed + (len(above) if few == "1" else 0)
