"""A deal as it is laid on the table card by card: what lies there, whose turn it is, what the next card may take.

A page that records a deal so keeps nothing but the question's document: each card laid makes a longer one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.frozen import Frozen
from scorekeeper.core.play.cards import Card, Pack
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import T, Text

Hand = tuple[Card, ...]
Document = Mapping[str, Any]


class Laid(NamedTuple):
    """What the players see after the cards so far.

    ``turn`` is the seat that lays the next card; None once all are laid. ``trick`` holds the seats and cards of the
    trick, which stays until the next one is led, and is None in a game without tricks; ``winner`` is the seat that took
    it. ``open_cards`` lie on the table, together or meld by meld. ``counts`` are what each seat has taken or holds, in
    words and numbers. ``gone`` are the cards that cannot be laid now, and ``why_gone`` says why of each of them.
    ``happened`` is what the last card did, where it is more than lying there. ``says`` is what the player in turn,
    ``{name}``, does next, where it is more than laying a card. ``hands`` are those that are written down and may still
    be changed, each with its seat, the one that is written now first.
    """

    turn: int | None
    trick: tuple[tuple[int, Card], ...] | None = None
    winner: int | None = None
    open_cards: tuple[Hand, ...] = ()
    counts: tuple[tuple[Text, tuple[int, ...]], ...] = ()
    gone: frozenset[Card] = frozenset()
    happened: Text | None = None
    says: Text | None = None
    hands: tuple[tuple[int, Hand], ...] = ()
    why_gone: Text = T("already laid")


class SaidField(NamedTuple):
    """A field that a card would fill in: its name, its value, and the words that say so."""

    name: str
    value: str
    words: Text


class Laying(Frozen):
    """How a question's document grows card by card.

    ``asks`` are fields that the question has not: they tell of the table, and no ruling is given on them. ``needs``
    names the fields without which no card can be laid, ``needs_here`` those that a table needs besides by its rules,
    and ``lists`` those that the cards go into. ``says`` is what a card most likely tells of a field that is needed: it
    is offered and never assumed. ``see`` gives what lies there after a document. ``ways`` gives each set of open cards
    that a card may take; the empty set lays it ``down``, which is said in the game's words. ``lay`` returns the
    document with one card more, ``take_back`` with one less, ``take_out`` without a card of a hand.
    """

    pack: Pack
    asks: tuple[Field, ...] = ()
    down: Text = T("laid down")
    needs: tuple[str, ...]
    lists: tuple[str, ...]
    see: Callable[[Document, Table], Laid]
    lay: Callable[[Document, Table, Card, Hand], Document]
    take_back: Callable[[Document], Document]
    needs_here: Callable[[Table], tuple[str, ...]] = staticmethod(lambda table: ())
    says: Callable[[Document, Table, Card], SaidField | None] = staticmethod(
        lambda document, table, card: None
    )
    take_out: Callable[[Document, Table, int, Card], Document] = staticmethod(
        lambda document, table, seat, card: document
    )
    ways: Callable[[Document, Table, Card], Sequence[Hand]] = staticmethod(
        lambda document, table, card: ((),)
    )

    def needed(self, table: Table) -> tuple[str, ...]:
        """The fields without which no card can be laid at a table."""
        return (*self.needs, *self.needs_here(table))


def read_cards(pack: Pack, given: Any) -> Hand:
    """The cards of a list in notation; what is no card is left out."""
    cards = given if isinstance(given, list) else []
    parsed = [pack.parse(notation) for notation in cards if isinstance(notation, str)]
    return tuple([card for card in parsed if card is not None])


def read_list(document: Document, name: str) -> list[Any]:
    """A list of a document; empty where there is none."""
    items = document.get(name)
    return list(items) if isinstance(items, list) else []


def read_seat(document: Document, name: str, players: int) -> int | None:
    """A seat that a document names; None where it names none of so many."""
    seat = document.get(name)
    return seat if type(seat) is int and 0 <= seat < players else None
