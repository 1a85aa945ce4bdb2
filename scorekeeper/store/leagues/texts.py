"""What people wrote in a league: reasons lie beside the log, and can be erased."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import Access


def add_text(session: Session, league: int, text: str) -> int:
    """Store a reason beside the log; its number."""
    raise NotImplementedError


def told(session: Session, league: int, numbers: Iterable[int]) -> dict[int, str | None]:
    """What was written under these numbers; None where it was erased."""
    raise NotImplementedError


def forget_text(session: Session, access: Access, number: int) -> bool:
    """Erase a reason for good. Organisers; False when there is none such."""
    raise NotImplementedError
