"""What no browser says, said to a real server byte by byte: answered calmly, at the pages and at the streams."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.live.conftest import Watcher
from tests.trust.servers import Server, ask, live_port, open_matches


@pytest.fixture(scope="module")
def served(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("raw")
    server = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=1).start()
    yield server
    said = server.stop()
    assert "Traceback" not in said
    assert "failure" not in said


def raw(port: int, said: bytes) -> bytes:
    """What is answered to these bytes, all of it."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        with suppress(ConnectionError):  # refused before it was all said
            connection.sendall(said)
        with suppress(ConnectionError):
            while more := connection.recv(65536):
                found += more
    return found


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    """A request after which nothing more is said."""
    head = "\r\n".join([f"{line} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""])
    return head.encode("utf-8", "surrogatepass") + body


CHUNK = b"%x\r\n%s\r\n" % (65536, b"a" * 65536)
IN_PIECES = ("Transfer-Encoding: chunked", "Content-Type: application/x-www-form-urlencoded")
SMUGGLED = b"0\r\n\r\nGET /evil.test"
MOUNTED = (
    "SCRIPT_NAME: /evil.test",
    "PATH_INFO: /evil.test",
    "X-Forwarded-Host: evil.test",
    "X-Forwarded-Prefix: /evil.test",
)
AT_THE_PAGES: dict[str, tuple[bytes, bytes]] = {
    "where the site is mounted": (request("GET /", *MOUNTED), b"200"),
    "two lengths": (request("POST /import", "Content-Length: 4", IN_PIECES[0], body=SMUGGLED), b"400"),
    "a length that is none": (request("POST /import", "Content-Length: +5", body=b"abcde"), b"400"),
    "more than four megabytes in pieces": (
        request("POST /import", *IN_PIECES, body=CHUNK * 80 + b"0\r\n\r\n"),
        b"400",
    ),
    "out of the folder": (request("GET /static/../../instance/secret_key"), b"404"),
    "out of the folder, written otherwise": (
        request("GET /static/%2e%2e/%2e%2e%2finstance%2fsecret_key"),
        b"404",
    ),
    "another method": (request("DELETE /import"), b"405"),
    "a nul": (request("GET /\x00"), b"400"),
    "a very long address": (request("GET /" + "a" * 9000), b"414"),
    "a great many headers": (request("GET /", *["X: a"] * 300), b"431"),
}
AT_THE_STREAMS: dict[str, tuple[bytes, bytes]] = {
    "noise": (bytes(range(1, 255)) * 8 + b"\r\n\r\n", b"405"),
    "nothing": (b"\r\n\r\n", b"405"),
    "a nul": (request("GET /live/x/\x00"), b"404"),
    "half a surrogate": (request("GET /live/\ud800/\ud800"), b"404"),
    "a very long address": (request("GET /live/" + "a" * 4000 + "/" + "b" * 3000), b"404"),
    "slashes": (request("GET " + "/" * 7000), b"404"),
    "one after the other": (request("GET /x/y") + request("GET /metrics"), b"404"),
    "a folded header": (b"GET /metrics HTTP/1.1\r\nX-Forwarded-For\r\n : 1\r\n\r\n", b"404"),
    "a body": (request("POST /live/x/y", "Content-Length: 10000000", body=b"a" * 100_000), b"405"),
}


@pytest.mark.parametrize("name", AT_THE_PAGES)
def test_what_no_browser_says_is_answered_calmly(served: Server, name: str) -> None:
    said, status = AT_THE_PAGES[name]
    answer = raw(served.port, said)
    assert answer.split()[1:2] == [status], answer[:300]
    assert b"evil.test" not in answer
    assert served.key not in answer


@pytest.mark.parametrize("name", AT_THE_STREAMS)
def test_what_no_browser_says_to_the_streams_is_answered_calmly(served: Server, name: str) -> None:
    said, status = AT_THE_STREAMS[name]
    answer = raw(live_port(served), said)
    assert answer.split()[1:2] in ([status], []), answer[:300]
    assert b"scorekeeper_live" not in answer
    assert ask(live_port(served), "/readyz")[0] == 200


def test_connections_that_say_nothing_keep_no_phone_from_the_streams(served: Server) -> None:
    [match] = open_matches(served.url, served.key)
    port, held = live_port(served), []
    try:
        for _ in range(300):
            held.append(socket.create_connection(("127.0.0.1", port), timeout=60))
            held[-1].sendall(b"GET /live/")
        watcher = Watcher(port, match, match.path("watch").rpartition("/")[2])
        assert watcher.next()[0] == "message"
        watcher.close()
    finally:
        for connection in held:
            connection.close()
