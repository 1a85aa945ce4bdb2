"""A deal of tricks is replayed by the rules of a game: in these tests every card is legal, and the highest wins."""

from __future__ import annotations

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import PACK_52, Card, Legal
from scorekeeper.core.play.tricks import (
    Hand,
    TrickRules,
    check_tricks,
    count_wrong_cards,
    hands_from_tricks,
    is_whole,
    replay,
)
from scorekeeper.core.text import T, render


def cards(notation: str) -> Hand:
    found = tuple(PACK_52.parse(card) for card in notation.split())
    assert None not in found
    return tuple(card for card in found if card is not None)


def hands(*notations: str) -> tuple[Hand, ...]:
    return tuple(map(cards, notations))


def winner(trick: Hand, leader: int) -> int:
    best = max(range(4), key=lambda place: PACK_52.ranks.index(trick[place].rank))
    return (leader + best) % 4


def rules(forbidden: str = "") -> TrickRules:
    """Rules under which every card is legal but the forbidden ones."""
    banned: set[Card] = set(cards(forbidden))
    return TrickRules(
        legal=lambda number, seat, hand, before: Legal(
            tuple(card for card in hand if card not in banned), T("It is banned."), "belot 2.1"
        ),
        winner=winner,
        lead_cite=lambda number: f"belot {number + 1}",
        turn_cite="belot 1.5",
    )


HELD = hands("2C 9C", "3C AD", "4C 7H", "KC 5S")


@pytest.mark.parametrize(
    ("tricks", "forbidden", "winners", "said"),
    [
        pytest.param(["2C 3C 4C KC", "5S 9C AD 7H"], "", (3, 1), [], id="every card is allowed"),
        pytest.param(["2C 3C 4C KC", "5S 9C"], "", (3,), [], id="broken off in the second trick"),
        pytest.param(
            ["2C 3C 4C KC", "9C AD 7H 5S"],
            "",
            (3, 1),
            ["Trick 2: seat 1 led 9♣ out of turn. The lead was with seat 4."],
            id="the wrong seat led",
        ),
        pytest.param(
            ["2C 3C 4C KC"],
            "4C",
            (3,),
            ["Trick 1: seat 3 could not play 4♣, only 7♥. It is banned."],
            id="a card that was not legal",
        ),
    ],
)
def test_a_replay_says_who_took_each_trick_and_which_cards_were_not_allowed(
    tricks: list[str], forbidden: str, winners: tuple[int, ...], said: list[str]
) -> None:
    report = Report()
    found = replay(HELD, hands(*tricks), 0, rules(forbidden), report)
    assert found is not None, report.errors
    assert found.winners == winners
    assert [render(one.reason.text) for one in found.wrong] == said


def test_a_card_from_another_hand_ends_the_replay() -> None:
    report = Report()
    assert replay(HELD, hands("2C 4C 3C KC"), 0, rules(), report) is None
    assert [(error.path, error.code, error.cites) for error in report.errors] == [
        ("tricks[0][1]", "not_in_hand", ("belot 1.5",)),
        ("tricks[0][2]", "not_in_hand", ("belot 1.5",)),
    ]


def test_whole_tricks_show_the_hands() -> None:
    assert hands_from_tricks(hands("2C 3C 4C KC", "5S 9C AD 7H"), 0, winner) == HELD


@pytest.mark.parametrize(
    ("tricks", "whole", "errors"),
    [
        pytest.param(["2C 3C 4C KC", "5S 9C AD 7H"], True, [], id="two whole tricks"),
        pytest.param(["2C 3C 4C KC", "5S"], False, [], id="the last broken off"),
        pytest.param(
            ["2C 3C", "5S 9C AD 7H"], False, [("tricks[0]", ("belot 1.5",))], id="the first cut short"
        ),
        pytest.param(["2C 3C 4C KC", ""], False, [("tricks[1]", ("belot 1.5",))], id="the last empty"),
        pytest.param(
            ["2C 3C 4C KC", "5S 9C AD 2C"], True, [("tricks[1][3]", ("belot 1.1",))], id="a card twice"
        ),
    ],
)
def test_tricks_cut_short_and_cards_given_twice_are_reported(
    tricks: list[str], whole: bool, errors: list[tuple[str, tuple[str, ...]]]
) -> None:
    report = Report()
    check_tricks(None, hands(*tricks), "belot 1.1", report, "belot 1.5")
    assert [(error.path, error.cites) for error in report.errors] == errors
    assert is_whole(hands(*tricks), 2) is whole


def test_the_verdict_counts_the_cards_that_were_not_allowed() -> None:
    assert render(count_wrong_cards(0)) == "Every card was played by the rules."
    assert render(count_wrong_cards(2)) == "2 cards were not allowed."
