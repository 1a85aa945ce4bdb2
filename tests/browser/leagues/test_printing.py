"""What a league prints takes a page of A4, also with fifty players, and a sheet of codes eight slips a page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.store.accounts import sign_ins
from scorekeeper.web.site.database import session
from tests.browser.conftest import serving
from tests.web.conftest import app_on
from tests.web.leagues.club import Club, club, club_of_table
from tests.web.leagues.evening.test_evening import DATE, matches_of, run, running, win

A_PAGE = re.compile(rb"/Type\s*/Page\b")
PEOPLE = [
    f"{'Hrafnhildur Anna' if number % 3 else 'Александър Константинов'} {number}" for number in range(50)
]
ROWS = [
    f"2026-02-0{1 + round_};belot;{PEOPLE[at]} & {PEOPLE[at + 1]};{151 + at};{PEOPLE[at + 2]} & {PEOPLE[at + 3]};{at}"
    for round_ in range(3)
    for at in range(0, 47, 4 - round_)
]
TABLE = "date;game;side1;total1;side2;total2\n" + "\n".join(ROWS) + "\n"
PRINTED = ("", "/statistics", "/ratings", "/nights", "/nights/2026-02-01", "/yearbook/2026")


@pytest.fixture
def made(migrated_sqlite: Path) -> Iterator[Club]:
    for app in app_on(migrated_sqlite):
        yield played(app)


def played(app: Flask) -> Club:
    return club_of_table(app, TABLE)


def count_pages(page: Page) -> int:
    return len(A_PAGE.findall(page.pdf(prefer_css_page_size=True)))


def test_each_of_them_is_one_page(page: Page, made: Club) -> None:
    for address in serving(made.app):
        for path in PRINTED:
            page.goto(f"{address}{made.at()}{path}?print=1")
            assert count_pages(page) == 1, path


def test_a_page_that_the_browser_prints_says_what_it_shows_and_has_no_choices(page: Page, made: Club) -> None:
    for address in serving(made.app):
        for path in ("", "/statistics"):
            page.goto(f"{address}{made.at()}{path}")
            page.emulate_media(media="print")
            assert page.locator("form:visible, select:visible").count() == 0
            shown = page.locator("h1:visible").bounding_box()
            assert shown is not None
            assert shown["height"] > 1


def test_an_evening_of_24_is_one_page_with_everybody_s_place(page: Page, migrated_sqlite: Path) -> None:
    for app in app_on(migrated_sqlite):
        shown = club(app, "public")
        organiser = shown.phone("organiser")
        names = PEOPLE[:24]
        running(shown, organiser, *names)
        for number in (2, 3, 4):
            for match in matches_of(organiser.page):
                win(shown, match)
            organiser.get(run(shown, "draw"))
            organiser.press(f"Publish round {number}")
        for address in serving(app):
            page.goto(f"{address}{shown.at(f'nights/{DATE}')}?print=1")
            assert page.locator(".standing > li").count() == len(names)
            assert page.locator(".results > li").count() == 4 * 6
            assert count_pages(page) == 1


def test_eight_slips_are_on_a_page(page: Page, made: Club) -> None:
    with made.app.app_context():
        made.players(*(f"Zora {number}" for number in range(1, 3)))
        token = sign_ins.begin(session(), made.accounts["organiser"], how="password", words="a phone")
    for address in serving(made.app):
        page.context.add_cookies([{"name": "account", "value": token, "url": address}])
        page.goto(f"{address}{made.at('claims')}")
        slips = page.locator("[name=player]:checked").count()
        assert slips == 52
        page.get_by_role("button", name="Make the sheet").click()
        page.wait_for_selector(".claim-slips")
        assert count_pages(page) == -(-slips // 8)
