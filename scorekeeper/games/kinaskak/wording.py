"""A deal of Kínaskák in words: who went out, the cards left in the other hands, the buys that cost something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import DealLine, Part, RowMark, Standing, join_texts, label_value
from scorekeeper.core.scoring.scores import Entry
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.kinaskak.deal import KinaskakDeal
from scorekeeper.games.kinaskak.options import KinaskakOptions, list_melds
from scorekeeper.games.kinaskak.scoring import ROUND, buy_lines, hand_lines

IN_ONE_TURN = T("out in one turn")
RAN_OUT, WENT_OUT = T("The stock ran out"), T("A player went out")


def parts(deal: KinaskakDeal, table: Table) -> tuple[Part, ...]:
    """``Anna went out; 50 points left in the other hands · Jón: 1 joker left``; short ``Anna went out: 0, 50``."""
    out = deal.went_out(table.options.card_values())
    short = label_value(_short_end_text(deal, out, table), ", ".join(_points(deal, out, table)))
    end = Part(_end_text(deal, out, table), short, (_short_end_text(deal, out, table),))
    hidden = (Part(IN_ONE_TURN),) if deal.hidden else ()
    return (end, *hidden, *_hands(deal, out, table))


def line(deal: KinaskakDeal, table: Table) -> DealLine:
    """Who went out; the points stand in the columns, and what buys cost is marked."""
    out = deal.went_out(table.options.card_values())
    if out is not None:
        marks = (IN_ONE_TURN,) if deal.hidden else ()
        return DealLine(by=Text("{name}", {"name": table.names[out]}), marks=marks)
    return DealLine(by=_short_end_text(deal, out, table))


def _end_text(deal: KinaskakDeal, out: int | None, table: Table) -> Text:
    values = table.options.card_values()
    left = sum(hand.worth(values) for hand in deal.hands)
    if out is not None:
        return N(
            "{name} went out; {n} point left in the other hands",
            "{name} went out; {n} points left in the other hands",
            n=left,
            name=table.names[out],
        )
    if deal.stock_ran_out:
        return N(
            "The stock ran out; {n} point left in the hands",
            "The stock ran out; {n} points left in the hands",
            n=left,
        )
    return N(
        "A player went out; {n} point left in the hands",
        "A player went out; {n} points left in the hands",
        n=left,
    )


def _short_end_text(deal: KinaskakDeal, out: int | None, table: Table) -> Text:
    if out is not None:
        return T("{name} went out", name=table.names[out])
    return RAN_OUT if deal.stock_ran_out else WENT_OUT


def _points(deal: KinaskakDeal, out: int | None, table: Table) -> Iterator[str]:
    """What every seat writes: its cards left and its buys, ``20 × 2 + 200``; going out may take points off, ``−10``."""
    options: KinaskakOptions = table.options
    for seat, hand in enumerate(deal.hands):
        points = hand.worth(options.card_values())
        left = f"−{options.out_bonus}" if seat == out and options.out_bonus else str(points)
        times = f" × {options.hidden_factor}" if deal.hidden and points else ""
        costs = buy_lines(seat, deal.buys[seat], options)
        yield " + ".join((left + times, *(str(line.points) for line in costs)))


def _hands(deal: KinaskakDeal, out: int | None, table: Table) -> Iterator[Part]:
    """The cards left in each hand and the buys too many: ``Jón: 1 joker left, 50 each; 1 buy too many, 200 each``."""
    values = table.options.card_values()
    for seat, hand in enumerate(deal.hands):
        costs = [line.text for line in buy_lines(seat, deal.buys[seat], table.options)]
        left: list[Text] = []
        if seat != out:
            if hand.counts is not None:
                left = [line.text for line in hand_lines(seat, hand, values, False)]
            left = left or [Text(str(hand.worth(values)))]
        if left or costs:
            yield Part(label_value(table.names[seat], join_texts([*left, *costs], "; ")))


def list_rounds(options: KinaskakOptions) -> tuple[Round, ...]:
    """The rounds with the melds that they ask for. (kinaskak 2.3, 7.2)"""
    return tuple(Round(tuple(list_melds(*melds)), options.count_cards(melds)) for melds in options.contracts)


def standing(facts: Mapping[str, Any], options: KinaskakOptions) -> tuple[Standing, ...]:
    """``Contract: round 5 of 8: two runs and one set, at least 11 cards``."""
    return (Standing(T("Contract"), contract(facts[ROUND], options)),)


def row_marks(entry: Entry) -> tuple[RowMark, ...]:
    """``round 5``, of a deal."""
    return (RowMark(T("round {n}", n=entry.facts[ROUND])),) if entry.kind == "deal" else ()


def contract(number: int, options: KinaskakOptions) -> Text:
    """A round: what has to be laid down in it, and with how many cards at least."""
    rounds = list_rounds(options)
    wanted = rounds[number - 1]
    cards = N("at least {n} card", "at least {n} cards", n=wanted.cards)
    params = {"round": number, "all": len(rounds), "melds": list(wanted.asks), "cards": cards}
    return T("round {round} of {all}: {melds}, {cards}", **params)
