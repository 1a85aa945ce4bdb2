"""What a hand feels, taps that count once, lists that grow in place, what others see of it, and sending a result."""

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.conftest import Phone as Looking
from tests.browser.entry.screens import PUT
from tests.browser.entry_table import HOSTS, ROOM, Phone, Table
from tests.browser.looking import at_one_moment, soon
from tests.browser.sheet.test_sheet import bring
from tests.browser.shown import LONG_NAMES

FOUR = ("Ana", "Boris", "Vera", "Георги")


def felt_by(phone: Phone) -> list[int]:
    """Every time that the phone shakes: the browser's own function, which a machine without a motor leaves empty."""
    felt: list[int] = []
    phone.context.expose_binding("felt", lambda _source, length: felt.append(length))
    phone.page.add_init_script("navigator.vibrate = (length) => { felt(length); return true; }")
    return felt


def pass_out(phone: Phone) -> None:
    phone.enter()
    phone.tap(phone.button("all passed"))
    phone.save()


def assert_shook(felt: list[int], page: Page, times: int) -> None:
    """Wait until the phone has shaken so often, and not more."""
    soon(page, lambda: len(felt) >= times, f"not felt {times} times, but", lambda: felt)
    assert len(felt) == times, felt


def test_each_save_is_felt_once(table: Table) -> None:
    phone = table.start("kani")
    felt = felt_by(phone)
    pass_out(phone)
    assert_shook(felt, phone.page, 1)
    phone.page.goto(f"{table.sheet}/undo")
    phone.tap(phone.button("Undo it"))
    phone.page.wait_for_url(lambda url: "/undo" not in url)
    assert_shook(felt, phone.page, 2)
    phone.page.goto(f"{table.sheet}/redo")
    phone.tap(phone.button("Bring it back"))
    phone.page.wait_for_url(lambda url: "/redo" not in url)
    assert_shook(felt, phone.page, 3)
    phone.enter()
    phone.cut()
    phone.tap(phone.button("all passed"))
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    assert_shook(felt, phone.page, 3)
    phone.mend()
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    assert_shook(felt, phone.page, 4)


@pytest.mark.parametrize("first", ["part", "deal"])
def test_the_answer_to_a_part_that_comes_after_the_deal_is_saved_says_nothing_of_it(
    table: Table, first: str
) -> None:
    """Whichever of the two reaches the server ``first``: the last part is on its way while Save is tapped."""
    phone = table.start("kani").enter()
    parts: list[Route] = []
    answers: list[APIResponse] = []
    phone.page.route("**/draft/part", lambda route: parts.append(route))
    with phone.page.expect_request("**/draft/part"):
        phone.tap(phone.button("all passed"))
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    here = parts[0].request.url.replace(ROOM, HOSTS[0])
    if first == "part":
        answers.append(parts[0].fetch(url=here))
    rows: list[Route] = []
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.route(re.compile(rf"{phone.sheet}(#.*)?$"), lambda route: rows.append(route))
    phone.tap(phone.button("Save"))
    soon(phone.page, lambda: len(rows) == 1, "the row is not asked for", lambda: phone.page.url)
    with phone.page.expect_response("**/draft/part"):
        parts[0].fulfill(response=answers[0] if answers else parts[0].fetch(url=here))
    phone.page.wait_for_timeout(100)  # the page that was saved from is still there, and hears of it
    rows[0].continue_()
    phone.wait_until_saved()
    phone.page.unroute("**/draft/part")
    assert phone.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('unsent'))") == []
    phone.enter()
    phone.status("Kept on the server as you enter it")
    expect(phone.page.locator(".late")).to_have_count(0)
    assert [address for address in asked if "late" in address] == []
    assert phone.entries() == [{"kind": "deal", "bid": "pass"}]
    assert phone.wrong == []


def test_a_part_that_is_changed_before_its_answer_comes_is_no_other_phone_s(table: Table) -> None:
    """The server has the part as it was tapped first, and the phone has not heard of it, as Save is tapped."""
    phone = table.start("kani").enter()
    parts: list[Route] = []
    phone.page.route("**/draft/part", lambda route: parts.append(route))
    phone.pill("Declarer", "Ana")
    soon(phone.page, lambda: len(parts) == 1, "the part is not sent")
    parts[0].fetch(url=parts[0].request.url.replace(ROOM, HOSTS[0]))
    for group, words in (("Declarer", "Þórdís"), ("Partner", "Георги"), ("Bid", "9")):
        phone.pill(group, words)
    phone.tap(phone.button("made"))
    phone.save()
    assert phone.entries() == [{"kind": "deal", "bid": 9, "declarer": 1, "partner": 3, "tricks": 9}]
    assert phone.wrong == []


@pytest.mark.left_to_soak
def test_nothing_shakes_for_people_who_want_less_motion(table: Table) -> None:
    phone = table.start("kani")
    felt = felt_by(phone)
    phone.page.emulate_media(reduced_motion="reduce")
    pass_out(phone)
    phone.page.emulate_media(reduced_motion="no-preference")
    pass_out(phone)
    assert_shook(felt, phone.page, 1)


def test_every_quick_tap_on_what_unfolds_counts(phone: Looking) -> None:
    phone.page.clock.install()
    phone.open(bring(phone, "belot"))
    summary = phone.page.locator("figure.chart summary")
    summary.scroll_into_view_if_needed()
    box = summary.bounding_box()
    assert box is not None
    with at_one_moment(phone.page):
        for _time in range(3):
            phone.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        expect(phone.page.locator("figure.chart details")).to_have_attribute("open", "")


def test_one_more_line_comes_into_the_page_that_is_open(table: Table) -> None:
    """The page for every game shows lists so; of our games none does, once its own script has come."""
    phone = table.start("escoba", ("Iñaki", "Miren"))
    phone.context.route("**/plays.js", lambda route: route.abort())
    phone.page.goto(f"{table.sheet}/record/deal?form=plays")
    phone.page.evaluate(
        "document.querySelectorAll('.part > .no-script').forEach((one) => one.classList.remove('no-script'))"
    )
    phone.page.locator("#laid").evaluate("(table) => table.remove()")
    first = phone.page.locator("#table")
    first.fill("1O 2C 3B 4E")
    phone.wait_until_kept()
    phone.page.evaluate("window.before = true")
    lines = phone.page.locator("#plays > fieldset")
    before = lines.count()
    phone.tap(phone.button("Add another"))
    expect(lines).to_have_count(before + 1)
    assert phone.page.evaluate("window.before") is True, "the page was loaded anew"
    expect(first).to_have_value("1O 2C 3B 4E")
    assert phone.page.evaluate("document.activeElement.name").startswith(f"plays-{before}-")
    phone.wait_until_kept()
    phone.page.locator(f"[name='plays-{before}-seat']").first.check(force=True)
    expect(phone.page.locator("[data-part] > .part-problem:visible")).to_have_text("“Card” is missing.")
    expect(phone.page.locator("#entry-status")).to_have_attribute("data-shown", "")
    phone.page.locator(f"[name='plays-{before}-card']").fill("7O")
    phone.wait_until_kept()
    assert phone.wrong == []


# game, players, what is tapped of the deal in progress, the check mark
BEGUN = [
    ("belot", FOUR, "label.key:has([value=hearts])", "Contract"),
    ("kani", FOUR, "label.key:has([name=bid][value='9'])", "Bid"),
    ("escoba", ("Iñaki", "Miren"), "[name=escobas-1] ~ .plus", "Miren"),
    ("kinaskak", FOUR, "[data-out]", FOUR[0]),
]


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize(("game", "names", "tapped", "mark"), BEGUN, ids=[row[0] for row in BEGUN])
def test_others_see_what_is_in(
    table: Table, game: str, names: tuple[str, ...], tapped: str, mark: str
) -> None:
    phone = table.start(game, names)
    other = table.phone()
    other.page.goto(table.sheet)
    expect(other.page.locator(".marks")).to_have_count(0)
    phone.enter()
    phone.tap(phone.page.locator(tapped))
    phone.wait_until_kept()
    marks = other.page.locator(".marks .in")
    expect(marks.filter(has_text=mark)).to_be_visible()
    assert "hearts" not in other.page.locator(".marks").inner_text()


SHARES = """
window.sent = [];
navigator.share = async (what) => {
  const files = (what.files || []).map((file) => [file.name, file.type, file.size > 15000]);
  window.sent.push({ text: what.text, files });
};
navigator.canShare = (what) => Boolean(what.files);
"""


@pytest.mark.left_to_soak
def test_the_phone_s_own_way_to_send_is_given_text_and_picture(phone: Looking) -> None:
    sheet = bring(phone, "belot_end")
    phone.page.add_init_script(SHARES)
    phone.open(f"{sheet}/result")
    phone.tap("Send the text …")
    phone.tap("Send the picture …")
    expect(phone.page.get_by_role("button", name="Send the picture …")).to_be_visible()
    sent: list[dict[str, Any]] = phone.page.evaluate("window.sent")
    assert "Winners: Ana and Vera" in sent[0]["text"]
    assert sent[0]["files"] == []
    assert [(name.endswith(".png"), kind, large) for name, kind, large in sent[1]["files"]] == [
        (True, "image/png", True)
    ]


@pytest.mark.left_to_soak
def test_a_browser_that_cannot_send_saves_and_copies(phone: Looking) -> None:
    sheet = bring(phone, "belot_end")
    phone.page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare;")
    phone.open(f"{sheet}/result")
    expect(phone.page.get_by_role("button", name="Save the picture")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Copy the text")).to_be_visible()
    assert phone.page.get_by_role("button", name="Send the").count() == 0


@pytest.mark.left_to_soak
def test_links_of_their_own_are_48_pixels(phone: Looking) -> None:
    sheet = bring(phone, "belot_end")
    for path in ("/share", "/result", "/series", "/phone", ""):
        phone.open(sheet + path)
        small = phone.page.evaluate(SMALL)
        assert small == [], path


SMALL = """() => [...document.querySelectorAll("a, button, summary, label.pill, select")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
  .filter((one) => !one.closest(".hidden, .skip, .cite"))
  .filter((one) => !one.matches(".entry")) // a line of a deal is 44 pixels high; all of it is its link
  .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 47.5)
  .map((one) => one.outerHTML.slice(0, 120))"""
"""Citations stand within sentences."""


NEXT = 700
"""Milliseconds for which a page that a save leads to takes no tap on what writes."""
IMPATIENT = {
    "belot": ("label.key:has([value=hearts])", "label.key:has([name=declarer][value='0'])", "#9", "#7"),
    "escoba": (
        "label.key:has([name=most-cards])",
        "label.key:has([name=most-golds])",
        "label.key:has([name=most-sevens])",
        "label.key:has([name=seven_of_golds])",
    ),
    "kinaskak": ("[data-out]", *("[data-next]", "#5") * 3),
}
"""What is tapped of an ordinary deal before Save."""


def tap_deal(phone: Phone, game: str) -> None:
    """Tap an ordinary deal but for Save."""
    for step in IMPATIENT[game]:
        phone.tap(phone.page.locator(f"#form [data-key='{step[1:]}']" if step[0] == "#" else step))


def tap_at(page: Page, x: float, y: float, moment: float) -> None:
    """A tap at a moment by the finger's own clock, in seconds since 1970, however busy the machine is."""
    session = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": moment})


def tap_soon(page: Page, key: Locator) -> None:
    """Tap a key 400 ms after its page began to come."""
    key.wait_for()
    box = key.bounding_box()
    assert box
    began = page.evaluate("performance.timeOrigin") / 1000
    tap_at(page, box["x"] + 20, box["y"] + 20, began + 0.4)


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("game", IMPATIENT)
def test_a_second_tap_on_save_writes_nothing_on_the_page_that_comes(table: Table, game: str) -> None:
    phone = table.start(game, ("Iñaki", "Miren") if game == "escoba" else FOUR).enter()
    phone.page.evaluate("localStorage.setItem('hand', 'rests')")
    tap_deal(phone, game)
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    phone.save()
    key = phone.button("Record a deal")
    tap_soon(phone.page, key)
    expect(phone.page.locator(".once")).to_have_count(1)
    phone.page.wait_for_timeout(NEXT)
    expect(phone.page.locator(".once")).to_have_count(0)
    assert "/record/" not in phone.page.url
    key.tap()
    phone.page.wait_for_url("**/record/*")
    assert len(phone.entries()) == 1


def test_a_second_tap_on_save_of_a_penalty_writes_no_second_one(table: Table) -> None:
    phone = table.start("belot", FOUR)
    phone.page.goto(f"{phone.sheet}/record/penalty")
    phone.page.evaluate("localStorage.setItem('hand', 'rests')")
    phone.tap(phone.page.locator("label.key:has([name=side][value='1'])"))
    phone.save()
    key = phone.button("Record a deal")
    tap_soon(phone.page, key)
    expect(phone.page.locator(".once")).to_have_count(1)
    assert "/record/" not in phone.page.url
    assert [entry["kind"] for entry in phone.entries()] == ["penalty"]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", ["belot", "kinaskak"])
def test_a_second_tap_on_save_without_network_leaves_the_next_deal_as_it_is(table: Table, game: str) -> None:
    phone = table.start(game, FOUR).enter()
    phone.cut()
    for number in (1, 2):
        tap_deal(phone, game)
        place = phone.button("Save").bounding_box()
        assert place
        first = phone.page.evaluate("performance.timeOrigin + performance.now()") / 1000
        for moment in (first, first + 0.4):
            tap_at(phone.page, place["x"] + 20, place["y"] + 20, moment)
        expect(phone.page.locator("#outbox ol > li")).to_have_count(number)
        expect(phone.page.locator("#entry-notices")).to_be_empty()
        if game == "kinaskak":
            expect(phone.page.locator(".players .chosen")).to_have_attribute("data-seat", "0")
            expect(phone.page.locator(".players .in")).to_have_count(0)
    assert phone.wrong == []


REFUSED = [
    ("belot", 4, {"contract": "hearts", "declarer": "0", "trick_points-0": "97", "trick_points-1": "5"}),
    ("kinaskak", 8, {f"hands-{seat}": "47" if seat == 7 else "0" for seat in range(8)}),
    ("escoba", 4, {"most-cards": "0", "most-golds": "0", "most-sevens": "0", "escobas-0": "18"}),
]
COVERED = """() => {
  const box = document.getElementById("entry-notices").getBoundingClientRect();
  return [...document.querySelectorAll("#form [data-part], #form .act button")].filter((one) => one.checkVisibility())
    .filter((one) => { const { top, bottom, height } = one.getBoundingClientRect();
      return height && top < box.bottom - 1 && bottom > box.top + 1; }).map((one) => one.outerHTML.slice(0, 90)); }"""
"""What a notice lies over."""


@pytest.mark.parametrize(("game", "players", "deal"), REFUSED)
def test_a_notice_lies_over_nothing_and_takes_no_key_s_place(
    table: Table, game: str, players: int, deal: dict[str, str]
) -> None:
    phone = table.start(game, LONG_NAMES[:players]).enter()
    save_key = phone.page.locator("#form .act button.main:visible")
    phone.page.evaluate(PUT, deal)
    before = save_key.bounding_box()
    phone.tap(save_key)
    expect(phone.page.locator("#entry-notices .problem")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(COVERED) == []
    assert save_key.bounding_box() == before
    assert phone.wrong == []
