"""The bidding of Kani (articles 2.1 to 2.5)."""

from scorekeeper.games import score
from scorekeeper.games.kani.play.bidding import CLOSED, OPEN, PASSED_OUT, auction
from tests.cases import case, cases
from tests.games.desk import Desk
from tests.games.kani.deals import PASSED, deal, errors, match, row


@cases(
    "calls, state, bid, declarer, turn",
    case("2.1 the first caller begins", [], OPEN, None, None, 0),
    case("2.4 three passes, no bid yet", ["pass", "pass", "pass"], OPEN, None, None, 3),
    case("2.4 all passed", ["pass"] * 4, PASSED_OUT, None, None, None),
    case("2.4 two passes", [7, "pass", "pass"], OPEN, 7, 0, 3),
    case("2.4 three passes after a bid", [7, "pass", "pass", "pass"], CLOSED, 7, 0, None),
    case("2.4 a bid after three passes", ["pass", "pass", "pass", 7], CLOSED, 7, 3, None),
    case("2.4 who passed is skipped", [7, "pass", 8, "pass"], OPEN, 8, 2, 0),
    case("2.3 one may raise oneself", [7, "pass", 8, "pass", 9, "pass"], CLOSED, 9, 0, None),
    case("2.5 Kani ends it", [7, "kani"], CLOSED, "kani", 1, None),
    case("2.5 only Kani is higher than twelve", [12, "pass", "kani"], CLOSED, "kani", 2, None),
)
def test_the_bidding_stands(calls, state, bid, declarer, turn):
    now = auction(calls, 7)
    assert (now.state, now.bid, now.declarer, now.turn, now.wrong) == (state, bid, declarer, turn, None)


@cases(
    "calls, state, bid, declarer, turn",
    (["pass"] * 3, OPEN, None, None, 3),
    (["pass"] * 4, PASSED_OUT, None, None, None),
    (["pass", "pass", "pass", 7], OPEN, 7, 3, 0),
    (["pass", 7, "pass", "pass"], OPEN, 7, 1, 0),
    (["pass", 7, "pass", "pass", "pass"], CLOSED, 7, 1, None),
    ([7, "pass", "pass", 8, "pass", 9, "pass", "pass", "pass"], CLOSED, 9, 1, None),
    ([7, "pass", "kani"], CLOSED, "kani", 2, None),
)
def test_5_4_where_who_passed_may_bid_again_the_bidding_stands(calls, state, bid, declarer, turn):
    now = auction(calls, 7, may_return=True)
    assert (now.state, now.bid, now.declarer, now.turn, now.wrong) == (state, bid, declarer, turn, None)


def test_5_4_the_desk_says_that_who_passed_may_bid_again():
    asked = Desk("kani").ruling("auction", {"passed_may_return": True}, calls=["pass", 7, "pass"])
    assert "At this table a player who has passed may bid again." in [one["text"] for one in asked["reasons"]]


@cases(
    "calls, legal",
    case("2.2 from seven up", [], ["pass", 7, 8, 9, 10, 11, 12, "kani"]),
    case("2.3 strictly higher", [10], ["pass", 11, 12, "kani"]),
    case("2.5 over twelve", [12], ["pass", "kani"]),
    case("2.5 nothing after Kani", ["kani"], []),
)
def test_the_calls_one_may_make(calls, legal):
    assert list(auction(calls, 7).legal(7)) == legal


@cases(
    "calls, entry, expected",
    case("2.1 the first call is the dealer's neighbour's", [9, "pass", "pass", "pass"], deal(9, 1), []),
    case("2.1 the dealer calls last", ["pass", "pass", "pass", 9], deal(9, 0), []),
    case("2.1 another seat", [9, "pass", "pass", "pass"], deal(9, 0), [("calls", "calls_declarer")]),
    case("2.4 another bid", [8, "pass", "pass", "pass"], deal(9, 1), [("calls", "calls_bid")]),
    case("2.4 all passed, yet a bid", ["pass"] * 4, deal(9, 1), [("calls", "calls_bid")]),
    case("2.4 the bidding was open", [9, "pass"], deal(9, 1), [("calls", "bidding_open")]),
    case("2.4 no calls at all", [], deal(9, 1), [("calls", "bidding_open")]),
    case("2.3 lower", [9, 8], deal(9, 1), [("calls[1]", "call_not_allowed")]),
    case("2.3 level", [9, 9], deal(9, 1), [("calls[1]", "call_not_allowed")]),
    case("2.5 level with twelve", [12, 12], deal(12, 1), [("calls[1]", "call_not_allowed")]),
    case("2.4 after Kani", ["kani", "pass"], deal("kani", 1, 2, 13), [("calls[1]", "call_not_allowed")]),
    case("2.2 below the lowest bid", [6], deal(9, 1), [("calls[0]", "call_not_allowed")]),
    case("2.5 thirteen is said Kani", [9, 13], deal(9, 1), [("calls[1]", "call_not_allowed")]),
    case("no such call", ["pass", "no"], deal(9, 1), [("calls[1]", "unknown_choice")]),
    case("2.5 Kani at once", ["kani"], deal("kani", 1, 2, 13), []),
)
def test_the_calls_agree_with_the_deal(calls, entry, expected):
    if entry["declarer"] == entry["partner"]:
        entry = {**entry, "partner": 3}
    assert errors({**entry, "calls": calls}) == [(f"entries[0].{path}", code) for path, code in expected]


@cases(
    "calls, sentence, cite",
    ([6], "The lowest bid at this table is 7.", "kani 2.2"),
    ([9, 8], "A bid must be higher than the one before it: here at least 10.", "kani 2.3"),
    ([9, 13], "A bid of all thirteen tricks is called Kani.", "kani 2.5"),
    ([12, 12], "Only Kani is higher now.", "kani 2.5"),
    (["kani", 9], "The bidding was already over.", "kani 2.4"),
)
def test_a_call_that_was_not_allowed_is_answered_with_what_would_be(calls, sentence, cite):
    result, _ = score(match(deal(9, 1, 2, calls=calls)))
    [error] = result["errors"]
    assert (error["message"], error["cites"]) == (sentence, [cite])


@cases(
    "calls, code, cite",
    ([9, "pass", "pass", "pass", 10], "call_not_allowed", "kani 5.4"),
    (["pass"] * 5, "call_not_allowed", "kani 5.4"),
    ([9, "pass", "pass"], "bidding_open", "kani 5.4"),
    (["kani", "pass"], "call_not_allowed", "kani 2.4"),
)
def test_5_4_the_bidding_ends_by_the_custom_of_a_table_where_a_pass_is_not_final(calls, code, cite):
    result, _ = score(match(deal(9, 1, 2, calls=calls), passed_may_return=True))
    assert [(error["code"], error["cites"]) for error in result["errors"]] == [(code, [cite])]


def test_2_4_all_passed_may_be_written_with_its_calls():
    assert row({**PASSED, "calls": ["pass"] * 4})["outcome"] == "passed_out"
    assert errors({**PASSED, "calls": [7, "pass", "pass", "pass"]}) == [("entries[0].calls", "calls_bid")]


def test_2_1_the_calls_begin_after_the_seat_that_really_dealt():
    calls = {"calls": [9, "pass", "pass", "pass"]}
    assert errors(deal(9, 3, **calls, dealer=2)) == []
    assert errors(deal(9, 1, **calls), deal(9, 2, 0, **calls)) == []
