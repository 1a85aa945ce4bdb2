"""DNS rebinding: a page at a stranger's name that leads to this server is refused at every address."""

import http.client
import socket
from collections.abc import Iterator

import pytest

from scorekeeper.host import host_names
from scorekeeper.store import instance
from tests.trust.servers import Server, live_port

STRANGER = "rebound.example"
AT_HOME = (
    "localhost",
    "localhost:8000",
    "127.0.0.1:8000",
    "192.168.1.7",
    "[fe80::1]:8000",
    "[::1]",
    "Scores.LOCAL:8000",
    "pi.lan",
    "pi.home.arpa",
    "localhost.",
    socket.gethostname(),
)
STRANGERS = (
    STRANGER,
    f"{STRANGER}:8000",
    "local",
    "evil-local",
    "localhost.rebound.example",
    "127.0.0.1.rebound.example",
    "1.2.3.4@rebound.example",
    "x;y",
)


@pytest.mark.parametrize("host", AT_HOME)
def test_without_a_setting_addresses_and_names_at_home_are_served(host: str) -> None:
    assert host_names.is_served(host, ())


@pytest.mark.parametrize("host", STRANGERS)
def test_without_a_setting_no_other_name_is_served(host: str) -> None:
    assert not host_names.is_served(host, ())


def test_the_names_that_the_keeper_sets_are_the_only_ones() -> None:
    names = ("scores.example", "*.club.example")
    for host in ("scores.example", "SCORES.example:443", "cards.club.example"):
        assert host_names.is_served(host, names)
    for host in ("localhost", "127.0.0.1", "pi.lan", "other.example", "club.example", ""):
        assert not host_names.is_served(host, names, by_proxy=True)


@pytest.fixture(scope="module")
def server(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served")
    started = Server(folder, f"sqlite:///{folder}/scorekeeper.db", workers=1)
    started.environment[instance.HOSTS_VARIABLE] = "scores.example"
    started.environment[instance.LIVE_URL_VARIABLE] = "https://live.example/live"
    yield started.start()
    started.stop()


def asked(port: int, path: str, host: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Host": host})
    status = connection.getresponse().status
    connection.close()
    return status


def test_pages_and_streams_of_a_real_server_guard_their_names(server: Server) -> None:
    assert asked(server.port, "/", "scores.example") == 200
    assert asked(server.port, "/", STRANGER) == 421
    streams = live_port(server)
    stream = "/live/abc/w123"
    assert asked(streams, stream, STRANGER) == 421
    assert asked(streams, stream, "live.example") == asked(streams, stream, "scores.example") == 404
    for port in (server.port, streams):
        assert asked(port, "/healthz", STRANGER) == asked(port, "/readyz", STRANGER) == 200
