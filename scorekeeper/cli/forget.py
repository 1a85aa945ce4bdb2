"""``scorekeeper forget``: forget one person by ids, empty the bin, or look where a name still stands."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.cli.files import FAILED, GOOD, StoppedError
from scorekeeper.cli.keeping import (
    find_database,
    leaves_to_owner,
    open_sessions,
    print_sentences,
    snapshots_folder,
    stopped_by,
)
from scorekeeper.core.text import Catalogue, N, T, Text
from scorekeeper.store.accounts import accounts
from scorekeeper.store.backup.make import reason_of
from scorekeeper.store.backup.snapshots import SnapshotError, take_and_drop_others
from scorekeeper.store.forgetting import traces
from scorekeeper.store.forgetting.emptying import empty_bin, find_due, list_public_ids
from scorekeeper.store.forgetting.erasing import clean
from scorekeeper.store.forgetting.forget import forget_account, forget_by_keeper
from scorekeeper.store.forgetting.record import PLAYER, SEAT, Forgotten
from scorekeeper.store.private_files import database_file


def add_arguments(command: ArgumentParser) -> None:
    target = command.add_mutually_exclusive_group(required=True)
    target.add_argument(
        "--check", metavar="NAME", help="where does this name still stand? ends with 1 if it does"
    )
    target.add_argument(
        "--match",
        nargs=2,
        metavar=("MATCH", "SEAT"),
        help="the match's id and the seat, from 1; +7 is who sat down by its seventh event",
    )
    target.add_argument(
        "--player", nargs=2, metavar=("LEAGUE", "KEY"), help="the ids as in the player's address"
    )
    target.add_argument("--account", metavar="NAME", help="the account, and the players that it claimed")
    target.add_argument(
        "--bin", action="store_true", help="the matches that have lain in the bin for 30 days"
    )
    command.add_argument(
        "--snapshots", action="store_true", help="then make a snapshot and remove all older ones"
    )
    command.add_argument("--yes", action="store_true", help="do not ask; it cannot be undone")


@leaves_to_owner
def run(options: Any, words: Catalogue | None) -> int:
    """Forget, or look; returns the exit status."""
    url = find_database()
    try:
        with open_sessions() as sessions:
            if options.check is not None:
                if options.snapshots:
                    _renew_snapshots(url, words)
                return look(sessions, url, options.check, words)
            if options.bin:
                return _empty_bin(sessions, url, options, words)
            _ask(options)
            with sessions() as session:
                if not _forget(session, options):
                    raise StoppedError(T("There is no such person here; nothing was erased."))
            _clean(url)
            if options.snapshots:
                _renew_snapshots(url, words)
    except SQLAlchemyError as error:
        raise StoppedError(T("The database cannot be read: {reason}", reason=reason_of(error))) from error
    print_sentences([T("The person is forgotten. Older backups that lie elsewhere still hold them.")], words)
    return GOOD


def _empty_bin(sessions: sessionmaker[Session], url: str, options: Any, words: Catalogue | None) -> int:
    """Empty the bin of what has lain there for long enough; says which matches those are first."""
    now = datetime.now(UTC)
    with sessions() as session:
        due = [key for matches in find_due(session, now) for key in matches]
        shown = list_public_ids(session, due)
    if not due:
        print_sentences([T("No match has lain in the bin for 30 days.")], words)
        return GOOD
    announcement = N("{n} match goes: {matches}", "{n} matches go: {matches}", n=len(due), matches=shown)
    print_sentences([announcement], words)
    _ask(options)
    with sessions() as session:
        gone = empty_bin(session, now)
    _clean(url)
    if options.snapshots:
        _renew_snapshots(url, words)
    print_sentences([N("{n} match is emptied.", "{n} matches are emptied.", n=len(gone))], words)
    return GOOD


def _ask(options: Any) -> None:
    if options.yes:
        return
    try:
        reply = input("This cannot be undone, not even from a backup. Type yes to go on: ")
    except EOFError:
        reply = ""
    if reply.strip().lower() != "yes":
        raise StoppedError(T("Nothing was erased."))


def _forget(session: Session, options: Any) -> bool:
    if options.account is not None:
        account = accounts.by_name(session, options.account)
        return account is not None and forget_account(session, account.id)
    if options.player is not None:
        return forget_by_keeper(session, Forgotten(PLAYER, *options.player))
    match, seat = options.match
    wanted = str(int(seat) - 1) if seat.isdecimal() else seat.replace("+", "-", 1)
    return forget_by_keeper(session, Forgotten(SEAT, match, wanted))


def _clean(url: str) -> None:
    file = database_file(url)
    if file is not None:
        clean(file)


def _renew_snapshots(url: str, words: Catalogue | None) -> None:
    """Make a snapshot of the clean database, and remove those that are older."""
    folder = snapshots_folder(url)
    if folder is None:
        print_sentences([T("No snapshots are made of this database.")], words)
        return
    _clean(url)
    try:
        made, gone = take_and_drop_others(url, folder)
    except SnapshotError as error:
        raise stopped_by(error) from error
    report = N(
        "A new snapshot lies in {file}; {n} older one is removed.",
        "A new snapshot lies in {file}; {n} older ones are removed.",
        n=gone,
        file=str(made),
    )
    print_sentences([report], words)


def look(sessions: sessionmaker[Session], url: str, name: str, words: Catalogue | None) -> int:
    """Say where a name stands; 1 if anything is left of it, others of the name apart."""
    with sessions() as session:
        traces_in_rows = list(traces.in_rows(session, name))
        namesakes = traces.find_namesakes(session, name)
    _clean(url)
    print_sentences(_sentences(traces_in_rows), words)
    held = list(_look_into_files(url, name, namesakes, words))
    print_sentences((T("{file}: the name is in it", file=str(file)) for file in held), words)
    left = bool(held) or not all(trace.person for trace in traces_in_rows)
    if not left:
        print_sentences([T("Nothing else is left of this name.")], words)
    return FAILED if left else GOOD


def _look_into_files(
    url: str, name: str, namesakes: traces.Namesakes, words: Catalogue | None
) -> Iterator[Path]:
    """The files and snapshots that hold a name; says what is not looked at."""
    file, folder = database_file(url), snapshots_folder(url)
    if file is None:
        print_sentences([T("Rows were looked at; what PostgreSQL keeps in its files was not.")], words)
        return
    if namesakes.names or any(namesakes.places.values()):
        print_sentences(
            [T("The files hold the name for these others; only their rows were looked at.")], words
        )
    else:
        yield from traces.in_files(file, name)
    if folder is not None:
        yield from traces.in_snapshots(folder, name, namesakes)


def _sentences(listed: list[traces.Trace]) -> Iterator[Text]:
    for trace in listed:
        place = {"table": trace.table, "row": trace.row, "column": trace.column}
        if trace.person:
            yield T("{table} {row}, {column}: another person of this name", **place)
        else:
            yield T("{table} {row}, {column}: the name stands here", **place)
