"""What is done to a match on a phone of 360 × 640 besides entering its deals."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.conftest import HEIGHT, WIDTH, Phone

LINES = """one => {
  const all = document.createRange();
  all.selectNodeContents(one);
  return new Set([...all.getClientRects()].map((box) => box.top)).size;
}"""
"""On how many lines a title stands."""


def start(phone: Phone, game: str, names: tuple[str, ...], **options: str) -> str:
    """Start in full with names and a near target; the address of the match."""
    phone.open(f"/start/{game}?players={len(names)}")
    for seat, name in enumerate(names, 1):
        phone.write(f"Name at seat {seat}", name)
    if options:
        phone.tap_on(phone.page.locator("summary", has_text="House rules"))
    for label, value in options.items():
        phone.write(label.replace("_", " "), value)
    phone.tap("Start")
    phone.page.wait_for_url("**/m/**")
    return phone.page.url.partition("#")[0].partition("?")[0]


def save(phone: Phone, button: str = "Save") -> None:
    """Save, and wait until the sheet is shown; what is there instead is said."""
    phone.tap(button)
    try:
        phone.page.wait_for_url(lambda url: "/record/" not in url and "/correct" not in url)
    except Error as error:
        said = phone.page.inner_text("body")
        raise AssertionError(f"{phone.page.url} is not left, and says: {said}") from error


def row(phone: Phone, words: str) -> None:
    """The page of an entry: its row unfolds in place, and leads there."""
    phone.tap_on(phone.page.locator("a[data-unfold]", has_text=words))
    phone.tap("History")
    expect(phone.page.get_by_role("heading", name="History")).to_be_visible()


def belot(phone: Phone, contract: str, declarer: str, points: str, side: str) -> None:
    phone.tap("Record a deal")
    phone.choose("Contract", contract)
    phone.choose("Declarer", declarer)
    phone.write(side, points, "Points from tricks")


@pytest.mark.left_to_soak
def test_belot(phone: Phone) -> None:
    us, them = "Ana & Vera", "Boris & Георги"
    start(phone, "belot", ("Ana", "Boris", "Vera", "Георги"), Points_to_win="70")
    belot(phone, "hearts", "Ana", "56", us)
    save(phone)
    belot(phone, "no trumps", "Boris", "65", us)
    save(phone)
    phone.look("hanging")
    belot(phone, "all trumps", "Vera", "300", us)
    phone.tap("Save")
    expect(phone.page.locator("#entry-notices .problem")).to_be_visible()
    phone.look("refused")
    phone.page.get_by_role("group", name="Points from tricks").get_by_label(us).click()  # as a hand does
    phone.write(us, "158", "Points from tricks")
    save(phone)
    row(phone, "Ana ♥")
    phone.page.locator(".article summary").first.click()
    phone.look("row")
    phone.tap("Correct")
    phone.write(us, "106", "Points from tricks")
    phone.look("correct")
    phone.tap("More")
    phone.page.locator("summary", has_text="Why it is corrected").click()
    phone.write("Why it is corrected", "counted again")
    phone.page.keyboard.press("Escape")
    phone.tap("Correct")
    heading = phone.page.get_by_role("heading", name="Look before you save")
    expect(heading.or_(phone.page.get_by_role("link", name="Record a deal"))).to_be_visible()
    phone.page.wait_for_load_state()
    if heading.count():
        phone.look("preview")
        phone.tap("Save it so")
    expect(phone.page.get_by_text("corrected").first).to_be_visible()
    phone.tap("Undo")
    phone.look("undone")
    phone.tap("Penalty")
    phone.choose("Who committed the offence", them)
    phone.page.get_by_text("other …").click()
    phone.write("Reason", "looked at a trick")
    save(phone)
    while not phone.page.locator("#winner").count():
        belot(phone, "spades", "Ana", "120", us)
        save(phone)
    phone.look("winner")


def test_what_is_done_to_a_match_besides_deals(phone: Phone) -> None:
    start(phone, "belot", ("Ana", "Boris", "Vera", "Георги"), Points_to_win="15")
    belot(phone, "hearts", "Ana", "160", "Ana & Vera")
    save(phone)
    row(phone, "Ana ♥")
    phone.tap("Strike out")
    phone.tap("See what changes")
    phone.look("strike-preview")
    phone.tap("Save it so")
    expect(phone.page.get_by_text("1 entry struck out")).to_be_visible()
    phone.look("struck")
    people, kept = "Names, seats, who deals", "More: file, pad, note, bin"
    for fold, place in (
        (people, "Names"),
        (people, "First dealer"),
        ("", "House rules"),
        (kept, "Adjustment by an arbiter"),
        (kept, "Throw into the bin"),
    ):
        phone.tap("More")
        if fold:
            phone.tap_on(phone.page.locator("summary", has_text=fold))
        # what is known of a line stands in grey behind its name
        phone.tap_on(phone.page.get_by_role("link", name=re.compile(f"^{place}\\b")))
        heading = phone.page.get_by_role("heading", level=1)
        expect(heading).to_be_visible()
        assert heading.evaluate(LINES) == 1, place
        phone.tap_on(phone.page.locator("header").get_by_role("link", name="Back to the sheet"))
    belot(phone, "hearts", "Ana", "160", "Ana & Vera")
    save(phone)
    phone.tap("Rematch, same seats")
    phone.look("rematch")


@pytest.mark.left_to_soak
def test_a_correction_that_takes_the_end_away_is_shown_first(phone: Phone) -> None:
    start(phone, "kani", ("Ana", "Þórdís", "Guðmundur", "Iñaki"), Points_to_win="18")
    for partner in ("Ana", "Iñaki"):
        phone.tap("Record a deal")
        phone.choose("Bid", "9")
        phone.choose("Declarer", "Þórdís")
        phone.choose("Partner", partner)
        phone.tap("10 tricks")
        save(phone)
    expect(phone.page.locator("#winner")).to_be_visible()
    row(phone, "Þórdís + Ana: 9")
    phone.look("row")
    phone.tap("Correct")
    phone.tap("one down")
    phone.tap("Correct")
    phone.look("preview")
    phone.tap("Save it so")
    expect(phone.page.get_by_text("corrected").first).to_be_visible()


def test_two_phones_without_javascript(browser: Browser, server: str) -> None:
    """Another player was faster: with the same deal, then with something else."""
    size: Any = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=size, locale="en-GB", java_script_enabled=False)
    phone, other = (Phone(context.new_page(), server, "two_phones") for _ in range(2))
    sheet = start(phone, "belot", ("Ana", "Boris", "Vera", "Georgi"))
    belot(phone, "hearts", "Ana", "100", "Ana & Vera")
    other.open(sheet + "/record/deal")
    other.choose("Contract", "spades")
    other.choose("Declarer", "Boris")
    other.write("Boris & Georgi", "90", "Points from tricks")
    save(other)
    phone.tap("Save")
    phone.tap("Save it as another entry")
    expect(phone.page.get_by_text("Ana ♥").first).to_be_visible()
    belot(phone, "clubs", "Vera", "90", "Ana & Vera")
    other.open(sheet + "/undo")
    other.tap("Undo it")
    other.page.wait_for_url(lambda url: "/undo" not in url)
    phone.tap("Save")
    phone.tap("Save mine too")
    expect(phone.page.get_by_text("Vera ♣").first).to_be_visible()
    context.close()


def test_a_match_that_is_stopped(phone: Phone) -> None:
    sheet = start(phone, "belot", ("Ana", "Boris", "Vera", "Georgi"))
    belot(phone, "hearts", "Ana", "100", "Ana & Vera")
    save(phone)
    phone.tap("More")
    phone.tap("Stop here")
    phone.tap("Stop here")
    expect(phone.page.get_by_role("button", name="Rematch, same seats")).to_be_visible()
    phone.look("stopped")
    phone.open(sheet + "/record/deal")
    phone.look("over")
    phone.open(sheet + "/keep")
    public_id = sheet.partition("/m/")[2].partition("/")[0]
    phone.page.locator(f"a.address[href*='/{public_id}/w']").click()
    phone.look("watching")
    expect(phone.page.locator("main")).not_to_contain_text("Rematch")


def test_a_name_of_tonight_sits_down_where_a_seat_is_free(phone: Phone) -> None:
    start(phone, "kinaskak", ("Hrafnhildur Anna", "Ása", "Jón"))
    phone.open("/start/belot")
    names = phone.page.locator(".table input[type=text]")
    names.nth(0).fill("Ана")
    for name in ("Ása", "Jón", "Hrafnhildur Anna"):
        phone.tap(name)
    assert [names.nth(seat).input_value() for seat in range(4)] == ["Ана", "Ása", "Jón", "Hrafnhildur Anna"]
    key = phone.page.get_by_role("button", name="Jón")
    expect(key).to_have_attribute("aria-pressed", "true")
    phone.look("names-of-tonight")
    phone.tap("Jón")
    expect(key).to_have_attribute("aria-pressed", "false")
    assert names.nth(2).input_value() == ""
    assert phone.page.url.endswith("/start/belot"), "no page was fetched for it"


def test_the_reason_of_a_penalty_is_a_tap(phone: Phone) -> None:
    sheet = start(phone, "belot", ("Ana", "Boris", "Vera", "Георги"))
    phone.open(f"{sheet}/record/penalty")
    phone.choose("Who committed the offence", "Boris & Георги")
    phone.tap("a lead out of turn")
    expect(phone.page.locator("#reason")).to_have_value("a lead out of turn")
    phone.look("penalty")
    save(phone)
    expect(phone.page.locator("table.sheet")).to_contain_text("a lead out of turn")
