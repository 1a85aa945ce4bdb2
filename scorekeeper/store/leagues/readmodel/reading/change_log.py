"""Answers: what changed in the standings, and why: matches counted since a moment, and matches corrected since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.changes import ADDED, Change, causes_between, changes_between
from scorekeeper.league.counting import Share
from scorekeeper.league.rules import BY_RATING, HEAD_TO_HEAD, LeagueRules
from scorekeeper.league.standings import Row
from scorekeeper.league.tie_breaks import Balances, BalancesOf, Wanted
from scorekeeper.store.leagues.readmodel import checkpoints, ranking, write_rows
from scorekeeper.store.leagues.readmodel.deltas import read_shares
from scorekeeper.store.leagues.readmodel.editions import Model, current_model
from scorekeeper.store.leagues.readmodel.inputs import moment_text
from scorekeeper.store.leagues.readmodel.meetings import balance_of, balances_among
from scorekeeper.store.leagues.readmodel.models import GIVEN, REVISION, STANDING
from scorekeeper.store.leagues.readmodel.reading.answers import PAGE, Changes, Page, Revision
from scorekeeper.store.leagues.readmodel.reading.ranked_rows import ratings_on, rules_of
from scorekeeper.store.leagues.readmodel.revisions import document_in, shares_in, source_in

MAX_MATCHES = 500
"""So many matches that changed since are listed; of more, the latest."""
MAX_COMPARED = 300
"""Standings of so many rows are compared whole, so that rows moved by others are listed too."""


def changes_since(
    session: Session, league: int, scope: str, since: datetime, *, skip: int = 0, limit: int = PAGE
) -> Changes:
    """What changed in the standings since a moment, and the matches that caused it: those played and those corrected.

    A page has ``limit`` rows and ``limit`` corrections, after the first ``skip`` of each.
    """
    model = current_model(session, league)
    if model is None:
        return Changes((), (), None, None, None, True)
    noted, played = _read_revisions(session, league, since), _read_played(session, model, scope, since)
    before: dict[str, Sequence[Any]] = {row.source: () for row in played}
    for row in noted:  # from the newest on, so that the oldest has the last word
        before[source_in(row, scope)] = document_in(row.before, scope)
    sources = list(before)[:MAX_MATCHES]
    now = _read_given(session, model, scope, sources)
    later = {row.source for row in played}
    moved = Moved(
        played[-1].ord if played else checkpoints.AFTER_ALL,
        tuple(given for one, given in now.items() if one in later),
        tuple(given for one, given in now.items() if one not in later),
        tuple(before[one] for one in sources if before[one]),
        {} if played else _rated_before(noted),
    )
    rows = _changes(session, model, scope, rules_of(session, league, scope), moved, (skip, limit))
    told = [row for row in noted if row.kind != ADDED or row.late]
    more = rows.more or len(told) > skip + limit
    return Changes(
        rows.changes,
        tuple(_revision(row) for row in told[skip : skip + limit]),
        skip + limit if more else None,
        None if max(len(before), len(noted)) < MAX_MATCHES else MAX_MATCHES,
        played[-1].ord.partition("|")[0] if len(noted) < len(played) == MAX_MATCHES else None,
        rows.everybody,
    )


class Moved(NamedTuple):
    """The matches that were played or corrected since a moment, as documents of shares.

    ``played`` and ``corrected`` hold what they give now, ``old`` what they gave before. ``order`` is the place of the
    first one played. ``ratings`` are those before the corrections.
    """

    order: str
    played: Sequence[Sequence[Any]]
    corrected: Sequence[Sequence[Any]]
    old: Sequence[Sequence[Any]]
    ratings: Mapping[str, int]

    @property
    def new(self) -> Sequence[Sequence[Any]]:
        """All that is given now and was not before."""
        return (*self.played, *self.corrected)


def _rated_before(noted: Sequence[Any]) -> dict[str, int]:
    """The ratings of players before these corrections. The latest correction comes first."""
    return {player: before for row in noted for player, (before, _) in (row.ratings or {}).items()}


def _read_given(
    session: Session, model: Model, scope: str, sources: Sequence[str]
) -> dict[str, Sequence[Any]]:
    """What these sources give in a scope, as it lies there."""
    found: dict[str, Sequence[Any]] = {}
    query = select(GIVEN.c.source, GIVEN.c.shares).where(GIVEN.c.model_id == model.id, GIVEN.c.scope == scope)
    for start in range(0, len(sources), write_rows.AT_ONCE):
        some = GIVEN.c.source.in_(sources[start : start + write_rows.AT_ONCE])
        found |= {row.source: row.shares for row in session.execute(query.where(some))}
    return found


def _read_revisions(session: Session, league: int, since: datetime) -> Sequence[Any]:
    query = select(REVISION).where(REVISION.c.league_id == league, REVISION.c.at > since)
    return session.execute(query.order_by(REVISION.c.id.desc()).limit(MAX_MATCHES)).all()


def _read_played(session: Session, model: Model, scope: str, since: datetime) -> list[Any]:
    """The matches (or series) that were played since, the latest first: they gave nothing at that moment."""
    moment = moment_text(since)
    query = select(GIVEN.c.source, GIVEN.c.ord).where(GIVEN.c.model_id == model.id, GIVEN.c.scope == scope)
    latest = session.execute(query.order_by(GIVEN.c.ord.desc()).limit(MAX_MATCHES))
    return list(takewhile(lambda row: _end_of(row.ord) > moment, latest))


def _end_of(order: str) -> str:
    """When a match ended; of an old result only its night is known."""
    night, ended, _ = order.split("|", 2)
    return ended or f"{night}T12"


class Rows(NamedTuple):
    """Rows that changed: some of them, whether there are more, and whether everybody's row was compared."""

    changes: tuple[Change, ...]
    more: bool
    everybody: bool


def _changes(
    session: Session, model: Model, scope: str, rules: LeagueRules, moved: Moved, part: tuple[int, int]
) -> Rows:
    units = {share[0] for _, shares in (*moved.new, *moved.old) for share in shares}
    if not units:
        return Rows((), False, True)
    then = checkpoints.tallies_on(session, model.id, scope, moved.order, rules, moved.played)
    for documents, times in ((moved.corrected, -1), (moved.old, 1)):
        for document in documents:
            then.add(document, times)
    everybody = {*then.units, *units}
    skip, limit = part
    many = len(everybody) > MAX_COMPARED
    some = _in_order(session, model, scope, units, skip, limit + 1) if many else []
    wanted = set(some[:limit]) if many else everybody
    balances_of = _adjust_balances(balances_among(session, model.id, scope), moved, rules)
    ratings = ratings_on(session, model, moved.order) if rules.counting == BY_RATING else {}
    places = ranking.places(then, {**ratings, **moved.ratings}, balances_of, Wanted(units=frozenset(wanted)))
    before = [place.row for place in places]
    causes = causes_between(*(_shares(documents, wanted) for documents in (moved.old, moved.new)))
    told = changes_between(before, _rows(session, model, scope, wanted), causes)
    if many:
        return Rows(told, len(some) > limit, False)
    return Rows(told[skip : skip + limit], len(told) > skip + limit, True)


def _in_order(
    session: Session, model: Model, scope: str, units: Collection[str], skip: int, limit: int
) -> list[str]:
    """Some of these units, with their rows in the standings."""
    query = select(STANDING.c.unit).where(STANDING.c.model_id == model.id, STANDING.c.scope == scope)
    query = query.where(STANDING.c.unit.in_(write_rows.select_names(session, units)))
    ordered = query.order_by(STANDING.c.position).offset(skip).limit(limit)
    return list(session.execute(ordered).scalars())


def _shares(documents: Iterable[Sequence[Any]], units: Collection[str]) -> list[Share]:
    """The shares of documents that are given to one of these units."""
    some = (one for one in documents if any(share[0] in units for share in one[1]))
    return [share for one in some for share in read_shares(one) if share.unit in units]


def _adjust_balances(balances_of: BalancesOf, moved: Moved, rules: LeagueRules) -> BalancesOf:
    """The balances, without what matches give now, and with what they gave before."""

    def among(units: Sequence[str]) -> Balances:
        found = {unit: dict(rivals) for unit, rivals in balances_of(units).items()}
        level = set(units)
        for documents, times in ((moved.new, -1), (moved.old, 1)) if HEAD_TO_HEAD in rules.tie_breaks else ():
            for share in (share for _, shares in documents for share in shares if share[0] in level):
                for rival, won in share[6]:
                    if rival in level:
                        mine = found.setdefault(share[0], {})
                        mine[rival] = mine.get(rival, 0) + times * balance_of(1, won)
        return found

    return among


def _rows(session: Session, model: Model, scope: str, units: Iterable[str]) -> list[Row]:
    """The rows of these units now, in the order of the standings."""
    found, wanted = [], sorted(units)
    for start in range(0, len(wanted), write_rows.AT_ONCE):
        query = select(STANDING).where(STANDING.c.model_id == model.id, STANDING.c.scope == scope)
        some = STANDING.c.unit.in_(wanted[start : start + write_rows.AT_ONCE])
        found += [ranking.read_place(row) for row in session.execute(query.where(some))]
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
