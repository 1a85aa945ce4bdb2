"""What the one who runs a server asks it: how it is, and how it looks through its proxy."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.cli import check, main
from scorekeeper.host import metrics_access
from scorekeeper.server import running
from scorekeeper.store import instance, migrate
from scorekeeper.store.server_key import fingerprint
from scorekeeper.web.request import metrics
from scorekeeper.web.request.metrics import DAY, Counters
from tests.copies import make_or_copy
from tests.trust.proxies import NAME, Proxy
from tests.trust.servers import NAMES, Server, ask, open_matches

TOKEN = "a token of the counters"


@pytest.fixture(scope="module")
def server(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("told")
    made = Server(
        folder,
        f"sqlite:///{folder}/scorekeeper.db",
        workers=1,
        SCOREKEEPER_SNAPSHOTS=str(folder / "kept"),
        SCOREKEEPER_PROXIES="127.0.0.1",
        SCOREKEEPER_METRICS_TOKEN=TOKEN,
    )
    yield made.start()
    made.stop()


@pytest.fixture
def beside(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The command line on the server's machine."""
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(server.folder / "instance"))
    monkeypatch.setenv(instance.DATABASE_VARIABLE, server.url)
    monkeypatch.setenv(metrics_access.TOKEN_VARIABLE, TOKEN)
    return server


def test_status_tells_what_its_keeper_asks(beside: Server, capsys: pytest.CaptureFixture[str]) -> None:
    open_matches(beside.url, beside.key, 2)
    assert main(["backup", str(beside.folder / "a.backup")]) == 0
    capsys.readouterr()
    assert main(["status"]) == 0
    told = capsys.readouterr().out
    assert f"runs at port {beside.port}." in told
    assert "2 matches are played now, of 2." in told
    assert "0 phones and screens follow" in told
    assert "0 requests failed today" in told
    assert re.search(r"Last backup: 20\d\d-", told)
    assert f"{beside.folder}/kept" in told
    assert f"{beside.folder}/instance/forgotten.jsonl" in told
    assert re.search(r"\d+ MB of \d+ MB are free", told)
    assert not [name for name in NAMES if name in told]


def test_without_a_server_status_tells_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path))
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    make_or_copy(instance.database_url(), migrate.upgrade)
    running.write(running.Running(2**22 + 1, "127.0.0.1", 1, 1, ""))  # one that was killed
    assert main(["status"]) == 0
    told = capsys.readouterr().out
    assert "No server runs on this data." in told
    assert "No snapshots are made" in told
    assert "No backup was made yet." in told


def test_errors_count_for_the_day_on_which_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    counters, day = Counters(), 20_000.0
    monkeypatch.setattr(metrics.time, "time", lambda: day * DAY + 5)
    for status in (500, 503, 404, 200):
        counters.count("page", status, 0.1)
    assert counters.errors_today() == 2
    monkeypatch.setattr(metrics.time, "time", lambda: (day + 1) * DAY + 5)
    assert counters.errors_today() == 0
    counters.count("page", 500, 0.1)
    assert counters.errors_today() == 1
    assert sum(counters.totals()) == pytest.approx(5 + 5 + 0.5)


# --- from outside ---------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer a guess"}])
def test_what_the_server_is_stays_with_its_keeper(server: Server, given: dict[str, str]) -> None:
    assert ask(server.port, "/check", **given)[0] == 404


def test_no_secret_leaves(server: Server) -> None:
    status, said = ask(server.port, "/check", Authorization=f"Bearer {TOKEN}", Cookie="a=secret")
    assert status == 200
    assert json.loads(said)["key"] == fingerprint(server.key)
    assert not [
        secret for secret in (TOKEN, server.key.hex(), "secret", str(server.folder)) if secret in said
    ]


def test_check_tells_how_the_server_looks(beside: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"http://127.0.0.1:{beside.port}"]) == 1
    told = capsys.readouterr().out
    assert f"schema {migrate.head()}, key {fingerprint(beside.key)}" in told
    assert f"arrives as http://127.0.0.1:{beside.port}" in told
    assert "address that a browser invents is believed" in told, (
        "no proxy stands before this one and drops it"
    )


def test_check_notices_another_key(
    beside: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path))
    own = fingerprint(instance.secret_key())
    assert main(["check", f"http://127.0.0.1:{beside.port}"]) == 1
    assert f"is another one: {own}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "said"),
    [("http://127.0.0.1:1", "does not answer"), ("ftp://scores.example", "no address of a server")],
)
def test_what_cannot_be_asked_is_a_sentence(
    capsys: pytest.CaptureFixture[str], address: str, said: str
) -> None:
    assert main(["check", address]) == 1
    [told] = capsys.readouterr().err.splitlines()
    assert said in told


def test_without_the_token_check_says_what_to_set(
    beside: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(metrics_access.TOKEN_VARIABLE)
    assert main(["check", f"http://127.0.0.1:{beside.port}"]) == 1
    assert metrics_access.TOKEN_VARIABLE in capsys.readouterr().err


@pytest.mark.parametrize("program", ["nginx", "caddy"])
def test_through_the_proxies_of_deploy_nothing_is_wrong(beside: Server, tmp_path: Path, program: str) -> None:
    proxy = Proxy(program, tmp_path, [beside.port], [beside.port]).start()
    try:
        connection = proxy.connect()
        headers = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": check.INVENTED}
        connection.request("GET", "/check", headers=headers)
        answer = connection.getresponse()
        said = json.loads(answer.read())
        connection.close()
    finally:
        proxy.stop()
    assert said["request"]["address"] == "127.0.0.1"
    assert list(check._find_problems([said, said], "https", NAME)) == []
    worse = {**said, "key": "0" * 16, "request": {**said["request"], "scheme": "http", "host": "pages"}}
    assert len(list(check._find_problems([worse, said], "https", NAME))) == 4
