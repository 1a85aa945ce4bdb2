"""Answers about matches: lists of them, what one did, and records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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
from scorekeeper.store.leagues.figures.reading.answers import PAGE, Page, in_scope
from scorekeeper.store.leagues.figures.reading.change_log import Revision, revisions_of
from scorekeeper.store.leagues.figures.reading.ranked_rows import shares_by_source
from scorekeeper.store.leagues.figures.rows import sources_of
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.many_names import select_names

THAT_WAIT = (PROPOSED, CONTESTED, WAITING)
MAX_COUNTED = 99


class Filter(NamedTuple):
    """Which matches are listed. ``season`` ``""`` means those of none; ``player`` is a key of today.

    Of ``players`` one sat there. ``since`` and ``until`` are nights, both included.
    """

    season: str | None = None
    game: str | None = None
    player: str | None = None
    state: str | None = None
    players: tuple[str, ...] | None = None
    since: str | None = None
    until: str | None = None


EVERY = Filter()


def list_matches(
    session: Session, league: int, which: Filter = EVERY, *, after: str | None = None, limit: int = PAGE
) -> Page[LeagueResult]:
    """Matches, the latest first. Cursors are places in the order."""
    model = current_model(session, league)
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
    return _page(session, query.order_by(order.desc()), limit)


def _select_played(
    session: Session, model: Model, players: Sequence[str], column: Any = PLAYED.c.match
) -> Any:
    """The matches in which one of these players sat, or another column of their seats."""
    theirs = PLAYED.c.player.in_(select_names(session, players)), PLAYED.c.pool == OVERALL
    return select(column).where(PLAYED.c.model_id == model.id, *theirs)


def list_nights_of(session: Session, league: int, players: Sequence[str]) -> set[str]:
    """The nights on which one of these players played."""
    night = func.substr(PLAYED.c.position, 1, 10)
    theirs = _select_played(session, current_model(session, league), players, night)
    return set(session.execute(theirs.distinct()).scalars())


def list_matches_of_night(
    session: Session, league: int, night: str, *, after: str | None = None, limit: int = PAGE
) -> Page[LeagueResult]:
    """The matches of one night in order. Cursors are places in the order."""
    here = TAKEN.c.position > max(after or "", f"{night}|"), TAKEN.c.position < f"{night}{END}"
    query = select(*LISTED).where(TAKEN.c.model_id == current_model(session, league).id, *here)
    return _page(session, query.order_by(TAKEN.c.position), limit)


def _page(session: Session, query: Any, limit: int) -> Page[LeagueResult]:
    matches = [read_taken(row) for row in session.execute(query.limit(limit + 1))]
    return Page(tuple(matches[:limit]), matches[limit - 1].position if len(matches) > limit else None)


def count_waiting(session: Session, league: int) -> dict[str, int]:
    """By state how many matches wait to be confirmed; those beyond :data:`MAX_COUNTED` are not counted."""
    model, counts = current_model(session, league), dict[str, int]()
    for state in THAT_WAIT:
        waiting = select(TAKEN.c.position).where(TAKEN.c.model_id == model.id, TAKEN.c.state == state)
        counted = select(func.count()).select_from(waiting.limit(MAX_COUNTED + 1).subquery())
        counts[state] = session.execute(counted).scalar_one()
    return {state: number for state, number in counts.items() if number}


def find_result(session: Session, league: int, match: str) -> Result | None:
    """A match's result as it was taken in, with the players of today; None while it is open, or unknown."""
    taken = _find_taken(session, current_model(session, league), match)
    query = select(LeagueMatchRow.result).where(
        LeagueMatchRow.league_id == league, LeagueMatchRow.key == match
    )
    document = None if taken is None or taken.result is None else session.execute(query).scalar()
    if taken is None or document is None:
        return None
    result = read_result(document)
    about = result.about._replace(match=match, players=taken.players, night=taken.night)
    return result._replace(about=about)


def _find_taken(session: Session, model: Model, match: str) -> LeagueResult | None:
    return next(map(read_taken, read_rows(session, model.id, TAKEN.c.match, [match])), None)


class MatchEffect(NamedTuple):
    """What a match did: to the ratings, and to the standings of its season. ``revisions`` are its corrections."""

    moves: tuple[RatingMove, ...]
    shares: tuple[Share, ...]
    why_not: Text | None
    revisions: tuple[Revision, ...]


def match_effect(session: Session, league: int, match: str) -> MatchEffect | None:
    """What a match changed in ratings and standings, and why; None for an unknown match."""
    model = current_model(session, league)
    taken = _find_taken(session, model, match)
    if taken is None:
        return None
    names = [name for name, scope in sources_of(taken, model.by_scope) if scope == taken.season]
    by_source = shares_by_source(session, model, taken.season, names)
    shares = [
        share
        for name, match_shares in by_source.items()
        for share in match_shares.shares
        if not name.startswith(EVENING_MARK) or {*members_of(share.unit)} & {*taken.players}
    ]
    moves = tuple(_list_moves(session, model, taken))
    return MatchEffect(moves, tuple(shares), taken.why_not, revisions_of(session, league, match))


def _list_moves(session: Session, model: Model, taken: LeagueResult) -> list[RatingMove]:
    """What a match moved, from the rows of its seats and those before them: in its game, then overall."""
    result = taken.result
    if result is None or not taken.counted:
        return []
    rules, moves = model.by_scope.of(ALL_TIME), []
    for pool in (taken.game, OVERALL):
        before = ratings.latest(session, model.id, taken.players, pool, taken.position)
        mine = PLAYED.c.model_id == model.id, PLAYED.c.pool == pool, PLAYED.c.position == taken.position
        query = select(PLAYED).where(*mine, PLAYED.c.player.in_(taken.players), PLAYED.c.mu.is_not(None))
        seats = {row.seat: row for row in session.execute(query)}
        for side, members in enumerate(result.sides):
            for row in (seats[seat] for seat in members if seat in seats):
                old = before.get(row.player, NEW)
                moves.append(
                    RatingMove(
                        match=taken.match,
                        pool=pool,
                        player=row.player,
                        before=old,
                        after=Rating(row.mu, row.sigma, row.matches, taken.night),
                        place=result.placements[side],
                        sides=len(result.sides),
                        expected=row.expected,
                        away=count_days_away(old, taken.night, rules),
                    )
                )
    return moves


def records(session: Session, league: int, scope: str = "") -> dict[str, dict[str, tuple[Record, ...]]]:
    """The greatest of every kind, by game and kind (:data:`records.KINDS`), greatest first."""
    model = current_model(session, league)
    by_game: dict[str, dict[str, tuple[Record, ...]]] = {}
    for game in GAMES:
        for kind in KINDS:
            if greatest := _list_greatest(session, model, game, kind, scope):
                by_game.setdefault(game, {})[kind] = greatest
    return by_game


def _list_greatest(session: Session, model: Model, game: str, kind: str, scope: str) -> tuple[Record, ...]:
    query = select(RECORD).where(RECORD.c.model_id == model.id, RECORD.c.game == game, RECORD.c.kind == kind)
    if scope.startswith(YEAR_MARK):
        year = scope.removeprefix(YEAR_MARK)
        query = query.where(RECORD.c.night >= year, RECORD.c.night < f"{year}{END}")
    else:
        query = query.where(*in_scope(RECORD.c.season, scope))
    ordered = query.order_by(RECORD.c.low, RECORD.c.match, RECORD.c.unit).limit(KEPT)
    return tuple(Record(-row.low, row.value, row.match, row.unit) for row in session.execute(ordered))
