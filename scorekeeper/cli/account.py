"""``scorekeeper account``: accounts that lost their way in. ``reset`` prints a link, ``own`` makes a league's owner."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.cli.files import GOOD, StoppedError
from scorekeeper.cli.keeping import open_sessions
from scorekeeper.core.text import Catalogue, T, render
from scorekeeper.server.supervisor import DEFAULT_PORT, lan_addresses
from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.store.leagues.people import privacy


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument(
        "what", choices=["reset", "own"], help="print a link that signs in once; or make an owner of a league"
    )
    command.add_argument("name", metavar="NAME", help="the account's name")
    command.add_argument(
        "league", metavar="LEAGUE", nargs="?", help="with own: the league, as in its address"
    )
    command.add_argument("--address", metavar="URL", help="the server's address as the person reaches it")


def run(options: Any, words: Catalogue | None) -> int:
    """Print a link for the server's keeper to hand on, or name the owner of a league; returns the exit status."""
    if options.what == "own":
        name_owner(options.name, options.league or "")
        return GOOD
    print(sign_in_link(options.name, options.address))
    note = T("It signs in once, within 24 hours. Hand it to its owner only.")
    print(render(note, words), file=sys.stderr)
    return GOOD


def sign_in_link(name: str, address: str | None) -> str:
    """A link that signs in to an account once. Without an address: as a phone in the room reaches the usual port."""
    with _account(name) as (session, account):
        token = sign_ins.new_link(session, account, sign_ins.KEEPER)
    if not address:
        address = f"http://{next(iter(lan_addresses()), 'localhost')}:{DEFAULT_PORT}"
    return f"{address.rstrip('/')}/account/in/{token}"


def name_owner(name: str, league: str) -> None:
    """Make an account the owner of a league that lost its owner. The league is named as in its address."""
    with _account(name) as (session, account):
        if not privacy.name_owner(session, league, account):
            raise StoppedError(T("There is no league “{name}”.", name=league))


@contextmanager
def _account(name: str) -> Iterator[tuple[Session, int]]:
    with open_sessions() as sessions, sessions() as session:
        found = accounts.by_name(session, name)
        if found is None:
            raise StoppedError(T("There is no account “{name}”.", name=name))
        yield session, found.id
