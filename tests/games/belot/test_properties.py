"""What holds for every deal of Belot."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games import score
from tests.documents import match_document
from tests.soak import examples

pytestmark = pytest.mark.long

TOTALS = {"clubs": 162, "diamonds": 162, "hearts": 162, "spades": 162, "no_trumps": 130, "all_trumps": 258}
WHOLE = {162: 16, 258: 26, 130: 26}
PLAYERS = ["Ana", "Boris", "Vera", "Georgi"]
RULES = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(["tournament", "classic"]),
        "target": st.integers(1, 200),
        "capot_ends_match": st.booleans(),
        "hanging_ends_match": st.booleans(),
        "inside_ends_match": st.booleans(),
        "penalty_ends_match": st.booleans(),
        "own_game_ends_match": st.booleans(),
        "writer_ends_match": st.booleans(),
        "capot_target": st.booleans(),
        "max_deals": st.one_of(st.none(), st.integers(1, 8)),
        "same_dealer_after_pass": st.booleans(),
        "problem_digit": st.sampled_from(["fewer", "more", "defenders"]),
        "hanging_rounding": st.sampled_from(["down", "nearest", "all"]),
        "hanging_doubled": st.booleans(),
        "declarations_doubled": st.booleans(),
        "capot_at_no_trumps": st.sampled_from([90, 180]),
        "doubling_order": st.sampled_from(["after_rounding", "before_rounding"]),
        "capot_doubling": st.sampled_from(["cancelled", "multiplied", "bonus_single"]),
        "quinte_ranking": st.sampled_from(["by_length", "one_class"]),
        "penalty_mode": st.sampled_from(["credit", "deduct"]),
    },
)


@st.composite
def deals(draw):
    contract = draw(st.sampled_from([*TOTALS, "pass"]))
    if contract == "pass":
        return {"kind": "deal", "contract": contract}
    total = TOTALS[contract]
    first = draw(st.one_of(st.integers(0, total), st.just(total // 2)))
    deal = {"kind": "deal", "contract": contract, "declarer": draw(st.integers(0, 3))}
    deal["trick_points"] = [first, total - first]
    if draw(st.booleans()):
        deal["doubling"] = draw(st.sampled_from(["contra", "recontra"]))
    if first in (0, total) and draw(st.booleans()):
        deal["capot"] = 0 if first else 1
    if contract != "no_trumps":
        kinds = draw(st.sets(st.sampled_from(sorted(ANNOUNCED)), max_size=3))
        deal["declarations"] = [
            {**ANNOUNCED[kind], "player": (PLACES[kind] + draw(st.sampled_from([0, 2]))) % 4}
            for kind in sorted(kinds)
        ]
    return deal


# One kind never shares a card with another here: carres of nines and jacks, sequences above or below them.
ANNOUNCED = {
    "jacks": {"kind": "carre", "rank": "J"},
    "nines": {"kind": "carre", "rank": "9"},
    "aces": {"kind": "sequence", "length": 3, "top": "A"},
    "kings": {"kind": "sequence", "length": 3, "top": "A"},
}
PLACES = {"jacks": 0, "nines": 1, "aces": 0, "kings": 1}
ENTRIES = st.lists(
    st.one_of(
        deals(),
        st.builds(lambda side: {"kind": "penalty", "side": side}, st.integers(0, 1)),
        st.just({"kind": "void", "reason": "a card lay face up"}),
    ),
    max_size=12,
)


def document(entries, rules):
    return match_document("belot", PLAYERS, entries, rules=rules)


def score_entries(entries, rules):
    found, good = score(document(entries, rules))
    assert good, found
    return found


def test_belot_5_rounding_always_adds_up_to_the_deal():
    for contract, total in TOTALS.items():
        for premium in (0, 20, 50, 100):
            entries = [
                {
                    "kind": "deal",
                    "contract": contract,
                    "declarer": declarer,
                    "trick_points": [first, total - first],
                }
                | ({"declarations": [PREMIUMS[premium]]} if premium and contract != "no_trumps" else {})
                for first in range(total + 1)
                for declarer in (0, 1)
            ]
            for row in score_entries(entries, {"target": 10_000})["entries"]:
                if row["outcome"] == "made":
                    counted = premium if contract != "no_trumps" else 0
                    assert sum(row["raw"]) == (260 if contract == "no_trumps" else total) + counted
                    collected = sum(
                        line["points"] for line in row["lines"] if line["code"] == "hanging_collected"
                    )
                    assert sum(row["scores"]) - collected == WHOLE[total] + counted // 10, row
                    assert all(
                        abs(10 * line["points"] - row["raw"][line["side"]]) < 10
                        for line in row["lines"]
                        if line["code"] == "rounded"
                    ), row


PREMIUMS = {
    20: {"player": 0, "kind": "sequence", "length": 3, "top": "A"},
    50: {"player": 0, "kind": "sequence", "length": 4, "top": "A"},
    100: {"player": 0, "kind": "sequence", "length": 5, "top": "A"},
}


@settings(max_examples=examples(150), deadline=None)
@given(ENTRIES, RULES)
def test_lines_add_up_and_nothing_written_is_lost(entries, rules):
    found = score_entries(entries, rules)
    hanging = 0
    for entry, row in zip(entries, found["entries"], strict=True):
        written = [
            sum(x["points"] for x in row["lines"] if x["unit"] == "written" and x["side"] == s)
            for s in (0, 1)
        ]
        assert written == row["scores"]
        if entry["kind"] == "deal" and row["outcome"] != "after_end":
            raw = [
                sum(x["points"] for x in row["lines"] if x["unit"] == "raw" and x["side"] == s)
                for s in (0, 1)
            ]
            assert raw == row["raw"]
            if row["outcome"] == "hanging":
                assert row["pending"] > hanging
            elif row["outcome"] != "passed_out":
                assert row["pending"] == 0
                winner = raw.index(max(raw))
                assert row["scores"][winner] >= hanging
        hanging = row["pending"]
    assert found["pending"] == hanging
    assert json.loads(json.dumps(found)) == found


@settings(max_examples=examples(60), deadline=None)
@given(ENTRIES, RULES)
def test_replaying_any_prefix_gives_the_same_first_rows(entries, rules):
    whole = score_entries(entries, rules)
    for length in range(len(entries)):
        part = score_entries(entries[:length], rules)
        assert part["entries"] == whole["entries"][:length]


@settings(max_examples=examples(150), deadline=None)
@given(deals(), RULES)
def test_a_deal_seen_from_the_other_side_is_the_same_deal(deal, rules):
    if deal["contract"] == "pass":
        return
    mirrored = {**deal, "declarer": (deal["declarer"] + 1) % 4, "trick_points": deal["trick_points"][::-1]}
    if "capot" in deal:
        mirrored["capot"] = 1 - deal["capot"]
    if "declarations" in deal:
        mirrored["declarations"] = [
            {**one, "player": (one["player"] + 1) % 4} for one in deal["declarations"]
        ]
    here, there = score_entries([deal], rules)["entries"][0], score_entries([mirrored], rules)["entries"][0]
    assert there["scores"] == here["scores"][::-1]
    assert there["raw"] == here["raw"][::-1]
    assert (there["outcome"], there["pending"]) == (here["outcome"], here["pending"])


@settings(max_examples=examples(150), deadline=None)
@given(deals())
def test_a_blank_side_is_worked_out(deal):
    if deal["contract"] == "pass":
        return
    first, second = deal["trick_points"]
    whole = score_entries([deal], {})
    assert score_entries([{**deal, "trick_points": [None, second]}], {}) == whole
    assert score_entries([{**deal, "trick_points": [first, None]}], {}) == whole
