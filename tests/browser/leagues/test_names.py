"""Long names in a league on a narrow phone: a line holds words, not letters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from scorekeeper.web.site.database import session
from tests import ledgers
from tests.browser.conftest import serving
from tests.browser.looking import MAX_WAIT, look
from tests.web.conftest import app_on
from tests.web.leagues.club import Club, club

LONG = (
    "Guðmundur Hallgrímsson",
    "Þórdís Ragnheiðardóttir Briem",
    "Христо Константинов",
    "Maria Arantzazu Etxeberria",
)
NARROW = """() => [...document.querySelectorAll("main .list > li > *")].filter((one) => one.checkVisibility())
  .filter((one) => one.clientWidth < one.parentElement.clientWidth / 2).map((one) => one.textContent.trim())"""
"""What of a list has less than half of its width."""


@pytest.fixture
def league(migrated_sqlite: Path) -> Iterator[str]:
    """The address of a league to which a forgotten match was added, and so four ratings moved."""
    for app in app_on(migrated_sqlite):
        made = club(app, "public")
        with app.app_context():
            _with_a_past(made)
        for server in serving(app):
            yield f"{server}{made.at()}"


def _with_a_past(made: Club) -> None:
    keys = made.players(*LONG)
    for night in ("2026-03-03", "2026-03-10", "2026-01-06"):  # the last was forgotten
        ledgers.record_result(
            session(), made.access(), "belot", keys, [[0, 1], [2, 3]], night, totals=[151, 20]
        )
        made.derive()


def test_what_has_changed_is_told_in_words_and_not_in_letters(context: BrowserContext, league: str) -> None:
    context.set_default_timeout(MAX_WAIT)
    page: Page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{league}/changes?since=2026-01-01")
    assert "Corrections of older matches" in page.inner_text("main")
    assert LONG[0] in page.inner_text(".stacked li small")
    assert page.evaluate(NARROW) == []
    look(page, "leagues", "what has changed, long names")
