"""Databases for the tests: SQLite, and PostgreSQL that is started and ended by the run itself."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.orm import Session

from scorekeeper.store.engine import session_factory
from scorekeeper.store.instance import sqlalchemy_url
from tests.programs import PATIENCE, absent, expects

SERVER_USERS = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; root runs it as one of these."""


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's server programs: Debian's newest version, or the one that is on the path."""
    versions = [found for found in Path("/usr/lib/postgresql").glob("*/bin") if (found / "initdb").exists()]
    if versions:
        return max(versions, key=lambda found: int(found.parent.name))
    program = shutil.which("initdb")
    return Path(program).resolve().parent if program else None


def drop_privileges(folder: Path) -> list[str]:
    """What to put before a command so that it does not run as root; `folder` is given to that user."""
    if os.geteuid() != 0:
        return []
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next((known[name] for name in SERVER_USERS if name in known), None)
    if user is None or not shutil.which("setpriv"):
        absent("root has no unprivileged user, or no setpriv, to run PostgreSQL with")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def start_cluster(programs: Path, folder: Path) -> subprocess.Popen[bytes]:
    """A cluster of our own on a socket in `folder`; it keeps nothing safe (fsync off) and is thrown away."""
    data, before = folder / "data", drop_privileges(folder)
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    options = ["--username=scorekeeper", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    subprocess.run(
        [*before, str(programs / "initdb"), "--pgdata", str(data), *options],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd="/",
        env=environment,
    )
    if shutil.which("setpriv"):  # a killed test run takes its server with it
        before = [*(before or ["setpriv"]), "--pdeathsig=QUIT"]
    settings = {"listen_addresses": "", "unix_socket_directories": str(folder), "fsync": "off"}
    settings |= {"synchronous_commit": "off", "full_page_writes": "off", "max_connections": "60"}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    with (folder / "server.log").open("wb") as log:
        return subprocess.Popen(
            [*before, str(programs / "postgres"), "-D", str(data), *options],
            stdout=log,
            stderr=log,
            cwd="/",
            env=environment,
        )


def wait_for(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            connect(url).close()
            return
        except OSError as error:
            if server.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}") from error
            time.sleep(0.1)
    raise RuntimeError(f"PostgreSQL did not answer within {PATIENCE:.0f} s:\n{log.read_text()}")


def connect(url: str) -> Any:
    """A plain autocommit connection. A refusal is an OSError."""
    import psycopg

    try:
        return psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://", 1), autocommit=True)
    except psycopg.OperationalError as error:
        raise ConnectionError(str(error)) from error


@pytest.fixture(scope="session")
def postgres_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A PostgreSQL server: the one SCOREKEEPER_TEST_POSTGRES names, or a private one for this run."""
    expects(request, "postgresql")
    given = os.environ.get("SCOREKEEPER_TEST_POSTGRES")
    if given:
        yield sqlalchemy_url(given)
        return
    programs = postgres_programs()
    if programs is None:
        absent("PostgreSQL's server programs are not installed")
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-", dir="/tmp"))  # a socket's path has to be short
    server = None
    try:
        server = start_cluster(programs, folder)
        url = f"postgresql+psycopg://scorekeeper@/postgres?host={folder}"
        wait_for(server, url, folder / "server.log")
        yield url
    finally:
        if server is not None:
            end_server(server)
        shutil.rmtree(folder, ignore_errors=True)


def end_server(server: subprocess.Popen[bytes]) -> None:
    """SIGQUIT is PostgreSQL's immediate shutdown."""
    server.send_signal(3)
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@pytest.fixture
def fresh_postgres_database(postgres_url: str) -> Iterator[str]:
    """An empty database for one test."""
    with postgres_database(postgres_url) as url:
        yield url


@contextmanager
def postgres_database(postgres_url: str, made: str = "") -> Iterator[str]:
    """A database of its own on the server, dropped in the end."""
    from sqlalchemy.engine import make_url

    name = f"test_{uuid4().hex}"
    with connect(postgres_url) as admin:
        admin.execute(f"CREATE DATABASE {name}{made}")
    yield make_url(postgres_url).set(database=name).render_as_string(hide_password=False)
    with connect(postgres_url) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'scorekeeper.db'}"
    url: str = request.getfixturevalue("fresh_postgres_database")
    return url


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the newest schema, to be copied."""
    from scorekeeper.store.migrate import upgrade

    file = tmp_path_factory.mktemp("migrated") / "scorekeeper.db"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def migrated_postgres(postgres_url: str) -> Iterator[Callable[[], AbstractContextManager[str]]]:
    """Lends databases of the newest schema with nothing in them; one that a test has used is emptied for the next."""
    from sqlalchemy.engine import make_url

    from scorekeeper.store.migrate import upgrade

    idle: list[str] = []
    with postgres_database(postgres_url) as template, ExitStack() as made:
        upgrade(template)
        copy = f" TEMPLATE {make_url(template).database}"
        with connect(template) as opened:
            schema = describe_schema(opened)

        @contextmanager
        def lend() -> Iterator[str]:
            url = idle.pop() if idle else made.enter_context(postgres_database(postgres_url, copy))
            yield url
            with connect(url) as opened:
                if describe_schema(opened) == schema:
                    empty_postgres(opened)
                    idle.append(url)

        yield lend


def describe_schema(opened: Any) -> object:
    """What changes when a table or a column is made or dropped, or when a migration has run."""
    return opened.execute(
        "SELECT (SELECT md5(string_agg(attrelid || ':' || attnum, ',' ORDER BY attrelid, attnum))"
        " FROM pg_attribute WHERE attrelid >= 16384), (SELECT string_agg(version_num, ',') FROM alembic_version)"
    ).fetchone()


def empty_postgres(opened: Any) -> None:
    """End the other connections to a database, take every row out of it, and count from one again."""
    from scorekeeper.store.all_models import METADATA

    opened.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    names = [f'"{table.name}"' for table in reversed(METADATA.sorted_tables)]
    asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names)
    filled = {name for (name,) in opened.execute(asked)}
    for name in names:
        if name in filled:
            opened.execute(f"DELETE FROM {name}")
    opened.execute(
        "SELECT setval(format('%I', sequencename)::regclass, 1, false)"
        " FROM pg_sequences WHERE last_value IS NOT NULL"
    )


@contextmanager
def migrated_database(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """The address of a copy of an empty database of the newest schema, of the kind that the fixture is asked for."""
    if request.param == "sqlite":
        file = folder / "scorekeeper.db"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
        yield f"sqlite:///{file}"
    else:
        with request.getfixturevalue("migrated_postgres")() as url:
            yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def migrated_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a migrated database with nothing in it, once of each kind."""
    with migrated_database(request, tmp_path) as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a migrated database that the tests of a module share, each with rows of its own."""
    with migrated_database(request, tmp_path_factory.mktemp("kept")) as url:
        yield url


@contextmanager
def session_on(url: str) -> Iterator[Session]:
    """A session on a database, which is let go afterwards."""
    sessions = session_factory(url)
    try:
        with sessions() as session:
            yield session
    finally:
        sessions.kw["bind"].dispose()


def hasty(engine: Engine) -> Engine:
    """The engine, whose SQLite database is thrown away and need not survive a power cut."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return engine
