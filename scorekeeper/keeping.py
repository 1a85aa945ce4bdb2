"""What the server's keeper does from the command line for people who cannot get in. Knows nothing of Flask."""

from __future__ import annotations

from scorekeeper import instance
from scorekeeper.core.text import T, Text


class KeepingError(Exception):
    """It could not be done; the sentence says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def sign_in_link(name: str, address: str | None) -> str:
    """A link that signs in to an account once. Without an address: as a phone in the room reaches the usual port."""
    from scorekeeper.store import accounts, migrate, sign_ins
    from scorekeeper.store.engine import session_factory

    url = instance.database_url()
    check_there(url)
    if migrate.current(url) != migrate.head():
        raise KeepingError(T("The database is of another version; start the server of this program once."))
    sessions = session_factory(url)
    try:
        with sessions() as session:
            found = accounts.by_name(session, name)
            if found is None:
                raise KeepingError(T("There is no account “{name}”.", name=name))
            token = sign_ins.new_link(session, found.id, sign_ins.KEEPER)
    finally:
        sessions.kw["bind"].dispose()
    return f"{(address or _usual_address()).rstrip('/')}/account/in/{token}"


def check_there(url: str) -> None:
    """Looking into a database that is not there would make an empty one."""
    from pathlib import Path

    from sqlalchemy.engine import make_url

    made = make_url(url)
    if made.get_backend_name() == "sqlite" and not Path(made.database or "").is_file():
        raise KeepingError(T("There is no database at {place}.", place=made.database or ""))


def _usual_address() -> str:
    from scorekeeper.serving import DEFAULT_PORT, lan_addresses

    return f"http://{next(iter(lan_addresses()), 'localhost')}:{DEFAULT_PORT}"
