"""``scorekeeper forget``: forget one person by ids, or look where a name still stands."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.cli.exit_status import FAILED, GOOD
from scorekeeper.cli.files import StoppedError
from scorekeeper.cli.keeping import check_fits, print_sentences
from scorekeeper.core.text import Catalogue, T, Text
from scorekeeper.store import instance
from scorekeeper.store.accounts import accounts
from scorekeeper.store.backup.make import reason_of
from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting import traces
from scorekeeper.store.forgetting.forget import forget_account, forget_by_keeper
from scorekeeper.store.forgetting.record import PLAYER, SEAT, Forgotten
from scorekeeper.store.private_files import database_file


def add_arguments(command: ArgumentParser) -> None:
    """What may follow ``forget``."""
    one = command.add_mutually_exclusive_group(required=True)
    one.add_argument(
        "--check", metavar="NAME", help="where does this name still stand? ends with 1 if it does"
    )
    one.add_argument(
        "--match", nargs=2, metavar=("MATCH", "SEAT"), help="the match's id and the seat, from 1"
    )
    one.add_argument(
        "--player", nargs=2, metavar=("LEAGUE", "KEY"), help="the ids as in the player's address"
    )
    one.add_argument("--account", metavar="NAME", help="the account, and the players that it claimed")
    command.add_argument("--yes", action="store_true", help="do not ask; it cannot be undone")


def run(options: Any, words: Catalogue | None) -> int:
    """Forget, or look; returns the exit status."""
    url = instance.database_url()
    check_fits(url)
    sessions = session_factory(url)
    try:
        if options.check is not None:
            return look(sessions, url, options.check, words)
        _ask(options)
        with sessions() as session:
            if not _forget(session, options):
                raise StoppedError(T("There is no such person here; nothing was erased."))
        _clean(url)
    except SQLAlchemyError as error:
        raise StoppedError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    finally:
        sessions.kw["bind"].dispose()
    print_sentences([T("The person is forgotten. Older backups that lie elsewhere still hold them.")], words)
    return GOOD


def _ask(options: Any) -> None:
    if options.yes:
        return
    try:
        said = input("This cannot be undone, not even from a backup. Type yes to go on: ")
    except EOFError:
        said = ""
    if said.strip().lower() != "yes":
        raise StoppedError(T("Nothing was erased."))


def _forget(session: Session, options: Any) -> bool:
    if options.account is not None:
        found = accounts.by_name(session, options.account)
        return found is not None and forget_account(session, found.id)
    if options.player is not None:
        return forget_by_keeper(session, Forgotten(PLAYER, *options.player))
    match, seat = options.match
    wanted = str(int(seat) - 1) if seat.isdecimal() else ""
    return forget_by_keeper(session, Forgotten(SEAT, match, wanted))


def _clean(url: str) -> None:
    file = database_file(url)
    if file is not None:
        traces.clean(file)


def look(sessions: sessionmaker[Session], url: str, name: str, words: Catalogue | None) -> int:
    """Say where a name stands; 1 if anything is left of it, others of the name apart."""
    with sessions() as session:
        found = list(traces.in_rows(session, name))
    _clean(url)
    file = database_file(url)
    others = any(trace.person for trace in found)
    print_sentences(_sentences(found), words)
    if file is None:
        print_sentences([T("Rows were looked at; what PostgreSQL keeps in its files was not.")], words)
        held: list[Path] = []
    else:
        held = [] if others else traces.in_files(file, name)
        if others:
            print_sentences([T("The files hold the name for these others, and were not looked at.")], words)
        print_sentences((T("{file}: the name is in its bytes", file=str(one)) for one in held), words)
    left = bool(held) or not all(trace.person for trace in found)
    if not left:
        print_sentences([T("Nothing else is left of this name.")], words)
    return FAILED if left else GOOD


def _sentences(found: list[traces.Trace]) -> Iterator[Text]:
    for trace in found:
        told = {"table": trace.table, "row": trace.row, "column": trace.column}
        if trace.person:
            yield T("{table} {row}, {column}: another person of this name", **told)
        else:
            yield T("{table} {row}, {column}: the name stands here", **told)
