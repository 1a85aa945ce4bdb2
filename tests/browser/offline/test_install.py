"""The application on the home screen: what it is called, what opens without network, and what is never kept."""

import re
import shutil
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server
from werkzeug.wrappers import Response

from scorekeeper import create_app
from scorekeeper.store.engine import session_factory
from scorekeeper.store.match import capabilities
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.translations.catalogues import LANGUAGES
from tests import ledgers
from tests.browser.conftest import Quiet
from tests.browser.entry_table import ROOM, Phone
from tests.browser.looking import look, make_phone, soon
from tests.cases import case, cases
from tests.web.sheet_tables import KANI

KEY = b"a key for the home screen"
TWICE = 350
"""Milliseconds after which a second tap on a key counts."""
NAMES = ("Ana", "Þórdís", "Iñaki", "Георги")

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push([name, new URL(request.url).pathname]);
  }
  return found;
}"""
"""Everything that the browser keeps by our hand: the name of the cache, the address."""


KEPT_TEXTS = """async () => {
  const [name] = (await caches.keys()).filter((one) => one.startsWith("pages-"));
  const pages = await caches.open(name);
  return Promise.all((await pages.keys()).map(async (one) => (await pages.match(one, { ignoreVary: true })).text()));
}"""
"""What the pages say that are kept of matches."""


class Served(NamedTuple):
    """The application at a port, which can be exchanged for a newer one while phones have it open."""

    port: int
    apps: list[Any]
    sessions: Any

    def match(self, game: str = "kani") -> Any:
        """A new match."""
        with self.sessions() as session:
            return ledgers.open_match(session, game, NAMES)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Served]:
    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('install'))}"
    apps = [create_app({"SECRET_KEY": KEY, "SQLALCHEMY_DATABASE_URI": url})]

    def newest(environ: Any, respond: Any) -> Any:
        return apps[-1](environ, respond)

    made = make_server("127.0.0.1", 0, newest, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    sessions = session_factory(url)
    yield Served(made.server_port, apps, sessions)
    sessions.kw["bind"].dispose()
    made.shutdown()
    thread.join(10)
    made.server_close()


Open = Callable[..., Phone]


@pytest.fixture
def another(browser: Browser) -> Iterator[Open]:
    """A phone of its own, on which nothing is installed."""
    contexts = []

    def open_(**more: Any) -> Phone:
        contexts.append(make_phone(browser, **more))
        return Phone(contexts[-1])

    yield open_
    for context in contexts:
        context.close()


def link(match: Any, kind: str) -> str:
    return f"/m/{match.public_id}/{capabilities.link_to(KEY, match.public_id, kind, match.generations)}"


def wait_until_kept(page: Page, path: str, *, there: bool = True) -> None:
    """Wait until the browser keeps a page, or keeps it no longer."""

    def keeps() -> bool:
        return any(name.startswith("pages-") and one == path for name, one in page.evaluate(KEPT)) is there

    soon(page, keeps, f"{path} {'is not' if there else 'is still'} kept")


def install(phone: Phone, served: Served, *pages: str) -> Phone:
    """The phone, after it has opened the first page and these, each of which it then keeps."""
    phone.page.goto(f"http://127.0.0.1:{served.port}/")
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    for page in pages:
        phone.sheet = f"http://127.0.0.1:{served.port}{page}"
        phone.page.goto(phone.sheet)
        wait_until_kept(phone.page, page)
    return phone


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_a_manifest_whose_icons_are_as_large_as_it_says(served: Served, code: str) -> None:
    client = served.apps[0].test_client()
    page = client.get(f"/?lang={code}").get_data(as_text=True)
    address = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    answer = client.get(address[1])
    assert answer.content_type == "application/manifest+json"
    manifest = answer.get_json(force=True)
    assert (manifest["lang"], manifest["start_url"], manifest["scope"]) == (code, "/", "/")
    assert manifest["display"] == "standalone"
    assert manifest["name"]
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        picture = client.get(icon["src"])
        assert picture.status_code == 200
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_texts_are_handed_out_together_and_only_those_of_this_version(served: Served) -> None:
    client = served.apps[0].test_client()
    page = client.get("/").get_data(as_text=True)
    found = re.search(r'data-playing="([^"]+)"', page)
    files = client.get(found[1]).get_json()["files"]
    texts = client.get(f"{found[1]}&of=0.2.999.x.-1").get_json()
    assert set(texts) == {files[0], files[2]}
    for address, text in texts.items():
        assert client.get(address).get_data(as_text=True) == text
    assert client.get("/playing.json?v=0123456789&of=0").status_code == 404
    assert "immutable" not in client.get("/playing.json?v=0123456789").headers["Cache-Control"]


def test_the_colours_around_the_page_are_those_of_the_page(served: Served) -> None:
    style = (Path(served.apps[0].static_folder or "") / "tokens.css").read_text()
    page = served.apps[0].test_client().get("/").get_data(as_text=True)
    assert re.findall(r"--felt: (#\w+)", style) == re.findall(r'theme-color" content="(#\w+)"', page)


def test_chromium_finds_that_it_can_be_installed(served: Served, another: Open) -> None:
    phone = install(another(), served)
    session = phone.context.new_cdp_session(phone.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = {one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert found <= {"in-incognito"}, "a test's browser keeps nothing, which is all that is in the way"


def test_in_the_room_nothing_is_installed_and_nothing_breaks(served: Served, another: Open) -> None:
    phone = another()
    phone.page.goto(f"http://{ROOM}:{served.port}{link(served.match(), 'score')}")
    assert phone.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    expect(phone.page.get_by_role("link", name="Record a deal")).to_be_visible()
    needed = {"js/entering.js", "games/kani/entry.js"}
    soon(
        phone.page,
        lambda: needed <= list_fetched(phone.page),
        "what the next page needs is not fetched:",
        lambda: needed - list_fetched(phone.page),
    )
    assert "games/belot/entry.js" not in list_fetched(phone.page), "and nothing that only another game needs"
    phone.page.goto(f"http://{ROOM}:{served.port}/offline")
    expect(phone.page.get_by_role("heading", name="No network")).to_be_visible()
    assert phone.wrong == []


def list_fetched(page: Page) -> set[str]:
    """The files that the page has fetched, by their places in static/."""
    addresses = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    return {address.partition("/static/")[2].partition("/")[2] for address in addresses}


def test_a_phone_whose_first_page_was_that_of_a_deal_has_what_other_games_need_once_it_has_their_sheet(
    served: Served, another: Open
) -> None:
    deal, sheet = f"{link(served.match(), 'score')}/record/deal", link(served.match("escoba"), "score")
    phone = another()
    phone.page.goto(f"http://127.0.0.1:{served.port}{deal}")
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    assert not [one for _name, one in phone.page.evaluate(KEPT) if "escoba" in one]
    phone.page.goto(f"http://127.0.0.1:{served.port}{sheet}")
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}{sheet}/record/deal")
    expect(phone.page.locator("#without-network")).to_be_visible()
    phone.tap(phone.page.locator(".tally .plus").first)
    expect(phone.page.locator(".tally input.number").first).to_have_value("1")
    assert phone.wrong == []


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("kind", "entered"), [("watch", False), ("score", True)])
def test_a_sheet_that_was_the_first_page_opens_without_network_and_its_next_deal_where_one_may_be_entered(
    served: Served, another: Open, kind: str, entered: bool
) -> None:
    sheet, phone = link(served.match(), kind), another()
    phone.page.goto(f"http://127.0.0.1:{served.port}{sheet}")
    wait_until_kept(phone.page, sheet)
    if entered:
        wait_until_kept(phone.page, f"{sheet}/record/deal")
    kept = [one for _name, one in phone.page.evaluate(KEPT)]
    assert any(one.endswith("js/entering.js") for one in kept) is entered
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}{sheet}{'/record/deal' if entered else ''}")
    expect(phone.page.locator("#without-network")).to_be_visible()
    height, below = phone.page.evaluate(HEAD)
    assert (height, below) == (48, 56 if entered else 48), "it stands on the felt and moves nothing"
    assert phone.wrong == []


AS_IN_FIREFOX = b"""{
  const { get } = Object.getOwnPropertyDescriptor(FetchEvent.prototype, "preloadResponse");
  const settle = async (preload) => preload.catch(() => Response.error());
  Object.defineProperty(FetchEvent.prototype, "preloadResponse", { get() { return settle(get.call(this)); } });
}
"""
"""What the worker finds there where no network is: an answer that says so, where Chromium throws."""


@pytest.fixture
def firefox(served: Served) -> Iterator[None]:
    app = served.apps[-1]

    def answer(environ: Any, respond: Any) -> Any:
        if environ["PATH_INFO"] != "/worker.js":
            return app(environ, respond)
        response = Response.from_app(app, {**environ, "HTTP_ACCEPT_ENCODING": ""})
        response.data = AS_IN_FIREFOX + response.data
        return response(environ, respond)

    served.apps.append(answer)
    yield
    served.apps.remove(answer)


def test_a_phone_whose_browser_answers_for_the_network_opens_its_match_without(
    served: Served, another: Open, firefox: None
) -> None:
    sheet = link(served.match(), "score")
    phone = install(another(), served, sheet)
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    phone.context.set_offline(True)
    for page in (sheet, f"{sheet}/record/deal"):
        phone.page.goto(f"http://127.0.0.1:{served.port}{page}")
        expect(phone.page.locator("#without-network")).to_be_visible()


HEAD = """() => [".top", "#form, .strip"].map((one) => document.querySelector(one).getBoundingClientRect())
  .map((box, below) => (below ? box.top : box.height))"""
"""How high the head is, and where begins what stands below it."""


def test_a_phone_without_network_opens_its_match_and_records_deals_that_are_counted_once(
    served: Served, another: Open
) -> None:
    sheet, begun = link(served.match(), "score"), date.today()  # noqa: DTZ011 - the day of the browser beside us
    phone = install(another(), served, sheet)
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}/")
    expect(phone.page.get_by_role("heading", name="No network")).to_be_visible()
    look(phone.page, "install", "no-network")
    phone.tap(phone.page.get_by_role("link", name="Ana – Þórdís – Iñaki – Георги"))
    note = phone.page.locator("#without-network")
    expect(note).to_have_text(re.compile(rf"^Without network: as of {since(begun)}\d\d:\d\d\.$"))
    look(phone.page, "install", "sheet")
    for bid in ("7", "8"):
        phone.tap(phone.button("Record a deal"))
        phone.pill("Bid", bid)
        phone.pill("Declarer", "Ana")
        phone.pill("Partner", "Iñaki")
        phone.tap(phone.button("made"))
        phone.tap(phone.button("Save"))
        expect(phone.page.locator("#outbox ol > li").last).to_contain_text(f"Ana + Iñaki: {bid}")
        phone.tap(phone.button("Back to the sheet"))
        expect(note).to_be_visible()
    waiting = phone.page.locator("#outbox ol > li")
    expect(waiting).to_have_count(2)
    phone.context.set_offline(False)
    expect(waiting).to_have_count(0)
    expect(note).to_be_hidden()
    assert [entry["bid"] for entry in phone.entries()] == [7, 8]
    assert phone.wrong == []


def since(begun: date) -> str:
    """What stands before the time of day: the date as well, if midnight came between."""
    return "" if begun == date.today() else r"(?:\d+ \w+ \d{4}, )?"  # noqa: DTZ011


@pytest.mark.left_to_soak
def test_days_are_told_in_figures_where_the_browser_does_not_know_the_language(
    served: Served, another: Open
) -> None:
    phone = install(another(locale="is-IS"), served, link(served.match(), "watch"))
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}/")
    expect(phone.page.locator(".when").first).to_have_text(
        re.compile(r"^síðast sótt: \d\d\.\d\d\.\d{4}, \d\d:\d\d$")
    )


@pytest.mark.left_to_soak
def test_a_match_that_is_tapped_opens_also_when_the_network_comes_back_just_then(
    served: Served, another: Open
) -> None:
    phone = install(another(), served, link(served.match(), "watch"))
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}/about")
    tapped = phone.page.get_by_role("link", name="Ana – Þórdís – Iñaki – Георги")
    tapped.evaluate("link => { link.click(); dispatchEvent(new Event('online')); }")
    expect(phone.page.locator("#without-network")).to_be_visible()
    expect(phone.page).to_have_url(phone.sheet)


def test_a_page_that_is_not_kept_says_so_and_comes_by_itself_with_the_network(
    served: Served, another: Open
) -> None:
    phone = install(another(), served)
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}/rules/kani")
    expect(phone.page.get_by_text("No match is kept on this phone yet.")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Kani")


def test_nothing_is_kept_but_our_files_and_the_sheets_and_next_deals_of_matches(
    served: Served, another: Open
) -> None:
    match = served.match()
    sheet = link(match, "owner")
    phone = install(another(), served, sheet)
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    for page in (
        f"{sheet}/share",
        f"{sheet}/export.json",
        f"{sheet}/names",
        "/account/sign-in",
        "/about",
        "/",
    ):
        phone.page.evaluate("address => fetch(address).then(one => one.text())", page)
        if not page.endswith(".json"):
            phone.page.goto(f"http://127.0.0.1:{served.port}{page}")
    pages = {path for name, path in phone.page.evaluate(KEPT) if name.startswith("pages-")}
    assert pages == {sheet, f"{sheet}/record/deal"}
    others = {path for name, path in phone.page.evaluate(KEPT) if not name.startswith("pages-")}
    assert {path for path in others if not path.startswith("/static/")} == {"/offline"}


@pytest.mark.left_to_soak
def test_a_person_who_is_forgotten_stands_in_no_page_that_is_kept(served: Served, another: Open) -> None:
    match = served.match()
    sheet, other = link(match, "owner"), link(match, "watch")
    phone = install(another(), served, other, sheet)
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    phone.page.goto(f"{phone.sheet}/forget/0")
    phone.page.get_by_role("checkbox").check()
    phone.tap(phone.button("Forget this person"))
    phone.page.wait_for_url(phone.sheet)
    wait_until_kept(phone.page, other, there=False)
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    texts = phone.page.evaluate(KEPT_TEXTS)
    assert len(texts) == 2
    assert not [text for text in texts if "Ana" in text]


@pytest.mark.parametrize("kind", ["watch", "score"])
def test_a_sheet_that_followed_its_match_opens_without_network_as_it_was_seen_last(
    served: Served, another: Open, kind: str
) -> None:
    match = served.match()
    sheet = link(match, kind)
    phone = install(another(), served, sheet)
    with served.sessions() as session:
        ledgers.write(session, match, "recorded", {"entry": KANI})
    expect(phone.page.locator("#e2")).to_be_visible()

    def is_kept() -> bool:
        return any('id="e2"' in text for text in phone.page.evaluate(KEPT_TEXTS))

    soon(phone.page, is_kept, "what came is not kept")
    phone.context.set_offline(True)
    phone.open_sheet()
    expect(phone.page.locator("#without-network")).to_be_visible()
    expect(phone.page.locator("#e2")).to_be_visible()


KEEP_OTHERS = """async (ahead) => {
  const pages = await caches.open((await caches.keys()).find((one) => one.startsWith("pages-")));
  const headers = { "Kept-At": String(Date.now() + ahead) };
  for (let number = 0; number < 24; number += 1) await pages.put(`/m/other${number}/x`, new Response("", { headers }));
}"""
"""As many other pages as a phone keeps."""


@cases(
    "ahead",
    case("seen a day ago", -86_400_000),
    case("seen while the clock of the phone was a month ahead", 31 * 86_400_000),
)
def test_a_sheet_that_is_opened_takes_the_place_of_another(served: Served, another: Open, ahead: int) -> None:
    sheet = link(served.match(), "watch")
    phone = install(another(), served, link(served.match(), "watch"))
    phone.page.evaluate(KEEP_OTHERS, ahead)
    phone.page.goto(f"http://127.0.0.1:{served.port}{sheet}")
    wait_until_kept(phone.page, sheet)
    phone.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.locator("#without-network")).to_be_visible()


@pytest.mark.left_to_soak
def test_a_deal_put_before_another_takes_no_place_of_the_next_one(served: Served, another: Open) -> None:
    match = served.match()
    with served.sessions() as session:
        ledgers.write(session, match, "recorded", {"entry": KANI})
    sheet = link(match, "score")
    phone = install(another(), served, sheet)
    wait_until_kept(phone.page, f"{sheet}/record/deal")
    phone.page.goto(f"{phone.sheet}/record/deal?before=2")
    phone.context.set_offline(True)
    phone.enter()
    expect(phone.page.locator("#form[data-draft]")).to_be_visible()
    phone.page.goto(f"{phone.sheet}/record/deal?before=2")
    expect(phone.page.get_by_role("heading", name="No network")).to_be_visible()


def test_a_withdrawn_link_is_forgotten_and_signing_out_forgets_every_page(
    served: Served, another: Open
) -> None:
    one, two = served.match(), served.match()
    phone = install(another(), served, link(one, "watch"), link(two, "watch"))
    with served.sessions() as session:
        raise_generation(session, one.public_id, "watch")
    phone.page.goto(f"http://127.0.0.1:{served.port}{link(one, 'watch')}")
    wait_until_kept(phone.page, link(one, "watch"), there=False)
    wait_until_kept(phone.page, link(two, "watch"))
    phone.page.evaluate("fetch('/account/sign-out', { method: 'POST' }).then(() => true)")
    wait_until_kept(phone.page, link(two, "watch"), there=False)
    assert not any(name.startswith("pages-") for name, _ in phone.page.evaluate(KEPT))


@pytest.fixture
def dying(served: Served) -> Iterator[Callable[[], None]]:
    """To be called when the server is to be gone at the next post, after it has answered all that is asked before."""

    def hang_up(environ: Any, respond: Any) -> Any:
        if environ["REQUEST_METHOD"] != "POST":
            return served.apps[0](environ, respond)
        environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
        raise ConnectionResetError

    yield lambda: served.apps.append(hang_up)
    del served.apps[1:]


def test_a_form_whose_network_dies_under_it_stays_with_what_was_typed(
    served: Served, another: Open, dying: Callable[[], None]
) -> None:
    match = served.match()
    with served.sessions() as session:
        ledgers.write(session, match, "recorded", {"entry": KANI})
    phone = install(another(), served, link(match, "score"))
    phone.page.goto(f"{phone.sheet}/row/2/correct")
    phone.pill("Bid", "8")
    dying()
    phone.tap(phone.button("Correct"))
    expect(phone.page.locator("form .unreached")).to_contain_text("No network: this is not saved.")
    expect(phone.page.locator("[name=bid]:checked")).to_have_value("8")
    served.apps.pop()
    phone.page.wait_for_timeout(TWICE)
    phone.tap(phone.button("Correct"))
    soon(phone.page, lambda: phone.entries()[0]["bid"] == 8, "it is not corrected")


def test_an_undo_whose_network_dies_under_it_leaves_the_sheet_where_it_is(
    served: Served, another: Open, dying: Callable[[], None]
) -> None:
    match = served.match()
    with served.sessions() as session:
        ledgers.write(session, match, "recorded", {"entry": KANI})
    phone = install(another(), served, link(match, "score"))
    dying()
    with phone.page.expect_request(lambda request: request.method == "POST"):
        phone.tap(phone.button("Undo"))
    expect(phone.page.locator("#live-off")).to_be_visible()
    served.apps.pop()
    phone.page.wait_for_timeout(TWICE)
    expect(phone.page.locator("#e2")).to_be_visible()
    phone.tap(phone.button("Undo"))
    soon(phone.page, lambda: phone.entries() == [], "it is not undone")


@contextmanager
def in_the_place_of(served: Served, status: str, heading: str) -> Iterator[None]:
    """What a proxy or a host answers to everything while its server is away."""

    def answer(_environ: Any, respond: Any) -> list[bytes]:
        respond(status, [("Content-Type", "text/html")])
        return [f"<h1>{heading}</h1>".encode()]

    served.apps.append(answer)
    try:
        yield
    finally:
        served.apps.pop()


@pytest.mark.parametrize("status", ["502 Bad Gateway", "404 Not Found", "530 Origin Unreachable"])
@pytest.mark.left_to_soak
def test_a_proxy_that_answers_for_a_server_which_is_down_hides_no_kept_page(
    served: Served, another: Open, status: str
) -> None:
    sheet = link(served.match(), "watch")
    phone = install(another(), served, sheet)
    with in_the_place_of(served, status, "Bad gateway"):
        phone.page.goto(phone.sheet)
        expect(phone.page.locator("#without-network")).to_be_visible()
        phone.page.goto(phone.sheet)
        expect(phone.page.locator("#without-network")).to_be_visible()
        phone.page.goto(f"http://127.0.0.1:{served.port}/about")
        expect(phone.page.get_by_role("heading", name="Bad gateway")).to_be_visible()


def test_a_page_of_the_host_takes_no_kept_sheet_s_place(served: Served, another: Open) -> None:
    """Some hosts show one while the server wakes, and ngrok before the first page, both as if all were well."""
    sheet = link(served.match(), "watch")
    phone = install(another(), served, sheet)
    with in_the_place_of(served, "200 OK", "Waking up"):
        phone.page.goto(phone.sheet)
        expect(phone.page.get_by_role("heading", name="Waking up")).to_be_visible()
        phone.page.wait_for_timeout(500)  # what would be kept is kept meanwhile
    phone.context.set_offline(True)
    phone.page.goto(phone.sheet)
    expect(phone.page.locator("#without-network")).to_be_visible()


@pytest.mark.left_to_soak
def test_a_phone_without_room_for_a_further_file_shows_it_all_the_same(served: Served, another: Open) -> None:
    phone = install(another(), served)
    origin = f"http://127.0.0.1:{served.port}"
    phone.context.new_cdp_session(phone.page).send(
        "Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1}
    )
    failed: list[str] = []
    phone.page.on("requestfailed", lambda request: failed.append(request.url))
    phone.page.goto(origin + link(served.match(), "score"))
    phone.page.wait_for_load_state("networkidle")
    phone.tap(phone.button("Record a deal"))
    expect(phone.page.locator("html")).to_have_class("scripting")
    assert [address for address in failed if "/static/" in address] == []


@pytest.fixture
def updated(served: Served, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """To be called when the server is to be a newer program: one whose script says something else."""

    def update() -> None:
        folder = tmp_path / "static"
        shutil.copytree(served.apps[0].static_folder or "", folder)
        with (folder / "js" / "net.js").open("a") as script:
            script.write("export const newer = true;\n")
        newer = create_app(dict(served.apps[0].config))
        newer.static_folder = str(folder)
        served.apps.append(newer)

    yield update
    del served.apps[1:]


def test_an_update_takes_the_place_of_all_that_was_kept_and_never_mixes_with_it(
    served: Served, another: Open, updated: Callable[[], None]
) -> None:
    sheet = link(served.match(), "watch")
    phone = install(another(), served, sheet)
    (before,) = versions(phone.page)
    updated()
    phone.page.evaluate("navigator.serviceWorker.ready.then(one => one.update()).then(() => true)")
    waiting = "navigator.serviceWorker.ready.then(one => Boolean(one.waiting))"
    soon(phone.page, lambda: phone.page.evaluate(waiting), "the page that is open does not keep its own")
    assert len(versions(phone.page)) == 2
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.page.goto(f"http://127.0.0.1:{served.port}/about")
    soon(
        phone.page,
        lambda: len(versions(phone.page)) == 1,
        "the new version does not take over from",
        lambda: versions(phone.page),
    )
    (after,) = versions(phone.page)
    assert after != before
    phone.context.set_offline(True)
    phone.page.goto(f"http://127.0.0.1:{served.port}{sheet}")
    expect(phone.page.locator("#without-network")).to_be_visible()
    used = phone.page.evaluate(
        "[...document.querySelectorAll('link[rel=stylesheet], script')].map(one => one.href || one.src)"
    )
    assert {address.split("/static/")[1].split("/")[0] for address in used} == {after}
    assert (
        phone.page.evaluate("getComputedStyle(document.querySelector('#without-network')).position")
        == "absolute"
    )
    assert phone.wrong == []


def versions(page: Page) -> set[str]:
    return {name.partition("-")[2] for name, _path in page.evaluate(KEPT)}
