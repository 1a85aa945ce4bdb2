"""What a deal would write, said while it is entered: with long names too it stands in its room, and none scrolls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entry_screens import LANGUAGES, PUT
from tests.browser.entry_table import Table
from tests.browser.looking import CLIPPED
from tests.browser.test_gallery import BROKEN

LONG = (
    "Hrafnhildur Anna",
    "Александър",
    "Georgi-Stefan",
    "Maximiliane",
    "Guðmundur",
    "Iñaki",
    "Björn",
    "Ли",
)
BELOT = {"contract": "hearts", "declarer": "3", "trick_points-0": "62"}
KANI = {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10", "trump": "hearts"}
MOST = {
    "most-cards": "0", "most-golds": "-", "most-sevens": "1", "seven_of_golds": "0", "escobas-0": "2",
}  # fmt: skip
PHONE, SMALL, NARROW = (360, 640), (320, 568), (320, 640)


def kinaskak(players: int) -> dict[str, str]:
    """A hand for everybody, the first of them empty."""
    return {f"hands-{seat}": str(25 * seat + 5) if seat else "0" for seat in range(players)}


def played(game: str, players: int) -> list[dict[str, Any]]:
    """Deals before it: so many in Kínaskák that totals have four figures."""
    if game != "kinaskak":
        return []
    return [
        {
            "kind": "deal",
            "hands": [0 if seat == turn % players else 245 + 5 * seat for seat in range(players)],
        }
        for turn in range(6)
    ]


# game, how many play, what is entered, the phones on which nothing scrolls
RESULTS: list[tuple[str, int, dict[str, str], tuple[tuple[int, int], ...]]] = [
    ("belot", 4, BELOT, (PHONE, NARROW)),
    ("kani", 4, KANI, (PHONE,)),
    ("escoba", 2, MOST, (PHONE,)),
    ("escoba", 4, MOST, (PHONE,)),
    ("escoba", 6, MOST, (PHONE,)),
    *(("kinaskak", players, kinaskak(players), (PHONE, SMALL, NARROW)) for players in (2, 3, 4)),
    *(("kinaskak", players, kinaskak(players), (PHONE,)) for players in (5, 6, 7, 8)),
]
SCROLLS = """() => [document.querySelector(".says"), document.documentElement]
  .map((one) => one.scrollHeight - (one === document.documentElement ? innerHeight : one.clientHeight))"""
"""By how much the result is higher than its room, and the page than the phone."""


@pytest.mark.parametrize(("game", "players", "deal", "still"), RESULTS)
def test_a_result_of_long_names_scrolls_nowhere_and_breaks_no_name(
    table: Table, game: str, players: int, deal: dict[str, str], still: tuple[tuple[int, int], ...]
) -> None:
    phone = table.start(game, LONG[:players], played(game, players))
    way = "&form=most" if game == "escoba" else ""
    for size in (PHONE, SMALL, NARROW):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        for language in LANGUAGES if size == PHONE else ("bg",):
            phone.page.goto(f"{phone.sheet}/record/deal?lang={language}{way}")
            phone.page.evaluate(PUT, deal)
            expect(phone.page.locator("#form[data-complete]")).to_be_attached()
            expect(phone.page.locator("#entry-preview .writes")).to_have_count(
                2 if game == "belot" else players
            )
            assert phone.page.evaluate(CLIPPED) == [], (size, language)
            assert size not in still or max(phone.page.evaluate(SCROLLS)) <= 0, (size, language)
            assert size != PHONE or phone.page.evaluate(BROKEN) == [], language
    assert phone.wrong == []
