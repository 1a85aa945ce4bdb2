"""What unfolds is drawn: Chromium sometimes leaves out what stands in a size container within <details>."""

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
