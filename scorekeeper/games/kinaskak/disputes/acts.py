"""The acts of a deal from the first laying-down on, carried out one by one or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.fields import Choice, Group, Number, SeatField
from scorekeeper.core.play.cards import JOKER, Card, card_text
from scorekeeper.core.reading import Field
from scorekeeper.core.text import N, T
from scorekeeper.games.kinaskak.deal import MAX_BUYS, TABLE_CARDS
from scorekeeper.games.kinaskak.disputes.buy import buy_reason
from scorekeeper.games.kinaskak.disputes.contract import contract_flaws
from scorekeeper.games.kinaskak.disputes.explaining import Flaw, joker_end_reasons, lies_reasons
from scorekeeper.games.kinaskak.disputes.lay_off import is_down_reason, lay_off_reason, same_turn_reason
from scorekeeper.games.kinaskak.disputes.table import CARD, MELDS
from scorekeeper.games.kinaskak.disputes.take_joker import take_joker_reason
from scorekeeper.games.kinaskak.options import CARDS_A_BUY, KinaskakOptions
from scorekeeper.games.kinaskak.play import RUN, Meld, longer, order_as_laid, stood_for, with_card
from scorekeeper.games.kinaskak.play.fewest_jokers import way_down

DRAW, BUY, GO_DOWN, LAY_OFF, TAKE_JOKER, THROW = "draw", "buy", "go_down", "lay_off", "take_joker", "throw"

NEEDED: Mapping[str, tuple[str, ...]] = {
    DRAW: ("card",),
    BUY: ("cards",),
    GO_DOWN: ("melds",),
    LAY_OFF: ("card", "on"),
    TAKE_JOKER: ("card", "on"),
    THROW: ("card",),
}
_SEAT = SeatField(name="seat", label=T("Seat"))
ACT_FIELDS: tuple[Field, ...] = (
    _SEAT,
    Choice(
        name="act",
        label=T("What was done"),
        choices={
            DRAW: T("drew a card"),
            BUY: T("bought"),
            GO_DOWN: T("went down"),
            LAY_OFF: T("laid off"),
            TAKE_JOKER: T("took a joker"),
            THROW: T("threw a card"),
        },
    ),
    CARD.but(optional=True, lies=""),
    TABLE_CARDS.but(name="cards", label=T("The two cards of the buy"), count=CARDS_A_BUY, optional=True),
    MELDS.but(optional=True),
    Group(
        name="on",
        label=T("Whose meld, and which of them"),
        fields=(_SEAT, Number(name="meld", label=T("Meld"), high=20)),
        optional=True,
    ),
)
ACT = Group(fields=ACT_FIELDS)

_Refusal = tuple[list[Flaw], Sequence[Any]]
_FINE: _Refusal = ([], ())
KEEPS_A_CARD = Flaw(
    "keeps_a_card",
    T("Going out ends with a card thrown away, so one card stays in the hand."),
    ("kinaskak 7.5",),
)


NO_MELD = Flaw("no_such_meld", T("No such meld lies on the table."), ("kinaskak 4.2",))


class ActsPlayed:
    """The hands, the melds on the table and whose turn it is, act by act."""

    def __init__(
        self, number: int, hands: Sequence[Sequence[Card]], buys: Sequence[int], options: KinaskakOptions
    ) -> None:
        self.number, self.options = number, options
        self.hands = [list(hand) for hand in hands]
        self.buys = list(buys)
        self.melds: list[list[Meld]] = [[] for _ in hands]
        self.thrown: list[Card] = []
        self.notes: list[Reason] = []
        self.turn: int | None = None
        self.went_down_now = False

    @property
    def over(self) -> bool:
        """Whether a player got rid of all cards. (kinaskak 4.5)"""
        return not all(self.hands)

    @property
    def is_hidden(self) -> bool:
        """Whether a player went out in one turn, where that counts. (kinaskak 7.6)"""
        return self.over and self.went_down_now and self.options.hidden_factor > 1

    def all_cards(self) -> list[Card]:
        """Every known card, in hands and melds."""
        melded = [card for melds in self.melds for meld in melds for card in meld.cards]
        return [card for hand in self.hands for card in hand] + melded + self.thrown

    def take_notes(self) -> list[Reason]:
        """The notes on the last act, which was allowed: how it was read, what it costs."""
        notes, self.notes = self.notes, []
        return notes

    def carry_out(self, act: Mapping[str, Any]) -> _Refusal:
        """Carry an act out, or change nothing and return what is wrong with it and what was legal."""
        seat, kind = act["seat"], act["act"]
        if self.over:
            text = T("A player has no card left: the deal is over.")
            return [Flaw("after_going_out", text, ("kinaskak 4.5",))], ()
        if kind != BUY and seat != self.turn:
            self.turn, self.went_down_now = seat, False
        handlers: Mapping[str, Callable[[int, Mapping[str, Any]], _Refusal]] = {
            DRAW: lambda seat, act: self._take(seat, (act["card"],)),
            BUY: self._buy,
            GO_DOWN: self._go_down,
            LAY_OFF: self._lay_off,
            TAKE_JOKER: self._take_joker,
            THROW: self._throw,
        }
        return handlers[kind](seat, act)

    def _take(self, seat: int, cards: Sequence[Card]) -> _Refusal:
        most = self.options.cards_dealt + 1 + CARDS_A_BUY * self.buys[seat]
        hand = self.hands[seat]
        if len(hand) + len(cards) > most:
            text = N(
                "After these buys a hand has at most {n} card.",
                "After these buys a hand has at most {n} cards.",
                n=most,
            )
            cites = (*self.options.cite("kinaskak 1.3", "cards_dealt"), "kinaskak 5.2")
            return [Flaw("too_many_cards", text, cites)], ()
        if self.thrown and self.thrown[-1] == cards[0]:
            self.thrown.pop()
        hand += cards
        return _FINE

    def _buy(self, seat: int, act: Mapping[str, Any]) -> _Refusal:
        legal, penalty, reason = buy_reason(self.number, self.buys[seat], self.options)
        if not legal:
            return [Flaw("last_round_buy", reason.text, reason.cites)], ()
        if self.buys[seat] >= MAX_BUYS:
            text = T("The packs do not hold the cards of so many buys.")
            cites = (*self.options.cite("kinaskak 1.1", "packs", "jokers"), "kinaskak 5.2")
            return [Flaw("too_many_buys", text, cites)], ()
        self.buys[seat] += 1
        self.notes += [reason] if penalty else []
        return self._take(seat, act["cards"])

    def _go_down(self, seat: int, act: Mapping[str, Any]) -> _Refusal:
        if self.melds[seat]:
            text = T("The contract is laid down once in a deal.")
            return [Flaw("already_down", text, ("kinaskak 4.1", "kinaskak 2.4"))], ()
        melds = [Meld(meld["kind"], meld["cards"]) for meld in act["melds"]]
        left = self.hands[seat].copy()
        all_flaws = []
        for card in (card for meld in melds for card in meld.cards):
            if card in left:
                left.remove(card)
            else:
                all_flaws.append(_not_held(card))
        all_flaws += [flaw for _, flaw in contract_flaws(self.number, melds, self.options, self.buys[seat])]
        all_flaws += [KEEPS_A_CARD] if self._must_keep_one(len(left)) else []
        if all_flaws:
            way = way_down(self.hands[seat], self.number, self.options)
            return all_flaws, [meld.document() for meld in way or ()]
        self.hands[seat] = left
        self.melds[seat] = [
            meld._replace(cards=order_as_laid(meld.cards, self.options)) if meld.kind == RUN else meld
            for meld in melds
        ]
        self.notes += [
            reason for meld in melds if meld.kind == RUN for reason in lies_reasons(meld.cards, self.options)
        ]
        self.went_down_now = True
        return _FINE

    def _must_keep_one(self, left: int) -> bool:
        """Whether a card has to stay in the hand, to be thrown. (kinaskak 7.5)"""
        return not left and self.options.final_discard and not self.options.is_exact(self.number)

    def _lay_off(self, seat: int, act: Mapping[str, Any]) -> _Refusal:
        card, options = act["card"], self.options
        meld = self._meld_at(act["on"])
        if meld is None:
            return [NO_MELD], ()
        if not self.melds[seat]:
            return [_flaw("not_down", is_down_reason(False))], ()
        if self.went_down_now and not self.options.lay_off_same_turn:
            return [_flaw("same_turn", same_turn_reason(False))], ()
        hand = self.hands[seat]
        fits, reason = lay_off_reason(meld, card, options)
        if card in hand and fits and self._must_keep_one(len(hand) - 1):
            return [KEEPS_A_CARD], ()
        if card in hand and fits:
            hand.remove(card)
            self.notes += joker_end_reasons(meld, card, options)
            self._put(act["on"], longer(meld, card, options))
            return _FINE
        legal = [held for held in dict.fromkeys(hand) if lay_off_reason(meld, held, options)[0]]
        return [_flaw("does_not_fit", reason) if card in hand else _not_held(card)], legal

    def _take_joker(self, seat: int, act: Mapping[str, Any]) -> _Refusal:
        card = act["card"]
        meld = self._meld_at(act["on"])
        if meld is None:
            return [NO_MELD], ()
        if not self.melds[seat]:
            text = T("Before going down one may not take a joker.")
            return [Flaw("not_down", text, ("kinaskak 4.3",))], ()
        own = act["on"]["seat"] == seat
        may, reason = take_joker_reason(meld, card, own, self.options.own_jokers)
        hand = self.hands[seat]
        if may and card in hand:
            hand.remove(card)
            hand.append(JOKER)
            self._put(act["on"], with_card(meld, card))
            return _FINE
        allowed = meld.kind == RUN and (not own or self.options.own_jokers)
        legal = [natural for natural in stood_for(meld.cards) if natural in hand] if allowed else []
        return [_flaw("not_its_card", reason) if card in hand else _not_held(card)], legal

    def _throw(self, seat: int, act: Mapping[str, Any]) -> _Refusal:
        hand, card = self.hands[seat], act["card"]
        if card not in hand:
            return [_not_held(card)], list(dict.fromkeys(hand))
        hand.remove(card)
        self.thrown.append(card)
        self.turn = None
        return _FINE

    def _meld_at(self, on: Mapping[str, int]) -> Meld | None:
        melds = self.melds[on["seat"]]
        return melds[on["meld"]] if on["meld"] < len(melds) else None

    def _put(self, on: Mapping[str, int], meld: Meld) -> None:
        self.melds[on["seat"]][on["meld"]] = meld


def _flaw(code: str, reason: Reason) -> Flaw:
    return Flaw(code, reason.text, reason.cites)


def _not_held(card: Card) -> Flaw:
    text = T("This card is not in the hand: {card}.", card=card_text(card))
    return Flaw("not_held", text, ("kinaskak 4",))
