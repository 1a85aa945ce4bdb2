"""Whole matches in and out of the ledger: with their past, or by their document alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import sheet_document
from scorekeeper.store import clock
from scorekeeper.store.match import statements
from scorekeeper.store.match.emptied import find_by_uuid, find_emptied
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.match.opening import Opening, checked_uuid, event_of, find_repeated
from scorekeeper.store.match.record import incoming
from scorekeeper.store.match.record.bulk import bind, find_taken, write_new
from scorekeeper.store.match.record.chain import IMPORT
from scorekeeper.store.match.record.incoming import MovedMeanwhile
from scorekeeper.store.match.record.playback import Playback, TooHeavy, keep_hashes, play_document, play_item
from scorekeeper.store.match.refusals import Emptied, Refused
from scorekeeper.store.match.scored import score_entries
from scorekeeper.store.transactions import in_one_write


def export_document(match: Match) -> dict[str, Any]:
    """The match document with its sheet: an archive that ``scorekeeper verify`` accepts."""
    document = match.document()
    sheet = match.scored.sheet
    return document if sheet is None else {**document, "sheet": sheet_document(sheet)}


def import_document(session: Session, document: Any, device: str | None, uuid: str | None = None) -> Match:
    """A new match from a document: one event opens it, one records each entry. Its sheet is not believed.

    The same ``uuid`` twice is one match.
    """
    findings = score_entries(document).errors
    if findings:
        raise Refused(findings)
    uuid, at = str(uuid4()) if uuid is None else checked_uuid(uuid), clock.now()
    like = Event(0, "", "", {}, device, None, at)
    played = play_document(document, lambda seq: uuid if seq == 1 else str(uuid4()), at, like)
    played = _begin_chain(played)

    def find_or_write() -> Match:
        earlier = event_of(session, uuid)
        if earlier is None:
            return write_new(session, played)
        body = played.match.events[0].body
        names = tuple(played.match.seat_names)
        return find_repeated(
            session, Opening(played.match.game, body["rules"], names, body["first_dealer"]), earlier
        )

    return in_one_write(session, find_or_write)


def _begin_chain(played: Playback) -> Playback:
    """The playback with hashes that begin today."""
    begun = {"by": IMPORT, "on": clock.now().date().isoformat(), "events": len(played.events)}
    return played.seal(keep=False, begun=begun)


class Arrival(NamedTuple):
    """A match that is ready to be written: ``item`` as it came, and what was ``asked`` of the ledger for it.

    ``seats`` are where the people of the item sat at the opening, in its order. ``whole``: its past came along.
    """

    item: Mapping[str, Any]
    asked: tuple[Any, ...]
    public_id: str | None
    played: Playback
    seats: Sequence[int]
    whole: bool
    own: str
    league: str | None


def prepare_arrival(
    session: Session,
    item: Mapping[str, Any],
    own: str,
    *,
    anew: bool = False,
    trusted: bool = False,
    league: str | None = None,
) -> Arrival:
    """Play a match that is new here; nothing is written. Raises TooHeavy.

    Where the ledger would refuse an event, the match comes by its document alone. ``own`` tells this copy from others
    of the same match on this server. ``anew`` gives it an address of its own, even where the one that it comes with is
    free; ``trusted`` believes its times. ``league`` is the league into which an archive brings it.
    """
    asked = _ask(session, item, league)
    (public_id, free), gone = asked
    kept = league_hooks().drop_forgotten(item, gone)
    played: Playback | None = None
    order: Sequence[int] = ()
    if kept.get("events"):
        try:
            made, order = play_item(kept, incoming.terms_now(None if free else own, trusted=trusted))
            played = (keep_hashes(made, kept) if free else None) or _begin_chain(made)
        except TooHeavy:
            raise
        except Refused:
            played = None
    whole = played is not None and find_taken(session, played.events) is None
    if played is None or not whole:
        played, order = _play_document(kept, own), range(len(kept["document"]["players"]))
        if find_taken(session, played.events) is not None:
            raise Refused((incoming.NUMBER_TAKEN,))
    ready = bind(session, played)
    return Arrival(item, asked, None if anew else public_id, ready, order, whole, own, league)


def write_arrival(session: Session, arrival: Arrival) -> tuple[Match, list[int]]:
    """The match, and its people in the order of the item's; Moved where it has to be prepared anew."""
    if _ask(session, arrival.item, arrival.league) != arrival.asked:
        raise MovedMeanwhile
    match = write_new(session, arrival.played, arrival.public_id)
    people = match.events[0].body["players"]
    return match, [people[seat] for seat in arrival.seats]


def _ask(session: Session, item: Mapping[str, Any], league: str | None) -> tuple[Any, ...]:
    return _identity(session, item), league_hooks().find_forgotten(session, item, league, ())


def _identity(session: Session, item: Mapping[str, Any]) -> tuple[str | None, bool]:
    """The address that the match had, if it is free here; and whether its events' numbers are free too."""
    public_id = str(item["id"])
    if not statements.is_public_id(public_id):
        return None, False
    taken = session.execute(select(MatchRow.id).where(MatchRow.public_id == public_id)).first() is not None
    first = select(EventRow.id).where(EventRow.uuid == incoming.first_number(item))
    return (None if taken else public_id), not (taken or session.execute(first).first() is not None)


def _play_document(item: Mapping[str, Any], own: str) -> Playback:
    now = clock.now()
    at = min(incoming.read_moment(item.get("opened_at")) or now, now)
    like = Event(0, "", "", {}, None, None, at, received=now)

    def number(seq: int) -> str:
        return incoming.number_of_copy(own, f"{item['id']}|{seq}")

    return _begin_chain(play_document(item["document"], number, at, like))


def copy_of(session: Session, item: Mapping[str, Any], own: str) -> str | None:
    """The address of the copy of a match that ``own`` made before; None when it made none."""
    originals = [f"{item['id']}|1", incoming.first_number(item)]
    numbers = [incoming.number_of_copy(own, uuid) for uuid in originals if uuid]
    query = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
    return session.execute(query.where(EventRow.uuid.in_(numbers))).scalars().first()


def refuse_emptied(session: Session, item: Mapping[str, Any]) -> None:
    """Raise Emptied for a match of an archive that was emptied here: it comes back by its ids no more."""
    emptied = find_emptied(session, str(item["id"])) or find_by_uuid(session, incoming.first_number(item))
    if emptied is not None:
        raise Emptied(emptied.at)


def lost_hashes(match: Match, item: Mapping[str, Any]) -> bool:
    """Whether a match came with hashes that are not those of its events. A second copy has hashes of its own."""
    last = item["events"][-1] if item.get("events") else {}
    return str(last.get("uuid")).lower() == match.events[-1].uuid and last.get("chain") not in (
        None,
        match.events[-1].chain,
    )
