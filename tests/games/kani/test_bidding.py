"""The bidding of Kani (articles 2.1 to 2.5)."""

import pytest

from scorekeeper.games import score
from scorekeeper.games.kani.play.bidding import CLOSED, OPEN, PASSED_OUT, auction
from tests.games.desk import Desk
from tests.games.kani.deals import PASSED, deal, errors, match, row


@pytest.mark.parametrize(
    ("calls", "state", "bid", "declarer", "turn"),
    [
        pytest.param([], OPEN, None, None, 0, id="2.1 the first caller begins"),
        pytest.param(["pass", "pass", "pass"], OPEN, None, None, 3, id="2.4 three passes, no bid yet"),
        pytest.param(["pass"] * 4, PASSED_OUT, None, None, None, id="2.4 all passed"),
        pytest.param([7, "pass", "pass"], OPEN, 7, 0, 3, id="2.4 two passes"),
        pytest.param([7, "pass", "pass", "pass"], CLOSED, 7, 0, None, id="2.4 three passes after a bid"),
        pytest.param(["pass", "pass", "pass", 7], CLOSED, 7, 3, None, id="2.4 a bid after three passes"),
        pytest.param([7, "pass", 8, "pass"], OPEN, 8, 2, 0, id="2.4 who passed is skipped"),
        pytest.param([7, "pass", 8, "pass", 9, "pass"], CLOSED, 9, 0, None, id="2.3 one may raise oneself"),
        pytest.param([7, "kani"], CLOSED, "kani", 1, None, id="2.5 Kani ends it"),
        pytest.param([12, "pass", "kani"], CLOSED, "kani", 2, None, id="2.5 only Kani is higher than twelve"),
    ],
)
def test_the_bidding_stands(calls, state, bid, declarer, turn):
    now = auction(calls, 7)
    assert (now.state, now.bid, now.declarer, now.turn, now.wrong) == (state, bid, declarer, turn, None)


@pytest.mark.parametrize(
    ("calls", "state", "bid", "declarer", "turn"),
    [
        (["pass"] * 3, OPEN, None, None, 3),
        (["pass"] * 4, PASSED_OUT, None, None, None),
        (["pass", "pass", "pass", 7], OPEN, 7, 3, 0),
        (["pass", 7, "pass", "pass"], OPEN, 7, 1, 0),
        (["pass", 7, "pass", "pass", "pass"], CLOSED, 7, 1, None),
        ([7, "pass", "pass", 8, "pass", 9, "pass", "pass", "pass"], CLOSED, 9, 1, None),
        ([7, "pass", "kani"], CLOSED, "kani", 2, None),
    ],
)
def test_5_4_where_who_passed_may_bid_again_the_bidding_stands(calls, state, bid, declarer, turn):
    now = auction(calls, 7, may_return=True)
    assert (now.state, now.bid, now.declarer, now.turn, now.wrong) == (state, bid, declarer, turn, None)


def test_5_4_the_desk_says_that_who_passed_may_bid_again():
    asked = Desk("kani").ruling("auction", {"passed_may_return": True}, calls=["pass", 7, "pass"])
    assert "At this table a player who has passed may bid again." in [one["text"] for one in asked["reasons"]]


@pytest.mark.parametrize(
    ("calls", "legal"),
    [
        pytest.param([], ["pass", 7, 8, 9, 10, 11, 12, "kani"], id="2.2 from seven up"),
        pytest.param([10], ["pass", 11, 12, "kani"], id="2.3 strictly higher"),
        pytest.param([12], ["pass", "kani"], id="2.5 over twelve"),
        pytest.param(["kani"], [], id="2.5 nothing after Kani"),
    ],
)
def test_the_calls_one_may_make(calls, legal):
    assert list(auction(calls, 7).legal(7)) == legal


@pytest.mark.parametrize(
    ("calls", "entry", "expected"),
    [
        pytest.param(
            [9, "pass", "pass", "pass"], deal(9, 1), [], id="2.1 the first call is the dealer's neighbour's"
        ),
        pytest.param(["pass", "pass", "pass", 9], deal(9, 0), [], id="2.1 the dealer calls last"),
        pytest.param(
            [9, "pass", "pass", "pass"], deal(9, 0), [("calls", "calls_declarer")], id="2.1 another seat"
        ),
        pytest.param([8, "pass", "pass", "pass"], deal(9, 1), [("calls", "calls_bid")], id="2.4 another bid"),
        pytest.param(["pass"] * 4, deal(9, 1), [("calls", "calls_bid")], id="2.4 all passed, yet a bid"),
        pytest.param([9, "pass"], deal(9, 1), [("calls", "bidding_open")], id="2.4 the bidding was open"),
        pytest.param([], deal(9, 1), [("calls", "bidding_open")], id="2.4 no calls at all"),
        pytest.param([9, 8], deal(9, 1), [("calls[1]", "call_not_allowed")], id="2.3 lower"),
        pytest.param([9, 9], deal(9, 1), [("calls[1]", "call_not_allowed")], id="2.3 level"),
        pytest.param([12, 12], deal(12, 1), [("calls[1]", "call_not_allowed")], id="2.5 level with twelve"),
        pytest.param(
            ["kani", "pass"], deal("kani", 1, 2, 13), [("calls[1]", "call_not_allowed")], id="2.4 after Kani"
        ),
        pytest.param([6], deal(9, 1), [("calls[0]", "call_not_allowed")], id="2.2 below the lowest bid"),
        pytest.param([9, 13], deal(9, 1), [("calls[1]", "call_not_allowed")], id="2.5 thirteen is said Kani"),
        pytest.param(["pass", "no"], deal(9, 1), [("calls[1]", "unknown_choice")], id="no such call"),
        pytest.param(["kani"], deal("kani", 1, 2, 13), [], id="2.5 Kani at once"),
    ],
)
def test_the_calls_agree_with_the_deal(calls, entry, expected):
    if entry["declarer"] == entry["partner"]:
        entry = {**entry, "partner": 3}
    assert errors({**entry, "calls": calls}) == [(f"entries[0].{path}", code) for path, code in expected]


@pytest.mark.parametrize(
    ("calls", "sentence", "cite"),
    [
        ([6], "The lowest bid at this table is 7.", "kani 2.2"),
        ([9, 8], "A bid must be higher than the one before it: here at least 10.", "kani 2.3"),
        ([9, 13], "A bid of all thirteen tricks is called Kani.", "kani 2.5"),
        ([12, 12], "Only Kani is higher now.", "kani 2.5"),
        (["kani", 9], "The bidding was already over.", "kani 2.4"),
    ],
)
def test_a_call_that_was_not_allowed_is_answered_with_what_would_be(calls, sentence, cite):
    result, _ = score(match(deal(9, 1, 2, calls=calls)))
    [error] = result["errors"]
    assert (error["message"], error["cites"]) == (sentence, [cite])


def test_2_4_all_passed_may_be_written_with_its_calls():
    assert row({**PASSED, "calls": ["pass"] * 4})["outcome"] == "passed_out"
    assert errors({**PASSED, "calls": [7, "pass", "pass", "pass"]}) == [("entries[0].calls", "calls_bid")]


def test_2_1_the_calls_begin_after_the_seat_that_really_dealt():
    calls = {"calls": [9, "pass", "pass", "pass"]}
    assert errors(deal(9, 3, **calls, dealer=2)) == []
    assert errors(deal(9, 1, **calls), deal(9, 2, 0, **calls)) == []
