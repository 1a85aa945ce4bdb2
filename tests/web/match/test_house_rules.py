"""House rules that bring another along: chips know no target but one that the form shows. (kani 4.5)"""

from typing import Any

import pytest
from flask import Flask

from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import open_match

pytestmark = pytest.mark.long

CHIPS = {"preset": "icelandic", "settlement": "chips"}


def rules(phone: Phone, sheet: str, **changed: str) -> dict[str, Any]:
    """The house rules as an exported match carries them, after these were changed on its page."""
    if changed:
        phone.get(f"{sheet}/rules")
        phone.press("Save", **changed)
    answer: dict[str, Any] = phone.client.get(f"{sheet}/export.json").get_json()
    return answer["rules"] | {"shown": answer["sheet"]["rules"]["target"]}


def start_match(phone: Phone, **typed: str) -> str:
    """The sheet of a match of Kani started in full with these rules typed."""
    phone.get("/start/kani")
    page = phone.press("Start", **typed)
    changed = ", but: " if typed else ""
    assert f"House rules Icelandic{changed}" in " ".join(page.words.split()), "the drawer says it in short"
    return phone.address.partition("?")[0]


@cases(
    "typed, told",
    ({}, {"preset": "icelandic", "shown": 100}),
    ({"settlement": "chips"}, {**CHIPS, "target": 100, "shown": 100}),  # which the form shows
    ({"settlement": "chips", "target-word": "none"}, {**CHIPS, "shown": None}),
    ({"settlement": "chips", "target": "150"}, {**CHIPS, "target": 150, "shown": 150}),
    ids=["points", "chips", "chips and no end", "chips up to a target"],
)
def test_a_match_started_for_chips_has_the_target_that_the_form_shows(
    phone: Phone, typed: dict[str, str], told: dict[str, Any]
) -> None:
    assert rules(phone, start_match(phone, **typed)) == told


def test_a_target_that_the_form_shows_stays_when_chips_come_and_go(phone: Phone) -> None:
    sheet = start_match(phone)
    assert rules(phone, sheet, settlement="chips") == {**CHIPS, "target": 100, "shown": 100}
    assert rules(phone, sheet, settlement="points") == {"preset": "icelandic", "shown": 100}
    assert rules(phone, sheet, settlement="chips", **{"target-word": "none"}) == {**CHIPS, "shown": None}


def test_a_target_set_for_chips_stays_when_another_rule_changes(phone: Phone) -> None:
    sheet = start_match(phone, settlement="chips", **{"target-word": "none"})
    wanted = {**CHIPS, "target": 100, "shown": 100}
    assert rules(phone, sheet, target="100", **{"target-word": ""}) == wanted
    phone.get(f"{sheet}/rules")
    phone.press_like("other rules")
    phone.press("Save", min_bid="8")
    assert rules(phone, sheet) == {**wanted, "min_bid": 8}


def test_a_target_of_the_table_s_own_stays_when_chips_come(phone: Phone) -> None:
    sheet = start_match(phone, target="60")
    assert rules(phone, sheet, settlement="chips") == {**CHIPS, "target": 60, "shown": 60}


def test_the_start_asks_first_what_tables_differ_in_and_keeps_what_was_typed_while_the_rest_unfolds(
    phone: Phone,
) -> None:
    page = phone.get("/start/escoba")
    asked = ("all_golds", "fewer_than_ten", "no_cards_loses", "setenta", "most_sevens")
    assert page.forms[0].names.issuperset(asked)
    assert "few_cards" not in page.forms[0].names
    assert (
        "22 cards and the better setenta against 18 cards; all else is level: 0 → 2 : 0, 1 → 3 : 0"
        in page.words
    )
    assert "What counts 4 rules" in phone.press_like("What counts", **{"name-0": "Ane"})
    assert phone.page.forms[0].value("name-0") == "Ane"
    assert {"few_cards", "all_sevens"} <= phone.page.forms[0].names
    assert "max_deals" not in phone.page.forms[0].names
    phone.press_like("other rules")
    assert phone.page.forms[0].value("name-0") == "Ane"
    phone.press("Start", setenta="2", max_deals="5", **{"max_deals-word": ""})
    told = phone.client.get(f"{phone.address.partition('?')[0]}/export.json").get_json()
    assert told["rules"] == {"preset": "eskoba", "setenta": 2, "max_deals": 5}


@cases(
    "game, sought, found",
    ("belot", "contre", {"doubling_order", "hanging_doubled", "bid_over_contra"}),
    ("belot", "undertrumpp", {"undertrump"}),
    ("kinaskak", "wild joker", {"joker_limit"}),
    ("escoba", "zebra", set()),
)
def test_a_house_rule_is_sought_in_the_form_by_a_player_s_words(
    phone: Phone, game: str, sought: str, found: set[str]
) -> None:
    before = phone.get(f"/start/{game}").forms[0].names
    phone.press("Start", seek=sought)  # as the key of a keyboard does
    assert phone.address.startswith(f"/start/{game}"), "no match was begun"
    assert phone.page.forms[0].names - before >= found
    assert 'id="seek" tabindex="-1" autofocus' in phone.page.html, "what was found is in sight"
    assert ("No other house rule has these words." in phone.page.words) == (not found)
    assert "other rules" in phone.page.words


@cases("key", "subject:" + "9" * 5000, "subject:99", "subject:-1", "subject:x", "subject:")
def test_a_key_that_no_form_has_unfolds_nothing(phone: Phone, key: str) -> None:
    form = phone.get("/start/belot").forms[0]
    page = phone.post("/start/belot", [*form.values, ("more", key)])
    assert phone.status == 200
    assert page.forms[0].names == form.names


def test_a_custom_that_the_table_plays_is_shown_and_the_others_stay_as_they_are(phone: Phone) -> None:
    phone.get("/start/belot")
    phone.press_like("other rules")
    phone.press("Start", inside_ends_match=[], writer_ends_match="y")
    sheet = phone.address.partition("?")[0]
    page = phone.get(f"{sheet}/rules")
    assert page.forms[0].names & {"inside_ends_match", "writer_ends_match", "capot_target", "max_deals"} == {
        "inside_ends_match",
        "writer_ends_match",
    }
    phone.press("Save", writer_ends_match=[], target="101", **{"target-word": ""})
    told = phone.client.get(f"{sheet}/export.json").get_json()
    assert told["rules"] == {"preset": "tournament", "target": 101, "inside_ends_match": False}


@cases(
    "target, deals, shown, told",
    (None, 0, "Deals 0 / 2", "2 deals are left."),
    (None, 1, "Deals 1 / 2", "The next deal is the last."),
    (151, 1, "Deals 1 / 2", "The next deal is the last."),
)
def test_a_match_of_so_many_deals_says_how_many_are_left(
    app: Flask, phone: Phone, target: int | None, deals: int, shown: str, told: str
) -> None:
    passed = {"kind": "deal", "contract": "pass"}
    played = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}
    match = open_match(app, "belot", entries=[passed, *[played] * deals], target=target, max_deals=2)
    page = phone.get(link(app, match, "watch"))
    words = " ".join(page.words.split())
    assert shown in words
    assert told in words
    assert "7.4" in words
