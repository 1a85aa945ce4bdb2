"""Taking things back: people's names, what they wrote, links that were given out. The log is not touched."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session

from scorekeeper.store.match import feed
from scorekeeper.store.match.models import FreeTextRow, MatchRow, PlayerNameRow
from scorekeeper.store.transactions import begin_write

GENERATIONS = {
    "owner": MatchRow.generation_owner,
    "score": MatchRow.generation_score,
    "watch": MatchRow.generation_watch,
}


def erase_player(session: Session, player: int) -> int:
    """Blank every name a person ever went by; matches show a number in its place. How many names it were."""
    begin_write(session)
    names = PlayerNameRow.player_id == player, PlayerNameRow.name.is_not(None)
    erased: Any = session.execute(update(PlayerNameRow).where(*names).values(name=None, salt=None))
    feed.bump_matches_of(session, player)
    session.commit()
    return int(erased.rowcount)


def forget_text(session: Session, public_id: str, text: int) -> bool:
    """Blank a note, place or reason of a match, by the number that its event names it by. Whether there was one."""
    begin_write(session)
    match = update(MatchRow).where(MatchRow.public_id == public_id).values(changed_at=MatchRow.changed_at)
    key = session.execute(match.returning(MatchRow.id)).scalar()
    ours = FreeTextRow.id == text, FreeTextRow.match_id == key
    if key is not None:
        feed.bump(session, key)
    blanked: Any = session.execute(update(FreeTextRow).where(*ours).values(text=None, salt=None))
    session.commit()
    return bool(blanked.rowcount)


def raise_generation(session: Session, public_id: str, kind: str) -> int | None:
    """Withdraw every link of a kind (``owner``, ``score``, ``watch``); the new generation, None without a match."""
    column = GENERATIONS[kind]
    begin_write(session)
    change = update(MatchRow).where(MatchRow.public_id == public_id).values({column: column + 1})
    raised = session.execute(change.returning(MatchRow.id, column)).first()
    if raised is not None:
        feed.bump(session, raised[0])
    session.commit()
    return None if raised is None else int(raised[1])
