"""People who come and go: another person sits down, one joins, one leaves."""

import pytest

from scorekeeper.games import score
from tests.cases import cases
from tests.documents import match_document
from tests.games.escoba.deals import make_deal

NAMES = ["Ana", "Boris", "Vera", "Georgi"]
NINA = {"kind": "players", "seat": 1, "name": "Nína"}
JOIN = {"kind": "players", "join": "Nína", "total": 120}


def leave(seat):
    return {"kind": "players", "leave": seat}


def hands(*left):
    return {"kind": "deal", "hands": list(left)}


def counts(*cards, seven=0):
    """A deal of Eskoba in which only cards differ: the golds and sevens are the first side's."""
    first = next(side for side, one in enumerate(cards) if one is not None)
    only = [None if one is None else 0 for one in cards]
    golds, sevens = only.copy(), only.copy()
    golds[first], sevens[first] = 10, 4
    return make_deal(only, list(cards), golds, sevens, seven, kind="deal")


def match(game, entries, names=NAMES, **rules):
    return match_document(game, names, list(entries), rules=rules)


def scored(game, *entries, names=NAMES, **rules):
    sheet, good = score(match(game, entries, names, **rules))
    assert good, sheet
    return sheet


def errors(game, *entries, names=NAMES, **rules):
    found, good = score(match(game, entries, names, **rules))
    assert not good, found
    assert all(one["message"] for one in found["errors"])
    return [(one["path"], one["code"]) for one in found["errors"]]


def test_9_6_another_person_sits_down_and_nothing_else_changes():
    deal = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [90, 72]}
    sheet = scored("belot", deal, NINA, deal)
    before, row, after = sheet["entries"]
    assert row["players"] == ["Ana", "Nína", "Vera", "Georgi"]
    assert (row["scores"], row["totals"]) == ([0, 0], before["totals"])
    assert "dealer" not in row
    assert [line["cites"] for line in row["lines"]] == [["belot 9.6"]]
    assert [before["dealer"], after["dealer"], sheet["next_dealer"]] == [0, 1, 2]
    assert [side["name"] for side in sheet["sides"]] == ["Ana & Vera", "Nína & Georgi"]


def test_9_6_a_sentence_names_who_sat_there_then():
    two_deals = {"contracts": [{"runs": 1, "sets": 2}], "deals_per_round": 2}
    sheet = scored("kinaskak", hands(0, {"low": 3}), NINA, hands(0, {"low": 3}), names=NAMES[:2], **two_deals)
    told = [" ".join(finding["message"] for finding in entry["findings"]) for entry in sheet["entries"]]
    assert ("Boris" in told[0], "Nína" in told[0]) == (True, False)
    assert ("Boris" in told[2], "Nína" in told[2]) == (False, True)


@pytest.mark.parametrize("game", ["belot", "kani", "escoba", "kinaskak"])
def test_9_6_who_left_a_seat_may_sit_down_at_another(game):
    back = {"kind": "players", "seat": 3, "name": "Boris"}
    sheet = scored(game, NINA, back)
    assert sheet["entries"][-1]["players"] == ["Ana", "Nína", "Vera", "Boris"]


def test_9_7_who_joins_has_the_last_seat_and_the_total_that_is_given():
    sheet = scored("kinaskak", hands(0, 15, 40, 205), JOIN, hands(5, 0, 5, 5, 10))
    first, joined, deal = sheet["entries"]
    assert len(first["scores"]) == len(first["totals"]) == 4, "rows before a join keep their length"
    assert joined["totals"] == [0, 15, 40, 205, 120]
    assert joined["scores"] == [0, 0, 0, 0, 120]
    assert [(line["side"], line["points"]) for line in joined["lines"]] == [(4, 120)]
    assert deal["totals"] == [5, 15, 45, 210, 130]
    assert [deal["dealer"], sheet["next_dealer"]] == [1, 2], "the seat due to deal stays due"
    assert sheet["sides"][4] == {"name": "Nína", "seats": [4]}


def test_9_7_who_leaves_is_passed_by_and_comes_last():
    sheet = scored("kinaskak", hands(15, 0, 40, 205), leave(1), hands(5, None, 0, 5), hands(0, None, 5, 5))
    _first, left, second, third = sheet["entries"]
    assert left["players"] == NAMES
    assert (left["scores"], left["totals"]) == ([0] * 4, [15, 0, 40, 205])
    assert second["scores"] == [5, 0, 0, 5]
    assert [second["dealer"], third["dealer"], sheet["next_dealer"]] == [2, 3, 0], (
        "the deal passes a closed seat by"
    )
    assert {line["side"] for line in second["lines"]} == {0, 2, 3}
    assert sheet["totals"] == [20, 0, 45, 215]
    assert sheet["ranking"] == [0, 2, 3, 1]


def test_9_7_several_who_left_come_last_in_side_order():
    names = [*NAMES, "Dóra", "Egill"]
    sheet = scored("kinaskak", hands(0, 5, 5, 5, 5, 5), leave(4), leave(1), names=names)
    assert sheet["ranking"] == [0, 2, 3, 5, 1, 4]


def test_9_7_who_left_never_wins():
    one_round = {"contracts": [{"runs": 1, "sets": 1}], "last_round_exact": False, "deals_per_round": 2}
    sheet = scored("kinaskak", hands(0, 15, 40, 205), leave(0), hands(None, 0, 5, 5), **one_round)
    assert (sheet["status"], sheet["winners"], sheet["totals"][0]) == ("finished", [1], 0)


def test_9_7_the_seat_due_to_deal_stays_due_and_if_it_leaves_the_next_that_plays():
    stays = scored("kinaskak", leave(3))
    gone = scored("kinaskak", leave(0), leave(1))
    assert (stays["next_dealer"], gone["next_dealer"]) == (0, 2)


def test_9_7_facts_are_named_by_the_seats_of_all_who_ever_sat_there():
    most = {"cards": 3, "golds": None, "sevens": 0}
    deal = {"kind": "deal", "most": most, "seven_of_golds": 3, "escobas": [1, None, 0, 2], "under_ten": [2]}
    sheet = scored("escoba", leave(1), deal, partnerships=False)
    row = sheet["entries"][1]
    assert row["scores"] == [2, 0, 0, 4]
    plays = {
        "kind": "deal",
        "dealer": 3,
        "table": ["1B", "3B", "4C", "6S"],
        "plays": [{"seat": 1, "card": "7B"}],
    }
    assert ("entries[1].plays[0].seat", "seat_left") in errors("escoba", leave(1), plays, partnerships=False)


def test_9_7_one_blank_besides_is_still_worked_out():
    sheet = scored("escoba", leave(2), counts(20, 10, None, 10), partnerships=False)
    blank = counts(20, 10, None, None)
    blank["golds"] = [10, 0, None, 0]
    blank["sevens"] = [4, 0, None, 0]
    blank["escobas"] = [0, 0, None, 0]
    assert (
        sheet["entries"][1]["scores"]
        == scored("escoba", leave(2), blank, partnerships=False)["entries"][1]["scores"]
    )


def test_9_7_six_become_four_in_two_entries():
    names = [*NAMES, "Dóra", "Egill"]
    sheet = scored(
        "escoba", leave(5), leave(4), counts(13, 9, 9, 9, None, None), names=names, partnerships=False
    )
    assert sheet["entries"][2]["scores"][4:] == [0, 0]
    asked = errors("escoba", leave(5), counts(13, 9, 9, 5, 4, None), names=names, partnerships=False)
    assert asked == [("entries[1]", "players_count")]


def test_9_7_who_is_left_alone_above_the_target_has_won():
    level = counts(15, 15, 10)
    level["escobas"] = [0, 6, 0]
    sheet = scored("escoba", level, leave(0), names=NAMES[:3], target=5)
    assert (sheet["status"], sheet["winners"]) == ("finished", [1])


@cases(
    "per_round, entries, rounds, deals_left",
    # two played the first round: one deal each; the third who joins in it makes it no longer
    ("players", [hands(0, 5), JOIN, hands(5, 0, 5), hands(0, 5, 5)], [1, 1, 1, 2], 2),
    # who joins between two rounds deals once in the next
    ("players", [hands(0, 5), hands(0, 5), JOIN, hands(5, 0, 5)], [1, 1, 2, 2], 2),
    ("players", [hands(0, 5), hands(0, 5), JOIN, *[hands(5, 0, 5)] * 3], [1, 1, 2, 2, 2, 2], 0),
    (2, [hands(0, 5), JOIN, hands(5, 0, 5)], [1, 1, 1], 2),
)
def test_9_7_a_round_has_as_many_deals_as_play_at_its_first(per_round, entries, rounds, deals_left):
    rules = {
        "contracts": [{"runs": 1, "sets": 1}] * 2,
        "last_round_exact": False,
        "deals_per_round": per_round,
    }
    sheet = scored("kinaskak", *entries, names=NAMES[:2], **rules)
    assert [row["round"] for row in sheet["entries"]] == rounds
    if deals_left:
        assert sheet["ending"]["text"].startswith(str(deals_left))
    assert (sheet["status"] == "finished") is (deals_left == 0)


@cases(
    "game, entries, found",
    ("belot", [{"kind": "players", "seat": 4, "name": "Nína"}], [("entries[0].seat", "unknown_seat")]),
    ("belot", [{"kind": "players", "seat": 1, "name": " "}], [("entries[0].name", "blank_name")]),
    ("belot", [{"kind": "players", "seat": 1, "name": "ana"}], [("entries[0].name", "same_name")]),
    ("belot", [{"kind": "players", "seat": 1}], [("entries[0].name", "missing")]),
    ("belot", [{"kind": "players"}], [("entries[0].seat", "missing"), ("entries[0].name", "missing")]),
    ("belot", [JOIN], [("entries[0].join", "not_played")]),
    ("kani", [leave(0)], [("entries[0].leave", "not_played")]),
    ("kinaskak", [{**JOIN, "join": "VERA"}], [("entries[0].join", "same_name")]),
    ("kinaskak", [{"kind": "players", "join": "Nína"}], [("entries[0].total", "missing")]),
    ("kinaskak", [{**JOIN, "seat": 2}], [("entries[0].seat", "unknown_field")]),
    ("kinaskak", [leave(7)], [("entries[0].leave", "unknown_seat")]),
    ("kinaskak", [leave(1), leave(1)], [("entries[1].leave", "seat_left")]),
    ("kinaskak", [leave(1), NINA], [("entries[1].seat", "seat_left")]),
    ("kinaskak", [leave(1), hands(0, 5, 5, 5)], [("entries[1].hands[1]", "seat_left")]),
    ("kinaskak", [leave(1), hands(0, None, 5)], [("entries[1].hands", "list_length")]),
    ("kinaskak", [leave(1), hands(0, None, 5, "x")], [("entries[1].hands[3]", "wrong_type")]),
    ("kinaskak", [leave(1), {**hands(0, None, 5, 63)}], [("entries[1].hands[3]", "points_impossible")]),
    ("kinaskak", [leave(1), {**hands(0, None, 5, 5), "dealer": 1}], [("entries[1].dealer", "seat_left")]),
    (
        "kinaskak",
        [leave(1), {"kind": "deal", "decided": [1, 2, 3, 4], "reason": "so"}],
        [("entries[1].decided[1]", "seat_left")],
    ),
    (
        "kinaskak",
        [leave(1), {"kind": "adjustment", "scores": [0, 5, 0, 0], "reason": "so"}],
        [("entries[1].scores[1]", "seat_left")],
    ),
    ("kinaskak", [leave(1), {"kind": "end", "winners": [1]}], [("entries[1].winners[0]", "seat_left")]),
    ("kinaskak", [leave(0), leave(1), leave(2), leave(3)], [("entries[3].leave", "players_count")]),
    ("kinaskak", [{**JOIN, "join": f"N{n}"} for n in range(5)], [("entries[4].join", "too_many")]),
    ("escoba", [{**JOIN, "total": 31}], [("entries[0].total", "over_at_start")]),
)
def test_9_what_is_wrong_with_it_is_said_where_it_is(game, entries, found):
    rules = {"partnerships": False} if game == "escoba" else {}
    assert errors(game, *entries, **rules) == found


def test_9_7_partners_neither_come_nor_go():
    assert errors("escoba", leave(0), partnerships=True) == [("entries[0].leave", "not_played")]


def test_9_7_no_player_joins_or_leaves_after_the_end():
    one_round = {"contracts": [{"runs": 1, "sets": 1}], "last_round_exact": False}
    assert errors("kinaskak", hands(0, 5, 5, 5), leave(0), **one_round) == [("entries[1].leave", "after_end")]
    assert errors("kinaskak", hands(0, 5, 5, 5), JOIN, **one_round) == [("entries[1].join", "after_end")]


def test_9_6_who_sits_down_after_the_end_changes_no_name():
    one_round = {"contracts": [{"runs": 1, "sets": 1}], "last_round_exact": False}
    sheet = scored("kinaskak", hands(0, 5, 5, 5), NINA, **one_round)
    assert [side["name"] for side in sheet["sides"]] == NAMES
    assert [finding["code"] for finding in sheet["entries"][1]["findings"]] == ["after_end"]


def test_9_7_the_packs_that_would_not_be_enough_are_told_at_the_next_deal():
    rules = {"packs": 1, "jokers": 3, "cards_dealt": 13}
    few = scored("kinaskak", JOIN, names=NAMES[:4], packs=2, jokers=0, cards_dealt=13)
    assert len(few["sides"]) == 5
    assert errors("kinaskak", JOIN, hands(0, 5, 5, 5, 5), **rules) == [("entries[1]", "players_count")]


def test_9_7_points_of_an_adjustment_may_be_nothing_for_who_left():
    for nothing in (0, None):
        entry = {"kind": "adjustment", "scores": [5, nothing, 0, 0], "reason": "so"}
        assert scored("kinaskak", leave(1), entry)["totals"] == [5, 0, 0, 0]
