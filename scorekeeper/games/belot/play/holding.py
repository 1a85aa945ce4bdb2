"""Could four hands hold what was announced? Every card is in one hand, and a hand has eight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import FRENCH_SUITS, Card, card_text
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import BELOTE, CARRE, RANKS, SEQUENCE, Declaration
from scorekeeper.games.belot.play import BELOTE_RANKS, POSITION, holds, run

HAND = 8
CARRE_CARDS = 4
BELOTE_BITS = sum(1 << POSITION[rank] for rank in BELOTE_RANKS)
Cards = tuple[int, ...]


def check_holding(declarations: Mapping[int, Declaration], at: str, report: Report) -> None:
    """Report declarations, each possible by itself, that cannot all have been held. (belot 4.5, 4.12)

    ``declarations`` maps the index of each among all announcements to it.
    """
    errors = len(report.errors)
    before: list[tuple[int, Declaration]] = []
    for index, declaration in declarations.items():
        clashes = (_clash(number + 1, earlier, declaration) for number, earlier in before)
        problem = next(filter(None, clashes), None)
        if problem is not None:
            report.error(f"{at}[{index}]", *problem)
        before.append((index, declaration))
    for player in sorted({declaration.player for declaration in declarations.values()}):
        _check_hand(declarations, player, at, report)
    if len(report.errors) == errors and not _suits_exist(declarations.values()):
        text = T("With every choice of suits a card would be in two of them, or a hand would be too big.")
        report.error(at, "cards_clash", text, "belot 4.12")


def check_hands(declarations: Mapping[int, Declaration], at: str, report: Report) -> None:
    """Report declarations that one player alone cannot hold; two players are not compared. (belot 4.5, 4.12)"""
    for player in sorted({declaration.player for declaration in declarations.values()}):
        own = {
            index: declaration for index, declaration in declarations.items() if declaration.player == player
        }
        check_holding(own, at, report)


class ContestedCard(NamedTuple):
    """Two claims of two players, by their places, that need the same card: one of them is false."""

    first: int
    second: int
    card: Text | str


def contests(declarations: Sequence[Declaration]) -> tuple[ContestedCard, ...]:
    """Every two claims of two players that cannot both be true. (belot 4.12)"""
    contested = []
    for (first, claim), (second, rival) in combinations(enumerate(declarations), 2):
        card = _contested_card(claim, rival) if claim.player != rival.player else None
        if card is not None:
            contested.append(ContestedCard(first, second, card))
    return tuple(contested)


def _contested_card(claim: Declaration, rival: Declaration) -> Text | str | None:
    """A card, or a rank, that both need; None when both can be true."""
    if claim.kind == rival.kind == BELOTE:
        return card_text(Card(BELOTE_RANKS[-1], str(claim.suit))) if claim.suit == rival.suit else None
    if claim.kind == rival.kind == CARRE:
        return RANKS[claim.rank] if claim.rank == rival.rank else None
    return _shared_card(claim, rival)


def fit_together(declarations: Collection[Declaration]) -> bool:
    """Whether there are four hands that hold all of these. (belot 4.12)"""
    report = Report()
    check_holding(dict(enumerate(declarations)), "", report)
    return not report.errors


def _clash(
    number: int, earlier: Declaration, declaration: Declaration
) -> tuple[str, Text, *tuple[str, ...]] | None:
    """Why a declaration cannot stand with the one of this number in any suit: code, text, articles."""
    if earlier.kind == declaration.kind == BELOTE and earlier.suit == declaration.suit:
        text = T("There is one belote in each trump suit; this one is here already.")
        return "belote_twice", text, "belot 4.9"
    if earlier.kind == declaration.kind == CARRE and earlier.rank == declaration.rank:
        text = T("There are only four cards of a rank, so they are one carre; this one is here already.")
        return "carre_twice", text, "belot 4.3"
    shared = _shared_card(earlier, declaration)
    if shared is not None and earlier.player != declaration.player:
        text = T(
            "The same card ({card}) would be in two hands: in this declaration and in number {number}.",
            card=shared,
            number=number,
        )
        return "cards_clash", text, "belot 4.12"
    if shared is not None:
        text = T(
            "The same card ({card}) would be in this declaration and in number {number}; a card counts in one.",
            card=shared,
            number=number,
        )
        return "cards_clash", text, "belot 4.5"
    if _one_sequence(earlier, declaration):
        text = T("These two sequences meet, so they are one longer sequence.")
        return "sequences_meet", text, "belot 4.2"
    return None


def _shared_card(first: Declaration, second: Declaration) -> Text | str | None:
    """A card, or a rank where the suit is not known, that both need; None if both can be true."""
    if first.kind > second.kind:
        first, second = second, first
    if (first.kind, second.kind) == (CARRE, SEQUENCE):
        named = card_text(Card(first.rank, second.suit)) if second.suit else RANKS[first.rank]
        return named if holds(run(second.length, second.top), first.rank) else None
    if (first.kind, second.kind) == (BELOTE, CARRE):
        apart = first.player == second.player or second.rank not in BELOTE_RANKS
        return None if apart else card_text(Card(second.rank, str(first.suit)))
    if first.suit is None or first.suit != second.suit or second.kind != SEQUENCE:
        return None
    if first.kind == BELOTE and first.player == second.player:
        return None
    bits = BELOTE_BITS if first.kind == BELOTE else run(first.length, first.top)
    common = bits & run(second.length, second.top)
    return card_text(Card(_highest(common), first.suit)) if common else None


def _highest(bits: int) -> str:
    return list(RANKS)[bits.bit_length() - 1]


def _one_sequence(first: Declaration, second: Declaration) -> bool:
    """Whether two sequences of one hand and suit have no missing card between them."""
    if first.kind != SEQUENCE or second.kind != SEQUENCE or first.player != second.player:
        return False
    same_suit = first.suit is not None and first.suit == second.suit
    return same_suit and _meet(run(first.length, first.top), run(second.length, second.top))


def _meet(bits: int, other_bits: int) -> bool:
    """Whether two runs overlap or follow each other without a gap."""
    return bool((bits | bits << 1 | bits >> 1) & other_bits)


def _check_hand(declarations: Mapping[int, Declaration], player: int, at: str, report: Report) -> None:
    """A hand's sequences and carres share no card, so their cards add up, to eight at most. (belot 4.12)"""
    count = 0
    for index, declaration in declarations.items():
        if declaration.player == player and declaration.kind != BELOTE:
            count += declaration.length if declaration.kind == SEQUENCE else CARRE_CARDS
            if count > HAND:
                text = T("Too many cards for one hand: {count}, where it can have {n}.", count=count, n=HAND)
                report.error(f"{at}[{index}]", "hand_too_big", text, "belot 4.12")
                return


class _Suit:
    """The contents of one suit so far: each player's sequences as bits, and the player with the belote."""

    __slots__ = ("belote", "held")

    def __init__(self, belote: int | None) -> None:
        self.belote = belote
        self.held: tuple[tuple[int, int], ...] = ()

    def state(self) -> tuple[object, ...]:
        return self.belote, self.held

    def takes(self, player: int, bits: int) -> bool:
        """Whether a player's sequence has room in this suit."""
        if bits & BELOTE_BITS and self.belote not in (None, player):
            return False
        return not any(bits & there or (owner == player and _meet(bits, there)) for owner, there in self.held)


def _suits_exist(declarations: Collection[Declaration]) -> bool:
    """Whether suits for the sequences that name none let every declaration stand.

    No hand announces more than two sequences by now, so at most eight are placed; suits that hold the same
    are tried once.
    """
    belotes = {
        declaration.suit: declaration.player for declaration in declarations if declaration.kind == BELOTE
    }
    suits = {suit: _Suit(belotes.get(suit)) for suit in FRENCH_SUITS}
    sequences = [declaration for declaration in declarations if declaration.kind == SEQUENCE]
    sequences.sort(
        key=lambda declaration: (
            declaration.suit is None,
            -declaration.length,
            declaration.top,
            declaration.player,
        )
    )
    return any(_hands_fit(declarations, suits) for _ in _placings(sequences, suits))


def _placings(sequences: list[Declaration], suits: dict[str, _Suit]) -> Iterator[None]:
    """Every way to lay the sequences into suits; each stands in ``suits`` while it is yielded."""
    if not sequences:
        yield
        return
    sequence, rest = sequences[0], sequences[1:]
    bits = run(sequence.length, sequence.top)
    tried = set()
    for name, suit in suits.items():
        state = suit.state()
        if (
            sequence.suit not in (None, name)
            or (sequence.suit is None and state in tried)
            or not suit.takes(sequence.player, bits)
        ):
            continue
        tried.add(state)
        before, suit.held = suit.held, (*suit.held, (sequence.player, bits))
        yield from _placings(rest, suits)
        suit.held = before


def _hands_fit(declarations: Collection[Declaration], suits: dict[str, _Suit]) -> bool:
    """Whether no hand has more than eight cards. A belote's cards count where no other declaration has them."""
    ranks: dict[int, int] = defaultdict(int)
    count: dict[int, int] = defaultdict(int)
    for declaration in declarations:
        if declaration.kind == CARRE:
            count[declaration.player] += CARRE_CARDS
            ranks[declaration.player] |= 1 << POSITION[declaration.rank]
    for suit in suits.values():
        for player, bits in suit.held:
            count[player] += bits.bit_count()
        if suit.belote is not None:
            own = sum(bits for player, bits in suit.held if player == suit.belote)
            count[suit.belote] += (BELOTE_BITS & ~(own | ranks[suit.belote])).bit_count()
    return all(number <= HAND for number in count.values())
