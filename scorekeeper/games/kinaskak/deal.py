"""The facts of one deal of Kínaskák, the fields that ask for them, and their reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import CardsField, Either, Flag, Group, Number, PerSeat
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm
from scorekeeper.core.play.cards import JOKER_RANK, PACK_THREE, Card
from scorekeeper.core.reading import (
    BAD,
    Field,
    Table,
    all_known,
    has_unknown_field,
    is_whole,
    keep_readable,
    read_fields,
    values_or_bad,
)
from scorekeeper.core.scoring.decided import DEAL_ALSO
from scorekeeper.core.text import T, Text
from scorekeeper.games.kinaskak.options import pack_of

CLASSES = ("jokers", "aces", "tens", "low")
"""The four classes of cards by what they cost."""
MAX_SIZES = (16, 16, 64, 128)
"""The most cards of each class that a table may play with: four packs, and as many jokers as they may have."""
PACK_SIZE = sum(MAX_SIZES)
CLASS_OF: Mapping[str, int] = {JOKER_RANK: 0, "A": 1, "K": 2, "Q": 2, "J": 2, "10": 2} | {
    str(rank): 3 for rank in range(2, 10)
}
MAX_BUYS = 75


TABLE_CARDS = CardsField(pack=PACK_THREE, pack_of=pack_of)
"""Cards of the packs that the table plays with."""


def _count(name: str, label: Text, place: int) -> Number:
    """How many cards of a class are left: at most as many as there are."""
    return Number(
        name=name,
        label=label,
        high=MAX_SIZES[place],
        optional=True,
        limit=lambda options: options.class_sizes[place],
    )


CARDS = TABLE_CARDS.but(label=T("the cards left"), most=PACK_SIZE)
COUNTS = Group(
    label=T("how many of each"),
    fields=(
        _count("jokers", T("Jokers"), 0),
        _count("aces", T("Aces"), 1),
        _count("tens", T("Tens to kings"), 2),
        _count("low", T("Twos to nines"), 3),
    ),
)
POINTS = Number(
    label=T("their points"), high=PACK_SIZE * 1000, limit=lambda options: options.pack_size * 1000
)
ANY_WAY = Either(label=T("Hand"), of=(CARDS, COUNTS, POINTS))


def _hands(of: Field) -> PerSeat:
    return PerSeat(
        name="hands", label=T("Left in each hand"), hint=T("nothing for the one who went out"), of=of
    )


BUYS = PerSeat(
    name="buys",
    label=T("Buys"),
    hint=T("may be left out where none costs anything"),
    of=Number(label=T("Buys"), high=MAX_BUYS),
    blanks=8,
    optional=True,
)
STOCK_RAN_OUT = Flag(name="stock_ran_out", label=T("The stock ran out"), optional=True)
HIDDEN = Flag(
    name="hidden",
    label=T("Out in one turn, nothing lay before"),
    optional=True,
    only_with=("hidden_factor", (2, 3)),
)
ENDS = (BUYS, STOCK_RAN_OUT, HIDDEN)
FIELDS = (_hands(ANY_WAY), *ENDS)
FORMS = (
    DealForm(slug="counts", title=T("How many cards of each kind"), fields=(_hands(COUNTS), *ENDS)),
    DealForm(slug="cards", title=T("The cards of each hand"), fields=(_hands(CARDS), *ENDS)),
    DealForm(slug="hands", title=T("Each hand in its own way"), fields=FIELDS),
    DealForm(slug="points", title=T("The points of each hand"), fields=(_hands(POINTS), *ENDS)),
)


class Hand(NamedTuple):
    """The cards left to one player: the number of each class, or only their points.

    ``cards`` are the cards themselves, if they were written down, and ``unread`` counts further ones that could not be
    read. If nothing could be read, ``points`` is BAD.
    """

    counts: tuple[int, int, int, int] | None
    points: int = 0
    cards: tuple[Card, ...] = ()
    unread: int = 0

    @property
    def size(self) -> int | None:
        """The number of cards; None when only the points are known."""
        return None if self.counts is None else sum(self.counts) + self.unread

    def worth(self, values: tuple[int, int, int, int]) -> int:
        """The points of this hand. (kinaskak 6.2 to 6.5)"""
        if self.counts is None:
            return self.points
        return sum(map(int.__mul__, self.counts, values))


class KinaskakDeal(NamedTuple):
    """One deal: the hand left to every seat, how often each bought (None: not written), and how it ended.

    ``hidden`` says that a player went out in one turn, None where nothing is said of it. Parts that could not be read
    are BAD.
    """

    hands: tuple[Hand, ...]
    buys: tuple[int | None, ...]
    stock_ran_out: bool = False
    hidden: bool | None = None

    def find_empty_hands(self, values: tuple[int, int, int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats whose hand is surely empty, and those whose hand may be.

        No points are an empty hand, unless this table has cards that cost nothing. What could not be read may be one.
        """
        free_cards = 0 in values
        empty: list[int] = []
        doubtful: list[int] = []
        for seat, (counts, points, _, unread) in enumerate(self.hands):
            if counts is not None:
                if not any(counts) and not unread:
                    empty.append(seat)
            elif not points:
                (doubtful if free_cards or not all_known(points) else empty).append(seat)
        return tuple(empty), tuple(doubtful)

    def went_out(self, values: tuple[int, int, int, int]) -> int | None:
        """The seat that got rid of every card; None when no seat did, or when the points do not tell which."""
        empty, doubtful = self.find_empty_hands(values)
        if empty:
            return empty[0]
        return doubtful[0] if len(doubtful) == 1 and not self.stock_ran_out else None


def read_deal(data: Mapping[str, Any], at: str, report: Report, table: Table) -> KinaskakDeal | None:
    """The deal that a JSON entry describes; parts that could not be read are reported, and BAD."""
    values = read_fields(FIELDS, data, at, report, table, DEAL_ALSO)
    players, slip = table.seating.players, has_unknown_field(FIELDS, data, DEAL_ALSO)
    hands = tuple(map(read_hand, values_or_bad(values.get("hands", BAD), players)))
    buys = values_or_bad(values.get("buys", BAD if slip else (None,) * players), players)
    ran_out = values.get("stock_ran_out", BAD if slip else False)
    return KinaskakDeal(hands, buys, ran_out, values.get("hidden"))


def read_hand(value: Any) -> Hand:
    """The hand left to one player, from any of the ways to write it."""
    if type(value) is int:
        return Hand(None, value)
    if type(value) is dict:
        # at least so many, where one could not be read
        jokers, aces, tens, low = (value.get(name, 0) or 0 for name in CLASSES)
        known = is_whole(value) or jokers or aces or tens or low
        return Hand((jokers, aces, tens, low)) if known else UNREAD
    return UNREAD if value is BAD else hand_of(keep_readable(value))._replace(unread=value.count(BAD))


UNREAD = Hand(None, BAD)  # type: ignore[arg-type]  # stands in for what could not be read


def hand_of(cards: tuple[Card, ...]) -> Hand:
    """The hand of exactly these cards."""
    counts = [0, 0, 0, 0]
    for rank, _ in cards:
        counts[CLASS_OF[rank]] += 1
    return Hand((counts[0], counts[1], counts[2], counts[3]), 0, cards)
