"""Spreadsheets as items: old results a line each, and the spreadsheets that a league exports.

A spreadsheet names its columns in the first line. How it is written (encoding, separator, order of dates) is found
out, unless a person says so.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, combinations, islice
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.text import NOTHING, T
from scorekeeper.games import GAMES
from scorekeeper.league.files import csv_reading
from scorekeeper.league.files.csv_reading import read_day
from scorekeeper.league.files.spreadsheets import DEALS, MAX_SEATS, TIDY, WIDE, unescape_formula
from scorekeeper.league.plausible import note_oddities
from scorekeeper.league.results import CONFIRMED, CONTESTED, WAITING, ending_of
from scorekeeper.store.leagues.exchange.bg_stats import number_of
from scorekeeper.store.leagues.exchange.game_names import slug_of
from scorekeeper.store.leagues.exchange.pace import ITEM, ROW, Pace, Steps

MAX_SIDES = 8
DATES_LOOKED_AT = 10_000
"""So many lines tell in which order the dates are."""
MAX_NAME = 60
AND = re.compile(r"\s+(?:and|и|og|eta|y|e)\s+", re.IGNORECASE)
PAPER_HEADER = (
    "date",
    "game",
    *(f"{what}{n}" for n in range(1, MAX_SIDES + 1) for what in ("side", "total")),
    "winner",
)
"""The columns of the template: partners of a side are joined by ``&``; ``winner`` is a side's number, or blank."""
Item = dict[str, Any]
Cells = Mapping[str, str]
Numbered = Iterator[tuple[int, Cells]]


class Line(NamedTuple):
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
    said: list[int] | None
    season: str = ""
    confirmation: str = ""
    keys: Mapping[str, str] = NOTHING
    doubtful: bool = False
    ending: Mapping[str, Any] = NOTHING


def read_csv(
    body: bytes, report: Report, said: Mapping[str, Any], most: int
) -> Steps[tuple[list[Item], dict[str, Any]]]:
    """The items of a spreadsheet, at most ``most`` results, and how it was read."""
    encoding = said.get("encoding") or csv_reading.encoding_of(body)
    text = csv_reading.decode(body, encoding)
    if text is None:
        report.error("", "not_text", T("The table is not written in this encoding: choose another one."))
        return [], {"encoding": encoding}
    separator = said.get("separator") or csv_reading.separator_of(text, {*PAPER_HEADER, *WIDE, *TIDY})
    told = {"encoding": encoding, "separator": separator}
    try:
        header = [cell.strip().casefold() for cell in next(csv_reading.rows_of(text, separator), [])]
        layout = next((one for one in LAYOUTS if one.needs <= set(header)), None)
        if layout is None:
            _no_layout(header, report)
            return [], told
        if (yield from _count_rows(text, separator)) > most * layout.rows + 1:
            report.error("", "too_many", T("At most {most} matches can be brought in at once.", most=most))
            return [], told
        dates = _dates(header, layout, text, separator)
        told["dates"] = said.get("dates") or csv_reading.date_order_of(dates)
        lines = layout.lines(_number_rows(header, text, separator))
        return (yield from _items(lines, told["dates"], report)), told
    except csv_reading.TooWideError:
        wide = T("A line of this table has more than {most} columns.", most=csv_reading.MAX_CELLS)
        report.error("", "too_many", wide)
        return [], told
    except csv.Error:
        report.error("", "not_csv", T("A line of this table has no end. Save it as CSV once more."))
        return [], told


def _count_rows(text: str, separator: str) -> Steps[int]:
    """How many lines hold anything."""
    pace, count = Pace(), 0
    for row in csv_reading.rows_of(text, separator):
        count += any(row)
        if pace.add(ROW + len(row)):
            yield pace.rest()
    return count


def _number_rows(header: Sequence[str], text: str, separator: str) -> Numbered:
    """The lines below the first one, with their numbers; without cells where they hold nothing."""
    for number, row in enumerate(islice(csv_reading.rows_of(text, separator), 1, None), 2):
        cells: Cells = NOTHING
        if any(row):
            cells = dict(zip(header, (unescape_formula(cell).strip() for cell in row), strict=False))
        yield number, cells if any(cells.values()) else NOTHING


def _dates(header: Sequence[str], layout: Layout, text: str, separator: str) -> list[str]:
    place = header.index(layout.date)
    rows = islice(csv_reading.rows_of(text, separator), 1, DATES_LOOKED_AT)
    return [row[place] for row in rows if len(row) > place]


def _no_layout(header: Sequence[str], report: Report) -> None:
    if set(DEALS) <= set(header):
        text = T("This table has a line for each deal. Bring in the one that has a line for each match.")
    else:
        text = T("The first line names the columns: {columns}.", columns=", ".join(PAPER_HEADER[:6]) + " …")
    report.error("line 1", "missing", text)


# --- the ways to write results down ---------------------------------------------------------------


Lines = Iterator[Line | None]
"""The results of a table; None after each row with which none is complete."""


def _of_paper(rows: Numbered) -> Lines:
    """Old results: a line for each, partners of a side joined by ``&``."""
    before: Counter[str] = Counter()
    for number, cells in rows:
        if not cells:
            yield None
            continue
        sides = [_members(cells.get(f"side{n}", "")) for n in range(1, MAX_SIDES + 1)]
        sides = _partners([side for side in sides if side], cells.get("game", ""))
        totals = [cells.get(f"total{n}", "") for n in range(1, len(sides) + 1)]
        said = "|".join(f"{name}={cells[name]}" for name in sorted(cells) if cells[name])
        before[said] += 1
        id = f"paper-{sha256(f'{before[said]}|{said}'.encode()).hexdigest()[:20]}"
        yield Line(
            number,
            id,
            cells.get("date", ""),
            cells.get("game", ""),
            sides,
            totals,
            _numbers(cells.get("winner", "")),
            cells.get("season", ""),
            doubtful=True,
        )


def _partners(sides: list[list[str]], name: str) -> list[list[str]]:
    """``Вера и Иван`` are two, where so few cannot play the game: tables in words join partners as people do."""
    game = GAMES.get(slug_of(name))
    if game is None or sum(map(len, sides)) in game.players:
        return sides
    apart = [[one for member in side for one in AND.split(member)] for side in sides]
    return apart if sum(map(len, apart)) in game.players else sides


def _members(cell: str) -> list[str]:
    return [name.strip()[:MAX_NAME] for name in re.split(r"[&+/]", cell) if name.strip()]


def _numbers(cell: str) -> list[int] | None:
    """The sides that won, by number; ``[-1]``, which is none, for what is no number."""
    if not cell:
        return None
    parts = [part for part in re.split(r"[&+/,;\s]+", cell) if part]
    return [int(part) - 1 if re.fullmatch(r"\d", part, re.ASCII) else -1 for part in parts]


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
        sides = [[cells[f"player_{n}"] for n in one] for one in together.values()]
        totals = [cells.get(f"total_{one[0]}", "") for one in together.values()]
        won = _winners_by_name(cells.get("winners", ""), sides)
        yield _read_exported(number, cells, sides, totals, won)


def _winners_by_name(said: str, sides: Sequence[Sequence[str]]) -> list[int]:
    """The sides whose members are named, in order; ``[-1]``, which is none, where those are no sides."""
    places = range(len(sides))
    some = chain.from_iterable(combinations(places, n) for n in range(len(sides) + 1))
    named = (one for one in some if " & ".join(name for side in one for name in sides[side]) == said)
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


def _of_seats(seats: Sequence[tuple[int, Cells]]) -> Line:
    number, first = seats[0]
    together: dict[str, list[Cells]] = {}
    for _number, cells in seats:
        together.setdefault(cells.get("side", ""), []).append(cells)
    found = list(together.values())
    sides = [[cells.get("player", "") for cells in side] for side in found]
    totals = [side[0].get("total", "") for side in found]
    won = [place for place, side in enumerate(found) if side[0].get("won") == "1"]
    keys = {cells["player"]: cells["player_id"] for _number, cells in seats if cells.get("player_id")}
    return _read_exported(number, first, sides, totals, won, keys)


def _read_exported(
    number: int,
    cells: Cells,
    sides: list[list[str]],
    totals: list[str],
    won: list[int],
    keys: Mapping[str, str] = NOTHING,
) -> Line:
    return Line(
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


LAYOUTS = (
    Layout(frozenset({"date", "game", "side1", "side2"}), "date", _of_paper),
    Layout(frozenset({"night", "game", "player_1", "player_2", "side_1", "winners"}), "night", _of_matches),
    Layout(
        frozenset({"match", "night", "game", "seat", "side", "player", "won"}),
        "night",
        _of_players,
        MAX_SEATS,
    ),
)


# --- lines to items -------------------------------------------------------------------------------


def _items(lines: Lines, dates: str, report: Report) -> Steps[list[Item]]:
    pace = Pace()
    people: dict[str, Item] = {}
    seasons: dict[str, Item] = {}
    results: list[Item] = []
    for line in lines:
        if pace.add(ITEM if line else ROW):
            yield pace.rest()
        result = _result(line, dates, people, report) if line else None
        if result is None or line is None:
            continue
        results.append(result)
        if line.season:
            result["season"] = _season(line.season, result["date"], seasons)
    return [*seasons.values(), *people.values(), *results]


def _season(name: str, date: str, seasons: dict[str, Item]) -> str:
    """A season by its name, from its first night in the spreadsheet to its last."""
    id = f"csv-{sha256(name.casefold().encode()).hexdigest()[:20]}"
    one = seasons.setdefault(id, {"kind": "season", "id": id, "name": name, "starts": date, "ends": date})
    one["starts"], one["ends"] = min(one["starts"], date), max(one["ends"], date)
    return id


def _result(line: Line, dates: str, people: dict[str, Item], report: Report) -> Item | None:
    at, before = f"line {line.number}", report.error_count
    day = read_day(line.date, dates)
    if day is None:
        text = T("Write the date as year-month-day (2026-11-20) or as day.month.year (20.11.2026).")
        report.error(f"{at}.date", "not_a_date", text)
    if not line.game:
        report.error(f"{at}.game", "missing", T("Say which game was played."))
    if len(line.sides) < 2:
        report.error(f"{at}.side2", "missing", T("Everybody plays on one side, and there are at least two."))
    everybody = [name for side in line.sides for name in side]
    if len({name.casefold() for name in everybody}) != len(everybody):
        report.error(at, "twice", T("One person cannot sit on two seats."))
    game = slug_of(line.game)
    totals = _totals(line, report)
    winners = _winners(line, totals, game, report)
    if report.error_count > before or day is None:
        return None
    known = [] if None in totals else totals
    if line.doubtful:
        note_oddities(report, f"{at}.", game, len(everybody), known, winners)  # type: ignore[arg-type]  # all known
    item = _result_item(line, people) | {**line.ending, "game": game, "winners": winners, "date": day.date}
    item |= {"totals": known} if known else {}
    return item | ({"clock": f"{day.date} {day.time}"} if day.time else {})


def _totals(line: Line, report: Report) -> list[int | None]:
    numbers = [number_of(total) if total else None for total in line.totals]
    if any(total and number is None for total, number in zip(line.totals, numbers, strict=True)):
        text = T("Write whole numbers up to a million.")
        report.error(f"line {line.number}.total1", "not_a_number", text)
    return numbers


def _result_item(line: Line, people: dict[str, Item]) -> Item:
    seats: list[str] = []
    sides: list[list[int]] = []
    for side in line.sides:
        sides.append(list(range(len(seats), len(seats) + len(side))))
        seats += [_person(name, line.keys.get(name), people) for name in side]
    item: Item = {"kind": "result", "players": seats, "sides": sides, "line": line.number}
    item["id"] = line.id or f"csv-{sha256(repr(line).encode()).hexdigest()[:20]}"
    if line.confirmation in (CONFIRMED, WAITING, CONTESTED):
        item["confirmation"] = line.confirmation
    return item


def _person(name: str, key: str | None, people: dict[str, Item]) -> str:
    own = key or f"paper-{sha256(name.casefold().encode()).hexdigest()[:20]}"
    people.setdefault(own, {"kind": "player", "id": own, "name": name[:MAX_NAME]})
    return own


def _winners(line: Line, totals: Sequence[int | None], game: str, report: Report) -> list[int]:
    """The sides that are said to have won, or else the ones with the best total."""
    at = f"line {line.number}.winner"
    if line.said is not None:
        if set(line.said) <= set(range(len(totals))):
            return sorted(set(line.said))
        text = T("Write the number of the side that won, or leave it blank.")
        report.error(at, "not_sides", text)
        return []
    known = [total for total in totals if total is not None]
    if len(known) != len(totals) or not known:
        report.error(at, "missing", T("Without all totals, say which side won."))
        return []
    best = min(known) if game in GAMES and GAMES[game].lowest_wins else max(known)
    return [side for side, total in enumerate(totals) if total == best]
