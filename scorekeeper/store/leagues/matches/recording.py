"""What a scorer may not write in a league's match: penalties and adjustments are the organiser's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.leagues.log.access import MAY, ORGANISE, role_of
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.match.kinds import RECORDED, UNDONE
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.refusals import Refused

ORGANISERS = frozenset({"penalty", "adjustment"})
"""The kinds of entry that are the organiser's."""
ORGANISERS_ONLY = Finding(
    "",
    "organisers_only",
    T(
        "In this league penalties and adjustments are the organiser’s: ask an organiser to sign in and write it."
    ),
)


def may_write(
    session: Session, match: Match, kind: str, body: Mapping[str, Any], account: int | None
) -> bool:
    """Whether an account may write an event; one that touches a penalty or adjustment is the organiser's."""
    if not any(touched in ORGANISERS for touched in _kinds_touched(match, kind, body)):
        return True
    query = select(LeagueMatchRow.league_id).where(LeagueMatchRow.match_id == match.id)
    league = session.execute(query).scalar()
    return league is None or ORGANISE in MAY[role_of(session, league, account)]


def check_writer(
    session: Session, match: Match, kind: str, body: Mapping[str, Any], account: int | None
) -> None:
    """Refuse an event that an account may not write."""
    if not may_write(session, match, kind, body, account):
        raise Refused((ORGANISERS_ONLY,))


def _kinds_touched(match: Match, kind: str, body: Mapping[str, Any]) -> Iterator[Any]:
    """The kinds of the entries that an event is about: the one it brings, and the one that stands there."""
    entry = body.get("entry")
    if isinstance(entry, Mapping):
        yield entry.get("kind")
    target = body.get("target")
    if type(target) is not int or not 1 <= target <= match.seq:
        return
    event = match.event(target)
    if kind == UNDONE or event.kind != RECORDED:
        yield from _kinds_touched(match, event.kind, event.body)
    for row in (*match.rows(), *match.list_struck()):
        if row.seq == target:
            yield row.entry.get("kind")
            yield from (change.entry.get("kind") for change in row.history)
