"""What holds for every deal of Eskoba: the ways to write one agree."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.escoba.deals import PLAIN, as_piles, by_most, make_deal, play_at_random, sheet_of
from tests.soak import examples


def as_counts(deal):
    """The deal by counts, from its piles."""
    piles = deal["piles"]
    return make_deal(
        deal["escobas"],
        [len(pile) for pile in piles],
        [sum(card.endswith("O") for card in pile) for pile in piles],
        [sum(card.startswith("7") for card in pile) for pile in piles],
        next(side for side, pile in enumerate(piles) if "7O" in pile),
    )


def as_most(deal):
    """The deal by category, from its counts."""
    best = {
        name: deal[name].index(max(deal[name])) if deal[name].count(max(deal[name])) == 1 else None
        for name in ("cards", "golds", "sevens")
    }
    flags = {
        "all_golds": [side for side, number in enumerate(deal["golds"]) if number == 10],
        "all_sevens": [side for side, number in enumerate(deal["sevens"]) if number == 4],
    }
    lists = {
        "under_ten": [side for side, number in enumerate(deal["cards"]) if number < 10],
        "no_cards": [side for side, number in enumerate(deal["cards"]) if number == 0],
    }
    return {
        "most": best,
        "seven_of_golds": deal["seven_of_golds"],
        "escobas": deal["escobas"],
        **{name: sides[0] for name, sides in flags.items() if sides},
        **{name: sides for name, sides in lists.items() if sides},
    }


def count_by_the_text(deal, rules):
    """The count as the rules state it, worked out from counts once more."""
    points = list(deal["escobas"])
    points[deal["seven_of_golds"]] += 1
    wholes = (("cards", None, 0, None), ("golds", 10, 2, "all_golds"), ("sevens", 4, 3, "all_sevens"))
    for name, whole, value, option in wholes:
        best = max(deal[name])
        if deal[name].count(best) == 1:
            side = deal[name].index(best)
            plain = 0 if best == whole and rules.get(option) != "added" else 1
            points[side] += plain + (value if best == whole else 0)
    for side in range(len(points)):
        if all(number < 10 for other, number in enumerate(deal["cards"]) if other != side):
            points[side] += rules.get("fewer_than_ten", 1)
    return points


RULES = st.fixed_dictionaries(
    {},
    optional={
        "opening_thirty": st.sampled_from(["total", "two_fifteens"]),
        "opening": st.sampled_from(["dealer", "first", "none"]),
        "all_golds": st.sampled_from(["instead", "added"]),
        "all_sevens": st.sampled_from(["instead", "added"]),
        "fewer_than_ten": st.integers(0, 3),
        "no_cards_loses": st.booleans(),
        "leftover": st.sampled_from(["last_capture", "last_escoba"]),
        "must_capture": st.booleans(),
    },
)


@pytest.mark.long
@settings(max_examples=examples(150), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.sampled_from([2, 3, 4, 6]),
    partners=st.booleans(),
    dealer=st.integers(0, 5),
    greed=st.sampled_from([0.0, 0.05, 0.5, 0.9, 1.0]),
    rules=RULES,
)
@example(seed=1, players=2, partners=False, dealer=0, greed=0.02, rules={})
def test_the_four_ways_to_write_a_deal_agree(seed, players, partners, dealer, greed, rules):
    dealer %= players
    sides = 2 if partners and players >= 4 else players
    rules = {**rules, "partnerships": sides < players}
    plays, piles, escobas, left = play_at_random(seed, players, dealer, greed, rules)
    if not any(piles):
        sheets = [
            sheet_of({**deal, "dealer": dealer}, players=players, **rules)
            for deal in (plays, {"nobody_captured": True})
        ]
        assert sheets[0]["entries"][0]["outcome"] == sheets[1]["entries"][0]["outcome"] == "nobody_captured"
        return
    shared = as_piles(piles, escobas, sides)
    numbers = as_counts(shared)
    shown = []
    for deal in (plays, shared, numbers, as_most(numbers), {**shared, "left": left}, {**plays, "left": left}):
        sheet = sheet_of({**deal, "dealer": dealer}, players=players, **rules)
        row = sheet["entries"][0]
        odd = [finding["code"] for finding in row["findings"]]
        assert set(odd) <= {"could_capture"}, odd
        lines = [
            (line["side"], line["points"], line["code"], line["cites"])
            for line in row["lines"]
            if line["code"] not in ("opening", "leftovers")
        ]
        shown.append((row["scores"], row["outcome"], sheet["winners"], lines))
    assert not [other for other in shown[1:] if other != shown[0]]
    assert shown[0][0] == count_by_the_text(numbers, rules)


@settings(max_examples=examples(60))
@given(
    st.lists(
        st.sampled_from([PLAIN, by_most(0, 0, 0, 0, (1, 0), no_cards=[1]), {"nobody_captured": True}]),
        max_size=8,
    )
)
def test_a_prefix_has_the_same_first_rows(deals):
    whole = sheet_of(*deals)["entries"]
    for cut in range(len(deals)):
        assert sheet_of(*deals[:cut])["entries"] == whole[:cut]
