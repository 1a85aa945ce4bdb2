"""Answers about one moment at the table: a card, the opening table, the cards left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.cards import Card, card_text, cards_text
from scorekeeper.core.fields import Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Reason, Ruling
from scorekeeper.core.text import N, Player, T, Text
from scorekeeper.games.escoba.options import LAST_ESCOBA, TWO_FIFTEENS
from scorekeeper.games.escoba.play import (
    FIFTEEN,
    VALUES,
    Captures,
    captures,
    leftover_taker,
    opening_table,
    total,
)

MAX_SHOWN = 6
"""So many sets are said in words; the result holds them all."""


def capturing(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Everything a card may take from the table, and whether it may sweep. (escoba 1.2, 3.1, 3.3, 3.5)"""
    card: Card = values["card"]
    lying: tuple[Card, ...] = values["table"]
    if card in lying:
        text = T("{card} lies on the table already; the pack has it once.", card=card_text(card))
        report.error("card", "card_twice", text, "escoba 1.1")
        return None
    found = captures(card, lying)
    result = {"captures": [[str(one) for one in cards] for cards in found.sets], "escoba": found.escoba}
    reasons = _capture_reasons(card, lying, found, must=table.options.must_capture)
    return Ruling(result, _capture_verdict(card, found), tuple(reasons))


def _capture_verdict(card: Card, found: Captures) -> Text:
    name = card_text(card)
    if not found.sets:
        return T("The {card} can take nothing; it is laid on the table.", card=name)
    if len(found.sets) == 1:
        taken = cards_text(found.sets[0])
        if found.escoba:
            return T("The {card} can take {cards}: that is an escoba.", card=name, cards=taken)
        return T("The {card} can take {cards}.", card=name, cards=taken)
    number = len(found.sets)
    if found.escoba:
        return N(
            "The {card} can take {n} set of cards; one of them is an escoba.",
            "The {card} can take any one of {n} sets of cards; one of them is an escoba.",
            n=number,
            card=name,
        )
    return N(
        "The {card} can take {n} set of cards.",
        "The {card} can take any one of {n} sets of cards.",
        n=number,
        card=name,
    )


def _capture_reasons(card: Card, lying: tuple[Card, ...], found: Captures, *, must: bool) -> Iterator[Reason]:
    worth = VALUES[card.rank]
    text = T(
        "The {card} is worth {worth}, so {rest} is wanted from the table.",
        card=card_text(card),
        worth=worth,
        rest=FIFTEEN - worth,
    )
    yield Reason(text, ("escoba 1.2", "escoba 3.1"))
    if not lying:
        yield Reason(T("The table is empty: a card can only be laid down."), ("escoba 3.4",))
        return
    for cards in found.sets[:MAX_SHOWN]:
        yield Reason(_sum_text(card, cards), ("escoba 3.1",))
    if found.escoba:
        yield Reason(T("Who takes every card on the table has made an escoba."), ("escoba 3.3",))
    if len(found.sets) > 1:
        yield Reason(T("A card takes one set of cards; its player chooses which."), ("escoba 3.5",))
    if not found.sets:
        yield Reason(T("No cards of the table make fifteen with it."), ("escoba 3.1",))
    elif must:
        yield Reason(T("At this table who can capture must."), ("escoba 3.2",))
    else:
        yield Reason(T("The card may also just be laid down."), ("escoba 3.2",))


def _sum_text(card: Card, cards: tuple[Card, ...]) -> Text:
    """``7 + 5 + 3 = 15``, with the cards taken."""
    values = " + ".join(str(VALUES[one.rank]) for one in (card, *cards))
    return T("{cards}: {sum} = 15.", cards=cards_text(cards), sum=values)


def opening(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """How many escobas the opening table gives the dealer. (escoba 2.3)"""
    lying: tuple[Card, ...] = values["table"]
    rule: str = table.options.opening_thirty
    made, points = opening_table(lying, rule), total(lying)
    if made:
        verdict = N(
            "The dealer has made {n} escoba and takes the four cards.",
            "The dealer has made {n} escobas and takes the four cards.",
            n=made,
        )
    else:
        verdict = T("No escoba for the dealer: the four cards stay on the table.")
    reasons = [Reason(T("The four cards add up to {points}.", points=points), ("escoba 2.3", "escoba 1.2"))]
    if made:
        text = T(
            "The rule text gives the dealer the escobas; that the four cards go with them is how it is read here."
        )
        reasons.append(Reason(text, ("escoba 2.3",)))
    if points == 2 * FIFTEEN:
        reasons.append(Reason(_thirty(made, rule), ("escoba 2.3",)))
    elif not made:
        reasons.append(Reason(T("Only fifteen or thirty gives the dealer an escoba."), ("escoba 2.3",)))
    return Ruling({"escobas": made}, verdict, tuple(reasons))


def _thirty(made: int, rule: str) -> Text:
    if rule != TWO_FIFTEENS:
        return T("At this table thirty is enough for two escobas.")
    if made:
        return T("They fall into two fifteens, as this table asks.")
    return T("At this table they must fall into two fifteens, and they do not.")


def leftover(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who takes the cards left on the table. (escoba 4.1, 4.2, 4.4)"""
    last_capture, last_escoba = values["last_capture"], values["last_escoba"]
    if last_capture is None and last_escoba is not None:
        text = T("An escoba is a capture too, so somebody captured last.")
        report.error("last_capture", "escoba_without_capture", text, "escoba 3.3")
        return None
    option: str = table.options.leftover
    taker = leftover_taker(last_capture, last_escoba, option)
    result = {"takes": taker}
    if taker is None:
        nobody = T("Nobody takes them: nobody captured a card.")
        return Ruling(result, nobody, (Reason(nobody, ("escoba 4.4",)),))
    if option == LAST_ESCOBA and last_escoba is not None:
        why = T("At this table they go to whoever made the last escoba.")
    elif option == LAST_ESCOBA:
        why = T("No escoba was made, so they go to whoever captured last.")
    else:
        why = T("At this table they go to whoever captured last.")
    reasons = [Reason(why, ("escoba 4.1",))]
    if option != LAST_ESCOBA and last_escoba not in (None, last_capture):
        text = T(
            "The rule text gives them to the “azken erratza”, literally the last escoba; "
            "here that is read as the last capture."
        )
        reasons.append(Reason(text, ("escoba 4.1",)))
    reasons.append(Reason(T("Taking them is never an escoba."), ("escoba 4.2",)))
    verdict = T("{player} takes the cards left on the table.", player=Player(taker, opens=True))
    return Ruling(result, verdict, tuple(reasons))
