"""A league on two phones: founded, a match in it tapped in to its end, confirmed by the other side, and the table."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import UNKEPT, WIDTH, Phone
from tests.browser.entry.screens import save, sheet_of
from tests.browser.entry.test_escoba import escoba, had
from tests.browser.entry_table import Phone as Tapping
from tests.browser.looking import (
    CLIPPED,
    COLOURS,
    LANGUAGES,
    THEMES,
    WHOLE,
    hindrances,
    in_turns,
    look,
    make_phone,
)
from tests.documents import match_document
from tests.games.escoba.deals import make_deal
from tests.soak import in_soak

TWO = ("Guðmundur Hallgrímsson", "Ане")
PAGES = (
    "",
    "/matches",
    "/players",
    "/nights",
    "/statistics",
    "/cross-table",
    "/more",
    "/ratings",
    "/rules",
    "/members",
    "/invite",
    "/start",
    "/paper",
    "/taken-out",
    "/imports",
    "/export",
    "/changes?since=2026-01-01",
    f"/yearbook/{datetime.now(UTC).year}",
)


@pytest.fixture
def other(browser: Browser) -> Iterator[Page]:
    """The phone of a player on the other side."""
    context = make_phone(browser, **UNKEPT)
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
    """A match of Eskoba, started in the league and tapped in to its end by one who sits there; its sheet's address."""
    phone.tap("Start a match")
    phone.choose("Game", "Eskoba")
    for seat, name in enumerate(TWO):
        phone.page.locator(f"#seat-{seat}").fill(name)
    phone.look("start")
    phone.page.get_by_role("button", name="Start", exact=True).click()
    phone.page.wait_for_url("**/m/**")
    sheet = phone.page.url.partition("?")[0].removesuffix("/phone")
    tapping = Tapping(phone.page.context, sheet)
    tapping.page.goto(f"{sheet}/phone")
    tapping.tap(tapping.page.get_by_role("button", name=TWO[0]))
    tapping.page.wait_for_url(lambda url: not url.endswith("/phone"))
    while sheet_of(tapping).status == "open":
        tapping.tap(tapping.button("Record a deal"))
        escoba(tapping, TWO[0], 3)
        had(tapping, *[TWO[0]] * 4)
        tapping.wait_until_kept()
        save(tapping)
    assert tapping.wrong == []
    tapping.page.close()
    return sheet


FINISHED = match_document(
    "escoba", list(TWO), [make_deal([5, 1], [22, 18], [6, 4], [3, 1], 0, kind="deal")], rules={"target": 5}
)


def take_in(phone: Phone) -> None:
    """A match that was played elsewhere and is over comes in from its sheet, and waits to be confirmed."""
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
    phone.look("taken in")


def confirm(phone: Phone, other: Page, sheet: str) -> None:
    """The loser opens the link to score, says where he sits, and agrees."""
    phone.open(sheet)
    phone.look("waits")
    phone.open(f"{sheet}/share")
    expect(phone.page.locator("a.address")).not_to_have_count(0)
    shown = phone.page.locator("a.address").all_inner_texts()
    [link] = [text for text in shown if re.search("/m/[^/]+/s[^/]*$", text)]
    other.goto(link)
    other.goto(link + "/phone")
    other.get_by_role("button", name="Ане").first.click()
    other.wait_for_url(lambda url: not url.endswith("/phone"))
    other.goto(link)
    other.get_by_role("link", name="Confirm the result").click()
    look(other, phone.name, "confirming")
    expect(other.locator("header")).to_contain_text("Is that how it ended?")
    other.get_by_role("button", name="Ане").get_by_text("tap if it is right", exact=True).click()
    expect(other.locator("main")).to_contain_text("noted for Ане")
    phone.open(f"{sheet}/league")
    expect(phone.page.locator("main")).to_contain_text("confirmed")
    expect(phone.page.locator("main")).not_to_contain_text("waits to be confirmed")


@pytest.mark.soak
def test_a_league_from_founding_to_its_table(phone: Phone, other: Page) -> None:
    league = found_a_league(phone, "Guðmundur")
    confirm(phone, other, play(phone))
    take_in(phone)
    phone.open(f"{league}/players/new")
    phone.write("Name", "Gestur")
    phone.tap("Save")
    phone.open(league)
    first = phone.page.locator("table.standings tr.below").first
    expect(first).to_contain_text(TWO[0])
    expect(first).to_contain_text("2 more matches for a place")
    expect(first).to_contain_text("1 of 1")
    phone.look("table")
    phone.tap("waits to be confirmed 1")
    expect(phone.page.locator(".list > li")).to_have_count(1)
    phone.look("what waits")
    phone.page.locator(".list a").first.click()
    phone.tap("Confirm", "button")
    expect(phone.page.locator(".notice")).to_have_text("Confirmed.")
    expect(phone.page.locator(".waiting")).to_have_count(0)
    wrong: list[str] = []
    for number, path in enumerate(PAGES):
        for language in (one for one in LANGUAGES if in_turns(one, number)):
            answer = phone.page.goto(f"{league}{path}{'&' if '?' in path else '?'}lang={language}")
            width, clipped = (
                phone.page.evaluate("document.documentElement.scrollWidth"),
                phone.page.evaluate(CLIPPED),
            )
            if answer.status != 200 or width > WIDTH or clipped:
                wrong.append(f"{language} {path}: {answer.status} {width} {clipped}")
        for theme, options in in_soak((("dark", COLOURS), ("light", WHOLE)), ((THEMES[number % 2], WHOLE),)):
            phone.page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            wrong += [f"{number} {path} {one}" for one in hindrances(phone.page, options)]
    assert wrong == []
