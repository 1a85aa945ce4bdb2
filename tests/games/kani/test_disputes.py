"""Kani's questions about one moment, beside a slow judge."""

import random

import pytest

from tests.cases import case, cases
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


@cases(
    "rules, hand, trick, more, legal",
    case("3.7 any lead", {}, "7H JC AS", "", {}, "7H JC AS"),
    case("3.5 follow suit", {}, "7H JC AS", "9S", {}, "AS"),
    case("3.5 no need to raise", {}, "2S AS", "9S", {}, "2S AS"),
    case("3.5 no need to trump", {}, "7H JC", "9S", {}, "7H JC"),
    case("3.5 no trump to follow with", {}, "7C JC", "9H", {}, "7C JC"),
    case("3.1 a trump is led", {}, "7H JC", "", {"first_trick": True}, "7H"),
    case("3.1 no trump to lead", {}, "7S JC", "", {"first_trick": True}, "7S JC"),
    case("3.1 any lead", {"first_lead": "any"}, "7H JC", "", {"first_trick": True}, "7H JC"),
    case("3.2 called", {}, "KH 7H", "2H", {"first_trick": True, "called": "KH"}, "KH"),
    case("3.2 who holds it is at the first trick", {}, "KH 7H", "2H", {"called": "KH"}, "KH"),
    case("3.2 a later trick", {}, "KH 7H", "2H", {"first_trick": False, "called": "KH"}, "KH 7H"),
    case("3.2 not the holder", {}, "QH 7H", "2H", {"first_trick": True, "called": "KH"}, "QH 7H"),
    case(
        "3.2 the called card though suit could be followed",
        {"first_lead": "any"},
        "KH 7S",
        "2S",
        {"first_trick": True, "called": "KH"},
        "KH",
    ),
    case("3.2 English", ENGLISH, "KH 7H", "2H", {"first_trick": True, "called": "KH"}, "KH"),
    case(
        "3.2 only shown",
        {"partner_call": "highest_shown"},
        "KH 7H",
        "2H",
        {"first_trick": True, "called": "KH"},
        "KH 7H",
    ),
    case(
        "3.2 handed over",
        {"partner_call": "highest_exchanged"},
        "KH 7H",
        "2H",
        {"first_trick": True, "called": "KH"},
        "KH 7H",
    ),
)
def test_legal_cards(rules, hand, trick, more, legal):
    found = result("legal_cards", rules, trump="hearts", hand=hand.split(), trick=trick.split(), **more)
    assert found["legal"] == legal.split()


OFFENCE = "The lead of A♠ was itself an offence, unless the declarer has no trump: a trump is led to the first trick."


@cases(
    "rules, lead, first, named",
    case("3.1: a trump has to be led", {}, "AS", True, True),
    case("3.1: though the card is only shown", {"partner_call": "highest_shown"}, "AS", True, True),
    case("a trump was led", {}, "2H", True, False),
    case("a later trick", {}, "AS", False, False),
    case("any card may be led", {"first_lead": "any"}, "AS", True, False),
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


@cases(
    "question, rules, fields, expected",
    case(
        "an empty hand",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": [], "trick": []},
        [("hand", "card_count")],
    ),
    case(
        "every card that is twice",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": ["7H", "AS"], "trick": ["7H", "AS"]},
        [("trick[0]", "card_twice"), ("trick[1]", "card_twice")],
    ),
    case(
        "twice in the hand",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": ["7H", "7H"], "trick": []},
        [("hand", "card_twice")],
    ),
    case(
        "no player is fifth",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": ["7H"], "trick": ["2C", "3C", "4C", "5C"]},
        [("trick", "too_many")],
    ),
    case(
        "fourteen cards",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": ALL[:14], "trick": []},
        [("hand", "too_many")],
    ),
    case(
        "a called card outside trumps",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": ["7H"], "trick": ["2C"], "called": "AS"},
        [("called", "called_not_trump")],
    ),
    case(
        "a card of one's own called",
        "legal_cards",
        {},
        {"trump": "hearts", "hand": ["7H"], "trick": [], "called": "7H", "first_trick": True},
        [("called", "called_in_hand")],
    ),
    case(
        "the suit led is trump",
        "legal_cards",
        ENGLISH,
        {"trump": "hearts", "hand": ["7H"], "trick": ["2C"], "first_trick": True},
        [("trump", "trump_is_led")],
    ),
    case(
        "three cards",
        "trick_winner",
        {},
        {"trump": "hearts", "trick": ["2C", "3C", "4C"]},
        [("trick", "card_count")],
    ),
    case(
        "four times one card",
        "trick_winner",
        {},
        {"trump": "hearts", "trick": ["2C"] * 4},
        [("trick", "card_twice")],
    ),
    case(
        "every problem at once",
        "trick_winner",
        {},
        {"trump": "bells", "trick": ["2C", "3C", "4C", "1C"], "leader": 4},
        [("trump", "unknown_choice"), ("trick[3]", "unknown_card"), ("leader", "unknown_seat")],
    ),
    case(
        "the suit led is trump here too",
        "trick_winner",
        ENGLISH,
        {"trump": "hearts", "trick": ["2C", "3C", "4C", "5C"], "first_trick": True},
        [("trump", "trump_is_led")],
    ),
    case(
        "the whole hand calls",
        "partner_call",
        {},
        {"trump": "hearts", "hand": ["7H"]},
        [("hand", "card_count")],
    ),
    case("too low", "auction", {}, {"calls": [6]}, [("calls[0]", "call_not_allowed")]),
    case("thirteen is Kani", "auction", {}, {"calls": [13]}, [("calls[0]", "call_not_allowed")]),
    case("over", "auction", {}, {"calls": ["kani", "pass"]}, [("calls[1]", "call_not_allowed")]),
    case("endless calls", "auction", {}, {"calls": ["pass"] * 49}, [("calls", "too_many")]),
    case("nothing counted", "mismatch", {}, {"counts": {}}, [("counts.pairs", "missing")]),
    case("one", "mismatch", {}, {"counts": {"pairs": [13]}}, [("counts.pairs", "list_length")]),
    case(
        "own partner",
        "mismatch",
        {},
        {"counts": {"pairs": [9, 4], "bid": "pass", "declarer": 1, "partner": 1}},
        [("counts.partner", "own_partner"), ("counts.bid", "passed_out")],
    ),
    case(
        "a partner without a declarer",
        "mismatch",
        {},
        {"counts": {"pairs": [9, 4], "partner": 1}},
        [("counts.declarer", "missing")],
    ),
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


EVERY_TRUMP = [rank + "S" for rank in RANKS]
ALONE = ("A declarer without a partner: may play alone with any bid", ["kani 5.3"])
TWICE = ("A bid played alone counts: × 2", ["kani 5.3"])


@cases(
    "rules, hand, more",
    ({}, EVERY_TRUMP, []),
    ({"lone_value": 2}, EVERY_TRUMP, [TWICE]),
    (
        {"settlement": "chips"},
        EVERY_TRUMP,
        [("Each of the three others pays the value, so it comes three times", ["kani 4.5", "kani 3.3"])],
    ),
    ({"lone_value": 2}, [*EVERY_TRUMP[:12], "AH"], []),
    ({"lone_declarer": "any_bid"}, [*EVERY_TRUMP[:12], "AH"], [ALONE]),
    ({"lone_declarer": "any_bid", "lone_value": 2}, [*EVERY_TRUMP[:12], "AH"], [ALONE, TWICE]),
)
def test_5_3_who_asks_which_card_to_call_reads_what_playing_alone_is(rules, hand, more):
    reasons = DESK.ruling("partner_call", rules, trump="spades", hand=hand)["reasons"]
    usual = 1 if hand == EVERY_TRUMP else 2
    assert [(reason["text"], reason["cites"]) for reason in reasons[usual:]] == more


def test_3_3_a_declarer_with_every_trump_calls_no_card():
    hand = [rank + "S" for rank in RANKS]
    for call in CALLS:
        assert result("partner_call", {"partner_call": call}, trump="spades", hand=hand) == {"callable": []}
