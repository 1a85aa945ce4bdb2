"""Sockets that stall before a request, in its head or in its body: others are answered as if they were not there."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from scorekeeper.server.waiting_room import MAX_HEAD, MAX_KEPT, missing
from tests.soak import SOAK
from tests.trust.servers import Phone, Say, Server, open_matches

STALLED, PHONES = 150, 100
PAGES = 500 if SOAK else 100
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("stalled")
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=2).start()
    yield started
    said = started.stop()
    assert "Traceback" not in said


@pytest.mark.alone
@pytest.mark.parametrize("stall", STALLS)
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


@pytest.mark.parametrize(
    ("said", "needed", "large"),
    [
        (b"", 1, False),
        (b"GET / HT", 9, False),
        (b"a" * MAX_HEAD, MAX_HEAD, False),
        (b"GET / HTTP/1.1\r\n\r\n", 18, False),
        (b"POST / HTTP/1.1\r\ncontent-LENGTH: 5\r\n\r\nab", 43, False),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\nab", MAX_KEPT, True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nab", 47, True),
    ],
)
def test_how_much_of_a_request_is_waited_for(said: bytes, needed: int, large: bool) -> None:
    assert missing(said) == (needed, large)
