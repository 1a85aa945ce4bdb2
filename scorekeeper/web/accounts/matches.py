"""The matches of an account, as its pages list them."""

from __future__ import annotations

from scorekeeper.store.accounts import owned_matches
from scorekeeper.web.site.database import session
from scorekeeper.web.site.recents import Recent, recents_of


def recent(account: int, skip: int, limit: int) -> list[Recent]:
    """Those that an account owns, the last played first."""
    return recents_of(owned_matches.of_account(session(), account, skip=skip, limit=limit))
