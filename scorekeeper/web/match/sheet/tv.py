"""The match for a television: how it stands, readable from four metres, and following by itself."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.scoring.sheet import FINISHED, Sheet
from scorekeeper.core.text import N, T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.in_progress import in_play
from scorekeeper.web.match.at_table import entry_at, table_at, table_of
from scorekeeper.web.match.links import WATCH, pages, show_page
from scorekeeper.web.match.sheet.chart import played_to
from scorekeeper.web.match.sheet.rows import DrawnLine, draw_line, list_written
from scorekeeper.web.match.sheet.sheet import ColumnHead, goes_on, leaders, list_facts, list_heads, progress
from scorekeeper.web.match.words import deal_numbers, entry_line

LAST_DEALS = 6
"""The style sheet shows fewer where the boxes of the sides need the room."""


class TvSide(NamedTuple):
    """A side as the television shows it; ``part`` is its way to the end in hundredths, None without a target."""

    seats: list[ColumnHead]
    total: int
    ahead: bool
    needs: Text | None
    part: int | None


class TvDeal(NamedTuple):
    """One of the last deals: in words, as it is drawn, and what each side writes."""

    number: int
    words: str
    line: DrawnLine
    scores: list[str]


@pages.add("/tv", may=WATCH)
def tv(match: Match, capability: str) -> str:
    """How it stands, in huge figures."""
    table, sheet = table_of(match), match.scored.sheet
    finished = sheet is not None and sheet.status == FINISHED
    return show_page(
        "matches/tv.html",
        match,
        capability,
        sides=_sides(match, sheet) if sheet is not None else [],
        names=[table.side_name(side) for side in range(len(table.seating.sides))],
        deals=_deals(match),
        facts=[] if finished else list_facts(match),
        in_play="" if finished else in_play(match),
        finished=finished,
        winners=table.people(sheet.winners) if sheet is not None else [],
        target=played_to(match),
        goes_on=goes_on(sheet),
    )


def _sides(match: Match, sheet: Sheet) -> list[TvSide]:
    ahead = leaders(sheet) if sheet.entries else ()
    parts = progress(sheet, None if sheet.game.lowest_wins else played_to(match))
    return [
        TvSide(seats, total, side in ahead, _needs(match, sheet, side), parts[side] if parts else None)
        for side, (seats, total) in enumerate(zip(list_heads(sheet.table, sheet), sheet.totals, strict=True))
    ]


def _needs(match: Match, sheet: Sheet, side: int) -> Text | None:
    """What is missing to the target; where the fewest points win, what is too many."""
    target, game = played_to(match), GAMES[match.game]
    if sheet.status == FINISHED:
        return None
    if side in sheet.left:
        return T("plays no more")
    if target is not None and not game.lowest_wins:
        left = target - sheet.totals[side]
        return N("{n} to go", "{n} to go", n=left) if left > 0 else T("has {target} already", target=target)
    if game.lowest_wins and sheet.entries:
        best = min(total for number, total in enumerate(sheet.totals) if number not in sheet.left)
        behind = sheet.totals[side] - best
        return N("{n} behind", "{n} behind", n=behind) if behind else T("in the lead")
    return None


def _deals(match: Match) -> list[TvDeal]:
    game, counted = GAMES[match.game], deal_numbers(match)
    deals: list[TvDeal] = []
    for row in reversed(match.rows()):
        entry = entry_at(match, row.place)
        if row.seq in counted and entry is not None:
            table = table_at(match, row.place)
            line = entry_line(row.entry, game, table, short=True)
            drawn = draw_line(row, entry, game, table)
            deals.append(TvDeal(counted[row.seq], line, drawn, list_written(entry)))
        if len(deals) == LAST_DEALS:
            break
    return deals
