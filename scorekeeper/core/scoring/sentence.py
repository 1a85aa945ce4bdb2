"""A deal, or any other entry, in one line: sheets, televisions, phones and paper all take it from here.

A game gives the parts of a deal, each in two forms. The full form names everything that moves points or that the rules
ask about. The short form fits a row on a phone and still says which side gets how many points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.decided import DecidedDeal, read_deal
from scorekeeper.core.scoring.parts import LABELLED, DealLine, Part, join_texts, label_value
from scorekeeper.core.scoring.players import ChangeReader, seat_again
from scorekeeper.core.text import T, Text

KINDS: Mapping[str, Text] = {
    "deal": T("Deal"),
    "void": T("Void deal"),
    "penalty": T("Penalty"),
    "adjustment": T("Adjustment"),
    "players": T("Who plays"),
    "end": T("Stopped here"),
}
DECIDED_AT_TABLE = T("Decided at the table")
DEALER, WINNERS = T("Dealer"), T("Winners")
NEXT_DEALS = T("the next seat deals")
ABANDONED = T("Abandoned: no winner")


def deal_text(deal: Any, game: Game, table: Table, *, short: bool = False) -> Text:
    """What a deal was: ``hearts by Ana: 56–106``, short ``Ana ♥ 56–106``."""
    return join_texts(part.short if short else part.full for part in _parts_of(deal, game, table))


def _parts_of(deal: Any, game: Game, table: Table) -> tuple[Part, ...]:
    """The facts of a deal; those of one that the table decided are the points of its sides."""
    if not isinstance(deal, DecidedDeal):
        return game.parts(deal, table)
    points = [_points_of(side, str(points), table) for side, points in enumerate(deal.scores)]
    decision = label_value(DECIDED_AT_TABLE, join_texts(points, ", "))
    facts = (
        label_value(field.label, deal.facts[field.name]) for field in game.decided if field.name in deal.facts
    )
    return (Part(decision, decision), *(Part(fact) for fact in facts))


def _points_of(side: int, points: str, table: Table) -> Text:
    return Text("{side} {points}", {"side": table.side_name(side), "points": points.replace("-", "−")})


def entry_text(entry: Mapping[str, Any], game: Game, table: Table, *, short: bool = False) -> Text:
    """What an entry of a match document was; for a deal that cannot be read only ``Deal``."""
    kind = entry.get("kind", "deal")
    if kind == "players":
        return next(iter(_of_players(entry, game, table)), KINDS[kind])
    if kind != "deal":
        return join_texts((KINDS[kind], *_MORE[kind](entry, game, table)))
    deal = _read_deal(entry, game, table)
    if deal is None:
        return KINDS["deal"]
    sentence = deal_text(deal, game, table, short=short)
    return sentence if short else join_texts((sentence, *_dealer(entry, table)))


class Difference(NamedTuple):
    """A fact that two versions of an entry tell otherwise: its name, and what each says; None where it says nothing."""

    label: Text | str
    first: Text | None
    second: Text | None


def list_differences(
    first: Mapping[str, Any], second: Mapping[str, Any], game: Game, table: Table
) -> list[Difference]:
    """What differs between two versions of an entry, fact by fact; two of different kinds are told whole."""
    kind, other_kind = (entry.get("kind", "deal") for entry in (first, second))
    if kind != other_kind:
        return [Difference(KINDS["deal"], *(entry_text(entry, game, table) for entry in (first, second)))]
    facts, other_facts = (_list_facts(entry, game, table) for entry in (first, second))
    of_first, of_second = _by_label(_without(facts, other_facts)), _by_label(_without(other_facts, facts))
    labels = [label for label, _fact in of_first] + [label for label, _fact in of_second]
    return [
        Difference(label or KINDS[kind], _text_of(label, of_first), _text_of(label, of_second))
        for place, label in enumerate(labels)
        if label not in labels[:place]
    ]


def _list_facts(entry: Mapping[str, Any], game: Game, table: Table) -> list[Text]:
    """The facts of an entry, each by itself; none of a deal that cannot be read."""
    kind = entry.get("kind", "deal")
    if kind != "deal":
        return [*_MORE[kind](entry, game, table)]
    deal = _read_deal(entry, game, table)
    parts = _parts_of(deal, game, table) if deal is not None else ()
    facts = [fact for part in parts for fact in part.facts or (part.full,) if fact is not None]
    return [*facts, *_dealer(entry, table)]


def _without(facts: Iterable[Text], other_facts: Iterable[Text]) -> list[Text]:
    """The facts that the others do not have, or have less often."""
    left, unshared = list(other_facts), list[Text]()
    for fact in facts:
        if fact in left:
            left.remove(fact)
        else:
            unshared.append(fact)
    return unshared


def _by_label(facts: Iterable[Text]) -> list[tuple[Text | str, Text]]:
    """Each fact beside its name; one that has none beside an empty one."""
    return [
        (fact.params["label"], Text("{value}", {"value": fact.params["value"]}))
        if fact.msgid == LABELLED
        else ("", fact)
        for fact in facts
    ]


def _text_of(label: Text | str, facts: Iterable[tuple[Text | str, Text]]) -> Text | None:
    texts = [text for name, text in facts if name == label]
    return join_texts(texts) if texts else None


def entry_drawing(entry: Mapping[str, Any], game: Game, table: Table) -> DealLine:
    """An entry as the sheet draws it; where its game draws none, and for every other kind, the short sentence."""
    deal = _read_deal(entry, game, table) if entry.get("kind", "deal") == "deal" and game.line else None
    if isinstance(deal, DecidedDeal):
        return DealLine(by=DECIDED_AT_TABLE)
    if game.line is None or deal is None:
        return DealLine(by=entry_text(entry, game, table, short=True))
    return game.line(deal, table)


def _read_deal(entry: Mapping[str, Any], game: Game, table: Table) -> Any:
    """The deal of an entry; None where it cannot be read."""
    report = Report()
    deal = read_deal(game, entry, "", report, table)
    return None if report.errors else deal


def _dealer(entry: Mapping[str, Any], table: Table) -> tuple[Text, ...]:
    seat: Any = entry.get("dealer")
    known = type(seat) is int and seat in table.seating.numbers
    return (label_value(DEALER, table.names[table.seating.seat_of(seat)]),) if known else ()


def _is_below(value: Any, size: int) -> bool:
    return type(value) is int and 0 <= value < size


def _of_void(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    return () if entry.get("redeal", True) else (NEXT_DEALS,)


def _of_penalty(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    """The side at fault, and the points where they are not the agreed ones."""
    side: Any = entry.get("side")
    fields = game.penalty.fields if game.penalty is not None else ()
    at_fault = [Text("{side}", {"side": table.side_name(side)})] if _is_below(side, _sides(table)) else []
    point_fields = [field for field in fields if field.name != "side" and type(entry.get(field.name)) is int]
    return (*at_fault, *(label_value(field.label, entry[field.name]) for field in point_fields))


def _of_adjustment(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    scores: Any = entry.get("scores")
    if type(scores) not in (list, tuple) or len(scores) != _sides(table) + len(table.seating.left):
        return ()
    scores = [points for side, points in enumerate(scores) if side not in table.seating.left]
    moved = [
        _points_of(side, f"{points:+d}", table)
        for side, points in enumerate(scores)
        if type(points) is int and points
    ]
    return (join_texts(moved, ", "),) if moved else ()


def _of_end(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    winners: Any = entry.get("winners")
    if type(winners) not in (list, tuple):
        return ()
    seating = table.seating
    sides = [side for side in winners if _is_below(side, _sides(table) + len(seating.left))]
    names = [table.side_name(seating.seat_of(side)) for side in sides if side not in seating.left]
    return (label_value(WINNERS, names) if names else ABANDONED,)


def _of_players(entry: Mapping[str, Any], game: Game, table: Table) -> tuple[Text, ...]:
    """Who sits down, joins or leaves; nothing where the entry cannot be read."""
    change = ChangeReader(game, seat_again(table), "", Report()).read(entry, finished=False)
    return () if change is None else (change.line.text,)


def _sides(table: Table) -> int:
    return len(table.seating.sides)


_MORE = {
    "void": _of_void,
    "penalty": _of_penalty,
    "adjustment": _of_adjustment,
    "players": _of_players,
    "end": _of_end,
}
