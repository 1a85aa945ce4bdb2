"""The sheet as a document: every field of it, in any language, and the figures and lines that it is made of."""

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.scores import Line
from scorekeeper.core.scoring.sheet import errors_document, finding_document, sheet_document
from scorekeeper.core.scoring.statistics import Figure, of_side
from scorekeeper.core.seating import pairs
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import catalogue
from tests.documents import match_document

MATCH = match_document(
    "belot",
    ["Ana", "Boris", "Vera", "Georgi"],
    [
        {"kind": "void", "reason": "a card lay face up"},
        {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, 42]},
        {"kind": "adjustment", "scores": [0, -5], "reason": "late"},
        {"kind": "end"},
    ],
    rules={"target": 12},
)


def line(
    side: int, points: int, code: str, text: str, *cites: str, unit: str = "written"
) -> dict[str, object]:
    cited = [f"belot {cite}" for cite in cites]
    return {"side": side, "points": points, "unit": unit, "code": code, "text": text, "cites": cited}


TRICKS = "Card points and last ten"
AFTER = "After the end of the match: not counted"
LATE = {
    "severity": "suspect",
    "path": "entries[3]",
    "code": "after_end",
    "message": "The match was over before this entry, so it does not count.",
    "cites": ["belot 9.4"],
}


def test_a_sheet_s_document_holds_every_row_and_line_with_its_reason() -> None:
    sheet = score_match(MATCH, GAMES, Report())
    assert sheet_document(sheet) == {
        "format": "scorekeeper-sheet/1",
        "game": "belot",
        "rules": sheet.rules.document(),
        "sides": [{"name": "Ana & Vera", "seats": [0, 2]}, {"name": "Boris & Georgi", "seats": [1, 3]}],
        "entries": [
            {
                "kind": "void",
                "scores": [0, 0],
                "totals": [0, 0],
                "pending": 0,
                "lines": [line(0, 0, "void", "Dealt, but without a result", "9.1")],
                "findings": [],
            },
            {
                "kind": "deal",
                "dealer": 0,
                "outcome": "made",
                "raw": [120, 42],
                "scores": [12, 4],
                "totals": [12, 4],
                "pending": 0,
                "lines": [
                    line(0, 120, "trick_points", TRICKS, "3.1", unit="raw"),
                    line(1, 42, "trick_points", TRICKS, "3.1", unit="raw"),
                    line(0, 12, "rounded", "120 / 10 = 12", "3.3", "5.1"),
                    line(1, 4, "rounded", "42 ends in 2: in a suit up to 5 is rounded down", "3.3", "5.1"),
                ],
                "findings": [],
            },
            {
                "kind": "adjustment",
                "scores": [0, -5],
                "totals": [12, -1],
                "pending": 0,
                "lines": [line(1, -5, "adjustment", "Adjusted by the arbiter", "9.2")],
                "findings": [],
            },
            {
                "kind": "end",
                "outcome": "after_end",
                "scores": [0, 0],
                "totals": [12, -1],
                "pending": 0,
                "lines": [line(0, 0, "after_end", AFTER, "9.4")],
                "findings": [LATE],
            },
        ],
        "totals": [12, -1],
        "pending": 0,
        "status": "finished",
        "winners": [0],
        "ranking": [0, 1],
        "next_dealer": None,
        "ending": {
            "code": "adjusted",
            "text": "Totals were adjusted after the end: the best total wins.",
            "cites": ["belot 9.2"],
            "entry": 1,
        },
    }


def test_every_sentence_of_a_sheet_is_in_the_language_asked_for() -> None:
    bulgarian = catalogue("bg")
    sheet = score_match(MATCH, GAMES, Report())
    english, said = sheet_document(sheet), sheet_document(sheet, bulgarian)
    assert said["ending"]["text"] not in ("", english["ending"]["text"])
    for mine, yours in zip(english["entries"], said["entries"], strict=True):
        for one, other in zip(mine["lines"], yours["lines"], strict=True):
            assert one["text"] != other["text"] or not any(letter.isalpha() for letter in one["text"])
        for one, other in zip(mine["findings"], yours["findings"], strict=True):
            assert one["message"] != other["message"]
    late = sheet.entries[3].findings[0]
    assert finding_document(late) == LATE
    problem = {name: LATE[name] for name in ("path", "code", "message", "cites")}
    assert errors_document([late]) == {"errors": [problem]}
    translated = said["entries"][3]["findings"][0]["message"]
    assert errors_document([late], bulgarian) == {"errors": [{**problem, "message": translated}]}


def test_a_line_explains_where_its_sentence_says_more_than_figures() -> None:
    figures = T("{raw} / 10 = {points}", raw=120, points=12)
    words = T("Card points and last ten")
    for text, explains in (
        (words, True),
        (figures, False),
        (T("{a}: {b}", a=figures, b=words), True),
        (T("{a}: {b}", a=figures, b="hearts"), False),
    ):
        assert Line(0, 12, "rounded", text, ()).explains is explains


def test_a_figure_of_a_side_is_one_of_each_of_its_seats() -> None:
    assert list(of_side(pairs(4), 1, "made", 3)) == [Figure((1,), "made", 3), Figure((3,), "made", 3)]
