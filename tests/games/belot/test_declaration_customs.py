"""Declarations by the customs of a table: equal sequences, one contest for all, sides without a trick, no trumps."""

import pytest

from scorekeeper.games import rule, score
from tests.cases import cases
from tests.games.belot.deals import belote, carre, deal, document, premiums, score_deal, sequence, sheet

TIERCES = [sequence(1, 3, "A", "hearts"), sequence(2, 3, "A", "clubs")]
FIRST, TRUMP = {"equal_sequences": "first"}, {"equal_sequences": "trump"}
TOGETHER, ALL = {"contest": "together"}, {"carres": "all"}


@cases(
    "rules, contract, declarations, expected",
    ({}, "hearts", TIERCES, [0, 0]),
    # the deal was dealt by seat 0, so seat 1 is first
    (FIRST, "hearts", TIERCES, [0, 20]),
    (FIRST, "hearts", TIERCES[::-1], [0, 20]),
    (FIRST, "hearts", [sequence(0, 3, "A"), sequence(3, 3, "A")], [0, 20]),
    (FIRST, "hearts", [*TIERCES, sequence(0, 3, "9")], [0, 20]),
    (FIRST, "hearts", [*TIERCES, sequence(2, 4, "J")], [70, 0]),
    (FIRST, "all_trumps", [*TIERCES, sequence(3, 3, "9")], [0, 40]),
    (TRUMP, "hearts", TIERCES, [0, 20]),
    (TRUMP, "clubs", TIERCES, [20, 0]),
    (TRUMP, "spades", TIERCES, [0, 0]),
    (TRUMP, "all_trumps", TIERCES, [0, 0]),
    (TRUMP, "all_trumps", [sequence(1, 3, "A"), sequence(2, 3, "A")], [0, 0]),
    (TOGETHER, "hearts", [carre(0, "9"), sequence(1, 5, "A")], [150, 0]),
    (TOGETHER, "hearts", [carre(0, "Q"), sequence(1, 3, "9"), carre(1, "A")], [0, 120]),
    (TOGETHER, "hearts", [carre(0, "9"), sequence(2, 3, "A"), sequence(1, 4, "A")], [170, 0]),
    (TOGETHER, "hearts", [carre(0, "9"), belote(1)], [150, 20]),
    (TOGETHER, "hearts", [carre(0, "9"), *TIERCES[:1]], [150, 0]),
    (TOGETHER, "hearts", TIERCES, [0, 0]),
    ({**TOGETHER, **FIRST}, "hearts", TIERCES, [0, 20]),
    ({**TOGETHER, **TRUMP}, "hearts", [carre(0, "9"), sequence(1, 3, "A"), sequence(2, 3, "A")], [170, 0]),
    (ALL, "hearts", [carre(0, "J"), carre(1, "9")], [200, 150]),
    (ALL, "hearts", [carre(0, "Q"), carre(1, "A"), sequence(1, 3, "J"), sequence(2, 3, "10")], [100, 120]),
    ({"carres_at_no_trumps": True}, "no_trumps", [carre(0, "J")], [200, 0]),
    ({"carres_at_no_trumps": True}, "no_trumps", [carre(0, "J"), carre(1, "9")], [200, 0]),
    ({"carres_at_no_trumps": True, **ALL}, "no_trumps", [carre(0, "A"), carre(1, "9")], [100, 150]),
)
def test_whose_declarations_count_by_custom(rules, contract, declarations, expected):
    assert premiums(declarations, contract, **rules) == expected


@pytest.mark.parametrize("first_dealer", range(4))
def test_belot_7_12_the_first_player_after_the_dealer_goes_before(first_dealer):
    suits = ("clubs", "diamonds", "hearts", "spades")
    announced = [sequence(seat, 3, "A", suit) for seat, suit in enumerate(suits)]
    match = document(deal("all_trumps", 0, [158, 100], declarations=announced), **FIRST)
    found, good = score({**match, "first_dealer": first_dealer})
    assert good, found
    counted = [line["side"] for line in found["entries"][0]["lines"] if line["code"] == "sequence"]
    assert set(counted) == {(first_dealer + 1) % 2}


KINDS = ("sequence", "carre", "belote")


@cases(
    "kept, declarations, expected",
    (True, [sequence(1, 3, "A")], [0, 20]),
    (False, [sequence(1, 3, "A")], [0, 0]),
    (False, [sequence(1, 4, "A"), sequence(0, 3, "9")], [20, 0]),
    (False, [carre(1, "9"), carre(2, "Q")], [100, 0]),
    (False, [sequence(1, 3, "A"), belote(3)], [0, 20]),
)
def test_belot_7_14_a_side_without_a_trick(kept, declarations, expected):
    played = {**deal("hearts", 0, [162, 0], capot=0), "declarations": declarations}
    row = sheet(played, trickless_declarations=kept)["entries"][0]
    counted = [line for line in row["lines"] if line["code"] in KINDS]
    assert [sum(line["points"] for line in counted if line["side"] == side) for side in (0, 1)] == expected
    fallen = [line["cites"] for line in row["lines"] if line["code"] == "trickless"]
    assert fallen == [["belot 7.14"]] * (len(declarations) - len(counted))


@cases(
    "rules, contract, declarations, expected",
    (TRUMP, "hearts", [sequence(1, 3, "A"), sequence(2, 3, "A")], ["[0].suit", "[1].suit"]),
    (TRUMP, "hearts", [TIERCES[0], sequence(2, 3, "A")], ["[1].suit"]),
    (TRUMP, "hearts", [sequence(1, 3, "9"), *TIERCES], []),
    (TRUMP, "hearts", [sequence(1, 3, "A"), sequence(2, 4, "A")], []),
    (TRUMP, "all_trumps", [sequence(1, 3, "A"), sequence(2, 3, "A")], []),
    (FIRST, "hearts", [sequence(1, 3, "A"), sequence(2, 3, "A")], []),
)
def test_belot_7_12_trumps_decide_only_between_suits_that_are_named(rules, contract, declarations, expected):
    found, good = score_deal(declarations, contract, **rules)
    errors = [] if good else found["errors"]
    assert [error["path"].removeprefix("entries[0].declarations") for error in errors] == expected
    assert {(error["code"], *error["cites"]) for error in errors} <= {("suit_needed", "belot 7.12")}


def test_belot_7_15_nothing_but_carres_at_no_trumps():
    announced = [carre(0, "J"), sequence(1, 3, "A"), belote(1, "hearts")]
    found, good = score_deal(announced, "no_trumps", carres_at_no_trumps=True)
    assert not good
    assert [(error["path"], error["code"], error["cites"]) for error in found["errors"]] == [
        (f"entries[0].declarations[{place}]", "nothing_at_no_trumps", ["belot 7.15"]) for place in (1, 2)
    ]


def test_belot_7_15_a_carre_at_no_trumps_is_not_doubled():
    row = sheet(deal("no_trumps", 0, [70, 60], declarations=[carre(1, "A")]), carres_at_no_trumps=True)[
        "entries"
    ][0]
    assert row["raw"] == [140, 220]
    assert row["scores"] == [0, 36]


def test_belot_7_13_carres_cannot_all_count_in_one_contest():
    found, good = score(document(deal("hearts", 0, [100, 62]), contest="together", carres="all"))
    assert not good
    assert [(error["path"], error["code"], error["cites"]) for error in found["errors"]] == [
        ("rules.carres", "impossible_rules", ["belot 7.13"])
    ]


def ask(question, rules, **values):
    found, good = rule(
        {"format": "scorekeeper-question/1", "game": "belot", "question": question, "rules": rules, **values}
    )
    assert good, found
    return found


@cases(
    "question, values, result",
    ("declarations", {"dealer": 0}, {"counted": [0], "points": [0, 20], "refused": []}),
    ("declarations", {"dealer": 1}, {"counted": [1], "points": [20, 0], "refused": []}),
    ("declarations", {}, {"counted": [0], "points": [0, 20], "refused": []}),
)
def test_belot_7_12_the_desk_asks_who_dealt(question, values, result):
    found = ask(question, FIRST, contract="hearts", declarations=TIERCES, **values)
    assert found["result"] == result
    assert "belot 7.12" in [cite for reason in found["reasons"] for cite in reason["cites"]]


@pytest.mark.parametrize(("dealer", "raw"), [(0, [100, 82]), (1, [120, 62])])
def test_belot_7_12_why_a_deal_is_written_depends_on_who_dealt(dealer, raw):
    found = ask(
        "score",
        FIRST,
        contract="hearts",
        declarer=0,
        trick_points=[100, 62],
        declarations=TIERCES,
        dealer=dealer,
    )
    assert found["result"]["raw"] == raw


@pytest.mark.parametrize(("dealer", "counts"), [(0, [100, 82]), (1, [120, 62])])
def test_belot_7_12_two_counts_fit_by_who_dealt(dealer, counts):
    given = {"contract": "hearts", "trick_points": [100, 62], "raw": counts, "declarations": TIERCES}
    assert ask("mismatch", FIRST, counts=given, dealer=dealer)["result"]["slips"] == []
    assert ask("mismatch", FIRST, counts=given, dealer=1 - dealer)["result"]["slips"] != []


@pytest.mark.parametrize(("allowed", "found"), [(False, []), (True, [("carre", "K")])])
def test_belot_7_15_what_a_hand_may_announce_at_no_trumps(allowed, found):
    hand = ["10S", "JS", "QS", "KS", "AC", "KC", "KD", "KH"]
    result = ask("find_declarations", {"carres_at_no_trumps": allowed}, hand=hand, contract="no_trumps")[
        "result"
    ]
    assert [(one["kind"], one.get("rank")) for one in result["declarations"]] == found


@cases(
    "rules, contract, announced, cited",
    ({"carres_at_no_trumps": True}, "no_trumps", [carre(0, "A")], "belot 7.15"),
    (ALL, "hearts", [carre(0, "A"), carre(1, "9")], "belot 7.13"),
    (ALL, "hearts", [carre(0, "A")], None),
)
def test_a_carre_that_counts_by_a_custom_names_it(rules, contract, announced, cited):
    found, _good = score_deal(announced, contract, **rules)
    lines = [line["cites"] for line in found["entries"][0]["lines"] if line["code"] == "carre"]
    ruling = ask("declarations", rules, contract=contract, declarations=announced)
    for cites in (*lines, *(reason["cites"] for reason in ruling["reasons"])):
        assert {"belot 7.13", "belot 7.15"} & {*cites} == ({cited} if cited else set())


def test_belot_7_15_a_hand_that_announces_at_no_trumps_names_the_custom():
    hand = ["AS", "AH", "AC", "AD", "7S", "8H", "9C", "QD"]
    found = ask("find_declarations", {"carres_at_no_trumps": True}, hand=hand, contract="no_trumps")
    assert found["reasons"][0]["cites"] == ["belot 4.3", "belot 7.15"]


def test_belot_7_15_a_sequence_at_no_trumps_is_not_said_to_be_missing():
    hand = ["10S", "JS", "QS", "KS", "AC", "KC", "KD", "7H"]
    found = ask("find_declarations", {"carres_at_no_trumps": True}, hand=hand, contract="no_trumps")
    assert found["reasons"] == [{"text": "At no trumps only carres are announced.", "cites": ["belot 7.15"]}]


@cases(
    "rules, announced, counts, cited",
    ({}, [sequence(0, 3, "K"), sequence(1, 4, "A")], [120, 112], ["belot 4.6"]),
    ({"contest": "together"}, [sequence(0, 3, "K"), carre(1, "A")], [120, 162], ["belot 7.13"]),
    (FIRST, [sequence(0, 3, "K"), sequence(1, 3, "K")], [120, 82], ["belot 7.12"]),
)
def test_a_premium_that_was_counted_and_does_not_count_names_the_custom(rules, announced, counts, cited):
    given = {"contract": "hearts", "trick_points": [100, 62], "raw": counts, "declarations": announced}
    found = ask("mismatch", rules, counts=given, dealer=3)["reasons"]
    assert cited in [reason["cites"] for reason in found if "does not count" in reason["text"]]


@cases(
    "before",
    ({"kind": "penalty"},),
    ({"kind": "pass"},),
    ({"kind": "void", "redeal": 1},),
    ({"kind": "deal", "contract": "pass", "dealer": 7},),
)
def test_belot_7_12_who_dealt_need_not_be_known_for_every_problem_to_be_named(before):
    later = deal("hearts", 0, [100, 62], declarations=TIERCES)
    found, good = score(document(before, later, **FIRST))
    assert not good
    assert [error["path"].partition(".")[0] for error in found["errors"]] == ["entries[0]"]
