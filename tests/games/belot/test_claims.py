"""Belot's claims that cannot all be true: two players who need the same card, asked about at the desk."""

import random

import pytest

from scorekeeper.games import score
from tests.cases import case, cases
from tests.documents import match_document
from tests.games.belot.deals import belote, carre
from tests.games.desk import Desk, texts

DESK = Desk("belot")
ruling, result, errors = DESK.ruling, DESK.result, DESK.errors
QUESTION = {"contract": "hearts"}


def tierce(player, top, suit="spades", length=3):
    return {"player": player, "kind": "sequence", "length": length, "top": top, "suit": suit}


@cases(
    "claims, card",
    case("belot 4.2: two tierces with the same king", [tierce(0, "A"), tierce(1, "K")], "K♠"),
    case("belot 4.3: four jacks twice", [carre(0, "J"), carre(3, "J")], "jack"),
    case("belot 4.5: four aces and an ace", [carre(0, "A"), tierce(1, "A")], "A♠"),
    case("belot 4.9: one belote, two holders", [belote(0), belote(1)], "♥"),
    case("belot 4.9: belote and the other side's four kings", [belote(0), carre(1, "K")], "K♥"),
)
def test_belot_4_12_one_of_two_claims_to_a_card_is_false(claims, card):
    document = ruling("declarations", **QUESTION, declarations=claims)
    assert document["result"] == {"counted": [], "points": [0, 0], "refused": []}
    assert document["verdict"].startswith("One of the two is false:")
    for one in claims:
        assert f"seat {one['player'] + 1}" in document["verdict"].lower()
    assert any(card in text and "two hands" in text for text in texts(document)), list(texts(document))
    cited = {cite for reason in document["reasons"] for cite in reason["cites"]}
    assert {"belot 4.8", "belot 4.12"} <= cited


def test_what_counts_in_either_case_is_said():
    claims = [tierce(0, "A"), tierce(1, "K", length=4), carre(3, "9"), tierce(2, "Q", "clubs")]
    document = ruling("declarations", **QUESTION, declarations=claims)
    assert document["result"] == {"counted": [2], "points": [0, 150], "refused": []}
    assert "0 for seats 1 and 3 and 150 for seats 2 and 4" in document["verdict"]
    said = " ".join(texts(document))
    assert "Without Tierce to the ace of spades (seat 1): 0 for seats 1 and 3, 200 for seats 2 and 4." in said
    assert (
        "Without Quarte to the king of spades (seat 2): 40 for seats 1 and 3, 150 for seats 2 and 4." in said
    )


def test_a_claim_that_counts_whichever_is_false_is_counted():
    claims = [tierce(0, "A"), tierce(1, "K"), tierce(2, "A", "hearts", length=5)]
    assert result("declarations", **QUESTION, declarations=claims) == {
        "counted": [2],
        "points": [100, 0],
        "refused": [],
    }


def test_two_partners_who_claim_the_same_cards_count_them_once():
    document = ruling("declarations", **QUESTION, declarations=[tierce(0, "A"), tierce(2, "K"), belote(1)])
    assert document["result"] == {"counted": [2], "points": [20, 20], "refused": []}
    assert document["verdict"].startswith(
        "One of the two is false: Tierce to the ace of spades (seat 1) or Tierce"
    )
    assert "20 for seats 1 and 3 and 20 for seats 2 and 4" in document["verdict"]


def test_several_pairs_are_each_named():
    claims = [tierce(0, "A"), tierce(1, "K"), tierce(3, "A")]
    document = ruling("declarations", **QUESTION, declarations=claims)
    assert document["verdict"].startswith("One of the two is false:")
    assert "2 more pairs" in document["verdict"]
    assert sum("two hands" in text for text in texts(document)) == 3


def test_belot_4_12_claims_that_fit_in_pairs_but_not_together():
    tierces = [{"player": player, "kind": "sequence", "length": 3, "top": "A"} for player in (0, 0, 1, 2, 3)]
    document = ruling("declarations", **QUESTION, declarations=tierces)
    assert document["result"]["refused"] == []
    assert document["result"]["counted"] == []
    assert document["verdict"].startswith("At least one of these is false:")


def test_what_one_hand_cannot_have_announced_is_an_error_as_ever():
    own = [carre(1, "K"), tierce(1, "K")]
    assert errors("declarations", **QUESTION, declarations=own) == [("declarations[1]", "cards_clash")]
    assert errors("declarations", **QUESTION, declarations=[belote(0), belote(0)]) == [
        ("declarations[1]", "belote_twice")
    ]
    meeting = [tierce(3, "9"), tierce(3, "Q")]
    assert errors("declarations", **QUESTION, declarations=[tierce(0, "A", "clubs"), *meeting]) == [
        ("declarations[2]", "sequences_meet")
    ]


def test_an_uncontested_claim_is_ruled_as_before():
    document = ruling("declarations", **QUESTION, declarations=[tierce(0, "A"), tierce(1, "A", "clubs")])
    assert document["result"] == {"counted": [], "points": [0, 0], "refused": []}
    assert document["verdict"] == "No side writes for declarations: the tierces are level."


HANDS = [
    ["7H", "8H", "JC", "9C", "7D", "8D", "7S", "8S"],
    ["9H", "10H", "JH", "QH", "KH", "AH", "7C", "8C"],
    ["10C", "QC", "KC", "AC", "9D", "10D", "JD", "QD"],
    ["KD", "AD", "9S", "10S", "JS", "QS", "KS", "AS"],
]


def test_belot_4_12_where_the_cards_are_known_the_false_claim_is_refused():
    claims = [tierce(0, "A"), tierce(3, "A", length=6), belote(1), belote(2), carre(0, "J")]
    asked = {
        "contract": "hearts",
        "declarer": 1,
        "leader": 3,
        "hands": HANDS,
        "tricks": [],
        "declarations": claims,
    }
    document = ruling("deal", **asked)
    assert document["result"]["refused"] == [0, 3, 4]
    assert "3 announcements do not stand." in document["verdict"]


def test_claims_of_one_hand_that_share_a_card_are_an_error_in_a_deal_too():
    own = [carre(1, "K"), tierce(1, "K")]
    asked = {"contract": "hearts", "declarer": 1, "hands": HANDS, "tricks": [], "declarations": own}
    assert errors("deal", **asked) == [("declarations[1]", "cards_clash")]


def test_a_recorded_deal_the_score_and_the_counts_keep_their_error():
    claims = [tierce(0, "A"), tierce(1, "K")]
    deal = {"contract": "hearts", "declarer": 0, "trick_points": [100, 62], "declarations": claims}
    match = match_document("belot", ["A", "B", "C", "D"], [{"kind": "deal", **deal}])
    document, good = score(match)
    assert not good
    assert [(e["path"], e["code"]) for e in document["errors"]] == [
        ("entries[0].declarations[1]", "cards_clash")
    ]
    assert errors("score", **deal) == [("declarations[1]", "cards_clash")]
    counts = {"contract": "hearts", "trick_points": [100, 61], "declarations": claims}
    assert errors("mismatch", counts=counts) == [("counts.declarations[1]", "cards_clash")]


@pytest.mark.long
def test_what_counts_whichever_is_false_agrees_with_leaving_out_each_of_the_two():
    chance, seen = random.Random(48), 0
    tops = ["9", "10", "J", "Q", "K", "A"]
    while seen < 300:
        claims = [
            carre(player, chance.choice("JQKA9"))
            if chance.random() < 0.2
            else tierce(
                player,
                chance.choice(tops[length - 3 :]),
                chance.choice(["clubs", "spades", "hearts"]),
                length,
            )
            for player, length in ((chance.randrange(4), chance.choice([3, 3, 4, 5])) for _ in range(3))
        ]
        document, good = DESK.ask("declarations", contract="hearts", declarations=claims)
        if (
            not good
            or not document["verdict"].startswith("One of the two")
            or "more pair" in document["verdict"]
        ):
            continue
        ends = []
        for left_out in range(3):
            rest = [place for place in range(3) if place != left_out]
            alone = ruling("declarations", contract="hearts", declarations=[claims[place] for place in rest])
            if alone["verdict"].startswith(("The declarations count", "No side writes")):
                counted = {rest[place] for place in alone["result"]["counted"]}
                ends.append((counted, alone["result"]["points"]))
        assert len(ends) == 2, "only leaving out one of the two makes sense of it"
        seen += 1
        (one, first), (other, second) = ends
        assert set(document["result"]["counted"]) <= one & other
        assert document["result"]["points"] == [min(pair) for pair in zip(first, second, strict=True)]
