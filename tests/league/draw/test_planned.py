"""What is promised of whole evenings: new partners and opponents in every round, and the tournaments of whist."""

from collections import Counter
from itertools import combinations
from time import process_time

import pytest

from scorekeeper.league.draw.planned import OPENINGS, WHIST
from tests.cases import case, cases
from tests.league.draw.evening import ask, draw_one, entrants, play
from tests.league.draw.oracle import count, split_table
from tests.soak import in_soak

FIRST, LAST = 13, 64
NUMBERS = in_soak(range(FIRST, LAST + 1), (*range(FIRST, 26), 31, 32, 47, 63, 64))
SEEDS = in_soak(range(40), range(3))
SEED_OF = {
    "one seed all evening": lambda seed, number: seed,
    "a seed a round": lambda seed, number: f"{seed}.{number}",
}


def promised_rounds(number):
    return 5 if number % 4 == 0 and number > FIRST else 4


def meetings(rounds):
    """How often each pair were partners, and how often opponents."""
    partners, opponents = Counter(), Counter()
    for played in rounds:
        for table in played["tables"]:
            beside, against = split_table(table, "changing")
            partners.update(beside)
            opponents.update(against)
    return partners, opponents


@pytest.mark.long
@pytest.mark.parametrize("how", SEED_OF)
@pytest.mark.parametrize("number", NUMBERS)
def test_partners_and_opponents_are_new_in_the_first_rounds(number, how):
    for seed in SEEDS:
        rounds = play(ask(number, seed=f"seed {seed}"), promised_rounds(number), SEED_OF[how])
        assert [(one["counts"]["partners"], one["counts"]["opponents"]) for one in rounds] == [(0, 0)] * len(
            rounds
        )
        rests = Counter(name for one in rounds for name in one["resting"])
        assert max(rests.values(), default=1) == 1


@pytest.mark.parametrize("number", OPENINGS)
def test_the_rounds_that_are_known_for_a_few_bring_new_partners_and_opponents(number):
    planned = OPENINGS[number]
    rounds = []
    for played in range(len(planned.shifts)):
        numbers = planned.list_numbers(played)
        assert sorted(numbers) == list(range(number))
        tables = [numbers[at : at + 4] for at in range(0, number - 3, 4)]
        rounds.append({"tables": tables, "resting": numbers[number // 4 * 4 :]})
    assert len(rounds) == promised_rounds(number)
    assert [max(met.values()) for met in meetings(rounds)] == [1, 1]
    rested = [one for played in rounds for one in played["resting"]]
    assert len(set(rested)) == len(rested)


def test_the_tournaments_are_those_of_which_the_page_speaks():
    assert {number: len(planned.shifts) for number, planned in WHIST.items()} == {
        8: 7,
        12: 11,
        16: 15,
        5: 5,
        9: 9,
        13: 13,
        17: 17,
    }


@pytest.mark.parametrize("how", SEED_OF)
@pytest.mark.parametrize("number", WHIST)
def test_a_planned_evening_has_each_with_each_once_and_against_each_twice(number, how):
    plan = len(WHIST[number].shifts)
    rounds = play(ask(number, plan=plan), plan, SEED_OF[how])
    everybody = {frozenset(pair) for pair in combinations(entrants(number), 2)}
    partners, opponents = meetings(rounds)
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)
    rests = [name for one in rounds for name in one["resting"]]
    assert sorted(rests) == sorted(entrants(number) if number % 4 else [])


NOT_PLANNED = {
    "swiss": {"way": "swiss"},
    "a pair together": {"together": [["p0", "p1"]]},
    "a table that stands": {"locked": [["p0", "p1", "p2", "p3"]]},
    "another number of rounds": {"plan": 6},
    "no plan": {"plan": 8},
}


@pytest.mark.parametrize("why", NOT_PLANNED)
def test_a_round_that_no_plan_can_hold_is_drawn_by_itself(why):
    rounds = play(ask(8, plan=7), 3)
    document = ask(8, **{"plan": 7, "rounds": rounds, **NOT_PLANNED[why]})
    drawn = draw_one(document)
    assert drawn["counts"] == count(document, drawn["tables"], drawn["resting"])
    assert all(table in drawn["tables"] for table in document.get("locked", []))


@cases(
    "changed",
    case("another comes for one who goes", [*entrants(7), "new"]),
    case("one more comes", entrants(9)),
    case("one goes home", entrants(7)),
)
def test_a_plan_ends_where_the_entrants_change(changed):
    rounds = play(ask(8, plan=7), 3)
    drawn = draw_one(ask(changed, plan=7, rounds=rounds))
    assert len([*drawn["resting"], *(name for table in drawn["tables"] for name in table)]) == len(changed)


def test_a_plan_goes_on_where_tables_and_seats_came_out_in_another_order():
    first, *later = play(ask(12, plan=11), 4)
    turned = [
        {**one, "tables": [[*table[1:], table[0]] for table in reversed(one["tables"])]} for one in later
    ]
    rounds = play(ask(12, plan=11, rounds=[first, *turned]), 7)
    assert set(meetings(rounds)[0].values()) == {1}


@pytest.fixture(scope="module")
def long_evening():
    """So many rounds of 64 that some of the search goes to its end."""
    return play(ask(64), 12)


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize("way", ["even", "swiss", "random"])
def test_64_entrants_are_seated_within_two_seconds_however_long_the_evening(way, long_evening):
    points = {name: place * 7 % 50 for place, name in enumerate(entrants(64))}
    begun = process_time()
    draw_one(ask(64, way=way, rounds=long_evening, points=points))
    assert process_time() - begun < 2
