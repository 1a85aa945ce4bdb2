"""What the card table asks while cards are laid: the verdict and its cards as JSON."""

from typing import Any

import pytest

from tests.web.conftest import Phone

JSON = {"Accept": "application/json"}
# What is in the form of Belot's "Which cards may I play?"; the cards of the answer, and words of it.
LAID = [
    ({"contract": "hearts", "hand": "7C KD", "trick": "AC"}, ["7C"], "Only"),
    ({"contract": "hearts", "hand": "7C", "trick": ""}, ["7C"], "The leader may"),
    ({"contract": "hearts", "hand": "", "trick": ""}, [], "Lay the cards"),
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
    assert bool(answer.json["html"]) == bool(said)


EMPTY = [
    "kinaskak/meld",
    "kinaskak/go_down",
    "kinaskak/lay_off",
    "belot/declarations",
    "belot/belote",
    "escoba/captures",
]


@pytest.mark.parametrize("question", EMPTY)
def test_no_verdict_is_given_on_an_empty_table(phone: Phone, question: str) -> None:
    given = {"contract": "hearts", "round": "1", "meld-kind": "run", "is_down": "y"}
    answer = lay(phone, f"/desk/{question}?lang=en", given)
    assert answer.json["cards"] == []
    assert "Lay the cards" in answer.json["html"]
    assert "hidden" not in answer.json["html"], "neither yes nor no"


def test_a_declaration_without_cards_is_answered(phone: Phone) -> None:
    called = {"contract": "hearts", "declarations-0-player": "0", "declarations-0-kind": "sequence"}
    more = {"declarations-0-length": "3", "declarations-0-top": "A"}
    answer = lay(phone, "/desk/belot/declarations?lang=en", {**called, **more})
    assert "Lay the cards" not in answer.json["html"]
