"""Who was first to buy?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import CardsField, Repeated, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import JOKER, ON_TABLE, PACK_THREE, Card, card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import Player, T, Text

MIN_CLAIMANTS, MAX_CLAIMANTS = 2, 8


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Who of those who drew a card may buy. (kinaskak 5.5)"""
    drawn, claimants = values["drawn"], values.get("claimants", ())
    if len(drawn) < MIN_CLAIMANTS:
        text = T("Each claimant draws a card, so there are at least two here.")
        report.error("drawn", "too_few", text, "kinaskak 5.5")
    if claimants and len(claimants) != len(drawn):
        report.error("claimants", "list_length", T("Write a list of {size} values here.", size=len(drawn)))
    if len(set(claimants)) < len(claimants):
        report.error("claimants", "seat_twice", T("Name each player once."), "kinaskak 5.5")
    if report.errors:
        return None
    rule = T(
        "Each claimant draws a card and the highest may buy: the two is low, the ace high, suits are equal."
    )
    again = T("At a joker or a shared highest card they draw again.")
    reasons = (Reason(rule, ("kinaskak 5.5",)), Reason(again, ("kinaskak 5.5",)))
    if JOKER in drawn:
        return Ruling({"winner": None}, T("A joker was drawn: all draw again."), reasons)
    heights = [PACK_THREE.ranks.index(card.rank) for card in drawn]
    highest = max(heights)
    if heights.count(highest) > 1:
        verdict = T("The highest card was drawn more than once: all draw again.")
        return Ruling({"winner": None}, verdict, reasons)
    winner = heights.index(highest)
    return Ruling({"winner": winner}, _verdict(drawn, claimants, winner), reasons[:1])


def _verdict(drawn: Sequence[Card], claimants: Sequence[int], winner: int) -> Text:
    """Who may buy: by name or seat if the question says who drew, else by place in the list."""
    card = card_text(drawn[winner])
    if claimants:
        player = Player(claimants[winner], opens=True)
        return T("{player} drew the highest card, {card}, and may buy.", player=player, card=card)
    params = {"card": card, "number": winner + 1, "all": len(drawn)}
    return T("The player who drew {card} may buy: claimant {number} of {all}.", **params)


QUESTION = Question(
    slug="buy_dispute",
    title=T("Who was first to buy?"),
    fields=(
        Repeated(
            name="claimants",
            label=T("The players who claim the card; write their draws in this order"),
            of=SeatField(),
            most=MAX_CLAIMANTS,
            optional=True,
        ),
        CardsField(
            name="drawn",
            label=T("The card each claimant drew"),
            pack=PACK_THREE,
            lies=ON_TABLE,
            most=MAX_CLAIMANTS,
        ),
    ),
    answer=answer,
)
