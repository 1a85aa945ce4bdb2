"""Up to twelve entrants no round could be better: every other way is tried."""

from collections import Counter
from random import Random

import pytest

from scorekeeper.league.draw.sizes import choose_sizes
from tests.cases import cases
from tests.league.draw.evening import ask, draw_one, entrants
from tests.league.draw.oracle import (
    best_sizes,
    compare,
    count,
    least,
    least_of_fours,
    least_resting,
    price_resting,
)
from tests.soak import in_soak

SIZES = {
    "changing": [[4]],
    "pairs": [[2]],
    "single": [[4, 3, 5], [3], [2], [4, 2], [5, 4, 3], [6, 2], [2, 3]],
}


def make_history(random, names, seats, rounds):
    """Rounds that no draw made: who is a guest, who is missing, and at which table, is chance."""
    played = []
    for _ in range(rounds):
        mixed = random.sample([*names, "gone", "left"], len(names))
        tables = []
        while len(mixed) > 3 and random.random() < 0.9:
            size = {"changing": 4, "pairs": 2}.get(seats) or random.randint(2, 4)
            tables.append([mixed.pop() for _ in range(size)])
        resting = [mixed.pop() for _ in range(min(len(mixed), random.randint(0, 2)))]
        dealers = [random.randrange(len(table)) for table in tables]
        played.append({"tables": tables, "resting": resting, "dealers": dealers})
    return played


def make_document(random, most):
    """Any document of few entrants, with a history that no rule explains."""
    seats, way = random.choice(list(SIZES)), random.choice(["random", "even", "swiss"])
    sizes = random.choice(SIZES[seats])
    names = entrants(random.randint(max(sizes) + 1, most))
    shuffled = random.sample(names, len(names))
    document = ask(names, seats=seats, way=way, sizes=sizes, seed=str(random.random()))
    document["rounds"] = make_history(random, names, seats, random.randint(0, 5))
    document["points"] = {name: random.randint(-3, 9) for name in shuffled[:-1]}
    if random.random() < 0.3:
        document["locked"] = [[shuffled.pop() for _ in range(sizes[0])]]
    if seats != "pairs" and random.random() < 0.6:
        pairs = [sorted(random.sample(names, 2)) for _ in range(random.randint(1, 3))]
        document["together"] = [pair for place, pair in enumerate(pairs) if pair not in pairs[:place]]
    return document


def assert_the_least(document):
    """All that the page says of one round."""
    drawn = draw_one(document)
    locked = document.get("locked", [])
    seated = [name for table in drawn["tables"] for name in table]
    assert sorted([*seated, *drawn["resting"]]) == sorted(document["players"])
    assert all(table in drawn["tables"] for table in locked)
    free = len(document["players"]) - sum(map(len, locked))
    sizes = best_sizes(free, document["sizes"])
    assert sorted(map(len, drawn["tables"])) == sorted([*sizes, *map(len, locked)])
    assert price_resting(document, drawn["resting"]) == least_resting(document, free - sum(sizes))
    assert drawn["counts"] == count(document, drawn["tables"], drawn["resting"])
    assert compare(document, drawn["counts"]) == least(document, drawn)
    dealt = Counter(
        table[dealer]
        for played in document["rounds"]
        for table, dealer in zip(played["tables"], played["dealers"], strict=True)
    )
    for table, dealer in zip(drawn["tables"], drawn["dealers"], strict=True):
        assert dealt[table[dealer]] == min(dealt[name] for name in table)


@pytest.mark.long
@pytest.mark.parametrize("number", range(in_soak(600, 100)))
def test_a_round_of_few_entrants_is_the_least_of_all(number):
    assert_the_least(make_document(Random(number), 8))


@pytest.mark.long
@pytest.mark.parametrize("number", range(in_soak(60, 6)))
def test_a_round_of_up_to_ten_entrants_is_the_least_of_all(number):
    assert_the_least(make_document(Random(1000 + number), 10))


@pytest.mark.long
@pytest.mark.parametrize("number", range(in_soak(8, 2)))
def test_a_round_of_twelve_adds_the_least_of_all(number):
    names = entrants(12)
    document = ask(names, rounds=make_history(Random(number), names, "changing", 6))
    drawn = draw_one(document)
    before = count(document, [], [])
    added = [drawn["counts"][aim] - before[aim] for aim in ("partners", "opponents")]
    assert tuple(added) == least_of_fours(document)


@cases(
    "sizes, number, tables",
    ([4], 11, (4, 4)),
    ([4], 3, ()),
    ([4, 3], 7, (4, 3)),
    ([4, 3], 6, (3, 3)),
    ([4, 3], 5, (4,)),
    ([4, 3, 5], 10, (5, 5)),
    ([4, 3, 5], 11, (4, 4, 3)),
    ([3, 4], 8, (4, 4)),
    ([5, 3, 4], 13, (5, 5, 3)),
    ([4, 2], 256, (4,) * 64),
)
def test_as_few_rest_as_the_sizes_allow_then_tables_are_near_the_wanted_size_then_large(
    sizes, number, tables
):
    assert choose_sizes(number, sizes) == tables
    if number < 20:
        assert tuple(best_sizes(number, sizes)) == tables
