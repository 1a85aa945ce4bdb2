"""What a half-filled document says of the cards and seats of a deal that is laid card by card."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.play.cards import PACK_32
from scorekeeper.core.play.laying import read_cards, read_list, read_seat


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["7C", "tH", "AS"], "7C 10H AS"),
        (["7C", "2C", None, 5, "AS"], "7C AS"),
        ([], ""),
        (None, ""),
        ("7C", ""),
    ],
)
def test_what_is_no_card_of_the_pack_is_left_out(given: Any, read: str) -> None:
    assert " ".join(map(str, read_cards(PACK_32, given))) == read


@pytest.mark.parametrize(("given", "read"), [([1, 2], [1, 2]), (None, []), ("7C", []), ({"0": 1}, [])])
def test_a_list_is_read_where_there_is_one(given: Any, read: list[Any]) -> None:
    assert read_list({"tricks": given}, "tricks") == read
    assert read_list({}, "tricks") == []


@pytest.mark.parametrize(
    ("given", "read"), [(0, 0), (3, 3), (4, None), (-1, None), (True, None), ("1", None), (None, None)]
)
def test_a_seat_is_read_where_so_many_play(given: Any, read: int | None) -> None:
    assert read_seat({"leader": given}, "leader", 4) == read
