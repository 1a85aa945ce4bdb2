"""When a match of a league counts, who says so, and what a correction after that is."""

from typing import Any

import pytest

from scorekeeper.store.accounts import devices
from scorekeeper.store.leagues.log import texts
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused
from scorekeeper.store.leagues.log.write import events_about
from scorekeeper.store.leagues.matches import confirm_match, confirmation, listing
from scorekeeper.store.match.match import Match
from tests.store.conftest import kani
from tests.store.leagues.conftest import PHONE, Club, new
from tests.store.leagues.writes import HER_PHONE, change_rules, claim, codes, confirm

pytestmark = pytest.mark.long


def test_the_other_side_confirms_from_its_own_phone(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    asked = confirmation.find_asked(club.session, club.owner.league, row, finished)
    assert asked == confirmation.AskedSides(finished.seq, (1, 2, 3), False, False, (0,))
    with pytest.raises(NotThere):  # a phone that never was at this table
        confirm(club, finished, 2)
    devices.remember(club.session, HER_PHONE, finished.public_id, "watch")
    with pytest.raises(NotThere):  # one that only watches
        confirm(club, finished, 2, "passed")
    club.seat(finished, HER_PHONE, 2)
    with pytest.raises(Refused) as refused:  # another player's seat
        confirm(club, finished, 1)
    assert codes(refused) == [("seat", "not_seated")]
    confirm(club, finished, 2)
    now = club.row(row.key)
    assert (now.confirmation, now.confirmed_seq, now.dirty) == ("confirmed", finished.seq, True)
    told = events_about(club.session, club.league.id, row.key)[-1].body
    assert (told["how"], told["seat"], told["side"], told["version"]) == ("device", 2, 2, finished.seq)
    assert confirmation.find_asked(club.session, club.owner.league, now, finished) is None


def test_who_wrote_the_score_confirms_nothing_but_may_pass_the_phone(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    club.seat(finished, PHONE, 0)
    for how in ("device", "passed"):
        with pytest.raises(Refused) as refused:
            confirm(club, finished, 0, how, PHONE)
        assert codes(refused) == [("seat", "own_side")]
    uuid = new()
    first = confirm(club, finished, 3, "passed", PHONE, uuid=uuid)
    assert confirm(club, finished, 3, "passed", PHONE, uuid=uuid) == (first.event, True)
    assert first.event.body["how"] == "passed"
    assert club.row(row.key).confirmation == "confirmed"
    with pytest.raises(Refused) as refused:
        confirm(club, finished, 2, "passed", PHONE)
    assert codes(refused) == [("", "nothing_to_confirm")]


def test_where_the_writer_is_not_known_two_sides_confirm(club: Club) -> None:
    match = club.match(kani(bid=12, tricks=12), seat=None)
    row = club.adopt(match)
    assert confirm(club, match, 1, "passed", PHONE).event.body["counts"] is False
    assert club.row(row.key).confirmation == "waiting"
    with pytest.raises(Refused) as refused:
        confirm(club, match, 1, "passed", PHONE)
    assert codes(refused) == [("seat", "own_side")]
    assert confirm(club, match, 0, "passed", PHONE).event.body["counts"] is True
    assert club.row(row.key).confirmed_seq == match.seq


def test_an_account_confirms_for_the_player_that_it_claimed(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    claim(club, row.players[1], club.accounts["player"])
    who = Who(club.accounts["player"])
    assert confirmation.seats_of(club.session, club.league, row, finished, who) == [1]
    confirm_match.confirm_match(
        club.session, finished.public_id, who, uuid=new(), version=finished.seq, seat=1, how="device"
    )
    assert club.row(row.key).confirmation == "confirmed"


@pytest.mark.parametrize(("rule", "code"), [("organiser", "organisers"), ("nobody", "nothing_to_confirm")])
def test_the_league_says_who_confirms(club: Club, finished: Match, rule: str, code: str) -> None:
    change_rules(club, confirmation=rule)
    row = club.adopt(finished)
    with pytest.raises(Refused) as refused:
        confirm(club, finished, 2, "passed", PHONE)
    assert codes(refused) == [("", code)]
    given = {"key": row.key, "version": finished.seq}
    with pytest.raises(NotThere):
        confirm_match.confirm_as_organiser(club.session, club.scorer, uuid=new(), **given)
    confirm_match.confirm_as_organiser(club.session, club.organiser, uuid=new(), **given)
    assert club.row(row.key).confirmed_seq == finished.seq


def test_an_open_match_and_an_unseen_score_are_not_confirmed(club: Club) -> None:
    match = club.match(kani(bid=7, tricks=7))
    row = club.adopt(match)
    club.seat(match, HER_PHONE, 2)
    with pytest.raises(Refused) as refused:
        confirm(club, match, 2)
    assert codes(refused) == [("", "still_open")]
    over = club.deal(match, kani(bid=7, tricks=7))
    club.write(over, "accepted", seat=1, all=True)  # moves no score
    with pytest.raises(Overtaken):
        confirm(club, match, 2, version=match.seq)
    confirm(club, match, 2, version=over.seq)
    assert club.row(row.key).confirmation == "confirmed"


def test_a_contested_match_waits_until_everybody_or_the_organiser_agrees(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    said = {"version": finished.seq, "seat": 2, "how": "passed", "uuid": new(), "reason": "Það var kapott"}
    written = confirm_match.contest_match(club.session, finished.public_id, Who(None, PHONE), **said)
    number = written.event.body["text"]
    assert texts.read_texts(club.session, club.league.id, [number]) == {number: "Það var kapott"}
    waiting = listing.list_matches(club.session, club.league.id, confirmation="contested")
    assert [one.key for one in waiting] == [row.key]
    asked = confirmation.find_asked(club.session, club.owner.league, waiting[0], finished)
    assert (asked.sides, asked.all_sides) == ((1, 2, 3), True)
    for seat in (1, 2):
        confirm(club, finished, seat, "passed", PHONE)
        assert club.row(row.key).confirmation == "contested"
    confirm(club, finished, 3, "passed", PHONE)
    assert club.row(row.key).confirmation == "confirmed"
    with pytest.raises(Refused) as refused:
        confirm_match.contest_match(
            club.session, finished.public_id, Who(None, PHONE), **{**said, "uuid": new()}
        )
    assert codes(refused) == [("", "confirmed")]
    given = {"key": row.key, "version": finished.seq}
    confirm_match.contest_as_organiser(club.session, club.organiser, uuid=new(), reason="Once more", **given)
    assert club.row(row.key).confirmed_seq is None


def test_a_correction_after_confirmation_is_a_proposal(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    recorded = finished.rows()[0].seq
    corrected = club.write(finished, "corrected", target=recorded, entry=kani(bid=12, declarer=2, tricks=12))
    now = club.row(row.key)
    assert (now.waits, now.dirty, now.confirmed_seq) == (True, True, finished.seq)
    counting = listing.counting_match(now, corrected)
    assert counting.scored.sheet.winners == (0, 1)
    proposal = confirmation.proposal_of(now, corrected)
    assert proposal.proposed.scored.sheet.winners == (2, 3)
    asked = confirmation.find_asked(club.session, club.owner.league, now, corrected)
    assert asked == confirmation.AskedSides(corrected.seq, (1, 2, 3), True, False, (0,))
    undone = club.write(corrected, "undone", target=corrected.seq)
    assert confirmation.proposal_of(club.row(row.key), undone) is None
    again = club.write(undone, "undone", target=undone.seq)
    for seat in (1, 2, 3):
        assert club.row(row.key).confirmed_seq == finished.seq
        confirm(club, finished, seat, "passed", PHONE)
    assert club.row(row.key).confirmed_seq == again.seq


def test_an_organiser_declines_a_correction_and_another_one_is_another_proposal(
    club: Club, finished: Match
) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    given: dict[str, Any] = {"key": row.key, "reason": "Twelve it was"}
    with pytest.raises(Refused) as refused:
        confirm_match.decline_correction(
            club.session, club.organiser, uuid=new(), version=finished.seq, **given
        )
    assert codes(refused) == [("", "nothing_to_decline")]
    target = finished.rows()[0].seq
    once = club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=2, tricks=12))
    with pytest.raises(NotThere):
        confirm_match.decline_correction(club.session, club.scorer, uuid=new(), version=once.seq, **given)
    with pytest.raises(Overtaken):  # another score was on the screen
        confirm_match.decline_correction(
            club.session, club.organiser, uuid=new(), version=finished.seq, **given
        )
    uuid = new()
    written = confirm_match.decline_correction(
        club.session, club.organiser, uuid=uuid, version=once.seq, **given
    )
    assert confirm_match.decline_correction(
        club.session, club.organiser, uuid=uuid, version=once.seq, **given
    ) == written._replace(repeated=True)
    now = club.row(row.key)
    assert (now.confirmation, now.confirmed_seq, now.agreed) == ("confirmed", finished.seq, ())
    assert confirmation.find_decline(club.session, now, once) == written.event
    assert confirmation.find_asked(club.session, club.owner.league, now, once) is None
    with pytest.raises(Refused) as refused:
        confirm(club, finished, 2, "passed", PHONE)
    assert codes(refused) == [("", "nothing_to_confirm")]
    twice = club.write(once, "corrected", target=target, entry=kani(bid=12, declarer=1, tricks=12))
    assert confirmation.find_decline(club.session, club.row(row.key), twice) is None
    for seat in (1, 2, 3):
        confirm(club, finished, seat, "passed", PHONE)
    assert club.row(row.key).confirmed_seq == twice.seq


def test_an_organiser_may_accept_what_was_declined(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    target = finished.rows()[0].seq
    once = club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=2, tricks=12))
    given: dict[str, Any] = {"key": row.key, "version": once.seq}
    confirm_match.decline_correction(club.session, club.organiser, uuid=new(), **given)
    confirm_match.confirm_as_organiser(club.session, club.organiser, uuid=new(), **given)
    assert club.row(row.key).confirmed_seq == once.seq


def test_an_agreement_to_one_score_is_none_to_another(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    confirm(club, finished, 2, "passed", PHONE)
    target = finished.rows()[0].seq
    once = club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=2, tricks=12))
    confirm(club, finished, 1, "passed", PHONE)
    twice = club.write(once, "corrected", target=target, entry=kani(bid=12, declarer=1, tricks=12))
    asked = confirmation.find_asked(club.session, club.owner.league, club.row(row.key), twice)
    assert asked.sides == (1, 2, 3)
    club.organise(confirm_match.confirm_as_organiser, key=row.key, version=twice.seq)
    assert club.row(row.key).confirmed_seq == twice.seq


def test_a_match_in_the_bin_counts_only_as_it_was_confirmed(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    binned = club.write(finished, "binned")
    assert listing.counting_match(club.row(row.key), binned) is None
    with pytest.raises(Refused):
        confirm(club, finished, 2, "passed", PHONE)
    back = club.write(binned, "restored")
    confirm(club, finished, 2, "passed", PHONE)
    counting = listing.counting_match(club.row(row.key), club.write(back, "binned"))
    assert counting.seq == back.seq
