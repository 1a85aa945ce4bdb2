"""nginx and Caddy run with the files of deploy/: what arrives behind them, and what does not."""

import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.live.hub import MAX_FOLLOWERS
from scorekeeper.store import instance
from tests.databases import postgres_database
from tests.programs import free_port
from tests.trust.proxies import DEPLOY, NAME, Proxy
from tests.trust.servers import Opened, Phone, Server, live_port, open_matches

pytestmark = pytest.mark.usefixtures("processes")

CONF = (DEPLOY / "nginx.conf").read_text()
MAX_TRIES = {"nginx": 1, "caddy": 2}
"""Of a form. Older versions of Caddy cannot send it to the other machine, and the phone sends it again."""
PHONE = "127.0.0.7"
FORGED = {
    "Forwarded": "for=6.6.6.6;proto=http",
    "X-Forwarded-For": "6.6.6.6",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "6",
    "X-Forwarded-Prefix": "/6",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Protocol": "http",
    "X-Forwarded-Ssl": "off",
    "X-Real-IP": "6.6.6.6",
}
"""What a stranger may write into a request."""
PATHS = ["/", "/live/abc/def", "/leagues/club/imports"]
"""One of each location."""
INSIDE = ["/metrics", "/readyz", "/healthz", "/live/metrics", "/live/readyz", "/live/healthz"]


class Echo(BaseHTTPRequestHandler):
    """Answers with the headers that arrived, as JSON."""

    def do_GET(self) -> None:
        said = json.dumps([[name.lower(), value] for name, value in self.headers.items()]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def echo() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def before_echo(
    request: pytest.FixtureRequest, echo: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    proxy = Proxy(request.param, tmp_path_factory.mktemp(request.param), [echo], [echo]).start()
    yield proxy
    proxy.stop()


def ask(connection: http.client.HTTPConnection, path: str, **headers: str) -> tuple[int, str]:
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    said = answer.read().decode()
    connection.close()
    return answer.status, said


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("forged", [{}, FORGED], ids=["honest", "forged"])
def test_the_servers_are_told_who_asks_for_which_name_and_how(
    before_echo: Proxy, path: str, forged: dict[str, str]
) -> None:
    status, said = ask(before_echo.connect(PHONE), path, **forged)
    arrived = json.loads(said)
    told = {
        name: sorted(value for key, value in arrived if key == name)
        for name in ("host", "x-forwarded-proto", "x-forwarded-for")
    }
    assert status == 200
    assert told == {"host": [NAME], "x-forwarded-proto": ["https"], "x-forwarded-for": [PHONE]}
    written = {(name.lower(), value) for name, value in forged.items()}
    assert [(name, value) for name, value in arrived if (name, value) in written] == []


def test_another_name_than_ours_is_not_answered(before_echo: Proxy) -> None:
    status, said = ask(before_echo.connect(name="evil.example"), "/")
    assert (status == 421 or said == "") and "evil.example" not in said  # noqa: PT018


@pytest.mark.parametrize("path", INSIDE)
def test_health_and_counters_stay_inside(before_echo: Proxy, path: str) -> None:
    assert ask(before_echo.connect(), path)[0] == 404


def test_a_request_in_clear_is_sent_to_tls_and_a_form_with_all_that_was_typed(before_echo: Proxy) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", before_echo.plain, timeout=60)
    connection.request("GET", "/m/abc", headers={"Host": NAME})
    answer = connection.getresponse()
    connection.close()
    assert answer.status == 308, "of 301 browsers make a request without the form"
    assert re.fullmatch(rf"https://{NAME}(:\d+)?/m/abc", answer.headers["Location"])


def test_browsers_are_offered_http_2(before_echo: Proxy) -> None:
    context = before_echo.make_trusting_context()
    context.set_alpn_protocols(["h2", "http/1.1"])
    clear = socket.create_connection(("127.0.0.1", before_echo.port), 60)
    with context.wrap_socket(clear, server_hostname=NAME) as secured:
        assert secured.selected_alpn_protocol() == "h2"


def test_nginx_has_two_connections_for_each_stream() -> None:
    said = dict(re.findall(r"^\s*(worker_connections|worker_rlimit_nofile) (\d+);", CONF, re.M))
    assert 2 * MAX_FOLLOWERS < int(said["worker_connections"]) < int(said["worker_rlimit_nofile"])


# --- two servers ----------------------------------------------------------------------------------


class PhoneByTls(Phone):
    """A phone that reaches the servers through the proxy."""

    def __init__(self, proxy: Proxy, match: Opened) -> None:
        super().__init__(proxy.port, match)
        self.proxy = proxy

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any, str]:
        """One request, as a browser sends it: a form names the page that it came from."""
        if self._connection is None:
            self._connection = self.proxy.connect()
        return super().ask(method, path, body, Referer=f"https://{NAME}/", **headers)


@pytest.fixture(scope="module")
def servers(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two on one database, which have the same key and believe what the proxy says."""
    folder = tmp_path_factory.mktemp("machines")
    started: list[Server] = []
    with postgres_database(postgres_url) as url:
        for name in ("first", "second"):
            home = folder / name
            (home / "instance").mkdir(parents=True)
            if started:
                (home / "instance" / instance.KEY_FILE).write_bytes(started[0].key)
            settings = {
                instance.PROXIES_VARIABLE: "127.0.0.1",
                instance.LIVE_URL_VARIABLE: "/live",
                instance.LIVE_PORT_VARIABLE: str(free_port()),
            }
            started.append(Server(home, url, workers=1, **settings).start())
        yield started
        for server in started:
            server.stop()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, servers: list[Server], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    pages, streams = [server.port for server in servers], [live_port(server) for server in servers]
    started = Proxy(request.param, tmp_path_factory.mktemp(request.param), pages, streams).start()
    yield started
    started.stop()


@pytest.fixture
def match(servers: list[Server]) -> Opened:
    [opened] = open_matches(servers[0].url, servers[0].key)
    return opened


@pytest.mark.left_to_soak(but_one_in=2)
def test_pages_behind_the_proxy_know_that_they_are_secure(proxy: Proxy) -> None:
    for path in ("/start/kani", "/start/belot"):
        connection = proxy.connect()
        connection.request("GET", path, headers=FORGED)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        cookies = answer.headers.get_all("Set-Cookie", [])
        assert answer.status == 200
        assert "Strict-Transport-Security" in answer.headers
        assert cookies
        assert all("Secure" in cookie for cookie in cookies), cookies


def test_a_deal_recorded_behind_the_proxy_reaches_a_stream_of_each_machine(
    proxy: Proxy, servers: list[Server], match: Opened
) -> None:
    """The proxy takes the machines in turns: two phones that follow are at both."""
    phone, followers = PhoneByTls(proxy, match), [follow(proxy, match) for _ in servers]
    assert [next_seq(stream) for stream in followers] == [1, 1]
    assert phone.open()
    assert phone.record("by way of the proxy", str(uuid4()), 1).seq == 2
    assert [next_seq(stream) for stream in followers] == [2, 2]
    phone.hang_up()
    for stream in followers:
        stream.close()


def follow(proxy: Proxy, match: Opened) -> http.client.HTTPResponse:
    """A stream of the match through the proxy."""
    connection = proxy.connect()
    connection.request("GET", match.path().replace("/m/", "/live/", 1))
    answer = connection.getresponse()
    assert (answer.status, answer.headers.get_content_type()) == (200, "text/event-stream")
    return answer


def next_seq(stream: http.client.HTTPResponse) -> int:
    """How far the match is, as the next event says."""
    while line := stream.readline():
        if found := re.search(rb'"seq": ?(\d+)', line):
            return int(found[1])
    raise AssertionError("the stream ended")


@pytest.mark.left_to_soak
def test_the_other_machine_answers_when_one_is_gone(
    proxy: Proxy, servers: list[Server], match: Opened
) -> None:
    phone = PhoneByTls(proxy, match)
    servers[1].stop()
    try:
        assert [phone.ask("GET", match.path())[0] for _ in range(4)] == [200] * 4
        phone.open()
        answers = list(phone.record_until_saved("while a machine is away", str(uuid4()), 1))
        assert answers[-1].seq == 2
        assert len(answers) <= MAX_TRIES[proxy.program]
    finally:
        phone.hang_up()
        servers[1].start()


def test_no_log_of_the_proxy_holds_the_address_of_a_match(proxy: Proxy, match: Opened) -> None:
    """Not even when it is asked for in vain."""
    phone = PhoneByTls(proxy, match)
    assert [phone.ask("GET", match.path(page=page))[0] for page in ("", "no-such-page")] == [200, 404]
    phone.hang_up()
    logs = [file for file in proxy.folder.iterdir() if file.is_file() and file.suffix in ("", ".log")]
    assert logs
    assert [file.name for file in logs if match.public_id in file.read_text(errors="replace")] == []
