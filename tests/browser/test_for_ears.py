"""What a screen reader says: whose a control is, whether a row is open, which number is a total."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.shown import EIGHT, import_shown


def test_a_row_says_whether_it_is_open(phone: Phone) -> None:
    phone.open(import_shown(phone.page.context, phone.server, "belot"))
    rows = phone.page.locator("a[data-unfold]")
    expect(phone.page.locator("a[data-unfold]:not([aria-expanded])")).to_have_count(0)
    expect(rows.last).to_have_attribute("aria-expanded", "false")
    rows.last.click()
    expect(rows.last).to_have_attribute("aria-expanded", "true")
    phone.page.get_by_role("button", name="Fold up").click()
    expect(rows.last).to_have_attribute("aria-expanded", "false")


def test_a_total_is_told_apart_from_the_points_of_its_deal(phone: Phone) -> None:
    phone.open(import_shown(phone.page.context, phone.server, "belot"))
    heard = phone.page.locator("table.sheet").aria_snapshot()
    assert re.search(r'cell "\d+ total \d+"', heard), heard


def test_every_button_of_a_hand_says_whose_hand_it_is(phone: Phone) -> None:
    phone.open(f"{import_shown(phone.page.context, phone.server, 'kinaskak')}/record/deal")
    for name in EIGHT[:2]:
        points = phone.page.get_by_role("textbox", name=f"{name}: their points")
        points.click()
        for what in ("joker [0-9]+", "ace [0-9]+", "buy", "went out", "penalty"):
            expect(phone.page.get_by_role("button", name=re.compile(f"^{name}, {what}"))).to_be_visible()
        expect(phone.page.get_by_role("button", name=re.compile(f"^{name}: −1"))).to_be_visible()


def test_no_two_buttons_of_an_entry_have_one_name(phone: Phone) -> None:
    for game in ("kinaskak", "escoba", "kani"):
        phone.open(f"{import_shown(phone.page.context, phone.server, game)}/record/deal")
        buttons = phone.page.locator("main :is(button.less, [data-step], [data-class])")
        said = buttons.evaluate_all("all => all.map((one) => one.ariaLabel ?? one.textContent)")
        assert len(said) == len(set(said)), sorted(said)


def test_words_of_another_language_are_read_in_it(phone: Phone) -> None:
    phone.open("/rules/escoba?lang=en")
    expect(phone.page.locator("#a4-1 [lang=eu]").first).to_have_text("azken erratza")
    phone.page.locator(".tongues > summary").click()
    switch = phone.page.get_by_role("navigation", name="Language")
    for code, name in (("is", "Íslenska"), ("eu", "Euskara"), ("bg", "Български")):
        expect(switch.get_by_text(name, exact=True)).to_have_attribute("lang", code)


def test_a_number_of_the_rules_is_heard_as_an_article(phone: Phone) -> None:
    phone.open(import_shown(phone.page.context, phone.server, "belot"))
    cite = phone.page.locator("main a.cite:visible").first
    number = cite.inner_text()
    assert re.fullmatch(r"\d+\.\d+", number)
    expect(cite).to_have_accessible_name(f"article {number}")
