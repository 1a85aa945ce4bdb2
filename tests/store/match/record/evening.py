"""A match with every kind of event, made in memory, and its record as a file has it. No database is asked."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.opening import Opening
from scorekeeper.store.match.record.incoming import Terms
from scorekeeper.store.match.record.past import Words, beginning, event_line
from scorekeeper.store.match.record.playback import Playback, open_playback
from tests.store.conftest import NAMES, kani

Item = dict[str, Any]
Line = dict[str, Any]
Spoil = Callable[[list[Line]], object]
BEGAN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
LATER = Terms(BEGAN + timedelta(days=1))
"""What a record of that evening comes in by, the day after."""

Step = tuple[str, dict[str, Any], dict[str, str]]
STEPS: list[Step] = [
    ("renamed", {"player": -1}, {"name": "Boris"}),
    ("recorded", {"entry": kani()}, {"note": "wet cards"}),
    ("recorded", {"entry": {"kind": "adjustment", "scores": [1, 0, 0, 0]}}, {"reason": "unfair"}),
    ("corrected", {"target": 3, "entry": kani(8)}, {"why": "a typo", "note": "dry cards"}),
    ("described", {"played": "2026-11-20"}, {"place": "Plovdiv", "note": "a cold night"}),
    ("recorded", {"entry": kani(8)}, {}),
    ("struck", {"target": 7, "as": "void"}, {"reason": "14 cards"}),
    ("seated", {"players": [-2, -3, -4, -1]}, {}),
    ("renamed", {"player": -3}, {"name": "Itziar"}),
    ("settings", {"rules": {"target": 200}}, {"why": "for longer"}),
    ("accepted", {"seat": 2}, {}),
    ("recorded", {"entry": kani(9)}, {}),
    ("undone", {"target": 13}, {"why": "not yet"}),
    ("recorded", {"entry": {"kind": "players", "seat": 1}}, {"name": "Nína"}),
    ("closed", {}, {"reason": "tired"}),
]
OPENED, RENAMED, NOTED, SEATED, LAST = 1, 2, 3, 9, 16
"""The numbers of some events of the evening."""


def uuid_of(seq: int) -> str:
    return str(UUID(int=seq, version=4))


def like(seq: int) -> Event:
    at = BEGAN + timedelta(minutes=seq)
    return Event(0, uuid_of(seq), "", {}, None, None if seq == 1 else seq % 4, at)


def play_evening(first_dealer: int = 2) -> Playback:
    """The evening on the machine on which it was written, with its hashes."""
    playback = open_playback(Opening("kani", {}, tuple(NAMES), first_dealer), like(1))
    for seq, (kind, body, texts) in enumerate(STEPS, 2):
        playback.add(like(seq)._replace(kind=kind, body=body), texts)
    return playback.seal(keep=False, begun=None)


def record_of(playback: Playback) -> Item:
    """What a reader of records makes of the file."""
    match, words = playback.match, Words(playback.words, playback.words)
    lines = [event_line(match, event, words) for event in match.events]
    item = {"id": "m", "document": match.document(), "events": lines, **beginning(match)}
    return json.loads(json.dumps(item))  # type: ignore[no-any-return]


def say_all(match: Match) -> list[Any]:
    """What an evening says, without the numbers of rows: each event with its words."""
    return [_said(match, event) for event in match.events]


def _said(match: Match, event: Event) -> tuple[Any, ...]:
    body: Mapping[str, Any] = event.body
    words: Any = {name: match.texts[row] for name, row in body.get("texts", {}).items()}
    if event.kind == "renamed":
        words = match.names[body["name"]]
    if event.kind == "opened":
        words = [match.names[row] for row in body["names"]]
    said = {name: value for name, value in body.items() if name not in ("texts", "name", "names")}
    return event.seq, event.uuid, event.kind, said, words, event.seat, event.at


EVENING = play_evening()
WHOLE = say_all(EVENING.match)
BEGUN = {"by": "import", "on": "2026-11-20", "events": LAST}
"""What a match says of itself whose chain began that day."""
HASHES = [(event.content, event.chain) for event in EVENING.match.events]


def hashes_of(playback: Playback) -> list[tuple[str | None, str | None]]:
    return [(event.content, event.chain) for event in playback.match.events]


def spoiled(spoil: Spoil) -> Item:
    item = record_of(EVENING)
    spoil(item["events"])
    return item


def unchanged(lines: list[Line]) -> None:
    """The record as it was written."""
