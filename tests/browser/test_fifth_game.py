"""A game without screens of its own is entered by taps on the page for every game, with network and without."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import digits, save, sheet_of
from tests.browser.entry_table import HOSTS, Table
from tests.browser.looking import look
from tests.fifth import FIFTH
from tests.soak import in_soak

TWO = ("Anna", "Bruno")


@pytest.mark.soak
@pytest.mark.parametrize("table", in_soak(HOSTS, HOSTS[:1]), indirect=True)
def test_a_deal_of_a_fifth_game_is_entered_on_the_generic_page(table: Table) -> None:
    phone = table.start(FIFTH, TWO).open_sheet()
    phone.tap(phone.button("Record a deal"))
    phone.tap(phone.page.get_by_label("Anna", exact=True))
    digits(phone, "70")
    phone.tap(phone.page.get_by_label("Bruno", exact=True))
    digits(phone, "50")
    phone.page.keyboard.press("Escape")
    look(phone.page, "fifth", "entry")
    save(phone)
    expect(phone.page.get_by_role("row", name=re.compile("70.?–.?50"))).to_be_visible()
    assert sheet_of(phone).totals == (1, 0)
    assert phone.wrong == []


def test_a_deal_that_was_saved_without_network_arrives_once(table: Table) -> None:
    phone = table.start(FIFTH, TWO).enter()
    phone.context.set_offline(True)
    for name, points in (("Anna", "70"), ("Bruno", "50")):
        phone.tap(phone.page.get_by_label(name, exact=True))
        digits(phone, points)
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox ol > li")).to_contain_text("Anna 70 · Bruno 50")
    phone.context.set_offline(False)
    expect(phone.page.locator("#outbox .counted")).to_contain_text("Counted now: 70–50")
    assert [entry["points"] for entry in phone.entries()] == [[70, 50]]
