"""What each event does to the state: the same whether it happens now or the state is rebuilt from the log."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.events import LeagueEvent


def apply(session: Session, league: int, event: LeagueEvent) -> None:
    """Change the state by one event. Names and texts are not its affair: they lie beside the log."""
    raise NotImplementedError


def rebuild_state(session: Session, league: int) -> int:
    """Empty the state of a league and apply all its events again, in one transaction; how many there were.

    What is not in the log stays: names, texts, invitations, and what the read model keeps of each match.
    """
    raise NotImplementedError
