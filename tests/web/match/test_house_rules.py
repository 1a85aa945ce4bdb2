"""House rules that bring another along: chips know no target but one that the form shows. (kani 4.5)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Phone

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
    changed = ", with changes" if typed else ""
    assert f"House rules Icelandic{changed} " in " ".join(page.words.split()), "the drawer says it in short"
    return phone.address.partition("?")[0]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, {"preset": "icelandic", "shown": 100}),
        ({"settlement": "chips"}, {**CHIPS, "target": 100, "shown": 100}),  # which the form shows
        ({"settlement": "chips", "target-word": "none"}, {**CHIPS, "shown": None}),
        ({"settlement": "chips", "target": "150"}, {**CHIPS, "target": 150, "shown": 150}),
    ],
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
    assert rules(phone, sheet, min_bid="8") == {**wanted, "min_bid": 8}


def test_a_target_of_the_table_s_own_stays_when_chips_come(phone: Phone) -> None:
    sheet = start_match(phone, target="60")
    assert rules(phone, sheet, settlement="chips") == {**CHIPS, "target": 60, "shown": 60}
