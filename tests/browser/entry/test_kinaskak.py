"""Kínaskák's own screen: one hand is chosen, its cards are tapped or its points typed, and nothing scrolls."""

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import EIGHT, box, count, digits, line
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import at_one_moment, look


@pytest.mark.left_to_soak
def test_one_hand_is_chosen_at_a_time_and_nothing_moves(table: Table) -> None:
    phone = table.start("kinaskak", EIGHT).enter()
    phone.tap(line(phone, 1))
    was = box(line(phone, 4))
    phone.tap(line(phone, 4))
    expect(phone.page.locator(".line.chosen")).to_have_count(1)
    expect(phone.page.locator(".line.chosen")).to_have_attribute("data-seat", "4")
    assert box(line(phone, 4)) == was


def test_the_keypad_goes_along_with_the_hand_that_is_chosen(table: Table) -> None:
    phone = table.start("kinaskak").enter()
    count(phone, 1, "20")
    phone.tap(line(phone, 2))
    expect(phone.page.locator(".keyed")).to_have_id("points-2")
    expect(phone.page.locator("input[name='hands-1']")).to_have_value("20")
    count(phone, 1, "35")
    expect(phone.page.locator("input[name='hands-1']")).to_have_value("35")


def test_cards_are_tapped_or_their_points_are_typed(table: Table) -> None:
    phone = table.start("kinaskak").enter()
    phone.tap(line(phone, 1))
    points, said = phone.page.locator("#points-1"), phone.page.locator(".tally .sum")
    written = phone.page.locator("input[name='hands-1']")
    for name in ("aces", "aces", "tens", "jokers"):
        phone.tap(phone.page.locator(f"[data-class={name}]"))
    expect(said).to_have_text("Björn: 10–K 10, A 20+20, ★ 50 = 100")
    expect(points).to_have_attribute("placeholder", "100")
    phone.tap(phone.page.locator("[data-less]"))
    expect(written).to_have_value("aces=2 tens=1")
    digits(phone, "30")
    expect(written).to_have_value("30")
    expect(said).to_have_text("Björn: 30")
    phone.tap(phone.page.locator("[data-class=low]"))
    expect(points).to_have_value("")
    expect(written).to_have_value("low=1")


def test_the_fourth_buy_says_what_it_costs_where_it_is_tapped(table: Table) -> None:
    phone = table.start("kinaskak").enter()
    buy, known = phone.page.locator("[data-buy]"), phone.page.locator(".line.chosen .known")
    for _time in range(3):
        expect(buy).to_contain_text("+1")
        phone.tap(buy)
    expect(buy).to_contain_text("+200")
    phone.tap(buy)
    expect(known).to_have_text("4 buys +200")
    phone.tap(phone.page.locator("[data-less]"))
    expect(known).to_have_text("3 buys")
    phone.tap(phone.page.locator("[data-next]"))
    phone.tap(phone.page.locator("[data-penalty]"))
    expect(known).to_have_text("4 buys +200")


def test_totals_of_before_are_not_shown_while_a_deal_waits_on_the_phone(table: Table) -> None:
    phone = table.start("kinaskak", ("Anna", "Jón"), [{"kind": "deal", "hands": [0, 5]}]).enter()
    total = phone.page.locator(".players .total").last
    expect(total).to_contain_text("5")
    phone.cut()
    for key in ("[data-out]", "[data-next]"):
        phone.tap(phone.page.locator(key))
    digits(phone, "20")
    phone.tap(phone.button("Save"))
    expect(total).to_be_hidden()


def test_a_stock_that_ran_out_is_one_tap_where_no_hand_is_empty(table: Table) -> None:
    phone = table.start("kinaskak", ("Anna", "Jón")).enter()
    ran_out = phone.page.locator("[data-ran-out]")
    for seat, points in enumerate(("20", "30")):
        expect(ran_out).to_be_hidden()
        count(phone, seat, points)
    phone.tap(ran_out)
    phone.wait_until_kept()
    phone.save()
    assert phone.entries() == [{"kind": "deal", "hands": [20, 30], "stock_ran_out": True}]


def test_a_second_tap_of_the_same_finger_or_on_the_result_does_nothing(table: Table) -> None:
    phone = table.start("kinaskak", ("Anna", "Jón")).enter()
    phone.tap(phone.page.locator("[data-out]"))
    key = box(phone.page.locator("[data-next]"))
    with at_one_moment(phone.page):
        for _time in range(2):
            phone.page.touchscreen.tap(key["x"] + 20, key["y"] + 20)
    expect(phone.button("Save")).to_be_visible()
    expect(phone.page.locator("#entry-notices")).to_be_empty()
    digits(phone, "20")
    preview = phone.page.locator("#entry-preview .line")
    phone.tap(preview)
    expect(phone.page.locator(".players .chosen")).to_have_attribute("data-seat", "1")
    phone.save()


def find_overflow(phone: Phone) -> int:
    """By how much the page is higher than the phone."""
    return int(phone.page.evaluate("document.documentElement.scrollHeight - innerHeight"))


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("number", [2, 4, 8])
def test_a_deal_is_counted_without_a_scroll(table: Table, number: int) -> None:
    """Each hand but the first is Next and its digits or cards; Save stands in the place of Next at the last."""
    phone = table.start("kinaskak", EIGHT[:number]).open_sheet()
    phone.taps = 0
    phone.tap(phone.button("Record a deal"))
    phone.tap(phone.page.locator("[data-out]"))
    for seat in range(1, number):
        phone.tap(phone.page.locator("[data-next]"))
        digits(phone, str(5 * seat))
    phone.tap(phone.button("Save"))
    assert phone.taps == number + 2, "the sheet's key, went out, Next for each other hand, Save"
    phone.wait_until_saved()
    assert phone.entries()[0]["hands"] == [5 * seat for seat in range(number)]
    phone.enter()
    for _card in range(4):
        phone.tap(phone.page.locator("[data-class=low]"))
    expect(phone.page.locator("#entry-preview")).to_contain_text("Still missing")
    assert find_overflow(phone) <= 0
    look(phone.page, "entry-kinaskak", f"{number}-players")


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("number", [4, 8])
def test_by_points_alone_a_deal_is_counted_without_a_scroll(table: Table, number: int) -> None:
    phone = table.start("kinaskak", EIGHT[:number])
    phone.page.goto(f"{phone.sheet}/record/deal?form=points")
    phone.tap(phone.page.locator("[data-out]"))
    for seat in range(1, number):
        phone.tap(phone.page.locator("[data-next]"))
        digits(phone, str(5 * seat))
    for key in ("[data-buy]", "[data-buy]", "[data-less]"):
        phone.tap(phone.page.locator(key))
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    assert find_overflow(phone) <= 0
    phone.save()
    entry = phone.entries()[0]
    assert (entry["hands"], entry["buys"][-1]) == ([5 * seat for seat in range(number)], 1)
    assert phone.wrong == []


def test_on_the_phone_of_a_seat_its_own_hand_is_chosen_first(table: Table) -> None:
    phone = table.start("kinaskak", EIGHT)
    phone.page.goto(f"{phone.sheet}/phone")
    phone.tap(phone.button(EIGHT[3]))
    phone.page.wait_for_url(lambda url: not url.endswith("/phone"))
    phone.enter()
    expect(phone.page.locator(".line.chosen")).to_have_attribute("data-seat", "3")
    for name in ("[data-class=low]", "[data-out]", "[data-buy]"):
        phone.tap(phone.page.locator(name))
    expect(phone.page.locator("input[name='buys-3']")).to_have_value("1")
    expect(phone.page.locator("input[name='hands-3']")).to_have_value("0")
    look(phone.page, "entry-kinaskak", "seat")
