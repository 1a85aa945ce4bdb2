"""The fold: dealers, voids, adjustments, the end and what comes after it (articles 9.1 to 9.5)."""

import pytest

from scorekeeper.core.findings import MAX_ERRORS, Report
from scorekeeper.core.match import read_match
from scorekeeper.core.scoring.fold import fold, score_match
from scorekeeper.games import GAMES, score
from scorekeeper.games.kani.options import KaniOptions
from tests.cases import cases
from tests.documents import match_document
from tests.games.escoba.deals import play_at_random

NINE = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}
KANI = {"kind": "deal", "bid": "kani", "declarer": 0, "partner": 2, "tricks": 13}
PASS = {"kind": "deal", "bid": "pass"}
VOID = {"kind": "void", "reason": "a card lay face up"}
SKIP = {"kind": "void", "redeal": False}
END = {"kind": "end"}


def adjust(*points):
    return {"kind": "adjustment", "scores": list(points), "reason": "arbiter"}


def sheet_of(*entries, **more):
    sheet, good = score(match_document("kani", ["Anna", "Björn", "Þórdís", "Guðrún"], list(entries), **more))
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
        **KaniOptions().values(),
        "target": 60,
        "min_bid": 6,
        "partner_call": "any_missing",
        "first_lead": "any",
    }


def test_every_side_is_named_with_its_seats():
    assert sheet_of()["sides"][2] == {"name": "Þórdís", "seats": [2]}


def test_of_a_great_many_errors_the_first_are_told_and_the_others_counted():
    report = Report()
    wrong = {"kind": "deal", "bid": 99, "declarer": 9, "partner": 9, "tricks": 99}
    document = match_document("kani", list("ABCD"), [wrong] * 700)
    assert score_match(document, GAMES, report) is None
    assert len(report.errors) == MAX_ERRORS + 1
    last = report.errors[-1]
    assert (last.code, last.text.params["n"]) == ("more", 4 * 700 - MAX_ERRORS)


FLAWED = {"kind": "deal", "bid": 5, "declarer": 0, "partner": 2, "tricks": 10}
ABOVE = "Write a number from -100000 to 100000; {} is not possible here."
KINDS = "Choose one of: deal, void, adjustment, players, end."
BELOT_KINDS = "Choose one of: deal, void, penalty, adjustment, players, end."
OPTIONAL = "There is no field “zz” here; there is: {}, kind, note."

# game, entries, every problem: where, its code, its sentence
PROBLEMS = [
    ("kani", [3], [("entries[0]", "not_an_object", "Write an object with named fields here.")]),
    ("kani", [{"kind": "deel"}], [("entries[0].kind", "unknown_kind", KINDS)]),
    ("kani", [{"kind": ["deal"]}], [("entries[0].kind", "unknown_kind", KINDS)]),
    ("kani", [{"kind": "penalty", "side": 0}], [("entries[0].kind", "unknown_kind", KINDS)]),
    ("belot", [{"note": 4}], [("entries[0].kind", "unknown_kind", BELOT_KINDS)]),
    ("kani", [{**NINE, "dealer": 7}], [("entries[0].dealer", "unknown_seat", "Name a seat from 0 to 3.")]),
    ("kani", [{**NINE, "note": 7}], [("entries[0].note", "not_a_text", "Write a text here.")]),
    (
        "kani",
        [{"kind": "void", "note": "x" * 2001}],
        [("entries[0].note", "too_long", "At most 2000 characters here.")],
    ),
    (
        "kani",
        [{"kind": "void", "redeal": "yes", "reason": 5, "zz": 1}],
        [
            ("entries[0].reason", "not_a_text", "Write a text here."),
            ("entries[0].redeal", "not_a_flag", "Write true or false here."),
            ("entries[0].zz", "unknown_field", OPTIONAL.format("reason, redeal")),
        ],
    ),
    (
        "kani",
        [{**adjust(1, 0, 0, 0), "reason": "", "zz": 1}],
        [
            ("entries[0].zz", "unknown_field", OPTIONAL.format("scores, reason")),
            ("entries[0].reason", "missing", "An adjustment needs its reason in words."),
        ],
    ),
    (
        "kani",
        [{"kind": "adjustment"}],
        [
            ("entries[0].scores", "missing", "“Points” is missing."),
            ("entries[0].reason", "missing", "“Reason” is missing."),
        ],
    ),
    (
        "kani",
        [adjust(100_001, -100_001, 0, 0)],
        [
            ("entries[0].scores[0]", "out_of_range", ABOVE.format(100_001)),
            ("entries[0].scores[1]", "out_of_range", ABOVE.format(-100_001)),
        ],
    ),
    (
        "kani",
        [END, FLAWED],
        [
            ("entries[0]", "end_not_last", "People stopped here, so nothing can follow this entry."),
            ("entries[1].bid", "bid_too_low", "The lowest bid at this table is 7."),
        ],
    ),
    (
        "kani",
        [{**END, "winners": [1, 1], "zz": 1}],
        [
            ("entries[0].zz", "unknown_field", OPTIONAL.format("reason, winners")),
            ("entries[0].winners", "side_twice", "Name each side once."),
        ],
    ),
    (
        "kani",
        [{**END, "winners": ["Anna", 1, 1]}],
        [
            ("entries[0].winners[0]", "unknown_side", "Name a side from 0 to 3."),
            ("entries[0].winners", "side_twice", "Name each side once."),
        ],
    ),
    (
        "kani",
        [{**END, "winners": [0] * 9}],
        [("entries[0].winners", "too_many", "At most 8 are possible here.")],
    ),
    (
        "belot",
        [{"kind": "penalty", "side": 5, "reason": 4, "zz": 1}, {"kind": "penalty", "note": 4}],
        [
            ("entries[0].side", "unknown_side", "Name a side from 0 to 1."),
            ("entries[0].reason", "not_a_text", "Write a text here."),
            ("entries[0].zz", "unknown_field", OPTIONAL.format("side, points, reason")),
            ("entries[1].side", "missing", "“Who committed the offence” is missing."),
            ("entries[1].note", "not_a_text", "Write a text here."),
        ],
    ),
]


def score_entries(game, entries, **more):
    players = ["Anna", "Björn", "Þórdís", "Guðrún"][: 2 if game == "escoba" else 4]
    return score(
        {"format": "scorekeeper-match/1", "game": game, "players": players, "entries": entries, **more}
    )


@pytest.mark.parametrize(("game", "entries", "problems"), PROBLEMS)
def test_every_problem_of_an_entry_is_named_where_it_is_with_what_would_be_right(game, entries, problems):
    document, good = score_entries(game, entries)
    assert not good
    assert [(one["path"], one["code"], one["message"]) for one in document["errors"]] == problems


HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, 42]}
PENALTY = {"kind": "penalty", "side": 1, "points": 20}
LATE = {
    "severity": "suspect",
    "path": "entries[1]",
    "code": "after_end",
    "message": "The match was over before this entry, so it does not count.",
    "cites": ["belot 9.4"],
}


@cases(
    "entry, more",
    (HEARTS, {"dealer": 1, "raw": [0, 0]}),
    (PENALTY, {}),
    ({"kind": "void", "redeal": False}, {}),
    (END, {}),
)
def test_9_4_a_row_after_the_end_says_that_it_does_not_count_and_why(entry, more):
    sheet, good = score_entries("belot", [HEARTS, entry], rules={"target": 12})
    assert good
    line = {
        "side": 0,
        "points": 0,
        "unit": "written",
        "code": "after_end",
        "text": "After the end of the match: not counted",
        "cites": ["belot 9.4"],
    }
    assert sheet["entries"][1] == {
        "kind": entry["kind"],
        "outcome": "after_end",
        "scores": [0, 0],
        "totals": [12, 4],
        "pending": 0,
        "lines": [line],
        "findings": [LATE],
        **more,
    }


def test_9_4_a_deal_after_the_end_counts_nothing_before_it_is_written_only_where_its_game_counts_so():
    late = sheet_of(adjust(100, 0, 0, 0), NINE)["entries"][1]
    assert late["dealer"] == 0
    assert "raw" not in late


def test_after_a_penalty_the_side_at_fault_deals_also_after_the_end():
    sheet, _ = score_entries("belot", [PENALTY, HEARTS], first_dealer=2)
    assert (sheet["entries"][1]["dealer"], sheet["next_dealer"]) == (3, 0)
    assert (sheet["entries"][0]["kind"], sheet["entries"][0]["scores"]) == ("penalty", [20, 0])
    assert sheet["totals"] == [32, 4]
    late, _ = score_entries("belot", [HEARTS, {**PENALTY, "side": 0}, HEARTS], rules={"target": 12})
    assert [row.get("dealer") for row in late["entries"]] == [0, None, 2]


HANDS = {"kind": "deal", "hands": [0, 5, 5, 5]}


def test_a_deal_that_was_not_possible_takes_its_place_in_what_the_next_one_follows():
    """Kínaskák's second deal is judged by the second contract, though something is wrong with the first one."""
    for flawed in ({**HANDS, "hands": [0, 0, 5, 5]}, {**HANDS, "hands": 3}):
        report = Report()
        document = match_document("kinaskak", list("ABCD"), [flawed, HANDS])
        rows = fold(read_match(document, GAMES, report), report).entries
        assert [row.facts["round"] for row in rows] == [2]
        assert [error.path.partition("]")[0] for error in report.errors] == ["entries[0"]


def test_an_adjustment_after_the_end_is_cited_beside_what_ended_the_match():
    piles = {"kind": "deal", "escobas": [3, 0], "most": {"cards": 0, "golds": 0, "sevens": 0}}
    won = {**piles, "seven_of_golds": 0, "no_cards": [1]}
    sheet, _ = score_entries("escoba", [won, adjust(0, 40)])
    assert (sheet["winners"], sheet["totals"]) == ([0], [11, 40]), "no cards wins, with any totals"
    assert (sheet["ending"]["code"], sheet["ending"]["cites"]) == ("no_cards", ["escoba 5.9", "escoba 9.2"])
    sheet, _ = score_entries("belot", [adjust(0, 12), adjust(40, 0), adjust(-40, 0)], rules={"target": 12})
    assert (sheet["winners"], sheet["ending"]) == (
        [1],
        {
            "code": "adjusted",
            "text": "Totals were adjusted after the end: the best total wins.",
            "cites": ["belot 9.2"],
            "entry": 0,
        },
    )


@pytest.mark.parametrize(
    ("winners", "code", "words"),
    [(None, "stopped", "The players stopped here"), ([], "abandoned", "The match was abandoned here")],
)
def test_9_3_the_row_of_an_end_says_whether_people_stopped_or_gave_up(winners, code, words):
    sheet = sheet_of(NINE, {**END, "reason": "late"} | ({} if winners is None else {"winners": winners}))
    assert sheet["entries"][1] == {
        "kind": "end",
        "scores": [0, 0, 0, 0],
        "totals": [9, 0, 9, 0],
        "lines": [
            {"side": 0, "points": 0, "unit": "written", "code": "end", "text": words, "cites": ["kani 9.3"]}
        ],
        "findings": [],
    }
    assert sheet["ending"] == {"code": code, "text": f"{words}.", "cites": ["kani 9.3"], "entry": 1}


def test_a_row_without_a_result_has_one_line_which_is_no_side_s_own():
    entries = [{"kind": "void"}, HEARTS, PENALTY, adjust(1, 0), {"kind": "void"}, END]
    for target, late in ((151, 0), (12, 3)):
        document = match_document("belot", list("ABCD"), entries, rules={"target": target})
        rows = score_match(document, GAMES, Report()).entries
        shared = {line.code for row in rows for line in row.lines if line.shared is True}
        assert shared == {"void", *(["after_end"] if late else ["end"])}
        assert {line.shared for row in rows for line in row.lines if line.code not in shared} == {False}
        assert sum(row.outcome == "after_end" for row in rows) == late


def play_to(dealer):
    return {"kind": "deal", **play_at_random(1, dealer=dealer)[0]}


UNREADABLE = [
    {"kind": "void", "redeal": "yes"},
    {"kind": "penalty", "side": 0},
    3,
    {"kind": "deal", "dealer": 9},
]


@pytest.mark.parametrize("flawed", UNREADABLE)
def test_nothing_is_held_against_a_deal_whose_dealer_hangs_on_what_cannot_be_read(flawed):
    """Seat 0 leads in a deal of seat 1; whether seat 1 has dealt it is not known, until a deal names its dealer."""
    void, played = {"kind": "void"}, play_to(1)
    assert not score_entries("escoba", [played])[1], "seat 0 deals first, so seat 1 leads"

    def places(*entries):
        document, good = score_entries("escoba", [flawed, *entries])
        assert not good
        return {error["path"].partition("]")[0] for error in document["errors"]} - {"entries[0"}

    assert places(played) == set()
    assert places(void, played) == set()
    assert places({**play_to(0), "dealer": 0}, played) == set(), "it is known again, and seat 1 deals"
    assert places({**play_to(0), "dealer": 0}, play_to(0)) == {"entries[2"}
    assert places({**played, "dealer": 0}) == {"entries[1"}
