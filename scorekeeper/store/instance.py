"""Where a table's data lives: the instance directory, the database, the secret key. Standard library only."""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

DIRECTORY_VARIABLE = "SCOREKEEPER_INSTANCE"
DATABASE_VARIABLE = "SCOREKEEPER_DATABASE_URL"
LIVE_PORT_VARIABLE = "SCOREKEEPER_LIVE_PORT"
LIVE_URL_VARIABLE = "SCOREKEEPER_LIVE_URL"
HOSTS_VARIABLE = "SCOREKEEPER_HOSTS"
PROXIES_VARIABLE = "SCOREKEEPER_PROXIES"
SNAPSHOTS_VARIABLE = "SCOREKEEPER_SNAPSHOTS"
PHONE_VARIABLE = "SCOREKEEPER_PHONE"
OFF = "off"
DATABASE_FILE = "scorekeeper.db"
KEY_FILE = "secret_key"
KEY_BYTES = 32
POSTGRESQL = "postgresql+psycopg://"
DATABASES = ("sqlite", POSTGRESQL.removesuffix("://"))


class InstanceError(Exception):
    """The data directory or the key in it cannot be used; the message says what would help."""


def setting(variable: str) -> str:
    """What the keeper set, without the blanks that a file of settings leaves around it; empty where nothing is set."""
    return os.environ.get(variable, "").strip()


def directory() -> Path:
    """The folder that holds the database and the key. Named here, made by `prepare`."""
    chosen = setting(DIRECTORY_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    beside = checkout()
    return beside / "instance" if beside else _user_data_directory() / "scorekeeper"


def checkout() -> Path | None:
    """The checkout that this program runs from, or None where it is installed: a checkout has a pyproject.toml."""
    return _checkout_around(__file__)


@cache
def _checkout_around(module: str) -> Path | None:
    folder = Path(module).resolve().parents[2]
    return folder if (folder / "pyproject.toml").is_file() else None


def _user_data_directory() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    xdg = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    return Path(xdg) if os.path.isabs(xdg) else Path.home() / ".local" / "share"


def state_folder() -> Path:
    """What the server keeps of its own accord, never inside a checkout: the service manager's folder for state
    (``STATE_DIRECTORY``), or the user's (XDG). Named here, made by what writes there.
    """
    folder = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if os.path.isabs(folder):
        return Path(folder)
    if sys.platform in ("win32", "darwin"):
        return _user_data_directory() / "scorekeeper" / "state"
    xdg = os.environ.get("XDG_STATE_HOME", "")
    return (Path(xdg) if os.path.isabs(xdg) else Path.home() / ".local" / "state") / "scorekeeper"


def snapshots_folder() -> Path | None:
    """Where snapshots of all databases of this machine lie; None where SCOREKEEPER_SNAPSHOTS switches them off."""
    chosen = setting(SNAPSHOTS_VARIABLE)
    if chosen.lower() == OFF:
        return None
    return Path(chosen).expanduser().absolute() if chosen else state_folder() / "snapshots"


def phone_folder() -> Path | None:
    """Where the program for phones alone lies, that `make phone` wrote; None where no folder is named.

    SCOREKEEPER_PHONE names it; a checkout has one of its own.
    """
    chosen = setting(PHONE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    beside = checkout()
    return beside / "build" / "phone" if beside else None


def prepare() -> Path:
    """Makes the instance directory if need be, closed to other users, and answers it."""
    folder = directory()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InstanceError(
            f"The data directory {folder} cannot be made ({error.strerror}). "
            f"Name another one in {DIRECTORY_VARIABLE}."
        ) from error
    return folder


def database_url() -> str:
    """The database's address for SQLAlchemy: SCOREKEEPER_DATABASE_URL, or an SQLite file beside the key.

    InstanceError, without the address and the password in it, where it leads to no database that is known here, or
    whose driver is missing.
    """
    chosen = setting(DATABASE_VARIABLE)
    if not chosen:
        return f"sqlite:///{(directory() / DATABASE_FILE).as_posix()}"
    url = sqlalchemy_url(chosen)
    if not _is_database(url):
        raise InstanceError(
            f"{DATABASE_VARIABLE} is no address of a database: write postgresql://user@host/name, "
            "sqlite:////folder/file.db, or leave it out."
        )
    if url.startswith(POSTGRESQL) and find_spec("psycopg") is None:
        raise InstanceError('The driver of PostgreSQL is not installed: pip install ".[postgres]" brings it.')
    return url


def _is_database(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in DATABASES and url.startswith(f"{parts.scheme}://") and parts.port != 0
    except ValueError:  # a port that is no number, an address in brackets that is none
        return False


def sqlalchemy_url(url: str) -> str:
    """`postgres://` and `postgresql://`, as hosts hand them out, name the driver that we use; others stay."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return POSTGRESQL + url.removeprefix(prefix)
    return url


def hosts() -> tuple[str, ...]:
    """The names at which the server answers and passkeys are made; none named: those of `host.host_names`."""
    return tuple(filter(None, (name.strip().lower() for name in setting(HOSTS_VARIABLE).split(","))))


def stream_hosts() -> tuple[str, ...]:
    """The names at which the streams answer: the pages', and the one that SCOREKEEPER_LIVE_URL gives them."""
    own = urlsplit(setting(LIVE_URL_VARIABLE)).hostname
    return (*hosts(), own) if own and hosts() else hosts()


def proxies() -> str:
    """The networks of the proxies that are believed when they name the browser they ask for, divided by commas."""
    return setting(PROXIES_VARIABLE)


def key_place() -> Path:
    """Where the key lies, or would."""
    return directory() / KEY_FILE


def secret_key(*, make: bool = True) -> bytes:
    """The key of cookies, forms and match links: made once, the same for every process from then on.

    Without ``make`` a key that is not there is an InstanceError, and nothing is made.
    """
    path = prepare() / KEY_FILE if make else key_place()
    try:
        if make and not path.exists():
            _make_key(path)
        key = _read_key(path)
    except OSError as error:
        raise InstanceError(f"The secret key {path} cannot be read or made ({error.strerror}).") from error
    if len(key) != KEY_BYTES:
        raise InstanceError(
            f"The secret key {path} is damaged: {len(key)} bytes in place of {KEY_BYTES}. "
            "Put it back from a backup; deleting it makes a new one, and every link and cookie given out "
            "so far stops working."
        )
    return key


def _make_key(path: Path) -> None:
    """Writes a key beside `path` and links it into place whole; of several, the first link stands."""
    handle, unlinked = tempfile.mkstemp(dir=path.parent, prefix=f".{KEY_FILE}.")  # mode 600
    try:
        _write_and_sync(handle, secrets.token_bytes(KEY_BYTES))
        try:
            os.link(unlinked, path)
        except FileExistsError:
            return
        except OSError:
            _make_key_without_links(path)
    finally:
        os.unlink(unlinked)


def _make_key_without_links(path: Path) -> None:
    """Without hard links: the process that creates the file writes it, and the others wait in `_read_key`."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    _write_and_sync(handle, secrets.token_bytes(KEY_BYTES))


def write_key(path: Path, key: bytes) -> None:
    """Put a key that is known in its place, whole and closed to others: one that came back from a backup."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{KEY_FILE}.")
    _write_and_sync(handle, key)
    os.replace(beside, path)


def _write_and_sync(handle: int, key: bytes) -> None:
    with os.fdopen(handle, "wb") as target:
        target.write(key)
        target.flush()
        os.fsync(target.fileno())


def _read_key(path: Path, patience: float = 2.0) -> bytes:
    if path.stat().st_mode & 0o077 and os.name == "posix":
        path.chmod(0o600)
    until = time.monotonic() + patience
    key = path.read_bytes()
    while len(key) < KEY_BYTES and time.monotonic() < until:
        time.sleep(0.02)
        key = path.read_bytes()
    return key
