"""Entering a deal by taps, on one phone and on four at once."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Phone as Looking
from tests.browser.entry.screens import digits, trump
from tests.browser.entry_table import DRAFT, HOSTS, NAMES, RECORD, ROOM, Phone, Table
from tests.browser.looking import at_one_moment, load_anew, soon
from tests.soak import in_soak, in_turn

MOST = ("most-cards", "most-golds", "most-sevens", "seven_of_golds")
ONE_LINE = 50
"""Pixels: a line with keys in it."""
PLACES = """() => [...document.querySelectorAll("#form :is(label, button)")]
  .filter((one) => one.checkVisibility() && !one.closest(".says, .notices"))
  .map((one) => { const { x, y } = one.getBoundingClientRect(); return [Math.round(x), Math.round(y)]; })"""


def places(phone: Phone) -> Any:
    """Where the keys of the page stand."""
    return phone.page.evaluate(PLACES)


def hand(phone: Phone, seat: int) -> Any:
    """The line of one player, whose hand is counted now."""
    player = phone.page.locator(f".line[data-seat='{seat}']")
    if "chosen" not in (player.get_attribute("class") or ""):
        phone.tap(player.locator(".who"))
    return player


def card(phone: Phone, name: str) -> Locator:
    """The key of a class of cards."""
    return phone.page.locator(f"[data-class='{name}']")


def test_an_ordinary_deal_of_kani_takes_nine_taps_at_most(table: Table) -> None:
    phone = table.start("kani").open_sheet()
    phone.taps = 0
    phone.tap(phone.button("Record a deal"))
    phone.pill("Bid", "9")
    phone.pill("Declarer", "Ana")
    trump(phone, "hearts", "K")
    phone.pill("Partner", "Iñaki")
    phone.tap(phone.button("10 tricks"))
    expect(phone.page.locator("#entry-preview")).to_contain_text("10 tricks taken: made")
    phone.save()
    assert phone.taps <= 9
    assert phone.entries() == [
        {
            "kind": "deal",
            "bid": 9,
            "declarer": 0,
            "trump": "hearts",
            "called": "KH",
            "partner": 2,
            "tricks": 10,
        }
    ]
    assert phone.wrong == []


def test_a_page_that_was_frozen_while_the_phone_rang_goes_on_where_it_was(table: Table) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    phone.pill("Bid", "8")
    devtools = phone.context.new_cdp_session(phone.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    other.pill("Declarer", "Þórdís")
    other.wait_until_kept()
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(phone.page.locator("input[name=declarer]:checked")).to_have_value("1")
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("8")
    expect(other.page.locator("input[name=bid]:checked")).to_have_value("8")


def test_a_browser_that_was_ended_in_the_middle_of_typing_has_the_digits_when_it_comes_back(
    table: Table,
) -> None:
    phone = table.start("kinaskak").enter()
    phone.tap(hand(phone, 1).locator("[data-points]"))
    phone.page.keyboard.type("40+2")
    phone.page.close(run_before_unload=False)
    phone.page = phone.context.new_page()
    phone.enter()
    expect(phone.page.locator("#points-1")).to_have_value("40+2")


def test_a_deal_waits_half_entered_through_a_reload_and_a_rotation(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.pill("Bid", "8")
    phone.pill("Declarer", "Þórdís")
    load_anew(phone.page)
    phone.page.set_viewport_size({"width": 640, "height": 360})
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("8")
    expect(phone.page.locator("input[name=declarer]:checked")).to_have_value("1")
    other = table.phone().enter()
    expect(other.page.locator("input[name=bid]:checked")).to_have_value("8")
    other.pill("Partner", "Георги")
    other.tap(other.button("6 tricks"))
    other.wait_until_kept()
    expect(phone.page.locator("input[name=tricks]")).to_have_value("6")
    expect(phone.page.locator("#form")).to_have_attribute("data-complete", "")
    phone.save()
    assert phone.entries() == [{"kind": "deal", "bid": 8, "declarer": 1, "partner": 3, "tricks": 6}]


def sits(phone: Phone, name: str) -> None:
    """Say who holds this phone, then open the page for the deal."""
    phone.page.goto(f"{phone.sheet}/phone")
    phone.tap(phone.button(name))
    phone.page.wait_for_url(lambda url: not url.endswith("/phone"))
    phone.page.wait_for_load_state()
    phone.enter()


@pytest.mark.soak
@pytest.mark.parametrize("table", in_soak(HOSTS, (ROOM,)), indirect=True)
def test_four_phones_enter_their_own_hands_and_one_deal_is_recorded(table: Table) -> None:
    phones = [table.start("kinaskak")]
    phones += [table.phone() for _seat in range(3)]
    for seat, phone in enumerate(phones):
        sits(phone, NAMES["kinaskak"][seat])
        expect(phone.page.locator(".line.chosen")).to_have_attribute("data-seat", str(seat))
    phones[1].tap(phones[1].page.locator("[data-out]"))
    for name in ("jokers", "low"):
        phones[0].tap(card(phones[0], name))
    phones[0].tap(phones[0].page.locator("[data-buy]"))
    digits(phones[2], "25")
    for phone in phones[:3]:
        phone.wait_until_kept()
    marks = phones[3].page.locator(".line[data-state='in'], .line[data-state='out']")
    expect(marks).to_have_count(3)
    theirs = phones[3].page.locator(".line[data-seat='0']")
    expect(theirs.locator("[data-points]")).to_have_attribute("placeholder", "55")
    expect(theirs.locator(".known")).to_have_text("2–9 ★ · 1 buy · counted on their own phone")
    expect(phones[3].page.locator(".line.chosen")).to_have_attribute("data-seat", "3")
    expect(phones[3].page.locator("#entry-preview")).to_contain_text("Still missing: Left in each hand: Jón")
    phones[3].tap(card(phones[3], "aces"))
    for phone in phones:
        expect(phone.page.locator("#entry-preview")).to_contain_text("Guðrún +25")
        expect(phone.page.locator(".conflict")).to_have_count(0)
    assert in_progress(phones[3]) == {
        "hands.0": "Anna",
        "buys.0": "Anna",
        "hands.1": "Björn",
        "hands.2": "Guðrún",
        "hands.3": "Jón",
    }
    save_at_once(phones[2:])
    for phone in phones[2:]:
        phone.wait_until_saved()
    for phone in phones[:2]:
        expect(phone.page.locator(".late")).to_contain_text("This deal is recorded already")
        expect(phone.button("Save")).to_be_hidden()
    entry = {
        "kind": "deal",
        "hands": [{"jokers": 1, "low": 1}, 0, 25, {"aces": 1}],
        "buys": [1, None, None, None],
    }
    assert phones[0].entries() == [entry]
    phones[0].page.goto(f"{table.sheet}/row/2")
    for words in ("Anna entered Left in each hand: Anna, Buys: Anna.", "Jón entered Left in each hand: Jón."):
        expect(phones[0].page.locator(".history")).to_contain_text(words)
    assert [phone.wrong for phone in phones] == [[]] * 4


def save_at_once(phones: list[Phone]) -> None:
    """Each has tapped before the server hears of any."""
    held: list[Route] = []
    for phone in phones:
        phone.page.route(RECORD, lambda route: held.append(route))
        with phone.page.expect_request(RECORD):
            phone.tap(phone.button("Save"))
    for route in held:
        route.continue_()


def in_progress(phone: Phone) -> dict[str, str]:
    """Who entered which part of the deal in progress, as the server tells it."""
    address = phone.sheet.replace(ROOM, "127.0.0.1") + "/draft.json"
    parts = phone.context.request.get(address).json()["parts"]
    return {name: part["who"] for name, part in parts.items() if part["filled"]}


def test_digits_of_a_hand_outlive_other_phones_and_a_reload(table: Table) -> None:
    phone, other = table.start("kinaskak").enter(), table.phone().enter()
    box = hand(phone, 2).locator("[data-points]")
    phone.tap(box)
    phone.page.keyboard.type("12+1")
    other.tap(other.page.locator("[data-out]"))
    other.wait_until_kept()
    expect(phone.page.locator(".line[data-seat='0']")).to_have_attribute("data-state", "out")
    expect(box).to_have_value("12+1")
    phone.tap(phone.page.locator("[data-buy]"))
    expect(box).to_have_value("12+1")
    load_anew(phone.page)
    expect(box).to_have_value("12+1")
    phone.tap(box)
    phone.page.keyboard.type("+12")
    for seat, typed in ((1, "20"), (3, "30")):
        hand(phone, seat)
        digits(phone, typed)
    phone.save()
    assert phone.entries() == [{"kind": "deal", "hands": [0, 20, 25, 30], "buys": [None, None, 1, None]}]
    assert phone.wrong == other.wrong == []


def test_every_quick_tap_on_a_counter_counts_and_two_on_save_are_one(table: Table) -> None:
    phone = table.start("kinaskak")
    phone.page.clock.install()
    phone.enter()
    hand(phone, 1)
    tap_quickly(phone, phone.page.locator("[data-buy]"), 6)
    expect(phone.page.locator("input[name='buys-1']")).to_have_value("6")
    tap_quickly(phone, phone.page.locator("[data-less]"), 2)
    expect(phone.page.locator("input[name='buys-1']")).to_have_value("4")
    hand(phone, 2)
    tap_quickly(phone, card(phone, "low"), 5)
    expect(phone.page.locator("input[name='hands-2']")).to_have_value("low=5")
    tap_quickly(phone, phone.page.locator(".line[data-seat='0'] .who"), 3)
    expect(phone.page.locator(".line.chosen")).to_have_attribute("data-seat", "0")
    digits(phone, "47")
    hand(phone, 1)
    digits(phone, "10")
    hand(phone, 3)
    digits(phone, "110")
    expect(phone.page.locator("input[name='hands-3']")).to_have_value("110")
    sent: list[str] = []
    phone.page.on("request", lambda one: sent.append(one.url) if RECORD.search(one.url) else None)
    phone.page.evaluate("scrollTo(0, 0)")
    where = phone.button("Save").bounding_box()
    assert where is not None
    with at_one_moment(phone.page):
        for _time in range(2):
            phone.page.touchscreen.tap(where["x"] + 20, where["y"] + 20)
        expect(phone.page.locator("button.once")).to_have_text("Save")
    expect(phone.page.locator("button.once")).to_have_count(0)
    expect(phone.page.locator("#entry-notices .problem")).to_be_visible()
    assert len(sent) == 1


def tap_quickly(phone: Phone, found: Locator, times: int) -> None:
    """Tap a control several times as fast as a finger can, without a look in between."""
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None
    with at_one_moment(phone.page):
        for _time in range(times):
            phone.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)


def test_the_first_entry_stands_until_a_player_chooses(table: Table) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    phone.cut()
    phone.pill("Bid", "9")
    phone.status("No network: kept on this phone, sent later")
    before = places(phone)
    other.pill("Bid", "8")
    other.wait_until_kept()
    phone.mend()
    conflict = phone.page.locator(".conflict")
    expect(conflict).to_contain_text("You entered: Bid 9")
    expect(conflict).to_contain_text("It stands now: Bid 8")
    box = conflict.bounding_box()
    assert box["height"] <= ONE_LINE
    assert places(phone) == before, "a line about another phone moves no key and covers none"
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("8")
    phone.tap(phone.button("Use mine"))
    expect(other.page.locator("input[name=bid]:checked")).to_have_value("9")


def test_what_no_finger_touched_is_asked_of_no_one(table: Table) -> None:
    """One phone, without network, taps who had the golds; the other counts two escobas meanwhile."""
    phone, other = table.start("escoba", ("Ane", "Jon")).enter(), table.phone().enter()
    phone.cut()
    most = {name: phone.page.locator(f'label:has(input[name="{name}"][value="0"])') for name in MOST}
    phone.tap(most["most-golds"])
    phone.status("No network: kept on this phone, sent later")
    for _time in range(2):
        other.tap(other.page.locator('[aria-controls="escobas-1"].plus'))
    other.wait_until_kept()
    phone.mend()
    expect(phone.page.locator('input[name="escobas-1"]')).to_have_value("2")
    phone.wait_until_kept()
    expect(phone.page.locator(".conflict")).to_have_count(0)
    expect(other.page.locator('input[name="most-golds"]:checked')).to_have_value("0")
    assert set(in_progress(phone)) == {"most.golds", "escobas.1"}
    for name in ("most-cards", "most-sevens", "seven_of_golds"):
        phone.tap(most[name])
    phone.save()
    assert phone.entries()[0]["escobas"] == [0, 2]


def test_a_hand_that_comes_after_its_deal_corrects_it_in_one_tap(table: Table) -> None:
    phone, other = table.start("kinaskak").enter(), table.phone().enter()
    phone.cut()
    hand(phone, 1)
    phone.tap(card(phone, "jokers"))
    phone.status("No network: kept on this phone, sent later")
    for seat, points in enumerate(("", "25", "30", "40")):
        hand(other, seat)
        if points:
            digits(other, points)
        else:
            other.tap(other.page.locator("[data-out]"))
    other.save()
    before = places(phone)
    phone.mend()
    late = phone.page.locator(".late")
    expect(late).to_contain_text("On the sheet: Björn: 25")
    expect(late).to_contain_text("It is still on this phone: Björn: ★ 50 = 50")
    assert places(phone) == before, "what comes up moves no key"
    phone.tap(phone.button("Correct it with mine"))
    phone.wait_until_saved()
    assert phone.entries() == [{"kind": "deal", "hands": [0, {"jokers": 1}, 30, 40]}]
    phone.enter()
    held = "JSON.stringify(localStorage)"
    soon(phone.page, lambda: "jokers" not in phone.page.evaluate(held), "it is still asked about a hand")
    expect(phone.page.locator(".late")).to_have_count(0)


def test_a_phone_that_did_not_hear_that_it_wrote_is_not_in_its_own_way(table: Table) -> None:
    """The answer is lost, as it is when a page is left at once; what is tapped after it is newer."""
    phone = table.start("kani").enter()
    lost: list[str] = []

    def lose_one_answer(route: Route) -> None:
        if lost:
            return route.continue_()
        route.fetch(url=route.request.url.replace(ROOM, "127.0.0.1"))
        lost.append(route.request.post_data or "")
        return route.abort("connectionreset")

    phone.context.route(DRAFT, lose_one_answer)
    phone.pill("Bid", "9")
    soon(phone.page, lambda: lost, "no part was sent")
    phone.pill("Bid", "8")
    phone.wait_until_kept()
    expect(phone.page.locator(".conflict")).to_have_count(0)
    expect(phone.page.locator("input[name=bid]:checked")).to_have_value("8")
    other = table.phone().enter()
    expect(other.page.locator("input[name=bid]:checked")).to_have_value("8")


def test_the_slower_phone_sees_what_the_first_recorded_and_chooses(table: Table) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    for group, words in (("Bid", "7"), ("Declarer", "Ana"), ("Partner", "Георги")):
        phone.pill(group, words)
    phone.tap(phone.button("9 tricks"))
    phone.save()
    other.pill("Bid", "11")
    late = other.page.locator(".late")
    expect(late).to_contain_text("7 by Ana with Георги")
    expect(late).to_contain_text("It is still on this phone: Bid 11")
    expect(other.button("Save")).to_be_hidden()
    other.tap(other.button("It belongs to the next deal"))
    expect(other.page.locator("input[name=bid]:checked")).to_have_value("11")
    other.wait_until_kept()
    assert [entry["bid"] for entry in phone.entries()] == [7]


def test_a_late_part_is_not_lost(table: Table) -> None:
    phone, other = table.start("kani").enter(), table.phone().enter()
    phone.cut()
    trump(phone, "spades")
    phone.status("No network: kept on this phone, sent later")
    for group, words in (("Bid", "7"), ("Declarer", "Ana"), ("Partner", "Георги")):
        other.pill(group, words)
    other.tap(other.button("made"))
    other.save()
    phone.mend()
    late = phone.page.locator(".late")
    expect(late).to_contain_text("7 by Ana with Георги")
    expect(late).to_contain_text("It is still on this phone: Trump ♠ spades")
    load_anew(phone.page)
    late = phone.page.locator(".late")
    expect(late).to_contain_text("It is still on this phone: Trump ♠ spades")
    phone.tap(phone.button("It belongs to the next deal"))
    phone.wait_until_kept()
    expect(phone.page.locator("input[name=trump]:checked")).to_have_value("spades")
    assert len(phone.entries()) == 1


def test_chips_show_who_pays_whom(table: Table) -> None:
    phone = table.phone()
    phone.page.goto(f"{table.address}/start/kani?players=4")
    phone.page.locator("summary", has_text="House rules").click()
    phone.page.get_by_role("radio", name="the losing side also pays, in chips").check()
    phone.tap(phone.button("Start"))
    phone.tap(phone.button("Record a deal"))
    for group, words in (("Bid", "9"), ("Declarer", "Player 1"), ("Partner", "Player 3")):
        phone.pill(group, words)
    phone.tap(phone.button("made"))
    expect(phone.page.locator(".chips")).to_contain_text("Player 2 pays Player 1: 9")


@pytest.mark.parametrize("game", NAMES)
def test_without_javascript_every_input_is_there(table: Table, game: str) -> None:
    table.start(game)
    phone = table.phone(java_script_enabled=False).enter()
    inputs = {"kani": ("tricks", "called"), "kinaskak": ("hands-0", "buys-3")}[game]
    for name in inputs:
        found = phone.page.locator(f"input[name='{name}']")
        if not found.is_visible():
            found.locator("xpath=ancestor::details").locator("summary").first.tap()
        expect(found).to_be_visible()
    expect(phone.page.locator(".scripted:visible")).to_have_count(0)


@pytest.mark.left_to_soak
@pytest.mark.parametrize("game", NAMES)
def test_the_screens_are_seen_in_both_themes_and_all_languages(phone: Looking, game: str) -> None:
    phone.name = f"entry-{game}"
    phone.open(f"/start/{game}?players={len(NAMES[game])}")
    for seat, name in enumerate(NAMES[game], 1):
        phone.write(f"Name at seat {seat}", name)
    phone.tap("Start")
    phone.tap("Record a deal")
    page = phone.page
    page.locator("#entry-preview").get_by_text("Still missing").wait_for()
    phone.look("blank")
    if game == "kani":
        for group, words in (("Bid", "9"), ("Declarer", "Ana"), ("Partner", "Iñaki")):
            phone.choose(group, words)
        page.get_by_role("button", name="made", exact=True).click()
    else:
        page.locator("[data-out]").click()
        for _seat in (1, 2, 3):
            page.locator("[data-next]").click()
            page.locator("[data-class='tens']").click()
    page.locator("#entry-preview .line").wait_for()
    phone.look("filled")
    for code in in_turn(("bg", "is", "eu", "es"), list(NAMES).index(game), len(NAMES)):
        expect(page.locator("#entry-status")).to_have_attribute("data-shown", "kept")
        page.locator("[data-drawer]").click()
        page.locator("dialog summary:has(+ .languages)").click()
        page.locator(f"dialog [lang={code}]").click()
        page.wait_for_url(f"**lang={code}**")
        page.locator("#entry-preview .line").wait_for()
        phone.look(code, ())
    assert phone.refused == []
