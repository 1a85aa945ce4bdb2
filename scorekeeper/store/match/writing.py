"""Writes one event with its texts and its hashes, within a transaction in which no other writer can reach the match."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.orm import Session

from scorekeeper.store.match import kinds, statements
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import refer_to_texts
from scorekeeper.store.match.record.sealing import Sealed, hash_event, seals_of


def add_event(
    session: Session, before: Match, wanted: Event, texts: Mapping[str, Sealed], pulse: int | None = None
) -> Match:
    """The match with one more event: the next in number, the next in its chain."""
    named = wanted.kind == kinds.RENAMED
    if named:
        name = statements.add_name(session, wanted.body["player"], texts[kinds.NAME], wanted.at)
        rows = {kinds.NAME: name}
    else:
        rows = statements.add_texts(session, before.id, texts)
    event = wanted._replace(seq=before.seq + 1, body=refer_to_texts(wanted.kind, wanted.body, rows))
    people, chain = before.events[0].body["players"], before.events[-1].chain or ""
    event = hash_event(event, before.game, people, seals_of(rows, texts), chain)
    statements.add_event(session, before.id, event)
    said = {rows[name]: sealed.text for name, sealed in texts.items()}
    return before.after(event, said if named else {}, {} if named else said, pulse)
