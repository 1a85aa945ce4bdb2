"""What can this card take?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, know_all_but
from scorekeeper.core.fields import CardField, CardsField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import ON_TABLE, PACK_40, PLAYED, Card, card_text, cards_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.escoba.play import FIFTEEN, VALUES, Captures, captures
from scorekeeper.games.escoba.play.tally import ALL_CARDS

MAX_SHOWN = 6
"""The most sets that the verdict names; the result holds them all."""


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Everything a card may take from the table, and whether it may sweep. (escoba 1.2, 3.1, 3.3, 3.5)"""
    card: Card = values["card"]
    lying: tuple[Card, ...] = values["table"]
    if card in lying:
        text = T("{card} lies on the table already; the pack has it once.", card=card_text(card))
        report.error("card", "card_twice", text, "escoba 1.1")
        return None
    possible = captures(card, lying)
    result = {
        "captures": [[str(taken) for taken in cards] for cards in possible.sets],
        "escoba": possible.escoba,
    }
    reasons = _capture_reasons(card, lying, possible, must=table.options.must_capture)
    return Ruling(result, _capture_verdict(card, possible), tuple(reasons))


def _capture_verdict(card: Card, possible: Captures) -> Text:
    name = card_text(card)
    if not possible.sets:
        return T("The {card} can take nothing; it is laid on the table.", card=name)
    if len(possible.sets) == 1:
        taken = cards_text(possible.sets[0])
        if possible.escoba:
            return T("The {card} can take {cards}: that is an escoba.", card=name, cards=taken)
        return T("The {card} can take {cards}.", card=name, cards=taken)
    # None of several is an escoba: a set that sweeps the table is the only one that makes fifteen.
    return N(
        "The {card} can take {n} set of cards.",
        "The {card} can take any one of {n} sets of cards.",
        n=len(possible.sets),
        card=name,
    )


def _capture_reasons(
    card: Card, lying: tuple[Card, ...], possible: Captures, *, must: bool
) -> Iterator[Reason]:
    worth = VALUES[card.rank]
    params = {"card": card_text(card), "worth": worth, "rest": FIFTEEN - worth}
    text = T("The {card} is worth {worth}, so {rest} is wanted from the table.", **params)
    yield Reason(text, ("escoba 1.2", "escoba 3.1"))
    if not lying:
        yield Reason(T("The table is empty: a card can only be laid down."), ("escoba 3.4",))
        return
    for cards in possible.sets[:MAX_SHOWN]:
        values = " + ".join(str(VALUES[summand.rank]) for summand in (card, *cards))
        yield Reason(T("{cards}: {sum} = 15.", cards=cards_text(cards), sum=values), ("escoba 3.1",))
    if possible.escoba:
        yield Reason(T("A player who takes every card on the table has made an escoba."), ("escoba 3.3",))
    if len(possible.sets) > 1:
        yield Reason(T("A card takes one set of cards; its player chooses which."), ("escoba 3.5",))
    if not possible.sets:
        yield Reason(T("No cards of the table make fifteen with it."), ("escoba 3.1",))
    elif must:
        yield Reason(T("At this table who can capture must."), ("escoba 3.2",))
    else:
        yield Reason(T("The card may also just be laid down."), ("escoba 3.2",))


QUESTION = Question(
    slug="captures",
    title=T("What can this card take?"),
    fields=(
        CardsField(name="table", label=T("Cards on the table"), pack=PACK_40, lies=ON_TABLE, most=ALL_CARDS),
        CardField(name="card", label=T("Card played"), pack=PACK_40, lies=PLAYED),
    ),
    answer=answer,
    known=know_all_but("table"),  # an entry has the opening table, and this is the table before a later play
)
