"""Results as rows of a spreadsheet: wide (a match a row), tidy (a player a row), and deal by deal.

No cell is one that a spreadsheet would run as a formula, also not when it cuts the file at other separators than the
comma: an apostrophe marks a text that could be taken for a formula, and :func:`unescape_formula` takes it off again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.core.text import NOTHING
from scorekeeper.league.results import Result
from scorekeeper.league.strangers import STRANGER, is_stranger

BOM = "\ufeff"
"""What tells a spreadsheet that a file is UTF-8. It is put before the text at the edge, where bytes are made."""

MAX_SEATS = 8
MANY_DEALS = 300
"""A match of more deals has a row for each player of a deal with ids in place of names: no evening has so many."""
Cell = str | int | None

# Where a cell begins, or would begin for a program that cuts at semicolons, tabs or lines, and a formula could follow.
_BEGINS = re.compile(r"(^|[,;|\t\r\n])(?=[\s']*[=+\-@＝＋－＠])")
_MARKED = re.compile(r"(^|[,;|\t\r\n])'(?=[\s']*[=+\-@＝＋－＠])")


def escape_formula(text: str) -> str:
    """A text that no spreadsheet runs: an apostrophe stands before everything that could begin a formula."""
    return _BEGINS.sub(r"\1'", text)


def unescape_formula(text: str) -> str:
    """The text that :func:`escape_formula` was given."""
    return _MARKED.sub(r"\1", text)


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV file with Windows line ends; every text is quoted, numbers are not."""
    output = io.StringIO()
    writer = csv.writer(output, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow(
            [escape_formula(cell) if isinstance(cell, str) else "" if cell is None else cell for cell in row]
        )
    return output.getvalue()


ABOUT = ("match", "night", "season", "game", "preset", "status", "confirmation")
WIDE = (
    *ABOUT,
    "deals",
    *(f"{column}_{seat}" for seat in range(1, MAX_SEATS + 1) for column in ("player", "total", "place")),
    *(f"side_{seat}" for seat in range(1, MAX_SEATS + 1)),
    "winners",
    "endless",
)
TIDY = (*ABOUT, "seat", "side", "player_id", "player", "partners", "total", "place", "won", "endless")
DEALS = ("match", "night", "game", "deal", "dealer", "outcome", "player_id", "player", "score", "total")


def _about(result: Result, seasons: Mapping[str, str]) -> list[Cell]:
    about = result.about
    return [
        about.match,
        about.night,
        seasons.get(about.season, about.season) if about.season else None,
        result.game,
        result.preset,
        result.status,
        about.confirmation,
    ]


def wide_rows(
    results: Iterable[Result], names: Mapping[str, str], seasons: Mapping[str, str] = NOTHING
) -> Iterator[list[Cell]]:
    """A match a row, under ``WIDE``: everyone's name, total and place, seat by seat. ``seasons`` has their names."""
    for result in results:
        row = [*_about(result, seasons), len(result.deals)]
        for seat in range(MAX_SEATS):
            row += _seat(result, seat, names) if seat < len(result.players) else [None] * 3
        winners = [_name(player, names) for side in result.winners for player in result.members(side)]
        sides = [result.side_of(seat) + 1 for seat in range(len(result.players))]
        yield [*row, *sides, *[None] * (MAX_SEATS - len(sides)), " & ".join(winners), int(result.endless)]


def _seat(result: Result, seat: int, names: Mapping[str, str]) -> list[Cell]:
    side = result.side_of(seat)
    return [_name(result.players[seat], names), _total(result, side), result.placements[side]]


def tidy_rows(
    results: Iterable[Result], names: Mapping[str, str], seasons: Mapping[str, str] = NOTHING
) -> Iterator[list[Cell]]:
    """A player of a match a row, under ``TIDY``: what pivot tables and statistics programs want."""
    for result in results:
        for seat, player in enumerate(result.players):
            side = result.side_of(seat)
            partners = [_name(other, names) for other in result.members(side) if other != player]
            yield [
                *_about(result, seasons),
                seat + 1,
                side + 1,
                player,
                _name(player, names),
                " & ".join(partners),
                _total(result, side),
                result.placements[side],
                int(side in result.winners),
                int(result.endless),
            ]


def deal_rows(
    results: Iterable[Result], names: Mapping[str, str], seasons: Mapping[str, str] = NOTHING
) -> Iterator[list[Cell]]:
    """A player of a deal a row, under ``DEALS``, which says no season."""
    for result in results:
        names_here = names if len(result.deals) <= MANY_DEALS else NOTHING
        for number, deal in enumerate(result.deals, 1):
            people = result.people_at(deal)
            for seat, player in enumerate(people):
                side = result.side_of(seat)
                if side >= len(deal.scores) or side in deal.left:
                    continue
                dealer = _name(people[deal.dealer], names_here)
                start: list[Cell] = [result.match, result.night, result.game, number, dealer, deal.outcome]
                yield [*start, player, _name(player, names_here), deal.scores[side], deal.totals[side]]


def _name(player: str, names: Mapping[str, str]) -> str:
    return STRANGER if is_stranger(player) else names.get(player, player)


def _total(result: Result, side: int) -> Cell:
    return result.totals[side] if result.totals else None
