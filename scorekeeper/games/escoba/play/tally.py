"""The tally of a deal: every way to write a deal down leads to one, and only a tally is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.play.cards import PACK_40, Card
from scorekeeper.core.reading import BAD, all_known, is_whole

SUITS = 4
ALL_CARDS, ALL_GOLDS, ALL_SEVENS = 40, 10, 4
TEN = 10
SETENTA: Mapping[str, int] = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12}
FIGURE = 10
"""What cards are worth in the setenta. (escoba 7.5)"""
TOTALS: Mapping[str, int] = {"cards": ALL_CARDS, "golds": ALL_GOLDS, "sevens": ALL_SEVENS}
GOLDS = frozenset(card for card in PACK_40.cards if card.suit == "oros")
SEVENS = frozenset(card for card in PACK_40.cards if card.rank == "7")
SEVEN_OF_GOLDS = Card("7", "oros")


class CardCounts(NamedTuple):
    """How many cards, golds and sevens each side took."""

    cards: tuple[int, ...]
    golds: tuple[int, ...]
    sevens: tuple[int, ...]


class DealTally(NamedTuple):
    """Everything a deal is scored by.

    ``cards``, ``golds`` and ``sevens`` name the side that has strictly the most (None: a tie); ``all_golds`` and
    ``all_sevens`` who has them all; ``under_ten`` and ``no_cards`` the sides with fewer than ten cards, with none.
    ``counts`` are the numbers behind it, where they are known. ``setenta`` is the side with the best one (None: none or
    a tie), ``setentas`` what each side's is worth, where the cards are known.
    """

    escobas: tuple[int, ...]
    cards: int | None
    golds: int | None
    sevens: int | None
    seven_of_golds: int
    all_golds: int | None = None
    all_sevens: int | None = None
    under_ten: tuple[int, ...] = ()
    no_cards: tuple[int, ...] = ()
    counts: CardCounts | None = None
    setenta: int | None = None
    setentas: tuple[int, ...] | None = None


def most(counts: tuple[int, ...]) -> int | None:
    """The side with strictly more than every other; None at a tie. (escoba 5.10)"""
    best = max(counts)
    return counts.index(best) if counts.count(best) == 1 else None


def fill_blank(counts: tuple[Any, ...], total: int) -> tuple[Any, ...]:
    """The counts with the blank worked out from the total, if the others are known."""
    if None not in counts:
        return counts
    rest = total - sum([count for count in counts if count is not None]) if all_known(*counts) else -1
    return tuple([(BAD if rest < 0 else rest) if count is None else count for count in counts])


def tally_of_counts(
    escobas: tuple[int, ...], counts: CardCounts, seven_of_golds: int, few_cards: int
) -> DealTally:
    """The tally of these counts; a majority is not known if a count could not be read."""
    cards, golds, sevens = counts
    if not all_known(*cards, *golds, *sevens):
        unknown: Any = BAD
        return DealTally(escobas, unknown, unknown, unknown, seven_of_golds, counts=counts)
    few = min(cards) < few_cards
    return DealTally(
        escobas,
        most(cards),
        most(golds),
        most(sevens),
        seven_of_golds,
        golds.index(ALL_GOLDS) if ALL_GOLDS in golds else None,
        sevens.index(ALL_SEVENS) if ALL_SEVENS in sevens else None,
        tuple([side for side, count in enumerate(cards) if count < few_cards]) if few else (),
        tuple([side for side, count in enumerate(cards) if not count]) if few else (),
        counts,
    )


def tally_of_piles(
    escobas: tuple[int, ...], piles: tuple[tuple[Card, ...], ...], few_cards: int
) -> DealTally:
    """The tally of the cards of each side."""
    if not is_whole(piles):
        unknown: Any = BAD
        sizes = tuple([len(pile) if all_known(pile) else unknown for pile in piles])
        return DealTally(escobas, unknown, unknown, unknown, unknown, counts=CardCounts(sizes, (), ()))
    counts = CardCounts(
        tuple(map(len, piles)),
        tuple([len(GOLDS.intersection(pile)) for pile in piles]),
        tuple([len(SEVENS.intersection(pile)) for pile in piles]),
    )
    holder = next((side for side, pile in enumerate(piles) if SEVEN_OF_GOLDS in pile), 0)
    worth = tuple(map(count_setenta, piles))
    best = most(worth) if any(worth) else None
    return tally_of_counts(escobas, counts, holder, few_cards)._replace(setenta=best, setentas=worth)


def count_setenta(pile: tuple[Card, ...]) -> int:
    """The best card of each suit together; 0 for a side that has none of some suit. (escoba 7.5)"""
    best: dict[str | None, int] = {}
    for card in pile:
        best[card.suit] = max(best.get(card.suit, 0), SETENTA.get(card.rank, FIGURE))
    return sum(best.values()) if len(best) == SUITS else 0


def sole_taker(no_cards: tuple[int, ...], sides: int) -> int | None:
    """The side that took every card, when all the others took none."""
    if len(no_cards) != sides - 1:
        return None
    return next(side for side in range(sides) if side not in no_cards)
