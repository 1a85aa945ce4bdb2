"""Step 3, rank: make the rows of the standings from the sums, all of them or those of one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.league import standings
from scorekeeper.league.ratings import OVERALL
from scorekeeper.league.rules import BY_RATING, LeagueRules
from scorekeeper.league.standings import Row, Tally
from scorekeeper.league.tie_breaks import EVERYBODY, NAMED, BalancesOf, Decision, Sums, Wanted
from scorekeeper.store.leagues.readmodel.checkpoints import tallies_now
from scorekeeper.store.leagues.readmodel.inputs import YEAR_MARK
from scorekeeper.store.leagues.readmodel.meetings import balances_among
from scorekeeper.store.leagues.readmodel.models import RATING, STANDING, TALLY, YEAR
from scorekeeper.store.leagues.readmodel.tallies import Tallies

MAX_NAMED = NAMED + 2
"""So many of the level units are named with a row; more never are."""


class Place(NamedTuple):
    """A row of the standings with its position."""

    position: int
    row: Row


def ratings_now(session: Session, model: int, scope: str, rules: LeagueRules) -> dict[str, int]:
    """The ratings of all players, where they order the standings: now, or at the end of the scope's year."""
    if rules.counting != BY_RATING:
        return {}
    query = select(RATING.c.player, RATING.c.shown).where(
        RATING.c.model_id == model, RATING.c.pool == OVERALL
    )
    if scope.startswith(YEAR_MARK):
        year = scope.removeprefix(YEAR_MARK)
        query = select(YEAR.c.player, YEAR.c.after).where(YEAR.c.model_id == model, YEAR.c.year == year)
    return {row[0]: row[1] for row in session.execute(query)}


def places(
    tallies: Tallies, ratings: Mapping[str, int], balances_of: BalancesOf, wanted: Wanted = EVERYBODY
) -> Iterator[Place]:
    """The standings, or the wanted places in them. Tie-breaks are worked out only for units level with one of these."""
    levels, below = tallies.levels(ratings)
    sums = Sums(tallies.find_counting, partial(tallies.contests, ratings=ratings))
    for position, row in standings.places(tallies.rules, levels, below, sums, balances_of, wanted):
        told = tuple(decision.name_at_most(MAX_NAMED) for decision in row.decisions)
        yield Place(position, row._replace(decisions=told))


def count_sums(session: Session, model: int, scope: str) -> int:
    """How many sums the standings are made of."""
    query = select(func.count()).select_from(TALLY).where(TALLY.c.model_id == model, TALLY.c.scope == scope)
    return session.execute(query).scalar_one()


def rank_all(session: Session, model: int, scope: str, rules: LeagueRules) -> list[Place]:
    """The whole standings as of now."""
    tallies, ratings = tallies_now(session, model, scope, rules), ratings_now(session, model, scope, rules)
    return list(places(tallies, ratings, balances_among(session, model, scope)))


def standings_difference(
    session: Session, model: int, scope: str, ranked: Iterable[Place]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows to write and keys to delete, so that the stored rows of a scope are these standings."""
    query = select(STANDING).where(STANDING.c.model_id == model, STANDING.c.scope == scope)
    before = {row.unit: dict(row._mapping) for row in session.execute(query)}
    after = {place.row.unit: row_values(model, scope, place) for place in ranked}
    gone = [{"model_id": model, "scope": scope, "unit": unit} for unit in before if unit not in after]
    return [row for unit, row in after.items() if before.get(unit) != row], gone


def row_values(model: int, scope: str, place: Place) -> dict[str, Any]:
    """The values of a stored row of the standings."""
    row = place.row
    document = [
        row.counting.document(),
        row.played.document(),
        list(row.dropped),
        [[one.code, str(one.value), one.more, list(one.others)] for one in row.decisions],
        None if row.reason is None else [row.reason.msgid, dict(row.reason.params), row.reason.plural],
    ]
    return {
        "model_id": model,
        "scope": scope,
        "unit": row.unit,
        "position": place.position,
        "rank": row.rank,
        "value": str(row.value),
        "row": document,
    }


def read_place(row: Any) -> Place:
    """A row of the standings from its stored row."""
    counting, played, dropped, decisions, reason = row.row
    told = tuple(
        Decision(code, row.unit, (*others, row.unit), Fraction(value), more)
        for code, value, more, others in decisions
    )
    below = None if reason is None else Text(*reason)
    return Place(
        row.position,
        Row(
            row.unit,
            row.rank,
            Fraction(row.value),
            Tally.read(counting),
            Tally.read(played),
            tuple(dropped),
            told,
            below,
        ),
    )
