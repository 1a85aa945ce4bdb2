"""What the card table asks while cards are laid: the verdict and its cards as JSON."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Phone

JSON = {"Accept": "application/json"}
# What is in the form of Belot's "Which cards may I play?"; the cards of the answer, and words of it.
LAID = [
    ({"contract": "hearts", "hand": "7C KD", "trick": "AC"}, ["7C"], "Only"),
    ({"contract": "hearts", "hand": "7C", "trick": ""}, ["7C"], "The leader may"),
    ({"contract": "", "hand": "7C KD", "trick": "AC"}, [], ""),
    ({"contract": "hearts", "hand": "", "trick": "AC"}, [], ""),
    ({"contract": "hearts", "hand": "7C", "trick": "7C"}, [], ""),
    ({"contract": "hearts", "hand": "XX", "trick": "'\"<b>"}, [], ""),
]


def lay(phone: Phone, address: str, form: dict[str, str]) -> Any:
    """The answer to what is in the form just now."""
    token = phone.get(address).forms[-1].value("csrf_token")
    return phone.client.post(address, data={**form, "csrf_token": token}, headers=JSON)


@pytest.mark.parametrize(("form", "cards", "said"), LAID)
def test_cards_on_the_table_are_answered_as_far_as_they_can_be(
    phone: Phone, form: dict[str, str], cards: list[str], said: str
) -> None:
    answer = lay(phone, "/desk/belot/legal_cards", form)
    assert (answer.status_code, answer.json["cards"]) == (200, cards)
    assert said in answer.json["html"]
    assert bool(answer.json["html"]) == bool(cards)
