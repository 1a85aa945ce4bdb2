"""What changed, and why: matches that were counted since, and matches that were corrected."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, Change, causes_between, changes_between
from scorekeeper.league.counting import Share
from scorekeeper.league.rules import HEAD_TO_HEAD, LeagueRules
from scorekeeper.league.standings import Meeting, Row
from scorekeeper.store.leagues import checkpoints, derive_store, derive_table
from scorekeeper.store.leagues.derive_deltas import read_shares, whole
from scorekeeper.store.leagues.derive_inputs import moment_text
from scorekeeper.store.leagues.derive_model import Model, current
from scorekeeper.store.leagues.derive_table import Meetings, MeetingsOf
from scorekeeper.store.leagues.reading_tables import GIVEN, rules_of
from scorekeeper.store.leagues.reading_values import PAGE, Changes, Page, Revision
from scorekeeper.store.leagues.revisions import REVISION, document_in, shares_in, source_in

MOST_MATCHES = 500
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
    sources = list(before)[:MOST_MATCHES]
    now = _given(session, model, scope, sources)
    moved = Moved(tuple(now.values()), tuple(before[one] for one in sources if before[one]))
    told = _changes(session, model, scope, rules_of(session, league, scope), moved, limit)
    shown = tuple(_revision(row) for row in noted if row.kind != ADDED or row.late)
    complete = len(before) < MOST_MATCHES and len(told) <= limit and len(shown) <= limit
    return Changes(told[:limit], shown[:limit], complete)


class Moved(NamedTuple):
    """What matches give now, and what they gave before: documents of shares."""

    new: Sequence[Sequence[Any]]
    old: Sequence[Sequence[Any]]


def _given(session: Session, model: Model, scope: str, sources: Sequence[str]) -> dict[str, Sequence[Any]]:
    """What these sources give in a scope, as it lies there."""
    found: dict[str, Sequence[Any]] = {}
    query = select(GIVEN.c.source, GIVEN.c.shares).where(GIVEN.c.model_id == model.id, GIVEN.c.scope == scope)
    for start in range(0, len(sources), derive_store.AT_ONCE):
        some = GIVEN.c.source.in_(sources[start : start + derive_store.AT_ONCE])
        found |= {row.source: row.shares for row in session.execute(query.where(some))}
    return found


def _noted(session: Session, league: int, since: datetime) -> Sequence[Any]:
    query = select(REVISION).where(REVISION.c.league_id == league, REVISION.c.at > since)
    return session.execute(query.order_by(REVISION.c.id.desc()).limit(MOST_MATCHES)).all()


def _before(
    session: Session, model: Model, scope: str, since: datetime, noted: Sequence[Any]
) -> dict[str, Sequence[Any]]:
    """By match (or series) what it gave at that moment: nothing, if it was played since. The latest come first."""
    moment = moment_text(since)
    query = select(GIVEN.c.source, GIVEN.c.ord).where(GIVEN.c.model_id == model.id, GIVEN.c.scope == scope)
    found: dict[str, Sequence[Any]] = {}
    for row in session.execute(query.order_by(GIVEN.c.ord.desc()).limit(MOST_MATCHES)):
        night, ended, _ = row.ord.split("|", 2)
        if (ended or f"{night}T12") <= moment:
            break
        found[row.source] = ()
    for row in noted:  # from the newest on, so that the oldest has the last word
        found[source_in(row, scope)] = document_in(row.before, scope)
    return found


def _changes(
    session: Session, model: Model, scope: str, rules: LeagueRules, moved: Moved, limit: int
) -> tuple[Change, ...]:
    units = {share[0] for _, shares in (*moved.new, *moved.old) for share in shares}
    if not units:
        return ()
    then = checkpoints.tallies_now(session, model.id, scope)
    everybody = {*then.units, *units}
    for documents, times in ((moved.new, -1), (moved.old, 1)):
        for document in documents:
            then.add(document, rules, times)
    many = len(everybody) > WHOLE_TABLE
    wanted = _first(session, model, scope, units, limit + 1) if many else everybody
    met = _adjusted(derive_table.meetings_of(session, model.id, scope), moved, rules)
    ratings = derive_table.ratings_now(session, model.id, scope, rules)
    before = [place.row for place in derive_table.places_of(then, rules, ratings, met, wanted)]
    causes = causes_between(*(_shares(documents, wanted) for documents in (moved.old, moved.new)))
    return changes_between(before, _rows(session, model, scope, wanted), causes)


def _first(session: Session, model: Model, scope: str, units: Collection[str], limit: int) -> set[str]:
    """Those of some units who stand first in a table."""
    query = select(STANDING.c.unit).where(STANDING.c.model_id == model.id, STANDING.c.scope == scope)
    found = session.execute(query.where(STANDING.c.unit.in_(derive_store.named(session, units)))
                            .order_by(STANDING.c.position).limit(limit)).scalars()  # fmt: skip
    return set(found)


def _shares(documents: Iterable[Sequence[Any]], units: Collection[str]) -> list[Share]:
    """The shares of documents that are given to one of these units."""
    some = (one for one in documents if any(share[0] in units for share in one[1]))
    return [share for one in some for share in read_shares(one) if share.unit in units]


def _adjusted(met: MeetingsOf, moved: Moved, rules: LeagueRules) -> MeetingsOf:
    """Who met whom, without what matches give now, and with what they gave before."""

    def among(units: Sequence[str]) -> Meetings:
        found, level = met(units), set(units)
        for documents, times in ((moved.new, -1), (moved.old, 1)) if HEAD_TO_HEAD in rules.tie_breaks else ():
            for share in (share for _, shares in documents for share in shares if share[0] in level):
                for rival, won in share[6]:
                    if rival in level:
                        mine = found.setdefault(share[0], {})
                        matches, so_far = mine.get(rival, Meeting())
                        mine[rival] = Meeting(matches + times, so_far + times * whole(won))
        return found

    return among


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
