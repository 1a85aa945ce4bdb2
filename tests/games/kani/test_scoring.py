"""What deals of Kani are worth and when a match ends, by article."""

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES, score
from tests.cases import case, cases
from tests.games.kani.deals import CHIPS, FIFTY, NAMES, PASSED, deal, errors, match, row, sheet
from tests.games.lines import read_ending, read_lines, said


@cases(
    "entry, rules, scores, outcome",
    case("4.6 as many as bid", deal(9, 0, 2, 9), {}, [9, 0, 9, 0], "made"),
    case("4.8 nothing for more tricks than bid", deal(9, 0, 2, 13), {}, [9, 0, 9, 0], "made"),
    case("4.7 one too few", deal(9, 0, 2, 8), {}, [0, 9, 0, 9], "failed"),
    case("4.7 none at all", deal(12, 3, 1, 0), {}, [12, 0, 12, 0], "failed"),
    case("4.2 Kani made", deal("kani", 1, 2, 13), {}, [0, 50, 50, 0], "made"),
    case("4.2 Kani failed", deal("kani", 1, 2, 12), {}, [50, 0, 0, 50], "failed"),
    case("4.2 Kani at 26", deal("kani", 1, 2, 12), {"kani_value": 26}, [26, 0, 0, 26], "failed"),
    case("4.1 flat ten", deal(7, 1, 2, 7), {"bid_value": "flat_10"}, [0, 10, 10, 0], "made"),
    case("4.1 flat ten lost", deal(12, 1, 2, 7), {"bid_value": "flat_10"}, [10, 0, 0, 10], "failed"),
    case("4.1 Kani is never flat", FIFTY, {"bid_value": "flat_10"}, [50, 50, 0, 0], "made"),
    case("3.3 alone, a number bid", deal(9, 2, None, 13), {}, [0, 0, 9, 0], "made"),
    case("3.3 alone, Kani bid", deal("kani", 2, None, 13), {}, [0, 0, 50, 0], "made"),
    case("4.5 chips, made", deal(9, 0, 2, 9), CHIPS, [9, -9, 9, -9], "made"),
    case("4.5 chips, failed", deal(9, 0, 1, 8), CHIPS, [-9, -9, 9, 9], "failed"),
    case("4.5 chips, alone", deal("kani", 0, None, 13), CHIPS, [150, -50, -50, -50], "made"),
    case("4.5 chips, all passed", PASSED, CHIPS, [0, 0, 0, 0], "passed_out"),
    case("2.4 all passed", PASSED, {}, [0, 0, 0, 0], "passed_out"),
    case("1.1 tricks of all four", deal(8, 0, 1, [4, 4, 3, 2]), {}, [8, 8, 0, 0], "made"),
    case("1.1 tricks of all four, lost", deal(8, 0, 1, [4, 3, 4, 2]), {}, [0, 0, 8, 8], "failed"),
    case("3.3 alone, tricks of all four", deal(7, 3, None, [0, 0, 0, 13]), {}, [0, 0, 0, 7], "made"),
)
def test_a_deal_is_worth(entry, rules, scores, outcome):
    found = row(entry, **rules)
    assert (found["scores"], found["outcome"]) == (scores, outcome)
    for seat in range(4):
        assert sum(line["points"] for line in found["lines"] if line["side"] == seat) == scores[seat]


ALONE = {"lone_declarer": "any_bid"}


@cases(
    "entry, rules, scores",
    (deal(9, 0, 2, 8), {"failed_bid": "both"}, [-9, 9, -9, 9]),
    (deal(9, 0, 2, 8), {"failed_bid": "declarer_loses"}, [-9, 0, -9, 0]),
    (deal(9, 0, 2, 9), {"failed_bid": "declarer_loses"}, [9, 0, 9, 0]),
    (deal("kani", 0, 2, 12), {"failed_bid": "both"}, [-50, 50, -50, 50]),
    (deal(9, 0, 2, 13), {"overtricks": 2}, [17, 0, 17, 0]),
    (deal(9, 0, 2, 9), {"overtricks": 2}, [9, 0, 9, 0]),
    (deal(9, 0, 2, 8), {"overtricks": 2}, [0, 9, 0, 9]),
    (deal("kani", 0, 2, 13), {"overtricks": 5}, [50, 0, 50, 0]),
    (deal(9, 0, 2, 11), {"overtricks": 1, "bid_value": "flat_10"}, [12, 0, 12, 0]),
    (deal(9, 0, 2, 11), {**CHIPS, "overtricks": 1}, [11, -11, 11, -11]),
    (deal(8, 1, None, 8), ALONE, [0, 8, 0, 0]),
    (deal(8, 1, None, 7), ALONE, [8, 0, 8, 8]),
    (deal(8, 1, None, 7), {**ALONE, "failed_bid": "both"}, [8, -8, 8, 8]),
    (deal(8, 1, None, 7), {**ALONE, "failed_bid": "declarer_loses"}, [0, -8, 0, 0]),
    (deal(8, 1, None, 7), {**ALONE, **CHIPS}, [8, -24, 8, 8]),
    (deal(8, 1, None, 9), {**ALONE, **CHIPS}, [-8, 24, -8, -8]),
    (deal(8, 1, None, 10), {**ALONE, "lone_value": 2, "overtricks": 1}, [0, 20, 0, 0]),
    (deal(8, 1, None, 7), {**ALONE, **CHIPS, "lone_value": 2}, [16, -48, 16, 16]),
    (deal("kani", 1, None, 13), {"lone_value": 4}, [0, 200, 0, 0]),
)
def test_5_a_deal_by_the_customs_of_a_table_is_worth(entry, rules, scores):
    found = row(entry, **rules)
    assert found["scores"] == scores
    for seat in range(4):
        assert sum(line["points"] for line in found["lines"] if line["side"] == seat) == scores[seat]


def test_5_3_alone_with_any_bid_only_where_the_table_plays_so():
    assert errors(deal(8, 1, None, 8)) == [("entries[0].partner", "alone_without_all")]


@cases(
    "entries, rules, ended, winners, code",
    ([PASSED, deal(9, 0, 2, 9)], {"max_deals": 2}, False, [], "target_not_reached"),
    ([PASSED, deal(9, 0, 2, 9)], {"max_deals": 2, "target": None}, False, [], "deals_left"),
    ([deal(9, 0, 2, 9), deal(7, 0, 1, 7)], {"max_deals": 2, "target": None}, True, [0], "deals_played"),
    ([deal(9, 0, 2, 9), deal(9, 1, 3, 9)], {"max_deals": 2}, True, [0, 1, 2, 3], "deals_played"),
    ([FIFTY, FIFTY, PASSED], {"max_deals": 2, "target": 100}, True, [0, 1], "deals_played"),
    ([{"kind": "void"}, deal(9, 0, 2, 9)], {"max_deals": 1}, True, [0, 2], "deals_played"),
)
def test_5_7_a_match_of_so_many_deals(entries, rules, ended, winners, code):
    found = sheet(*entries, **rules)
    assert (found["status"] == "finished", found["winners"]) == (ended, winners)
    assert found["ending"]["code"] == code


@pytest.mark.parametrize(("redeals", "dealer"), [(True, 3), (False, 0)])
def test_5_6_who_deals_after_a_deal_that_all_passed(redeals, dealer):
    found, _good = score({**match(PASSED, same_dealer_after_pass=redeals), "first_dealer": 3})
    assert found["next_dealer"] == dealer


MADE = "A bid of 9 is worth 9; 9 tricks taken: made (4.1, 4.6)"
LOST = "A bid of 9 is worth 9; 1 trick taken: failed, the others score it (4.1, 4.7)"
PAYS = "Each of the losing side pays 9 chips (4.5)"
ONE = {**CHIPS, "kani_value": 1}


@cases(
    "entry, rules, lines",
    said("a bid made", deal(), f"0 9 made: {MADE}", f"2 9 made: {MADE}"),
    said("a bid failed", deal(tricks=1), f"1 9 failed: {LOST}", f"3 9 failed: {LOST}"),
    said(
        "Kani made",
        deal("kani", 0, 2, 13),
        *[f"{seat} 26 made: Kani is worth 26; 13 tricks taken: made (4.2, 4.6)" for seat in (0, 2)],
        kani_value=26,
    ),
    said(
        "a flat ten",
        deal(7, 1, 2, 7),
        *[f"{n} 10 made: Every bid but Kani is worth 10; 7 tricks taken: made (4.1, 4.6)" for n in (1, 2)],
        bid_value="flat_10",
    ),
    said("all passed", PASSED, "0 0 passed_out: All passed: no points (2.4)"),
    said(
        "chips to a declarer alone",
        deal(9, 2, None, 13),
        "2 9 made: A bid of 9 is worth 9; 13 tricks taken: made (4.1, 4.6, 3.3)",
        "2 18 paid_by_three: Each of the three others pays the value, so it comes three times (4.5, 3.3)",
        *(f"{seat} -9 pays: {PAYS}" for seat in (0, 1, 3)),
        **CHIPS,
    ),
    said(
        "chips to a declarer alone with any bid",
        deal(9, 2, None, 9),
        "2 9 made: A bid of 9 is worth 9; 9 tricks taken: made (4.1, 4.6, 5.3)",
        "2 18 paid_by_three: Each of the three others pays the value, so it comes three times (4.5, 5.3)",
        *(f"{seat} -9 pays: {PAYS}" for seat in (0, 1, 3)),
        **CHIPS,
        **ALONE,
    ),
    said(
        "chips, failed",
        deal(tricks=1),
        *(f"{seat} 9 failed: {LOST}" for seat in (1, 3)),
        *(f"{seat} -9 pays: {PAYS}" for seat in (0, 2)),
        **CHIPS,
    ),
    said(
        "one chip",
        deal("kani", 0, 1, 3),
        *(
            f"{n} 1 failed: Kani is worth 1; 3 tricks taken: failed, the others score it (4.2, 4.7)"
            for n in (2, 3)
        ),
        *(f"{seat} -1 pays: Each of the losing side pays 1 chip (4.5)" for seat in (0, 1)),
        **ONE,
    ),
)
def test_every_line_says_what_it_is_for_and_by_which_articles(entry, rules, lines):
    assert read_lines(row(entry, **rules)) == lines


def test_2_4_that_all_passed_is_no_side_s_own_line():
    rows = score_match(match(PASSED, deal()), GAMES, Report()).entries
    assert [[line.shared for line in row.lines] for row in rows] == [[True], [False, False]]


@cases(
    "rules, ending",
    ({}, "target_not_reached: The target of 100 points is not reached yet. (4.3)"),
    ({"target": 9}, "level: Level at the top: play goes on until one side leads. (4.4)"),
    (
        {"target": 9, "tie_at_target": "shared"},
        "level_shared: The 9 points are reached; those who are level at the top share the win. (4.3, 4.4)",
    ),
    ({"target": None}, "no_target: This match has no end of its own: the players stop when they like. (4.3)"),
)
def test_why_a_match_goes_on_or_is_over_is_said_with_its_article(rules, ending):
    assert read_ending(sheet(deal(), **rules)) == ending


ICELANDIC = {
    "target": 100,
    "min_bid": 7,
    "bid_value": "bid",
    "kani_value": 50,
    "partner_call": "highest_missing",
    "first_lead": "trump",
    "settlement": "points",
    "tie_at_target": "play_on",
    "failed_bid": "opponents_gain",
    "overtricks": 0,
    "lone_declarer": "all_trumps",
    "lone_value": 1,
    "passed_may_return": False,
    "second_lead": "winner",
    "same_dealer_after_pass": False,
    "max_deals": None,
}
ENGLISH = {**ICELANDIC, "min_bid": 6, "partner_call": "any_missing", "first_lead": "any"}


@cases(
    "given_rules, options",
    ({}, {"preset": "icelandic", **ICELANDIC}),
    ({"preset": "english"}, {"preset": "english", **ENGLISH}),
    (CHIPS, {"preset": "icelandic", **ICELANDIC, **CHIPS, "target": None}),
    ({**CHIPS, "target": 100}, {"preset": "icelandic", **ICELANDIC, **CHIPS}),
    ({"target": None}, {"preset": "icelandic", **ICELANDIC, "target": None}),
    ids=["icelandic", "english", "4.5 chips know no target", "4.5 chips up to a target", "4.3 no target"],
)
def test_the_presets_are_what_the_formats_say(given_rules, options):
    assert sheet(**given_rules)["rules"] == {"edition": 1, **options}


@cases(
    "entries, rules, winners",
    case("4.3 fifty is not a hundred", [FIFTY], {}, []),
    case("4.3 a hundred reached exactly", [FIFTY, deal("kani", 0, 2, 13)], {}, [0]),
    case("4.4 partners are level: play on", [deal(9)], {"target": 9}, []),
    case("4.4 partners share the win", [deal(9)], {"target": 9, "tie_at_target": "shared"}, [0, 2]),
    case("4.4 until one leads", [deal(9), deal(8, 2, 1, 8)], {"target": 9}, [2]),
    case("4.4 still level, others score", [FIFTY, FIFTY, deal(7, 2, 3, 7)], {}, []),
    case("4.3 no target, no end", [FIFTY] * 4, {"target": None}, []),
    case("4.5 chips, no end", [FIFTY] * 4, CHIPS, []),
    case("4.5 chips up to a target", [deal("kani", 3, None, 13)], {**CHIPS, "target": 100}, [3]),
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


def test_a_deal_is_read_by_the_rules_that_go_together_where_others_were_refused():
    """A failed bid with chips has someone who is paid, under every rule that was asked for."""
    found, good = score(match(deal(9, 0, 2, 8), settlement="chips", failed_bid="declarer_loses"))
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("rules.failed_bid", "not_with_chips")]
