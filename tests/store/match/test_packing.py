"""The record of a match made small: what is computed again is what was left out, and a file of any size is refused."""

import json
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.store.match.record.packing import pack, unpack
from tests.cases import case, cases
from tests.documents import match_document

SALT = "0f" * 16


def event(seq: int, kind: str, body: dict[str, Any], **also: Any) -> dict[str, Any]:
    uuid = f"00000000-0000-4000-8000-{seq:012}"
    at = f"2026-11-20T19:{seq:02}:12.123456Z"
    return {
        "kind": "event",
        "match": "abc",
        "seq": seq,
        "uuid": uuid,
        "event": kind,
        "body": body,
        "at": at,
        **also,
    }


def record(**changed: Any) -> list[dict[str, Any]]:
    """A match of two deals, as a file has it before its hashes are made."""
    document = match_document("escoba", ["Ana", "Þórdís"], [])
    opening = {"rules": {}, "first_dealer": 0, "players": [1, 2], "names": [7, 8]}
    names = {"names": {"7": "Ana", "8": "Þórdís"}, "salts": {"7": SALT, "8": SALT}}
    deal = {"entry": {"kind": "deal", "escobas": [1, 0]}}
    return [
        {"format": "scorekeeper-record/1", "kind": "match", "id": "abc", "document": document, **changed},
        event(1, "opened", opening, **names),
        event(2, "recorded", deal, seat=1),
        event(3, "recorded", deal),
    ]


def as_lines(said: Sequence[dict[str, Any]]) -> list[str]:
    return [
        json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for line in said
    ]


def there_and_back(said: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    data, wrong = unpack(pack(as_lines(said)))
    assert wrong is None
    return [json.loads(line) for line in data.splitlines()]


def hashed(said: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with the hashes that its events have by what they say."""
    head, *events = said
    bare = zlib.compress(
        json.dumps(
            {"id": "abc", "document": head["document"], "begun": head.get("begun"), "events": events}
        ).encode()
    )
    data, wrong = unpack(bare)
    assert wrong is None
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.parametrize(
    "begun",
    [case("from the first", None), case("hashed later", {"by": "upgrade", "events": 2, "on": "2026-11-23"})],
)
def test_hashes_and_code_are_computed_again(begun: Any) -> None:
    said = hashed(record(begun=begun))
    assert said[0]["code"].startswith("3-")
    assert {"content", "chain"} <= said[3].keys()
    assert there_and_back(said) == said
    small = zlib.decompress(pack(as_lines(said))).decode()
    assert said[3]["chain"] not in small
    assert said[0]["code"] not in small


def test_a_sheet_which_no_reader_believes_stays_behind() -> None:
    said = hashed(record())
    with_sheet = [{**said[0], "document": {**said[0]["document"], "sheet": {"totals": [1, 0]}}}, *said[1:]]
    assert there_and_back(with_sheet) == said


@pytest.mark.parametrize("change", [{"content": "ab" * 32}, {"chain": "cd" * 32}], ids=["content", "chain"])
def test_a_hash_that_is_not_right_goes_along_as_it_is(change: dict[str, str]) -> None:
    said = hashed(record())
    wrong = [*said[:2], {**said[2], **change}, said[3]]
    assert there_and_back(wrong)[2] == wrong[2]


def test_an_event_without_hashes_gets_none_on_the_way() -> None:
    said = hashed(record())
    bare = [*said[:3], {name: value for name, value in said[3].items() if name not in ("content", "chain")}]
    assert there_and_back(bare)[3] == bare[3]


@cases(
    "data",
    case("nothing", b""),
    case("other bytes", b"no zlib"),
    case("no JSON", zlib.compress(b"[1")),
    case("a list", zlib.compress(b"[]")),
    case("no events", zlib.compress(b'{"id": "abc", "document": {}, "events": [1]}')),
    case(
        "too many events",
        zlib.compress(b'{"id": "abc", "document": {}, "events": [' + b",".join([b"{}"] * 5001) + b"]}"),
    ),
    case("cut", zlib.compress(b'{"id": "abc", "document": {}, "events": []}')[:-6]),
    case("a bomb", zlib.compress(b" " * (MAX_BYTES + 1) + b"{}")),
    case("half a letter", zlib.compress(b'{"id": "\\ud800", "document": {}, "events": []}')),
)
def test_what_is_no_packed_record_is_refused(data: bytes) -> None:
    raw, wrong = unpack(data)
    assert raw == b""
    assert wrong.code == "damaged"


@cases(
    "whole",
    case("begun", '{"id": "abc", "document": {}, "events": [], "begun": DEEP}'),
    case("document", '{"id": "abc", "document": {"a": DEEP}, "events": []}'),
    case("body", '{"id": "abc", "document": {}, "events": [{"event": "recorded", "body": DEEP}]}'),
)
def test_lists_within_lists_are_read_or_refused_and_never_fail(whole: str) -> None:
    refused = set()
    for depth in range(20, 1200, 5):
        deep = '{"a": ' + "[" * depth + "]" * depth + "}"
        raw, wrong = unpack(zlib.compress(whole.replace("DEEP", deep).encode()))
        assert (raw == b"") == (wrong is not None)
        refused.add(wrong is not None)
    assert refused == {True, False}
