"""Deals that were not counted: a side writes all of it, since the other is inside, beaten under contra, or forfeits."""

from scorekeeper.games import score
from tests.cases import cases
from tests.games.belot.deals import PASS, belote, deal, document, sequence, sheet


def whole(contract, declarer, side, **more):
    return {"kind": "deal", "contract": contract, "declarer": declarer, "whole_to": side, **more}


LOWER, HIGHER = sequence(0, 3, "9"), sequence(1, 4, "A")
FORFEIT, CONTRA, RECONTRA = {"forfeit": True}, {"doubling": "contra"}, {"doubling": "recontra"}


@cases(
    "played, rules, raw, scores, outcome",
    (whole("hearts", 0, 1), {}, [0, 162], [0, 16], "inside"),
    (whole("hearts", 3, 0), {}, [162, 0], [16, 0], "inside"),
    (whole("all_trumps", 0, 1), {}, [0, 258], [0, 26], "inside"),
    (whole("no_trumps", 0, 1), {}, [0, 260], [0, 26], "inside"),
    (whole("hearts", 0, 1, declarations=[belote(0)]), {}, [0, 182], [0, 18], "inside"),
    (whole("hearts", 0, 1, declarations=[LOWER, HIGHER]), {}, [0, 212], [0, 21], "inside"),
    (whole("hearts", 0, 1, **CONTRA), {}, [0, 162], [0, 32], "inside"),
    (whole("hearts", 0, 0, **CONTRA), {}, [162, 0], [32, 0], "made"),
    (whole("hearts", 0, 0, **RECONTRA), {}, [162, 0], [64, 0], "made"),
    (
        whole("hearts", 0, 1, **CONTRA, declarations=[belote(0)]),
        {"declarations_doubled": False},
        [0, 182],
        [0, 34],
        "inside",
    ),
    (whole("hearts", 0, 1, **CONTRA), {"doubling_order": "before_rounding"}, [0, 162], [0, 32], "inside"),
    (whole("hearts", 0, 0, **FORFEIT), {}, [162, 0], [16, 0], "made"),
    (whole("hearts", 0, 1, **FORFEIT), {}, [0, 162], [0, 16], "inside"),
    (whole("hearts", 0, 0, **FORFEIT, declarations=[HIGHER]), {}, [212, 0], [21, 0], "made"),
    (whole("hearts", 0, 0, **FORFEIT, **CONTRA), {}, [162, 0], [32, 0], "made"),
    (whole("hearts", 0, 1, forfeit=False), {}, [0, 162], [0, 16], "inside"),
)
def test_belot_7_16_one_side_writes_the_whole_deal(played, rules, raw, scores, outcome):
    row = sheet(played, **rules)["entries"][0]
    assert (row["raw"], row["scores"], row["outcome"]) == (raw, scores, outcome)
    assert any("belot 7.16" in line["cites"] for line in row["lines"])


@cases("doubling, times, collected", (None, 1, 8), ("contra", 1, 8), ("contra", 2, 16))
def test_belot_3_8_what_hangs_goes_to_the_side_that_writes(doubling, times, collected):
    level = deal("hearts", 0, [81, 81])
    taken = whole("hearts", 1, 0, **({"doubling": doubling} if doubling else {}))
    row = sheet(level, taken, hanging_doubled=times == 2)["entries"][1]
    assert row["scores"] == [(16 if doubling is None else 32) + collected, 0]
    assert row["pending"] == 0


@cases(
    "played, errors",
    (whole("hearts", 0, 0), [("whole_to", "count_needed")]),
    (whole("hearts", 0, 0, forfeit=False), [("whole_to", "count_needed")]),
    (whole("hearts", 0, 2), [("whole_to", "unknown_side")]),
    (whole("hearts", 0, 1, trick_points=[60, 102]), [("trick_points", "not_counted")]),
    (whole("hearts", 0, 1, capot=1), [("capot", "not_counted")]),
    (deal("hearts", 0, [90, 72], forfeit=True), [("forfeit", "whole_to_needed")]),
    (deal("hearts", 0, [90, 72], forfeit=False), [("forfeit", "whole_to_needed")]),
    ({**PASS, "whole_to": 1}, [("whole_to", "passed_out")]),
    ({"kind": "deal", "contract": "hearts", "whole_to": 1}, [("declarer", "missing")]),
    ({"kind": "deal", "contract": "hearts", "declarer": 0}, [("trick_points", "missing")]),
)
def test_belot_7_16_a_deal_is_counted_or_goes_whole_to_a_side(played, errors):
    found, good = score(document(played))
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == [
        (f"entries[0].{name}", code) for name, code in errors
    ]


def test_belot_7_2_a_forfeited_deal_is_a_game_of_ones_own():
    """The declarer's side made it, so the match may end on it where a table asks for that."""
    made = sheet(whole("hearts", 0, 0, **FORFEIT), target=10, own_game_ends_match=True)
    inside = sheet(whole("hearts", 0, 1), target=10, own_game_ends_match=True)
    assert [made["status"], inside["status"]] == ["finished", "open"]
