"""A deal in words: two deals that differ in anything that counts never read the same, in any language."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.match import read_match
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import fold
from scorekeeper.core.scoring.parts import DealLine
from scorekeeper.core.scoring.sentence import deal_text, entry_drawing, entry_text, list_differences
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import LANGUAGES, catalogue
from tests.cases import cases
from tests.games.escoba.deals import make_deal
from tests.soak import in_soak

pytestmark = pytest.mark.long

NAMES = ("Ana", "Boris", "Vera", "Georgi", "Ivo", "Jón", "Anna", "Iñaki")
STEPS = (-2, -1, 1, 2)


class Deal(NamedTuple):
    """A deal by itself: what it counts and by which articles, and what is said of it, in full and in short."""

    entry: dict[str, Any]
    counts: str
    scores: tuple[int, ...]
    full: tuple[str, ...]
    short: tuple[str, ...]


def score_alone(document: dict[str, Any], entry: dict[str, Any]) -> Deal | None:
    """The deal alone in its match; None where it is not possible."""
    report = Report()
    match = read_match({**document, "entries": [entry]}, GAMES, report)
    if match is None:
        return None
    sheet: Sheet = fold(match, report)
    if report.errors:
        return None
    row = sheet.entries[0]
    found = [
        [line.side, line.points, line.code, str(line.text) if line.points else "", line.cites, line.unit]
        for line in row.lines
    ]
    counts = json.dumps([row.outcome, row.raw, row.scores, found, sheet.winners, row.dealer])

    def say(short: bool) -> tuple[str, ...]:
        text = entry_text(entry, match.game, match.table, short=short)
        return tuple(render(text, catalogue(code) if code != "en" else None) for code in LANGUAGES)

    return Deal(entry, counts, row.scores, say(False), say(True))


def change_one(value: Any, others: list[Any]) -> Iterator[Any]:
    """A value with one thing in it different: another of its kind, a little more or less, a swap, one left out."""
    yield from others
    if type(value) is bool:
        yield not value
    elif type(value) is int:
        yield from (value + step for step in STEPS)
    elif type(value) is list:
        for index, part in enumerate(value):
            yield from ([*value[:index], one, *value[index + 1 :]] for one in change_one(part, []))
            yield value[:index] + value[index + 1 :]
            for other in range(index + 1, len(value)):
                swapped = list(value)
                swapped[index], swapped[other] = value[other], value[index]
                yield swapped
                if type(part) is int and type(value[other]) is int:
                    yield [
                        one + 1 if place == index else one - 1 if place == other else one
                        for place, one in enumerate(value)
                    ]
    elif type(value) is dict:
        for name, part in value.items():
            yield from ({**value, name: one} for one in change_one(part, [None]))
            yield {other: one for other, one in value.items() if other != name}


def samples(game: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every deal of the worked examples, each with the frame of its match."""
    found = []
    for example in load_examples(game):
        frame = {"format": "scorekeeper-match/1", "game": game, "players": list(NAMES[:4]), **example.match}
        found += [(frame, entry) for entry in frame["entries"] if entry["kind"] == "deal"]
    return found


@cache
def versions(game: str) -> list[tuple[Deal, Deal]]:
    """Two deals that are both possible, and differ in one field."""
    return list(_versions(game))


def _versions(game: str) -> Iterator[tuple[Deal, Deal]]:
    known = samples(game)
    values: dict[str, list[Any]] = {}
    for _frame, entry in known:
        for name, value in entry.items():
            if name not in ("kind", "note") and value not in values.setdefault(name, []):
                values[name].append(value)
    each = in_soak(1, 1 + len(known) // 8)  # of every deal and field others
    for number, (frame, entry) in enumerate(known):
        first = score_alone(frame, entry)
        if first is None:
            continue
        for turn, (name, others) in enumerate(values.items(), number):
            tried = list(change_one(entry[name], others)) if name in entry else list(others)
            for value in tried[turn % each :: each]:
                second = score_alone(frame, {**entry, name: value})
                if second is not None:
                    yield first, second
            second = score_alone(frame, {part: value for part, value in entry.items() if part != name})
            if second is not None:
                yield first, second


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("differs_in", "form"), [("counts", "full"), ("scores", "short")])
def test_two_deals_that_differ_never_read_the_same(game: str, differs_in: str, form: str) -> None:
    """In full, deals that differ in what counts; in short, deals that score differently."""
    looked_at = 0
    for one, other in versions(game):
        if getattr(one, differs_in) == getattr(other, differs_in):
            continue
        looked_at += 1
        for mine, yours in zip(getattr(one, form), getattr(other, form), strict=True):
            assert mine != yours, f"{one.entry} and {other.entry}"
    assert looked_at > 10


OTHERS = [
    ({"kind": "void"}, "Void deal"),
    ({"kind": "void", "redeal": False}, "Void deal · the next seat deals"),
    ({"kind": "penalty", "side": 1}, "Penalty · Boris & Georgi"),
    ({"kind": "penalty", "side": 1, "points": 20}, "Penalty · Boris & Georgi · Points: 20"),
    ({"kind": "adjustment", "scores": [0, -10], "reason": "late"}, "Adjustment · Boris & Georgi −10"),
    (
        {"kind": "adjustment", "scores": [5, -10], "reason": "late"},
        "Adjustment · Ana & Vera +5, Boris & Georgi −10",
    ),
    ({"kind": "end"}, "Stopped here"),
    ({"kind": "end", "winners": [0]}, "Stopped here · Winners: Ana & Vera"),
    ({"kind": "end", "winners": []}, "Stopped here · Abandoned: no winner"),
    ({"kind": "deal", "contract": "nothing"}, "Deal"),
    ({"kind": "adjustment", "scores": "many"}, "Adjustment"),
    ({"kind": "adjustment", "scores": [5], "reason": "late"}, "Adjustment"),
    ({"kind": "adjustment", "scores": [0, 0], "reason": "late"}, "Adjustment"),
    ({"kind": "penalty", "side": 7}, "Penalty"),
]


@pytest.mark.parametrize(("entry", "words"), OTHERS)
def test_every_kind_of_entry_says_what_it_moves(entry: dict[str, Any], words: str) -> None:
    document = {"format": "scorekeeper-match/1", "game": "belot", "players": list(NAMES[:4]), "entries": []}
    match = read_match(document, GAMES, Report())
    assert str(entry_text(entry, match.game, match.table)) == words


def test_a_penalty_that_a_game_does_not_know_names_the_side_at_fault() -> None:
    document = {"format": "scorekeeper-match/1", "game": "kani", "players": list(NAMES[:4]), "entries": []}
    match = read_match(document, GAMES, Report())
    said = entry_text({"kind": "penalty", "side": 1, "points": 3}, match.game, match.table)
    assert str(said) == "Penalty · Boris"


HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}


WORDS, DRAWN = "hearts by Ana: 100–62", "Ana ♥ 100–62"


@cases(
    "entry, full, short",
    (HEARTS, WORDS, DRAWN),
    ({name: HEARTS[name] for name in HEARTS if name != "kind"}, WORDS, DRAWN),
    ({**HEARTS, "dealer": 0}, f"{WORDS} · Dealer: Ana", DRAWN),
    ({**HEARTS, "dealer": 3}, f"{WORDS} · Dealer: Georgi", DRAWN),
    ({**HEARTS, "dealer": 4}, WORDS, DRAWN),
    ({**HEARTS, "dealer": -1}, WORDS, DRAWN),
    ({**HEARTS, "dealer": True}, WORDS, DRAWN),
    ({**HEARTS, "declarer": 4}, "Deal", "Deal"),
    ({"contract": "hearts"}, "Deal", "Deal"),
)
def test_a_deal_is_said_in_full_with_who_dealt_and_in_short(
    entry: dict[str, Any], full: str, short: str
) -> None:
    document = {"format": "scorekeeper-match/1", "game": "belot", "players": list(NAMES[:4]), "entries": []}
    match = read_match(document, GAMES, Report())
    assert str(entry_text(entry, match.game, match.table)) == full
    assert str(entry_text(entry, match.game, match.table, short=True)) == short
    if full == WORDS and short == DRAWN:
        deal = match.game.read(HEARTS, "", Report(), match.table)
        assert str(deal_text(deal, match.game, match.table)) == full
        assert str(deal_text(deal, match.game, match.table, short=True)) == short


def test_a_deal_is_drawn_by_its_game_and_every_other_entry_in_short_words() -> None:
    document = {"format": "scorekeeper-match/1", "game": "belot", "players": list(NAMES[:4]), "entries": []}
    match = read_match(document, GAMES, Report())
    game, table = match.game, match.table
    assert game.line is not None
    drawn = game.line(game.read(HEARTS, "", Report(), table), table)
    assert entry_drawing(HEARTS, game, table) == drawn
    assert entry_drawing({name: HEARTS[name] for name in HEARTS if name != "kind"}, game, table) == drawn
    flawed = {**HEARTS, "declarer": 9}
    for entry in (flawed, {"kind": "deal"}, {**HEARTS, "kind": "void"}, {"kind": "end"}):
        assert entry_drawing(entry, game, table) == DealLine(by=entry_text(entry, game, table, short=True))
    plain = Game(**{**{name: getattr(game, name) for name in Game.__annotations__}, "line": None})
    dealt = {**HEARTS, "dealer": 2}
    assert entry_drawing(dealt, plain, table) == DealLine(by=entry_text(dealt, game, table, short=True))
    assert str(entry_drawing(dealt, plain, table).by) == "Ana ♥ 100–62"


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_deal_is_drawn_with_its_names_and_what_happened(game: str) -> None:
    drawn = []
    for document, entry in samples(game):
        match = read_match({**document, "entries": [entry]}, GAMES, Report())
        assert match is not None, document
        line = entry_drawing(entry, match.game, match.table)
        said = [render(part, None) for part in (line.by, line.figures, *line.marks) if part is not None]
        if not said:
            report = Report()
            lines = [one for row in fold(match, report).entries for one in row.lines]
            said = [match.game.marks[one.code] for one in lines if one.code in match.game.marks]
            said += [error.code for error in report.errors]  # the row says it in words
        drawn.append(" ".join(said))
    assert "" not in drawn, "a row of the sheet says what was played"


HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}
BELOTE = {"player": 2, "kind": "belote", "suit": "hearts"}
TIERCE = {"player": 0, "kind": "sequence", "length": 3, "top": "A", "suit": "spades"}
BID = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10, "trump": "hearts"}
PILES = make_deal([2, 1, 0, 0], [22, 10, 8, 0], [6, 4, 0, 0], [3, 1, 0, 0], 0, kind="deal")
HANDS = {"kind": "deal", "hands": [0, 45, 60, 35]}
VERSIONS: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[str, str, str]]]] = [
    ("belot", HEARTS, {**HEARTS, "trick_points": [62, None]}, [("Points from tricks", "100–62", "62–100")]),
    ("belot", HEARTS, {**HEARTS, "trick_points": [100, None]}, []),
    ("belot", HEARTS, {**HEARTS, "doubling": "contra"}, [("Contra", "None", "contra")]),
    (
        "belot",
        {**HEARTS, "declarations": [TIERCE, BELOTE]},
        {**HEARTS, "declarer": 1, "declarations": [TIERCE]},
        [("Declarer", "Ana", "Boris"), ("Vera", "Belote in hearts +20", "None")],
    ),
    (
        "belot",
        {**HEARTS, "contract": "no_trumps", "trick_points": [70, 60]},
        {"kind": "deal", "contract": "pass"},
        [
            ("Contract", "no trumps", "All passed"),
            ("Declarer", "Ana", "None"),
            ("Points from tricks", "70–60", "None"),
        ],
    ),
    ("belot", HEARTS, {"kind": "void"}, [("Deal", "hearts by Ana: 100–62", "Void deal")]),
    (
        "belot",
        {"kind": "penalty", "side": 0},
        {"kind": "penalty", "side": 1},
        [("Penalty", "Ana & Vera", "Boris & Georgi")],
    ),
    ("belot", HEARTS, {**HEARTS, "dealer": 3}, [("Dealer", "None", "Georgi")]),
    ("kani", BID, {**BID, "tricks": 8}, [("Tricks taken", "10", "8")]),
    (
        "kani",
        BID,
        {**BID, "partner": 1, "trump": "spades"},
        [("Partner", "Vera", "Boris"), ("Trump", "hearts", "spades")],
    ),
    ("escoba", PILES, {**PILES, "cards": [21, 11, 8, 0]}, [("Cards", "22–10–8–0", "21–11–8–0")]),
    (
        "kinaskak",
        HANDS,
        {**HANDS, "hands": [0, 45, 110, 35], "buys": [0, 4, 0, 0]},
        [("Boris", "45", "45; 1 buy too many, 200 each"), ("Vera", "60", "110")],
    ),
    (
        "kinaskak",
        HANDS,
        {**HANDS, "hands": [45, 0, 60, 35]},
        [("Deal", "Ana went out", "Boris went out"), ("Boris", "45", "None"), ("Ana", "None", "45")],
    ),
]


@pytest.mark.parametrize(("game", "first", "second", "differs"), VERSIONS)
def test_of_two_versions_only_the_facts_that_differ_are_told(
    game: str, first: dict[str, Any], second: dict[str, Any], differs: list[tuple[str, str, str]]
) -> None:
    document = {"format": "scorekeeper-match/1", "game": game, "players": list(NAMES[:4]), "entries": []}
    match = read_match(document, GAMES, Report())
    found = list_differences(first, second, match.game, match.table)
    assert [(str(one.label), str(one.first), str(one.second)) for one in found] == differs
