"""What an entry unfolds is drawn, its rows level: Chromium leaves out what stands in a size container in <details>."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.shown import MATCHES, import_shown

MEASURED = """() => [...document.querySelectorAll("details *")]
  .filter((one) => getComputedStyle(one).containerType !== "normal").map((one) => one.outerHTML.slice(0, 80))"""
"""Elements within a fold whose contents depend on their width: drawn or not, as the browser pleases."""


@pytest.mark.left_to_soak(but_one_in=8)
@pytest.mark.parametrize("game", MATCHES)
def test_no_fold_holds_what_the_browser_may_leave_out(
    page: Page, context: BrowserContext, server: str, game: str
) -> None:
    sheet = import_shown(context, server, game)
    for path in ("", "/record/deal", "/record/deal?form=counts", "/row/2", "/desk", "/result"):
        page.goto(sheet + path)
        page.wait_for_load_state()
        assert page.evaluate(MEASURED) == [], path


LEVELS = """() => [...document.querySelectorAll(".lines tbody tr")].filter((row) => row.querySelector("th + td"))
  .map((row) => [...row.children].map((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return Math.round(words.getBoundingClientRect().top);
  }))"""
"""How high the words of each cell begin, a row of the sheet each."""


def test_what_a_side_writes_stands_level_with_its_name(
    page: Page, context: BrowserContext, server: str
) -> None:
    page.goto(f"{import_shown(context, server, 'belot')}/row/2")
    levels = page.evaluate(LEVELS)
    assert len(levels) == 2
    assert all(len(set(row)) == 1 for row in levels), levels


@pytest.mark.parametrize("language", ["en", "bg"])
def test_the_title_of_an_entry_is_shown_whole(
    page: Page, context: BrowserContext, server: str, language: str
) -> None:
    page.goto(f"{import_shown(context, server, 'escoba_marked')}/row/8?lang={language}")
    assert page.locator("h1").evaluate("one => one.scrollHeight - one.clientHeight <= 1")
