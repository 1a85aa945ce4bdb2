"""A form that is sent without network: the page stays with all that was typed, and sends it later."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entry_table import Phone, Table
from tests.browser.looking import soon
from tests.cases import case, cases

DEALS = {
    "kani": {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 9},
    "kinaskak": {"kind": "deal", "hands": [0, 5, 10, 20]},
}
TWICE = 350
"""Milliseconds after which a second tap on a key counts."""
SAID = "No network: this is not saved."


def cut_radio(phone: Phone) -> Callable[[], None]:
    """The phone knows that it has no network."""
    phone.context.set_offline(True)
    return lambda: phone.context.set_offline(False)


def cut_server(phone: Phone) -> Callable[[], None]:
    """The phone has a network, but no server answers in it."""
    phone.context.route("**/*", lambda route: route.abort("connectionrefused"))
    return lambda: phone.context.unroute("**/*")


def cut_by_portal(phone: Phone) -> Callable[[], None]:
    """A guest network answers everything with a page of its own."""
    page = "<h1>Welcome to our café</h1>"
    phone.context.route("**/*", lambda route: route.fulfill(status=200, content_type="text/html", body=page))
    return lambda: phone.context.unroute("**/*")


def bid(phone: Phone) -> None:
    phone.pill("Bid", "7")


def leave(phone: Phone) -> None:
    phone.pill("Who leaves", "Björn")


def join(phone: Phone) -> None:
    phone.page.get_by_label("Who joins").fill("Zoe")
    phone.tap(phone.button("the worst: 20"))


@pytest.mark.parametrize("cut", [cut_radio, cut_server, cut_by_portal])
@cases(
    "game, page, key, fill, typed, written",
    case("a correction", "kani", "row/2/correct", "Correct", bid, ("bid", "7"), {"bid": 7}),
    case("who leaves", "kinaskak", "record/players?form=leaves", "Save", leave, ("leave", "1"), {"leave": 1}),
    case("who joins", "kinaskak", "record/players?form=joins", "Save", join, ("join", "Zoe"), {"total": 20}),
)
def test_a_form_that_cannot_be_sent_stays_with_what_was_typed_and_is_sent_by_one_tap(
    table: Table, cut: Any, game: str, page: str, key: str, fill: Any, typed: tuple[str, str], written: Any
) -> None:
    phone = table.start(game, entries=[DEALS[game]])
    phone.page.goto(f"{phone.sheet}/{page}")
    phone.page.wait_for_load_state()
    mend = cut(phone)
    fill(phone)
    phone.tap(phone.button(key))
    expect(phone.page.locator("form .unreached")).to_contain_text(SAID)
    phone.page.wait_for_timeout(TWICE)
    phone.tap(phone.button(key))
    expect(phone.page.locator("form .unreached")).to_have_count(1)
    name, value = typed
    expect(phone.page.locator(f"#form [name={name}]:is(:checked, [type=text])")).to_have_value(value)
    mend()
    phone.page.wait_for_timeout(TWICE)
    phone.tap(phone.button(key))
    phone.wait_until_saved()

    def is_written() -> bool:
        return any(written.items() <= one.items() for one in phone.entries())

    soon(phone.page, is_written, "nothing is written:", phone.entries)
    assert phone.wrong == []


def test_a_form_goes_in_a_browser_whose_scripts_cannot_send_one_as_a_key_does(table: Table) -> None:
    """Safari's can since iOS 16."""
    phone = table.start("kani", entries=[DEALS["kani"]])
    phone.context.add_init_script("delete HTMLFormElement.prototype.requestSubmit")
    phone.page.goto(f"{phone.sheet}/row/2/correct")
    phone.page.wait_for_load_state()
    bid(phone)
    phone.tap(phone.button("Correct"))
    phone.wait_until_saved()
    assert phone.entries()[0]["bid"] == 7


@pytest.mark.parametrize("cut", [cut_radio, cut_server, cut_by_portal])
def test_an_undo_without_network_leaves_the_sheet_where_it_is(table: Table, cut: Any) -> None:
    phone = table.start("kani", entries=[DEALS["kani"]]).open_sheet()
    phone.page.wait_for_load_state()
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    mend = cut(phone)
    expect(phone.page.locator("#live-off")).to_be_visible()
    phone.tap(phone.button("Undo"))
    expect(phone.page.locator("#live-off")).to_be_in_viewport()
    phone.page.wait_for_timeout(TWICE)
    assert phone.page.url.partition("#")[0] == phone.sheet
    mend()
    phone.page.wait_for_timeout(TWICE)
    assert len(phone.entries()) == 1
    phone.tap(phone.button("Undo"))  # where the page still says that there is none, it asks once more
    expect(phone.page.locator("#live-off")).to_be_hidden()
    if phone.entries():
        phone.page.wait_for_timeout(TWICE)
        phone.tap(phone.button("Undo"))
    soon(phone.page, lambda: phone.entries() == [], "it is not undone")


@cases(
    "status, headers, goes",
    case("a server whose database is busy", 503, {"Busy": "yes"}, True),
    case("a server that is asked too often", 429, {"Busy": "yes"}, True),
    case("a proxy that is looked after", 503, {"Retry-After": "600"}, False),
    case("a proxy without its server", 503, {}, False),
    case("a proxy that waited in vain", 504, {}, False),
    case("a proxy that knows no server by this name", 404, {}, False),
)
def test_a_server_that_asks_to_come_again_is_there_and_says_so_itself(
    table: Table, status: int, headers: dict[str, str], goes: bool
) -> None:
    phone = table.start("kani", entries=[DEALS["kani"]])
    phone.context.route(
        "**/live/pulse", lambda route: route.fulfill(status=status, headers=headers, body="later")
    )
    phone.page.goto(f"{phone.sheet}/row/2/correct")
    phone.page.wait_for_load_state()
    bid(phone)
    phone.tap(phone.button("Correct"))
    if goes:
        phone.wait_until_saved()
    else:
        expect(phone.page.locator("form .unreached")).to_contain_text(SAID)
    assert phone.entries()[0]["bid"] == (7 if goes else 9)
