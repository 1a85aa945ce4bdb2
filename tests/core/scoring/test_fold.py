"""The fold: dealers, voids, adjustments, the end and what comes after it (articles 9.1 to 9.5)."""

import pytest

from scorekeeper.core.findings import MAX_ERRORS, Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES, score

NINE = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}
KANI = {"kind": "deal", "bid": "kani", "declarer": 0, "partner": 2, "tricks": 13}
PASS = {"kind": "deal", "bid": "pass"}
VOID = {"kind": "void", "reason": "a card lay face up"}
SKIP = {"kind": "void", "redeal": False}
END = {"kind": "end"}


def adjust(*points):
    return {"kind": "adjustment", "scores": list(points), "reason": "arbiter"}


def sheet_of(*entries, **more):
    sheet, good = score(
        {
            "format": "scorekeeper-match/1",
            "game": "kani",
            "players": ["Anna", "Björn", "Þórdís", "Guðrún"],
            "entries": list(entries),
            **more,
        }
    )
    assert good, sheet
    return sheet


DEALERS = {
    "the next seat after every deal": ([NINE, NINE, NINE], {}, [0, 1, 2], 3),
    "round the table": ([NINE] * 5, {}, [0, 1, 2, 3, 0], 1),
    "passed-out deals included": ([PASS, PASS], {}, [0, 1], 2),
    "from the first dealer on": ([NINE], {"first_dealer": 3}, [3], 0),
    "a void deal is dealt again by the same seat": ([NINE, VOID, NINE], {}, [0, 1], 2),
    "a void deal may pass on the deal": ([NINE, SKIP, NINE], {}, [0, 2], 3),
    "from the seat that really dealt": ([NINE, {**NINE, "dealer": 3}, NINE], {}, [0, 3, 0], 1),
    "an adjustment is no deal": ([NINE, adjust(1, 0, 0, 0), NINE], {}, [0, 1], 2),
}


@pytest.mark.parametrize("rule", DEALERS)
def test_who_deals(rule):
    entries, more, dealers, next_dealer = DEALERS[rule]
    sheet = sheet_of(*entries, **more)
    assert [entry["dealer"] for entry in sheet["entries"] if entry["kind"] == "deal"] == dealers
    assert sheet["next_dealer"] == next_dealer


ENDINGS = {
    "no player has reached it": ([KANI], "open", []),
    "the best above the target": ([KANI, KANI, NINE], "open", []),
    "one leads at the target": ([KANI, adjust(1, 0, 0, 0), KANI], "finished", [0]),
    "an adjustment ends the match": ([KANI, adjust(0, 100, 0, 0)], "finished", [1]),
    "people stop: the best total wins": ([KANI, adjust(0, 0, 1, 0), END], "finished", [2]),
    "people stop level: they share": ([KANI, END], "finished", [0, 2]),
    "people stop and name the winners": ([KANI, {"kind": "end", "winners": [3, 1]}], "finished", [1, 3]),
    "people abandon the match": ([KANI, {"kind": "end", "winners": []}], "finished", []),
    "an adjustment after the end moves the win": (
        [adjust(100, 0, 0, 0), adjust(0, 120, 0, 0)],
        "finished",
        [1],
    ),
    "level after the end they share": ([adjust(100, 0, 0, 0), adjust(0, 100, 0, 0)], "finished", [0, 1]),
    "an adjustment after the end cannot open it again": (
        [adjust(100, 0, 0, 0), adjust(-50, 0, 0, 0)],
        "finished",
        [0],
    ),
}


@pytest.mark.parametrize("case", ENDINGS)
def test_when_it_is_over_and_who_won(case):
    entries, status, winners = ENDINGS[case]
    sheet = sheet_of(*entries)
    assert (sheet["status"], sheet["winners"]) == (status, winners)
    assert (sheet["next_dealer"] is None) == (status == "finished")


@pytest.mark.parametrize("entry", [NINE, VOID, END], ids=["a deal", "a void", "a stop"])
def test_what_follows_the_end_is_kept_and_counts_nothing(entry):
    sheet = sheet_of(adjust(100, 0, 0, 0), entry)
    after = sheet["entries"][1]
    assert after["outcome"] == "after_end"
    assert after["scores"] == [0, 0, 0, 0]
    assert after["totals"] == [100, 0, 0, 0]
    assert [finding["code"] for finding in after["findings"]] == ["after_end"]
    assert sheet["winners"] == [0]


@pytest.mark.parametrize("more", [{}, {"winners": [1]}, {"winners": []}])
def test_stopping_a_match_that_had_ended_by_itself_changes_nothing(more):
    sheet = sheet_of(adjust(100, 0, 0, 0), {"kind": "end", **more})
    assert (sheet["winners"], sheet["status"]) == ([0], "finished")
    assert sheet["entries"][1]["outcome"] == "after_end"
    assert sheet_of(adjust(99, 0, 0, 0), {"kind": "end", "winners": [1]})["winners"] == [1]


def test_ranking_lists_sides_best_first_and_level_ones_in_side_order():
    assert sheet_of(KANI, adjust(0, 60, 0, 0))["ranking"] == [1, 0, 2, 3]


def test_the_archive_s_own_sheet_is_ignored_when_scoring():
    assert sheet_of(NINE, sheet={"totals": [1, 2, 3, 4]})["totals"] == [9, 0, 9, 0]


def test_the_sheet_says_by_which_rules_it_was_scored():
    assert sheet_of(rules={"preset": "english", "target": 60})["rules"] == {
        "preset": "english",
        "edition": 1,
        "target": 60,
        "min_bid": 6,
        "bid_value": "bid",
        "kani_value": 50,
        "partner_call": "any_missing",
        "first_lead": "any",
        "settlement": "points",
        "tie_at_target": "play_on",
    }


def test_every_side_is_named_with_its_seats():
    assert sheet_of()["sides"][2] == {"name": "Þórdís", "seats": [2]}


def test_of_a_great_many_errors_the_first_are_told_and_the_others_counted():
    report = Report()
    wrong = {"kind": "deal", "bid": 99, "declarer": 9, "partner": 9, "tricks": 99}
    document = {
        "format": "scorekeeper-match/1",
        "game": "kani",
        "players": list("ABCD"),
        "entries": [wrong] * 700,
    }
    assert score_match(document, GAMES, report) is None
    assert len(report.errors) == MAX_ERRORS + 1
    last = report.errors[-1]
    assert (last.code, last.text.params["n"]) == ("more", 4 * 700 - MAX_ERRORS)
