"""The phone is enough: the program in the browser, from files of a static host, with no server and then no network."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, expect

from tests.browser.looking import MAX_WAIT
from tests.browser.phone.host import UPRIGHT, WAKING, Host, NewPhone, Window
from tests.browser.phone.test_evening import go_to
from tests.cases import case, cases
from tests.soak import in_soak

KILLS, DEALS = in_soak(50, 2), 10
"""How often the browser is killed, and after how many deals another match begins: at the seventeenth one is over."""
VERSIONS = in_soak((2, 3), (2,))
"""The newer versions that come while a match is played."""
COMPILES = """async () => {
  const smallest = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  try { return Boolean(await WebAssembly.compile(smallest)); } catch { return false; }
}"""
"""Whether a page may run the smallest of all programs."""
HEARD = """
window.heard = 0;
const listen = window.addEventListener;
window.addEventListener = (name, ...given) => {
  window.heard += name === "online";
  listen.call(window, name, ...given);
};
"""
"""Counts who waits for the network."""
NEXT = """async () => {
  for (const name of (await caches.keys()).filter((one) => one.endsWith(" current"))) {
    const found = await (await caches.open(name)).match(`${location.pathname}current`);
    if (found) return (await found.json()).next ?? "";
  }
  return "";
}"""
"""The version that waits for its turn."""
BE_AT = """async (version) => {
  const name = (await caches.keys()).find((one) => one.endsWith(" current"));
  await (await caches.open(name)).put(`${location.pathname}current`, new Response(JSON.stringify({ version })));
}"""
"""Makes a version that was fetched the one of this phone."""


@pytest.fixture
def phone(new_phone: NewPhone) -> BrowserContext:
    """A phone with nothing on it."""
    return new_phone()


def test_a_match_is_played_reloaded_and_gone_back_in_with_no_host_any_more(
    host: Host, phone: BrowserContext
) -> None:
    window = Window(phone, host)
    window.page.goto(host.address)
    window.say("Fetching the program")
    window.wait()
    expect(window.page.locator("#notice")).to_have_text(
        "Everything is on this phone now: Scorekeeper works without network."
    )
    host.stop()

    match = window.start_belot()
    assert re.fullmatch(r"/m/\w+/\S+", match)
    assert window.page.url == f"{host.address}#{match}", (
        "the window's address is the shell's; the page's is behind it"
    )
    window.record_deal()
    window.record_deal("62")

    window.page.reload()
    window.wait()
    window.expect_path(match)
    window.expect_rows(2)

    window.inside.get_by_role("link", name=re.compile("Record a deal|Next deal")).first.click()
    expect(window.inside.get_by_role("group", name="Contract")).to_be_visible()
    window.expect_path(f"{match}/record/deal")
    window.page.go_back()
    window.expect_rows(2)
    window.expect_path(match)
    assert window.complaints == []
    host.start()


@pytest.mark.left_to_soak
def test_the_sheet_that_was_seen_last_is_in_sight_before_python_is_awake(window: Window) -> None:
    match = window.open().start_belot()
    window.record_deal()
    window.close()
    slow = "for (const end = Date.now() + 2000; Date.now() < end;);\n"
    window.page.context.route(re.compile("python.js"), lambda route: route.fulfill(body=slow))
    window.page.goto(window.host.address)
    expect(window.page.locator("body")).to_have_attribute("data-state", "last")
    window.expect_rows(1)
    window.expect_path(match)  # in the middle of an evening the program opens where it was


LAST = "async () => Boolean(await caches.match(new URL('last', location.href)))"
"""Whether the window keeps the sheet that was seen last."""


@pytest.mark.left_to_soak
def test_the_sheet_that_was_seen_last_goes_with_its_match(window: Window) -> None:
    match = window.open().start_belot()
    window.record_deal()
    assert window.page.evaluate(LAST)
    window.frame.goto(f"{window.host.address}app{match}/bin")
    window.tap("Into the bin")
    expect(window.inside.get_by_text("The match lies in the bin")).to_be_visible()
    assert not window.page.evaluate(LAST)
    assert window.complaints == []


LATER = "() => { const now = Date.now; Date.now = () => now() + 31 * 86_400_000; }"
"""A phone that is taken out of a drawer after a month."""


@pytest.mark.left_to_soak
def test_the_sheet_that_was_seen_last_goes_when_the_bin_is_emptied(window: Window) -> None:
    match = window.open().start_belot()
    window.frame.goto(f"{window.host.address}app{match}/bin")
    window.tap("Into the bin")
    window.frame.goto(f"{window.host.address}app{match}")
    expect(window.inside.get_by_text("This match lies in the bin.")).to_be_visible()
    assert window.page.evaluate(LAST)
    window.close()
    with window.page.expect_worker(lambda worker: "python.js" in worker.url) as woken:
        window.page.goto(window.host.address)
    woken.value.evaluate(LATER)
    window.wait()
    expect(window.inside.get_by_text("This match was emptied on")).to_be_visible()
    assert not window.page.evaluate(LAST)
    assert window.complaints == []


@pytest.mark.left_to_soak
def test_a_page_that_is_opened_by_its_own_address_stands_in_the_window(window: Window) -> None:
    window.open().close().page.goto(f"{window.host.address}app/rules/kani")
    window.wait()
    window.expect_path("/rules/kani")
    expect(window.inside.get_by_role("heading", level=1)).to_contain_text("Kani")


@pytest.mark.left_to_soak
def test_the_frame_has_no_more_rights_than_on_a_server_and_no_worker_of_its_own(window: Window) -> None:
    window.open()
    assert window.frame.evaluate(COMPILES) is False, "only the window and its worker may compile WebAssembly"
    scopes = window.page.evaluate(
        "async () => (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope)"
    )
    assert scopes == [window.host.address]


@pytest.mark.left_to_soak
def test_one_window_holds_the_database_and_another_takes_it_over(window: Window) -> None:
    first, context = window, window.page.context
    first.page.add_init_script(HEARD)
    match = first.open().start_belot()
    first.record_deal()
    second = Window(context, first.host)
    second.page = context.new_page()
    second.inside = second.page.frame_locator("iframe")
    second.page.goto(f"{first.host.address}#{match}")
    second.say("open in another window")
    second.page.get_by_role("button", name="Go on here").click()
    second.wait()
    second.expect_rows(1)
    first.say("open in another window")
    second.record_deal("62")
    first.page.get_by_role("button", name="Go on here").click()
    first.wait()
    first.expect_rows(2)
    assert first.page.evaluate("heard") == 1, "the window listens once, however often it went on"


Browsers = Callable[[], BrowserContext]


@pytest.fixture
def reopened(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> Iterator[Browsers]:
    """The same phone, opened again and again: its store is a folder."""
    opened: list[BrowserContext] = []

    def open_again() -> BrowserContext:
        context = browser_type.launch_persistent_context(
            str(tmp_path / "phone"), **browser_type_launch_args, **UPRIGHT
        )
        context.set_default_timeout(MAX_WAIT)
        opened.append(context)
        return context

    yield open_again
    for context in opened:
        context.close()


def kill_browser(profile: Path) -> None:
    """End every process of the browser that has this folder, as a phone does that is out of power."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            said = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in said:
            os.kill(int(folder.name), signal.SIGKILL)
    until = time.monotonic() + 10
    while (profile / "SingletonLock").is_symlink() and time.monotonic() < until:
        (profile / "SingletonLock").unlink(missing_ok=True)


@pytest.mark.left_to_soak
def test_a_browser_that_is_killed_right_after_saved_has_every_deal(
    host: Host, reopened: Browsers, tmp_path: Path
) -> None:
    window, match = Window(reopened(), host).open(), ""
    for kill in range(KILLS):
        deal = kill % DEALS + 1
        if deal == 1:
            match = window.open("/").start_belot()
        window.record_deal("9" + str(deal % 10))
        kill_browser(tmp_path / "phone")
        window = Window(reopened(), host).open(match)
        window.expect_rows(deal)


@pytest.mark.left_to_soak
def test_a_store_that_is_full_is_said_in_words_and_the_deal_waits(window: Window) -> None:
    window.open().start_belot()
    session = window.page.context.new_cdp_session(window.page)
    origin = {"origin": f"http://127.0.0.1:{window.host.port}"}
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1000})
    window.enter_deal()
    window.tap("Save")
    expect(window.page.locator("#notice")).to_contain_text(
        "There is no room left on this phone", timeout=WAKING
    )
    expect(window.inside.locator("#outbox summary")).to_have_text("waiting: 1")
    session.send("Storage.overrideQuotaForOrigin", origin)
    expect(window.inside.locator("#outbox summary")).to_have_text("on the sheet: 1", timeout=WAKING)
    window.tap("Back to the sheet")
    window.expect_rows(1)


@pytest.mark.left_to_soak
def test_a_new_version_comes_whole_and_takes_over_at_a_later_start(host: Host, phone: BrowserContext) -> None:
    window = Window(phone, host).open()
    match = window.start_belot()
    window.record_deal()
    style = (host.folder / "shell.css").read_text()
    version = "getComputedStyle(document.documentElement).getPropertyValue('--version')"
    for number in VERSIONS:
        wait_for_next(window, host.publish("shell.css", f"{style}\n:root {{ --version: {number}; }}"))
    window.close().open(match)
    assert window.page.evaluate(version) == "", "a match is being played"
    end_the_evening(window, -31)  # the clock was a month ahead, and was put right
    window.close().open(match)
    window.expect_rows(1)
    assert window.page.evaluate(version) == str(VERSIONS[-1]), "of two in a row the later one"


def wait_for_next(window: Window, version: str) -> None:
    """Until this version is there whole."""
    window.page.reload()
    window.wait()
    until = time.monotonic() + WAKING / 1000
    while window.page.evaluate(NEXT) != version:
        assert time.monotonic() < until, "the newer version did not come"
        window.page.wait_for_timeout(100)


def end_the_evening(window: Window, days: int) -> None:
    """As if the last deal was so many days ago by the clock of the phone."""
    window.page.evaluate(
        """(at) => {
          for (const name of Object.keys(localStorage)) if (name.endsWith(" playing")) localStorage.setItem(name, at);
        }""",
        int((time.time() - days * 86_400) * 1000),
    )


@pytest.mark.left_to_soak
def test_a_version_that_cannot_start_gives_way_to_the_one_before_with_all_matches(
    host: Host, phone: BrowserContext
) -> None:
    window = Window(phone, host).open()
    match = window.start_belot()
    window.record_deal()
    broken = host.publish("/python.js", "onmessage = () => postMessage({ failed: 'it is broken' });")
    wait_for_next(window, broken)
    end_the_evening(window, 1)
    window.close().open(match)
    expect(window.page.locator("#notice")).to_contain_text("The new version could not start", timeout=WAKING)
    window.expect_rows(1)


def test_a_first_fetch_that_broke_says_how_much_is_there_and_goes_on_from_there(
    host: Host, new_phone: NewPhone
) -> None:
    phone = new_phone()
    window = Window(phone, host)
    offered = json.loads((host.folder / "version.json").read_text())["files"]
    last = f"**/{offered[-1]['fetched']}"
    phone.route(last, lambda route: route.abort())
    window.page.goto(host.address)
    window.say("MB are on this phone. The rest did not come")
    phone.unroute(last)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.page.get_by_role("button", name="Try again").click()
    window.wait()
    kept = tuple(file["fetched"] for file in offered if file["packed"])[:-1]
    assert not [url for url in asked if url.endswith(kept)], "what had come is not fetched again"


@pytest.mark.parametrize("there_already", in_soak((False, True), (False,)))
def test_an_older_program_over_a_newer_database_takes_the_newer_program_as_soon_as_there_is_one(
    host: Host, phone: BrowserContext, there_already: bool
) -> None:
    """Its start fails, so it never comes to look for another version in its own time."""
    window = Window(phone, host).open()
    match = window.start_belot()
    window.record_deal()
    current = (host.folder / "version.json").read_text()
    older = host.publish(
        "/python.js",
        "onmessage = () => postMessage({ failed: 'MigrationError: it is newer than this program' });",
    )
    wait_for_next(window, older)
    window.page.evaluate(BE_AT, older)
    window.close()
    if there_already:
        (host.folder / "version.json").write_text(current)
        window.open(match)
    else:
        with window.page.expect_response("**/version.json", timeout=WAKING):  # it looks by itself, in vain
            window.page.goto(f"{host.address}#{match}")
            window.say("opened with a newer Scorekeeper")
        (host.folder / "version.json").write_text(current)
        window.page.get_by_role("button", name="Try again").click()
        window.wait()
    window.expect_rows(1)


def test_a_worker_that_died_is_woken_again_and_what_it_was_asked_is_answered(window: Window) -> None:
    match = window.open().start_belot()
    window.record_deal()
    window.enter_deal("62")
    [worker] = window.page.workers
    # busy, not dead
    worker.evaluate("setTimeout(() => { const until = Date.now() + 1500; while (Date.now() < until); })")
    window.tap("Save")
    window.expect_rows(2)
    assert window.page.workers == [worker]
    window.enter_deal("90")
    worker.evaluate("close()")
    window.tap("Save")
    expect(window.inside.locator("main #roll [id^='e']")).to_have_count(3, timeout=WAKING)
    assert window.path.startswith(match)
    assert window.page.workers != [worker]


POST = """([action, given]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  for (const [name, value] of given) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""


@pytest.mark.left_to_soak(but_one_in=2)
@cases(
    "typed, says",
    case("it is written", {"trick_points-0": "120"}, ""),
    case("it is refused", {"trick_points-0": "300"}, "300 is not possible here"),
    case("it moves what comes after it", {"dealer": "2"}, "Save it so"),
)
def test_what_was_posted_while_the_program_slept_is_written_or_asked_about(
    window: Window, typed: dict[str, str], says: str
) -> None:
    match = window.open().start_belot()
    window.record_deal("90")
    window.record_deal()
    row = window.rows.first.get_attribute("id").removeprefix("e")
    go_to(window, f"{match}/row/{row}/correct")
    form = dict(window.frame.evaluate("() => [...new FormData(document.getElementById('form'))]"))
    window.page.goto(f"{window.host.address}licences.html")
    window.page.evaluate("document.body.innerHTML = `<iframe src=app/rules></iframe>`")
    expect(window.inside.get_by_text("Scorekeeper was put to sleep.")).to_be_visible()
    sent = {**form, "trick_points-1": "", **typed}
    window.frame.evaluate(POST, [f"{window.host.address}app{match}/row/{row}/correct", list(sent.items())])
    expect(window.inside.get_by_text("What you entered is kept on this phone")).to_be_visible()
    window.open(match)
    if says:
        expect(window.inside.get_by_text(says).first).to_be_visible()
    else:
        expect(window.rows.first).to_contain_text("120")
    go_to(window, match)
    window.expect_rows(2)


@pytest.mark.left_to_soak
def test_a_version_that_comes_damaged_or_is_cut_is_not_taken_until_it_is_whole(
    host: Host, phone: BrowserContext
) -> None:
    window = Window(phone, host).open()
    window.start_belot()
    offered = host.publish("shell.css", "body { --whole: yes; }")
    changed = next(host.folder.glob("changed-*"))
    whole = changed.read_text()
    changed.write_text("body { --whole: no; }")
    end_the_evening(window, 1)
    with window.page.expect_response(lambda response: response.url.endswith(changed.name)):
        window.page.reload()
        window.wait()
    assert window.page.evaluate(NEXT) == ""
    changed.write_text(whole)
    wait_for_next(window, offered)
