"""Eskoba's arithmetic: the count (kontaketa) of a tally."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.core.game import Situation
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.ending import AtTarget, Because
from scorekeeper.core.scoring.scores import DealScore, Line
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.escoba.deal import EscobaDeal
from scorekeeper.games.escoba.options import ADDED, DEALER, FIRST, LAST_ESCOBA, NONE, EscobaOptions
from scorekeeper.games.escoba.play import FIFTEEN, EndedDeal, find_opener, total
from scorekeeper.games.escoba.play.tally import TEN, DealTally

COUNTED, NO_CARDS, NOBODY_CAPTURED = "counted", "no_cards", "nobody_captured"
OPENED, LEFTOVERS = "opening", "leftovers"
ENDING = AtTarget("escoba 6.1", "escoba 6.2")


class Majority(NamedTuple):
    """A point for the most of something: its code, articles and sentences, with and without the numbers."""

    code: str
    cites: tuple[str, ...]
    most: Text
    most_of: Text
    tie: Text
    tie_of: Text

    def line(self, side: int | None, numbers: tuple[int, ...] | None, points: int = 1) -> Line:
        """The point for the most, or as many as the table gives; none at a tie. (escoba 5.10, 7.3)"""
        text, text_of = (self.tie, self.tie_of) if side is None else (self.most, self.most_of)
        if numbers is not None:
            text = text_of._replace(params={"counts": join_numbers(numbers)})
        if side is None:
            return Line(0, 0, f"{self.code}_tie", text, (*self.cites, "escoba 5.10"), shared=True)
        return Line(side, points, self.code, text, self.cites if points == 1 else (*self.cites, "escoba 7.3"))


class Whole(NamedTuple):
    """All of a kind, in place of the point for the most, on top of it, or ``alone``; ``usual`` is what it is worth."""

    code: str
    usual: int
    cites: tuple[str, ...]
    instead: Text
    added: Text
    alone: Text

    def lines(self, side: int | None, majority: list[Line], mode: str, points: int) -> list[Line]:
        """The lines of this kind, given the one for the most, if that is played for. (escoba 7.2)"""
        if side is None:
            return majority
        if not points:
            return [line._replace(cites=(*line.cites, "escoba 7.2")) for line in majority]
        cites = self.cites if points == self.usual else (*self.cites, "escoba 7.2")
        if not majority:
            return [Line(side, points, self.code, self.alone, (*cites, "escoba 7.3"))]
        if mode == ADDED:
            return [*majority, Line(side, points, self.code, self.added, cites)]
        return [Line(side, points, self.code, self.instead, cites)]


CARDS = Majority(
    "cards",
    ("escoba 5.2",),
    T("The most cards"),
    T("The most cards: {counts}"),
    T("A tie for the most cards: no point"),
    T("A tie for the most cards, {counts}: no point"),
)
GOLDS = Majority(
    "golds",
    ("escoba 5.3",),
    T("The most golds"),
    T("The most golds: {counts}"),
    T("A tie for the most golds: no point"),
    T("A tie for the most golds, {counts}: no point"),
)
SEVENS = Majority(
    "sevens",
    ("escoba 5.6",),
    T("The most sevens"),
    T("The most sevens: {counts}"),
    T("A tie for the most sevens: no point"),
    T("A tie for the most sevens, {counts}: no point"),
)
ALL_GOLDS = Whole(
    "all_golds",
    2,
    ("escoba 5.4",),
    T("All ten golds, in place of the point for the most"),
    T("All ten golds, on top of the point for the most"),
    T("All ten golds"),
)
ALL_SEVENS = Whole(
    "all_sevens",
    3,
    ("escoba 5.7",),
    T("All four sevens, in place of the point for the most"),
    T("All four sevens, on top of the point for the most"),
    T("All four sevens"),
)
SEVEN_OF_GOLDS = T("The seven of golds")
FEW = (T("The opponents took fewer than ten cards"), T("Every other side took fewer than ten cards"))
FEW_OF = (
    T("The opponents took fewer than ten cards: {counts}"),
    T("Every other side took fewer than ten cards: {counts}"),
)
FEWER = (T("The opponents took fewer than {few} cards"), T("Every other side took fewer than {few} cards"))
FEWER_OF = (
    T("The opponents took fewer than {few} cards: {counts}"),
    T("Every other side took fewer than {few} cards: {counts}"),
)
SETENTA_BEST, SETENTA_BEST_OF = T("The best setenta"), T("The best setenta: {counts}")
SETENTA_TIE = T("No best setenta: no point")
SETENTA_TIE_OF = T("No best setenta, {counts}: no point")
WON_AT_ONCE = (
    (
        T("The opponents took no card: that wins the match"),
        T("The opponents took no card: that wins the match."),
    ),
    (
        T("Every other side took no card: that wins the match"),
        T("Every other side took no card: that wins the match."),
    ),
)
"""Of two sides, and of more: as a line of the sheet, and as a sentence."""
NO_CAPTURES_TEXT = T("No captures: no points")

MARKS: Mapping[str, str] = {
    "seven_of_golds": "7♦",
    "all_golds": "●10",
    "all_sevens": "7×4",
    "under_ten": "<{few}",
    NO_CARDS: "∅",
}
"""What a row of the sheet marks, in the colour of the side that it brought something."""


def score_deal(deal: EscobaDeal, situation: Situation) -> DealScore:
    """One score a side: escobas, the most of everything, the seven of golds, few cards. (escoba 5)"""
    sides = len(situation.table.seating.sides)
    opening = [] if deal.played is None else opening_lines(deal.played, situation.table)
    if deal.tally is None:
        line = Line(0, 0, NOBODY_CAPTURED, NO_CAPTURES_TEXT, ("escoba 4.4",), shared=True)
        return DealScore((0,) * sides, (*opening, line), NOBODY_CAPTURED, None)
    lines = lines_of(deal.tally, situation.table.options)
    scores = [0] * sides
    for line in lines:
        scores[line.side] += line.points
    out = deal.tally.no_cards if situation.table.options.no_cards_loses else ()
    winners = all_others_in(out, sides) if out else ()  # every opponent took no card (escoba 5.9)
    won, sentence = WON_AT_ONCE[sides > 2]
    lines += [Line(side, 0, NO_CARDS, won, ("escoba 5.9",)) for side in winners]
    because = Because(NO_CARDS, sentence, ("escoba 5.9",)) if winners else None
    if deal.played is not None:
        lines += leftover_lines(deal.played, situation.table)
    outcome = NO_CARDS if winners else COUNTED
    return DealScore(tuple(scores), (*opening, *lines), outcome, None, winners=winners, because=because)


def lines_of(tally: DealTally, options: EscobaOptions) -> list[Line]:
    """Every point of a deal, in the order in which piles are counted."""
    cards, golds, sevens = tally.counts or (None, None, None)
    lines = [
        Line(side, made, "escobas", N("{n} escoba", "{n} escobas", n=made), ("escoba 5.1",))
        for side, made in enumerate(tally.escobas)
        if made
    ]
    lines.append(CARDS.line(tally.cards, cards))
    golden = [GOLDS.line(tally.golds, golds)]
    lines += ALL_GOLDS.lines(tally.all_golds, golden, options.all_golds, options.all_golds_value)
    lines.append(Line(tally.seven_of_golds, 1, "seven_of_golds", SEVEN_OF_GOLDS, ("escoba 5.5",)))
    seven = [SEVENS.line(tally.sevens, sevens, options.most_sevens)] if options.most_sevens else []
    lines += ALL_SEVENS.lines(tally.all_sevens, seven, options.all_sevens, options.all_sevens_value)
    if options.setenta:
        lines.append(_setenta_line(tally, options))
    if tally.under_ten and options.fewer_than_ten:
        text = _say_few(tally, options)
        chosen = ("escoba 7.4",) if options.few_cards != TEN else ()
        lines += [
            Line(side, options.fewer_than_ten, "under_ten", text, ("escoba 5.8", *chosen))
            for side in all_others_in(tally.under_ten, len(tally.escobas))
        ]
    return lines


def _setenta_line(tally: DealTally, options: EscobaOptions) -> Line:
    """The points for the best setenta; none where none is best. (escoba 7.5)"""
    worth = None if tally.setentas is None else join_numbers(tally.setentas)
    if tally.setenta is None:
        text = SETENTA_TIE if worth is None else SETENTA_TIE_OF._replace(params={"counts": worth})
        return Line(0, 0, "setenta_tie", text, ("escoba 7.5",), shared=True)
    text = SETENTA_BEST if worth is None else SETENTA_BEST_OF._replace(params={"counts": worth})
    return Line(tally.setenta, options.setenta, "setenta", text, ("escoba 7.5",))


def _say_few(tally: DealTally, options: EscobaOptions) -> Text:
    """Why few cards bring points: by the number of this table, with the counts where they are known."""
    several_opponents = len(tally.escobas) > 2
    texts, texts_of = (FEW, FEW_OF) if options.few_cards == TEN else (FEWER, FEWER_OF)
    few = {"few": options.few_cards}
    if tally.counts is None:
        return texts[several_opponents]._replace(params=few)
    return texts_of[several_opponents]._replace(params={**few, "counts": join_numbers(tally.counts.cards)})


def opening_lines(played: EndedDeal, table: Table) -> list[Line]:
    """What the opening table brought in a deal card by card; no line if it made no fifteen. (escoba 2.3, 7.1)"""
    points, opening = total(played.opening), table.options.opening
    if not played.swept and points != 2 * FIFTEEN and not (opening == NONE and points == FIFTEEN):
        return []
    cites: tuple[str, ...] = ("escoba 2.3",) if opening == DEALER else ("escoba 2.3", "escoba 7.1")
    if opening == NONE:
        text = T("The opening table adds up to {points}: at this table that brings nothing", points=points)
    elif played.swept and opening == FIRST:
        text = N(
            "The opening table adds up to {points}: {n} escoba for the player after the dealer, and the four cards",
            "The opening table adds up to {points}: {n} escobas for the player after the dealer, and the four cards",
            n=played.swept,
            points=points,
        )
    elif played.swept:
        text = N(
            "The opening table adds up to {points}: {n} escoba for the dealer, and the four cards",
            "The opening table adds up to {points}: {n} escobas for the dealer, and the four cards",
            n=played.swept,
            points=points,
        )
    elif opening == FIRST:
        text = T("The opening table adds up to 30, but not in two fifteens: it brings no escoba")
    else:
        text = T("The opening table adds up to 30, but not in two fifteens: the dealer has no escoba of it")
    opener = find_opener(played.first, table.seating.players, opening)
    return [Line(table.seating.side_of(opener), 0, OPENED, text, cites)]


def leftover_lines(played: EndedDeal, table: Table) -> list[Line]:
    """Who took the cards left at the end of a deal card by card, and why. (escoba 4.1, 4.2)"""
    if played.taker is None:
        return []
    n = len(played.left)
    if played.by_escoba:
        text = N(
            "{n} card left on the table, taken by the last escoba; that is no escoba",
            "{n} cards left on the table, taken by the last escoba; that is no escoba",
            n=n,
        )
    elif table.options.leftover == LAST_ESCOBA:
        text = N(
            "{n} card left on the table; there was no escoba, so the last capture takes it",
            "{n} cards left on the table; there was no escoba, so the last capture takes them",
            n=n,
        )
    else:
        text = N(
            "{n} card left on the table, taken by the last capture; that is no escoba",
            "{n} cards left on the table, taken by the last capture; that is no escoba",
            n=n,
        )
    return [Line(table.seating.side_of(played.taker), 0, LEFTOVERS, text, ("escoba 4.1", "escoba 4.2"))]


def all_others_in(those: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """The sides whose opponents are all among ``those``. (escoba 5.8, 5.9)"""
    return tuple([side for side in range(sides) if len(those) - (side in those) == sides - 1])


def join_numbers(numbers: tuple[int, ...]) -> str:
    """The numbers of all sides, as score sheets write them: ``22–18``."""
    return "–".join(map(str, numbers))
