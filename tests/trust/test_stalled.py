"""Sockets that stall before a request, in its head or in its body: others are answered as if they were not there."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from scorekeeper.server.waiting_room import MAX_HEAD, MAX_KEPT, MAX_WAITING, counted_under, missing
from scorekeeper.store import instance
from tests.cases import cases
from tests.soak import in_soak
from tests.trust.servers import PATIENCE, Phone, Say, Server, open_matches

STALLED, PHONES = 150, 100
PAGES = in_soak(500, 100)
SOON = 1.0
HEAD = b"POST /import HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
STALLS: dict[str, Callable[[int], bytes]] = {
    "nothing sent": lambda _: b"",
    "half a head": lambda _: b"GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n",
    "half a body": lambda _: HEAD % 1000 + b"a=1",
    "half a large body": lambda _: HEAD % 3_000_000 + b"a=1",
    "half a piece": lambda _: b"POST /import HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na",
    "each of them": lambda n: list(STALLS.values())[n % 5](n),
}


@pytest.fixture(scope="module")
def server(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("stalled")
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=2).start()
    yield started
    said = started.stop()
    assert "Traceback" not in said


@pytest.mark.left_to_soak
@pytest.mark.alone
@pytest.mark.parametrize("stall", in_soak(list(STALLS), ["half a head", "each of them"]))
def test_pages_are_answered_while_sockets_stall(server: Server, stall: str, record_property: Say) -> None:
    matches = open_matches(server.url, server.key, PHONES // 4)
    held = []
    try:
        for number in range(STALLED):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            with suppress(ConnectionError):
                held[-1].sendall(STALLS[stall](number))
        phone, times = Phone(server.port, matches[0]), []
        for _ in range(PAGES):
            began = time.monotonic()
            assert phone.ask("GET", matches[0].path("watch"))[0] == 200
            times.append(time.monotonic() - began)
            phone.hang_up()
        times.sort()
        p99 = times[int(len(times) * 0.99) - 1]
        with ThreadPoolExecutor(20) as pool:
            answers = set(pool.map(lambda number: visit(server, matches[number // 4]), range(PHONES)))
    finally:
        for connection in held:
            connection.close()
    assert answers == {200}, "honest phones at the same address"
    assert p99 < SOON
    record_property("sockets that stall: " + stall, f"{STALLED} sockets, p99 of a page {p99 * 1000:.0f} ms")


def visit(server: Server, match: object) -> int:
    phone = Phone(server.port, match)  # type: ignore[arg-type]
    status = phone.ask("GET", phone.match.path("watch"))[0]
    phone.hang_up()
    return status


@pytest.mark.left_to_soak
def test_a_request_that_arrives_byte_by_byte_is_answered(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        for byte in b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n":
            connection.sendall(bytes([byte]))
        assert connection.recv(100).startswith(b"HTTP/1.1 200")


def test_two_requests_that_arrive_at_once_are_both_answered(server: Server) -> None:
    said = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    found = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(said)
        while more := connection.recv(65536):
            found += more
    assert found.count(b"HTTP/1.1 200") == 2


@cases(
    "said, needed, large",
    (b"", 1, False),
    (b"GET / HT", 9, False),
    (b"a" * MAX_HEAD, MAX_HEAD, False),
    (b"GET / HTTP/1.1\r\n\r\n", 18, False),
    (b"POST / HTTP/1.1\r\ncontent-LENGTH: 5\r\n\r\nab", 43, False),
    (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\nab", MAX_KEPT, True),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nab", 47, True),
)
def test_how_much_of_a_request_is_waited_for(said: bytes, needed: int, large: bool) -> None:
    assert missing(said) == (needed, large)


# where the connections come from, the proxies that are trusted, how many without a request may be open
FROM = [
    ("127.0.0.1", "", MAX_WAITING),
    ("::1", "", MAX_WAITING),
    ("127.0.0.1", "127.0.0.1", STALLED),
    ("::1", "::1", STALLED),
    ("::1", "127.0.0.1", MAX_WAITING),
]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("host", "proxies", "most"), in_soak(FROM, FROM[::2]))
def test_an_address_has_so_many_connections_without_a_request(
    processes: None, tmp_path: Path, host: str, proxies: str, most: int
) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=2, SCOREKEEPER_PROXIES=proxies)
    server.host = host
    server.start()
    held = [socket.create_connection((host, server.port), timeout=PATIENCE) for _ in range(STALLED)]
    try:
        until = time.monotonic() + PATIENCE
        while sum(map(is_open, held)) > most and time.monotonic() < until:
            time.sleep(0.05)
        assert most // 2 <= sum(map(is_open, held)) <= most, "a half for each of two workers"
        assert is_open(held[-1]), "it is the oldest that ends"
        held[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert held[-1].recv(100).startswith(b"HTTP/1.1 200")
    finally:
        for connection in held:
            connection.close()
        assert "Traceback" not in server.stop()


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def test_a_request_that_is_all_there_is_answered_however_many_of_the_address_wait(
    processes: None, tmp_path: Path
) -> None:
    """A league night behind one address: phones keep their connections, and all ask while the machine is busy."""
    server = Server(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=1).start()
    kept: list[socket.socket] = []
    try:
        for _phone in range(STALLED):
            kept.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            kept[-1].sendall(HEALTH)
            assert hear(kept[-1]).startswith(b"HTTP/1.1 200")
        [worker] = server.worker_pids()
        os.kill(worker, signal.SIGSTOP)
        for connection in kept:
            connection.sendall(HEALTH)
        kept.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
        kept[-1].sendall(HEALTH)
        os.kill(worker, signal.SIGCONT)
        assert [hear(connection)[:12] for connection in kept] == [b"HTTP/1.1 200"] * len(kept)
    finally:
        for connection in kept:
            connection.close()
        assert "Traceback" not in server.stop()


def test_large_requests_that_wait_for_their_turn_end_no_worker(processes: None, tmp_path: Path) -> None:
    """More of them than one address may have waiting: the oldest is let go, though the poller does not know it."""
    server = Server(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=1).start()
    workers, held = server.worker_pids(), []
    try:
        for _ in range(STALLED):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            with suppress(ConnectionError):
                held[-1].sendall(HEAD % 3_000_000 + b"a" * MAX_KEPT)
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as phone:
            phone.sendall(HEALTH)
            assert hear(phone).startswith(b"HTTP/1.1 200")
        assert server.worker_pids() == workers
    finally:
        for connection in held:
            connection.close()
        assert "Traceback" not in server.stop()


def test_a_phone_that_does_not_hang_up_delays_no_other(processes: None, tmp_path: Path) -> None:
    """The server closes a connection for good when the other side has closed it, or two seconds later."""
    server = Server(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=1).start()
    last = HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    held: list[socket.socket] = []
    try:
        began = time.monotonic()
        for _ in range(MAX_WAITING // 4):
            held.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            held[-1].sendall(last)
            assert hear(held[-1]).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - began < len(held)
        assert [connection.recv(1) for connection in held] == [b""] * len(held), "no more comes"
    finally:
        for connection in held:
            connection.close()
        assert "Traceback" not in server.stop()


def hear(connection: socket.socket) -> bytes:
    """The whole of an answer to HEALTH; less where the server has ended the connection."""
    said = b""
    with suppress(ConnectionError):
        while not said.endswith(b"ok\n") and (more := connection.recv(65536)):
            said += more
    return said


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not ended a connection on which nothing was said."""
    return not select([connection], [], [], 0)[0]


# what the system says of who connects, the proxies that are trusted, under what it is counted
COUNTED = [
    (("192.0.2.7", 4000), "", "192.0.2.7"),
    (("2001:db8:1:2:aaaa::1", 4000, 0, 0), "", "2001:db8:1:2::/64"),
    (("2001:db8:1:2:bbbb::9", 4000, 0, 0), "", "2001:db8:1:2::/64"),
    (("2001:db8:1:3::1", 4000, 0, 0), "", "2001:db8:1:3::/64"),
    (("::ffff:192.0.2.7", 4000, 0, 0), "", "192.0.2.7"),
    (("::1", 4000, 0, 0), "::1", ""),
    (("2001:db8:1:2:aaaa::1", 4000, 0, 0), "2001:db8:1::/48", ""),
]


@pytest.mark.parametrize(("address", "proxies", "counted"), COUNTED)
def test_a_home_is_one_address_and_a_proxy_of_ours_none(
    monkeypatch: pytest.MonkeyPatch, address: tuple[object, ...], proxies: str, counted: str
) -> None:
    monkeypatch.setenv(instance.PROXIES_VARIABLE, proxies)
    assert counted_under(address) == counted
