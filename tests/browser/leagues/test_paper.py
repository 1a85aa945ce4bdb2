"""A round on paper: who sits where and the standings take a page of A4 each, in black on white."""

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.store.accounts import sign_ins
from scorekeeper.web.site.database import session
from tests.browser.conftest import serving
from tests.web.leagues.club import club
from tests.web.leagues.evening.test_evening import matches_of, run, running, win

A_PAGE = {"width": 703, "height": 1031}
"""What 12 mm of margin leave of A4, in pixels of 1/96 inch."""
NAMES = ("Hrafnhildur Anna Sigurðardóttir", "Александър Константинов", "Guðmundur Þorsteinsson", "Вера")
HIGH = (
    "() => [...document.querySelectorAll('.sheet-of-paper')].map((one) => one.getBoundingClientRect().height)"
)
COLOURS = "() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"


@pytest.mark.parametrize("people", [24, 64])
def test_the_seating_and_the_standings_take_a_page_each(page: Page, app: Flask, people: int) -> None:
    made = club(app, "public")
    organiser = made.phone("organiser")
    names = [f"{NAMES[number % len(NAMES)]} {number}" for number in range(people)]
    for match in matches_of(running(made, organiser, *names)):
        win(made, match)
    with app.app_context():
        token = sign_ins.begin(session(), made.accounts["organiser"], how="password", words="a phone")
    for server in serving(app):
        page.context.add_cookies([{"name": "account", "value": token, "url": server}])
        page.set_viewport_size(A_PAGE)  # type: ignore[arg-type]
        page.emulate_media(media="print", color_scheme="dark")
        page.goto(f"{server}{run(made, 'paper')}")
        seating, _slips, standings = page.evaluate(HIGH)
        assert max(seating, standings) <= A_PAGE["height"]
        last = page.locator(".sheet-of-paper").last
        words = last.inner_text()
        assert all(name in words for name in names)
        assert made.league.name in words
        assert "November 26, 2026" in words
        assert page.evaluate(COLOURS) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
