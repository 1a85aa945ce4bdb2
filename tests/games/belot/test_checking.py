"""Which deals of Belot are refused, and which are odd, by article."""

from scorekeeper.games import score
from tests.cases import case, cases
from tests.games.belot.deals import PASS, deal, document, sequence, sheet


def errors(*entries, **rules):
    found, good = score(document(*entries, **rules))
    assert not good, found
    return [(error["path"].removeprefix("entries[0]."), error["code"]) for error in found["errors"]]


CAPOT = deal("hearts", 0, [162, 0], capot=0)


def without(facts, name):
    return {key: value for key, value in facts.items() if key != name}


HEARTS = deal("hearts", 0, [100, 62])


@cases(
    "facts, expected",
    case("belot 5: 152 in a suit", deal("hearts", 0, [100, 52]), [("trick_points", "points_total")]),
    case("belot 5: doubled twice", deal("no_trumps", 0, [160, 100]), [("trick_points", "points_total")]),
    case("belot 5: the suit's 162", deal("all_trumps", 0, [81, 81]), [("trick_points", "points_total")]),
    case("belot 5: 200 of 162", deal("hearts", 0, [None, 200]), [("trick_points", "points_total")]),
    case("two blanks", deal("hearts", 0, [None, None]), [("trick_points", "too_many_blanks")]),
    case("less than nothing", deal("hearts", 0, [-2, 162]), [("trick_points[0]", "out_of_range")]),
    case("one side only", deal("hearts", 0, [100]), [("trick_points", "list_length")]),
    case("belot 4.10: no points", deal("hearts", 0, [162, 0], capot=1), [("trick_points", "capot_points")]),
    case("belot 4.10: not all", deal("hearts", 0, [160, 2], capot=0), [("trick_points", "capot_points")]),
    case("no declarer", without(HEARTS, "declarer"), [("declarer", "missing")]),
    case("no points", without(HEARTS, "trick_points"), [("trick_points", "missing")]),
    case("no contract", without(HEARTS, "contract"), [("contract", "missing")]),
    case("an unknown contract", {**HEARTS, "contract": "sans"}, [("contract", "unknown_choice")]),
    case("an unknown doubling", {**HEARTS, "doubling": "kontra"}, [("doubling", "unknown_choice")]),
    case("a slip of the pen", {**HEARTS, "capott": 0}, [("capott", "unknown_field")]),
    case(
        "belot 1.6: nothing else",
        {**PASS, "declarer": 0, "doubling": "contra"},
        [("declarer", "passed_out"), ("doubling", "passed_out")],
    ),
    case(
        "every problem at once",
        deal("hearts", 4, [100, 60], capot=0, declarations=[sequence(0, 4, "9"), sequence(5, 3, "A")]),
        [
            ("declarer", "unknown_seat"),
            ("declarations[0].top", "sequence_too_low"),
            ("declarations[1].player", "unknown_seat"),
            ("trick_points", "points_total"),
            ("trick_points", "capot_points"),
        ],
    ),
)
def test_an_impossible_deal_is_refused(facts, expected):
    assert sorted(errors(facts)) == sorted(expected)


def test_belot_5_the_sentence_says_what_would_be_right():
    found, _ = score(document(deal("hearts", 0, [100, 52])))
    assert found["errors"] == [
        {
            "path": "entries[0].trick_points",
            "code": "points_total",
            "message": "In hearts the two sides’ card points and the last ten add up to 162, not 152.",
            "cites": ["belot 5"],
        }
    ]


@cases(
    "facts, codes",
    case("belot 4.10: a worthless trick lost", deal("hearts", 0, [162, 0]), ["all_points_no_capot"]),
    case("belot 4.10: at no trumps", deal("no_trumps", 1, [None, 130]), ["all_points_no_capot"]),
    case("belot 3.1: no cards are worth 1", deal("hearts", 0, [161, 1]), ["unreachable_points"]),
    case("belot 3.1: nor 5 at all trumps", deal("all_trumps", 0, [253, 5]), ["unreachable_points"]),
    case("belot 3.1: a jack and a queen outside trumps are 5", deal("hearts", 0, [157, 5]), []),
    case("belot 3.1: a jack outside trumps is 2", deal("hearts", 0, [160, 2]), []),
    case("belot 4.10: a capot", CAPOT, []),
)
def test_odd_points_are_suspect_but_count(facts, codes):
    row = sheet(facts)["entries"][0]
    assert [finding["code"] for finding in row["findings"]] == codes
    assert row["outcome"] in ("made", "inside")


@cases(
    "facts, expected",
    case("nothing", {}, ["contract", "declarer", "trick_points"]),
    case("no contract", {"declarer": 1}, ["contract", "trick_points"]),
    case("a slip", {"contract": "harts", "declarer": 1}, ["contract", "trick_points"]),
    case("perhaps passed out", {"contract": "pas"}, ["contract"]),
)
def test_all_that_is_missing_is_told_at_once(facts, expected):
    assert [path for path, _code in errors({"kind": "deal", **facts})] == expected
