"""Which declarations count: both sides' sequences and carres are compared as the table's rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.play.cards import FRENCH_SUITS
from scorekeeper.games.belot.deal import BELOTE, CARRE, NO_TRUMPS, SEQUENCE, BelotDeal, Declaration
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import POSITION, TRUMP_VALUES

SEATS = 4
QUINTE = 5

COUNTS, LOST, LEVEL = "counts", "lost", "level"
OUTRANKED, LATER, NOT_TRUMP, TRICKLESS = "outranked", "later", "not_trump", "trickless"
UNDECIDED = "undecided"
"""Equal sequences of which the dealer, or a suit, is not known that decides between them."""

Key = tuple[int, int]


class DeclarationContest(NamedTuple):
    """What decides which declarations count, beside the declarations themselves.

    ``dealer`` is None where it is not known. ``trickless`` is the side that took no trick.
    """

    options: BelotOptions
    contract: str
    dealer: int | None = None
    trickless: int | None = None


def contest_of(deal: BelotDeal, options: BelotOptions, dealer: int | None) -> DeclarationContest:
    """What decides between the declarations of a deal; a capot leaves the other side without a trick."""
    capot: Any = deal.capot
    return DeclarationContest(options, deal.contract, dealer, 1 - capot if type(capot) is int else capot)


def standings(declarations: Sequence[Declaration], contest: DeclarationContest) -> tuple[str, ...]:
    """How every declaration stands: it COUNTS, or the reason why it does not.

    A belote always counts. The others have LOST to a higher one of their kind, are OUTRANKED by any other, fall
    because the highest are LEVEL or because one that is equal goes first (LATER, NOT_TRUMP), or are TRICKLESS.
    (belot 4.6, 4.7, 4.9, 7.12, 7.13, 7.14)
    """
    without = None if contest.options.trickless_declarations else contest.trickless
    competing = [
        declaration
        for declaration in declarations
        if declaration.kind != BELOTE and declaration.side != without
    ]
    if len({declaration.side for declaration in competing}) < 2:
        came_of = ALL_COUNT
    else:
        came_of = _compare(competing, contest)
    return tuple(
        COUNTS
        if declaration.kind == BELOTE
        else TRICKLESS
        if declaration.side == without
        else came_of[declaration.kind][declaration.side]
        for declaration in declarations
    )


def find_customs(
    declaration: Declaration, declarations: Sequence[Declaration], contest: DeclarationContest
) -> tuple[str, ...]:
    """The articles of the table's customs by which a declaration counts. (belot 7.13, 7.15)"""
    cites = ("belot 7.15",) if contest.contract == NO_TRUMPS else ()
    if declaration.kind != CARRE or contest.options.carres != "all":
        return cites
    sides = {announced.side for announced in declarations if announced.kind == CARRE}
    return (*cites, "belot 7.13") if len(sides) > 1 else cites


Verdict = tuple[str, str]
"""How the declarations of a kind stand, those of side 0 and those of side 1."""
BOTH: Verdict = (COUNTS, COUNTS)
ALL_COUNT: Mapping[str, Verdict] = {SEQUENCE: BOTH, CARRE: BOTH}


def _compare(declarations: Sequence[Declaration], contest: DeclarationContest) -> Mapping[str, Verdict]:
    options = contest.options
    sequences = [declaration for declaration in declarations if declaration.kind == SEQUENCE]
    carres = [declaration for declaration in declarations if declaration.kind == CARRE]
    if options.contest == "together" and carres:
        outranked = _of_winner(_winner(carres, options), OUTRANKED)
        return {SEQUENCE: outranked, CARRE: outranked}
    return {
        SEQUENCE: _compare_sequences(sequences, contest),
        CARRE: BOTH if options.carres == "all" else _of_winner(_winner(carres, options), LOST),
    }


def _of_winner(side: int | None, otherwise: str) -> Verdict:
    """One side's count and the other's stand ``otherwise``; nothing to compare is no contest."""
    return BOTH if side is None else (COUNTS, otherwise) if side == 0 else (otherwise, COUNTS)


def _compare_sequences(sequences: Sequence[Declaration], contest: DeclarationContest) -> Verdict:
    best = find_equal_best(sequences, contest.options)
    if not best:
        return _of_winner(_winner(sequences, contest.options), LOST)
    rule = contest.options.equal_sequences
    if rule == "first":
        if contest.dealer is None:
            return UNDECIDED, UNDECIDED
        dealer = contest.dealer
        first = min(best, key=lambda sequence: (sequence.player - dealer - 1) % SEATS)
        return _of_winner(first.side, LATER)
    if rule == "trump" and contest.contract in FRENCH_SUITS:
        if any(sequence.suit is None for sequence in best):
            return UNDECIDED, UNDECIDED
        in_trumps = [sequence.side for sequence in best if sequence.suit == contest.contract]
        if in_trumps:
            return _of_winner(in_trumps[0], NOT_TRUMP)
    return LEVEL, LEVEL


def find_equal_best(sequences: Sequence[Declaration], options: BelotOptions) -> list[Declaration]:
    """The highest sequences of both sides where they are equal; empty where one side's is higher. (belot 4.6)"""
    highest = _highest(sequences, options)
    if not sequences or highest[0] != highest[1]:
        return []
    return [sequence for sequence in sequences if strength(sequence, options) == highest[0]]


def find_unsaid_suits(declarations: Sequence[Declaration], contest: DeclarationContest) -> list[Declaration]:
    """The equal highest sequences whose suit has to be named, since trumps decide between them. (belot 7.12)"""
    options = contest.options
    if options.equal_sequences != "trump" or contest.contract not in FRENCH_SUITS:
        return []
    without = None if options.trickless_declarations else contest.trickless
    competing = [declaration for declaration in declarations if declaration.side != without]
    if options.contest == "together" and any(declaration.kind == CARRE for declaration in competing):
        return []
    sequences = [declaration for declaration in competing if declaration.kind == SEQUENCE]
    return [sequence for sequence in find_equal_best(sequences, options) if sequence.suit is None]


def strength(declaration: Declaration, options: BelotOptions) -> Key:
    """The key that orders declarations of a kind: length and top, or the card's value as a trump. (belot 4.6, 4.7)"""
    if declaration.kind == CARRE:
        return TRUMP_VALUES[declaration.rank], 0
    length = declaration.length
    classed = length if options.quinte_ranking == "by_length" else min(length, QUINTE)
    return classed, POSITION[declaration.top]


def _highest(declarations: Sequence[Declaration], options: BelotOptions) -> tuple[Key, Key]:
    """The key of the highest declaration of each side; below every other where a side has none."""
    highest = [(-1, -1), (-1, -1)]
    for declaration in declarations:
        highest[declaration.side] = max(highest[declaration.side], strength(declaration, options))
    return highest[0], highest[1]


def _winner(declarations: Sequence[Declaration], options: BelotOptions) -> int | None:
    """The side with the highest declaration; None where no side has any."""
    first, second = _highest(declarations, options)
    return None if first == second else 0 if first > second else 1
