"""A deal of Eskoba in words: escobas, majorities, the seven of golds, and everything else that scores."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.play.cards import cards_text
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import DealLine, Part, label_value
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.escoba.deal import COUNTS_FIELDS, LEFT, MOST_FIELDS, SETENTA, SEVEN, EscobaDeal
from scorekeeper.games.escoba.play.tally import DealTally, sole_taker
from scorekeeper.games.escoba.scoring import all_others_in, join_numbers

NO_CAPTURES = T("No captures")
FIELDS = {field.name: field for field in MOST_FIELDS}


def parts(deal: EscobaDeal, table: Table) -> tuple[Part, ...]:
    """``Escobas 2–1, cards 22–18, golds 6–4, sevens 3–1 · Seven of golds: Ana``."""
    left = Part(label_value(LEFT.label, cards_text(deal.left)) if deal.left else None)
    if deal.tally is None:
        return (Part(NO_CAPTURES, NO_CAPTURES), left)
    counted = _count_text(deal.tally, table)
    seven = label_value(SEVEN.label, table.side_name(deal.tally.seven_of_golds))
    return (
        Part(counted, counted, tuple(_facts(deal.tally, table))),
        Part(seven, seven),
        *_wholes(deal.tally, table),
        _setenta(deal.tally, table),
        *_few(deal.tally, table),
        left,
    )


def line(deal: EscobaDeal, table: Table) -> DealLine:
    """The escobas; all else that scores is marked."""
    if deal.tally is None:
        return DealLine(by=NO_CAPTURES)
    swept = sum(deal.tally.escobas)
    if not swept:
        return DealLine()
    text = N("{n} escoba", "{n} escobas", n=swept)
    return DealLine(by=text, figures=Text("{numbers}", {"numbers": join_numbers(deal.tally.escobas)}))


def _count_text(tally: DealTally, table: Table) -> Text:
    params = dict(zip(("escobas", "cards", "golds", "sevens"), _numbers(tally, table), strict=True))
    if tally.counts is None:
        return T("Escobas {escobas}; most cards {cards}, golds {golds}, sevens {sevens}", **params)
    return T("Escobas {escobas}, cards {cards}, golds {golds}, sevens {sevens}", **params)


def _facts(tally: DealTally, table: Table) -> Iterator[Text]:
    for field, value in zip(COUNTS_FIELDS, _numbers(tally, table), strict=False):
        yield label_value(field.label, value)


def _numbers(tally: DealTally, table: Table) -> tuple[str | Text, ...]:
    """The escobas, and the cards, golds and sevens of all sides, or else who has the most of them."""
    most = (_name_side(side, table) for side in (tally.cards, tally.golds, tally.sevens))
    counted = most if tally.counts is None else map(join_numbers, tally.counts)
    return (join_numbers(tally.escobas), *counted)


def _name_side(side: int | None, table: Table) -> str | Text:
    return T("tie") if side is None else table.side_name(side)


def _wholes(tally: DealTally, table: Table) -> Iterator[Part]:
    """All the golds, all the sevens. A row leaves them out where its numbers or the lack of cards show them."""
    follows = tally.counts is not None or sole_taker(tally.no_cards, len(tally.escobas)) is not None
    for name, side in (("all_golds", tally.all_golds), ("all_sevens", tally.all_sevens)):
        if side is not None:
            fact = label_value(FIELDS[name].label, table.side_name(side))
            yield Part(fact, None if follows else fact)


def _setenta(tally: DealTally, table: Table) -> Part:
    """Who has the best setenta, where the table plays for it and it was written or follows from the cards."""
    if not table.options.setenta or tally.setenta is None:
        return Part(None)
    fact = label_value(SETENTA.label, table.side_name(tally.setenta))
    return Part(fact, None if tally.setentas is not None else fact)


def _few(tally: DealTally, table: Table) -> Iterator[Part]:
    """The sides with few cards: as written, or in a counted deal only those that score."""
    under_ten = [side for side in tally.under_ten if side not in tally.no_cards]
    for name, sides, those in (
        ("under_ten", under_ten, tally.under_ten),
        ("no_cards", tally.no_cards, tally.no_cards),
    ):
        label, counted = FIELDS[name].at(table).label, tally.counts is not None
        if sides and (not counted or all_others_in(those, len(tally.escobas))):
            fact = label_value(label, [table.side_name(side) for side in sorted(sides)])
            yield Part(fact, None if counted else fact)
