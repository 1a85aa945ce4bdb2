"""Kani's own screen: few taps, no scroll, what follows by itself, a deal that waits for its result."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import LANGUAGES, PUT, save, trump
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import THEMES, look
from tests.soak import in_turn

LONG = ("Hrafnhildur Anna", "Александър", "Georgi-Stefan", "Þórdís")
SIZES = ((360, 640), (320, 640))

PLACES = """() => [...document.querySelectorAll("#form .key, #form .main")]
  .filter((one) => one.checkVisibility() && !one.closest(".opened"))
  .map((one) => Math.round(one.getBoundingClientRect().top))"""
"""How high everything stands that is tapped."""
SCROLLS = "document.documentElement.scrollHeight > innerHeight"


def value(phone: Phone, name: str) -> Any:
    """What an input holds that is typed."""
    return phone.page.locator(f"input[name={name}]:not([type=radio])")


def begin(phone: Phone, declarer: str = "Ana", bid: str = "8") -> None:
    phone.pill("Declarer", declarer)
    phone.pill("Bid", bid)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("result", ["made", "one down"])
def test_an_ordinary_deal_takes_six_taps_and_no_scroll(table: Table, result: str) -> None:
    phone = table.start("kani").open_sheet()
    phone.tap(phone.button("Record a deal"))
    expect(phone.page.locator("#entry-preview")).to_contain_text("Still missing")
    before = phone.page.evaluate(PLACES)
    begin(phone)
    phone.pill("Partner", "Георги")
    phone.tap(phone.button(result))
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    assert phone.page.evaluate(PLACES) == before, "a tap never moves another key away"
    assert phone.page.evaluate(SCROLLS) is False
    save(phone)
    assert phone.taps == 6, "the sheet's key, declarer, bid, partner, result, Save"
    assert phone.entries()[0]["tricks"] == (8 if result == "made" else 7)
    assert phone.wrong == []


@pytest.mark.left_to_soak
def test_no_key_moves_from_one_deal_to_the_next_with_network_or_without(table: Table) -> None:
    phone, places = table.start("kani", LONG), None
    for number in range(5):
        if number <= 2:
            phone.enter()
        if number == 2:
            phone.cut()
        places = places or phone.page.evaluate(PLACES)
        assert phone.page.evaluate(PLACES) == places, number
        begin(phone, LONG[number % 4])
        phone.pill("Partner", LONG[(number + 1) % 4])
        phone.tap(phone.button("made"))
        assert phone.page.evaluate(PLACES) == places, number
        phone.tap(phone.button("Save"))
        if number < 2:
            phone.wait_until_saved()
        else:
            expect(phone.page.locator("h1 [data-turn=number]")).to_have_text(str(number + 2))
    assert phone.wrong == []


def test_a_declarer_alone_takes_all_thirteen_and_calls_nothing(table: Table) -> None:
    phone = table.start("kani").enter()
    begin(phone)
    phone.pill("Partner", "Þórdís")
    trump(phone, "spades", "K")
    phone.tap(phone.button("made"))
    phone.pill("Partner", "alone against three")
    expect(value(phone, "tricks")).to_have_value("13")
    expect(value(phone, "called")).to_have_value("")
    expect(phone.page.locator("[data-over]:enabled, [data-tricks]:enabled:visible")).to_have_text("13 tricks")
    phone.pill("Partner", "Iñaki")
    expect(value(phone, "tricks")).to_have_value("8")
    expect(value(phone, "called")).to_have_value("KS")
    phone.pill("Partner", "alone against three")
    save(phone)
    alone = {"kind": "deal", "bid": 8, "declarer": 0, "partner": None, "tricks": 13, "trump": "spades"}
    assert phone.entries() == [alone]


def test_where_any_bid_may_be_played_alone_the_tricks_are_the_declarers_own(table: Table) -> None:
    phone = table.start("kani", lone_declarer="any_bid").enter()
    begin(phone)
    phone.pill("Partner", "alone against three")
    expect(value(phone, "tricks")).to_have_value("")
    phone.tap(phone.button("one down"))
    phone.pill("Partner", "Iñaki")
    phone.pill("Partner", "alone against three")
    expect(value(phone, "tricks")).to_have_value("7")


def test_the_declarer_is_no_partner_and_the_others_keep_their_places(table: Table) -> None:
    phone = table.start("kani").enter()
    partners = phone.page.get_by_role("group", name="Partner", exact=True).locator("label:visible")
    names = ["Ana", "Þórdís", "Iñaki", "Георги"]
    expect(partners).to_have_text(names)
    phone.pill("Partner", "Iñaki")
    for seat, name in enumerate(names):
        phone.pill("Declarer", name)
        expected = [*names[:seat], "alone against three", *names[seat + 1 :]]
        expect(partners).to_have_text(expected)
    expect(phone.page.locator("input[name=partner]:checked:not([value=''])")).to_have_count(0)


def test_all_passed_puts_the_rest_aside_and_a_slip_brings_it_back(table: Table) -> None:
    phone = table.start("kani").enter()
    begin(phone, "Þórdís", "10")
    phone.pill("Partner", "Ana")
    trump(phone, "hearts", "A")
    phone.tap(phone.button("11 tricks"))
    phone.tap(phone.button("all passed"))
    expect(phone.page.locator("#entry-preview")).to_contain_text("no points")
    phone.tap(phone.button("all passed"))
    save(phone)
    assert phone.entries()[0] == {
        "kind": "deal",
        "bid": 10,
        "declarer": 1,
        "partner": 0,
        "tricks": 11,
        "trump": "hearts",
        "called": "AH",
    }


def test_trump_and_called_card_open_in_place_and_close_by_themselves(table: Table) -> None:
    phone = table.start("kani").enter()
    opened = phone.page.locator("details.opens[open]")
    phone.tap(phone.page.locator("#trump-key summary"))
    phone.tap(phone.page.locator("#tricks-key summary"))
    expect(opened).to_have_count(1)
    phone.page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    trump(phone, "diamonds")
    expect(phone.page.locator("#called-key[open]")).to_be_visible()
    phone.pill("Declarer", "Ana")
    expect(opened).to_have_count(0)
    expect(phone.page.locator("#trump-key summary")).to_have_text("trump ♦")
    phone.tap(phone.page.locator("#called-key summary"))
    phone.tap(phone.button("Q"))
    expect(phone.page.locator("#called-key summary")).to_have_text("called card ♦Q")


@pytest.mark.left_to_soak
def test_every_lowest_bid_has_its_keys(table: Table) -> None:
    for lowest, keys in ((7, 7), (6, 8), (1, 13)):
        phone = table.start("kani", min_bid=lowest).enter()
        bids = phone.page.locator("input[name=bid]:visible")
        expect(bids).to_have_count(keys)
        widths = [box["width"] for one in bids.all() if (box := one.bounding_box())]
        assert min(widths) >= 44
        assert phone.page.evaluate(SCROLLS) is False, f"from {lowest} up"


def test_a_deal_that_waits_is_filled_in_when_its_page_is_opened_again(table: Table) -> None:
    phone = table.start("kani").enter()
    begin(phone, "Iñaki", "9")
    phone.tap(phone.button("Waiting: play first"))
    phone.wait_until_saved()
    assert phone.entries() == []
    phone.tap(phone.button("Record a deal"))
    phone.pill("Partner", "Ana")
    phone.tap(phone.button("made"))
    save(phone)
    assert phone.entries() == [{"kind": "deal", "bid": 9, "declarer": 2, "partner": 0, "tricks": 9}]


@pytest.mark.left_to_soak
@pytest.mark.parametrize("size", SIZES, ids=["360", "320"])
def test_every_language_in_both_themes(table: Table, size: tuple[int, int]) -> None:
    phone = table.start("kani", LONG)
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for language in in_turn(LANGUAGES, SIZES.index(size), len(SIZES)):
        audit = language == "en" and size == SIZES[0]
        themes = THEMES if audit else ("light",)
        page.goto(f"{phone.sheet}/record/deal?lang={language}")
        look(page, "entry-kani", f"blank-{language}-{size[0]}", themes, audit=audit)
        page.evaluate(PUT, {"declarer": "1", "bid": "9", "partner": "-", "trump": "hearts"})
        expect(page.locator("#form[data-complete]")).to_be_visible()
        look(page, "entry-kani", f"alone-{language}-{size[0]}", themes, audit=audit)
        assert size != SIZES[0] or page.evaluate(SCROLLS) is False, language
        page.evaluate(PUT, {"partner": "0", "called": "KH", "tricks": "8"})
        for key in ("trump", "called", "tricks"):
            page.locator(f"#{key}-key summary").tap()
            look(page, "entry-kani", f"{key}-{language}-{size[0]}", themes, audit=audit)
        page.evaluate(
            PUT, {"declarer": "", "bid": "", "partner": "", "trump": "", "called": "", "tricks": ""}
        )
    assert phone.wrong == []
