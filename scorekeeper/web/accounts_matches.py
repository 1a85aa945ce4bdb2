"""The matches of an account, as its pages list them."""

from __future__ import annotations

from scorekeeper.store import account_matches
from scorekeeper.web.database import session
from scorekeeper.web.recents import Recent, listed


def recent(account: int, skip: int, limit: int) -> list[Recent]:
    """Those that an account owns, the last played first."""
    return listed(account_matches.of_account(session(), account, skip=skip, limit=limit))
