"""Phones that follow a match in a real browser: streams and asking, what stays under the finger, and going along."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.store import instance
from scorekeeper.store.engine import session_factory
from scorekeeper.store.match import capabilities, ledger
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.browser.conftest import HEIGHT, UNKEPT, WIDTH, Phone
from tests.browser.looking import PICTURES, SCREENSHOTS, make_phone, soon
from tests.browser.test_keyboard import LISTEN

NAMES = ("Ana", "Boris", "Vera", "Георги")
STARTS_WITHIN = ENDS_WITHIN = 120
"""Seconds, on a slow machine that does something else besides."""
HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [106, 56]}


class Table(NamedTuple):
    """A match on a running server, written to by a phone that no browser of the test knows."""

    address: str
    match: Match
    sessions: Any
    key: bytes
    process: subprocess.Popen[bytes]

    def link(self, kind: str, page: str = "") -> str:
        part = capabilities.link_to(self.key, self.match.public_id, kind, self.match.generations)
        return "/".join(filter(None, (f"{self.address}/m/{self.match.public_id}/{part}", page)))

    def deal(self, **entry: Any) -> int:
        with self.sessions() as session:
            seen = ledger.seq_of(session, self.match.public_id)
            return ledger.append(
                session,
                self.match.public_id,
                seen=seen,
                uuid=str(uuid4()),
                kind="recorded",
                body={"entry": {**HEARTS, **entry}},
                device="somebody",
                seat=1,
            ).event.seq

    def withdraw(self, kind: str) -> None:
        with self.sessions() as session:
            raise_generation(session, self.match.public_id, kind)


def serve(folder: Path, **more: str) -> tuple[str, subprocess.Popen[bytes]]:
    """`scorekeeper serve` with its streams; its address."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    environment = {**outside, instance.DIRECTORY_VARIABLE: str(folder), **more}
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"]
    said = folder / "serve.log"  # a pipe that is not read stops the server once it is full
    with said.open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    until = time.monotonic() + STARTS_WITHIN
    while not (address := wait_for_answer(said.read_text())):
        assert process.poll() is None, said.read_text()
        assert time.monotonic() < until, said.read_text()
        time.sleep(0.05)
    return address, process


def wait_for_answer(said: str) -> str:
    """The address that a server has told, once it answers there."""
    told = re.search(r"On this computer  http://127\.0\.0\.1:(\d+)\n", said)
    with suppress(OSError):
        if told:
            socket.create_connection(("127.0.0.1", int(told[1])), timeout=1).close()
            return f"http://127.0.0.1:{told[1]}"
    return ""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, subprocess.Popen[bytes]]]:
    folder = tmp_path_factory.mktemp("live")
    address, process = serve(folder)
    yield address, folder, process
    process.send_signal(signal.SIGTERM)
    assert process.wait(ENDS_WITHIN) == 0


@pytest.fixture
def table(running: tuple[str, Path, subprocess.Popen[bytes]]) -> Iterator[Table]:
    address, folder, process = running
    sessions = session_factory(f"sqlite:///{folder / instance.DATABASE_FILE}")
    with sessions() as session:
        match = ledgers.open_match(session, "belot", NAMES)
    yield Table(address, match, sessions, (folder / instance.KEY_FILE).read_bytes(), process)
    sessions.kw["bind"].dispose()


Open = Callable[..., Phone]


@pytest.fixture
def another(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Another phone, or a television, with a browser of its own."""
    contexts = []

    def open_(width: int = WIDTH, height: int = HEIGHT, **more: Any) -> Phone:
        size: Any = {"width": width, "height": height}
        contexts.append(make_phone(browser, viewport=size, is_mobile=False, **UNKEPT, **more))
        name = request.node.name.partition("[")[0].removeprefix("test_")
        return Phone(contexts[-1].new_page(), "", name)

    yield open_
    for context in contexts:
        context.close()


def wait_for_stream(page: Page, how: str) -> None:
    expect(page.locator(f":root[data-live={how}]")).to_be_attached()


def row(page: Page, seq: int) -> Any:
    return page.locator(f"#e{seq}")


def test_a_deal_appears_on_other_phones_by_itself(table: Table, another: Open) -> None:
    phone, tv = another(), another(1280, 720)
    phone.page.add_init_script(LISTEN)
    phone.open(table.link("watch"))
    tv.open(table.link("watch", "tv"))
    for one in (phone, tv):
        wait_for_stream(one.page, "stream")
    seq = table.deal()
    expect(row(phone.page, seq)).to_be_visible()
    expect(tv.page.locator("#tv-deal-1")).to_be_visible()
    expect(tv.page.locator(".total").first).to_have_text("10")
    assert tv.page.locator(".needs").first.evaluate("one => one.clientHeight < one.clientWidth"), "line"
    phone.page.wait_for_function("announced.some((words) => words.includes('Deal 1'))")
    phone.look("news")
    assert phone.refused == []
    assert tv.refused == []


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("broken", ["the stream's port is closed", "there is none"])
def test_without_streams_the_page_asks(table: Table, another: Open, broken: str) -> None:
    phone = another()
    phone.page.route(re.compile("/live/[a-z0-9]{12}/"), lambda route: route.abort())
    if broken == "there is none":
        phone.page.add_init_script("delete window.EventSource")
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "poll")
    seq = table.deal()
    expect(row(phone.page, seq)).to_be_visible()


@pytest.fixture
def mute() -> Iterator[int]:
    """The port of a proxy that lets a stream open and keeps to itself what is said in it."""
    held: list[socket.socket] = []

    def hold() -> None:
        with suppress(OSError):
            while True:
                held.append(listener.accept()[0])
                held[-1].recv(10_000)
                head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nAccess-Control-Allow-Origin: *\r\n\r\n"
                held[-1].send(head.encode())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=hold, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(10)
    for connection in held:
        connection.close()


def test_where_a_proxy_holds_back_what_the_stream_says_the_page_asks(
    table: Table, another: Open, mute: int
) -> None:
    phone = another()
    phone.page.route(
        re.compile("/live/[a-z0-9]{12}/"),
        lambda route: route.continue_(url=f"http://127.0.0.1:{mute}/live/a/b"),
    )
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "poll")
    expect(row(phone.page, table.deal())).to_be_visible()


@pytest.mark.parametrize("status", [200, 404], ids=["a guest network", "a proxy whose server is away"])
def test_what_others_answer_takes_no_sheet_s_place_and_withdraws_none(
    table: Table, another: Open, status: int
) -> None:
    phone = another()
    phone.page.add_init_script("delete window.EventSource")
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "poll")
    phone.page.route(
        "**/live/sheet",
        lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Hi</h1>"),
    )
    wait_for_stream(phone.page, "off")
    expect(phone.page.locator("#live-off")).to_be_visible()
    phone.page.unroute("**/live/sheet")
    seq = table.deal()
    expect(row(phone.page, seq)).to_be_visible()


NO_TIMERS = "for (let one = setTimeout(() => {}); one > 0; one -= 1) clearTimeout(one)"
"""From here on the page does nothing by the clock: all that it does, it was told to."""


def test_a_phone_that_was_away_shows_the_truth_at_once(table: Table, another: Open) -> None:
    phone = another()
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "stream")
    phone.page.context.set_offline(True)
    wait_for_stream(phone.page, "off")
    expect(phone.page.locator("#live-off")).to_be_visible()
    for _ in range(4):
        seq = table.deal()
    phone.page.evaluate(NO_TIMERS)
    phone.page.context.set_offline(False)
    expect(row(phone.page, seq)).to_be_attached()
    expect(phone.page.locator("#live-off")).to_be_hidden()


def test_what_is_in_sight_stays_where_it_is(table: Table, another: Open) -> None:
    for _ in range(14):
        seq = table.deal(trick_points=[81, 81], contract="hearts")
    phone = another()
    phone.open(table.link("score"))
    wait_for_stream(phone.page, "stream")
    steady = row(phone.page, seq - 10)
    steady.scroll_into_view_if_needed()
    phone.page.evaluate("window.scrollBy(0, 40)")
    box = phone.page.evaluate("""seq => {
        const found = document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('tbody[id]');
        return [found.id, found.getBoundingClientRect().top];
    }""")
    # A player opens a rematch's question, a penalty, a deal: what stands above the row changes its height.
    last = table.deal()
    expect(row(phone.page, last)).to_be_attached()
    after = phone.page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", box[0])
    assert abs(after - box[1]) <= 1


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until what the page has to show is on the screen."""


def test_nothing_changes_under_a_finger(table: Table, another: Open) -> None:
    phone = another()
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "stream")
    phone.page.mouse.move(180, 400)
    phone.page.mouse.down()
    with phone.page.expect_response(re.compile("/live/sheet")) as answer:
        seq = table.deal()
    answer.value.finished()
    phone.page.evaluate(PAINTED)
    assert row(phone.page, seq).count() == 0
    phone.page.mouse.up()
    expect(row(phone.page, seq)).to_be_attached()


def test_a_menu_of_the_browser_keeps_nothing_away(table: Table, another: Open) -> None:
    """Where a press opens one, the page never hears of the lift."""
    phone = another()
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "stream")
    phone.page.mouse.move(180, 400)
    phone.page.mouse.down(button="right")
    expect(row(phone.page, table.deal())).to_be_attached()


@pytest.mark.left_to_soak
def test_a_list_that_was_opened_stays_open(table: Table, another: Open) -> None:
    phone = another()
    phone.open(table.link("owner", "charter"))
    wait_for_stream(phone.page, "stream")
    phone.page.evaluate("document.querySelector('.buttons a').focus()")
    focused = phone.page.evaluate("document.activeElement.href")
    table.deal()
    expect(phone.page.locator("#live[data-seq='2']")).to_be_attached()
    assert phone.page.evaluate("document.activeElement.href") == focused


def test_a_withdrawn_link_is_told_and_followed_no_more(table: Table, another: Open) -> None:
    phone = another()
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "stream")
    table.withdraw("watch")
    wait_for_stream(phone.page, "gone")
    expect(phone.page.locator("#live-gone")).to_be_visible()


def test_the_table_shares_asks_agrees_and_follows(table: Table, another: Open) -> None:
    owner, vera, tv = another(), another(), another(1280, 720)
    owner.open(table.link("owner"))
    owner.tap("More")
    owner.tap("Share this match")
    owner.look("share")
    vera.open(table.link("score"))
    vera.look("whose phone")
    vera.tap("Vera")
    vera.tap("More")
    vera.page.locator("dialog summary", has_text="Names, seats").click()
    vera.page.get_by_role("link", name="Who holds this phone?").click()
    vera.look("phone")
    tv.open(table.link("watch", "tv"))
    vera.open(table.link("score", "charter"))
    vera.tap("I agree")
    vera.look("charter")
    owner.open(table.link("owner", "rules?preset=classic"))
    owner.page.get_by_role("button", name=re.compile("See what changes|Save")).first.click()
    owner.look("change")
    owner.tap("Ask everybody on their phones")
    expect(vera.page.locator("#offer")).to_be_visible()
    vera.look("offer")
    vera.tap("Vera agrees to the change")
    expect(owner.page.locator("#offer")).to_have_count(0)
    for _ in range(14):
        table.deal(trick_points=[140, 22])
        if "Winner" in _words(table, owner):
            break
    for one in (vera, tv):
        wait_for_stream(one.page, "stream")
    held: list[Route] = []
    for one in (vera, tv):  # they go along by themselves; not before it was seen what they are told
        one.page.route("**/follow", lambda route: held.append(route))
    owner.tap("Rematch, same seats")
    for one in (vera, tv):
        expect(one.page.locator("#rematch-follow")).to_be_visible()
    soon(owner.page, lambda: len(held) == 2, "no phone goes along")
    for route in held:
        route.continue_()
    for one in (vera, tv):
        expect(one.page).not_to_have_url(re.compile(table.match.public_id))
    assert tv.page.url.endswith("/tv")
    vera.look("rematch")
    wait_for_stream(tv.page, "stream")


def test_plain_http_in_the_local_network_follows_too(table: Table, another: Open) -> None:
    phone = another()
    phone.open(table.link("score").replace("127.0.0.1", "table.lan"))
    assert phone.page.evaluate("isSecureContext") is False
    wait_for_stream(phone.page, "stream")
    phone.tap("Boris")
    wait_for_stream(phone.page, "stream")
    seq = table.deal()
    expect(row(phone.page, seq)).to_be_visible()
    assert phone.refused == []


WAKE_LOCK = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", {value: {request: async () => {
    const lock = new EventTarget();
    lock.release = () => lock.dispatchEvent(new Event("release"));
    window.locks.push(lock);
    return lock;
}}});
"""
"""A browser that grants the lock; a real one without a screen does not."""


def test_the_screen_stays_awake_while_a_match_is_played(table: Table, another: Open) -> None:
    phone = another()
    phone.page.add_init_script(WAKE_LOCK)
    phone.open(table.link("watch"))
    wait_for_stream(phone.page, "stream")
    held = phone.page.locator(":root[data-awake=yes]")
    expect(held).to_be_attached()
    assert phone.page.evaluate("locks.length") == 1
    phone.page.evaluate("locks[0].release()")  # what the browser does when the page is hidden
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.page.wait_for_function("locks.length === 2")
    with table.sessions() as session:
        ledger.append(session, table.match.public_id, seen=1, uuid=str(uuid4()), kind="closed", body={})
    expect(phone.page.locator(".winner")).to_be_visible()
    expect(held).to_have_count(0)
    phone.page.mouse.click(180, 240)  # where nothing leads away
    assert phone.page.evaluate("locks.length") == 2


def _words(table: Table, phone: Phone) -> str:
    phone.open(table.link("owner"))
    return str(phone.page.locator("main").inner_text())


TELEVISIONS = [(1280, 720), (720, 1280), (1920, 1080), (667, 375)]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("game", "players"), [("belot", 2), ("kinaskak", 5), ("kinaskak", 8)])
def test_the_television_fits(table: Table, another: Open, game: str, players: int) -> None:
    """A television has no finger to scroll with: two sides or eight players, everything is in sight."""
    if game == "belot":
        for points in ([56, 106], [100, 62], [140, 22], [81, 81]):
            table.deal(trick_points=points)
        address = table.link("watch", "tv")
    else:
        address = _alone(table, players)
    tv = another(*TELEVISIONS[0])
    tv.page.emulate_media(color_scheme="light")
    for width, height in TELEVISIONS:
        tv.page.set_viewport_size({"width": width, "height": height})
        tv.open(address)
        wait_for_stream(tv.page, "stream")
        assert tv.page.locator(".tv-sides li").count() == players
        _fits(tv, f"{game}-{players}-{width}x{height}")


def _fits(tv: Phone, name: str) -> None:
    if PICTURES:
        tv.page.screenshot(path=SCREENSHOTS / "television" / f"{name}.png")
    for part in tv.page.locator(".tv-sides .name, .tv-sides .total, .tv-sides .needs").all():
        box, card = part.bounding_box(), part.locator("..").bounding_box()
        inside = card["x"] <= box["x"] and box["x"] + box["width"] <= card["x"] + card["width"]
        assert inside, f"{name}: wider than its box"
        assert card["y"] <= box["y"], f"{name}: above its box"
        assert box["y"] + box["height"] <= card["y"] + card["height"], f"{name}: below its box"
    wide, tall, screen, height = tv.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight, innerWidth, innerHeight]"
    )
    assert wide <= screen, name
    assert tall <= height or screen < height, f"{name}: a television is not scrolled"


@pytest.mark.left_to_soak
def test_the_television_has_the_colours_of_the_sides(table: Table, another: Open) -> None:
    """The light tones on felt, by day and by night the same. Who leads is bolder, not another colour or a frame."""
    tv = another(*TELEVISIONS[0])
    tv.open(_alone(table, 8))
    wait_for_stream(tv.page, "stream")
    for scheme in ("light", "dark"):
        tv.page.emulate_media(color_scheme=scheme)
        seen = tv.page.evaluate(SEEN)
        assert seen["totals"] == seen["sides"]
        assert len(set(seen["totals"])) == len(seen["totals"])
        assert seen["figures"] == [
            seen["sides"][place] if points != "0" else seen["soft"]
            for place, points in enumerate(seen["points"])
        ]
        assert [weight > 500 for weight in seen["weights"]] == [True] + 7 * [False]
        assert seen["boxes"] == [1, 1], "all boxes look alike"
    tv.open(table.link("watch", "tv"))
    wait_for_stream(tv.page, "stream")
    table.deal()
    expect(tv.page.locator("#tv-deal-1 .sign.red")).to_have_text("♥")
    expect(tv.page.locator(".tv-sides .way path").first).to_have_attribute("d", "M0 1h6")


SEEN = """() => {
    const tone = (name) => {
        const shown = document.body.appendChild(document.createElement("i"));
        shown.style.color = `var(${name})`;
        const found = getComputedStyle(shown).color;
        shown.remove();
        return found;
    };
    const of = (what, where) => [...document.querySelectorAll(where)].map((one) => getComputedStyle(one)[what]);
    const newest = ".tv-deals tbody tr:first-child td";
    return {
        sides: [0, 1, 2, 3, 4, 5, 6, 7].map((side) => tone(`--f${side}`)),
        soft: tone("--soft"),
        totals: of("color", ".tv-sides .total"),
        weights: of("fontWeight", ".tv-sides .total").map(Number),
        boxes: ["backgroundColor", "border"].map((what) => new Set(of(what, ".tv-sides li")).size),
        figures: of("color", newest),
        points: [...document.querySelectorAll(newest)].map((one) => one.textContent.trim()),
    };
}"""


def _alone(table: Table, players: int) -> str:
    """The television of a match in which five deals were played, each player alone."""
    names = ["Hrafnhildur Anna", *(f"Player {n}" for n in range(1, players))]
    with table.sessions() as session:
        match = ledgers.open_match(session, "kinaskak", names)
        for seen in range(1, 6):
            entry = {"kind": "deal", "hands": [0, 200, 195, 150, 100, 250, 205, 300][:players]}
            ledgers.write(session, match, "recorded", {"entry": entry}, seen=seen)
    return table._replace(match=match).link("watch", "tv")


@pytest.mark.left_to_soak
def test_a_sheet_opened_again_unchanged_still_follows_by_its_stream(table: Table, another: Open) -> None:
    """“Not changed” must not bring a policy that forbids the kept page its stream."""
    phone = another()
    for _ in range(3):
        phone.page.goto(table.link("watch"))
        wait_for_stream(phone.page, "stream")
        assert phone.page.locator(":root[data-live=stream]").count() == 1
