"""What a table's rules have otherwise than their preset is said in one line, and stands first in the charter."""

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.entry.rules_words import say_rules
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import open_match


@cases(
    "game, given, language, said",
    ("belot", {}, "en", "Tournament: the tournament rules to the letter"),
    ("belot", {"carres_at_no_trumps": True}, "en", "Tournament, but: carres are announced at no trumps"),
    ("belot", {"target": 151}, "en", "Tournament: the tournament rules to the letter"),
    ("belot", {"target": 101}, "en", "Tournament, but: points to win: 101"),
    (
        "belot",
        {"inside_ends_match": False},
        "en",
        "Tournament, but: not: a match may end on a deal that was inside",
    ),
    ("belot", {"target": 101}, "bg", "Турнирни, но: до колко точки се играе: 101"),
    ("kinaskak", {"max_buys": 4}, "is", "Kínaskák, nema: kaup án refsingar: 4"),
    ("escoba", {"setenta": 1}, "es", "Vasca, salvo: puntos por la setenta: 1"),
)
def test_what_differs_is_said_in_one_line(
    application: Flask, game: str, given: dict[str, object], language: str, said: str
) -> None:
    with application.test_request_context(f"/?lang={language}&game={game}"):
        words = say_rules(GAMES[game], given, GAMES[game].players[-1])
    assert words == said


def test_of_many_the_first_are_named_and_the_others_counted(application: Flask) -> None:
    given = {"target": 101, "carres_at_no_trumps": True, "undertrump": True, "bid_over_contra": False}
    with application.test_request_context("/?lang=en"):
        whole = say_rules(GAMES["belot"], given, 4)
        short = say_rules(GAMES["belot"], given, 4, most=2)
    assert whole.count(";") == 3
    assert short.count(";") == 2
    assert short.endswith("2 more")


@pytest.mark.parametrize("page", ["charter", "desk", "print", "more"])
def test_it_stands_wherever_the_rules_are_named(app: Flask, phone: Phone, page: str) -> None:
    match = open_match(app, "belot", carres_at_no_trumps=True)
    phone.get(link(app, match, "score", f"{page}?lang=en"))
    assert "Tournament, but: carres are announced at no trumps" in " ".join(phone.page.words.split())


def test_the_charter_lists_first_what_differs(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", carres_at_no_trumps=True, target=101)
    phone.get(link(app, match, "score", "charter?lang=en"))
    words = phone.page.words
    last = words.rindex("differs from the preset")
    assert words.count("differs from the preset") == 2
    usual = GAMES["belot"].options.list_options()["penalty_points"].field.label.msgid
    assert words.index(usual) > last, "a rule that stands as the preset has it comes after them"
