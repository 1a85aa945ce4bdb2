"""What an ordinary deal of each game costs a hand, an eye and a network: as docs/entry-screens.md says."""

import gzip
import re
import time
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from tests.browser.entry.test_belot import SCROLLS
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import soon
from tests.browser.sheet.test_drawer import WHOLE_ROWS
from tests.browser.test_speed import QUICK, WORK, measure_load
from tests.games.escoba.deals import by_most

PAGE = Path(__file__).parents[3] / "docs/entry-screens.md"
LESS = 1500
"""Bytes by which a page may be smaller than the page of documentation says: its link and its words differ."""


class Deal(NamedTuple):
    """An ordinary deal of a game: who plays, what is tapped and typed, and deals that fill a sheet."""

    names: tuple[str, ...]
    steps: str
    sheet: list[dict[str, Any]]
    rules: dict[str, Any]


FOUR = ("Ana", "Boris", "Vera", "Георги")
ESCOBA = by_most(0, 0, 1, 0, (0, 1), kind="deal")
DEALS = {
    "belot": Deal(
        FOUR,
        "contract=hearts declarer=0 #9 #7",
        [
            {"kind": "deal", "contract": "hearts", "declarer": n % 4, "trick_points": [80 + n, 82 - n]}
            for n in range(9)
        ],
        {},
    ),
    "kani": Deal(
        FOUR,
        "declarer=0 bid=8 partner=2 made",
        [
            {"kind": "deal", "bid": 9, "declarer": n % 4, "partner": (n + 1) % 4, "tricks": 10}
            for n in range(9)
        ],
        {"target": 400},
    ),
    "escoba": Deal(
        ("Iñaki", "Miren"),
        "most-cards=0 most-golds=0 most-sevens=1 seven_of_golds=0",
        [ESCOBA] * 9,
        {"target": 100},
    ),
    "kinaskak": Deal(
        ("Anna", "Björn", "Guðrún", "Jón"),
        "[data-out] [data-next] #5 [data-next] #1 #0 [data-next] #1 #5",
        [{"kind": "deal", "hands": [0, 5, 10, 15]}] * 7,
        {},
    ),
}


def enter(phone: Phone, steps: str) -> int:
    """Enter a deal: `name=value` is a choice, `#5` a digit, `[…]` a key, else a key by its word; how many digits."""
    for step in steps.split():
        named = re.fullmatch(r"([\w-]+)=(\w+)", step)
        if step.startswith("#"):
            phone.page.locator(f"#form [data-key='{step[1:]}']").tap()
        elif named:
            phone.tap(phone.page.locator(f"label:has([name='{named[1]}'][value='{named[2]}'])"))
        else:
            phone.tap(phone.page.locator(step) if step.startswith("[") else phone.button(step))
    return steps.count("#")


def record(phone: Phone, steps: str) -> int:
    """From the sheet to the sheet; how many digits, while nothing scrolls."""
    phone.tap(phone.button("Record a deal"))
    expect(phone.page.locator("#entry-status[data-shown]")).to_have_count(1)
    typed = enter(phone, steps)
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    assert max(phone.page.evaluate(SCROLLS)) <= 0
    phone.save()
    return typed


def said(game: str) -> list[str]:
    """The row of a game in the table of what was measured."""
    name = GAMES[game].name.msgid
    found = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| {name} | ")]
    assert len(found) == 1, f"docs/entry-screens.md has one row of measures for {name}"
    return [cell.strip() for cell in found[0].strip("|").split("|")]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", GAMES)
def test_an_ordinary_deal_costs_what_the_page_says(table: Table, game: str) -> None:
    deal = DEALS[game]
    phone = table.start(game, deal.names, **deal.rules).open_sheet()
    typed = record(phone, deal.steps)
    _name, _steps, taps, digits, *_others = said(game)
    print(f"\n{game}: {phone.taps} taps, {typed} digits")
    assert (str(phone.taps), str(typed)) == (taps, digits)
    assert phone.wrong == []


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", GAMES)
def test_as_many_deals_are_in_sight_as_the_page_says(table: Table, game: str) -> None:
    deal = DEALS[game]
    phone = table.start(game, deal.names, deal.sheet, **deal.rules).open_sheet()
    shown = int(said(game)[5])

    def count() -> int:
        return int(phone.page.evaluate(WHOLE_ROWS))

    print(f"\n{game}: {count()} of {len(deal.sheet)} deals in sight")
    soon(phone.page, lambda: count() == shown, "deals are in sight:", count)
    assert count() == shown


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_deal_weighs_what_the_page_says(table: Table, game: str) -> None:
    deal = DEALS[game]
    phone = table.start(game, deal.names, deal.sheet[:3], **deal.rules)
    address = phone.sheet.replace(table.host, "127.0.0.1") + "/record/deal"
    text = urlopen(Request(address, headers={"Accept-Encoding": "gzip", "Accept-Language": "en"})).read()
    assert b"<form" in gzip.decompress(text)
    most = int(said(game)[6].removesuffix(" kB")) * 1000
    print(f"\n{game}: {len(text)} bytes")
    assert most - LESS < len(text) <= most


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.alone
@pytest.mark.parametrize("game", GAMES)
def test_the_first_deal_is_recorded_as_soon_after_the_home_page_as_the_page_says(
    table: Table, game: str
) -> None:
    phone = table.phone()
    begun = time.monotonic()
    phone.page.goto(table.address)
    phone.tap(phone.page.locator(f"a.game[href='/start/{game}']"))
    phone.tap(phone.button("Start"))
    record(phone, DEALS[game].steps)
    took = time.monotonic() - begun
    slow = max(1.0, measure_load(), phone.page.evaluate(WORK) / QUICK)
    print(
        f"\n{game}: {took:.1f} s and {phone.taps} taps from the home page, on a machine slower by {slow:.1f}"
    )
    _name, _steps, _taps, _digits, first, *_others = said(game)
    taps, seconds = (int(one) for one in re.findall(r"\d+", first))
    assert phone.taps == taps
    assert took <= seconds * slow
