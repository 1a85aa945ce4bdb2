"""Answers about the standings: as they are, as they were after a night, and the matches behind a row."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.tie_breaks import Placed, Wanted
from scorekeeper.store.leagues.figures.derive import leagues_to_derive
from scorekeeper.store.leagues.figures.editions import Model, current_model, list_models
from scorekeeper.store.leagues.figures.inputs import (
    LeagueResult,
    RulesByScope,
    read_rows,
    read_rules_by_scope,
    read_taken,
)
from scorekeeper.store.leagues.figures.models import SHARE, TAKEN
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import PAGE, FiguresState, Page, RowMatch
from scorekeeper.store.leagues.figures.reading.sums import Span, SpanTable
from scorekeeper.store.leagues.figures.rows import NO_SHARES, SERIES_MARK, MatchShares, work_out_shares
from scorekeeper.store.leagues.figures.take_evenings import read_evenings
from scorekeeper.store.leagues.figures.take_in import by_name
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow


def find_state(session: Session, league: int) -> FiguresState:
    """How fresh the figures are. Every page shows it, and has ``version`` and ``updating`` in its ETag."""
    found = list_models(session, league)
    shown = next((one for one in found if one.current), None)
    built = next((one for one in found if not one.current and not one.retired), None)
    at_work, waits = built or shown, bool(leagues_to_derive(session, league))
    if at_work is None:
        return FiguresState(0, waits, "", 0, 0)
    version = sum(one.version for one in (shown, built) if one is not None)
    updating = built is not None or waits
    phase = at_work.phase if updating else ""
    only = built is None and not at_work.retired and phase != "" and not _has_dirty(session, league)
    return FiguresState(version, updating, phase, at_work.done, at_work.total, only)


def _has_dirty(session: Session, league: int) -> bool:
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.dirty.is_(True)
    return session.execute(select(LeagueMatchRow.id).where(*ours).limit(1)).first() is not None


def rules_of(session: Session, league: int, scope: str) -> LeagueRules:
    """The rules by which the figures of a scope that pages show are counted."""
    model = current_model(session, league)
    if model is not None:
        return model.by_scope.of(scope)
    rules = session.execute(select(LeagueRow.rules).where(LeagueRow.id == league)).scalar_one()
    return read_rules_by_scope(session, league, rules).of(scope)


def table_of(session: Session, model: Model, scope: str, until: str = END) -> SpanTable:
    """The standings of a scope, of the matches before a place in the order."""
    return SpanTable(Span(session, model.id, scope, until), model.by_scope.of(scope))


def list_standings(
    session: Session, league: int, scope: str, *, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The standings from the position after ``after`` on. Cursors are positions."""
    return _standings(session, league, scope, END, after, limit)


def standings_on(
    session: Session, league: int, scope: str, night: str, *, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The standings as they were after a night (with today's corrections)."""
    return _standings(session, league, scope, f"{night}{END}", after, limit)


def _standings(session: Session, league: int, scope: str, until: str, after: int, limit: int) -> Page[Placed]:
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    found = list(table_of(session, model, scope, until).places(Wanted(after + 1, after + limit + 1)))
    shown = tuple(found[:limit])
    return Page(shown, str(shown[-1].position) if len(found) > limit else None)


def find_row(session: Session, league: int, scope: str, unit: str) -> Placed | None:
    """One unit's row; None when it has none."""
    model = current_model(session, league)
    return None if model is None else place_of(session, model, scope, unit)


def place_of(session: Session, model: Model, scope: str, unit: str) -> Placed | None:
    """The same of a model."""
    ours = SHARE.c.model_id == model.id, SHARE.c.scope == Span(session, model.id, scope).scope
    if session.execute(select(SHARE.c.unit).where(*ours, SHARE.c.unit == unit).limit(1)).first() is None:
        return None
    wanted = Wanted(units=frozenset([unit]))
    return next((one for one in table_of(session, model, scope).places(wanted) if one.row.unit == unit), None)


def row_matches(
    session: Session, league: int, scope: str, unit: str, *, after: str | None = None, limit: int = PAGE
) -> Page[RowMatch]:
    """Which matches gave a unit its points, the latest first. Cursors are places in the order."""
    model = current_model(session, league)
    if model is None:
        return Page((), None)
    query = select(SHARE.c.night, SHARE.c.position, SHARE.c.source).where(
        *Span(session, model.id, scope).rows_of(SHARE)
    )
    query = query.where(SHARE.c.unit == unit)
    if after is not None:
        query = query.where(SHARE.c.position < after)
    query = query.distinct().order_by(SHARE.c.night.desc(), SHARE.c.position.desc())
    rows = session.execute(query.limit(limit + 1)).all()
    given = shares_by_source(session, model.id, scope, model.by_scope, [row.source for row in rows[:limit]])
    items = tuple(
        RowMatch(share, row.position)
        for row in rows[:limit]
        for share in given[row.source].shares
        if share.unit == unit
    )
    return Page(items, rows[limit - 1].position if len(rows) > limit else None)


def shares_by_source(
    session: Session,
    model: int,
    scope: str,
    rules: RulesByScope,
    sources: Iterable[str],
    known: Iterable[LeagueResult] = (),
) -> dict[str, MatchShares]:
    """What each of these matches, series and evenings gives in a scope, worked out from what is kept of it."""
    told, matches = list(sources), {one.match: one for one in known}
    evenings = read_evenings(session, model, [name for name in told if name.startswith(EVENING_MARK)])
    wanted = [name for name in told if not name.startswith(EVENING_MARK)]
    series = [name.removeprefix(SERIES_MARK) for name in wanted if name.startswith(SERIES_MARK)]
    alone = [one for one in wanted if not one.startswith(SERIES_MARK) and one not in matches]
    for column, keys in ((TAKEN.c.match, alone), (TAKEN.c.series, series)):
        matches |= {row.match: read_taken(row) for row in read_rows(session, model, column, keys)}
    found = by_name(matches.values())
    given = {name: work_out_shares((name, scope), found.get(name, ()), rules) for name in wanted}
    return {name: given.get(name) or evenings.get((name, scope), NO_SHARES) for name in told}
