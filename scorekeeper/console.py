"""Sheets, errors and rulebooks for a terminal of 80 columns; coloured only when it is one."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.scores import RAW, Entry
from scorekeeper.core.sheet import FINISHED, Sheet
from scorekeeper.core.text import Catalogue, T, Text, render

if TYPE_CHECKING:
    from scorekeeper.core.adjudication import Answered
    from scorekeeper.core.rulebook import Rulebook

WIDTH = 80
BOLD, DIM, RED, PLAIN = "\033[1m", "\033[2m", "\033[31m", "\033[0m"
KINDS: Mapping[str, Text] = {
    "void": T("Void deal"),
    "penalty": T("Penalty"),
    "adjustment": T("Adjustment"),
    "end": T("Stopped here"),
}
RAW_UNIT = T("raw")
AFTER_END = T("after the end")


def print_sheet(
    sheet: Sheet, document: Mapping[str, Any], words: Catalogue | None, out: TextIO, *, explain: bool
) -> None:
    """Print a sheet as a table: one row an entry, one column a side; the reasons under each row if asked."""
    paint = partial(_paint, coloured=_is_terminal(out))
    columns = _Columns(sheet)
    print(paint(_title(sheet, words), BOLD), file=out)
    print(columns.heads(), file=out)
    print("─" * WIDTH, file=out)
    for index, (row, entry) in enumerate(zip(sheet.entries, document["entries"], strict=True)):
        print(columns.row(index + 1, row, describe(sheet, row, entry, words)), file=out)
        if explain:
            _print_reasons(sheet, row, words, out, paint)
        for finding in row.findings:
            cites = f" [{', '.join(finding.cites)}]" if finding.cites else ""
            print(paint(_wrapped(f"! {render(finding.text, words)}{cites}"), RED), file=out)
    print("─" * WIDTH, file=out)
    print(paint(columns.row(None, None, render(T("Total"), words), sheet.totals), BOLD), file=out)
    for line in _standing(sheet, words):
        print(line, file=out)


def describe(sheet: Sheet, row: Entry, entry: Mapping[str, Any], words: Catalogue | None) -> str:
    """One entry in words: what was played and what came of it."""
    if row.kind != "deal":
        reason = str(entry.get("reason") or "")
        what = f"{render(KINDS[row.kind], words)}{': ' if reason else ''}{' '.join(reason.split())}"
    else:
        deal = sheet.game.read(entry, "", Report(), sheet.table)
        what = render(sheet.game.describe(deal, sheet.table), words)
    outcome = AFTER_END if row.outcome == "after_end" else sheet.game.outcomes.get(row.outcome or "")
    return f"{what}: {render(outcome, words)}" if outcome else what


class _Columns:
    """The widths of an 80-column table for as many sides as there are."""

    def __init__(self, sheet: Sheet) -> None:
        self.sides = len(sheet.totals)
        self.each = min(16, max(7, 44 // self.sides))
        self.what = WIDTH - 4 - self.each * self.sides
        self.names = [sheet.table.side_name(side) for side in range(self.sides)]
        self.both = self.each >= 10

    def heads(self) -> str:
        names = "".join(_right(_cut(name, self.each - 1), self.each) for name in self.names)
        return " " * (WIDTH - self.each * self.sides) + names

    def row(self, number: int | None, row: Entry | None, what: str, totals: tuple[int, ...] = ()) -> str:
        left = "    " if number is None else f"{number:>3} "
        cells = [str(total) for total in totals] if row is None else self._cells(row)
        first, *rest = _lines(what, self.what - 1)
        line = left + _left(first, self.what) + "".join(_right(cell, self.each) for cell in cells)
        return "\n".join([line.rstrip(), *("    " + more for more in rest)])

    def _cells(self, row: Entry) -> list[str]:
        scores = [
            "–" if row.kind in ("void", "end") else f"{score:+d}" if score else "0" for score in row.scores
        ]
        if not self.both:
            return scores
        return [f"{score} {total:>5}" for score, total in zip(scores, row.totals, strict=True)]


def _title(sheet: Sheet, words: Catalogue | None) -> str:
    rules = render(sheet.game.preset_names[sheet.rules.preset], words)
    return _cut(f"{render(sheet.game.name, words)} · {rules}", WIDTH)


def _standing(sheet: Sheet, words: Catalogue | None) -> Iterable[str]:
    names = [sheet.table.side_name(side) for side in sheet.winners]
    pending = sheet.facts.get("pending")
    if pending:
        yield render(T("{n} points hang.", n=pending), words)
    if sheet.status == FINISHED:
        won = (
            T("The match is over; won by: {names}.", names=names) if names else T("The match was abandoned.")
        )
        yield render(won, words)
    if sheet.hindrance is not None:
        yield f"{render(sheet.hindrance.text, words)} [{', '.join(sheet.hindrance.cites)}]"
    if sheet.next_dealer is not None:
        yield render(T("{name} deals next.", name=sheet.table.names[sheet.next_dealer]), words)


def _print_reasons(sheet: Sheet, row: Entry, words: Catalogue | None, out: TextIO, paint: Any) -> None:
    for line in row.lines:
        unit = f" {render(RAW_UNIT, words)}" if line.unit == RAW else ""
        whose = f"{sheet.table.side_name(line.side)} {line.points:+d}{unit}: "
        # What is nobody's in particular (a void deal, a stop) is said without a name.
        head = "" if not line.points and row.kind != "deal" else whose
        print(paint(_wrapped(f"{head}{render(line.text, words)} [{', '.join(line.cites)}]"), DIM), file=out)


def print_errors(findings: Iterable[Finding], words: Catalogue | None, out: TextIO) -> None:
    """Print every problem of a document: where, what would be right, which article says so."""
    paint = partial(_paint, coloured=_is_terminal(out))
    for finding in findings:
        cites = f" [{', '.join(finding.cites)}]" if finding.cites else ""
        where = f"{finding.path}: " if finding.path else ""
        print(f"{paint(where, RED)}{render(finding.text, words)}{cites}", file=out)


def print_ruling(answered: Answered, words: Catalogue | None, out: TextIO) -> None:
    """Print a verdict, the reasons under it, and the articles they rest on."""
    paint = partial(_paint, coloured=_is_terminal(out))
    print(paint("\n".join(_lines(render(answered.ruling.verdict, words), WIDTH)), BOLD), file=out)
    for reason in answered.ruling.reasons:
        print(_wrapped(f"{render(reason.text, words)} [{', '.join(reason.cites)}]"), file=out)


def print_rules(book: Rulebook, number: str, words: Catalogue | None, out: TextIO) -> None:
    """Print a rulebook, or the one article (with all under it, for a chapter)."""
    from scorekeeper.core.rulebook import STATUS_NAMES

    paint = partial(_paint, coloured=_is_terminal(out))
    if not number:
        edition = render(T("edition {n}", n=book.edition), words)
        print(paint(f"{book.title} · {edition}", BOLD), file=out)
    for article in book.articles.values():
        if number and article.number != number and not article.number.startswith(f"{number}."):
            continue
        print(f"\n{paint(f'{article.citation}  {article.title}', BOLD)}", file=out)
        for paragraph in article.text.split("\n\n"):
            print("\n".join(_lines(" ".join(paragraph.split()), WIDTH)), file=out)
        about = [render(STATUS_NAMES[article.status], words), article.source, *article.options]
        print(paint("\n".join(_lines(f"({'; '.join(about)})", WIDTH)), DIM), file=out)


def _wrapped(text: str) -> str:
    return "\n".join(_lines(text, WIDTH, "      ", "        "))


def _lines(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The words of a text in lines of at most so many columns, however wide their letters are."""
    lines = [first]
    for word in text.split(" "):
        line = lines[-1]
        space = "" if line in (first, rest) else " "
        if space and _width(line + space + word) > width:
            lines.append(rest + word)
        else:
            lines[-1] = line + space + word
    return lines


def _paint(text: str, colour: str, *, coloured: bool) -> str:
    return f"{colour}{text}{PLAIN}" if coloured and text else text


def _is_terminal(out: TextIO) -> bool:
    return out.isatty() and "NO_COLOR" not in os.environ and sys.platform != "win32"


def _width(text: str) -> int:
    """How many columns a text takes: wide letters two, combining marks none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def _cut(text: str, width: int) -> str:
    while _width(text) > width:
        text = text[:-2].rstrip() + "…"
    return text


def _left(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _right(text: str, width: int) -> str:
    return " " * (width - _width(text)) + text
