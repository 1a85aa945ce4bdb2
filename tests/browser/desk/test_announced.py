"""Declarations at the desk are tapped on the sheet of Belot's entry screen; without scripts the lines stay."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phone
from tests.browser.looking import WHOLE, hindrances
from tests.cases import cases


def announce(phone: Phone, seat: int, thing: str) -> None:
    """Tap what a player announced."""
    phone.page.locator(".announced .key:visible").click()
    phone.page.locator(f".announcers [data-seat='{seat}']").click()
    phone.page.get_by_role("button", name=thing, exact=True).click()
    phone.page.locator("dialog.announce [data-close]").click()
    expect(phone.page.locator("dialog.announce")).to_be_hidden()


@pytest.mark.left_to_soak(but_one_in=4)
@cases(
    "question, said",
    ("declarations", "20 for seats 1 and 3"),
    ("score", "seats 1 and 3 write 12"),
    ("mismatch", "forgot a premium: Tierce to the ace. 100 becomes 120."),
)
def test_a_tierce_is_two_taps_of_its_player_and_its_top_card(phone: Phone, question: str, said: str) -> None:
    phone.open(f"/desk/belot/{question}?lang=en")
    page = phone.page
    expect(page.locator("[data-announce]")).to_be_disabled()
    group = "counts-" if question == "mismatch" else ""
    page.locator(f"[name={group}contract][value=hearts]").check(force=True)
    announce(phone, 0, "Tierce to the ace")
    expect(page.locator("[data-announced]")).to_contain_text("tierce A")
    if question == "mismatch":
        for name, points in {"trick_points-0": 100, "trick_points-1": 62, "raw-0": 100, "raw-1": 62}.items():
            page.locator(f"[name='counts-{name}']").fill(str(points))
    if question == "score":
        page.locator("[name=declarer][value='0']").check(force=True)
        contra = page.locator("[data-goes=doubling]")
        for state in ("contra", "recontra", "Contra"):  # the last tap leaves the deal as it usually is
            contra.click()
            expect(contra).to_have_text(state)
        page.locator("[name='trick_points-0']").click()
        for key in ("1", "0", "0", "done"):
            page.locator(f"[data-key={key!r}]").click()
    phone.look(f"announced-{question}")
    phone.tap("Get the verdict")
    expect(page.locator("#verdict")).to_contain_text(said)
    phone.tap("Change the question")
    expect(page.locator("[data-announced]")).to_contain_text("tierce A")
    assert page.locator(f"[name='{group}declarations-0-top']").input_value() == "A"


def test_the_sheet_is_read_and_tapped(phone: Phone) -> None:
    phone.open("/desk/belot/declarations?lang=en")
    page = phone.page
    page.locator("[name=contract][value=hearts]").check(force=True)
    page.locator("[data-announce]").click()
    page.locator(".announcers [data-seat='1']").click()
    expect(page.locator(".announcers [data-seat='1']")).to_have_attribute("aria-pressed", "true")
    assert hindrances(page, WHOLE) == []
    keys = page.locator("dialog.announce button:visible").all()
    assert all(box["height"] >= 44 and box["width"] >= 44 for key in keys if (box := key.bounding_box()))
    page.keyboard.press("Escape")
    expect(page.locator("dialog.announce")).to_be_hidden()


def test_what_is_wrong_stays_in_sight_and_leads_to_the_key(phone: Phone) -> None:
    phone.open("/desk/belot/declarations?lang=en")
    page = phone.page
    page.locator("[name=contract][value=hearts]").check(force=True)
    announce(phone, 0, "Tierce to the ace")
    page.locator("[name='declarations-0-top']").evaluate("(one) => { one.value = '7'; }")
    phone.tap("Get the verdict")
    expect(page.locator(".asked-announced .error")).to_be_visible()
    page.locator("#problems a").first.click()
    expect(page.locator("[data-announced]")).to_be_focused()


def test_without_scripts_the_lines_stay(browser: Browser, server: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{server}/desk/belot/declarations?lang=en")
    expect(page.locator(".announced")).to_be_hidden()
    page.locator("[name=contract][value=hearts]").check(force=True)
    page.locator("[name='declarations-0-player'][value='0']").check(force=True)
    page.locator("[name='declarations-0-kind'][value=belote]").check(force=True)
    page.get_by_role("button", name="Get the verdict").click()
    expect(page.locator("#verdict")).to_contain_text("20 for seats 1 and 3")
    context.close()
