"""What the entry screens tell: refusals mended, what others changed, where it is kept; and what comes first."""

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import box, count
from tests.browser.entry_table import NAMES, Phone, Table
from tests.browser.looking import soon

FOUR = ("Ana", "Boris", "Vera", "Георги")


def sits(phone: Phone, name: str) -> None:
    """Say who holds this phone, then open the page for the deal."""
    phone.page.goto(f"{phone.sheet}/phone")
    phone.tap(phone.button(name))
    phone.page.wait_for_url(lambda url: not url.endswith("/phone"))
    phone.enter()


def test_a_refusal_goes_as_soon_as_its_part_is_mended(table: Table) -> None:
    phone = table.start("kinaskak").enter()
    phone.tap(phone.page.locator("[data-out]"))
    for seat, points in ((1, "47"), (2, "48"), (3, "20")):
        count(phone, seat, points)
    phone.tap(phone.button("Save"))
    problem = phone.page.locator("#entry-notices .problem")
    expect(problem).to_contain_text("Björn: No hand of at most 20 cards counts 47")
    expect(problem.locator("li")).to_have_count(2)
    for seat, left in ((1, 1), (2, 0)):
        count(phone, seat, "5")
        expect(problem.locator("li")).to_have_count(left)
    expect(problem).to_have_count(0)
    phone.save()


def test_a_phone_is_told_when_another_changes_what_it_entered(table: Table) -> None:
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
    phone = table.start("kani").enter()
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
    expect(phone.page.locator("#outbox summary")).to_have_text("on the sheet: 1")
    phone.tap(phone.page.locator("#outbox summary"))
    expect(phone.page.locator("#outbox .counted")).to_be_visible()
    phone.status("Kept on the server as you enter it")


def test_the_first_questions_are_seen_without_a_scroll(table: Table) -> None:
    for game, names, seen in (("belot", FOUR, "declarer"), ("kani", NAMES["kani"], "partner")):
        phone = table.start(game, names).enter()
        expect(phone.page.locator("#entry-preview")).to_contain_text("Still missing")
        pill = box(phone.page.locator(f"label:has(input[name={seen}])"))
        assert pill["y"] + pill["height"] <= box(phone.page.locator("form .act"))["y"], game


@pytest.mark.left_to_soak
def test_a_result_that_cannot_be_is_not_offered(table: Table) -> None:
    phone = table.start("kani").enter()
    result = phone.page.locator(".result")
    expect(result.locator("button:visible:disabled")).to_have_count(5)
    was = box(result)
    near = {"7": [5, 8, 9], "11": [9, 12, 13], "12": [9, 10, 13], "Kani": [9, 10, 11]}
    for bid, tricks in near.items():
        phone.pill("Bid", bid)
        expect(result.locator(".near")).to_have_text([f"{number} tricks" for number in tricks])
    expect(result.locator("button:visible:disabled")).to_have_count(0)
    assert box(result) == was


@pytest.mark.left_to_soak
def test_who_dealt_next_is_asked_of_a_void_deal_only(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.tap(phone.button("all passed"))
    phone.save()
    phone.page.goto(f"{phone.sheet}/row/2/strike")
    asked = phone.page.get_by_text("If it is void, who dealt next?")
    expect(asked).to_be_hidden()
    phone.pill("What happened?", "It was dealt, but it is void: it keeps its place without a result")
    expect(asked).to_be_visible()


CLEAR_OF_THE_ARROW = """() => {
  const key = document.querySelector(".unfold"), style = getComputedStyle(key, "::after");
  const side = parseFloat(style.width) + parseFloat(style.borderRightWidth);
  const middle = key.getBoundingClientRect().right - parseFloat(getComputedStyle(key).paddingRight) - side / 2;
  const figures = [...document.querySelectorAll(".preview small")].filter((one) => one.checkVisibility());
  return middle - side / Math.SQRT2 - Math.max(...figures.map((one) => one.getBoundingClientRect().right));
}"""
"""How many pixels lie between the last figure and the arrow, a square that stands on its corner."""


def test_the_arrow_of_a_line_that_is_folded_touches_no_figure(table: Table) -> None:
    names = ("Георги", "Мария-Антоанета", "Станимир", "Радостина Иванова")
    phone = table.start("belot", names, language="bg").enter()
    phone.pill("Contract", "hearts")
    phone.tap(phone.page.locator("label:has([name=declarer][value='1'])"))
    for digit in "77":
        phone.tap(phone.page.locator(f"#form [data-key='{digit}']"))
    expect(phone.page.locator(".unfold")).to_be_visible()
    assert phone.page.evaluate(CLEAR_OF_THE_ARROW) >= 4
