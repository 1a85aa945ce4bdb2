"""Steps 2 and 3: checkpoints, the state after one match, from which a step or a look at the past starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import delete, distinct, func, select
from sqlalchemy.orm import Session

from scorekeeper.league.rules import LeagueRules
from scorekeeper.store.leagues.readmodel import write_rows
from scorekeeper.store.leagues.readmodel.best_nights import BestNights, Nights
from scorekeeper.store.leagues.readmodel.inputs import unpack
from scorekeeper.store.leagues.readmodel.models import CHECKPOINT, GIVEN, TALLY
from scorekeeper.store.leagues.readmodel.tallies import AMOUNTS, Tallies, Totals

ORDER, STANDINGS = "order", "table"
MIN_SPACING = 250
SPACING = {ORDER: 2, STANDINGS: 10}
"""So many matches lie at least between two checkpoints, and a match for so many players: each of them costs room."""
AFTER_ALL = "~"
"""Stands behind every moment of a night in the order of matches."""


class Checkpoint(NamedTuple):
    """A checkpoint: everything up to and with the match at ``ord``. The first one is before all matches."""

    ord: str
    document: Mapping[str, Any]


def spacing(players: int, kind: str) -> int:
    """How many matches lie between two checkpoints."""
    return max(MIN_SPACING, players // SPACING[kind])


def nearest_checkpoint(
    session: Session, model: int, kind: str, scope: str, order: str, *, through: bool = False
) -> Checkpoint:
    """The last checkpoint before a place in the order; with ``through`` also one at this place."""
    bound = CHECKPOINT.c.ord <= order if through else CHECKPOINT.c.ord < order
    query = select(CHECKPOINT.c.ord, CHECKPOINT.c.document).where(*_conditions(model, kind, scope), bound)
    found = session.execute(query.order_by(CHECKPOINT.c.ord.desc()).limit(1)).first()
    return Checkpoint("", {}) if found is None else Checkpoint(found.ord, unpack(found.document))


def last_checkpoint(session: Session, model: int, kind: str, scope: str = "") -> str:
    """Where the last checkpoint is; empty without one."""
    return (
        session.execute(select(func.max(CHECKPOINT.c.ord)).where(*_conditions(model, kind, scope))).scalar()
        or ""
    )


def keep_checkpoint(session: Session, model: int, kind: str, scope: str, order: str, document: bytes) -> None:
    """Write a checkpoint."""
    values = {"model_id": model, "kind": kind, "scope": scope, "ord": order, "document": document}
    write_rows.put_rows(session, CHECKPOINT, [values])


def forget_order(session: Session, model: int, order: str) -> None:
    """Forget the checkpoints of what depends on the order from here on."""
    session.execute(delete(CHECKPOINT).where(*_conditions(model, ORDER, ""), CHECKPOINT.c.ord >= order))


def forget_standings(session: Session, model: int, scope: str, order: str) -> None:
    """Forget the checkpoints of a scope's standings from here on."""
    session.execute(
        delete(CHECKPOINT).where(*_conditions(model, STANDINGS, scope), CHECKPOINT.c.ord >= order)
    )


def _conditions(model: int, kind: str, scope: str) -> tuple[Any, ...]:
    return CHECKPOINT.c.model_id == model, CHECKPOINT.c.kind == kind, CHECKPOINT.c.scope == scope


def tallies_on(
    session: Session,
    model: int,
    scope: str,
    order: str,
    rules: LeagueRules,
    later: Sequence[Any] | None = None,
) -> Tallies:
    """The sums of a scope before a place in the order, from the nearest checkpoint. A caller that has read the matches
    from there on passes them as ``later``.
    """
    point = nearest_checkpoint(session, model, STANDINGS, scope, order)
    since = partial(_shares_between, session, model, scope, GIVEN.c.ord > point.ord, GIVEN.c.ord < order)
    if not rules.best_nights:
        return _add_matches(Totals(rules, point.document), since())
    night = order.partition("|")[0].removesuffix(AFTER_ALL)
    best = _best_nights(Nights(session, model, scope, night or AFTER_ALL), rules, point.document, since)
    if later is None:
        rest = GIVEN.c.ord >= order, GIVEN.c.ord < f"{night}{AFTER_ALL}"
        later = [shares for _, shares in _shares_between(session, model, scope, *rest)]
    best.not_yet(later)
    return best


def _add_matches(totals: Totals, matches: Sequence[Any]) -> Totals:
    for _, shares in matches:
        totals.add(shares)
    return totals


def _best_nights(
    nights: Nights, rules: LeagueRules, document: Mapping[str, Any], since: Callable[[], Sequence[Any]]
) -> BestNights:
    """From a checkpoint on, with the matches since; one of an older edition lacks how much each unit has played."""
    if "played" not in document:
        return BestNights.of_all(rules, nights)
    best = BestNights(rules, nights, document)
    best.went_on(shares for _, shares in since())
    return best


def tallies_now(session: Session, model: int, scope: str, rules: LeagueRules) -> Tallies:
    """The sums of a scope as they stand."""
    if rules.best_nights:
        return BestNights.of_all(rules, Nights(session, model, scope, AFTER_ALL))
    query = select(TALLY.c.unit, *AMOUNTS).where(TALLY.c.model_id == model, TALLY.c.scope == scope)
    found = session.execute(query).all()
    units, *amounts = map(list, zip(*found, strict=True)) if found else ([] for _ in range(6))
    return Totals(rules, {"units": units, "amounts": amounts})


def next_standings_checkpoint(
    session: Session,
    model: int,
    scope: str,
    rules: LeagueRules,
    known: tuple[str, Mapping[str, Any]] | None = None,
) -> tuple[str, Mapping[str, Any]] | None:
    """The place and document of the next checkpoint that standings need; None when there are enough. ``known`` is the
    one before it.

    It lies at the end of a night: standings of the past are asked for by nights.
    """
    players = select(func.count(distinct(TALLY.c.unit))).where(
        TALLY.c.model_id == model, TALLY.c.scope == scope
    )
    step = spacing(session.execute(players).scalar_one(), STANDINGS)
    before = last_checkpoint(session, model, STANDINGS, scope)
    later = GIVEN.c.model_id == model, GIVEN.c.scope == scope, GIVEN.c.ord > before
    orders = select(GIVEN.c.ord).where(*later).order_by(GIVEN.c.ord)
    if session.execute(orders.offset(2 * step - 1).limit(1)).first() is None:
        return None
    reached: str = session.execute(orders.offset(step - 1).limit(1)).scalar_one()
    night = reached.partition("|")[0]
    if known is None or known[0] != before:
        known = nearest_checkpoint(session, model, STANDINGS, scope, before, through=True)
    found = _shares_between(
        session, model, scope, GIVEN.c.ord > known[0], GIVEN.c.ord < f"{night}{AFTER_ALL}"
    )
    if rules.best_nights:
        best = _best_nights(Nights(session, model, scope, night), rules, known[1], lambda: found)
        return found[-1].ord, best.document()
    return found[-1].ord, _add_matches(Totals(rules, known[1]), found).document()


def _shares_between(session: Session, model: int, scope: str, *places: Any) -> Sequence[Any]:
    """What the matches in these places give, in their order."""
    query = select(GIVEN.c.ord, GIVEN.c.shares).where(GIVEN.c.model_id == model, GIVEN.c.scope == scope)
    return session.execute(query.where(*places).order_by(GIVEN.c.ord)).all()
