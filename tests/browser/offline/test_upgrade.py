"""A phone that used the release before goes on with this one: every deal arrives once, and no page mixes releases."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.entry_table import Phone, Table
from tests.browser.looking import soon
from tests.browser.offline import version_before
from tests.browser.offline.test_install import KEPT, wait_until_kept
from tests.browser.offline.test_kept import Deal, deals, enter, find_waiting, save, wait_until_sent
from tests.soak import in_soak
from tests.trust.servers import Server

BEGUN = {"bid": 9, "declarer": 3}
"""What is half entered while the program is exchanged."""

LOADED = """() => [...document.querySelectorAll("script[src], link[rel=stylesheet]")]
  .map((one) => new URL(one.src || one.href)).map((one) => one.pathname + one.search)"""
VERSIONS = "async () => [...new Set((await caches.keys()).map((name) => name.split('-').at(-1)))]"
"""The releases that a phone keeps anything of."""
WAITS = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
"""Whether the worker of another release is there, and waits until no page of the one before is open."""
LINKS = """() => [...document.querySelectorAll("a[href], link[href], script[src], img[src]")]
  .map((one) => new URL(one.href || one.src)).filter((one) => one.origin === location.origin)
  .map((one) => one.pathname + one.search)"""
"""Every address of our own that a page names."""


pytestmark = pytest.mark.soak


@pytest.fixture(scope="module", params=list(version_before.RELEASES))
def before(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release before."""
    return version_before.unpack(tmp_path_factory.mktemp("before"), request.param)


class Upgrade:
    """One machine: the server of the release before, then that of this release, on one database and one port."""

    def __init__(self, folder: Path, before: Path) -> None:
        url = f"sqlite:///{folder / 'scorekeeper.db'}"
        self.old = Server(folder, url, 1, PYTHONPATH=str(before))
        self.old.program = before
        self.new = Server(folder, url, 1)
        self.new.port = self.old.port
        self.running = self.old.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.old.port}"

    def upgrade(self) -> None:
        """Exchange the program while phones have its pages open."""
        self.old.stop()
        self.running = self.new.start()


EVENINGS = ("open", *in_soak(("reloaded", "closed", "cut off"), ()))
"""The tests for which a phone is left without network while the program is exchanged: each has a match of its own."""


class Upgraded(NamedTuple):
    """The machine with this release, phones that know only the release before, and what that one's pages named."""

    address: str
    phones: dict[str, Phone]
    online: Phone
    named: set[str]


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory, before: Path, browser: Browser) -> Iterator[Upgraded]:
    """The program is exchanged once; each test goes on with its own phone."""
    machine = Upgrade(tmp_path_factory.mktemp("upgraded"), before)
    tables = {one: Table(browser, machine.address, "127.0.0.1") for one in (*EVENINGS, "online")}
    phones = {one: play_before(tables[one]) for one in EVENINGS}
    online = tables["online"].start("kani", entries=[deal.entry() for deal in list_deals()])
    named = list_named(online, machine.address)
    machine.upgrade()
    yield Upgraded(machine.address, phones, online, named)
    for table in tables.values():
        table.close()
    machine.running.stop()


def play_before(table: Table) -> Phone:
    """A phone with pages of the release before, three deals in its outbox, and a fourth that is half entered."""
    phone = table.start("kani", target=9999).open_sheet()
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    phone.enter()
    save(phone, list_deals()[0])
    phone.wait_until_saved()
    path = urlsplit(phone.sheet).path
    for page in (path, f"{path}/record/deal"):
        wait_until_kept(phone.page, page)
    phone.enter()
    phone.context.set_offline(True)
    save(phone, *list_deals()[1:])
    expect(find_waiting(phone)).to_have_count(3)
    phone.pill("Bid", str(BEGUN["bid"]))
    phone.pill("Declarer", "Георги")
    return phone


def list_named(phone: Phone, home: str) -> set[str]:
    """Every address of our own that pages of the release before name."""
    named: set[str] = set()
    for address in (phone.sheet, f"{phone.sheet}/record/deal", f"{phone.sheet}/share", f"{home}/"):
        phone.page.goto(address)
        named |= set(phone.page.evaluate(LINKS))
    return named


def list_deals() -> list[Deal]:
    """The deals of the evening: one that the server knows and three that wait on the phone."""
    return deals(4)


def reads_what_was_begun(page: Page) -> None:
    for name, value in BEGUN.items():
        expect(page.locator(f"input[name={name}]:checked")).to_have_value(str(value))


def check_arrived(phone: Phone) -> None:
    """Every deal is on the server, once and in its place, and what was half entered is still there to go on with."""
    wait_until_sent(phone)
    assert phone.entries() == [deal.entry() for deal in list_deals()]
    reads_what_was_begun(phone.page)


def goes_on(phone: Phone) -> None:
    """The deal that was half entered before the upgrade is completed and saved after it."""
    rest = Deal(BEGUN["bid"], BEGUN["declarer"], 1)
    enter(phone, rest)
    phone.save()
    assert phone.entries() == [deal.entry() for deal in (*list_deals(), rest)]
    assert phone.wrong == []


def is_of_one_release(phone: Phone, upgraded: Upgraded, browser: Browser) -> None:
    """What the phone loads and keeps, once its old page is closed, is what a phone that comes new gets."""
    fresh = Table(browser, upgraded.address, "127.0.0.1")
    fresh.sheet = phone.sheet
    newcomer = fresh.phone()
    for page in (phone.sheet, f"{phone.sheet}/record/deal"):
        newcomer.page.goto(page)
        phone.page.goto(page)
        assert phone.page.evaluate(LOADED) == newcomer.page.evaluate(LOADED)
    newcomer.page.evaluate("async () => { await navigator.serviceWorker.ready; }")

    phone.page.goto(phone.sheet)
    new = newcomer.page.evaluate(VERSIONS)

    def is_fetched() -> bool:
        return phone.page.evaluate(WAITS) or phone.page.evaluate(VERSIONS) == new

    soon(phone.page, is_fetched, f"{new} is fetched while a page is open")

    def is_kept_alone() -> bool:
        """Chromium may take a page that was closed a moment ago for one that is still open: then the next one knows."""
        phone.another_page()
        phone.page.goto(phone.sheet)
        phone.page.wait_for_timeout(1000)
        return bool(phone.page.evaluate(VERSIONS) == new)

    soon(newcomer.page, is_kept_alone, f"the phone keeps more than {new}")
    # which fetches the page for the next deal, and with it the files of its game
    newcomer.page.goto(phone.sheet)
    soon(
        newcomer.page,
        lambda: files(phone.page) <= files(newcomer.page) | {"/offline"},
        "the phone keeps files that no newcomer has",
    )
    fresh.close()


def files(page: Page) -> set[str]:
    """The files of our own that a phone keeps."""
    return {path for name, path in page.evaluate(KEPT) if name.startswith("files-")}


def test_a_phone_with_its_page_open_sends_every_deal_to_the_new_release(
    upgraded: Upgraded, browser: Browser
) -> None:
    phone = upgraded.phones["open"]
    before = phone.page.evaluate(VERSIONS)
    phone.context.set_offline(False)
    check_arrived(phone)
    phone.page.reload()
    check_arrived(phone)
    goes_on(phone)
    is_of_one_release(phone, upgraded, browser)
    assert phone.page.evaluate(VERSIONS) != before


@pytest.mark.left_to_soak
@pytest.mark.parametrize("evening", ["reloaded", "closed"])
def test_a_phone_without_network_goes_on_with_its_release_until_the_network_is_back(
    upgraded: Upgraded, browser: Browser, evening: str
) -> None:
    phone = upgraded.phones[evening]
    was = phone.page.evaluate(LOADED)
    if evening == "closed":
        phone.another_page()
    phone.enter()
    expect(find_waiting(phone)).to_have_count(3)
    reads_what_was_begun(phone.page)
    assert phone.page.evaluate(LOADED) == was, "a page that is kept has the files that it was made with"
    phone.context.set_offline(False)
    check_arrived(phone)
    phone.enter()
    check_arrived(phone)
    goes_on(phone)
    is_of_one_release(phone, upgraded, browser)


@pytest.mark.left_to_soak
def test_a_phone_whose_network_dies_again_in_the_middle_of_the_upgrade_loses_nothing(
    upgraded: Upgraded, browser: Browser
) -> None:
    phone = upgraded.phones["cut off"]
    phone.page.goto("about:blank")
    phone.context.set_offline(False)
    phone.page.goto(phone.sheet, wait_until="commit")
    phone.context.set_offline(True)
    # The sheet may have sent deals by then. The page that opens is kept and of the release before: with the scripts of
    # that one it may stand for a deal that was sent. What was begun is there once a page of this release opens.
    phone.enter()
    phone.context.set_offline(False)
    wait_until_sent(phone)
    phone.enter()
    check_arrived(phone)
    goes_on(phone)
    is_of_one_release(phone, upgraded, browser)


def test_every_address_that_a_page_of_the_release_before_names_still_answers(upgraded: Upgraded) -> None:
    asking = upgraded.online.context.request
    answers = {one: asking.get(upgraded.address + one).status for one in sorted(upgraded.named)}
    assert len(upgraded.named) > 40, upgraded.named
    assert {one: status for one, status in answers.items() if status >= 400} == {}


def test_every_route_of_the_release_before_is_a_route_still(before: Path) -> None:
    gone = version_before.routes(before) - version_before.routes()
    assert gone == set()
