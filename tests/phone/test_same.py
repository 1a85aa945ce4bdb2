"""The browser's Python comes to the same as this one: the same bytes of every sheet, its reasons and every ruling.

The browser's is another version of Python, on 32 bits and with another library of mathematics. Each document is
answered here as the command line writes it, in one of the five languages by turns, and there once more.
"""

import hashlib
import json
import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper.cli.answering import answer_raw, dump_document
from scorekeeper.cli.files import FAILED, GOOD
from scorekeeper.core.rulebook import Example, load_examples, load_rulings
from scorekeeper.games import GAMES, score
from scorekeeper.translations.catalogues import LANGUAGES, catalogue
from tests.bending import any_rules, bent
from tests.phone import scoring_inside
from tests.phone.building import ask_inside
from tests.soak import in_soak

MATCHES = in_soak(2000, 200)
"""How many random matches are scored in both, of all games together."""
MAX_ENTRIES = 16
"""Entries of a random match."""
ODD = 0.25
"""The share of random matches in which something is bent, so that many of them are refused."""
PATIENCE = 600.0
AT_ENTRY = re.compile(r"entries\[(\d+)\]")
INSIDE = "tests.phone.scoring_inside"


class Asked(NamedTuple):
    """A document, how it is answered, and what this Python says: the bytes of the command line."""

    how: str
    language: str
    raw: str
    written: bytes
    status: int


def ask_here(how: str, document: Any, number: int) -> Asked:
    """A document answered by this Python, in the language whose turn it is."""
    language, raw = LANGUAGES[number % len(LANGUAGES)], json.dumps(document)
    dump = partial(dump_document, indent=2)
    written, status = answer_raw(raw.encode(), scoring_inside.ANSWERS[how], catalogue(language), dump)
    return Asked(how, language, raw, written, status)


class Answered(NamedTuple):
    """What was asked in both, and what the browser's Python said to each, in one start of it."""

    worked: list[Asked]
    drawn: list[Asked]
    won: list[tuple[str, list[str], list[int]]]
    told: list[dict[str, Any]]


@pytest.fixture(scope="module")
def answered(phone_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Answered:
    worked, drawn, won = ask_worked(), ask_drawn(), list(make_won(300))
    asked = [{"asked": "differing", "of": digest(one)} for one in (worked, drawn)]
    questions = [*asked, {"asked": "ratings", "of": won}]
    told = ask_inside(phone_folder, tmp_path_factory.mktemp("same"), INSIDE, questions, PATIENCE)
    return Answered(worked, drawn, won, told)


def digest(asked: list[Asked]) -> list[list[str]]:
    """The documents, and of each answer so much that another one is noticed."""
    return [[one.how, one.language, one.raw, hashlib.sha256(one.written).hexdigest()] for one in asked]


def assert_same(asked: list[Asked], told: dict[str, Any]) -> None:
    """Fails with the two answers to the first documents that the browser's Python answers otherwise."""
    assert told["compared"] == len(asked)
    assert [(asked[at].raw, there, asked[at].written.decode()) for at, there in told["found"]] == []


# --- worked examples ------------------------------------------------------------------------------


def ask_worked() -> list[Asked]:
    worked = [("score", one.match) for game in GAMES for one in load_examples(game)]
    worked += [("rule", one.question) for game in GAMES for one in load_rulings(game)]
    return [ask_here(*one, number) for number, one in enumerate(worked)]


def test_every_worked_example_and_ruling_is_answered_by_the_same_bytes(answered: Answered) -> None:
    assert {one.how for one in answered.worked if one.status == GOOD} == {"score", "rule"}
    assert_same(answered.worked, answered.told[0])


# --- random matches -------------------------------------------------------------------------------


def alike(one: Example) -> tuple[Any, ...]:
    """Examples between which entries can be exchanged: as many players, in partnerships or not."""
    return len(one.match["players"]), json.dumps(one.match.get("rules", {}).get("partnerships"))


def make_matches(game: str, count: int) -> Iterator[dict[str, Any]]:
    """Matches of entries that were written at tables, in any order and under any rules; some are bent."""
    chance, worked = random.Random(game), load_examples(game)
    for _ in range(count):
        chosen = chance.choice(worked)
        entries = [entry for one in worked if alike(one) == alike(chosen) for entry in one.match["entries"]]
        rules = any_rules(chance, game) if chance.random() < 0.5 else {}
        match = {
            **chosen.match,
            "rules": {**rules, **chosen.match.get("rules", {})},
            "entries": chance.choices(entries, k=chance.randrange(1, MAX_ENTRIES + 1)) if entries else [],
            "first_dealer": chance.randrange(len(chosen.match["players"])),
        }
        yield bent(chance, match, 0.02) if chance.random() < ODD else leave_out_wrong(match)


def leave_out_wrong(match: dict[str, Any]) -> dict[str, Any]:
    """The match without the entries that its rules refuse. A deal that goes may make others wrong, and those go too."""
    said, good = score(match)
    wrong = {int(found[1]) for error in said.get("errors", ()) if (found := AT_ENTRY.match(error["path"]))}
    kept = [entry for at, entry in enumerate(match["entries"]) if at not in wrong]
    return match if good or not wrong else leave_out_wrong({**match, "entries": kept})


def ask_drawn() -> list[Asked]:
    return [
        ask_here("score", match, number)
        for game in GAMES
        for number, match in enumerate(make_matches(game, MATCHES // len(GAMES)))
    ]


@pytest.mark.soak
def test_random_matches_are_scored_or_refused_by_the_same_bytes(answered: Answered) -> None:
    assert FAILED not in {one.status for one in answered.drawn}
    good = sum(one.status == GOOD for one in answered.drawn)
    assert MATCHES / 2 < good < MATCHES * 0.95, "most are scored, some refused"
    assert_same(answered.drawn, answered.told[1])


# --- ratings --------------------------------------------------------------------------------------


def make_won(count: int) -> Iterator[tuple[str, list[str], list[int]]]:
    """The night, the players and the winner of matches of eight people in the course of years."""
    chance, night = random.Random("ratings"), date(2024, 1, 2)
    for _ in range(count):
        night += timedelta(chance.randrange(9))
        yield night.isoformat(), chance.sample("abcdefgh", chance.randrange(2, 6)), [chance.randrange(2)]


def test_the_ratings_of_a_league_are_shown_alike(answered: Answered) -> None:
    """They are numbers of floating point: two libraries of mathematics may differ in the last of sixteen digits."""
    here = json.loads(json.dumps(scoring_inside.rate(answered.won)))
    there = answered.told[2]
    assert len(set(here["shown"].values())) > 4, "they have moved"
    assert there["shown"] == here["shown"]
    assert numbers_in(there["kept"]) == pytest.approx(numbers_in(here["kept"]), rel=1e-9)


def numbers_in(part: Any) -> list[float]:
    """Every number of a document, in order."""
    if isinstance(part, dict | list):
        inside = part.values() if isinstance(part, dict) else part
        return [number for one in inside for number in numbers_in(one)]
    return [part] if isinstance(part, int | float) else []
