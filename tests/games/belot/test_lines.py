"""What Belot says of its numbers: every line with its sentence and articles, and why a match is over or goes on."""

from scorekeeper.core.findings import Report
from scorekeeper.core.rules_words import put_in_a_line
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.games.belot.deals import PASS, belote, carre, deal, document, sequence, sheet
from tests.games.lines import read_ending, read_lines, said

AS = "as the other side’s points do: the side with"
LOST = "does not count, the other side has the highest"
EQUAL = "does not count, the highest sequences of both sides are equal"
TRICKS = "raw trick_points: Card points and last ten (3.1)"


@cases(
    "entry, rules, lines",
    said(
        "one down, one up",
        deal("hearts", 0, [84, 78]),
        "0 8 rounded: 84 ends in 4: in a suit up to 5 is rounded down (3.3, 5.1)",
        "1 8 rounded: 78 ends in 8: in a suit 7 and more is rounded up (3.3, 5.1)",
    ),
    said(
        "made, both end in 6",
        deal("hearts", 1, [56, 106]),
        f"0 6 rounded: 56 ends in 6, {AS} fewer points rounds up (3.3, 5.1)",
        f"1 10 rounded: 106 ends in 6, {AS} more points rounds down (3.3, 5.1)",
    ),
    said(
        "all trumps, both end in 4",
        deal("all_trumps", 0, [224, 34]),
        f"0 22 rounded: 224 ends in 4, {AS} more points rounds down (3.3, 5.2)",
        f"1 4 rounded: 34 ends in 4, {AS} fewer points rounds up (3.3, 5.2)",
    ),
    said(
        "all trumps, 3 down and 5 up",
        deal("all_trumps", 0, [133, 125]),
        "0 13 rounded: 133 ends in 3: at all trumps up to 3 is rounded down (3.3, 5.2)",
        "1 13 rounded: 125 ends in 5: at all trumps 5 and more is rounded up (3.3, 5.2)",
    ),
    said(
        "no trumps, doubled",
        deal("no_trumps", 0, [72, 58]),
        "0 72 raw no_trumps: No trumps doubles: 72 × 2 = 144 (3.2)",
        "1 58 raw no_trumps: No trumps doubles: 58 × 2 = 116 (3.2)",
        "0 14 rounded: 144 ends in 4: up to 4 is rounded down (3.3, 5.3)",
        "1 12 rounded: 116 ends in 6: 6 and more is rounded up (3.3, 5.3)",
    ),
    said(
        "nothing to round",
        deal("hearts", 0, [100, 62]),
        "0 10 rounded: 100 / 10 = 10 (3.3, 5.1)",
        "1 6 rounded: 62 ends in 2: in a suit up to 5 is rounded down (3.3, 5.1)",
    ),
    said(
        "inside",
        deal("hearts", 0, [80, 82]),
        "1 16 whole_deal: The defenders write the whole deal: 162, rounded 16 (3.4, 5.4)",
        "0 0 gives_up: The declarer’s side has fewer points, so it writes nothing (3.4)",
    ),
    said(
        "level",
        deal("all_trumps", 3, [129, 129]),
        "0 12 level: Level: the defenders write their 129 rounded down, 12 (3.5, 5.5)",
        "1 0 hangs: Level: the declarer’s side writes nothing; the whole deal is 26, hanging: 14 (3.5, 5.5)",
    ),
    said(
        "level, rounded to the nearest",
        deal("all_trumps", 3, [129, 129]),
        "0 13 level: Level: the defenders write their 129 rounded, 13 (3.5, 5.5)",
        "1 0 hangs: Level: the declarer’s side writes nothing; the whole deal is 26, hanging: 13 (3.5, 5.5)",
        preset="classic",
    ),
    said(
        "contra",
        deal("hearts", 0, [62, 100], doubling="contra"),
        "1 16 whole_deal: The side with more points writes the whole deal: 162, rounded 16 (3.6, 5.4)",
        "1 16 contra: Contra doubles it: 16 × 2 = 32 (3.6, 5.6)",
        "0 0 gives_up: After contra the side with fewer points writes nothing (3.6)",
    ),
    said(
        "recontra, multiplied before rounding",
        deal("hearts", 0, [100, 62], doubling="recontra"),
        "0 65 recontra: Recontra quadruples the whole deal: 162 × 4 = 648, rounded 65 (3.6, 5.6)",
        "1 0 gives_up: After recontra the side with fewer points writes nothing (3.6)",
        doubling_order="before_rounding",
    ),
    said(
        "contra, level",
        deal("hearts", 0, [81, 81], doubling="contra"),
        "0 0 hangs: Level after contra: neither side writes; hanging: 162, rounded 16, × 2 = 32 (3.7, 5.6)",
        "1 0 hangs: Level after contra: neither side writes; hanging: 162, rounded 16, × 2 = 32 (3.7, 5.6)",
    ),
    said(
        "recontra, level, before rounding",
        deal("hearts", 0, [81, 81], doubling="recontra"),
        "0 0 hangs: Level after recontra: neither side writes; hanging: 162 × 4 = 648, rounded 65 (3.7, 5.6)",
        "1 0 hangs: Level after recontra: neither side writes; hanging: 162 × 4 = 648, rounded 65 (3.7, 5.6)",
        doubling_order="before_rounding",
    ),
    said(
        "a capot after contra that does not count",
        deal("hearts", 1, [162, 0], capot=0, doubling="contra"),
        "0 90 raw capot: Capot: every trick taken (4.10)",
        "0 25 whole_deal: The defenders write the whole deal: 252, rounded 25 (3.4, 5.4)",
        "1 0 gives_up: The declarer’s side has fewer points, so it writes nothing (3.4)",
        "0 0 doubling_cancelled: With a capot contra and recontra do not count (4.11)",
        capot_doubling="cancelled",
    ),
    said(
        "a capot after contra",
        deal("hearts", 0, [162, 0], capot=0, doubling="contra"),
        "0 90 raw capot: Capot: every trick taken (4.10)",
        "0 25 whole_deal: The side with more points writes the whole deal: 252, rounded 25 (3.6, 5.4)",
        "0 25 contra: Contra doubles it: 25 × 2 = 50 (3.6, 5.6, 4.11)",
        "1 0 gives_up: After contra the side with fewer points writes nothing (3.6)",
        capot_doubling="multiplied",
    ),
    said("passed out", PASS, "0 0 passed_out: All passed: no points (1.6)"),
    said(
        "a penalty", {"kind": "penalty", "side": 0}, "1 16 penalty: Penalty: given to the wronged side (6.1)"
    ),
    said(
        "a penalty taken from the offenders",
        {"kind": "penalty", "side": 0, "points": 20},
        "0 -20 penalty: Penalty: taken from the side at fault (6.1)",
        penalty_mode="deduct",
    ),
    said(
        "declarations",
        deal(
            "hearts",
            0,
            [100, 62],
            declarations=[
                sequence(0, 3, "9", "spades"),
                sequence(1, 4, "10"),
                carre(2, "Q"),
                carre(3, "J"),
                belote(2),
            ],
        ),
        f"0 0 raw sequence_lost: Tierce to the 9 of spades: {LOST} sequence (4.6)",
        "1 50 raw sequence: Quarte to the 10 (4.2)",
        f"0 0 raw carre_lost: Carre of queens: {LOST} carre (4.7)",
        "1 200 raw carre: Carre of jacks (4.3)",
        "0 20 raw belote: Belote in hearts (4.9)",
        "1 43 whole_deal: The defenders write the whole deal: 432, rounded 43 (3.4, 5.4)",
        "0 0 gives_up: The declarer’s side has fewer points, so it writes nothing (3.4)",
    ),
    said(
        "long sequences",
        deal(
            "all_trumps",
            0,
            [158, 100],
            declarations=[sequence(0, 6, "A", "clubs"), sequence(2, 5, "A"), belote(2, "hearts")],
        ),
        "0 100 raw sequence: 6-card quinte to the ace of clubs (4.2)",
        "0 100 raw sequence: Quinte to the ace (4.2)",
        "0 20 raw belote: Belote in hearts (4.9)",
        "0 38 rounded: 378 ends in 8: at all trumps 5 and more is rounded up (3.3, 5.2)",
        "1 10 rounded: 100 / 10 = 10 (3.3, 5.2)",
    ),
    said(
        "declarations that are level",
        deal(
            "all_trumps", 0, [158, 100], declarations=[sequence(0, 3, "Q", "diamonds"), sequence(1, 3, "Q")]
        ),
        f"0 0 raw sequences_level: Tierce to the queen of diamonds: {EQUAL} (4.6)",
        f"1 0 raw sequences_level: Tierce to the queen: {EQUAL} (4.6)",
        "0 16 rounded: 158 ends in 8: at all trumps 5 and more is rounded up (3.3, 5.2)",
        "1 10 rounded: 100 / 10 = 10 (3.3, 5.2)",
    ),
    said(
        "the longest",
        deal("all_trumps", 0, [158, 100], declarations=[sequence(2, 7, "K")]),
        "0 100 raw sequence: 7-card quinte to the king (4.2)",
        "0 26 rounded: 258 ends in 8: at all trumps 5 and more is rounded up (3.3, 5.2)",
        "1 10 rounded: 100 / 10 = 10 (3.3, 5.2)",
    ),
)
def test_every_line_says_what_it_is_for_and_by_which_articles(entry, rules, lines):
    tricks = [f"{side} {points} {TRICKS}" for side, points in enumerate(entry.get("trick_points", ()))]
    assert read_lines(sheet(entry, **rules)["entries"][0]) == [*tricks, *lines]


def test_1_6_that_all_passed_is_no_side_s_own_line():
    rows = score_match(document(PASS, deal("hearts", 0, [82, 80])), GAMES, Report()).entries
    assert [{line.shared for line in row.lines} for row in rows] == [{True}, {False}]


CAPOT = deal("hearts", 0, [162, 0], capot=0)
LEVEL = deal("spades", 0, [81, 81])
HEARTS = deal("hearts", 0, [100, 62])
INSIDE = deal("hearts", 0, [60, 102])


def test_what_hung_is_collected_by_a_line_of_its_own():
    collected = "hanging_collected: The points that hung go to the side with more points in this deal (3.8)"
    assert read_lines(sheet(LEVEL, HEARTS)["entries"][1])[-1] == f"0 8 {collected}"
    assert (
        read_lines(sheet(LEVEL, PASS, {**HEARTS, "trick_points": [62, 100]})["entries"][2])[-1]
        == f"1 8 {collected}"
    )


REACHED = "points are reached, and the highest total wins."


@cases(
    "entries, rules, ending",
    ([], {}, "target_not_reached: The target of 151 points is not reached yet. (3.9)"),
    ([CAPOT], {"target": 26}, "target_not_reached: The target of 26 points is not reached yet. (3.9)"),
    ([HEARTS], {"target": 10}, f"target_reached: The 10 {REACHED} (3.9)"),
    (
        [deal("hearts", 0, [82, 80])],
        {"target": 8},
        "level: Level at the top: play goes on until one side leads. (3.9)",
    ),
    ([CAPOT], {"target": 25}, "capot: The match does not end on a capot: the next deal decides. (3.10)"),
    ([CAPOT], {"target": 25, "capot_ends_match": True}, f"target_reached: The 25 {REACHED} (3.9, 3.10)"),
    (
        [LEVEL],
        {"target": 8, "hanging_ends_match": False},
        "hanging: Points hang, so the next deal decides. (3.11)",
    ),
    ([LEVEL], {"target": 8}, f"target_reached: The 8 {REACHED} (3.9, 3.11)"),
    (
        [INSIDE],
        {"target": 16, "inside_ends_match": False},
        "inside: The match does not end on a deal that was inside: the next deal decides. (7.1)",
    ),
    (
        [{"kind": "penalty", "side": 0}],
        {"target": 16, "penalty_ends_match": False},
        "penalty: The match does not end at a penalty: the next deal decides. (7.1)",
    ),
    (
        [INSIDE],
        {"target": 16, "own_game_ends_match": True},
        "own_game: The side that leads has to win with a contract of its own, made in the last deal. (7.2)",
    ),
    (
        [{"kind": "penalty", "side": 0}],
        {"target": 16, "writer_ends_match": True},
        "writer: The side that leads has to write points in the deal that ends the match. (7.2)",
    ),
)
def test_why_a_match_goes_on_or_is_over_is_said_with_its_article(entries, rules, ending):
    hinders = not ending.startswith("target")
    assert read_ending(sheet(*entries, **rules)) == ending
    assert score_match(document(*entries, **rules), GAMES, Report()).because.hinders is hinders


def test_a_capot_that_wins_at_once_says_so():
    text = "A capot with which its side has 25 points ends the match at once."
    assert read_ending(sheet(CAPOT, target=25, capot_target=True)) == f"capot_wins: {text} (7.3)"


def test_7_6_what_a_level_deal_writes_is_said_with_who_rounds_up_at_the_digit_in_doubt():
    """At 106 each the defenders write 11, so the rule does not say that 6 goes down."""
    rules = {"hanging_rounding": "nearest", "problem_digit": "defenders"}
    said_of_rules = put_in_a_line(GAMES["belot"], rules, 4, str)
    assert "6 in a suit and 4 at all trumps go down, unless the defenders round them up" in said_of_rules
