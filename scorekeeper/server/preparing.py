"""What a server makes sure of before it answers: its folder, the database and its schema, the key of both."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.host.client_address import is_within
from scorekeeper.host.host_names import can_be_host
from scorekeeper.server import running
from scorekeeper.server.running import ServingError
from scorekeeper.store import instance, server_key
from scorekeeper.store.backup.make import reason_of
from scorekeeper.store.backup.shelf import folder_of
from scorekeeper.store.backup.snapshots import SnapshotError, take
from scorekeeper.store.engine import synchronous
from scorekeeper.store.migrate import MigrationError, upgrade
from scorekeeper.store.private_files import tighten
from scorekeeper.store.served_alone import ServedElsewhere, serve_alone

LAST_PORT = 65535


def check_settings() -> None:
    """ServingError or InstanceError where a setting says what cannot be."""
    synchronous()
    try:
        is_within("127.0.0.1", instance.proxies())
    except ValueError as error:
        raise ServingError(
            f"{instance.PROXIES_VARIABLE} is no list of addresses and networks, such as 127.0.0.1, 10.0.0.0/8: {error}."
        ) from error
    wrong = [name for name in instance.hosts() if not can_be_host(name.removeprefix("*."))]
    if wrong:
        raise ServingError(
            f"{instance.HOSTS_VARIABLE} has {', '.join(wrong)}; names are separated by commas, and stand without "
            "https:// and port, such as scores.example, *.scores.example."
        )
    port = instance.setting(instance.LIVE_PORT_VARIABLE)
    if port and not (port.isdecimal() and int(port) <= LAST_PORT):
        raise ServingError(
            f"{instance.LIVE_PORT_VARIABLE} is {port}; it can be a number from 0 to {LAST_PORT}."
        )
    stream = instance.setting(instance.LIVE_URL_VARIABLE)
    if stream and not re.fullmatch(r"(https?://[^/\s]+)?(/\S*)?", stream):
        raise ServingError(
            f"{instance.LIVE_URL_VARIABLE} is {stream}; it can be a path, such as /live, or an address with https://."
        )


def hold_database(held: ExitStack) -> None:
    """Hold the database for this server alone, if it is SQLite; ServingError where another server has it."""
    instance.prepare()
    try:
        held.enter_context(serve_alone(instance.database_url()))
    except ServedElsewhere as error:
        server = running.find()
        where = f" at port {server.port}" if server is not None else ""
        raise ServingError(
            f"A server runs on this database already{where}. Stop it first, or name another folder in "
            f"{instance.DIRECTORY_VARIABLE}."
        ) from error


def prepare_instance(new_key: bool) -> Path | None:
    """Make the folder, check the key, migrate the database; where its snapshots lie, None where none are made.

    ServingError or InstanceError where the server cannot start.
    """
    folder = instance.prepare()
    url = instance.database_url()
    try:
        print(f"database    {shown_url(url)}\nsecret key  {folder / instance.KEY_FILE}", flush=True)
        if not new_key:
            server_key.check_key(url)  # first: a machine that cannot serve the database does not migrate it
        if closed := tighten(folder, url):
            print(f"closed to other users of this machine: {', '.join(map(str, closed))}", flush=True)
        snapshots = folder_of(url)
        print(f"snapshots   {snapshots or _why_none(url)}\nfor phones  {_tell_phone()}", flush=True)
        upgrade(url, first=lambda old, new: _before_migrating(url, snapshots, old, new))
        server_key.claim_database(url, instance.secret_key(), anew=new_key)
    except (MigrationError, server_key.WrongKeyError) as error:
        raise ServingError(str(error)) from error
    except SQLAlchemyError as error:
        raise ServingError(f"The database cannot be used: {reason_of(error)}") from error
    return snapshots


def _why_none(url: str) -> str:
    if instance.snapshots_folder() is None:
        return f"none ({instance.SNAPSHOTS_VARIABLE} is off)"
    name = make_url(url).get_backend_name()
    return "none (the database is in memory)" if name == "sqlite" else "none (use PostgreSQL's own tools)"


def _tell_phone() -> str:
    """Where the program for phones alone lies, or how it comes here."""
    folder = instance.phone_folder()
    if folder is not None and (folder / "version.json").is_file():
        return f"{folder} (offered under /phone/)"
    return f"none (`make phone` in a checkout writes it; {instance.PHONE_VARIABLE} names its folder)"


def _before_migrating(url: str, folder: Path | None, old: str, new: str) -> None:
    """Keep the database as it is, and say where; ServingError, and it is left as it is, where that cannot be."""
    if folder is None:
        print(f"migration   from {old} to {new}, without a snapshot: {_why_none(url)}", flush=True)
        return
    try:
        kept = take(url, folder, occasion=f"before-{new}")
    except SnapshotError as error:
        raise ServingError(
            f"The database would be migrated from {old} to {new}, and is left as it is: {error} "
            f"To migrate without a snapshot, set {instance.SNAPSHOTS_VARIABLE}={instance.OFF} once."
        ) from error
    print(f"migration   from {old} to {new}; the database as it was: {kept}", flush=True)


def shown_url(url: str) -> str:
    """The database's address without its password."""
    return make_url(url).render_as_string(hide_password=True)
