"""What changed, and why: matches that were counted since, and matches that were corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, Cause, Change, causes_between, changes_between
from scorekeeper.league.counting import Share
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.standings import Row
from scorekeeper.store.leagues import derive_store, derive_table
from scorekeeper.store.leagues.derive_inputs import moment_text
from scorekeeper.store.leagues.derive_model import Model, current
from scorekeeper.store.leagues.reading_tables import GIVEN, adjusted, rules_of, standings_now
from scorekeeper.store.leagues.reading_values import PAGE, Changes, Page, Revision
from scorekeeper.store.leagues.revisions import REVISION, shares_in, source_in

MOST_MATCHES = 1000
"""So many matches that changed since are told; of more, the latest."""
WHOLE_TABLE = 300
"""With so many rows the whole table is compared, so that also those are told who were moved by others."""
TAKEN, STANDING = derive_store.TAKEN, derive_table.STANDING


def changes_since(
    session: Session, league: int, scope: str, since: datetime, *, limit: int = PAGE
) -> Changes:
    """What changed in a table since a moment, and because of which matches: those played, and those corrected."""
    model = current(session, league)
    if model is None:
        return Changes((), (), True)
    noted = _noted(session, league, since)
    before = _before(session, model, scope, since, noted)
    sources = sorted(before)[:MOST_MATCHES]
    now = derive_store.given(session, model.id, sources)
    after = {source: now[source, scope].shares if (source, scope) in now else () for source in sources}
    old = [share for source in sources for share in before[source]]
    new = [share for source in sources for share in after[source]]
    causes = causes_between(old, new)
    rules = rules_of(session, league, scope)
    told = _changes(session, model, scope, rules, old, new, causes)
    shown = tuple(_revision(row) for row in noted if row.kind != ADDED or row.late)
    complete = len(before) < MOST_MATCHES and len(told) <= limit and len(shown) <= limit
    return Changes(tuple(told[:limit]), shown[:limit], complete)


def _noted(session: Session, league: int, since: datetime) -> Sequence[Any]:
    query = select(REVISION).where(REVISION.c.league_id == league, REVISION.c.at > since)
    return session.execute(query.order_by(REVISION.c.id.desc()).limit(MOST_MATCHES)).all()


def _before(
    session: Session, model: Model, scope: str, since: datetime, noted: Sequence[Any]
) -> dict[str, tuple[Share, ...]]:
    """By match (or series) what it gave at that moment: nothing, if it was played since."""
    moment = moment_text(since)
    query = select(GIVEN.c.source, GIVEN.c.ord).where(GIVEN.c.model_id == model.id, GIVEN.c.scope == scope)
    found: dict[str, tuple[Share, ...]] = {}
    for row in session.execute(query.order_by(GIVEN.c.ord.desc()).limit(MOST_MATCHES)):
        night, ended, _ = row.ord.split("|", 2)
        if (ended or f"{night}T12") <= moment:
            break
        found[row.source] = ()
    for row in noted:  # from the newest on, so that the oldest has the last word
        found[source_in(row, scope)] = shares_in(row.before, scope)
    return found


def _changes(
    session: Session,
    model: Model,
    scope: str,
    rules: LeagueRules,
    old: Sequence[Share],
    new: Sequence[Share],
    causes: Mapping[str, tuple[Cause, ...]],
) -> tuple[Change, ...]:
    if not causes:
        return ()
    now = standings_now(session, model, scope, rules)
    everybody = set(now.tallies)
    met = adjusted(derive_table.meetings_of(session, model.id, scope), ((new, -1), (old, 1)), rules)
    then = now.take(new).add(old)
    everybody |= set(then.tallies)
    wanted = everybody if len(everybody) <= WHOLE_TABLE else set(causes)
    ratings = derive_table.ratings_now(session, model.id, rules)
    before = [place.row for place in derive_table.places_of(then, ratings, met, wanted)]
    return changes_between(before, _rows(session, model, scope, wanted), causes)


def _rows(session: Session, model: Model, scope: str, units: Iterable[str]) -> list[Row]:
    """The rows of these units as they stand, in the order of the table."""
    found, wanted = [], sorted(units)
    for start in range(0, len(wanted), derive_store.AT_ONCE):
        query = select(STANDING).where(STANDING.c.model_id == model.id, STANDING.c.scope == scope)
        some = STANDING.c.unit.in_(wanted[start : start + derive_store.AT_ONCE])
        found += [derive_table.read_place(row) for row in session.execute(query.where(some))]
    return [place.row for place in sorted(found, key=lambda place: place.position)]


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
