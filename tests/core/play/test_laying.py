"""What a page reads back from a form that grows card by card: anything may have been sent."""

from typing import Any

import pytest

from scorekeeper.core.play.cards import PACK_32, Card
from scorekeeper.core.play.laying import Laid, Laying, read_cards, read_list, read_seat
from tests.cases import cases

SEVEN, ACE = Card("7", "clubs"), Card("A", "hearts")


@cases(
    "given, cards",
    (["7C", "AH"], (SEVEN, ACE)),
    (["AH", "7C"], (ACE, SEVEN)),
    (["7C", "XX", 7, None, "AH"], (SEVEN, ACE)),
    ("7C", ()),
    (None, ()),
    ({"7C": 1}, ()),
    ids=str,
)
def test_the_cards_of_a_list_are_read_and_what_is_no_card_is_left_out(
    given: Any, cards: tuple[Card, ...]
) -> None:
    assert read_cards(PACK_32, given) == cards


@pytest.mark.parametrize(("given", "found"), [([1, 2], [1, 2]), ("12", []), (None, []), ({}, [])], ids=str)
def test_what_is_no_list_is_an_empty_one(given: Any, found: list[Any]) -> None:
    document = {"plays": given}
    assert read_list(document, "plays") == found
    assert read_list(document, "plays") is not given


@cases(
    "given, seat", (0, 0), (3, 3), (4, None), (-1, None), (True, None), ("1", None), (1.0, None), (None, None)
)
def test_a_seat_is_one_of_so_many_and_nothing_else(given: Any, seat: int | None) -> None:
    assert read_seat({"first": given}, "first", 4) == seat


def test_a_card_is_laid_down_and_no_card_leaves_a_hand_unless_the_game_says_otherwise() -> None:
    laying = Laying(
        pack=PACK_32,
        needs=(),
        lists=("cards",),
        see=lambda document, table: Laid(0),
        lay=lambda document, table, card, takes: {"cards": [*document["cards"], str(card)]},
        take_back=lambda document: {"cards": document["cards"][:-1]},
    )
    table: Any = None
    assert laying.ways({"cards": []}, table, SEVEN) == ((),)
    assert laying.take_out({"cards": ["7C"]}, table, 0, SEVEN) == {"cards": ["7C"]}
    assert Laid(0).why_gone.msgid == "already laid"
