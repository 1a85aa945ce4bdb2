"""Belot's answers beside those of a slow judge, on thousands of random positions."""

import random

import pytest

from scorekeeper.games import rule
from tests.documents import question_document
from tests.games.belot.judge import (
    CARRES,
    CONTRACTS,
    PACK,
    POINTS,
    announceable,
    announcements,
    bidding_state,
    counts,
    holder,
    list_allowed,
    lumpy_hand,
    playable,
    random_play,
    sorted_pack,
    worth,
)
from tests.games.desk import Desk
from tests.soak import in_soak

pytestmark = [pytest.mark.soak, pytest.mark.long]

DESK = Desk("belot")
result = DESK.result


def test_belot_2_cards_and_tricks():
    """Thousands of positions of one to eight cards against nought to three, and as many whole tricks."""
    chance = random.Random(21)
    for _ in range(in_soak(10_000, 2_500)):
        contract = chance.choice(CONTRACTS)
        pack = chance.sample(PACK, 12)
        size, lying = chance.randint(1, 8), chance.randint(0, 3)
        hand, trick = pack[:size], pack[8 : 8 + lying]
        assert result("legal_cards", contract=contract, hand=hand, trick=trick)["legal"] == playable(
            contract, hand, trick
        )
        leader = chance.randrange(4)
        trick = pack[8:]
        place = holder(contract, trick)
        assert result("trick_winner", contract=contract, trick=trick, leader=leader) == {
            "winner": (leader + place) % 4,
            "card": trick[place],
            "points": sum(worth(contract, card) for card in trick),
        }


def test_belot_4_what_a_hand_may_announce():
    chance = random.Random(42)
    for _ in range(in_soak(4_000, 1_000)):
        contract, hand = chance.choice(CONTRACTS), lumpy_hand(chance)
        found = result("find_declarations", contract=contract, hand=hand)["declarations"]
        sets = [frozenset(one["cards"]) for one in found]
        assert len(set(sets)) == len(sets)
        assert set(sets) == announceable(contract, hand)


@pytest.mark.parametrize("ranking", ["by_length", "one_class"])
def test_belot_4_6_and_4_7_whose_declarations_count(ranking):
    chance = random.Random(46)
    for _ in range(in_soak(1_000, 250)):
        announced = announcements(chance, sorted_pack(chance))
        found = result(
            "declarations", rules={"quinte_ranking": ranking}, contract="all_trumps", declarations=announced
        )
        good = [
            index for index, one in enumerate(announced) if counts(one, announced, ranking == "one_class")
        ]
        points = [0, 0]
        for index in good:
            one = announced[index]
            points[one["player"] % 2] += (
                20
                if one["kind"] == "belote"
                else CARRES[one["rank"]]
                if one["kind"] == "carre"
                else POINTS[one["length"]]
            )
        assert found == {"counted": good, "points": points, "refused": []}


def test_belot_1_3_and_1_4_the_bidding():
    chance = random.Random(13)
    everything = ["pass", "pass", "pass", *CONTRACTS, "contra", "recontra"]
    for _ in range(in_soak(1_000, 250)):
        calls = []
        while True:
            found = result("auction", calls=calls)
            assert set(found.pop("legal")) == list_allowed(calls)
            assert found == bidding_state(calls)
            call = chance.choice(everything)
            if call in list_allowed(calls):
                calls.append(call)
                continue
            document, good = rule(question_document("belot", "auction", calls=[*calls, call]))
            assert good is (call in CONTRACTS and found["turn"] is not None)
            if good:
                wronged = 1 - found["turn"] % 2
                assert document["result"]["state"] == "void"
                assert document["result"]["first_call"] == wronged, (
                    "the nearest of the wronged pair to this dealer"
                )
                assert document["result"]["contract"] == found["contract"]
            else:
                assert [error["path"] for error in document["errors"]] == [f"calls[{len(calls)}]"]
            if found["turn"] is None:
                break


@pytest.mark.parametrize("careless", [0, 0.2])
def test_a_whole_deal_card_by_card_is_tallied_and_scored(careless):
    chance = random.Random(8)
    for _ in range(in_soak(300, 100)):
        contract, hands = chance.choice(CONTRACTS), sorted_pack(chance)
        tricks, wrong, winners, points = random_play(chance, contract, hands, careless)
        announced = [] if contract == "no_trumps" else announcements(chance, hands)
        announced = [one for one in announced if one["kind"] != "belote"]
        given = {"contract": contract, "declarer": chance.randrange(4)}
        asked = {**given, "tricks": tricks, "declarations": announced}
        found = result("deal", **asked, hands=hands)
        alone = result("deal", **asked)
        for one, other in zip(alone.pop("irregularities"), wrong, strict=True):
            assert {**one, "legal": sorted(one["legal"])} == {**other, "legal": sorted(other["legal"])}
        assert alone == {name: found[name] for name in alone}, "the tricks alone show the hands"
        assert found["irregularities"] == wrong
        assert found["winners"] == winners
        assert found["refused"] == []
        assert found["deal"]["trick_points"] == points
        assert found["deal"].get("capot") == (winners[0] % 2 if len({w % 2 for w in winners}) == 1 else None)
        row = DESK.sheet(found["deal"])["entries"][0]
        assert {name: found[name] for name in ("scores", "raw", "outcome", "pending")} == {
            name: row[name] for name in ("scores", "raw", "outcome", "pending")
        }
