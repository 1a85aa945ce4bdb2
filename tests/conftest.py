"""How tests are chosen, marked and run side by side, and what all of them share."""

from __future__ import annotations

import atexit
import gc
import getpass
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, is_hypothesis_test, settings
from werkzeug.routing import Rule

from scorekeeper.store import instance
from scorekeeper.store.accounts import passwords
from scorekeeper.store.forgetting import record
from scorekeeper.store.write_watch import write_watch
from tests.compiled import Compiled
from tests.fifth import fifth_game
from tests.programs import IN_CI, RUNNING, absent, expects, turn
from tests.soak import SOAK, examples, list_left

pytest_plugins = ["pytester", "tests.databases"]

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="scorekeeper-state-")
os.environ["SCOREKEEPER_INSTANCE"] = tempfile.mkdtemp(prefix="scorekeeper-instance-")
for _folder in (os.environ["XDG_STATE_HOME"], os.environ["SCOREKEEPER_INSTANCE"]):
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
"""What servers keep is this run's, and neither the home folder's nor the checkout's."""


@pytest.fixture(autouse=True, scope="session")
def without_a_phone_of_the_checkout() -> Iterator[None]:
    """Pages are the same whether `make phone` was run in this checkout or not; a test that offers one says which."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(instance.PHONE_VARIABLE, "build/none")
        yield


@pytest.fixture(autouse=True)
def forget_who_was_forgotten() -> Iterator[None]:
    """The record of those who are forgotten is a test's own: a restore of the next one would apply it."""
    yield
    record.place().unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def forget_writes_that_failed() -> Iterator[None]:
    """A test that lets writes fail leaves none behind: the next one asks whether the server is ready."""
    yield
    write_watch.note_written()


TESTS = Path(__file__).parent
SHARED = {f"tests.{found.stem}" for found in TESTS.glob("[a-z]*")}
pytest.register_assert_rewrite(*SHARED - sys.modules.keys())
"""An assertion of a module that tests share says what it saw, as one of a test does."""

settings.register_profile(
    "suite", max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
"""Enough of each to notice what breaks; a test that has to look harder says so itself."""

# Werkzeug compiles how an address is built, once for every rule that an application is asked for.
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


FIRST = {
    TESTS / name
    for name in (
        "browser/leagues/test_club_evening.py",
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

    The tests of trust belong to the soak, all of them; and those for which hypothesis draws more examples there.
    """
    trust = TESTS / "trust"
    for item in items:
        if item.path.is_relative_to(trust) or is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("soak")
        wanted = {NEEDS[name] for name in getattr(item, "fixturenames", ()) if name in NEEDS}
        for name in wanted | {value for value in params_of(item) if value == "postgresql"}:
            item.add_marker(name)
    later = [*list_further_rows(items), *list_left(items)]
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


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test marked ``alone`` has the machine for itself."""
    RUNNING[:] = [item]
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    everybodys = Path(item.config.getoption("basetemp")).parent
    with turn(everybodys, item.get_closest_marker("alone") is not None):
        yield


# --- the program as a folder ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def phone_folder(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make phone` writes, built once for all workers of the run."""
    from tests.phone import building  # which imports from here

    return building.build_once(building.shared_folder(tmp_path_factory))


# --- Chromium -------------------------------------------------------------------------------------


CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The lightest first."""


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
