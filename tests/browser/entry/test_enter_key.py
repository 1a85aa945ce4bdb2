"""Enter, which is the phone's “Go”, in something that is typed: it saves, and nothing typed is lost."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.entry_table import Phone, Table
from tests.browser.looking import WHOLE, hindrances

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with-scripts", "without"])
ESCOBA = {"most-cards": "0", "most-golds": "1", "most-sevens": "-", "seven_of_golds": "0"}
# game, radios that are ticked, what is typed with Enter at its end, the deal
DEALS: list[tuple[str, dict[str, str], dict[str, str], dict[str, Any]]] = [
    (
        "belot",
        {"contract": "hearts", "declarer": "0"},
        {"trick_points-0": "100"},
        {"contract": "hearts", "declarer": 0, "trick_points": [100, None]},
    ),
    (
        "kani",
        {"bid": "8", "declarer": "0", "partner": "2"},
        {"tricks": "9"},
        {"bid": 8, "declarer": 0, "partner": 2, "tricks": 9},
    ),
    (
        "escoba",
        ESCOBA,
        {"escobas-0": "0", "escobas-1": "1"},
        {"most": {"cards": 0, "golds": 1, "sevens": None}, "seven_of_golds": 0, "escobas": [0, 1]},
    ),
    (
        "kinaskak",
        {},
        {"hands-0": "0", "hands-1": "35", "hands-2": "5", "hands-3": "10"},
        {"hands": [0, 35, 5, 10]},
    ),
]


def enter(page: Page, found: Locator) -> None:
    """Press Enter, and wait for the page that comes of it."""
    with page.expect_navigation():
        found.press("Enter")


def unfold(phone: Phone, name: str) -> Locator:
    """An input, which may stand in a part of the page that is folded."""
    phone.page.wait_for_load_state()
    found = phone.page.locator(f"[name='{name}']").first
    if not found.is_visible():
        phone.page.locator("details", has=found).locator("summary").first.click()
    return found


@pytest.mark.left_to_soak(but_one_in=2)
@SCRIPTS
def test_enter_in_a_name_starts_the_match_with_as_many_as_stand_there(table: Table, scripts: bool) -> None:
    phone = table.phone(java_script_enabled=scripts)
    phone.page.goto(f"{table.address}/start/escoba?players=3")
    assert not scripts or hindrances(phone.page, WHOLE) == [], "what is unseen is in no one’s way"
    for seat, name in enumerate(("Ane", "Jon", "Miren"), 1):
        phone.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
    enter(phone.page, phone.page.get_by_label("Name at seat 3", exact=True))
    phone.sheet = phone.page.url.partition("#")[0]
    assert phone.document()["players"] == ["Ane", "Jon", "Miren"]


@pytest.mark.left_to_soak(but_one_in=2)
@SCRIPTS
def test_enter_in_a_house_rule_keeps_what_was_typed(table: Table, scripts: bool) -> None:
    table.start("kani")
    phone = table.phone(java_script_enabled=scripts)
    phone.page.goto(f"{phone.sheet}/rules")
    phone.page.get_by_label("Points to win", exact=True).fill("77")
    enter(phone.page, phone.page.get_by_label("Points to win", exact=True))
    assert phone.document()["rules"]["target"] == 77


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("game", "ticked", "typed", "deal"), DEALS, ids=[deal[0] for deal in DEALS])
def test_enter_saves_the_deal_without_scripts(
    table: Table, game: str, ticked: dict[str, str], typed: dict[str, str], deal: dict[str, Any]
) -> None:
    table.start(game, ("Ane", "Jon") if game == "escoba" else ("Anna", "Björn", "Guðrún", "Jón"))
    phone = table.phone(java_script_enabled=False).enter()
    for name, value in ticked.items():
        phone.page.locator(f"[name='{name}'][value='{value}']").check(force=True)
    for name, value in typed.items():
        unfold(phone, name).fill(value)
    enter(phone.page, unfold(phone, list(typed)[-1]))
    assert phone.entries() == [{"kind": "deal", **deal}]
