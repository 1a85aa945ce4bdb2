"""What deals of Belot come to, by article: rounding, hanging points, contra, capot, the end and the penalty."""

import pytest

from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.core.text import render
from scorekeeper.games import GAMES, score
from tests.cases import case, cases
from tests.games.belot.deals import PASS, belote, deal, document, sequence, sheet

BELOT = GAMES["belot"]


QUINTE = [sequence(1, 5, "A")]
CAPOT = deal("hearts", 0, [162, 0], capot=0)
LEVEL = deal("spades", 0, [81, 81])
HEARTS = deal("hearts", 0, [100, 62])
INSIDE = deal("hearts", 0, [60, 102])
EVEN = deal("hearts", 0, [82, 80])
PENALTY = {"kind": "penalty", "side": 0}


@cases(
    "contract, points, written",
    case("belot 5.1: 56-106, the smaller side goes up", "hearts", [56, 106], [6, 10]),
    case("belot 5.1: 6-156, the smaller side goes up", "hearts", [156, 6], [15, 1]),
    case("belot 5.1: 5 down, 7 up", "clubs", [85, 77], [8, 8]),
    case("belot 5.1: nothing to round, and 2 down", "diamonds", [100, 62], [10, 6]),
    case("belot 5.1: 9 up, 3 down", "spades", [99, 63], [10, 6]),
    case("belot 5.1: 4 down, 8 up", "spades", [84, 78], [8, 8]),
    case("belot 5.1: 1 down twice", "spades", [91, 71], [9, 7]),
    case("belot 5.2: 34-224, the smaller side goes up", "all_trumps", [34, 224], [4, 22]),
    case("belot 5.2: 3 down, 5 up", "all_trumps", [133, 125], [13, 13]),
    case("belot 5.2: 9 up twice", "all_trumps", [139, 119], [14, 12]),
    case("belot 5.2: 2 down, 6 up", "all_trumps", [132, 126], [13, 13]),
    case("belot 5.3: doubled, 4 down, 6 up", "no_trumps", [72, 58], [14, 12]),
    case("belot 5.3: doubled, 2 down, 8 up", "no_trumps", [71, 59], [14, 12]),
    case("belot 5.3: doubled tens", "no_trumps", [70, 60], [14, 12]),
)
def test_both_sides_round_by_the_contract_s_last_digit(contract, points, written):
    declarer = 0 if points[0] > points[1] else 1
    row = sheet(deal(contract, declarer, points))["entries"][0]
    assert row["outcome"] == "made"
    assert row["scores"] == written


def test_belot_5_2_164_to_194_is_written_17_to_19():
    row = sheet(deal("all_trumps", 1, [164, 94], declarations=QUINTE))["entries"][0]
    assert row["raw"] == [164, 194]
    assert row["scores"] == [17, 19]


@cases(
    "declarer, outcome, scores",
    case("belot 3.4: the declarer's side has 80, its opponents write 16", 0, "inside", [0, 16]),
    case("belot 3.3: 82 is more than 80, though both write 8", 1, "made", [8, 8]),
    case("belot 3.4: seat 2 declares for side 0", 2, "inside", [0, 16]),
    case("belot 3.3: seat 3 declares for side 1", 3, "made", [8, 8]),
)
def test_exact_points_decide_whether_a_contract_is_made(declarer, outcome, scores):
    row = sheet(deal("hearts", declarer, [80, 82]))["entries"][0]
    assert (row["outcome"], row["scores"]) == (outcome, scores)


def test_belot_3_4_the_defenders_write_the_premiums_of_the_declarer_s_side_too():
    row = sheet(deal("hearts", 0, [20, 142], declarations=[sequence(0, 5, "A")]))["entries"][0]
    assert row["raw"] == [120, 142]
    assert row["scores"] == [0, 26]


@pytest.mark.parametrize("preset", ["tournament", "classic"])
@cases(
    "contract, points, declarations, tournament, classic",
    case("belot 5.5: 81 in a suit", "hearts", [81, 81], [], (8, 8), (8, 8)),
    case("belot 5.5: 106 in a suit", "hearts", [56, 106], [sequence(0, 4, "A")], (10, 11), (10, 11)),
    case("belot 5.5: 129 at all trumps", "all_trumps", [129, 129], [], (12, 14), (13, 13)),
    case("belot 5.5: 139", "all_trumps", [119, 139], [belote(0, "clubs")], (13, 15), (14, 14)),
    case("belot 5.5: 154", "all_trumps", [104, 154], [sequence(0, 4, "A")], (15, 16), (15, 16)),
    case("belot 5.5: 130 at no trumps", "no_trumps", [65, 65], [], (13, 13), (13, 13)),
)
def test_a_level_deal_is_written_by_the_defenders_and_the_rest_hangs(
    preset, contract, points, declarations, tournament, classic
):
    expected = tournament if preset == "tournament" else classic
    found = sheet(deal(contract, 3, points, declarations=declarations), preset=preset)
    row = found["entries"][0]
    assert row["outcome"] == "hanging"
    assert row["scores"] == [expected[0], 0]
    assert row["pending"] == found["pending"] == expected[1]


@cases(
    "following, scores, pending",
    case("made", HEARTS, [18, 6], 0),
    case("inside", deal("hearts", 0, [62, 100]), [0, 24], 0),
    case("after contra, unmultiplied", deal("hearts", 0, [62, 100], doubling="contra"), [0, 40], 0),
    case("a capot", deal("hearts", 1, [162, 0], capot=0), [33, 0], 0),
    case("passed out: it goes on hanging", PASS, [0, 0], 8),
    case("level again: it adds up", LEVEL, [0, 8], 16),
    case("level after recontra", deal("spades", 0, [81, 81], doubling="recontra"), [0, 0], 72),
)
def test_belot_3_8_hanging_points_go_to_the_side_with_more_raw_points(following, scores, pending):
    found = sheet(LEVEL, following)
    assert found["entries"][1]["scores"] == scores
    assert found["entries"][1]["pending"] == found["pending"] == pending


def test_belot_1_6_a_deal_that_all_passed_is_worth_nothing():
    row = sheet(PASS)["entries"][0]
    assert (row["outcome"], row["raw"], row["scores"]) == ("passed_out", [0, 0], [0, 0])


def test_belot_3_8_pending_stands_on_every_kind_of_entry():
    kinds = [
        {"kind": "void", "reason": "a card lay face up"},
        PENALTY,
        {"kind": "adjustment", "scores": [1, 0], "reason": "late"},
        {"kind": "end"},
    ]
    assert [row["pending"] for row in sheet(LEVEL, *kinds)["entries"]] == [8, 8, 8, 8, 8]


@cases(
    "contract, doubling, after, before",
    case("belot 5.6: 162, contra", "hearts", "contra", 32, 32),
    case("belot 5.6: 162, recontra", "hearts", "recontra", 64, 65),
    case("belot 5.6: 258, contra", "all_trumps", "contra", 52, 52),
    case("belot 5.6: 258, recontra", "all_trumps", "recontra", 104, 103),
    case("belot 5.6: 260, contra", "no_trumps", "contra", 52, 52),
    case("belot 5.6: 260, recontra", "no_trumps", "recontra", 104, 104),
)
@pytest.mark.parametrize("declarer", [0, 1])
def test_contra_gives_the_multiplied_deal_to_the_side_with_more(contract, doubling, after, before, declarer):
    total = {"hearts": 162, "all_trumps": 258, "no_trumps": 130}[contract]
    points = [total - 30, 30]
    for order, written in (("after_rounding", after), ("before_rounding", before)):
        row = sheet(deal(contract, declarer, points, doubling=doubling), doubling_order=order)["entries"][0]
        assert row["scores"] == [written, 0]
        assert row["outcome"] == ("made" if declarer == 0 else "inside")
        half = total // 2
        level = sheet(deal(contract, declarer, [half, half], doubling=doubling), doubling_order=order)[
            "entries"
        ][0]
        assert (level["scores"], level["pending"], level["outcome"]) == ([0, 0], written, "hanging")


def test_belot_3_6_premiums_are_multiplied_too():
    row = sheet(deal("hearts", 0, [100, 62], doubling="contra", declarations=[sequence(1, 3, "A")]))[
        "entries"
    ][0]
    assert row["raw"] == [100, 82]
    assert row["scores"] == [36, 0]


@cases(
    "contract, points, raw, scores",
    case("belot 4.10: 252 in a suit", "hearts", [162, 0], [252, 0], [25, 0]),
    case("belot 4.10: 348 at all trumps", "all_trumps", [258, 0], [348, 0], [35, 0]),
    case("belot 3.2: at no trumps the 90 are not doubled", "no_trumps", [130, 0], [350, 0], [35, 0]),
    case("belot 4.10: a blank is worked out", "no_trumps", [None, 0], [350, 0], [35, 0]),
)
def test_a_capot_adds_ninety(contract, points, raw, scores):
    row = sheet(deal(contract, 0, points, capot=0))["entries"][0]
    assert (row["raw"], row["scores"], row["outcome"], row["findings"]) == (raw, scores, "made", [])


@cases(
    "option, declarer, scores, outcome",
    case("belot 4.11: scored as if there had been no contra", "cancelled", 0, [25, 10], "made"),
    case("belot 4.11: cancelled, and the declarer is inside", "cancelled", 1, [35, 0], "inside"),
    case("belot 4.11: the whole deal twice", "multiplied", 0, [70, 0], "made"),
    case("belot 4.11: the whole deal twice, declarer inside", "multiplied", 1, [70, 0], "inside"),
)
def test_contra_and_a_capot(option, declarer, scores, outcome):
    facts = deal("hearts", declarer, [162, 0], capot=0, doubling="contra", declarations=QUINTE)
    row = sheet(facts, capot_doubling=option)["entries"][0]
    assert row["raw"] == [252, 100]
    assert (row["scores"], row["outcome"]) == (scores, outcome)
    if option == "cancelled":
        plain = sheet(deal("hearts", declarer, [162, 0], capot=0, declarations=QUINTE))["entries"][0]
        assert (plain["scores"], plain["raw"], plain["outcome"]) == (scores, row["raw"], outcome)


@pytest.mark.parametrize("order", ["after_rounding", "before_rounding"])
@pytest.mark.parametrize("doubling", ["contra", "recontra"])
def test_belot_4_11_is_cited_where_a_capot_is_multiplied_and_only_there(doubling, order):
    def list_cites(points, **more):
        row = sheet(
            deal("hearts", 0, points, doubling=doubling, **more),
            capot_doubling="multiplied",
            doubling_order=order,
        )["entries"][0]
        return next(line["cites"] for line in row["lines"] if line["code"] == doubling)

    assert list_cites([162, 0], capot=0) == ["belot 3.6", "belot 5.6", "belot 4.11"]
    assert list_cites([102, 60]) == ["belot 3.6", "belot 5.6"]


BELOTE_OF_0 = belote(0)
NOT_INSIDE, NOT_PENALTY = {"inside_ends_match": False}, {"penalty_ends_match": False}
OWN_GAME = {"own_game_ends_match": True}


@cases(
    "entries, rules, winners",
    case("belot 3.9: the target is enough", [HEARTS], {"target": 10}, [0]),
    case("belot 3.9: one point short", [HEARTS], {"target": 11}, []),
    case("belot 3.9: both past, the higher", [HEARTS], {"target": 6}, [0]),
    case("belot 3.9: level, play on", [EVEN], {"target": 8}, []),
    case("belot 3.9: until one leads", [EVEN, deal("hearts", 1, [62, 100])], {"target": 8}, [1]),
    case("belot 3.10: not on a capot", [CAPOT], {"target": 25}, []),
    case("belot 3.10: unless agreed", [CAPOT], {"target": 25, "capot_ends_match": True}, [0]),
    case("belot 3.10: nor on a passed-out deal after it", [CAPOT, PASS], {"target": 25}, []),
    case("belot 3.10: nor on another capot", [CAPOT, PASS, CAPOT], {"target": 25}, []),
    case(
        "belot 3.10: nor on a penalty after it", [CAPOT, {"kind": "penalty", "side": 1}], {"target": 25}, []
    ),
    case(
        "belot 3.10: the next deal decides",
        [CAPOT, deal("hearts", 1, [0, 162], doubling="recontra")],
        {"target": 25},
        [1],
    ),
    case("belot 3.11: points may hang at the end", [CAPOT, LEVEL], {"target": 25}, [0]),
    case("belot 3.11: unless agreed", [LEVEL], {"target": 8, "hanging_ends_match": False}, []),
    case(
        "belot 3.11: the deal that wins them ends it",
        [LEVEL, PASS, HEARTS],
        {"target": 8, "hanging_ends_match": False},
        [0],
    ),
    case("belot 6.1: a penalty may end it", [PENALTY], {"target": 16}, [1]),
    case("belot 9.3: people may stop while points hang", [LEVEL, {"kind": "end"}], {}, [1]),
    case("belot 7.1: inside ends it", [INSIDE], {"target": 16}, [1]),
    case("belot 7.1: not where the table says so", [INSIDE], {"target": 16, **NOT_INSIDE}, []),
    case("belot 7.1: nor when all pass after it", [INSIDE, PASS], {"target": 16, **NOT_INSIDE}, []),
    case("belot 7.1: the next deal decides", [INSIDE, HEARTS], {"target": 16, **NOT_INSIDE}, [1]),
    case("belot 7.1: not at a penalty", [PENALTY], {"target": 16, **NOT_PENALTY}, []),
    case("belot 7.1: a pass is no deal", [PENALTY, PASS], {"target": 16, **NOT_PENALTY}, []),
    case("belot 7.1: once a deal is played after it", [PENALTY, HEARTS], {"target": 16, **NOT_PENALTY}, [1]),
    case("belot 7.2: own game", [HEARTS], {"target": 10, **OWN_GAME}, [0]),
    case("belot 7.2: inside is no game of one's own", [INSIDE], {"target": 16, **OWN_GAME}, []),
    case(
        "belot 7.2: who leads, with the last deal made",
        [deal("hearts", 0, [82, 80], declarations=[BELOTE_OF_0]), deal("hearts", 1, [62, 100])],
        {"target": 18, **OWN_GAME},
        [1],
    ),
    case(
        "belot 7.2: a contract of the other side ends nothing",
        [HEARTS, deal("hearts", 1, [80, 82]), deal("hearts", 1, [80, 82])],
        {"target": 18, **OWN_GAME},
        [],
    ),
    case(
        "belot 7.2: no deal is none of one's own",
        [{"kind": "adjustment", "scores": [20, 0], "reason": "on paper"}],
        {"target": 18, **OWN_GAME},
        [],
    ),
    case(
        "belot 7.2: the side that leads writes",
        [HEARTS, deal("hearts", 0, [42, 120])],
        {"target": 22, "writer_ends_match": True},
        [1],
    ),
    case(
        "belot 7.2: the side that leads wrote nothing",
        [{"kind": "adjustment", "scores": [30, 0], "reason": "on paper"}, INSIDE],
        {"target": 22, "writer_ends_match": True},
        [],
    ),
    case("belot 7.3: a capot wins at once", [CAPOT], {"target": 25, "capot_target": True}, [0]),
    case("belot 7.3: one point short", [CAPOT], {"target": 26, "capot_target": True}, []),
    case(
        "belot 7.3: also against a higher total",
        [{**PENALTY, "points": 40}, CAPOT],
        {"target": 25, "capot_target": True, "penalty_ends_match": False},
        [0],
    ),
    case(
        "belot 7.3: an arbiter takes no win away",
        [CAPOT, {"kind": "adjustment", "scores": [0, 40], "reason": "counted again"}],
        {"target": 25, "capot_target": True},
        [0],
    ),
    case(
        "belot 7.3: the capot has to reach it, not the arbiter",
        [CAPOT, {"kind": "adjustment", "scores": [10, 0], "reason": "counted again"}],
        {"target": 30, "capot_target": True},
        [],
    ),
    case("belot 7.4: after two deals", [LEVEL, CAPOT], {"target": None, "max_deals": 2}, [0]),
    case("belot 7.4: what hangs is lost", [CAPOT, LEVEL], {"max_deals": 2, "hanging_ends_match": False}, [0]),
    case("belot 7.4: passed out is not played", [CAPOT, PASS], {"max_deals": 2}, []),
    case("belot 7.4: level at the top", [EVEN, EVEN], {"max_deals": 2}, [0, 1]),
)
def test_the_match_ends(entries, rules, winners):
    found = sheet(*entries, **rules)
    assert found["winners"] == winners
    assert found["status"] == ("finished" if winners else "open")


@cases(
    "rules, dealers",
    case("the next seat deals", {}, [0, 1, 2]),
    case("belot 7.5: the same seat deals again", {"same_dealer_after_pass": True}, [0, 0, 1]),
)
def test_who_deals_after_a_deal_that_all_passed(rules, dealers):
    found = sheet(PASS, HEARTS, **rules)
    assert [*(row["dealer"] for row in found["entries"]), found["next_dealer"]] == dealers


def test_belot_7_4_a_match_needs_points_to_win_or_a_number_of_deals():
    found, good = score({**document(), "rules": {"target": None}})
    assert not good
    assert [(one["path"], one["code"]) for one in found["errors"]] == [("rules.target", "target_needed")]


def test_belot_9_4_a_deal_after_the_end_counts_for_nothing_and_keeps_what_hangs():
    found = sheet(LEVEL, HEARTS, target=8)
    row = found["entries"][1]
    assert (row["outcome"], row["scores"], row["raw"], row["pending"]) == ("after_end", [0, 0], [0, 0], 8)


QUARTE = {"player": 1, "kind": "sequence", "length": 4, "top": "A"}
NINE_HIGH = {"player": 0, "kind": "sequence", "length": 3, "top": "9"}
BONUS_SINGLE, DOUBLED_ONCE = {"capot_doubling": "bonus_single"}, {"declarations_doubled": False}
BEFORE = {"doubling_order": "before_rounding"}
LEVEL_AT_106 = deal("hearts", 0, [106, 56], declarations=[QUARTE])
WITH_TIERCE = deal("hearts", 0, [100, 62], doubling="contra", declarations=[NINE_HIGH])


@cases(
    "entry, rules, scores, pending",
    case("belot 5.1: fewer rounds up", deal("hearts", 0, [106, 56]), {}, [10, 6], 0),
    case("belot 7.6: more rounds up", deal("hearts", 0, [106, 56]), {"problem_digit": "more"}, [11, 5], 0),
    case("belot 7.6: at all trumps", deal("all_trumps", 1, [34, 224]), {"problem_digit": "more"}, [3, 23], 0),
    case("belot 7.6: defenders", deal("hearts", 0, [106, 56]), {"problem_digit": "defenders"}, [10, 6], 0),
    case(
        "belot 7.6: defenders of a level deal",
        LEVEL_AT_106,
        {"problem_digit": "defenders", "hanging_rounding": "nearest"},
        [0, 11],
        10,
    ),
    case("belot 5.5: but not where it goes down", LEVEL_AT_106, {"problem_digit": "defenders"}, [0, 10], 11),
    case(
        "belot 7.6: no side of a level deal has more",
        LEVEL_AT_106,
        {"problem_digit": "more", "hanging_rounding": "nearest"},
        [0, 10],
        11,
    ),
    case("belot 7.9: all of it hangs", LEVEL_AT_106, {"hanging_rounding": "all"}, [0, 0], 21),
    case("belot 3.6: 182 is 18, and 36", WITH_TIERCE, {}, [36, 0], 0),
    case("belot 7.7: 16, 32, and 2 once", WITH_TIERCE, DOUBLED_ONCE, [34, 0], 0),
    case(
        "belot 7.7: 648 is 65, and 2 once",
        {**WITH_TIERCE, "doubling": "recontra"},
        {**DOUBLED_ONCE, **BEFORE},
        [67, 0],
        0,
    ),
    case(
        "belot 7.7: so it hangs",
        deal("hearts", 0, [71, 91], doubling="contra", declarations=[NINE_HIGH]),
        DOUBLED_ONCE,
        [0, 0],
        34,
    ),
    case(
        "belot 7.7: without contra nothing changes",
        deal("hearts", 0, [100, 62], declarations=[NINE_HIGH]),
        DOUBLED_ONCE,
        [12, 6],
        0,
    ),
    case(
        "belot 4.11: where a capot cancels contra nothing changes",
        {**CAPOT, "doubling": "contra", "declarations": [NINE_HIGH]},
        DOUBLED_ONCE,
        [27, 0],
        0,
    ),
    case("belot 4.11: 32, and 9 once", {**CAPOT, "doubling": "contra"}, BONUS_SINGLE, [41, 0], 0),
    case("belot 4.11: 64, and 9 once", {**CAPOT, "doubling": "recontra"}, BONUS_SINGLE, [73, 0], 0),
    case(
        "belot 7.7, 4.11: 32, and 11 once",
        {**CAPOT, "doubling": "contra", "declarations": [NINE_HIGH]},
        {**BONUS_SINGLE, **DOUBLED_ONCE},
        [43, 0],
        0,
    ),
    case(
        "belot 7.8: 260 and 180",
        deal("no_trumps", 0, [130, 0], capot=0),
        {"capot_at_no_trumps": 180},
        [44, 0],
        0,
    ),
    case(
        "belot 7.8, 4.11: 52, and 18 once",
        deal("no_trumps", 0, [130, 0], capot=0, doubling="contra"),
        {"capot_at_no_trumps": 180, **BONUS_SINGLE},
        [70, 0],
        0,
    ),
    case("belot 7.8: not in a suit", CAPOT, {"capot_at_no_trumps": 180}, [25, 0], 0),
)
def test_what_a_custom_makes_of_a_deal(entry, rules, scores, pending):
    row = sheet(entry, **rules)["entries"][0]
    assert (row["scores"], row["pending"]) == (scores, pending)


@cases(
    "last, rules, scores",
    case("belot 3.8: what hung is not multiplied", {"doubling": "contra"}, {}, [40, 0]),
    case("belot 7.9: 32 and 8 × 2", {"doubling": "contra"}, {"hanging_doubled": True}, [48, 0]),
    case("belot 7.9: 64 and 8 × 4", {"doubling": "recontra"}, {"hanging_doubled": True}, [96, 0]),
    case("belot 7.9: without contra once", {}, {"hanging_doubled": True}, [18, 6]),
    case(
        "belot 7.9, 4.11: a capot cancels it",
        {"doubling": "contra", "trick_points": [162, 0], "capot": 0},
        {"hanging_doubled": True},
        [33, 0],
    ),
    case(
        "belot 7.9: 50 and 8 × 2",
        {"doubling": "contra", "trick_points": [162, 0], "capot": 0},
        {"hanging_doubled": True, "capot_doubling": "multiplied"},
        [66, 0],
    ),
)
def test_what_hung_with_contra(last, rules, scores):
    found = sheet(LEVEL, {**HEARTS, **last}, **rules)["entries"][1]
    assert (found["scores"], found["pending"]) == (scores, 0)


@pytest.mark.parametrize("points", [0, 90, 100, 180, 181])
def test_belot_7_8_a_capot_at_no_trumps_is_90_or_180(points):
    found, good = score({**document(), "rules": {"capot_at_no_trumps": points}})
    assert good is (points in (90, 180))
    codes = {0: "out_of_range", 100: "unknown_choice", 181: "out_of_range"}
    assert [one["code"] for one in found.get("errors", [])] == ([codes[points]] if points in codes else [])


@cases(
    "side, due, dealer",
    case("seat 1 has first call", 0, 0, 0),
    case("seat 2 is on the side at fault, so seat 2 deals and seat 3 calls", 0, 1, 2),
    case("seat 3 has first call", 0, 2, 2),
    case("seat 0 is on the side at fault", 0, 3, 0),
    case("seat 1 is on the side at fault", 1, 0, 1),
    case("seat 2 has first call", 1, 1, 1),
    case("seat 3 is on the side at fault", 1, 2, 3),
    case("seat 0 has first call", 1, 3, 3),
)
def test_belot_6_2_the_wronged_side_calls_first(side, due, dealer):
    found, good = score({**document({"kind": "penalty", "side": side}), "first_dealer": due})
    assert good
    assert found["next_dealer"] == dealer
    assert (dealer + 1) % 4 % 2 != side


@cases(
    "rules, more, scores",
    case("belot 6.1: 16 to the other side", {}, {}, [0, 16]),
    case("belot 6.1: 26 at most tables", {"preset": "classic"}, {}, [0, 26]),
    case("belot 6.1: taken from the offenders", {"penalty_mode": "deduct"}, {}, [-16, 0]),
    case("belot 6.1: as much as the table says", {"penalty_points": 5}, {}, [0, 5]),
    case("belot 6.1: or as the entry says", {}, {"points": 26}, [0, 26]),
    case("belot 6.1: by the other side", {}, {"side": 1}, [16, 0]),
    case("belot 6.1: taken from the others", {"penalty_mode": "deduct"}, {"side": 1}, [0, -16]),
)
def test_the_penalty_is_written_points(rules, more, scores):
    row = sheet({"kind": "penalty", "side": 0, "reason": "bid out of turn", **more}, **rules)["entries"][0]
    assert row["scores"] == scores


NO_TRUMPS = {**HEARTS, "contract": "no_trumps", "trick_points": [70, 60]}
TIERCE = {"player": 1, "kind": "sequence", "length": 3, "top": "K", "suit": "spades"}
LOWER = {"player": 2, "kind": "sequence", "length": 3, "top": "Q"}
BELOTE = {"player": 1, "kind": "belote"}


@cases(
    "facts, full, short",
    (HEARTS, "hearts by Ана: 100–62", "Ана ♥ 100–62"),
    ({**HEARTS, "doubling": "contra"}, "hearts, contra, by Ана: 100–62", "Ана ♥ contra 100–62"),
    (CAPOT, "hearts by Ана: 162–0, capot", "Ана ♥ 162–0 · capot"),
    (
        {**CAPOT, "doubling": "recontra"},
        "hearts, recontra, by Ана: 162–0, capot",
        "Ана ♥ recontra 162–0 · capot",
    ),
    (NO_TRUMPS, "no trumps by Ана: 70–60", "Ана no trumps 70–60"),
    (PASS, "All passed", "All passed"),
    (
        {**HEARTS, "declarations": [TIERCE, BELOTE, LOWER], "dealer": 2},
        (
            "hearts by Ана: 100–62 · Boris: Tierce to the king of spades +20 · Boris: Belote in hearts +20"
            " · Vera: Tierce to the queen: does not count, the other side has the highest sequence · Dealer: Vera"
        ),
        (
            "Ана ♥ 100–62 · Boris: Tierce to the king · Boris: Belote in hearts"
            " · Vera: Tierce to the queen, did not count"
        ),
    ),
    ids=["plain", "contra", "a capot", "both", "no trumps", "passed out", "declarations"],
)
def test_a_deal_in_one_line(facts, full, short):
    table = Table(BELOT.seat(4, None), ("Ана", "Boris", "Vera", "Georgi"), BELOT.default_rules(4).options)
    assert render(entry_text(facts, BELOT, table)) == full
    assert render(entry_text(facts, BELOT, table, short=True)) == short


def test_a_declaration_that_does_not_count_is_no_mark_of_its_deal():
    lines = sheet({"kind": "deal", **HEARTS, "declarations": [TIERCE, BELOTE, LOWER]})["entries"][0]["lines"]
    marked = [(line["side"], line["points"]) for line in lines if line["code"] in BELOT.marks]
    assert marked == [(1, 20), (1, 20)]


@pytest.mark.parametrize("order", ["after_rounding", "before_rounding"])
@pytest.mark.parametrize("points", [[100, 62], [81, 81]])
def test_3_6_3_7_a_recontra_is_explained_as_a_recontra(points, order):
    found = {
        doubling: [
            line["text"]
            for line in sheet(deal("hearts", 0, points, doubling=doubling), doubling_order=order)["entries"][
                0
            ]["lines"]
            if line["code"] in ("gives_up", "hangs")
        ]
        for doubling in ("contra", "recontra")
    }
    assert found["contra"]
    assert not [text for text in found["contra"] if "after contra" not in text.lower()]
    assert len(found["recontra"]) == len(found["contra"])
    assert not [text for text in found["recontra"] if "after recontra" not in text.lower()]
