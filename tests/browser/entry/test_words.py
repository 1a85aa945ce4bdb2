"""A deal in words: the outbox says it as its row will, also where no server can be asked; a correction is looked at."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.core.play.cards import PACK_40, Card
from scorekeeper.games.escoba.play import first_captures
from tests.browser.entry.screens import PUT
from tests.browser.entry_table import NAMES, Phone, Table
from tests.browser.looking import hurry
from tests.documents import match_document
from tests.soak import in_soak

FOUR = ("Ana", "Boris & Co", "Vera", "Георги")
LANGUAGES = ("en", "bg", "is", "eu", "es")

NO_HAND = hurry(shortest=100)
"""The line of a deal that is put in, not tapped, need not wait until a hand rests."""
TOLD = """() => {
  const asked = new CustomEvent("entry:told", { detail: { told: "" } });
  document.getElementById("form").dispatchEvent(asked);
  return asked.detail.told;
}"""

HEARTS = {"contract": "hearts", "declarer": "3", "trick_points-0": "62"}
TIERCE = {
    "declarations-0-player": "1",
    "declarations-0-kind": "sequence",
    "declarations-0-length": "3",
    "declarations-0-top": "K",
}
BELOTE = {"declarations-1-player": "2", "declarations-1-kind": "belote"}
MOST = {"most-cards": "0", "most-golds": "-", "most-sevens": "1", "seven_of_golds": "0", "escobas-0": "2"}
ALL = {"most-cards": "0", "most-golds": "0", "most-sevens": "0", "seven_of_golds": "0", "escobas-0": "1"}
COUNTS = {"cards-0": "22", "golds-1": "4", "sevens-0": "3", "seven_of_golds": "1", "escobas-1": "3"}
ACES = "1O 2O 3O 4O 5O 6O 7O 10O 11O 12O 1C 2C 3C 4C 5C 6C 7C 10C 11C 12C"
OTHERS = "1E 2E 3E 4E 5E 6E 7E 10E 11E 12E 1B 2B 3B 4B 5B 6B 7B 10B 11B 12B"
PILES = {"piles-0": ACES, "piles-1": OTHERS, "escobas-0": "1"}
HANDS = {"hands-0": "0", "hands-1": "jokers=1 low=3", "hands-2": "85", "hands-3": "tens=2"}

CLASSES = {
    "hands-0-jokers": "0",
    "hands-1-jokers": "1",
    "hands-1-low": "3",
    "hands-2-aces": "1",
    "hands-2-tens": "2",
    "hands-3-tens": "2",
}
POINTS = {"hands-0": "0", "hands-1": "65", "hands-2": "40", "hands-3": "20"}
CARDS = {"hands-0": "JK AS 10h 2D", "hands-1": "kc", "hands-2": "QD JS", "hands-3": "9C"}

# game, how it is written, deals in the inputs of that screen, each with what the first of them reads in English
DEALS: list[tuple[str, str, list[dict[str, Any]], str]] = [
    (
        "belot",
        "points",
        [
            HEARTS | TIERCE | BELOTE,
            HEARTS,
            HEARTS | {"doubling": "recontra"},
            {"contract": "no_trumps", "declarer": "1", "trick_points-1": "130", "capot": "1"},
            {"contract": "all_trumps", "declarer": "0", "trick_points-0": "100", "trick_points-1": "158"},
            {"contract": "pass"},
        ],
        "Георги ♥ 62–100 · Boris & Co: Tierce to the king · Vera: Belote in hearts",
    ),
    (
        "kani",
        "bid",
        [
            {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10", "trump": "hearts"},
            {"bid": "9", "declarer": "3", "partner": "1", "tricks": "1"},
            {"bid": "kani", "declarer": "1", "partner": "-", "tricks": "13", "trump": "spades"},
            {"bid": "8", "declarer": "1", "partner": "2", "tricks": "2 4 5 2"},
            {"bid": "pass"},
        ],
        "Ana + Iñaki: 9 ♥ · 10 tricks taken",
    ),
    (
        "escoba",
        "most",
        [MOST, ALL | {"all_golds": "0", "under_ten": ["1"]}, ALL | {"no_cards": ["1"], "under_ten": ["1"]}],
        "Escobas 2–0; most cards Ana, golds tie, sevens Boris & Co · Seven of golds: Ana",
    ),
    (
        "escoba",
        "counts",
        [COUNTS],
        "Escobas 0–3, cards 22–18, golds 6–4, sevens 3–1 · Seven of golds: Boris & Co",
    ),
    ("escoba", "piles", [PILES], "Escobas 1–0, cards 20–20, golds 10–0, sevens 2–2 · Seven of golds: Ana"),
    (
        "kinaskak",
        "hands",
        [
            HANDS | {"buys-2": "4"},
            HANDS,
            HANDS | {"buys-0": "5", "hands-3": "10"},
            HANDS | {"hands-0": "20", "stock_ran_out": "y"},
        ],
        "Anna went out: 0, 65, 85 + 200, 20",
    ),
    (
        "kinaskak",
        "counts",
        [CLASSES | {"buys-3": "5"}, CLASSES | {"hands-0-aces": "3", "stock_ran_out": ["y"]}],
        "Anna went out: 0, 65, 40, 20 + 400",
    ),
    (
        "kinaskak",
        "points",
        [POINTS, POINTS | {"buys-1": "4"}, POINTS | {"hands-0": "5", "stock_ran_out": ["y"]}],
        "Anna went out: 0, 65, 40, 20",
    ),
    (
        "kinaskak",
        "cards",
        [CARDS | {"stock_ran_out": ["y"]}, CARDS | {"hands-0": ""}],
        "The stock ran out: 85, 10, 20, 5",
    ),
    ("escoba", "nobody", [{"nobody_captured": ["y"]}], "No captures"),
]


def players(game: str) -> tuple[str, ...]:
    return NAMES.get(game, FOUR[:2] if game == "escoba" else FOUR)


def said_in(language: str, turn: int, number: int) -> bool:
    """The first deal of a screen is said in English, and each in another language, in turns; in the soak in all."""
    by_turns = LANGUAGES[1 + (turn + number) % (len(LANGUAGES) - 1)]
    return language in in_soak(LANGUAGES, (by_turns, *(() if number else ("en",))))


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.soak
@pytest.mark.parametrize(
    ("turn", "game", "way", "deals", "first"), [(turn, *one) for turn, one in enumerate(DEALS)]
)
def test_the_phone_says_a_deal_as_the_server_does_in_every_language(
    table: Table, turn: int, game: str, way: str, deals: list[dict[str, Any]], first: str
) -> None:
    phone = table.start(game, players(game), [{"kind": "void"}]).open_sheet()
    phone.page.add_init_script(NO_HAND)
    row = phone.page.locator("table.sheet tbody").first.get_attribute("id") or ""
    for language in LANGUAGES:
        for number, deal in enumerate(deals):
            if not said_in(language, turn, number):
                continue
            phone.page.goto(f"{phone.sheet}/record/deal?before={row[1:]}&form={way}&lang={language}")
            phone.page.evaluate(PUT, deal)
            expect(phone.page.locator("#form[data-complete]")).to_be_attached()
            online = phone.page.locator("#form").get_attribute("data-told")
            assert phone.page.evaluate(TOLD) == online, (language, deal)
            if (language, number) == ("en", 0):
                assert online == first
    assert phone.wrong == []


def test_the_phone_says_what_going_out_brings_as_the_server_does(table: Table) -> None:
    phone = table.start(
        "kinaskak", players("kinaskak"), [{"kind": "void"}], hidden_factor=2, out_bonus=10
    ).open_sheet()
    phone.page.goto(f"{phone.sheet}/record/deal?form=hands&lang=en")
    phone.page.evaluate(PUT, HANDS | {"buys-2": "4", "hidden": ["y"]})
    expect(phone.page.locator("#form[data-complete]")).to_be_attached()
    online = phone.page.locator("#form").get_attribute("data-told")
    assert phone.page.evaluate(TOLD) == online == "Anna went out: −10, 65 × 2, 85 × 2 + 200, 20 × 2"
    assert phone.wrong == []


def card_by_card(
    first: int, cards: list[Card], *, swept: bool = False, takes_any: bool = True
) -> dict[str, Any]:
    """A deal of Eskoba: everybody takes the first fifteen that there is, or no player takes any."""
    lying, plays = () if swept else tuple(cards[:4]), []
    for number, card in enumerate(cards[4:]):
        takes = next(iter(first_captures(card, lying, 1)), ()) if takes_any else ()
        plays.append({"seat": (number + first) % 2, "card": str(card), "takes": [str(one) for one in takes]})
        lying = tuple(one for one in lying if one not in takes) if takes else (*lying, card)
    return {"kind": "deal", "table": [str(card) for card in cards[:4]], "plays": plays}


def shuffle(number: int, opening: str = "") -> list[Card]:
    """The pack in an order of its own; the opening table may be named."""
    cards = list(PACK_40.cards)
    Random(number).shuffle(cards)
    first = [card for name in opening.split() if (card := PACK_40.parse(name))]
    return first + [card for card in cards if card not in first]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("rules", [{"preset": "eskoba"}, {"preset": "escoba"}, {"leftover": "last_escoba"}])
def test_the_phone_says_a_deal_card_by_card_as_the_server_does(table: Table, rules: dict[str, Any]) -> None:
    phone = table.phone()
    thirty = rules.get("preset") != "escoba"  # there it has to fall into two fifteens
    deals = [
        card_by_card(1, shuffle(5)),
        card_by_card(0, shuffle(6, "12O 11O 7C 4C"), swept=thirty),
        card_by_card(1, shuffle(7, "7O 1O 5C 2C"), swept=True),
        card_by_card(0, shuffle(8), takes_any=False),
    ]
    phone.page.add_init_script(NO_HAND)
    phone.page.goto(f"{table.address}/import")
    document = match_document("escoba", ["Ana", "Boris & Co"], deals, rules=rules | {"target": 200})
    phone.page.get_by_label("or paste it here").fill(json.dumps(document))
    phone.tap(phone.button("Import"))
    phone.page.wait_for_url("**/m/**")
    phone.sheet = phone.page.url.partition("#")[0]
    for number in range(len(deals)):
        corrects(phone, number)
        expect(phone.page.locator("#form[data-complete]")).to_be_attached()
        online = phone.page.locator("#form").get_attribute("data-told")
        assert online
        assert phone.page.evaluate(TOLD) == online
    assert phone.wrong == []


WAITING = [
    ("kinaskak", "counts", CLASSES, "Anna went out: 0, 65, 40, 20"),
    ("escoba", "nobody", {"nobody_captured": ["y"]}, "No captures"),
    (
        "escoba",
        "plays",
        {"table": "1O 2O 3O 4O", "plays-0-seat": "1", "plays-0-card": "5O"},
        "Card by card: 1 / 36",
    ),
]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("game", "way", "deal", "said"), WAITING)
def test_a_way_to_write_without_a_screen_of_its_own_reads_as_a_deal_in_the_outbox(
    table: Table, game: str, way: str, deal: dict[str, Any], said: str
) -> None:
    phone = table.start(game, players(game))
    phone.page.goto(f"{phone.sheet}/record/deal?form={way}")
    phone.page.wait_for_load_state()
    phone.cut()
    phone.page.evaluate(PUT, deal)
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox ol > li .told")).to_have_text(said)
    assert phone.wrong == []


def test_a_deal_that_waits_without_network_reads_as_its_row_reads_later(table: Table) -> None:
    phone = table.start("belot", FOUR).enter()
    phone.cut()
    phone.page.evaluate(PUT, HEARTS | {"doubling": "contra"})
    phone.tap(phone.button("Save"))
    waiting = phone.page.locator("#outbox ol > li .told")
    expect(waiting).to_have_text("Георги ♥ contra 62–100")
    phone.mend()
    expect(phone.page.locator("#outbox .counted")).to_contain_text("Георги ♥ contra 62–100")
    phone.page.goto(phone.sheet)
    expect(phone.page.locator("table.sheet .entry").first).to_contain_text(
        "Георги ♥ contra 62\u2060–\u2060100"
    )


@pytest.mark.left_to_soak
def test_what_cannot_be_said_as_a_deal_yet_is_said_by_its_inputs(table: Table) -> None:
    phone = table.start("kani").enter()
    phone.cut()
    phone.pill("Bid", "9")
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#outbox ol > li .told")).to_have_text("Bid 9")


def corrects(phone: Phone, number: int) -> None:
    """Open the page that corrects an entry, counted from 0."""
    phone.page.goto(phone.sheet)
    address = phone.page.locator("table.sheet a.entry").nth(number).get_attribute("href")
    phone.page.goto(f"http://{phone.page.url.split('/')[2]}{address}/correct")


@pytest.mark.left_to_soak
def test_a_deal_corrected_after_the_end_is_shown_as_it_will_stand(table: Table) -> None:
    phone = table.start("belot", FOUR, target=22)
    for _number in range(2):
        phone.enter()
        phone.page.evaluate(PUT, HEARTS | {"declarer": "0", "trick_points-0": "120"})
        phone.save()
    expect(phone.page.locator("#winner")).to_be_visible()
    corrects(phone, 0)
    preview = phone.page.locator("#entry-preview")
    expect(preview).to_contain_text("No total changes, and no other entry.")
    phone.page.evaluate(PUT, {"trick_points-0": "60"})
    expect(preview).to_contain_text("Over after: Deal 2: Ana ♥ 120\u2060–\u206042 → not over yet")
    expect(preview).to_contain_text("Winners: Ana and Vera → –")
    expect(preview).not_to_contain_text("The match is over")
    assert phone.wrong == []


@pytest.mark.left_to_soak
def test_the_totals_of_a_correction_stand_apart_and_none_is_broken_between_two_lines(table: Table) -> None:
    phone = table.start("kani")
    for _number in range(2):
        phone.enter()
        phone.page.evaluate(PUT, {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10"})
        phone.save()
    corrects(phone, 0)
    phone.page.evaluate(PUT, {"tricks": "8"})
    totals = phone.page.locator("#entry-preview .changes p").first
    expect(totals).to_have_text("Total: Ana 18 → 9 · Þórdís 0 → 9 · Iñaki 18 → 9 · Георги 0 → 9")
    lines = "all => all.map((one) => one.getClientRects().length)"
    assert totals.locator(".writes").evaluate_all(lines) == [1, 1, 1, 1]
    assert phone.wrong == []
