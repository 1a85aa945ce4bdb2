"""The page of a penalty: who, how many points, and what for by one tap; words of one's own are folded."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looking import LANGUAGES
from tests.browser.shown import import_shown


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_usual_offences_are_in_sight_above_save(phone: Phone, language: str) -> None:
    match = import_shown(phone.page.context, phone.server, "belot_long")
    phone.open(f"{match}/record/penalty?lang={language}")
    save = phone.page.locator(".act").bounding_box()
    boxes = [box for key in phone.page.locator("[data-usual] button").all() if (box := key.bounding_box())]
    assert save
    assert boxes
    assert max(box["y"] + box["height"] for box in boxes) <= save["y"]
    expect(phone.page.locator("#reason")).to_be_hidden()
    phone.look(f"penalty-{language}")


def test_a_usual_offence_is_tapped_and_taken_back(phone: Phone) -> None:
    match = import_shown(phone.page.context, phone.server, "belot")
    phone.open(f"{match}/record/penalty?lang=en")
    key = phone.page.get_by_role("button", name="a lead out of turn")
    key.click()
    expect(key).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("#reason")).to_have_value("a lead out of turn")
    phone.page.wait_for_timeout(400)  # two quick taps on a button that sends count once
    key.click()
    expect(phone.page.locator("#reason")).to_have_value("")
    phone.page.get_by_text("other …").click()
    phone.page.locator("#reason").fill("spilt the wine")
    expect(key).to_have_attribute("aria-pressed", "false")


@pytest.mark.left_to_soak
def test_the_row_of_a_penalty_takes_two_lines_at_most(phone: Phone) -> None:
    match = import_shown(phone.page.context, phone.server, "belot_long")
    phone.open(f"{match}/record/penalty?lang=bg")
    phone.page.locator('[name="side"][value="1"]').check(force=True)
    phone.page.locator(".act .main").click()
    phone.page.wait_for_url(f"{match}#*")
    line = phone.page.locator("tbody[id^=e]").last.locator(".line b")
    assert line.evaluate("(one) => one.getClientRects().length") <= 2
