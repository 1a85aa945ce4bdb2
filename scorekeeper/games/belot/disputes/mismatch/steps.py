"""The slips that one side can make in counting a deal of Belot, each with its amount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.play.cards import FRENCH_SUITS, RANK_NAMES
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.belot.deal import ALL_TRUMPS, NO_TRUMPS, Declaration
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import (
    CARRE_POINTS,
    LAST_TEN,
    PLAIN_VALUES,
    SEQUENCE_POINTS,
    TRUMP_VALUES,
    points_of,
)
from scorekeeper.games.belot.play.standings import COUNTS
from scorekeeper.games.belot.scoring.counting import FALLS, VALUE_CITES, cite_capot, declaration_name

DOUBLING, LAST, PREMIUM, OTHER_KIND, CONTRACT, POINT, CARD, ADDING, MISCOUNT = range(9)
"""What kind of slip it is, the likeliest first."""

AGAIN = T("Which side comes to another number when it counts its cards once more?")
ASKS: Mapping[int, Text] = {
    DOUBLING: T("Which side has doubled no trumps already?"),
    LAST: T("Who took the last trick, and who counted the ten for it?"),
    PREMIUM: T("Which premiums did each side count?"),
    OTHER_KIND: T("What did each side count for its jacks and nines?"),
    CONTRACT: T("Which contract was played?"),
    POINT: T("Which side comes to another number when it counts its aces, tens, kings and queens once more?"),
    CARD: AGAIN,
    ADDING: T("Which side comes to another number when it adds up once more?"),
    MISCOUNT: AGAIN,
}
"""What tells a slip of this kind from any other."""


class CountStep(NamedTuple):
    """A slip and its amount, which is added to a side's count and must leave at least ``least``."""

    rank: int
    amount: int
    text: Text
    cites: tuple[str, ...]
    least: int = 0


class TwoCounts(NamedTuple):
    """The two counts, what they should add up to, and what makes them up.

    ``times`` is 2 where cards count double, ``premiums`` are those of each side, ``all_points`` says that they and the
    doubling of no trumps are in the counts. ``capot`` is what one brings, ``right`` each side's right count where it is
    known.
    """

    contract: str
    name: str
    given: tuple[int, int]
    total: int
    times: int
    premiums: tuple[int, int]
    capot: int
    all_points: bool
    right: tuple[int, int] | None = None

    @property
    def missing(self) -> int:
        """How much more the two counts should be together."""
        return self.total - sum(self.given)

    @property
    def fit(self) -> bool:
        """Whether there is nothing to explain."""
        return self.given == self.right or (self.right is None and not self.missing)

    def path(self, side: int) -> str:
        """Where a side's count stands in the question."""
        return f"counts.{self.name}[{side}]"


def doubling_steps(counts: TwoCounts, side: int) -> Iterator[CountStep]:
    """Only one side doubled no trumps: too early in points from tricks, or not at all in all points. (belot 3.2)"""
    if counts.contract != NO_TRUMPS:
        return
    if counts.all_points:
        text = T("forgot to double no trumps.")
        undoubled = counts.given[side] - counts.premiums[side]
        if undoubled > 0:
            yield CountStep(DOUBLING, undoubled, text, ("belot 3.2",))
    elif counts.given[side] % 2 == 0:
        text = T("doubled no trumps already, and it is doubled later.")
        yield CountStep(DOUBLING, -(counts.given[side] // 2), text, ("belot 3.2",))


def card_steps(counts: TwoCounts) -> Iterator[CountStep]:
    """The last ten, a card, a point, or a jack or nine valued as in the other kind of contract. (belot 3.1)"""
    times, cites = counts.times, ("belot 3.1",)
    ten = LAST_TEN * times
    yield CountStep(LAST, ten, T("forgot the last ten."), cites)
    yield CountStep(LAST, -ten, T("counted the last ten twice, or it is the other side’s."), cites)
    for values, other_values in _kinds(counts.contract):
        for rank in ("J", "9"):
            difference = (values[rank] - other_values[rank]) * times
            text = Text(VALUED[values is TRUMP_VALUES], {"rank": RANK_NAMES[rank]})
            yield CountStep(OTHER_KIND, difference, text, cites, values[rank] * times)
    for amount, slip in ((times, POINT_SHORT), (-times, POINT_OVER)):
        yield CountStep(POINT, amount, slip._replace(params={"n": times}), cites, MIN_ROYAL * times)
    for card, points in _cards(counts.contract):
        params = {"card": card, "points": points * times}
        yield CountStep(CARD, points * times, Text(LEFT_OUT, params), cites, points * times)
        yield CountStep(CARD, -points * times, Text(TWICE, params), cites)


MIN_ROYAL = 3
"""What the lowest of the cards is worth that are taken for a neighbour, the queen."""
POINT_SHORT = N(
    "{n} point short: an ace was counted as a ten, or a king as a queen.",
    "{n} points short: an ace was counted as a ten, or a king as a queen.",
    n=1,
)
POINT_OVER = N(
    "{n} point over: a ten was counted as an ace, or a queen as a king.",
    "{n} points over: a ten was counted as an ace, or a queen as a king.",
    n=1,
)


LEFT_OUT = T("left out a card worth {points}: {card}.").msgid
TWICE = T("counted a card worth {points} twice, or one of the other side’s: {card}.").msgid
VALUED = {
    True: T("counted a {rank} of trumps as one outside trumps.").msgid,
    False: T("counted a {rank} outside trumps as one of trumps.").msgid,
}


def _kinds(contract: str) -> Iterator[tuple[Mapping[str, int], Mapping[str, int]]]:
    """The values of the cards, each with the values that it is confused with."""
    if contract != NO_TRUMPS:
        yield TRUMP_VALUES, PLAIN_VALUES
    if contract != ALL_TRUMPS:
        yield PLAIN_VALUES, TRUMP_VALUES


def _cards(contract: str) -> Iterator[tuple[Text, int]]:
    """The cards that count, by name and value; jacks and nines differ in trumps."""
    both = contract in FRENCH_SUITS
    for values, other_values in _kinds(contract):
        trumps = values is TRUMP_VALUES
        for rank, points in values.items():
            if not points or (both and points == other_values[rank] and not trumps):
                continue
            differs = both and points != other_values[rank]
            yield Text(CARD_NAMES[differs, trumps], {"rank": RANK_NAMES[rank]}), points


CARD_NAMES = {
    (False, True): "{rank}",
    (False, False): "{rank}",
    (True, True): T("{rank} of trumps").msgid,
    (True, False): T("{rank} outside trumps").msgid,
}


def premium_steps(
    counts: TwoCounts,
    side: int,
    facts: Mapping[str, Any],
    announced: tuple[Declaration, ...],
    standing: tuple[str, ...],
    options: BelotOptions,
) -> Iterator[CountStep]:
    """A premium forgotten, counted twice, counted although it does not count, or added to the tricks."""
    for declaration, state in zip(announced, standing, strict=True):
        points, name, cites = (
            points_of(declaration),
            {"premium": declaration_name(declaration)},
            VALUE_CITES[declaration.kind],
        )
        if declaration.side != side:
            continue
        if not counts.all_points:
            yield CountStep(PREMIUM, -points, Text(AMONG_TRICKS, name), cites)
        elif state == COUNTS:
            yield CountStep(PREMIUM, points, Text(FORGOT, name), cites)
            yield CountStep(PREMIUM, -points, Text(COUNTED_TWICE, name), cites)
        else:
            yield CountStep(PREMIUM, -points, Text(DOES_NOT_COUNT, name), FALLS[state, declaration.kind][2])
    if "declarations" not in facts:
        unsaid = ("belot 4.3", "belot 7.15") if counts.contract == NO_TRUMPS else ("belot 4.2", "belot 4.9")
        for points in _list_premiums(counts.contract, options):
            yield CountStep(PREMIUM, -points, Text(UNSAID, {"points": points}), unsaid)
    bonus, capot = counts.capot, {"premium": CAPOT_NAMES[counts.capot]}
    if not counts.all_points:
        yield CountStep(PREMIUM, -bonus, Text(AMONG_TRICKS, capot), cite_capot(bonus))
    elif facts.get("capot") == side:
        yield CountStep(PREMIUM, bonus, Text(FORGOT, capot), cite_capot(bonus))
    else:
        yield CountStep(PREMIUM, -bonus, Text(DOES_NOT_COUNT, capot), cite_capot(bonus))


def _list_premiums(contract: str, options: BelotOptions) -> list[int]:
    """What one declaration may bring at a contract. (belot 4.2, 4.4, 7.15)"""
    if contract != NO_TRUMPS:
        return sorted(set(SEQUENCE_POINTS.values()))
    return sorted(set(CARRE_POINTS.values())) if options.carres_at_no_trumps else []


CAPOT_NAMES = {90: T("the capot’s 90"), 180: T("the capot’s 180")}
AMONG_TRICKS = T("counted a premium among the tricks: {premium}.").msgid
FORGOT = T("forgot a premium: {premium}.").msgid
COUNTED_TWICE = T("counted a premium twice: {premium}.").msgid
DOES_NOT_COUNT = T("counted a premium that does not count: {premium}.").msgid
UNSAID = T("counted a premium of {points} that is not given here.").msgid


def adding_steps(count: int) -> Iterator[CountStep]:
    """Two digits changed places, or a ten or a hundred got lost or came twice while adding."""
    digits = str(count)
    for place in range(len(digits) - 1):
        swapped = int(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])
        if swapped != count:
            yield CountStep(ADDING, swapped - count, T("two digits changed places."), ("belot 5",))
    for points in (10, 100):
        yield CountStep(ADDING, points, T("lost {points} in adding up.", points=points), ("belot 5",))
        yield CountStep(ADDING, -points, T("added {points} too many.", points=points), ("belot 5",))
