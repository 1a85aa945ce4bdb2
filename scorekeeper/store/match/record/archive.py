"""Does an archive still say what its entries come to? Needs no database."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import MAX_ERRORS, Finding, Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import sheet_document
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.files.archive import FORMAT as LEAGUE_FORMAT
from scorekeeper.league.files.archive import Reader
from scorekeeper.store.match.record.chain import RECORD_FORMAT
from scorekeeper.store.match.record.records import Gatherer, RecordedMatch, check_told

OF_AN_ENTRY = ("dealer", "outcome", "raw", "scores", "totals")
DIFFERS = "differs"


def documents_in(lines: Iterable[bytes]) -> Iterator[tuple[int, Any, Finding | None]]:
    """The match documents of a file of JSON lines, each with its line and what is wrong with it as JSON.

    A league's archive (:mod:`scorekeeper.league.files.archive`) is read as one: what is wrong with it comes last.
    A packed file that breaks off is a finding like any other.
    """
    numbered = enumerate(lines, 1)
    try:
        first = next(((number, line) for number, line in numbered if line.strip()), None)
        if first is None:
            return
        document, wrong = parse(first[1])
        made = document.get("format") if wrong is None and type(document) is dict else None
        if made in (LEAGUE_FORMAT, RECORD_FORMAT):
            read = _of_league if made == LEAGUE_FORMAT else _of_record
            yield from read(chain([first[1]], (line for _number, line in numbered)))
            return
        yield first[0], document, wrong
        for number, line in numbered:
            if line.strip():
                yield (number, *parse(line))
    except (EOFError, OSError, zlib.error):
        yield 0, None, Finding("", "cut_off", T("The archive is damaged: it cannot be unpacked."))


def _of_league(lines: Iterable[bytes]) -> Iterator[tuple[int, Any, Finding | None]]:
    report = Report(MAX_ERRORS)
    reader, gathered = Reader(report), Gatherer()
    for record in reader.records(lines):
        if record.kind == "match":
            gathered.add_match(record.line, record.body)
            yield record.line, record.body["document"], None
        elif record.kind == "event" and (done := gathered.add_event(record.body)) is not None:
            yield from _wrong_hashes(done)
    for recorded in gathered.rest():
        yield from _wrong_hashes(recorded)
    for finding in report.list_all():
        yield reader.number, None, finding


def _of_record(lines: Iterable[bytes]) -> Iterator[tuple[int, Any, Finding | None]]:
    """The document of the one match that a record is about, and what is wrong with its past."""
    gathered = Gatherer()
    for number, line in enumerate(lines, 1):
        body, wrong = parse(line)
        if wrong is None and type(body) is not dict:
            wrong = Finding("", "not_an_object", T("A line of an archive is a JSON object."))
        if wrong is not None:
            yield number, None, wrong
        elif number == 1:
            gathered.add_match(number, body)
            yield number, body.get("document"), None
        else:
            gathered.add_event(body)
    for recorded in gathered.rest():
        yield from _wrong_hashes(recorded)


def _wrong_hashes(recorded: RecordedMatch) -> Iterator[tuple[int, Any, Finding | None]]:
    yield from ((recorded.line, None, finding) for finding in check_told(recorded))


def verify_document(document: Any) -> list[Finding]:
    """Score an archived match anew and compare what its sheet carries: numbers and outcomes, never sentences.

    A finding with severity ``error`` says that the document is not valid, ``suspect`` with code ``differs`` that
    the two disagree.
    """
    report = Report()
    sheet = score_match(document, GAMES, report)
    if sheet is None:
        return report.errors
    if type(document.get("sheet")) is not dict:
        report.error("sheet", "missing", T("There is no sheet here to compare with."))
        return report.errors
    try:
        return list(_compare(document["sheet"], sheet_document(sheet)))
    except RecursionError:
        return [Finding("sheet", "too_deep", T("This is nested too deep to be a document."))]


def _compare(carried: dict[str, Any], fresh: dict[str, Any]) -> Iterator[Finding]:
    # Of every game: a sheet may not carry another game's fact either.
    facts_left = dict.fromkeys(name for game in GAMES.values() for name in game.facts_left)
    yield from _find_differences(carried, fresh, ("totals", *facts_left, "status", "winners"), "sheet")
    entries = carried.get("entries")
    if type(entries) is not list or len(entries) != len(fresh["entries"]):
        length = len(entries) if type(entries) is list else 0
        yield _differs("sheet.entries", length, len(fresh["entries"]))
        return
    for index, (old, new) in enumerate(zip(entries, fresh["entries"], strict=True)):
        path = f"sheet.entries[{index}]"
        yield from _find_differences(old if type(old) is dict else {}, new, (*OF_AN_ENTRY, *facts_left), path)


def _find_differences(
    carried: dict[str, Any], fresh: dict[str, Any], names: tuple[str, ...], path: str
) -> Iterator[Finding]:
    for name in names:
        old, new = carried.get(name), fresh.get(name)
        if old != new or _types(old) != _types(new):
            yield _differs(f"{path}.{name}", old, new)


def _differs(path: str, old: Any, new: Any) -> Finding:
    text = T("the sheet says {carried}, a fresh score {fresh}", carried=_quote(old), fresh=_quote(new))
    return Finding(path, DIFFERS, text, severity="suspect")


def _types(value: Any) -> Any:
    """The JSON types of a value: == takes True for 1 and 1.0 for 1, JSON does not."""
    return [_types(part) for part in value] if type(value) is list else type(value)


def _quote(value: Any) -> str:
    shown = "–" if value is None else repr(value)
    return shown if len(shown) <= 80 else shown[:79] + "…"
