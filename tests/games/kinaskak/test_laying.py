"""Kínaskák card by card: hands are written first, and each of their cards may be taken out again."""

from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.play.laying import read_cards
from scorekeeper.core.reading import Table
from scorekeeper.core.seating import singles
from scorekeeper.games import GAMES
from scorekeeper.games.kinaskak.disputes.whole_deal import QUESTION

LAYING = QUESTION.laying
assert LAYING is not None
SAID = {"round": 1, "players": 2, "first": 0}
HANDS = [
    ["5H", "6H", "7H", "8H", "9C", "9D", "9S", "2C", "3D", "4S", "KH", "KD", "QC"],
    ["4C", "4D", "4H", "5C", "6C", "7C", "8C", "JD", "JS", "JH", "AS", "AC", "2D"],
]
TABLE = Table(singles(2), ("Anna", "Jón"), GAMES["kinaskak"].read_rules({}, 2, Report()).options)


def card(notation: str) -> Any:
    return read_cards(LAYING.pack, [notation])[0]


def see(document: dict[str, Any]) -> Any:
    return LAYING.see(document, TABLE)


def shown(document: dict[str, Any]) -> list[tuple[int, set[str]]]:
    return [(seat, {str(one) for one in cards}) for seat, cards in see(document).hands]


def test_the_hand_that_is_written_is_seen_first_and_every_hand_until_the_first_act() -> None:
    begun = {**SAID, "hands": [HANDS[0], HANDS[1][:2]]}
    assert shown(begun) == [(1, {"4C", "4D"}), (0, set(HANDS[0]))]
    whole = {**SAID, "hands": HANDS}
    assert [seat for seat, _cards in shown(whole)] == [0, 1]
    assert shown({**whole, "acts": [{"seat": 0, "act": "draw", "card": "AD"}]}) == []


def test_a_card_taken_out_of_a_hand_is_the_next_to_be_written_there() -> None:
    whole = {**SAID, "hands": HANDS}
    without = dict(LAYING.take_out(whole, TABLE, 0, card("9C")))
    assert without["hands"] == [[one for one in HANDS[0] if one != "9C"], HANDS[1]]
    assert see(without).turn == 0
    again = LAYING.lay(without, TABLE, card("10C"), ())
    assert again["hands"][0][-1] == "10C"
    assert again["hands"][1] == HANDS[1]


def test_no_card_is_taken_out_that_is_not_there_or_once_the_deal_goes_on() -> None:
    whole = {**SAID, "hands": HANDS}
    assert LAYING.take_out(whole, TABLE, 0, card("AD")) == whole
    assert LAYING.take_out(whole, TABLE, 7, card("9C")) == whole
    acted = {**whole, "acts": [{"seat": 0, "act": "draw", "card": "AD"}]}
    assert LAYING.take_out(acted, TABLE, 0, card("9C")) == acted


def test_the_last_card_of_all_is_taken_back_from_the_last_hand() -> None:
    assert LAYING.take_back({**SAID, "hands": [HANDS[0], ["4C"]]})["hands"] == [HANDS[0]]
    assert LAYING.take_back({**SAID, "hands": [["5H"]]})["hands"] == []
    assert LAYING.take_back({**SAID, "hands": []})["hands"] == []
