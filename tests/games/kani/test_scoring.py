"""What deals of Kani are worth and when a match ends, by article."""

import pytest

from scorekeeper.games import score
from tests.games.kani.deals import CHIPS, FIFTY, NAMES, PASSED, deal, errors, match, row, sheet


def test_who_plays_alone_for_chips_reads_why_it_is_three_times_the_value():
    lines = [line for line in row(deal(9, 2, None, 13), **CHIPS)["lines"] if line["side"] == 2]
    assert [(line["points"], line["code"], line["cites"]) for line in lines] == [
        (9, "made", ["kani 4.1", "kani 4.6", "kani 3.3"]),
        (18, "paid_by_three", ["kani 4.5", "kani 3.3"]),
    ]


@pytest.mark.parametrize(
    ("entry", "rules", "scores", "outcome"),
    [
        pytest.param(deal(9, 0, 2, 9), {}, [9, 0, 9, 0], "made", id="4.6 as many as bid"),
        pytest.param(deal(9, 0, 2, 13), {}, [9, 0, 9, 0], "made", id="4.8 nothing for more tricks than bid"),
        pytest.param(deal(9, 0, 2, 8), {}, [0, 9, 0, 9], "failed", id="4.7 one too few"),
        pytest.param(deal(12, 3, 1, 0), {}, [12, 0, 12, 0], "failed", id="4.7 none at all"),
        pytest.param(deal("kani", 1, 2, 13), {}, [0, 50, 50, 0], "made", id="4.2 Kani made"),
        pytest.param(deal("kani", 1, 2, 12), {}, [50, 0, 0, 50], "failed", id="4.2 Kani failed"),
        pytest.param(
            deal("kani", 1, 2, 12), {"kani_value": 26}, [26, 0, 0, 26], "failed", id="4.2 Kani at 26"
        ),
        pytest.param(deal(7, 1, 2, 7), {"bid_value": "flat_10"}, [0, 10, 10, 0], "made", id="4.1 flat ten"),
        pytest.param(
            deal(12, 1, 2, 7), {"bid_value": "flat_10"}, [10, 0, 0, 10], "failed", id="4.1 flat ten lost"
        ),
        pytest.param(FIFTY, {"bid_value": "flat_10"}, [50, 50, 0, 0], "made", id="4.1 Kani is never flat"),
        pytest.param(deal(9, 2, None, 13), {}, [0, 0, 9, 0], "made", id="3.3 alone, a number bid"),
        pytest.param(deal("kani", 2, None, 13), {}, [0, 0, 50, 0], "made", id="3.3 alone, Kani bid"),
        pytest.param(deal(9, 0, 2, 9), CHIPS, [9, -9, 9, -9], "made", id="4.5 chips, made"),
        pytest.param(deal(9, 0, 1, 8), CHIPS, [-9, -9, 9, 9], "failed", id="4.5 chips, failed"),
        pytest.param(deal("kani", 0, None, 13), CHIPS, [150, -50, -50, -50], "made", id="4.5 chips, alone"),
        pytest.param(PASSED, CHIPS, [0, 0, 0, 0], "passed_out", id="4.5 chips, all passed"),
        pytest.param(PASSED, {}, [0, 0, 0, 0], "passed_out", id="2.4 all passed"),
        pytest.param(deal(8, 0, 1, [4, 4, 3, 2]), {}, [8, 8, 0, 0], "made", id="1.1 tricks of all four"),
        pytest.param(
            deal(8, 0, 1, [4, 3, 4, 2]), {}, [0, 0, 8, 8], "failed", id="1.1 tricks of all four, lost"
        ),
        pytest.param(
            deal(7, 3, None, [0, 0, 0, 13]), {}, [0, 0, 0, 7], "made", id="3.3 alone, tricks of all four"
        ),
    ],
)
def test_a_deal_is_worth(entry, rules, scores, outcome):
    found = row(entry, **rules)
    assert (found["scores"], found["outcome"]) == (scores, outcome)
    for seat in range(4):
        assert sum(line["points"] for line in found["lines"] if line["side"] == seat) == scores[seat]


@pytest.mark.parametrize(
    ("entry", "rules", "cites"),
    [
        pytest.param(deal(), {}, ["kani 4.1", "kani 4.6"], id="a bid made"),
        pytest.param(deal(tricks=3), {}, ["kani 4.1", "kani 4.7"], id="a bid failed"),
        pytest.param(FIFTY, {}, ["kani 4.2", "kani 4.6"], id="Kani made"),
        pytest.param(PASSED, {}, ["kani 2.4"], id="all passed"),
    ],
)
def test_a_line_cites_its_articles(entry, rules, cites):
    assert row(entry, **rules)["lines"][0]["cites"] == cites


def test_4_5_who_pays_is_told_so():
    lines = row(deal(9, 0, 1, 8), **CHIPS)["lines"]
    assert [(line["side"], line["points"], line["code"]) for line in lines] == [
        (2, 9, "failed"),
        (3, 9, "failed"),
        (0, -9, "pays"),
        (1, -9, "pays"),
    ]
    assert lines[2]["text"] == "Each of the losing side pays 9 chips"


ICELANDIC = {
    "target": 100,
    "min_bid": 7,
    "bid_value": "bid",
    "kani_value": 50,
    "partner_call": "highest_missing",
    "first_lead": "trump",
    "settlement": "points",
    "tie_at_target": "play_on",
}
ENGLISH = {**ICELANDIC, "min_bid": 6, "partner_call": "any_missing", "first_lead": "any"}


@pytest.mark.parametrize(
    ("given_rules", "options"),
    [
        ({}, {"preset": "icelandic", **ICELANDIC}),
        ({"preset": "english"}, {"preset": "english", **ENGLISH}),
        (CHIPS, {"preset": "icelandic", **ICELANDIC, **CHIPS, "target": None}),
        ({**CHIPS, "target": 100}, {"preset": "icelandic", **ICELANDIC, **CHIPS}),
        ({"target": None}, {"preset": "icelandic", **ICELANDIC, "target": None}),
    ],
    ids=["icelandic", "english", "4.5 chips know no target", "4.5 chips up to a target", "4.3 no target"],
)
def test_the_presets_are_what_the_formats_say(given_rules, options):
    assert sheet(**given_rules)["rules"] == {"edition": 1, **options}


@pytest.mark.parametrize(
    ("entries", "rules", "winners"),
    [
        pytest.param([FIFTY], {}, [], id="4.3 fifty is not a hundred"),
        pytest.param([FIFTY, deal("kani", 0, 2, 13)], {}, [0], id="4.3 a hundred reached exactly"),
        pytest.param([deal(9)], {"target": 9}, [], id="4.4 partners are level: play on"),
        pytest.param(
            [deal(9)], {"target": 9, "tie_at_target": "shared"}, [0, 2], id="4.4 partners share the win"
        ),
        pytest.param([deal(9), deal(8, 2, 1, 8)], {"target": 9}, [2], id="4.4 until one leads"),
        pytest.param([FIFTY, FIFTY, deal(7, 2, 3, 7)], {}, [], id="4.4 still level, others score"),
        pytest.param([FIFTY] * 4, {"target": None}, [], id="4.3 no target, no end"),
        pytest.param([FIFTY] * 4, CHIPS, [], id="4.5 chips, no end"),
        pytest.param(
            [deal("kani", 3, None, 13)], {**CHIPS, "target": 100}, [3], id="4.5 chips up to a target"
        ),
    ],
)
def test_the_winners(entries, rules, winners):
    result = sheet(*entries, **rules)
    assert result["winners"] == winners
    assert result["status"] == ("finished" if winners else "open")


def test_9_2_an_adjustment_may_end_a_match_and_9_4_what_follows_does_not_count():
    adjustment = {"kind": "adjustment", "scores": [100, 0, 0, 0], "reason": "sátt"}
    result = sheet(adjustment, deal(9, 1, 2))
    assert (result["winners"], result["totals"]) == ([0], [100, 0, 0, 0])
    assert result["entries"][1]["outcome"] == "after_end"
    assert [finding["code"] for finding in result["entries"][1]["findings"]] == ["after_end"]


def test_9_5_the_deal_moves_on_also_when_all_passed():
    result = sheet(PASSED, deal(), deal(dealer=0), PASSED)
    assert [entry["dealer"] for entry in result["entries"]] == [0, 1, 0, 1]
    assert result["next_dealer"] == 2


def test_kani_knows_no_penalty_and_four_players():
    assert errors({"kind": "penalty", "side": 0}) == [("entries[0].kind", "unknown_kind")]
    result, good = score({**match(), "players": NAMES[:3]})
    assert not good
    assert [(error["path"], error["code"]) for error in result["errors"]] == [("players", "player_count")]
