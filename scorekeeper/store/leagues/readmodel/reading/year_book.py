"""Answers: the book of a calendar year."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.league.measures import PAIR
from scorekeeper.store.leagues.readmodel.checkpoints import AFTER_ALL
from scorekeeper.store.leagues.readmodel.deltas import NIGHT, TOGETHER
from scorekeeper.store.leagues.readmodel.editions import Model, current_model
from scorekeeper.store.leagues.readmodel.inputs import scope_of_year
from scorekeeper.store.leagues.readmodel.models import SUM, YEAR
from scorekeeper.store.leagues.readmodel.reading.answers import PAGE, Yearbook
from scorekeeper.store.leagues.readmodel.reading.match_rows import records
from scorekeeper.store.leagues.readmodel.reading.player_figures import list_statistics
from scorekeeper.store.leagues.readmodel.reading.ranked_rows import list_standings

BEST = 10
"""So many of each kind stand in the book of a year."""
ROWS = 2 * PAGE
"""So many rows of its standings."""


def yearbook(session: Session, league: int, year: int) -> Yearbook:
    """The figures of a calendar year, which are kept as those of a season are."""
    model, scope = current_model(session, league), scope_of_year(f"{year:04}")
    if model is None:
        return Yearbook(year, 0, 0, 0, {}, (), {}, (), (), ())
    nights, games = _nights_of(session, model, f"{year:04}")
    of_year = YEAR.c.model_id == model.id, YEAR.c.year == f"{year:04}"
    players = session.execute(select(func.count()).select_from(YEAR).where(*of_year)).scalar_one()
    rose = select(YEAR.c.player, YEAR.c.before, YEAR.c.after).where(*of_year, YEAR.c.rise > 0)
    often = select(YEAR.c.player, YEAR.c.matches).where(*of_year)
    risers = session.execute(rose.order_by(YEAR.c.rise.desc(), YEAR.c.player).limit(BEST))
    most = session.execute(often.order_by(YEAR.c.matches.desc(), YEAR.c.player).limit(BEST))
    together = list_statistics(session, league, TOGETHER, about=PAIR, scope=scope, limit=BEST).items
    return Yearbook(
        year=year,
        matches=games.total(),
        nights=nights,
        players=players,
        games=dict(games),
        rows=tuple(placed.row for placed in list_standings(session, league, scope, limit=ROWS).items),
        records=records(session, league, scope),
        risers=tuple((player, before, after) for player, before, after in risers),
        pairs=tuple(one for one in together if not one.below),
        most_matches=tuple((player, number) for player, number in most),
    )


def _nights_of(session: Session, model: Model, year: str) -> tuple[int, Counter[str]]:
    """How many nights of a year had matches that count, and how many matches of each game there were."""
    query = select(SUM.c.who, SUM.c.game, SUM.c.got).where(
        SUM.c.model_id == model.id, SUM.c.about == NIGHT, SUM.c.who >= year, SUM.c.who < f"{year}{AFTER_ALL}"
    )
    nights, games = set[str](), Counter[str]()
    for night, game, number in session.execute(query):
        nights.add(night)
        games[game] += number
    return len(nights), games
