"""Which deals of Belot are refused, and which are odd, by article."""

import pytest

from scorekeeper.games import score
from tests.games.belot.deals import PASS, deal, document, sequence, sheet


def errors(*entries, **rules):
    found, good = score(document(*entries, **rules))
    assert not good, found
    return [(error["path"].removeprefix("entries[0]."), error["code"]) for error in found["errors"]]


CAPOT = deal("hearts", 0, [162, 0], capot=0)


def without(facts, name):
    return {key: value for key, value in facts.items() if key != name}


HEARTS = deal("hearts", 0, [100, 62])


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(
            deal("hearts", 0, [100, 52]), [("trick_points", "points_total")], id="belot 5: 152 in a suit"
        ),
        pytest.param(
            deal("no_trumps", 0, [160, 100]), [("trick_points", "points_total")], id="belot 5: doubled twice"
        ),
        pytest.param(
            deal("all_trumps", 0, [81, 81]), [("trick_points", "points_total")], id="belot 5: the suit's 162"
        ),
        pytest.param(
            deal("hearts", 0, [None, 200]), [("trick_points", "points_total")], id="belot 5: 200 of 162"
        ),
        pytest.param(deal("hearts", 0, [None, None]), [("trick_points", "too_many_blanks")], id="two blanks"),
        pytest.param(
            deal("hearts", 0, [-2, 162]), [("trick_points[0]", "out_of_range")], id="less than nothing"
        ),
        pytest.param(deal("hearts", 0, [100]), [("trick_points", "list_length")], id="one side only"),
        pytest.param(
            deal("hearts", 0, [162, 0], capot=1),
            [("trick_points", "capot_points")],
            id="belot 4.10: no points",
        ),
        pytest.param(
            deal("hearts", 0, [160, 2], capot=0), [("trick_points", "capot_points")], id="belot 4.10: not all"
        ),
        pytest.param(without(HEARTS, "declarer"), [("declarer", "missing")], id="no declarer"),
        pytest.param(without(HEARTS, "trick_points"), [("trick_points", "missing")], id="no points"),
        pytest.param(without(HEARTS, "contract"), [("contract", "missing")], id="no contract"),
        pytest.param(
            {**HEARTS, "contract": "sans"}, [("contract", "unknown_choice")], id="an unknown contract"
        ),
        pytest.param(
            {**HEARTS, "doubling": "kontra"}, [("doubling", "unknown_choice")], id="an unknown doubling"
        ),
        pytest.param({**HEARTS, "capott": 0}, [("capott", "unknown_field")], id="a slip of the pen"),
        pytest.param(
            {**PASS, "declarer": 0, "doubling": "contra"},
            [("declarer", "passed_out"), ("doubling", "passed_out")],
            id="belot 1.6: nothing else",
        ),
        pytest.param(
            deal("hearts", 4, [100, 60], capot=0, declarations=[sequence(0, 4, "9"), sequence(5, 3, "A")]),
            [
                ("declarer", "unknown_seat"),
                ("declarations[0].top", "sequence_too_low"),
                ("declarations[1].player", "unknown_seat"),
                ("trick_points", "points_total"),
                ("trick_points", "capot_points"),
            ],
            id="every problem at once",
        ),
    ],
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


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        pytest.param(
            deal("hearts", 0, [162, 0]), ["all_points_no_capot"], id="belot 4.10: a worthless trick lost"
        ),
        pytest.param(
            deal("no_trumps", 1, [None, 130]), ["all_points_no_capot"], id="belot 4.10: at no trumps"
        ),
        pytest.param(
            deal("hearts", 0, [161, 1]), ["unreachable_points"], id="belot 3.1: no cards are worth 1"
        ),
        pytest.param(
            deal("all_trumps", 0, [253, 5]), ["unreachable_points"], id="belot 3.1: nor 5 at all trumps"
        ),
        pytest.param(
            deal("hearts", 0, [157, 5]), [], id="belot 3.1: a jack and a queen outside trumps are 5"
        ),
        pytest.param(deal("hearts", 0, [160, 2]), [], id="belot 3.1: a jack outside trumps is 2"),
        pytest.param(CAPOT, [], id="belot 4.10: a capot"),
    ],
)
def test_odd_points_are_suspect_but_count(facts, codes):
    row = sheet(facts)["entries"][0]
    assert [finding["code"] for finding in row["findings"]] == codes
    assert row["outcome"] in ("made", "inside")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param({}, ["contract", "declarer", "trick_points"], id="nothing"),
        pytest.param({"declarer": 1}, ["contract", "trick_points"], id="no contract"),
        pytest.param({"contract": "harts", "declarer": 1}, ["contract", "trick_points"], id="a slip"),
        pytest.param({"contract": "pas"}, ["contract"], id="perhaps passed out"),
    ],
)
def test_all_that_is_missing_is_told_at_once(facts, expected):
    assert [path for path, _code in errors({"kind": "deal", **facts})] == expected
