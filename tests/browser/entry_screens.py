"""What the tests of the entry screens share: our own keypad, the line before saving, what the engine makes of it."""

from __future__ import annotations

from playwright.sync_api import expect

from scorekeeper.core.findings import Report
from scorekeeper.core.fold import score_match
from scorekeeper.core.sheet import Sheet
from scorekeeper.games import GAMES
from tests.browser.entry_table import Phone

SIZES = ((360, 640), (390, 844))
LANGUAGES = ("en", "bg", "is", "eu", "es")


def digits(phone: Phone, keys: str) -> None:
    """Type on our own keypad; digits are not counted as taps."""
    for one in keys:
        phone.page.locator(f"[data-key='{one}']").tap()


def offers(phone: Phone, words: str) -> bool:
    """Whether the page has a button or a link with these words."""
    return phone.button(words).count() > 0


def sheet_of(phone: Phone) -> Sheet:
    """The match as the engine scores what was recorded."""
    report = Report()
    sheet = score_match(phone.document(), GAMES, report)
    assert sheet is not None, report.errors
    return sheet


def read_points(phone: Phone) -> tuple[int, ...]:
    """What the line above the save button says that the sides write, once the deal is complete."""
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    found = phone.page.locator("#entry-preview .writes b").all_inner_texts()
    return tuple(int(one.replace("−", "-").replace("+", "")) for one in found)


def save(phone: Phone) -> None:
    """Save; the line that was shown before is the line that is written."""
    shown = read_points(phone)
    phone.tap(phone.button("Save"))
    phone.wait_until_saved()
    assert sheet_of(phone).entries[-1].scores == shown
