"""Answers beside the rows of the standings: how the latest matches came out, and how far a row rose in one evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select, union_all
from sqlalchemy.orm import Session

from scorekeeper.league.form import LOST, SHARED, WON
from scorekeeper.league.tie_breaks import Placed, Wanted
from scorekeeper.store.leagues.figures.editions import Model, current_model
from scorekeeper.store.leagues.figures.inputs import ALL_TIME
from scorekeeper.store.leagues.figures.models import PARTS, SHARE, TAKEN
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.ranked_rows import table_of
from scorekeeper.store.leagues.figures.reading.sums import Span

LATEST = 5
MAX_LOOKED_AT = 5000
"""Of more matches the standings before the evening are not added up once more."""


class RowTrend(NamedTuple):
    """The latest matches of a row (the newest last), and the places it ``rose`` in the latest evening: negative where
    it fell, None where it had no place before, or where that was not looked up.
    """

    form: tuple[str, ...] = ()
    rose: int | None = None


def trends_of(
    session: Session, league: int, scope: str, placed: Sequence[Placed], night: str | None = None
) -> dict[str, RowTrend]:
    """The trends of these rows, by unit; of the standings after a ``night``, if one is named."""
    model = current_model(session, league)
    if model is None or not placed:
        return {}
    until = f"{night}{END}" if night else END
    before = _ranks_before(session, model, scope, [one.row.unit for one in placed], until)
    forms = _forms(session, Span(session, model.id, scope, until), [one.row.unit for one in placed])
    return {
        row.unit: RowTrend(forms.get(row.unit, ()), _difference(before.get(row.unit), row.rank))
        for _, row in placed
    }


def _difference(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _ranks_before(
    session: Session, model: Model, scope: str, units: Sequence[str], until: str
) -> dict[str, int | None]:
    """The ranks that these units had before the latest evening."""
    ours = [TAKEN.c.model_id == model.id, TAKEN.c.counted.is_(True), TAKEN.c.position < until]
    if scope != ALL_TIME:
        ours.append(TAKEN.c.season == scope)
    some = select(TAKEN.c.match).where(*ours).limit(MAX_LOOKED_AT + 1).subquery()
    if session.execute(select(func.count()).select_from(some)).scalar_one() > MAX_LOOKED_AT:
        return {}
    latest = select(TAKEN.c.night).where(*ours).order_by(TAKEN.c.position.desc()).limit(1)
    night = session.execute(latest).scalar()
    if night is None:
        return {}
    found = table_of(session, model, scope, night).places(Wanted(units=frozenset(units)))
    return {one.row.unit: one.row.rank for one in found}


def _forms(session: Session, span: Span, units: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """How the latest matches of each of these units came out. Each unit is read from its end, not as a whole."""
    some = [
        select(SHARE.c.unit, SHARE.c.matches, SHARE.c.wins)
        .where(*span.rows_of(SHARE), SHARE.c.unit == unit)
        .order_by(SHARE.c.night.desc(), SHARE.c.position.desc())
        .limit(LATEST)
        .subquery()
        for unit in units
    ]
    found: dict[str, tuple[str, ...]] = {}
    for unit, matches, wins in session.execute(union_all(*(select(one) for one in some))):
        found[unit] = (_kind(matches, wins), *found.get(unit, ()))
    return found


def _kind(matches: int, wins: int) -> str:
    """How a share came out: of an evening that counts as a whole it is won where more than half of it was."""
    half = matches * PARTS / 2
    if wins > half:
        return WON
    return LOST if wins == 0 or (matches > 1 and wins < half) else SHARED
