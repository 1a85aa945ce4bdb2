"""What a deal would write, said while it is entered: with long names too it stands in its room, and none scrolls."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entry.screens import PUT
from tests.browser.entry_table import Table
from tests.browser.looking import CLIPPED, languages_of
from tests.browser.shown import LONG_NAMES
from tests.browser.test_gallery import BROKEN
from tests.soak import in_turn

BELOT = {"contract": "hearts", "declarer": "3", "trick_points-0": "62"}
DECLARED: list[dict[str, int | str]] = [
    {"player": 0, "kind": "sequence", "length": 3, "top": "A"},
    {"player": 1, "kind": "sequence", "length": 4, "top": "K"},
    {"player": 3, "kind": "sequence", "length": 3, "top": "9"},
    {"player": 0, "kind": "belote"},
    {"player": 2, "kind": "sequence", "length": 3, "top": "K"},
]
KANI = {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10", "trump": "hearts"}
MOST = {"most-cards": "0", "most-golds": "-", "most-sevens": "1", "seven_of_golds": "0", "escobas-0": "2"}
PHONE, SMALL, NARROW = (360, 640), (320, 568), (320, 640)


def kinaskak(players: int) -> dict[str, str]:
    """A hand for everybody, the first of them empty."""
    return {f"hands-{seat}": str(25 * seat + 5) if seat else "0" for seat in range(players)}


def announced(number: int) -> dict[str, str]:
    """A deal of Belot in which so many things were announced."""
    rows = enumerate(DECLARED[:number])
    return BELOT | {
        f"declarations-{row}-{name}": str(value) for row, one in rows for name, value in one.items()
    }


def played(game: str, players: int) -> list[dict[str, Any]]:
    """Deals before it: so many in Kínaskák that totals have four figures."""
    if game != "kinaskak":
        return []
    return [
        {
            "kind": "deal",
            "hands": [0 if seat == turn % players else 245 + 5 * seat for seat in range(players)],
        }
        for turn in range(6)
    ]


# game, how many play, what is entered, the phones on which the page does not scroll either
RESULTS: list[tuple[str, int, dict[str, str], tuple[tuple[int, int], ...]]] = [
    ("belot", 4, BELOT, (PHONE, SMALL, NARROW)),
    ("belot", 4, announced(2), (PHONE, SMALL, NARROW)),
    ("belot", 4, announced(5), (PHONE, SMALL, NARROW)),
    ("belot", 4, {**BELOT, "trick_points-0": "0", "capot": "1"}, (PHONE, NARROW)),
    ("kani", 4, KANI, (PHONE,)),
    ("escoba", 2, MOST, (PHONE,)),
    ("escoba", 4, MOST, (PHONE,)),
    ("escoba", 6, MOST, (PHONE,)),
    *(("kinaskak", players, kinaskak(players), (PHONE, SMALL, NARROW)) for players in (2, 3, 4)),
    *(("kinaskak", players, kinaskak(players), (PHONE,)) for players in (5, 6, 7, 8)),
]
SCROLLS = """() => [document.querySelector(".says"), document.documentElement]
  .map((one) => one.scrollHeight - (one === document.documentElement ? innerHeight : one.clientHeight))"""
"""By how much the result is higher than its room, and the page than the phone."""


def looks_of(turn: int) -> list[tuple[tuple[int, int], str]]:
    """The phones on which a result is looked at, and the languages: on a narrow one that of the longest words."""
    usual = [(PHONE, language) for language in languages_of(turn)]
    return usual + [(size, "bg") for size in in_turn((SMALL, NARROW), turn, 2)]


@pytest.mark.left_to_soak(but_one_in=8)
@pytest.mark.soak
@pytest.mark.parametrize(
    ("turn", "game", "players", "deal", "still"),
    in_turn([(turn, *one) for turn, one in enumerate(RESULTS)], 0, 2),
)
def test_a_result_of_long_names_scrolls_nowhere_and_breaks_no_name(
    table: Table, turn: int, game: str, players: int, deal: dict[str, str], still: tuple[tuple[int, int], ...]
) -> None:
    phone = table.start(game, LONG_NAMES[:players], played(game, players))
    way = "&form=most" if game == "escoba" else ""
    for size, language in looks_of(turn):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        phone.page.goto(f"{phone.sheet}/record/deal?lang={language}{way}")
        phone.page.evaluate(PUT, deal)
        expect(phone.page.locator("#form[data-complete]")).to_be_attached()
        expect(phone.page.locator("#entry-preview .writes")).to_have_count(2 if game == "belot" else players)
        assert phone.page.evaluate(CLIPPED) == [], (size, language)
        result, page = phone.page.evaluate(SCROLLS)
        assert result <= 0, (size, language)
        assert size not in still or page <= 0, (size, language)
        assert size != PHONE or phone.page.evaluate(BROKEN) == [], language
    assert phone.wrong == []


def test_what_has_no_room_stands_on_a_sheet_that_a_tap_on_the_result_opens(table: Table) -> None:
    phone = table.start("belot", LONG_NAMES[:4])
    phone.page.goto(f"{phone.sheet}/record/deal?lang=en")
    phone.page.evaluate(PUT, BELOT)
    expect(phone.page.locator("#form[data-complete]")).to_be_attached()
    key, sheet = phone.page.locator(".unfold"), phone.page.locator("#entry-whole")
    expect(phone.page.locator("#entry-preview .why")).to_be_visible()
    expect(key).to_be_hidden()
    phone.page.evaluate(PUT, announced(5))
    expect(key).to_be_visible()
    lost = phone.page.locator("#entry-preview .why", has_text="does not count")
    expect(lost.first).to_be_hidden()
    phone.tap(key)
    expect(sheet).to_be_visible()
    box = sheet.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 360, 640)
    assert sheet.locator(".why", has_text="does not count").count() == lost.count() == 2
    assert all(one.is_visible() for one in sheet.locator(".why").all())
    phone.tap(sheet.get_by_role("button", name="Close"))
    expect(sheet).to_be_hidden()
    key.focus()
    phone.page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Close")).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(key).to_be_focused()
    phone.page.evaluate(PUT, dict.fromkeys(announced(5), "") | BELOT)
    expect(key).to_be_hidden()
    assert phone.wrong == []


KEPT = """() => { const room = document.querySelector(".says").getBoundingClientRect();
  return [...document.querySelectorAll("#entry-preview :is(.ends, .suspect)")].map((one) => one.getBoundingClientRect())
    .every(({ top, bottom }) => top >= room.top && bottom <= room.bottom + 1); }"""
"""Whether what ends the match, and what is odd, is seen whole in the room of the result."""


@pytest.mark.parametrize("players", in_turn([4, 8], 0, 2))
def test_what_is_odd_comes_first_is_never_folded_and_is_asked_about_where_it_ends_the_match(
    table: Table, players: int
) -> None:
    hands = [[0 if seat == turn else 80 + 5 * seat for seat in range(players)] for turn in range(2)]
    rounds = [{"kind": "deal", "hands": hands[turn % 2]} for turn in range(7)]
    phone = table.start("kinaskak", LONG_NAMES[:players], rounds).enter()
    odd = {f"hands-{seat}": "low=2" if seat else "0" for seat in range(players)}
    phone.page.evaluate(PUT, odd)
    expect(phone.page.locator("#form[data-complete]")).to_be_attached()
    shown = phone.page.locator("#entry-preview > *").first
    expect(shown).to_contain_text("This ends the match.")
    expect(phone.page.locator("#entry-preview .suspect")).to_contain_text("another number: Александър, ")
    assert phone.page.evaluate(KEPT)
    sheet = phone.page.locator("#entry-whole")
    phone.tap(phone.button("Save"))
    expect(sheet.locator(".suspect")).to_be_visible()
    assert len(phone.entries()) == 7, "nothing is saved yet"
    phone.tap(sheet.get_by_role("button", name="Close"))
    expect(sheet).to_be_hidden()
    phone.tap(phone.button("Save"))
    phone.tap(sheet.get_by_role("button", name="Save it so"))
    phone.wait_until_saved()
    assert len(phone.entries()) == 8
    assert phone.wrong == []


def test_a_save_that_is_quicker_than_the_line_is_asked_about_too(table: Table) -> None:
    rounds = [{"kind": "deal", "hands": [0, 80, 80, 80]} for _turn in range(7)]
    phone = table.start("kinaskak", entries=rounds).enter()
    phone.page.evaluate(PUT, {f"hands-{seat}": "low=2" if seat else "0" for seat in range(4)})
    phone.tap(phone.button("Save"))
    expect(phone.page.locator("#entry-whole .suspect")).to_be_visible()
    assert len(phone.entries()) == 7


def test_a_result_with_hanging_points_says_how_it_is_made(table: Table) -> None:
    level = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [81, 81]}
    phone = table.start("belot", LONG_NAMES[:4], [level]).enter()
    phone.page.evaluate(PUT, {"contract": "hearts", "declarer": "0", "trick_points-0": "98"})
    said = phone.page.locator("#entry-preview .why:not([data-folded])").first
    expect(said).to_have_text("Hrafnhildur Anna & Georgi-Stefan: 10 + 8 hanging = 18")
