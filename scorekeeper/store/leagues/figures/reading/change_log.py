"""Answers: what changed in the standings, and why: matches played since a moment, and matches corrected since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, RowChange, causes_between, changes_between
from scorekeeper.league.counting import Share
from scorekeeper.league.tie_breaks import StandingsRow, Wanted
from scorekeeper.store.leagues.figures.editions import NO_MODEL, Model, current_model
from scorekeeper.store.leagues.figures.inputs import read_taken
from scorekeeper.store.leagues.figures.models import REVISION, TAKEN
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import PAGE, in_scope
from scorekeeper.store.leagues.figures.reading.ranked_rows import shares_by_source, table_of
from scorekeeper.store.leagues.figures.reading.sums import SpanTable
from scorekeeper.store.leagues.figures.revisions import night_in, shares_in, source_in
from scorekeeper.store.leagues.figures.rows import MatchShares, sources_of
from scorekeeper.store.leagues.matches.scored import moment_text

MAX_MATCHES = 500
"""So many matches that changed since are listed; of more, the latest."""
MAX_COMPARED = 300
"""Standings of so many rows are compared whole, so that rows moved by others are listed too."""


class Revision(NamedTuple):
    """A match that came to give something else than before, and its ``night`` (empty where it gave and gives nothing).

    ``ratings`` are ``[before, after]`` as people saw them, by player, at the end of all matches; ``late`` says that
    others had been played since.
    """

    at: datetime
    match: str
    kind: str
    late: bool
    night: str
    ratings: Mapping[str, tuple[int, int]]


class StandingsChanges(NamedTuple):
    """What changed in the standings since a moment, and why: by matches that were counted since, and by corrections.

    ``next`` is how many rows and corrections to skip for the following page, None at the end. Where so many matches
    changed that only the ``latest`` were looked at, they reach back to the night ``reach``, if that is known.
    ``everybody`` says whether all rows were compared: in large standings only the rows of units that played are.
    """

    changes: tuple[RowChange, ...] = ()
    revisions: tuple[Revision, ...] = ()
    next: int | None = None
    latest: int | None = None
    reach: str | None = None
    everybody: bool = True


def changes_since(
    session: Session, league: int, scope: str, since: datetime, *, skip: int = 0, limit: int = PAGE
) -> StandingsChanges:
    """What changed in the standings since a moment, and the matches that caused it: those played and those corrected.

    A page has ``limit`` rows and ``limit`` corrections, after the first ``skip`` of each.
    """
    model = current_model(session, league)
    if model is NO_MODEL:
        return StandingsChanges()
    noted, played = _read_revisions(session, league, since), _read_played(session, model, scope, since)
    before = _shares_before(noted, played, scope)
    looked_at = dict(list(before.items())[: MAX_MATCHES - len(played)])
    corrected = _join(shares_by_source(session, model, scope, looked_at).values())
    old = [share for shares in looked_at.values() for share in shares]
    new = [*_join(played.values()), *corrected]
    first = min((match_shares.position for match_shares in played.values()), default=END)
    changes, more, everybody = tuple[RowChange, ...](), False, True
    if old or new:
        then, now = table_of(session, model, scope, first), table_of(session, model, scope)
        then.rated |= {} if played else _ratings_before(noted)
        then.shift(corrected, -1)
        then.shift(old, 1)
        changes, more, everybody = _compare(then, now, old, new, slice(skip, skip + limit))
    listed = [row for row in noted if row.kind != ADDED or row.late]
    many = max(len(played) + len(before), len(noted)) >= MAX_MATCHES
    return StandingsChanges(
        changes,
        tuple(_revision(row) for row in listed[skip : skip + limit]),
        skip + limit if more or len(listed) > skip + limit else None,
        MAX_MATCHES if many else None,
        first[:10] if len(noted) < len(played) == MAX_MATCHES else None,
        everybody,
    )


def _shares_before(noted: Iterable[Any], played: Collection[str], scope: str) -> dict[str, tuple[Share, ...]]:
    """What corrected matches gave before: of one that was corrected often, before the first time."""
    before: dict[str, tuple[Share, ...]] = {}
    for row in noted:  # from the newest on, so that the oldest has the last word
        source = source_in(row, scope)
        before.pop(source, None)
        if row.kind != ADDED and source not in played:  # one that was entered late had been played before
            before[source] = shares_in(row.before, scope)
    return before


def _join(all_shares: Iterable[MatchShares]) -> list[Share]:
    return [share for match_shares in all_shares for share in match_shares.shares]


def _ratings_before(noted: Sequence[Any]) -> dict[str, int]:
    """The ratings of players before these corrections. The latest correction comes first."""
    return {player: before for row in noted for player, (before, _) in (row.ratings or {}).items()}


def _read_revisions(session: Session, league: int, since: datetime) -> Sequence[Any]:
    query = select(REVISION).where(REVISION.c.league_id == league, REVISION.c.at > since)
    return session.execute(query.order_by(REVISION.c.id.desc()).limit(MAX_MATCHES)).all()


def _read_played(session: Session, model: Model, scope: str, since: datetime) -> dict[str, MatchShares]:
    """What the matches (or series) give that were played since, the latest first."""
    moment, season = moment_text(since), in_scope(TAKEN.c.season, scope)
    query = select(TAKEN).where(TAKEN.c.model_id == model.id, *season, TAKEN.c.counted.is_(True))
    latest = session.execute(query.order_by(TAKEN.c.position.desc()).limit(MAX_MATCHES))
    rows = takewhile(lambda row: _end_of(row.position) > moment, latest)
    matches = [read_taken(row) for row in rows]
    names = {name: None for match in matches for name, at in sources_of(match, model.by_scope) if at == scope}
    by_name = shares_by_source(session, model, scope, names)
    return {
        name: match_shares
        for name, match_shares in by_name.items()
        if match_shares.shares and _end_of(match_shares.position) > moment
    }


def _end_of(position: str) -> str:
    """When a match ended; of an old result only its night is known."""
    night, ended, _ = position.split("|", 2)
    return ended or f"{night}T12"


def _compare(
    then: SpanTable, now: SpanTable, old: Sequence[Share], new: Sequence[Share], part: slice
) -> tuple[tuple[RowChange, ...], bool, bool]:
    """The part of the rows that changed, whether there are more, and whether everybody's row was compared: in large
    standings only those of units with shares are.
    """
    units = {share.unit for share in (*old, *new)}
    everybody = len(then.values.keys() | units) <= MAX_COMPARED
    in_order = [] if everybody else _in_order(now, units)
    wanted = then.values.keys() | now.values.keys() if everybody else frozenset(in_order[part])
    causes = causes_between(*([share for share in shares if share.unit in wanted] for shares in (old, new)))
    changes = changes_between(_rows(then, wanted), _rows(now, wanted), causes)
    if everybody:
        return changes[part], len(changes) > part.stop, True
    return changes, len(in_order) > part.stop, False


def _in_order(now: SpanTable, units: Collection[str]) -> list[str]:
    """These units, as far as they have a row, level by level."""
    levels, below = now.levels()
    return [unit for level in (*map(sorted, levels), below) for unit in level if unit in units]


def _rows(table: SpanTable, units: Collection[str]) -> list[StandingsRow]:
    placed = table.places(Wanted(units=frozenset(units)))
    return [row for _, row in sorted(place for place in placed if place.row.unit in units)]


def revisions_of(session: Session, league: int, match: str) -> tuple[Revision, ...]:
    """What was corrected of one match, the latest first."""
    ours = REVISION.c.league_id == league, REVISION.c.match == match
    query = select(REVISION).where(*ours, (REVISION.c.kind != ADDED) | REVISION.c.late)
    return tuple(_revision(row) for row in session.execute(query.order_by(REVISION.c.id.desc()).limit(PAGE)))


def _revision(row: Any) -> Revision:
    ratings = {player: (before, after) for player, (before, after) in (row.ratings or {}).items()}
    return Revision(row.at, row.match, row.kind, row.late, night_in(row), ratings)
