"""A match of an archive, played again event by event into this server's ledger.

Nothing that a file says is believed: every event is proposed as if a phone had just written it, and what the ledger
would refuse makes the match come in by its document alone, without its past. Its hashes are kept only if what was
written has the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.league.nights import is_league_date
from scorekeeper.store.match import statements
from scorekeeper.store.match.emptied import find_by_uuid, find_emptied
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.kinds import NAME, RENAMED, SEATED
from scorekeeper.store.match.match import Match, stand_in
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.match.opening import Opening, open_rows
from scorekeeper.store.match.proposal import propose
from scorekeeper.store.match.record.chain import HASH, IMPORT, SALT, begins_chain
from scorekeeper.store.match.record.past import AT_ONCE
from scorekeeper.store.match.record.sealing import Sealed, seal_text, tell_beginning
from scorekeeper.store.match.record.transfer import add_unchecked, steps_of
from scorekeeper.store.match.refusals import Emptied, LedgerError
from scorekeeper.store.match.timeline import FORGOTTEN

MAX_EVENTS = 5000
_NAMESPACE = UUID("6f0d3f0e-5f0c-4d53-9f1e-0b8a4f0a7c11")


class Past(NamedTuple):
    """What a match comes in as: its address, whether its events keep their UUIDs, whether it ``keeps`` its hashes.

    ``received`` is when it comes: the times of its events are only said. Where they are ``trusted``, they may be later
    than this machine's clock: a phone takes what its server says.
    """

    own: str
    public_id: str | None
    free: bool
    keeps: bool
    begun: Mapping[str, Any] | None
    received: datetime | None = None
    trusted: bool = False

    def when(self, event: Mapping[str, Any]) -> datetime:
        """The moment at which an event was written."""
        found = _moment(event.get("at"), trusted=self.trusted)
        return found if self.trusted or self.received is None else min(found, self.received)

    def number(self, event: Mapping[str, Any]) -> str:
        """An event keeps its UUID where it is free; a second copy on this server gets UUIDs of its own."""
        given = str(UUID(event["uuid"]))
        return given if self.free else str(uuid5(_NAMESPACE, f"{self.own}|{given}"))


class CannotBeReplayed(Exception):  # noqa: N818 - named by what the reader met
    """The ledger would have refused an event."""


def replay_match(
    session: Session, item: Mapping[str, Any], own: str, *, anew: bool = False, trusted: bool = False
) -> tuple[Match, list[int], bool]:
    """The match, its people in the order of the item's, and whether its whole past came along.

    ``own`` tells this league's copy from others of the same match on this server. ``anew`` gives it an address of its
    own, even where the one that it comes with is free. ``trusted``: :class:`Past` says it.
    """
    events = item.get("events") or []
    public_id, free = _identity(session, item, own)
    public_id = None if anew else public_id
    ways = [keeps for keeps in (True, False) if events and (not keeps or (free and "chain" in events[-1]))]
    for keeps in ways:
        begun = item.get("begun") if keeps else tell_beginning(IMPORT, statements.now(), len(events))
        past = Past(own, public_id, free, keeps, begun, statements.now(), trusted)
        try:
            with session.begin_nested():
                return *_from_events(session, item, events, past), True
        except (CannotBeReplayed, LedgerError, KeyError, TypeError, ValueError, AttributeError, IndexError):
            session.expire_all()
    return *_from_document(session, item, own), False


def refuse_emptied(session: Session, item: Mapping[str, Any]) -> None:
    """Raise Emptied for a match of an archive that was emptied here: it comes back by its ids no more."""
    first = next(iter(item.get("events") or ()), None)
    uuid = str(first.get("uuid")).lower() if isinstance(first, Mapping) else ""
    found = find_emptied(session, str(item["id"])) or find_by_uuid(session, uuid)
    if found is not None:
        raise Emptied(found.at)


def lost_hashes(match: Match, item: Mapping[str, Any]) -> bool:
    """Whether a match came with hashes that are not those of its events. A second copy has hashes of its own."""
    last = item["events"][-1] if item.get("events") else {}
    return str(last.get("uuid")).lower() == match.events[-1].uuid and last.get("chain") not in (
        None,
        match.events[-1].chain,
    )


def copy_of(session: Session, item: Mapping[str, Any], own: str) -> str | None:
    """The address of the copy of a match that ``own`` made before; None when it made none."""
    numbers = [str(uuid5(_NAMESPACE, f"{own}|{item['id']}|1"))]
    first = next(iter(item.get("events") or ()), None)
    if isinstance(first, Mapping):
        numbers.append(str(uuid5(_NAMESPACE, f"{own}|{str(first.get('uuid')).lower()}")))
    query = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
    return session.execute(query.where(EventRow.uuid.in_(numbers))).scalars().first()


def _identity(session: Session, item: Mapping[str, Any], own: str) -> tuple[str | None, bool]:
    """The address that the match had, if it is free here; and whether its events' numbers are free too."""
    given = str(item["id"])
    if not statements.is_public_id(given):
        return None, False
    taken = session.execute(select(MatchRow.id).where(MatchRow.public_id == given)).first() is not None
    first = next((event.get("uuid") for event in item.get("events") or ()), None)
    known = session.execute(select(EventRow.id).where(EventRow.uuid == str(first))).first() is not None
    return (None if taken else given), not (taken or known)


def _from_document(session: Session, item: Mapping[str, Any], own: str) -> tuple[Match, list[int]]:
    document = item["document"]
    names = tuple(name.strip() for name in document["players"])
    opening = Opening(document["game"], document.get("rules", {}), names, document.get("first_dealer", 0))
    public_id, _free = _identity(session, item, own)
    at = _moment(item.get("opened_at"))
    uuid = str(uuid5(_NAMESPACE, f"{own}|{item['id']}|1"))
    steps = steps_of(document)
    begun = tell_beginning(IMPORT, statements.now(), len(steps) + 1)
    received = statements.now()
    match = open_rows(
        session, opening, uuid, None, public_id=public_id, at=at, begun=begun, received=received
    )
    for number, (kind, body, texts) in enumerate(steps, 2):
        given = str(uuid5(_NAMESPACE, f"{own}|{item['id']}|{number}"))
        wanted = Event(0, given, kind, body, None, None, at, received=received)
        match = add_unchecked(session, match, wanted, texts)
    statements.move_on(session, match)
    return match, list(match.players)


def _from_events(
    session: Session, item: Mapping[str, Any], events: Sequence[Mapping[str, Any]], past: Past
) -> tuple[Match, list[int]]:
    if len(events) > MAX_EVENTS or [event["seq"] for event in events] != list(range(1, len(events) + 1)):
        raise CannotBeReplayed
    refuse_known(session, events, past)
    first, said = events[0], events[0]["body"]
    names = stand_in([first.get("names", {}).get(str(row)) for row in said["names"]])
    opening = Opening(item["document"]["game"], said["rules"], tuple(names), said["first_dealer"])
    match = open_rows(
        session,
        opening,
        past.number(first),
        None,
        public_id=past.public_id,
        at=past.when(first),
        begun=past.begun,
        kept={seat: _seal(first, row) for seat, row in enumerate(said["names"])} if past.keeps else None,
        received=past.received,
    )
    people = dict(zip(said["players"], match.players, strict=True))
    for event in events[1:]:
        match = add_one(session, match, event, people, past)
    if past.keeps and not _has_same_hashes(match, events):
        raise CannotBeReplayed
    statements.move_on(session, match)
    order = item.get("people") or said["players"]
    return match, [people[person] for person in order]


def refuse_known(session: Session, events: Sequence[Mapping[str, Any]], past: Past) -> None:
    """Raise CannotBeReplayed where events have a number that another event has, here or among them."""
    numbers = [past.number(event) for event in events]
    for at in range(0, len(numbers), AT_ONCE):
        some = select(EventRow.id).where(EventRow.uuid.in_(numbers[at : at + AT_ONCE]))
        if session.execute(some).first() is not None:
            raise CannotBeReplayed
    if len(set(numbers)) < len(numbers):
        raise CannotBeReplayed


def add_one(
    session: Session, match: Match, event: Mapping[str, Any], people: Mapping[int, int], past: Past
) -> Match:
    """The match with one event more, proposed as if a phone had just written it; ``people`` are those of the file here.

    CannotBeReplayed where the ledger would refuse it.
    """
    kind, body = str(event["event"]), dict(event["body"])
    numbers = body.pop("texts", {})
    texts = {name: event.get("texts", {}).get(str(row), FORGOTTEN) for name, row in numbers.items()}
    if kind == RENAMED:
        numbers, person = {NAME: body.pop("name")}, people[body["player"]]
        given = event.get("names", {}).get(str(numbers[NAME]))
        texts = {NAME: given or _stand_in_name(match, person)}
        body["player"] = person
    if kind == SEATED:
        body["players"] = [people[person] for person in body["players"]]
    if not propose(match, kind, body, texts).valid:
        raise CannotBeReplayed
    seat = event.get("seat")
    seat = seat if type(seat) is int and 0 <= seat < len(match.players) else None
    kept = {name: _seal(event, row) for name, row in numbers.items()} if past.keeps else {}
    at = past.when(event)
    wanted = Event(0, past.number(event), kind, body, None, seat, at, received=past.received)
    return add_unchecked(session, match, wanted, texts, kept)


def _stand_in_name(match: Match, person: int) -> str:
    """What stands for a name that was erased, different from every other name at the table."""
    seat = match.players.index(person)
    return stand_in([*match.seat_names[:seat], None, *match.seat_names[seat + 1 :]])[seat]


def _seal(event: Mapping[str, Any], row: int) -> Sealed:
    """A name or text under the salt it came with; of one that was erased, the seal."""
    told = {**event.get("names", {}), **event.get("texts", {})}.get(str(row))
    if told is not None:
        salt = event["salts"][str(row)]
        if not SALT.fullmatch(salt):
            raise CannotBeReplayed
        return seal_text(told, salt)
    given = event.get("seals", {}).get(str(row))
    if given is not None and not HASH.fullmatch(given):
        raise CannotBeReplayed
    return Sealed(None, None, given)


def _has_same_hashes(match: Match, events: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the hashes that a match came with are those of what was just written."""
    if match.begun is not None and not begins_chain(match.begun):
        return False
    made = [(event.content, event.chain) for event in match.events]
    return made == [(event.get("content"), event.get("chain")) for event in events]


def _moment(text: Any, *, trusted: bool = False) -> datetime:
    """A moment as an archive writes it, of the past if it is not trusted; now for anything else."""
    now = statements.now()
    try:
        found = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return now
    if found.tzinfo is None or not is_league_date(found.date()):
        return now
    found = found.astimezone(UTC)
    return found if trusted else min(found, now)
