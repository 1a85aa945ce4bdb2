"""The tabs of a league: one row that a phone of 360 pixels holds in every language, and the way to every page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import WIDTH, serving
from tests.browser.looking import LANGUAGES
from tests.web.conftest import app_on
from tests.web.leagues.club import club

TABS = ("", "/nights", "/matches", "/players", "/statistics")
PLACES = """() => [...document.querySelectorAll(".league-tabs > *")].map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { top, bottom, left, right } = one.getBoundingClientRect(), said = words.getBoundingClientRect();
  return { top, height: bottom - top, right, lines: words.getClientRects().length,
    cut: said.left < Math.max(0, left) || said.right > Math.min(right, innerWidth) };
})"""
"""Of each tab where it is, how many lines its words take, and whether some of them are cut off."""


@pytest.fixture(scope="module")
def league(migrated_sqlite: Path) -> Iterator[str]:
    for app in app_on(migrated_sqlite):
        made = club(app, "public")
        for server in serving(app):
            yield f"{server}{made.at()}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_tabs_stand_in_one_row_and_no_word_is_broken(page: Page, league: str, language: str) -> None:
    for path in TABS:
        page.goto(f"{league}{path}?lang={language}")
        places = page.evaluate(PLACES)
        assert len(places) == 5
        assert len({one["top"] for one in places}) == 1, (path, places)
        assert all(one["height"] >= 44 and one["right"] <= WIDTH for one in places), (path, places)
        assert all(one["lines"] == 1 and not one["cut"] for one in places), (path, places)
        current = page.locator(".league-tabs [aria-current=page]")
        assert current.evaluate("one => one.href") == league + path


@pytest.mark.parametrize("language", LANGUAGES)
def test_twice_as_large_the_tabs_take_more_rows_and_none_is_cut(
    page: Page, league: str, language: str
) -> None:
    page.goto(f"{league}?lang={language}")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    places = page.evaluate(PLACES)
    assert all(one["lines"] == 1 and not one["cut"] for one in places), places
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH


def test_what_has_no_tab_is_behind_the_three_dots(page: Page, league: str) -> None:
    page.goto(league)
    dots = page.locator(".top").get_by_role("link", name="More")
    size = dots.bounding_box()
    assert min(size["width"], size["height"]) >= 44
    dots.click()
    page.wait_for_url("**/more")
    assert page.locator(".top").get_by_role("link", name="More").get_attribute("aria-current") == "page"
    assert page.locator("main").get_by_role("link", name="Seasons").count() == 1
