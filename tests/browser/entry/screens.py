"""What the tests of the entry screens share: our own keypad, the line before saving, what the engine makes of it."""

from typing import Any

from playwright.sync_api import Locator

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from tests.browser.entry_table import Phone
from tests.browser.looking import soon

SIZES = ((360, 640), (390, 844))
LANGUAGES = ("en", "bg", "is", "eu", "es")
EIGHT = ("Anna", "Björn", "Guðrún", "Jón", "Þórhildur", "Sigurður", "Eyjólfur", "Kristín")

PUT = """given => {
  const form = document.getElementById("form");
  for (const [name, value] of Object.entries(given)) {
    const inputs = [...form.querySelectorAll(`[name="${name}"]`)];
    if (["radio", "checkbox"].includes(inputs[0].type)) {
      for (const input of inputs) input.checked = [value].flat().includes(input.value);
    } else inputs[0].value = value;
    inputs[0].dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""
"""Put values into the inputs of the deal, as if each were entered."""


def digits(phone: Phone, keys: str) -> None:
    """Type on our own keypad; digits are not counted as taps."""
    for one in keys:
        phone.page.locator(f"[data-key='{one}']").tap()


def box(found: Locator) -> Any:
    """Where a thing is on the screen."""
    return found.first.bounding_box()


def line(phone: Phone, seat: int) -> Locator:
    """What says whose hand it is, and chooses it."""
    return phone.page.locator(f".line[data-seat='{seat}'] .who")


def count(phone: Phone, seat: int, points: str) -> None:
    """Type the points of a hand on our own keypad."""
    phone.tap(line(phone, seat))
    digits(phone, points)


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
    complete, said = phone.page.locator("#form[data-complete]"), phone.page.locator("#entry-preview")
    soon(phone.page, complete.is_visible, "the deal is not complete:", said.all_inner_texts)
    found = phone.page.locator("#entry-preview .writes b").all_inner_texts()
    return tuple(int(one.replace("−", "-").replace("+", "")) for one in found)


def trump(phone: Phone, suit: str, called: str = "") -> None:
    """Tap Kani's trump, and the rank of the called card, which opens after it."""
    phone.tap(phone.page.locator("#trump-key summary"))
    phone.pill("Trump", suit)
    if called:
        phone.tap(phone.button(called))


def save(phone: Phone) -> None:
    """Save; the line that was shown before is the line that is written."""
    shown = read_points(phone)
    phone.save()
    assert sheet_of(phone).entries[-1].scores == shown
