"""Whose word counts for a match: the phone that wrote the score, and people who change seats."""

import pytest

from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import confirmation
from scorekeeper.store.match import seat_holders
from scorekeeper.store.match.match import Match
from tests.store.leagues.conftest import PHONE, Club, kani
from tests.store.leagues.writes import HER_PHONE, claim, codes, confirm

pytestmark = pytest.mark.long


def swap_seats(club: Club, match: Match, one: int, other: int) -> Match:
    """Two people change places; the one on seat 0 writes that down."""
    players = list(match.players)
    players[one], players[other] = players[other], players[one]
    return club.write(match, "seated", players=players)


def speaks_for(club: Club, match: Match, device: str) -> list[int]:
    row = club.row(match.public_id)
    return confirmation.seats_of(club.session, club.league, row, match, Who(None, device))


def test_a_phone_goes_along_with_the_player_who_changes_seats(club: Club, finished: Match) -> None:
    club.adopt(finished)
    club.seat(finished, HER_PHONE, 1)
    moved = swap_seats(club, finished, 1, 3)
    assert speaks_for(club, moved, HER_PHONE) == [3]
    with pytest.raises(Refused) as refused:
        confirm(club, moved, 1)
    assert codes(refused) == [("seat", "not_seated")]
    confirm(club, moved, 3)
    assert club.row(moved.public_id).confirmation == "confirmed"


def test_a_player_who_sits_down_with_a_phone_after_the_change_has_the_seat_of_now(
    club: Club, finished: Match
) -> None:
    club.adopt(finished)
    club.seat(finished, HER_PHONE, 1)
    moved = swap_seats(club, finished, 1, 3)
    club.seat(finished, HER_PHONE, 1)
    assert speaks_for(club, moved, HER_PHONE) == [1], "the same number, and by now another person's"


def test_the_writer_of_the_score_has_agreed_on_any_seat(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    moved = swap_seats(club, finished, 0, 2)
    assert confirmation.writer_of(moved) == 2, "who wrote that they change places sat elsewhere when they did"
    asked = confirmation.find_asked(club.session, club.owner.league, row, moved)
    assert asked.agreed == (2,)


def test_the_phone_that_wrote_the_score_is_not_the_other_sides_own(club: Club) -> None:
    match = club.match()
    row = club.adopt(match)
    club.seat(match, PHONE, 0)
    match = club.deal(match, kani(bid=12, tricks=12))
    club.seat(match, PHONE, 2)
    claim(club, row.players[1], club.accounts["player"])
    for account, seat in ((None, 2), (club.accounts["player"], 1)):
        assert confirmation.seats_of(club.session, club.league, row, match, Who(account, PHONE)) == [0]
        with pytest.raises(Refused) as refused:
            confirm(club, match, seat, device=PHONE)
        assert codes(refused) == [("seat", "not_seated")]
    assert confirm(club, match, 2, "passed", PHONE).event.body["how"] == "passed"
    assert club.row(row.key).confirmation == "confirmed"


def test_a_phone_that_wrote_before_it_said_whose_it_is_is_one_persons_own(club: Club) -> None:
    match = club.match(kani(bid=12, tricks=12), seat=None)
    club.adopt(match)
    club.seat(match, PHONE, 0)
    assert speaks_for(club, match, PHONE) == [0]
    club.seat(match, PHONE, 2)
    assert speaks_for(club, match, PHONE) == [0], "two sides cannot agree from one phone that was not passed"


def test_a_rematch_finds_every_phone_where_its_owner_sits(club: Club, finished: Match) -> None:
    club.seat(finished, HER_PHONE, 1)
    moved = swap_seats(club, finished, 1, 3)
    again = club.match()
    seat_holders.carry(club.session, moved, again)
    assert [one.seat for one in seat_holders.holders(club.session, again.id)[HER_PHONE]] == [3]
