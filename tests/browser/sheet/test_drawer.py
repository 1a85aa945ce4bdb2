"""The sheet as it is drawn: seven deals in sight, and a drawer for what is seldom done."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.entry_table import Table
from tests.browser.looking import soon
from tests.browser.sheet.test_sheet import bring
from tests.browser.shown import FOUR, LONG_NAMES, belot, import_shown

DEALS_IN_SIGHT = 7
MAX_LINES = 12
"""Lines of the drawer that are in sight at once: what shows the match to others in a row, then eight, one with 3."""
WHOLE_ROWS = """() => {
  const bar = document.querySelector(".strip").getBoundingClientRect().bottom;
  const foot = document.querySelector("main > .act").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll(".sheet > tbody")].map((one) => one.getBoundingClientRect());
  return boxes.filter((box) => box.top >= bar - 1 && box.bottom <= foot + 1).length;
}"""
"""How many deals stand whole between the strip of totals and the foot."""


HEIGHTS = """() => [...document.querySelectorAll(".sheet > tbody")]
  .map((one) => Math.round(one.getBoundingClientRect().height))"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def test_seven_deals_are_in_sight_at_once_and_each_is_one_line(phone: Phone) -> None:
    for name in ("belot_marked", "kani", "escoba_marked", "kinaskak"):
        phone.open(bring(phone, name))
        heights = phone.page.evaluate(HEIGHTS)
        assert len(heights) >= DEALS_IN_SIGHT
        assert set(heights) <= {43, 44}, name
        assert phone.page.evaluate(WHOLE_ROWS) >= DEALS_IN_SIGHT, name
        assert phone.page.evaluate(WIDE) == 0, name
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.page.evaluate(WIDE) == 0, f"{name}, with text twice as large"


def test_a_mark_has_the_colour_of_the_side_that_it_brought_something(phone: Phone) -> None:
    phone.open(bring(phone, "escoba_marked"))
    marks = phone.page.locator(".sheet > tbody").first.locator(".tag")
    expect(marks).to_have_text(["●10", "7♦", "7×4"])
    phone.open(bring(phone, "kinaskak_dear"))
    first = phone.page.locator(".sheet > tbody").first
    expect(first.locator("td:has(.tag)")).to_have_attribute("data-side", re.compile("Magn"))
    assert first.locator(".line").is_hidden(), "words are left to those who unfold it"
    colours = first.locator(".tag, .score").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).color)"
    )
    assert len(set(colours)) > 1


NAMED = """() => {
  const bar = document.querySelector(".strip").getBoundingClientRect().bottom;
  const foot = document.querySelector("main > .act").getBoundingClientRect().top;
  const { top, bottom } = document.querySelector(":target").getBoundingClientRect();
  return top >= bar - 1 && bottom <= foot + 1;
}"""


def test_the_row_that_was_corrected_is_in_sight_though_it_is_not_the_newest(table: Table) -> None:
    deals = [
        {"kind": "deal", "contract": "hearts", "declarer": n % 4, "trick_points": [80 + n, 82 - n]}
        for n in range(12)
    ]
    phone = table.start("belot", FOUR, deals)
    phone.page.goto(f"{phone.sheet}#e3")
    expect(phone.page.locator("html.begun")).to_be_attached()  # from here on nothing moves by itself
    assert phone.page.evaluate(NAMED), "the row is in sight"


CUT = """() => {
  const bar = document.querySelector(".strip").getBoundingClientRect().bottom;
  const foot = document.querySelector("main > .act").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll(".sheet > tbody")].map((one) => one.getBoundingClientRect());
  const cut = (box, edge) => box.top < edge - 1 && box.bottom > edge + 1;
  return boxes.filter((box) => cut(box, bar) || cut(box, foot)).length;
}"""
"""How many deals the strip or the foot cuts."""

LEVEL = [*(belot(n, 70 + 5 * n) for n in range(9)), belot(0, 81)]
"""After the last of these points hang."""


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("language", ["bg", "is", "eu", "es"])
@pytest.mark.parametrize("names", [FOUR, LONG_NAMES[:4]], ids=["short", "long"])
def test_seven_deals_are_in_sight_with_long_names_while_points_hang(
    table: Table, names: tuple[str, ...], language: str
) -> None:
    phone = table.start("belot", names, LEVEL)
    phone.page.goto(f"{phone.sheet}?lang={language}")
    expect(phone.page.locator(".way")).to_contain_text("8")
    soon(phone.page, lambda: not phone.page.evaluate(CUT), "the strip or the foot cuts a deal")
    assert phone.page.evaluate(WHOLE_ROWS) >= DEALS_IN_SIGHT
    expect(phone.page.locator(".sheet > tbody").last).to_be_in_viewport(ratio=1)


def test_the_drawer_keeps_the_focus_and_gives_it_back(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    phone.open(sheet)
    key, drawer = phone.page.get_by_role("link", name="More", exact=True), phone.page.locator("dialog#drawer")
    for close in ("Escape", "back", "Close"):
        key.click()
        expect(drawer.get_by_role("link", name="Stop here", exact=True)).to_be_visible()
        assert drawer.evaluate("one => one.contains(document.activeElement)"), "the focus is in the drawer"
        if close == "Escape":
            phone.look("drawer")
            phone.page.keyboard.press("Escape")
        elif close == "back":
            phone.page.go_back()
        else:
            drawer.get_by_role("button", name="Close").click()
        expect(drawer).to_be_hidden()
        expect(key).to_be_focused()
        assert phone.page.url.partition("#")[0] == sheet, f"{close} leaves the sheet open"


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("language", ["en", "bg", "is", "eu", "es"])
def test_the_drawer_fits_and_what_it_folds_is_one_tap_more(phone: Phone, language: str) -> None:
    phone.open(f"{bring(phone, 'belot')}?lang={language}")
    drawer = phone.page.locator("dialog#drawer")
    folds = drawer.locator("summary")
    lines = drawer.locator("a").count()
    assert lines > MAX_LINES, "everything is still there"
    for number in range(folds.count()):
        phone.tap_on(phone.page.locator("[data-drawer]"))
        assert drawer.evaluate("one => one.scrollHeight <= one.clientHeight"), "the drawer rolls"
        assert drawer.locator("a:visible").count() <= MAX_LINES
        phone.tap_on(folds.nth(number))
        held = folds.nth(number).locator("xpath=..").locator("a")
        expect(held.first).to_be_in_viewport(ratio=0.9)
        expect(held.last).to_be_in_viewport(ratio=0.9)
        phone.open(phone.page.url)


def test_the_drawer_is_a_page_of_its_own_where_scripts_do_not_run(phone: Phone) -> None:
    sheet = import_shown(phone.page.context, phone.server, "belot")
    phone.open(f"{sheet}/more")
    phone.look("more")
    phone.tap_on(phone.page.locator("summary", has_text="Names, seats, who deals"))
    phone.tap("Names")
    expect(phone.page).to_have_url(f"{sheet}/names")
