"""The whole past of a match as lines that leave the ledger: every event with its texts, salts and hashes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import FreeTextRow, PlayerNameRow, table_of
from scorekeeper.store.match.record.chain import RECORD_FORMAT, MatchRecord, moment, rows_of
from scorekeeper.store.match.record.sealing import Sealed

AT_ONCE = 500

_NAME, _TEXT = table_of(PlayerNameRow).c, table_of(FreeTextRow).c
_IDS: Any = bindparam("ids", expanding=True)
_NAMES = select(_NAME.id, _NAME.name, _NAME.salt, _NAME.seal).where(_NAME.id.in_(_IDS))
_TEXTS = select(_TEXT.id, _TEXT.text, _TEXT.salt, _TEXT.seal).where(_TEXT.id.in_(_IDS))


class Words(NamedTuple):
    """The names and the texts of matches by the numbers of their rows."""

    names: Mapping[int, Sealed]
    texts: Mapping[int, Sealed]

    def of(self, event: Event) -> dict[int, Sealed]:
        """Those that an event refers to."""
        table = self.names if event.kind in (kinds.OPENED, kinds.RENAMED) else self.texts
        return {row: table[row] for row in rows_of(event.kind, event.body) if row in table}


def read_words(session: Session, matches: Sequence[Match]) -> Words:
    """Everything that the events of these matches refer to, with salts and seals."""
    names: set[int] = set()
    texts: set[int] = set()
    for match in matches:
        for event in match.events:
            named = event.kind in (kinds.OPENED, kinds.RENAMED)
            (names if named else texts).update(rows_of(event.kind, event.body))
    return Words(_read(session, _NAMES, names), _read(session, _TEXTS, texts))


def _read(session: Session, query: Any, wanted: Iterable[int]) -> dict[int, Sealed]:
    rows, by_row = sorted(wanted), {}
    for at in range(0, len(rows), AT_ONCE):
        for key, *sealed in session.execute(query, {"ids": rows[at : at + AT_ONCE]}):
            by_row[key] = Sealed(*sealed)
    return by_row


def event_line(match: Match, event: Event, words: Words) -> dict[str, Any]:
    """An event of a match's ledger, with the names and texts that its body refers to by their numbers."""
    sealed = words.of(event)
    texts_by_row = {str(row): word.text for row, word in sealed.items() if word.text is not None}
    named = event.kind in (kinds.OPENED, kinds.RENAMED)
    line = {
        "match": match.public_id,
        "seq": event.seq,
        "uuid": event.uuid,
        "event": event.kind,
        "body": dict(event.body),
        "seat": event.seat,
        "at": moment(event.at),
        "names" if named else "texts": texts_by_row or None,
        "salts": {str(row): word.salt for row, word in sealed.items() if word.salt is not None} or None,
        "seals": {str(row): word.seal for row, word in sealed.items() if word.text is None and word.seal}
        or None,
        "content": event.content,
        "chain": event.chain,
    }
    return {name: value for name, value in line.items() if value is not None}


def beginning(match: Match) -> dict[str, Any]:
    """What the line of a match says of its hashes: how the chain began, and the code of today."""
    fields = {"begun": match.begun and dict(match.begun), "code": match.code}
    return {name: value for name, value in fields.items() if value is not None}


def record_of(match: Match, words: Words) -> MatchRecord:
    """The past of a match as it is checked."""
    events: list[Mapping[str, Any]] = [event_line(match, event, words) for event in match.events]
    return MatchRecord(match.public_id, match.game, match.begun, events)


def record_lines(match: Match, words: Words, document: Mapping[str, Any]) -> Iterator[str]:
    """The record of one match as a file: a line about the match with its document, and a line for each event."""
    head = {"format": RECORD_FORMAT, "kind": "match", "id": match.public_id, "document": document}
    yield as_line({**head, **beginning(match)})
    for event in match.events:
        yield as_line({"kind": "event", **event_line(match, event, words)})


def as_line(fields: Mapping[str, Any]) -> str:
    """A line of a record."""
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
