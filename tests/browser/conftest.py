"""The real application behind a real server, and a phone of 360 × 640 that looks at every page it is shown."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect
from werkzeug.serving import WSGIRequestHandler, make_server

from scorekeeper import create_app
from tests.browser.entry_table import ROOM, table
from tests.browser.looking import MAX_WAIT, PICTURES, THEMES, hurry, look, wait_until_sent
from tests.browser.phone.host import Host, NewPhone, Window, blank_phones, emptied
from tests.gallery import pages as gallery
from tests.phone import building
from tests.soak import in_soak, in_turn

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["table"]

WIDTH, HEIGHT = 360, 640

UNUSED = (
    # Playwright's own list, which a second one replaces: upgrades to https would hide what plain http cannot do
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,"
    "ThirdPartyStoragePartitioning,"
    # pages for the browser's own toolbar, made anew for every phone
    "PreloadTopChromeWebUI,WebUIReloadButton,InitialWebUI,WebUIToolbar,Translate,"
    # a renderer that waits for another site: each phone has pages of one
    "SpareRendererForSitePerProcess"
)
FLAGS = (
    f"--host-resolver-rules=MAP {ROOM} 127.0.0.1",
    "--disable-gpu",
    "--in-process-gpu",  # there is none, and what draws in its place needs no process of its own
    "--js-flags=--liftoff-only",  # the phone's Python is compiled for each phone; a better one is not worth its while
    f"--disable-features={UNUSED}",
)
"""One browser for every test: it finds table.lan, the address of a server in the room."""

UNKEPT: dict[str, Any] = {"service_workers": "block"}
"""A phone that keeps no pages: the worker fetches all that playing needs, a fifth of the time of a page. The tests of
what is kept (install, outbox, upgrade, speed) open phones of their own, with it."""


class Quiet(WSGIRequestHandler):
    """A test that fails is read more easily without a line for every style sheet."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], *FLAGS]}


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """A context that waits as long as all the others do, for pages that hurry."""
    context.set_default_timeout(MAX_WAIT)
    context.add_init_script(hurry())
    return context


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[str]:
    """The address of the application on a database of its own."""
    file = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("server"))
    app = create_app({"SECRET_KEY": b"a key for the browser", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
    app.register_blueprint(gallery)
    app.wsgi_app = from_anywhere(app.wsgi_app)  # type: ignore[assignment, method-assign]
    yield from serving(app)


def from_anywhere(app: WSGIApplication) -> WSGIApplication:
    """Every request comes from an address of its own: so many matches are opened from one address at no club."""
    number = count()

    def answer(environ: WSGIEnvironment, respond: StartResponse) -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = str(IPv4Address("10.0.0.1") + next(number))
        return app(environ, respond)

    return answer


def serving(app: Flask) -> Iterator[str]:
    """The address at which an application answers until the caller goes on."""
    made = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    thread.join(10)
    made.server_close()


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone held upright, in English."""
    size = {"width": WIDTH, "height": HEIGHT}
    return {
        **browser_context_args,
        **UNKEPT,
        "viewport": size,
        "has_touch": True,
        "is_mobile": True,
        "locale": "en-GB",
    }


class Phone:
    """A phone that plays: it taps what it reads, and looks at every page it comes to."""

    def __init__(self, page: Page, server: str, name: str) -> None:
        self.page, self.server, self.name = page, server, name
        self.refused: list[str] = []
        self._seen = self.taps = 0
        page.context.set_default_timeout(MAX_WAIT)
        page.on("console", self._note_complaint)

    def _note_complaint(self, message: ConsoleMessage) -> None:
        """What the browser complains of: a broken policy, a missing file. Refused forms are none of it."""
        if message.type == "error" and not any(f"status of {code}" in message.text for code in (409, 422)):
            self.refused.append(message.text)

    def open(self, address: str) -> None:
        """Type an address."""
        self.page.goto(address if address.startswith("http") else self.server + address)

    def tap(self, words: str, role: Any = None) -> None:
        """Tap a link or a button by what it says."""
        found = self.page.get_by_role("link", name=words, exact=True)
        button = self.page.get_by_role("button", name=words, exact=True)
        self.tap_on(found.or_(button) if role is None else self.page.get_by_role(role, name=words))

    def tap_on(self, found: Locator) -> None:
        """Tap something, and count it. A page that has just come is tapped once its scripts are there."""
        self.page.wait_for_load_state()
        found.first.click()
        wait_until_sent(self.page)
        self.taps += 1

    def choose(self, group: str, *words: str) -> None:
        """Tap one of a few values, or tick some."""
        self.page.wait_for_load_state()
        fieldset = self.page.get_by_role("group", name=group, exact=True)
        for word in words:
            pill = fieldset.get_by_role("radio", name=word, exact=True)
            pill.or_(fieldset.get_by_role("checkbox", name=word, exact=True)).first.check()
            self.taps += 1

    def write(self, label: str, text: str, group: str | None = None) -> None:
        """Type into an input."""
        self.page.wait_for_load_state()
        where = self.page.get_by_role("group", name=group, exact=True) if group else self.page
        where.get_by_label(label, exact=True).first.fill(text)

    def reads(self, words: str) -> None:
        """Wait until the page says so."""
        expect(self.page.locator("main")).to_contain_text(words, use_inner_text=True)

    def look(self, name: str, themes: Sequence[str] | None = None) -> None:
        """A picture; nothing wider than the phone, nothing that hinders anybody, in the themes by turns or as named.

        In the soak every screen is seen in both themes and read by axe; at other times axe reads every second one,
        since it reads each page once in test_pages, and what pages are made of in test_gallery.
        """
        self._seen += 1
        audit = in_soak(True, (self._seen + len(self.name)) % 2 == 0)
        if themes is None:
            themes = THEMES if PICTURES else in_turn(THEMES, self._seen, len(THEMES))
        wait_until_sent(self.page)
        self.page.wait_for_load_state()
        self.page.evaluate("window.scrollTo(0, 0)")
        look(self.page, self.name, f"{self._seen:02}-{name}", themes, audit=audit, clipped=False)
        assert self.refused == [], f"{name}: {self.refused}"


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that looks at screens sees each in both themes in the soak."""
    if "phone" in getattr(item, "fixturenames", ()) and not hasattr(getattr(item, "module", None), "phone"):
        item.add_marker("soak")


@pytest.fixture
def phone(page: Page, server: str, request: pytest.FixtureRequest) -> Phone:
    return Phone(page, server, request.node.name.partition("[")[0].removeprefix("test_"))


@pytest.fixture
def new_phone(browser: Browser) -> Iterator[NewPhone]:
    """Phones with nothing on them."""
    with blank_phones(browser) as make:
        yield make


@pytest.fixture
def host(phone_folder: Path, tmp_path: Path) -> Iterator[Host]:
    """A static host of the program for phones alone, which need not unpack it."""
    made = Host(building.lighten_once(phone_folder), tmp_path / "host")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def lasting_host(phone_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A static host that offers one version for as long as the worker runs."""
    made = Host(building.lighten_once(phone_folder), tmp_path_factory.mktemp("lasting") / "host")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def kept_phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that fetches the program once for all tests of what comes after."""
    with blank_phones(browser) as make:
        yield make()


@pytest.fixture
def window(kept_phone: BrowserContext, lasting_host: Host) -> Iterator[Window]:
    """The window of a phone on which nothing was played yet; the program may be there already."""
    with emptied(kept_phone, lasting_host) as opened:
        yield opened
