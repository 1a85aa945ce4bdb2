"""The table of ``scorekeeper score``: 80 columns with any contents."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cli.console import WIDTH, columns_of, print_sheet
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from tests.documents import match_document
from tests.soak import examples


def table(game, players, *entries, explain=False, **more):
    """What a terminal shows of a match, line by line."""
    document = {**match_document(game, list(players), list(entries)), **more}
    report, out = Report(), io.StringIO()
    sheet = score_match(document, GAMES, report)
    assert sheet is not None, report.errors
    print_sheet(sheet, document, None, out, explain=explain)
    return out.getvalue().splitlines()


def find_words(lines):
    """What stands between the two rules, beside the numbers."""
    first, last = (number for number, line in enumerate(lines) if line.startswith("─"))
    return " ".join(line[4:47].partition("   ")[0].strip() for line in lines[first + 1 : last])


def adjustment(*scores, reason="r"):
    return {"kind": "adjustment", "scores": list(scores), "reason": reason}


@pytest.mark.parametrize(
    ("rules", "title"),
    [
        ({}, "Belot · Tournament: the tournament rules to the letter"),
        (
            {"preset": "classic", "quinte_ranking": "one_class"},
            "Belot · Classic: as most tables in Bulgaria play",
        ),
        (
            {"target": 101, "carres_at_no_trumps": True, "contest": "together", "capot_ends_match": True},
            (
                "Belot · Tournament, but: points to win: 101; a match may end on a capot; sequences and carres: "
                "are compared together: any carre is higher than any sequence; carres are announced at no trumps"
            ),
        ),
    ],
)
def test_the_title_names_the_house_rules_beside_the_preset(rules, title):
    lines = table("belot", "ABCD", {"contract": "pass"} | {"kind": "deal"}, rules=rules)
    assert " ".join(lines[: next(at for at, line in enumerate(lines) if "A & C" in line)]) == title
    assert max(map(columns_of, lines)) <= WIDTH


ADDRESS = "https://example.org/" + "letters" * 9 + "abc"


def test_a_word_longer_than_its_column_is_broken_and_nothing_of_it_is_lost():
    lines = table("belot", "ABCD", adjustment(1, 2, reason=ADDRESS))
    assert max(map(len, lines)) <= WIDTH
    assert find_words(lines).replace(" ", "") == f"Adjustment·A&C+1,B&D+2:{ADDRESS}"


def test_a_name_without_a_blank_is_broken_too():
    lines = table("kinaskak", ["W" * 60, "B"], {"kind": "deal", "hands": [[], 5]})
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines).count("W") >= 60


@pytest.mark.parametrize("players", [2, 7, 8])
def test_numbers_as_long_as_there_can_be_never_touch(players):
    row = adjustment(*[-100_000] * players)
    lines = table("kinaskak", "ABCDEFGH"[:players], *[row] * 25)
    assert max(map(len, lines)) <= WIDTH
    assert "−100000−" not in "\n".join(lines)
    assert "\n".join(lines).count(" −2500000") >= players


def test_a_name_that_is_cut_stands_whole_above_the_columns():
    long = ["Guðmundur Hallgrímsson", "Ane"]
    lines = table("kinaskak", long, {"kind": "deal", "hands": [0, 5]})
    assert lines[1:3] == ["Guðmundur Hall… = Guðmundur Hallgrímsson", f"{'Guðmundur Hall…':>64}{'Ane':>16}"]
    widest = table("belot", ["W" * 60, "B" * 60, "V" * 60, "C" * 60], adjustment(1, 2))
    assert max(map(columns_of, widest)) <= WIDTH
    assert f"{'W' * 60} & {'V' * 60}".replace(" ", "") in "".join(widest).replace(" ", "")


@pytest.mark.parametrize("explain", [False, True])
def test_what_is_taken_off_has_a_minus_sign(explain):
    lines = table("belot", "ABCD", adjustment(0, -20), explain=explain)
    assert "−20" in "\n".join(lines)
    assert not re.search(r"-\d", "\n".join(lines))


def test_a_thousandth_entry_moves_no_column():
    lines = table("kani", "ABCD", *[{"kind": "void"}] * 1000)
    assert max(map(len, lines)) <= WIDTH
    assert lines[1002].startswith("1000 Void deal")
    assert lines[3].startswith("   1 Void deal")


def test_an_entry_is_told_by_those_who_played_it():
    entries = [
        {"kind": "deal", "hands": [0, 15, 40]},
        {"kind": "players", "join": "Nina", "total": 10},
        {"kind": "players", "seat": 0, "name": "Petra"},
        {"kind": "players", "leave": 1},
        {"kind": "deal", "hands": [0, None, 5, 20]},
    ]
    lines = table("kinaskak", ["Ana", "Boris", "Vera"], *entries, explain=True)
    told = " ".join(" ".join(lines).split())
    for words in (
        "1 Ana went out",
        "Ana +0: Went out",
        "3 Petra sits down in the place of",
        "5 Petra went out",
        "0 0 – 15 +5 45 +20 30",
        "Petra +0: Went out",
    ):
        assert words in told


def test_a_match_begun_on_paper_says_so_and_what_the_table_decided_rests_on_no_article():
    start = {"totals": [40, 26], "reason": "begun on paper"}
    decided = {"kind": "deal", "decided": [16, 0], "reason": "counted"}
    told = " ".join(" ".join(table("belot", "ABCD", decided, explain=True, start=start)).split())
    assert "Begun on paper with 40 – 26: begun on paper" in told
    assert "A & C +16: Decided at the table" in told
    assert "[]" not in told


NAMES = st.text(st.sampled_from("WwÞ李ñ\u0301 -"), min_size=1, max_size=50)
REASONS = st.text(st.sampled_from("aÞ李e\u0301 /:"), min_size=1, max_size=200).filter(str.strip)


@pytest.mark.long
@settings(max_examples=examples(150), deadline=None)
@given(
    names=st.lists(NAMES, min_size=2, max_size=8),
    scores=st.lists(st.integers(-100_000, 100_000), min_size=8, max_size=8),
    reason=REASONS,
    explain=st.booleans(),
)
def test_no_line_of_a_table_is_wider_than_80_columns(names, scores, reason, explain):
    players = [f"{number}{name}" for number, name in enumerate(names)]
    hands = [[], *[5] * (len(players) - 1)]
    entries = [
        adjustment(*scores[: len(players)], reason=reason),
        {"kind": "deal", "hands": hands},
        {"kind": "end"},
    ]
    lines = table("kinaskak", players, *entries, explain=explain)
    assert max(map(columns_of, lines)) <= WIDTH


ONCE = {
    "belot": ("ABCD", {"contract": "pass"}, "All passed"),
    "kani": ("ABCD", {"bid": "pass"}, "All passed"),
    "escoba": ("AB", {"nobody_captured": True}, "No captures"),
    "kinaskak": (
        "AB",
        {"hands": [5, 10], "stock_ran_out": True},
        "The stock ran out; 15 points left in the hands · A: 5 · B: 10",
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_what_came_of_a_deal_is_said_once(game):
    assert game in ONCE, f"ONCE lacks a deal of {game} and what the console says of it"
    players, deal, said = ONCE[game]
    lines = table(game, players, {"kind": "deal", **deal})
    assert find_words(lines) == said


def test_who_went_out_is_said_once():
    text = "\n".join(table("kinaskak", "AB", {"kind": "deal", "hands": [[], 5]}))
    assert "A went out; 5 points left in the other" in text
    assert "somebody" not in text
