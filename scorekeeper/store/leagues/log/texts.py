"""What people wrote in a league: reasons lie beside the log, and can be erased."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.league.evening.state import ROUND, SAY, WHY
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueRow, LeagueTextRow


def add_text(session: Session, league: int, text: str) -> int:
    """Store a reason beside the log; its number."""
    added = insert(LeagueTextRow).values(league_id=league, text=text).returning(LeagueTextRow.id)
    return int(session.execute(added).scalar_one())


def read_texts(session: Session, league: int, numbers: Iterable[int]) -> dict[int, str | None]:
    """What was written under these numbers; None where it was erased."""
    ours = LeagueTextRow.league_id == league, LeagueTextRow.id.in_(list(numbers))
    query = select(LeagueTextRow.id, LeagueTextRow.text).where(*ours)
    return {row.id: row.text for row in session.execute(query)}


def find_written(session: Session, accounts: Iterable[int]) -> list[tuple[int, str, str]]:
    """What these accounts wrote in every league and is not erased, reasons and lines that they said to all tables:
    each with its number and the league's id.
    """
    events = select(LeagueEventRow.body).where(LeagueEventRow.account_id.in_(list(accounts)))
    numbers = {
        number
        for body in session.execute(events).scalars()
        for number in (body.get("text"), body.get(SAY), body.get(ROUND, {}).get(WHY))
    }
    row = LeagueTextRow
    query = select(row.id, LeagueRow.public_id, row.text).join(LeagueRow, LeagueRow.id == row.league_id)
    there = query.where(row.id.in_(numbers - {None}), row.text.is_not(None)).order_by(row.id)
    return [(int(number), str(league), str(text)) for number, league, text in session.execute(there)]
