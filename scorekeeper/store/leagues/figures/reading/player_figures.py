"""Answers about players: sums, form, ratings, partners and opponents, and the statistics of all players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Double, and_, cast, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.statistics import COUNT
from scorekeeper.games import GAMES
from scorekeeper.league.form import RecentForm
from scorekeeper.league.match_statistics import COMMON
from scorekeeper.league.measures import AGAINST, AGAINST_MARK, EVERYBODY, LEAGUE, PLAYER, Sum, against
from scorekeeper.league.nights import night_of
from scorekeeper.league.ratings import OVERALL, Rating
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.statistics import measures_of
from scorekeeper.store import clock
from scorekeeper.store.leagues.figures import ratings
from scorekeeper.store.leagues.figures.editions import Model, current_model
from scorekeeper.store.leagues.figures.inputs import ALL_TIME, LeagueResult, read_taken, scope_of_year
from scorekeeper.store.leagues.figures.models import LISTED, PLAYED, SUM, TAKEN
from scorekeeper.store.leagues.figures.reading.answers import PAGE, Page, in_scope, total
from scorekeeper.store.leagues.figures.rows import OF_YEAR, TOGETHER, WITH

PARTNERS, OPPONENTS = (WITH, TOGETHER), (AGAINST, "ahead_of")
"""What sums of two players are about, and their measure."""
COMPANY = 10
"""So many partners and opponents are shown: those a player met most."""
MET = 20
OFTENER = 1e-12
"""What an observation more adds to a mean: less than two means lie apart, so that it decides among equals alone."""


class Rated(NamedTuple):
    """A player's rating in a pool, and its marks as of the league's today."""

    player: str
    rating: Rating
    provisional: bool
    inactive: bool


class Opponent(NamedTuple):
    """An opponent or partner of a player. ``sum``: how often they met, and how often the player did better or won."""

    player: str
    sum: Sum


class PlayerPage(NamedTuple):
    """A player's figures in one scope: ``sums`` by game (``""``: every game together), then by measure. Their ``past``
    and the form in all games, and ``ratings`` by game, are of all time.
    """

    sums: Mapping[str, Mapping[str, Sum]]
    past: Sequence[Any]
    form: RecentForm
    ratings: Mapping[str, Rated]
    partners: tuple[Opponent, ...]
    opponents: tuple[Opponent, ...]


def find_player(session: Session, league: int, key: str, scope: str = "") -> PlayerPage | None:
    """A player's figures; None when nothing is known of such a player."""
    model = current_model(session, league)
    mine = select(PLAYED.c.match).where(PLAYED.c.model_id == model.id, PLAYED.c.player == key)
    if session.execute(mine.limit(1)).first() is None:
        return None
    rules, past = model.by_scope.of(ALL_TIME), past_of(session, model.id, key)
    codes = {code for game in ("", *GAMES) for code in measures_of(game)}
    latest = {pool: ratings.latest(session, model.id, [key], pool).get(key) for pool in (OVERALL, *GAMES)}
    return PlayerPage(
        sums=_read_sums(session, model, PLAYER, key, scope, codes),
        past=past,
        form=form_of(past),
        ratings={pool: _rated(key, rating, rules) for pool, rating in latest.items() if rating is not None},
        partners=_list_company(session, model, PARTNERS, key, scope),
        opponents=_list_company(session, model, OPPONENTS, key, scope),
    )


def select_sums(model: int, about: str, scope: str, *by: Any) -> Any:
    """The sums about something in a scope, one for each value of these columns."""
    ours = SUM.c.model_id == model, SUM.c.about == about, *in_scope(SUM.c.season, scope)
    return select(*by, total(SUM.c.got), total(SUM.c.out_of)).where(*ours).group_by(*by)


def of_two_with(key: str) -> Any:
    """The condition for sums of a player and any other."""
    return and_(SUM.c.who > f"{key}{AGAINST_MARK}", SUM.c.who < f"{key}{chr(ord(AGAINST_MARK) + 1)}")


def _read_sums(
    session: Session, model: Model, about: str, who: str, scope: str, measures: Collection[str]
) -> dict[str, dict[str, Sum]]:
    """By game, and (``""``) for all games together the measures that they share."""
    query = select_sums(model.id, about, scope, SUM.c.game, SUM.c.measure)
    sums, every = dict[str, dict[str, Sum]](), dict[str, Sum]()
    mine = query.where(SUM.c.measure.in_(sorted(measures)), SUM.c.who == who)
    for game, measure, got, out_of in session.execute(mine):
        sums.setdefault(game, {})[measure] = Sum(got, out_of)
        if measure in COMMON:
            every[measure] = every.get(measure, Sum()).plus(got, out_of)
    return sums | ({"": every} if every else {})


def past_of(session: Session, model: int, key: str) -> Sequence[Any]:
    """A player's matches that count, in order: ``match``, ``night``, how it came out (``kind``), and the rating that
    people saw after it in all games together (``shown``; None: not rated).
    """
    mine = PLAYED.c.model_id == model, PLAYED.c.player == key, PLAYED.c.pool == OVERALL, PLAYED.c.kind != ""
    night = func.substr(PLAYED.c.position, 1, 10).label("night")
    query = select(PLAYED.c.match, night, PLAYED.c.kind, PLAYED.c.shown).where(*mine)
    return session.execute(query.order_by(PLAYED.c.position, PLAYED.c.seat)).all()


def form_of(past: Iterable[Any]) -> RecentForm:
    """A player's form in all games."""
    form = RecentForm()
    for played in past:
        form = form.and_then(played.kind, played.match)
    return form


def _rated(player: str, rating: Rating, rules: LeagueRules) -> Rated:
    today = night_of(clock.now(), rules.zone, rules.day_ends).isoformat()
    return Rated(player, rating, rating.provisional(rules), rating.inactive(rules, today))


def _list_company(
    session: Session, model: Model, which: tuple[str, str], key: str, scope: str
) -> tuple[Opponent, ...]:
    """The players that a player met most."""
    about, measure = which
    query = select_sums(model.id, about, scope, SUM.c.who).where(SUM.c.measure == measure, of_two_with(key))
    most = query.order_by(total(SUM.c.out_of).desc(), SUM.c.who).limit(COMPANY)
    return tuple(
        Opponent(who.partition(AGAINST_MARK)[2], Sum(ahead, met)) for who, ahead, met in session.execute(most)
    )


def list_ratings(
    session: Session, league: int, pool: str = "", *, after: str | None = None, limit: int = PAGE
) -> Page[Rated]:
    """Everybody's rating in a pool, best first."""
    model = current_model(session, league)
    latest = ratings.latest(session, model.id, None, pool)
    order = sorted((-rating.shown, player) for player, rating in latest.items())
    bound, _, name = (after or "").partition("|")
    if bound.lstrip("-").isdecimal():
        order = [line for line in order if line > (-int(bound), name)]
    rules = model.by_scope.of(ALL_TIME)
    items = tuple(_rated(player, latest[player], rules) for _, player in order[:limit])
    return Page(items, f"{items[-1].rating.shown}|{items[-1].player}" if len(order) > limit else None)


class HeadToHead(NamedTuple):
    """Two players: how often each was placed before the other, by game (``""``: all), and as partners; and a page of
    their matches.
    """

    one: str
    other: str
    one_before: Mapping[str, Sum]
    other_before: Mapping[str, Sum]
    together: Mapping[str, Sum]
    matches: tuple[LeagueResult, ...]
    next: str | None


def head_to_head(
    session: Session, league: int, one: str, other: str, scope: str = "", *, after: str | None = None
) -> HeadToHead:
    """Two players against each other and together, with a page of their matches, the latest first."""
    model = current_model(session, league)
    mine, theirs = PLAYED.alias(), PLAYED.alias()
    same = theirs.c.model_id == mine.c.model_id, theirs.c.position == mine.c.position
    query = (
        select(*LISTED)
        .join(mine, (mine.c.model_id == TAKEN.c.model_id) & (mine.c.match == TAKEN.c.match))
        .join(theirs, same[0] & same[1] & (theirs.c.player == other) & (theirs.c.pool == OVERALL))
    )
    query = query.where(mine.c.model_id == model.id, mine.c.player == one, mine.c.pool == OVERALL)
    query = query.where(*in_scope(TAKEN.c.season, scope))
    if after is not None:
        query = query.where(mine.c.position < after)
    rows = session.execute(query.order_by(mine.c.position.desc()).limit(MET + 1)).all()
    return HeadToHead(
        one,
        other,
        _read_games(session, model, OPPONENTS, against(one, other), scope),
        _read_games(session, model, OPPONENTS, against(other, one), scope),
        _read_games(session, model, PARTNERS, against(one, other), scope),
        tuple(read_taken(row) for row in rows[:MET]),
        rows[MET - 1].position if len(rows) > MET else None,
    )


def _read_games(
    session: Session, model: Model, which: tuple[str, str], who: str, scope: str
) -> dict[str, Sum]:
    """One sum by game, and (``""``) of all games together."""
    about, measure = which
    by_game = _read_sums(session, model, about, who, scope, [measure])
    return {game: sums[measure] for game, sums in by_game.items()}


class Level(NamedTuple):
    """A line of a list of statistics; one ``below`` the line rests on too little for a place."""

    who: str
    sum: Sum
    below: bool


def best_pairs(session: Session, model: Model, year: str, limit: int) -> tuple[Level, ...]:
    """The pairs of a calendar year that won together the most of their matches, of those with enough of them.

    The database puts them in order: a year may have fifty thousand.
    """
    least = model.by_scope.of(scope_of_year(year)).least_matches
    ours = SUM.c.model_id == model.id, SUM.c.about == OF_YEAR + year, SUM.c.measure == TOGETHER
    got, of = cast(SUM.c.got, Double), cast(SUM.c.out_of, Double)
    query = select(SUM.c.who, SUM.c.got, SUM.c.out_of).where(*ours, SUM.c.out_of >= least)
    rows = session.execute(query.order_by((got / of + of * OFTENER).desc(), SUM.c.who.desc()).limit(limit))
    return tuple(Level(who, Sum(won, times), False) for who, won, times in rows)


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
) -> Page[Level]:
    """One measure of every player or pair, the most first; those below the line last.

    ``game`` ``""`` is for measures of every game.
    """
    model = current_model(session, league)
    query = select_sums(model.id, about, scope, SUM.c.who).where(SUM.c.measure == measure)
    if game:
        query = query.where(SUM.c.game == game)
    counts, least = _only_counts(game, measure), model.by_scope.of(scope).least_matches
    lines = [
        (counts or of >= least, float(got) if counts else got / of + of * OFTENER, who, Sum(got, of))
        for who, got, of in session.execute(query)
    ]
    lines.sort(reverse=True)
    start = _find_start(lines, after)
    shown = lines[start : start + limit]
    levels = tuple(Level(who, sum_, not above) for above, _, who, sum_ in shown)
    if start + limit >= len(lines):
        return Page(levels, None)
    above, number, who, _ = shown[-1]
    return Page(levels, f"{int(not above)}|{number.hex()}|{who}")


def sum_of_league(session: Session, league: int, measure: str, game: str = "", scope: str = "") -> Sum | None:
    """A measure of the whole league, of everybody's deals together; None where nothing was seen of it.

    ``game`` ``""`` is for measures of every game.
    """
    by_game = _read_games(session, current_model(session, league), (LEAGUE, measure), EVERYBODY, scope)
    return by_game.get(game)


@cache
def _only_counts(game: str, measure: str) -> bool:
    """Whether a measure only counts, so that its lists are ordered by how often."""
    definition = COMMON.get(measure) or measures_of(game).get(measure)
    return definition is not None and definition.kind == COUNT


Line = tuple[bool, float, str, Sum]
"""Whether it stands above the line, what lists are ordered by, whose it is, and the sum."""


def _find_start(lines: Sequence[Line], after: str | None) -> int:
    """Where a page goes on; at the beginning, if the cursor cannot be read."""
    parts: Sequence[str] = (after or "").split("|", 2)
    try:
        few, number, who = parts
        last = few != "1", float.fromhex(number), who
    except ValueError:
        return 0
    return sum(line[:3] >= last for line in lines)
