"""What is entered when the network is gone: nothing is lost, nothing is counted twice, and a person decides."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.entry_table import DRAFT, HOSTS, RECORD, ROOM, Phone, Table
from tests.browser.looking import COLOURS, hindrances, load_anew, soon

FELT = 48
"""Pixels: the head of a page, with anything on it."""
LATER = "No network: kept on this phone, sent later"


def deal(phone: Phone, bid: str, declarer: str, partner: str, result: str = "made") -> None:
    """Enter a deal of Kani and save it."""
    phone.pill("Bid", bid)
    phone.pill("Declarer", declarer)
    phone.pill("Partner", partner)
    phone.tap(phone.button(result))
    phone.tap(phone.button("Save"))


def bids(phone: Phone) -> list[Any]:
    return [entry.get("bid") for entry in phone.entries()]


def open_outbox(phone: Phone) -> None:
    """A tap on the one line opens what waits; it stays open until a person decides."""
    phone.tap(phone.page.locator("#outbox summary"))


def wait_until_counted(phone: Phone, told: str) -> None:
    """Wait until the phone says that what it kept counts now."""
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    expect(phone.page.locator("#outbox .counted")).to_contain_text("Counted now:")
    expect(phone.page.locator("#outbox .counted")).to_contain_text(told)


OLDER = """new MutationObserver(() => {
  document.getElementById("form")?.removeAttribute("data-names");
  document.getElementById("entry-blank")?.remove();
}).observe(document, { childList: true, subtree: true })"""
"""What a page of the version before does not hold."""
SAVED_BEFORE = """() => {
  const { match, draft, way, seen } = document.getElementById("form").dataset;
  const item = { draft, form: way, seen: Number(seen), versions: {}, told: "a deal", after: null, state: "stopped",
    at: 1, tried: true, inputs: {} };
  localStorage.setItem(`scorekeeper.outbox.${match}`, JSON.stringify([item]));
}"""
"""A deal was saved on another page, and the server did not take it."""
SEEN = """one => {
  const box = one.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight
    && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def in_sight(found: Locator) -> None:
    """Wait until a thing is on the screen, with nothing before it."""
    soon(found.page, lambda: found.evaluate(SEEN), f"{found} is out of sight, at", found.bounding_box)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("table", HOSTS, indirect=True)
def test_deals_without_network_wait_in_order_across_a_reload_and_are_counted_once(table: Table) -> None:
    phone = table.start("kani").enter()
    assert phone.page.evaluate("isSecureContext") is (table.host != ROOM)
    phone.cut()
    deal(phone, "7", "Ana", "Iñaki")
    waiting = phone.page.locator("#outbox ol > li")
    expect(waiting).to_have_count(1)
    deal(phone, "8", "Þórdís", "Георги", "one down")
    expect(waiting).to_have_count(2)
    expect(phone.page.locator("#outbox")).to_contain_text("Only on this phone, not yet counted")
    phone.pill("Bid", "11")
    phone.status(LATER)
    load_anew(phone.page)
    expect(waiting).to_have_count(2)
    expect(waiting.first).to_contain_text("Ana + Iñaki: 7 · 7 tricks taken")
    assert bids(phone) == []
    phone.page.goto(table.sheet)
    expect(waiting).to_have_count(2)
    phone.mend()
    expect(waiting).to_have_count(0)
    assert bids(phone) == [7, 8]
    assert phone.wrong == []


def test_the_phone_itself_offline_sends_when_it_is_back(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.context.set_offline(True)
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    phone.pill("Bid", "10")
    phone.context.set_offline(False)
    wait_until_counted(phone, "Ana + Iñaki: 9 · 9 tricks taken")
    assert bids(phone) == [9]
    phone.wait_until_kept()
    load_anew(phone.page)
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("10")


def test_an_answer_lost_after_the_commit_makes_no_second_deal(table: Table) -> None:
    phone = table.start("kani").enter()
    lost: list[int] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch(url=route.request.url.replace(ROOM, "127.0.0.1")).status)
        route.abort("connectionreset")

    phone.page.route(RECORD, lose)
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    soon(phone.page, lambda: lost, "nothing was sent")
    assert bids(phone) == [9]
    phone.page.unroute(RECORD)
    wait_until_counted(phone, "Ana + Iñaki: 9 · 9 tricks taken")
    assert lost == [200]
    assert bids(phone) == [9]


ANSWERS = [
    (200, "text/html", "<h1>Welcome to our café</h1>"),
    (429, "text/html", "<h1>Too many requests</h1>"),
    (403, "text/html", "<h1>Accept our terms first</h1>"),
    (408, "text/html", "<h1>Request Timeout</h1>"),
    (404, "text/plain", "404 page not found"),
    (404, "application/json", '{"status": "error", "message": "Application not found"}'),
    (403, "application/json", '{"message": "Forbidden"}'),
]
"""What others answer in the server's place: the pages of guest networks, a proxy that asks to come later, and one whose
server is away while it is started anew.
"""


@pytest.mark.parametrize(("status", "kind", "words"), ANSWERS)
def test_what_others_answer_for_the_server_is_no_answer(
    table: Table, status: int, kind: str, words: str
) -> None:
    phone = table.start("kani").enter()
    for address in (DRAFT, "**/draft.json*"):
        phone.context.route(
            address, lambda route: route.fulfill(status=status, content_type=kind, body=words)
        )
    deal(phone, "9", "Ana", "Iñaki")
    phone.pill("Bid", "8")
    phone.status(LATER)
    expect(phone.page.locator("#outbox .buttons:visible")).to_have_count(0)
    phone.mend()
    wait_until_counted(phone, "Ana + Iñaki: 9 · 9 tricks taken")
    phone.wait_until_kept()
    assert bids(phone) == [9]
    assert phone.wrong == []


def test_a_sheet_that_no_finger_touched_sends_what_waits_without_a_tick(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    phone.mend()
    phone.another_page()
    said: list[str] = []
    phone.page.on("console", lambda message: said.append(message.text))
    phone.open_sheet()
    soon(phone.page, lambda: bids(phone) == [9], "it is not recorded")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    assert [words for words in said if "vibrate" in words] == []


def test_a_token_that_is_no_longer_good_is_fetched_anew(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.context.clear_cookies()
    phone.pill("Bid", "9")
    phone.wait_until_kept()
    phone.context.clear_cookies()
    deal(phone, "9", "Ana", "Iñaki")
    phone.wait_until_saved()
    assert bids(phone) == [9]


def test_a_deal_that_the_sheet_sends_leaves_nothing_of_it_on_the_phone(table: Table) -> None:
    """Its tab is closed while nothing of the deal is answered; once the deal counts, it is undone."""
    phone = table.start("kani").enter()
    held: list[Route] = []
    phone.page.route(DRAFT, lambda route: held.append(route))
    deal(phone, "9", "Ana", "Iñaki")
    soon(phone.page, lambda: any("record" in route.request.url for route in held), "it is not sent")
    phone.another_page()
    phone.open_sheet()
    soon(phone.page, lambda: bids(phone) == [9], "it is not recorded")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    phone.page.goto(f"{phone.sheet}/undo")
    phone.tap(phone.button("Undo it"))
    phone.page.wait_for_url(lambda url: "/undo" not in url)
    phone.enter()
    phone.pill("Bid", "8")
    phone.wait_until_kept()
    expect(phone.page.locator(".late")).to_have_count(0)
    assert phone.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('unsent'))") == []


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("choice", "recorded"), [("Discard mine", [8]), ("Record mine too", [8, 9])])
def test_a_deal_that_another_phone_recorded_meanwhile_waits_for_a_person(
    table: Table, choice: str, recorded: list[int]
) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    deal(other, "8", "Þórdís", "Георги")
    other.wait_until_saved()
    phone.mend()
    panel = phone.page.locator("#outbox ol > li")
    expect(panel).to_contain_text("8 by Þórdís with Георги")
    expect(panel).to_contain_text("Yours, not counted: 9 by Ana with Iñaki")
    load_anew(phone.page)
    expect(panel).to_contain_text("Yours, not counted: 9 by Ana with Iñaki")
    assert bids(phone) == [8]
    phone.page.on("dialog", lambda dialog: dialog.accept())
    open_outbox(phone)
    in_sight(panel.get_by_role("button", name="Record mine too"))
    in_sight(panel.get_by_role("button", name="Discard mine"))
    phone.tap(panel.get_by_role("button", name=choice))
    if len(recorded) > 1:
        wait_until_counted(phone, "Ana + Iñaki: 9 · 9 tricks taken")
        open_outbox(phone)
        expect(phone.page.locator("#outbox").get_by_role("link", name="See the sheet")).to_be_visible()
    else:
        expect(phone.page.locator("#outbox")).to_be_hidden()
    assert bids(phone) == recorded


def test_a_deal_on_an_older_state_stops_and_what_follows_it_waits(table: Table) -> None:
    phone = table.start("kani").enter()
    deal(phone, "7", "Ana", "Iñaki")
    phone.wait_until_saved()
    phone.enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    deal(phone, "10", "Ana", "Iñaki")
    waiting = phone.page.locator("#outbox ol > li")
    expect(waiting).to_have_count(2)
    other = table.phone()
    other.page.goto(f"{table.sheet}/undo")
    other.tap(other.button("Undo it"))
    other.page.wait_for_url(lambda url: "/undo" not in url)
    phone.mend()
    expect(waiting.first).to_contain_text("Something was written here while you were typing")
    assert bids(phone) == []
    open_outbox(phone)
    phone.tap(waiting.first.get_by_role("button", name="Record mine too"))
    wait_until_counted(phone, "Ana + Iñaki: 10 · 10 tricks taken")
    assert bids(phone) == [9, 10]


def facts(phone: Phone) -> list[str]:
    """What stands behind the three dots, in order; nothing where it is not certain."""
    phone.tap(phone.button("More"))
    drawer = phone.page.locator("#entry-more")
    said = [one.inner_text() for one in drawer.locator(".facts > div").all() if one.is_visible()]
    phone.tap(drawer.get_by_role("button", name="Close"))
    expect(drawer).to_be_hidden()
    return said


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("known", [False, True], ids=["cut off", "offline"])
def test_the_page_says_who_deals_after_each_deal_that_waits(table: Table, known: bool) -> None:
    phone = table.start("kani").enter()
    assert facts(phone) == ["Dealer\nAna", "Calls first\nÞórdís"]
    phone.context.set_offline(True) if known else phone.cut()
    waiting = phone.page.locator("#outbox ol > li")
    for number, expected in enumerate((["Þórdís", "Iñaki"], ["Iñaki", "Георги"], ["Георги", "Ana"]), 1):
        deal(phone, "7", "Ana", "Iñaki")
        expect(waiting).to_have_count(number)
        assert facts(phone) == [f"Dealer\n{expected[0]}", f"Calls first\n{expected[1]}"]
    phone.tap(phone.button("More"))
    phone.pill("Who really dealt", "Þórdís")
    phone.tap(phone.button("Close"))
    deal(phone, "7", "Ana", "Iñaki")
    expect(waiting).to_have_count(4)
    assert facts(phone) == ["Dealer\nIñaki", "Calls first\nГеорги"], (
        "the rotation goes on from who really dealt"
    )
    if not known:
        # A drawer that closes goes back in the history, after the tap.
        soon(
            phone.page,
            lambda: phone.page.evaluate("!history.state?.drawer"),
            "the drawer keeps its place in the history,",
        )
        load_anew(phone.page)
        expect(waiting).to_have_count(4)
        assert facts(phone) == ["Dealer\nIñaki", "Calls first\nГеорги"], "also when the page is loaded anew"


@pytest.mark.parametrize(
    ("again", "then"),
    [(False, ["Dealer\nÞórdís", "Calls first\nIñaki"]), (True, ["Dealer\nAna", "Calls first\nÞórdís"])],
)
def test_without_network_it_is_known_who_deals_after_a_deal_that_all_passed(
    table: Table, again: bool, then: list[str]
) -> None:
    phone = table.start("kani", same_dealer_after_pass=again).enter()
    assert facts(phone) == ["Dealer\nAna", "Calls first\nÞórdís"]
    phone.context.set_offline(True)
    phone.tap(phone.button("all passed"))
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    assert facts(phone) == then


@pytest.mark.left_to_soak
def test_a_page_from_before_an_update_names_no_dealer_and_keeps_its_deals(table: Table) -> None:
    phone = table.start("kani")
    phone.page.add_init_script(OLDER)
    phone.enter()
    phone.cut()
    deal(phone, "7", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    assert facts(phone) == []
    phone.mend()
    wait_until_counted(phone, "Ana + Iñaki: 7")
    assert phone.wrong == []


def test_no_dealer_is_named_where_the_order_of_the_deals_is_not_certain(table: Table) -> None:
    phone = table.start("kinaskak").enter()
    assert [one.split("\n")[0] for one in facts(phone)] == ["Dealer", "Plays first", "Contract"]
    phone.page.evaluate(SAVED_BEFORE)
    load_anew(phone.page)
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    assert [one.split("\n")[0] for one in facts(phone)] == ["Dealer", "Plays first"], (
        "the contract may be the same"
    )
    phone.page.once("dialog", lambda dialog: dialog.accept())
    open_outbox(phone)
    phone.tap(phone.button("Discard mine"))
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    assert facts(phone) == []


def test_a_deal_with_nothing_filled_in_is_answered_by_one_sentence(table: Table) -> None:
    phone = table.start("escoba", ("Iñaki", "Miren")).enter()
    sent: list[str] = []
    phone.page.on("request", lambda one: sent.append(one.url) if RECORD.search(one.url) else None)
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#entry-notices")).to_have_text("Nothing is filled in yet.")
    expect(phone.page.locator(".part-problem")).to_have_count(0)
    assert sent == []


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("known", [False, True], ids=["cut off", "offline"])
def test_a_deal_with_nothing_filled_in_never_waits_on_the_phone(table: Table, known: bool) -> None:
    phone = table.start("kani").enter()
    phone.context.set_offline(True) if known else phone.cut()
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#entry-notices")).to_contain_text("Nothing is filled in yet.")
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.pill("Bid", "9")
    expect(phone.page.locator("#entry-notices")).to_be_empty()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_contain_text("Ana + Iñaki: 9")
    phone.context.set_offline(False) if known else phone.mend()
    wait_until_counted(phone, "Ana + Iñaki: 9 · 9 tricks taken")
    assert bids(phone) == [9]
    assert phone.wrong == []


def test_the_sheet_tells_beside_the_totals_what_waits(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    phone.open_sheet()
    waits = phone.page.locator(".strip .waits")
    expect(waits).to_have_text("waiting: 1")
    expect(phone.page.get_by_text("Nothing is recorded yet.")).to_be_hidden()
    expect(phone.page.locator(".strip .facts")).to_be_hidden()
    phone.mend()
    expect(phone.page.locator(".strip .totals b").first).to_have_text("9")
    expect(waits).to_be_hidden()
    expect(phone.page.locator(".strip .facts")).to_be_visible()


def test_a_part_of_another_phone_stands_beside_mine_in_the_outbox(table: Table) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    other.pill("Bid", "8")
    other.wait_until_kept()
    phone.mend()
    expect(phone.page.locator("#outbox summary")).to_have_text("to decide: 1")
    assert phone.page.locator(".top").evaluate("one => one.offsetHeight") == FELT
    open_outbox(phone)
    refusal = phone.page.locator("#outbox .refusal")
    expect(refusal).to_contain_text("Bid: 8, a phone")
    expect(refusal).to_contain_text("You entered: 9")
    expect(refusal).not_to_contain_text("on this page", use_inner_text=True)
    phone.tap(phone.button("Use mine"))
    wait_until_counted(phone, "Ana + Iñaki: 9")
    assert bids(phone) == [9]


@pytest.mark.left_to_soak
def test_a_mended_name_meanwhile_stops_no_deal(table: Table) -> None:
    phone = table.start("kani")
    other = table.phone()
    phone.enter()
    other.page.goto(f"{table.sheet}/names")
    other.page.locator("input[type=text]").first.fill("Anna")
    other.page.get_by_role("button").filter(has_text="Save").or_(
        other.page.locator("main button.main")
    ).first.tap()
    deal(phone, "9", "Ana", "Iñaki")
    phone.wait_until_saved()
    assert bids(phone) == [9]


@pytest.mark.left_to_soak
def test_what_waits_covers_nothing_of_the_sheet(table: Table) -> None:
    phone = table.start("kani")
    for bid in ("7", "8", "9"):
        phone.enter()
        deal(phone, bid, "Ana", "Iñaki")
        phone.wait_until_saved()
    phone.enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    phone.page.goto(table.sheet)
    waiting = phone.page.locator("#outbox")
    expect(waiting).to_be_visible()
    for place in ("0", "document.querySelector('.act').offsetTop - innerHeight / 2"):
        phone.page.evaluate(f"scrollTo(0, {place})")
        in_sight(waiting)
        in_sight(phone.button("Record a deal"))
    phone.tap(phone.button("Record a deal"))
    phone.page.wait_for_url("**/record/deal")


def read_by_everybody(phone: Phone) -> None:
    """The colours of the page can be read in light, in dark, and where the system chooses them."""
    for theme, forced in (("light", "none"), ("dark", "none"), ("light", "active")):
        phone.page.emulate_media(color_scheme=theme, forced_colors=forced, reduced_motion="reduce")  # type: ignore[arg-type]
        assert hindrances(phone.page, COLOURS) == [], f"{theme}, forced colours {forced}"
    phone.page.emulate_media(color_scheme="light", forced_colors="none")


def test_a_deal_that_the_server_refused_can_be_read(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.cut()
    phone.pill("Bid", "8")
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    phone.mend()
    refusal = phone.page.locator("#outbox .refusal")
    expect(refusal).to_contain_text("Not saved yet")
    open_outbox(phone)
    expect(phone.page.get_by_role("button", name="Put it right")).to_be_visible()
    read_by_everybody(phone)
    felt = refusal.evaluate("one => getComputedStyle(one).backgroundColor")
    assert felt == "rgba(0, 0, 0, 0)", "it stands on paper, in no frame"
    phone.open_sheet()
    expect(refusal).to_contain_text("Not saved yet")
    open_outbox(phone)
    expect(phone.page.get_by_role("button", name="Put it right")).to_be_visible()
    read_by_everybody(phone)


PLACES = """() => [...document.querySelectorAll("#form :is(label.key, button), #form .says")]
  .filter((one) => one.checkVisibility()).map((one) => [one.className, Math.round(one.getBoundingClientRect().y)])
  .concat([["page", document.documentElement.scrollHeight]])"""
"""Where every key of a deal stands, and how high the page is."""


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", ["belot", "kani"])
def test_the_network_that_goes_and_what_waits_move_no_key(table: Table, game: str) -> None:
    phone = table.start(game, ("Ana", "Þórdís", "Iñaki", "Георги")).enter()
    phone.status("Kept on the server as you enter it")
    before = phone.page.evaluate(PLACES)
    assert before[-1] == ["page", 640]
    felt = phone.page.locator("h1.deal")
    expect(felt).not_to_contain_text("no network", use_inner_text=True)
    phone.context.set_offline(True)
    expect(felt).to_contain_text("no network", use_inner_text=True)
    assert phone.page.evaluate(PLACES) == before
    summary = phone.page.locator("#outbox summary")
    for number in (1, 2):
        phone.tap(phone.page.locator("label.key:has([value=hearts]), label.key:has([name=bid][value='9'])"))
        phone.tap(phone.button("Save"))
        expect(summary).to_have_text(f"waiting: {number}")
        in_sight(summary)
        assert phone.page.evaluate(PLACES) == before
    open_outbox(phone)
    in_sight(phone.page.locator("#outbox ol > li").first)
    assert phone.page.evaluate(PLACES) == before
    open_outbox(phone)
    phone.context.set_offline(False)
    expect(summary).to_have_text("to decide: 1")
    expect(felt).not_to_contain_text("no network", use_inner_text=True)
    assert phone.page.evaluate(PLACES) == before


@pytest.mark.left_to_soak
def test_a_refused_deal_covers_no_rematch(table: Table) -> None:
    won = {"kind": "deal", "bid": 12, "declarer": 0, "partner": 2, "tricks": 12}
    phone, other = table.start("kani", entries=[won], target=10).enter(), table.phone().enter()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    deal(other, "12", "Ana", "Георги")
    other.wait_until_saved()
    phone.mend()
    expect(phone.page.locator("#outbox summary")).to_have_text("to decide: 1")
    phone.open_sheet()
    summary = phone.page.locator("#outbox summary")
    expect(summary).to_have_text("to decide: 1")
    in_sight(summary)
    in_sight(phone.button("Rematch, same seats"))
    open_outbox(phone)
    in_sight(phone.button("Discard mine"))


def keep_while_bjorn_leaves(table: Table) -> tuple[Phone, Locator]:
    """A deal of four players that waits on a phone for a person; what is asked of it."""
    phone = table.start("kinaskak", language="en")
    other = table.phone()
    phone.page.goto(f"{table.sheet}/record/deal?form=points")
    phone.cut()
    for number, points in enumerate(("0", "15", "25", "35")):
        phone.tap(phone.page.locator(f".line[data-seat='{number}'] .who"))
        phone.page.locator(f"#points-{number}").fill(points)
    phone.tap(phone.button("Save"))
    panel = phone.page.locator("#outbox ol > li")
    expect(panel).to_have_count(1)
    other.page.goto(f"{table.sheet}/record/players?form=leaves")
    other.pill("Who leaves", "Björn")
    other.save()
    phone.mend()
    expect(panel).to_contain_text("Björn leaves")
    open_outbox(phone)
    expect(panel).to_contain_text("15 was entered for a player who left.")
    assert [entry["kind"] for entry in phone.entries()] == ["players"]
    return phone, panel


def test_a_deal_that_was_kept_while_a_player_left_is_put_right_for_those_who_play(table: Table) -> None:
    phone, panel = keep_while_bjorn_leaves(table)
    expect(phone.page.locator(".line")).to_have_count(3)  # the page shows who plays
    phone.tap(panel.get_by_role("button", name="Put it right"))
    for number, points in ((0, "0"), (2, "25"), (3, "35")):
        expect(phone.page.locator(f'[name="hands-{number}"]')).to_have_value(points)
    phone.tap(phone.button("Save"))
    soon(phone.page, lambda: len(phone.entries()) == 2, "not recorded", phone.entries)
    assert phone.entries()[1]["hands"] == [0, None, 25, 35]
    assert phone.wrong == []


def test_a_deal_that_was_kept_while_a_player_left_is_recorded_before_that(table: Table) -> None:
    phone, panel = keep_while_bjorn_leaves(table)
    phone.tap(panel.get_by_role("button", name="Record mine too"))
    soon(phone.page, lambda: len(phone.entries()) == 2, "not recorded", phone.entries)
    assert [entry.get("hands") for entry in phone.entries()] == [[0, 15, 25, 35], None]
    assert phone.wrong == []


def test_a_deal_that_was_kept_while_seats_were_put_right_is_of_its_seats_and_the_phone_says_so(
    table: Table,
) -> None:
    phone, other = table.start("kani").enter(), table.phone()
    phone.cut()
    deal(phone, "9", "Ana", "Iñaki")
    other.page.goto(f"{table.sheet}/seats")
    for seat, name in ((1, "Þórdís"), (2, "Ana")):
        other.page.get_by_label(f"Seat {seat}").select_option(name)
    other.tap(other.button("Save"))
    other.wait_until_saved()
    phone.mend()
    waiting = phone.page.locator("#outbox ol > li")
    expect(waiting).to_contain_text("Yours, not counted: 9 by Þórdís with Iñaki")
    expect(waiting).to_contain_text("what was recorded for a seat goes to the player who sits there")
    open_outbox(phone)
    phone.tap(waiting.get_by_role("button", name="Record mine too"))
    wait_until_counted(phone, "Þórdís + Iñaki: 9")
    assert [(entry["declarer"], entry["partner"]) for entry in phone.entries()] == [(0, 2)]
    assert phone.wrong == []


def test_deals_that_were_kept_while_a_player_sat_down_are_of_those_who_played_them(table: Table) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    phone.cut()
    waiting = phone.page.locator("#outbox ol > li")
    for number, bid in enumerate(("9", "10"), 1):
        deal(phone, bid, "Ana", "Iñaki")
        expect(waiting).to_have_count(number)
    deal(other, "8", "Þórdís", "Георги")
    other.wait_until_saved()
    other.page.goto(f"{table.sheet}/record/players")
    other.pill("Whose place it was", "Ana")
    other.page.get_by_label("Who sits there from here on").fill("Zoe")
    other.save()
    phone.mend()
    expect(waiting.first).to_contain_text("Yours, not counted: 9 by Ana with Iñaki")
    expect(waiting.first).to_contain_text("Recorded, it goes before: Zoe")
    open_outbox(phone)
    phone.tap(waiting.first.get_by_role("button", name="Record mine too"))
    wait_until_counted(phone, "Ana + Iñaki: 10 · 10 tricks taken")
    assert [entry.get("bid", entry.get("name")) for entry in phone.entries()] == [8, 9, 10, "Zoe"]
    assert phone.wrong == []
