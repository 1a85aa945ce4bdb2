"""What the server's keeper does from the command line for people who cannot get in. Knows nothing of Flask."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorekeeper.core.text import T, Text
from scorekeeper.store import instance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session


class KeepingError(Exception):
    """It could not be done; the sentence says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def sign_in_link(name: str, address: str | None) -> str:
    """A link that signs in to an account once. Without an address: as a phone in the room reaches the usual port."""
    from scorekeeper.store.accounts import sign_ins

    with _account(name) as (session, account):
        token = sign_ins.new_link(session, account, sign_ins.KEEPER)
    return f"{(address or _usual_address()).rstrip('/')}/account/in/{token}"


def name_owner(name: str, league: str) -> None:
    """Make an account an owner of a league, which is called as in its address: one that has lost its owner."""
    from scorekeeper.store.leagues.people import privacy

    with _account(name) as (session, account):
        if not privacy.name_owner(session, league, account):
            raise KeepingError(T("There is no league “{name}”.", name=league))


@contextmanager
def _account(name: str) -> Iterator[tuple[Session, int]]:
    """A session on the server's database, and the account of that name in it."""
    from scorekeeper.store.accounts import accounts
    from scorekeeper.store.engine import session_factory

    url = instance.database_url()
    check_fits(url)
    sessions = session_factory(url)
    try:
        with sessions() as session:
            found = accounts.by_name(session, name)
            if found is None:
                raise KeepingError(T("There is no account “{name}”.", name=name))
            yield session, found.id
    finally:
        sessions.kw["bind"].dispose()


def check_fits(url: str) -> None:
    """KeepingError for a database that does not answer, or has another schema than this program's."""
    from sqlalchemy.exc import SQLAlchemyError

    from scorekeeper.store import migrate
    from scorekeeper.store.backup.make import reason_of

    try:
        check_there(url)
        found = migrate.current(url)
    except SQLAlchemyError as error:
        raise KeepingError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    if found != migrate.head():
        raise KeepingError(T("The database is of another version; start the server of this program once."))


def check_there(url: str) -> None:
    """Looking into a database that is not there would make an empty one."""
    from pathlib import Path

    from sqlalchemy.engine import make_url

    made = make_url(url)
    if made.get_backend_name() == "sqlite" and not Path(made.database or "").is_file():
        raise KeepingError(T("There is no database at {place}.", place=made.database or ""))


def _usual_address() -> str:
    from scorekeeper.server.supervisor import DEFAULT_PORT, lan_addresses

    return f"http://{next(iter(lan_addresses()), 'localhost')}:{DEFAULT_PORT}"
