"""``scorekeeper account``: accounts that lost their way in. ``reset`` prints a link, ``own`` makes a league's owner."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from scorekeeper.cli.files import GOOD, StoppedError
from scorekeeper.cli.keeping import leaves_to_owner, open_sessions
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


@leaves_to_owner
def run(options: Any, words: Catalogue | None) -> int:
    """Print a link for the server's keeper to hand on, or name the owner of a league; returns the exit status."""
    with open_sessions() as sessions, sessions() as session:
        account = accounts.by_name(session, options.name)
        if account is None:
            raise StoppedError(T("There is no account “{name}”.", name=options.name))
        if options.what == "own":
            if not privacy.name_owner(session, options.league or "", account.id):
                raise StoppedError(T("There is no league “{name}”.", name=options.league or ""))
            return GOOD
        token = sign_ins.new_link(session, account.id, sign_ins.KEEPER)
    # without an address: as a phone in the room reaches the usual port
    address = options.address or f"http://{next(iter(lan_addresses()), 'localhost')}:{DEFAULT_PORT}"
    print(f"{address.rstrip('/')}/account/in/{token}")
    note = T("It signs in once, within 24 hours. Hand it to its owner only.")
    print(render(note, words), file=sys.stderr)
    return GOOD
