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
    said = {"id": head["id"], "document": document, "begun": head.get("begun"), "events": short}
    given = {name: value for name, value in said.items() if value is not None}
    return zlib.compress(json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def unpack(data: bytes) -> tuple[bytes, Finding | None]:
    """The record as a file; or a finding where the bytes are none, or more than a file may have."""
    opened = zlib.decompressobj()
    try:
        raw = opened.decompress(data, MAX_BYTES)
    except zlib.error:
        return b"", DAMAGED
    said, wrong = parse(raw) if opened.eof else (None, DAMAGED)
    if wrong is not None or not _is_packed(said):
        return b"", DAMAGED
    assert said is not None, "it has the shape"
    try:
        return "".join(_lines(said)).encode(), None
    except (ValueError, RecursionError):  # letters that are none, and lists within lists within lists
        return b"", DAMAGED


def _is_packed(said: Any) -> bool:
    """Whether it has the shape of a packed record; what its events say is looked at by the import."""
    if type(said) is not dict or type(said.get("document")) is not dict or type(said.get("id")) is not str:
        return False
    events = said.get("events")
    return type(events) is list and len(events) <= MAX_EVENTS and all(type(event) is dict for event in events)


def _lines(said: Mapping[str, Any]) -> Iterable[str]:
    begun = said.get("begun")
    given: list[Mapping[str, Any]] = [
        {**event, "kind": "event", "match": said["id"], "seq": seq}
        for seq, event in enumerate(said["events"], 1)
    ]
    hashed = _hash(said["id"], said["document"], begun, given)
    events = [{**computed, **event} for event, computed in zip(given, hashed, strict=True)]
    last = events[-1].get("chain") if events else None
    code = code_of(len(events), last) if type(last) is str and last == hashed[-1].get("chain") else None
    head = {"format": RECORD_FORMAT, "kind": "match", "id": said["id"], "begun": begun, "code": code}
    document = {**said["document"], "code": code}
    yield as_line({**_without_none(head), "document": _without_none(document)})
    yield from (as_line(_without_none(event)) for event in events)


def _without_none(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if value is not None}


def _hash(
    public_id: str, document: Mapping[str, Any], begun: Any, events: list[Mapping[str, Any]]
) -> list[dict[str, str | None]]:
    """The hashes that the events have by what they say."""
    record = MatchRecord(public_id, str(document.get("game")), begun if type(begun) is dict else None, events)
    found = zip(contents(record), chains(record), strict=True)
    return [dict(zip(HASHES, hashes, strict=True)) for hashes in found]
