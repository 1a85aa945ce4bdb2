"""Numbers and names that stand there already: what is typed takes their place."""

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import digits
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import load_anew

FOUR = ("Ana", "Boris", "Vera", "Георги")


def belot(table: Table) -> Phone:
    phone = table.start("belot", FOUR).enter()
    phone.pill("Contract", "hearts")
    return phone


@pytest.mark.left_to_soak
def test_the_keypad_opens_again_on_the_number_that_was_just_done(table: Table) -> None:
    phone = table.start("kani")
    phone.page.goto(f"{phone.sheet}/record/deal")
    phone.tap(phone.page.locator("#tricks-key > summary"))
    box, keypad = phone.page.locator("input.number"), phone.page.locator("#entry-keypad")
    for typed in ("10", "11"):
        phone.tap(box)
        expect(keypad).to_be_visible()
        digits(phone, typed)
        phone.tap(phone.page.locator("[data-key='done']"))
        expect(keypad).to_be_hidden()
        expect(box).to_have_value(typed)


TAPPED = [
    ("98", "100", "100"),
    ("98", "+4", "102"),
    ("120", "back", "12"),
    ("12+11", "5", "5"),
    ("12+11", "+5", "28"),
]
"""What stands in a box, what is typed after a tap on it, and what stands there then."""


def test_a_tap_on_a_box_selects_its_number_also_on_that_which_is_being_typed(table: Table) -> None:
    phone = belot(table)
    box, other = (phone.page.locator(f"input[name='trick_points-{side}']") for side in (0, 1))
    for first, then, stands in TAPPED:
        for away in (False, True):
            phone.tap(box)
            digits(phone, first)
            if away:
                phone.tap(other)
            phone.tap(box)
            if then == "back":
                phone.tap(phone.page.locator("[data-key='back']"))
            else:
                digits(phone, then)
            phone.tap(other)
            expect(box).to_have_value(stands)
    assert phone.wrong == []


def test_a_tap_on_its_own_line_takes_a_hand_up_too(table: Table) -> None:
    phone = table.start("kinaskak").enter()
    line, box = phone.page.locator(".players .line"), phone.page.locator("#points-0")
    for place in (line.locator(".total"), line.locator(".who .name"), box):
        digits(phone, "98")
        phone.tap(place)
        digits(phone, "100")
        expect(box).to_have_value("100")
    assert phone.wrong == []


def test_a_digit_that_would_make_a_number_that_cannot_be_begins_anew(table: Table) -> None:
    phone = belot(table)
    box = phone.page.locator("input[name='trick_points-0']")
    digits(phone, "98100")
    expect(box).to_have_value("100")
    phone.pill("Contract", "all trumps")
    phone.tap(box)
    digits(phone, "258")
    expect(box).to_have_value("258")
    phone.tap(box)
    digits(phone, "98+100")
    expect(box).to_have_value("98+100")


def test_a_number_that_stands_there_is_replaced_by_the_first_key_of_a_fixed_keypad(table: Table) -> None:
    phone = belot(table)
    box = phone.page.locator("input[name='trick_points-0']")
    digits(phone, "97")
    phone.wait_until_kept()
    load_anew(phone.page)
    digits(phone, "11")
    expect(box).to_have_value("11")


@pytest.mark.left_to_soak
def test_a_keyboard_replaces_the_number_too(table: Table) -> None:
    phone = belot(table)
    box = phone.page.locator("input[name='trick_points-0']")
    for typed in ("110", "116"):
        phone.tap(box)
        phone.page.keyboard.type(typed)
        phone.tap(phone.page.locator("input[name='trick_points-1']"))
        expect(box).to_have_value(typed)


@pytest.mark.left_to_soak
def test_a_number_that_a_key_wrote_is_replaced(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.pill("Bid", "9")
    phone.tap(phone.button("10 tricks"))
    phone.tap(phone.page.locator("#tricks-key summary"))
    box = phone.page.locator("input[name='tricks']")
    phone.tap(box)
    digits(phone, "12")
    expect(box).to_have_value("12")


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("page", ["/start/kani?players=4", "/rules", "/record/penalty", "/desk/bid"])
def test_every_field_for_a_number_is_replaced_by_what_is_typed(table: Table, page: str) -> None:
    phone = table.start("kani")
    phone.page.goto(table.address + page if page.startswith("/start") else phone.sheet + page)
    phone.page.wait_for_load_state()
    for box in phone.page.locator("input.number:visible").all():
        box.evaluate("one => { one.value = '151'; one.blur(); }")
        phone.tap(box)
        phone.page.keyboard.type("40")
        expect(box).to_have_value("40")
        phone.page.keyboard.press("Tab")


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("scripts", [True, False], ids=["with-scripts", "without"])
def test_default_names_are_not_in_the_way_and_are_recorded_where_nothing_is_typed(
    table: Table, scripts: bool
) -> None:
    phone = table.phone(java_script_enabled=scripts, locale="es-ES")
    for names in ({}, {0: "Ivo"}, {0: "Ivo", 2: "Eva"}):
        phone.page.goto(f"{table.address}/start/kani?players=4")
        for seat, name in names.items():
            box = phone.page.locator(f"#name-{seat}")
            expect(box).to_have_attribute("placeholder", f"Jugador {seat + 1}")
            box.tap()
            phone.page.keyboard.press("End")
            phone.page.keyboard.press("Shift+Home")
            phone.page.keyboard.type(name)
        phone.tap(phone.button("Empezar"))
        phone.page.wait_for_url("**/m/**")
        phone.sheet = phone.page.url.partition("#")[0].partition("?")[0]
        assert phone.document()["players"] == [names.get(seat, f"Jugador {seat + 1}") for seat in range(4)]
    phone.page.goto(f"{table.address}/start/kani?players=4&lang=en")
    expect(phone.page.locator("#name-0")).to_have_value("Ivo")
    expect(phone.page.locator("#name-1")).to_have_value("")
    expect(phone.page.locator("#name-1")).to_have_attribute("placeholder", "Player 2")
    phone.page.goto(f"{phone.sheet}/names?lang=en")
    expect(phone.page.locator("#name-2")).to_have_value("Eva")
    expect(phone.page.locator("#name-3")).to_have_value("")
    phone.page.locator("#name-3").tap()
    phone.page.keyboard.type("Ane")
    phone.tap(phone.button("Save"))
    phone.page.wait_for_url(lambda url: "/names" not in url)
    assert phone.document()["players"] == ["Ivo", "Jugador 2", "Eva", "Ane"]


@pytest.mark.parametrize(("typed", "target"), [("", None), ("100", 100), ("60", 60)])
def test_chips_tick_no_end_before_one_s_eyes_and_a_number_typed_then_counts(
    table: Table, typed: str, target: int | None
) -> None:
    phone = table.start("kani")
    phone.page.goto(f"{phone.sheet}/rules")
    no_end = phone.page.locator("input[name='target-word']")
    phone.tap(phone.page.locator("label:has([name=settlement][value=chips])"))
    expect(no_end).to_be_checked()
    phone.tap(phone.page.locator("label:has([name=settlement][value=points])"))
    expect(no_end).not_to_be_checked()
    phone.tap(phone.page.locator("label:has([name=settlement][value=chips])"))
    if typed:
        phone.tap(phone.page.locator("input[name=target]"))
        phone.page.keyboard.type(typed)
    expect(no_end).to_be_checked(checked=not typed)
    phone.tap(phone.button("Save"))
    phone.page.wait_for_url(lambda url: "/rules" not in url)
    assert phone.document()["rules"].get("target", "by itself") == (target or "by itself")
    assert phone.wrong == []
