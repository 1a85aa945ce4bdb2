"""Answers about one moment at the table: a card, a trick, a call, the card to call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.core.cards import SUIT_SIGNS, Card, card_text, cards_text
from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Reason, Ruling
from scorekeeper.core.text import Caller, N, T, Text
from scorekeeper.games.kani.auction import CLOSED, PASSED_OUT, Auction, auction
from scorekeeper.games.kani.deal import KANI
from scorekeeper.games.kani.options import KaniOptions
from scorekeeper.games.kani.play import (
    MUST_PLAY_CALLED,
    SEATS,
    TAKER_LEADS,
    Legal,
    callable_cards,
    first_trick_cards,
    lead_beyond_custom,
    legal_cards,
    trick_winner,
    trump_of_lead,
    winning_index,
)

SEATS_IN_TURN = (T("Who led"), T("The second to play"), T("The third to play"), T("The fourth to play"))
CALLERS = tuple(
    Caller(number, text)
    for number, text in enumerate(
        (T("the first caller"), T("the second caller"), T("the third caller"), T("the fourth caller"))
    )
)
WHAT_BECOMES_OF_IT: Mapping[str, Text] = {
    "highest_missing": T("Its holder plays it to the first trick and is the partner."),
    "any_missing": T("Its holder plays it to the first trick and is the partner."),
    "highest_shown": T("Its holder says so and is the partner, but need not play it."),
    "highest_exchanged": T("Its holder hands it over for another card and is the partner."),
}


def only_once(given: Mapping[str, Sequence[Card]], report: Report) -> None:
    """Report every card that is in two places, at the later one; ``given`` maps paths to cards."""
    seen: set[Card] = set()
    for path, cards in given.items():
        for index, card in enumerate(cards):
            if card in seen:
                text = T("{card} is given twice; the pack has it once.", card=card_text(card))
                report.error(f"{path}[{index}]", "card_twice", text, "kani 1.1")
            seen.add(card)


def check_called(called: Card | None, trump: str, report: Report) -> None:
    """The card called is a trump. (kani 3.2)"""
    if called is not None and called.suit != trump:
        text = T("The called card is a trump; this one is not.")
        report.error("called", "called_not_trump", text, "kani 3.2")


def check_lead(trump: str, trick: Sequence[Card], options: KaniOptions, report: Report) -> None:
    """Where the declarer's first card makes trump, no other suit is trump. (kani 3.1)"""
    if trump_of_lead(options) and trick and trick[0].suit != trump:
        text = T("The suit of the first card led is trump: {suit}.", suit=SUIT_SIGNS[trick[0].suit])
        report.error("trump", "trump_is_led", text, "kani 3.1")


def legal(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which cards of a hand may be played to a trick. (kani 3.1, 3.2, 3.5)"""
    trump, hand, trick = values["trump"], values["hand"], values["trick"]
    called: Card | None = values.get("called")
    leads = not trick and values.get("first_trick", False)
    if not hand:
        report.error("hand", "card_count", T("A hand has one to thirteen cards."), "kani 1.1")
    only_once({"hand": hand, "trick": trick}, report)
    check_called(called, trump, report)
    if values.get("first_trick", False):
        check_lead(trump, trick, table.options, report)
    if leads and called in hand:
        text = T("The declarer calls a trump that is not in their own hand.")
        report.error("called", "called_in_hand", text, "kani 3.2")
    if report.errors:
        return None
    found = _found(values, table.options)
    reasons = list(_legal_reasons(found, trump, trick))
    beyond = lead_beyond_custom(table.options) if leads else None
    if beyond is not None:
        reasons.append(beyond)
    result = {"legal": [str(card) for card in found.cards]}
    return Ruling(result, _legal_verdict(found, hand), tuple(reasons))


def _found(values: Mapping[str, Any], options: KaniOptions) -> Legal:
    """Whoever still holds the called card is at the first trick, unless the question says that it is another."""
    trump, hand, trick, called = values["trump"], values["hand"], values["trick"], values.get("called")
    first = values.get("first_trick", bool(trick) and called in hand)
    return (
        first_trick_cards(trump, hand, trick, called, options) if first else legal_cards(trump, hand, trick)
    )


def _legal_verdict(found: Legal, hand: Sequence[Card]) -> Text:
    if len(found.cards) == len(hand):
        return T("Any card of this hand may be played.")
    return N(
        "Only {cards} may be played.",
        "Only these may be played: {cards}.",
        n=len(found.cards),
        cards=cards_text(found.cards),
    )


def _legal_reasons(found: Legal, trump: str, trick: Sequence[Card]) -> Iterator[Reason]:
    yield Reason(found.why, (found.cite,))
    if trick:
        best = card_text(trick[winning_index(trump, trick)])
        yield Reason(T("{card} holds the trick so far.", card=best), ("kani 3.6",))


def winner(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who takes a trick. (kani 1.2, 3.6)"""
    trump, trick, leader = values["trump"], values["trick"], values.get("leader", 0)
    called: Card | None = values.get("called")
    check_called(called, trump, report)
    if values.get("first_trick", False):
        check_lead(trump, trick, table.options, report)
    if report.errors:
        return None
    taken = trick_winner(trump, trick, leader)
    card = card_text(taken.card)
    place = SEATS_IN_TURN[(taken.winner - leader) % SEATS]
    if taken.card.suit == trump:
        why = T("{card} is the highest trump in it.", card=card)
    else:
        why = T("{card} is the highest card of the suit led.", card=card)
    reasons = [
        Reason(why, ("kani 3.6", "kani 1.2")),
        Reason(T("Who takes a trick leads next."), ("kani 3.7",)),
    ]
    if values.get("first_trick", False) and called in trick and taken.card != called:
        reasons.append(TAKER_LEADS)
    if _called_stayed_away(values, table.options):
        assert called is not None, "no card called stays nowhere"
        text = T("The called card, {card}, had to be played to this trick.", card=card_text(called))
        reasons.append(Reason(text, ("kani 3.2",)))
    verdict = T("{who} takes the trick with {card}.", who=place, card=card)
    return Ruling({"winner": taken.winner, "card": str(taken.card)}, verdict, tuple(reasons))


def _called_stayed_away(values: Mapping[str, Any], options: KaniOptions) -> bool:
    """Whether the first trick is without the called card, which had to be played to it."""
    called = values.get("called")
    return (
        values.get("first_trick", False)
        and options.partner_call in MUST_PLAY_CALLED
        and called is not None
        and called not in values["trick"]
    )


def bidding(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Where the bidding stands and what may be called; a call that is not allowed is an error. (kani 2)"""
    lowest: int = table.options.min_bid
    now = auction(values["calls"], lowest)
    if now.wrong is not None:
        assert now.why is not None, "a refused call says why"
        report.error(f"calls[{now.wrong}]", "call_not_allowed", now.why, now.cite)
        return None
    result = {
        "state": now.state,
        "bid": now.bid,
        "declarer": now.declarer,
        "turn": now.turn,
        "legal": list(now.legal(lowest)),
    }
    return Ruling(result, _stands(now), tuple(_bidding_reasons(now, lowest)))


def bid_text(bid: int | str) -> Text:
    """A bid as players say it."""
    return T("Kani") if bid == KANI else Text(str(bid))


def _stands(now: Auction) -> Text:
    if now.state == PASSED_OUT:
        return T("All four passed: the deal is over.")
    if now.bid is None or now.declarer is None:
        assert now.turn is not None, "an open auction waits for somebody"
        return T("Nobody has bid yet; {caller} is to call.", caller=CALLERS[now.turn])
    bid, declarer = bid_text(now.bid), CALLERS[now.declarer]
    if now.turn is None:
        return T("{bid} by {declarer} is played.", bid=bid, declarer=declarer)
    return T(
        "{bid} by {declarer} stands; {caller} is to call.",
        bid=bid,
        declarer=declarer,
        caller=CALLERS[now.turn],
    )


def _bidding_reasons(now: Auction, lowest: int) -> Iterator[Reason]:
    if now.state == PASSED_OUT:
        yield Reason(T("When all four pass the cards are thrown in, and nobody scores."), ("kani 2.4",))
        return
    if now.declarer is not None:
        text = T("{caller} has bid highest and is the declarer.", caller=CALLERS[now.declarer])
        yield Reason(text, ("kani 2.6",))
    if now.state == CLOSED:
        if now.bid == KANI:
            yield Reason(T("Kani is the highest bid, and ends the bidding."), ("kani 2.5", "kani 2.4"))
        else:
            yield Reason(T("Three have passed and a bid stands: the bidding is over."), ("kani 2.4",))
        return
    yield Reason(T("The player after the dealer calls first, and then everybody in turn."), ("kani 2.1",))
    if now.passed:
        yield Reason(T("Whoever has passed is out of the bidding."), ("kani 2.4",))
    if now.bid is None:
        yield Reason(T("The lowest bid at this table is {lowest}.", lowest=lowest), ("kani 2.2",))
    else:
        higher = now.legal(lowest)[1]
        yield Reason(_at_least(higher), ("kani 2.5",) if higher == KANI else ("kani 2.3",))


def _at_least(higher: int | str) -> Text:
    if higher == KANI:
        return T("Only Kani is higher now.")
    return T("A bid must be higher than the one before it: here at least {lowest}.", lowest=higher)


def partner(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which cards the declarer may call. (kani 3.2, 3.3)"""
    trump, options = values["trump"], table.options
    found = callable_cards(trump, values["hand"], options.partner_call)
    result = {"callable": [str(card) for card in found]}
    if not found:
        verdict = T("The declarer holds every trump, calls nobody, and plays alone.")
        why = T("A declarer with all thirteen trumps alone scores the value of the bid.")
        return Ruling(result, verdict, (Reason(why, ("kani 3.3",)),))
    if options.partner_call == "any_missing":
        verdict = N(
            "Only {cards} may be called.",
            "Any one of these may be called: {cards}.",
            n=len(found),
            cards=cards_text(found),
        )
        why = T("At this table any trump that the declarer lacks may be called.")
    else:
        verdict = T("Only {card} may be called.", card=card_text(found[0]))
        why = T("At this table the highest trump that the declarer lacks is called.")
    reasons = [
        Reason(why, ("kani 3.2", "kani 1.2")),
        Reason(WHAT_BECOMES_OF_IT[options.partner_call], ("kani 3.2",)),
    ]
    beyond = lead_beyond_custom(options)
    if beyond is not None:
        reasons.append(beyond)
    return Ruling(result, verdict, tuple(reasons))
