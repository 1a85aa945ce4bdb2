"""Links that give a role, or a player to whoever claims it. The token is shown once and stored as a digest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.access import Access, League, Who
from scorekeeper.store.leagues.ledger import Written

LASTS = timedelta(days=14)
LONGEST = timedelta(days=366)
MOST_USES = 1000


class Invitation(NamedTuple):
    """An invitation as organisers list it. ``player`` is the key of the player that it hands over."""

    id: int
    role: str
    player: str | None
    uses_left: int | None
    made_by: int | None
    made_at: datetime
    expires_at: datetime


class Offer(NamedTuple):
    """What a link offers to whoever opens it: shown with a button, so that a preview does not use it up."""

    league: League
    role: str
    player: str | None


def invite(
    session: Session,
    access: Access,
    *,
    role: str = "player",
    player: str | None = None,
    lasts: timedelta = LASTS,
    uses: int | None = 1,
) -> str:
    """A new invitation's token, told this once. Organisers invite scorers and players, owners everybody.

    Raises NotThere, Refused (paths ``role``, ``player``, ``lasts``, ``uses``), TooOften.
    """
    raise NotImplementedError


def invitations(session: Session, access: Access) -> list[Invitation]:
    """The invitations that are still good, the newest first; for organisers, and of owners' only for owners."""
    raise NotImplementedError


def revoke(session: Session, access: Access, invitation: int) -> bool:
    """Withdraw an invitation; False when there is none such."""
    raise NotImplementedError


def look(session: Session, token: str) -> Offer | None:
    """What a link offers; None for one that is unknown, used up, withdrawn or too old, all alike."""
    raise NotImplementedError


def accept(session: Session, token: str, who: Who, *, uuid: str) -> Written:
    """Take an invitation up with an account: the role (never a lesser one than before), and the player.

    The event is of kind ``role`` or ``claimed``. Raises NotThere as :func:`look`, and Refused when the player is
    somebody else's by now or the account has another player here.
    """
    raise NotImplementedError
