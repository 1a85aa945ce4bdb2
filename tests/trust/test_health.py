"""What looks after the server: alive, ready, and counters that several processes add up."""

from __future__ import annotations

import http.client
import os
import re
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from scorekeeper.web import health, metrics
from tests.trust.servers import NAMES, Phone, Server, open_matches
from tests.trust.world import World


def ask(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    answer = connection.getresponse()
    said = answer.read().decode()
    connection.close()
    return answer.status, said


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=3).start()
    yield started
    started.stop()


def test_counters_add_up_over_processes_and_name_nobody(server: Server) -> None:
    [match] = open_matches(server.url, server.key)
    for _ in range(40):  # a new connection each: the kernel spreads them over the processes
        assert ask(server.port, match.path("watch"))[0] == 200
    phone = Phone(server.port, match)
    phone.open()
    assert phone.record("a note about Ana", "00000000-0000-4000-8000-000000000001", 1).status == 303
    phone.hang_up()
    said = ask(server.port, "/metrics")[1]
    assert 'scorekeeper_requests_total{kind="page",status="2xx"} 41' in said
    assert 'scorekeeper_requests_total{kind="write",status="3xx"} 1' in said
    assert 'scorekeeper_request_seconds_bucket{kind="page",le="+Inf"} 41' in said
    workers = re.search(r"^scorekeeper_workers (\d+)$", said, re.M)
    assert workers
    assert int(workers[1]) >= 2
    resident = re.search(r"^scorekeeper_resident_bytes (\d+)$", said, re.M)
    assert resident
    assert int(resident[1]) > 10_000_000 or not os.path.exists("/proc")
    for secret in (*NAMES, match.public_id, match.path().rpartition("/")[2], "note"):
        assert secret not in said
    for line in said.splitlines():
        assert re.fullmatch(
            r'# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[^"]+"(,[a-z]+="[^"]+")?\})? [0-9.]+', line
        ), line


def test_a_killed_process_takes_no_count_with_it(server: Server) -> None:
    def answered() -> int:
        found = re.search(r'kind="health",status="2xx"} (\d+)', ask(server.port, "/metrics")[1])
        assert found
        return int(found[1])

    for _ in range(20):
        ask(server.port, "/healthz")
    before = answered()
    server.kill_a_worker(lambda pids: pids[0])
    for _ in range(20):
        try:
            ask(server.port, "/healthz")
        except OSError:
            continue
    assert answered() > before


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


@pytest.mark.parametrize(
    ("remote", "headers", "token", "status"),
    [
        ("127.0.0.1", {}, "", 200),
        ("::1", {}, "", 200),
        ("192.0.2.1", {}, "", 404),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, "", 404),
        ("127.0.0.1", {"Via": "1.1 proxy"}, "", 404),
        ("192.0.2.1", {"Authorization": "Bearer secret"}, "secret", 200),
        ("127.0.0.1", {"Authorization": "Bearer wrong"}, "secret", 404),
        ("127.0.0.1", {}, "secret", 404),
        ("127.0.0.1", {"Authorization": "Bearer é"}, "secret", 404),
    ],
)
def test_counters_are_for_this_machine_or_the_token(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    remote: str,
    headers: dict[str, str],
    token: str,
    status: int,
) -> None:
    monkeypatch.setenv(health.TOKEN_VARIABLE, token)
    answer = world.app.test_client().get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": remote})
    assert answer.status_code == status


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
