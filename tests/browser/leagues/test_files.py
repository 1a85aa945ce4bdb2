"""Bringing results in, in a real browser: a table and an export of plays are read again, odd results are looked at."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.store.accounts import sign_ins
from scorekeeper.web.site.database import session
from tests.browser.looking import CLIPPED, look
from tests.browser.test_pieces import Served, context, served

__all__ = ["context", "served"]

TABLE = "date;game;side1;total1;side2;total2\r\n1/4/2025;Белот;Вера & Иван;151;Георги & Player 01;98\r\n"
LONG_NAME = "Wingspan: European Expansion and Oceania Expansion with a Swift-Start Promo Pack"


@pytest.fixture
def page(served: Served, context: BrowserContext) -> Iterator[Page]:
    """The phone of an organiser."""
    club = served.club
    with club.app.app_context():
        token = sign_ins.begin(session(), club.accounts["organiser"], how="password", words="a phone")
    context.add_cookies([{"name": "account", "value": token, "url": served.address}])
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    yield made
    assert wrong == []


def hand_in(page: Page, served: Served, kind: str, body: bytes) -> None:
    page.goto(f"{served.address}/imports")
    page.get_by_label("File").set_input_files([{"name": "file", "mimeType": "text/csv", "buffer": body}])
    page.get_by_role("button", name="Read it").tap()
    expect(page.get_by_role("heading", name=kind)).to_be_visible()


@pytest.mark.left_to_soak
def test_a_table_of_windows_is_shown_as_it_was_read_and_read_again(served: Served, page: Page) -> None:
    hand_in(page, served, "A table of old results (.xlsx, CSV)", TABLE.encode("cp1251"))
    main = page.locator("main")
    expect(main).to_contain_text("Вера & Иван 151")
    expect(main).to_contain_text("Apr 1, 2025")
    expect(page.get_by_label("Encoding")).to_have_value("cp1251")
    look(page, "leagues", "table read")
    page.get_by_label("Dates").select_option("month_first")
    page.get_by_role("button", name="Read it again").tap()
    expect(main).to_contain_text("Jan 4, 2025")
    expect(page.get_by_label("Dates")).to_have_value("month_first")
    page.get_by_role("button", name="Bring them in").tap()
    expect(main).to_contain_text("in the league")


@pytest.mark.left_to_soak
def test_of_an_export_only_our_games_come_in_unless_more_is_wanted(served: Served, page: Page) -> None:
    document = {
        "players": [{"id": 1, "name": "Wren"}, {"id": 2, "name": "Robin"}],
        "games": [{"id": 1, "name": "Belotte"}, {"id": 2, "name": LONG_NAME}],
        "plays": [
            {
                "uuid": f"b{game}",
                "gameRefId": game,
                "playDate": "2026-11-03 20:00:00",
                "playerScores": [
                    {"playerRefId": 1, "score": "151", "winner": True},
                    {"playerRefId": 2, "score": "98"},
                ],
            }
            for game in (1, 2)
        ],
    }
    hand_in(page, served, "An export of BG Stats", json.dumps(document).encode())
    expect(page.locator("main")).to_contain_text("1 result without deals")
    page.get_by_text("1 other game stays out").tap()
    look(page, "leagues", "games of an export")
    page.get_by_label("Wingspan").select_option("=")
    page.get_by_role("button", name="Read it again").tap()
    expect(page.locator("main")).to_contain_text("2 results without deals")


def test_a_hasty_organiser_is_asked_before_an_odd_result_counts_and_puts_it_right(
    served: Served, page: Page
) -> None:
    page.goto(f"{served.address}/paper")
    page.get_by_label("Side 1", exact=True).fill("Player 0001")
    page.get_by_label("Total of side 1").fill("2")
    page.get_by_label("Side 2", exact=True).fill("Another Player")
    page.get_by_label("Total of side 2").fill("1")
    page.get_by_label("Total of side 2").press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("No total reaches 151, where Belot ends.")
    look(page, "leagues", "odd result")
    page.get_by_role("button", name="Save").dblclick()
    expect(page.locator(".notice")).to_have_text("Written down. The next one?")
    page.goto(f"{served.address}/matches?game=belot")
    page.locator("main ul.list > li a").filter(has_text="Another Player").first.tap()
    page.get_by_role("link", name="Correct the result").tap()
    page.get_by_label("Total of side 1").fill("151")
    look(page, "leagues", "correct a result")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("main")).to_contain_text("an organiser corrected 2:1 → 151:1")
    page.get_by_text("Take it out of the league").first.tap()
    page.get_by_role("button", name="Take it out of the league").tap()
    page.get_by_role("link", name="Taken out of the league").tap()
    expect(page.locator("main")).to_contain_text("taken out by Organiser")
    look(page, "leagues", "taken out")
    assert page.evaluate(CLIPPED) == []
