"""The instance directory, the key that every process shares, and the server with its children."""

from __future__ import annotations

import http.client
import multiprocessing
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.server import preparing, supervisor
from scorekeeper.store import instance
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE
from tests.cases import cases
from tests.programs import PATIENCE, free_port
from tests.soak import in_soak

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent

# The children are forked, so they see the stand-ins: these tests are about serving, not about what is served.
SCRIPT = """
import gc, os, signal, sys
import scorekeeper
from scorekeeper.server import preparing, supervisor

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # these tests may run under nohup themselves

def application(environ, respond):
    respond("200 OK", [("Content-Type", "text/plain")])
    aside = gc.get_freeze_count() if environ["PATH_INFO"] == "/garbage" and gc.isenabled() else 0
    return [f"{os.getpid()} {os.getppid()} {aside}".encode()]

scorekeeper.create_app = lambda: application
if sys.argv[2:] == ["broken"]:
    scorekeeper.create_app = lambda: 1 / 0
sys.exit(supervisor.serve(host="127.0.0.1", port=int(sys.argv[1])))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    return tmp_path / "instance"


# --- where the data lives -------------------------------------------------------------------------


def test_a_checkout_keeps_its_data_in_its_own_instance_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(instance.DIRECTORY_VARIABLE, raising=False)
    assert instance.directory() == ROOT / "instance"


@cases(
    "given, expected",
    ("/srv/league ", "/srv/league"),
    ("/srv/league\r", "/srv/league"),
    (" ", ROOT / "instance"),
)
def test_blanks_that_a_file_of_settings_leaves_name_no_other_folder(
    monkeypatch: pytest.MonkeyPatch, given: str, expected: str | Path
) -> None:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, given)
    assert instance.directory() == Path(expected)


@cases("xdg, expected", ("/srv/data", "/srv/data/scorekeeper"), ("relative", None), ("", None))
def test_an_installed_package_uses_the_users_data_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, xdg: str, expected: str | None
) -> None:
    monkeypatch.delenv(instance.DIRECTORY_VARIABLE, raising=False)
    monkeypatch.setattr(instance, "__file__", str(tmp_path / "scorekeeper" / "store" / "instance.py"))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", xdg)
    monkeypatch.setenv("HOME", "/home/thordis")
    assert instance.directory() == Path(expected or "/home/thordis/.local/share/scorekeeper")


@cases(
    "given, expected",
    ("postgres://ana@db/league", "postgresql+psycopg://ana@db/league"),
    ("postgresql://ana@db/league", "postgresql+psycopg://ana@db/league"),
    ("postgresql+psycopg://ana@db/league", "postgresql+psycopg://ana@db/league"),
    ("sqlite:////srv/league.db", "sqlite:////srv/league.db"),
    (" postgresql://ana@db/league\r", "postgresql+psycopg://ana@db/league"),
)
def test_database_addresses_name_their_driver(
    monkeypatch: pytest.MonkeyPatch, given: str, expected: str
) -> None:
    monkeypatch.setenv(instance.DATABASE_VARIABLE, given)
    assert instance.database_url() == expected


@cases(
    "variable, given, told",
    (SYNCHRONOUS_VARIABLE, "off", "SCOREKEEPER_SQLITE_SYNCHRONOUS is OFF; it can be FULL, EXTRA, NORMAL."),
    (
        instance.PROXIES_VARIABLE,
        "127.0.0.1, proxy",
        "SCOREKEEPER_PROXIES is no list of addresses and networks",
    ),
    (
        instance.LIVE_PORT_VARIABLE,
        "live",
        "SCOREKEEPER_LIVE_PORT is live; it can be a number from 0 to 65535.",
    ),
    (
        instance.LIVE_PORT_VARIABLE,
        "65536",
        "SCOREKEEPER_LIVE_PORT is 65536; it can be a number from 0 to 65535.",
    ),
    (instance.LIVE_URL_VARIABLE, "live", "SCOREKEEPER_LIVE_URL is live; it can be a path, such as /live, or"),
    (
        instance.LIVE_URL_VARIABLE,
        "live.example/s",
        "SCOREKEEPER_LIVE_URL is live.example/s; it can be a path",
    ),
    (
        instance.HOSTS_VARIABLE,
        "scores.example, https://club.example, club.example:8000, *.home.example, 10.0.0.7",
        "SCOREKEEPER_HOSTS has https://club.example, club.example:8000; names are separated by commas",
    ),
)
def test_a_setting_that_cannot_be_is_a_sentence(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variable: str,
    given: str,
    told: str,
) -> None:
    monkeypatch.setenv(variable, given)
    assert main(["serve", "--port", "0"]) == 1
    assert told in capsys.readouterr().err
    assert not (folder / instance.DATABASE_FILE).exists()


@pytest.mark.parametrize("command", [["status"], ["serve", "--port", "0"], ["verify"]])
def test_a_driver_that_is_not_installed_is_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as where it was never installed
    monkeypatch.setenv(instance.DATABASE_VARIABLE, "postgresql://ana@db/league")
    assert main(command) == 1
    assert 'pip install ".[postgres]"' in capsys.readouterr().err


@pytest.mark.parametrize("command", [["status"], ["backup", "a.backup"], ["restore", "a.backup"], ["verify"]])
def test_a_command_says_what_is_wrong_with_the_database_s_setting(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setenv(SYNCHRONOUS_VARIABLE, "off")
    assert main(command) == 1
    assert f"{SYNCHRONOUS_VARIABLE} is OFF" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["status", "serve", "backup"])
@pytest.mark.parametrize(
    "given",
    ["league", "mysql://ana:secret@db/league", "postgresql://ana:secret@db:port/league", "sqlite:league"],
)
def test_an_address_of_no_database_is_a_sentence_without_its_password(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: str,
    command: str,
) -> None:
    monkeypatch.setenv(instance.DATABASE_VARIABLE, given)
    more = {"serve": ["--port", "0"], "backup": [str(folder / "a.backup")]}
    assert main([command, *more.get(command, [])]) == 1
    told = capsys.readouterr().err
    assert f"{instance.DATABASE_VARIABLE} is no address of a database: write postgresql://" in told
    assert "secret" not in told


def test_the_default_database_is_a_file_beside_the_key(folder: Path) -> None:
    assert instance.database_url() == f"sqlite:///{folder}/scorekeeper.db"


def test_a_password_is_not_shown() -> None:
    assert (
        preparing.shown_url("postgresql+psycopg://ana:secret@db/league")
        == "postgresql+psycopg://ana:***@db/league"
    )


# --- the key --------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_closed_to_others(folder: Path) -> None:
    first = instance.secret_key()
    assert instance.secret_key() == first
    assert len(first) == instance.KEY_BYTES
    assert stat.S_IMODE((folder / instance.KEY_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [entry.name for entry in folder.iterdir()] == [instance.KEY_FILE]


def _take_key(start: float, answers: multiprocessing.Queue[bytes]) -> None:
    time.sleep(max(0.0, start - time.time()))
    answers.put(instance.secret_key())


@pytest.mark.parametrize("links", [True, False])
def test_processes_that_start_at_once_share_one_key(
    folder: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def no_link(_source: str, _target: Path) -> None:
        raise PermissionError(1, "no hard links here")

    if not links:
        monkeypatch.setattr(os, "link", no_link)
    context = multiprocessing.get_context("fork")
    answers: multiprocessing.Queue[bytes] = context.Queue()
    start = time.time() + 0.2
    processes = [context.Process(target=_take_key, args=(start, answers)) for _ in range(12)]
    for process in processes:
        process.start()
    keys = {answers.get(timeout=PATIENCE) for _ in processes}
    for process in processes:
        process.join(PATIENCE)
    assert keys == {(folder / instance.KEY_FILE).read_bytes()}


def test_a_key_that_others_may_read_is_closed(folder: Path) -> None:
    instance.secret_key()
    (folder / instance.KEY_FILE).chmod(0o644)
    instance.secret_key()
    assert stat.S_IMODE((folder / instance.KEY_FILE).stat().st_mode) == 0o600


def test_a_damaged_key_is_never_replaced_silently(folder: Path) -> None:
    instance.prepare()
    (folder / instance.KEY_FILE).write_bytes(b"half")
    with pytest.raises(instance.InstanceError, match="damaged: 4 bytes"):
        instance.secret_key()
    assert (folder / instance.KEY_FILE).read_bytes() == b"half"


def test_a_directory_that_cannot_be_made_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "file" / "instance"))
    with pytest.raises(instance.InstanceError, match="cannot be made"):
        instance.secret_key()


# --- the port -------------------------------------------------------------------------------------


def test_a_taken_port_is_refused_when_asked_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(supervisor.ServingError, match=f"Port {port} .*--port"):
            supervisor.claim_port("127.0.0.1", port)


def test_the_next_free_port_serves_when_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(supervisor, "DEFAULT_PORT", taken)
        claim, port = supervisor.claim_port("127.0.0.1", None)
        claim.close()
    assert taken < port < taken + supervisor.PORTS_TO_TRY


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shares one port among workers")
def test_two_servers_never_share_a_port() -> None:
    claim, port = supervisor.claim_port("127.0.0.1", 0)
    with claim, pytest.raises(supervisor.ServingError):
        supervisor.claim_port("127.0.0.1", port)


# --- the server -----------------------------------------------------------------------------------


@pytest.fixture
def with_database(folder: Path, migrated_sqlite: Path) -> Path:
    """A folder with a database of the newest schema."""
    instance.prepare()
    shutil.copy(migrated_sqlite, folder / instance.DATABASE_FILE)
    return folder


@pytest.fixture
def server(with_database: Path, processes: None) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    process = start(port)
    try:
        wait_until_answering(process, port)
        yield process, port
    finally:
        process.kill()
        process.communicate()


def start(port: int, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(port), *arguments],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def wait_until_answering(process: subprocess.Popen[str], port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            pytest.fail(f"the server ended: {process.communicate()[0]}")
        try:
            get(port)
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the server did not answer within {PATIENCE:.0f} s")


def get(port: int, path: str = "/") -> list[int]:
    """The worker that answered, its parent, and at one address how much its collector of garbage leaves alone."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        return [int(word) for word in connection.getresponse().read().split()]
    finally:
        connection.close()


def alive(pid: int) -> bool:
    """Running, not merely waiting to be collected by a parent."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def all_gone(pids: set[int]) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if not any(map(alive, pids)):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.soak
@pytest.mark.parametrize(
    "number",
    in_soak([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], [signal.SIGINT, signal.SIGKILL]),
)
def test_a_stopped_server_leaves_no_process_behind(
    server: tuple[subprocess.Popen[str], int], number: signal.Signals
) -> None:
    process, port = server
    family = {pid for _ in range(30) for pid in get(port)[:2]}
    assert len(family) >= 2
    started = time.monotonic()
    process.send_signal(number)
    output = process.communicate(timeout=PATIENCE)[0] if number != signal.SIGKILL else ""
    assert all_gone(family), "a child outlived the supervisor"
    assert time.monotonic() - started < 8
    if number != signal.SIGKILL:
        assert process.returncode == 0, output
        assert "Traceback" not in output


def test_an_open_page_does_not_hold_up_the_stop(server: tuple[subprocess.Popen[str], int]) -> None:
    process, port = server
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    page.request("GET", "/")
    page.getresponse().read()  # kept alive, as browsers do
    process.terminate()
    assert process.wait(timeout=12) == 0
    page.close()


def test_a_worker_collects_garbage_but_not_what_the_program_consists_of(
    server: tuple[subprocess.Popen[str], int],
) -> None:
    [_worker, _parent, aside] = get(server[1], "/garbage")
    assert aside > 50_000, "nothing is put aside, or nothing is collected"


def test_it_says_where_everything_is(server: tuple[subprocess.Popen[str], int], folder: Path) -> None:
    process, port = server
    process.terminate()
    output = process.communicate(timeout=PATIENCE)[0]
    assert f"{folder}/scorekeeper.db" in output
    assert f"{folder}/{instance.KEY_FILE}" in output
    assert f"http://127.0.0.1:{port}" in output


def test_a_second_server_on_the_port_is_refused_in_a_sentence(
    server: tuple[subprocess.Popen[str], int],
) -> None:
    _, port = server
    second = start(port)
    output = second.communicate(timeout=PATIENCE)[0]
    assert second.returncode == 1
    assert f"Port {port} at 127.0.0.1 cannot be used" in output
    assert "database " not in output, "a server that cannot start has looked for the database"
    assert "Traceback" not in output


def test_a_second_server_and_a_restore_of_its_database_are_refused_while_it_lives(
    server: tuple[subprocess.Popen[str], int], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lock says that it lives: the file with its number is gone here."""
    process, port = server
    backup = str(folder.parent / "a.backup")
    assert main(["backup", backup]) == 0
    second = start(free_port())
    assert (
        f"A server runs on this database already at port {port}." in second.communicate(timeout=PATIENCE)[0]
    )
    assert second.returncode == 1
    (folder / "server.json").unlink()
    capsys.readouterr()
    assert main(["restore", "--replace", backup]) == 1
    assert "A server runs on this database. Stop it, then restore." in capsys.readouterr().err
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert main(["restore", "--replace", backup]) == 0


@pytest.mark.usefixtures("processes")
def test_a_web_process_that_cannot_start_ends_the_server(with_database: Path) -> None:
    process = start(free_port(), "broken")
    output = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 1
    assert "ZeroDivisionError" in output
    assert "The web process ended by itself" in output


def test_the_local_network_gets_addresses_and_a_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supervisor, "_own_addresses", lambda: ["192.168.1.7", "127.0.1.1", "192.168.1.7"])
    supervisor.announce("0.0.0.0", 8001, asked_for=False)
    output = capsys.readouterr().out
    assert "Port 8000 is taken, so this is 8001." in output
    assert "http://127.0.0.1:8001" in output
    assert output.count("http://192.168.1.7:8001") == 1
    assert "127.0.1.1" not in output
    assert "▄" in output or "█" in output


def test_a_server_for_this_computer_alone_offers_no_phone_address(capsys: pytest.CaptureFixture[str]) -> None:
    supervisor.announce("127.0.0.1", 8000, asked_for=True)
    output = capsys.readouterr().out
    assert "http://127.0.0.1:8000" in output
    assert "phones" not in output
