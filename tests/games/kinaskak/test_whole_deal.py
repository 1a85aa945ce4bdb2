"""Kínaskák's question about a whole deal: what was irregular in it, and what the hands left come to."""

import random

import pytest

from scorekeeper.core.play.cards import JOKER, PACK_THREE
from scorekeeper.games import rule
from tests.cases import case, cases
from tests.documents import question_document
from tests.games.desk import Desk, texts
from tests.games.kinaskak.acts import HANDS, act, run, three

DESK = Desk("kinaskak")
asked, refused = DESK.result, DESK.errors


def put(seat, number):
    return {"seat": seat, "meld": number}


DOWN = act(0, "go_down", melds=[run("4H JK 6H 7H"), three("9C 9D 9S")])
OTHER = act(1, "go_down", melds=[run("2S 3S 4S 5S"), three("QC QD QH")])


def test_a_clean_laying_down_comes_to_its_score():
    result = asked("deal", round=1, hands=HANDS, acts=[DOWN, act(0, "throw", card="KC")])
    assert result["irregularities"] == []
    assert result["over"] is True
    assert result["deal"] == {"kind": "deal", "hands": [[], HANDS[1]]}
    assert result["scores"] == [0, 80]


@cases(
    "acts, verdict",
    ([DOWN], "So far everything was laid down as the rules allow; no player has gone out."),
    ([DOWN, act(0, "throw", card="KC")], "Everything was laid down as the rules allow."),
    ids=["a card is left", "out"],
)
def test_a_deal_in_which_no_player_went_out_is_called_right_so_far(acts, verdict):
    assert DESK.ruling("deal", round=1, hands=HANDS, acts=acts)["verdict"] == verdict


@cases(
    "acts, rules, found",
    case("4.2 none", [act(0, "lay_off", card="KC", on=put(1, 0))], {}, [(0, 0, "no_such_meld", [])]),
    case("4.2 first", [DOWN, act(1, "lay_off", card="8H", on=put(0, 0))], {}, [(1, 1, "not_down", [])]),
    case("4.3", [DOWN, act(1, "take_joker", card="5H", on=put(0, 0))], {}, [(1, 1, "not_down", [])]),
    case("4 a card in no hand", [DOWN, act(0, "throw", card="AS")], {}, [(0, 1, "not_held", ["KC"])]),
    case(
        "2.4 half a contract",
        [act(0, "go_down", melds=[run("4H JK 6H 7H")])],
        {},
        [(0, 0, "other_contract", [DOWN["melds"][0], DOWN["melds"][1]])],
    ),
    case("4.1 twice", [DOWN, DOWN], {}, [(0, 1, "already_down", [])]),
    case(
        "4.2 in the same turn",
        [DOWN, OTHER, act(1, "lay_off", card="8H", on=put(0, 0))],
        {"lay_off_same_turn": False},
        [(1, 2, "same_turn", [])],
    ),
    case(
        "3.1 another card would fit",
        [DOWN, OTHER, act(1, "lay_off", card="AD", on=put(0, 0))],
        {},
        [(1, 2, "does_not_fit", ["8H"])],
    ),
    case(
        "4.3 the five would do",
        [DOWN, OTHER, act(1, "take_joker", card="8H", on=put(0, 0))],
        {},
        [(1, 2, "not_its_card", ["5H"])],
    ),
    case(
        "4.5 the deal is over",
        [DOWN, act(0, "throw", card="KC"), act(1, "draw", card="2C")],
        {},
        [(1, 2, "after_going_out", [])],
    ),
    case(
        "5.2 a fifteenth card",
        [
            act(1, "draw", card="2C"),
            act(1, "draw", card="2D"),
            act(1, "draw", card="2H"),
            act(1, "draw", card="3C"),
            act(1, "draw", card="3D"),
        ],
        {},
        [(1, 4, "too_many_cards", [])],
    ),
    case(
        "4.2, 4.3",
        [
            DOWN,
            OTHER,
            act(1, "take_joker", card="5H", on=put(0, 0)),
            act(1, "lay_off", card="8H", on=put(0, 0)),
            act(1, "lay_off", card="JK", on=put(0, 1)),
            act(1, "throw", card="AD"),
        ],
        {},
        [],
    ),
)
def test_every_irregularity_of_a_deal_is_named(acts, rules, found):
    result = asked("deal", round=1, hands=HANDS, acts=acts, rules=rules)
    named = [(one["seat"], one["act"], one["code"], one["legal"]) for one in result["irregularities"]]
    assert named == found


def after(*acts):
    """The melds before seat 0 once seat 0 has done all this in the first round, and the sentences of the ruling."""
    cards = [card for one in acts for meld in one.get("melds", ()) for card in meld["cards"]]
    hands = [[*cards, *(one["card"] for one in acts if "card" in one), "KC"], ["2C"]]
    ruling = DESK.ruling("deal", round=1, hands=hands, buys=[9, 0], acts=list(acts))
    assert ruling["result"]["irregularities"] == []
    return [meld["cards"] for meld in ruling["result"]["melds"][0]], texts(ruling)


NINES = three("9C 9D 9S")


@cases(
    "laid, lies",
    case("the joker at the high end", "5H 6H 7H JK", "5H 6H 7H JK"),
    case("the joker at the low end", "JK 5H 6H 7H", "JK 5H 6H 7H"),
    case("from high to low", "JK 7H 6H 5H", "5H 6H 7H JK"),
    case("from the ace", "AH 2H 3H JK", "AH 2H 3H JK"),
    case("in no order at all", "6H 5H JK 7H", "JK 5H 6H 7H"),
)
def test_3_1_a_run_lies_as_it_was_laid(laid, lies):
    (run_laid, _), said = after(act(0, "go_down", melds=[run(laid), NINES]))
    assert run_laid == lies.split()
    assert any("not written in order" in text for text in said) == (laid == "6H 5H JK 7H")


@cases(
    "laid, card, lies",
    case("above a low ace", "AH 2H 3H 4H", "5H", "AH 2H 3H 4H 5H"),
    case("the ace below", "2H 3H 4H 5H", "AH", "AH 2H 3H 4H 5H"),
    case("below a high ace", "JH QH KH AH", "10H", "10H JH QH KH AH"),
    case("a joker below a high ace", "JH QH KH AH", "JK", "JK JH QH KH AH"),
    case("a joker where both ends are open", "5H 6H 7H 8H", "JK", "5H 6H 7H 8H JK"),
)
def test_4_2_a_card_laid_off_lies_at_its_end(laid, card, lies):
    down, added = act(0, "go_down", melds=[run(laid), NINES]), act(0, "lay_off", card=card, on=put(0, 0))
    (run_laid, _), said = after(down, added)
    assert run_laid == lies.split()
    assert any("high end: 9♥" in text for text in said) == (laid == "5H 6H 7H 8H")


@cases(
    "cards, read",
    case("upwards", "7H JK JK JK", "7♥, 8♥, 9♥, 10♥"),
    case("downwards", "JK JK JK 7H", "4♥, 5♥, 6♥, 7♥"),
    case("the ace low", "AH JK JK JK", "A♥, 2♥, 3♥, 4♥"),
    case("only downwards is a run", "KH JK JK JK", None),
    case("the same from either end", "JK JK 7H JK JK", None),
    case("two real cards", "7H JK 9H JK", None),
)
def test_1_5_a_run_of_one_real_card_says_which_way_it_was_read(cards, read):
    questions = [("lay_off", {"card": "2S"}), ("take_joker", {"card": "2S"})]
    for question, fields in questions:
        said = texts(DESK.ruling(question, meld=run(cards), is_down=True, **fields))
        assert any("could lie either way" in text for text in said) == (read is not None)
        assert read is None or any(f"low to high: {read}." in text for text in said)
    _, said = after(act(0, "go_down", melds=[run(cards), NINES]))
    assert any(f"low to high: {read}." in text for text in said) == (read is not None)


def test_5_6_a_buy_in_the_eighth_round_is_irregular_and_costs_nothing():
    bought = act(1, "buy", cards=["2C", "2D"])
    result = asked("deal", round=8, hands=HANDS, acts=[bought])
    assert [one["code"] for one in result["irregularities"]] == ["last_round_buy"]
    assert "buys" not in result["deal"]
    result = asked("deal", round=7, hands=HANDS, acts=[bought] * 2 + [act(0, "draw", card="3C")], buys=[0, 2])
    assert result["deal"]["buys"] == [0, 4]
    assert result["scores"][1] == 80 + 4 * 5 + 200


def test_a_deal_that_cannot_be_is_refused_at_every_place():
    problems = refused(
        "deal",
        round=8,
        hands=[["4H"] * 3, []],
        buys=[1, 0],
        acts=[act(5, "throw"), act(0, "draw", card="4H", on=put(0, 0))],
    )
    assert set(problems) == {
        ("hands[1]", "too_many_cards"),
        ("buys[0]", "last_round_buy"),
        ("acts[0].card", "missing"),
        ("acts[0].seat", "unknown_seat"),
        ("acts[1].on", "unknown_field"),
    }
    assert refused("deal", round=1, hands=[["4H"] * 3, ["5H"]], acts=[act(1, "draw", card="4H")]) == [
        ("acts[0]", "too_many_copies")
    ]
    assert refused("deal", round=1, hands=[["4H"]], acts=[]) == [("hands", "too_few")]


def some_acts(chance, hands):
    for _ in range(chance.randrange(1, 25)):
        seat = chance.randrange(len(hands))
        card = str(chance.choice([*PACK_THREE.cards[:12], JOKER, *hands[seat]]))
        kind = chance.choice(("draw", "buy", "go_down", "lay_off", "take_joker", "throw"))
        if kind == "buy":
            yield act(seat, kind, cards=[card, str(chance.choice(PACK_THREE.cards))])
        elif kind == "go_down":
            cut = chance.randrange(3, 6)
            held = list(map(str, hands[seat]))
            yield act(
                seat,
                kind,
                melds=[{"kind": "run", "cards": held[:cut]}, {"kind": "set", "cards": held[cut : cut + 3]}],
            )
        elif kind in ("lay_off", "take_joker"):
            yield act(seat, kind, card=card, on=put(chance.randrange(len(hands)), chance.randrange(2)))
        else:
            yield act(seat, kind, card=card)


@pytest.mark.long
def test_after_any_acts_the_deal_is_one_that_score_takes():
    chance = random.Random(99)
    answered = 0
    for _ in range(600):
        pack = [*PACK_THREE.cards[:8] * 3, *PACK_THREE.cards[20:26] * 2, *[JOKER] * 9]
        chance.shuffle(pack)
        players = chance.choice((2, 3, 4))
        hands = [pack[10 * seat : 10 * seat + chance.randrange(1, 11)] for seat in range(players)]
        hands[0] = [*map(PACK_THREE.parse, ["4H", "JK", "6H", "7H", "9C", "9D", "9S"]), *hands[0][:3]]
        fields = {"round": chance.choice((1, 1, 2, 8)), "hands": [list(map(str, hand)) for hand in hands]}
        document, good = rule(
            question_document("kinaskak", "deal", **fields, acts=list(some_acts(chance, hands)))
        )
        if not good:
            assert {error["code"] for error in document["errors"]} <= {
                "too_many_copies",
                "too_many_jokers",
                "card_twice",
            }
            continue
        answered += 1
        result = document["result"]
        sheet = DESK.sheet(result["deal"], players=players)
        assert sheet["entries"][0]["scores"] == result["scores"]
    assert answered > 200
