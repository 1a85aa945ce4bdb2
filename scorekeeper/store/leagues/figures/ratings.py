"""Ratings go on from the rows before the place that changed: each row has the rating of its player after its match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.league.form import kind_of
from scorekeeper.league.ratings import NEW, OVERALL, Rating, Ratings
from scorekeeper.league.results import Result
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.figures.inputs import read_taken
from scorekeeper.store.leagues.figures.models import LISTED, MODEL, PLAYED, TAKEN
from scorekeeper.store.many_names import select_names
from scorekeeper.store.upsert import Row

END = "~"
"""Comes after every place in the order, and behind a night after every match of it."""
JUST_AFTER = "!"
"""Behind a place in the order it comes before all later ones."""


def select_everybody(model: int) -> Any:
    """All players who sat at a table, a step down the index for each, however much they played."""
    ours = PLAYED.c.model_id == model
    first = select(func.min(PLAYED.c.player).label("value")).where(ours).cte("everybody", recursive=True)
    following = select(func.min(PLAYED.c.player)).where(ours, PLAYED.c.player > first.c.value)
    every = first.union_all(select(following.scalar_subquery()).where(first.c.value.is_not(None)))
    return select(every.c.value)


def latest(
    session: Session, model: int, players: Iterable[str] | None, pool: str = OVERALL, before: str = END
) -> dict[str, Rating]:
    """The ratings of these players (or everybody) before a place in the order, those that have one: a seek for each."""
    who = select_everybody(model) if players is None else select_names(session, players)
    who = who.cte("who").prefix_with("MATERIALIZED")  # SQLite begins with it then
    rated = PLAYED.alias("rated")
    theirs = rated.c.model_id == model, rated.c.pool == pool, rated.c.player == who.c.value
    last = select(rated.c.position).where(*theirs, rated.c.position < before, rated.c.mu.is_not(None))
    last = last.order_by(rated.c.position.desc()).limit(1)
    mine = PLAYED.c.model_id == model, PLAYED.c.pool == pool, PLAYED.c.player == who.c.value
    columns = PLAYED.c.player, PLAYED.c.mu, PLAYED.c.sigma, PLAYED.c.matches, PLAYED.c.position
    query = select(*columns).select_from(who).join(PLAYED, mine[0] & mine[1] & mine[2])
    rows = session.execute(query.where(PLAYED.c.position == last.scalar_subquery(), PLAYED.c.mu.is_not(None)))
    return {
        player: Rating(mu, sigma, matches, position[:10]) for player, mu, sigma, matches, position in rows
    }


def last_position(session: Session, model: int) -> str:
    """Where the last match that counts stands; empty without one."""
    query = select(TAKEN.c.position).where(TAKEN.c.model_id == model, TAKEN.c.counted.is_(True))
    return session.execute(query.order_by(TAKEN.c.position.desc()).limit(1)).scalar() or ""


def count_from(session: Session, model: int, start: str) -> int:
    """How many matches that count stand at a place in the order or after it."""
    ours = TAKEN.c.model_id == model, TAKEN.c.counted.is_(True), TAKEN.c.position >= start
    return session.execute(select(func.count()).select_from(TAKEN).where(*ours)).scalar_one()


class Portion(NamedTuple):
    """Matches that were rated and are not written yet: their rows, how many, and from where it goes on (``end``; None
    where nothing is left behind them).
    """

    rows: Sequence[Row]
    number: int
    end: str | None


class RatingsFollower:
    """Rates matches in their order, from a place on. It keeps what it has read of ratings, as far as it came."""

    def __init__(self, session: Session, model: int, rules: LeagueRules) -> None:
        self.session, self.model, self._running = session, model, Ratings(rules)

    def rate(self, start: str, limit: int) -> Portion:
        """Rate so many matches from a place in the order on, where the last portion ended. Reads only."""
        ours = TAKEN.c.model_id == self.model, TAKEN.c.counted.is_(True), TAKEN.c.position >= start
        query = select(*LISTED).where(*ours).order_by(TAKEN.c.position).limit(limit)
        matches = [read_taken(row) for row in self.session.execute(query)]
        self._read_ratings(start, matches)
        rows = [row for match in matches if match.result for row in self._add(match.position, match.result)]
        end = f"{matches[-1].position}{JUST_AFTER}" if len(matches) == limit else None
        return Portion(rows, len(matches), end)

    def _read_ratings(self, start: str, matches: Iterable[Any]) -> None:
        """Read what is not known yet of those who come."""
        wanted: dict[str, set[str]] = {}
        for match in matches:
            for pool in (OVERALL, match.game):
                pool_ratings = self._running.pools.setdefault(pool, {})
                wanted.setdefault(pool, set()).update(
                    player
                    for player in match.players
                    if player not in pool_ratings and not is_stranger(player)
                )
        for pool, players in wanted.items():
            if players:
                read = latest(self.session, self.model, players, pool, start)
                self._running.pools[pool] |= {player: read.get(player, NEW) for player in players}

    def _add(self, position: str, result: Result) -> Iterable[Row]:
        """Rate a match; the rows of its seats with that."""
        moves, pools = self._running.add(result), self._running.pools
        seats = [
            (seat, kind_of(result, side))
            for side, members in enumerate(result.sides)
            for seat in members
            if not is_stranger(result.players[seat])
        ]
        for number, move in enumerate(moves):
            (seat, kind), after = seats[number % len(seats)], pools[move.pool][move.player]
            key = self.model, move.player, move.pool, position, seat
            yield *key, move.match, kind, after.mu, after.sigma, after.matches, after.shown, move.expected

    def read_before(self, start: str, portion: Portion) -> dict[str, int]:
        """What everybody is rated who has played since a place in the order, before anything is written."""
        players = {row[1] for row in portion.rows} if portion.end is None else None
        now = latest(self.session, self.model, players)
        return {player: rating.shown for player, rating in now.items() if rating.night >= start[:10]}


def read_moved(session: Session, model: int) -> dict[str, int]:
    """What players were rated before the changes that are followed just now."""
    return dict(session.execute(select(MODEL.c.moved).where(MODEL.c.id == model)).scalar_one())


def moves_since(session: Session, model: int, before: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Whose overall rating is not what it was, as people see it: before and now."""
    now = latest(session, model, before) if before else {}
    pairs = {player: (shown, now.get(player, NEW).shown) for player, shown in sorted(before.items())}
    return {player: pair for player, pair in pairs.items() if pair[0] != pair[1]}
