"""Belot's cards on the table: what they are worth, and whose declarations count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorekeeper.games.belot.deal import (
    ALL_TRUMPS,
    BELOTE,
    CARRE,
    NO_TRUMPS,
    RANKS,
    SEQUENCE,
    TRICK_POINTS_OF,
    Declaration,
)

SUITS = 4
CARDS = 32
TRICK = 4
LAST_TEN = 10

PLAIN_VALUES: Mapping[str, int] = {"7": 0, "8": 0, "9": 0, "10": 10, "J": 2, "Q": 3, "K": 4, "A": 11}
TRUMP_VALUES: Mapping[str, int] = {"7": 0, "8": 0, "9": 14, "10": 10, "J": 20, "Q": 3, "K": 4, "A": 11}
"""What a card is worth to the side that takes it. (belot 3.1)"""

SEQUENCE_POINTS: Mapping[int, int] = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
CARRE_POINTS: Mapping[str, int] = {"10": 100, "Q": 100, "K": 100, "A": 100, "9": 150, "J": 200}
BELOTE_POINTS = 20
QUINTE = 5
BELOTE_RANKS = ("Q", "K")

POSITION: Mapping[str, int] = {rank: position for position, rank in enumerate(RANKS)}
"""The place of a rank in a sequence, from the seven up. (belot 4.2)"""

COUNTS, LOST, LEVEL = "counts", "lost", "level"


def run(length: int, top: str) -> int:
    """The ranks of a sequence as bits, the seven lowest: ``run(3, "9") == 0b111``."""
    return ((1 << length) - 1) << (POSITION[top] - length + 1)


def holds(bits: int, rank: str) -> bool:
    """Whether ranks written as bits have this one among them."""
    return bool(bits >> POSITION[rank] & 1)


def points_of(declaration: Declaration) -> int:
    """What a declaration brings if it counts. (belot 4.2, 4.3, 4.9)"""
    if declaration.kind == SEQUENCE:
        return SEQUENCE_POINTS[declaration.length]
    return CARRE_POINTS[declaration.rank] if declaration.kind == CARRE else BELOTE_POINTS


def strength(declaration: Declaration, quinte_ranking: str) -> tuple[int, int]:
    """What decides between declarations of one kind: length and top card, or the card's value as a trump.

    (belot 4.6, 4.7)
    """
    if declaration.kind == CARRE:
        return TRUMP_VALUES[declaration.rank], 0
    length = declaration.length
    return (length if quinte_ranking == "by_length" else min(length, QUINTE)), POSITION[declaration.top]


def standings(declarations: Sequence[Declaration], quinte_ranking: str) -> tuple[str, ...]:
    """For every declaration whether it COUNTS, has LOST its contest, or fell as the highest were LEVEL.

    Sequences and carres are two contests, a belote is in neither. (belot 4.6, 4.7, 4.9)
    """
    if len(declarations) == 1:
        return (COUNTS,)
    winner = {kind: _winner(declarations, kind, quinte_ranking) for kind in (SEQUENCE, CARRE)}
    return tuple(
        COUNTS
        if one.kind == BELOTE or winner[one.kind] == one.side
        else LEVEL
        if winner[one.kind] is None
        else LOST
        for one in declarations
    )


def _winner(declarations: Sequence[Declaration], kind: str, quinte_ranking: str) -> int | None:
    """The side with the highest declaration of a kind; None when the two sides' highest are equal."""
    highest = [(-1, -1), (-1, -1)]
    for one in declarations:
        if one.kind == kind:
            highest[one.side] = max(highest[one.side], strength(one, quinte_ranking))
    if highest[0] == highest[1]:
        return None
    return 0 if highest[0] > highest[1] else 1


def card_values(contract: str) -> list[int]:
    """What each of the 32 cards is worth under a contract."""
    trump_suits = {NO_TRUMPS: 0, ALL_TRUMPS: SUITS}.get(contract, 1)
    return [*TRUMP_VALUES.values()] * trump_suits + [*PLAIN_VALUES.values()] * (SUITS - trump_suits)


@cache
def possible_points(contract: str) -> int:
    """The trick points that one to seven tricks can hold, as bits: whole tricks, with or without the last ten."""
    sums = [1] + [0] * CARDS
    for value in card_values(contract):
        for count in range(CARDS, 0, -1):
            sums[count] |= sums[count - 1] << value
    tricks = 0
    for count in range(TRICK, CARDS, TRICK):
        tricks |= sums[count]
    return (tricks | tricks << LAST_TEN) & ((1 << TRICK_POINTS_OF[contract] + 1) - 1)
