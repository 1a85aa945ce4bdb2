"""Persons who are forgotten and come again with a record or an archive: their names and words never get in.

A record carries the UUID of its opening, an archive the ids of its players and matches too: by these they are known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.record import OPENING, PLAYER, SEAT, Forgotten, Mentions, fold
from scorekeeper.store.match import statements
from scorekeeper.store.match.events import Event, in_effect
from scorekeeper.store.match.kinds import ENTRY_TEXTS, NEW_NAMES, OPENED, RENAMED, SEATED, STRUCK, UNDONE
from scorekeeper.store.match.match import stand_in
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.match.record.chain import SALT, seal
from scorekeeper.store.match.record.incoming import first_number
from scorekeeper.store.match.seats import list_sat_down
from scorekeeper.store.match.timeline import FORGOTTEN, FORGOTTEN_NAME

OWN_KEY = re.compile(rf"[{statements.ALPHABET}]{{{statements.PUBLIC_ID_LENGTH}}}")
"""A key that a league made by itself: no other league makes the same. Other keys count in their own league only."""
SEAT_NUMBER = re.compile(r"-?\d+", re.ASCII)
WORDED, WORDS = ("night", "result", "evening"), ("place", "name")
"""The lines of an archive that say something in the words of people, and where they say it."""
_BROKEN = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def is_forgotten(
    session: Session, league: str, key: str, persons: Collection[Forgotten] | None = None
) -> bool:
    """Whether the player of this key, in an archive for this league, is forgotten; ``persons`` are the record."""
    own = OWN_KEY.fullmatch(key) is not None
    forgotten = record.read(session) if persons is None else persons
    return any(
        person.kind == PLAYER and person.who == key and (own or person.place == league)
        for person in forgotten
    )


def find_forgotten_seats(
    session: Session,
    item: Mapping[str, Any],
    league: str | None = None,
    openings: Collection[str] = (),
    persons: Collection[Forgotten] | None = None,
) -> frozenset[int]:
    """The seats, at its opening, of those who are forgotten in a match that comes in; ``league`` is where to. Who sat
    down by its seventh event is -7.

    ``openings`` are UUIDs by which it is known besides its own: that of the copy which it goes on.
    """
    forgotten = record.read(session) if persons is None else persons
    if not forgotten:
        return frozenset()
    uuids = {first_number(item), *openings}
    places = {str(item["id"]), *find_opened_by(session, uuids)}
    seat_texts = {person.who for person in forgotten if person.kind == SEAT and person.place in places}
    opened = (person.who.partition(" ") for person in forgotten if person.kind == OPENING)
    seat_texts |= {seat for opening, _space, seat in opened if opening in uuids}
    seats = {int(seat) for seat in seat_texts if SEAT_NUMBER.fullmatch(seat)}
    if league is not None:
        seats |= {seat for seat, key in _list_keys(item) if is_forgotten(session, league, key, forgotten)}
    return frozenset(seats)


def drop_in_archive(
    session: Session, league: str, items: Iterable[Mapping[str, Any]]
) -> Iterable[Mapping[str, Any]]:
    """The items of an archive that waits to go into a league, without what they have of persons who are forgotten.

    The very same where there is no such person: they may fill the memory that there is.
    """
    persons = record.read(session)
    return _drop_in_items(session, league, items, persons) if persons else items


def _drop_in_items(
    session: Session, league: str, items: Iterable[Mapping[str, Any]], persons: Collection[Forgotten]
) -> Iterator[Mapping[str, Any]]:
    gone = [item for item in items if _is_gone(session, league, item, persons)]
    called = Mentions(name for item in gone for name in (item.get("name"), *item.get("former", ())))
    for item in items:
        if _is_gone(session, league, item, persons):
            yield {name: value for name, value in item.items() if name not in ("name", "former")}
        elif item["kind"] == "match":
            yield drop_forgotten(item, find_forgotten_seats(session, item, league, persons=persons))
        elif item["kind"] == "season":
            yield {**item, "name": called.leave_out(str(item.get("name")))}
        elif item["kind"] in WORDED:
            yield {name: value for name, value in item.items() if name not in WORDS or not called(value)}
        else:
            yield item


def _is_gone(session: Session, league: str, item: Mapping[str, Any], persons: Collection[Forgotten]) -> bool:
    return item["kind"] == "player" and is_forgotten(session, league, str(item["id"]), persons)


def find_opened_by(session: Session, uuids: Collection[str]) -> list[str]:
    """The ids of the matches that were opened by events of these UUIDs."""
    query = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
    return list(session.execute(query.where(EventRow.uuid.in_(uuids), EventRow.seq == 1)).scalars())


def _list_keys(item: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The players of an archive's match by the seats at its opening."""
    keys = item.get("players") or ()
    try:
        opened = item["events"][0]["body"]["players"]
        seats = [opened.index(person) for person in item.get("people") or opened]
    except _BROKEN:
        seats = list(range(len(keys)))
    return zip(seats, map(str, keys), strict=False)


def drop_forgotten(item: Mapping[str, Any], seats: Collection[int]) -> Mapping[str, Any]:
    """The item without the names of those who had these seats at the opening, or sat down by the events of these
    numbers below zero, what they wrote, and what names them.

    Seals stay in the place of texts, so that its hashes stay right.
    """
    if not seats:
        return item
    try:
        return _Dropping(item, seats).item
    except _BROKEN:  # no reader takes such events
        return _Dropping({**item, "events": []}, seats).item


class _Dropping:
    """What is found in an item of persons who are forgotten, and the ``item`` without it."""

    def __init__(self, item: Mapping[str, Any], seats: Collection[int]) -> None:
        lines: Sequence[Mapping[str, Any]] = item.get("events") or ()
        document = item["document"]
        opened = lines[0]["body"]["players"] if lines else range(len(document["players"]))
        self.gone = {person for seat, person in enumerate(opened) if seat in seats}
        rows = list(self._list_name_rows(lines))
        words = {row: name for line in lines for row, name in (line.get("names") or {}).items()}
        newcomers = list_sat_down(_read_events(lines)) if lines else []
        named = {str(row) for newcomer in newcomers if -newcomer.seq in seats for row in newcomer.names}
        names = (
            {words.get(row) for row in rows} if lines else {document["players"][seat] for seat in self.gone}
        )
        names |= {name for line in lines for row, name in (line.get("texts") or {}).items() if row in named}
        self.called, self.names = Mentions(names), {fold(name.strip()) for name in names if name}
        sat = {
            row for line in lines for row, name in (line.get("texts") or {}).items() if self._is_theirs(name)
        }
        same = [
            newcomer
            for newcomer in newcomers
            if -newcomer.seq in seats or not sat.isdisjoint(map(str, newcomer.names))  # who came back is one
        ]
        self.theirs = {str(row) for newcomer in same for row in newcomer.names | newcomer.texts}
        others = [newcomer for newcomer in newcomers if newcomer.seq in _list_standing(lines)]
        self.others = {str(row) for newcomer in others for row in newcomer.texts} - self.theirs
        self.texts: set[str] = set()
        events = [self._drop_in_line(line, set(rows), author) for line, author in _with_authors(lines)]
        self.item = {**item, "document": self._drop_in_document(document), "events": events}

    def _list_name_rows(self, lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        for line in lines:
            body = line["body"]
            if line["event"] == OPENED:
                named = zip(body["players"], body["names"], strict=True)
                yield from (str(row) for person, row in named if person in self.gone)
            elif line["event"] == RENAMED and body["player"] in self.gone:
                yield str(body["name"])

    def _drop_in_line(self, line: Mapping[str, Any], rows: set[str], author: Any) -> Mapping[str, Any]:
        texts = line.get("texts") or {}
        gone = {
            row
            for row, text in texts.items()
            if (author in self.gone and row not in self.others) or row in self.theirs or self.called(text)
        }
        self.texts |= {texts[row] for row in gone}
        words = line.get("names") or texts  # an event has either, and a row of each may have the same number
        gone |= rows & (line.get("names") or {}).keys()
        if not gone:
            return line
        salts = line.get("salts") or {}
        seals = {row: seal(words[row], salts[row]) for row in gone if SALT.fullmatch(salts.get(row) or "")}
        left = {
            name: {row: text for row, text in (line.get(name) or {}).items() if row not in gone}
            for name in ("names", "texts", "salts")
        }
        return {**line, **left, "seals": {**(line.get("seals") or {}), **seals}}

    def _drop_in_document(self, document: Mapping[str, Any]) -> dict[str, Any]:
        players = [None if self._is_theirs(name) else name for name in document["players"]]
        entries = [self._drop_texts(entry, place) for place, entry in enumerate(document["entries"])]
        left = {
            name: value for name, value in self._drop_texts(document).items() if name != "sheet"
        }  # it says names
        return {**left, "players": stand_in(players), "entries": entries}

    def _drop_texts(self, fields: Mapping[str, Any], place: int = 0) -> dict[str, Any]:
        """An object of a document without its names, notes, places and reasons that are to go; ``place`` is its own."""
        gone = {
            name
            for name in (*ENTRY_TEXTS, "place")
            if type(fields.get(name)) is str and self._goes(fields[name])
        }
        left = {name: value for name, value in fields.items() if name not in gone}
        nameless = {name: FORGOTTEN_NAME.format(number=place) for name in NEW_NAMES if name in gone}
        return left | nameless | ({"reason": FORGOTTEN} if "reason" in gone else {})

    def _is_theirs(self, name: str) -> bool:
        return fold(name.strip()) in self.names

    def _goes(self, text: str) -> bool:
        return text in self.texts or self.called(text)


def _with_authors(lines: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """The lines of events, each with the person who sat where it was written; None where that is not said."""
    events = _read_events(lines)
    seating: Sequence[Any] = ()
    moved = any(event.kind == SEATED for event in events)
    for event, line in zip(events, lines, strict=True):
        seat = line.get("seat")
        yield line, seating[seat] if type(seat) is int and 0 <= seat < len(seating) else None
        if event.kind in (OPENED, SEATED) or (moved and event.kind == UNDONE):
            standing = in_effect(events[: event.seq]) if event.kind == UNDONE else [event]
            seating = next(
                (event.body["players"] for event in reversed(standing) if event.kind in (OPENED, SEATED)),
                seating,
            )


def _list_standing(lines: Sequence[Mapping[str, Any]]) -> set[int]:
    """The numbers of the events that were neither undone nor struck out."""
    standing = in_effect(_read_events(lines))
    struck = {event.body.get("target") for event in standing if event.kind == STRUCK}
    return {event.seq for event in standing if event.seq not in struck}


def _read_events(lines: Sequence[Mapping[str, Any]]) -> list[Event]:
    return [
        Event(seq, "", line["event"], line["body"], None, line.get("seat"), clock.now())
        for seq, line in enumerate(lines, 1)
    ]
