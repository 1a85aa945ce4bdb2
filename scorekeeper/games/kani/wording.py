"""A deal of Kani in words: bid, declarer, partner, trump, called card, tricks and calls."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.play.cards import FRENCH_SUITS, SUIT_SIGNS, card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import DealLine, Part, join_texts, label_value
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.kani.deal import FIELDS, KANI, PASS, KaniDeal

ALL_PASSED = T("All passed")
KANI_SAID, PASS_SAID = T("Kani"), T("pass")
LABELS = {field.name: field.label for field in FIELDS}
TRUMP, CALLED, BIDDING = T("Trump"), T("Called card"), T("The bidding")


def parts(deal: KaniDeal, table: Table) -> tuple[Part, ...]:
    """``9 by Anna with Þórdís · Trump: hearts · 10 tricks taken``, short ``Anna + Þórdís: 9 ♥ · 10 tricks taken``."""
    bidding = Part(label_value(BIDDING, [_call(call) for call in deal.calls])) if deal.calls else Part(None)
    if deal.bid == PASS:
        return (Part(ALL_PASSED, ALL_PASSED, (label_value(LABELS["bid"], ALL_PASSED),)), bidding)
    taken = N("{n} trick taken", "{n} tricks taken", n=deal.tricks)
    short = join_texts((_call(deal.bid), _sign(deal)), " ")
    return (
        Part(_bid(deal, table), label_value(_pair(deal, table), short), tuple(_facts(deal, table))),
        Part(label_value(TRUMP, FRENCH_SUITS[deal.trump]) if deal.trump is not None else None),
        Part(label_value(CALLED, card_text(deal.called)) if deal.called is not None else None),
        Part(taken, taken, (label_value(LABELS["tricks"], deal.tricks),)),
        bidding,
    )


def line(deal: KaniDeal, table: Table) -> DealLine:
    """``♥ Anna + Þórdís 9 · 10``: trump, the pair, its bid and its tricks."""
    if deal.bid == PASS:
        return DealLine(by=ALL_PASSED)
    return DealLine(
        by=Text("{pair}", {"pair": _pair(deal, table)}),
        figures=join_texts((_call(deal.bid), Text(str(deal.tricks)))),
        sign=_sign(deal),
    )


def _facts(deal: KaniDeal, table: Table) -> Iterator[Text]:
    yield label_value(LABELS["bid"], _call(deal.bid))
    yield label_value(LABELS["declarer"], table.names[deal.declarer])
    if deal.partner is not None:
        yield label_value(LABELS["partner"], table.names[deal.partner])


def _pair(deal: KaniDeal, table: Table) -> str:
    """The declarer and the partner. A declarer who held every trump has none."""
    return " + ".join(table.names[seat] for seat in (deal.declarer, deal.partner) if seat is not None)


def _call(call: int | str) -> Text:
    if call == KANI:
        return KANI_SAID
    return PASS_SAID if call == PASS else Text(str(call))


def _bid(deal: KaniDeal, table: Table) -> Text:
    bid, declarer = _call(deal.bid), table.names[deal.declarer]
    if deal.partner is None:
        return T("{bid} by {declarer} alone", bid=bid, declarer=declarer)
    partner = table.names[deal.partner]
    return T("{bid} by {declarer} with {partner}", bid=bid, declarer=declarer, partner=partner)


def _sign(deal: KaniDeal) -> Text | None:
    return Text(SUIT_SIGNS[deal.trump]) if deal.trump is not None else None
