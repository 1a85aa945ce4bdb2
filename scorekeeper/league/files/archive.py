"""A league as one file: JSON lines that carry everything, in an order in which they can be read once through.

The first line names the format and the league. Then every thing has a line of its own with its ``kind``; the last line
says how many there were and what they hash to, so that half a file is never taken for a whole one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import UNWRITABLE
from scorekeeper.core.text import N, T, Text
from scorekeeper.league.merging import follow_merges
from scorekeeper.league.rules import read_league_rules
from scorekeeper.league.strangers import stranger_at

FORMAT = "scorekeeper-league/1"
HEADER, END = "league", "end"
NEEDED: Mapping[str, tuple[str, ...]] = {
    "season": ("id", "name"),
    "player": ("id",),
    "night": ("id", "date"),
    "match": ("id", "players", "document"),
    "event": ("match", "seq", "uuid", "event", "body"),
    "result": ("id", "players", "game", "sides", "winners"),
    "evening": ("night", "evening"),
}
"""The kinds of line in the order in which they stand, each with the fields that it must have.

A ``match`` has its document, which carries its sheet; a ``result`` is a match whose deals are not known.
"""
ORDER = tuple(NEEDED)
REFERENCES: Mapping[str, str] = {"season": "season", "night": "night", "match": "match"}
"""The fields of a line that name a line before it."""


class Shape(NamedTuple):
    """What a field may hold: whether a value is such a one, and what is said where it is not."""

    fits: Callable[[Any], bool]
    code: str
    text: Text


def _list_of(kind: Shape) -> Shape:
    return Shape(
        lambda value: type(value) is list and all(map(kind.fits, value)),
        "not_a_list",
        T("Write a list here."),
    )


TEXT = Shape(lambda value: type(value) is str, "not_a_text", T("Write a text here."))
NUMBER = Shape(lambda value: type(value) is int, "not_a_number", T("Write a whole number here."))
FLAG = Shape(lambda value: type(value) is bool, "not_a_flag", T("Write true or false here."))
OBJECT = Shape(
    lambda value: type(value) is dict, "not_an_object", T("Write an object with named fields here.")
)
TEXTS, NUMBERS = _list_of(TEXT), _list_of(NUMBER)
SHAPES: Mapping[str, Shape] = {
    **dict.fromkeys(
        ("id", "name", "about", "access", "starts", "ends", "date", "place", "season", "night"), TEXT
    ),
    **dict.fromkeys(("match", "uuid", "event", "at", "moment", "opened_at", "series", "merged_into"), TEXT),
    **dict.fromkeys(("content", "chain", "code"), TEXT),
    **dict.fromkeys(("game", "preset", "confirmation", "status"), TEXT),
    **dict.fromkeys(("seq", "number", "seat", "best_of", "confirmed_seq"), NUMBER),
    **dict.fromkeys(("guest", "away", "planned", "cancelled", "binned", "lowest_wins", "endless"), FLAG),
    **dict.fromkeys(
        ("rules", "house", "document", "body", "names", "texts", "salts", "seals", "begun", "evening", "sat"),
        OBJECT,
    ),
    **dict.fromkeys(("players", "came", "former"), TEXTS),
    **dict.fromkeys(("winners", "totals", "people"), NUMBERS),
    **dict.fromkeys(("agreed", "history"), _list_of(OBJECT)),
    "sides": _list_of(NUMBERS),
}
"""The shape of every field that this program knows, for lines of every kind; null counts as absent."""


class ArchiveLine(NamedTuple):
    """One line of an archive that has been read: its number in the file, its kind, its fields, its size in bytes."""

    line: int
    kind: str
    body: Mapping[str, Any]
    size: int = 0


def archive_lines(
    league: Mapping[str, Any], records: Iterable[tuple[str, Mapping[str, Any]]]
) -> Iterator[str]:
    """The lines of an archive. ``league`` has ``id``, ``name`` and ``rules``; records come in the order of ``NEEDED``.

    The same league gives the same lines, byte for byte: names of fields are sorted, and nothing says when it was made.
    """
    digest, count, at = hashlib.sha256(), 0, 0
    header = _line({"format": FORMAT, "kind": HEADER, **league})
    digest.update(header.encode())
    yield header
    for kind, body in records:
        if ORDER.index(kind) < at:
            raise ValueError(f"a line of kind {kind} comes too late")
        at = ORDER.index(kind)
        line = _line({**body, "kind": kind})
        digest.update(line.encode())
        count += 1
        yield line
    yield _line({"kind": END, "records": count, "sha256": digest.hexdigest()})


def _is_encodable(body: Mapping[str, Any]) -> bool:
    """Whether every text in a line is whole: half of a surrogate pair can be written nowhere."""
    try:
        return bool(_line(body).encode())
    except ValueError:  # also of a number that is none
        return False


def _line(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n"


class Reader:
    """Reads an archive line by line; what is wrong is in the report, with ``line 7`` in its path.

    ``league`` is the header once the first line has been read; ``whole`` says that the last line was there and right.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.league: Mapping[str, Any] | None = None
        self.whole = False
        self.number = 0
        self._count = 0
        self._at = 0
        self._digest = hashlib.sha256()
        self._known: dict[str, set[str]] = {kind: set() for kind in ORDER}
        self._merged: dict[str, tuple[int, str]] = {}

    def records(self, lines: Iterable[bytes]) -> Iterator[ArchiveLine]:
        """Every line that can be read; afterwards an archive that stops early is reported."""
        for raw in lines:
            record = self.read_line(raw)
            if record is not None:
                yield record
        self.end()

    def read_line(self, raw: bytes) -> ArchiveLine | None:
        """The record of the next line; None for the first, the last, and one that is wrong."""
        self.number += 1
        body = self._parse(raw)
        return None if body is None else self._take(body, raw)

    def end(self) -> None:
        """Report what is wrong with the whole, once every line has been read."""
        self._check_merges()
        if not self.whole:
            self.report.error("", "cut_off", T("The archive ends too early: its last line is missing."))

    def _parse(self, raw: bytes) -> dict[str, Any] | None:
        body, wrong = parse(raw)
        if wrong is not None:
            self._error("", wrong.code, wrong.text)
            return None
        if type(body) is not dict:
            self._error("", "not_an_object", T("A line of an archive is a JSON object."))
            return None
        if b"\\u" in raw and not _is_encodable(body):
            self._error("", "unwritable", UNWRITABLE)
            return None
        return body

    def _take(self, body: dict[str, Any], raw: bytes) -> ArchiveLine | None:
        if self.whole:
            self._error("", "after_end", T("Nothing follows the last line of an archive."))
            return None
        kind = body.get("kind")
        if kind == END:
            self._end(body)
            return None
        self._digest.update(raw if raw.endswith(b"\n") else raw + b"\n")
        if self.number == 1:
            self._header(body)
            return None
        self._count += 1
        if type(kind) is not str or kind not in NEEDED:
            self._error("kind", "unknown_kind", T("Choose one of: {choices}.", choices=list(ORDER)))
            return None
        return self._record(kind, body, len(raw))

    def _header(self, body: dict[str, Any]) -> None:
        if body.get("format") != FORMAT or body.get("kind") != HEADER:
            self._error("format", "unknown_format", T("Write “{format}” here.", format=FORMAT))
            return
        inner = Report()
        read_league_rules(body.get("rules", {}), inner)
        for finding in inner.errors:
            self._error(finding.path, finding.code, finding.text)
        self._check_shapes({name: value for name, value in body.items() if name == "house"})
        self.league = body

    def _record(self, kind: str, body: dict[str, Any], size: int) -> ArchiveLine | None:
        errors = self.report.error_count
        if ORDER.index(kind) < self._at:
            self._error(
                "kind", "out_of_order", T("Lines of this kind stand further up: {order}.", order=list(ORDER))
            )
        self._at = max(self._at, ORDER.index(kind))
        for name in NEEDED[kind]:
            if name not in body:
                self._error(name, "missing", T("“{label}” is missing.", label=name))
        self._check_shapes(body)
        self._check_references(kind, body)
        own = body.get("id")
        if type(own) is str:
            if own in self._known[kind]:
                self._error("id", "twice", T("“{id}” is here twice.", id=own[:60]))
            self._known[kind].add(own)
            if kind == "player" and type(body.get("merged_into")) is str:
                self._merged[own] = self.number, body["merged_into"]
        return ArchiveLine(self.number, kind, body, size) if self.report.error_count == errors else None

    def _check_shapes(self, body: dict[str, Any]) -> None:
        for name, value in body.items():
            shape = SHAPES.get(name)
            if shape is not None and value is not None and not shape.fits(value):
                self._error(name, shape.code, shape.text)

    def _check_references(self, kind: str, body: dict[str, Any]) -> None:
        players = body.get("players", [])
        people = (
            [player for seat, player in enumerate(players) if player != stranger_at(seat)]
            if type(players) is list
            else []
        )
        named = [("players", "player", player) for player in people]
        named += [(field, of, body[field]) for field, of in REFERENCES.items() if body.get(field) is not None]
        for field, of, key in named:
            if field != kind and (type(key) is not str or key not in self._known[of]):
                text = T("No line before this one is about “{id}”.", id=str(key)[:60])
                self._error(field, "unknown_id", text)

    def _check_merges(self) -> None:
        """Merges that run in a circle lead to no player."""
        last = follow_merges({key: into for key, (_line, into) in self._merged.items()})
        for key in sorted(set(last.values()) & self._merged.keys()):
            text = T("“{id}” is merged into a player who is merged into “{id}”.", id=key[:60])
            self.report.error(f"line {self._merged[key][0]}.merged_into", "circle", text)

    def _end(self, body: dict[str, Any]) -> None:
        self.whole = True
        if body.get("records") != self._count:
            text = N(
                "{n} line was read, and there should be {told}.",
                "{n} lines were read, and there should be {told}.",
                n=self._count,
                told=str(body.get("records"))[:20],
            )
            self._error("records", "count_differs", text)
        elif body.get("sha256") != self._digest.hexdigest():
            text = T("The archive was changed after it was made.")
            self.report.suspect(f"line {self.number}.sha256", "digest_differs", text)

    def _error(self, path: str, code: str, text: Any) -> None:
        at = f"line {self.number}"
        self.report.error(f"{at}.{path}" if path else at, code, text)
