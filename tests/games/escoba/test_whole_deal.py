"""Eskoba's question about a whole deal: what was irregular in it, and what the rest comes to."""

import random

import pytest

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.findings import Report
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from tests.cases import case, cases
from tests.games.desk import Desk
from tests.games.escoba.judge import ALL, in_any_order, list_captures, worth

DESK = Desk("escoba")
result, errors = DESK.result, DESK.errors


def deal_at_random(rng, players, rules, careless=0.0):
    """Thirty-six plays by the judge, with every wrong one; carelessly, a player now and then takes anything."""
    pack, seat = rng.sample(ALL, 40), 1 % players
    table, lying, plays, wrong = pack[:4], pack[:4], [], []
    piles, escobas = [[] for _ in range(players)], [0] * players
    last = last_escoba = None
    opening = result("opening_table", rules, table=table)["escobas"]
    if opening:
        piles[0], lying, escobas[0], last, last_escoba = table[:], [], opening, 0, 0
    for number, card in enumerate(pack[4:]):
        sets = list_captures(card, lying)
        takes = list(rng.choice(sets)) if sets and rng.random() < 0.9 else []
        if lying and rng.random() < careless:
            takes = rng.sample(lying, min(len(lying), rng.randint(1, 3)))
        if takes and worth([card, *takes]) != 15:
            wrong.append((seat, number, card, "not_fifteen", in_any_order(sets)))
        plays.append({"seat": seat, "card": card, **({"takes": takes} if takes else {})})
        if takes:
            piles[seat] += [card, *takes]
            last = seat
            if len(takes) == len(lying) and worth([card, *takes]) == 15:
                escobas[seat] += 1
                last_escoba = seat
            lying = [one for one in lying if one not in takes]
        else:
            lying.append(card)
        seat = (seat + 1) % players
    taker = last_escoba if rules.get("leftover") == "last_escoba" and last_escoba is not None else last
    if taker is not None:
        piles[taker] += lying
    return table, plays, wrong, piles, escobas


@pytest.mark.parametrize("careless", [0.0, 0.1])
@cases(
    "players, rules",
    (2, {}),
    (3, {"leftover": "last_escoba"}),
    (4, {"partnerships": True}),
    (4, {"preset": "escoba"}),
    (6, {}),
    (2, {"few_cards": 20, "setenta": 2, "all_golds": "added"}),
)
def test_a_deal_card_by_card_finds_what_was_wrong_and_scores_the_rest(players, rules, careless):
    rng = random.Random(f"{players} {careless}")
    for _ in range(12):
        table, plays, wrong, piles, escobas = deal_at_random(rng, players, rules, careless)
        found = result("deal", rules, players=players, dealer=0, table=table, plays=plays)
        told = [(one["seat"], one["play"], one["card"], one["code"]) for one in found["irregularities"]]
        assert told == [one[:4] for one in wrong]
        for one, (*_, legal) in zip(found["irregularities"], wrong, strict=True):
            named = in_any_order(one["legal"])
            assert named == legal if len(legal) <= 20 else set(named) < set(legal)
        sides = 2 if "partnerships" in rules else players
        assert [sorted(pile) for pile in found["piles"]] == [
            sorted(card for pile in piles[side::sides] for card in pile) for side in range(sides)
        ]
        assert found["escobas"] == [sum(escobas[side::sides]) for side in range(sides)]
        row = DESK.sheet(found["deal"], rules=rules, players=players)["entries"][0]
        assert row["scores"] == found["scores"]
        assert row["outcome"] == found["outcome"]
        if not wrong:
            played = {"kind": "deal", "table": table, "plays": plays}
            sheet = DESK.sheet(played, rules=rules, players=players)
            assert sheet["entries"][0]["scores"] == found["scores"]


TABLE = ["5C", "3B", "4E", "2O"]
TAKES = {"seat": 1, "card": "7O", "takes": ["5C", "3B"]}


def ask_about_plays(*plays, rules=None, **more):
    found = result("deal", rules, **{"players": 2, "dealer": 0, "table": TABLE, "plays": list(plays), **more})
    assert found["deal"] is None, "it was broken off"
    return [(one["seat"], one["play"], one["code"], one["legal"]) for one in found["irregularities"]]


@cases(
    "plays, more, expected",
    case("a capture", [TAKES], {}, []),
    case("2.2 the wrong player began", [TAKES], {"dealer": 1}, [(1, 0, "out_of_turn", [])]),
    case("2.2 twice", [TAKES, {"seat": 1, "card": "1O"}], {}, [(1, 1, "out_of_turn", [])]),
    case(
        "3.1 five is not fifteen",
        [TAKES, {"seat": 0, "card": "1O", "takes": ["4E"]}],
        {},
        [(0, 1, "not_fifteen", [])],
    ),
    case(
        "3.1 what it could take",
        [{"seat": 1, "card": "11O", "takes": ["4E"]}],
        {},
        [(1, 0, "not_fifteen", [["4E", "2O"]])],
    ),
    case(
        "3.2 who can capture must",
        [{"seat": 1, "card": "11O"}],
        {"rules": {"must_capture": True}},
        [(1, 0, "could_capture", [["4E", "2O"]])],
    ),
    case("3.2 a card may be laid down", [{"seat": 1, "card": "11O"}], {}, []),
)
def test_irregularities_of_a_deal(plays, more, expected):
    assert ask_about_plays(*plays, **more) == expected


def decided(**question):
    """The verdict, and whether it is yes or no."""
    rules = question.pop("rules", {})
    document = {"format": "scorekeeper-question/1", "game": "escoba", "question": "deal", "rules": rules}
    answered = adjudicate({**document, **question}, GAMES, Report())
    return render(answered.ruling.verdict), answered.yes


def test_a_deal_that_was_broken_off_is_called_right_so_far_and_nothing_more():
    deal = {"players": 2, "dealer": 0, "table": TABLE}
    assert decided(**deal, plays=[TAKES]) == ("So far every card was played by the rules: 1 of 36.", None)
    out_of_turn = {"seat": 1, "card": "1O"}
    assert decided(**deal, plays=[TAKES, out_of_turn]) == ("1 play was not allowed.", False)
    table, plays, wrong, *_rest = deal_at_random(random.Random(3), 2, {})
    assert not wrong
    verdict, yes = decided(players=2, dealer=0, table=table, plays=plays)
    assert verdict.startswith("Every card was played by the rules. The score is ")
    assert yes is True


def test_3_3_a_sweep_that_was_not_fifteen_is_no_escoba():
    sweep = {"seat": 0, "card": "1O", "takes": ["4E", "2O"]}
    found = result("deal", players=2, dealer=0, table=TABLE, plays=[TAKES, sweep])
    assert (found["escobas"], found["left"], found["piles"][0]) == ([0, 0], [], ["1O", "4E", "2O"])


def test_4_4_a_deal_without_captures():
    rng = random.Random(4)
    while True:
        pack = rng.sample(ALL, 40)
        if worth(pack[:4]) not in (15, 30):
            break
    plays = [{"seat": (1 + number) % 2, "card": card} for number, card in enumerate(pack[4:])]
    found = result("deal", players=2, dealer=0, table=pack[:4], plays=plays)
    assert found["deal"] == {"kind": "deal", "nobody_captured": True}
    assert found["outcome"] == "nobody_captured"
    forced = result("deal", {"must_capture": True}, players=2, dealer=0, table=pack[:4], plays=plays)
    assert not [one for one in forced["irregularities"] if len(one["legal"]) > 20]


@cases(
    "changed, expected",
    ({"players": 5}, [("players", "unknown_choice")]),
    ({"players": 2, "rules": {"partnerships": True}}, [("players", "partnerships_players")]),
    ({"dealer": 3}, [("dealer", "unknown_seat")]),
    ({"plays": [{"seat": 2, "card": "7O"}]}, [("plays[0].seat", "unknown_seat")]),
    ({"plays": [{"seat": 1, "card": "5C"}]}, [("plays[0].card", "card_twice")]),
    (
        {"plays": [{"seat": 1, "card": "7O", "takes": ["10B", "3B"]}, {"seat": 0, "card": "7O"}]},
        [("plays[0].takes[0]", "not_on_table"), ("plays[1].card", "card_twice")],
    ),
    (
        {"plays": [{"seat": 1, "card": "7O", "takes": ["7O", "1O"]}]},
        [("plays[0].takes[0]", "not_on_table"), ("plays[0].takes[1]", "not_on_table")],
    ),
    ({"plays": [TAKES] * 37}, [("plays", "too_many")]),
    ({"table": TABLE[:3]}, [("table", "card_count")]),
)
def test_a_deal_that_cannot_be(changed, expected):
    rules = changed.pop("rules", None)
    assert (
        errors("deal", rules, **{"players": 2, "dealer": 0, "table": TABLE, "plays": [TAKES], **changed})
        == expected
    )


def test_the_number_of_players_is_the_fewest_that_the_seats_allow():
    found = result("deal", table=TABLE, plays=[{"seat": 2, "card": "12O"}, {"seat": 0, "card": "12C"}])
    assert len(found["piles"]) == 3
    assert found["irregularities"] == []
