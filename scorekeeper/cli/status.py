"""``scorekeeper status``: how the server of this machine is, for the one who runs it."""

from __future__ import annotations

import re
import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from scorekeeper.cli.backup import LAST_BACKUP
from scorekeeper.cli.files import GOOD
from scorekeeper.cli.keeping import ask, check_fits, find_database, print_sentences, snapshots_folder
from scorekeeper.core.text import Catalogue, N, T, Text
from scorekeeper.host.metrics_access import TOKEN_VARIABLE
from scorekeeper.server import running
from scorekeeper.server.running import Running
from scorekeeper.store import instance, migrate, settings
from scorekeeper.store.backup import shelf
from scorekeeper.store.forgetting import record
from scorekeeper.store.match.models import EmptiedRow, MatchRow

NOW = timedelta(minutes=15)
"""A match at which something was written in so long is played now."""
MEGABYTE = 1_000_000


def add_arguments(command: ArgumentParser) -> None:
    """Nothing may follow ``status``."""


def run(options: Any, words: Catalogue | None) -> int:
    """Tell; returns the exit status."""
    print_sentences(tell(), words)
    return GOOD


def tell() -> Iterator[Text]:
    """How the server, its database and what is kept of it are, sentence by sentence."""
    server, url = running.find(), find_database()
    yield T(
        "Scorekeeper {version}, data in {place}.",
        version=version("scorekeeper"),
        place=str(instance.directory()),
    )
    yield from _tell_server(server)
    check_fits(url)
    with migrate.reading(url) as connection:
        since = datetime.now(UTC) - NOW
        matches = select(func.count()).select_from(MatchRow)
        total = connection.execute(matches).scalar_one()
        now = connection.execute(matches.where(MatchRow.changed_at > since)).scalar_one()
        binned = connection.execute(matches.where(MatchRow.binned_at.is_not(None))).scalar_one()
        gone = connection.execute(select(func.count()).select_from(EmptiedRow)).scalar_one()
        backup = settings.read(connection, LAST_BACKUP)
    yield N(
        "{n} match is played now, of {total}.", "{n} matches are played now, of {total}.", n=now, total=total
    )
    if binned or gone:
        yield T("In the bin: {n}; emptied so far: {gone}.", n=binned, gone=gone)
    yield T("Who was forgotten is kept, by ids, in {place}.", place=str(record.place()))
    yield from _tell_snapshots(snapshots_folder(url))
    yield T("Last backup: {moment}.", moment=backup) if backup else T("No backup was made yet.")
    yield _tell_disk(instance.directory())


def _tell_server(server: Running | None) -> Iterator[Text]:
    if server is None:
        yield T("No server runs on this data.")
        return
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(server.host, server.host)
    pages, streams = (_counters(host, port) for port in (server.port, server.live_port))
    yield T("The server runs at port {port}.", port=server.port)
    if pages is None:
        yield T("Its counters cannot be read: set {variable} to the server’s own.", variable=TOKEN_VARIABLE)
        return
    away = re.findall(r'^scorekeeper_side_up\{side="(\w+)"\} 0$', pages, re.M)
    for side in away:
        yield T("The process “{name}” is not running and comes again.", name=side)
    errors = int(_number(pages, "scorekeeper_errors_today"))
    yield N(
        "{n} request failed today (UTC, since the server started).",
        "{n} requests failed today (UTC, since the server started).",
        n=errors,
    )
    if _number(pages, "scorekeeper_write_failing"):
        yield T("Writing fails; /readyz of the server says why.")
    yield T(
        "The longest write held the database for {n} ms (since the server started).",
        n=round(_number(pages, "scorekeeper_longest_write_seconds") * 1000),
    )
    if streams is not None:
        n = int(_number(streams, "scorekeeper_live_streams"))
        yield N("{n} phone or screen follows a match.", "{n} phones and screens follow a match.", n=n)


def _counters(host: str, port: int) -> str | None:
    try:
        status, text = ask(f"http://{host}:{port}/metrics")
    except OSError:
        return None
    return text if status == 200 else None


def _number(counters: str, name: str) -> float:
    match = re.search(rf"^{name} ([\d.]+)", counters, re.M)
    return float(match[1]) if match else 0.0


def _tell_snapshots(folder: Path | None) -> Iterator[Text]:
    if folder is None:
        yield T("No snapshots are made of this database.")
        return
    snapshots, look = shelf.list_snapshots(folder), shelf.last_look(folder)
    if not snapshots:
        yield T("There is no snapshot yet in {place}.", place=str(folder))
    else:
        yield N(
            "{n} snapshot in {place}, the last one of {moment} (UTC), together {size} MB.",
            "{n} snapshots in {place}, the last one of {moment} (UTC), together {size} MB.",
            n=len(snapshots),
            place=str(folder),
            moment=f"{snapshots[-1].at:%Y-%m-%d %H:%M}",
            size=-(-sum(file.size for file in snapshots) // MEGABYTE),
        )
    if look is not None and look.failure:
        yield T("The last one could not be made: {reason}", reason=look.failure)


def _tell_disk(folder: Path) -> Text:
    usage = shutil.disk_usage(folder if folder.exists() else folder.parent)
    return T(
        "{free} MB of {total} MB are free on the disk.",
        free=usage.free // MEGABYTE,
        total=usage.total // MEGABYTE,
    )
