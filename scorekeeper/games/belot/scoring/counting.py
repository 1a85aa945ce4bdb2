"""The raw points of each side before rounding, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.core.play.cards import FRENCH_SUITS, RANK_NAMES
from scorekeeper.core.scoring.scores import NOT_COUNTED, RAW, Line
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import (
    BELOTE,
    CARRE,
    NO_TRUMPS,
    SEQUENCE,
    TRICK_POINTS_OF,
    BelotDeal,
    Declaration,
)
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import points_of
from scorekeeper.games.belot.play.standings import (
    COUNTS,
    LATER,
    LEVEL,
    LOST,
    NOT_TRUMP,
    OUTRANKED,
    TRICKLESS,
    UNDECIDED,
    contest_of,
    find_customs,
    standings,
)

CAPOT_POINTS = 90

TRICK_POINTS_TEXT = T("Card points and last ten")
NOT_COUNTED_TEXT = T("Not counted: all card points and the last ten")
NO_TRUMPS_TEXT = T("No trumps doubles: {points} × 2 = {sum}").msgid
CAPOT_TEXT = T("Capot: every trick taken")
TRICK_POINTS_CITES = ("belot 3.1",)
NO_TRUMPS_CITES = ("belot 3.2",)
CAPOT_CITES = ("belot 4.10",)


def raw_lines(deal: BelotDeal, options: BelotOptions, dealer: int | None) -> list[Line]:
    """The raw lines of both sides of a deal that this seat dealt. (belot 3.1, 3.2, 4)"""
    if deal.whole_to is not None:
        return _uncounted_lines(deal, deal.whole_to, options, dealer)
    first, second = deal.trick_points
    lines = [
        Line(0, first, "trick_points", TRICK_POINTS_TEXT, TRICK_POINTS_CITES, RAW),
        Line(1, second, "trick_points", TRICK_POINTS_TEXT, TRICK_POINTS_CITES, RAW),
    ]
    if deal.contract == NO_TRUMPS:
        lines += [_no_trumps_line(0, first), _no_trumps_line(1, second)]
    lines += _declaration_lines(deal, options, dealer)
    if deal.capot is not None:
        bonus = capot_points(deal.contract, options)
        lines.append(Line(deal.capot, bonus, "capot", CAPOT_TEXT, cite_capot(bonus), RAW))
    return lines


def _declaration_lines(deal: BelotDeal, options: BelotOptions, dealer: int | None) -> Iterable[Line]:
    if not deal.declarations:
        return ()
    contest = contest_of(deal, options, dealer)
    return [
        declaration_line(declaration, standing, find_customs(declaration, deal.declarations, contest))
        for declaration, standing in zip(
            deal.declarations, standings(deal.declarations, contest), strict=True
        )
    ]


def _uncounted_lines(deal: BelotDeal, side: int, options: BelotOptions, dealer: int | None) -> list[Line]:
    """The raw lines of a deal that was not counted: all of it is one side's, declarations included. (belot 7.16)"""
    points = TRICK_POINTS_OF[deal.contract]
    lines = [Line(side, points, NOT_COUNTED, NOT_COUNTED_TEXT, ("belot 7.16", "belot 5"), RAW)]
    if deal.contract == NO_TRUMPS:
        lines.append(_no_trumps_line(side, points))
    lines += (
        line._replace(side=side) if line.points else line
        for line in _declaration_lines(deal, options, dealer)
    )
    return lines


def capot_points(contract: str, options: BelotOptions) -> int:
    """What every trick taken adds to the last ten. (belot 4.10, 7.8)"""
    return options.capot_at_no_trumps if contract == NO_TRUMPS else CAPOT_POINTS


def cite_capot(points: int) -> tuple[str, ...]:
    """The articles of what a capot brings. (belot 4.10, 7.8)"""
    return CAPOT_CITES if points == CAPOT_POINTS else (*CAPOT_CITES, "belot 7.8")


def _no_trumps_line(side: int, points: int) -> Line:
    """The same points once more. (belot 3.2)"""
    text = Text(NO_TRUMPS_TEXT, {"points": points, "sum": 2 * points})
    return Line(side, points, "no_trumps", text, NO_TRUMPS_CITES, RAW)


def declaration_line(declaration: Declaration, standing: str, customs: tuple[str, ...] = ()) -> Line:
    """A declaration with its points, or with none and the reason why it does not count.

    ``customs`` are the articles of the table's own by which it counts. (belot 4.6, 4.7, 7.12, 7.13, 7.14)
    """
    kind, side, name = declaration.kind, declaration.side, declaration_name(declaration)
    if standing == COUNTS:
        return Line(side, points_of(declaration), kind, name, (*VALUE_CITES[kind], *customs), RAW)
    code, text, cites = FALLS[standing, kind]
    return Line(side, 0, code, Text(text, {"declaration": name}), cites, RAW)


VALUE_CITES = {SEQUENCE: ("belot 4.2",), CARRE: ("belot 4.3",), BELOTE: ("belot 4.9",)}
CONTEST_CITES = {SEQUENCE: ("belot 4.6",), CARRE: ("belot 4.7",)}
Fall = tuple[str, str, tuple[str, ...]]
OUTRANKED_TEXT = T("{declaration}: does not count, the other side has the highest declaration").msgid
TRICKLESS_TEXT = T("{declaration}: does not count, its side took no trick").msgid
FALLS: Mapping[tuple[str, str], Fall] = {
    (LOST, SEQUENCE): (
        "sequence_lost",
        T("{declaration}: does not count, the other side has the highest sequence").msgid,
        CONTEST_CITES[SEQUENCE],
    ),
    (LOST, CARRE): (
        "carre_lost",
        T("{declaration}: does not count, the other side has the highest carre").msgid,
        CONTEST_CITES[CARRE],
    ),
    (LEVEL, SEQUENCE): (
        "sequences_level",
        T("{declaration}: does not count, the highest sequences of both sides are equal").msgid,
        CONTEST_CITES[SEQUENCE],
    ),
    (LATER, SEQUENCE): (
        "sequence_lost",
        T(
            "{declaration}: does not count, of equal sequences that of the first player after the dealer does"
        ).msgid,
        ("belot 7.12",),
    ),
    (NOT_TRUMP, SEQUENCE): (
        "sequence_lost",
        T("{declaration}: does not count, of equal sequences the one in trumps does").msgid,
        ("belot 7.12",),
    ),
    (UNDECIDED, SEQUENCE): (
        "sequences_level",
        T("{declaration}: the highest sequences of both sides are equal").msgid,
        ("belot 7.12",),
    ),
    (OUTRANKED, SEQUENCE): ("sequence_lost", OUTRANKED_TEXT, ("belot 7.13",)),
    (OUTRANKED, CARRE): ("carre_lost", OUTRANKED_TEXT, ("belot 7.13",)),
    (TRICKLESS, SEQUENCE): ("trickless", TRICKLESS_TEXT, ("belot 7.14",)),
    (TRICKLESS, CARRE): ("trickless", TRICKLESS_TEXT, ("belot 7.14",)),
}
"""What a row of the sheet says of a declaration that does not count: the line's code, its text, the articles."""

SEQUENCE_NAMES: Mapping[int, str] = {
    3: T("Tierce to the {top}").msgid,
    4: T("Quarte to the {top}").msgid,
    5: T("Quinte to the {top}").msgid,
}
SEQUENCE_NAMES_IN_SUIT: Mapping[int, str] = {
    3: T("Tierce to the {top} of {suit}").msgid,
    4: T("Quarte to the {top} of {suit}").msgid,
    5: T("Quinte to the {top} of {suit}").msgid,
}
LONG_QUINTE = T("{length}-card quinte to the {top}").msgid
LONG_QUINTE_IN_SUIT = T("{length}-card quinte to the {top} of {suit}").msgid
CARRE_NAMES: Mapping[str, Text] = {
    "9": T("Carre of nines"),
    "10": T("Carre of tens"),
    "J": T("Carre of jacks"),
    "Q": T("Carre of queens"),
    "K": T("Carre of kings"),
    "A": T("Carre of aces"),
}
BELOTE_NAMES: Mapping[str, Text] = {
    suit: T("Belote in {suit}", suit=name) for suit, name in FRENCH_SUITS.items()
}


def declaration_name(declaration: Declaration) -> Text:
    """A declaration as players say it: ``Tierce to the king of spades``."""
    if declaration.kind == BELOTE:
        return BELOTE_NAMES[str(declaration.suit)]
    if declaration.kind == CARRE:
        return CARRE_NAMES[declaration.rank]
    params: dict[str, Text | int] = {"top": RANK_NAMES[declaration.top]}
    if declaration.length > max(SEQUENCE_NAMES):
        params["length"] = declaration.length
    if declaration.suit is None:
        return Text(SEQUENCE_NAMES.get(declaration.length, LONG_QUINTE), params)
    params["suit"] = FRENCH_SUITS[declaration.suit]
    return Text(SEQUENCE_NAMES_IN_SUIT.get(declaration.length, LONG_QUINTE_IN_SUIT), params)
