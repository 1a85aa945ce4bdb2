"""A deal laid card by card with a finger: quick taps, a network that goes away, every language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Phone
from tests.browser.looking import LANGUAGES
from tests.web.test_card_by_card import longest_deal

TRICKS = longest_deal("belot").question["tricks"]


def begin(phone: Phone, language: str = "en") -> None:
    """Hearts by seat 1, who leads."""
    phone.open(f"/desk/belot/deal?lang={language}")
    phone.page.locator('input[name="contract"][value="hearts"]').check()
    phone.page.locator('input[name="declarer"]').first.check()
    phone.page.locator('input[name="leader"]').first.check()


def card(phone: Phone, notation: str) -> Locator:
    return phone.page.locator(f'.fan button[value="{notation}"]')


def laid(phone: Phone) -> list[str]:
    """The cards of the tricks so far, as the form holds them."""
    return phone.page.locator('input[name^="tricks-"]').evaluate_all("all => all.map((one) => one.value)")


def test_a_whole_deal_is_a_tap_a_card_and_the_verdict_one_more(phone: Phone) -> None:
    begin(phone)
    phone.taps = 0
    for number, trick in enumerate(TRICKS):
        for one in trick:
            phone.tap_on(card(phone, one))
            expect(card(phone, one)).to_be_disabled()
        assert laid(phone)[number] == " ".join(trick)
    expect(phone.page.locator(".told")).to_have_text("All cards are laid.")
    phone.tap("Get the verdict")
    expect(phone.page.locator("#verdict")).to_contain_text("Every card was played by the rules.")
    assert phone.taps == 32 + 1


def test_taps_that_are_faster_than_the_answers_all_count_in_their_order(phone: Phone) -> None:
    begin(phone)
    wanted = [one for trick in TRICKS[:3] for one in trick]
    phone.page.evaluate(
        "all => { for (const one of all) document.querySelector(`.fan button[value='${one}']`).click(); }",
        wanted,
    )
    expect(phone.page.locator('input[name="tricks-2"]')).to_have_value(" ".join(TRICKS[2]))
    assert laid(phone) == [" ".join(trick) for trick in TRICKS[:3]]


def test_what_is_tapped_without_network_is_laid_when_it_is_back(phone: Phone) -> None:
    begin(phone)
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()
    phone.page.context.set_offline(True)
    for one in TRICKS[0][1:3]:
        card(phone, one).click()
    expect(phone.page.locator("form.waits")).to_be_visible()
    assert laid(phone) == [TRICKS[0][0]]
    phone.page.context.set_offline(False)
    expect(phone.page.locator('input[name="tricks-0"]')).to_have_value(" ".join(TRICKS[0][:3]))


def test_the_last_card_is_taken_back_and_the_focus_stays_where_it_was(phone: Phone) -> None:
    begin(phone)
    for one in TRICKS[0][:2]:
        card(phone, one).click()
        expect(card(phone, one)).to_be_disabled()
    back = phone.page.get_by_role("button", name="Take the last one back")
    back.focus()
    phone.page.keyboard.press("Enter")
    expect(card(phone, TRICKS[0][1])).to_be_enabled()
    expect(back).to_be_focused()
    assert laid(phone) == [TRICKS[0][0]]


def test_in_eskoba_the_captures_are_keys(phone: Phone) -> None:
    phone.open("/desk/escoba/deal")
    phone.page.locator('input[name="players"]').fill("2")
    phone.page.locator('input[name="dealer"]').first.check()
    for one in ("7O", "3C", "1E", "10B", "5O"):
        card(phone, one).click()
    ways = phone.page.locator(".ways button")
    expect(ways).to_have_count(2)
    expect(ways.first).to_have_accessible_name("5 of golds, 7 of golds, 3 of cups,")
    ways.first.click()
    expect(phone.page.locator(".open-cards li")).to_have_count(2)
    expect(phone.page.locator(".turn")).to_contain_text("Seat 1")


@pytest.mark.parametrize(("language", "width"), list(zip(LANGUAGES, (360, 320, 390, 412, 360), strict=True)))
def test_the_table_fits_and_no_tap_moves_the_cards(phone: Phone, language: str, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 640})
    begin(phone, language)
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()

    def where() -> Any:
        return phone.page.evaluate("document.querySelector('.fan').getBoundingClientRect().top + scrollY")

    before = where()
    for one in (*TRICKS[0][1:], TRICKS[1][0]):
        card(phone, one).click()
        expect(card(phone, one)).to_be_disabled()
        assert abs(where() - before) < 1, one
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
