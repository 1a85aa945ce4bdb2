"""The files in deploy/ say what the program understands; behind TLS cookies and headers change."""

import http.client
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import cli
from scorekeeper.host import metrics_access, speech
from scorekeeper.store import instance
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE
from tests.cases import cases
from tests.trust.servers import Server, ask, live_port

ROOT = Path(__file__).parents[2]
UNIT = (ROOT / "deploy/scorekeeper.service").read_text()
BACKUP = (ROOT / "deploy/scorekeeper-backup.service").read_text()
PROXIES = [(ROOT / "deploy" / name).read_text() for name in ("Caddyfile", "nginx.conf")]
DOCS = (ROOT / "docs/deployment.md").read_text()
VARIABLES = {
    instance.DIRECTORY_VARIABLE,
    instance.DATABASE_VARIABLE,
    instance.LIVE_PORT_VARIABLE,
    instance.LIVE_URL_VARIABLE,
    instance.HOSTS_VARIABLE,
    instance.PROXIES_VARIABLE,
    SYNCHRONOUS_VARIABLE,
    speech.VARIABLE,
    metrics_access.TOKEN_VARIABLE,
    instance.SNAPSHOTS_VARIABLE,
    instance.PHONE_VARIABLE,
}


def test_the_unit_starts_what_the_command_line_knows() -> None:
    command = re.search(r"^ExecStart=\S+/scorekeeper (.*)$", UNIT, re.M)
    assert command
    options = cli.read_arguments(shlex.split(command[1]))
    assert (options.host, options.port) == ("127.0.0.1", 8000)
    assert re.search(
        r"/bin/scorekeeper backup /var/lib/scorekeeper-backup/\S+ \+%%a\)\.backup'$", BACKUP, re.M
    )


def test_the_night_on_postgresql_empties_the_bin_by_a_command_that_there_is() -> None:
    command = re.search(r"^#ExecStart=\S+/scorekeeper (.*)$", BACKUP, re.M)
    assert command
    options = cli.read_arguments(shlex.split(command[1]))
    assert (options.bin, options.yes) == (True, True)


def test_every_setting_is_documented_and_every_documented_one_exists() -> None:
    assert set(re.findall(r"SCOREKEEPER_[A-Z_]+", DOCS)) == VARIABLES
    assert set(re.findall(r"SCOREKEEPER_[A-Z_]+", UNIT)) <= VARIABLES


def test_the_proxies_know_the_ports_the_streams_and_what_stays_inside() -> None:
    port = re.search(r"SCOREKEEPER_LIVE_PORT=(\d+)", UNIT)
    assert port
    for said in PROXIES:
        assert "127.0.0.1:8000" in said
        assert f"127.0.0.1:{port[1]}" in said
        assert re.search(r"/live/", said)
        for inside in ("metrics", "readyz", "healthz"):
            assert inside in said
    assert "path /metrics /readyz /healthz /live/metrics /live/readyz /live/healthz" in PROXIES[0]
    [kept_inside] = re.findall(r"location ~ (\S+) \{ return 404; \}", PROXIES[1])
    for path in ("/metrics", "/readyz", "/healthz", "/live/metrics", "/live/readyz", "/live/healthz"):
        assert re.search(kept_inside, path)
    assert not re.search(kept_inside, "/live/abc/wmetrics")
    assert PROXIES[1].count("access_log") == PROXIES[1].count("access_log off;") == 1
    assert not re.search(r"^\s*log\b", PROXIES[0], re.M)


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    program = tmp_path / "scorekeeper"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for name in ("scorekeeper.service", "scorekeeper-backup.service", "scorekeeper-backup.timer"):
        said = (ROOT / "deploy" / name).read_text().replace("/opt/scorekeeper/bin/scorekeeper", str(program))
        (tmp_path / name).write_text(said)
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.glob("scorekeeper*.*")))],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "scorekeeper" in line and "Failed to" not in line]
    assert [line for line in ours if "Unknown" in line or "Invalid" in line] == [], done.stderr


@pytest.fixture(scope="module")
def as_shipped(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the environment of the unit to the letter; its folders, which need root, lie elsewhere."""
    folder = tmp_path_factory.mktemp("shipped")
    given = dict(line.split("=", 1) for line in re.findall(r"^Environment=(.+)$", UNIT, re.M))
    del given[instance.DIRECTORY_VARIABLE], given[instance.LIVE_PORT_VARIABLE]
    kept = {name: value.replace("/var/lib/scorekeeper", str(folder)) for name, value in given.items()}
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=1, **kept).start()
    yield started
    started.stop()


def test_the_keeper_of_the_shipped_unit_is_told_on_its_machine_and_no_other_name_is(
    as_shipped: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(as_shipped.folder / "instance"))
    monkeypatch.setenv(instance.DATABASE_VARIABLE, as_shipped.url)
    monkeypatch.delenv(metrics_access.TOKEN_VARIABLE, raising=False)
    assert cli.main(["status"]) == 0
    told = capsys.readouterr().out
    assert "0 requests failed today" in told
    assert "0 phones and screens follow" in told
    assert re.search(r"The longest write held the database for \d+ ms", told)
    assert cli.main(["check", f"http://127.0.0.1:{as_shipped.port}"]) == 0
    assert "Nothing is wrong." in capsys.readouterr().out
    for path, stranger in (("/metrics", 421), ("/check", 421), ("/live/metrics", 404)):
        port = live_port(as_shipped) if path.startswith("/live") else as_shipped.port
        for host, status in (
            (f"127.0.0.1:{port}", 200),
            (f"localhost:{port}", 200),
            ("rebound.example", stranger),
        ):
            assert ask(port, path, Host=host)[0] == status, (path, host)


@pytest.fixture(scope="module")
def server(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("behind")
    proxies = "127.0.0.3, 127.1.2.3/16, "  # as people write it
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", SCOREKEEPER_PROXIES=proxies)
    started.host = "::"  # what comes by IPv4 is there ::ffff:127.0.0.3
    yield started.start()
    started.stop()


@pytest.mark.left_to_soak(but_one_in=4)
@cases(
    "caller, scheme, secure",
    ("127.0.0.1", "https", True),
    ("127.0.0.3", "https", True),
    ("127.1.0.9", "https", True),
    ("127.0.0.2", "https", False),
    ("127.0.0.1", "", False),
)
def test_tls_is_believed_from_our_proxies(server: Server, caller: str, scheme: str, secure: bool) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(caller, 0))
    connection.request("GET", "/start/kani", headers={"X-Forwarded-Proto": scheme} if scheme else {})
    answer = connection.getresponse()
    answer.read()
    cookies = answer.headers.get_all("Set-Cookie", [])
    connection.close()
    assert answer.status == 200
    assert cookies
    assert all(("Secure" in cookie) is secure for cookie in cookies), cookies
    assert ("Strict-Transport-Security" in answer.headers) is secure
    assert not re.search(r"\d", answer.headers.get("Server", "")), "the version is not told"
