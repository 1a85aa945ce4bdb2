"""What the entry screens tell: refusals mended, what others changed, where it is kept; and what comes first."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.entry_screens import digits
from tests.browser.entry_table import NAMES, Phone, Table
from tests.browser.looking import look, soon

EIGHT = ("Anna", "Björn", "Guðrún", "Jón", "Þórhildur", "Sigurður", "Eyjólfur", "Kristín")
FOUR = ("Ana", "Boris", "Vera", "Георги")


def sits(phone: Phone, name: str) -> None:
    """Say who holds this phone, then open the page for the deal."""
    phone.page.goto(f"{phone.sheet}/phone")
    phone.tap(phone.button(name))
    phone.page.wait_for_url(lambda url: not url.endswith("/phone"))
    phone.enter()


def box(found: Locator) -> Any:
    """Where a thing is on the screen."""
    return found.first.bounding_box()


def summary(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f".player[data-seat='{seat}'] summary")


def type_into(phone: Phone, box: Locator, keys: str) -> None:
    """Type on our own keypad."""
    phone.tap(box)
    digits(phone, keys)
    phone.tap(phone.page.locator("[data-key='done']"))


def test_a_refusal_goes_as_soon_as_its_part_is_mended(table: Table) -> None:
    phone = table.start("kinaskak")
    phone.enter()
    phone.tap(phone.page.locator("[data-out='0']"))
    for seat, points in ((1, "47"), (2, "48"), (3, "20")):
        phone.tap(summary(phone, seat))
        type_into(phone, phone.page.locator(f".player[data-seat='{seat}'] [data-points]"), points)
    phone.tap(phone.button("Save"))
    problem = phone.page.locator("#entry-notices .problem")
    expect(problem).to_contain_text("Björn: No hand of at most 20 cards counts 47")
    expect(problem.locator("li")).to_have_count(2)
    for seat, left in ((1, 1), (2, 0)):
        phone.tap(summary(phone, seat))
        type_into(phone, phone.page.locator(f".player[data-seat='{seat}'] [data-points]"), "5")
        expect(problem.locator("li")).to_have_count(left)
    expect(problem).to_have_count(0)
    phone.tap(phone.button("Save"))
    phone.wait_until_saved()


def test_whoever_entered_something_is_told_when_another_phone_changes_it(table: Table) -> None:
    phone, other = table.start("belot", FOUR), table.phone()
    sits(other, "Boris")
    phone.enter()
    phone.pill("Contract", "hearts")
    phone.wait_until_kept()
    expect(other.page.locator("input[name=contract]:checked")).to_have_value("hearts")
    other.pill("Contract", "clubs")
    other.wait_until_kept()
    told = phone.page.locator(".replaced")
    expect(told).to_have_text("Changed on another phone: Contract ♣ clubs, Boris")
    other.pill("Declarer", "Ana")
    expect(phone.page.locator("input[name=declarer]:checked")).to_have_value("0")
    expect(told).not_to_contain_text("Declarer")
    phone.pill("Contract", "spades")
    expect(told).to_have_count(0)
    expect(other.page.locator(".replaced")).to_contain_text("spades")


def test_without_network_no_line_says_that_it_is_kept_on_the_server(table: Table) -> None:
    phone = table.start("kani")
    phone.enter()
    phone.status("Kept on the server as you enter it")
    phone.context.set_offline(True)
    phone.status("")
    for group, words in (("Bid", "9"), ("Declarer", "Ana"), ("Partner", "Iñaki")):
        phone.pill(group, words)
    phone.status("No network: kept on this phone, sent later")
    phone.tap(phone.button("made"))
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox")).to_contain_text("Only on this phone, not yet counted")
    phone.status("")
    bid = phone.page.get_by_role("group", name="Bid")
    soon(
        phone.page,
        lambda: box(bid)["y"] >= 0,
        "the next deal does not begin at its top, but",
        lambda: box(bid),
    )
    phone.context.set_offline(False)
    expect(phone.page.locator("#outbox .counted")).to_be_visible()
    phone.status("Kept on the server as you enter it")


def test_one_hand_is_open_at_a_time_and_stays_under_the_finger(table: Table) -> None:
    phone = table.start("kinaskak", EIGHT)
    phone.enter()
    phone.tap(summary(phone, 1))
    before = summary(phone, 4)
    before.evaluate("one => one.scrollIntoView({ block: 'center' })")
    was = box(before)["y"]
    phone.tap(before)
    expect(phone.page.locator(".player[open]")).to_have_count(1)
    expect(phone.page.locator(".player[open]")).to_have_attribute("data-seat", "4")
    phone.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    assert abs(box(before)["y"] - was) < 3


def test_a_hand_that_is_folded_takes_the_keypad_along(table: Table) -> None:
    phone = table.start("kinaskak")
    phone.enter()
    phone.tap(summary(phone, 1))
    phone.tap(phone.page.locator(".player[data-seat='1'] [data-points]"))
    digits(phone, "20")
    phone.tap(summary(phone, 2))
    expect(phone.page.locator("#entry-keypad")).to_be_hidden()
    expect(phone.page.locator("input[name='hands-1']")).to_have_value("20")


def test_cards_are_tapped_or_their_number_is_typed(table: Table) -> None:
    phone = table.start("kinaskak")
    phone.enter()
    phone.tap(summary(phone, 1))
    hand = phone.page.locator(".player[data-seat='1']")
    low = hand.locator("[data-count=low]")
    phone.tap(hand.locator("[data-class=aces]"))
    type_into(phone, low, "4+2")
    expect(low).to_have_value("6")
    expect(hand.locator(".worth")).to_have_text("50")
    expect(phone.page.locator("input[name='hands-1']")).to_have_value("aces=1 low=6")
    phone.tap(hand.locator("[data-class=low]"))
    expect(low).to_have_value("7")
    type_into(phone, hand.locator("[data-points]"), "30")
    expect(low).to_have_value("")
    expect(phone.page.locator("input[name='hands-1']")).to_have_value("30")


def test_on_the_phone_of_a_seat_its_own_buys_and_hand_come_first(table: Table) -> None:
    phone = table.start("kinaskak", EIGHT)
    sits(phone, "Jón")
    own, theirs = phone.page.locator("input[name='buys-3']"), phone.page.locator("input[name='buys-0']")
    expect(own).to_be_visible()
    expect(theirs).to_be_hidden()
    assert box(summary(phone, 3))["y"] < box(phone.page.locator("[data-out='0']"))["y"]
    assert box(phone.page.locator("[data-out='0']"))["y"] < box(summary(phone, 0))["y"]
    expect(phone.page.locator(".player[data-seat='3'] [data-class=low]")).to_be_visible()
    look(phone.page, "entry-kinaskak", "seat")
    phone.tap(phone.page.locator(".buys summary"))
    expect(theirs).to_be_visible()
    phone.tap(phone.page.locator("[data-out='6']"))
    expect(phone.page.locator("input[name='hands-6']")).to_have_value("0")


def test_the_first_questions_are_seen_without_a_scroll(table: Table) -> None:
    for game, names, seen in (("belot", FOUR, "doubling"), ("kani", NAMES["kani"], "trump")):
        phone = table.start(game, names)
        phone.enter()
        expect(phone.page.locator("#entry-preview")).to_contain_text("Still missing")
        pill = box(phone.page.locator(f"label:has(input[name={seen}])"))
        assert pill["y"] + pill["height"] <= box(phone.page.locator("form .act"))["y"], game


def test_a_result_that_cannot_be_is_not_offered(table: Table) -> None:
    phone = table.start("kani")
    phone.enter()
    over = phone.page.locator(".results button:not(.made, .failed)")
    assert over.evaluate_all("all => all.map((one) => getComputedStyle(one).visibility)") == ["hidden"] * 3
    was = box(phone.page.locator(".results"))["height"]
    phone.pill("Bid", "11")
    expect(phone.button("made with 12")).to_be_visible()
    assert over.evaluate_all("all => all.map((one) => getComputedStyle(one).visibility)")[2] == "hidden"
    assert box(phone.page.locator(".results"))["height"] == was


def test_who_dealt_next_is_asked_of_a_void_deal_only(table: Table) -> None:
    phone = table.start("kani")
    phone.enter()
    phone.pill("Bid", "all passed")
    phone.tap(phone.button("Save"))
    phone.wait_until_saved()
    phone.page.goto(f"{phone.sheet}/row/2/strike")
    asked = phone.page.get_by_text("If it is void, who dealt next?")
    expect(asked).to_be_hidden()
    phone.pill("What happened?", "It was dealt, but it is void: it keeps its place without a result")
    expect(asked).to_be_visible()
