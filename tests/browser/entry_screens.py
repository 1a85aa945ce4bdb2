"""What the tests of the entry screens share: opening a match, our own keypad, and looking hard at a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from scorekeeper.core.findings import Report
from scorekeeper.core.fold import score_match
from scorekeeper.core.sheet import Sheet
from scorekeeper.games import GAMES
from tests.browser.entry_table import Phone, Table

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
SIZES = ((360, 640), (390, 844))
LANGUAGES = ("en", "bg", "is", "eu", "es")

CLIPPED = """() => {
  const parts = ["button", "label", "legend", "span", "p", "li", "input"].map((one) => `main ${one}`);
  const scrolls = (one) => getComputedStyle(one).overflowY === "auto";
  const shown = (one) => one.checkVisibility() && one.clientWidth > 0 && !one.closest(".hidden") && !scrolls(one);
  const out = (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1;
  return [...document.querySelectorAll([...parts, "dialog[open] *"].join())].filter(shown).filter(out)
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`);
}"""
"""What is wider than its place, or than the phone."""


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


def look(page: Page, folder: str, name: str, themes: tuple[str, ...] = ("light", "dark")) -> None:
    """A picture in every theme; nothing clipped or wider than the phone, nothing that hinders anybody."""
    where = SCREENSHOTS / folder
    where.mkdir(parents=True, exist_ok=True)
    size: Any = page.viewport_size
    for theme in themes:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.screenshot(path=where / f"{name}-{size['width']}-{theme}.png", full_page=True)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]][:4]) for one in found] == [], name
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
    assert page.evaluate(CLIPPED) == [], name
