"""Eskoba's own screens: escobas while the hand is played, then three taps of us, tie or them; or counts; or cards."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from scorekeeper.core.play.cards import PACK_40
from scorekeeper.games.escoba.play import first_captures
from tests.browser.entry.screens import LANGUAGES, SIZES, digits, read_points, save, sheet_of
from tests.browser.entry_table import Phone, Table
from tests.browser.looking import THEMES, load_anew, look
from tests.cases import cases
from tests.games.escoba.deals import by_most, make_deal
from tests.soak import in_soak, in_turn

NAMES = ("Iñaki", "Miren")
MAX_TAPS = 9
"""Record, who had most of three things, the seven, save: and two escobas besides."""


def escoba(phone: Phone, name: str, times: int = 1) -> None:
    """An escoba is made: one tap each."""
    for _time in range(times):
        phone.tap(phone.button(f"{name}: one escoba more"))


def had(phone: Phone, cards: str, golds: str, sevens: str, seven: str) -> None:
    """Who had the most of everything."""
    groups = {"Cards": cards, "Golds": golds, "Sevens": sevens, "Seven of golds": seven}
    for group, words in groups.items():
        phone.pill(group, words)


def count_escobas(phone: Phone, side: int) -> Any:
    """How many escobas a side is shown to have."""
    return phone.page.locator(f"input[name='escobas-{side}']")


def way(phone: Phone, words: str) -> None:
    """Write it down in another way; what was entered goes along."""
    phone.tap(phone.button("More"))
    phone.tap(phone.button(words))
    expect(phone.page.locator(".tab[aria-current]")).to_have_text(words)


@pytest.mark.left_to_soak
def test_a_whole_match_by_taps_to_the_winner_in_basque(table: Table) -> None:
    # one deal more than there are kinds of them
    phone = table.start("escoba", NAMES, language="eu", target=in_soak(21, 11))
    phone.open_sheet()
    deals = [
        (("Iñaki", "Iñaki", "Miren", "Iñaki"), (2, 0)),
        (("Miren", "tie", "tie", "Miren"), (0, 1)),
        (("tie", "Miren", "Iñaki", "Iñaki"), (1, 1)),
    ]
    number = 0
    while sheet_of(phone).status == "open":
        most, escobas = deals[number % 3]
        phone.taps = 0
        phone.tap(phone.button("Record a deal"))
        for name, times in zip(NAMES, escobas, strict=True):
            escoba(phone, name, times)
        had(phone, *most)
        phone.wait_until_kept()
        save(phone)
        assert phone.taps <= MAX_TAPS
        number += 1
        assert number < 20
    winner = NAMES[sheet_of(phone).winners[0]]
    expect(phone.page.locator(".winner")).to_contain_text(winner)
    assert phone.entries()[1]["most"] == {"cards": 1, "golds": None, "sevens": None}
    assert phone.wrong == []


def test_escobas_are_counted_on_every_phone_while_the_hand_is_played(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    other = table.phone().enter()
    escoba(phone, "Iñaki")
    expect(count_escobas(other, 0)).to_have_value("1")
    escoba(other, "Iñaki")
    escoba(other, "Miren")
    expect(count_escobas(phone, 0)).to_have_value("2")
    expect(count_escobas(phone, 1)).to_have_value("1")
    phone.tap(phone.button("Miren: take one back"))
    expect(count_escobas(other, 1)).to_have_value("")
    had(phone, "Iñaki", "Iñaki", "Iñaki", "Iñaki")
    expect(other.page.locator('input[name="seven_of_golds"]:checked')).to_have_value("0")
    expect(count_escobas(other, 1)).to_have_value("")  # what was not tapped is none, and no part
    assert read_points(other) == (6, 0), "two escobas, cards, golds, sevens, and the seven"
    other.save()
    assert phone.entries() == [by_most(0, 0, 0, 0, (2, 0), kind="deal")]
    assert phone.wrong == other.wrong == []


def test_two_phones_that_see_the_same_escoba_count_it_once_or_ask(table: Table) -> None:
    """Both tapped before they heard of each other: the same number is the same escoba."""
    phone = table.start("escoba", NAMES).enter()
    other = table.phone().enter()
    other.cut()
    escoba(phone, "Iñaki")
    phone.wait_until_kept()
    escoba(other, "Iñaki")
    other.mend()
    other.wait_until_kept()
    expect(count_escobas(other, 0)).to_have_value("1")
    expect(count_escobas(phone, 0)).to_have_value("1")


@pytest.mark.left_to_soak
def test_two_quick_taps_are_two_escobas(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    phone.button("Iñaki: one escoba more").dblclick()
    expect(count_escobas(phone, 0)).to_have_value("2")


def test_a_reload_between_two_escobas_and_in_the_middle_of_counting_loses_nothing(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    escoba(phone, "Miren", 2)
    load_anew(phone.page)
    expect(count_escobas(phone, 1)).to_have_value("2")
    phone.pill("Golds", "Miren")
    load_anew(phone.page)
    expect(phone.page.locator("input[name=most-golds]:checked")).to_have_value("1")
    way(phone, "Counts")
    phone.tap(phone.page.get_by_role("group", name="Cards 40").get_by_label("Iñaki", exact=True))
    digits(phone, "10+1")
    load_anew(phone.page)
    expect(phone.page.locator("input[name=cards-0]")).to_have_value("10+1")


def say_rare(phone: Phone, title: str, group: str, name: str) -> None:
    """Open a key of what is rare, and tap a side in it."""
    phone.tap(phone.page.locator("summary", has_text=title))
    asked = phone.page.get_by_role("group", name=group, exact=True)
    phone.tap(asked.get_by_role("button", name=name, exact=True))


def may_be_said(phone: Phone, name: str) -> list[bool]:
    """Whether it can be true of each side."""
    return [key.is_enabled() for key in phone.page.locator(f"[data-ask='{name}']").all()]


ASKED = [
    (("Iñaki", "Iñaki", "Miren", "Iñaki"), [False, True]),
    (("tie", "Miren", "tie", "Iñaki"), [False, False]),
    (("Miren", "tie", "Miren", "Miren"), [True, False]),
]


def test_few_cards_are_said_only_of_a_side_of_which_they_can_be_true(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    for most, sides in ASKED:
        had(phone, *most)
        assert may_be_said(phone, "under_ten") == may_be_said(phone, "no_cards") == sides, most
    had(phone, "Iñaki", "Iñaki", "Iñaki", "Iñaki")
    say_rare(phone, "under ten cards", "Fewer than ten cards", "Miren")
    say_rare(phone, "no card", "No card at all", "Miren")
    expect(phone.page.locator("#entry-preview")).to_contain_text("This ends the match.")
    say_rare(phone, "no card", "No card at all", "Miren")
    phone.pill("Golds", "Iñaki")
    phone.wait_until_kept()
    assert read_points(phone) == (6, 0), "cards, two for the golds, the seven, sevens, fewer than ten"
    phone.pill("Golds", "tie")
    phone.save()
    entry = phone.entries()[0]
    assert entry["under_ten"] == [1]
    assert not {"all_golds", "no_cards"} & entry.keys()


def test_what_a_stray_tap_made_untrue_comes_back_with_the_next(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    had(phone, "Iñaki", "Iñaki", "Iñaki", "Iñaki")
    phone.pill("Golds", "Iñaki")
    say_rare(phone, "no card", "No card at all", "Miren")
    told = phone.page.locator("input[name=no_cards]:checked, input[name=all_golds]:checked:not([value=''])")
    for stray, there in (("Miren", 1), ("tie", 1), ("Iñaki", 2)):
        phone.pill("Cards", stray)
        expect(told).to_have_count(there)
    say_rare(phone, "no card", "No card at all", "Miren")
    phone.pill("Cards", "Miren")
    phone.pill("Cards", "Iñaki")
    expect(told).to_have_count(1)
    assert phone.wrong == []


@cases(
    "names, rules, allowed",
    (("Iñaki", "Miren", "Jon"), {}, [False, True, True]),
    (("Iñaki", "Miren", "Jon"), {"few_cards": 15}, [True, True, True]),
)
def test_where_many_play_who_took_the_most_may_have_few(
    table: Table, names: tuple[str, ...], rules: dict[str, Any], allowed: list[bool]
) -> None:
    phone = table.start("escoba", names, **rules).enter()
    phone.pill("Cards", "Iñaki")
    assert may_be_said(phone, "under_ten") == allowed
    assert phone.wrong == []


def test_a_second_tap_on_the_leader_says_all_and_a_third_takes_it_back(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    all_golds = phone.page.locator("input[name=all_golds]:checked:not([value=''])")
    told = phone.page.locator("label:has(input[name=most-golds][value='1']) .all")
    phone.pill("Golds", "Miren")
    expect(told).to_be_hidden()
    phone.pill("Golds", "Miren")
    expect(told).to_be_visible()
    expect(all_golds).to_have_value("1")
    expect(phone.page.locator("input[name=seven_of_golds]:checked")).to_have_value("1")
    load_anew(phone.page)
    expect(told).to_be_visible()
    phone.pill("Golds", "Miren all")
    expect(all_golds).to_have_count(0)
    for _space in range(2):
        phone.page.keyboard.press("Space")
        phone.page.keyboard.press("Space")
    phone.page.keyboard.press("Space")
    expect(phone.page.get_by_role("radio", name="Miren all", exact=True)).to_be_focused()
    expect(all_golds).to_have_value("1")
    phone.pill("Seven of golds", "Iñaki")
    expect(all_golds).to_have_count(0)
    phone.pill("Golds", "tie")
    phone.pill("Golds", "tie")
    expect(all_golds).to_have_count(0)


def test_fifteen_or_thirty_at_the_start_are_escobas_of_the_dealer(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    for words, escobas in (("15: Iñaki +1", "1"), ("30: Iñaki +2", "3")):
        phone.tap(phone.page.locator("#opening-key summary"))
        phone.tap(phone.button(words))
        expect(count_escobas(phone, 0)).to_have_value(escobas)
        expect(phone.page.locator("#opening-key[open]")).to_have_count(0)


PLACES = """() => [...document.querySelectorAll("#form .key, #form .tally, #form .saves > *")]
  .filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top))"""
"""How high everything stands that is tapped."""
SCROLLS = "document.documentElement.scrollHeight > innerHeight"


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_an_ordinary_deal_scrolls_nothing_and_moves_no_key(table: Table, sides: int) -> None:
    phone = table.start("escoba", LARGE[:sides]).enter()
    expect(phone.page.locator("#entry-preview")).to_contain_text("Still missing")
    before = phone.page.evaluate(PLACES)
    phone.taps = 0
    escoba(phone, LARGE[0])
    had(phone, LARGE[0], "tie", LARGE[1], LARGE[1])
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    assert phone.page.evaluate(PLACES) == before
    assert phone.page.evaluate(SCROLLS) is False
    phone.save()
    assert phone.taps == 6, "an escoba, who had the most of three things, the seven, Save"


@pytest.mark.left_to_soak
def test_the_counts_of_one_side_say_those_of_the_other(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    way(phone, "Counts")
    for group, typed in (("Cards 40", "12+10"), ("Golds 10", "6"), ("Sevens 4", "3")):
        phone.tap(phone.page.get_by_role("group", name=group).get_by_label("Iñaki", exact=True))
        digits(phone, typed)
    expect(phone.page.locator("input[name=cards-1]")).to_have_attribute("placeholder", "18")
    phone.tap(phone.page.get_by_role("group", name="Sevens 4").get_by_label("Miren", exact=True))
    digits(phone, "1")
    expect(phone.page.locator("input[name=sevens-0]")).to_have_attribute("placeholder", "3")
    phone.pill("Seven of golds", "Miren")
    phone.save()
    assert phone.entries() == [make_deal([0, 0], [22, None], [6, None], [None, 1], 1, kind="deal")]
    phone.tap(phone.button("Record a deal"))
    expect(phone.page.locator(".tab[aria-current]")).to_have_text("Counts")


def test_a_count_that_cannot_be_is_not_thrown_away_by_the_other_side(table: Table) -> None:
    phone = table.start("escoba", NAMES)
    phone.page.goto(f"{phone.sheet}/record/deal?form=counts")
    first, second = (phone.page.locator(f"input[name=golds-{side}]") for side in (0, 1))
    first.press_sequentially("12")
    second.press_sequentially("12")
    assert [first.input_value(), second.input_value()] == ["12", "12"], (
        "neither is what the other leaves of ten"
    )
    first.fill("7")
    expect(second).to_have_value("12")
    second.fill("3")
    expect(first).to_have_value("")
    expect(first).to_have_attribute("placeholder", "7")


@pytest.mark.parametrize("way", ["most", "counts"])
def test_the_setenta_is_one_row_more_where_the_table_plays_for_it(table: Table, way: str) -> None:
    phone = table.start("escoba", NAMES, setenta=1, most_sevens=0, target=None, max_deals=5)
    phone.page.goto(f"{phone.sheet}/record/deal?form={way}")
    if way == "most":
        had(phone, "Iñaki", "Miren", "Iñaki", "Miren")
    else:
        for group, typed in (("Cards 40", "22"), ("Golds 10", "4"), ("Sevens 4", "3")):
            phone.tap(phone.page.get_by_role("group", name=group).get_by_label("Iñaki", exact=True))
            digits(phone, typed)
        phone.pill("Seven of golds", "Miren")
    phone.tap(phone.button("Save"))
    expect(phone.page.locator(".problem, .part-problem").first).to_be_visible()
    phone.pill("Setenta", "Iñaki")
    assert phone.page.evaluate(SCROLLS) is False
    phone.save()
    [entry] = phone.entries()
    assert (entry["setenta"], entry["seven_of_golds"]) == (0, 1)


@pytest.mark.parametrize("opening", ["dealer", "first", "none"])
def test_an_opening_fifteen_is_counted_where_the_table_gives_it(table: Table, opening: str) -> None:
    phone = table.start("escoba", NAMES, opening=opening).enter()
    if opening == "none":
        expect(phone.page.locator("[data-opening]")).to_have_count(0)
        return
    phone.tap(phone.page.locator("#opening-key summary, #opening-key > button").first)
    phone.tap(phone.page.locator("[data-opening='1']"))
    counted = [count_escobas(phone, side).input_value() for side in (0, 1)]
    assert counted == (["1", ""] if opening == "dealer" else ["", "1"])


CUT_NAMES = """() => [...document.querySelectorAll(".matrix > .names li")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_counts_are_typed_on_a_keypad_that_stays_without_a_scroll(table: Table, sides: int) -> None:
    phone = table.start("escoba", ("Guðmundur", "Aleksandra", *LARGE[2:])[:sides])
    phone.page.goto(f"{phone.sheet}/record/deal?form=counts")
    for name, whole in (("cards", 40), ("golds", 10), ("sevens", 4)):
        for side in range(sides - 1):  # the last one follows
            phone.tap(phone.page.locator(f"input[name={name}-{side}]"))
            digits(phone, "0" if side else str(whole))
    phone.tap(phone.page.locator(".key:has([name=seven_of_golds][value='0'])"))
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    assert phone.page.evaluate(SCROLLS) is False
    assert phone.page.evaluate(CUT_NAMES) == []
    phone.save()
    assert phone.entries()[0]["sevens"] == [4, *[0] * (sides - 2), None]
    assert phone.wrong == []


def test_piles_card_by_card(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    way(phone, "Cards of each pile")
    card = phone.page.locator
    for name in ("7O", "7C", "1O", "12B"):
        phone.tap(card(f"[data-card='{name}']"))
    expect(phone.page.get_by_role("button", name="7 of golds: Iñaki", exact=True)).to_be_visible()
    phone.tap(card("[data-card='1O']"))  # the next side's
    phone.tap(card("[data-card='7C']"))
    phone.tap(card("[data-card='7C']"))  # past the last side: in no pile
    expect(card(".left-count")).to_have_text("37")
    phone.tap(phone.button("All that are left: Miren"))
    expect(card(".left-count")).to_have_text("0")
    load_anew(phone.page)
    expect(card(".taken-count").first).to_have_text("2")
    phone.wait_until_kept()
    assert read_points(phone) == (1, 4), "the seven; cards, golds, sevens, and fewer than ten"
    phone.save()
    piles = phone.entries()[0]["piles"]
    assert sorted(piles[0]) == ["12B", "7O"]
    assert len(piles[1]) == 38


def deal_out() -> tuple[list[str], list[dict[str, Any]]]:
    """An opening table of no fifteen, and every card then played on it by two players; the first capture is taken."""
    pack = [str(card) for card in PACK_40.cards]
    order = [pack[place * 7 % len(pack)] for place in range(len(pack))]
    opening, lying, plays = order[:4], order[:4], list[dict[str, Any]]()
    for number, card in enumerate(order[4:]):
        parsed = [one for one in map(PACK_40.parse, (card, *lying)) if one is not None]
        ways = first_captures(parsed[0], tuple(parsed[1:]), 1)
        play: dict[str, Any] = {"seat": (number + 1) % 2, "card": card}
        if ways:
            play["takes"] = [str(one) for one in ways[0]]
        taken = play.get("takes", ())
        lying = [one for one in lying if one not in taken] + ([] if taken else [card])
        plays.append(play)
    return opening, plays


def test_a_whole_deal_is_laid_on_the_card_table_with_two_taps_a_play_at_most(table: Table) -> None:
    phone, (opening, plays) = table.start("escoba", TWO), deal_out()
    phone.enter()
    way(phone, "Card by card, while it is played")
    fan, told = phone.page.locator(".fan"), phone.page.locator("#laid .told")
    expect(told).to_have_text("Tap the four cards of the opening table.")
    for card in opening:
        phone.tap(fan.locator(f"[data-card='{card}']"))
    top = fan.bounding_box()
    phone.taps = 0
    for number, play in enumerate(plays):
        if number == 20:  # another hand goes on from what is kept
            phone.wait_until_kept()
            load_anew(phone.page)
        expect(phone.page.locator(".players .turn .name")).to_have_text(TWO[play["seat"]])
        phone.tap(fan.locator(f"[data-card='{play['card']}']"))
        if "takes" in play:
            phone.tap(phone.page.locator(f".way[data-takes='{' '.join(play['takes'])}']"))
        expect(fan.locator(f"[data-card='{play['card']}']")).to_be_disabled()
        if "takes" in play:
            expect(told).to_contain_text(f"{TWO[play['seat']]} takes ")
            expect(phone.page.get_by_role("status")).to_contain_text([f"{TWO[play['seat']]} takes "])
        assert number == len(plays) - 1 or phone.page.evaluate(
            "document.activeElement.closest('.fan') !== null"
        ), "the focus"
        if number == 12:
            look(phone.page, "entry-escoba", "card-table")
            assert phone.page.evaluate(SCROLLS) is False
            assert fan.bounding_box() == top
    assert phone.taps <= 2 * len(plays)
    phone.tap(phone.button("Take the last one back"))
    phone.tap(fan.locator(f"[data-card='{plays[-1]['card']}']"))
    if phone.page.locator(".way").count():
        phone.tap(phone.page.locator(f".way[data-takes='{' '.join(plays[-1].get('takes', ()))}']"))
    expect(told).to_contain_text("All cards are laid.")
    chips = phone.page.locator(".players small").all_inner_texts()
    assert sum(int(re.findall(r"\d+", one)[0]) for one in chips) == 40, (
        "the cards left are in their taker's pile"
    )
    expect(phone.page.locator("#form[data-complete]")).to_be_visible()
    phone.save()
    entry = phone.entries()[0]
    assert (entry["table"], entry["plays"]) == (opening, plays)
    assert phone.wrong == []


def test_an_opening_table_is_called_kept_when_all_four_cards_are_there(table: Table) -> None:
    """The server takes no three of them: they are on this phone alone."""
    phone, (opening, _) = table.start("escoba", TWO), deal_out()
    phone.enter()
    way(phone, "Card by card, while it is played")
    fan, status = phone.page.locator(".fan"), phone.page.locator("#entry-status")
    for card in ("5O", "3O", "7O"):  # fifteen, but the table has four
        phone.tap(fan.locator(f"[data-card='{card}']"))
    expect(phone.page.locator(".players small .hidden").first).to_be_attached()
    assert {
        one.inner_text().split("·")[0].split()[-1] for one in phone.page.locator(".players small").all()
    } == {"0"}
    for _card in range(3):
        phone.tap(phone.button("Take the last one back"))
    for card in opening[:3]:
        with phone.page.expect_response("**/draft/part") as answer:
            phone.tap(fan.locator(f"[data-card='{card}']"))
        assert answer.value.status == 422
        expect(status).to_have_attribute("data-shown", "")
    phone.tap(fan.locator(f"[data-card='{opening[3]}']"))
    phone.wait_until_kept()


@pytest.mark.left_to_soak
def test_one_side_may_take_every_card(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    way(phone, "Cards of each pile")
    phone.tap(phone.button("All that are left: Iñaki"))
    phone.save()
    expect(phone.page.locator(".winner")).to_contain_text("Iñaki")


def test_the_player_of_the_phone_comes_first(table: Table) -> None:
    phone = table.start("escoba", NAMES)
    phone.page.goto(f"{phone.sheet}/phone")
    phone.tap(phone.button("Miren"))
    phone.page.wait_for_url(lambda url: not url.endswith("/phone"))
    phone.page.wait_for_load_state()
    phone.enter()
    cards = phone.page.get_by_role("group", name="Cards", exact=True)
    left = cards.evaluate(
        "set => [0, 1].map(side => set.querySelector(`.side-${side}`).getBoundingClientRect().left)"
    )
    assert left[1] < left[0]


def test_a_correction_shows_what_was_entered(table: Table) -> None:
    phone = table.start("escoba", NAMES).enter()
    escoba(phone, "Iñaki")
    had(phone, "Iñaki", "tie", "Miren", "Miren")
    phone.save()
    phone.page.goto(f"{phone.sheet}/row/2")
    phone.tap(phone.button("Correct"))
    expect(phone.page.locator("input[name=most-golds]:checked")).to_have_value("-")
    phone.pill("Golds", "Miren")
    phone.tap(phone.button("Correct"))
    expect(phone.page.get_by_text("corrected").first).to_be_visible()
    assert phone.entries()[0]["most"] == {"cards": 0, "golds": 1, "sevens": 1}


def test_without_javascript_the_form_takes_the_same_deal(table: Table) -> None:
    phone = table.start("escoba", NAMES)
    plain = table.phone(java_script_enabled=False).enter()
    had(plain, "Iñaki", "tie", "Miren", "Miren")
    for side, number in enumerate("10"):
        count_escobas(plain, side).fill(number)
    plain.page.get_by_role("group", name="Fewer than ten cards").get_by_role("checkbox", name="Miren").check()
    plain.save()
    entry = phone.entries()[0]
    assert (entry["escobas"], entry["under_ten"]) == ([1, 0], [1])


TWO = ("Iñaki", "Guðmundur Ari")
LARGE = ("Ane", "Bo", "Cai", "Þórdís", "Евгения", "Fe")
SCREENS = ("most", "counts", "piles", "plays")
"""Each in English, and in one or two of the other languages by turns."""
LOOKS = [
    (SIZES[0], TWO, LANGUAGES),
    (SIZES[1], TWO, ("en",)),
    (SIZES[0], ("Iñaki", "Miren", "Maximiliane"), ("en",)),
    (SIZES[0], LARGE, ("en",)),
]


@pytest.mark.left_to_soak
@pytest.mark.parametrize(("size", "names", "languages"), LOOKS, ids=("two", "wider", "three", "six"))
def test_every_screen_in_every_language_in_both_themes(
    table: Table, size: tuple[int, int], names: tuple[str, ...], languages: tuple[str, ...]
) -> None:
    phone = table.start("escoba", names)
    page, sides = phone.page, len(names)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.enter()
    # A hindrance is one in every language and size, but every side has a colour of its own.
    audited = names in (TWO, LARGE) and size == SIZES[0]
    look(page, "entry-escoba", f"blank-{sides}-{size[0]}", THEMES if audited else ("light",), audit=audited)
    escoba(phone, names[1])
    for name in ("most-cards", "most-golds", "seven_of_golds"):
        page.locator(f"input[name={name}][value='0']").check()
    page.locator("input[name=most-sevens][value='-']").check()
    phone.wait_until_kept()
    for number, language in enumerate(languages):
        for screen in SCREENS if language == "en" else in_turn(SCREENS, number, len(SCREENS)):
            page.goto(f"{phone.sheet}/record/deal?form={screen}&lang={language}")
            if screen == "piles" and language == "en":
                give_some(phone, sides)
            elif screen == "most":
                expect(page.locator("#form[data-complete]")).to_be_visible()
            audit = audited and language == "en"
            seen = f"{screen}-{sides}-{language}-{size[0]}"
            look(page, "entry-escoba", seen, THEMES if audit else ("light",), audit=audit)
    assert phone.wrong == []


def give_some(phone: Phone, sides: int) -> None:
    """A card to the first few sides, and one that is taken back."""
    for number, card in enumerate(("1O", "2O", "3O", "12B")):
        for _time in range(number % (sides + 1)):
            phone.tap(phone.page.locator(f"[data-card='{card}']"))
