"""Kani's question about a whole deal: what was irregular in it, and what the rest comes to."""

import random

import pytest

from scorekeeper.games import GAMES
from tests.cases import case, cases
from tests.games.desk import Desk
from tests.games.kani.judge import ALL, CALLS, RANKS, SUITS, judge_may, judge_winner

ENGLISH = {"preset": "english"}
DESK = Desk("kani")
ask, result, errors = DESK.ask, DESK.result, DESK.errors


def deal_hands(rng):
    pack = rng.sample(ALL, 52)
    return [pack[13 * seat : 13 * seat + 13] for seat in range(4)]


def play(rng, hands, trump, declarer, called, call, lead, careless=0.0, second=None):
    """A deal played at random, by the judge's rules; carelessly, a player now and then plays any card.

    ``second`` leads to the second trick, where that is not the winner of the first.
    """
    left, leader, tricks, winners, wrong = [list(hand) for hand in hands], declarer, [], [], []
    for number in range(13):
        trick = []
        for place in range(4):
            seat = (leader + place) % 4
            may = [
                card
                for card in left[seat]
                if judge_may(trump, left[seat], trick, card, number == 0, called, lead, call)
            ]
            card = rng.choice(left[seat] if rng.random() < careless else may)
            if card not in may:
                wrong.append({"seat": seat, "trick": number, "card": card, "legal": may})
            left[seat].remove(card)
            trick.append(card)
        winners.append((leader + trick.index(judge_winner(trump, trick))) % 4)
        leader = winners[-1] if number or second is None else second
        tricks.append(trick)
    return tricks, winners, wrong


@pytest.mark.long
@pytest.mark.parametrize("careless", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("call", CALLS[:3])
@pytest.mark.parametrize("second_lead", ["winner", "partner"])
def test_a_deal_card_by_card_finds_what_was_wrong_and_scores_the_rest(call, careless, second_lead):
    rng = random.Random(f"{call} {careless} {second_lead}")
    for _ in range(60):
        hands, declarer, trump = deal_hands(rng), rng.randrange(4), rng.choice("CDHS")
        missing = [rank + trump for rank in reversed(RANKS) if rank + trump not in hands[declarer]]
        called = rng.choice(missing) if call == "any_missing" else missing[0]
        partner = next(seat for seat in range(4) if called in hands[seat])
        second = partner if second_lead == "partner" else None
        tricks, winners, wrong = play(rng, hands, trump, declarer, called, call, "trump", careless, second)
        bid = rng.randint(7, 12)
        fields = {"bid": bid, "declarer": declarer, "trump": SUITS[trump], "called": called, "tricks": tricks}
        rules = {"partner_call": call, "second_lead": second_lead}
        found = result("deal", rules, hands=hands, **fields)
        assert found["irregularities"] == wrong
        assert (found["winners"], found["partner"]) == (winners, partner)
        own = winners.count(declarer) + winners.count(partner)
        gain = {declarer, partner} if own >= bid else set(range(4)) - {declarer, partner}
        assert found["scores"] == [bid if seat in gain else 0 for seat in range(4)]
        named = {} if second is None else {"partner": partner}
        shown = result("deal", rules, **named, **fields)
        assert in_any_order(shown) == in_any_order(found), "thirteen tricks show the hands"
        row = DESK.sheet(found["deal"], rules=rules)["entries"][0]
        assert row["scores"] == found["scores"]
        assert row["outcome"] == found["outcome"]


def in_any_order(found):
    """The legal cards of an irregularity come in the order of its hand, and tricks do not show that."""
    wrong = [{**one, "legal": sorted(one["legal"])} for one in found["irregularities"]]
    return {**found, "irregularities": wrong}


HANDS = [
    ["2H", "KH", "QH", "JH", "10H", "AS", "KS", "QS", "JS", "AD", "KD", "AC", "KC"],
    ["AH", "2S", "3S", "4S", "QD", "JD", "10D", "9D", "QC", "JC", "10C", "9C", "8C"],
    ["3H", "4H", "6H", "7H", "6S", "7S", "8S", "8D", "7D", "6D", "7C", "6C", "5C"],
    ["5H", "8H", "9H", "5S", "9S", "10S", "5D", "4D", "3D", "2D", "4C", "3C", "2C"],
]
FIRST = ["2H", "AH", "3H", "5H"]
DEAL = {"bid": 8, "declarer": 0, "trump": "hearts", "hands": HANDS, "tricks": [FIRST]}


def irregularities(rules=None, **changed):
    return result("deal", rules, **{**DEAL, **changed})["irregularities"]


def test_3_2_the_highest_missing_trump_is_known_without_a_call():
    found = result("deal", **DEAL)
    assert (found["partner"], found["irregularities"], found["deal"]) == (1, [], None)


def test_3_2_a_call_of_another_trump_than_the_highest_missing():
    wrong = {"seat": 0, "trick": 0, "card": "5H", "legal": ["AH"]}
    assert irregularities(called="5H") == [wrong]
    assert result("deal", **{**DEAL, "called": "5H"})["partner"] == 3


def test_3_1_the_declarer_did_not_lead_a_trump():
    assert irregularities(tricks=[["AS", "AH", "6S", "5S"]])[0] == {
        "seat": 0,
        "trick": 0,
        "card": "AS",
        "legal": HANDS[0][:5],
    }
    assert irregularities({"first_lead": "any"}, tricks=[["AS", "AH", "6S", "5S"]]) == []


SHOWN = {"partner_call": "highest_shown"}
CUSTOM = (
    "The Icelandic custom of only showing the called card lets any card be led; "
    "here the option “The first lead” asks for a trump."
)


@cases(
    "question, fields",
    case(
        "what may be led",
        "legal_cards",
        {"trump": "hearts", "hand": ["7H", "JC"], "trick": [], "first_trick": True},
    ),
    case("what may be called", "partner_call", {"trump": "hearts", "hand": HANDS[0]}),
    case("another card was led", "deal", {**DEAL, "tricks": [["AS", "AH", "6S", "5S"]]}),
    case("at the desk", "irregularity", {"answers": ["calling", "no_trump_led"]}),
)
def test_3_2_a_trump_that_has_to_be_led_though_the_card_is_only_shown_is_said_to_be_the_option(
    question, fields
):
    document = DESK.ruling(question, SHOWN, **fields)
    (reason,) = [one for one in document["reasons"] if one["text"] == CUSTOM]
    assert reason["cites"] == ["kani 3.2", "kani 3.1"]
    for rules in ({}, {**SHOWN, "first_lead": "any"}, {"partner_call": "highest_exchanged"}):
        answered, good = ask(question, rules, **fields)
        assert CUSTOM not in str(answered)
        assert good or rules.get("partner_call") == "highest_exchanged"


def test_3_1_showing_the_card_changes_no_option_and_no_answer():
    assert result("legal_cards", SHOWN, trump="hearts", hand=["7H", "JC"], trick=[], first_trick=True) == {
        "legal": ["7H"]
    }
    rules = DESK.ruling("partner_call", SHOWN, trump="hearts", hand=HANDS[0])["rules"]
    assert (rules["first_lead"], rules["partner_call"]) == ("trump", "highest_shown")
    assert irregularities(SHOWN, tricks=[FIRST]) == []
    assert CUSTOM not in str(DESK.ruling("deal", SHOWN, **{**DEAL, "tricks": [FIRST]})), "a trump was led"


def test_3_7_where_the_declarer_led_the_ace_its_taker_leads_and_the_other_sentence_is_named():
    asked = {"trump": "hearts", "trick": ["AH", "KH", "2H", "3H"], "first_trick": True, "called": "KH"}
    document = DESK.ruling("trick_winner", **asked)
    assert document["result"] == {"winner": 0, "card": "AH"}
    assert document["reasons"][-1]["text"].startswith(
        "The Icelandic text also lets the holder of the called card lead"
    )
    assert document["reasons"][-1]["cites"] == ["kani 3.7"]
    plain = DESK.ruling("trick_winner", **{**asked, "trick": ["2H", "KH", "4H", "3H"]})
    assert "Icelandic" not in str(plain["reasons"]), (
        "the called card took the trick: the text agrees with itself"
    )


@cases(
    "first, said",
    ({}, ["takes a trick leads next", "partner, who had"]),
    ({"first_trick": True, "called": "KH"}, ["partner, who had"]),
    ({"first_trick": False}, ["takes a trick leads next"]),
)
def test_5_5_where_the_partner_leads_to_the_second_trick_the_taker_of_the_first_does_not(first, said):
    asked = {"trump": "hearts", "trick": ["AH", "KH", "2H", "3H"], **first}
    document = DESK.ruling("trick_winner", {"second_lead": "partner"}, **asked)
    whole = str(document["reasons"])
    assert [
        one for one in ("takes a trick leads next", "partner, who had", "Icelandic") if one in whole
    ] == said


def test_3_7_the_holder_of_the_called_card_led_though_the_declarer_took_the_first_trick():
    swapped = {"KH": "AH", "AH": "KH"}
    hands = [[swapped.get(card, card) for card in hand] for hand in HANDS]
    tricks = [["AH", "KH", "3H", "5H"], ["2S"]]
    document = DESK.ruling("deal", **{**DEAL, "hands": hands, "tricks": tricks})
    assert document["result"]["irregularities"] == [{"seat": 1, "trick": 1, "card": "2S", "legal": []}]
    assert any(
        "also lets the holder of the called card lead" in one["text"] for one in document["reasons"]
    ), document["reasons"]


def test_3_2_the_holder_of_the_called_card_kept_it():
    assert irregularities({"first_lead": "any"}, tricks=[["AS", "2S", "6S", "5S"]]) == [
        {"seat": 1, "trick": 0, "card": "2S", "legal": ["AH"]}
    ]


def test_3_7_a_lead_out_of_turn_had_no_legal_card():
    found = irregularities(tricks=[FIRST, ["AS", "2S", "6S", "5S"]])
    assert found == [{"seat": 0, "trick": 1, "card": "AS", "legal": []}]


def test_3_1_by_the_english_rules_the_first_card_makes_trump():
    english = {key: value for key, value in DEAL.items() if key != "trump"}
    found = result("deal", ENGLISH, **{**english, "called": "5H", "tricks": [["2H", "AH", "3H", "5H"]]})
    assert (found["partner"], found["irregularities"]) == (3, [])
    assert errors("deal", ENGLISH, **{**DEAL, "called": "5H", "trump": "spades"}) == [
        ("trump", "trump_is_led")
    ]
    assert errors("deal", ENGLISH, **english) == [("called", "missing")]


def test_3_2_who_handed_the_card_over_is_the_partner():
    rules = {"partner_call": "highest_exchanged"}
    assert errors("deal", rules, **DEAL) == [("partner", "missing")]
    assert result("deal", rules, **DEAL, partner=3)["partner"] == 3


def test_3_3_who_has_every_trump_plays_alone():
    suits = ["H", "S", "D", "C"]
    hands = [[rank + suit for rank in RANKS] for suit in suits]
    fields = {
        "bid": "kani",
        "declarer": 0,
        "trump": "hearts",
        "tricks": [list(trick) for trick in zip(*hands, strict=True)],
    }
    found = result("deal", **fields)
    assert found["partner"] is None
    assert found["scores"] == [50, 0, 0, 0]
    assert found["deal"]["tricks"] == [13, 0, 0, 0]
    assert DESK.sheet(found["deal"])["totals"] == [50, 0, 0, 0]


@cases(
    "changed, expected",
    ({"bid": "pass"}, [("bid", "passed_out")]),
    ({"bid": 13}, [("bid", "say_kani")]),
    ({"bid": 6}, [("bid", "bid_too_low")]),
    ({"called": "2S"}, [("called", "called_not_trump")]),
    ({"called": "KH"}, [("called", "called_in_hand")]),
    ({"partner": 2}, [("partner", "called_holder")]),
    ({"partner": None}, [("partner", "called_holder")]),
    (
        {"tricks": [["2H", "3H", "AH", "5H"]]},
        [("tricks[0][1]", "not_in_hand"), ("tricks[0][2]", "not_in_hand")],
    ),
    ({"tricks": [[]]}, [("tricks[0]", "card_count")]),
    ({"tricks": [["2H"], FIRST]}, [("tricks[1][0]", "card_twice"), ("tricks[0]", "card_count")]),
    ({"hands": [HANDS[0]] * 4}, [(f"hands[{s}][{i}]", "card_twice") for s in (1, 2, 3) for i in range(13)]),
    ({"hands": [HANDS[0][:12], *HANDS[1:]]}, [("hands[0]", "card_count")]),
    (
        {"bid": 99, "declarer": 7, "tricks": 3},
        [("bid", "out_of_range"), ("declarer", "unknown_seat"), ("tricks", "not_a_list")],
    ),
)
def test_a_deal_that_cannot_be(changed, expected):
    assert errors("deal", **{**DEAL, **changed}) == expected


def test_a_deal_without_trump_is_asked_for_it_and_one_without_hands_is_judged_as_far_as_it_shows():
    bare = {"bid": 8, "declarer": 0, "tricks": [FIRST]}
    assert errors("deal", **bare) == [("trump", "missing")]
    document = DESK.ruling("deal", **bare, trump="hearts")
    assert document["verdict"] == "The cards so far show none that was not allowed."
    assert (document["result"]["irregularities"], document["result"]["partner"]) == ([], None)
    assert result("deal", **bare, trump="hearts", called="AH")["partner"] == 1
    assert result("deal", **bare, trump="hearts", called="4H", partner=2)["partner"] == 2
    assert result("deal", {"partner_call": "highest_exchanged"}, **bare, trump="hearts")["partner"] is None
    reasons = DESK.ruling("deal", **{**bare, "tricks": [FIRST, ["2D"]]}, trump="hearts")["reasons"]
    assert reasons[-1]["text"].startswith("It is assumed that the winner of a trick led the next")
    assert reasons[-1]["cites"] == ["kani 3.7"]


# What was played, and the way through the tree of irregularities that says what follows.
FOLLOWS = [
    case("3.5: at once", {"tricks": [["2H", "AH", "3H", "5S"]]}, "play revoke before_next_trick"),
    case("3.5: later", {"tricks": [["2H", "AH", "3H", "5S"], ["2S"]]}, "play revoke later"),
    case("3.2: the call", {"called": "5H"}, "calling not_highest"),
    case("3.2: kept", {"tricks": [["2H", "2S", "3H", "5H"]]}, "calling holder_kept_it before_next_trick"),
    case("3.1: the first lead", {"tricks": [["AS", "AH", "6S", "5S"]]}, "calling no_trump_led"),
    case("3.1: found later", {"tricks": [["AS", "AH", "6S", "5S"], ["2S"]]}, "calling no_trump_led_later"),
    case("3.7: a lead", {"tricks": [FIRST, ["AS", "2S", "6S", "5S"]]}, "play out_of_turn"),
]


@pytest.mark.parametrize(("changed", "answers"), FOLLOWS)
def test_a_wrong_card_says_what_follows_as_the_tree_of_irregularities_does(changed, answers):
    document = DESK.ruling("deal", **{**DEAL, **changed})
    asked = DESK.ruling("irregularity", answers=answers.split())
    said = [one["text"] for one in document["reasons"]]
    assert {one["text"] for one in asked["reasons"]} <= set(said)
    choices = [(one["choice"], one["text"]) for one in document["result"].get("choices", ())]
    assert choices == [(one["choice"], one["text"]) for one in asked["result"]["choices"]]
    follows = (
        "The rulebook does not say what follows from it: the table chooses." if choices else asked["verdict"]
    )
    assert document["verdict"] == f"1 card was not allowed. {follows}"
    for _choice, words in choices:
        assert f"What tables do: {words}" in said


def test_where_the_table_chooses_its_choices_and_the_deal_as_it_was_played_can_be_written():
    rng = random.Random("a wrong card")
    while True:
        hands, trump = deal_hands(rng), rng.choice("CDHS")
        called = next(rank + trump for rank in reversed(RANKS) if rank + trump not in hands[0])
        tricks, _winners, wrong = play(rng, hands, trump, 0, called, CALLS[0], "trump", 0.05)
        if len(wrong) == 1 and wrong[0]["trick"]:
            break
    document = DESK.ruling("deal", bid=8, declarer=0, trump=SUITS[trump], hands=hands, tricks=tricks)
    found = GAMES["kani"].questions["deal"].writes(DESK.asked, document["result"])
    assert [(one.entry["kind"], str(one.why)) for one in found] == [
        ("void", "The same seat deals again."),
        ("adjustment", "The player at fault loses points."),
        ("deal", "The cards stand as they were played."),
    ]
    assert " As it was played: The bid " in document["verdict"]


def test_5_5_where_the_partner_leads_to_the_second_trick_it_is_asked_who_that_was():
    """The holder kept the called card, so the first trick does not show it; by a table's own custom that matters."""
    tricks = [["2H", "3H", "4H", "5H"], ["2C", "3C", "4C", "5C"]]
    fields = {"bid": 7, "declarer": 0, "trump": "hearts", "called": "AH", "tricks": tricks}
    assert errors("deal", {"second_lead": "partner"}, **fields) == [("partner", "missing")]
    asked = DESK.ruling("deal", {"second_lead": "partner"}, partner=2, **fields)
    assert asked["result"]["winners"] == [3, 1], "seat 2 led the second trick, and its last card took it"
    assert DESK.result("deal", **fields)["winners"] == [3, 2]
    assert asked["reasons"][-1] == {
        "text": "The lead to the second trick: by the partner, who had the called card",
        "cites": ["kani 5.5"],
    }


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("second_lead", ["winner", "partner"])
def test_5_3_a_declarer_who_plays_alone_calls_no_card(call, second_lead):
    rng = random.Random(call)
    hands = deal_hands(rng)
    tricks, winners, _wrong = play(rng, hands, "H", 0, None, call, "trump")
    rules = {"partner_call": call, "lone_declarer": "any_bid", "second_lead": second_lead}
    alone = {"bid": 7, "declarer": 0, "trump": "hearts", "tricks": tricks, "partner": None}
    own = winners.count(0)
    scores = [7, 0, 0, 0] if own >= 7 else [0, 7, 7, 7]
    for given in ({"hands": hands}, {}):
        found = result("deal", rules, **given, **alone)
        assert (found["irregularities"], found["partner"], found["scores"]) == ([], None, scores)
        assert DESK.sheet(found["deal"], rules=rules)["entries"][0]["scores"] == scores
    missing = next(rank + "H" for rank in reversed(RANKS) if rank + "H" not in hands[0])
    for of_the_deal in (alone, {**alone, "tricks": tricks[:3]}):
        found = errors("deal", rules, hands=hands, called=missing, **of_the_deal)
        assert found == [("called", "called_without_partner")]
