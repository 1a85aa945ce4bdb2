"""A form sent with little in it says at once everything that is missing, and keeps what was typed."""

from typing import Any

import pytest

from tests.web.match.test_playing import start

MOST = {"most-cards", "most-golds", "most-sevens"}

# game, players, what was typed, what the form then asks for
HALF_TYPED = [
    ("belot", 4, {}, {"contract", "declarer", "trick_points"}),
    ("belot", 4, {"trick_points-0": "100"}, {"contract", "declarer"}),
    ("belot", 4, {"contract": "hearts"}, {"declarer", "trick_points"}),
    ("kani", 4, {}, {"bid", "declarer", "partner", "tricks"}),
    ("kani", 4, {"tricks": "9"}, {"bid", "declarer", "partner"}),
    ("escoba", 2, {}, {*MOST, "seven_of_golds"}),  # escobas left blank are none, as with scripts
    ("escoba", 2, {"escobas-0": "3", "most-golds": "1"}, {*MOST - {"most-golds"}, "seven_of_golds"}),
    ("kinaskak", 3, {}, {"hands"}),
]


def list_inputs(page: Any) -> set[tuple[str, str, str]]:
    """What the form holds, by tag and name."""
    return {("input", name, value) for form in page.forms for name, value in form.values}


@pytest.mark.parametrize(("game", "players", "typed", "asked"), HALF_TYPED)
def test_everything_missing_is_named_at_once(
    phone: Any, game: str, players: int, typed: dict[str, str], asked: set[str]
) -> None:
    sheet = start(phone, game, players)
    phone.get(f"{sheet}/record/deal")
    page = phone.press("Save", **typed)
    assert phone.status == 422
    wrong = {
        given["id"].removesuffix("-error") for tag, given in page.attributes if given.get("class") == "error"
    }
    assert wrong == asked
    assert not [
        (name, text) for name, text in typed.items() if ("input", name, text) not in list_inputs(page)
    ]
