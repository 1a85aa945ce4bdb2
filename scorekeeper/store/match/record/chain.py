"""What the events of a match hash to, and the code that people keep of it. Pure; docs/proof.md tells the form.

From the events and the salts of their texts all of this can be computed again with Python's standard library.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from scorekeeper.store.match import kinds

RECORD_FORMAT = "scorekeeper-record/1"
MAX_EVENTS = 5000
SALT_BYTES = 16
CODE_BYTES, LETTERS = 10, 16
SALT = re.compile(r"[0-9a-f]{32}")
HASH = re.compile(r"[0-9a-f]{64}")
UPGRADE, IMPORT = "upgrade", "import"
"""Why a chain began later than its match."""

_NUMBER = re.compile("0*[1-9][0-9]{0,5}")
_LETTERS = re.compile(r"[A-Z2-7]{16}")
_MISTAKEN = str.maketrans("018", "OIB")
"""Digits that the alphabet of the code does not have, and the letters that they were read for."""


def canonical(value: Any) -> bytes:
    """The one way to write a value as JSON: keys in order, no spaces, nothing but ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def sha256(value: Any) -> str:
    """The digest of a value in its canonical form."""
    return hashlib.sha256(canonical(value)).hexdigest()


def seal(text: str, salt: str) -> str:
    """What stands for a text in the hash of its event. Without the salt it tells nothing of the text."""
    key = bytes.fromhex(salt)
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def moment(at: datetime) -> str:
    """A time as it is hashed and as archives write it."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def rows_of(kind: str, body: Mapping[str, Any]) -> list[int]:
    """The rows of names and texts that an event's body refers to."""
    if kind == kinds.OPENED:
        return list(body["names"])
    return [body["name"]] if kind == kinds.RENAMED else list(body.get("texts", {}).values())


def hashed_body(
    kind: str, body: Mapping[str, Any], game: str, people: Sequence[int], seals: Mapping[int, str | None]
) -> dict[str, Any]:
    """A body in which a seal stands for each row of a name or text, and a seat for each person.

    The seat is the one at which the person sat when the match was opened (``people``). The opening names the game.
    """
    hashed = dict(body)
    if kind == kinds.OPENED:
        hashed |= {"game": game, "names": [seals[row] for row in body["names"]]}
    if kind == kinds.RENAMED:
        hashed |= {"player": people.index(body["player"]), "name": seals[body["name"]]}
    if kind in (kinds.OPENED, kinds.SEATED):
        hashed["players"] = [people.index(player) for player in body["players"]]
    if "texts" in body:
        hashed["texts"] = {name: seals[row] for name, row in body["texts"].items()}
    return hashed


def content_hash(uuid: str, kind: str, at: str, seat: int | None, body: Mapping[str, Any]) -> str:
    """What one event hashes to, wherever it stands."""
    return sha256({"at": at, "body": body, "kind": kind, "seat": seat, "uuid": uuid})


def begins_chain(begun: Any) -> bool:
    """Whether this is something that a match may say of why its chain began later."""
    if (
        type(begun) is not dict
        or begun.keys() != {"by", "on", "events"}
        or begun["by"] not in (UPGRADE, IMPORT)
    ):
        return False
    dated = type(begun["on"]) is str and re.fullmatch(r"\d{4}-\d\d-\d\d", begun["on"], re.ASCII)
    return bool(dated) and type(begun["events"]) is int and 0 < begun["events"] <= MAX_EVENTS


def first_link(begun: Mapping[str, Any] | None) -> str:
    """What stands before the first event: nothing, or the digest of when and why the chain began later."""
    return "" if begun is None else sha256(begun)


def chain_hash(before: str, seq: int, content: str) -> str:
    """What a match hashes to after an event: the hash before, the event's number and its content."""
    return sha256([before, seq, content])


def code_of(seq: int, chain: str) -> str:
    """What people keep: the number of the last event, and 80 bits of the hash in groups of four."""
    letters = base64.b32encode(bytes.fromhex(chain)[:CODE_BYTES]).decode()
    return _in_groups(seq, letters)


def read_code(text: str) -> tuple[int, str] | None:
    """The number and the whole code, in its usual writing, that a person typed; None where it is none."""
    number, *groups = re.sub(r"[\W_]+", " ", text.upper()).split() or [""]
    letters = "".join(groups)
    if not number.isdigit():  # nothing between the number and the letters
        whole = number + letters
        number, letters = whole[:-LETTERS], whole[-LETTERS:]
    letters = letters.translate(_MISTAKEN)
    if not _NUMBER.fullmatch(number) or not _LETTERS.fullmatch(letters):
        return None
    return int(number), _in_groups(int(number), letters)


def _in_groups(seq: int, letters: str) -> str:
    return "-".join([str(seq), *(letters[at : at + 4] for at in range(0, LETTERS, 4))])


class Fault(NamedTuple):
    """An event whose hashes do not agree: ``changed``, ``unlinked``, ``missing`` or ``unhashed``."""

    seq: int
    code: str
    kind: str = ""


CHANGED, UNLINKED, MISSING, UNHASHED = "changed", "unlinked", "missing", "unhashed"


class MatchRecord(NamedTuple):
    """The past of a match as an archive tells it: its game, how its chain began, and its events' lines in order."""

    id: str
    game: str
    begun: Mapping[str, Any] | None
    events: list[Mapping[str, Any]]

    @property
    def first(self) -> str:
        """The UUID of the opening: copies of one match have the same, wherever they lie."""
        return str(self.events[0].get("uuid")) if self.events else ""


def contents(record: MatchRecord) -> list[str | None]:
    """What each event of a record hashes to now; None where its line is not one of an event."""
    people = _people(record)
    return [_content(record.game, people, event) for event in record.events]


def _people(record: MatchRecord) -> Sequence[int]:
    try:
        return list(record.events[0]["body"]["players"])
    except (IndexError, KeyError, TypeError):
        return ()


def _content(game: str, people: Sequence[int], event: Mapping[str, Any]) -> str | None:
    try:
        kind, body = event["event"], event["body"]
        seals = {row: _seal_of(event, str(row)) for row in rows_of(kind, body)}
        hashed = hashed_body(kind, body, game, people, seals)
        return content_hash(event["uuid"], kind, event["at"], event.get("seat"), hashed)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None


def _seal_of(event: Mapping[str, Any], row: str) -> str | None:
    """The seal of a text: made from the text where it is there, given where it was erased."""
    for words in (event.get("names"), event.get("texts")):
        if words and row in words:
            return seal(words[row], event["salts"][row])
    stored_seal = (event.get("seals") or {}).get(row)
    return None if stored_seal is None else str(stored_seal)


def chains(record: MatchRecord) -> list[str | None]:
    """The chain hash after each event, computed anew from the first one on; None from a line that is no event on."""
    hashes: list[str | None] = []
    before: str | None = first_link(record.begun)
    for seq, content in enumerate(contents(record), 1):
        before = None if before is None or content is None else chain_hash(before, seq, content)
        hashes.append(before)
    return hashes


def check_record(record: MatchRecord) -> list[Fault]:
    """Every event whose content, or whose place in the chain, is not what its hashes say."""
    faults: list[Fault] = []
    before, last = first_link(record.begun), 0
    for event, content in zip(record.events, contents(record), strict=True):
        seq, kind = event.get("seq"), str(event.get("event"))
        if type(seq) is not int or seq != last + 1:
            faults.append(Fault(last + 1, MISSING))
            last = seq if type(seq) is int else last + 1
        else:
            last = seq
        if not event.get("content") or not event.get("chain"):
            faults.append(Fault(last, UNHASHED, kind))
            return faults
        if content != event["content"]:
            faults.append(Fault(last, CHANGED, kind))
        if event["chain"] != chain_hash(before, last, str(event["content"])):
            faults.append(Fault(last, UNLINKED, kind))
        before = str(event["chain"])
    return faults


def parting(first: MatchRecord, second: MatchRecord) -> int | None:
    """The number of the first event in which two records differ; None where the shorter begins the longer."""
    for seq, (content, other) in enumerate(zip(contents(first), contents(second), strict=False), 1):
        if content is None or content != other:
            return seq
    return None
