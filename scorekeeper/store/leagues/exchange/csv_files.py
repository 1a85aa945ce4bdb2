"""Spreadsheets as items: old results a line each, and the spreadsheets that a league exports.

A spreadsheet names its columns in the first line. How it is written (encoding, separator, order of dates) is found
out, unless a person says so.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple

from scorekeeper.core.findings import SUSPECT, Report
from scorekeeper.core.text import NOTHING, T
from scorekeeper.games import GAMES
from scorekeeper.league.files import csv_reading
from scorekeeper.league.files.csv_reading import read_day
from scorekeeper.league.files.spreadsheets import unescape_formula
from scorekeeper.league.plausible import EACH_OR_NONE, WHOLE_NUMBERS, Outcome, check_outcome
from scorekeeper.league.results import CONFIRMED, CONTESTED, WAITING
from scorekeeper.store.leagues.exchange.bg_stats import number_of
from scorekeeper.store.leagues.exchange.game_names import slug_of
from scorekeeper.store.leagues.exchange.pace import ITEM, ROW, Pace, Steps
from scorekeeper.store.leagues.exchange.table_layouts import (
    MAX_NAME,
    SIDE,
    Cells,
    Layout,
    Lines,
    Numbered,
    TableLine,
    find_layout,
    is_known,
)

DATES_LOOKED_AT = 10_000
"""So many lines tell in which order the dates are."""
Item = dict[str, Any]


def read_csv(
    body: bytes, report: Report, choices: Mapping[str, Any], most: int
) -> Steps[tuple[list[Item], dict[str, Any]]]:
    """The items of a spreadsheet, at most ``most`` results, and how it was read."""
    encoding = choices.get("encoding") or csv_reading.encoding_of(body)
    text = csv_reading.decode(body, encoding)
    if text is None:
        report.error("", "not_text", T("The table is not written in this encoding: choose another one."))
        return [], {"encoding": encoding}
    separator = choices.get("separator") or csv_reading.separator_of(text, is_known)
    settings = {"encoding": encoding, "separator": separator}
    settings |= {name: choices[name] for name in ("columns", "game") if name in choices}
    try:
        written = [cell.strip() for cell in next(csv_reading.rows_of(text, separator), [])]
        header, layout = find_layout(written, choices, report)
        if layout is None:
            return [], settings
        if (yield from _count_rows(text, separator)) > most * layout.rows + 1:
            report.error("", "too_many", T("At most {most} matches can be brought in at once.", most=most))
            return [], settings
        dates = _dates(header, layout, text, separator)
        settings["dates"] = choices.get("dates") or csv_reading.date_order_of(dates)
        called = dict(zip(header, written, strict=True))
        lines = layout.lines(_number_rows(header, text, separator, choices.get("game", "")))
        return (yield from _items(lines, Reading(settings["dates"], called, report))), settings
    except csv_reading.TooWideError:
        wide = T("A line of this table has more than {most} columns.", most=csv_reading.MAX_CELLS)
        report.error("", "too_many", wide)
        return [], settings
    except csv.Error:
        report.error("", "not_csv", T("A line of this table has no end. Save it as CSV once more."))
        return [], settings


def _count_rows(text: str, separator: str) -> Steps[int]:
    pace, count = Pace(), 0
    for row in csv_reading.rows_of(text, separator):
        count += any(row)
        yield from pace.add(ROW + len(row))
    return count


def _number_rows(header: Sequence[str], text: str, separator: str, game: str) -> Numbered:
    """The lines below the first one, with their numbers; without cells where they hold nothing. A line that names no
    game is of this ``game``.
    """
    apart = len(set(header)) == len(header)
    for number, row in enumerate(islice(csv_reading.rows_of(text, separator), 1, None), 2):
        cells: Cells = NOTHING
        if any(row):
            named = zip(header, (unescape_formula(cell).strip() for cell in row), strict=False)
            cells = dict(named) if apart else _join_partners(named)
        if game and any(cells.values()):
            cells = {**cells, "game": cells.get("game") or game}
        yield number, cells if any(cells.values()) else NOTHING


def _join_partners(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The cells of a line in which partners stand in columns of their own."""
    cells: dict[str, str] = {}
    for name, cell in named:
        cells[name] = " & ".join(filter(None, (cells.get(name, ""), cell))) if name.startswith(SIDE) else cell
    return cells


def _dates(header: Sequence[str], layout: Layout, text: str, separator: str) -> list[str]:
    place = header.index(layout.date)
    rows = islice(csv_reading.rows_of(text, separator), 1, DATES_LOOKED_AT)
    return [row[place] for row in rows if len(row) > place]


# --- lines to items -------------------------------------------------------------------------------


class Reading(NamedTuple):
    """How a table is read: the order of its dates, its own names of the columns, and what is wrong with it."""

    dates: str
    called: Mapping[str, str]
    report: Report

    def at(self, line: TableLine, column: str = "") -> str:
        """The path of a line, or of a cell of it by the name that stands over it in the file."""
        name = line.columns.get(column, column)
        return f"line {line.number}.{self.called.get(name, name)}" if name else f"line {line.number}"


def _items(lines: Lines, reading: Reading) -> Steps[list[Item]]:
    pace = Pace()
    people: dict[str, Item] = {}
    seasons: dict[str, Item] = {}
    results: list[Item] = []
    for line in lines:
        yield from pace.add(ITEM if line else ROW)
        result = _result(line, reading, people) if line else None
        if result is None or line is None:
            continue
        results.append(result)
        if line.season:
            result["season"] = _season(line.season, result["date"], seasons)
    return [*seasons.values(), *people.values(), *results]


def _season(name: str, date: str, seasons: dict[str, Item]) -> str:
    """A season by its name, from its first night in the spreadsheet to its last."""
    id = f"csv-{sha256(name.casefold().encode()).hexdigest()[:20]}"
    season = seasons.setdefault(id, {"kind": "season", "id": id, "name": name, "starts": date, "ends": date})
    season["starts"], season["ends"] = min(season["starts"], date), max(season["ends"], date)
    return id


def _result(line: TableLine, reading: Reading, people: dict[str, Item]) -> Item | None:
    report = reading.report
    before = report.error_count
    day = read_day(line.date, reading.dates)
    if day is None:
        text = T("Write the date as year-month-day (2026-11-20) or as day.month.year (20.11.2026).")
        report.error(reading.at(line, "date"), "not_a_date", text)
    if not line.game:
        report.error(reading.at(line, "game"), "missing", T("Say which game was played."))
    game = slug_of(line.game)
    outcome = _read_outcome(line, game, reading)
    if report.error_count > before or day is None or outcome is None:
        return None
    if line.doubtful:
        _check_outcome(line, outcome, reading)
    item = {**_result_item(line, people), **line.ending, "game": game, "date": day.date}
    item |= {"winners": outcome.winners} | ({"totals": outcome.totals} if outcome.totals else {})
    return item | ({"clock": f"{day.date} {day.time}"} if day.time else {})


def _read_outcome(line: TableLine, game: str, reading: Reading) -> Outcome | None:
    """The sides, totals and winners of a line; None after everything that is wrong with them is reported."""
    report = reading.report
    before = report.error_count
    for place, side in enumerate(line.sides, 1):
        if not side:
            report.error(reading.at(line, f"side{place}"), "missing", T("Write a name here."))
    if len(line.sides) < 2:
        text = T("Everybody plays on one side, and there are at least two.")
        report.error(reading.at(line, f"side{len(line.sides) + 1}"), "missing", text)
    totals = [number_of(total) if total else None for total in line.totals]
    for place, (total, number) in enumerate(zip(line.totals, totals, strict=True), 1):
        if total and number is None:
            report.error(reading.at(line, f"total{place}"), "not_a_number", WHOLE_NUMBERS)
        elif not total and any(line.totals):
            report.error(reading.at(line, f"total{place}"), "side_count", EACH_OR_NONE)
    counts = report.error_count == before  # who won follows from sides and totals that can be
    everybody = [name.casefold() for side in line.sides for name in side]
    if len(set(everybody)) != len(everybody):
        report.error(reading.at(line), "twice", T("One person cannot sit on two seats."))
    if not counts:
        return None
    numbers = [total for total in totals if total is not None]
    whole = numbers if len(numbers) == len(totals) else []
    winners = _winners(line, whole, game, reading)
    return None if winners is None else Outcome(game, _seat_sides(line.sides), whole, winners)


def _check_outcome(line: TableLine, outcome: Outcome, reading: Reading) -> None:
    """Report what the game does not know, and note what its rules make odd, each at its column."""
    outcome_report = Report()
    check_outcome(outcome, outcome_report)
    for finding in (*outcome_report.errors, *outcome_report.suspects):
        column = re.sub(r"totals\[(\d+)\]", lambda place: f"total{int(place[1]) + 1}", finding.path)
        at = reading.at(line, {"winners": "winner", "sides": ""}.get(column, column))
        (reading.report.suspect if finding.severity == SUSPECT else reading.report.error)(
            at, finding.code, finding.text
        )


def _seat_sides(sides: Sequence[Sequence[str]]) -> list[list[int]]:
    ends = list(accumulate(map(len, sides), initial=0))
    return [list(range(start, end)) for start, end in pairwise(ends)]


def _result_item(line: TableLine, people: dict[str, Item]) -> Item:
    seats = [_person(name, line.keys.get(name), people) for side in line.sides for name in side]
    sides = _seat_sides(line.sides)
    item: Item = {"kind": "result", "players": seats, "sides": sides, "line": line.number}
    item["id"] = line.id or f"csv-{sha256(repr(line).encode()).hexdigest()[:20]}"
    if line.confirmation in (CONFIRMED, WAITING, CONTESTED):
        item["confirmation"] = line.confirmation
    return item


def _person(name: str, key: str | None, people: dict[str, Item]) -> str:
    own = key or f"paper-{sha256(name.casefold().encode()).hexdigest()[:20]}"
    people.setdefault(own, {"kind": "player", "id": own, "name": name[:MAX_NAME]})
    return own


def _winners(line: TableLine, totals: Sequence[int], game: str, reading: Reading) -> list[int] | None:
    """The sides that are said to have won, or else the ones with the best total; None where neither is said."""
    places, at = range(len(line.sides)), reading.at(line, "winner")
    if line.said is not None:
        if set(line.said) <= set(places):
            return sorted(set(line.said))
        text = T("Write the number of the side that won, or leave it blank.")
        reading.report.error(at, "not_sides", text)
        return None
    if not totals:
        reading.report.error(at, "missing", T("Without all totals, say which side won."))
        return None
    best = min(totals) if game in GAMES and GAMES[game].lowest_wins else max(totals)
    return [side for side in places if totals[side] == best]
