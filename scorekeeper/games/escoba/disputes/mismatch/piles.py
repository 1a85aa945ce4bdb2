"""Piles that are not the pack: a card in two of them, in none, or read as another; and what captures can leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.disputes.slips import Slip
from scorekeeper.core.play.cards import PACK_40, Card, card_text, cards_text
from scorekeeper.core.text import N, T
from scorekeeper.games.escoba.disputes.mismatch.kinds import CARD, KIND, LEFT, LEFTOVERS_FORGOTTEN, UNSEEN
from scorekeeper.games.escoba.disputes.sides import side_at
from scorekeeper.games.escoba.play import FIFTEEN, LEFT_OVER_FIFTEENS, total
from scorekeeper.games.escoba.play.tally import GOLDS, SEVENS

Piles = tuple[tuple[Card, ...], ...]
WHOLE = ("escoba 1.1",)


def slips(piles: Piles, left: tuple[Card, ...] | None) -> Iterator[Slip]:
    """The single slips that would make the piles the pack. (escoba 1.1, 4.1)"""
    lost, doubled = find_missing(piles), find_doubles(piles)
    if lost and not doubled and _left_on_the_table(lost, left):
        rank, cites = (UNSEEN, ("escoba 4.1", "escoba 4.3")) if left is None else (LEFT, ("escoba 4.1",))
        for side in range(len(piles)):
            text = T("{side}: {slip}", side=side_at(side), slip=LEFTOVERS_FORGOTTEN)
            yield Slip(rank, f"counts.piles[{side}]", None, list(map(str, lost)), text, cites)
    elif lost and not doubled:
        for side in range(len(piles)):
            text = N(
                "{side}: a card was left out: {cards}.",
                "{side}: {n} cards were left out: {cards}.",
                n=len(lost),
                side=side_at(side),
                cards=cards_text(lost),
            )
            yield Slip(CARD, f"counts.piles[{side}]", None, list(map(str, lost)), text, WHOLE)
    elif len(doubled) == 1:
        yield from _one_twice(piles, doubled[0], lost)


def _left_on_the_table(lost: list[Card], left: tuple[Card, ...] | None) -> bool:
    """Whether the cards in no pile are the cards left: those that were named, or several that captures can leave."""
    if left is not None:
        return set(left) == set(lost)
    return len(lost) > 1 and are_left(lost)


def _one_twice(piles: Piles, card: Card, lost: list[Card]) -> Iterator[Slip]:
    """A card in two piles is in one of them only; if another card is lost, it was read as this one."""
    if len(lost) > 1:
        return
    for side, pile in enumerate(piles):
        if card not in pile:
            continue
        path = f"counts.piles[{side}][{pile.index(card)}]"
        if lost:
            params = {"side": side_at(side), "card": card_text(card), "other": card_text(lost[0])}
            text = T("{side}: the {other} was read as the {card}.", **params)
            yield Slip(KIND, path, str(card), str(lost[0]), text, WHOLE)
        else:
            text = T("{side}: the {card} is not in this pile.", side=side_at(side), card=card_text(card))
            yield Slip(CARD, path, str(card), None, text, WHOLE)


def find_missing(piles: Piles) -> list[Card]:
    """The cards that are in no pile."""
    return [card for card in PACK_40.cards if not any(card in pile for pile in piles)]


def find_doubles(piles: Piles) -> list[Card]:
    """The cards that are in two piles; one in three counts twice."""
    return [card for card in PACK_40.cards for _ in range(sum([card in pile for pile in piles]) - 1)]


def reasons(piles: Piles) -> Iterator[Reason]:
    """What is wrong with the piles."""
    lost, doubled = find_missing(piles), find_doubles(piles)
    if lost:
        text = N(
            "{n} card is in no pile: {cards}.",
            "{n} cards are in no pile: {cards}.",
            n=len(lost),
            cards=cards_text(lost),
        )
        yield Reason(text, WHOLE)
    if doubled:
        text = N(
            "{n} card is in two piles: {cards}.",
            "{n} cards are in two piles: {cards}.",
            n=len(doubled),
            cards=cards_text(doubled),
        )
        yield Reason(text, WHOLE)


# --- what captures of fifteen can leave on the table (escoba 4.3) ----------------------------------

Sums = tuple[frozenset[int], ...]


@cache
def _sums(gold: bool, seven: bool) -> Sums:
    """The sums, modulo fifteen, that cards of a class can have, for each number of cards."""
    sums: list[set[int]] = [{0}]
    for card in PACK_40.cards:
        if (card in GOLDS, card in SEVENS) == (gold, seven):
            sums.append(set())
            for count in range(len(sums) - 1, 0, -1):
                sums[count] |= {(before + total([card])) % FIFTEEN for before in sums[count - 1]}
    return tuple(map(frozenset, sums))


def can_be_left(cards: int, golds: int, sevens: int, golden_sevens: int) -> bool:
    """Whether so many cards, with so many golds and sevens among them, can be what captures leave."""
    counts = (
        (False, False, cards - golds - sevens + golden_sevens),
        (True, False, golds - golden_sevens),
        (False, True, sevens - golden_sevens),
        (True, True, golden_sevens),
    )
    classes = []
    for gold, seven, count in counts:
        sums = _sums(gold, seven)
        if not 0 <= count < len(sums):
            return False
        classes.append(sums[count])
    return any(sum(parts) % FIFTEEN == LEFT_OVER_FIFTEENS for parts in product(*classes))


def are_left(cards: Iterable[Card]) -> bool:
    """Whether these cards can be what captures leave."""
    return total(list(cards)) % FIFTEEN == LEFT_OVER_FIFTEENS
