"""A change of house rules that waits for the seats which had agreed to those before. Not an event until they all do."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.match import feed, kinds, ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import OfferRow
from scorekeeper.store.match.refusals import Stale, UuidReused
from scorekeeper.store.match.seats import sits_still
from scorekeeper.store.transactions import writing

ATTEMPTS = 5


class RuleOffer(NamedTuple):
    """What is offered, and which seats have said yes so far."""

    uuid: str
    rules: dict[str, Any]
    why: str | None
    confirmed: tuple[int, ...]
    device: str | None


def current(session: Session, match: int) -> RuleOffer | None:
    """The offer that waits at a match, if any."""
    columns = OfferRow.uuid, OfferRow.rules, OfferRow.why, OfferRow.confirmed, OfferRow.device_id
    row = session.execute(select(*columns).where(OfferRow.match_id == match)).first()
    return None if row is None else RuleOffer(row[0], row[1], row[2], tuple(row[3]), row[4])


def make(
    session: Session, match: Match, rules: dict[str, Any], why: str, device: str, seat: int | None
) -> None:
    """Offer other house rules in place of an offer that waits. The seat that offers agrees."""
    values: dict[str, Any] = {"uuid": str(uuid4()), "rules": rules, "why": why or None, "device_id": device}
    values["confirmed"] = [] if seat is None else [seat]
    with writing(session):
        feed.bump(session, match)
        session.execute(delete(OfferRow).where(OfferRow.match_id == match.id))
        session.execute(insert(OfferRow).values(match_id=match.id, at=clock.now(), **values))


def confirm(session: Session, match: Match, uuid: str, seat: int) -> None:
    """Note that a seat agrees; nothing happens when the offer is gone. :func:`settle` changes the rules."""
    with writing(session):
        feed.bump(session, match)  # locks the match: two seats that say yes at once are both counted
        offer = current(session, match.id)
        if offer is not None and offer.uuid == uuid and seat not in offer.confirmed:
            change = update(OfferRow).where(OfferRow.match_id == match.id)
            session.execute(change.values(confirmed=sorted((*offer.confirmed, seat))))


def withdraw(session: Session, match: Match) -> None:
    """Take the offer back."""
    with writing(session):
        feed.bump(session, match)
        session.execute(delete(OfferRow).where(OfferRow.match_id == match.id))


def find_missing_seats(match: Match, offer: RuleOffer) -> list[int]:
    """The seats that had agreed to the rules of now and have not agreed to the change; none whose player has gone."""
    return [seat for seat in match.accepted if seat not in offer.confirmed and sits_still(match, seat)]


def settle(session: Session, public_id: str, device: str | None, seat: int | None) -> bool:
    """Make the change an event once no seat is missing; whether it became one. Many requests at once make one event."""
    for _ in range(ATTEMPTS):
        match = ledger.load(session, public_id)
        offer = current(session, match.id) if match is not None else None
        if match is None or offer is None or find_missing_seats(match, offer):
            return False
        body = {"rules": offer.rules, "agreed": list(offer.confirmed)}
        texts = {kinds.WHY: offer.why} if offer.why else {}
        try:
            ledger.append(
                session,
                public_id,
                seen=match.seq,
                uuid=offer.uuid,
                kind=kinds.SETTINGS,
                body=body,
                texts=texts,
                device=device,
                seat=seat,
            )
        except Stale:
            continue
        except UuidReused:  # more seats said yes in the same moment, and one of them has made it
            return True
        withdraw(session, match)
        return True
    return False
