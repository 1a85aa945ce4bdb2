"""A match is taken along from a server into the program on the phone, and both come to the same again."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from scorekeeper import create_app
from scorekeeper.store import instance
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests.browser.conftest import serving
from tests.browser.offline.test_install import wait_until_kept
from tests.browser.phone.host import WAKING, Window, blank_phones, emptied
from tests.browser.phone.test_evening import go_to, press, send
from tests.cases import case, cases
from tests.phone import building
from tests.soak import in_soak
from tests.web.conftest import link
from tests.web.match.along.between import lose_last
from tests.web.match.test_coming_and_going import THREE
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match

OTHER = {**BELOT, "trick_points": [62, None]}
PHONE = Path(__file__).parents[3] / "phone"
SENT = "What you entered is on the server now."


class Club(NamedTuple):
    """A server that offers the program for phones: its application, and the address of the program's window."""

    app: Flask
    server: str

    @property
    def address(self) -> str:
        return f"{self.server}/phone/"

    def load(self, match: Any) -> Any:
        """The match as the server has it now."""
        with self.app.app_context():
            return ledger.load(session(), match.public_id)


@pytest.fixture(scope="module")
def club(
    phone_folder: Path, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    """A server that need not be unpacked."""
    file = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("club") / "club.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(instance.PHONE_VARIABLE, str(building.lighten_once(phone_folder)))
        app = create_app({"SECRET_KEY": b"a key", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
        for server in serving(app):
            yield Club(app, server)


@pytest.fixture
def at_club(kept_phone: BrowserContext, club: Club) -> Iterator[Window]:
    """The window of a phone that knows no match; it may have been at the club before."""
    with emptied(kept_phone, club) as opened:
        kept_phone.clear_cookies()
        yield opened


@pytest.fixture
def phone(kept_phone: BrowserContext) -> BrowserContext:
    """The phone of that window."""
    return kept_phone


def take_along(club: Club, window: Window, address: str) -> Window:
    """Open a match at the server and take it along; its sheet in the program."""
    window.page.goto(club.server + address)
    window.page.get_by_role("link", name="More").click()
    window.page.get_by_role("link", name="Take the match along").click()
    window.wait()
    window.inside.get_by_role("button", name="Take it along").click()
    return window


@pytest.mark.left_to_soak
def test_a_match_goes_along_in_a_browser_that_ends_no_request_by_the_clock(
    club: Club, at_club: Window
) -> None:
    """Safari does so since iOS 16."""
    at_club.page.add_init_script("delete AbortSignal.timeout")
    match = open_match(club.app, "belot", FOUR, [BELOT])
    window = take_along(club, at_club, link(club.app, match, "score", "").rstrip("/"))
    window.expect_rows(1)
    window.record_deal()
    expect(window.page.locator("#notice")).to_have_text(SENT)
    assert len(club.load(match).rows()) == 2


@pytest.mark.left_to_soak
def test_it_goes_on_without_network_and_each_deal_arrives_once(
    club: Club, phone: BrowserContext, at_club: Window
) -> None:
    match = open_match(club.app, "belot", FOUR, [BELOT, OTHER])
    window = take_along(club, at_club, link(club.app, match, "score", "").rstrip("/"))
    window.expect_rows(2)
    sheet = window.path
    phone.set_offline(True)
    window.record_deal()
    window.record_deal("62")
    assert club.load(match).seq == 3
    phone.set_offline(False)
    expect(window.page.locator("#notice")).to_have_text(SENT)
    there = club.load(match)
    assert len(there.rows()) == 4
    assert [event.received is None for event in there.events] == [True, True, True, False, False]

    add_event(club.app, there, "recorded", {"entry": OTHER})
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.expect_rows(5)
    window.expect_path(sheet)


def test_who_joins_leaves_and_sits_down_without_network_does_so_on_the_server(
    club: Club, phone: BrowserContext, at_club: Window
) -> None:
    match = open_match(club.app, "kinaskak", THREE, [{"kind": "deal", "hands": [0, 10, 40]}])
    window = take_along(club, at_club, link(club.app, match, "owner", "").rstrip("/"))
    window.expect_rows(1)
    phone.set_offline(True)
    sheet = window.path
    for number, (page, values) in enumerate(
        (
            ("players?form=joins", {"join": "Nína", "total": "18"}),
            ("players?form=leaves", {"leave": "1"}),
            ("players", {"seat": "2", "name": "Jón"}),
        ),
        2,
    ):
        go_to(window, f"{sheet}/record/{page}")
        send(window, values)
        window.expect_rows(number)
    go_to(window, f"{sheet}/phone")
    press(window, "button[name=seat][value='3']")
    go_to(window, f"{sheet}/record/deal?form=points")
    send(window, {"hands-0": "0", "hands-2": "25", "hands-3": "35"})
    window.expect_rows(5)
    phone.set_offline(False)
    expect(window.page.locator("#notice")).to_have_text(SENT)
    there = club.load(match)
    assert [row.entry for row in there.rows()][1:] == [
        {"kind": "players", "join": "Nína", "total": 18},
        {"kind": "players", "leave": 1},
        {"kind": "players", "seat": 2, "name": "Jón"},
        {"kind": "deal", "hands": [0, None, 25, 35]},
    ]
    assert there.events[-1].seat == 3, "Nína held the phone"
    assert there.scored.sheet.totals == (0, 10, 65, 53)
    window.tap("More")
    window.inside.locator("dialog summary", has_text="More:").click()
    window.inside.get_by_role("link", name="The code of this match").click()
    expect(window.inside.locator("strong.code")).to_have_text(there.code)


@pytest.mark.left_to_soak
def test_where_others_wrote_meanwhile_both_are_shown_and_the_servers_counts(
    club: Club, phone: BrowserContext, at_club: Window
) -> None:
    match = open_match(club.app, "belot", FOUR, [BELOT])
    window = take_along(club, at_club, link(club.app, match, "owner", "").rstrip("/"))
    window.expect_rows(1)
    phone.set_offline(True)
    window.record_deal()
    add_event(club.app, match, "recorded", {"entry": OTHER})
    phone.set_offline(False)
    window.page.get_by_role("button", name="Something was entered on the server too").click()
    expect(window.inside.get_by_role("heading", level=1)).to_have_text("This match went on in two places")
    expect(window.inside.get_by_role("checkbox")).to_be_checked()
    window.tap("Go on with the server’s")
    window.expect_rows(3)
    expect(window.page.locator("#notice")).to_have_text(SENT)
    there = club.load(match)
    assert [row.entry["trick_points"] for row in there.rows()][1] == [62, None], "the server's goes before"
    assert len(there.rows()) == 3
    window.tap("More")
    window.inside.locator("dialog summary", has_text="More:").click()
    window.inside.get_by_role("link", name="The code of this match").click()
    expect(window.inside.locator("strong.code")).to_have_text(there.code)


def type_deal(page: Page, address: str, points: str) -> None:
    """Another phone at the table records a deal, on the server's own page."""
    page.goto(f"{address}/record/deal")
    for name, value in (("contract", "diamonds"), ("declarer", "0")):
        page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
    for digit in points:
        page.get_by_role("button", name=digit, exact=True).first.click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page).not_to_have_url(re.compile("record/deal"))


BOTH_TYPE = [
    (True, ("90", "80"), ("60",)),
    (False, ("90",), ("60",)),
    (True, ("90",), ("60", "72", "84")),
    (True, ("90", "80", "70"), ("60", "72")),
]
"""Whether the phone is without network, what is typed there, and what at the server meanwhile."""


@pytest.mark.parametrize(("alone", "mine", "theirs"), in_soak(BOTH_TYPE, BOTH_TYPE[:2]))
def test_deals_typed_on_both_sides_are_shown_and_none_is_lost(
    club: Club,
    phone: BrowserContext,
    at_club: Window,
    page: Page,
    alone: bool,
    mine: tuple[str, ...],
    theirs: tuple[str, ...],
) -> None:
    """The next deal of both has one number, made before: it is another deal all the same."""
    match = open_match(club.app, "belot", FOUR, [BELOT])
    address = link(club.app, match, "score", "").rstrip("/")
    window = take_along(club, at_club, address)
    window.expect_rows(1)
    phone.set_offline(alone)
    for points in theirs:
        type_deal(page, club.server + address, points)
    if not alone:  # what the other typed has not come yet
        phone.route("**/log", lambda route: route.abort())
    for points in mine:
        window.record_deal(points)
    phone.unroute("**/log")
    phone.set_offline(False)
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.page.get_by_role("button", name="Something was entered on the server too").click()
    expect(window.inside.get_by_role("checkbox")).to_have_count(len(mine))
    for points in theirs:
        expect(window.inside.locator("ul.list").first).to_contain_text(
            f"{points}\u2060–\u2060{162 - int(points)}"
        )
    window.tap("Go on with the server’s")
    window.expect_rows(1 + len(mine) + len(theirs))
    expect(window.page.locator("#notice")).to_have_text(SENT)
    there = club.load(match)
    assert [row.entry["trick_points"][0] for row in there.rows()][1:] == list(map(int, (*theirs, *mine)))
    assert len({event.uuid for event in there.events}) == len(there.events)
    for total in there.scored.sheet.totals:
        expect(window.inside.locator("main")).to_contain_text(str(total))
    part_once_more(club, window, there)
    assert window.complaints == []


def part_once_more(club: Club, window: Window, match: Any) -> None:
    """The server is restored, and played on to the very number of events that the phone has."""
    lose_last(club.app, match)
    add_event(club.app, club.load(match), "recorded", {"entry": {**BELOT, "trick_points": [96, None]}})
    assert club.load(match).seq == match.seq
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.page.get_by_role("button", name="Something was entered on the server too").click()
    expect(window.inside.get_by_role("checkbox")).to_have_count(1)
    expect(window.inside.locator("ul.list").first).to_contain_text("96\u2060–\u206066")


def spoil(route: Route) -> None:
    """What is sent comes damaged to the server, which says so."""
    route.continue_(post_data="no record" if route.request.method == "POST" else None)


@pytest.mark.left_to_soak
def test_what_the_server_refused_is_sent_once_more_and_its_reason_can_be_read(
    club: Club, phone: BrowserContext, at_club: Window
) -> None:
    match = open_match(club.app, "belot", FOUR, [BELOT])
    window = take_along(club, at_club, link(club.app, match, "score", "").rstrip("/"))
    window.expect_rows(1)
    phone.route("**/log", spoil)
    window.record_deal()
    window.page.get_by_role("button", name="The server did not take").click()
    window.tap("Send again")
    expect(window.inside.locator("#along-told")).to_contain_text("This file holds no match with its past")
    assert len(club.load(match).rows()) == 1
    phone.unroute("**/log")
    window.tap("Send again")
    window.expect_rows(2)
    assert len(club.load(match).rows()) == 2
    assert window.complaints == []


@pytest.mark.left_to_soak
def test_a_deal_that_waits_in_a_page_of_the_server_goes_on_in_the_program(
    club: Club, phone: BrowserContext, at_club: Window
) -> None:
    match = open_match(club.app, "belot", FOUR, [BELOT])
    address = club.server + link(club.app, match, "score", "").rstrip("/")
    window = take_along(club, at_club, address.removeprefix(club.server))
    window.expect_rows(1)
    window.page.goto(address)
    window.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    wait_until_kept(window.page, urlsplit(address).path)
    window.page.goto(f"{address}/record/deal")
    phone.set_offline(True)
    for name, value in (("contract", "hearts"), ("declarer", "0")):
        window.page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
    for digit in "100":
        window.page.get_by_role("button", name=digit, exact=True).first.click()
    window.page.get_by_role("button", name="Save", exact=True).click()
    expect(window.page.locator("#outbox li")).to_have_count(1)
    window.page.get_by_role(
        "link", name="Back to the sheet"
    ).click()  # among the keys of a deal nothing moves in
    window.page.get_by_role("link", name="Go on without network").click()
    expect(window.page.locator("body")).to_have_attribute("data-state", "frame", timeout=WAKING)
    window.expect_rows(2)
    phone.set_offline(False)
    expect(window.page.locator("#notice")).to_have_text(SENT)
    assert len(club.load(match).rows()) == 2


@cases("known, offered", case("as much as the page", 2, True), case("less than the page", 1, False))
def test_the_way_into_the_program_is_offered_where_it_knows_all_that_the_page_shows(
    club: Club, browser: Browser, known: int, *, offered: bool
) -> None:
    match = open_match(club.app, "belot", FOUR, [BELOT])
    with blank_phones(browser) as make:
        page = make().new_page()
        page.goto(club.server + link(club.app, match, "score", "").rstrip("/"))
        page.wait_for_load_state()
        mark = [f"scorekeeper.along.{match.public_id}", f"/phone/#/m/here/link {known}"]
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", mark)
        page.context.set_offline(True)
        expect(page.locator("#live-off")).to_be_visible()
        expect(page.get_by_role("link", name="Go on without network")).to_be_visible(visible=offered)
        if offered:
            expect(page.locator("#goes-on")).to_have_attribute("href", "/phone/#/m/here/link")


TAKES = """async (seen) => {
  const { Along } = await import("/along.js");
  const key = "scorekeeper.outbox.match";
  const wait = (draft) => ({ draft, seen, state: "waiting" });
  const save = (...drafts) => localStorage.setItem(key, JSON.stringify(drafts.map(wait)));
  const taken = [];
  const listed = { token: "", matches: [{ there: "/m/match/link", here: "/app/m/match/link", last: 3, asleep: true }] };
  const ask = async (method, _address, _headers, body) => {
    if (method === "POST") taken.push(JSON.parse(new TextDecoder().decode(body)).draft);
    if (taken.length === 1) save("first", "second");
    return { status: 200, body: new TextEncoder().encode(JSON.stringify(method === "POST" ? { seq: 4 } : listed)) };
  };
  save("first");
  await new Along("/app", ask, () => {}).look();
  return [taken, JSON.parse(localStorage.getItem(key) ?? "[]").map(({ draft }) => draft)];
}"""
"""What the window takes of the deals that wait and have `seen` so much, and what waits still. The match has three
events here, and a second deal is saved while the window takes the first."""


@cases(
    "seen, taken, waits",
    case("a deal that is saved meanwhile is taken too", 3, ["first", "second"], []),
    case("what follows a deal that is not here yet waits", 4, [], ["first"]),
)
def test_the_program_takes_deals_that_wait_and_follow_what_it_has(
    page: Page, seen: int, taken: list[str], waits: list[str]
) -> None:
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
    page.route(
        "**/along.js", lambda route: route.fulfill(content_type="text/javascript", path=PHONE / "along.js")
    )
    page.goto("http://localhost/")
    assert page.evaluate(TAKES, seen) == [taken, waits]


@pytest.mark.left_to_soak
def test_a_match_of_the_phone_is_put_on_the_server(club: Club, at_club: Window) -> None:
    window = at_club.open()
    sheet = window.start_belot()
    window.record_deal()
    window.tap("More")
    window.inside.get_by_role("link", name="This match on the server").click()
    window.tap("Put it on the server")
    window.expect_rows(1)
    window.expect_path(sheet)
    window.record_deal("62")
    expect(window.page.locator("#notice")).to_have_text(SENT)
    with club.app.app_context():
        client = club.app.test_client()
        assert client.get("/hand-over").status_code == 200
    window.page.evaluate("location.hash = location.hash")


@pytest.mark.left_to_soak
def test_on_a_static_host_no_server_is_offered(window: Window) -> None:
    sheet = window.open().start_belot()
    window.open(f"/along/{sheet.split('/')[2]}")
    expect(window.inside.get_by_role("heading", level=1)).to_have_text("This match on the server")
    expect(window.inside.get_by_role("link", name="Save as a file")).to_be_visible()
    expect(window.inside.get_by_role("button", name="Put it on the server")).to_be_hidden()
