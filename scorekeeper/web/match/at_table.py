"""Who is at a table: everyone who ever sat there, those who play now, and those who played an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_match
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.renumbering import in_document, in_seats
from scorekeeper.core.scoring.decided import ways_of
from scorekeeper.core.scoring.fold import ADJUSTMENT_FIELDS, DEALER
from scorekeeper.core.scoring.players import may_come_and_go
from scorekeeper.core.scoring.scores import Entry
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match


def table_of(match: Match) -> Table:
    """Everyone who ever sat there, and under which options they play, whether or not the deals can be scored."""
    if (match.is_scored or match.has_changes) and match.scored.sheet is not None:
        return match.scored.sheet.table  # a form need not have the match scored for it
    return table_at_start(match)


def table_at_start(match: Match) -> Table:
    """Those who began the match, before another sat down, joined or left."""
    document = read_match({**match.document(), "entries": []}, GAMES, Report())
    assert document is not None, "what was opened names its game and its players"
    return document.table


def playing(match: Match) -> Table:
    """Those who play now, by the numbers that documents give them."""
    sheet = match.scored.sheet if match.has_changes else None
    return table_of(match) if sheet is None else sheet.playing


def entry_at(match: Match, place: int | None) -> Entry | None:
    """How the entry at this place of the document is scored; None where it cannot be, or stands there no more."""
    rows = match.scored.rows
    return rows[place] if place is not None and place < len(rows) else None


def table_at(match: Match, place: int | None) -> Table:
    """Those who played when the entry at this place of the document was written; without one those who play now."""
    entry = entry_at(match, place) if match.has_changes else None
    return playing(match) if entry is None or entry.playing is None else entry.playing


def comes_and_goes(match: Match) -> bool:
    """Whether players may join this match and leave it."""
    return may_come_and_go(GAMES[match.game], table_of(match))


def without_gaps(table: Table) -> Table:
    """The same players for a form, which numbers them as they sit."""
    return table._replace(seating=table.seating.without_gaps())


def list_players(table: Table) -> str:
    """Who plays, each name after the number in documents: by it a page knows that others play than when it was made."""
    numbers = map(table.seating.number_of, range(len(table.names)))
    return " · ".join(f"{number} {name}" for number, name in zip(numbers, table.names, strict=True))


def next_seat(sheet: Sheet) -> int | None:
    """Who deals next, counted among those who play; None after the end."""
    return None if sheet.next_dealer is None else sheet.playing.seating.seat_of(sheet.next_dealer)


def as_document(match: Match, entry: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """An entry about those of a table, as the document of a match has it that some have left."""
    return in_document(_fields_of(match), entry, table.seating)


def as_seats(match: Match, entry: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """An entry of the document by the seats of those of a table, who played it."""
    return in_seats(_fields_of(match), entry, table.seating)


def _fields_of(match: Match) -> list[Field]:
    deals = (field for form in ways_of(GAMES[match.game]) for field in form.fields)
    return [DEALER, *ADJUSTMENT_FIELDS, *deals]
