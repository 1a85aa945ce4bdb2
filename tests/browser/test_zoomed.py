"""400 % zoom on a desk's screen: 320 × 256 and 320 × 200, with a keyboard. What has the focus is seen, whole."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.looking import soon
from tests.browser.shown import import_shown
from tests.soak import in_soak

SCREENS = ((320, 256), (320, 200))
MAX_TABS = 120

STAYING = """() => [...document.querySelectorAll("body *")]
  .filter((one) => ["sticky", "fixed"].includes(getComputedStyle(one).position))
  .filter((one) => one.checkVisibility({ opacityProperty: true }))
  .map((one) => `${one.tagName}.${one.className}`)"""
"""What stays where it is as the page is scrolled."""

FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return "";
  const seen = one.labels?.length && one.matches("[type=radio], [type=checkbox]") ? one.labels[0] : one;
  const box = seen.getBoundingClientRect();
  const name = `${one.tagName} ${one.name || one.textContent.trim().slice(0, 30)} at ${box.top}–${box.bottom}`;
  const tall = box.height > innerHeight;
  if (!tall && (box.top < -1 || box.bottom > innerHeight + 1)) return `${name} is out of view`;
  const middle = Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2;
  const at = document.elementFromPoint(box.x + box.width / 2, middle);
  return seen.contains(at) || at?.contains(seen) ? "" : `${name} is covered by ${at?.outerHTML.slice(0, 80)}`;
}"""
"""What is wrong with the place of what has the focus."""

PAGES = [
    ("belot", "/record/deal"),
    ("kani", "/record/deal"),
    ("escoba", "/record/deal?form=counts"),
    ("kinaskak", "/record/deal"),
    ("belot", "/record/penalty"),
    ("belot", ""),
    ("kinaskak", ""),
    ("belot", "/desk"),
    ("belot", "/desk/legal_cards"),
    ("kinaskak", "/desk/hand_points"),
    ("belot", "/rules"),
    ("belot", "/names"),
]

IN_TURNS = [(*page, SCREENS[number % 2]) for number, page in enumerate(PAGES)]
"""Each page on one of the screens."""
LOOKS = in_soak([(*page, screen) for page in PAGES for screen in SCREENS], IN_TURNS)


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.soak
@pytest.mark.parametrize(("game", "path", "size"), LOOKS, ids=str)
def test_what_has_the_focus_is_seen(
    browser: Browser, server: str, game: str, path: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page = context.new_page()
    answer = page.goto(import_shown(context, server, game) + path)
    assert answer.ok, answer.status
    page.wait_for_load_state()
    assert page.evaluate(STAYING) == []
    for _turn in range(walk(page)):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        soon(page, lambda: page.evaluate(FOCUSED) == "", "with Tab:", lambda: page.evaluate(FOCUSED))
        if page.evaluate("document.activeElement.matches('input.number')"):
            page.keyboard.type("12")
            soon(page, lambda: page.evaluate(FOCUSED) == "", "after typing:", lambda: page.evaluate(FOCUSED))
        assert page.locator("#entry-keypad [data-key]:visible").count() == 0, "a keyboard needs no keypad"
    context.close()


def test_what_is_wrong_comes_late_and_pushes_nothing_out_of_view(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 256}, locale="en-GB")
    page = context.new_page()
    page.goto(import_shown(context, server, "escoba") + "/record/deal?form=counts")
    page.wait_for_load_state()
    context.set_offline(True)
    for name in ("golds-0", "golds-1", "sevens-0"):
        page.locator(f"[name={name}]").focus()
        page.keyboard.type("12")
    context.set_offline(False)
    page.locator(".part-problem:visible").nth(1).wait_for()
    soon(page, lambda: page.evaluate(FOCUSED) == "", "after the refusal:", lambda: page.evaluate(FOCUSED))
    context.close()


def walk(page: Page) -> int:
    """How many times Tab is pressed at most: once for everything that it may reach."""
    found: int = page.locator(
        "a:visible, button:visible, input:visible, select:visible, summary:visible"
    ).count()
    return min(found, MAX_TABS)


def test_the_keypad_goes_as_soon_as_a_keyboard_types(browser: Browser, server: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    page.goto(import_shown(context, server, "kinaskak") + "/record/deal?form=counts")
    page.wait_for_load_state()
    page.locator("input.number").first.tap()
    page.locator("#entry-keypad").wait_for(state="visible")
    page.keyboard.type("110")
    page.locator("#entry-keypad").wait_for(state="hidden")
    assert page.locator("input.number").first.input_value() == "110"
    context.close()
