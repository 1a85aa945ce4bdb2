"""A league is founded, and every list of it says that nothing is there yet."""

import pytest
from flask import Flask

from tests.cases import cases
from tests.web.accounts.room import in_the_room, make_account
from tests.web.leagues.club import Club, account, signed_in, title

pytestmark = pytest.mark.long


def test_a_league_is_founded_with_an_account_and_a_name_alone(app: Flask) -> None:
    phone = in_the_room(app)
    page = phone.get("/leagues/")
    assert "You need an account to found a league, but not to read it or to play in it." in page.words
    page = phone.click("Found a league")
    assert title(page) == "Sign in"
    make_account(phone, "Vera")
    phone.get("/leagues/new")
    page = phone.press("Found the league", name="Þriðjudagur í Götubarnum")
    assert title(page) == "Table"
    assert "What now?" in page.words
    assert "Updating" not in page.words
    assert {
        "Start a match",
        "Add a player",
        "Invite",
        "Begin a season",
        "Bring results in",
    } <= page.links.keys()
    assert "Þriðjudagur í Götubarnum" in phone.get("/").links
    assert "Þriðjudagur í Götubarnum" in phone.get("/leagues/").words


@pytest.mark.parametrize(("alone", "asked"), [(False, "other_side"), (True, "nobody")])
def test_on_a_phone_alone_no_one_has_to_confirm(app: Flask, alone: bool, asked: str) -> None:
    app.config["ON_PHONE"] = alone
    with app.app_context():
        phone = signed_in(app, account("Vera"))
    phone.get("/leagues/new")
    phone.press("Found the league", name="Hut")
    assert phone.get(f"{phone.address.partition('?')[0]}/rules").forms[0].value("confirmation") == asked


@cases(
    "typed, said",
    ({"name": ""}, "Write a name here."),
    ({"name": "x" * 61}, "60"),
    ({"name": "Tuesdays", "zone": "Europe/Reykjavikk"}, "time zone"),
)
def test_what_is_wrong_with_a_new_league_stands_at_its_field_and_nothing_typed_is_lost(
    app: Flask, typed: dict[str, str], said: str
) -> None:
    with app.app_context():
        phone = signed_in(app, account("Vera"))
    phone.get("/leagues/new")
    page = phone.press("Found the league", **typed)
    assert phone.status == 422
    assert said in page.words
    assert {name: page.forms[0].value(name) for name in typed} == typed


NOTHING_YET = ("", "matches", "players", "nights", "statistics", "ratings", "records", "changes", "seasons")


def test_every_list_of_a_new_league_says_in_one_look_that_nothing_is_there_yet(tuesday: Club) -> None:
    phone = tuesday.phone("organiser")
    pages = {path: phone.get(tuesday.at(path)) for path in (*NOTHING_YET, "take-in", "taken-out")}
    assert [path for path, page in pages.items() if page.html.count('class="empty"') != 1] == []
    assert "No player has such a name." in phone.get(tuesday.at("players?q=Vera")).words
