"""What can be brought into a league, read into one list of items: archives, BG Stats' exports, lines from paper.

An item is an archive's record (:mod:`scorekeeper.league.files.archive`); a match has its ledger's events beside it.
Nothing here touches the database, and everything that is wrong is a finding with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.text import T, Text
from scorekeeper.league.files.archive import FORMAT, Reader
from scorekeeper.league.files.csv_reading import UTF8
from scorekeeper.store.leagues.exchange import workbooks
from scorekeeper.store.leagues.exchange.bg_stats import read_bg_stats
from scorekeeper.store.leagues.exchange.csv_files import read_csv
from scorekeeper.store.leagues.exchange.pace import ITEM, Pace, Steps, finish
from scorekeeper.store.leagues.exchange.packed_items import PackedItems, pack, unpack
from scorekeeper.store.leagues.exchange.unpacking import (
    UnreadableError,
    check_values,
    make_size_error,
    unpack_beginning,
    unpack_file,
    unpack_lines,
)

ARCHIVE, BG_STATS, PAPER = "archive", "bg_stats", "paper"
MAX_BYTES: Mapping[str, int] = {ARCHIVE: 256 * 1024 * 1024, BG_STATS: 32_000_000, PAPER: 16_000_000}
"""What a file of each kind may come to unpacked: of an archive some ten thousand matches with every deal."""
MAX_ITEMS: Mapping[str, int] = {ARCHIVE: 200_000, BG_STATS: 50_000, PAPER: 50_000}
MAX_PEOPLE = 10_000
"""So many people a file names at most: each is compared with every player of the league."""
MAX_MATCH = 8_000_000
"""So many bytes the events of one match have at most."""
MAX_BEGINNING = 100_000
"""So many bytes tell what kind of file it is: the first line of an archive says its format among other things."""
MAX_FINDINGS = 99
"""So many mistakes are told, and as many oddities; one more sentence counts the others."""

Item = dict[str, Any]


class Read(NamedTuple):
    """What was read: the items in the order in which they go in, and what is wrong or odd.

    ``found`` says how it was read where there is more than one way: the ``encoding``, ``separator`` and order of
    ``dates`` of a spreadsheet, or the ``games`` of an export. The same in ``choices`` goes before what would be
    found out.
    """

    items: list[Item] | PackedItems
    findings: list[Finding]
    found: dict[str, Any]

    @property
    def good(self) -> bool:
        """Whether it may go in."""
        return bool(self.items) and all(finding.severity != "error" for finding in self.findings)


def kind_of(body: bytes) -> str:
    """What kind of file this is, by how it begins; what is no JSON is a table."""
    try:
        begins = unpack_beginning(body, MAX_BEGINNING).removeprefix(b"\xef\xbb\xbf").lstrip()
    except UnreadableError:
        return ARCHIVE  # whose reader says in words that it is damaged
    if not begins.startswith(b"{"):
        return PAPER
    name = FORMAT.partition("/")[0]
    return ARCHIVE if f'"{name}/'.encode() in begins.partition(b"\n")[0] else BG_STATS


def read_file(kind: str, body: bytes, choices: Mapping[str, Any] | None = None) -> Read:
    """Read what was handed in as one of the three kinds."""
    return finish(read_steps(kind, body, choices))


def read_steps(kind: str, body: bytes, choices: Mapping[str, Any] | None = None) -> Steps[Read]:
    """The same in steps (:mod:`pace`), for a caller without processes that has other things to do meanwhile."""
    report = Report(MAX_FINDINGS)
    try:
        if body.startswith(workbooks.BEGINNINGS) and not (kind == PAPER and body.startswith(workbooks.ZIP)):
            raise UnreadableError("not_text", workbooks.NOT_TEXT)
        items, settings = yield from _READERS[kind](body, report, choices or {})
    except UnreadableError as error:
        return Read([], [Finding("", error.code, error.text), *report.list_all()], {})
    if len(items) > MAX_ITEMS[kind]:
        text = T("At most {most} matches can be brought in at once.", most=MAX_ITEMS[kind])
        report.error("", "too_many", text)
        items = []
    if (yield from _count_people(items)) > MAX_PEOPLE:
        text = T("At most {most} people can be brought in at once.", most=MAX_PEOPLE)
        report.error("", "too_many", text)
        items = []
    if not items and not settings.get("games") and not report.errors:
        report.error("", "missing", T("There is nothing in it that a league could take in."))
    return Read(items, report.list_all(), settings)


def _count_people(items: list[Item] | PackedItems) -> Steps[int]:
    pace, count = Pace(), 0
    for item in items:
        count += item["kind"] == "player"
        yield from pace.add(ITEM)
    return count


Records = list[tuple[int, bytes]]
Events = dict[str, list[bytes]]


def _read_archive(
    body: bytes, report: Report, _choices: Mapping[str, Any]
) -> Steps[tuple[PackedItems, dict[str, Any]]]:
    reader, pace, packed = Reader(report), Pace(), []
    records, events = yield from _read_records(reader, body)
    for item in _join_events(reader, records, events):
        packed.append(pack(item))
        yield from pace.add(ITEM * (1 + len(item.get("events", ()))))
    return PackedItems(packed), {}


def _read_records(reader: Reader, body: bytes) -> Steps[tuple[Records, Events]]:
    """The lines of an archive, packed, with their numbers; the events by their matches."""
    records: Records = []
    events: Events = {}
    room: dict[str, int] = {}
    pace = Pace()
    for raw in unpack_lines(body, MAX_BYTES[ARCHIVE]):
        record = reader.read_line(raw)
        if record is not None and record.kind != "event":
            records.append((record.line, pack(record.body)))
        elif record is not None:
            match = str(record.body["match"])
            events.setdefault(match, []).append(pack(record.body))
            room[match] = room.get(match, 0) + record.size
            if room[match] > MAX_MATCH:
                raise make_size_error(MAX_BYTES[ARCHIVE])
        yield from pace.add(len(raw))
    reader.end()
    return records, events


def _join_events(reader: Reader, records: Records, events: Events) -> Iterator[Item]:
    """The items of an archive: every match with its events, which stand further down in the file."""
    if reader.league is not None and (records or events):
        yield {**reader.league, "kind": "league", "line": 1}
    merges = []
    for line, packed in records:
        item = {**unpack(packed), "line": line}
        if item["kind"] == "match":
            item["events"] = sorted(map(unpack, events.get(str(item["id"]), ())), key=_seq)
        if item["kind"] == "player" and item.get("merged_into"):
            merges.append({"kind": "merge", "id": item["id"], "into": item["merged_into"], "line": line})
        yield item
    yield from merges


def _seq(event: Mapping[str, Any]) -> int:
    return event["seq"] if type(event.get("seq")) is int else 0


def _read_bg_stats(
    body: bytes, report: Report, choices: Mapping[str, Any]
) -> Steps[tuple[list[Item], dict[str, Any]]]:
    text = unpack_file(body, MAX_BYTES[BG_STATS])
    check_values(text)
    return (yield from read_bg_stats(text, report, choices, MAX_ITEMS[BG_STATS]))


def _read_table(
    body: bytes, report: Report, choices: Mapping[str, Any]
) -> Steps[tuple[list[Item], dict[str, Any]]]:
    if not body.startswith(workbooks.ZIP):
        return (yield from read_csv(unpack_file(body, MAX_BYTES[PAPER]), report, choices, MAX_ITEMS[PAPER]))
    table = workbooks.read_workbook(body, MAX_BYTES[PAPER])
    fixed = {"encoding": UTF8, "separator": ","}
    items, settings = yield from read_csv(table, report, {**choices, **fixed}, MAX_ITEMS[PAPER])
    return items, {name: value for name, value in settings.items() if name not in fixed}


Reading = Callable[[bytes, Report, Mapping[str, Any]], Steps[tuple[Any, dict[str, Any]]]]
_READERS: Mapping[str, Reading] = {ARCHIVE: _read_archive, BG_STATS: _read_bg_stats, PAPER: _read_table}
CHOICES = (BG_STATS, PAPER)
"""The kinds that can be read in more than one way."""


def number_of(item: Item) -> int | None:
    """The line of a table, or the play of an export, that an item comes from; None where it has no number."""
    number: int | None = item.get("line", item.get("play"))
    return number


def path_of(item: Mapping[str, Any]) -> str:
    """Where in its file an item stands, as findings say it; nothing where it has no number."""
    if "play" in item:
        return f"plays[{item['play'] - 1}]"
    return f"line {item['line']}" if "line" in item else ""


def people_in(items: Iterable[Item]) -> list[Item]:
    """The people that the items name."""
    return [item for item in items if item["kind"] == "player"]


# --- findings as they are kept ------------------------------------------------------------------------


def finding_document(finding: Finding) -> dict[str, Any]:
    """A finding as it is kept: its sentence is said in the reader's language when it is shown."""
    return {"path": finding.path, "code": finding.code, **_text_document(finding.text)}


def _text_document(text: Text) -> dict[str, Any]:
    params = {name: _parameter_document(value) for name, value in text.params.items()}
    document = {"text": text.msgid, "params": params, "plural": text.plural, "context": text.context}
    return {name: value for name, value in document.items() if value is not None}


def _parameter_document(value: object) -> Any:
    """A word that has its own translation, such as the name of a game, is kept as one."""
    if isinstance(value, list | tuple) and not isinstance(value, Text):
        return list(map(_parameter_document, value))
    return _text_document(value) if isinstance(value, Text) else value if type(value) is int else str(value)


def read_problem(document: Mapping[str, Any]) -> Text:
    """The sentence of a finding that was kept."""
    params = {name: _read_parameter(value) for name, value in document.get("params", {}).items()}
    return Text(document["text"], params, document.get("plural"), document.get("context"))


def _read_parameter(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_read_parameter, value))
    return read_problem(value) if isinstance(value, dict) else value
