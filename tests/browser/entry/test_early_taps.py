"""A finger that is quicker than the page's script: what it tapped stands, and other phones hear of it."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.games import GAMES
from tests.browser.entry.screens import digits
from tests.browser.entry.test_measures import DEALS, enter
from tests.browser.entry_table import DRAFT, NAMES, Phone, Table
from tests.browser.looking import soon
from tests.cases import case, cases

SCRIPT = "**/js/entering.js"


def open_without_script(phone: Phone) -> Route:
    """Open the page for the next deal while its script is still on its way."""
    late: list[Route] = []
    phone.page.route(SCRIPT, lambda route: late.append(route))
    phone.page.goto(f"{phone.sheet}/record/deal", wait_until="commit")
    expect(phone.page.locator("#form")).to_be_visible()
    while not late:
        phone.page.wait_for_event("request")
    return late[0]


def chosen(phone: Phone, name: str) -> Any:
    return phone.page.locator(f'input[name="{name}"]:checked')


def choose(phone: Phone, name: str, value: str) -> None:
    phone.page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)


def test_what_is_tapped_before_the_script_is_there_is_kept_for_every_phone(table: Table) -> None:
    phone = table.start("kani")
    late = open_without_script(phone)
    choose(phone, "declarer", "1")
    late.continue_()
    phone.wait_until_kept()
    expect(chosen(phone, "declarer")).to_have_value("1")
    other = table.phone().enter()
    expect(chosen(other, "declarer")).to_have_value("1")


@pytest.mark.left_to_soak
def test_what_is_tapped_before_the_script_is_newer_than_what_was_left_unsent(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.page.context.route(DRAFT, lambda route: route.abort("internetdisconnected"))
    choose(phone, "declarer", "2")
    choose(phone, "bid", "9")
    phone.page.wait_for_function("() => JSON.stringify(localStorage).includes('declarer')")
    late = open_without_script(phone)
    choose(phone, "declarer", "1")
    phone.page.context.unroute(DRAFT)
    late.continue_()
    phone.wait_until_kept()
    expect(chosen(phone, "declarer")).to_have_value("1")
    expect(chosen(phone, "bid")).to_have_value("9")


def test_digits_that_are_typed_before_the_script_is_there_stand_and_are_saved(table: Table) -> None:
    phone = table.start("belot", NAMES["kani"])
    late = open_without_script(phone)
    choose(phone, "contract", "hearts")
    choose(phone, "declarer", "0")
    digits(phone, "97")
    phone.page.locator("button.save").tap()
    assert phone.page.url.endswith("/record/deal")
    late.continue_()
    phone.wait_until_saved()
    assert [entry["trick_points"] for entry in phone.entries()] == [[97, None]]
    assert phone.wrong == []


def test_digits_go_into_the_box_that_was_tapped_before_the_script_is_there(table: Table) -> None:
    phone = table.start("kinaskak")
    late = open_without_script(phone)
    phone.page.locator("#points-2").tap()
    digits(phone, "45")
    late.continue_()
    expect(phone.page.locator('input[name="hands-2"]')).to_have_value("45")


def test_a_page_whose_script_never_comes_is_saved_as_forms_go(table: Table) -> None:
    phone = table.start("kani")
    phone.page.clock.install()
    open_without_script(phone)
    passed = phone.page.locator('input[name="bid"][value="pass"]')
    expect(passed).to_be_hidden()
    phone.page.clock.fast_forward(11_000)
    expect(passed).to_be_visible()
    choose(phone, "bid", "pass")
    phone.page.locator("#form .act button.main").tap()
    phone.wait_until_saved()
    assert [entry["bid"] for entry in phone.entries()] == ["pass"]


DRAWN = "performance.getEntriesByName('first-contentful-paint').length"
KEYS = """() => [...document.querySelectorAll("#form :is(label, button, summary, input[type=text])")]
  .filter(key => key.checkVisibility()).map(key => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  }).sort()"""
"""Where everything stands that a finger can meet."""


@cases("half", case("nothing is entered", 0), case("half of it is entered", 2))
@pytest.mark.parametrize("game", GAMES)
def test_no_key_moves_when_the_script_comes(table: Table, game: str, half: int) -> None:
    """Else a quick finger meets the neighbour of what it saw."""
    phone = table.start(game, DEALS[game].names)
    if half:
        phone.enter()
        for step in DEALS[game].steps.split()[:half]:
            enter(phone, step)
        phone.wait_until_kept()
    late = open_without_script(phone)
    soon(phone.page, lambda: phone.page.evaluate(DRAWN), "the page is not drawn")
    before = phone.page.evaluate(KEYS)
    late.continue_()
    expect(phone.page.locator("html")).to_have_class("scripting")
    assert phone.page.evaluate(KEYS) == before
