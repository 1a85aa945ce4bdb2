"""Kani's disputes: legal cards, tricks, the called card and whole deals, beside a slow judge of their own."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.play.cards import PACK_52
from scorekeeper.games import GAMES
from tests.games.desk import Desk
from tests.soak import examples

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
ALL = [str(card) for card in PACK_52.cards]
ENGLISH = {"preset": "english"}
CALLS = ("highest_missing", "any_missing", "highest_shown", "highest_exchanged")
DESK = Desk("kani")
ask, result, errors = DESK.ask, DESK.result, DESK.errors


# A slow judge. It knows cards as strings only, and tries everything.


def better(one, other, trump, led):
    """Whether one card beats the other: by looking it up in the list of all 52 in the order of this trick."""
    suits = [suit for suit in "CDHS" if suit not in (led, trump)]
    order = [rank + suit for suit in suits for rank in RANKS]
    order += [rank + led for rank in RANKS] if led != trump else []
    order += [rank + trump for rank in RANKS]
    if one[-1] in suits:
        return False
    return order.index(one) > order.index(other)


RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def judge_winner(trump, trick):
    """The card of the trick that every other one fails to beat."""
    led = trick[0][-1]
    return next(one for one in trick if not any(better(other, one, trump, led) for other in trick))


def judge_may(trump, hand, trick, card, first=False, called=None, lead="trump", call="highest_missing"):
    """Whether one card may be played: each reason why not, one after the other."""
    if first and not trick and lead == "trump" and card[-1] != trump and any(c[-1] == trump for c in hand):
        return False
    holder_shows = first and trick and called in hand and call in CALLS[:2]
    if holder_shows:
        return card == called
    revokes = trick and card[-1] != trick[0][-1] and any(c[-1] == trick[0][-1] for c in hand)
    return not revokes


@pytest.mark.parametrize("seed", range(8))
def test_legal_cards_are_those_the_judge_lets_pass(seed):
    """Twelve thousand positions, under every way of calling and leading."""
    rng = random.Random(seed)
    for _ in range(1_500):
        cards = rng.sample(ALL, rng.randint(1, 16))
        size = rng.randint(0, min(3, len(cards) - 1))
        trick, hand = cards[:size], cards[size : size + 13]
        trump = rng.choice("CDHS")
        call, lead, first = rng.choice(CALLS), rng.choice(["trump", "any"]), rng.random() < 0.5
        trumps = [card for card in ALL if card[-1] == trump and card not in trick]
        called = rng.choice(
            [None, rng.choice([card for card in trumps if trick or card not in hand] or [None])]
        )
        if first and trick and (lead, call) == ("any", "any_missing"):
            trump = trick[0][-1]
            called = None
        fields = {"trump": SUITS[trump], "hand": hand, "trick": trick, "first_trick": first}
        if called is not None:
            fields["called"] = called
        found = result("legal_cards", {"partner_call": call, "first_lead": lead}, **fields)
        assert found["legal"] == [
            card for card in hand if judge_may(trump, hand, trick, card, first, called, lead, call)
        ]
        assert found["legal"], "there is always a legal card"


@pytest.mark.parametrize("seed", range(4))
def test_3_6_the_winner_is_the_card_that_no_other_beats(seed):
    rng = random.Random(seed)
    for _ in range(600):
        trick, trump, leader = rng.sample(ALL, 4), rng.choice("CDHS"), rng.randrange(4)
        card = judge_winner(trump, trick)
        found = result("trick_winner", trump=SUITS[trump], trick=trick, leader=leader)
        assert found == {"winner": (leader + trick.index(card)) % 4, "card": card}


@pytest.mark.parametrize(
    ("rules", "hand", "trick", "more", "legal"),
    [
        pytest.param({}, "7H JC AS", "", {}, "7H JC AS", id="3.7 any lead"),
        pytest.param({}, "7H JC AS", "9S", {}, "AS", id="3.5 follow suit"),
        pytest.param({}, "2S AS", "9S", {}, "2S AS", id="3.5 no need to raise"),
        pytest.param({}, "7H JC", "9S", {}, "7H JC", id="3.5 no need to trump"),
        pytest.param({}, "7C JC", "9H", {}, "7C JC", id="3.5 no trump to follow with"),
        pytest.param({}, "7H JC", "", {"first_trick": True}, "7H", id="3.1 a trump is led"),
        pytest.param({}, "7S JC", "", {"first_trick": True}, "7S JC", id="3.1 no trump to lead"),
        pytest.param({"first_lead": "any"}, "7H JC", "", {"first_trick": True}, "7H JC", id="3.1 any lead"),
        pytest.param({}, "KH 7H", "2H", {"first_trick": True, "called": "KH"}, "KH", id="3.2 called"),
        pytest.param({}, "KH 7H", "2H", {"called": "KH"}, "KH", id="3.2 who holds it is at the first trick"),
        pytest.param(
            {}, "KH 7H", "2H", {"first_trick": False, "called": "KH"}, "KH 7H", id="3.2 a later trick"
        ),
        pytest.param(
            {}, "QH 7H", "2H", {"first_trick": True, "called": "KH"}, "QH 7H", id="3.2 not the holder"
        ),
        pytest.param(
            {"first_lead": "any"},
            "KH 7S",
            "2S",
            {"first_trick": True, "called": "KH"},
            "KH",
            id="3.2 the called card though suit could be followed",
        ),
        pytest.param(ENGLISH, "KH 7H", "2H", {"first_trick": True, "called": "KH"}, "KH", id="3.2 English"),
        pytest.param(
            {"partner_call": "highest_shown"},
            "KH 7H",
            "2H",
            {"first_trick": True, "called": "KH"},
            "KH 7H",
            id="3.2 only shown",
        ),
        pytest.param(
            {"partner_call": "highest_exchanged"},
            "KH 7H",
            "2H",
            {"first_trick": True, "called": "KH"},
            "KH 7H",
            id="3.2 handed over",
        ),
    ],
)
def test_legal_cards(rules, hand, trick, more, legal):
    found = result("legal_cards", rules, trump="hearts", hand=hand.split(), trick=trick.split(), **more)
    assert found["legal"] == legal.split()


@pytest.mark.parametrize(
    ("question", "rules", "fields", "expected"),
    [
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": [], "trick": []},
            [("hand", "card_count")],
            id="an empty hand",
        ),
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": ["7H", "AS"], "trick": ["7H", "AS"]},
            [("trick[0]", "card_twice"), ("trick[1]", "card_twice")],
            id="every card that is twice",
        ),
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": ["7H", "7H"], "trick": []},
            [("hand", "card_twice")],
            id="twice in the hand",
        ),
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": ["7H"], "trick": ["2C", "3C", "4C", "5C"]},
            [("trick", "too_many")],
            id="no player is fifth",
        ),
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": ALL[:14], "trick": []},
            [("hand", "too_many")],
            id="fourteen cards",
        ),
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": ["7H"], "trick": ["2C"], "called": "AS"},
            [("called", "called_not_trump")],
            id="a called card outside trumps",
        ),
        pytest.param(
            "legal_cards",
            {},
            {"trump": "hearts", "hand": ["7H"], "trick": [], "called": "7H", "first_trick": True},
            [("called", "called_in_hand")],
            id="a card of one's own called",
        ),
        pytest.param(
            "legal_cards",
            ENGLISH,
            {"trump": "hearts", "hand": ["7H"], "trick": ["2C"], "first_trick": True},
            [("trump", "trump_is_led")],
            id="the suit led is trump",
        ),
        pytest.param(
            "trick_winner",
            {},
            {"trump": "hearts", "trick": ["2C", "3C", "4C"]},
            [("trick", "card_count")],
            id="three cards",
        ),
        pytest.param(
            "trick_winner",
            {},
            {"trump": "hearts", "trick": ["2C"] * 4},
            [("trick", "card_twice")],
            id="four times one card",
        ),
        pytest.param(
            "trick_winner",
            {},
            {"trump": "bells", "trick": ["2C", "3C", "4C", "1C"], "leader": 4},
            [("trump", "unknown_choice"), ("trick[3]", "unknown_card"), ("leader", "unknown_seat")],
            id="every problem at once",
        ),
        pytest.param(
            "trick_winner",
            ENGLISH,
            {"trump": "hearts", "trick": ["2C", "3C", "4C", "5C"], "first_trick": True},
            [("trump", "trump_is_led")],
            id="the suit led is trump here too",
        ),
        pytest.param(
            "partner_call",
            {},
            {"trump": "hearts", "hand": ["7H"]},
            [("hand", "card_count")],
            id="the whole hand calls",
        ),
        pytest.param("auction", {}, {"calls": [6]}, [("calls[0]", "call_not_allowed")], id="too low"),
        pytest.param(
            "auction", {}, {"calls": [13]}, [("calls[0]", "call_not_allowed")], id="thirteen is Kani"
        ),
        pytest.param(
            "auction", {}, {"calls": ["kani", "pass"]}, [("calls[1]", "call_not_allowed")], id="over"
        ),
        pytest.param("auction", {}, {"calls": ["pass"] * 49}, [("calls", "too_many")], id="endless calls"),
        pytest.param("mismatch", {}, {"counts": {}}, [("counts.pairs", "missing")], id="nothing counted"),
        pytest.param(
            "mismatch", {}, {"counts": {"pairs": [13]}}, [("counts.pairs", "list_length")], id="one"
        ),
        pytest.param(
            "mismatch",
            {},
            {"counts": {"pairs": [9, 4], "bid": "pass", "declarer": 1, "partner": 1}},
            [("counts.partner", "own_partner"), ("counts.bid", "passed_out")],
            id="own partner",
        ),
        pytest.param(
            "mismatch",
            {},
            {"counts": {"pairs": [9, 4], "partner": 1}},
            [("counts.declarer", "missing")],
            id="a partner without a declarer",
        ),
    ],
)
def test_situations_that_cannot_be(question, rules, fields, expected):
    assert errors(question, rules, **fields) == expected


def test_the_called_card_is_missed_in_the_first_trick():
    document, _ = ask(
        "trick_winner", trump="hearts", trick=["2H", "3H", "4H", "5H"], first_trick=True, called="AH"
    )
    assert document["result"] == {"winner": 3, "card": "5H"}
    assert "kani 3.2" in [cite for reason in document["reasons"] for cite in reason["cites"]]


@pytest.mark.parametrize("call", CALLS)
def test_3_2_the_callable_cards_are_trumps_that_the_declarer_lacks(call):
    rng = random.Random(call)
    for _ in range(400):
        trump, hand = rng.choice("CDHS"), rng.sample(ALL, 13)
        lacked = [rank + trump for rank in reversed(RANKS) if rank + trump not in hand]
        found = result("partner_call", {"partner_call": call}, trump=SUITS[trump], hand=hand)
        assert found["callable"] == (lacked if call == "any_missing" else lacked[:1])


def test_3_3_a_declarer_with_every_trump_calls_no_card():
    hand = [rank + "S" for rank in RANKS]
    for call in CALLS:
        assert result("partner_call", {"partner_call": call}, trump="spades", hand=hand) == {"callable": []}


# Whole deals


def deal_hands(rng):
    pack = rng.sample(ALL, 52)
    return [pack[13 * seat : 13 * seat + 13] for seat in range(4)]


def play(rng, hands, trump, declarer, called, call, lead, careless=0.0):
    """A deal played at random, by the judge's rules; carelessly, a player now and then plays any card."""
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
        leader = (leader + trick.index(judge_winner(trump, trick))) % 4
        tricks.append(trick)
        winners.append(leader)
    return tricks, winners, wrong


@pytest.mark.parametrize("careless", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("call", CALLS[:3])
def test_a_deal_card_by_card_finds_what_was_wrong_and_scores_the_rest(call, careless):
    rng = random.Random(f"{call} {careless}")
    for _ in range(60):
        hands, declarer, trump = deal_hands(rng), rng.randrange(4), rng.choice("CDHS")
        missing = [rank + trump for rank in reversed(RANKS) if rank + trump not in hands[declarer]]
        called = rng.choice(missing) if call == "any_missing" else missing[0]
        tricks, winners, wrong = play(rng, hands, trump, declarer, called, call, "trump", careless)
        partner = next(seat for seat in range(4) if called in hands[seat])
        bid = rng.randint(7, 12)
        fields = {"bid": bid, "declarer": declarer, "trump": SUITS[trump], "called": called, "tricks": tricks}
        rules = {"partner_call": call}
        found = result("deal", rules, hands=hands, **fields)
        assert found["irregularities"] == wrong
        assert (found["winners"], found["partner"]) == (winners, partner)
        own = winners.count(declarer) + winners.count(partner)
        gain = {declarer, partner} if own >= bid else set(range(4)) - {declarer, partner}
        assert found["scores"] == [bid if seat in gain else 0 for seat in range(4)]
        shown = result("deal", rules, **fields)
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


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        pytest.param(
            "legal_cards",
            {"trump": "hearts", "hand": ["7H", "JC"], "trick": [], "first_trick": True},
            id="what may be led",
        ),
        pytest.param("partner_call", {"trump": "hearts", "hand": HANDS[0]}, id="what may be called"),
        pytest.param("deal", {**DEAL, "tricks": [["AS", "AH", "6S", "5S"]]}, id="another card was led"),
        pytest.param("irregularity", {"answers": ["calling", "no_trump_led"]}, id="at the desk"),
    ],
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


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
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
        (
            {"hands": [HANDS[0]] * 4},
            [(f"hands[{s}][{i}]", "card_twice") for s in (1, 2, 3) for i in range(13)],
        ),
        ({"hands": [HANDS[0][:12], *HANDS[1:]]}, [("hands[0]", "card_count")]),
        (
            {"bid": 99, "declarer": 7, "tricks": 3},
            [("bid", "out_of_range"), ("declarer", "unknown_seat"), ("tricks", "not_a_list")],
        ),
    ],
)
def test_a_deal_that_cannot_be(changed, expected):
    assert errors("deal", **{**DEAL, **changed}) == expected


def test_a_deal_without_trump_or_hands():
    bare = {"bid": 8, "declarer": 0, "tricks": [FIRST]}
    assert errors("deal", **bare) == [("trump", "missing"), ("hands", "missing")]


# The counts do not fit


def slips(**counts):
    return [(slip["path"], slip["from"], slip["to"]) for slip in result("mismatch", counts=counts)["slips"]]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param({"pairs": [9, 4]}, [], id="they fit"),
        pytest.param({"seats": [4, 3, 4, 2]}, [], id="the seats fit"),
        pytest.param({"pairs": [36, 4]}, [("counts.pairs[0]", 36, 9)], id="cards counted"),
        pytest.param(
            {"pairs": [8, 4], "bid": 8},
            [
                ("counts.pairs[0]", 8, 9),
                ("counts.pairs[0]", 8, 9),
                ("counts.pairs[1]", 4, 5),
                ("counts.pairs[0]", 8, 9),
                ("counts.pairs[1]", 4, 5),
            ],
            id="the bid written",
        ),
        pytest.param(
            {"pairs": [5, 4], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
            [("counts.pairs[0]", 5, 9), ("counts.pairs[0]", 5, 9)],
            id="without the partner's",
        ),
        pytest.param(
            {"pairs": [7, 6], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
            [("counts.partner", 2, 1), ("counts.partner", 2, 3), ("counts.pairs", [7, 6], [9, 4])],
            id="another partner",
        ),
        pytest.param(
            {"pairs": [9, 4], "seats": [5, 2, 3, 2], "declarer": 0, "partner": 2},
            [("counts.seats[0]", 5, 6), ("counts.seats[2]", 3, 4)],
            id="a seat of the pair",
        ),
        pytest.param(
            {"seats": [5, 2, 4, 0]},
            [
                ("counts.seats[0]", 5, 7),
                ("counts.seats[1]", 2, 4),
                ("counts.seats[2]", 4, 6),
                ("counts.seats[3]", 0, 2),
            ],
            id="any seat",
        ),
        pytest.param({"pairs": [20, 20]}, [], id="no single slip"),
    ],
)
def test_the_slips_likeliest_first(counts, expected):
    assert slips(**counts) == expected


@pytest.mark.parametrize(
    ("counts", "question"),
    [
        pytest.param(
            {"pairs": [7, 5]}, "Who took the first trick, and with whose tricks does it lie?", id="12"
        ),
        pytest.param(
            {"pairs": [8, 6]}, "Who took the first trick, and with whose tricks does it lie?", id="14"
        ),
        pytest.param(
            {"pairs": [9, 7]}, "Whose cards are not four times the tricks that are written down?", id="16"
        ),
        pytest.param(
            {"seats": [5, 2, 4, 1]},
            "Whose cards are not four times the tricks that are written down?",
            id="a seat",
        ),
        pytest.param(
            {"pairs": [7, 6], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
            "Who held the called card?",
            id="another partner",
        ),
        pytest.param(
            {"pairs": [8, 4], "bid": 8},
            "Apart from the bid: how many tricks lie with the declarer’s pair?",
            id="the bid",
        ),
        pytest.param(
            {"pairs": [5, 4], "seats": [5, 2, 4, 2], "declarer": 0, "partner": 2},
            "Are the partner’s tricks counted too?",
            id="the declarer's own",
        ),
    ],
)
def test_where_several_slips_remain_one_question_tells_them_apart(counts, question):
    document = DESK.ruling("mismatch", counts=counts)
    assert len(document["result"]["slips"]) > 1
    assert document["verdict"].endswith(f" To tell them apart: {question}")


def test_a_single_slip_asks_nothing():
    assert "?" not in DESK.ruling("mismatch", counts={"pairs": [36, 4]})["verdict"]


def test_every_number_that_one_side_can_have_got_wrong_is_explained():
    for first in range(14):
        for other in range(14):
            assert slips(pairs=[first, other]) or first + other == 13, (first, other)
    miscounted = DESK.ruling("mismatch", counts={"pairs": [9, 7]})["result"]["slips"]
    assert [one["text"] for one in miscounted] == [
        "The declarer’s pair miscounted. 9 becomes 6.",
        "The other two miscounted. 7 becomes 4.",
    ]


def test_counts_that_no_partner_makes_agree_do_not_fit():
    asked = {"pairs": [7, 6], "seats": [1, 2, 3, 7], "declarer": 0}
    document = DESK.ruling("mismatch", counts=asked)
    assert not document["verdict"].startswith("The two counts fit")
    assert any("no partner gives the declarer’s pair 7" in one["text"] for one in document["reasons"]), (
        document["reasons"]
    )
    for fitting in ({**asked, "pairs": [8, 5]}, {**asked, "pairs": [10, 3], "declarer": 2}):
        assert DESK.ruling("mismatch", counts=fitting)["verdict"] == "The two counts fit together."


def test_every_slip_makes_the_counts_fit():
    rng = random.Random(7)
    for _ in range(3000):
        counts = {"pairs": [rng.randint(0, 15), rng.randint(0, 15)], "bid": rng.randint(7, 12)}
        if rng.random() < 0.6:
            seats = [rng.randint(0, 6) for _ in range(4)]
            counts |= {"seats": seats, "declarer": 0, "partner": rng.choice([None, 1, 2, 3])}
        for path, before, after in slips(**counts):
            mended = {
                name: list(value) if isinstance(value, list) else value for name, value in counts.items()
            }
            name, _, index = path.removeprefix("counts.").partition("[")
            if index:
                assert mended[name][int(index[:-1])] == before
                mended[name][int(index[:-1])] = after
            else:
                assert mended[name] == before
                mended[name] = after
            assert sum(mended[name]) == 13 if name != "partner" else slips(**mended) == []


# Any question


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from([*ALL[:9], "hearts", "kani", "pass"]),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["pairs", "seats", "bid"]), inner)
    ),
    max_leaves=12,
)
FIELDS = {
    slug: [field.name for field in question.fields] for slug, question in GAMES["kani"].questions.items()
}


@settings(max_examples=examples(120), deadline=None)
@given(slug=st.sampled_from(sorted(FIELDS)), data=st.data())
def test_any_question_is_answered(slug, data):
    fields = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS[slug], ANYTHING)))
    document, good = ask(slug, **fields)
    json.dumps(document)
    assert document["verdict"] if good else all(e["message"] and e["code"] for e in document["errors"])
