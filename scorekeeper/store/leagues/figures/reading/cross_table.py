"""Answers about everybody against everybody, and of partners: a table of players, from the sums of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from sqlalchemy import or_
from sqlalchemy.orm import Session

from scorekeeper.league.measures import AGAINST_MARK, PLAYER, against
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.figures.editions import current_model
from scorekeeper.store.leagues.figures.models import SUM
from scorekeeper.store.leagues.figures.reading.player_figures import (
    OPPONENTS,
    PARTNERS,
    of_two_with,
    select_sums,
)
from scorekeeper.store.many_names import select_names

MAX_ACROSS = 30
"""So many players stand down and across: those with most matches."""


class CrossTable(NamedTuple):
    """Who won how often against each other, or as partners: by row and column what was won, and what was lost.

    ``more`` says that other players have matches too.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[int, int]]
    more: bool


def cross_table(
    session: Session, league: int, scope: str, *, together: bool = False, players: Sequence[str] | None = None
) -> CrossTable:
    """The players with most matches against each other, or ``together`` on one side; or these ``players`` against
    those that they met most.
    """
    model, which = current_model(session, league).id, PARTNERS if together else OPPONENTS

    def read(about: str, measure: str, *conditions: Any) -> Sequence[Any]:
        query = select_sums(model, about, scope, SUM.c.who).where(SUM.c.measure == measure, *conditions)
        return session.execute(query).all()

    if players is None:
        candidates = _list_most({who: matches for who, _, matches in read(PLAYER, "wins")})
        rows = columns = tuple(candidates[:MAX_ACROSS])
    else:
        candidates, met = list(players), Counter[str]()
        rows = tuple(candidates[:MAX_ACROSS])
        for who, _, matches in read(*which, or_(*map(of_two_with, rows))) if rows else ():
            met[who.partition(AGAINST_MARK)[2]] += matches
        columns = tuple(_list_most(met)[:MAX_ACROSS])
    pairs = {
        against(*two): two for row in rows for column in columns for two in ((row, column), (column, row))
    }
    of_pairs = SUM.c.who.in_(select_names(session, pairs))
    sums = {pairs[who]: (won, met) for who, won, met in read(*which, of_pairs)}
    cells = {}
    for row, column in product(rows, columns):
        if (
            row != column and (row, column) in sums
        ):  # a level match is neither won nor lost; together it was not won
            won, matches = sums[row, column]
            cells[row, column] = won, matches - won if together else sums.get((column, row), (0, 0))[0]
    return CrossTable(rows, columns, cells, len(candidates) > MAX_ACROSS)


def _list_most(matches: Mapping[str, int]) -> list[str]:
    """The players with matches, those with most first."""
    most = sorted(matches.items(), key=lambda item: (-item[1], item[0]))
    return [who for who, _ in most if not is_stranger(who)]
