"""Records of many valid events, a way a kind: each costs the reader something else."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from tests.documents import match_document
from tests.trust.worst_documents import GOOD

Step = tuple[str, dict[str, Any], dict[str, str]]
DEAL = {"entry": GOOD["kani"]}
_MADE = UUID(int=33)
BEFORE = 200
"""So many deals stand before what is done to one of them."""


def _each(kind: str, **body: Any) -> Iterator[Step]:
    while True:
        yield kind, body, {}


def _deals(count: int, then: Iterator[Step]) -> Iterator[Step]:
    yield from islice(_each("recorded", **DEAL), count)
    yield from then


def _in_turn(*kinds: tuple[str, dict[str, Any]]) -> Iterator[Step]:
    while True:
        for kind, body in kinds:
            yield kind, body, {}


def _undone(kind: str, **body: Any) -> Iterator[Step]:
    """An event, and its undoing."""
    seq = BEFORE + 2
    while True:
        yield kind, body, {}
        yield "undone", {"target": seq}, {}
        seq += 2


def _protests() -> Iterator[Step]:
    other = {"entry": {**GOOD["kani"], "tricks": 9}, "target": 2}
    seq = BEFORE + 2
    while True:
        yield "protested", other, {}
        yield "resolved", {"target": seq, "keep": "other"}, {}
        seq += 2


def _rules() -> Iterator[Step]:
    value = 50
    while True:
        value = 51 + value % 900
        yield "settings", {"rules": {"settlement": "chips", "kani_value": value}}, {}


def _names() -> Iterator[Step]:
    number = 0
    while True:
        number += 1
        yield "renamed", {"player": 1, "name": number}, {"name": f"Ana {number}"}


def _notes() -> Iterator[Step]:
    number = 0
    while True:
        number += 1
        yield "described", {"played": "2026-11-03"}, {"note": f"no. {number}"}


RULING = {
    "question": {"format": "scorekeeper-question/1", "game": "kani", "question": "next_dealer", "rules": {}},
    "result": {},
}
KINDS: dict[str, Callable[[], Iterator[Step]]] = {
    "recorded": lambda: _each("recorded", **DEAL),
    "recorded before": lambda: _deals(1, _each("recorded", **DEAL, before=2)),
    "corrected": lambda: _deals(BEFORE, _each("corrected", **DEAL, target=2)),
    "struck": lambda: _deals(BEFORE, _undone("struck", target=2, **{"as": "void"})),
    "undone": lambda: _deals(BEFORE, _undone("corrected", **DEAL, target=2)),
    "renamed": lambda: _deals(BEFORE, _names()),
    "seated": lambda: _deals(
        BEFORE, _in_turn(("seated", {"players": [2, 3, 4, 1]}), ("seated", {"players": [1, 2, 3, 4]}))
    ),
    "settings": lambda: _deals(BEFORE, _rules()),
    "accepted": lambda: _deals(BEFORE, _undone("accepted", all=True)),
    "described": lambda: _deals(BEFORE, _notes()),
    "closed": lambda: _deals(BEFORE, _undone("closed")),
    "binned, restored": lambda: _deals(BEFORE, _in_turn(("binned", {}), ("restored", {}))),
    "ruling": lambda: _deals(BEFORE, _each("ruling", **RULING, target=2)),
    "protested, resolved": lambda: _deals(BEFORE, _protests()),
}


def steps_of(kind: str, count: int) -> list[Step]:
    """So many events of a kind, with the deals that they need before them."""
    return list(islice(KINDS[kind](), count))


def make_record(steps: list[Step], public_id: str = "a" * 12, number: UUID = _MADE) -> bytes:
    """The record of a match of Kani without an end, of these events after its opening."""
    players = ["Ana", "Boris", "Vera", "Georgi"]
    rules = {"settlement": "chips"}
    document = match_document("kani", players, [], rules=rules)
    opened = {"rules": rules, "players": [1, 2, 3, 4], "names": [1, 2, 3, 4], "first_dealer": 0}
    names = {str(row): name for row, name in enumerate(players, 1)}
    lines: list[dict[str, Any]] = [
        {"format": "scorekeeper-record/1", "kind": "match", "id": public_id, "document": document},
        {"event": "opened", "body": opened, "names": names},
    ]
    row = 10
    for kind, body, texts in steps:
        line: dict[str, Any] = {"event": kind, "body": body}
        if texts:
            rows = {name: row + place for place, name in enumerate(texts)}
            said = {str(rows[name]): text for name, text in texts.items()}
            row += len(texts)
            if kind == "renamed":
                line |= {"body": {**body, **rows}, "names": said}
            else:
                line |= {"body": {**body, "texts": rows}, "texts": said}
        lines.append(line)
    for seq, line in enumerate(lines[1:], 1):
        line |= {"kind": "event", "match": public_id, "seq": seq, "uuid": str(uuid5(number, str(seq)))}
        line["at"] = "2026-11-03T20:00:00Z"
    return b"\n".join(json.dumps(line).encode() for line in lines)
