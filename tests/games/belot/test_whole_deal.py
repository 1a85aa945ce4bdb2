"""Belot's questions about a whole deal: what it is worth, and what was irregular card by card."""

import pytest

from scorekeeper.games import GAMES
from tests.cases import case, cases
from tests.games.belot.deals import sequence
from tests.games.desk import Desk, texts

DESK = Desk("belot")
QUESTIONS = GAMES["belot"].questions
ruling, result, errors = DESK.ruling, DESK.result, DESK.errors


def cards(notation):
    return notation.split()


HANDS = [
    cards("7H 8H JC 9C 7D 8D 7S 8S"),
    cards("9H 10H JH QH KH AH 7C 8C"),
    cards("10C QC KC AC 9D 10D JD QD"),
    cards("KD AD 9S 10S JS QS KS AS"),
]
TIERCE = sequence(0, 3, "A")


def test_a_deal_is_written_as_in_a_match():
    deal = {
        "contract": "all_trumps",
        "declarer": 1,
        "doubling": "contra",
        "trick_points": [100, None],
        "declarations": [TIERCE],
    }
    found = result("score", **deal)
    row = DESK.sheet({"kind": "deal", **deal})["entries"][0]
    assert found == {name: row[name] for name in ("outcome", "raw", "scores", "pending")}


def test_belot_1_6_all_passed_and_what_hangs_goes_on_hanging():
    found = result("score", contract="pass", pending=8)
    assert found == {"outcome": "passed_out", "raw": [0, 0], "scores": [0, 0], "pending": 8}


def test_a_deal_that_cannot_be_is_refused_as_in_a_match():
    assert errors("score", contract="hearts", declarer=0, trick_points=[100, 52]) == [
        ("trick_points", "points_total")
    ]
    assert errors("score", contract="hearts") == [("declarer", "missing"), ("trick_points", "missing")]
    assert errors("score", contract="pass", declarer=1) == [("declarer", "passed_out")]
    assert errors("score", contract="hearts", declarer=0, trick_points=[162, 0], capot=1) == [
        ("trick_points", "capot_points")
    ]


def deal(tricks, **fields):
    return ruling("deal", contract="hearts", declarer=1, leader=3, hands=HANDS, tricks=tricks, **fields)


def test_belot_1_5_a_lead_out_of_turn_is_named_and_play_goes_on():
    found = deal([cards("AD 7D 9H 9D"), cards("KD 8D 10H 10D")])["result"]
    assert found["irregularities"] == [{"seat": 3, "trick": 1, "card": "KD", "legal": []}]
    assert found["winners"] == [1, 1]
    assert found["deal"] is None
    assert found["scores"] is None


PAYS = "The side at fault (seats 1 and 3) pays 16; the deal is not counted."
REVOKED = "a card that could not be played: suit not followed, not raised or not ruffed"


def test_belot_2_1_a_revoke_is_named_with_what_was_legal_and_with_what_follows():
    document = deal([cards("AD 8S 9H 9D"), cards("7C 10C")])
    assert document["result"]["irregularities"] == [
        {"seat": 0, "trick": 0, "card": "8S", "legal": ["7D", "8D"]}
    ]
    assert document["result"]["entry"] == {"kind": "penalty", "side": 0, "reason": REVOKED}
    assert document["verdict"] == f"1 card was not allowed. {PAYS}"
    assert texts(document)[0].startswith("Trick 1: seat 1 could not play 8♠, only 7♦, 8♦.")
    assert "belot 6.1" in {cite for reason in document["reasons"] for cite in reason["cites"]}


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [({}, [{"seat": 2, "trick": 0, "card": "QS", "legal": ["AS"]}]), ({"raise_over_partner": False}, [])],
)
def test_belot_7_10_a_deal_is_played_by_the_customs_of_the_table(rules, wrong):
    """The second trick shows that the partner of the leader held the ace, which is above the ten."""
    tricks = [cards("10S 7S QS 8S"), cards("7D 8D AS 9D")]
    found = result("deal", rules, contract="all_trumps", declarer=0, leader=0, tricks=tricks)
    assert found["irregularities"] == wrong


WHOLE = [
    cards(trick)
    for trick in (
        "AD 8S 9H 9D",  # seat 1 has the seven and eight of diamonds
        "7C 10C KD 9C",
        "AC 9S JC 8C",
        "KC 10S 7S 10H",
        "JH QC JS 7H",
        "AH QD QS 8H",
        "KH JD KS 7D",
        "QH 10D AS 8D",
    )
]


@pytest.mark.parametrize("hands", [HANDS, None], ids=["with the hands", "as the tricks show them"])
def test_belot_6_1_a_whole_deal_with_a_revoke_is_void_and_its_score_is_only_what_was_played(hands):
    asked = {"contract": "hearts", "declarer": 1, "leader": 3, "tricks": WHOLE}
    document = ruling("deal", **asked, **({"hands": hands} if hands else {}))
    asked_alone = ruling("irregularity", answers=["play", "revoke", "later"], side=0)
    assert document["result"]["entry"] == asked_alone["result"]["entry"]
    assert document["verdict"] == f"1 card was not allowed. {asked_alone['verdict']}"
    assert set(texts(asked_alone)) <= set(texts(document))
    assert any(text.startswith("As it was played: The contract is made;") for text in texts(document))
    assert list_writings(DESK.asked, document) == [({"kind": "penalty", "side": 0, "reason": REVOKED}, None)]


FORFEITED = {"kind": "deal", "contract": "hearts", "declarer": 1, "whole_to": 1, "forfeit": True}


def test_belot_7_16_where_an_offence_costs_the_deal_it_is_written_whole():
    document = ruling("deal", {"offence": "deal"}, contract="hearts", declarer=1, leader=3, tricks=WHOLE)
    assert document["result"]["entry"] == FORFEITED
    assert document["result"]["deal"]["trick_points"], "what was played is told all the same"
    assert list_writings(DESK.asked, document) == [(FORFEITED, None)]
    assert "forfeits the deal" in document["verdict"]
    assert "belot 7.16" in {cite for reason in document["reasons"] for cite in reason["cites"]}


@cases(
    "answers, kind",
    (["play", "revoke", "later"], "deal"),
    (["play", "revoke", "before_next_trick", "penalty"], "deal"),
    (["play", "out_of_turn", "penalty"], "deal"),
    (["announcing", "false", "penalty"], "deal"),
    # before the cards are played there is no deal to forfeit
    (["bidding", "insufficient"], "penalty"),
    (["bidding", "changed_mind", "penalty"], "penalty"),
    (["dealing", "sixth_card", "penalty"], "penalty"),
)
def test_belot_7_16_only_an_offence_in_the_play_costs_the_deal(answers, kind):
    entry = result("irregularity", {"offence": "deal"}, answers=answers, side=1)["entry"]
    assert entry["kind"] == kind
    assert kind == "penalty" or entry == {"kind": "deal", "whole_to": 0, "forfeit": True}
    assert result("irregularity", answers=answers, side=1)["entry"]["kind"] == "penalty"


@cases(
    "answers",
    ["play", "revoke", "before_next_trick"],
    ["play", "out_of_turn"],
    ["play", "exposed_card"],
    ["play", "claim", "order_said"],
    ["announcing", "false"],
)
def test_belot_7_16_an_answer_says_what_the_offence_costs(answers):
    told = {
        offence: ruling("irregularity", {"offence": offence}, answers=answers)
        for offence in ("points", "deal")
    }
    words = {
        offence: next(way["text"] for way in document["result"]["choices"] if way["choice"] == "penalty")
        for offence, document in told.items()
    }
    assert words == {
        "points": "It is an offence: the side at fault pays.",
        "deal": "It is an offence: the side at fault forfeits the deal.",
    }
    written = [reason["text"] for reason in told["deal"]["reasons"]]
    assert not any("pays" in text for text in written), "where the custom is written names it as well"


def test_belot_7_16_when_it_was_noticed_is_asked_in_the_usual_words():
    document, _good = DESK.ask("irregularity", {"offence": "deal"}, answers=["play", "revoke"])
    assert [way["text"] for way in document["result"]["choices"]] == [
        "Before a card of the next trick was played.",
        "Later.",
    ]


def test_belot_1_5_where_the_table_chooses_each_choice_can_be_written():
    document = deal([cards("AD 7D 9H 9D"), cards("KD 8D 10H 10D")])
    assert document["verdict"] == (
        "1 card was not allowed. The rulebook does not say what follows from it: the table chooses."
    )
    assert list_writings(DESK.asked, document) == [
        (
            {"kind": "penalty", "side": 1, "reason": "a lead out of turn"},
            "It is an offence: the side at fault pays.",
        )
    ]


def list_writings(asked, document):
    """What the ruling offers to write, and why where there is more than one thing."""
    found = QUESTIONS["deal"].writes(asked, document["result"])
    return [(one.entry, None if one.why is None else str(one.why)) for one in found]


# Without the hands: the tricks so far, and the card that is shown to have been wrong with what else was held.
SHOWN = [
    case("belot 2.1: the suit came later", "AD 8S 9H 9D,7C 10C KC 8D", (0, 0, "8S", ["8D"])),
    case("nothing came later", "AD 8S 9H 9D,7C 10C KC JC", None),
    case("broken off in the second trick", "AD 8S 9H 9D,7C 10C KC", None),
    case(
        "belot 2.1: an opponent held it, a trump came later", "AD 8C 7D 9D,KD JH 8D 10D", (0, 0, "8C", ["JH"])
    ),
    case("belot 2.1: any card goes without the suit led", "9H 10C 8C 7H,JH 10D 7C 8H", None),
    case("belot 2.1: the higher trump came later", "9H 10C 8C 7H,8D QD KD JH", (0, 0, "7H", ["JH"])),
]


@pytest.mark.parametrize(("tricks", "wrong"), SHOWN)
def test_without_the_hands_a_card_is_wrong_once_another_of_the_same_hand_shows_it(tricks, wrong):
    leader = 3 if tricks.startswith("AD") else 1
    asked = {"contract": "hearts", "declarer": 1, "leader": leader}
    document = ruling("deal", **asked, tricks=[cards(trick) for trick in tricks.split(",")])
    named = [] if wrong is None else [dict(zip(("seat", "trick", "card", "legal"), wrong, strict=True))]
    assert document["result"]["irregularities"] == named
    assert document["result"].get("entry", {}).get("side") == (None if wrong is None else wrong[0] % 2)
    assert texts(document)[-1].startswith("It is assumed that the winner of a trick led the next")
    if wrong is None:
        assert document["verdict"] == "The cards so far show none that was not allowed."
    else:
        assert " was in that hand and came later." in texts(document)[0]


def test_without_the_hands_only_what_the_cards_contradict_is_refused():
    announced = [
        {"player": 3, "kind": "sequence", "length": 3, "top": "K"},
        {"player": 2, "kind": "carre", "rank": "A"},
        {"player": 1, "kind": "belote"},
    ]
    asked = {"contract": "hearts", "declarer": 1, "leader": 3, "declarations": announced}
    assert result("deal", **asked, tricks=[cards("AD 7D KH 9D")])["refused"] == [1]
    assert result("deal", **asked, tricks=[cards("AD 7D 9H QH")])["refused"] == [1, 2]


def test_a_deal_broken_off_has_no_yes_before_its_last_card():
    decide = QUESTIONS["deal"].decides
    assert decide(deal([cards("AD 7D 9H 9D")])["result"]) is None
    assert decide(deal([cards("AD 8S 9H 9D")])["result"]) is False
    assert deal([cards("AD 7D 9H 9D")])["verdict"] == "Every card so far was played by the rules."


def test_belot_4_an_announcement_is_looked_up_in_the_hands():
    announced = [
        {"player": 3, "kind": "sequence", "length": 3, "top": "K"},
        {"player": 3, "kind": "sequence", "length": 3, "top": "J", "suit": "spades"},
        {"player": 2, "kind": "sequence", "length": 4, "top": "Q", "suit": "clubs"},
        {"player": 1, "kind": "belote"},
        {"player": 0, "kind": "carre", "rank": "A"},
    ]
    document = deal([cards("AD 7D KH 9D")], declarations=announced)
    assert document["result"]["refused"] == [0, 2, 4]
    assert sum("does not stand" in text for text in texts(document)) == 3


def test_belot_4_9_belote_thrown_off_at_all_trumps_does_not_stand():
    hands = [
        ["7S", *cards("7C 8C 9C 10C JC QC KC")],
        ["QH", "KH", *cards("AC 7D 8D 9D 10D JD")],
        ["8S", "9S", "10S", *cards("QD KD AD 7H 8H")],
        ["JS", "QS", "KS", "AS", *cards("9H 10H JH AH")],
    ]
    belote = [{"player": 1, "kind": "belote", "suit": "hearts"}]
    asked = {"contract": "all_trumps", "declarer": 1, "hands": hands, "declarations": belote}
    assert result("deal", **asked, tricks=[cards("7S QH 8S JS")])["refused"] == [0]
    assert result("deal", **asked, tricks=[cards("7S 7D 8S JS")])["refused"] == []


@cases(
    "fields, expected",
    case(
        "a trick of three",
        {"tricks": [["AD", "7D", "9H"], ["9D", "KD", "8D", "10H"]], "hands": HANDS},
        [("tricks[0]", "card_count")],
    ),
    case(
        "a trick of five",
        {"tricks": [["AD", "7D", "9H", "9D", "KD"]], "hands": HANDS},
        [("tricks[0]", "too_many")],
    ),
    case(
        "a card twice",
        {"tricks": [["AD", "7D", "9H", "9D"], ["AD"]], "hands": HANDS},
        [("tricks[1][0]", "card_twice")],
    ),
    case(
        "a hand twice",
        {"tricks": [], "hands": [HANDS[0], HANDS[0], HANDS[2], HANDS[3]]},
        [(f"hands[1][{index}]", "card_twice") for index in range(8)],
    ),
    case(
        "another's card",
        {"tricks": [["AD", "9D", "9H", "7D"]], "hands": HANDS},
        [("tricks[0][1]", "not_in_hand"), ("tricks[0][3]", "not_in_hand")],
    ),
    case("seven", {"tricks": [], "hands": [HANDS[0][:7], *HANDS[1:]]}, [("hands[0]", "card_count")]),
)
def test_a_deal_that_cannot_have_been(fields, expected):
    assert errors("deal", contract="hearts", declarer=1, leader=3, **fields) == expected
