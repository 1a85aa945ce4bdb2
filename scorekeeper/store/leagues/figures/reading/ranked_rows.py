"""Answers about the standings: as they are or were after a night, the matches behind a row, and how it fared lately."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import func, select, union_all
from sqlalchemy.orm import Session

from scorekeeper.league.counting import Share
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.form import LOST, SHARED, WON
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.tie_breaks import Placed, Wanted
from scorekeeper.store.leagues.figures.derive import leagues_to_derive
from scorekeeper.store.leagues.figures.editions import NO_MODEL, Model, current_model, list_models
from scorekeeper.store.leagues.figures.inputs import read_rows, read_rules_by_scope, read_taken
from scorekeeper.store.leagues.figures.models import PARTS, SHARE, TAKEN
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import PAGE, Page, in_scope
from scorekeeper.store.leagues.figures.reading.sums import Span, SpanTable
from scorekeeper.store.leagues.figures.rows import NO_SHARES, SERIES_MARK, MatchShares, work_out_shares
from scorekeeper.store.leagues.figures.take_evenings import read_evenings
from scorekeeper.store.leagues.figures.take_in import by_name
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow

LATEST = 5
MAX_LOOKED_AT = 5000
"""Of more matches the standings before the evening are not added up once more."""


class FiguresState(NamedTuple):
    """How fresh the figures are. ``version`` moves with everything that becomes visible (an ETag).

    While ``updating`` some figures are the old ones: ``done`` of ``total`` matches are through the present ``phase``
    (``matches`` that are taken in, the ``order`` in which ratings follow, or empty). ``only_ratings`` says that all
    others are those of now.
    """

    version: int
    updating: bool
    phase: str
    done: int
    total: int
    only_ratings: bool = False


def find_state(session: Session, league: int) -> FiguresState:
    """How fresh the figures are. Every page shows it, and has ``version`` and ``updating`` in its ETag."""
    models = list_models(session, league)
    shown = next((model for model in models if model.current), NO_MODEL)
    built = next((model for model in models if not model.current and not model.retired), None)
    at_work, version = built or shown, shown.version + (built.version if built else 0)
    updating = bool(leagues_to_derive(session, league)) or built is not None
    phase = at_work.phase if updating else ""
    only = built is None and not at_work.retired and phase != "" and not _has_dirty(session, league)
    return FiguresState(version, updating, phase, at_work.done, at_work.total, only)


def _has_dirty(session: Session, league: int) -> bool:
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.dirty.is_(True)
    return session.execute(select(LeagueMatchRow.id).where(*ours).limit(1)).first() is not None


def rules_of(session: Session, league: int, scope: str) -> LeagueRules:
    """The rules by which the figures of a scope that pages show are counted."""
    model = current_model(session, league)
    if model is not NO_MODEL:
        return model.by_scope.of(scope)
    rules = session.execute(select(LeagueRow.rules).where(LeagueRow.id == league)).scalar_one()
    return read_rules_by_scope(session, league, rules).of(scope)


def table_of(session: Session, model: Model, scope: str, until: str = END) -> SpanTable:
    """The standings of a scope, of the matches before a place in the order."""
    return SpanTable(Span(session, model.id, scope, until), model.by_scope.of(scope))


def list_standings(
    session: Session, league: int, scope: str, *, night: str | None = None, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The standings from the position after ``after`` on, as they are, or as they were after a night (with today's
    corrections). Cursors are positions.
    """
    table = table_of(session, current_model(session, league), scope, _end_of(night))
    placed = list(table.places(Wanted(after + 1, after + limit + 1)))
    return Page(tuple(placed[:limit]), str(placed[limit - 1].position) if len(placed) > limit else None)


def _end_of(night: str | None) -> str:
    return f"{night}{END}" if night else END


def find_row(session: Session, league: int, scope: str, unit: str) -> Placed | None:
    """One unit's row; None when it has none."""
    model = current_model(session, league)
    ours = SHARE.c.model_id == model.id, SHARE.c.scope == scope, SHARE.c.unit == unit
    if session.execute(select(SHARE.c.unit).where(*ours).limit(1)).first() is None:
        return None
    wanted = Wanted(units=frozenset([unit]))
    return next(
        (place for place in table_of(session, model, scope).places(wanted) if place.row.unit == unit), None
    )


def row_matches(
    session: Session, league: int, scope: str, unit: str, *, after: str | None = None, limit: int = PAGE
) -> Page[Share]:
    """What each match gave to a unit, the latest first. Cursors are places in the order."""
    model = current_model(session, league)
    ours = *Span(session, model.id, scope, after or END).rows_of(SHARE), SHARE.c.unit == unit
    query = select(SHARE.c.night, SHARE.c.position, SHARE.c.source).where(*ours).distinct()
    ordered = query.order_by(SHARE.c.night.desc(), SHARE.c.position.desc())
    rows = session.execute(ordered.limit(limit + 1)).all()
    by_source = shares_by_source(session, model, scope, [row.source for row in rows[:limit]])
    shares = (share for row in rows[:limit] for share in by_source[row.source].shares)
    items = tuple(share for share in shares if share.unit == unit)
    return Page(items, rows[limit - 1].position if len(rows) > limit else None)


def shares_by_source(
    session: Session, model: Model, scope: str, sources: Iterable[str]
) -> dict[str, MatchShares]:
    """What each of these matches, series and evenings gives in a scope, worked out from what is kept of it."""
    names, rules = list(sources), model.by_scope
    evenings = read_evenings(session, model.id, [name for name in names if name.startswith(EVENING_MARK)])
    series = [name.removeprefix(SERIES_MARK) for name in names if name.startswith(SERIES_MARK)]
    alone = [name for name in names if not name.startswith((EVENING_MARK, SERIES_MARK))]
    matches = [
        read_taken(row)
        for column, keys in ((TAKEN.c.match, alone), (TAKEN.c.series, series))
        for row in read_rows(session, model.id, column, keys)
    ]
    groups = by_name(matches)
    return {
        name: evenings.get((name, scope), NO_SHARES)
        if name.startswith(EVENING_MARK)
        else work_out_shares((name, scope), groups.get(name, ()), rules)
        for name in names
    }


# --- how rows fared lately ----------------------------------------------------------------------------


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
    if not placed:
        return {}
    model, units = current_model(session, league), [place.row.unit for place in placed]
    before = _ranks_before(session, model, scope, units, _end_of(night))
    forms = _read_forms(session, Span(session, model.id, scope, _end_of(night)), units)
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
    ours = TAKEN.c.model_id == model.id, TAKEN.c.counted.is_(True), TAKEN.c.position < until
    here = *ours, *in_scope(TAKEN.c.season, scope)
    looked_at = select(TAKEN.c.match).where(*here).limit(MAX_LOOKED_AT + 1).subquery()
    if session.execute(select(func.count()).select_from(looked_at)).scalar_one() > MAX_LOOKED_AT:
        return {}
    latest = select(TAKEN.c.night).where(*here).order_by(TAKEN.c.position.desc()).limit(1)
    night = session.execute(latest).scalar()
    if night is None:
        return {}
    placed = table_of(session, model, scope, night).places(Wanted(units=frozenset(units)))
    return {place.row.unit: place.row.rank for place in placed}


def _read_forms(session: Session, span: Span, units: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """How the latest matches of each of these units came out. Each unit is read from its end, not as a whole."""
    latest = [
        select(SHARE.c.unit, SHARE.c.matches, SHARE.c.wins)
        .where(*span.rows_of(SHARE), SHARE.c.unit == unit)
        .order_by(SHARE.c.night.desc(), SHARE.c.position.desc())
        .limit(LATEST)
        .subquery()
        for unit in units
    ]
    forms: dict[str, tuple[str, ...]] = {}
    for unit, matches, wins in session.execute(union_all(*(select(subquery) for subquery in latest))):
        forms[unit] = (_kind(matches, wins), *forms.get(unit, ()))
    return forms


def _kind(matches: int, wins: int) -> str:
    """How a share came out: of an evening that counts as a whole it is won where more than half of it was."""
    half = matches * PARTS / 2
    if wins > half:
        return WON
    return LOST if wins == 0 or (matches > 1 and wins < half) else SHARED
