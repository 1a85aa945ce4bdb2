"""Hashes for events that have none: while servers are upgraded one by one, an older program writes such events."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Table, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match import kinds, statements
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import EventRow, FreeTextRow, MatchRow, PlayerNameRow, table_of
from scorekeeper.store.match.record.chain import UPGRADE, first_link
from scorekeeper.store.match.record.past import Words, read_words
from scorekeeper.store.match.record.sealing import hash_event, seal_text, tell_beginning
from scorekeeper.store.transactions import in_one_write

_LOG, _MATCHES = table_of(EventRow), table_of(MatchRow)


def hash_late_events(session: Session, match: Match) -> Match:
    """The match with hashes for all events, written within a transaction that keeps other writers out.

    Where not even the opening had one, the match says that its chain began today.
    """
    words, begun = read_words(session, [match]), match.begun
    done = next(at for at, event in enumerate(match.events) if event.chain is None)
    if done == 0:
        begun = tell_beginning(UPGRADE, clock.now(), match.seq)
        session.execute(update(_MATCHES).where(_MATCHES.c.id == match.id).values(begun=begun))
    events = list(match.events[:done])
    before = events[-1].chain if events else first_link(begun)
    for event in match.events[done:]:
        seals = _seals(session, event, words)
        hashed = hash_event(event, match.game, match.events[0].body["players"], seals, before or "")
        where = _LOG.c.match_id == match.id, _LOG.c.seq == event.seq
        session.execute(update(_LOG).where(*where).values(content=hashed.content, chain=hashed.chain))
        events.append(hashed)
        before = hashed.chain
    return replace(match, events=tuple(events), begun=begun)


def load_with_hashes(session: Session, public_id: str) -> Match | None:
    """A match that a record can go on: all its events have hashes."""
    match = statements.load(session, public_id)
    if match is None or match.events[-1].chain is not None:
        return match

    def hash_events() -> Match | None:
        now = statements.load(session, public_id, lock=True)
        return now if now is None or now.events[-1].chain is not None else hash_late_events(session, now)

    return in_one_write(session, hash_events)


def _seals(session: Session, event: Event, words: Words) -> dict[int, str | None]:
    """The seals of an event's texts; those that have none yet get one."""
    named = event.kind in (kinds.OPENED, kinds.RENAMED)
    table: Table = table_of(PlayerNameRow if named else FreeTextRow)
    found = {}
    for row, sealed in words.of(event).items():
        if sealed.text is not None and sealed.seal is None:
            sealed = seal_text(sealed.text)
            given = {"salt": sealed.salt, "seal": sealed.seal}
            session.execute(update(table).where(table.c.id == row).values(given))
        found[row] = sealed.seal
    return found
