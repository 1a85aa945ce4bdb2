"""A large league on a phone of 360 pixels: no figure is cut off, no name is too low; text may be twice as large.

It has a hundred matches, and three hundred in the soak.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import serving
from tests.browser.looking import CLIPPED, LANGUAGES, MAX_WAIT, in_turns, look
from tests.browser.test_large_text import BROKEN, assert_fits
from tests.soak import in_soak
from tests.web.conftest import app_on
from tests.web.leagues.archive import address_of, archive_file
from tests.web.leagues.club import Club, club, handed_in, taken_in

PAGES = (
    "?season=",
    "?season=season1",
    "/table/player3?season=",
    "/matches",
    f"/matches/{address_of(2)}",
    "/players",
    "/players/player3",
    "/pair?a=player1&b=player3",
    "/nights/2024-01-02",
    "/statistics?season=",
    "/ratings",
    "/records?season=",
    "/changes?since=2026-01-01&season=",
    "/yearbook/2025",
    "/seasons",
    "/export",
)
SMALL = """() => [...document.querySelectorAll("main :is(table, .list, .names) a, main summary")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map((one) => `low: ${one.textContent}`)"""
"""What is tapped in a table or a list and is lower than a finger."""
A_SEASON = in_soak(100, 34)
CUT_OFF = """() => [...document.querySelectorAll(".wide")].filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.ariaLabel}: ${one.scrollWidth}`)"""
"""Tables that reach beyond their place: what is cut off of a number reads like another number."""


@pytest.fixture(scope="module")
def league(migrated_sqlite: Path) -> Iterator[str]:
    """The address of the league, brought in from its archive."""
    for app in app_on(migrated_sqlite):
        made: Club = club(app, "public")
        owner = made.phone("owner")
        handed_in(made, owner, "archive", archive_file(A_SEASON))
        taken_in(owner)
        made.derive()
        for server in serving(app):
            yield f"{server}{made.at()}"


@pytest.fixture
def page(context: BrowserContext) -> Page:
    context.set_default_timeout(MAX_WAIT)
    return context.new_page()


@pytest.mark.left_to_soak
def test_no_figure_is_cut_off_and_no_name_is_lower_than_a_finger_in_any_language(
    page: Page, league: str
) -> None:
    wrong = []
    for language in LANGUAGES:
        page.goto(f"{league}/more?lang={language}")
        for number, path in enumerate(PAGES):
            if not in_turns(language, number):
                continue
            answer = page.goto(league + path)
            width = page.evaluate("document.documentElement.scrollWidth")
            found = [*page.evaluate(CUT_OFF), *page.evaluate(CLIPPED), *page.evaluate(SMALL)]
            if answer.status != 200 or width > 360 or found:
                wrong.append((language, path, answer.status, width, found))
            name = path.partition("?")[0].strip("/").replace("/", "-") or "table"
            look(page, "large-league", f"{name}-{language}", audit=False, clipped=False)
    assert wrong == []


@pytest.mark.left_to_soak
@pytest.mark.parametrize("language", ["bg", "eu"])  # those of the longest words
def test_text_may_be_twice_as_large_on_every_page_of_a_league(page: Page, league: str, language: str) -> None:
    page.goto(f"{league}/more?lang={language}")
    for path in PAGES:
        answer = page.goto(league + path)
        assert answer.ok, path
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_fits(page, path)
        assert page.evaluate(CUT_OFF) == [], f"{path}: a table is folded, not scrolled"


@pytest.mark.parametrize(
    "path", ["/statistics?season=", "/changes?since=2024-03-01&season=", "/yearbook/2024"]
)
def test_no_name_is_broken_in_large_text(page: Page, league: str, path: str) -> None:
    page.goto(f"{league}/more?lang=bg")
    page.goto(league + path)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(CUT_OFF) == []


def test_a_folded_row_of_the_table_says_what_each_figure_is(page: Page, league: str) -> None:
    page.goto(f"{league}?season=&lang=en")
    row = page.locator(".standings tbody tr").first
    said = "one => getComputedStyle(one, '::before').content"
    assert row.locator("td").last.evaluate(said) == "none"
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    rank, name = row.locator("td").first.bounding_box(), row.locator("th").bounding_box()
    assert rank["y"] < name["y"] + name["height"], "the place stands beside the name"
    assert name["y"] < rank["y"] + rank["height"]
    told = [one.evaluate(said) for one in row.locator("td[data-name]").all()]
    assert [words.split('"')[1].strip() for words in told] == [
        "Won",
        "Difference of written points",
        "Points",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_rows_of_the_table_are_in_sight_and_a_short_name_takes_46_pixels(
    page: Page, league: str, language: str
) -> None:
    page.goto(f"{league}?season=&lang={language}")
    rows = [row.bounding_box() for row in page.locator(".standings tbody tr").all()]
    boxes = [box for box in rows if box is not None]
    places = page.locator(".places").bounding_box()
    assert boxes[7]["y"] + boxes[7]["height"] <= places["y"]
    assert min(box["height"] for box in boxes) == pytest.approx(46, abs=1)
    assert max(box["height"] for box in boxes) <= 60, "no name takes three lines"


@pytest.mark.parametrize(("width", "beside"), [(360, False), (900, True), (1280, True)])
def test_from_900_pixels_on_what_goes_on_stands_beside_the_table(
    browser: Browser, league: str, width: int, beside: bool
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 720})
    page.goto(f"{league}?season=")
    table, aside = page.locator(".standings").bounding_box(), page.locator("aside").bounding_box()
    assert (aside["x"] > table["x"] + table["width"]) is beside
    assert (aside["y"] < table["y"] + table["height"]) is beside
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT_OFF) == []
    page.close()
