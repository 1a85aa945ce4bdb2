"""Kani and Kínaskák to the winner, by taps alone and in Icelandic, at an address in the room."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import digits, save, sheet_of, trump
from tests.browser.entry_table import NAMES, Phone, Table
from tests.browser.spoken import speak
from tests.soak import in_soak

ANA, THORDIS, INAKI, GEORGI = NAMES["kani"]


class Kani(NamedTuple):
    """A deal of Kani as it is tapped: the result by its key, or after all by one of all numbers."""

    bid: str
    declarer: str
    trump: str
    called: str
    partner: str
    result: str
    after_all: str = ""


KANI = (
    Kani("9", ANA, "hearts", "K", INAKI, "made"),
    Kani("8", THORDIS, "spades", "A", GEORGI, "6 tricks"),
    Kani("10", INAKI, "clubs", "Q", ANA, "12 tricks"),
    Kani("Kani", GEORGI, "diamonds", "10", THORDIS, "10 tricks", "11"),
    Kani("7", ANA, "hearts", "J", THORDIS, "9 tricks", "12"),
    Kani("11", ANA, "spades", "A", INAKI, "made"),
)
ORDINARY = 9
"""Record, bid, declarer, trump unfolded and tapped, called card, partner, result, save."""


def kani(phone: Phone, deal: Kani) -> int:
    """Enter and save a deal; how many taps it took."""
    phone.taps = 0
    phone.tap(phone.button("Record a deal"))
    phone.pill("Bid", deal.bid)
    phone.pill("Declarer", deal.declarer)
    trump(phone, deal.trump, deal.called)
    phone.pill("Partner", deal.partner)
    phone.tap(phone.button(deal.result))
    if deal.after_all:
        phone.tap(phone.page.locator("#tricks-key summary"))
        phone.tap(phone.page.locator(f".numbers [data-tricks='{deal.after_all}']"))
    save(phone)
    return phone.taps


def test_kani_to_the_winner(table: Table) -> None:
    target, deals = in_soak((100, KANI), (80, KANI[:5]))  # which bring Ana 84
    phone = table.start("kani", language="is", target=target).open_sheet()
    phone.tap(phone.button("Record a deal"))
    phone.tap(phone.button("all passed"))
    save(phone)
    assert phone.taps == 3
    for deal in deals:
        assert kani(phone, deal) == ORDINARY + 2 * bool(deal.after_all)
    while sheet_of(phone).status == "open":
        assert kani(phone, KANI[0]) == ORDINARY
    sheet = sheet_of(phone)
    assert [entry.outcome for entry in sheet.entries[:5]] == [
        "passed_out",
        "made",
        "failed",
        "made",
        "failed",
    ]
    expect(phone.page.locator(".winner")).to_contain_text(ANA)
    assert 0 in sheet.winners
    assert phone.entries()[4] == {
        "kind": "deal",
        "bid": "kani",
        "declarer": 3,
        "trump": "diamonds",
        "called": "10D",
        "partner": 1,
        "tricks": 11,
    }
    assert phone.wrong == []


CLASSES = {"jokers": 50, "aces": 20, "tens": 10, "low": 5}
"""What the taps of a class are worth."""

HANDS = (("low",), ("jokers", "low"), ("tens", "aces"))


def tap_left(phone: Phone, seat: int, cards: tuple[str, ...]) -> int:
    """Tap what a player is left with; how many taps that takes."""
    phone.tap(phone.page.locator("[data-next]"))
    for card in cards:
        phone.tap(phone.page.locator(f"[data-class='{card}']"))
    worth = str(sum(CLASSES[card] for card in cards))
    expect(phone.page.locator(f"#points-{seat}")).to_have_attribute("placeholder", worth)
    return 1 + len(cards)


def kinaskak(phone: Phone, number: int) -> None:
    """Enter and save a round: one player goes out, one has bought, the others are left with a few cards."""
    phone.taps = 0
    phone.tap(phone.button("Record a deal"))
    expect(phone.page.locator(".facts")).to_contain_text(speak("Contract", phone.language, phone.game))
    wanted, out = 3, number % 4
    if out:
        phone.tap(phone.page.locator(f".line[data-seat='{out}'] .who"))
        wanted += 1
    if number < 7:
        phone.tap(phone.page.locator("[data-buy]"))
        wanted += 1
    phone.tap(phone.page.locator("[data-out]"))
    for turn, cards in enumerate(HANDS, 1):
        wanted += tap_left(phone, (out + turn) % 4, cards)
    save(phone)
    assert phone.taps == wanted
    assert wanted <= 4 + 3 * 3, (
        "record, who went out, a buy, save; Next for each other hand, and two cards are tapped"
    )


def played(number: int) -> dict[str, Any]:
    """The round as it is recorded."""
    hands = ({"low": 1}, {"jokers": 1, "low": 1}, {"aces": 1, "tens": 1})
    turned = {(number + turn) % 4: hand for turn, hand in enumerate(hands, 1)}
    buys = [1 if seat == number % 4 else None for seat in range(4)]
    return {"kind": "deal", "hands": [turned.get(seat, 0) for seat in range(4)], "buys": buys}


@pytest.mark.soak
def test_kinaskak_through_its_eight_rounds_to_the_winner(table: Table) -> None:
    """Each round is tapped alike: but for the soak the match is brought to its sixth."""
    begun = in_soak(0, 5)
    phone = table.start("kinaskak", language="is", entries=[played(number) for number in range(begun)])
    phone.open_sheet()
    for number in range(begun, 7):
        kinaskak(phone, number)
    phone.tap(phone.button("Record a deal"))
    expect(phone.page.locator(".tally")).to_contain_text(
        speak("In the last round nothing can be bought.", phone.language, phone.game)
    )
    expect(phone.page.locator("[data-buy]")).to_be_disabled()
    phone.tap(phone.page.locator(".line[data-seat='3'] .who"))
    phone.tap(phone.page.locator("[data-out]"))
    for _seat in range(3):
        phone.tap(phone.page.locator("[data-next]"))
        digits(phone, "25")
    expect(phone.page.locator("#entry-preview .ends")).to_contain_text(
        speak("This ends the match.", phone.language, phone.game)
    )
    phone.tap(phone.button("Save"))
    asked = phone.page.locator("#entry-whole")
    expect(asked.locator(".suspect")).to_be_visible()  # no thirteen cards count 25
    phone.tap(asked.get_by_role("button", name=speak("Save it so", phone.language, phone.game), exact=True))
    phone.wait_until_saved()
    sheet, hands = sheet_of(phone), [entry["hands"] for entry in phone.entries()]
    assert (sheet.status, len(hands)) == ("finished", 8)
    assert phone.entries()[:7] == [played(number) for number in range(7)]
    assert hands[7] == [25, 25, 25, 0]
    for seat in sheet.winners:
        expect(phone.page.locator(".winner")).to_contain_text(NAMES["kinaskak"][seat])
    assert phone.wrong == []
