"""What is wrong with a deal, as the summary above a form says it: by the name of its input, and by that name once."""

import random
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.match import FORMAT, read_match
from scorekeeper.core.reading import Table
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import fold
from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from scorekeeper.web.entry.forms import EntryForm, Problem, entry_form
from scorekeeper.web.entry.parts import missing_parts
from scorekeeper.web.site.languages import say
from tests.bending import any_rules, bent
from tests.soak import SOAK

NAMES = ["Zorrotz", "Borislav", "Vesela", "Georgi", "Hrafn", "Iker"]
TRIES = 2_000 if SOAK else 300


def table_of(game: str, names: list[str]) -> Table:
    document = {"format": FORMAT, "game": game, "players": names, "entries": []}
    match = read_match(document, GAMES, Report())
    return match.table


def find_problems(game: str, match: dict[str, Any]) -> tuple[Table, list[Finding]]:
    """Everything that is wrong with a match of one entry."""
    report = Report()
    read = read_match({"format": FORMAT, "game": game, **match}, GAMES, report)
    if read is None:
        return table_of(game, NAMES[:4]), []
    fold(read, report)
    return read.table, report.errors


def place_each(
    game: str, table: Table, entry: dict[str, Any], slug: str | None, found: list[Finding]
) -> EntryForm:
    form = entry_form(GAMES[game], entry.get("kind", "deal"), table, slug, entry=entry)
    form.place(found, "entries[0]")
    return form


def told_twice(problem: Problem) -> list[str]:
    """The names before a sentence that it says once more; which one of a list it is, such as "Call 3", stays."""
    said = say(problem.finding.text)
    before = re.split(" › |: ", problem.sentence.removesuffix(said))
    inside = [name for name in before if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said, re.IGNORECASE)]
    return [name for name in inside if name and not re.search(r"\d", name)]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_problem_says_once_what_it_is_about(application: Flask, game: str) -> None:
    chance, kinds = random.Random(game), dict[tuple[str, str], Any]()
    examples = [example.match for example in load_examples(game) if example.match["entries"]]
    for _try in range(TRIES):
        match = chance.choice(examples)
        names, rules = NAMES[: len(match.get("players", NAMES[:4]))], any_rules(chance, game)
        entry = bent(chance, chance.choice(match["entries"]), chance.choice((0.02, 0.05, 0.1)))
        if not isinstance(entry, dict) or entry.get("kind", "deal") not in ("deal", "adjustment", "penalty"):
            continue
        bad = {**match, "players": names, "rules": rules, "entries": [entry]}
        table, found = find_problems(game, bad)
        for finding in found:
            kinds.setdefault((finding.code, finding.text.msgid), (table, entry, finding))
    for language in LANGUAGES:
        with application.test_request_context(f"/?lang={language}"):
            for table, entry, finding in kinds.values():
                for way in GAMES[game].forms:
                    for problem in place_each(game, table, entry, way.slug, [finding]).problems:
                        if problem.input is None or problem.finding.code == "unknown_choice":
                            continue  # keys of the document, which no page lets anybody type
                        assert not told_twice(problem), problem.sentence
                        assert not problem.sentence.startswith(tuple(": ›"))
    assert len(kinds) > 15, sorted(kinds)


ESCOBA = {"cards": [2, 38], "golds": [3, 7], "sevens": [0, 4], "seven_of_golds": 1, "escobas": [0, 2]}
BELOT = {"contract": "hearts", "declarer": 0, "trick_points": [100, 62]}
NINE_LONG = {"player": 1, "kind": "sequence", "length": 9, "top": "A"}
NO_TOP = {"player": 1, "kind": "sequence", "length": 4}
RANGE = "Write a number from {} to {}; {} is not possible here."
# game, the way to write its deal, what is written otherwise, what is said
SENTENCES: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("escoba", "counts", {"golds": [3, 7]}, ["Ana cannot have more golds than cards."]),
    ("escoba", "counts", {"golds": [12, 7]}, ["Golds › Ana: " + RANGE.format(0, 10, 12)]),
    ("belot", "", {"declarations": [NO_TOP]}, ["Declaration 1: “Highest card” is missing."]),
    (
        "belot",
        "",
        {"declarations": [NINE_LONG]},
        ["Declaration 1 › Cards in the sequence: " + RANGE.format(3, 8, 9)],
    ),
    (
        "belot",
        "",
        {"trick_points": [100, 300]},
        ["Points from tricks › Boris & Georgi: " + RANGE.format(0, 258, 300)],
    ),
    ("belot", "", {"doubling": "never"}, ["Contra: Choose one of: contra, recontra."]),
]


@pytest.mark.parametrize(("game", "way", "changed", "expected"), SENTENCES)
def test_what_is_wrong_names_the_field_and_the_player(
    application: Flask, game: str, way: str, changed: dict[str, Any], expected: list[str]
) -> None:
    entry = {"kind": "deal", **(ESCOBA if game == "escoba" else BELOT), **changed}
    names = ["Ana", "Boris", "Vera", "Georgi"][: 2 if game == "escoba" else 4]
    table, found = find_problems(game, {"players": names, "rules": {}, "entries": [entry]})
    with application.test_request_context():
        form = place_each(game, table, entry, way or None, found)
        assert [problem.sentence for problem in form.problems] == expected


def test_a_hand_that_is_blank_yet_is_named(application: Flask) -> None:
    table = table_of("kinaskak", ["Ana", "Jón", "Vera"])
    with application.test_request_context():
        form = entry_form(GAMES["kinaskak"], "deal", table, entry={"hands": [5, None, 10]})
        form.place([one._replace(path="hands[1]") for one in missing_parts(form)])
        assert [one.sentence for one in form.problems] == [
            "Left in each hand › Jón: Still to come from here."
        ]


# the way to write the deal, what is said of a hand that is blank
BLANK = [
    ("counts", "“how many of each” is missing."),
    ("cards", "“the cards left” is missing."),
    ("hands", "“Hand” is missing."),
    ("points", "“their points” is missing."),
]


@pytest.mark.parametrize(("way", "said"), BLANK)
def test_a_blank_hand_names_no_way_that_the_form_does_not_have(
    application: Flask, way: str, said: str
) -> None:
    entry = {"kind": "deal", "hands": [5, None, 0]}
    table, found = find_problems("kinaskak", {"players": ["Ana", "Jón", "Vera"], "entries": [entry]})
    with application.test_request_context():
        form = place_each("kinaskak", table, entry, way, found)
        assert [one.sentence for one in form.problems] == [f"Left in each hand › Jón: {said}"]


def test_a_player_whose_name_is_a_word_stays_named(application: Flask) -> None:
    entry = {"kind": "deal", "hands": [51, 0, 5], "buys": [0, 0, 0]}
    names = ["No", "Jón", "Vera"]
    table, found = find_problems("kinaskak", {"players": names, "rules": {}, "entries": [entry]})
    with application.test_request_context():
        form = place_each("kinaskak", table, entry, None, found)
        assert form.problems[0].sentence.startswith("Left in each hand › No: No hand of at most ")
