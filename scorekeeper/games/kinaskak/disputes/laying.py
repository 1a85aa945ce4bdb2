"""A deal laid card by card: the hands first, then turn by turn a card drawn, what is laid down, and a card thrown.

What two players did at once, such as a buy between two turns, is written in lines.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from scorekeeper.core.fields import Number, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card
from scorekeeper.core.play.laying import Document, Hand, Laid, Laying, read_cards, read_list, read_seat
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.deal import MAX_BUYS
from scorekeeper.games.kinaskak.disputes.acts import (
    ACT,
    DRAW,
    GO_DOWN,
    LAY_OFF,
    TAKE_JOKER,
    THROW,
    ActsPlayed,
)
from scorekeeper.games.kinaskak.disputes.lay_off import lay_off_reason
from scorekeeper.games.kinaskak.disputes.take_joker import take_joker_reason
from scorekeeper.games.kinaskak.options import CARDS_A_BUY
from scorekeeper.games.kinaskak.play import Meld
from scorekeeper.games.kinaskak.play.fewest_jokers import way_down

PLAYERS = Number(name="players", label=T("How many play"), low=2, high=8)
FIRST = SeatField(name="first", label=T("Who is to play first"))
EVERY_CARD = (*PACK_THREE.cards, JOKER)


class LayingCourse(NamedTuple):
    """Where a deal stands: hands and melds, the seat in turn, whether it has drawn, the hand that is written, whether
    anything was done since."""

    play: ActsPlayed
    turn: int
    drawn: bool
    written: int | None
    acted: bool = False

    @property
    def hand(self) -> list[Card]:
        """The cards of the seat in turn."""
        return self.play.hands[self.turn]


def follow(document: Document, table: Table) -> LayingCourse:
    """The deal after a document; an act that cannot be read ends it."""
    players = document.get("players")
    seated = table.seating.players
    number = players if type(players) is int and 2 <= players <= seated else seated
    hands = [list(read_cards(PACK_THREE, notations)) for notations in read_list(document, "hands")[:number]]
    hands += [[] for _ in range(number - len(hands))]
    buys = _read_buys(document, number)
    rounds = document.get("round")
    number_of = rounds if type(rounds) is int and 1 <= rounds <= table.options.last_round else 1
    play = ActsPlayed(number_of, hands, buys, table.options)
    sizes = [table.options.cards_dealt + CARDS_A_BUY * bought for bought in buys]
    written = next((seat for seat in range(number) if len(hands[seat]) < sizes[seat]), None)
    if written is not None:
        return LayingCourse(play, written, False, written)
    turn, drawn = read_seat(document, "first", number) or 0, False
    for act in read_list(document, "acts"):
        report = Report()
        done = ACT.read(act, "", report, table)
        if report.errors or not isinstance(done, dict) or done["seat"] >= number:
            break
        play.carry_out(done)
        turn, drawn = done["seat"], True
        if done["act"] == THROW:
            turn, drawn = (turn + 1) % number, False
    return LayingCourse(play, turn, drawn, None, bool(read_list(document, "acts")))


def _read_buys(document: Document, number: int) -> list[int]:
    buys = [
        count if type(count) is int and 0 <= count <= MAX_BUYS else 0
        for count in read_list(document, "buys")[:number]
    ]
    return buys + [0] * (number - len(buys))


def _find_gone(course: LayingCourse) -> frozenset[Card]:
    """The cards that cannot be tapped: those not in the hand of a player who has drawn, otherwise those all seen."""
    if course.drawn:
        return frozenset(card for card in EVERY_CARD if card not in course.hand)
    seen = Counter(course.play.all_cards())
    if course.play.thrown:
        seen[course.play.thrown[-1]] -= 1  # the next player may take it
    return frozenset(card for card in EVERY_CARD if seen[card] >= course.play.options.copies_of(card))


def _ways(document: Document, table: Table, card: Card) -> list[Hand]:
    """What a card may do: go down with the contract, join a meld, take a joker, and be thrown. (kinaskak 4)"""
    course = follow(document, table)
    if not course.drawn:
        return [()]
    if card not in course.hand:
        return []
    contract = _contract_with(course, card)
    choices = [contract] if contract else []
    if course.play.melds[course.turn]:
        choices += [_cards_of(kind, meld) for kind, _on, meld in _targets(course, card)]
    return [*dict.fromkeys(choices), ()]


def _contract_with(course: LayingCourse, card: Card) -> Hand:
    """The cards of the contract that the hand can lay down, where the card is one of them."""
    if course.play.melds[course.turn]:
        return ()
    way = way_down(course.hand, course.play.number, course.play.options) or ()
    cards = tuple([laid_card for meld in way for laid_card in meld.cards])
    return cards if card in cards else ()


def _targets(course: LayingCourse, card: Card) -> list[tuple[str, dict[str, int], Meld]]:
    """The melds that the card may join, and the runs in which it may take the place of a joker."""
    play, targets = course.play, []
    options = play.options
    late = not play.went_down_now or options.lay_off_same_turn
    for seat, melds in enumerate(play.melds):
        for number, meld in enumerate(melds):
            on = {"seat": seat, "meld": number}
            if take_joker_reason(meld, card, seat == course.turn, options.own_jokers)[0]:
                targets.append((TAKE_JOKER, on, meld))
            if late and lay_off_reason(meld, card, options)[0]:
                targets.append((LAY_OFF, on, meld))
    return targets


def _cards_of(kind: str, meld: Meld) -> Hand:
    """How a target is told apart: the cards of the meld, a joker that is taken out of it first."""
    return (JOKER, *meld.cards) if kind == TAKE_JOKER else meld.cards


def _find_act(course: LayingCourse, card: Card, takes: Hand) -> dict[str, Any]:
    if not course.drawn:
        return {"seat": course.turn, "act": DRAW, "card": str(card)}
    if takes and takes == _contract_with(course, card):
        way = way_down(course.hand, course.play.number, course.play.options) or ()
        return {"seat": course.turn, "act": GO_DOWN, "melds": [meld.document() for meld in way]}
    for kind, on, meld in _targets(course, card):
        if takes == _cards_of(kind, meld):
            return {"seat": course.turn, "act": kind, "card": str(card), "on": on}
    return {"seat": course.turn, "act": THROW, "card": str(card)}


def _see(document: Document, table: Table) -> Laid:
    course = follow(document, table)
    play = course.play
    melds = tuple([meld.cards for melds in play.melds for meld in melds])
    over = course.written is None and play.over
    counts = ((T("Cards"), tuple(map(len, play.hands))),)
    says = T("{name} has drawn and lays down or throws.") if course.drawn else T("{name} draws a card.")
    if course.written is not None:
        says = T("The hand of {name}, card by card.")
    return Laid(
        None if over else course.turn,
        open_cards=melds,
        counts=counts,
        gone=_find_gone(course),
        why_gone=T("not in the hand of the player in turn") if course.drawn else T("none of them is left"),
        says=says,
        hands=_open_hands(course),
    )


def _open_hands(course: LayingCourse) -> tuple[tuple[int, Hand], ...]:
    """The hands until the first act, each in the order of the pack; the one that is written now comes first."""
    if course.acted:
        return ()
    held = [
        (seat, tuple(sorted(hand, key=EVERY_CARD.index)))
        for seat, hand in enumerate(course.play.hands)
        if hand or seat == course.written
    ]
    return tuple(sorted(held, key=lambda pair: pair[0] != course.written))


def _lay(document: Document, table: Table, card: Card, takes: Hand) -> Document:
    course = follow(document, table)
    if course.written is None:
        return {**document, "acts": [*read_list(document, "acts"), _find_act(course, card, takes)]}
    hands = [list(map(str, hand)) for hand in course.play.hands]
    hands[course.written].append(str(card))
    return {**document, "hands": _drop_empty(hands)}


def _take_out(document: Document, table: Table, seat: int, card: Card) -> Document:
    """The document without a card of a hand; the hand is written on from there."""
    course = follow(document, table)
    hands = [list(map(str, hand)) for hand in course.play.hands]
    if course.acted or seat >= len(hands) or str(card) not in hands[seat]:
        return document
    hands[seat].remove(str(card))
    return {**document, "hands": _drop_empty(hands)}


def _drop_empty(hands: list[list[str]]) -> list[list[str]]:
    """The hands up to the last one that holds a card."""
    return hands[: max((number for number, hand in enumerate(hands, 1) if hand), default=0)]


def _take_back(document: Document) -> Document:
    if acts := read_list(document, "acts"):
        return {**document, "acts": acts[:-1]}
    hands = [hand for hand in read_list(document, "hands") if isinstance(hand, list)]
    last = max((number for number, hand in enumerate(hands) if hand), default=0)
    fewer = [hand[:-1] if seat == last else hand for seat, hand in enumerate(hands)]
    return {**document, "hands": _drop_empty(fewer)}


LAYING = Laying(
    pack=PACK_THREE,
    asks=(PLAYERS, FIRST),
    needs=("round", "players", "first"),
    lists=("hands", "acts"),
    down=T("thrown"),
    see=_see,
    ways=_ways,
    lay=_lay,
    take_back=_take_back,
    take_out=_take_out,
)
