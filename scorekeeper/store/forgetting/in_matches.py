"""What of a person is erased in matches: names and former names, what they wrote, and what names them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.mentions import Mentions
from scorekeeper.store.forgetting.record import Forgotten
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.beside import seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import (
    DraftPartRow,
    EventRow,
    FreeTextRow,
    HolderRow,
    MatchRow,
    OfferRow,
    OriginRow,
    PlayerNameRow,
)
from scorekeeper.store.match.seats import person_in_seat

AT_ONCE = 200


def person_at(session: Session, public_id: str, seat: int) -> int | None:
    """The person who sat in a seat when the match was opened, by the inner number; None without such a seat."""
    return _person_of(session, seat, MatchRow.public_id == public_id)


def person_at_opening(session: Session, uuid: str, seat: int) -> int | None:
    """The same of the match that was opened by the event of this UUID."""
    return _person_of(session, seat, EventRow.uuid == uuid)


def _person_of(session: Session, seat: int, match: ColumnElement[bool]) -> int | None:
    opened = select(EventRow.body).join(MatchRow, MatchRow.id == EventRow.match_id)
    body = session.execute(opened.where(match, EventRow.seq == 1)).scalar()
    players: Sequence[int] = body["players"] if body else ()
    return players[seat] if 0 <= seat < len(players) else None


def erase_people(session: Session, people: Iterable[int]) -> None:
    """Erase persons in every match that they played, and note where they sat; the caller commits.

    Events stay: they name numbers only.
    """
    wanted = sorted(set(people))
    names = PlayerNameRow.player_id.in_(wanted), PlayerNameRow.name.is_not(None)
    called = Mentions(session.execute(select(PlayerNameRow.name).where(*names)).scalars())
    found = list_matches_of(session, set(wanted))
    for at in range(0, len(found), AT_ONCE):
        for match in statements.load_many(session, found[at : at + AT_ONCE]):
            feed.bump(session, match)
            _erase_in_match(session, match, set(wanted), called)
            record.add(session, _openings_of(match, set(wanted)))
    session.execute(update(PlayerNameRow).where(*names).values(**_nothing(PlayerNameRow, "name")))


def _openings_of(match: Match, people: set[int]) -> list[Forgotten]:
    """Where persons sat when a match was opened: a record of it that comes in later tells no more of them."""
    opened = match.events[0]
    seats = (seat for seat, person in enumerate(opened.body["players"]) if person in people)
    return [Forgotten(record.OPENING, "", f"{opened.uuid} {seat}") for seat in seats]


def list_matches_of(session: Session, people: set[int]) -> list[int]:
    """Every match in which one of these persons sat, by its inner number."""
    opened = select(EventRow.match_id, EventRow.body).where(EventRow.seq == 1).order_by(EventRow.match_id)
    return [key for key, body in session.execute(opened).all() if people & set(body["players"])]


def _erase_in_match(session: Session, match: Match, people: set[int], called: Mentions) -> None:
    written = {
        row
        for event in match.events
        if person_in_seat(match, event.seat, event.seq - 1) in people
        for row in event.body.get("texts", {}).values()
    }
    texts = session.execute(select(FreeTextRow.id, FreeTextRow.text).where(FreeTextRow.match_id == match.id))
    erase_texts(session, [key for key, text in texts.all() if key in written or called(text)])
    _erase_beside(session, match, people, called)


def erase_texts(session: Session, rows: Sequence[int]) -> None:
    """Blank these notes, places and reasons."""
    for at in range(0, len(rows), AT_ONCE):
        some = FreeTextRow.id.in_(rows[at : at + AT_ONCE])
        session.execute(update(FreeTextRow).where(some).values(**_nothing(FreeTextRow, "text")))


def _nothing(row: type[Any], text: str) -> dict[str, None]:
    """A text goes with the salt of its commitment, where there is one."""
    return {name: None for name in (text, "salt") if name in row.__table__.c}


def _erase_beside(session: Session, match: Match, people: set[int], called: Mentions) -> None:
    """Erase scorers' names, the reason of an offer, texts of a draft, and what a server has that parted from this."""
    ours = HolderRow.match_id == match.id
    for key, name in session.execute(select(HolderRow.id, HolderRow.name).where(ours)).all():
        if called(name):
            session.execute(update(HolderRow).where(HolderRow.id == key).values(name=None))
    held = seat_holders.holders(session, match.id)

    def is_theirs(device: str | None) -> bool:
        known = held.get(device or "")
        seat = seat_holders.seat_of(match, known[-1]) if known else None
        return seat is not None and match.players[seat] in people

    offer = session.get(OfferRow, match.id)
    if offer is not None and (called(offer.why) or is_theirs(offer.device_id)):
        session.execute(update(OfferRow).where(OfferRow.match_id == match.id).values(why=None))
    parts = select(DraftPartRow).where(DraftPartRow.match_id == match.id)
    for part in session.execute(parts).scalars().all():
        if any(type(value) is str and called(value) for value in part.value):
            part.value, part.version = [], part.version + 1
    # It comes again, without them, as soon as the two are compared.
    session.execute(update(OriginRow).where(OriginRow.match_id == match.id).values(theirs=None))
    session.flush()
