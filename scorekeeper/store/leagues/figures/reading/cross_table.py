"""Answers about everybody against everybody, and of partners: a table of players, from the sums of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from scorekeeper.league.measures import AGAINST, AGAINST_MARK, PLAYER, against
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.figures.editions import current_model
from scorekeeper.store.leagues.figures.inputs import ALL_TIME
from scorekeeper.store.leagues.figures.models import SUM
from scorekeeper.store.leagues.figures.ratings import select_names
from scorekeeper.store.leagues.figures.reading.player_figures import AHEAD
from scorekeeper.store.leagues.figures.reading.sums import total
from scorekeeper.store.leagues.figures.rows import TOGETHER, WITH

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
    model = current_model(session, league)
    if model is None:
        return CrossTable((), (), {}, False)
    sums = _Sums(session, model.id, scope)
    if players is None:
        found = sums.list_busiest()
        rows = columns = tuple(found[:MAX_ACROSS])
        more = len(found) > MAX_ACROSS
    else:
        rows, more = tuple(players[:MAX_ACROSS]), len(players) > MAX_ACROSS
        columns = tuple(sums.list_met(rows, together=together))
    return CrossTable(rows, columns, sums.read_cells(rows, columns, together=together), more)


class _Sums:
    """The sums of observations in a scope."""

    def __init__(self, session: Session, model: int, scope: str) -> None:
        self.session, self.model = session, model
        self.season = [] if scope == ALL_TIME else [SUM.c.season == scope]

    def read(self, about: str, measure: str, *which: Any) -> Iterable[Any]:
        """Rows of ``who``, how often it came true, and out of how often."""
        ours = SUM.c.model_id == self.model, SUM.c.about == about, SUM.c.measure == measure
        query = select(SUM.c.who, total(SUM.c.got), total(SUM.c.out_of)).where(*ours, *self.season, *which)
        return self.session.execute(query.group_by(SUM.c.who)).all()

    def list_busiest(self) -> list[str]:
        """Every player with a match, those with most first."""
        found = sorted(self.read(PLAYER, "wins"), key=lambda row: (-row[2], row[0]))
        return [who for who, *_ in found if not is_stranger(who)]

    def list_met(self, rows: Sequence[str], *, together: bool) -> list[str]:
        """The players that these met most."""
        if not rows:
            return []
        after = chr(ord(AGAINST_MARK) + 1)
        theirs = or_(*(and_(SUM.c.who > f"{key}{AGAINST_MARK}", SUM.c.who < f"{key}{after}") for key in rows))
        met = Counter[str]()
        for who, _, out_of in self.read(*_measure_of(together), theirs):
            met[who.partition(AGAINST_MARK)[2]] += out_of
        most = sorted(met.items(), key=lambda one: (-one[1], one[0]))
        return [who for who, _ in most if not is_stranger(who)][:MAX_ACROSS]

    def read_cells(
        self, rows: Sequence[str], columns: Sequence[str], *, together: bool
    ) -> dict[tuple[str, str], tuple[int, int]]:
        """What each row won and lost with or against each column. A level match is neither; together it was not won."""
        pairs = {
            against(*two): two for one in rows for other in columns for two in ((one, other), (other, one))
        }
        some = SUM.c.who.in_(select_names(self.session, sorted(pairs)))
        found = {pairs[who]: (got, out_of) for who, got, out_of in self.read(*_measure_of(together), some)}
        cells = {}
        for one in rows:
            for other in columns:
                if one != other and (one, other) in found:
                    won, met = found[one, other]
                    lost = met - won if together else found.get((other, one), (0, 0))[0]
                    cells[one, other] = won, lost
        return cells


def _measure_of(together: bool) -> tuple[str, str]:
    return (WITH, TOGETHER) if together else (AGAINST, AHEAD)
