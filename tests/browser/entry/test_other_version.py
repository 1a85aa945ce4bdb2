"""Another version of a deal, corrected or under protest: the screen of the entry, and the result while it is typed."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looking import LANGUAGES
from tests.browser.shown import import_shown


def open_version(phone: Phone, page: str, language: str, shown: str = "belot") -> None:
    match = import_shown(phone.page.context, phone.server, shown)
    phone.open(f"{match}?lang={language}")
    row = (phone.page.locator("tbody[id^=e]").nth(2).get_attribute("id") or "")[1:]
    phone.open(f"{match}/row/{row}/{page}?lang={language}")


@pytest.mark.left_to_soak(but_one_in=9)
@pytest.mark.parametrize("version", ["correct", "protest"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_of_another_version_is_in_sight_while_it_is_typed(
    phone: Phone, version: str, language: str
) -> None:
    open_version(phone, version, language)
    phone.page.locator(".keypad [data-key='6']").click()
    phone.page.locator(".keypad [data-key='2']").click()
    expect(phone.page.locator("[name='trick_points-1']")).to_have_attribute("placeholder", "100")
    expect(phone.page.locator("#entry-preview .line")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 640
    save = phone.page.locator(".keypad .save")
    assert save.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    expect(phone.page.locator("#why")).to_be_hidden()


@pytest.mark.left_to_soak
def test_what_else_a_correction_changes_is_a_tap_away(phone: Phone) -> None:
    open_version(phone, "correct", "en", "belot_long")
    phone.page.locator(".keypad [data-key='1']").click()
    expect(phone.page.locator("#entry-preview .changes")).to_have_count(1)
    if not phone.page.locator("#entry-preview .changes").is_visible():
        phone.page.locator(".says .unfold").click()
        expect(phone.page.locator("#entry-whole .changes")).to_be_visible()


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("shown", ["kani", "escoba", "kinaskak"])
def test_every_game_writes_another_version_on_its_own_screen_without_a_scroll(
    phone: Phone, shown: str
) -> None:
    match = import_shown(phone.page.context, phone.server, shown)
    phone.open(f"{match}?lang=en")
    row = (phone.page.locator("tbody[id^=e]").first.get_attribute("id") or "")[1:]
    for version, words in (("correct", "Correct"), ("protest", "Play on under protest")):
        phone.open(f"{match}/row/{row}/{version}?lang=en")
        expect(phone.page.locator("#form[data-entry]")).to_have_count(1)
        expect(phone.page.locator("#entry-preview .line")).to_have_count(1)
        expect(phone.page.locator(".act .main:visible")).to_have_text(words)
        assert phone.page.evaluate("document.documentElement.scrollHeight") <= 640
    phone.look(f"protest-{shown}")
