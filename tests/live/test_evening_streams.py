"""The stream of an evening, on both databases: one for its board, its tables and its seats."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.accounts import devices
from scorekeeper.store.leagues.evening.pulse import name_stream, read_pulses, stream_link_of
from scorekeeper.store.leagues.log import founding, nights
from scorekeeper.store.leagues.log.access import Access, League, Who, find_access, place_link_of
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import feed
from scorekeeper.store.match.match import Match
from tests.live.conftest import KEY, NAMES, Watch, Watcher, pass_out
from tests.store.leagues.conftest import PHONE, account


class Named(NamedTuple):
    """An evening as its address has it."""

    public_id: str


class Evening:
    """A league, its evening of today, and what can happen at it."""

    def __init__(self, session: Session, name: str) -> None:
        self.session, who = session, Who(account(session, name), PHONE)
        self.league = founding.found_league(session, who, uuid=str(uuid4()), name=name, access="private")
        self.who = who
        self.date = nights.tonight(self.league)

    @property
    def access(self) -> Access:
        found = find_access(self.session, self.league.public_id, self.who)
        assert found is not None
        return found

    @property
    def name(self) -> str:
        return name_stream(self.league.public_id, self.date)

    @property
    def pulse(self) -> tuple[int, int]:
        """``seq`` and ``pulse`` as the database has them."""
        self.session.rollback()
        found = read_pulses(self.session, [self.name])[self.name]
        return found.seq, found.pulse

    def plan(self) -> None:
        nights.plan_night(self.session, self.access, uuid=str(uuid4()), date=self.date)

    def take(self, match: Match) -> None:
        devices.remember(self.session, PHONE, match.public_id, "owner")
        players = player_changes.add_players(self.session, self.access, uuid=str(uuid4()), names=NAMES)
        given = {"public_id": match.public_id, "players": players, "night": self.date}
        assign_match.adopt(self.session, self.access, uuid=str(uuid4()), **given)


@pytest.fixture
def evening(sessions: sessionmaker[Session]) -> Iterator[Evening]:
    with sessions() as session:
        yield Evening(session, f"Thursday {uuid4()}")


@pytest.fixture
def listen(streams: int, evening: Evening) -> Iterator[Any]:
    opened: list[Watcher] = []

    def begin(link: str | None = None, league: League | None = None) -> Watcher:
        of = league or evening.access.league
        told = Named(name_stream(of.public_id, evening.date))
        opened.append(Watcher(streams, told, link or stream_link_of(KEY, of, evening.date)))
        return opened[-1]

    yield begin
    for watcher in opened:
        watcher.close()


def heard(watcher: Watcher) -> tuple[int, int]:
    name, said = watcher.next()
    assert name == "message"
    return said["seq"], said["pulse"]


def test_an_evening_is_heard_of_when_the_league_writes_and_when_a_table_does(
    listen: Any, evening: Evening, match: Match, sessions: sessionmaker[Session]
) -> None:
    watcher = listen()
    before = heard(watcher)
    evening.plan()
    planned = heard(watcher)
    assert planned > before
    evening.take(match)
    while evening.pulse != (taken := heard(watcher)):
        pass
    pass_out(sessions, match)
    assert heard(watcher) == (taken[0], taken[1] + 1), "a deal moves the tables and not the league"


def test_an_evening_does_not_hear_of_another_table_or_of_what_is_being_typed(
    listen: Any, evening: Evening, match: Match, sessions: sessionmaker[Session]
) -> None:
    watcher = listen()
    before = heard(watcher)
    pass_out(sessions, match)
    with sessions.begin() as session:
        feed.bump(session, match.id)
    assert evening.pulse == before
    evening.plan()
    assert heard(watcher) > before


@pytest.mark.parametrize("change", [founding.renew_link, founding.put_in_bin])
def test_the_stream_of_an_evening_ends_with_the_link_of_its_league(
    listen: Any, evening: Evening, change: Any
) -> None:
    watcher = listen()
    before = evening.access.league
    change(evening.session, evening.access, uuid=str(uuid4()))
    while (told := watcher.next())[0] == "message":
        pass
    assert told == ("gone", {})
    assert listen(league=before).status == "404"


def test_no_other_link_opens_the_stream_of_an_evening(
    listen: Any, evening: Evening, watch: Watch, match: Match
) -> None:
    league = evening.access.league
    for link in (
        stream_link_of(b"x" * 32, league, evening.date),
        stream_link_of(KEY, league, "2020-01-01"),
        place_link_of(KEY, league, "tonight"),
        "%00",
        "w%C5%82",
    ):
        assert listen(link).status == "404", link
    assert watch(stream_link_of(KEY, league, evening.date)).status == "404", "a match has links of its own"
