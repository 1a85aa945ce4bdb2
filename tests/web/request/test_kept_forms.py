"""A form that is answered with “not now” comes back with what was typed, on every page that a view fills by itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.store.accounts.attempts import Limit
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.matches import record_result
from scorekeeper.web.request import limits
from tests.cases import case, cases
from tests.web.conftest import Phone, file_of
from tests.web.leagues.club import NAMES, WON, Club
from tests.web.leagues.evening.test_evening import DATE
from tests.web.leagues.evening.test_here import come

pytestmark = pytest.mark.long

NIGHT = "2026-03-03"


@pytest.fixture
def app(app: Flask) -> Flask:
    """The application, whose writers wait for one another no longer than a blink."""
    impatient = create_app({**app.config, "SQLITE_BUSY_MILLISECONDS": 30})
    impatient.jinja_env.bytecode_cache = app.jinja_env.bytecode_cache
    return impatient


@contextmanager
def locked(app: Flask) -> Iterator[None]:
    """Another writer holds the database."""
    with sqlite3.connect(file_of(app), isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    other.close()


def held(phone: Phone, button: str, name: str) -> list[str]:
    [form] = [form for form in phone.page.forms if button in form.buttons]
    return [value for known, value in form.values if known == name]


def result_of(club: Club, players: list[str]) -> str:
    """The key of a result that was written down from paper."""
    with club.context():
        written = club.organise(
            record_result.record_result,
            game="kani",
            players=players,
            names=list(NAMES),
            sides=[[0], [1], [2], [3]],
            winners=[0],
            totals=[110, 90, 80, 70],
            season=None,
            night=NIGHT,
        )
        return str(written.event.subject)


@cases(
    "path, button, typed",
    case(
        "a match",
        "start",
        "Start",
        {**{f"seat-{seat}": [NAMES[3 - seat]] for seat in range(4)}, "dealer": ["2"]},
    ),
    case("who came", "nights/{night}/came", "Save", {"came": ["{2}"]}),
    case("who really played", "matches/{match}/move", "Save", {"player": ["{0}", "{1}", "{3}", "{2}"]}),
    case("a result", "matches/{result}/correct", "Save", {"total-2": ["130"], "won": ["2"]}),
    case("who is here", "nights/{evening}/run/here", "Save", {"here": ["{1}"]}),
)
def test_a_form_of_a_league_comes_back_as_it_was_filled(
    tuesday: Club, path: str, button: str, typed: Any
) -> None:
    players = tuesday.players(*NAMES)
    tuesday.match(WON, players=players)
    [match] = tuesday.list_matches()
    come(tuesday, tuesday.phone("organiser"))
    names = {"evening": DATE, "night": match.night, "match": match.key, "result": result_of(tuesday, players)}
    sent = {name: [one.format(*players) for one in values] for name, values in typed.items()}
    phone = tuesday.phone("organiser")
    phone.get(tuesday.at(path.format(**names)))
    with locked(tuesday.app):
        phone.press(button, **sent)
    assert phone.status == 503
    assert "what you typed is still here" in phone.page.words
    assert {name: held(phone, button, name) for name in sent} == sent


@cases(
    "path, button, typed",
    case("a match", "/start/kani", "Start", {"name-1": ["Zoe"], "first_dealer": ["2"]}),
    case("a document", "/import", "Import", {"document": ['{"format": "scorekeeper-match/1"']}),
)
def test_a_form_that_is_sent_too_often_comes_back_as_it_was_filled(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, path: str, button: str, typed: Any
) -> None:
    monkeypatch.setattr(limits, "NEW_MATCH", Limit(limits.NEW_MATCH.kind, 1, 1000.0))
    phone.get("/start/kani")
    phone.press("Start")
    phone.get(path)
    phone.press(button, **typed)
    assert (phone.status, phone.response.headers["Retry-After"].isdigit()) == (429, True)
    assert "Nothing was saved; what you typed is still here. Too many tries." in phone.page.words
    assert {name: [value.strip() for value in held(phone, button, name)] for name in typed} == typed


def test_a_league_that_is_founded_too_often_keeps_its_name(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(founding, "NEW_LEAGUE", Limit(founding.NEW_LEAGUE.kind, 1, 1000.0))
    phone = tuesday.phone("organiser")
    for name in ("Monday", "Friday"):
        phone.get("/leagues/new")
        phone.press("Found the league", name=name)
    assert phone.status == 429
    assert held(phone, "Found the league", "name") == ["Friday"]
