"""One stream, on both databases: what it says, to whom, and when it ends."""

import http.client
import socket
import time
from statistics import median

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.live import hub
from scorekeeper.live import server as streaming
from scorekeeper.store.match import feed, ledger
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.store.match.match import Match
from tests.live.conftest import PATIENCE, Watch, link, nobody_listens, pass_out
from tests.store.conftest import erase_player


def answer(port: int, path: str, method: str = "GET") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.alone
def test_a_watcher_hears_where_the_match_is_and_then_of_every_change_within_a_second(
    watch: Watch, match: Match, sessions: sessionmaker[Session]
) -> None:
    watcher, took = watch(), []
    assert watcher.next() == ("message", {"seq": 1, "pulse": 0})
    for seq in range(2, 9):
        before = time.monotonic()
        assert pass_out(sessions, match) == seq
        assert watcher.next() == ("message", {"seq": seq, "pulse": seq - 1})
        took.append(time.monotonic() - before)
    assert median(took) < 1, "the machine may be held up once"


def test_what_is_no_event_travels_too(watch: Watch, match: Match, sessions: sessionmaker[Session]) -> None:
    watcher = watch()
    watcher.next()
    with sessions() as session:
        erase_player(session, match.players[0])
    assert watcher.next() == ("message", {"seq": 1, "pulse": 1})
    with sessions.begin() as session:
        feed.bump(session, match.id)
    assert watcher.next() == ("message", {"seq": 1, "pulse": 2})


def test_a_phone_that_comes_back_hears_at_once_what_stands(
    watch: Watch, streams: int, match: Match, sessions: sessionmaker[Session]
) -> None:
    watch().close()
    nobody_listens(streams)
    for _ in range(5):
        pass_out(sessions, match)
    assert watch().next() == ("message", {"seq": 6, "pulse": 5})


def test_other_matches_are_not_heard_of(watch: Watch, match: Match, sessions: sessionmaker[Session]) -> None:
    watcher = watch()
    watcher.next()
    with sessions() as session:
        other = ledger.open_match(
            session,
            game="kani",
            rules={},
            names=["a", "b", "c", "d"],
            first_dealer=0,
            uuid="00000000-0000-4000-8000-000000000001",
            device=None,
        )
    pass_out(sessions, other)
    pass_out(sessions, match)
    assert watcher.next() == ("message", {"seq": 2, "pulse": 1})


@pytest.mark.parametrize("kind", ["watch", "score", "owner"])
def test_a_withdrawn_link_ends_its_streams_and_no_others(
    watch: Watch, match: Match, sessions: sessionmaker[Session], kind: str
) -> None:
    watchers = {other: watch(link(match, other)) for other in ("watch", "score", "owner")}
    for watcher in watchers.values():
        watcher.next()
    with sessions() as session:
        raise_generation(session, match.public_id, kind)
    assert watchers[kind].next() == ("gone", {})
    assert watchers[kind].next() == ("", None)
    for other in watchers.keys() - {kind}:
        assert watchers[other].next() == ("message", {"seq": 1, "pulse": 1})
    assert watch(link(match, kind)).status == "404"


def test_no_one_listens_without_a_link(streams: int, match: Match) -> None:
    right, forged = link(match), link(match, key=b"x" * 32)
    for path in (
        f"/live/{match.public_id}/{forged}",
        f"/live/{match.public_id}/{right[:-1]}",
        f"/live/{match.public_id}/",
        f"/live/{right}",
        f"/live/zzzzzzzzzzzz/{right}",
        f"/live/{match.public_id}/%00",
        f"/live/{match.public_id}/w%C5%82",
        "/",
    ):
        assert answer(streams, path) == 404, path
    assert answer(streams, f"/live/{match.public_id}/{right}", "POST") == 405
    assert answer(streams, f"/live/{match.public_id}/{right}", "HEAD") == 200
    assert answer(streams, "/healthz") == 200


def test_a_request_that_never_ends_is_refused(streams: int) -> None:
    with socket.create_connection(("127.0.0.1", streams), timeout=PATIENCE) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * streaming.MAX_REQUEST)
        assert b"431" in connection.recv(100)


class Sink:
    """A transport whose phone does not read."""

    def __init__(self, unsent: int) -> None:
        self.unsent, self.said, self.aborted = unsent, b"", False

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def write(self, said: bytes) -> None:
        self.said += said

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(("unsent", "dropped"), [(0, False), (streaming.MAX_UNSENT + 1, True)])
def test_a_phone_that_does_not_read_is_let_go(unsent: int, dropped: bool) -> None:
    stream, sink = streaming.Stream(None), Sink(unsent)  # type: ignore[arg-type]
    stream._transport = sink  # type: ignore[assignment]
    stream.tell(hub.PING)
    assert (sink.aborted, sink.said) == (dropped, b"" if dropped else hub.PING)
