"""Sheets, errors and rulebooks for a terminal of 80 columns; coloured only when it is one."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import zip_longest
from typing import Any, TextIO

from scorekeeper.core.disputes.adjudication import Answered
from scorekeeper.core.disputes.rulings import NO, YES
from scorekeeper.core.findings import Finding
from scorekeeper.core.rules_words import put_in_a_line
from scorekeeper.core.scoring.parts import BETWEEN
from scorekeeper.core.scoring.scores import RAW, Entry
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.core.scoring.sheet import FINISHED, Sheet
from scorekeeper.core.text import Catalogue, T, Text, list_names, render

WIDTH = 80
MIN_WHAT = 12
BOLD, DIM, RED, PLAIN = "\033[1m", "\033[2m", "\033[31m", "\033[0m"
RAW_UNIT = T("raw")
AFTER_END = T("after the end")


def print_sheet(
    sheet: Sheet, document: Mapping[str, Any], words: Catalogue | None, out: TextIO, *, explain: bool
) -> None:
    """Print a sheet as a table: one row an entry, one column a side; the reasons under each row if asked."""
    paint = painter(out)
    columns = _Columns(sheet)
    print(paint(_title(sheet, words), BOLD), file=out)
    print(columns.heads(), file=out)
    print("─" * WIDTH, file=out)
    if sheet.start is not None:
        params = {"totals": " – ".join(map(_write, sheet.start.totals)), "reason": sheet.start.reason}
        print_text(T("Begun on paper with {totals}: {reason}", **params), words, out)
    for index, (row, entry) in enumerate(zip(sheet.entries, document["entries"], strict=True)):
        print(columns.row(index + 1, row, describe(sheet, row, entry, words)), file=out)
        if explain:
            _print_reasons(sheet, row, words, out, paint)
        for finding in row.findings:
            print(paint(_wrap(f"! {render(finding.text, words)}{_list_cites(finding.cites)}"), RED), file=out)
    print("─" * WIDTH, file=out)
    print(paint(columns.row(None, None, render(T("Total"), words), sheet.totals), BOLD), file=out)
    for sentence in _tell_standing(sheet, words, explain=explain):
        print("\n".join(break_lines(sentence, WIDTH)), file=out)


def describe(sheet: Sheet, row: Entry, entry: Mapping[str, Any], words: Catalogue | None) -> str:
    """One entry in words: what was played, and what came of it where that is not said already."""
    words_of_entry = render(entry_text(entry, sheet.game, row.playing or sheet.table), words)
    if reason := str(entry.get("reason") or ""):
        words_of_entry = f"{words_of_entry}: {' '.join(reason.split())}"
    came_of_it = None if sheet.game.is_described(row.outcome) else sheet.game.outcomes.get(row.outcome or "")
    outcome = AFTER_END if row.outcome == "after_end" else came_of_it
    return f"{words_of_entry}{BETWEEN}{render(outcome, words)}" if outcome else words_of_entry


class _Columns:
    """The widths of an 80-column table for as many sides as there are.

    Where numbers are so long that not all sides fit ``abreast``, the others stand on the lines under them.
    """

    def __init__(self, sheet: Sheet) -> None:
        sides = len(sheet.totals)
        usual = min(16, max(7, 44 // sides))
        self.both = usual >= 10
        cells = [_write(total) for total in sheet.totals] + [
            cell for row in sheet.entries for cell in self._cells(row)
        ]
        self.each = max(usual, 1 + max(map(len, cells)))
        self.left = max(4, 1 + len(str(len(sheet.entries))))
        self.abreast = min(sides, (WIDTH - self.left - MIN_WHAT) // self.each)
        self.what = WIDTH - self.left - self.each * self.abreast
        self.whole = [sheet.table.side_name(side) for side in range(sides)]
        self.names = [_cut(name, self.each - 1) for name in self.whole]

    def heads(self) -> str:
        """The names above the columns, after each that is cut as it is whole."""
        names = [*zip(self.names, self.whole, strict=True)]
        cut = [f"{name} = {whole}" for name, whole in names if name != whole]
        lines = [line for name in cut for line in break_lines(name, WIDTH)]
        return "\n".join([*lines, self._lay_out("", [], self.names)])

    def row(self, number: int | None, row: Entry | None, what: str, totals: tuple[int, ...] = ()) -> str:
        left = "" if number is None else f"{number:>{self.left - 1}} "
        cells = [_write(total) for total in totals] if row is None else self._cells(row)
        return self._lay_out(left, break_lines(what, self.what - 1), cells)

    def _lay_out(self, left: str, what: list[str], cells: list[str]) -> str:
        abreast = [cells[first : first + self.abreast] for first in range(0, len(cells), self.abreast)]
        lines = []
        for words, beside in zip_longest(what, abreast):
            line = pad_right(left, self.left) + pad_right(words or "", self.what)
            lines.append((line + "".join(_right(cell, self.each) for cell in beside or ())).rstrip())
            left = ""
        return "\n".join(lines)

    def _cells(self, row: Entry) -> list[str]:
        left = row.playing.seating.left if row.playing is not None else ()
        scores = [
            "–" if row.kind in ("void", "end") or side in left else _write(score, "+d" if score else "d")
            for side, score in enumerate(row.scores)
        ]
        if not self.both:
            return scores
        return [f"{score} {_write(total):>5}" for score, total in zip(scores, row.totals, strict=True)]


def _title(sheet: Sheet, words: Catalogue | None) -> str:
    rules = put_in_a_line(
        sheet.game, sheet.rules.document(), sheet.table.seating.players, partial(render, catalogue=words)
    )
    return "\n".join(break_lines(f"{render(sheet.game.name, words)}{BETWEEN}{rules}", WIDTH))


def _tell_standing(sheet: Sheet, words: Catalogue | None, *, explain: bool) -> Iterable[str]:
    names = sheet.table.people(sheet.winners)
    for fact in sheet.game.standing(sheet.facts, sheet.table.options):
        if fact.sentence is not None:
            yield render(fact.sentence, words)
    if sheet.status == FINISHED:
        won = (
            T("The match is over; won by: {names}.", names=list_names(names))
            if names
            else T("The match was abandoned.")
        )
        yield render(won, words)
    if explain or sheet.because.hinders:
        text = render(sheet.because.text, words)
        yield f"{text.rstrip('.')}.{_list_cites(sheet.because.cites)}"
    if sheet.next_dealer is not None:
        yield render(T("{name} deals next.", name=sheet.table.names[sheet.next_dealer]), words)


def _print_reasons(sheet: Sheet, row: Entry, words: Catalogue | None, out: TextIO, paint: Any) -> None:
    for line in row.lines:
        unit = f" {render(RAW_UNIT, words)}" if line.unit == RAW else ""
        whose = f"{row.side_name(line.side, sheet.table)} {_write(line.points, '+d')}{unit}: "
        head = "" if line.shared else whose
        print(paint(_wrap(f"{head}{render(line.text, words)}{_list_cites(line.cites)}"), DIM), file=out)


def _list_cites(cites: Iterable[str]) -> str:
    """The articles behind a sentence; nothing where it rests on none."""
    listed = ", ".join(cites)
    return f" [{listed}]" if listed else ""


def print_errors(findings: Iterable[Finding], words: Catalogue | None, out: TextIO) -> None:
    """Print every problem of a document: where, what would be right, which article says so."""
    paint = painter(out)
    for finding in findings:
        where = f"{finding.path}: " if finding.path else ""
        print(f"{paint(where, RED)}{render(finding.text, words)}{_list_cites(finding.cites)}", file=out)


def print_ruling(answered: Answered, words: Catalogue | None, out: TextIO) -> None:
    """Print a verdict, the reasons under it, and the articles they rest on."""
    paint = painter(out)
    verdict = render(answered.ruling.verdict, words)
    if answered.yes is not None:
        verdict = f"{render(YES if answered.yes else NO, words)}. {verdict}"
    print(paint("\n".join(break_lines(verdict, WIDTH)), BOLD), file=out)
    for reason in answered.ruling.reasons:
        print(_wrap(f"{render(reason.text, words)}{_list_cites(reason.cites)}"), file=out)


def print_text(text: Text, words: Catalogue | None, out: TextIO) -> None:
    """Print a sentence."""
    print("\n".join(break_lines(render(text, words), WIDTH)), file=out)


def _write(number: int, form: str = "d") -> str:
    """A number with the sign that people write."""
    return format(number, form).replace("-", "−")


def _wrap(text: str) -> str:
    return "\n".join(break_lines(text, WIDTH, "      ", "        "))


def break_lines(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The words of a text in lines of at most so many columns, however wide their letters are.

    A word is broken only where it is longer than a whole line.
    """
    lines = [first]
    for word in text.split(" "):
        line = lines[-1] if lines[-1] in (first, rest) else lines[-1] + " "
        if line not in (first, rest) and columns_of(line + word) > width:
            lines.append(rest)
            line = rest
        while columns_of(line + word) > width:
            part = _cut_to_width(word, width - columns_of(line))
            lines[-1] = line + part
            lines.append(rest)
            line, word = rest, word[len(part) :]
        lines[-1] = line + word
    return lines


def _cut_to_width(word: str, width: int) -> str:
    """As much of a word as so many columns hold, and one letter at least."""
    end = 1
    while end < len(word) and columns_of(word[: end + 1]) <= width:
        end += 1
    return word[:end]


def painter(out: TextIO) -> Callable[[str, str], str]:
    """The function that colours a text for an output: it leaves the text alone where that is no terminal."""
    coloured = out.isatty() and "NO_COLOR" not in os.environ and sys.platform != "win32"
    return lambda text, colour: f"{colour}{text}{PLAIN}" if coloured and text else text


def columns_of(text: str) -> int:
    """How many columns a text takes: wide letters two, combining marks none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def _cut(text: str, width: int) -> str:
    while columns_of(text) > width:
        text = text[:-2].rstrip() + "…"
    return text


def pad_right(text: str, width: int) -> str:
    return text + " " * (width - columns_of(text))


def _right(text: str, width: int) -> str:
    return " " * (width - columns_of(text)) + text
