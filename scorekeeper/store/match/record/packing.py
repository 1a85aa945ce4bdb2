"""The record of a match as few bytes, for QR codes: without what can be computed again from the rest. No database.

``docs/formats.md`` tells the form.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.frames import DAMAGED
from scorekeeper.store.match.record.chain import (
    MAX_EVENTS,
    RECORD_FORMAT,
    MatchRecord,
    chains,
    code_of,
    contents,
)
from scorekeeper.store.match.record.past import as_line

HASHES = ("content", "chain")
_PLACES = ("kind", "match", "seq")
"""What every line of an event says and its place tells as well."""


def pack(lines: Iterable[str]) -> bytes:
    """The lines of one record, made small. The sheet in its document, which no reader believes, is left out."""
    head, *events = (json.loads(line) for line in lines)
    document = {name: value for name, value in head["document"].items() if name not in ("sheet", "code")}
    short = [{name: value for name, value in event.items() if name not in _PLACES} for event in events]
    for event, computed in zip(short, _hash(head["id"], document, head.get("begun"), events), strict=True):
        for name, hashed in computed.items():
            # A hash that is not that of its event goes along as it is, and so does that there is none.
            if event.get(name) == hashed:
                event.pop(name, None)
            else:
                event[name] = event.get(name)
    fields = {"id": head["id"], "document": document, "begun": head.get("begun"), "events": short}
    filled = {name: value for name, value in fields.items() if value is not None}
    return zlib.compress(json.dumps(filled, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpack(packed: bytes) -> tuple[bytes, Finding | None]:
    """The record as a file; or a finding where the bytes are none, or more than a file may have."""
    opened = zlib.decompressobj()
    try:
        raw = opened.decompress(packed, MAX_BYTES)
    except zlib.error:
        return b"", DAMAGED
    record, wrong = parse(raw) if opened.eof else (None, DAMAGED)
    if wrong is not None or not _is_packed(record):
        return b"", DAMAGED
    assert record is not None, "it has the shape"
    try:
        return "".join(_lines(record)).encode(), None
    except (ValueError, RecursionError):  # letters that are none, and lists within lists within lists
        return b"", DAMAGED


def _is_packed(record: Any) -> bool:
    """Whether it has the shape of a packed record; what its events say is looked at by the import."""
    if (
        type(record) is not dict
        or type(record.get("document")) is not dict
        or type(record.get("id")) is not str
    ):
        return False
    events = record.get("events")
    return type(events) is list and len(events) <= MAX_EVENTS and all(type(event) is dict for event in events)


def _lines(record: Mapping[str, Any]) -> Iterable[str]:
    begun = record.get("begun")
    placed: list[Mapping[str, Any]] = [
        {**event, "kind": "event", "match": record["id"], "seq": seq}
        for seq, event in enumerate(record["events"], 1)
    ]
    hashed = _hash(record["id"], record["document"], begun, placed)
    events = [{**computed, **event} for event, computed in zip(placed, hashed, strict=True)]
    last = events[-1].get("chain") if events else None
    code = code_of(len(events), last) if type(last) is str and last == hashed[-1].get("chain") else None
    head = {"format": RECORD_FORMAT, "kind": "match", "id": record["id"], "begun": begun, "code": code}
    document = {**record["document"], "code": code}
    yield as_line({**_without_none(head), "document": _without_none(document)})
    yield from (as_line(_without_none(event)) for event in events)


def _without_none(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _hash(
    public_id: str, document: Mapping[str, Any], begun: Any, events: list[Mapping[str, Any]]
) -> list[dict[str, str | None]]:
    """The hashes that the events have by what they say."""
    record = MatchRecord(public_id, str(document.get("game")), begun if type(begun) is dict else None, events)
    hash_pairs = zip(contents(record), chains(record), strict=True)
    return [dict(zip(HASHES, hashes, strict=True)) for hashes in hash_pairs]
