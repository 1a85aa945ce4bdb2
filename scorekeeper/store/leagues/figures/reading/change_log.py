"""Answers: what changed in the standings, and why: matches played since a moment, and matches corrected since."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, RowChange, causes_between, changes_between
from scorekeeper.league.counting import Share
from scorekeeper.league.rules import BY_RATING
from scorekeeper.league.tie_breaks import StandingsRow, Wanted
from scorekeeper.store.leagues.figures.editions import Model, current_model
from scorekeeper.store.leagues.figures.inputs import ALL_TIME, read_taken
from scorekeeper.store.leagues.figures.models import REVISION, TAKEN
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import PAGE, Page, Revision, StandingsChanges
from scorekeeper.store.leagues.figures.reading.ranked_rows import shares_by_source, table_of
from scorekeeper.store.leagues.figures.reading.sums import Span, SpanTable
from scorekeeper.store.leagues.figures.revisions import shares_in, source_in
from scorekeeper.store.leagues.figures.rows import MatchShares, sources_of
from scorekeeper.store.leagues.matches.scored import moment_text

MAX_MATCHES = 500
"""So many matches that changed since are listed; of more, the latest."""
MAX_COMPARED = 300
"""Standings of so many rows are compared whole, so that rows moved by others are listed too."""


def changes_since(
    session: Session, league: int, scope: str, since: datetime, *, skip: int = 0, limit: int = PAGE
) -> StandingsChanges:
    """What changed in the standings since a moment, and the matches that caused it: those played and those corrected.

    A page has ``limit`` rows and ``limit`` corrections, after the first ``skip`` of each.
    """
    model = current_model(session, league)
    if model is None:
        return StandingsChanges((), (), None, None, None, True)
    noted, played = _read_revisions(session, league, since), _read_played(session, model, scope, since)
    before: dict[str, tuple[Share, ...]] = {}
    for row in noted:  # from the newest on, so that the oldest has the last word
        source = source_in(row, scope)
        before.pop(source, None)
        if row.kind != ADDED and source not in played:  # one that was entered late had been played before
            before[source] = shares_in(row.before, scope)
    corrected = dict(list(before.items())[: MAX_MATCHES - len(played)])
    now = shares_by_source(session, model.id, scope, model.by_scope, corrected)
    moved = MovedShares(
        min((given.position for given in played.values()), default=END),
        [share for given in played.values() for share in given.shares],
        [share for given in now.values() for share in given.shares],
        [share for shares in corrected.values() for share in shares],
        {} if played else _rated_before(noted),
    )
    rows = _changes(session, model, scope, moved, (skip, limit))
    told = [row for row in noted if row.kind != ADDED or row.late]
    more = rows.more or len(told) > skip + limit
    most = max(len(played) + len(before), len(noted))
    return StandingsChanges(
        rows.changes,
        tuple(_revision(row) for row in told[skip : skip + limit]),
        skip + limit if more else None,
        None if most < MAX_MATCHES else MAX_MATCHES,
        moved.position[:10] if len(noted) < len(played) == MAX_MATCHES else None,
        rows.everybody,
    )


class MovedShares(NamedTuple):
    """What matches give that were played or corrected since a moment: ``old`` is what they gave before.

    ``position`` is the place of the first one played. ``ratings`` are those before the corrections.
    """

    position: str
    played: Sequence[Share]
    corrected: Sequence[Share]
    old: Sequence[Share]
    ratings: Mapping[str, int]


def _rated_before(noted: Sequence[Any]) -> dict[str, int]:
    """The ratings of players before these corrections. The latest correction comes first."""
    return {player: before for row in noted for player, (before, _) in (row.ratings or {}).items()}


def _read_revisions(session: Session, league: int, since: datetime) -> Sequence[Any]:
    query = select(REVISION).where(REVISION.c.league_id == league, REVISION.c.at > since)
    return session.execute(query.order_by(REVISION.c.id.desc()).limit(MAX_MATCHES)).all()


def _read_played(session: Session, model: Model, scope: str, since: datetime) -> dict[str, MatchShares]:
    """What the matches (or series) give that were played since, the latest first."""
    moment, query = moment_text(since), select(TAKEN).where(TAKEN.c.model_id == model.id)
    if scope != ALL_TIME:
        query = query.where(TAKEN.c.season == scope)
    latest = query.where(TAKEN.c.counted.is_(True)).order_by(TAKEN.c.position.desc()).limit(MAX_MATCHES)
    rows = takewhile(lambda row: _end_of(row.position) > moment, session.execute(latest))
    matches = [read_taken(row) for row in rows]
    names = {name: None for one in matches for name, at in sources_of(one, model.by_scope) if at == scope}
    given = shares_by_source(session, model.id, scope, model.by_scope, names)
    return {name: one for name, one in given.items() if one.shares and _end_of(one.position) > moment}


def _end_of(position: str) -> str:
    """When a match ended; of an old result only its night is known."""
    night, ended, _ = position.split("|", 2)
    return ended or f"{night}T12"


class Rows(NamedTuple):
    """Rows that changed: some of them, whether there are more, and whether everybody's row was compared."""

    changes: tuple[RowChange, ...]
    more: bool
    everybody: bool


def _changes(session: Session, model: Model, scope: str, moved: MovedShares, part: tuple[int, int]) -> Rows:
    new = [*moved.played, *moved.corrected]
    units = {share.unit for share in (*new, *moved.old)}
    if not units:
        return Rows((), False, True)
    now, then = table_of(session, model, scope), _table_then(session, model, scope, moved)
    skip, limit = part
    many = len(then.values.keys() | units) > MAX_COMPARED
    some = _in_order(now, units)[skip : skip + limit + 1] if many else []
    wanted = frozenset(some[:limit]) if many else then.values.keys() | now.values.keys()
    before, after = (_rows(one, wanted) for one in (then, now))
    causes = causes_between(*([share for share in some if share.unit in wanted] for some in (moved.old, new)))
    told = changes_between(before, after, causes)
    if many:
        return Rows(told, len(some) > limit, False)
    return Rows(told[skip : skip + limit], len(told) > skip + limit, True)


def _table_then(session: Session, model: Model, scope: str, moved: MovedShares) -> SpanTable:
    """The standings before the first match that was played since, with what corrected matches gave before."""
    rules, span = model.by_scope.of(scope), Span(session, model.id, scope, moved.position)
    then = SpanTable(
        span, rules, {**span.ratings(rules), **moved.ratings} if rules.counting == BY_RATING else {}
    )
    then.shift(moved.corrected, -1)
    then.shift(moved.old, 1)
    return then


def _in_order(now: SpanTable, units: Collection[str]) -> list[str]:
    """These units, as far as they have a row, level by level."""
    levels, below = now.levels()
    return [unit for level in (*map(sorted, levels), below) for unit in level if unit in units]


def _rows(table: SpanTable, units: Collection[str]) -> list[StandingsRow]:
    wanted = Wanted(units=frozenset(units))
    found = sorted(
        (one for one in table.places(wanted) if one.row.unit in units), key=lambda one: one.position
    )
    return [one.row for one in found]


def revisions(
    session: Session, league: int, *, after: str | None = None, limit: int = PAGE
) -> Page[Revision]:
    """Corrections of matches that had counted, and matches that came late, the latest first."""
    query = select(REVISION).where(REVISION.c.league_id == league)
    query = query.where((REVISION.c.kind != ADDED) | REVISION.c.late)
    if after is not None and after.isdecimal():
        query = query.where(REVISION.c.id < int(after))
    found = session.execute(query.order_by(REVISION.c.id.desc()).limit(limit + 1)).all()
    items = tuple(_revision(row) for row in found[:limit])
    return Page(items, str(found[limit - 1].id) if len(found) > limit else None)


def revisions_of(session: Session, league: int, match: str) -> tuple[Revision, ...]:
    """What was corrected of one match, the latest first."""
    query = select(REVISION).where(REVISION.c.league_id == league, REVISION.c.match == match)
    query = query.where((REVISION.c.kind != ADDED) | REVISION.c.late)
    return tuple(_revision(row) for row in session.execute(query.order_by(REVISION.c.id.desc()).limit(PAGE)))


def _revision(row: Any) -> Revision:
    scope = next(iter({**row.before, **row.after}), None)
    old, new = (() if scope is None else shares_in(told, scope) for told in (row.before, row.after))
    ratings = {player: (before, after) for player, (before, after) in (row.ratings or {}).items()}
    return Revision(row.at, row.match, row.kind, row.late, causes_between(old, new), ratings)
