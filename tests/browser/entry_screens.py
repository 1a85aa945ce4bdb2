"""What the tests of the entry screens share: opening a match, our own keypad."""

from __future__ import annotations

from scorekeeper.core.findings import Report
from scorekeeper.core.fold import score_match
from scorekeeper.core.sheet import Sheet
from scorekeeper.games import GAMES
from tests.browser.entry_table import Phone, Table

SIZES = ((360, 640), (390, 844))
LANGUAGES = ("en", "bg", "is", "eu", "es")


def start(table: Table, game: str, names: tuple[str, ...], **options: str) -> Phone:
    """Open a match with these names; the phone that did it."""
    first = table.phone()
    first.page.on("console", lambda said: first.wrong.append(said.text) if "Content" in said.text else None)
    first.page.goto(f"{table.address}/start/{game}/full?players={len(names)}")
    for seat, name in enumerate(names, 1):
        first.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
    for label, value in options.items():
        first.page.get_by_label(label.replace("_", " "), exact=True).first.fill(value)
    first.tap(first.button("Start"))
    first.page.wait_for_url("**/m/**")
    table.sheet = first.sheet = first.page.url.partition("#")[0].partition("?")[0]
    assert first.page.evaluate("isSecureContext") is (table.host == "127.0.0.1")
    first.taps = 0
    return first


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
