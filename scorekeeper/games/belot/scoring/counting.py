"""The raw points of each side before rounding, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.play.cards import FRENCH_SUITS, RANK_NAMES
from scorekeeper.core.scoring.scores import RAW, Line
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import BELOTE, CARRE, NO_TRUMPS, SEQUENCE, BelotDeal, Declaration
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import COUNTS, LEVEL, points_of, standings

CAPOT_POINTS = 90

TRICK_POINTS_TEXT = T("Card points and last ten")
NO_TRUMPS_TEXT = T("No trumps doubles: {points} × 2 = {sum}").msgid
CAPOT_TEXT = T("Capot: every trick taken")
TRICK_POINTS_CITES = ("belot 3.1",)
NO_TRUMPS_CITES = ("belot 3.2",)
CAPOT_CITES = ("belot 4.10",)


def raw_lines(deal: BelotDeal, options: BelotOptions) -> list[Line]:
    """The raw lines of both sides. (belot 3.1, 3.2, 4)"""
    first, second = deal.trick_points
    lines = [
        Line(0, first, "trick_points", TRICK_POINTS_TEXT, TRICK_POINTS_CITES, RAW),
        Line(1, second, "trick_points", TRICK_POINTS_TEXT, TRICK_POINTS_CITES, RAW),
    ]
    if deal.contract == NO_TRUMPS:
        lines += [_no_trumps_line(0, first), _no_trumps_line(1, second)]
    if deal.declarations:
        standing = standings(deal.declarations, options.quinte_ranking)
        lines += map(declaration_line, deal.declarations, standing)
    if deal.capot is not None:
        bonus = capot_points(deal.contract, options)
        cites = CAPOT_CITES if bonus == CAPOT_POINTS else (*CAPOT_CITES, "belot 7.8")
        lines.append(Line(deal.capot, bonus, "capot", CAPOT_TEXT, cites, RAW))
    return lines


def capot_points(contract: str, options: BelotOptions) -> int:
    """What every trick taken adds to the last ten. (belot 4.10, 7.8)"""
    return options.capot_at_no_trumps if contract == NO_TRUMPS else CAPOT_POINTS


def _no_trumps_line(side: int, points: int) -> Line:
    """The same points once more. (belot 3.2)"""
    text = Text(NO_TRUMPS_TEXT, {"points": points, "sum": 2 * points})
    return Line(side, points, "no_trumps", text, NO_TRUMPS_CITES, RAW)


def declaration_line(declaration: Declaration, standing: str) -> Line:
    """A declaration with its points, or with none and the reason why it does not count. (belot 4.6, 4.7)"""
    kind, side, name = declaration.kind, declaration.side, declaration_name(declaration)
    if standing == COUNTS:
        return Line(side, points_of(declaration), kind, name, VALUE_CITES[kind], RAW)
    text, code = (LEVEL_TEXT, "sequences_level") if standing == LEVEL else (LOST_TEXT[kind], f"{kind}_lost")
    return Line(side, 0, code, Text(text, {"declaration": name}), CONTEST_CITES[kind], RAW)


VALUE_CITES = {SEQUENCE: ("belot 4.2",), CARRE: ("belot 4.3",), BELOTE: ("belot 4.9",)}
CONTEST_CITES = {SEQUENCE: ("belot 4.6",), CARRE: ("belot 4.7",)}
LOST_TEXT = {
    SEQUENCE: T("{declaration}: does not count, the other side has the highest sequence").msgid,
    CARRE: T("{declaration}: does not count, the other side has the highest carre").msgid,
}
LEVEL_TEXT = T("{declaration}: does not count, the highest sequences of both sides are equal").msgid

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
