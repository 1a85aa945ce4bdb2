"""The latest thing is undone by one tap on the sheet, and brought back by another; what else moves is shown before."""

import re
from typing import Any

import pytest

from tests.web.conftest import link
from tests.web.match.test_playing import document, record
from tests.web.match.test_previews import DEALS, play
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match, words


def count_entries(phone: Any, sheet: str) -> int:
    return len(document(phone, sheet)["entries"])


@pytest.mark.parametrize("game", DEALS)
def test_the_latest_deal_is_taken_back_by_one_tap_and_brought_back_by_another(phone: Any, game: str) -> None:
    sheet = play(phone, game, 2)
    before = document(phone, sheet)
    phone.get(sheet)
    page = phone.press("Undo")
    assert phone.address == sheet
    assert "Undone: deal 2: " in words(page)
    assert count_entries(phone, sheet) == 1
    phone.press("Bring it back")
    assert phone.address == sheet
    assert "Undone" not in words(phone.page)
    assert document(phone, sheet) == before


def test_a_second_tap_takes_back_no_second_deal(app: Any, phone: Any, another_phone: Any) -> None:
    """Neither on the page that was tapped nor on the one that came under the finger."""
    sheet = play(phone, "belot", 3)
    phone.get(sheet)
    tapped = phone.page
    phone.press("Undo")
    came = phone.page
    phone.page = tapped
    phone.press("Undo")
    assert phone.address == sheet
    assert count_entries(phone, sheet) == 2
    phone.page = came
    page = phone.press("Undo")
    assert "This is taken back: Deal 2: " in words(page)
    assert count_entries(phone, sheet) == 2
    phone.press("Undo it")
    assert count_entries(phone, sheet) == 1


def test_what_another_phone_did_meanwhile_is_shown_and_not_undone(phone: Any, another_phone: Any) -> None:
    sheet = play(phone, "belot", 2)
    phone.get(sheet)
    record(another_phone, sheet, DEALS["belot"][1])
    page = phone.press("Undo")
    assert phone.status == 409
    assert "Something was written here while you were typing Deal 3: " in words(page)
    assert "This is taken back: Deal 3: " in words(page)
    assert count_entries(phone, sheet) == 3
    phone.press("Undo it")
    assert count_entries(phone, sheet) == 2


# what was done after a deal, and what the page that the tap leads to says
SHOWN: list[tuple[str, dict[str, Any], str]] = [
    ("closed", {"winners": [0]}, "Over after"),
    ("settings", {"rules": {"target": 5}}, "Over after Deal 1"),
    ("struck", {"target": 2, "as": "never_dealt"}, "One other entry moves with it"),
]


@pytest.mark.parametrize(("kind", "body", "said"), SHOWN)
def test_what_moves_more_than_itself_is_shown_before_it_is_undone(
    app: Any, phone: Any, kind: str, body: dict[str, Any], said: str
) -> None:
    match = add_event(app, open_match(app, "belot", FOUR, [BELOT, BELOT]), kind, body)
    phone.get(link(app, match, "score"))
    page = phone.press("Undo")
    assert said in words(page)
    assert "Undo it" in words(page)
    phone.press("Undo it")
    assert "Undone: " in words(phone.page)


def test_who_only_watches_is_offered_neither(app: Any, phone: Any) -> None:
    match = add_event(app, open_match(app, "belot", FOUR, [BELOT, BELOT]), "undone", {"target": 3})
    page = phone.get(link(app, match, "watch"))
    assert not {"Undo", "Bring it back"} & {button for form in page.forms for button in form.buttons}
    assert not [given for tag, given in page.attributes if re.search("/(un|re)do", given.get("href") or "")]
