"""The sheet on a phone: the newest deal in view, rows that unfold, pictures that are sent, paper of the right size."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HEIGHT, WIDTH, Phone

FOUR = ["Ana", "Boris", "Vera", "Георги"]
EIGHT = [
    "Margrét Jónsdóttir",
    "Magnús",
    "Magnea Ósk",
    "Sigurður",
    "Sigríður",
    "Þórdís",
    "Jón Þór",
    "Guðbjörg",
]
LANGUAGES = ("en", "bg", "is", "eu", "es")


def belot(number: int, points: int = 120) -> dict[str, Any]:
    return {
        "kind": "deal",
        "contract": "hearts",
        "declarer": number % 4,
        "trick_points": [points, 162 - points],
    }


def kinaskak(number: int) -> dict[str, Any]:
    return {"kind": "deal", "hands": [0 if seat == number else 10 * seat + 5 * number for seat in range(8)]}


MATCHES: dict[str, dict[str, Any]] = {
    "belot": {"players": FOUR, "entries": [belot(n, 70 + 7 * n) for n in range(10)]},
    "belot_end": {"players": FOUR, "rules": {"target": 30}, "entries": [belot(0, 50), belot(0), belot(0), belot(0)]},
    "escoba": {
        "players": ["Iñaki", "Ane"],
        "entries": [{"kind": "deal", "escobas": [2, 1], "cards": [22, 18], "golds": [6, 4], "sevens": [3, 1],
                     "seven_of_golds": 0}],
    },
    "kani": {
        "players": ["Guðmundur Hallgrímsson", "Þórdís", "Iñaki", "Guðrún Ósk"],
        "entries": [{"kind": "deal", "bid": 9, "declarer": n % 4, "partner": (n + 1) % 4, "tricks": 10}
                    for n in range(7)],
    },
    "kinaskak": {"players": EIGHT, "entries": [kinaskak(n) for n in range(7)]},
    "kinaskak_end": {"players": EIGHT, "entries": [kinaskak(n) for n in range(8)]},
}  # fmt: skip


def bring(phone: Phone, name: str) -> str:
    """Import a match; its address, without the question of whose phone this is."""
    document = {"format": "scorekeeper-match/1", "game": name.partition("_")[0], **MATCHES[name]}
    phone.open("/import")
    phone.page.get_by_label("or paste it here").fill(json.dumps(document))
    phone.tap("Import")
    skip = phone.page.get_by_role("button", name="Skip", exact=True)
    if skip.count():
        skip.first.click()
    return phone.page.url.partition("#")[0]


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of a thing can be seen without moving anything."""
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


@pytest.mark.parametrize("name", MATCHES)
def test_every_sheet_can_be_looked_at(phone: Phone, name: str) -> None:
    phone.name = f"sheet-{name}"
    sheet = bring(phone, name)
    phone.open(sheet)
    phone.look("sheet")


AROUND = {"belot_end": ("result", "series", "about", "seats"), "kinaskak_end": ("result",)}


@pytest.mark.parametrize("name", AROUND)
def test_every_page_around_the_sheet_can_be_looked_at(phone: Phone, name: str) -> None:
    phone.name = f"around-{name}"
    sheet = bring(phone, name)
    for page in AROUND[name]:
        phone.open(f"{sheet}/{page}")
        phone.look(page)


def test_the_newest_deal_and_the_totals_are_in_view_at_once(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    phone.open(sheet)
    last = phone.page.locator("table.sheet > tbody").last.get_attribute("id")
    assert in_sight(phone.page, f"#{last}")
    assert in_sight(phone.page, "table.sheet .totals")
    assert in_sight(phone.page, ".act .main")
    assert phone.page.locator("#roll").evaluate("roll => roll.scrollHeight - roll.clientHeight") == 0
    phone.page.evaluate("scrollTo(0, 0)")
    first = phone.page.locator("table.sheet > tbody").first.get_attribute("id")
    assert in_sight(phone.page, f"#{first}")
    assert in_sight(phone.page, "table.sheet .totals")


def test_a_row_unfolds_in_place_and_folds_up_again(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    phone.open(sheet)
    row = phone.page.locator("a[data-unfold]").last
    row.tap()
    unfolded = phone.page.locator("tr.unfolded")
    expect(unfolded).to_contain_text("Card points and last ten")
    expect(row).to_have_attribute("aria-expanded", "true")
    assert phone.page.url.partition("#")[0] == sheet
    head = phone.page.locator("table.sheet > thead").bounding_box()
    opened = row.bounding_box()
    assert head is not None
    assert opened is not None
    assert opened["y"] >= head["y"] + head["height"] - 2, "the row that was tapped is hidden"
    assert in_sight(phone.page, "table.sheet .totals")
    phone.look("unfolded")
    unfolded.get_by_role("button", name="Fold up").click()
    expect(unfolded).to_have_count(0)
    expect(row).to_be_focused()


def test_a_row_unfolds_by_keyboard(phone: Phone) -> None:
    phone.open(bring(phone, "belot"))
    phone.page.locator("a[data-unfold]").last.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("tr.unfolded")).to_contain_text("Written down")


def test_a_row_that_cannot_be_fetched_says_so_and_leads_to_its_page(phone: Phone) -> None:
    phone.open(bring(phone, "belot"))
    phone.page.route("**/row/*", lambda route: route.abort())
    row = phone.page.locator("a[data-unfold]").last
    row.tap()
    expect(phone.page.locator("tr.unfolded [role=alert]")).to_be_visible()
    phone.page.unroute("**/row/*")
    row.tap()
    expect(phone.page.get_by_role("heading", name="The articles")).to_be_visible()


def test_without_script_a_row_leads_to_its_page(browser: Any, phone: Phone) -> None:
    sheet = bring(phone, "belot")
    context = browser.new_context(java_script_enabled=False, viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.goto(sheet)
    page.locator("a[data-unfold]").last.click()
    assert "/row/" in page.url
    context.close()


def test_the_picture_is_saved_as_png(phone: Phone, tmp_path: Path) -> None:
    sheet = bring(phone, "belot_end")
    phone.open(f"{sheet}/result")
    with phone.page.expect_download() as waiting:
        phone.tap("Save the picture")
    file = tmp_path / "result.png"
    waiting.value.save_as(file)
    data = file.read_bytes()
    assert waiting.value.suggested_filename.endswith(".png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == int.from_bytes(data[20:24], "big") == 1080
    assert len(data) > 15_000, "an empty picture is smaller"
    assert phone.refused == []


def test_the_text_is_copied(phone: Phone, context: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open(f"{bring(phone, 'belot_end')}/result")
    phone.tap("Copy the text")
    expect(phone.page.locator("#sent")).to_have_text("Copied")
    copied = phone.page.evaluate("navigator.clipboard.readText()")
    assert "Winner: Ana & Vera" in copied
    assert "Ahead to the end from: Deal 4" in copied


FULLEST = {
    "belot": ("",),
    "belot_end": ("/result", "/about"),
    "escoba": ("",),
    "kani": ("", "/print?size=a6"),
    "kinaskak_end": ("", "/result", "/series", "/print?size=a6", "/print"),
}
"""Where a line is the longest: in every language."""


@pytest.mark.parametrize("name", FULLEST)
def test_nothing_is_wider_than_the_phone_in_any_language(phone: Phone, name: str) -> None:
    sheet = bring(phone, name)
    for language in LANGUAGES:
        for page in FULLEST[name]:
            phone.open(f"{sheet}{page}{'&' if '?' in page else '?'}lang={language}")
            width = phone.page.evaluate("document.documentElement.scrollWidth")
            assert width <= WIDTH, f"{page} in {language} is {width} wide"
            clipped = phone.page.evaluate(
                "() => [...document.querySelectorAll('.sheet .side > span, .sheet .totals td, .button')]"
                ".filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)"
                ".map(one => one.textContent)"
            )
            assert clipped == [], f"{page} in {language}"
    phone.open(f"{sheet}?lang=en")


PAGE = re.compile(rb"/Type */Page\b")
BOX = re.compile(rb"/MediaBox *\[0 0 ([0-9.]+) ([0-9.]+)\]")
MILLIMETRE = 72 / 25.4
# page, its size on paper in millimetres, how many sheets
PAPER = [
    ("{sheet}/print", (210, 297), 1),
    ("{sheet}/print?size=a6", (105, 148), 1),
    ("/pads/belot", (210, 297), 1),
    ("/pads/belot?size=a6", (105, 148), 1),
    ("/pads/kinaskak?players=8", (210, 297), 1),
    ("/pads/kinaskak?players=8&size=a6", (105, 148), 1),
    ("/pads/escoba?players=3&size=a6", (105, 148), 1),
]


def test_paper_has_the_size_that_was_chosen(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    for paper, size, sheets in PAPER:
        phone.open(paper.format(sheet=sheet))
        data = phone.page.pdf(prefer_css_page_size=True)
        boxes = {tuple(round(float(side) / MILLIMETRE) for side in box) for box in BOX.findall(data)}
        assert boxes == {size}, paper
        assert len(PAGE.findall(data)) == sheets, paper


def test_pads_can_be_looked_at(phone: Phone) -> None:
    for pad in ("/pads", "/pads/belot", "/pads/kinaskak?players=8&size=a6"):
        phone.open(pad)
        phone.look("pads")
