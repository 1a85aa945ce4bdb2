"""Answers about one moment at the table: a card, a trick, a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.cards import Card, card_text, cards_text
from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Reason, Ruling
from scorekeeper.core.text import N, Side, T, Text
from scorekeeper.games.belot.counting import VALUE_CITES, declaration_name
from scorekeeper.games.belot.deal import (
    BELOTE,
    CARRE,
    NO_TRUMPS,
    SEQUENCE,
)
from scorekeeper.games.belot.play import (
    BELOTE_RANKS,
    Held,
    belote,
    find_declarations,
    is_trump,
    legal_cards,
    points_of,
    trick_winner,
    winning_index,
)

SIDES = (Side(0, T("seats 1 and 3")), Side(1, T("seats 2 and 4")))
SIDE_NAMES = (Side(0, T("Seats 1 and 3")), Side(1, T("Seats 2 and 4")))
SEATS_IN_TURN = (
    T("The player who led"),
    T("The second player"),
    T("The third player"),
    T("The fourth player"),
)


def only_once(given: Mapping[str, Sequence[Card]], report: Report) -> None:
    """Report every card that is in two places, at the later one; ``given`` maps paths to cards."""
    seen: set[Card] = set()
    for path, cards in given.items():
        for index, card in enumerate(cards):
            if card in seen:
                text = T("{card} is given twice; the pack has it once.", card=card_text(card))
                report.error(f"{path}[{index}]", "card_twice", text, "belot 1.1")
            seen.add(card)


def legal(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which cards of a hand may be played to a trick. (belot 2.1, 2.2, 2.3)"""
    contract, hand, trick = values["contract"], values["hand"], values["trick"]
    if not hand:
        report.error("hand", "card_count", T("A hand has one to eight cards."))
    only_once({"hand": hand, "trick": trick}, report)
    if report.errors:
        return None
    found = legal_cards(contract, hand, trick)
    if len(found.cards) < len(hand):
        verdict = N(
            "Only {cards} may be played.",
            "Only these may be played: {cards}.",
            n=len(found.cards),
            cards=cards_text(found.cards),
        )
    elif trick and all(card.suit == trick[0].suit for card in hand):
        verdict = T("Any card of this hand may be played.")
    else:
        verdict = found.why
    reasons = [Reason(found.why, (found.cite,))]
    if trick:
        best = card_text(trick[winning_index(contract, trick)])
        reasons.insert(0, Reason(T("{card} holds the trick so far.", card=best), ("belot 2.4",)))
    return Ruling({"legal": [str(card) for card in found.cards]}, verdict, tuple(reasons))


def winner(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who takes a trick, and what is in it. (belot 2.4, 3.1)"""
    contract, trick, leader = values["contract"], values["trick"], values.get("leader", 0)
    taken = trick_winner(contract, trick, leader)
    place = SEATS_IN_TURN[(taken.winner - leader) % len(trick)]
    verdict = T("{who} takes the trick with {card}.", who=place, card=card_text(taken.card))
    ruffed = contract == taken.card.suit
    why = (
        T("{card} is the highest trump in it.")
        if ruffed
        else T("{card} is the highest card of the suit led.")
    )
    worth = N("The cards in it count {n} point.", "The cards in it count {n} points.", n=taken.points)
    reasons = [
        Reason(Text(why.msgid, {"card": card_text(taken.card)}), ("belot 2.4",)),
        Reason(worth, ("belot 3.1",)),
    ]
    if contract == NO_TRUMPS:
        reasons.append(Reason(T("At no trumps they are doubled when the deal is counted."), ("belot 3.2",)))
    result = {"winner": taken.winner, "card": str(taken.card), "points": taken.points}
    return Ruling(result, verdict, tuple(reasons))


def announceable(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What a hand may announce, and where its holder has to choose. (belot 4.2, 4.3, 4.4, 4.5, 4.9)"""
    contract = values["contract"]
    found = find_declarations(values["hand"], contract)
    result = {"declarations": [held_document(held) for held in found]}
    if contract == NO_TRUMPS:
        nothing = T("At no trumps nothing is announced, and no declaration counts.")
        return Ruling(result, nothing, (Reason(nothing, ("belot 4.4",)),))
    if not found:
        nothing = T("This hand has nothing to announce.")
        why = T(
            "It has no three cards of a suit in a row, no four of a rank from nines up, "
            "and no king and queen of trumps."
        )
        return Ruling(result, nothing, (Reason(why, ("belot 4.2", "belot 4.3", "belot 4.9")),))
    reasons = [Reason(_worth(held), VALUE_CITES[held.declaration.kind]) for held in found]
    choice = _to_choose_from(found)
    verdict = T("This hand may announce: {declarations}.", declarations=_names(found))
    if choice:
        rest = [held for held in found if held not in choice]
        verdict = T(
            "A card can be in one of these only, so the holder chooses: {declarations}.",
            declarations=_names(choice),
        )
        if rest:
            verdict = T(
                "{choice} Whatever is chosen, this hand may announce: {declarations}.",
                choice=verdict,
                declarations=_names(rest),
            )
        text = T("A card of a carre and of a sequence counts in one of them; its holder chooses which.")
        reasons.append(Reason(text, ("belot 4.5",)))
        if any(held.declaration.kind == BELOTE for held in rest):
            text = T("A belote may use cards of its holder’s carre or sequence.")
            reasons.append(Reason(text, ("belot 4.5", "belot 4.9")))
    return Ruling(result, verdict, tuple(reasons))


def held_document(held: Held) -> dict[str, Any]:
    """A declaration as a deal's document has it, without its player, and with its cards."""
    kind = held.declaration.kind
    document: dict[str, Any] = {"kind": kind}
    if kind == SEQUENCE:
        document |= {"length": held.declaration.length, "top": held.declaration.top}
    if kind == CARRE:
        document["rank"] = held.declaration.rank
    else:
        document["suit"] = held.declaration.suit
    return {**document, "cards": [str(card) for card in held.cards]}


def _worth(held: Held) -> Text:
    return T(
        "{declaration} ({cards}): {points}",
        declaration=declaration_name(held.declaration),
        cards=cards_text(held.cards),
        points=points_of(held.declaration),
    )


def _names(found: Sequence[Held]) -> list[Text]:
    return [declaration_name(held.declaration) for held in found]


def _to_choose_from(found: Sequence[Held]) -> list[Held]:
    """Those that share a card with another one; a belote shares its cards with anything. (belot 4.5)"""
    contested = [held for held in found if held.declaration.kind != BELOTE]
    times = Counter(card for held in contested for card in held.cards)
    return [held for held in contested if any(times[card] > 1 for card in held.cards)]


def may_announce_belote(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Whether belote may be announced with the card played. (belot 4.9)"""
    contract, trick, card = values["contract"], values["trick"], values["card"]
    if card in trick:
        text = T("{card} is given twice; the pack has it once.", card=card_text(card))
        report.error("card", "card_twice", text, "belot 1.1")
        return None
    found = belote(contract, trick, card)
    if contract == NO_TRUMPS and card.rank in BELOTE_RANKS:
        reason = Reason(T("At no trumps there is no belote."), ("belot 4.4", "belot 4.9"))
    else:
        reason = Reason(found.why, ("belot 4.9",))
    if found.valid:
        other = Card("Q" if card.rank == "K" else "K", card.suit)
        verdict = T(
            "Belote may be announced with {card}, if {other} is still in the same hand.",
            card=card_text(card),
            other=card_text(other),
        )
    else:
        verdict = T("Belote may not be announced with {card} here.", card=card_text(card))
    assert not found.valid or is_trump(contract, card.suit)
    return Ruling({"valid": found.valid}, verdict, (reason,))
