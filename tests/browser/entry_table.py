"""Several phones at one table, each a browser of its own, on the address that a phone in the room would use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, TimeoutError

from tests.browser.looking import MAX_WAIT, make_phone, soon, wait_until_sent
from tests.browser.shown import taken_in
from tests.browser.spoken import LOCALES, speak

ROOM = "table.lan"
HOSTS = ("127.0.0.1", ROOM)
"""The second is plain http in the room: no secure context, so no randomUUID, no service worker, no lock."""

NAMES = {"kani": ("Ana", "Þórdís", "Iñaki", "Георги"), "kinaskak": ("Anna", "Björn", "Guðrún", "Jón")}
RECORD = re.compile(r"/record/deal\?form=")
"""Where a deal is saved."""
DRAFT = re.compile(rf"/draft/|{RECORD.pattern}")
"""Where anything of a deal in progress is sent."""

Names = tuple[str, ...]
Entries = Sequence[dict[str, Any]]


class Phone:
    """One phone: what it taps is counted. Tests name in English what it reads in its own language."""

    def __init__(self, context: BrowserContext, sheet: str = "", language: str = "en") -> None:
        self.context, self.sheet, self.language, self.taps = context, sheet, language, 0
        self.game = ""
        self.wrong: list[str] = []
        context.set_default_timeout(MAX_WAIT)
        self.page: Page
        self.watch(context.new_page())

    def watch(self, page: Page) -> None:
        """Go on with another page of this phone."""
        self.page = page
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def tap(self, found: Locator) -> None:
        """Tap something, once the scripts of the page that has just come are there; wait as long as a hand does."""
        self.page.wait_for_load_state()
        found.first.tap()
        wait_until_sent(self.page)
        self.taps += 1

    def button(self, words: str) -> Locator:
        """A button or a link by its words."""
        words = speak(words, self.language, self.game)
        button = self.page.get_by_role("button", name=words, exact=True)
        return button.or_(self.page.get_by_role("link", name=words, exact=True))

    def pill(self, group: str, words: str) -> None:
        """Tap one of a few values."""
        fieldset = self.page.get_by_role("group", name=speak(group, self.language, self.game), exact=True)
        self.tap(fieldset.get_by_role("radio", name=speak(words, self.language, self.game), exact=True))

    def open_sheet(self) -> Phone:
        """Open the sheet of the match."""
        self.page.goto(self.sheet)
        return self

    def enter(self) -> Phone:
        """Open the page for the next deal."""
        self.page.goto(f"{self.sheet}/record/deal")
        return self

    def status(self, words: str) -> None:
        """Wait until the page says where things are saved."""
        status = self.page.locator("#entry-status")

        def said() -> str:
            return " ".join((status.text_content() or "").split())

        words = speak(words, self.language, self.game)
        soon(self.page, lambda: said() == words, f"{words!r} is not said, but", said)

    def wait_until_kept(self) -> None:
        """Wait until everything is on the server."""
        self.status("Kept on the server, for every phone")

    def wait_until_saved(self) -> None:
        """Wait until the sheet is shown; where it is not, the page says why."""
        try:
            self.page.wait_for_url(lambda url: "/record/" not in url)
        except TimeoutError:
            said = self.page.locator(
                "#entry-notices, #outbox, #entry-status, .part-problem"
            ).all_inner_texts()
            raise AssertionError(f"still at {self.page.url}, which says {said}; {self.wrong}") from None

    def save(self) -> None:
        """Tap Save, and wait until the sheet is shown."""
        self.tap(self.button("Save"))
        self.wait_until_saved()

    def cut(self) -> None:
        """The network is gone for everything that the pages of this phone send."""
        self.context.route(DRAFT, _answer_nothing)
        self.context.route("**/draft.json*", _answer_nothing)

    def mend(self) -> None:
        """The network is back."""
        self.context.unroute(DRAFT)
        self.context.unroute("**/draft.json*")

    def another_page(self) -> None:
        """The tab is closed, and another one opened on the same phone."""
        self.page.close()
        self.watch(self.context.new_page())

    def document(self) -> dict[str, Any]:
        """The match as the server has it, asked for by a way of its own."""
        found: dict[str, Any] = self.context.request.get(
            self.sheet.replace(ROOM, "127.0.0.1") + "/export.json"
        ).json()
        return found

    def entries(self) -> list[dict[str, Any]]:
        """What is recorded."""
        found: list[dict[str, Any]] = self.document()["entries"]
        return found


def _answer_nothing(route: Route) -> None:
    route.abort("internetdisconnected")


class Table:
    """A match and the phones around it."""

    def __init__(self, browser: Browser, server: str, host: str) -> None:
        self.browser, self.host = browser, host
        self.address = f"http://{host}:{urlsplit(server).port}"
        self.contexts: list[BrowserContext] = []
        self.sheet = ""

    def phone(self, language: str = "en", **given: Any) -> Phone:
        """One more phone at the table."""
        context = make_phone(self.browser, **{"locale": LOCALES[language], **given})
        self.contexts.append(context)
        return Phone(context, self.sheet, language)

    def start(
        self, game: str, names: Names = (), entries: Entries = (), *, language: str = "en", **rules: Any
    ) -> Phone:
        """A match and the phone that opened it, which has no page of it yet. It comes in from a file, without one."""
        first = self.phone(language)
        first.page.on(
            "console", lambda said: first.wrong.append(said.text) if "Content" in said.text else None
        )
        first.game = game
        self.sheet = first.sheet = self.opened(
            first.context, {"game": game, "players": names or NAMES[game], "rules": rules, "entries": entries}
        )
        return first

    def opened(self, context: BrowserContext, match: dict[str, Any]) -> str:
        """The address of a match, whose owner is the device of the context."""
        document = json.dumps({"format": "scorekeeper-match/1", **match})
        server = self.address.replace(self.host, HOSTS[0])
        sheet = taken_in(context, server, document)
        for cookie in context.cookies(server):
            context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": self.address}])
        return sheet.replace(server, self.address)

    def close(self) -> None:
        """Everybody goes home."""
        for context in self.contexts:
            context.close()


@pytest.fixture
def table(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Table]:
    """In the room, which allows a browser less; a test that is played on both addresses names them."""
    made = Table(browser, server, getattr(request, "param", ROOM))
    yield made
    made.close()
