"""Databases and browsers for the tests, started and ended by the run itself."""

from __future__ import annotations

import atexit
import fcntl
import gc
import getpass
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NoReturn
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, event
from werkzeug.routing import Rule

from scorekeeper.store.accounts import passwords
from scorekeeper.store.instance import sqlalchemy_url
from scorekeeper.web.site import phone
from tests import long
from tests.compiled import Compiled
from tests.fifth import fifth_game
from tests.soak import SOAK, examples, list_left, read_left

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="scorekeeper-state-")
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)
"""What servers keep of their own accord is this run's, and not the home folder's."""


@pytest.fixture(autouse=True, scope="session")
def without_a_phone_of_the_checkout() -> Iterator[None]:
    """Pages are the same whether `make phone` was run in this checkout or not; a test that offers one says which."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phone, "FOLDER", ("build", "none"))
        yield


@pytest.fixture(autouse=True)
def forget_who_was_forgotten() -> Iterator[None]:
    """The record of those who are forgotten is a test's own: a restore of the next one would apply it."""
    yield
    shutil.rmtree(Path(os.environ["XDG_STATE_HOME"], "scorekeeper"), ignore_errors=True)


TESTS = Path(__file__).parent
SHARED = {f"tests.{found.stem}" for found in TESTS.glob("[a-z]*")}
pytest.register_assert_rewrite(*SHARED - sys.modules.keys())
"""An assertion of a module that tests share says what it saw, as one of a test does."""

settings.register_profile(
    "suite", max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
"""Enough of each to notice what breaks; a test that has to look harder says so itself."""

# Werkzeug compiles how an address is built for every rule of every application: four fifths of making one.
_compile_builder = Rule._compile_builder
_builders: dict[tuple[Any, ...], Any] = {}


def _builder(rule: Rule, append_unknown: bool = True) -> Any:
    """Compiled once for all applications of a run, which have the same rules."""
    key = (rule.rule, rule.subdomain, repr(rule.defaults), repr(rule._trace), append_unknown)
    if key not in _builders:
        _builders[key] = _compile_builder(rule, append_unknown)
    return _builders[key]


Rule._compile_builder = _builder  # type: ignore[method-assign]

Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
"""Templates too are compiled once."""

ADVISED_MEMORY_KIB = passwords.MEMORY_KIB
passwords.MEMORY_KIB = 64
"""A password of a test is hashed in no time; one test hashes with the memory that the program takes."""

os.environ["SCOREKEEPER_SNAPSHOTS"] = "off"
"""No test leaves copies of its databases in the folder of the person who runs it; some name a folder of their own."""
PATIENCE = 120.0
"""Seconds that a busy machine gets to start a database."""
IN_CI = os.environ.get("CI") == "true"
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The lightest first."""
SERVER_USERS = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; root runs it as one of these."""


def absent(what: str) -> NoReturn:
    """Skips with a reason; where everything has to be tested, fails."""
    if IN_CI:
        pytest.fail(f"{what}, and CI tests everything", pytrace=False)
    pytest.skip(f"{what}; `make test` installs it where it may")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """In CI a skip has to say why."""
    outcome: Any = yield
    report = outcome.get_result()
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if reason.removeprefix("Skipped").lstrip(": ") in ("", "unconditional skip"):
            report.outcome, report.longrepr = "failed", f"{item.nodeid} was skipped without a reason"


NEEDS = {"chromium_path": "chromium", "postgres_url": "postgresql", "processes": "process"}
"""A fixture that starts a program, and the mark of the tests that want it."""


@pytest.fixture(scope="session")
def processes(request: pytest.FixtureRequest) -> None:
    """A test that starts a server, or another process that works for seconds, asks for this."""
    expects(request, "process")


_RUNNING: list[pytest.Item] = []
"""The test that runs."""


def assert_marked() -> None:
    """Fails if the test that runs may start no process: it has not asked for ``processes``."""
    if not _RUNNING:  # the load is measured without pytest
        return
    marks = {mark.name for item in _RUNNING for mark in item.iter_markers()}
    assert marks & {"process", "chromium"}, "a test that starts a process asks for the fixture `processes`"


FIRST = {
    TESTS / name
    for name in (
        "browser/leagues/test_large.py",
        "browser/leagues/test_story.py",
        "browser/offline/test_upgrade.py",
        "browser/phone/test_program.py",
        "browser/test_pages.py",
        "browser/test_speed.py",
        "phone/test_routes.py",
        "phone/test_same.py",
        "test_wheel.py",
        "trust/test_crash.py",
        "trust/test_evenings.py",
    )
}
"""Files whose fixtures or tests take longest: what comes last is shared out, and would be set up by each worker."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks each test with the programs that it needs: by its fixtures, and by the database that it is tried on.

    What takes long without any program stands in a list (tests/long.py).
    The tests of trust belong to the soak, all of them; and those for which hypothesis draws more examples there.
    """
    trust = TESTS / "trust"
    listed = long.read()
    for item in items:
        if long.is_long(item.nodeid, listed):
            item.add_marker("long")
        if item.path.is_relative_to(trust) or item.get_closest_marker("hypothesis"):
            item.add_marker("soak")
        wanted = {NEEDS[name] for name in getattr(item, "fixturenames", ()) if name in NEEDS}
        for name in wanted | {value for value in params_of(item) if value == "postgresql"}:
            item.add_marker(name)
    left = list_left([item.nodeid for item in items], read_left())
    later = [*list_further_rows(items), *(item for item in items if item.nodeid in left)]
    for item in later:
        item.add_marker("soak")
    if not SOAK:
        config.hook.pytest_deselected(items=later)
        gone = set(later)
        items[:] = [item for item in items if item not in gone]
    items.sort(key=lambda item: item.path not in FIRST)


def params_of(item: pytest.Item) -> list[Any]:
    """The values with which a test is tried."""
    return list(item.callspec.params.values()) if hasattr(item, "callspec") else []


def list_further_rows(items: list[pytest.Item]) -> list[pytest.Item]:
    """What is left to the soak: of a test that tries all its rows on both databases two rows of three on PostgreSQL."""
    rows: dict[object, dict[bool, list[pytest.Item]]] = {}
    for item in items:
        if {"sqlite", "postgresql"} & {value for value in params_of(item) if isinstance(value, str)}:
            of_test = rows.setdefault(item.nodeid.partition("[")[0], {True: [], False: []})
            of_test["postgresql" in params_of(item)].append(item)
    both = [found for found in rows.values() if len(found[True]) == len(found[False])]
    return [item for found in both for number, item in enumerate(found[True]) if number % 3]


def expects(request: pytest.FixtureRequest, mark: str) -> None:
    """Fails where a test without the mark of a program is about to start it."""
    chosen = request.config.getoption("markexpr")
    assert f"not {mark}" not in chosen, (
        f"tests/conftest.py does not mark what needs {mark}; chosen: -m '{chosen}'"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """What is collected stays until the end: the collector of garbage need not look through it again and again."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From here on there is garbage, in what tests make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


# --- a fifth game ---------------------------------------------------------------------------------

ABOUT_EVERY_GAME = {
    TESTS / name
    for name in (
        "test_every_game.py",
        "test_every_ruling.py",
        "test_coverage.py",
        "test_cli.py",
        "test_hostile_questions.py",
        "browser/test_fifth_game.py",
        "core/test_documents.py",
        "core/disputes/test_elsewhere.py",
        "core/scoring/test_ending.py",
        "core/test_every_problem.py",
        "core/test_holes.py",
        "core/scoring/test_outlook.py",
        "core/disputes/test_protests.py",
        "core/scoring/test_sentence.py",
        "core/disputes/test_slips.py",
        "core/disputes/test_verdicts.py",
        "games/test_folders.py",
        "games/test_replays.py",
        "league/test_statistics.py",
        "store/match/test_one_more.py",
        "store/match/test_transfer.py",
        "trust/test_titles.py",
        "web/api/test_api.py",
        "web/match/test_charter.py",
        "web/site/test_default_button.py",
        "web/test_fifth_game.py",
        "web/test_missing_pieces.py",
        "web/desk/test_desk.py",
        "web/entry/test_forms.py",
        "web/match/test_printing.py",
        "web/site/test_rules.py",
        "web/match/test_starting.py",
        "web/desk/test_three_doors.py",
    )
}
"""The tests that ask something of every game in the registry. They are asked of a fifth game too."""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Tests that name every game in their parameters name the fifth as well."""
    if isinstance(collector, pytest.Module) and collector.path in ABOUT_EVERY_GAME:
        with fifth_game():
            return (yield)
    return (yield)


@pytest.fixture(autouse=True, scope="module")
def with_a_fifth_game(request: pytest.FixtureRequest) -> Iterator[None]:
    """The fifth game is in the registry while tests about every game run, and in no other test."""
    with fifth_game() if request.path in ABOUT_EVERY_GAME else nullcontext():
        yield


# --- side by side ---------------------------------------------------------------------------------


@contextmanager
def turn(folder: Path, alone: bool) -> Iterator[None]:
    """Workers run tests side by side. One that measures seconds waits until the others have finished theirs.

    Every test goes through the gate to the room, so that none overtakes a test that waits for an empty room.
    """
    with (folder / "gate").open("a") as gate, (folder / "room").open("a") as room:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(gate, fcntl.LOCK_UN)
        yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test marked ``alone`` has the machine for itself."""
    _RUNNING[:] = [item]
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    everybodys = Path(item.config.getoption("basetemp")).parent
    with turn(everybodys, item.get_closest_marker("alone") is not None):
        yield


# --- ports ----------------------------------------------------------------------------------------

_RESERVED: list[socket.socket] = []
"""Sockets that keep a port for a server of ours until the run ends, so that the system gives it to no other program."""


def free_port() -> int:
    """A port that the system gives to no other program from now on; a server of ours may bind and listen there."""
    assert_marked()
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    _RESERVED.append(holder)
    port: int = holder.getsockname()[1]
    return port


# --- PostgreSQL -----------------------------------------------------------------------------------


def postgres_programs() -> Path | None:
    """The newest of Debian's server versions, or wherever `postgres` is on the path."""
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


def hasty(engine: Engine) -> Engine:
    """The engine, whose SQLite database is thrown away and need not survive a power cut."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return engine


# --- the program as a folder ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def phone_folder(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make phone` writes, built once for all workers of the run."""
    from tests.phone import building  # which imports from here

    return building.build_once(building.shared_folder(tmp_path_factory))


# --- Chromium -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium_path(request: pytest.FixtureRequest) -> str:
    """The distribution's Chromium: Playwright's own cannot be had everywhere."""
    expects(request, "chromium")
    found = os.environ.get("SCOREKEEPER_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUM_NAMES)), None
    )
    if found is None:
        absent("Chromium is not installed")
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    """pytest-playwright's launch options. The sandbox needs an unprivileged user, and CI is root."""
    quiet = ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"]
    sandbox = ["--no-sandbox"] if getpass.getuser() == "root" else []
    return {**browser_type_launch_args, "executable_path": chromium_path, "args": [*sandbox, *quiet]}
