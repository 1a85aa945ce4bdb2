"""What the window around the program says: read on the smallest phone, light and dark, by everybody."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from scorekeeper.store import migrate
from tests.browser.looking import AXE, WHOLE, hindrances, look
from tests.browser.phone.host import PLACE, UPRIGHT, WAKING, Host, NewPhone, Window
from tests.soak import in_soak

HEAD = migrate.head()
ROW, NEWER = (f"\2{chr(13 + 2 * len(HEAD))}{revision}" for revision in (HEAD, "9" * len(HEAD)))
"""The row that names the schema, as SQLite writes it, and one that names a schema that no program knows yet."""
CHANGE = """async ([before, after]) => {
  const root = await navigator.storage.getDirectory();
  const folder = (await root.entries().next()).value[1];
  const file = await folder.getFileHandle("scorekeeper.db");
  const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  if (before) {
    const writing = await file.createWritable();
    await writing.write(Uint8Array.from(text.replaceAll(before, after), (sign) => sign.charCodeAt(0)));
    await writing.close();
  }
  return text;
}"""
"""What the database holds; where two words are given, the first becomes the second in it."""
HELD = """name => { navigator.locks.request(name, () => new Promise(() => {})); }"""
OPFS = Path(__file__).parents[3] / "phone" / "opfs.js"
OPENS = "await file.createSyncAccessHandle()"
REFUSES = (
    'await Promise.reject(new DOMException("Backend does not support this operation", "NotSupportedError"))'
)
"""What WebKit on Linux answers, which has the browser's own store but not for this."""
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
State = Callable[[BrowserContext, Host], None]


def keep_nothing(context: BrowserContext, _host: Host) -> None:
    context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")


def cut_the_network(context: BrowserContext, _host: Host) -> None:
    context.route(re.compile(r"version\.json"), lambda route: route.abort())


def slow_the_network(context: BrowserContext, _host: Host) -> None:
    context.route(re.compile("/packed/"), lambda _route: None)


def hold_the_database(context: BrowserContext, host: Host) -> None:
    other = context.new_page()
    other.goto(f"{host.address}licences.html")
    other.evaluate(HELD, f"scorekeeper-phone /{PLACE}/")


def damage_a_file(context: BrowserContext, _host: Host) -> None:
    context.route(re.compile("/packed/"), lambda route: route.fulfill(body="no program"))


def refuse_the_store(_context: BrowserContext, host: Host) -> None:
    opfs = OPFS.read_text()
    assert OPENS in opfs
    host.publish("/opfs.js", opfs.replace(OPENS, REFUSES))


STATES: dict[str, tuple[State, dict[str, str]]] = {
    "unfit": (keep_nothing, {"en": "does not start here", "bg": "не тръгва"}),
    "no store": (refuse_the_store, {"en": "does not start here", "es": "no arranca aquí"}),
    "no network": (cut_the_network, {"en": "there is no network to fetch it", "eu": "sarerik"}),
    "fetching": (slow_the_network, {"en": "Fetching the program: 0", "is": "Sæki forritið: 0"}),
    "elsewhere": (hold_the_database, {"en": "open in another window", "es": "en otra ventana"}),
    "failed": (damage_a_file, {"en": "came damaged", "bg": "не можа да тръгне"}),
}


WORDS = [(state, language) for state in STATES for language in STATES[state][1]]
ONE_EACH = list(zip(STATES, ("bg", "en", "eu", "is", "es", "en"), strict=True))
"""Every state once, and every language in some of them."""


@pytest.mark.left_to_soak(but_one_in=9)
@pytest.mark.soak
@pytest.mark.parametrize(("state", "language"), in_soak(WORDS, ONE_EACH))
def test_a_word_of_the_window_is_whole_and_can_be_read(
    host: Host, new_phone: NewPhone, state: str, language: str
) -> None:
    context = new_phone(locale=language)
    prepare, words = STATES[state]
    prepare(context, host)
    page = context.new_page()
    page.goto(host.address)
    expect(page.locator("#word")).to_contain_text(words[language], timeout=WAKING)
    assert page.evaluate("document.documentElement.lang") == language
    look(page, "phone", f"{state}-{language}")
    key = page.locator("#key")
    if key.is_visible():
        assert key.bounding_box()["height"] >= 44  # type: ignore[index]


@pytest.mark.left_to_soak
def test_an_older_program_over_a_newer_database_says_so_and_changes_nothing(window: Window) -> None:
    licences = f"{window.host.address}licences.html"
    match = window.open().start_belot()
    window.record_deal()
    window.page.goto(licences)
    window.page.evaluate(CHANGE, [ROW, NEWER])
    newer = window.page.evaluate(CHANGE, [])
    assert NEWER in newer

    window.page.goto(f"{window.host.address}#{match}")
    window.say("Your matches were last opened with a newer Scorekeeper, and this one cannot read them.")
    look(window.page, "phone", "older")
    window.page.get_by_role("button", name="Try again").click()
    window.say("Your matches were last opened with a newer Scorekeeper")
    window.page.goto(licences)
    assert window.page.evaluate(CHANGE, []) == newer
    window.page.evaluate(CHANGE, [NEWER, ROW])
    window.open(match).expect_rows(1)


def look_with_page(window: Window, name: str) -> None:
    """Look at the window and the page in it, which has the heading and the main part for both."""
    window.frame.evaluate(AXE)
    look(window.page, "phone", name)


def look_at_the_notice(window: Window, words: str) -> None:
    """It stands above the program's page, which has all that is left of the window."""
    expect(window.page.locator("#notice")).to_contain_text(words)
    expect(window.page.locator("#notice")).to_be_visible()
    said, page = (window.page.locator(one).bounding_box() for one in ("#notice", "iframe"))
    assert page["y"] == said["height"]
    assert page["y"] + page["height"] == UPRIGHT["viewport"]["height"]


@pytest.mark.left_to_soak
def test_a_notice_of_the_window_lies_over_no_key_and_waits_while_a_deal_is_entered(
    host: Host, new_phone: NewPhone
) -> None:
    phone = new_phone()
    phone.clock.set_fixed_time(NOON)  # a slow machine reads no slower than others
    window = Window(phone, host).open()
    notice = window.page.locator("#notice")
    look_at_the_notice(window, "works without network")
    match = window.start_belot()
    look_at_the_notice(window, "works without network")
    notice.click()
    expect(notice).to_be_hidden()
    window.enter_deal()
    window.tap("Save")
    window.expect_rows(1)
    look_at_the_notice(window, "as a file now and then")
    window.enter_deal("62")
    expect(notice).to_be_hidden()
    window.page.go_back()
    window.expect_rows(1)
    look_at_the_notice(window, "as a file now and then")
    for page in ("correct", "protest"):
        window.frame.goto(f"{host.address}app{match}/row/2/{page}")
        expect(notice).to_be_hidden()
    window.frame.goto(f"{host.address}app{match}")
    look_at_the_notice(window, "as a file now and then")
    phone.clock.set_fixed_time(NOON + timedelta(seconds=5))
    window.frame.goto(f"{host.address}app/rules")
    expect(notice).to_be_hidden()
    assert window.complaints == []


@pytest.mark.left_to_soak
def test_the_page_of_the_one_file_and_what_the_frame_says_of_a_window_that_sleeps_can_be_read(
    host: Host, new_phone: NewPhone
) -> None:
    context = new_phone()
    window = Window(context, host)
    window.page.goto(host.address)
    window.wait()
    look_at_the_notice(window, "works without network")
    look_with_page(window, "ready")
    window.frame.goto(f"{host.address}app/everything")
    expect(window.inside.get_by_role("heading", level=1)).to_be_visible()
    look_with_page(window, "everything")
    window.page.goto(f"{host.address}licences.html")
    look(window.page, "phone", "licences", clipped=False)
    window.page.evaluate(
        "address => { document.body.innerHTML = `<iframe src=${address}></iframe>` }", "app/rules"
    )
    expect(window.inside.get_by_text("Scorekeeper was put to sleep.")).to_be_visible()
    assert hindrances(window.frame, WHOLE) == []  # type: ignore[arg-type]
