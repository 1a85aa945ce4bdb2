"""Writing to a league's log: one transaction in which the league's row is held, the asker's role is read anew, and
every event changes the state at once. Raises Overtaken with the newer events if another writer came first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.text import N
from scorekeeper.store import clock
from scorekeeper.store.leagues.log.access import Access, Who, find_access_by_id, hold_league
from scorekeeper.store.leagues.log.apply import apply_event
from scorekeeper.store.leagues.log.events import EVENT, PAGE, LeagueEvent
from scorekeeper.store.leagues.log.models import KEY_LENGTH, LeagueEventRow, LeagueRow
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, UuidTaken, make_refusal
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.opening import checked_uuid
from scorekeeper.store.transactions import in_one_write

GOOD_KEY = re.compile(rf"[^\s+|/?#\x00-\x1f]{{1,{KEY_LENGTH}}}")
"""What a key may be: an archive brings its own. ``+`` joins a pair, ``|`` sets one against another."""


class WrittenEvent(NamedTuple):
    """The event that a request made; ``repeated`` when it stood there already and the request was a retry.

    ``event.subject`` is the key of what was made or changed.
    """

    event: LeagueEvent
    repeated: bool


class LeagueWrite:
    """Writes events of one league, in the transaction that holds its row. ``access`` is as of this moment.

    The first event of the request's own ``kind`` carries its UUID, so that a retried request finds it.
    """

    def __init__(self, session: Session, access: Access, uuid: str, kind: str) -> None:
        self.session, self.access, self.league, self.who = session, access, access.league, access.who
        self.uuid, self.at = uuid, clock.now()
        self._kind: str | None = kind
        self._seq, self._written = access.league.seq, 0

    def new_key(self, kind: str = "") -> str:
        """A new key. It follows from the request, so that a retried one names the same thing."""
        return derive_key(f"{self.league.public_id}|{self.uuid}|{self._written}|{kind}")

    def write(self, kind: str, subject: str | None, body: Mapping[str, Any]) -> LeagueEvent:
        """Append an event, and apply it to the state of the league."""
        uuid = self.uuid if kind == self._kind else str(uuid5(UUID(self.uuid), str(self._written)))
        self._kind = None if kind == self._kind else self._kind
        self._seq, self._written = self._seq + 1, self._written + 1
        event = LeagueEvent(
            self._seq, uuid, kind, subject, dict(body), self.who.account, self.who.device, self.at
        )
        add_event(self.session, self.league.id, event)
        apply_event(self.session, self.league.id, event)
        moved = {"seq": event.seq, "changed_at": event.at}
        self.session.execute(update(LeagueRow).where(LeagueRow.id == self.league.id).values(**moved))
        return event

    def put_beside(self, table: type[Any], key: str | None, **values: Any) -> None:
        """Write what lies beside the log into the row of a key: a name, a place."""
        ours = table.league_id == self.league.id, table.key == key
        self.session.execute(update(table).where(*ours).values(**values))

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """What is written inside stands whole or not at all, while the rest of the request goes on."""
        seq, kind = self._seq, self._kind
        try:
            with self.session.begin_nested():
                yield
        except BaseException:
            self._seq, self._kind = seq, kind
            raise

    def check_seen(self, subject: str, touched: int, seen: int) -> None:
        """Refuse to overwrite what the writer has not seen: ``touched`` is the last event about it."""
        if seen != touched:
            raise Overtaken(tuple(events_about(self.session, self.league.id, subject, after=seen)))


def derive_key(text: str) -> str:
    """Twelve letters that follow from what is said, in the alphabet of addresses."""
    number, letters = int.from_bytes(sha256(text.encode()).digest()), []
    for _ in range(statements.PUBLIC_ID_LENGTH):
        number, letter = divmod(number, len(statements.ALPHABET))
        letters.append(statements.ALPHABET[letter])
    return "".join(letters)


def in_league(
    session: Session,
    access: Access,
    needs: str,
    uuid: str,
    kind: str,
    write_events: Callable[[LeagueWrite], LeagueEvent],
    asked: Mapping[str, Any] | None = None,
) -> WrittenEvent:
    """Write the events of a request in one transaction: all of them, or none.

    The role is read again once the league is held. A request whose UUID is known is answered with its event if it has
    the same kind, league and ``asked`` (fields of its body, and ``subject``).

    Raises NotThere, UuidTaken, and what ``write_events`` raises: Overtaken or Refused.
    """
    uuid = checked_uuid(uuid)

    def write() -> WrittenEvent:
        now = find_access_by_id(session, access.league.id, access.who, lock=True)
        if now is None or not now.may(needs):
            raise NotThere(access.league.public_id)
        return write_once(session, now, uuid, kind, write_events, asked or {})

    return in_one_write(session, write)


def write_without_role(
    session: Session,
    league: int,
    who: Who,
    uuid: str,
    kind: str,
    write_events: Callable[[LeagueWrite], LeagueEvent],
    asked: Mapping[str, Any] | None = None,
) -> WrittenEvent:
    """The same for a phone that needs no role in the league: ``write_events`` checks what it may write."""
    uuid = checked_uuid(uuid)

    def write() -> WrittenEvent:
        access = hold_league(session, league, who)
        if access is None:
            raise NotThere(str(league))
        return write_once(session, access, uuid, kind, write_events, asked or {})

    return in_one_write(session, write)


def write_once(
    session: Session,
    access: Access,
    uuid: str,
    kind: str,
    write_events: Callable[[LeagueWrite], LeagueEvent],
    asked: Mapping[str, Any],
) -> WrittenEvent:
    """The event of a request, written unless it is there already. The caller holds the league."""
    earlier = find_event(session, uuid)
    if earlier is None:
        written = write_events(LeagueWrite(session, access, uuid, kind))
        feed.tell(session, feed.LEAGUES)
        return WrittenEvent(written, False)
    league, event = earlier
    fields = {**event.body, "subject": event.subject}
    same = league == access.league.id and event.kind == kind
    if not same or any(fields.get(name) != value for name, value in asked.items()):
        raise UuidTaken(event if league == access.league.id else None)
    return WrittenEvent(event, True)


def name_request(uuid: str, *said: object) -> str:
    """The UUID of a request that says what its event does not hold, such as a name: with another it is another one."""
    return str(uuid5(UUID(checked_uuid(uuid)), json.dumps(said)))


def find_event(session: Session, uuid: str) -> tuple[int, LeagueEvent] | None:
    """The event with this UUID in any league, and that league's inner number."""
    query = select(LeagueEventRow.league_id, *EVENT).where(LeagueEventRow.uuid == uuid)
    row = session.execute(query).first()
    return None if row is None else (row[0], LeagueEvent(*row[1:]))


def add_event(session: Session, league: int, event: LeagueEvent) -> None:
    """Append one event to the log; its effect is the caller's affair."""
    values = event._asdict()
    values |= {"account_id": values.pop("account"), "device_id": values.pop("device"), "league_id": league}
    session.execute(insert(LeagueEventRow).values(**values))


def events_about(session: Session, league: int, subject: str, *, after: int = 0) -> list[LeagueEvent]:
    """The latest events about one player, season, night or match, in order."""
    query = select(*EVENT).where(
        LeagueEventRow.league_id == league, LeagueEventRow.subject == subject, LeagueEventRow.seq > after
    )
    latest = session.execute(query.order_by(LeagueEventRow.seq.desc()).limit(PAGE)).all()
    return [LeagueEvent(*row) for row in reversed(latest)]


def check_room(number: int, most: int, field: str) -> None:
    """Refuse more of something than a league holds; ``field`` is the one to say it at."""
    if number >= most:
        text = N("A league holds at most {n} of these.", "A league holds at most {n} of these.", n=most)
        raise make_refusal(field, "too_many", text)
