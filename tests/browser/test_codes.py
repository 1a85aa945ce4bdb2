"""A match goes from a phone to another by QR codes: shown, seen by a camera that misses some, and taken in whole."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from scorekeeper import create_app
from scorekeeper.core import frames
from tests.browser.conftest import HEIGHT, UNKEPT, WIDTH, Phone, serving
from tests.browser.entry_table import ROOM
from tests.browser.looking import look, make_phone, soon
from tests.browser.shown import FOUR, belot, taken_in
from tests.documents import match_document

CAMERA = """({ codes, ring, missed, pause, held }) => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 640;
  const pen = canvas.getContext("2d");
  let turn = 0;
  window.held = held;
  const draw = () => {
    const path = codes[(turn % ring) % codes.length];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = "#777";
    pen.fillRect(0, 0, 640, 640);
    if (!missed || turn % missed !== missed - 1) {
      pen.setTransform(7, 0.5, -0.5, 7, 90, 75); // held a little askew
      pen.filter = "blur(1px)";
      pen.fillStyle = "#e8e6e0";
      pen.fillRect(0, 0, 65, 65);
      pen.strokeStyle = "#222";
      pen.stroke(new Path2D(path));
      pen.filter = "none";
    }
    turn += window.held ? 0 : 1;
  };
  navigator.mediaDevices.getUserMedia = async () => {
    draw();
    setInterval(draw, pause);
    return canvas.captureStream();
  };
}"""
"""In the place of the camera: a canvas on which codes follow one another in a ring, every nth missed.

The first stays while ``held``."""
REFUSING = """navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("no", "NotAllowedError"); };"""
SHEET = """navigator.canShare = ({ files: [{ name, type }] }) => name.endsWith(".txt") && type === "text/plain";
navigator.share = async ({ files }) => { window.shared = { name: files[0].name, text: await files[0].text() }; };"""
DRAWN = "() => [...document.querySelectorAll('.codes path[stroke]')].map((one) => one.getAttribute('d'))"
PICTURES = Path(__file__).parent / "pictures"
PAUSE = 100
"""Half of what a code stands on a screen: the test is twice as fast as a table."""


def written(deals: int = 20, **also: Any) -> str:
    """A match of Belot that goes on after so many deals."""
    entries = [belot(number, 100 if number % 2 else 62) for number in range(deals)]
    return json.dumps(match_document("belot", FOUR, entries, rules={"target": 501}, **also))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[str]:
    """Another server, which knows none of the matches."""
    file = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("elsewhere"))
    yield from serving(
        create_app({"SECRET_KEY": b"another key", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
    )


@pytest.fixture
def other(browser: Browser) -> Iterator[BrowserContext]:
    """The phone that reads."""
    context = make_phone(browser, **UNKEPT)
    yield context
    context.close()


def show(phone: Phone, document: str) -> dict[str, Any]:
    """The codes of a match as its page draws them, and the address of the match."""
    sheet = taken_in(phone.page.context, phone.server, document)
    phone.open(f"{sheet}/codes")
    codes = phone.page.evaluate(DRAWN)
    return {"codes": codes, "ring": frames.ring(len(codes)), "missed": 0, "pause": PAUSE, "sheet": sheet}


def code_of(page: Page, sheet: str) -> str:
    page.goto(f"{sheet}/proof")
    return page.locator(".code").inner_text()


def scan(context: BrowserContext, server: str, shown: dict[str, Any]) -> Page:
    """Open the page that reads, with a camera that sees this."""
    context.add_init_script(f"({CAMERA})({json.dumps(shown)})")
    page = context.new_page()
    page.goto(f"{server}/import/codes")
    return page


def expect_the_match(page: Page) -> str:
    """The sheet of the match is there; its address."""
    page.wait_for_url("**/m/**")
    return page.url.partition("?")[0]


def test_a_match_of_twenty_deals_is_read_where_every_third_code_is_missed(
    phone: Phone, elsewhere: str, other: BrowserContext
) -> None:
    shown = show(phone, written())
    assert len(shown["codes"]) <= 40
    page = scan(other, elsewhere, {**shown, "missed": 3})
    sheet = expect_the_match(page)
    assert code_of(page, sheet) == code_of(phone.page, shown["sheet"])


@pytest.mark.left_to_soak
def test_codes_of_another_match_in_between_are_told_and_may_take_its_place(
    phone: Phone, elsewhere: str, other: BrowserContext
) -> None:
    first, second = (show(phone, written(deals, note=f"{deals} deals")) for deals in (6, 9))
    seen = [first["codes"][0], *second["codes"]]
    page = scan(other, elsewhere, {**second, "codes": seen, "ring": len(seen), "held": True})
    expect(page.get_by_role("progressbar")).to_have_attribute("max", str(len(first["codes"])))
    page.evaluate("window.held = false")
    expect(page.locator("#said")).to_have_text(
        "This QR code is of another match. Go on with the first, or begin anew."
    )
    look(page, "codes", "another-match")
    page.get_by_role("button", name="Begin anew with the other match").click()
    sheet = expect_the_match(page)
    assert code_of(page, sheet) == code_of(phone.page, second["sheet"])


@pytest.mark.left_to_soak
def test_a_code_that_is_none_of_a_match_is_told(phone: Phone, elsewhere: str, other: BrowserContext) -> None:
    sheet = taken_in(phone.page.context, phone.server, written(1))
    square = phone.page.request.get(f"{sheet}/proof.svg").text()
    path = square.rpartition(' d="')[2].partition('"')[0]
    page = scan(other, elsewhere, {"codes": [path], "ring": 1, "missed": 0, "pause": PAUSE})
    expect(page.locator("#said")).to_have_text("This is a QR code, but none of a match.")


def test_without_a_camera_pictures_of_the_codes_are_read(
    phone: Phone, elsewhere: str, other: BrowserContext, tmp_path: Path
) -> None:
    shown = show(phone, written())
    phone.tap("All below one another")
    expect(phone.page.locator("figure:visible")).to_have_count(len(shown["codes"]))
    whole, one = tmp_path / "whole.png", tmp_path / "one.png"
    phone.page.screenshot(path=whole, full_page=True)
    phone.page.locator("figure").first.screenshot(path=one)
    other.add_init_script(REFUSING)
    page = other.new_page()
    page.goto(f"{elsewhere}/import/codes")
    expect(page.locator("#said")).to_contain_text("The camera is not allowed here.")
    expect(page.get_by_role("button", name="Open the camera")).to_be_visible()
    expect(page.get_by_role("button", name="Begin anew with the other match")).to_be_hidden()
    look(page, "codes", "refused")
    pictures = page.get_by_label("Pictures of the QR codes")
    pictures.set_input_files([one, Path(__file__).parents[2] / "docs" / "match.png"])
    expect(page.locator("#said")).to_have_text("No QR code was found in this picture: match.png")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "1")
    pictures.set_input_files(whole)
    sheet = expect_the_match(page)
    assert code_of(page, sheet) == code_of(phone.page, shown["sheet"])


def test_a_picture_of_which_the_first_look_misses_codes_is_read_whole(
    elsewhere: str, other: BrowserContext
) -> None:
    """In this picture as it is the reader finds four of the seven codes."""
    other.add_init_script(REFUSING)
    page = other.new_page()
    page.goto(f"{elsewhere}/import/codes")
    page.get_by_label("Pictures of the QR codes").set_input_files(PICTURES / "seven_codes.png")
    expect_the_match(page)


@pytest.mark.left_to_soak
def test_without_scripts_every_code_is_in_sight(phone: Phone, browser: Browser) -> None:
    shown = show(phone, written(3))
    still = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, java_script_enabled=False)
    page = still.new_page()
    page.goto(f"{shown['sheet']}/codes")
    expect(page.locator("figure:visible")).to_have_count(len(shown["codes"]))
    expect(page.locator("#turning")).to_be_hidden()
    still.close()


def test_nothing_moves_as_the_codes_begin_to_turn_and_without_it_all_are_seen(phone: Phone) -> None:
    sheet = show(phone, written(3))["sheet"]
    held: list[Route] = []
    phone.page.route("**/codes*.js", lambda route: held.append(route))
    phone.page.goto(f"{sheet}/codes", wait_until="commit")
    below = phone.page.locator("main > p").first
    soon(phone.page, lambda: held, "the script is not asked for")
    before = below.bounding_box()
    held.pop().continue_()
    expect(phone.page.locator("#turning")).to_be_visible()
    assert below.bounding_box() == before
    phone.page.unroute("**/codes*.js")
    phone.page.route("**/codes*.js", lambda route: route.abort())
    phone.page.goto(f"{sheet}/codes")
    last = phone.page.locator("figure").last
    soon(phone.page, lambda: last.evaluate("one => one.clientHeight > 100"), "the last code is not shown")


@pytest.mark.left_to_soak
def test_over_plain_http_the_page_says_why_there_is_no_camera(elsewhere: str, other: BrowserContext) -> None:
    page = other.new_page()
    page.goto(f"http://{ROOM}:{elsewhere.rpartition(':')[2]}/import/codes")
    expect(page.locator("#said")).to_contain_text("only where the address begins with https")


@pytest.mark.left_to_soak
def test_codes_follow_one_another_and_can_be_slowed_and_stopped(phone: Phone) -> None:
    show(phone, written())
    now = phone.page.locator("figure.now")
    seen = {now.inner_text()}
    expect(phone.page.locator("figure:visible")).to_have_count(1)
    for _more in range(3):
        expect(now).not_to_have_text(max(seen, key=len) if len(seen) == 1 else "", use_inner_text=True)
        seen.add(now.inner_text())
    codes = phone.page.locator("#codes")
    expect(codes).to_have_attribute("data-speed", "5")
    phone.tap("Slower")
    expect(codes).to_have_attribute("data-speed", "3")
    phone.tap("Pause")
    still = codes.get_attribute("data-turn")
    phone.look("codes")
    assert codes.get_attribute("data-turn") == still
    phone.tap("Resume")
    expect(codes).not_to_have_attribute("data-turn", str(still))


def test_a_keyboard_keeps_its_place_where_the_codes_can_be_no_slower(phone: Phone) -> None:
    show(phone, written(3))
    slower = phone.page.get_by_role("button", name="Slower", exact=True)
    for _step in range(3):
        slower.press("Enter")
    expect(slower).to_be_disabled()
    expect(phone.page.get_by_role("button", name="Faster", exact=True)).to_be_focused()


@pytest.mark.left_to_soak
def test_those_who_want_less_motion_see_two_codes_a_second(phone: Phone) -> None:
    phone.page.emulate_media(reduced_motion="reduce")
    show(phone, written(5))
    expect(phone.page.locator("#codes")).to_have_attribute("data-speed", "2")


def test_the_file_goes_out_by_the_share_sheet_and_is_taken_in_as_text(
    phone: Phone, elsewhere: str, other: BrowserContext, tmp_path: Path
) -> None:
    sheet = taken_in(phone.page.context, phone.server, written())
    phone.open(f"{sheet}/codes")
    expect(phone.page.get_by_role("button", name="Share the file …")).to_be_hidden()
    phone.page.context.add_init_script(SHEET)
    phone.open(f"{sheet}/proof")
    phone.tap("Share the file …")
    shared = phone.page.wait_for_function("window.shared").json_value()
    file = tmp_path / shared["name"]
    assert file.suffix == ".txt"
    file.write_text(shared["text"], encoding="utf-8")
    page = other.new_page()
    page.goto(f"{elsewhere}/import")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import").click()
    assert code_of(page, expect_the_match(page)) == code_of(phone.page, sheet)
