"""A former name and the name of a merged player still mean the player, typed or read from a file."""

import json

import pytest
from flask import Flask

from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone
from tests.web.leagues.club import Club, club, handed_in, taken_in

TYPED = ("Vera", "Гого", "Þórdís", "Iñaki")


@pytest.fixture
def tuesday(app: Flask) -> Club:
    return club(app)


@pytest.fixture
def meant(tuesday: Club) -> list[str]:
    """Four players: one was called Vera before, and another was put together with Гого."""
    with tuesday.app.app_context():
        verka, georgi, thordis, inaki, gogo = tuesday.players("Vera", "Георги", "Þórdís", "Iñaki", "Гого")
        seen = player(tuesday, verka).touched
        tuesday.organise(player_changes.rename, key=verka, seen=seen, name="Iva Petrova")
        tuesday.organise(player_changes.merge, key=gogo, into=georgi)
    return [verka, georgi, thordis, inaki]


def player(tuesday: Club, key: str) -> roster.LeaguePlayer:
    found = roster.find_player(session(), tuesday.league.id, key)
    assert found is not None
    return found


def sat_last(tuesday: Club) -> list[str]:
    """The players of the match that came in last; none is new."""
    assert len(tuesday.list_players()) == 4
    return [*tuesday.list_matches()[0].players]


def test_at_the_start(tuesday: Club, meant: list[str]) -> None:
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("start"))
    phone.press("Start", game="kani", **{f"seat-{seat}": name for seat, name in enumerate(TYPED)})
    assert phone.address.startswith("/m/"), "nothing is asked"
    assert sat_last(tuesday) == meant


def test_on_paper(tuesday: Club, meant: list[str]) -> None:
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("paper"))
    typed = {"side-1": "vera & гого", "side-2": "Þórdís & Iñaki", "total-1": "151", "total-2": "98"}
    page = phone.press("Save", game="belot", night="2026-01-06", **typed)
    assert "Written down. The next one?" in page.words
    assert sat_last(tuesday) == meant


def test_in_an_import_and_an_answer_is_remembered(tuesday: Club, meant: list[str], organiser: Phone) -> None:
    names = [*TYPED[:3], "Señor I."]
    plays = {
        "players": [{"id": n, "uuid": f"p{n}", "name": name} for n, name in enumerate(names)],
        "games": [{"id": 1, "name": "Kani"}],
        "plays": [],
    }
    for day, asked in (("2026-01-06", ""), ("2026-01-13", meant[3])):
        scores = [
            {"playerRefId": n, "score": "9" if n == 0 else "3", "winner": n == 0} for n in range(len(names))
        ]
        plays["plays"] += [{"uuid": day, "gameRefId": 1, "playDate": day, "playerScores": scores}]
        page = handed_in(tuesday, organiser, "bg_stats", json.dumps(plays).encode())
        form = next(form for form in page.forms if "Bring them in" in form.buttons)
        assert [form.value(f"is-{n}") for n in range(4)] == [*meant[:3], asked], day
        taken_in(organiser, **{"is-3": meant[3]} if not asked else {})
        assert sat_last(tuesday) == meant
