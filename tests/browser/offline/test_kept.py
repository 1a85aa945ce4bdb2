"""A deal that the phone shows as kept arrives once and in its place, also with deals saved after it."""

import json
from itertools import islice, product
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.entry.screens import PUT
from tests.browser.entry_table import HOSTS, RECORD, ROOM, Phone, Table
from tests.browser.looking import load_anew, soon
from tests.soak import in_soak

FAR = 9999
"""Points to win that no side reaches here."""
PART = "**/draft/part"
TWICE = 400
"""Milliseconds after which a second tap on Save is meant."""
SLOW = 6_000
"""Milliseconds that no hand waits for an answer; they pass by the page's own clock."""


class Deal(NamedTuple):
    """A deal of Kani; no two are alike."""

    bid: int
    declarer: int
    partner: int

    def entry(self) -> dict[str, Any]:
        return {
            "kind": "deal",
            "bid": self.bid,
            "declarer": self.declarer,
            "partner": self.partner,
            "tricks": self.bid,
        }


def deals(number: int) -> list[Deal]:
    every = product((7, 8, 9, 10), ((0, 2), (1, 3), (2, 0), (3, 1)))
    return [Deal(bid, *players) for bid, players in islice(every, number)]


def enter(phone: Phone, deal: Deal) -> None:
    """Enter who plays what at once, as soon as the screen takes it; tap how it ended."""
    phone.page.wait_for_load_state()
    values = {"bid": str(deal.bid), "declarer": str(deal.declarer), "partner": str(deal.partner)}
    phone.page.locator("#form:not([data-busy])").evaluate(f"(_form, given) => ({PUT})(given)", values)
    phone.tap(phone.button("made"))


def save(phone: Phone, *given: Deal) -> None:
    """Enter deals and save each, without a look at what the page says."""
    for deal in given:
        enter(phone, deal)
        phone.tap(phone.button("Save"))


def open_two_pages(phone: Phone) -> tuple[Page, Page]:
    """The page of the next deal in two tabs of one phone, which looks at the second."""
    pages = phone.page, phone.context.new_page()
    for page in pages:
        phone.watch(page)
        phone.enter()
    return pages


def find_waiting(phone: Phone) -> Locator:
    return phone.page.locator("#outbox ol > li")


def wait_until_sent(phone: Phone) -> None:
    """Wait until no deal waits on the phone any more."""
    waiting = find_waiting(phone)
    soon(phone.page, lambda: waiting.count() == 0, "still on the phone:", waiting.all_inner_texts)


def check_arrived(phone: Phone, given: list[Deal]) -> None:
    """Wait until nothing waits any more; every deal is on the sheet once, in the order in which it was saved."""
    wait_until_sent(phone)
    assert phone.entries() == [deal.entry() for deal in given]
    assert phone.wrong == []


@pytest.mark.soak
@pytest.mark.parametrize("number", in_soak([3, 10], [10]))
def test_every_deal_saved_without_network_arrives(table: Table, number: int) -> None:
    phone = table.start("kani", target=FAR).enter()
    phone.cut()
    given = deals(number)
    save(phone, *given)
    expect(find_waiting(phone)).to_have_count(number)
    phone.mend()
    check_arrived(phone, given)


@pytest.mark.left_to_soak
@pytest.mark.parametrize("number", in_soak([3, 14], [14]))
def test_every_deal_arrives_that_was_saved_while_the_phone_knew_that_it_is_offline(
    table: Table, number: int
) -> None:
    phone = table.start("kani", target=FAR).enter()
    phone.context.set_offline(True)
    given = deals(number)
    save(phone, *given)
    expect(find_waiting(phone)).to_have_count(number)
    phone.context.set_offline(False)
    check_arrived(phone, given)
    enter(phone, Deal(10, 0, 2))
    phone.wait_until_kept()


@pytest.mark.left_to_soak
@pytest.mark.parametrize("closed", [False, True], ids=["reloaded", "closed"])
def test_a_page_that_is_loaded_anew_between_two_deals_goes_on_after_those_that_wait(
    table: Table, closed: bool
) -> None:
    phone = table.start("kani", target=FAR).enter()
    phone.cut()
    given = deals(6)
    for number in (0, 2, 4):
        save(phone, *given[number : number + 2])
        expect(find_waiting(phone)).to_have_count(number + 2)
        if closed:
            phone.another_page()
        phone.enter()
        expect(find_waiting(phone)).to_have_count(number + 2)
    phone.mend()
    check_arrived(phone, given)


def let_through(phone: Phone, number: int) -> None:
    """So many deals reach the server; then the network is gone."""
    sent: list[Route] = []

    def pass_on(route: Route) -> None:
        sent.append(route)
        route.continue_() if len(sent) <= number else route.abort("internetdisconnected")

    phone.page.route(RECORD, pass_on)


@pytest.mark.left_to_soak
@pytest.mark.parametrize("table", HOSTS[:1], indirect=True)
@pytest.mark.parametrize("sent", [1, 3], ids=["the first", "all"])
def test_a_page_from_before_its_deal_was_sent_goes_on_with_the_deal_that_is_begun(
    table: Table, sent: int
) -> None:
    table.start("kani", target=FAR)
    phone = table.phone(service_workers="block")
    kept = phone.page.goto(f"{phone.sheet}/record/deal")
    page = kept.text()
    phone.cut()
    given = deals(4)
    save(phone, *given[:3])
    phone.pill("Bid", str(given[3].bid))
    phone.page.goto("about:blank")
    phone.mend()
    let_through(phone, sent)
    phone.page.goto(phone.sheet)
    expect(find_waiting(phone)).to_have_count(3 - sent)
    phone.page.goto("about:blank")
    phone.page.unroute(RECORD)
    phone.cut()
    phone.page.route("**/record/deal", lambda route: route.fulfill(body=page, content_type="text/html"))
    phone.enter()
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value(str(given[3].bid))
    phone.mend()
    check_arrived(phone, given[:3])
    expect(phone.page.locator("#form")).to_have_attribute("data-seen", "4")  # it has heard of them
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value(str(given[3].bid))
    save(phone, given[3])
    phone.wait_until_saved()
    assert phone.entries() == [deal.entry() for deal in given]


def test_a_network_that_dies_while_a_deal_is_on_its_way_loses_none_and_doubles_none(table: Table) -> None:
    phone = table.start("kani", target=FAR).enter()

    def lose(route: Route) -> None:
        phone.cut()  # first: a page that asks how things stand would hear that the deal is recorded
        route.fetch(url=route.request.url.replace(ROOM, "127.0.0.1"))
        route.abort("connectionreset")

    phone.page.route(RECORD, lose, times=1)
    given = deals(4)
    save(phone, *given)
    expect(find_waiting(phone)).to_have_count(4)
    phone.mend()
    check_arrived(phone, given)


def hold_first(phone: Phone, address: str) -> list[Route]:
    """The first request to an address, which waits until the test lets it go."""
    held: list[Route] = []
    phone.page.route(address, lambda route: route.continue_() if held else held.append(route))
    return held


def test_a_deal_that_the_server_is_slow_to_take_is_followed_by_those_saved_meanwhile(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    phone.page.clock.install()
    phone.enter()
    held = hold_first(phone, RECORD)
    given = deals(3)
    save(phone, given[0])
    phone.page.clock.run_for(SLOW)
    save(phone, *given[1:])
    expect(find_waiting(phone)).to_have_count(3)
    assert phone.entries() == []
    held[0].continue_()
    check_arrived(phone, given)


def test_a_part_that_the_server_is_slow_to_take_leads_the_next_deal_nowhere(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    phone.page.clock.install()
    phone.enter()
    parts, deal = hold_first(phone, PART), hold_first(phone, RECORD)
    given = deals(2)
    enter(phone, given[0])
    soon(phone.page, lambda: parts, "no part is on its way")
    phone.tap(phone.button("Save"))
    phone.page.clock.run_for(SLOW)
    enter(phone, given[1])
    with phone.page.expect_response(PART):
        parts[0].continue_()
    phone.tap(phone.button("Save"))
    expect(find_waiting(phone)).to_have_count(2)
    deal[0].continue_()
    check_arrived(phone, given)


@pytest.mark.left_to_soak
def test_a_player_who_waits_for_a_slow_server_comes_to_the_sheet(table: Table) -> None:
    phone = table.start("kani")
    phone.page.clock.install()
    phone.enter()
    held = hold_first(phone, RECORD)
    save(phone, *deals(1))
    phone.page.clock.run_for(SLOW)
    expect(find_waiting(phone)).to_have_count(1)
    held[0].continue_()
    phone.wait_until_saved()
    assert phone.entries() == [deals(1)[0].entry()]


def test_impatient_taps_on_save_make_one_deal(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    phone.page.clock.install()
    phone.enter()
    held = hold_first(phone, RECORD)
    enter(phone, deals(1)[0])
    where = phone.button("Save").bounding_box()
    assert where is not None
    for _time in range(8):
        phone.page.touchscreen.tap(where["x"] + 100, where["y"] + 20)
        phone.page.clock.run_for(SLOW // 8)
    expect(find_waiting(phone)).to_have_count(1)
    held[0].abort("connectionreset")
    check_arrived(phone, deals(1))


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("table", HOSTS, indirect=True)
def test_two_pages_of_one_phone_take_no_deal_from_each_other(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    first, second = open_two_pages(phone)
    given = deals(6)
    phone.cut()
    for number, deal in enumerate(given):
        phone.watch((first, second)[number % 2])
        phone.page.bring_to_front()
        save(phone, deal)
    for page in (first, second):
        phone.watch(page)
        expect(find_waiting(phone)).to_have_count(6)
    phone.mend()
    check_arrived(phone, given)
    phone.watch(first)
    save(phone, Deal(11, 0, 2))
    phone.wait_until_saved()
    assert phone.entries()[6:] == [Deal(11, 0, 2).entry()]


UNSENT = """(form) => {
  const kept = JSON.parse(localStorage.getItem(`scorekeeper.unsent.${form.dataset.match}`) ?? "{}");
  return Object.entries(kept[form.dataset.draft]?.parts ?? {}).map(([name, part]) => [name, ...part.inputs[name]]);
}"""
"""What is entered of the deal in progress and not sent yet."""


@pytest.mark.left_to_soak
def test_a_blank_page_of_the_same_phone_empties_nothing_that_is_entered_on_the_other(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    first, second = open_two_pages(phone)
    given = deals(6)
    phone.cut()
    second.route("**/draft.json*", lambda route: None)  # it hears nothing yet of the deal in progress
    for number, deal in enumerate(given):
        phone.watch((first, second)[number % 2])
        phone.page.bring_to_front()
        save(phone, deal)
    phone.mend()
    check_arrived(phone, given)
    form, other = first.locator("#form"), second.locator("#form")
    begun = str(in_progress(phone)["draft"])
    expect(form).to_have_attribute("data-draft", begun)
    expect(other).not_to_have_attribute("data-draft", begun)
    phone.cut()
    phone.watch(first)
    enter(phone, Deal(11, 0, 2))
    entered = [["bid", "11"], ["declarer", "0"], ["partner", "2"], ["tricks", "11"]]
    assert form.evaluate(UNSENT) == entered
    second.unroute_all(behavior="ignoreErrors")  # one that was never answered may be asked for at this moment
    phone.context.unroute("**/draft.json*")
    second.evaluate("document.dispatchEvent(new Event('scorekeeper:moved'))")
    expect(other).to_have_attribute("data-draft", begun)
    assert form.evaluate(UNSENT) == entered


def in_progress(phone: Phone) -> dict[str, Any]:
    """The deal in progress, as the server tells it."""
    address = phone.sheet.replace(ROOM, "127.0.0.1") + "/draft.json"
    found: dict[str, Any] = phone.context.request.get(address).json()
    return found


def test_what_is_half_entered_on_another_page_of_the_phone_stays_as_a_deal_is_saved(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    first, second = open_two_pages(phone)
    phone.cut()
    given = deals(2)
    enter(phone, given[1])
    phone.watch(first)
    first.bring_to_front()
    save(phone, given[0])
    expect(find_waiting(phone)).to_have_count(1)
    phone.watch(second)
    second.bring_to_front()
    expect(find_waiting(phone)).to_have_count(1)
    expect(second.locator("input[name=bid]:checked")).to_have_value(str(given[1].bid))
    phone.tap(phone.button("Save"))
    expect(find_waiting(phone)).to_have_count(2)
    phone.mend()
    check_arrived(phone, given)


def test_what_one_page_of_a_phone_sends_for_the_other_stands_on_both(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    first, second = open_two_pages(phone)
    phone.cut()
    second.route(PART, lambda route: route.abort())  # also once the others have the network again
    phone.pill("Declarer", "Ana")
    phone.watch(first)
    first.bring_to_front()
    phone.pill("Bid", "9")
    phone.mend()
    phone.wait_until_kept()
    for page in (first, second):
        expect(page.locator("input[name=bid]:checked")).to_have_value("9")
        expect(page.locator("input[name=declarer]:checked")).to_have_value("0")
        expect(page.locator(".replaced")).to_have_count(0)


def test_what_one_page_sent_for_the_other_begins_no_further_deal_there(table: Table) -> None:
    phone = table.start("kani", target=FAR)
    first, second = open_two_pages(phone)
    phone.cut()
    second.route(PART, lambda route: route.abort())
    second.route("**/draft.json*", lambda route: route.abort())
    phone.pill("Declarer", "Ana")
    phone.watch(first)
    first.bring_to_front()
    phone.pill("Partner", "Iñaki")
    phone.mend()
    phone.wait_until_kept()
    shown = second.locator("#form").get_attribute("data-draft")
    phone.pill("Bid", "9")
    phone.tap(phone.button("made"))
    phone.save()
    expect(second.locator("#form")).not_to_have_attribute("data-draft", str(shown))
    expect(second.locator("#form :checked:not([value=''])")).to_have_count(0)
    assert phone.entries() == [Deal(9, 0, 2).entry()]


FULL = """async () => {
  let text = "x".repeat(1 << 20);
  for (let number = 0; text.length; ) {
    try { localStorage.setItem(`full.${number}`, text); number += 1; } catch { text = text.slice(text.length / 2 + 1); }
  }
}"""
"""Leave no room in what the browser stores for this address."""


def test_a_phone_without_room_says_that_a_deal_is_not_kept_and_leaves_it_on_the_page(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.page.evaluate(FULL)
    phone.cut()
    given = deals(1)
    save(phone, *given)
    expect(phone.page.locator("#entry-notices")).to_contain_text("no room")
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("7")
    expect(find_waiting(phone)).to_have_count(0)
    phone.mend()
    phone.page.wait_for_timeout(TWICE)
    phone.save()
    assert phone.entries() == [given[0].entry()]


@pytest.mark.left_to_soak
def test_a_browser_that_stores_nothing_still_sends_what_is_entered(table: Table) -> None:
    phone = table.start("kani")
    phone.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };"
    )
    other = table.phone().enter()
    phone.enter()
    phone.pill("Bid", "7")
    expect(other.page.locator("input[name=bid]:checked")).to_have_value("7")
    save(phone, *deals(1))
    phone.wait_until_saved()
    assert phone.entries() == [deals(1)[0].entry()]


@pytest.mark.left_to_soak
def test_a_deal_that_waits_since_an_older_version_is_sent(table: Table) -> None:
    phone = table.start("kani", target=FAR).enter()
    form = phone.page.locator("#form")
    match, name = form.get_attribute("data-match"), form.get_attribute("data-draft") or ""
    following = (form.get_attribute("data-following") or "").split()
    old = [
        {
            "draft": draft,
            "form": form.get_attribute("data-way"),
            "seen": int(form.get_attribute("data-seen") or 0),
            "versions": {},
            "told": f"Bid {deal.bid}",
            "after": after,
            "state": "waiting",
            "at": 1,
            "tried": True,
            "inputs": {
                "bid": [str(deal.bid)],
                "declarer": [str(deal.declarer)],
                "partner": [str(deal.partner)],
                "tricks": [str(deal.bid)],
            },
        }
        for draft, after, deal in zip((name, following[0]), (None, name), deals(2), strict=True)
    ]
    phone.page.evaluate(
        "([key, value]) => localStorage.setItem(key, value)", [f"scorekeeper.outbox.{match}", json.dumps(old)]
    )
    load_anew(phone.page)
    check_arrived(phone, deals(2))


def test_a_deal_that_cannot_be_is_put_right_in_its_place(table: Table) -> None:
    phone = table.start("kani", target=FAR).enter()
    phone.cut()
    given = deals(3)
    save(phone, given[0])
    phone.pill("Bid", "8")
    phone.tap(phone.button("Save"))
    save(phone, given[2])
    expect(find_waiting(phone)).to_have_count(3)
    phone.pill("Bid", "11")
    phone.mend()
    expect(find_waiting(phone)).to_have_count(2)
    phone.tap(phone.page.locator("#outbox summary"))
    phone.tap(phone.button("Put it right"))
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("8")
    enter(phone, given[1])
    phone.tap(phone.button("Save"))
    check_arrived(phone, given)
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("11")
    phone.wait_until_kept()


@pytest.mark.parametrize("table", [ROOM], indirect=True)
def test_a_sheet_sends_what_waits_though_the_network_dies_while_it_fetches_what_sends(table: Table) -> None:
    phone = table.start("kani", target=FAR).enter()
    phone.page.context.set_offline(True)
    save(phone, *deals(1))
    expect(find_waiting(phone)).to_have_count(1)
    phone.page.goto("about:blank")
    phone.page.context.set_offline(False)
    phone.page.route("**/js/entering.js", lambda route: route.abort(), times=1)
    phone.open_sheet()
    sent = [deal.entry() for deal in deals(1)]
    soon(phone.page, lambda: phone.entries() == sent, "the deal is still on the phone:")
    assert not [one for one in phone.wrong if "import" in one]
