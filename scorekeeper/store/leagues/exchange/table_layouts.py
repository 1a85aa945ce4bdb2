"""The tables that can be read: old results a line each, and those that a league exports; what each line says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, combinations
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.text import NOTHING, T
from scorekeeper.games import GAMES
from scorekeeper.league.files.columns import column_of, number_columns
from scorekeeper.league.files.spreadsheets import DEALS, MAX_SEATS, TIDY, WIDE
from scorekeeper.league.results import ending_of
from scorekeeper.store.leagues.exchange.game_names import slug_of

MAX_SIDES = 8
MAX_HEADINGS = 40
"""So many columns of a table that is not known can be said."""
HEADINGS = "headings"
"""What a finding has where a person may say what each column means."""
SIDE = "side"
MAX_NAME = 60
EXPORTED = frozenset((*WIDE, *TIDY))
AND = re.compile(r"\s+(?:and|и|og|eta|y|e)\s+", re.IGNORECASE)
PAPER_HEADER = (
    "date",
    "game",
    *(f"{column}{n}" for n in range(1, MAX_SIDES + 1) for column in ("side", "total")),
    "winner",
)
"""The columns of the template: partners of a side are joined by ``&``; ``winner`` is a side's number, or blank."""
Cells = Mapping[str, str]
Numbered = Iterator[tuple[int, Cells]]


class TableLine(NamedTuple):
    """One result as a spreadsheet has it: the members of each side, their totals as written, and the winners ``said``
    by number, or None where the totals say who won. ``doubtful``: no league has counted it before. ``ending`` says
    that people stopped the match.
    """

    number: int
    id: str | None
    date: str
    game: str
    sides: list[list[str]]
    totals: list[str]
    said: list[int] | None  # keeps its name: ids of lines are made of ``repr``
    season: str = ""
    confirmation: str = ""
    keys: Mapping[str, str] = NOTHING
    doubtful: bool = False
    ending: Mapping[str, Any] = NOTHING
    columns: Mapping[str, str] = NOTHING
    """The columns of ``date``, ``winner``, and ``side1``, ``total1`` … by the place of a side in the line, where
    these are others.
    """


Lines = Iterator[TableLine | None]
"""The results of a table; None after each row with which none is complete."""


def _of_paper(rows: Numbered) -> Lines:
    """Old results: a line for each, partners of a side joined by ``&``."""
    before: Counter[str] = Counter()
    for number, cells in rows:
        if not cells:
            yield None
            continue
        side_numbers = [n for n in range(1, MAX_SIDES + 1) if cells.get(f"side{n}") or cells.get(f"total{n}")]
        sides = _partners([_members(cells.get(f"side{n}", "")) for n in side_numbers], cells.get("game", ""))
        totals = [cells.get(f"total{n}", "") for n in side_numbers]
        content = "|".join(f"{name}={cells[name]}" for name in sorted(cells) if cells[name])
        before[content] += 1
        id = f"paper-{sha256(f'{before[content]}|{content}'.encode()).hexdigest()[:20]}"
        yield TableLine(
            number,
            id,
            cells.get("date", ""),
            cells.get("game", ""),
            sides,
            totals,
            _numbers(cells.get("winner", ""), side_numbers),
            cells.get("season", ""),
            doubtful=True,
            columns=_place_sides(side_numbers),
        )


def _place_sides(side_numbers: Sequence[int]) -> dict[str, str]:
    """The columns of the sides of a line, and of the first one that is left blank."""
    blank = next(n for n in range(1, MAX_SIDES + 2) if n not in side_numbers)
    numbered = enumerate((*side_numbers, blank), 1)
    return {f"{column}{place}": f"{column}{n}" for place, n in numbered for column in ("side", "total")}


def _partners(sides: list[list[str]], name: str) -> list[list[str]]:
    """``Вера и Иван`` are two, where so few cannot play the game: tables in words join partners as people do."""
    game = GAMES.get(slug_of(name))
    if game is None or sum(map(len, sides)) in game.players:
        return sides
    apart = [[player for member in side for player in AND.split(member)] for side in sides]
    return apart if sum(map(len, apart)) in game.players else sides


def _members(cell: str) -> list[str]:
    return [name.strip()[:MAX_NAME] for name in re.split(r"[&+/]", cell) if name.strip()]


def _numbers(cell: str, side_numbers: Sequence[int]) -> list[int] | None:
    """The sides that won, by their places among those that are there; -1, which is none, for any other number."""
    if not cell:
        return None
    places = {str(n): place for place, n in enumerate(side_numbers)}
    return [places.get(part, -1) for part in re.split(r"[&+/,;\s]+", cell) if part]


def _of_matches(rows: Numbered) -> Lines:
    """What a league gives out, a match a line."""
    for number, cells in rows:
        if not cells:
            yield None
            continue
        seats = [n for n in range(1, MAX_SEATS + 1) if cells.get(f"player_{n}")]
        together: dict[str, list[int]] = {}
        for n in seats:
            together.setdefault(cells.get(f"side_{n}") or f"seat {n}", []).append(n)
        sides = [[cells[f"player_{n}"] for n in side] for side in together.values()]
        totals = [cells.get(f"total_{side[0]}", "") for side in together.values()]
        won = _winners_by_name(cells.get("winners", ""), sides)
        columns = {f"total{place}": f"total_{side[0]}" for place, side in enumerate(together.values(), 1)}
        columns |= {"date": "night", "winner": "winners"}
        yield _read_exported(number, cells, sides, totals, won)._replace(columns=columns)


def _winners_by_name(winners: str, sides: Sequence[Sequence[str]]) -> list[int]:
    """The sides whose members are named, in order; ``[-1]``, which is none, where those are no sides."""
    places = range(len(sides))
    groups = chain.from_iterable(combinations(places, n) for n in range(len(sides) + 1))
    named = (
        group for group in groups if " & ".join(name for side in group for name in sides[side]) == winners
    )
    return list(next(named, (-1,)))


def _of_players(rows: Numbered) -> Lines:
    """What a league gives out, a player of a match a line: the lines of one match stand together."""
    seats: list[tuple[int, Cells]] = []
    for number, cells in rows:
        yield None
        if not cells:
            continue
        if seats and seats[-1][1].get("match") != cells.get("match"):
            yield _of_seats(seats)
            seats = []
        seats.append((number, cells))
    if seats:
        yield _of_seats(seats)


def _of_seats(seats: Sequence[tuple[int, Cells]]) -> TableLine:
    number, first = seats[0]
    together: dict[str, list[Cells]] = {}
    for _number, cells in seats:
        together.setdefault(cells.get("side", ""), []).append(cells)
    side_rows = list(together.values())
    sides = [[cells.get("player", "") for cells in side] for side in side_rows]
    totals = [side[0].get("total", "") for side in side_rows]
    won = [place for place, side in enumerate(side_rows) if side[0].get("won") == "1"]
    keys = {cells["player"]: cells["player_id"] for _number, cells in seats if cells.get("player_id")}
    columns = {"date": "night", "winner": "won"} | {
        f"total{n}": "total" for n in range(1, len(side_rows) + 1)
    }
    return _read_exported(number, first, sides, totals, won, keys)._replace(columns=columns)


def _read_exported(
    number: int,
    cells: Cells,
    sides: list[list[str]],
    totals: list[str],
    won: list[int],
    keys: Mapping[str, str] = NOTHING,
) -> TableLine:
    return TableLine(
        number,
        cells.get("match") or None,
        cells.get("night", ""),
        cells.get("game", ""),
        sides,
        totals,
        won,
        cells.get("season", ""),
        cells.get("confirmation", ""),
        keys,
        ending=ending_of({"status": cells.get("status"), "endless": cells.get("endless") == "1"}),
    )


class Layout(NamedTuple):
    """A table of some columns: those that it needs, the one with the date, how its lines are read, and how many of
    them a match has at most.
    """

    needs: frozenset[str]
    date: str
    lines: Callable[[Numbered], Lines]
    rows: int = 1


PAPER = Layout(frozenset({"date", "game", "side1", "side2"}), "date", _of_paper)
OURS = (
    Layout(frozenset({"night", "game", "player_1", "player_2", "side_1", "winners"}), "night", _of_matches),
    Layout(
        frozenset({"match", "night", "game", "seat", "side", "player", "won"}),
        "night",
        _of_players,
        MAX_SEATS,
    ),
)


def is_known(heading: str) -> bool:
    """Whether a column of some table is called so."""
    return heading.strip().casefold() in EXPORTED or column_of(heading) is not None


def find_layout(
    written: Sequence[str], choices: Mapping[str, Any], report: Report
) -> tuple[list[str], Layout | None]:
    """The columns by the names that the program has for them, and how its lines are read; None for no such table.

    The ``choices`` of a person may say which of the template's ``columns`` each one is (none: ``""``), and the ``game``
    of lines that name none. Several columns of one side are partners then.
    """
    header = [heading.casefold() for heading in written]
    ours = next((layout for layout in OURS if layout.needs <= set(header)), None)
    if ours is not None:
        return header, ours
    names: list[str | None] = [column_of(heading) for heading in number_columns(written)]
    columns = choices.get("columns", [])
    if len(columns) == len(written[:MAX_HEADINGS]):
        names[: len(columns)] = columns
    if not PAPER.needs <= {*names, *(["game"] if choices.get("game") else [])}:
        _no_layout(written, report)
        return header, None
    twice = [
        heading
        for heading, name in zip(written, names, strict=True)
        if name and names.count(name) > 1 and not (columns and name.startswith(SIDE))
    ]
    if twice:
        text = T("Several columns mean the same: {columns}.", columns=twice[:MAX_SIDES])
        report.error("line 1", "twice", text)
    meant = [name or heading for heading, name in zip(written, names, strict=True)]
    return meant, None if twice else PAPER


def _no_layout(written: Sequence[str], report: Report) -> None:
    if set(DEALS) <= {heading.casefold() for heading in written}:
        text = T("This table has a line for each deal. Bring in the one that has a line for each match.")
        report.error("line 1", "missing", text)
        return
    headings = list(written[:MAX_HEADINGS])
    text = T("The first line names the columns: {columns}.", columns=", ".join(PAPER_HEADER[:6]))
    report.error("line 1", "missing", text._replace(params={**text.params, HEADINGS: headings}))
