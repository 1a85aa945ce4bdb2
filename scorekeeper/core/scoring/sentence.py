"""A deal, or any other entry, in one line: sheets, televisions, phones and paper all take it from here.

A game gives the parts of a deal, each in two forms. The full form names everything that moves points or that the rules
ask about. The short form fits a row on a phone and still says which side gets how many points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import DealLine, join_texts, label_value
from scorekeeper.core.text import T, Text

KINDS: Mapping[str, Text] = {
    "deal": T("Deal"),
    "void": T("Void deal"),
    "penalty": T("Penalty"),
    "adjustment": T("Adjustment"),
    "end": T("Stopped here"),
}
DEALER, WINNERS = T("Dealer"), T("Winners")
NEXT_DEALS = T("the next seat deals")
ABANDONED = T("Abandoned: no winner")


def deal_text(deal: Any, game: Game, table: Table, *, short: bool = False) -> Text:
    """What a deal was: ``hearts by Ana: 56–106``, short ``Ana ♥ 56–106``."""
    return join_texts(part.short if short else part.full for part in game.parts(deal, table))


def entry_text(entry: Mapping[str, Any], game: Game, table: Table, *, short: bool = False) -> Text:
    """What an entry of a match document was; for a deal that cannot be read only ``Deal``."""
    kind = entry.get("kind", "deal")
    if kind != "deal":
        return join_texts((KINDS[kind], *_MORE[kind](entry, game, table)))
    report = Report()
    deal = game.read(entry, "", report, table)
    if deal is None or report.errors:
        return KINDS["deal"]
    said = deal_text(deal, game, table, short=short)
    seat: Any = entry.get("dealer")
    if short or not _is_below(seat, len(table.names)):
        return said
    return join_texts((said, label_value(DEALER, table.names[seat])))


def entry_drawing(entry: Mapping[str, Any], game: Game, table: Table) -> DealLine:
    """An entry as the sheet draws it; where its game draws none, and for every other kind, the short sentence."""
    report = Report()
    deal = game.read(entry, "", report, table) if entry.get("kind", "deal") == "deal" and game.line else None
    if game.line is None or deal is None or report.errors:
        return DealLine(by=entry_text(entry, game, table, short=True))
    return game.line(deal, table)


def _is_below(value: Any, size: int) -> bool:
    return type(value) is int and 0 <= value < size


def _of_void(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    return () if entry.get("redeal", True) else (NEXT_DEALS,)


def _of_penalty(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    """The side at fault, and the points where they are not the agreed ones."""
    side: Any = entry.get("side")
    fields = game.penalty.fields if game.penalty is not None else ()
    said = [Text("{side}", {"side": table.side_name(side)})] if _is_below(side, _sides(table)) else []
    more = [field for field in fields if field.name != "side" and type(entry.get(field.name)) is int]
    return (*said, *(label_value(field.label, entry[field.name]) for field in more))


def _of_adjustment(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    scores: Any = entry.get("scores")
    if type(scores) not in (list, tuple) or len(scores) != _sides(table):
        return ()
    moved = [
        Text("{side} {points}", {"side": table.side_name(side), "points": f"{points:+d}".replace("-", "−")})
        for side, points in enumerate(scores)
        if type(points) is int and points
    ]
    return (join_texts(moved, ", "),) if moved else ()


def _of_end(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    winners: Any = entry.get("winners")
    if type(winners) not in (list, tuple):
        return ()
    names = [table.side_name(side) for side in winners if _is_below(side, _sides(table))]
    return (label_value(WINNERS, names) if names else ABANDONED,)


def _sides(table: Table) -> int:
    return len(table.seating.sides)


_MORE = {"void": _of_void, "penalty": _of_penalty, "adjustment": _of_adjustment, "end": _of_end}
