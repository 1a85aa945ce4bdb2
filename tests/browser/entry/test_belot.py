"""Belot's own screen: a whole match by taps, what is possible, what is kept."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import LANGUAGES, SIZES, digits, read_points, save, sheet_of
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import THEMES, load_anew, look
from tests.browser.spoken import speak
from tests.cases import cases
from tests.soak import in_soak, in_turn

NAMES = ("Ana", "Boris", "Vera", "Георги")
SIDES = ("Ana & Vera", "Boris & Георги")
MAX_TAPS = 10


def points(phone: Phone, side: int) -> Any:
    """The number of one side."""
    return phone.page.locator(f"input[name='trick_points-{side}']")


def announce_all(phone: Phone, said: Sequence[tuple[int, str]]) -> None:
    """Open the sheet of declarations once; tap each player who announced something, then the thing itself."""
    phone.tap(phone.page.locator(".announced .key:visible"))
    sheet = phone.page.locator("dialog.announce")
    for seat, words in said:
        player = sheet.locator(f"[data-seat='{seat}']")
        if player.get_attribute("aria-pressed") != "true":
            phone.tap(player)
        phone.tap(sheet.get_by_role("button", name=speak(words, phone.language), exact=True))
    phone.tap(sheet.locator("[data-close]"))


def announce(phone: Phone, seat: int, words: str) -> None:
    """The same for one declaration."""
    announce_all(phone, [(seat, words)])


def go_round(phone: Phone, name: str, value: str) -> None:
    """Tap a small key until it says so."""
    while phone.page.locator(f"[data-goes={name}]").get_attribute("data-value") != value:
        phone.tap(phone.page.locator(f"[data-goes={name}]"))


def announced(phone: Phone) -> Any:
    """The key that says what was announced."""
    return phone.page.locator("[data-announced]")


def deal(phone: Phone, contract: str, declarer: str = "", **more: Any) -> int:
    """Record a deal by taps; how many it took besides digits. The line shown before is the line that is written."""
    phone.taps = 0
    phone.tap(phone.button("Record a deal"))
    if contract == "all passed":
        phone.tap(phone.button("four passes"))
    else:
        phone.pill("Contract", contract)
    if declarer:
        phone.pill("Declarer", declarer)
    if "contra" in more:
        go_round(phone, "doubling", more["contra"])
    for side, typed in more.get("points", {}).items():
        if "keyed" not in (points(phone, side).get_attribute("class") or ""):
            phone.tap(phone.page.locator("[data-swap]"))
        digits(phone, typed)
    for key in more.keys() & {"capot", "whole_to"}:
        go_round(phone, key, str(more[key]))
    if "announced" in more:
        announce_all(phone, more["announced"])
    phone.wait_until_kept()
    save(phone)
    return phone.taps


def test_an_ordinary_deal_takes_four_taps_and_digits(table: Table) -> None:
    phone = table.start("belot", NAMES).open_sheet()
    phone.tap(phone.button("Record a deal"))
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", "Ana")
    digits(phone, "12+11+33")
    expect(points(phone, 0)).to_have_value("12+11+33")
    expect(points(phone, 1)).to_have_attribute("placeholder", "106")
    phone.save()
    assert phone.taps == 4, "the sheet's key, contract, declarer, Save"
    taps = deal(
        phone,
        "spades",
        "Boris",
        points={1: "97"},
        announced=[(1, "Belote in spades"), (2, "Tierce to the king")],  # the declarer is selected already
    )
    assert taps <= MAX_TAPS
    assert phone.entries() == [
        {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [56, None]},
        {
            "kind": "deal",
            "contract": "spades",
            "declarer": 1,
            "trick_points": [None, 97],
            "declarations": [
                {"player": 1, "kind": "belote"},
                {"player": 2, "kind": "sequence", "length": 3, "top": "K"},
            ],
        },
    ]
    assert phone.wrong == []


@cases(
    "tapped, entry, totals",
    ({"whole_to": 1}, {"whole_to": 1}, (0, 16)),
    ({"whole_to": 1, "contra": "contra"}, {"doubling": "contra", "whole_to": 1}, (0, 32)),
    ({"whole_to": 0, "contra": "contra"}, {"doubling": "contra", "whole_to": 0}, (32, 0)),
    # without contra the declarer’s side writes all of it only because the defenders forfeit the deal
    ({"whole_to": 0}, {"whole_to": 0, "forfeit": True}, (16, 0)),
    ({"whole_to": 1, "points": {0: "90"}}, {"whole_to": 1}, (0, 16)),
)
def test_belot_7_16_a_deal_that_was_not_counted(
    table: Table, tapped: Any, entry: Any, totals: tuple[int, int]
) -> None:
    phone = table.start("belot", NAMES).open_sheet()
    taps = deal(phone, "hearts", "Ana", **tapped)
    assert phone.entries() == [{"kind": "deal", "contract": "hearts", "declarer": 0, **entry}]
    sheet = phone.page.locator("main")
    expect(sheet).to_contain_text("not counted")
    for name, total in zip(SIDES, totals, strict=True):
        expect(sheet.get_by_role("row", name=f"{name} {151 - total} points")).to_be_visible()
    if tapped == {"whole_to": 1}:
        assert taps == 1 + 4, "the sheet's key; contract, declarer, uncounted, Save"
    assert phone.wrong == []


def test_belot_7_16_who_was_inside_follows_the_declarer(table: Table) -> None:
    phone = table.start("belot", NAMES).open_sheet()
    phone.tap(phone.button("Record a deal"))
    phone.pill("Contract", "hearts")
    phone.tap(phone.page.locator("[data-goes=whole_to]"))
    phone.pill("Declarer", "Boris")
    expect(phone.page.locator("[data-goes=whole_to]")).to_have_attribute("data-value", "0")
    phone.pill("Declarer", "Ana")
    expect(phone.page.locator("[data-goes=whole_to]")).to_have_attribute("data-value", "1")
    digits(phone, "97")
    expect(phone.page.locator("[data-goes=whole_to]")).to_have_attribute("data-value", "")
    phone.tap(phone.page.locator("[data-goes=whole_to]"))
    expect(points(phone, 0)).to_have_value("")
    phone.tap(phone.page.locator("[data-goes=capot]"))
    expect(phone.page.locator("[data-goes=whole_to]")).to_have_attribute("data-value", "")
    expect(phone.page.locator("[name=forfeit]")).not_to_be_checked()


def test_belot_7_12_a_tierce_is_given_its_suit_on_its_line(table: Table) -> None:
    phone = table.start("belot", NAMES, equal_sequences="trump").open_sheet()
    phone.tap(phone.button("Record a deal"))
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", "Ana")
    digits(phone, "90")
    announce_all(phone, [(1, "Tierce to the ace"), (2, "Tierce to the ace")])
    expect(phone.page.locator("#entry-preview")).to_contain_text("name the suit")
    phone.tap(phone.page.locator(".announced .key:visible"))
    lines = phone.page.locator(".announcements li")
    for place, suit in ((0, "hearts"), (1, "clubs")):
        phone.tap(lines.nth(place).get_by_role("button", name=suit, exact=True))
    phone.tap(phone.page.locator("dialog.announce [data-close]"))
    save(phone)
    assert [one["suit"] for one in phone.entries()[0]["declarations"]] == ["hearts", "clubs"]
    assert phone.wrong == []


LONG = ("Hrafnhildur Anna", "Georgi-Stefan", "Александър", "Þórdís")
SCROLLS = """() => [document.documentElement.scrollHeight - innerHeight,
  ...[...document.querySelectorAll("#form .part, #form .act")].map((one) => one.scrollHeight - one.clientHeight)]"""
"""By how much the page, its rows and its foot are higher than the room they have."""
PLACES = """() => [...document.querySelectorAll("#form :is(label, button)")].filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect()).map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)"""
"""Where everything stands that is tapped."""


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.soak
@pytest.mark.parametrize(("turn", "names"), [(0, NAMES), (1, LONG)], ids=["short", "long"])
def test_an_ordinary_deal_scrolls_nothing_and_moves_no_key(
    table: Table, turn: int, names: tuple[str, ...]
) -> None:
    phone = table.start("belot", names)
    for language in in_turn(LANGUAGES, turn, 2):
        phone.page.goto(f"{phone.sheet}/record/deal?lang={language}")
        expect(phone.page.locator("#entry-status[data-shown]")).to_have_count(1)
        places = phone.page.evaluate(PLACES)
        phone.page.locator("label:has([name=contract][value=hearts])").tap()
        phone.page.locator("label:has([name=declarer][value='1'])").tap()
        digits(phone, "97")
        expect(phone.page.locator("#form[data-complete]")).to_be_visible()
        assert max(phone.page.evaluate(SCROLLS)) <= 0, language
        assert phone.page.evaluate(PLACES) == places, language
        assert phone.page.evaluate("scrollY") == 0
    assert phone.wrong == []


def test_the_key_says_what_declarations_brought_and_the_line_why_one_brings_nothing(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", "Ana")
    announce_all(phone, [(0, "Tierce to the ace"), (1, "Quarte to the jack")])
    expect(announced(phone)).to_have_text("2 declarations70")
    digits(phone, "100")
    expect(announced(phone)).to_have_text("2 declarations50")
    preview = phone.page.locator("#entry-preview")
    expect(preview).to_contain_text("does not count, the other side has the highest sequence")


def test_counts_of_two_phones_that_do_not_fit_are_said_before_save(table: Table) -> None:
    phone, other = table.start("belot", NAMES), table.phone()
    for one, name in ((phone, "Vera"), (other, "Георги")):
        one.page.goto(f"{one.sheet}/phone")
        one.tap(one.button(name))
        one.page.wait_for_url(lambda url: not url.endswith("/phone"))
        one.enter()
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", "Ana")
    digits(phone, "97")
    phone.wait_until_kept()
    expect(points(other, 0)).to_have_value("97")
    digits(other, "60")
    whose = "Vera entered Ana & Vera 97. Георги entered Boris & Георги 60."
    for one in (phone, other):
        expect(points(one, 0)).to_have_value("97")
        expect(points(one, 1)).to_have_value("60")
        expect(one.page.locator("#entry-preview .error")).to_contain_text("162")
        expect(one.page.locator("#entry-preview .why")).to_have_text(whose)
        look(one.page, "entry-belot", "two-counts")
    other.tap(other.page.locator("[data-key=back]"))
    digits(other, "5")
    other.wait_until_kept()
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    phone.save()
    assert phone.entries()[0]["trick_points"] == [97, 65]
    assert phone.wrong == []


@pytest.mark.left_to_soak
def test_three_deals_in_a_row_without_network_are_all_there_when_it_is_back(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.pill("Contract", "hearts")
    phone.cut()
    waiting = phone.page.locator("#outbox ol > li")
    for number in (1, 2, 3):
        if number > 1:
            phone.pill("Contract", "hearts")
        phone.pill("Declarer", "Ana")
        digits(phone, f"9{number}")
        phone.tap(phone.button("Save"))
        expect(waiting).to_have_count(number)
        expect(phone.page.locator("h1 [data-turn=number]")).to_have_text(str(number + 1))
    phone.mend()
    expect(waiting).to_have_count(0)
    assert [entry["trick_points"] for entry in phone.entries()] == [[91, None], [92, None], [93, None]]
    assert phone.wrong == []


def test_a_key_gives_the_number_to_the_other_side(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.pill("Contract", "hearts")
    digits(phone, "65")
    phone.tap(phone.page.locator("[data-swap]"))
    expect(points(phone, 0)).to_have_value("")
    expect(points(phone, 1)).to_have_value("65")
    expect(points(phone, 0)).to_have_attribute("placeholder", "97")
    digits(phone, "66")
    expect(points(phone, 1)).to_have_value("66")


@pytest.mark.soak
def test_a_whole_match_by_taps_to_the_winner_in_bulgarian(table: Table) -> None:
    phone = table.start("belot", NAMES, language="bg", target=in_soak(151, 81)).open_sheet()
    deals: list[tuple[str, str, dict[str, Any]]] = [
        ("hearts", "Ana", {"points": {0: "56"}}),
        ("no trumps", "Boris", {"points": {0: "65"}}),
        ("all passed", "", {}),
        ("all trumps", "Vera", {"points": {1: "100"}, "announced": [(0, "Belote in clubs")]}),
        ("clubs", "Георги", {"points": {0: "81"}, "contra": "contra"}),
        ("spades", "Ana", {"capot": 0}),
        (
            "diamonds",
            "Ana",
            {"points": {0: "120"}, "announced": [(3, "Carre of jacks"), (0, "Belote in diamonds")]},
        ),
    ]
    for contract, declarer, more in deals:
        assert deal(phone, contract, declarer, **more) <= MAX_TAPS
    outcomes = [entry.outcome for entry in sheet_of(phone).entries]
    assert outcomes == ["inside", "hanging", "passed_out", "made", "hanging", "made", "inside"]
    while sheet_of(phone).status == "open":
        assert deal(phone, "hearts", "Vera", points={0: "130"}) <= MAX_TAPS
    winner = SIDES[sheet_of(phone).winners[0]]
    expect(phone.page.locator(".winner")).to_contain_text(winner.replace(" & ", " и "))
    assert phone.wrong == []


def test_a_level_deal_says_what_hangs_and_why_before_it_is_saved(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", "Ana")
    digits(phone, "81")
    assert read_points(phone) == (0, 8)
    preview = phone.page.locator("#entry-preview")
    expect(preview).to_contain_text("hanging")
    expect(preview).to_contain_text("8 points hang")
    expect(preview).to_contain_text("Level: the defenders write their 81 rounded down, 8")
    assert preview.locator(".cite").count() > 0


@pytest.mark.left_to_soak
def test_the_side_of_the_phone_comes_first(table: Table) -> None:
    phone = table.start("belot", NAMES)
    phone.page.goto(f"{phone.sheet}/phone")
    phone.tap(phone.button("Boris"))
    phone.page.wait_for_url(lambda url: not url.endswith("/phone"))
    phone.enter()
    left, right = (points(phone, side).bounding_box() for side in (1, 0))
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]
    expect(points(phone, 1)).to_have_class("number keyed")
    phone.tap(phone.page.locator("[data-goes=capot]"))
    expect(phone.page.locator("[data-goes=capot]")).to_contain_text(SIDES[1])
    go_round(phone, "capot", "")
    for side, declarer in enumerate(("Ana", "Boris")):
        phone.pill("Declarer", declarer)
        phone.tap(phone.page.locator("[data-goes=capot]"))
        expect(phone.page.locator("[data-goes=capot]")).to_have_attribute("data-value", str(side))
        go_round(phone, "capot", "")
    phone.page.goto(phone.sheet)
    deal(phone, "hearts", "Boris", points={1: "100"})
    assert phone.entries()[0]["trick_points"] == [None, 100]


def test_a_reload_in_the_middle_of_typing_loses_no_digit(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.pill("Contract", "all trumps")
    phone.tap(points(phone, 1))
    digits(phone, "12+1")
    load_anew(phone.page)
    expect(points(phone, 1)).to_have_value("12+1")
    expect(phone.page.locator("input[name=contract]:checked")).to_have_value("all_trumps")
    phone.tap(points(phone, 1))
    digits(phone, "+4")
    phone.tap(points(phone, 0))
    expect(points(phone, 1)).to_have_value("17")
    expect(points(phone, 0)).to_have_attribute("placeholder", "241")
    announce(phone, 3, "Quarte to the queen")
    load_anew(phone.page)
    expect(announced(phone)).to_have_text(re.compile("^quarte QГеорги ?· ?50$"))
    phone.cut()
    announce(phone, 0, "Tierce to the ace")
    load_anew(phone.page)
    expect(announced(phone)).to_have_text("2 declarations70")


def test_what_one_phone_announces_the_other_shows(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    other = table.phone().enter()
    phone.pill("Contract", "hearts")
    announce_all(phone, [(0, "Tierce to the ace"), (0, "Belote in hearts")])
    lines = ["Ana: Tierce to the ace ×", "Ana: Belote in hearts ×"]
    expect(announced(other)).to_have_text("2 declarations40")
    other.tap(announced(other))
    expect(other.page.locator(".announcements li")).to_have_text(lines)
    other.tap(other.page.get_by_role("button", name="Take back: Ana: Tierce to the ace"))
    expect(announced(phone)).to_have_text(re.compile("^belote ♥Ana ?· ?20$"))
    assert phone.wrong == other.wrong == []


POSSIBLE = [
    ("hearts", [], 0, "Belote in hearts", True),
    ("hearts", [], 0, "Belote in spades", False),
    ("all trumps", [], 0, "Belote in spades", True),
    ("hearts", [(0, "Belote in hearts")], 1, "Belote in hearts", False),
    ("hearts", [(0, "Carre of kings")], 1, "Belote in hearts", False),
    ("hearts", [(0, "Carre of kings")], 0, "Belote in hearts", True),
    ("hearts", [(0, "Carre of kings")], 1, "Tierce to the ace", False),
    ("hearts", [(0, "Carre of kings")], 1, "Tierce to the jack", True),
    ("hearts", [(1, "Tierce to the jack")], 2, "Carre of nines", False),
    ("hearts", [(0, "Quinte to the ace")], 0, "Quarte to the ace", False),
    ("hearts", [(0, "Quinte to the ace")], 0, "Tierce to the ace", True),
]


def test_only_what_is_still_possible_can_be_announced(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    for contract, before, seat, words, possible in POSSIBLE:
        phone.pill("Contract", contract)
        for known_seat, known in before:
            announce(phone, known_seat, known)
        phone.tap(phone.page.locator(".announced .key:visible"))
        phone.tap(phone.page.locator(f"[data-seat='{seat}']"))
        button = phone.page.locator("dialog.announce").get_by_role("button", name=words, exact=True)
        expect(button, f"{contract}, {before}, {seat}, {words}").to_be_enabled(enabled=possible)
        while phone.page.locator("[data-remove]").count():
            phone.tap(phone.page.locator("[data-remove]"))
        phone.tap(phone.page.locator("dialog.announce [data-close]"))
    phone.pill("Contract", "no trumps")
    expect(phone.button("+ declaration")).to_be_disabled()


def test_all_passed_puts_the_rest_aside_and_a_slip_brings_it_back(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.pill("Contract", "clubs")
    phone.pill("Declarer", "Vera")
    go_round(phone, "doubling", "contra")
    digits(phone, "70")
    announce(phone, 2, "Belote in clubs")
    phone.tap(phone.button("four passes"))
    phone.wait_until_kept()
    expect(phone.page.locator("#entry-preview")).to_contain_text("no points")
    phone.pill("Contract", "diamonds")
    phone.wait_until_kept()
    expect(announced(phone)).to_have_text(re.compile("^belote ♦Vera ?· ?20$"))
    phone.save()
    declarations = [{"player": 2, "kind": "belote"}]
    assert phone.entries() == [
        {
            "kind": "deal",
            "contract": "diamonds",
            "declarer": 2,
            "doubling": "contra",
            "trick_points": [70, None],
            "declarations": declarations,
        }
    ]


def test_a_capot_is_all_the_points_of_its_contract(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    go_round(phone, "capot", "1")
    phone.pill("Contract", "hearts")
    expect(points(phone, 1)).to_have_value("162")
    phone.pill("Contract", "all trumps")
    expect(points(phone, 1)).to_have_value("258")
    go_round(phone, "capot", "0")
    expect(points(phone, 0)).to_have_value("258")
    expect(points(phone, 1)).to_have_value("")
    go_round(phone, "capot", "")
    expect(points(phone, 0)).to_have_value("")


def test_the_penalty_is_behind_the_three_dots(table: Table) -> None:
    phone = table.start("belot", NAMES).enter()
    phone.tap(phone.button("More"))
    phone.tap(phone.button("Penalty"))
    phone.pill("Who committed the offence", SIDES[0])
    phone.page.get_by_text("other …").click()
    phone.page.get_by_label("Reason").fill("looked at a trick")
    phone.save()
    assert [entry["kind"] for entry in phone.entries()] == ["penalty"]


def test_a_correction_shows_what_was_entered_and_takes_more(table: Table) -> None:
    phone = table.start("belot", NAMES).open_sheet()
    deal(phone, "hearts", "Ana", points={0: "100"}, announced=[(0, "Tierce to the ace")])
    phone.page.goto(f"{phone.sheet}/row/2")
    phone.tap(phone.button("Correct"))
    expect(announced(phone)).to_have_text(re.compile("^tierce AAna ?· ?20$"))
    announce(phone, 2, "Belote in hearts")
    phone.tap(phone.button("Correct"))
    expect(phone.page.get_by_text("corrected").first).to_be_visible()
    assert len(phone.entries()[0]["declarations"]) == 2


def test_without_javascript_the_form_takes_the_same_deal(table: Table) -> None:
    phone = table.start("belot", NAMES)
    plain = table.phone(java_script_enabled=False).enter()
    page = plain.page
    plain.pill("Contract", "hearts")
    plain.pill("Declarer", "Boris")
    points(plain, 0).fill("62")
    page.locator("summary", has_text="Declarations").click()
    row = page.get_by_role("group", name="Declaration 1", exact=True)
    row.get_by_role("radio", name="Ana", exact=True).check()
    row.get_by_role("radio", name="belote", exact=True).check()
    plain.save()
    assert phone.entries()[0]["declarations"] == [{"player": 0, "kind": "belote"}]


LOOKS = [(SIZES[0], in_soak(LANGUAGES, ("en", "bg", "eu"))), (SIZES[1], ("en",))]
"""The languages of the longest words, and in the soak all."""


@pytest.mark.left_to_soak
@pytest.mark.parametrize(("size", "languages"), LOOKS, ids=("small", "wider"))
def test_every_screen_in_every_language_in_both_themes(
    table: Table, size: tuple[int, int], languages: tuple[str, ...]
) -> None:
    phone = table.start("belot", ("Maximiliane", "Guðmundur Ari", "Þórdís", "Александър"))
    page = phone.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for language in languages:
        # A hindrance is one in every language and size; what is clipped may be so in one.
        audit = language == "en" and size == SIZES[0]
        themes = THEMES if audit else ("light",)
        page.goto(f"{phone.sheet}/record/deal?lang={language}")
        if language == "en":
            look(page, "entry-belot", f"blank-{size[0]}", themes, audit=audit)
            page.locator("input[name=contract][value=all_trumps]").check()
            page.locator("input[name=declarer][value='1']").check()
            digits(phone, "101+20")
            look(page, "entry-belot", f"sum-{size[0]}", themes, audit=audit)
            announce(phone, 3, "Carre of jacks")
        phone.tap(page.locator(".announced .key:visible"))
        page.locator("dialog.announce summary").tap()
        look(page, "entry-belot", f"announce-{language}-{size[0]}", themes, audit=audit)
        phone.tap(page.locator("dialog.announce [data-close]"))
        expect(page.locator("#entry-preview .writes").first).to_be_visible()
        look(page, "entry-belot", f"filled-{language}-{size[0]}", themes, audit=audit)
    assert phone.wrong == []
