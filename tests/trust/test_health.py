"""What looks after the server: alive, ready, and counters that several processes add up."""

import http.client
import os
import re
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from scorekeeper.host import metrics_access
from scorekeeper.store import migrate
from scorekeeper.web.request import metrics
from tests.cases import cases
from tests.live.conftest import Watcher
from tests.trust.servers import NAMES, Phone, Server, answers, ask, becomes, live_port, open_matches
from tests.trust.world import World


@pytest.fixture(scope="module")
def server(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=3).start()
    yield started
    started.stop()


def read_counter(said: str, name: str) -> int:
    """What one counter says."""
    found = re.search(rf"^{re.escape(name)} (\d+)$", said, re.M)
    assert found, name
    return int(found[1])


PAGES = 'scorekeeper_requests_total{kind="page",status="2xx"}'
WRITES = 'scorekeeper_requests_total{kind="write",status="3xx"}'
TIMED = 'scorekeeper_request_seconds_bucket{kind="page",le="+Inf"}'


def counted_pages(server: Server) -> str:
    """The counters of the pages, once more than one process has answered: the first is there before the others."""
    for _ in range(1000):
        said = ask(server.port, "/metrics")[1]
        if read_counter(said, "scorekeeper_workers") >= 2:
            return said
        time.sleep(0.02)
    raise AssertionError("one process answers everything")


@pytest.mark.left_to_soak
def test_counters_add_up_over_processes_and_name_no_person(server: Server) -> None:
    [match] = open_matches(server.url, server.key)
    before = counted_pages(server)
    for _ in range(40):  # a new connection each: the kernel spreads them over the processes
        assert ask(server.port, match.path("watch"))[0] == 200
    phone = Phone(server.port, match)
    phone.open()
    assert phone.record("a note about Ana", "00000000-0000-4000-8000-000000000001", 1).status == 303
    phone.hang_up()
    said = ask(server.port, "/metrics")[1]
    for name, more in ((PAGES, 41), (WRITES, 1), (TIMED, 41)):
        assert read_counter(said, name) - read_counter(before, name) == more, name
    assert read_counter(said, "scorekeeper_workers") >= 2
    assert read_counter(said, "scorekeeper_resident_bytes") > 10_000_000 or not os.path.exists("/proc")
    for secret in (*NAMES, match.public_id, match.path().rpartition("/")[2], "note"):
        assert secret not in said
    for line in said.splitlines():
        assert re.fullmatch(
            r'# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[^"]+"(,[a-z]+="[^"]+")?\})? [0-9.]+', line
        ), line


def test_a_killed_process_takes_no_count_with_it(server: Server) -> None:
    def count_answered() -> int:
        found = re.search(r'kind="health",status="2xx"} (\d+)', ask(server.port, "/metrics")[1])
        assert found
        return int(found[1])

    for _ in range(20):
        ask(server.port, "/healthz")
    before = count_answered()
    server.kill_a_worker(lambda pids: pids[0])
    for _ in range(20):
        try:
            ask(server.port, "/healthz")
        except OSError:
            continue
    assert becomes(lambda: answers(server.port))
    assert count_answered() > before


# --- the streams ----------------------------------------------------------------------------------


def read_counts(port: int) -> dict[str, int]:
    """What the streams' process counts, by name."""
    status, said = ask(port, "/metrics")
    assert status == 200
    lines = [line.split() for line in said.splitlines() if not line.startswith("#")]
    return {name.removeprefix("scorekeeper_live_"): int(value) for name, value in lines}


def until(port: int, **wanted: int) -> dict[str, int]:
    """What is counted once it is as wanted; a connection that ends is noticed a moment later."""
    for _ in range(200):
        found = read_counts(port)
        if wanted.items() <= found.items():
            return found
        time.sleep(0.05)
    raise AssertionError((wanted, found))


def test_the_streams_count_who_follows_and_what_they_heard_and_name_no_person(server: Server) -> None:
    one, other = open_matches(server.url, server.key, 2)
    port = live_port(server)
    before = read_counts(port)
    watchers = [Watcher(port, match, match.path("watch").rpartition("/")[2]) for match in (one, one, other)]
    for watcher in watchers:
        assert watcher.next()[0] == "message"
    phone = Phone(server.port, one)
    phone.open()
    assert phone.record("a note", "00000000-0000-4000-8000-000000000002", 1).status == 303
    phone.hang_up()
    for watcher in watchers[:2]:
        assert watcher.next() == ("message", {"seq": 2, "pulse": 1})
    assert ask(port, f"/live/{one.public_id}/w{'A' * 24}")[0] == 404
    found = until(port, streams=3, matches=2)
    for name, more in (("streams_total", 3), ("refused_total", 1), ("dropped_total", 0)):
        assert found[name] - before[name] == more, name
    assert found["events_total"] - before["events_total"] >= 5
    assert found["resident_bytes"] > 10_000_000 or not os.path.exists("/proc")
    said = ask(port, "/metrics")[1]
    assert not [secret for secret in (*NAMES, one.public_id, other.public_id, "note") if secret in said]
    for watcher in watchers:
        watcher.close()
    until(port, streams=0, matches=0)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_counters_of_the_streams_are_not_read_through_a_proxy(server: Server, header: str) -> None:
    assert ask(live_port(server), "/live/metrics", **{header: "192.0.2.1"})[0] == 404


def test_pages_of_the_web_cannot_read_what_machines_are_told(server: Server) -> None:
    """A stream is for all who have its link; the counters are not for a page that a browser on this machine shows."""
    connection = http.client.HTTPConnection("127.0.0.1", live_port(server), timeout=30)
    connection.request("GET", "/metrics", headers={"Origin": "http://elsewhere.example"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.headers.get("Access-Control-Allow-Origin") is None
    connection.close()


def test_the_streams_are_ready_while_the_database_answers_and_fits(server: Server) -> None:
    port = live_port(server)
    assert ask(port, "/healthz") == (200, "ok\n")
    assert ask(port, "/readyz") == (200, "ready\n")
    engine = create_engine(server.url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    try:
        assert ask(port, "/readyz") == (503, "the database is of another version\n")
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE alembic_version RENAME TO elsewhere"))
        assert ask(port, "/readyz") == (503, "the database does not answer\n")
        assert ask(port, "/healthz")[0] == 200
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO alembic_version"))
    finally:
        with engine.begin() as connection:
            connection.execute(
                text("UPDATE alembic_version SET version_num = :head"), {"head": migrate.head()}
            )
        engine.dispose()
    assert ask(port, "/readyz")[0] == 200


# --- the pages ------------------------------------------------------------------------------------


@pytest.mark.long
def test_ready_means_that_the_database_answers_and_fits(world: World) -> None:
    world.put_back()
    client = world.app.test_client()
    assert client.get("/healthz").get_data(as_text=True) == "ok\n"
    assert client.get("/readyz").status_code == 200
    engine = create_engine(f"sqlite:///{world.file}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    assert client.get("/readyz").status_code == 503
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    engine.dispose()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_data(as_text=True)) == (503, "the database does not answer\n")
    assert client.get("/healthz").status_code == 200
    assert not answer.headers.getlist("Set-Cookie")


@cases(
    "remote, headers, token, status",
    ("127.0.0.1", {}, "", 200),
    ("::1", {}, "", 200),
    ("::ffff:127.0.0.1", {}, "", 200),
    ("192.0.2.1", {}, "", 404),
    ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, "", 404),
    ("127.0.0.1", {"Via": "1.1 proxy"}, "", 404),
    ("192.0.2.1", {"Authorization": "Bearer secret"}, "secret", 200),
    ("127.0.0.1", {"Authorization": "Bearer wrong"}, "secret", 404),
    ("127.0.0.1", {}, "secret", 404),
    ("127.0.0.1", {"Authorization": "Bearer é"}, "secret", 404),
)
def test_counters_are_for_this_machine_or_the_token(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    remote: str,
    headers: dict[str, str],
    token: str,
    status: int,
) -> None:
    monkeypatch.setenv(metrics_access.TOKEN_VARIABLE, token)
    answer = world.app.test_client().get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": remote})
    assert answer.status_code == status


@pytest.mark.long
def test_processes_share_their_rows_and_the_next_one_takes_over() -> None:
    counters = metrics.Counters()
    for _ in range(3):
        child = os.fork()
        if not child:
            counters.count("page", 200, 0.02)
            os._exit(0)
        os.waitpid(child, 0)
    counters.count("page", 503, 99.0)
    totals = counters.totals()
    assert totals[0] == 3, "three pages that went well"
    assert totals[3] == 1
    assert sum(totals[4 : 4 + len(metrics.BOUNDS) + 1]) == 4
    assert counters.workers() == [os.getpid()]
