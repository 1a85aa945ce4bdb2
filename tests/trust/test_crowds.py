"""Many phones at one match, and many matches at once: nothing lost, doubled or out of order."""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NamedTuple
from uuid import uuid4

import pytest

from tests.databases import postgres_database
from tests.soak import SOAK
from tests.trust.servers import Answer, Opened, Phone, Say, Server, list_kept, open_matches

CLIENTS, DEALS = (50, 3) if SOAK else (10, 2)
MATCHES, AT_ONCE, EACH = (500, 50, 4) if SOAK else (10, 10, 2)
NORMAL = {303, 409}
"""Saved, or refused because another deal came first: nothing else may ever be answered."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, processes: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One for all crowds on a database; in the end it has nothing to complain about."""
    folder = tmp_path_factory.mktemp("crowds")
    with ExitStack() as stack:
        url = f"sqlite:///{folder}/scorekeeper.db"
        if request.param == "postgresql":
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres_url")))
        started = Server(folder, url).start()
        yield started
        said = started.stop()
    assert "Traceback" not in said


class Saved(NamedTuple):
    """A deal that a phone was told is saved."""

    seq: int
    uuid: str
    note: str


class Crowd:
    """Phones that record at once. What each was told is kept by phone, in the order it was told."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.seed = server, seed
        self.answers: list[int] = []
        self.again: list[tuple[int | None, int]] = []

    def phone(self, match: Opened, number: int, deals: int) -> list[Saved]:
        """Record so many deals, badly: late, twice, and old ones once more."""
        chance, phone = random.Random(f"{self.seed} {number}"), Phone(self.server.port, match)
        phone.open()
        saved: list[Saved] = []
        seen = 1
        for deal in range(deals):
            uuid, note = str(uuid4()), f"phone {number}, deal {deal}"
            time.sleep(chance.random() * 0.02)
            if chance.random() < 0.3:
                self._twice_at_once(phone, note, uuid, seen)
            for answer in phone.record_until_saved(note, uuid, seen):
                self.answers.append(answer.status)
                seen = answer.seq or answer.seen
                if answer.status == 409:
                    time.sleep(chance.random() * 0.05)  # a player looks at what came first
            saved.append(Saved(seen, uuid, note))
            if chance.random() < 0.3:
                old = chance.choice(saved)
                # the first request arrives after all, from the start
                late = phone.record(old.note, old.uuid, 1)
                self.answers.append(late.status)
                self.again.append((late.seq, old.seq))
        phone.hang_up()
        return saved

    def _twice_at_once(self, phone: Phone, note: str, uuid: str, seen: int) -> None:
        """The same request by two connections in the same moment."""

        def by_another_connection() -> Answer:
            other = Phone(phone.port, phone.match)
            other.cookies, other.token = dict(phone.cookies), phone.token
            answer = other.record(note, uuid, seen)
            other.hang_up()
            return answer

        with ThreadPoolExecutor(2) as pool:
            both = [pool.submit(by_another_connection) for _ in range(2)]
            found = [one.result(60) for one in both]
        self.answers += [answer.status for answer in found]
        saved = [answer.seq for answer in found if answer.status == 303]
        assert len(set(saved)) <= 1, (self.seed, saved)


def check(url: str, match: Opened, saved: list[Saved], seed: int) -> None:
    """The database has what the phones were told, once each, at the place they were told, without a gap."""
    found = list_kept(url, match.public_id)
    assert [deal.seq for deal in found] == list(range(2, len(found) + 2)), seed
    assert {(deal.seq, deal.uuid, deal.note) for deal in found} == set(map(tuple, saved)), seed
    assert len(found) == len(saved), seed


@pytest.mark.left_to_soak
def test_many_phones_at_one_match(server: Server, record_property: Say) -> None:
    seed = random.randrange(10**9)
    [match] = open_matches(server.url, server.key)
    crowd = Crowd(server, seed)
    with ThreadPoolExecutor(CLIENTS) as pool:
        told = list(pool.map(lambda number: crowd.phone(match, number, DEALS), range(CLIENTS)))
    assert set(crowd.answers) <= NORMAL, seed
    assert all(again == first for again, first in crowd.again), "an old request, sent again, is the same deal"
    check(server.url, match, [deal for deals in told for deal in deals], seed)
    for deals in told:
        assert [deal.seq for deal in deals] == sorted(deal.seq for deal in deals), (
            "each phone's deals in its order"
        )
    record_property(
        "phones at one match",
        f"{CLIENTS} phones, {CLIENTS * DEALS} deals, {crowd.answers.count(409)} late ones",
    )


@pytest.mark.left_to_soak
def test_many_matches_at_once(server: Server, record_property: Say) -> None:
    seed = random.randrange(10**9)
    matches = open_matches(server.url, server.key, MATCHES)
    crowd = Crowd(server, seed)
    started = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        told = list(pool.map(lambda number: crowd.phone(matches[number], number, EACH), range(MATCHES)))
    took = time.monotonic() - started
    assert set(crowd.answers) == {303}, "no other phone writes to one's own match"
    for match, deals in zip(matches, told, strict=True):
        check(server.url, match, deals, seed)
    record_property("matches at once", f"{MATCHES} matches, {MATCHES * EACH / took:.0f} deals a second")
