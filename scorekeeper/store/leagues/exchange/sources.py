"""What can be brought into a league, read into one list of items: archives, BG Stats' exports, lines from paper.

An item is an archive's record (:mod:`scorekeeper.league.archive`); a match has its ledger's events beside it. Nothing
here touches the database, and everything that is wrong is a finding with its line.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.text import T
from scorekeeper.league.archive import Reader
from scorekeeper.store.leagues.exchange.bg_stats import read_bg_stats
from scorekeeper.store.leagues.exchange.csv_files import PAPER_HEADER, read_csv

__all__ = [
    "ARCHIVE",
    "BG_STATS",
    "CHOICES",
    "PAPER",
    "PAPER_HEADER",
    "Item",
    "Read",
    "people_in",
    "read_file",
    "unpack_file",
]

ARCHIVE, BG_STATS, PAPER = "archive", "bg_stats", "paper"
MAX_BYTES = 256 * 1024 * 1024
"""What an archive may come to unpacked: some ten thousand matches with every deal."""
MAX_ITEMS = 200_000
PACKED = b"\x1f\x8b"

Item = dict[str, Any]


class Read(NamedTuple):
    """What was read: the items in the order in which they go in, and what is wrong or odd.

    ``found`` says how it was read where there is more than one way: the ``encoding``, ``separator`` and order of
    ``dates`` of a spreadsheet, or the ``games`` of an export. The same in ``said`` goes before what would be found out.
    """

    items: list[Item]
    findings: list[Finding]
    found: dict[str, Any]

    @property
    def good(self) -> bool:
        """Whether it may go in."""
        return bool(self.items) and all(finding.severity != "error" for finding in self.findings)


def read_file(kind: str, body: bytes, said: Mapping[str, Any] | None = None) -> Read:
    """Read what was handed in as one of the three kinds."""
    report = Report()
    text = unpack_file(body, report)
    items, found = ([], {}) if report.errors else _READERS[kind](text, report, said or {})
    if len(items) > MAX_ITEMS:
        report.error("", "too_many", T("At most {most} matches can be brought in at once.", most=MAX_ITEMS))
    if not items and not found.get("games") and not report.errors:
        report.error("", "missing", T("There is nothing in it that a league could take in."))
    return Read(items[:MAX_ITEMS], [*report.errors, *report.suspects], found)


def unpack_file(body: bytes, report: Report, most: int = MAX_BYTES) -> bytes:
    """A file as it was before it was packed; a packed one that would grow beyond all bounds is refused."""
    if not body.startswith(PACKED):
        return body
    unpacker = zlib.decompressobj(31)
    try:
        whole = unpacker.decompress(body, most)
    except zlib.error:
        report.error("", "cut_off", T("The archive is damaged: it cannot be unpacked."))
        return b""
    if unpacker.unconsumed_tail:
        report.error("", "too_large", T("The archive is too large to be taken in at once."))
        return b""
    if not unpacker.eof:
        report.error("", "cut_off", T("The archive ends too early: its last line is missing."))
        return b""
    return whole


def _archive(body: bytes, report: Report) -> Iterator[Item]:
    reader = Reader(report)
    found = list(reader.records(body.splitlines(keepends=True)))
    if reader.league is not None and found:
        yield {**reader.league, "kind": "league", "line": 1}
    events: dict[str, list[Mapping[str, Any]]] = {}
    for record in found:
        if record.kind == "event":
            events.setdefault(str(record.body["match"]), []).append(record.body)
    merges = []
    for record in found:
        if record.kind == "event":
            continue
        item = {**record.body, "line": record.line}
        if record.kind == "match":
            item["events"] = sorted(events.get(str(item["id"]), []), key=_seq)
        if record.kind == "player" and item.get("merged_into"):
            merges.append(
                {"kind": "merge", "id": item["id"], "into": item["merged_into"], "line": record.line}
            )
        yield item
    yield from merges


def _seq(event: Mapping[str, Any]) -> int:
    return event["seq"] if type(event.get("seq")) is int else 0


Reading = Callable[[bytes, Report, Mapping[str, Any]], tuple[list[Item], dict[str, Any]]]
_READERS: Mapping[str, Reading] = {
    ARCHIVE: lambda body, report, said: (list(_archive(body, report)), {}),
    BG_STATS: lambda body, report, said: read_bg_stats(body, report, said, MAX_BYTES),
    PAPER: lambda body, report, said: read_csv(body, report, said, MAX_ITEMS),
}
CHOICES = (BG_STATS, PAPER)
"""The kinds that can be read in more than one way."""


def people_in(items: Iterable[Item]) -> list[Item]:
    """The people whom the items name."""
    return [item for item in items if item["kind"] == "player"]
