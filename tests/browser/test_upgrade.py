"""A phone that used the release before goes on with this one: every deal arrives once, and no page mixes releases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import version_before
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import soon
from tests.browser.test_install import KEPT, wait_until_kept
from tests.browser.test_outbox_kept import Deal, deals, enter, find_waiting, save
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


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the release before."""
    return version_before.unpack(tmp_path_factory.mktemp("before"))


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


@pytest.fixture
def machine(tmp_path: Path, before: Path) -> Iterator[Upgrade]:
    made = Upgrade(tmp_path, before)
    yield made
    made.running.stop()


@pytest.fixture
def phone(machine: Upgrade, browser: Browser) -> Iterator[Phone]:
    """A phone with pages of the release before, three deals in its outbox, and a fourth that is half entered."""
    table = Table(browser, machine.address, "127.0.0.1")
    phone = table.start("kani", target=9999)
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
    yield phone
    table.close()


def list_deals() -> list[Deal]:
    """The deals of the evening: one that the server knows and three that wait on the phone."""
    return deals(4)


def reads_what_was_begun(page: Page) -> None:
    for name, value in BEGUN.items():
        expect(page.locator(f"input[name={name}]:checked")).to_have_value(str(value))


def check_arrived(phone: Phone) -> None:
    """Every deal is on the server, once and in its place, and what was half entered is still there to go on with."""
    expect(find_waiting(phone)).to_have_count(0)
    assert phone.entries() == [deal.entry() for deal in list_deals()]
    reads_what_was_begun(phone.page)


def goes_on(phone: Phone) -> None:
    """The deal that was half entered before the upgrade is completed and saved after it."""
    rest = Deal(BEGUN["bid"], BEGUN["declarer"], 1)
    enter(phone, rest)
    phone.tap(phone.button("Save"))
    phone.wait_until_saved()
    assert phone.entries() == [deal.entry() for deal in (*list_deals(), rest)]
    assert phone.wrong == []


def is_of_one_release(phone: Phone, machine: Upgrade, browser: Browser) -> None:
    """What the phone loads and keeps, once its old page is closed, is what a phone that comes new gets."""
    fresh = Table(browser, machine.address, "127.0.0.1")
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
    phone.another_page()
    phone.page.goto(phone.sheet)
    soon(phone.page, lambda: phone.page.evaluate(VERSIONS) == new, f"the phone keeps more than {new}")
    newcomer.page.goto(
        phone.sheet
    )  # which fetches the page for the next deal, and with it the files of its game
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
    phone: Phone, machine: Upgrade, browser: Browser
) -> None:
    before = phone.page.evaluate(VERSIONS)
    machine.upgrade()
    phone.context.set_offline(False)
    check_arrived(phone)
    phone.page.reload()
    check_arrived(phone)
    goes_on(phone)
    is_of_one_release(phone, machine, browser)
    assert phone.page.evaluate(VERSIONS) != before


@pytest.mark.parametrize("closed", [False, True], ids=["reloaded", "closed"])
def test_a_phone_without_network_goes_on_with_its_release_until_the_network_is_back(
    phone: Phone, machine: Upgrade, browser: Browser, closed: bool
) -> None:
    was = phone.page.evaluate(LOADED)
    machine.upgrade()
    if closed:
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
    is_of_one_release(phone, machine, browser)


def test_a_phone_whose_network_dies_again_in_the_middle_of_the_upgrade_loses_nothing(
    phone: Phone, machine: Upgrade, browser: Browser
) -> None:
    machine.upgrade()
    phone.page.goto("about:blank")
    phone.context.set_offline(False)
    phone.page.goto(phone.sheet, wait_until="commit")
    phone.context.set_offline(True)
    phone.enter()
    phone.context.set_offline(False)
    check_arrived(phone)
    goes_on(phone)
    is_of_one_release(phone, machine, browser)


def test_every_address_that_a_page_of_the_release_before_names_still_answers(
    phone: Phone, machine: Upgrade
) -> None:
    phone.context.set_offline(False)
    expect(find_waiting(phone)).to_have_count(0)
    named: set[str] = set()
    for page in (phone.sheet, f"{phone.sheet}/record/deal", f"{phone.sheet}/share", f"{machine.address}/"):
        phone.page.goto(page)
        named |= set(phone.page.evaluate(LINKS))
    machine.upgrade()
    answers = {one: phone.context.request.get(machine.address + one).status for one in sorted(named)}
    assert len(named) > 40, named
    assert {one: status for one, status in answers.items() if status >= 400} == {}


def test_every_route_of_the_release_before_is_a_route_still(before: Path) -> None:
    gone = version_before.routes(before) - version_before.routes()
    assert gone == set()
