"""Reading and writing the ledger's rows: a fixed, small number of statements for one match or for many."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy import Select, bindparam, exists, insert, null, or_, select, union_all, update
from sqlalchemy.orm import Session

from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Event, Generations, Match
from scorekeeper.store.match.models import (
    EmptiedEventRow,
    EmptiedRow,
    EventRow,
    FreeTextRow,
    MatchRow,
    PlayerNameRow,
    table_of,
)
from scorekeeper.store.match.record.sealing import Sealed

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
PUBLIC_ID_LENGTH = 12
Bound = tuple[Any, ...]
"""The columns of an event as the driver stores them, in the order of :data:`EVENT`."""
_PUBLIC_ID = re.compile(rf"[{ALPHABET}]{{{PUBLIC_ID_LENGTH}}}")

_MATCHES, _LOG = table_of(MatchRow), table_of(EventRow)
_NAME, _TEXT = table_of(PlayerNameRow).c, table_of(FreeTextRow).c
EVENT = tuple(_LOG.c["device_id" if name == "device" else name] for name in Event._fields)
GENERATIONS = tuple(_MATCHES.c[f"generation_{kind}"] for kind in Generations._fields)
_OWN = ("id", "public_id", "game", "seq", "series", "device_id", "opened_at", "changed_at", "pulse", "begun")
_MATCH = *(_MATCHES.c[name] for name in _OWN), *GENERATIONS
# Made once: building a statement costs as much as running it.
_BY_NAME = select(*_MATCH).where(_MATCHES.c.public_id == bindparam("public_id"))
_LOCKED = _BY_NAME.with_for_update()
_BY_ID = select(*_MATCH).where(_MATCHES.c.id.in_(bindparam("ids", expanding=True)))
_EVENTS = (
    select(_LOG.c.match_id, *EVENT)
    .where(_LOG.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(_LOG.c.match_id, _LOG.c.seq)
)
_EMPTIED, _EMPTIED_LOG = table_of(EmptiedRow), table_of(EmptiedEventRow)
_IN_ITS_PLACE = {"seq": _EMPTIED_LOG.c.seq, "uuid": _EMPTIED_LOG.c.uuid, "at": _EMPTIED.c.emptied_at}
_OF_EMPTIED = select(null(), *(_IN_ITS_PLACE.get(name, null()) for name in Event._fields))
BY_UUID = union_all(
    select(_LOG.c.match_id, *EVENT).where(_LOG.c.uuid == bindparam("uuid")),
    _OF_EMPTIED.join_from(_EMPTIED_LOG, _EMPTIED).where(_EMPTIED_LOG.c.uuid == bindparam("uuid")),
)
"""The event of a UUID; of an emptied match the UUID and the time at which it was emptied, without a match."""
_USED = or_(*(exists().where(log.c.uuid == bindparam("uuid")) for log in (_LOG, _EMPTIED_LOG)))
_LOCK = (
    select(_MATCHES.c.pulse, _USED.label("used"))
    .where(_MATCHES.c.public_id == bindparam("public_id"))
    .with_for_update(of=_MATCHES)
)
_NAMES = select(_NAME.id, _NAME.name).where(_NAME.id.in_(bindparam("ids", expanding=True)))
_TEXTS = select(_TEXT.match_id, _TEXT.id, _TEXT.text).where(
    _TEXT.match_id.in_(bindparam("ids", expanding=True))
)
_ADD_EVENT = insert(_LOG)
_MOVE_ON = update(_MATCHES).where(_MATCHES.c.id == bindparam("key"))


def new_public_id() -> str:
    """What a match is called in addresses: no letters that are mistaken for one another."""
    return "".join(secrets.choice(ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


def is_public_id(text: str) -> bool:
    """Whether this is what a match can be called in addresses."""
    return _PUBLIC_ID.fullmatch(text) is not None


def load(session: Session, public_id: str, *, lock: bool = False) -> Match | None:
    """A match and all that belongs to it, locked against other writers where the database locks rows."""
    matches = _matches(session, _LOCKED if lock else _BY_NAME, {"public_id": public_id})
    return matches[0] if matches else None


def lock(session: Session, loaded: Match, uuid: str = "") -> tuple[Match | None, bool]:
    """A match read before, locked against other writers, read anew only if it has moved on since; and whether the UUID
    may be that of an event already.
    """
    row = session.execute(_LOCK, {"public_id": loaded.public_id, "uuid": uuid}).first()
    if row is not None and row.pulse == loaded.pulse:
        return loaded, row.used
    return load(session, loaded.public_id, lock=True), True


def load_many(session: Session, ids: Sequence[int]) -> list[Match]:
    """Several matches by their inner numbers, in as many statements as one."""
    return _matches(session, _BY_ID, {"ids": ids}) if ids else []


def _matches(session: Session, query: Select[*tuple[Any, ...]], values: dict[str, Any]) -> list[Match]:
    matches = session.execute(query, values).all()
    if not matches:
        return []
    ids = [match.id for match in matches]
    events: dict[int, list[Event]] = {key: [] for key in ids}
    for key, *event in session.execute(_EVENTS, {"ids": ids}):
        events[key].append(Event(*event))
    names = names_of(session, {row for log in events.values() for event in log for row in name_rows(event)})
    texts = _texts(
        session, [key for key, log in events.items() if any("texts" in event.body for event in log)]
    )
    return [_match(match, events[match.id], names, texts.get(match.id, {})) for match in matches]


def _match(
    match: Any, events: Sequence[Event], names: Mapping[int, str | None], texts: Mapping[int, str | None]
) -> Match:
    return Match(
        public_id=match.public_id,
        game=match.game,
        events=tuple(events),
        names=names,
        texts=texts,
        generations=Generations(*match[len(_OWN) :]),
        series=match.series,
        device=match.device_id,
        opened_at=match.opened_at,
        changed_at=match.changed_at,
        id=match.id,
        pulse=match.pulse,
        begun=match.begun,
    )


def name_rows(event: Event) -> Sequence[int]:
    """The rows of names that an event refers to."""
    if event.kind == kinds.OPENED:
        return list(event.body["names"])
    return [event.body["name"]] if event.kind == kinds.RENAMED else []


def names_of(session: Session, rows: Iterable[int]) -> dict[int, str | None]:
    """The names in these rows; None where one was erased."""
    wanted = list(rows)
    if not wanted:
        return {}
    return {row.id: row.name for row in session.execute(_NAMES, {"ids": wanted})}


def _texts(session: Session, matches: Sequence[int]) -> dict[int, dict[int, str | None]]:
    by_match: dict[int, dict[int, str | None]] = {}
    if matches:
        for match, key, text in session.execute(_TEXTS, {"ids": matches}):
            by_match.setdefault(match, {})[key] = text
    return by_match


def add_event(session: Session, match: int, event: Event) -> None:
    """Append one event to the log."""
    values = {**event._asdict(), "match_id": match}
    values["device_id"] = values.pop("device")
    session.execute(_ADD_EVENT, values)


def bind_events(session: Session, events: Sequence[Event]) -> dict[int, Bound]:
    """By number, what SQLite's driver stores of events: worked out before a lock that keeps all other writers waiting.

    Nothing on PostgreSQL, whose other writers do not wait.
    """
    dialect = session.get_bind().dialect
    if dialect.name != "sqlite":
        return {}
    writers = [column.type.dialect_impl(dialect).bind_processor(dialect) for column in EVENT]
    return {
        event.seq: tuple(
            write(value) if write else value for write, value in zip(writers, event, strict=True)
        )
        for event in events
    }


def add_events(session: Session, match: int, events: Sequence[Event], bound: Mapping[int, Bound]) -> None:
    """Append many events to the log at once; ``bound`` has those that were bound before (:func:`bind_events`)."""
    bound_events = {**bind_events(session, [event for event in events if event.seq not in bound]), **bound}
    if bound_events:
        columns = ", ".join(["match_id", *(column.name for column in EVENT)])
        marks = ", ".join("?" * (len(EVENT) + 1))
        rows = [(match, *bound_events[event.seq]) for event in events]
        session.connection().exec_driver_sql(f"INSERT INTO {_LOG.name} ({columns}) VALUES ({marks})", rows)
    elif events:
        names = [column.name for column in EVENT]
        session.execute(
            _ADD_EVENT, [{"match_id": match, **dict(zip(names, values, strict=True))} for values in events]
        )


def add_all(session: Session, table: type[Any], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Store many rows at once; their numbers in this order."""
    if not rows:
        return []
    returning = insert(table_of(table)).returning(table_of(table).c.id, sort_by_parameter_order=True)
    return list(session.execute(returning, rows).scalars())


def add_texts(session: Session, match: int, texts: Mapping[str, Sealed]) -> dict[str, int]:
    """Store free text beside the log; the number of each by its name."""
    return {
        name: add_row(session, FreeTextRow, match_id=match, **sealed._asdict())
        for name, sealed in texts.items()
    }


def add_name(session: Session, player: int, name: Sealed, at: datetime) -> int:
    """Store a name that a player goes by from now on."""
    text, salt, seal = name
    return add_row(session, PlayerNameRow, player_id=player, at=at, name=text, salt=salt, seal=seal)


def add_row(session: Session, table: type[Any], **values: Any) -> int:
    """Store a row; its number."""
    result: Any = session.execute(insert(table).values(**values).returning(table.id))
    return int(result.scalar_one())


def move_on(
    session: Session, match: Match, twin: Match | None = None, rows: Mapping[int, int] = MappingProxyType({})
) -> None:
    """Note at the match, which is locked, what its last event made of it.

    A ``twin`` in memory that comes to the same has been looked at before; its ``rows`` of names are others here.
    """
    scored = twin or match
    shown = summary(scored)
    session.execute(
        _MOVE_ON,
        {
            "key": match.id,
            "seq": match.seq,
            "pulse": match.pulse,
            "changed_at": match.changed_at,
            "binned_at": match.changed_at if scored.binned else None,
            # Names of those who came during a match stand among its entries, so lists read such a match whole.
            "summary": None
            if scored.has_changes
            else shown
            | {"names": [rows.get(row, row) for row in shown["names"]], "people": list(match.players)},
        },
    )


def summary(match: Match) -> dict[str, Any]:
    """What lists show of a match, without a name: it may be thrown away and made anew."""
    sheet = match.scored.sheet
    shown: dict[str, Any] = {
        "names": match.name_rows,
        "people": list(match.players),
        "deals": sum(entry.get("kind") == "deal" for entry in match.entries),
    }
    if sheet is not None:
        sides = [list(seats) for seats in sheet.table.seating.sides]
        shown |= {
            "totals": list(sheet.totals),
            "status": sheet.status,
            "winners": list(sheet.winners),
            "sides": sides,
        }
    return shown
