"""The dispute desk by taps: in all five languages, one question for each kind of input, on a phone of 360 × 640."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from scorekeeper.core.text import LANGUAGES
from tests.browser.conftest import Phone
from tests.browser.shown import import_shown
from tests.cases import cases


def picker(phone: Phone, name: str) -> Any:
    """The cards of one field, unfolded."""
    field = phone.page.locator(".field", has=phone.page.locator(f'input[name="{name}"]')).last
    field.locator(".picker").wait_for(state="attached")  # the first is unfolded by the page itself
    if not field.locator(".fan").is_visible():
        field.locator(".open").click()
    return field


def tap(phone: Phone, name: str, *cards: str) -> None:
    field = picker(phone, name)
    for card in cards:
        field.locator(f'.fan [data-card="{card}"]').click()


def value_of(phone: Phone, name: str) -> str:
    return str(phone.page.locator(f'input[name="{name}"]').input_value())


def settle(phone: Phone) -> None:
    phone.page.locator(".act button.main").click()


@pytest.mark.left_to_soak
def test_a_verdict_in_every_language(phone: Phone) -> None:
    for language in LANGUAGES:
        phone.open(f"/desk/belot/legal_cards?lang={language}")
        phone.page.locator('input[value="hearts"]').check()
        tap(phone, "hand", "KH", "JC", "10S")
        tap(phone, "trick", "AS", "9H")
        settle(phone)
        verdict = phone.page.locator("#verdict")
        expect(verdict, f"{language}: no verdict").to_be_visible()
        expect(verdict, f"{language}: the verdict is out of sight").to_be_in_viewport()
        king = {"en": "K", "bg": "П", "is": "K", "eu": "K", "es": "K"}[language]
        expect(phone.page.locator("main"), f"{language}: no king").to_contain_text(king)
        head = phone.page.locator(".top")
        assert (head.bounding_box() or {})["height"] <= 52, f"{language}: the head wraps"
        phone.look(f"ruling-{language}", themes=("dark",) if language == "en" else ())


def test_a_tap_takes_a_card_and_a_second_gives_it_back(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    expect(picker(phone, "hand").locator(".fan")).to_be_visible()  # the first field waits for taps
    tap(phone, "hand", "7H", "JC", "7H")
    assert value_of(phone, "hand") == "JC"
    tap(phone, "trick", "AS")
    expect(picker(phone, "hand").locator('.fan [data-card="AS"]')).to_be_disabled()
    picker(phone, "hand").locator(".tray .card").first.click()
    assert value_of(phone, "hand") == ""
    expect(picker(phone, "trick").locator('.fan [data-card="JC"]')).to_be_enabled()


@pytest.mark.left_to_soak
def test_the_three_packs_hold_a_card_three_times(phone: Phone) -> None:
    phone.open("/desk/kinaskak/hand_points")
    tap(phone, "cards", "KH", "KH", "KH", "JK")
    assert value_of(phone, "cards") == "KH KH KH JK"
    field = picker(phone, "cards")
    expect(field.locator('.fan [data-card="KH"]')).to_be_disabled()
    field.locator(".tray .card").first.click()
    assert value_of(phone, "cards") == "KH KH JK"
    settle(phone)
    expect(phone.page.locator("#verdict")).to_contain_text("70")


COUNTED = [
    ("kinaskak/score?players=2", "hands-0", {"ace": "2", "joker": "1"}, "aces=2 jokers=1"),
    ("kinaskak/score?players=2", "hands-0", {"ace": "2", "their points": "35"}, "35"),
    ("kinaskak/score?players=2", "hands-0", {"their points": "35", "2–9": "7"}, "low=7"),
    ("kani/mismatch", "counts-pairs", {"The declarer’s pair": "8", "The other two": "4"}, "8 4"),
    ("kani/score", "tricks", {"The declarer’s pair": "9"}, "9"),
]


def test_numbers_are_typed_into_boxes_and_written_on_the_folded_line(phone: Phone) -> None:
    for address, name, typed, line in COUNTED:
        phone.open(f"/desk/{address}")
        boxes = phone.page.locator(f'.counts[data-counts="{name}"]')
        for words, number in typed.items():
            boxes.locator(".box", has_text=words).locator("input").tap()
            for digit in number:
                phone.page.locator(f'#entry-keypad [data-key="{digit}"]').tap()
            phone.page.locator("#entry-keypad .done").tap()
        assert value_of(phone, name) == line, f"{address}: {typed}"
        expect(phone.page.locator(f'input[name="{name}"]')).to_be_hidden()
        phone.look(name)


def test_a_full_trick_goes_on_to_the_next_field(phone: Phone) -> None:
    phone.open("/desk/belot/belote")
    phone.page.locator('input[value="hearts"]').check()
    tap(phone, "trick", "7H", "8H", "9H")
    expect(phone.page.locator(".fan").nth(1)).to_be_visible()
    tap(phone, "card", "KH")
    tap(phone, "card", "QH")
    assert value_of(phone, "card") == "QH"  # one card is changed by another tap
    settle(phone)
    expect(phone.page.locator("#verdict")).to_be_visible()


def test_calls_are_tapped_one_after_the_other(phone: Phone) -> None:
    phone.open("/desk/belot/auction")
    seat = phone.page.locator('input[name="dealer"][value="1"]')
    for dealt in (True, False):  # a second tap takes back who dealt
        seat.click()
        expect(seat).to_be_checked(checked=dealt)
    for call in ("pass", "no trumps", "contra", "recontra"):
        phone.page.get_by_role("button", name=call, exact=True).click()
    phone.page.get_by_role("button", name="Take the last one back").click()
    assert value_of(phone, "calls") == "pass, no trumps, contra"
    expect(phone.page.locator("[data-table]")).to_contain_text("the fourth caller is to call")
    expect(phone.page.locator(".callers [aria-current]")).to_have_text("4Seat 4")
    for call, possible in {
        "contra": False,
        "recontra": True,
        "hearts": True,
    }.items():  # a low bid is ruled on
        expect(phone.page.get_by_role("button", name=call, exact=True)).to_be_enabled(enabled=possible)
    expect(phone.page.locator("input[name=calls]")).to_be_hidden()
    phone.look("calls")
    settle(phone)
    expect(phone.page.locator("#verdict")).to_contain_text("no trumps")


def test_whose_turn_it_is_follows_the_dealer_and_who_has_passed(phone: Phone) -> None:
    phone.open(f"{import_shown(phone.page.context, phone.server, 'kani_last')}/desk/auction?lang=en")
    turn, keys = phone.page.locator(".callers [aria-current] .name").last, phone.page.locator("[data-call]")
    first = turn.text_content()
    top = keys.first.bounding_box()
    for call in ("7", "pass", "8", "pass", "9"):
        phone.page.get_by_role("button", name=call, exact=True).click()
    expect(turn).not_to_have_text(first or "")
    expect(phone.page.locator("[data-table]")).to_contain_text(f"{turn.text_content()} is to call")
    assert keys.first.bounding_box() == top, "no tap moves a key"


@pytest.mark.left_to_soak
def test_belot_6_a_lower_bid_is_ruled_and_not_refused(phone: Phone) -> None:
    phone.open("/desk/belot/auction")
    for call in ("hearts", "diamonds"):
        phone.page.get_by_role("button", name=call, exact=True).click()
    settle(phone)
    verdict = phone.page.locator("#verdict")
    expect(verdict).to_contain_text("is invalid")
    expect(verdict).to_contain_text("16 points")
    expect(verdict).to_contain_text("first to call next is the first caller")


def test_by_keyboard_alone(phone: Phone) -> None:
    phone.open("/desk/escoba/captures")
    first = phone.page.locator('.fan [data-card="12O"]').first
    first.focus()
    phone.page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(first).to_be_focused()
    phone.page.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "false")


@pytest.mark.left_to_soak
def test_what_was_wrong_is_still_tapped(phone: Phone) -> None:
    phone.open("/desk/belot/find_declarations")
    tap(phone, "hand", "7H", "JC")
    settle(phone)
    phone.look("wrong", themes=("light",))
    assert value_of(phone, "hand") == "7H JC"
    expect(phone.page.locator(".tray .card")).to_have_count(2)


def test_a_wrong_thing_at_the_table_is_settled_by_taps(phone: Phone) -> None:
    phone.open("/desk/kani")
    phone.tap("Something went wrong at the table. What now?")
    for _step in range(10):
        if "/ruling/" in phone.page.url:
            break
        phone.page.locator(".quarrels a").first.click()
        phone.page.wait_for_load_state()
    expect(phone.page.locator("#verdict")).to_be_visible()
    phone.look("settled", themes=("light",))


def start(phone: Phone) -> str:
    """A match of Belot with two deals; its address."""
    phone.open("/start/belot")
    for seat, name in enumerate(("Ana", "Boris", "Vera", "Георги"), 1):
        phone.write(f"Name at seat {seat}", name)
    phone.tap("Start")
    phone.page.wait_for_url("**/m/**")
    sheet = phone.page.url.partition("?")[0].partition("#")[0]
    for points in ("100", "122"):
        phone.open(f"{sheet}/record/deal")
        phone.choose("Contract", "hearts")
        phone.choose("Declarer", "Ana")
        phone.page.locator('input[name="trick_points-0"]').fill(points)
        phone.tap("Save")
        phone.page.wait_for_url(f"{sheet}#*")
    return sheet


def test_at_a_match_a_deal_is_played_under_protest_and_a_ruling_pinned(phone: Phone) -> None:
    sheet = start(phone)
    phone.page.locator("a.entry").first.get_attribute("href")
    row = phone.page.locator("tbody[id^=e]").first.get_attribute("id") or ""
    phone.open(f"{sheet}/row/{row[1:]}")
    phone.tap("Protest")
    phone.look("protest", themes=("light",))
    phone.page.locator('input[name="trick_points-0"]').fill("62")
    phone.page.locator('input[name="trick_points-1"]').fill("")
    phone.tap("More")
    phone.page.locator("summary", has_text="What the quarrel is about").click()
    phone.page.locator("#why").fill(f"the last trick {uuid4().hex[:4]}")
    phone.page.keyboard.press("Escape")
    phone.page.locator(".act button.main").click()
    expect(phone.page.locator(".protests")).to_contain_text("can change who is ahead")
    phone.look("sheet")
    phone.page.locator(".protests li a").first.click()
    phone.look("decide")
    phone.open(f"{sheet}/desk/legal_cards?entry={row[1:]}")
    phone.page.locator('input[value="hearts"]').check()
    tap(phone, "hand", "7H", "JC")
    settle(phone)
    phone.look("ruling", themes=("light",))
    phone.tap("Pin it")
    expect(phone.page.locator(".pinned")).to_contain_text("Which cards may I play?")
    phone.look("row")


@cases("game, calls", ("belot", ["pass"] * 4), ("kani", ["7", "pass", "pass", "pass"]))
def test_no_player_is_shown_to_call_once_the_bidding_has_ended(
    phone: Phone, game: str, calls: list[str]
) -> None:
    phone.open(f"/desk/{game}/auction")
    for call in calls:
        phone.page.get_by_role("button", name=call, exact=True).click()
    expect(phone.page.locator(".callers [aria-current], .called li:empty")).to_have_count(0)
    expect(phone.page.locator(".called li")).to_have_count(4)
