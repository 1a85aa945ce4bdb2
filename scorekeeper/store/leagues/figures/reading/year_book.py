"""Answers: the book of a calendar year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from heapq import nsmallest
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.league.ratings import NEW, OVERALL
from scorekeeper.league.records import Record
from scorekeeper.league.tie_breaks import StandingsRow
from scorekeeper.store.leagues.figures import ratings
from scorekeeper.store.leagues.figures.editions import Model, current_model
from scorekeeper.store.leagues.figures.inputs import scope_of_year
from scorekeeper.store.leagues.figures.models import PLAYED, SUM
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import PAGE
from scorekeeper.store.leagues.figures.reading.match_rows import records
from scorekeeper.store.leagues.figures.reading.player_figures import Level, best_pairs
from scorekeeper.store.leagues.figures.reading.ranked_rows import list_standings
from scorekeeper.store.leagues.figures.rows import MATCHES, NIGHT

BEST = 10
"""So many of each kind stand in the book of a year."""
ROWS = 2 * PAGE
"""So many rows of its standings."""


class Yearbook(NamedTuple):
    """The figures of a calendar year: standings of its nights alone, and what was outstanding in it."""

    year: int
    matches: int
    nights: int
    players: int
    games: Mapping[str, int]
    rows: tuple[StandingsRow, ...]
    records: Mapping[str, Mapping[str, tuple[Record, ...]]]
    risers: tuple[tuple[str, int, int], ...]
    pairs: tuple[Level, ...]
    most_matches: tuple[tuple[str, int], ...]


def yearbook(session: Session, league: int, year: int) -> Yearbook:
    """The figures of a calendar year."""
    model, scope = current_model(session, league), scope_of_year(f"{year:04}")
    nights, games = _nights_of(session, model, f"{year:04}")
    often = _count_matches(session, model, f"{year:04}")
    before = ratings.latest(session, model.id, often, before=f"{year:04}") if often else {}
    after = ratings.latest(session, model.id, often, before=f"{year:04}{END}") if often else {}
    start = {player: before.get(player, NEW).shown for player in after}
    rose = ((start[player] - rating.shown, player, rating.shown) for player, rating in after.items())
    risers = nsmallest(BEST, (riser for riser in rose if riser[0] < 0))
    most = nsmallest(BEST, ((-number, player) for player, number in often.items()))
    return Yearbook(
        year=year,
        matches=games.total(),
        nights=nights,
        players=len(often),
        games=dict(games),
        rows=tuple(placed.row for placed in list_standings(session, league, scope, limit=ROWS).items),
        records=records(session, league, scope),
        risers=tuple((player, start[player], end) for _, player, end in risers),
        pairs=best_pairs(session, model, f"{year:04}", BEST),
        most_matches=tuple((player, -number) for number, player in most),
    )


def _count_matches(session: Session, model: Model, year: str) -> dict[str, int]:
    """Who played in a year, and in how many matches that count: a seek for each player."""
    who = ratings.select_everybody(model.id).subquery("who")
    mine = PLAYED.c.model_id == model.id, PLAYED.c.pool == OVERALL, PLAYED.c.player == who.c.value
    when = PLAYED.c.position >= year, PLAYED.c.position < f"{year}{END}", PLAYED.c.kind != ""
    number = func.count(PLAYED.c.position.distinct())
    query = select(PLAYED.c.player, number).select_from(who).join(PLAYED, mine[0] & mine[1] & mine[2])
    return dict(session.execute(query.where(*when).group_by(PLAYED.c.player)).all())


def _nights_of(session: Session, model: Model, year: str) -> tuple[int, Counter[str]]:
    """How many nights of a year had matches that count, and how many matches of each game there were."""
    ours = SUM.c.model_id == model.id, SUM.c.about == NIGHT, SUM.c.measure == MATCHES
    query = select(SUM.c.who, SUM.c.game, SUM.c.got)
    nights, games = set[str](), Counter[str]()
    for night, game, number in session.execute(
        query.where(*ours, SUM.c.who >= year, SUM.c.who < f"{year}{END}")
    ):
        nights.add(night)
        games[game] += number
    return len(nights), games
