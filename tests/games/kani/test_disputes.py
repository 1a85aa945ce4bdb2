"""Kani's questions about one moment, beside a slow judge."""

import random

import pytest

from tests.games.desk import Desk
from tests.games.kani.judge import ALL, CALLS, RANKS, SUITS, judge_may, judge_winner

DESK = Desk("kani")
ask, result, errors = DESK.ask, DESK.result, DESK.errors
ENGLISH = {"preset": "english"}


@pytest.mark.long
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


@pytest.mark.long
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


OFFENCE = "The lead of A♠ was itself an offence, unless the declarer has no trump: a trump is led to the first trick."


@pytest.mark.parametrize(
    ("rules", "lead", "first", "named"),
    [
        pytest.param({}, "AS", True, True, id="3.1: a trump has to be led"),
        pytest.param(
            {"partner_call": "highest_shown"}, "AS", True, True, id="3.1: though the card is only shown"
        ),
        pytest.param({}, "2H", True, False, id="a trump was led"),
        pytest.param({}, "AS", False, False, id="a later trick"),
        pytest.param({"first_lead": "any"}, "AS", True, False, id="any card may be led"),
    ],
)
def test_3_1_a_first_lead_that_was_itself_an_offence_is_named(rules, lead, first, named):
    asked = {"trump": "hearts", "hand": ["7S", "KH"], "trick": [lead], "first_trick": first}
    found = DESK.ruling("legal_cards", rules, **asked)
    assert found["result"]["legal"] == (["7S"] if lead == "AS" else ["KH"])
    said = {one["text"]: one["cites"] for one in found["reasons"]}
    assert said.get(OFFENCE) == (["kani 3.1"] if named else None)
    taken = DESK.ruling(
        "trick_winner", rules, trump="hearts", trick=[lead, "3S", "4S", "5S"], first_trick=first
    )
    assert (OFFENCE in {one["text"] for one in taken["reasons"]}) == named


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
