"""A clock that jumps: numbers make the order within a match; night, moment and coming in that between matches."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.league.nights import night_of
from scorekeeper.store import clock
from scorekeeper.store.leagues.matches.scored import ended_at, moment_text
from scorekeeper.store.match import seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import EventRow
from tests.league.fold import in_order
from tests.league.matches import make_won
from tests.store.conftest import Do, kani, read_again

EVENING = datetime(2026, 10, 24, 20, tzinfo=UTC)
JUMPS = [timedelta(hours=3), timedelta(days=365)]
DEALS = 6
pytestmark = pytest.mark.soak


def set_times(session: Session, match: Match, jump: timedelta, first: int, last: int) -> Match:
    """Ten minutes lie between two events; from the first to the last of these the clock is wrong by so much."""
    for seq in range(1, DEALS + 2):
        wrong = jump if first <= seq <= last else timedelta()
        mine = update(EventRow).where(EventRow.match_id == match.id, EventRow.seq == seq)
        session.execute(mine.values(at=EVENING + timedelta(minutes=10 * seq) + wrong))
    session.commit()
    session.expire_all()
    return read_again(session, match)


@pytest.mark.parametrize("sign", [-1, 1], ids=["back", "forward"])
@pytest.mark.parametrize("jump", JUMPS, ids=["3 h", "1 year"])
@pytest.mark.parametrize(("first", "last"), [(3, 4), (4, DEALS + 1)])
def test_a_sheet_stands_in_the_order_of_its_numbers(
    session: Session, match: Match, do: Do, jump: timedelta, sign: int, first: int, last: int
) -> None:
    for number in range(DEALS):
        do("recorded", entry=kani(7 + number % 3, declarer=number % 4))
    before = read_again(session, match)
    after = set_times(session, match, sign * jump, first, last)
    assert after.sheet() == before.sheet()
    assert [event.uuid for event in after.events] == [event.uuid for event in before.events]
    do("corrected", target=3, entry=kani("pass"))
    numbers = session.execute(select(EventRow.seq).where(EventRow.match_id == match.id)).scalars().all()
    assert sorted(numbers) == list(range(1, DEALS + 3))


@pytest.mark.long
@pytest.mark.parametrize("jump", JUMPS, ids=["3 h", "1 year"])
def test_a_clock_that_goes_back_puts_no_match_before_those_that_ended_earlier(
    session: Session, match: Match, do: Do, jump: timedelta
) -> None:
    for number in range(DEALS):
        do("recorded", entry=kani(declarer=number % 4))
    right = set_times(session, match, timedelta(), 0, 0)
    wrong = set_times(session, match, -jump, 5, DEALS + 1)
    assert ended_at(wrong) == EVENING + timedelta(minutes=40) <= ended_at(right)
    do("corrected", target=3, entry=kani("pass"))
    assert ended_at(read_again(session, match)) == ended_at(wrong), (
        "a correction moves no match among the others"
    )


@pytest.mark.parametrize("sign", [-1, 1], ids=["back", "forward"])
@pytest.mark.parametrize("jump", JUMPS, ids=["3 h", "1 year"])
def test_an_event_is_of_who_held_the_phone_when_it_was_written(
    session: Session, match: Match, do: Do, monkeypatch: pytest.MonkeyPatch, jump: timedelta, sign: int
) -> None:
    """One plays on seat 0 and writes two deals, another takes the phone, then the clock jumps, and two more follow."""
    for seat, jumped in ((0, timedelta()), (2, sign * jump)):
        monkeypatch.setattr(clock, "now", lambda jumped=jumped: EVENING + jumped)
        seat_holders.hold(session, match.id, "phone", seat, None)
        for _ in range(2):
            do("recorded", entry=kani())
    held = seat_holders.holders(session, match.id)
    found = [seat_holders.holder_at(held, "phone", event.seq) for event in read_again(session, match).events]
    assert [holder.seat for holder in found if holder] == [0, 0, 0, 2, 2]


def test_at_the_change_of_summer_time_moments_make_the_order_of_a_night() -> None:
    """In Madrid the hour from two to three comes twice in the night to 25 October 2026."""
    moments = [datetime(2026, 10, 25, hour, minute, tzinfo=UTC) for hour in (0, 1) for minute in (10, 50)]
    nights = {night_of(moment, "Europe/Madrid").isoformat() for moment in moments}
    assert nights == {"2026-10-24"}
    played = [
        make_won(f"m{n}", "ab", 0, night="2026-10-24", moment=moment_text(at)) for n, at in enumerate(moments)
    ]
    assert [one.match for one in in_order(played[::-1])] == ["m0", "m1", "m2", "m3"]


def test_now_knows_no_summer_time() -> None:
    assert clock.now().utcoffset() == timedelta()
