"""A static host of the phone's program: files, and nothing that a static host would not do."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Frame, FrameLocator, Page, expect

from tests.browser.looking import SIZE, make_phone, soon
from tools.phone.packing import LETTERS, digest

PLACE = "clubs/plovdiv"
"""The folder may lie anywhere."""
UPRIGHT: dict[str, Any] = {"viewport": SIZE, "locale": "en-GB", "has_touch": False, "is_mobile": False}
"""A phone held upright, in English, with a pointer: keys of a frame are clicked."""
WAKING = 90_000
"""Milliseconds that Python may take to wake where everything else runs too."""

IN_STEP = """() => {
  const { pathname, search, hash } = document.querySelector("iframe").contentWindow.location;
  return (pathname + search + hash).endsWith(location.hash.slice(1) || "/");
}"""
"""Whether the window's address is that of the page in it: it follows only once the page has loaded."""

NewPhone = Callable[..., BrowserContext]
"""Makes a phone with nothing on it, in English; another language is given as `locale`."""


@contextmanager
def blank_phones(browser: Browser) -> Iterator[NewPhone]:
    """Phones with nothing on them, as many as are asked for, put away in the end."""
    made: list[BrowserContext] = []

    def make(**given: Any) -> BrowserContext:
        made.append(make_phone(browser, **{**UPRIGHT, **given}))
        return made[-1]

    yield make
    for context in made:
        context.close()


EMPTY = """async () => {
  localStorage.clear();
  for (const name of await caches.keys()) {
    if (name.endsWith(" current")) await (await caches.open(name)).delete(new URL("last", location.href));
    if (name.endsWith(" unsent")) await caches.delete(name);
  }
  const root = await navigator.storage.getDirectory();
  const names = await Array.fromAsync(root.keys());
  await Promise.all(names.map((name) => root.removeEntry(name, { recursive: true })));
}"""
"""Puts away all that was played; the program stays."""


@contextmanager
def emptied(context: BrowserContext, host: Host) -> Iterator[Window]:
    """The window of a phone that has the program and no match; its pages are closed in the end."""
    window = Window(context, host)
    window.forget_everything()
    yield window
    context.unroute_all()
    context.set_offline(False)
    for page in context.pages:
        page.close()


class Plain(SimpleHTTPRequestHandler):
    """Says of every file but scripts and styles that it is bytes, as a host does that knows nothing of them."""

    extensions_map = {  # noqa: RUF012 - the standard library's own name
        "": "application/octet-stream",
        ".html": "text/html",
        ".js": "text/javascript",
        ".css": "text/css",
    }

    def log_message(self, *given: Any) -> None:
        """Nothing."""


class Host:
    """The folder below an address, until it is stopped; it may be started again at the same one."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.root, self.folder = root, root / PLACE
        shutil.copytree(folder, self.folder)
        self.port = 0
        self.start()

    def start(self) -> None:
        """Answer, at the address of before if there was one."""
        handler = partial(Plain, directory=str(self.root))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """The window's."""
        return f"http://127.0.0.1:{self.port}/{PLACE}/"

    def publish(self, name: str, text: str, **changed: Any) -> str:
        """Offer another version, whose name comes back: in it a file of the window, or of the worker, has this text."""
        said = json.loads((self.folder / "version.json").read_text())
        data = text.encode()
        for file in said["files"]:
            if file["kept"].endswith(name):
                new = f"changed-{digest(data)[:LETTERS]}"
                (self.folder / new).write_bytes(data)
                lighter = {
                    "fetched": new,
                    "digest": digest(data),
                    "bytes": len(data),
                    "packed": False,
                    "lasts": False,
                }
                file.update(lighter)
        said["version"] = digest(json.dumps(said["files"]).encode())[:LETTERS]
        said.update(changed)
        (self.folder / "version.json").write_text(json.dumps(said))
        return str(said["version"])


class Window:
    """The program in a window of a phone."""

    def __init__(self, context: BrowserContext, host: Host) -> None:
        self.page: Page = context.pages[0] if context.pages else context.new_page()
        self.host = host
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.inside: FrameLocator = self.page.frame_locator("iframe")

    def open(self, path: str = "") -> Window:
        """Type the window's address, and wait until the program's page is there."""
        self.page.goto(self.host.address + (f"#{path}" if path else ""))
        return self.wait()

    def close(self) -> Window:
        """Leave the program, so that it starts anew when it is opened."""
        self.page.goto("about:blank")
        return self

    def forget_everything(self) -> Window:
        """Make it a phone on which nothing was played yet."""
        self.page.goto(f"{self.host.address}licences.html")
        soon(self.page, self._is_empty, "what was played is still held")
        return self.close()

    def _is_empty(self) -> bool:
        try:
            self.page.evaluate(EMPTY)
        except Error:  # the worker of the page before has not let go of its files yet
            return False
        return True

    def wait(self) -> Window:
        """Until the program's page is in sight."""
        expect(self.page.locator("body")).to_have_attribute("data-state", "frame", timeout=WAKING)
        return self

    @property
    def frame(self) -> Frame:
        """The program's page."""
        return self.page.frames[1]

    @property
    def path(self) -> str:
        """Where the window says that it is, behind its own address and before a row, once that is the page in it."""
        self.page.wait_for_function(IN_STEP)
        return self.page.url.partition("#")[2].partition("#")[0]

    def expect_path(self, path: str) -> None:
        """The window's address follows the page in it, once that has loaded."""
        expect(self.page).to_have_url(re.compile(f"#{re.escape(path)}(#.*)?$"))

    def say(self, words: str) -> None:
        """Expect a word of the window."""
        expect(self.page.locator("#word")).to_contain_text(words, timeout=WAKING)

    def tap(self, words: str) -> None:
        """Tap a link or a button of the program by what it says."""
        link, button = (self.inside.get_by_role(role, name=words, exact=True) for role in ("link", "button"))
        link.or_(button).first.click()

    def start_belot(self) -> str:
        """Begin a match of Belot; its path."""
        self.tap("Belot 4 players")
        self.tap("Start")
        expect(self.page).to_have_url(re.compile("#/m/"))
        return self.path

    def record_deal(self, points: str = "100") -> None:
        """Record a deal of Belot in hearts, called by the first player; returns when it stands on the sheet."""
        before = self.rows.count()
        self.enter_deal(points)
        self.tap("Save")
        self.expect_rows(before + 1)

    def enter_deal(self, points: str = "100") -> None:
        """All of a deal but *Save*."""
        self.tap("Record a deal")
        for name, value in (("contract", "hearts"), ("declarer", "0")):
            self.choose(name, value)
        for digit in points:
            self.inside.get_by_role("button", name=digit, exact=True).first.click()

    def choose(self, name: str, value: str) -> None:
        """Tap a key that stands for one of several."""
        field = self.inside.locator(f"input[name='{name}'][value='{value}']")
        self.inside.locator("label").filter(
            has=self.page.locator(f"input[name='{name}'][value='{value}']")
        ).click()
        expect(field).to_be_checked()

    def expect_rows(self, count: int) -> None:
        """So many deals stand on the sheet; what is there instead is said."""
        try:
            expect(self.rows).to_have_count(count)
        except AssertionError as error:
            frames = [frame.url for frame in self.page.frames]
            said = self.page.frames[-1].inner_text("body")[:600]
            raise AssertionError(f"{count} rows are not in {frames}, which say: {said}") from error

    @property
    def rows(self) -> Any:
        """The deals on the sheet."""
        return self.inside.locator("main #roll [id^='e']")  # the page for a deal has others of such names
