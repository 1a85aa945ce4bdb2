"""The order in which matches came into a league: matches that no moment tells apart stand in it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.event_kinds import ARRIVALS
from scorekeeper.store.leagues.log.models import LeagueEventRow


def select_arrivals(league: int) -> Select[str | None, int]:
    """By the key of a match (``subject``) the number of the event by which it came in last (``came``)."""
    query = select(LeagueEventRow.subject, func.max(LeagueEventRow.seq).label("came"))
    query = query.where(LeagueEventRow.league_id == league, LeagueEventRow.kind.in_(ARRIVALS))
    return query.group_by(LeagueEventRow.subject)


def arrival_numbers(session: Session, league: int, keys: Sequence[str]) -> dict[str, int]:
    """When each of these matches came in: a number that grows with every match of the league."""
    found = session.execute(select_arrivals(league).where(LeagueEventRow.subject.in_(keys)))
    return {str(key): came for key, came in found}
