"""Paper: the sheet on A4 and A6, and a blank pad for every game."""

from datetime import UTC
from typing import Any

import pytest

from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from tests.web.conftest import Page, link
from tests.web.sheet_tables import BELOT, HANGS, add_event, hands, open_match, words


@pytest.mark.parametrize("size", ["a4", "a6"])
def test_the_sheet_is_printed_with_everything_on_it(app: Any, phone: Any, size: str) -> None:
    match = open_match(app, "belot", entries=[BELOT, HANGS])
    match = add_event(app, match, "corrected", {"target": 2, "entry": {**BELOT, "contract": "spades"}})
    page = phone.get(link(app, match, "watch", f"print?size={size}"))
    told = words(page)
    deal = "spades by Ana: 120–42" if size == "a4" else "Ana ♠ 120–42"
    assert f"1 {deal} made ◆ Ana (corrected)" in told
    assert deal.replace("–", "\u2060–\u2060") in page.html, "a score is not broken at the end of a line"
    assert "Total 12 4" in told
    assert "Entry Ana & Vera Boris & Георги Points Total Points Total" in told, (
        "each column says what it holds"
    )
    assert "Tournament: the tournament rules to the letter" in told
    styles = [given["href"] for tag, given in page.attributes if given.get("rel") == "stylesheet"]
    assert any(f"print-{size}.css" in style for style in styles), styles


def test_a_printed_sheet_has_a_date_also_when_none_was_given(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", entries=[BELOT])
    address = link(app, match, "watch", "print")
    phone.client.set_cookie("tz", "UTC")
    day = match.opened_at.astimezone(UTC)
    assert f"{day:%B} {day.day}, {day.year}" in words(phone.get(address))
    add_event(app, match, "described", {"played": "2026-05-03"})
    told = words(phone.get(address))
    assert "May 3, 2026" in told
    assert f"{day:%B} {day.day}, {day.year}" not in told


def test_an_unknown_paper_is_a4(app: Any, phone: Any) -> None:
    match = open_match(app, "kani")
    assert "print-a4.css" in phone.get(link(app, match, "watch", "print?size=a0")).html


def test_eight_players_fit_on_a_sheet(app: Any, phone: Any) -> None:
    match = open_match(
        app, "kinaskak", [f"Player {n}" for n in range(8)], [hands(8, seat) for seat in range(8)]
    )
    told = words(phone.get(link(app, match, "watch", "print?size=a6")))
    assert "Winner" in told
    assert "Player 7" in told
    assert "Points 0 +15 +20 +25 +30 +35 +40 +45 Total 0 15 20 25 30 35 40 45" in told, "a line each"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_pad_for_every_number_of_players(application: Any, game: str, language: str) -> None:
    client = application.test_client()
    for players in GAMES[game].players:
        for size, copies in (("a4", 4), ("a6", 1)):
            answer = client.get(f"/pads/{game}?players={players}&size={size}&lang={language}")
            assert answer.status_code == 200
            page = Page(answer.get_data(as_text=True))
            assert page.html.count('<section class="pad') == copies
            sides = len(GAMES[game].seat(players, GAMES[game].default_rules(players).options).sides)
            assert page.html.count('<th scope="col" class="side">') == copies * sides


def test_the_pads_look_as_those_of_the_games_do(application: Any) -> None:
    client = application.test_client()
    kinaskak = words(Page(client.get("/pads/kinaskak?size=a6").get_data(as_text=True)))
    assert "Contract Name Name Name Name 1 run, 1 set 2 sets 2 runs 1 run, 2 sets" in kinaskak
    belot = words(Page(client.get("/pads/belot?size=a6").get_data(as_text=True)))
    assert "Belot to 151" in belot
    assert "Contract We They" in belot


def test_all_pads_stand_on_one_page_and_unknown_games_on_none(application: Any) -> None:
    client = application.test_client()
    page = Page(client.get("/pads").get_data(as_text=True))
    assert {f"/pads/{game}" for game in GAMES} <= set(page.links.values())
    assert client.get("/pads/whist").status_code == 404
    assert client.get("/pads/belot?players=99").status_code == 200
