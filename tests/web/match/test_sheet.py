"""The sheet: who deals, what was changed, what is needed, what decided it, and what the result looks like to others."""

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from scorekeeper.core.reading import Table
from scorekeeper.core.seating import pairs, singles
from scorekeeper.core.text import LANGUAGES
from scorekeeper.web.drawing.abbreviations import abbreviate, names_in_line, names_on_felt, short_sides
from scorekeeper.web.match.sheet.rows import MANY_ROWS
from tests.cases import cases
from tests.documents import match_document
from tests.games.escoba.deals import make_deal
from tests.web.conftest import Page, link
from tests.web.sheet_tables import BELOT, FOUR, HANGS, KANI, KINASKAK, add_event, hands, open_match, words

LONG = ("Margrét Jónsdóttir", "Magnús", "Magnea Ósk", "Sigurður", "Sigríður", "Þórdís", "Jón Þór", "Guðbjörg")

# names, letters, what stands over the columns
SHORT = [
    (("Ana", "Boris"), 9, ["Ana", "Boris"]),
    (LONG, 4, ["Mar.", "Mags", "MÓ", "Sigu", "Sigr", "Þór.", "Jón", "Guð."]),
    (("Player 1", "Player 2"), 4, ["P1", "P2"]),
    (("Guðrún Ósk", "Guðrún Ýr"), 8, ["Guðrún Ó", "Guðrún Ý"]),
    (("Ааааааа", "Аааааааа"), 4, ["Аааа", "2"]),
    (("Iñaki", "iñaki b"), 4, ["Iñai", "ib"]),
    (("Ana", "Vera", "Boris", "Vera"), 6, ["Ana", "Vera 2", "Boris", "Vera 4"]),
    (("Ana", "Vera", "Boris", "Vera"), 4, ["Ana", "Ve 2", "Bor.", "Ve 4"]),
]


@pytest.mark.parametrize(("names", "most", "short"), SHORT)
def test_names_over_narrow_columns_fit_and_differ(
    names: tuple[str, ...], most: int, short: list[str]
) -> None:
    found = abbreviate(names, most)
    assert found == short
    assert not [name for name in found if len(name) > most]
    assert len({name.casefold() for name in found}) == len(names)


# names of players who play for themselves, what stands above their totals
ON_FELT = [
    (("Александър", "Hrafnhildur Anna", "Georgi-Stefan", "Ли"), None),
    (("Ana", "Boris", "Радостина-Александра", "Ли"), ("Ana", "Boris", "Радостина-Александра", "Ли")),
    (("Jón Þór", "Magnús", "Ása", "Æsa", "Guðbjörg"), None),
    (LONG, ("Marg.", "Magnú", "MÓ", "Sigu.", "Sigr.", "Þórd.", "Jón Þór", "Guðb.")),
]


@pytest.mark.parametrize(("names", "shown"), ON_FELT)
def test_a_name_above_its_total_is_whole_where_two_small_lines_hold_it(
    names: tuple[str, ...], shown: tuple[str, ...] | None
) -> None:
    assert names_on_felt(Table(singles(len(names)), names, None)) == list(shown or names)


# the four around the table, what stands beside the two lines of the chart
PAIRS = [
    (("Ana", "Boris", "Vera", "Jo"), ["Ana+Vera", "Boris+Jo"]),
    (("Georgi", "Ana", "Þórdís", "Iñaki"), ["G.+Þ.", "A.+I."]),
    (("Georgi", "Gergana", "Þórdís", "Þorsteinn"), ["Ge…+Þó…", "Ge…+Þo…"]),
    (("Player 1", "Player 2", "Player 3", "Player 4"), ["P1+P3", "P2+P4"]),
]


@pytest.mark.parametrize(("names", "short"), PAIRS)
def test_pairs_beside_a_chart_are_names_or_clearly_abbreviated(
    names: tuple[str, ...], short: list[str]
) -> None:
    assert short_sides(Table(pairs(4), names, None)) == short


def test_a_side_is_called_by_beginnings_where_both_names_do_not_fit() -> None:
    short, long = ("Ana", "Boris", "Vera", "Jo"), ("Александър", "Вера", "Georgi-Stefan", "Ана")
    assert names_in_line(Table(pairs(4), short, None)) == list(short)
    assert names_in_line(Table(pairs(4), long, None)) == ["Алек.", "Вера", "Geor.", "Ана"]


@pytest.mark.parametrize("number", range(3, 9))
def test_a_name_is_shortened_in_one_way_above_its_column_and_beside_its_line(
    app: Any, phone: Any, number: int
) -> None:
    names = ("Sigurbjörn", "Sigurbjörg", *LONG)[:number]
    match = open_match(app, "kinaskak", names, [hands(number, 0), hands(number, 1)])
    page = phone.get(link(app, match, "watch")).html
    beside = re.findall(r'<text class="label"[^>]*>([^<]*)</text>', page)
    above = re.findall(r'<span aria-hidden="true">([^<]*)</span><span\s+class="hidden">', page)
    shown = {short for short, name in zip(beside, names, strict=True) if short != name}
    told = re.findall(r"<span><b>([^<]*)</b> ", page)
    assert set(above) <= set(told), "what is shortened above its column is told in full below"
    assert shown <= set(told), (told, beside)
    assert number == 3 or shown, "some name is too long"


ONE, TWO = hands(3, 1), hands(3, 2)
STEFAN = ("Георги-Сте.", "Георги-Стефан")


@cases(
    "game, names, deals, told",
    ("belot", ("Александър", "Георги-Стефан", "Вера", "Христо"), [], []),
    ("belot", ("Александър", "Георги-Стефан", "Вера", "Христо"), [BELOT], []),
    ("belot", ("Александър", "Георги-Стефан", "Вера", "Христо"), [{**BELOT, "declarer": 1}], [STEFAN]),
    ("kinaskak", ("Hrafnhildur Anna", "Jón", "Sigga"), [ONE], []),
    (
        "kinaskak",
        ("Jón", "Sigga", "Anna", "Þór"),
        [{"kind": "players", "join": "Nína Björk", "total": 9}],
        [],
    ),
    ("kinaskak", ("Hrafnhildur Anna", "Jón", "Sigga"), [ONE, TWO], [("Hrafnhildur", "Hrafnhildur Anna")]),
)
def test_the_legend_tells_the_shortened_names_that_stand_there(
    app: Any, phone: Any, game: str, names: tuple[str, ...], deals: list[Any], told: list[tuple[str, str]]
) -> None:
    match = open_match(app, game, names, deals)
    page = phone.get(link(app, match, "watch")).html
    assert re.findall(r"<span><b>([^<]*)</b> ([^<]*)</span>", page) == told


def test_a_row_names_once_what_came_of_it(app: Any, phone: Any) -> None:
    match = open_match(app, "kani", FOUR, [{"kind": "deal", "bid": "pass"}])
    told = words(phone.get(link(app, match, "watch")))
    assert "All passed" in told
    assert "passed out" not in told
    match = open_match(app, "kinaskak", FOUR, [hands(4, 0)])
    told = words(phone.get(link(app, match, "watch")))
    assert "Ana went out: 0, 15" in told
    assert "a player went out" not in told
    piles = {"escobas": [1, 0], "most": {"cards": 0, "golds": 0, "sevens": None}, "seven_of_golds": 0}
    match = open_match(app, "escoba", ("Ana", "Boris"), [{"kind": "deal", **piles}])
    assert "counted" not in words(phone.get(link(app, match, "watch"))), (
        "what every deal is goes without saying"
    )


def test_a_side_that_writes_nothing_has_a_zero(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [{"kind": "deal", "contract": "pass"}])
    page = phone.get(link(app, match, "watch", "row/2"))
    assert "Ana & Vera 0" not in page.words.partition("All passed: no points")[0], "it is said of both sides"
    said = page.html.partition("On the sheet")[2].partition("<tbody>")[2].partition("</tr>")[0]
    assert '<td class="number">0</td>' in said


# what was level, and the reasons of the row: a tie is told last, and of no side
LEVEL = [
    (
        {"cards": 0, "golds": None, "sevens": 0},
        [
            "Ana 4: 1 escoba (1) 5.1; The most cards (1) 5.2; The seven of golds (1) 5.5; The most sevens (1) 5.6",
            "A tie for the most golds: no point 5.3 5.10",
        ],
    ),
    (
        {"cards": None, "golds": 1, "sevens": None},
        [
            "Ana 2: 1 escoba (1) 5.1; The seven of golds (1) 5.5",
            "Boris 1: The most golds 5.3",
            "A tie for the most cards: no point 5.2 5.10",
            "A tie for the most sevens: no point 5.6 5.10",
        ],
    ),
]


@pytest.mark.parametrize(("most", "said"), LEVEL)
def test_a_tie_is_a_reason_of_no_side(app: Any, phone: Any, most: dict[str, Any], said: list[str]) -> None:
    deal = {"kind": "deal", "escobas": [1, 0], "most": most, "seven_of_golds": 0}
    page = phone.get(link(app, open_match(app, "escoba", ("Ana", "Boris"), [deal]), "watch", "row/2"))
    found = page.html.partition('<ul class="whys">')[2].partition("</ul>")[0].split("</li>")
    assert [" ".join(Page(one).words.split()) for one in found if one.strip()] == said


def test_eight_long_names_are_told_in_full_below(app: Any, phone: Any) -> None:
    match = open_match(app, "kinaskak", LONG, [hands(8, 0)])
    page = phone.get(link(app, match, "watch"))
    assert "Marg. Margrét Jónsdóttir" in words(page)
    assert "MÓ Magnea Ósk" in words(page)


def test_the_sheet_marks_who_deals_and_who_calls_first_and_what_hangs(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT, HANGS])
    told = words(phone.get(link(app, match, "watch")))
    assert "◆ Dealer Vera" in told
    assert "▸ Calls first Георги" in told
    # above her total too
    assert "◆ Vera 8" in told or "◆ Vera" in told.partition("Calls first")[0].partition("◆ Dealer")[0]
    assert "Hanging 32 points" in told
    assert "Boris ♥ contra 81–81, hanging, 32 points hang" in told


def test_the_strip_calls_dealer_and_first_as_they_are_called_above_the_totals(app: Any, phone: Any) -> None:
    names = ("Hrafnhildur Anna Sigurðardóttir", "Jón Þór Guðmundsson", "Ása", "Æsa")
    told = words(phone.get(link(app, open_match(app, "belot", names), "watch")))
    assert "◆ Dealer Hrafnhildur ▸ Calls first Jón Played" in told


def test_kinaskak_shows_the_round_and_the_contract(app: Any, phone: Any) -> None:
    match = open_match(app, "kinaskak", FOUR, [hands(4, 0), hands(4, 1)])
    told = words(phone.get(link(app, match, "watch")))
    assert "round 3 of 8: 2 runs, at least 8 cards" in told
    assert "round 2" in told


def test_a_play_off_is_not_said_to_have_a_last_deal(app: Any, phone: Any) -> None:
    rules = {"contracts": [{"runs": 1, "sets": 1}] * 2, "last_round_exact": False, "tie_at_end": "play_off"}
    level = {"kind": "deal", "hands": [5, 5], "stock_ran_out": True}
    match = open_match(app, "kinaskak", FOUR[:2], [level], **rules)
    assert "The next deal is the last." in words(phone.get(link(app, match, "watch")))
    match = add_event(app, match, "recorded", {"entry": level})
    told = words(phone.get(link(app, match, "watch")))
    assert "How it stands" in told
    assert "the last contract is dealt again until one is lowest" in told
    assert "The next deal is the last." not in told


def test_few_cards_are_called_by_the_number_of_the_table(app: Any, phone: Any) -> None:
    few = {**make_deal([0, 0], [26, 14], [5, 5], [2, 2], 1), "kind": "deal"}
    most = {"cards": 0, "golds": None, "sevens": None}
    written = {"kind": "deal", "escobas": [0, 0], "most": most, "seven_of_golds": 1, "under_ten": [1]}
    match = open_match(app, "escoba", FOUR[:2], [few, written], few_cards=15)
    told = words(phone.get(link(app, match, "watch")))
    assert "<15" in told
    assert "<10" not in told
    assert "Fewer than 15 cards: Boris" in words(phone.get(link(app, match, "watch", "row/3")))


def test_a_changed_row_says_what_it_was_and_when(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    entry = {**BELOT, "contract": "spades"}
    match = add_event(app, match, "corrected", {"target": 2, "entry": entry}, why="counted again")
    told = words(phone.get(link(app, match, "watch")))
    assert "Ana ♠ 120–42" in told
    assert "corrected" in told
    assert "Before: Ana ♥ 120–42" in told
    page = words(phone.get(link(app, match, "watch", "row/2")))
    assert "counted again" in page


def test_a_struck_row_says_that_it_was_struck(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT, BELOT])
    match = add_event(app, match, "struck", {"target": 2, "as": "never_dealt"}, reason="written twice")
    assert "1 entry struck out" in phone.get(link(app, match, "watch")).words
    assert "struck out " in words(phone.page)


def test_the_undo_button_says_what_it_takes_back(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    page = phone.get(link(app, match, "score"))
    assert "Undo takes out deal 1: Ana ♥ 120–42" in words(page)
    described = [given["aria-describedby"] for _tag, given in page.attributes if "aria-describedby" in given]
    assert described == ["undo-names"]


REDONE = [
    ("deal", BELOT, "Undone: deal 1: Ana ♥ 120–42", "Deal 1: hearts by Ana: 120–42 (12 – 4)"),
    ("void", {"kind": "void"}, "Undone: Void deal, entered", "Void deal (0 – 0)"),
]


@pytest.mark.parametrize(("kind", "entry", "button", "asked"), REDONE)
def test_what_was_undone_is_named_beside_the_key_that_brings_it_back(
    app: Any, phone: Any, kind: str, entry: Any, button: str, asked: str
) -> None:
    match = open_match(app, "belot", FOUR, [entry])
    match = add_event(app, match, "undone", {"target": 2})
    assert button in words(phone.get(link(app, match, "score")))
    assert asked in words(phone.get(link(app, match, "score", "redo")))


def test_both_deals_named_at_the_end_are_named_alike(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT] * 13)
    assert "Over after: Deal 13: Ana ♥ 120–42" in words(phone.get(link(app, match, "watch")))


# game, names, entries, options, words
NEEDED = [
    ("belot", FOUR, [BELOT] * 9, {}, "Ana & Vera 43 points Boris & Георги 115 points"),
    ("belot", FOUR, [BELOT] * 11, {}, "Ana & Vera 19 points can finish with the next deal"),
    ("kinaskak", FOUR, [hands(4, 0)], {}, "Ana in front Boris 15 points behind"),
    ("kinaskak", FOUR, [hands(4, 0)], {}, "7 deals are left. 2.2 6.8"),
    ("kinaskak", FOUR, [hands(4, 0)] * 7, {}, "The next deal is the last."),
]


@pytest.mark.parametrize(("game", "names", "entries", "rules", "told"), NEEDED)
def test_what_is_still_needed(
    app: Any, phone: Any, game: str, names: Any, entries: Any, rules: Any, told: str
) -> None:
    match = open_match(app, game, names, entries, **rules)
    page = words(phone.get(link(app, match, "watch")))
    assert told in page


def test_the_end_names_the_winner_and_the_decisive_deal(app: Any, phone: Any) -> None:
    behind = {**BELOT, "trick_points": [50, 112]}
    match = open_match(app, "belot", FOUR, [behind, BELOT, BELOT, BELOT], target=35)
    told = words(phone.get(link(app, match, "watch")))
    assert "Winners Ana and Vera 36 – 28" in told
    assert "Decided by deal 4: Ana ♥ 120–42" in told


def test_the_sheet_draws_the_totals_and_has_them_as_a_table(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT, BELOT])
    page = phone.get(link(app, match, "watch"))
    assert page.html.count("<polyline") == 2
    assert "style=" not in page.html
    assert "0 0 0 1 12 4 2 24 8" in words(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_is_sent_as_a_picture_and_as_text(app: Any, phone: Any, language: str) -> None:
    match = open_match(app, "kinaskak", LONG, [hands(8, seat) for seat in range(8)])
    page = phone.get(f"{link(app, match, 'watch', 'result')}?lang={language}")
    assert phone.status == 200
    text = page.html.partition("<textarea")[2].partition("</textarea>")[0]
    assert not [name for name in LONG if f"\n{name} " not in text]
    address = link(app, match, "watch", "picture.svg")
    answer = phone.client.get(f"{address}?lang={language}")
    assert answer.mimetype == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.data)
    written = " ".join("".join(node.itertext()) for node in drawing.iter("{http://www.w3.org/2000/svg}text"))
    assert not [name for name in LONG if name not in written]
    assert b"style" not in answer.data
    again = phone.client.get(f"{address}?lang={language}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_picture_of_a_match_without_deals_can_be_had_too(app: Any, phone: Any) -> None:
    match = open_match(app, "belot")
    ElementTree.fromstring(phone.client.get(link(app, match, "watch", "picture.svg")).data)
    assert "The match is not over yet." in phone.get(link(app, match, "watch", "result")).words


def test_names_in_a_picture_are_written_not_drawn(app: Any, phone: Any) -> None:
    names = ("<b>Ana", "Boris & co", '"Vera"', "Георги")
    match = open_match(app, "belot", names, [BELOT, BELOT])
    picture = ElementTree.fromstring(phone.client.get(link(app, match, "watch", "picture.svg")).data)
    written = " ".join(picture.itertext())
    assert not [name for name in names if name not in written]
    assert not [part for part in picture.iter() if part.tag.endswith("}b")]


@pytest.mark.long
def test_date_place_and_note_are_told_and_taken_away_again(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    sheet = link(app, match, "score").rstrip("/")
    phone.get(f"{sheet}/about")
    phone.press("Save", played="2026-11-20", place="Sofia", note="Ana’s birthday")
    assert "November 20, 2026 · Sofia · Ana’s birthday" in words(phone.page)
    phone.get(f"{sheet}/about")
    phone.press("Save", place="")
    assert "November 20, 2026 · Ana’s birthday" in words(phone.page)
    phone.get(f"{sheet}/about")
    seen = phone.client.get(f"{sheet}/export.json").get_json()
    phone.press("Save")  # as it was: nothing is written
    assert phone.client.get(f"{sheet}/export.json").get_json() == seen
    assert phone.address == sheet


def test_a_date_that_is_none_is_said_at_the_form(app: Any, phone: Any) -> None:
    match = open_match(app, "belot")
    phone.get(link(app, match, "score", "about"))
    phone.press("Save", played="20.11.2026", place="Sofia")
    assert phone.status == 422
    assert "Write the date as year-month-day: 2026-11-20." in phone.page.words
    assert "Sofia" in phone.page.html


@pytest.mark.parametrize("page", ["", "record/deal"])
def test_a_void_deal_stands_beside_the_penalty(app: Any, phone: Any, page: str) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    offered = list(phone.get(link(app, match, "score", page)).links)
    assert offered.index("Penalty") == offered.index("Void deal") + 1


@pytest.mark.parametrize(("kind", "button"), [("penalty", "Penalty"), ("void", "Void deal")])
def test_every_kind_of_entry_can_be_put_before_another(app: Any, phone: Any, kind: str, button: str) -> None:
    match = open_match(app, "belot", FOUR, [BELOT, BELOT])
    phone.get(link(app, match, "score", "row/3"))
    phone.click(button)
    assert "It comes before this one:" in phone.page.words
    phone.press("Save", **({"side": "0", "reason": "talked"} if kind == "penalty" else {}))
    if "Save it so" in phone.page.words:
        phone.press("Save it so")
    entries = phone.client.get(link(app, match, "score", "export.json")).get_json()["entries"]
    assert [entry["kind"] for entry in entries] == ["deal", kind, "deal"]


def test_seats_are_changed_around_the_table(app: Any, phone: Any) -> None:
    match = open_match(app, "belot")
    page = phone.get(link(app, match, "score", "seats"))
    seats = [given["class"] for tag, given in page.attributes if given.get("class", "").startswith("seat p")]
    assert seats == ["seat p0", "seat p6", "seat p4", "seat p2"]  # anticlockwise, as Belot is played


def test_the_sheet_is_not_sent_again_until_it_or_its_series_moves(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    address = link(app, match, "watch").rstrip("/")
    tag = phone.client.get(address).headers["ETag"]
    assert phone.client.get(address, headers={"If-None-Match": tag}).status_code == 304
    rematch = open_match(app, "belot", FOUR, [], before=match)
    fresh = phone.client.get(address, headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    tag = fresh.headers["ETag"]
    add_event(app, rematch, "recorded", {"entry": BELOT})
    assert phone.client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.long
def test_the_sheet_says_by_which_article_the_match_ended_or_goes_on(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", FOUR, [BELOT], target=12)
    told = words(phone.get(link(app, match, "watch")))
    assert "The 12 points are reached, and the highest total wins. 3.9" in told
    match = open_match(app, "belot", FOUR, [BELOT])
    told = words(phone.get(link(app, match, "watch")))
    assert "The target of 151 points is not reached yet. 3.9" in told
    match = open_match(app, "kani", FOUR, [{"kind": "deal", "bid": "pass"}], target=None)
    told = words(phone.get(link(app, match, "watch")))
    assert "This match has no end of its own: the players stop when they like. 4.3" in told
    match = add_event(app, match, "closed", {})
    told = words(phone.get(link(app, match, "watch")))
    assert "The players stopped here. 9.3" in told


def test_two_versions_of_a_deal_that_score_alike_read_otherwise_everywhere(app: Any, phone: Any) -> None:
    nine = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}
    match = open_match(app, "kani", FOUR, [nine])
    match = add_event(app, match, "corrected", {"target": 2, "entry": {**nine, "tricks": 9}})
    told = words(phone.get(link(app, match, "watch")))
    assert "Ana + Vera: 9 · 9 tricks taken" in told
    assert "Before: Ana + Vera: 9 · 10 tricks taken" in told
    told = words(phone.get(link(app, match, "watch", "row/2")))
    assert "Deal 1: 9 by Ana with Vera · 9 tricks taken" in told
    assert "Before: 9 by Ana with Vera · 10 tricks taken" in told
    match = add_event(app, match, "corrected", {"target": 2, "entry": {**nine, "tricks": 9, "called": "JH"}})
    told = words(phone.get(link(app, match, "watch")))
    assert "Before: 9 by Ana with Vera · 9 tricks taken" in told, (
        "the short forms are alike, so the long one is told"
    )
    match = add_event(app, match, "protested", {"target": 2, "entry": {**nine, "tricks": 9}})
    told = words(phone.get(link(app, match, "watch")))
    assert "as written other version Called card J♥ – Totals" in told


@pytest.mark.parametrize("name", ["{n}", "{part0}", "$&", "a {name} b"])
def test_a_name_with_signs_of_our_own_sentences_stands_as_it_was_typed(
    app: Any, phone: Any, name: str
) -> None:
    hands_ = {"kind": "deal", "hands": [0, 5, 10]}
    match = open_match(app, "kinaskak", [name, "Boris", "Vera"], [hands_])
    assert f"{name} went out: 0, 5, 10" in words(phone.get(link(app, match, "watch")))


# entries, rows on the sheet, what is said of the others
LENGTHS = [
    (MANY_ROWS, MANY_ROWS, ""),
    (MANY_ROWS + 1, MANY_ROWS, "1 earlier entry is on the printed sheet"),
    (MANY_ROWS + 25, MANY_ROWS, "25 earlier entries are on the printed sheet"),
]


@pytest.mark.long
@pytest.mark.parametrize(("entries", "rows", "told"), LENGTHS)
def test_the_sheet_of_a_match_without_end_shows_its_last_entries(
    phone: Any, entries: int, rows: int, told: str
) -> None:
    document = match_document("kani", list(FOUR), [{"kind": "void"}] * entries)
    phone.get("/import")
    sheet = phone.press("Import", document=json.dumps(document))
    shown = [int(name[1:]) for name in sheet.ids if re.fullmatch(r"e\d+", name)]
    assert shown == list(range(entries + 2 - rows, entries + 2))
    assert [words for words in sheet.links if "earlier" in words] == ([told] if told else [])
    if told:
        assert phone.click(told).html.count("<tbody>") == entries


def test_the_felt_and_the_television_say_why_a_match_goes_on_although_a_side_has_enough(
    app: Any, phone: Any
) -> None:
    capot = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0], "capot": 0}
    why = "The match does not end on a capot: the next deal decides."
    match = open_match(app, "belot", FOUR, [capot, capot], target=45)
    html = phone.client.get(link(app, match, "score")).get_data(as_text=True)
    felt = html.partition('class="strip')[2].partition("</p></div>")[0]
    assert why in felt
    assert why in words(phone.get(link(app, match, "watch", "tv")))
    over = open_match(app, "belot", FOUR, [capot, capot, BELOT], target=45)
    assert why not in words(phone.get(link(app, over, "watch", "tv")))


# The game, a deal, and what stands above its page.
HEADED = [
    ("belot", BELOT, "Deal 1: Ana ♥ 120–42"),
    ("kani", KANI, "Deal 1: Boris + Георги: 9 ♥ · 10 tricks taken"),
    ("kinaskak", {**KINASKAK, "hands": [[], {"low": 2}, 15, 20]}, "Deal 1: Ana went out: 0, 10, 15, 20"),
]


@pytest.mark.parametrize(("game", "deal", "heading"), HEADED)
def test_the_page_of_a_deal_has_its_short_sentence_above_it_and_its_whole_one_as_title(
    app: Any, phone: Any, game: str, deal: dict[str, Any], heading: str
) -> None:
    match = open_match(app, game, FOUR, [deal])
    html = phone.get(link(app, match, "watch", f"row/{match.rows()[0].seq}")).html.replace("\u2060", "")
    assert re.findall("<h1[^>]*>(.*?)</h1>", html) == [heading]
    assert heading not in html.partition("</title>")[0]
