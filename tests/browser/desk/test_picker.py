"""The cards of the desk: every card that a question asks for can be tapped, by hand and by keyboard, or written."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.rulebook import WorkedRuling, load_rulings
from scorekeeper.games import GAMES
from scorekeeper.web.desk.forms import pack_of
from tests.browser.conftest import Phone
from tests.browser.desk.test_questions import picker, settle, tap, value_of
from tests.browser.desk.test_verdicts import filled_in
from tests.browser.shown import import_shown
from tests.cases import case


def tapped_out() -> Iterator[Any]:
    """The longest worked ruling of every question about cards."""
    for game in GAMES:
        worked: dict[str, WorkedRuling] = {}
        for one in load_rulings(game):
            slug = one.question["question"]
            if "errors" not in one.expect and any(map(pack_of, questions_of(GAMES[game])[slug].fields)):
                worked[slug] = max(worked.get(slug, one), one, key=lambda other: len(str(other.question)))
        yield from (case(f"{game}-{slug}", one) for slug, one in worked.items())


TAP_OUT = """() => [...document.querySelectorAll("input[data-pack][data-wanted]")].map((input) => {
  const picker = input.closest(".field").querySelector(".picker");
  if (picker.querySelector(".fan").hidden) picker.querySelector(".open").click();
  const wanted = (input.dataset.wanted ?? "").split(" ").filter(Boolean);
  const greyed = [];
  for (const card of wanted) {
    const button = picker.querySelector(`.fan [data-card="${card}"]`);
    if (button.getAttribute("aria-disabled") === "true") greyed.push(card);
    button.click();
  }
  return [input.name, wanted.join(" "), input.value, greyed];
})"""
EMPTY = """() => {
  const inputs = [...document.querySelectorAll("input[data-pack]")].filter((one) => !("also" in one.dataset));
  for (const input of inputs) {
    input.dataset.wanted = input.value;
    input.value = "";
  }
  for (const input of inputs) input.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.mark.left_to_soak(but_one_in=8)
@pytest.mark.parametrize("worked", list(tapped_out()))
def test_every_card_that_is_asked_for_can_be_tapped(phone: Phone, worked: WorkedRuling) -> None:
    phone.open(filled_in(worked.question, "en"))
    phone.page.evaluate(EMPTY)
    for name, wanted, tapped, greyed in phone.page.evaluate(TAP_OUT):
        assert (tapped, greyed) == (wanted, []), name


def test_the_called_card_may_be_in_the_hand(phone: Phone) -> None:
    phone.open("/desk/kani/legal_cards")
    phone.page.locator('input[name="trump"][value="hearts"]').check()
    tap(phone, "hand", "AH", "KS")
    tap(phone, "trick", "2H")
    expect(picker(phone, "trick").locator('.fan [data-card="AH"]')).to_be_disabled()
    tap(phone, "called", "AH")
    assert value_of(phone, "called") == "AH"
    settle(phone)
    expect(phone.page.locator("#verdict")).to_contain_text("A♥")


def test_what_a_card_takes_lies_on_the_table(phone: Phone) -> None:
    phone.open("/desk/escoba/deal?way=lines")
    tap(phone, "table", "5O", "3C", "1E", "10B")
    phone.page.locator('input[name="plays-0-seat"][value="1"]').check()
    tap(phone, "plays-0-card", "7O")
    tap(phone, "plays-0-takes", "5O", "3C")
    assert value_of(phone, "plays-0-takes") == "5O 3C"


@pytest.mark.left_to_soak
def test_a_greyed_card_says_where_it_is(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    tap(phone, "hand", "KH")
    greyed = picker(phone, "trick").locator('.fan [data-card="KH"]')
    greyed.dispatch_event("click")
    expect(phone.page.get_by_role("status").filter(has_text="already in “Cards in the hand”")).to_be_visible()
    assert value_of(phone, "trick") == ""


@pytest.mark.left_to_soak
def test_the_line_behind_the_cards_can_be_seen_tapped_and_written_on(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    line = phone.page.locator('input[name="hand"]')
    expect(line).to_be_hidden()
    phone.page.get_by_role("button", name="Write the cards instead").click()
    expect(line).to_be_focused()
    box = line.bounding_box()
    assert box, "the line of the open field is on the page"
    assert min(box["width"], box["height"]) >= 44
    line.fill("7H JC")
    phone.page.get_by_text("Cards in the trick so far", exact=True).click()
    expect(picker(phone, "trick").locator(".fan")).to_be_visible()
    expect(line).to_be_hidden()
    expect(picker(phone, "hand").locator(".tray .card")).to_have_count(2)


@pytest.mark.left_to_soak
def test_the_line_stands_open_where_it_holds_what_no_card_shows(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    phone.page.get_by_role("button", name="Write the cards instead").click()
    line = phone.page.locator('input[name="hand"]')
    line.fill("7H XX")
    settle(phone)
    expect(phone.page.locator("#problems")).to_be_visible()
    expect(line).to_be_visible()


def find_focused(phone: Phone) -> Locator:
    return phone.page.locator(":focus")


def test_a_picker_is_one_tab_stop_with_arrows(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    press = phone.page.keyboard.press
    phone.page.locator('input[name="contract"]').last.check()
    press("Tab")
    expect(find_focused(phone)).to_have_attribute("data-card", "AC")
    press("Tab")
    expect(find_focused(phone)).to_have_text("Write the cards instead")
    press("Shift+Tab")
    press("ArrowRight")
    expect(find_focused(phone)).to_have_attribute("data-card", "KC")
    press("ArrowDown")
    expect(find_focused(phone)).to_have_attribute("data-card", "KD")
    press("ArrowUp")
    press("End")
    expect(find_focused(phone)).to_have_attribute("data-card", "7S")
    press("Space")
    press("ArrowLeft")
    press("Enter")
    assert value_of(phone, "hand") == "7S 8S"
    press("Home")
    expect(find_focused(phone)).to_have_accessible_name("7, spades, tap to take back")
    press("Enter")
    assert value_of(phone, "hand") == "8S"
    expect(find_focused(phone)).to_have_accessible_name("8, spades, tap to take back")
    press("Escape")
    expect(find_focused(phone)).to_have_accessible_name("Cards in the hand: Tap the cards")
    press("Enter")
    expect(find_focused(phone)).to_have_accessible_name("Cards in the hand: Done")
    press("Enter")
    press("Tab")
    expect(find_focused(phone)).to_have_accessible_name("Cards in the trick so far: Tap the cards")


def test_greyed_cards_are_passed_and_nothing_throws_the_focus_away(phone: Phone) -> None:
    phone.open("/desk/belot/belote")
    phone.page.locator('input[name="contract"][value="hearts"]').check()
    picker(phone, "trick").locator('[data-card="7H"]').focus()
    for key in ("Enter", "ArrowLeft", "Enter", "ArrowLeft", "Enter"):
        phone.page.keyboard.press(key)
    assert value_of(phone, "trick") == "7H 8H 9H"
    # the next field is open, and the focus is there
    expect(find_focused(phone)).to_have_attribute("data-card", "AC")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"):
        phone.page.keyboard.press(key)
    phone.page.keyboard.press("End")
    phone.page.keyboard.press("Escape")
    expect(find_focused(phone)).to_have_accessible_name("Card played: Tap the cards")


def test_every_picker_says_whose_it_is(phone: Phone) -> None:
    phone.open("/desk/belot/deal?way=lines")
    names = phone.page.get_by_role("toolbar").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert len(names) == len(set(names)), names
    assert "The four hands: Seat 2" in names


@pytest.mark.left_to_soak
def test_what_is_wrong_with_cards_is_unfolded(phone: Phone) -> None:
    phone.open("/desk/belot/belote")
    phone.page.locator('input[name="contract"][value="hearts"]').check()
    settle(phone)
    phone.page.locator("#problems").get_by_role("link").last.click()
    expect(phone.page.locator('input[name="card"]')).to_be_visible()


@pytest.mark.left_to_soak
def test_the_forty_cards_of_piles_are_one_tab_stop(phone: Phone) -> None:
    sheet = import_shown(phone.page.context, phone.server, "escoba")
    phone.open(f"{sheet}/record/deal?form=piles")
    cards = phone.page.locator("main [data-card]")
    expect(phone.page.locator('main [data-card][tabindex="0"]')).to_have_count(1)
    cards.first.focus()
    phone.page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    phone.page.keyboard.press("Space")
    expect(cards.last).to_have_attribute("data-taker", "0")
    phone.page.keyboard.press("Tab")
    expect(find_focused(phone)).to_have_attribute("data-others", "0")
    phone.page.keyboard.press("Shift+Tab")
    expect(cards.last).to_be_focused()


@pytest.mark.left_to_soak
def test_the_ranks_of_the_called_card_are_one_tab_stop(phone: Phone) -> None:
    phone.open(f"{import_shown(phone.page.context, phone.server, 'kani')}/record/deal")
    phone.page.locator("#trump-key summary").click()
    phone.page.locator('input[name="trump"][value="hearts"]').check()
    ranks = phone.page.locator("#called-key [data-rank]")
    expect(phone.page.locator('#called-key [data-rank][tabindex="0"]')).to_have_count(1)
    phone.page.locator("#called-key summary").focus()
    phone.page.keyboard.press("Tab")
    expect(ranks.first).to_be_focused()
    phone.page.keyboard.press("ArrowRight")
    expect(ranks.nth(1)).to_be_focused()
    phone.page.keyboard.press("Space")
    expect(phone.page.locator('input[name="called"]')).to_have_value("KH")
    phone.page.keyboard.press("Tab")
    assert find_focused(phone).get_attribute("data-rank") is None
