"""What if, on a page: the match under both sets of rules, deal beside deal, and where the two part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.disputes.what_if import Beside, compare
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.scores import AFTER_END, Entry
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import T, Text
from scorekeeper.web.desk.place import Place
from scorekeeper.web.match.words import entry_line


class RulesVersion(NamedTuple):
    """An entry by one set of rules: its scores and the totals after it, a number a side; ``mark`` says of the end."""

    scores: tuple[int, ...]
    totals: tuple[int, ...]
    mark: Text | None


class Pair(NamedTuple):
    """An entry by both: its name, what was played in it, and whether it comes out otherwise."""

    title: Text
    about: str
    differs: bool
    versions: tuple[RulesVersion, RulesVersion]


class ComparedTotal(NamedTuple):
    """A side's totals by both, and whether it has won."""

    name: str
    before: int
    after: int
    won: tuple[bool, bool]


class Comparison(NamedTuple):
    """Everything that the page shows. ``parts`` is the name of the first entry that comes out otherwise."""

    totals: list[ComparedTotal]
    pairs: list[Pair]
    parts: Text | None
    reasons: list[Reason]


def comparison(place: Place, question: Mapping[str, Any]) -> Comparison | None:
    """The two sheets side by side; None where one of them cannot be."""
    sheets = compare(place.game, question["match"], question["other"], Report())
    if sheets is None:
        return None
    own = place.match.scored if place.match is not None else None
    table, differs = _call(sheets.before.table, own and own.sheet and own.sheet.table), set(sheets.differs)
    facts, titles = question["match"]["entries"], sheets.titles
    own_rows = own.rows if own is not None and len(own.rows) == len(titles) else [None] * len(titles)
    pairs = [
        Pair(
            title,
            _line(facts[at], place.game, row, own_row),
            at in differs,
            (_version(sheets.before, at), _version(sheets.after, at)),
        )
        for at, (title, row, own_row) in enumerate(zip(titles, sheets.before.entries, own_rows, strict=True))
    ]
    return Comparison(
        _totals(sheets, table), pairs, titles[min(differs)] if differs else None, sheets.changed_options
    )


def _line(entry: Mapping[str, Any], game: Game, row: Entry, own: Entry | None) -> str:
    """What was played in a deal, by those who played it."""
    if row.kind != "deal" or row.playing is None:
        return ""
    return entry_line(entry, game, _call(row.playing, own and own.playing), short=True)


def _call(table: Table, own: Table | None) -> Table:
    """Who was there as the match itself calls them, which a link never does."""
    return table if own is None or own.seating != table.seating else table._replace(names=own.names)


def _totals(sheets: Beside, table: Table) -> list[ComparedTotal]:
    before, after = sheets
    return [
        ComparedTotal(table.side_name(side), old, new, (side in before.winners, side in after.winners))
        for side, (old, new) in enumerate(zip(before.totals, after.totals, strict=True))
    ]


def _version(sheet: Sheet, at: int) -> RulesVersion:
    entry: Entry = sheet.entries[at]
    mark = None
    if entry.outcome == AFTER_END:
        mark = T("after the end")
    elif at == sheet.ended:
        mark = T("the match ends here")
    return RulesVersion(entry.scores, entry.totals, mark)
