"""A whole match without touching the screen: Tab, Enter, Space, arrows and digits, and what a screen reader says."""

import re
import time
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, TimeoutError, expect

from tests.browser.entry.screens import read_points, sheet_of
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import MAX_WAIT, load_anew

NAMES = ("Ana", "Boris", "Vera", "Георги")
MAX_TABS = 45
"""Nothing that a deal needs is further away than this."""

LISTEN = """
window.announced = [];
const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    const words = region && region.checkVisibility() ? region.innerText.replace(/\\s+/g, " ").trim() : "";
    if (words && words !== announced[announced.length - 1]) announced.push(words);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""What a screen reader would say by itself: every change inside a region that is live."""

ACTIVE = """() => {
  const one = document.activeElement;
  if (one === document.body) return { name: "", ringed: true, covered: false }; // the browser's own buttons
  const label = one.labels && one.labels.length ? one.labels[0] : null;
  const ring = one.closest(".box") ?? (label && one.matches("[type=radio]") ? label : one);
  const style = [ring, ...ring.querySelectorAll("*")].map((part) => getComputedStyle(part));
  const box = ring.getBoundingClientRect();
  const foot = document.querySelector(".act")?.getBoundingClientRect();
  const covered = foot && !one.closest(".act, dialog") && box.bottom > foot.top + 1 && box.top < foot.bottom - 1;
  return {
    name: one.getAttribute("aria-label") || (label?.querySelector(".name") || label || one).innerText.trim(),
    ringed: style.some((one) => one.outlineStyle !== "none" || one.boxShadow !== "none"),
    covered: Boolean(covered),
  };
}"""
"""The element that has the focus: its name, whether that is seen, and whether the foot of the page hides it."""


PLACES = """() => [...document.querySelectorAll("#form button, #form label")]
  .map((one) => one.getBoundingClientRect().y)"""
"""How high everything stands that is tapped."""


class Keys:
    """A player with a keyboard. Everything that gets the focus on the way has to show it."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page
        self.page.add_init_script(LISTEN)
        load_anew(self.page)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def focus(self) -> dict[str, Any]:
        """What has the focus, once the page has scrolled to it."""
        with suppress(TimeoutError):
            self.page.wait_for_function(f"() => !({ACTIVE})().covered", timeout=MAX_WAIT)
        found: dict[str, Any] = self.page.evaluate(ACTIVE)
        return found

    def to(self, wanted: Locator, back: bool = False) -> None:
        """Press Tab until it, or one of them, has the focus."""
        for _turn in range(MAX_TABS):
            self.press("Shift+Tab" if back else "Tab")
            here = self.focus()
            assert here["ringed"], f"no player sees that {here['name']!r} has the focus"
            assert not here["covered"], f"{here['name']!r} has the focus and is hidden"
            if wanted.evaluate_all("all => all.includes(document.activeElement)"):
                return
        raise AssertionError(f"{wanted} cannot be reached with Tab")

    def use(self, name: str) -> None:
        """Go to a button or a link and press Enter."""
        self.to(self.phone.button(name))
        self.press("Enter")

    def choose(self, group: str, words: str) -> None:
        """Go to a group of pills and choose one with the arrows."""
        fieldset = self.page.get_by_role("group", name=group, exact=True)
        radios = fieldset.get_by_role("radio")
        self.to(radios)
        for _turn in range(radios.count()):
            if self.focus()["name"].endswith(words):
                break
            self.press("ArrowDown")
        else:
            raise AssertionError(f"{words} is not reached with arrows")
        self.press("Space")
        expect(fieldset.get_by_role("radio", name=words, exact=True)).to_be_checked()

    def hears(self, words: str) -> None:
        """Wait until the page has said something by itself."""
        until = time.monotonic() + MAX_WAIT / 1000
        said: list[str] = []
        while not any(words in one for one in said):
            assert time.monotonic() < until, f"{words!r} was not said, but {said}"
            said = self.page.evaluate("announced")

    def hears_nothing(self, *words: str) -> None:
        """The page has not said any of this."""
        said: list[str] = self.page.evaluate("announced")
        assert [one for one in said if any(word in one for word in words)] == []


def deal(keys: Keys, contract: str, declarer: str, points: str) -> None:
    """A deal from the sheet to the line before saving."""
    keys.use("Record a deal")
    keys.page.wait_for_url("**/record/deal")
    keys.choose("Contract", contract)
    keys.choose("Declarer", declarer)
    keys.to(keys.page.locator("input[name='trick_points-0']"))
    keys.page.keyboard.type(points)


def save(keys: Keys) -> None:
    """Save with the keyboard; it goes on at the new row, or at the winner."""
    shown = read_points(keys.phone)
    keys.use("Save")
    keys.phone.wait_until_saved()
    assert sheet_of(keys.phone).entries[-1].scores == shown
    place = re.search(r"#(e\d+|winner)$", keys.page.url)
    assert place, keys.page.url
    expect(keys.page.locator(place[0])).to_be_visible()
    keys.press("Tab")
    around = ".winner" if place[1] == "winner" else place[0]
    inside = keys.page.evaluate("around => document.activeElement.closest(around) !== null", around)
    assert inside, f"after saving the keyboard is at {keys.focus()['name']!r}"


def test_a_whole_match_by_keyboard(table: Table) -> None:
    phone = table.start("belot", NAMES, target=40).open_sheet()
    keys = Keys(phone)
    deal(keys, "hearts", "Ana", "100")
    keys.press("Tab")
    keys.hears("Ana & Vera +10")
    announcing = phone.button("+ declaration")
    keys.to(announcing)
    keys.press("Enter")
    dialog = phone.page.locator("dialog.announce")
    expect(dialog).to_be_visible()
    assert dialog.evaluate("one => one.contains(document.activeElement)"), "the dialog has the focus"
    keys.to(dialog.locator("[data-seat='2']"))
    keys.press("Enter")
    keys.to(dialog.get_by_role("button", name="Belote in hearts", exact=True))
    keys.press("Enter")
    expect(dialog.locator("[data-close]")).to_be_focused()
    keys.press("Enter")
    expect(dialog).to_be_hidden()
    expect(phone.page.locator("[data-announced]")).to_be_focused()
    keys.hears("Vera: Belote in hearts")
    keys.hears("Ana & Vera +12")
    keys.hears_nothing("Sending", "Kept on the server")
    save(keys)
    keys.hears("Deal 1 saved, 12 – 6")
    deal(keys, "spades", "Boris", "9999")
    keys.use("Save")
    keys.hears("162")
    points = phone.page.locator("input[name='trick_points-0']")
    keys.to(points, back=True)
    keys.press("Control+a")
    keys.page.keyboard.type("162")
    keys.press("Tab")
    save(keys)
    while sheet_of(phone).status == "open":
        deal(keys, "clubs", "Vera", "150")
        keys.press("Tab")
        save(keys)
    expect(phone.page.locator(".winner")).to_contain_text("Ana and Vera")
    keys.use("Rematch, same seats")
    expect(phone.page.locator(".winner")).to_have_count(0)
    expect(phone.button("Record a deal")).to_be_visible()
    assert phone.taps == 0
    assert phone.wrong == []


def test_the_line_that_grows_moves_nothing_and_covers_nothing_that_has_the_focus(table: Table) -> None:
    phone = table.start("belot", NAMES).open_sheet()
    keys, page = Keys(phone), phone.page
    deal(keys, "hearts", "Ana", "")
    expect(page.locator("#entry-preview")).to_contain_text("Still missing")
    held: list[Route] = []
    page.route("**/preview**", lambda route: held.append(route))
    with page.expect_request("**/preview**"):
        page.keyboard.type("100")
    before = page.evaluate(PLACES)
    held.pop().continue_()
    expect(page.locator("#form[data-complete]")).to_be_visible()
    assert page.evaluate(PLACES) == before
    assert not keys.focus()["covered"]


@pytest.mark.left_to_soak
def test_a_row_is_read_and_undone_by_keyboard(table: Table) -> None:
    phone = table.start("belot", NAMES).open_sheet()
    keys = Keys(phone)
    deal(keys, "hearts", "Ana", "100")
    keys.press("Tab")
    save(keys)
    keys.press("Enter")
    expect(phone.page.locator("tr.unfolded")).to_contain_text("Written down")
    keys.use("Fold up")
    expect(phone.page.locator("tr.unfolded")).to_have_count(0)
    keys.use("Undo")
    expect(keys.page.locator("#redo")).to_contain_text("Undone: deal 1: Ana ♥ 100\u2060–\u206062")
    assert phone.entries() == []
    assert phone.wrong == []


def test_what_a_tap_changes_beside_it_is_said(table: Table) -> None:
    phone = table.start("kinaskak", NAMES).enter()
    keys = Keys(phone)
    phone.tap(phone.page.locator(".line[data-seat='1'] .who"))
    for _time in range(2):
        phone.tap(phone.page.get_by_role("button", name="Boris, buy"))
    keys.hears("Boris: 2 buys")
    phone.tap(phone.page.locator(".line[data-seat='2'] .who"))
    phone.tap(phone.page.locator("[data-class='low']"))
    keys.hears("Vera: 2–9 5 = 5")
    phone.wait_until_kept()
    keys.hears_nothing("Sending", "Kept on the server")
    phone.cut()
    phone.tap(phone.page.locator("[data-buy]"))
    keys.hears("No network: kept on this phone, sent later")


def test_a_deal_that_is_kept_and_then_counted_is_said(table: Table) -> None:
    phone = table.start("kani", NAMES).enter()
    keys = Keys(phone)
    phone.cut()
    phone.tap(phone.button("all passed"))
    phone.tap(phone.button("Save"))
    keys.hears("Only on this phone, not yet counted: All passed")
    phone.mend()
    keys.hears("Counted now: All passed")


@pytest.mark.left_to_soak
def test_a_card_that_is_given_is_said_with_its_side_and_nothing_else_is(table: Table) -> None:
    phone = table.start("escoba", ("Ane", "Jon"))
    phone.page.goto(f"{phone.sheet}/record/deal?form=piles")
    keys = Keys(phone)
    card = phone.page.locator("[data-card='7O']")
    name = card.get_attribute("data-told")
    phone.tap(card)
    keys.hears(f"{name}: Ane")
    phone.tap(card)
    keys.hears(f"{name}: Jon")
