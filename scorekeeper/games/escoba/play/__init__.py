"""Eskoba at the table: captures, the opening table, the cards left, and a whole deal card by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.core.play.cards import PACK_40, Card, card_text, cards_text
from scorekeeper.core.reading import BAD, Table, all_known, keep_readable
from scorekeeper.core.text import T, Text
from scorekeeper.games.escoba.options import DEALER, FIRST, LAST_ESCOBA, NONE, TWO_FIFTEENS

FIFTEEN = 15
OPENING = 4
ALL_PLAYS = len(PACK_40.cards) - OPENING
LEFT_OVER_FIFTEENS = 10

# The pictures count 8, 9 and 10, not the number printed on them. (escoba 1.2)
VALUES: Mapping[str, int] = MappingProxyType(
    {str(number): number for number in range(1, 8)} | {"10": 8, "11": 9, "12": 10}
)


def total(cards: Sequence[Card]) -> int:
    """What cards are worth together. (escoba 1.2)"""
    return sum([VALUES[card.rank] for card in cards])


class Captures(NamedTuple):
    """What a card may capture: every set of table cards that makes fifteen with it, each in table order.

    ``escoba`` says whether one of them sweeps the table (a eskoba egin, barrer la mesa).
    """

    sets: tuple[tuple[Card, ...], ...]
    escoba: bool


def captures(card: Card, table: tuple[Card, ...]) -> Captures:
    """Every legal capture with this card from this table. (escoba 3.1, 3.3)"""
    sets = tuple(_adding_up(table, FIFTEEN - VALUES[card.rank]))
    return Captures(sets, any(len(cards) == len(table) for cards in sets))


def first_captures(card: Card, table: tuple[Card, ...], most: int) -> tuple[tuple[Card, ...], ...]:
    """The first ``most`` captures. A full table can have thousands of them. (escoba 3.1)"""
    return tuple(islice(_adding_up(table, FIFTEEN - VALUES[card.rank]), most))


def _adding_up(cards: tuple[Card, ...], wanted: int) -> Iterator[tuple[Card, ...]]:
    if wanted == 0:
        yield ()
    for index, card in enumerate(cards):
        if VALUES[card.rank] <= wanted:
            for rest in _adding_up(cards[index + 1 :], wanted - VALUES[card.rank]):
                yield (card, *rest)


def can_capture(card: Card, table: Sequence[Card]) -> bool:
    """Whether this card makes fifteen with any cards of the table; bit n of ``reached`` is a sum of n."""
    reached = 1
    for table_card in table:
        reached |= reached << VALUES[table_card.rank]
    return bool(reached >> (FIFTEEN - VALUES[card.rank]) & 1)


def opening_table(table: tuple[Card, ...], opening_thirty: str, opening: str = DEALER) -> int:
    """How many escobas the four opening cards give the dealer, or another by ``opening``. (escoba 2.3, 7.1)"""
    if opening == NONE:
        return 0
    points = total(table)
    if points == FIFTEEN:
        return 1
    if points != 2 * FIFTEEN or (opening_thirty == TWO_FIFTEENS and not can_capture(table[0], table[1:])):
        return 0
    return 2


def leftover_taker(last_capture: int | None, last_escoba: int | None, leftover: str) -> int | None:
    """The seat that takes the cards left on the table; None without captures. (escoba 4.1)"""
    if leftover == LAST_ESCOBA and last_escoba is not None:
        return last_escoba
    return last_capture


class Play(NamedTuple):
    """One card played: laid down, or with the table cards it takes."""

    seat: int
    card: Card
    takes: tuple[Card, ...] = ()


UNREAD = Play(BAD, BAD, BAD)  # type: ignore[arg-type]  # stands in for what could not be read


def plays_of(plays: Sequence[Mapping[str, Any]]) -> tuple[Play, ...]:
    """The plays that were read from a document."""
    return tuple(
        [Play(play["seat"], play["card"], play.get("takes", ())) if play else UNREAD for play in plays]
    )


class PlayProblem(NamedTuple):
    """What was wrong with one play: its place in the deal, a code, what would be right, and the article."""

    path: str
    code: str
    text: Text
    cite: str


class EndedDeal(NamedTuple):
    """A deal played to its end; piles and escobas are those of the seats.

    ``opening`` are the four cards of the opening table, ``swept`` the dealer's escobas by them. ``first`` is the seat
    that played first, ``left`` the cards on the table after the last play, already in the pile of their ``taker``
    (None without captures), who made the last escoba or, unless ``by_escoba``, the last capture. ``laid`` are the
    indices of cards laid down that could have captured, found only where the table must capture. In a deal that is
    not ``sure`` some card could not be read.
    """

    first: int
    piles: tuple[tuple[Card, ...], ...]
    escobas: tuple[int, ...]
    left: tuple[Card, ...]
    plays: int
    problems: tuple[PlayProblem, ...] = ()
    laid: tuple[int, ...] = ()
    sure: bool = True
    opening: tuple[Card, ...] = ()
    swept: int = 0
    taker: int | None = None
    by_escoba: bool = False

    @property
    def nobody_captured(self) -> bool:
        """Whether all the cards were still on the table at the end."""
        return not any(self.piles)


def of_sides(played: EndedDeal, table: Table) -> tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]:
    """What each side took, and its escobas: partners share a pile. (escoba 1.3)"""
    sides = table.seating.sides
    piles = tuple([tuple([card for seat in seats for card in played.piles[seat]]) for seats in sides])
    return piles, tuple([sum([played.escobas[seat] for seat in seats]) for seats in sides])


def follow(opening: tuple[Card, ...], plays: tuple[Play, ...], table: Table) -> EndedDeal:
    """The whole deal, card by card: what each seat took, and every problem.

    The seat that played first shows the dealer; the check of the deal asks whether that seat was to play first.
    (escoba 2.2, 2.3, 3.1-3.4, 4.1, 4.2)
    """
    course = PlayCourse(opening, plays[0].seat if plays else 0, table)
    for index, play in enumerate(plays):
        course.play(index, play)
    return course.end(len(plays))


def find_opener(first: Any, players: int, opening: str) -> Any:
    """The seat that an opening fifteen or thirty goes to; ``first`` plays first. BAD where that is not known."""
    if not all_known(first):
        return BAD
    return first if opening == FIRST else (first - 1) % players


class PlayCourse:
    """Where a deal stands while its plays are followed.

    ``sure`` turns false at the first card that could not be read: from there on the table is not known. ``took`` is
    what the last play took, ``swept_now`` whether that was an escoba.
    """

    def __init__(self, opening: tuple[Card, ...], first: int, table: Table) -> None:
        players = table.seating.players
        self.names, self.players, self.options = table.names, players, table.options
        self.first = first
        self.turn: Any = first
        self.sure = all_known(opening) and all_known(*opening)
        self.lying = dict.fromkeys(keep_readable(opening))
        self.seen = set(self.lying)
        self.piles: list[list[Card]] = [[] for _ in range(players)]
        self.escobas = [0] * players
        self.last_capture: int | None = None
        self.last_escoba: int | None = None
        self.problems: list[PlayProblem] = []
        self.laid: list[int] = []
        self.took: tuple[Card, ...] = ()
        self.swept_now = False
        self.opening = opening
        rules = self.options
        self.swept = opening_table(opening, rules.opening_thirty, rules.opening) if self.sure else 0
        if self.swept:
            self.capture(find_opener(first, players, rules.opening), opening, self.swept)

    def capture(self, seat: Any, cards: tuple[Card, ...], escobas: int) -> None:
        """Move cards from the table to a seat's pile."""
        for card in cards:
            self.lying.pop(card, None)
        if seat is BAD:
            return
        self.piles[seat].extend(cards)
        self.last_capture = seat
        if escobas:
            self.escobas[seat] += escobas
            self.last_escoba = seat

    def play(self, index: int, play: Play) -> None:
        """Check a card, then lay it down or capture with it; a wrong play does not stop the rest."""
        seat, card, takes = play
        self.sure = self.sure and all_known(card, takes) and all_known(*takes)
        if seat != self.turn and all_known(seat, self.turn):
            text = T("The next to play was {name}.", name=self.names[self.turn])
            self.note(f"plays[{index}].seat", "out_of_turn", text, "escoba 2.2")
        self.turn = (seat + 1) % self.players if all_known(seat) else BAD
        if card in self.seen and all_known(card):
            text = T("The {card} was already on the table or played before.", card=card_text(card))
            self.note(f"plays[{index}].card", "card_twice", text, "escoba 1.1")
        self.took, self.swept_now = takes, False
        if takes:
            fifteen = self.check_capture(index, play)
            self.swept_now = fifteen and len(self.lying) == len(takes)
            self.capture(seat, (card, *takes), self.swept_now)
        else:
            if self.options.must_capture and self.sure and can_capture(card, tuple(self.lying)):
                self.laid.append(index)
            self.lying[card] = None
        self.seen.add(card)

    def check_capture(self, index: int, play: Play) -> bool:
        """Whether a capture makes fifteen; other problems with it are noted."""
        for place, card in enumerate(play.takes):
            if card not in self.lying and (self.sure or card in self.seen) and all_known(card):
                text = T("The {card} does not lie on the table here.", card=card_text(card))
                self.note(f"plays[{index}].takes[{place}]", "not_on_table", text, "escoba 3.1")
        if not all_known(play.card, *play.takes):
            return False
        points = total(play.takes) + VALUES[play.card.rank]
        if points != FIFTEEN:
            params = {"cards": cards_text([play.card, *play.takes]), "points": points}
            text = T("A capture makes fifteen with the card played; {cards} make {points}.", **params)
            self.note(f"plays[{index}].takes", "not_fifteen", text, "escoba 3.1")
        return points == FIFTEEN

    def note(self, path: str, code: str, text: Text, cite: str) -> None:
        """Note a problem with a play."""
        self.problems.append(PlayProblem(path, code, text, cite))

    def end(self, plays: int) -> EndedDeal:
        """Give the cards left after the last play to their taker; that is never an escoba."""
        left = tuple(self.lying)
        taker = leftover_taker(self.last_capture, self.last_escoba, self.options.leftover)
        if taker is not None and plays == ALL_PLAYS:
            self.piles[taker].extend(left)
        return EndedDeal(
            first=self.first,
            piles=tuple(map(tuple, self.piles)),
            escobas=tuple(self.escobas),
            left=left,
            plays=plays,
            problems=tuple(self.problems),
            laid=tuple(self.laid),
            sure=self.sure,
            opening=self.opening,
            swept=self.swept,
            taker=taker if plays == ALL_PLAYS else None,
            by_escoba=self.options.leftover == LAST_ESCOBA and self.last_escoba is not None,
        )
