"""What is decided on a page has its key in sight at 360 × 640; what is selected and no side is ink."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import WIDTH
from tests.browser.entry_table import Phone, Table
from tests.browser.shown import LONG_NAMES

NAMES = ("Ana", "Boris", "Vera", "Georgi")
DEAL: dict[str, Any] = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}


def assert_in_sight(key: Locator) -> None:
    """Wait for a key, and see that all of it is on the screen with nothing over it."""
    expect(key).to_be_visible()
    expect(key).to_be_in_viewport(ratio=1)
    box = key.bounding_box()
    assert key.evaluate(
        "(one, [x, y]) => one.contains(document.elementFromPoint(x, y))",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )


def strike(phone: Phone) -> Locator:
    phone.page.goto(f"{phone.sheet}/row/2/strike")
    phone.tap(phone.button("See what changes"))
    return phone.button("Save it so")


def change_rules(phone: Phone) -> Locator:
    phone.page.goto(f"{phone.sheet}/rules")
    phone.page.locator("input[name=target]").fill("61")
    phone.tap(phone.button("See what changes"))
    return phone.button("Save it so")


def decide(phone: Phone) -> Locator:
    phone.page.goto(f"{phone.sheet}/row/2/protest")
    phone.page.locator("input[name='trick_points-0']").fill("62")
    phone.page.locator("input[name='trick_points-1']").fill("")
    phone.tap(phone.button("Play on under protest"))
    phone.page.wait_for_url(lambda url: "/protest" not in url)
    phone.page.goto(f"{phone.sheet}/protest/{2 + DEALS}")
    return phone.page.locator(".deciding .main").last


DEALS = 12


@pytest.mark.parametrize("page", [strike, change_rules, decide])
def test_the_key_that_decides_is_in_sight_however_long_what_it_is_about(table: Table, page: Any) -> None:
    phone = table.start("belot", LONG_NAMES[:4], [DEAL] * DEALS, target=301)
    assert_in_sight(page(phone))
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_a_selected_key_that_is_no_side_is_ink(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.tap(phone.button("four passes"))
    colours = phone.page.evaluate(
        "() => ['--ink', '--main'].map((name) => { const one = document.body.appendChild(document.createElement('i'));"
        "one.style.color = `var(${name})`; return getComputedStyle(one).color; })"
    )
    assert colours[0] != colours[1]
    expect(phone.button("four passes")).to_have_css("background-color", colours[0])
