"""A league on two phones: founded, a match in it played to its end, confirmed by the other side, and the table."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import HEIGHT, WIDTH, Phone
from tests.browser.looking import CLIPPED, COLOURS, LONGEST, WHOLE, hindrances, look

LANGUAGES = ("bg", "is", "eu", "es", "en")
PAGES = (
    "", "/matches", "/players", "/nights", "/statistics", "/more", "/ratings", "/rules", "/members", "/invite",
    "/start", "/paper", "/imports", "/export", "/changes?since=2026-01-01", "/yearbook/2026",
)  # fmt: skip


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """The phone of somebody on the other side."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    context.set_default_timeout(LONGEST)
    yield context.new_page()
    context.close()


def found_a_league(phone: Phone, name: str) -> str:
    """An account and its league; the league's address."""
    phone.open("/account/new")
    phone.write("Name", name)
    phone.write("Password", "lau karta eskuan")
    phone.tap("Make an account", "button")
    phone.open("/leagues/new")
    phone.write("Name of the league", "Þriðjudagskvöld í Götubarnum")
    phone.look("new")
    phone.tap("Found the league")
    expect(phone.page.get_by_role("heading", name="What now?")).to_be_visible()
    phone.look("first steps")
    return phone.page.url.partition("?")[0]


def play(phone: Phone) -> str:
    """A match of Eskoba, short; its address."""
    phone.tap("Start a match")
    phone.choose("Game", "Eskoba")
    for seat, name in enumerate(("Guðmundur Hallgrímsson", "Ане")):
        phone.page.locator(f"#seat-{seat}").fill(name)
    phone.look("start")
    phone.page.get_by_role("button", name="Start", exact=True).click()
    phone.page.wait_for_url("**/m/**")
    return phone.page.url.partition("?")[0].removesuffix("/phone")


FINISHED = {
    "format": "scorekeeper-match/1",
    "game": "escoba",
    "players": ["Guðmundur Hallgrímsson", "Ане"],
    "rules": {"target": 5},
    "entries": [{"kind": "deal", "escobas": [5, 1], "cards": [22, 18], "golds": [6, 4], "sevens": [3, 1],
                 "seven_of_golds": 0}],
}  # fmt: skip


def finished(phone: Phone) -> str:
    """A match that was played elsewhere and is over comes in from its sheet; the sheet's address."""
    phone.open("/import")
    phone.page.locator("textarea").fill(json.dumps(FINISHED))
    phone.page.locator("main form button").last.click()
    phone.page.wait_for_url("**/m/**")
    sheet = phone.page.url.partition("#")[0].partition("?")[0].removesuffix("/phone")
    phone.open(sheet)
    phone.look("over")
    phone.tap("Into a league")
    phone.tap("Þriðjudagskvöld í Götubarnum")
    phone.look("who is who")
    phone.tap("Take it in")
    return sheet


def confirm(phone: Phone, other: Page, sheet: str) -> None:
    """The loser opens the link to score, says where he sits, and agrees."""
    phone.open(f"{sheet}/share")
    found = [text for text in phone.page.locator("a.address").all_inner_texts() if "/s" in text]
    other.goto(found[0])
    other.goto(found[0] + "/phone")
    other.get_by_role("button", name="Ане").first.click()
    other.goto(found[0])
    other.get_by_role("link", name="Confirm the result").click()
    look(other, phone.name, "confirming")
    expect(other.locator("main")).to_contain_text("This phone is yours.")
    other.get_by_role("button", name="The result is right").first.click()
    expect(other.locator("main")).to_contain_text("noted for Ане")
    # nobody wrote this match from a seat, so that the other side is asked too
    phone.open(f"{sheet}/league")
    phone.tap("The result is right")
    expect(phone.page.locator("main")).not_to_contain_text("waits to be confirmed")


def test_a_league_from_founding_to_its_table(phone: Phone, other: Page) -> None:
    league = found_a_league(phone, "Guðmundur")
    play(phone)
    confirm(phone, other, finished(phone))
    phone.open(f"{league}/players/new")
    phone.write("Name", "Gestur")
    phone.tap("Save")
    phone.open(league)
    expect(phone.page.locator("table.standings tbody tr").first).to_contain_text("Guðmundur Hallgrímsson")
    phone.look("table")
    wrong: list[str] = []
    for number, path in enumerate(PAGES):
        for language in LANGUAGES:
            answer = phone.page.goto(f"{league}{path}{'&' if '?' in path else '?'}lang={language}")
            assert answer is not None
            width, clipped = (
                phone.page.evaluate("document.documentElement.scrollWidth"),
                phone.page.evaluate(CLIPPED),
            )
            if answer.status != 200 or width > WIDTH or clipped:
                wrong.append(f"{language} {path}: {answer.status} {width} {clipped}")
        for theme, options in (("dark", COLOURS), ("light", WHOLE)):
            phone.page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            wrong += [f"{number} {path} {one}" for one in hindrances(phone.page, options)]
    assert wrong == []
