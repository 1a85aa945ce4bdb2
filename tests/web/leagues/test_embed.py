"""The page of a public league that stands in a frame on the club's own page."""

import re

import pytest
from flask import Flask

from scorekeeper.store.leagues.log import nights
from scorekeeper.web.site.database import session
from tests.web.leagues.club import NAMES, Club, club, club_of_table, new, rows_in

TABLE = "date;game;side1;total1;side2;total2\n2026-03-01;belot;Ana & Boris;151;Vera & Georgi;98\n"


@pytest.fixture
def shown(app: Flask) -> Club:
    """A public league with a result and an evening to come."""
    made = club_of_table(app, TABLE)
    with app.app_context():
        made.organise(nights.plan_night, date="2099-11-26", starts="19:30", place="Klub Tuz")
    return made


def test_it_shows_the_standings_and_the_next_evening(shown: Club) -> None:
    page = shown.phone("visitor").get(shown.at("embed"))
    rows = re.findall(r'<th scope="row">([^<]+)<', page.html)
    assert rows == rows_in(shown.phone("visitor").get(shown.at()))
    assert len(rows) == 4
    assert "November 26, 2099, 19:30" in page.words
    assert "Klub Tuz" in page.words


def test_any_page_may_frame_it_and_no_other_page(shown: Club) -> None:
    client = shown.phone("visitor").client
    headers = client.get(shown.at("embed")).headers
    assert "frame-ancestors *" in headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in headers
    for other in (shown.at(), shown.at("nowhere/embed"), "/leagues/aaaaaaaaaaaa/embed"):
        headers = client.get(other).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], other
        assert headers["X-Frame-Options"] == "DENY"


def test_it_has_no_script_no_form_and_no_cookie(shown: Club) -> None:
    client = shown.phone("visitor").client
    answer = client.get(shown.at("embed?lang=bg"))
    html = answer.get_data(as_text=True)
    assert 'lang="bg"' in html
    assert "Set-Cookie" not in answer.headers
    assert not re.search(r"<(script|form|button|input|img)\b", html)
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert 'lang="en"' in client.get(shown.at("embed")).get_data(as_text=True), "the language was not kept"


def test_it_is_the_same_for_all_who_look(shown: Club) -> None:
    told = {shown.phone(who).get(shown.at("embed")).html for who in ("visitor", "owner", "stranger")}
    assert len(told) == 1


@pytest.mark.parametrize("access", ["private", "link"])
def test_a_league_that_is_not_public_has_none_not_even_for_its_members(app: Flask, access: str) -> None:
    made = club(app, access)
    for who in ("owner", "visitor"):
        assert made.phone(who).client.get(made.at("embed")).status_code == 404
    assert "<iframe" not in made.phone("owner").get(made.at("export")).words


def test_an_evening_that_was_called_off_is_not_the_next_one(shown: Club) -> None:
    with shown.app.app_context():
        found = nights.find_night(session(), shown.league.id, "2099-11-26")
        nights.update_night(
            session(),
            shown.access(),
            uuid=new(),
            seen=found.touched,
            key=found.key,
            date=found.date,
            starts=None,
            place="",
            season=None,
            cancelled=True,
        )
    assert "2099" not in shown.phone("visitor").get(shown.at("embed")).words


def test_the_text_to_paste_names_the_page_in_the_reader_s_language(shown: Club) -> None:
    words = shown.phone("visitor").get(shown.at("export?lang=es")).words
    [frame] = re.findall(r"<iframe .*?></iframe>", words)
    assert f'src="http://localhost{shown.at("embed")}?lang=es"' in frame
    assert NAMES[0] not in frame
