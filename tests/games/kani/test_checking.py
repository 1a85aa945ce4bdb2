"""What a deal, a house rule or a bidding of Kani cannot be, at its place and with what would be right."""

import pytest

from scorekeeper.games import score
from tests.cases import case, cases
from tests.games.kani.deals import PASSED, deal, errors, match


@cases(
    "entry, rules, expected",
    case("2.2 six, from seven up", deal(6), {}, [("bid", "bid_too_low")]),
    case("2.2 six in the English preset", deal(6), {"preset": "english"}, []),
    case("2.2 five, from six up", deal(5), {"preset": "english"}, [("bid", "bid_too_low")]),
    case("2.2 one, from one up", deal(1), {"min_bid": 1}, []),
    case("2.5 thirteen", deal(13, tricks=13), {}, [("bid", "say_kani")]),
    case("2.5 fourteen", deal(14), {}, [("bid", "out_of_range")]),
    case("2.5 a slip in Kani", deal("kanni"), {}, [("bid", "unknown_choice")]),
    case("2.2 true is no bid", deal(True), {}, [("bid", "wrong_type")]),
    case("1.1 fourteen tricks", deal(tricks=14), {}, [("tricks", "out_of_range")]),
    case("1.1 twelve tricks in all", deal(tricks=[3, 3, 3, 3]), {}, [("tricks", "tricks_total")]),
    case("1.1 the tricks of one", deal(tricks=[13]), {}, [("tricks", "list_length")]),
    case("1.1 no tricks", deal(tricks=None), {}, [("tricks", "wrong_type")]),
    case("3.2 one's own partner", deal(partner=0), {}, [("partner", "own_partner")]),
    case("3.3 alone with twelve", deal(partner=None, tricks=12), {}, [("partner", "alone_without_all")]),
    case("3.2 a fifth player", deal(partner=4), {}, [("partner", "unknown_seat")]),
    case("2.4 no declarer", deal(declarer=None), {}, [("declarer", "unknown_seat")]),
    case(
        "a bid alone",
        {"kind": "deal", "bid": 9},
        {},
        [("declarer", "missing"), ("partner", "missing"), ("tricks", "missing")],
    ),
    case(
        "nothing",
        {"kind": "deal"},
        {},
        [(name, "missing") for name in ("bid", "declarer", "partner", "tricks")],
    ),
    case("perhaps passed out", {"kind": "deal", "bid": "pas"}, {}, [("bid", "unknown_choice")]),
    case(
        "2.4 passed, yet tricks",
        deal("pass"),
        {},
        [(name, "passed_out") for name in ("declarer", "partner", "tricks")],
    ),
    case("2.4 passed, with trump", {**PASSED, "trump": "hearts"}, {}, [("trump", "passed_out")]),
    case("3.2 the called card is a trump", deal(trump="hearts", called="AH"), {}, []),
    case("3.2 a called card, trump not written", deal(called="AH"), {}, []),
    case("3.2 another suit", deal(trump="hearts", called="AS"), {}, [("called", "called_not_trump")]),
    case("3.1 no such suit", deal(trump="trumps"), {}, [("trump", "unknown_choice")]),
    case("1.1 no jokers", deal(called="JK"), {}, [("called", "unknown_card")]),
    case(
        "3.3 alone, with a called card",
        deal(partner=None, tricks=13, called="AS"),
        {},
        [("called", "called_without_partner")],
    ),
    case("a slip in a field", deal(trick=9), {}, [("trick", "unknown_field")]),
    case(
        "several at once",
        deal(6, 0, 0, 9, trump="hearts", called="2S"),
        {},
        [("bid", "bid_too_low"), ("partner", "own_partner"), ("called", "called_not_trump")],
    ),
)
def test_what_cannot_be_is_named_at_its_place(entry, rules, expected):
    assert errors(entry, **rules) == [(f"entries[0].{path}", code) for path, code in expected]


@cases(
    "rules, expected",
    ({"min_bid": 0}, [("rules.min_bid", "out_of_range")]),
    ({"min_bid": 13}, [("rules.min_bid", "out_of_range")]),
    ({"target": 0}, [("rules.target", "out_of_range")]),
    ({"target": "none"}, [("rules.target", "not_a_number")]),
    ({"preset": "danish"}, [("rules.preset", "unknown_preset")]),
    ({"settlement": "coins"}, [("rules.settlement", "unknown_choice")]),
)
def test_a_house_rule_that_cannot_be(rules, expected):
    assert errors(**rules) == expected


SEVERAL_PROBLEMS = {
    "too many tricks beside a wrong bid and partner": (
        {"bid": 13, "declarer": 0, "partner": 0, "tricks": 15},
        ["bid:say_kani", "partner:own_partner", "tricks:out_of_range"],
    ),
    "tricks that do not add up beside a low bid": (
        {"bid": 5, "declarer": 0, "partner": 2, "tricks": [1, 1, 1, 1]},
        ["bid:bid_too_low", "tricks:tricks_total"],
    ),
    "a slip in a field's name beside a partner of their own": (
        {"bid": 9, "declarer": 1, "partner": 1, "tricks": 9, "trumps": "hearts"},
        ["partner:own_partner", "trumps:unknown_field"],
    ),
    "no declarer beside wrong calls": (
        {"bid": 9, "partner": 1, "tricks": 9, "calls": [9, 8]},
        ["calls[1]:call_not_allowed", "declarer:missing"],
    ),
    "an unknown card beside no partner": (
        {"bid": 9, "declarer": 1, "partner": None, "tricks": 9, "called": "14H"},
        ["called:unknown_card", "partner:alone_without_all"],
    ),
    "no bid beside calls that end": (
        {"declarer": 1, "partner": 2, "tricks": 9, "calls": [9, "pass", "pass", "pass"]},
        ["bid:missing"],
    ),
    "a fifth player as declarer beside calls that end": (
        {"bid": 9, "declarer": 4, "partner": 2, "tricks": 9, "calls": [9, "pass", "pass", "pass"]},
        ["declarer:unknown_seat"],
    ),
    "a fifth player as dealer beside calls that end": (
        {
            "bid": 9,
            "declarer": 1,
            "partner": 2,
            "tricks": 9,
            "calls": [9, "pass", "pass", "pass"],
            "dealer": 4,
        },
        ["dealer:unknown_seat"],
    ),
    "a fifth player as declarer and as partner": (
        {"bid": 9, "declarer": 4, "partner": 4, "tricks": 9},
        ["declarer:unknown_seat", "partner:unknown_seat"],
    ),
    "too many tricks of one who plays alone": (
        {"bid": 9, "declarer": 1, "partner": None, "tricks": 15},
        ["tricks:out_of_range"],
    ),
    "a called card beside no such suit": (
        {"bid": 9, "declarer": 1, "partner": 2, "tricks": 9, "trump": "trumps", "called": "AS"},
        ["trump:unknown_choice"],
    ),
    "calls that are no list": (
        {"bid": 9, "declarer": 1, "partner": 2, "tricks": 9, "calls": 9},
        ["calls:not_a_list"],
    ),
    "no bid at all beside a wrong seat": (
        {"declarer": 4, "partner": 1, "tricks": 9},
        ["bid:missing", "declarer:unknown_seat"],
    ),
}


@pytest.mark.parametrize("what", SEVERAL_PROBLEMS)
def test_one_problem_hides_no_other(what):
    deal, expected = SEVERAL_PROBLEMS[what]
    found = [f"{path.removeprefix('entries[0].')}:{code}" for path, code in errors({"kind": "deal", **deal})]
    assert sorted(found) == sorted(expected)


@cases("lone_declarer, cites", ("all_trumps", ["3.3"]), ("any_bid", ["3.3", "5.3"]))
def test_5_3_a_called_card_beside_no_partner_cites_who_may_play_alone(lone_declarer, cites):
    entry = deal(partner=None, tricks=13, called="AS")
    result, _ = score(match(entry, lone_declarer=lone_declarer))
    assert [error["cites"] for error in result["errors"]] == [[f"kani {cite}" for cite in cites]]
