"""Kínaskák with contracts and melds of the table's own: rounds, lengths, the ace, the last contract and card."""

import random
from itertools import combinations, product

import pytest

from scorekeeper.core.play.cards import FRENCH, JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.options import CONTRACTS, Contract, KinaskakOptions
from scorekeeper.games.kinaskak.play.fewest_jokers import way_down
from tests.cases import cases
from tests.games.desk import Desk
from tests.games.kinaskak.deals import counts, deal, errors, is_meld, sheet, suspects

DESK = Desk("kinaskak")
THREE_ROUNDS = {
    "contracts": [{"runs": 1, "sets": 1}, {"runs": 0, "sets": 2}, {"runs": 1, "sets": 2}],
    "last_round_exact": False,
}
SIX = counts(low=6)
PLAYED = deal(SIX, counts(), SIX)


def test_7_2_there_are_as_many_rounds_as_contracts():
    found = sheet(*[PLAYED] * 3, **THREE_ROUNDS)
    assert [row["round"] for row in found["entries"]] == [1, 2, 3]
    assert (found["status"], found["round"], found["winners"]) == ("finished", 3, [1])
    assert sheet(*[PLAYED] * 2, **THREE_ROUNDS)["status"] == "open"


def test_7_2_nothing_is_bought_in_the_last_round_of_however_many():
    bought = deal(SIX, counts(), SIX, buys=[1, 0, 0])
    assert errors(bought, PLAYED, bought, **THREE_ROUNDS) == [("entries[2].buys[0]", "last_round_buy")]


@cases(
    "contracts, rules, found",
    ([], {}, [("rules.contracts", "list_length")]),
    ([{"runs": 0, "sets": 0}], {}, [("rules.contracts[0]", "no_meld")]),
    ([{"runs": 5, "sets": 0}], {}, [("rules.contracts[0].runs", "out_of_range")]),
    ([{"runs": 1, "sets": 7}], {}, [("rules.contracts[0].sets", "out_of_range")]),
    ([{"runs": 1}], {}, [("rules.contracts[0].sets", "missing")]),
    ([{"runs": 1, "sets": 1}] * 13, {}, [("rules.contracts", "too_many")]),
    # 13 dealt, one drawn, and two for each of three buys: 20 cards, and 14 where all are laid at once
    ([{"runs": 2, "sets": 4}, {"runs": 1, "sets": 1}], {}, []),
    ([{"runs": 3, "sets": 3}, {"runs": 1, "sets": 1}], {}, [("rules.contracts[0]", "impossible_rules")]),
    ([{"runs": 2, "sets": 3}], {}, [("rules.contracts[0]", "impossible_rules")]),
    ([{"runs": 2, "sets": 3}], {"last_round_exact": False}, []),
    ([{"runs": 2, "sets": 1}], {"run_length": 6}, [("rules.contracts[0]", "impossible_rules")]),
    ([{"runs": 0, "sets": 2}], {"set_size": 5}, []),
)
def test_7_2_contracts_that_can_be_laid(contracts, rules, found):
    assert errors(contracts=contracts, **rules) == found


@cases(
    "rules, left, odd",
    ({}, 13, False),
    ({}, 12, True),
    ({"last_round_exact": False}, 12, False),
    ({"cards_dealt": 10, "contracts": [{"runs": 2, "sets": 1}]}, 10, False),
    ({"cards_dealt": 10, "contracts": [{"runs": 2, "sets": 1}]}, 13, True),
)
def test_7_3_who_loses_the_last_contract_holds_all_cards_dealt(rules, left, odd):
    before = 0 if "contracts" in rules else 7
    last = deal(counts(low=left), counts(), counts(low=rules.get("cards_dealt", 13)))
    if "last_round_exact" in rules:
        last = deal(counts(low=left), counts(), counts(low=left))
    codes = [
        code for _path, code in suspects(*[deal(65, 0, 65)] * before, last, **rules) if code == "not_thirteen"
    ]
    assert bool(codes) is odd


@cases(
    "rules, cards, result",
    ({}, "QS KS AS 2S", (False, False)),
    ({"around_ace": True}, "QS KS AS 2S", (True, False)),
    ({"around_ace": True}, "KS AS 2S JK", (True, False)),
    ({"around_ace": True}, "QS JK JK 3S", (False, False)),
    ({"around_ace": True}, "QS JK JK 2S", (True, False)),
    ({"around_ace": True}, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", (False, False)),
    ({"around_ace": True}, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", (True, False)),
    ({"around_ace": True}, "JS QS KS AS 2S 3S 4S 5S 6S 7S 8S 9S 10S", (True, False)),
    ({"run_length": 3}, "7S 8S 9S", (True, False)),
    ({"run_length": 5, "last_round_exact": False}, "7S 8S 9S 10S", (False, False)),
    ({"run_length": 5, "last_round_exact": False}, "7S 8S 9S 10S JS", (True, False)),
    ({"set_size": 4, "last_round_exact": False}, "7S 7H 7D", (False, False)),
    ({"set_size": 4, "last_round_exact": False}, "7S 7H 7D JK", (False, True)),
)
def test_7_2_and_7_4_runs_and_sets_of_the_table(rules, cards, result):
    found = DESK.result("meld", rules, cards=cards.split())
    assert (found["run"], found["set"]) == result


@cases(
    "rules, run, card, legal",
    ({}, "JS QS KS AS", "2S", False),
    ({"around_ace": True}, "JS QS KS AS", "2S", True),
    ({"around_ace": True}, "AS 2S 3S 4S", "KS", True),
    ({"around_ace": True}, "KS AS 2S 3S", "QS", True),
    ({"around_ace": True}, "KS AS 2S 3S", "4S", True),
    ({"around_ace": True}, "KS AS 2S 3S", "5S", False),
    ({"around_ace": True}, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "AS", True),
    ({"around_ace": True}, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "2S", False),
    ({"around_ace": True}, "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", "3S", False),
)
def test_7_4_laying_off_over_the_ace(rules, run, card, legal):
    meld = {"kind": "run", "cards": run.split()}
    found = DESK.result("lay_off", rules, meld=meld, card=card, is_down=True)
    assert found["legal"] is legal


SETS = [{"kind": "set", "cards": ["7H", "7C", "7D"]}, {"kind": "set", "cards": ["9H", "9C", "9D"]}]


@pytest.mark.parametrize(("keeps", "can", "codes"), [(False, True, []), (True, False, ["keeps_a_card"])])
def test_7_5_a_card_is_kept_to_be_thrown(keeps, can, codes):
    hand, rules = ["7H", "7C", "7D", "9H", "9C", "9D"], {"final_discard": keeps}
    assert DESK.result("go_down", rules, round=2, hand=hand)["can"] is can
    assert DESK.result("go_down", rules, round=2, hand=[*hand, "2C"])["can"]
    down = {"seat": 0, "act": "go_down", "melds": SETS}
    acts = [{"seat": 0, "act": "draw", "card": "9D"}, down]
    found = DESK.result("deal", rules, round=2, hands=[hand[:-1], ["2C", "3D"]], acts=acts)
    assert [one["code"] for one in found["irregularities"]] == codes
    off = [
        *acts[:1],
        {"seat": 0, "act": "draw", "card": "9S"},
        down,
        {"seat": 0, "act": "lay_off", "card": "9S", "on": {"seat": 0, "meld": 1}},
    ]
    found = DESK.result("deal", rules, round=2, hands=[hand[:-1], ["2C", "3D"]], acts=off)
    assert [one["code"] for one in found["irregularities"]] == codes


@cases(
    "rules, melds, buys, meets",
    ({"last_round_buys": True}, 14, None, True),
    ({"last_round_buys": True}, 16, None, True),
    ({"last_round_buys": True}, 16, 1, True),
    ({"last_round_buys": True}, 16, 0, False),
    ({"last_round_buys": True}, 14, 1, False),
    ({"last_round_exact": False}, 15, None, True),
)
def test_7_3_the_last_contract_by_how_often_its_player_bought(rules, melds, buys, meets):
    laid = [
        {"kind": "run", "cards": ["2S", "3S", "4S", "5S", "6S", "7S"][: 4 + (melds - 14)]},
        {"kind": "run", "cards": ["2H", "3H", "4H", "5H"]},
        {"kind": "set", "cards": ["9S", "9H", "9D"]},
        {"kind": "set", "cards": ["KS", "KH", "KD"]},
    ]
    asked = {} if buys is None else {"buys": buys}
    assert DESK.result("contract", rules, round=8, melds=laid, **asked)["meets"] is meets


# --- a slow judge: every way to lay the contract out of a small hand ---------------------------------


def is_run_slowly(cards, options):
    """A run, by laying it at every place of a ring and looking at each card."""
    real = [card for card in cards if card != JOKER]
    if len(cards) < options.run_length or not real or len({card.suit for card in real}) > 1:
        return False
    ranks = ["A", *PACK_THREE.ranks[:-1]]
    for first in range(13):
        last = first + len(cards) - 1
        if last > 13 and (not options.around_ace or len(cards) > 13):
            continue
        if len(cards) == 14 and first:
            continue
        places = [ranks[place % 13] for place in range(first, last + 1)]
        wanted = list(places)
        if all(card.rank in wanted and not wanted.remove(card.rank) for card in real):
            return True
    return False


def lays(hand, contract, options, keep):
    """Whether some of these cards are the contract: every meld in turn, of every size that is still there."""

    def go(left, runs, sets, suits):
        if not runs and not sets:
            return len(left) >= keep
        size = options.run_length if runs else options.set_size
        for chosen in set(combinations(sorted(left), size)):
            real = [card for card in chosen if card != JOKER]
            if not real:
                continue
            rest = list(left)
            for card in chosen:
                rest.remove(card)
            if runs:
                if (
                    real[0].suit not in suits
                    and is_run_slowly(chosen, options)
                    and go(rest, runs - 1, sets, suits | {real[0].suit})
                ):
                    return True
            elif len({card.rank for card in real}) == 1 and go(rest, runs, sets - 1, suits):
                return True
        return False

    return go(list(hand), contract.runs, contract.sets, frozenset())


@pytest.mark.long
@pytest.mark.parametrize("around", [False, True])
@pytest.mark.parametrize(("length", "size"), [(3, 3), (4, 3), (3, 4)])
def test_7_2_a_hand_goes_down_where_a_slow_judge_finds_a_way(around, length, size):
    chance, found = random.Random(f"{around} {length} {size}"), {True: 0, False: 0}
    contracts = [Contract(1, 0), Contract(0, 1), Contract(1, 1), Contract(2, 0), Contract(0, 2)]
    for _ in range(250):
        contract, keeps = chance.choice(contracts), chance.random() < 0.3
        options = KinaskakOptions(
            contracts=(contract, Contract(1, 1)),
            run_length=length,
            set_size=size,
            around_ace=around,
            final_discard=keeps,
        )
        ranks = chance.sample(("Q", "K", "A", "2", "3", "4"), 4)
        pool = [Card(rank, suit) for rank, suit in product(ranks, FRENCH[:3])] * 2 + [JOKER] * 3
        fewest = min(options.count_cards(contract), 9)
        hand = chance.sample(pool, chance.randint(fewest, 9))
        way = way_down(hand, 1, options)
        can = lays(hand, contract, options, keep=int(keeps))
        assert (way is not None) is can, (hand, contract, options.values())
        found[can] += 1
        for meld in way or ():
            assert is_meld(meld.kind, meld.cards, options)
    assert min(found.values()) > 15, found


def test_7_3_everything_is_laid_where_more_is_held_than_the_contract_needs():
    options = KinaskakOptions(cards_dealt=9, contracts=(Contract(1, 1), Contract(1, 2)))
    hand = [Card(rank, "spades") for rank in ("2", "3", "4", "5")] + [Card("9", suit) for suit in FRENCH[:3]]
    hand += [Card("K", suit) for suit in FRENCH[:3]]
    assert options.count_cards(options.contracts[1]) == 10 == len(hand)
    assert way_down(hand, 2, options) is not None
    more = options.but(cards_dealt=10)
    assert way_down(hand, 2, more) is None, "eleven cards are laid at once, and these are ten"
    assert way_down([*hand, Card("6", "spades")], 2, more) is not None
    assert way_down([*hand, Card("8", "spades")], 2, more) is None


def test_the_contracts_of_the_rule_text_are_the_default():
    assert KinaskakOptions().contracts == CONTRACTS
