"""Looking hard at a screen, in every theme: nothing clipped or too wide, nothing that hinders anybody."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.soak import in_soak, in_turn

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
"""Every page a test looked at, light and dark, for a person to look at too."""

PICTURES = os.environ.get("SCOREKEEPER_PICTURES") == "1"
"""They take a sixth of the time of a test that looks, and few runs are followed by a person who wants to see them."""

THEMES = ("light", "dark")
LANGUAGES = ("en", "bg", "is", "eu", "es")
MAX_WAIT = 30_000
"""Milliseconds that anything may take, on a slow machine that is busy with something else. No test waits longer than
needed: it is only how late a test that fails says so."""

expect.set_options(timeout=MAX_WAIT)

HURRY = """(shortest, longest) => {
  for (const name of ["setTimeout", "setInterval"]) {
    const wait = window[name];
    const quarter = (pause) => (pause >= shortest && pause <= longest ? pause / 4 : pause);
    window[name] = (step, pause, ...given) => wait(step, quarter(pause), ...given);
  }
  try {
    if (!localStorage.getItem("hand")) sessionStorage.removeItem("scorekeeper.saved");
  } catch {}
}"""


def hurry(shortest: int = 1000, longest: int = 3000) -> str:
    """A script with which a page asks and tries again after a quarter of its usual pause.

    A page that a save leads to takes taps at once: only tests of impatient hands name one in what the phone stores.
    What follows a hand within a second stays as it is: a test whose deals are tapped by no hand may name fewer
    milliseconds. So does what takes longer: how long a page waits for an answer.
    """
    return f"({HURRY})({shortest}, {longest})"


SIZE = {"width": 360, "height": 640}
UPRIGHT: dict[str, Any] = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "locale": "en-GB"}
"""A phone held upright, in English."""


def make_phone(browser: Browser, **given: Any) -> BrowserContext:
    """A phone with nothing on it, whose pages hurry; what is ``given`` takes the place of the usual options."""
    context = browser.new_context(**{**UPRIGHT, **given})
    context.set_default_timeout(MAX_WAIT)
    context.add_init_script(hurry())
    return context


AXE = Axe().axe_script
WHOLE: dict[str, Any] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
"""Style sheets are fetched once more for a rule that is not asked."""
FOUND = """options => axe.run(options).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.slice(0, 4).map(({ target }) => target)]))"""
"""What hinders, and where. All that axe passes stays in the browser: handing it over takes time."""
COLOURS: dict[str, Any] = {**WHOLE, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""Another theme changes colours and nothing else, so that nothing else is asked a second time."""

CLIPPED = """() => {
  const parts = ["button", "label", "legend", "span", "p", "li", "input"].map((one) => `main ${one}`);
  const only_heard = (one) => one && (getComputedStyle(one).clipPath === "inset(50%)" || only_heard(one.parentElement));
  // a line of notation, which is another way in, is as long as what is asked
  const scrolls = (one) => getComputedStyle(one).overflowY === "auto" || one.matches(".written input");
  const shown = (one) => one.checkVisibility() && one.clientWidth > 0 && !only_heard(one) && !scrolls(one);
  const rolls = getComputedStyle(document.querySelector("main")).overflowX === "auto"; // paper has its own width
  const beyond = (one) => !rolls && one.getBoundingClientRect().right > innerWidth + 1;
  const out = (one) => one.scrollWidth > one.clientWidth + 1 || beyond(one);
  return [...document.querySelectorAll([...parts, "dialog[open] *"].join())].filter(shown).filter(out)
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`);
}"""
"""What is wider than its place, or than the phone."""


ZOOMED = """() => [...document.querySelectorAll(
  "input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea"
)].filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16).map(({ name }) => name)"""
"""What is typed into in letters of less than 16 pixels: a tap on it lets an iPhone enlarge the page."""


def look(
    page: Page,
    folder: str,
    name: str,
    themes: Sequence[str] = THEMES,
    *,
    audit: bool = True,
    clipped: bool = True,
) -> None:
    """Pictures of a screen; without `audit` its layout alone, where the same screen was looked at already."""
    page.wait_for_load_state()
    where = SCREENSHOTS / folder
    for number, theme in enumerate(themes):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        if PICTURES:
            page.screenshot(path=where / f"{name}-{theme}.png", full_page=True)
        if audit:
            told = hindrances(page, COLOURS if number else WHOLE)
            assert told == [], f"{name}, {theme}: {told}"
    width = page.viewport_size["width"] if page.viewport_size else 0
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{name} is {wide} wide, more than {width}"
    assert page.evaluate(ZOOMED) == [], name
    if clipped:
        assert page.evaluate(CLIPPED) == [], name


def in_turns(language: str, number: int) -> bool:
    """Whether a page is opened in a language: each in one of them, by turns; in the soak in all."""
    return bool(in_soak(True, number % len(LANGUAGES) == LANGUAGES.index(language)))


def languages_of(number: int) -> Sequence[str]:
    """The languages in which the screen of that number is seen: one or two, by turns; in the soak all."""
    return in_turn(LANGUAGES, number, 3)


def wait_until_sent(page: Page) -> None:
    """Wait until a form that was tapped goes: first its page asks whether the server is there."""
    page.locator("form[aria-busy]").wait_for(state="detached")


def soon(page: Page, check: Callable[[], object], otherwise: str, seen: Callable[[], object] = str) -> None:
    """Wait until something that is asked of the page holds, where `expect` has no words for it.

    Where it never holds, the test says what should not be, and what is seen then.
    """
    until = time.monotonic() + MAX_WAIT / 1000
    while not check():
        assert time.monotonic() < until, f"{otherwise} {seen()}"
        page.wait_for_timeout(50)


def load_anew(page: Page) -> None:
    """Open the address of a page once more.

    Chromium gives up one `page.reload()` of 240 on busy cores (ERR_ABORTED), and one of these in some thousands: what
    it gave up is asked for once more.
    """
    address = page.url.partition("#")[0]
    try:
        page.goto(address)
    except Error as error:
        if "ERR_ABORTED" not in str(error):
            raise
        page.goto(address)


@contextmanager
def at_one_moment(page: Page) -> Iterator[None]:
    """Taps are as fast as a hand's, however slow the machine is: the page's own clock, once it is installed, stands."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)  # it cannot be set back
    yield
    page.clock.resume()


def hindrances(page: Page, options: dict[str, Any]) -> list[list[Any]]:
    """What axe finds; it is brought into a document once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[list[Any]] = page.evaluate(FOUND, options)
    return found
