"""Copies of a match that lie here too: a file of it was brought in, or an archive into a league."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.match.models import DeviceMatchRow, EventRow, MatchRow, OriginRow
from scorekeeper.store.match.record.incoming import number_of_copy, own_of_device, own_of_league

AT_ONCE = 500


def find_copies(session: Session, public_id: str) -> list[str]:
    """The copies of a match, and theirs, by their ids.

    What a file says of whence it comes proves nothing. A copy's opening has a UUID that follows from that of the match
    and from who brought it; so no one can make another match a copy of one.
    """
    found: list[str] = []
    waiting = [public_id]
    while waiting:
        more = [one for one in _list_copies(session, waiting.pop()) if one not in (public_id, *found)]
        found, waiting = found + more, waiting + more
    return found


def _list_copies(session: Session, public_id: str) -> list[str]:
    first = select(EventRow.uuid).join(MatchRow, MatchRow.id == EventRow.match_id)
    opening = session.execute(first.where(MatchRow.public_id == public_id, EventRow.seq == 1)).scalar()
    if opening is None:
        return []
    devices = (
        select(DeviceMatchRow.device_id)
        .join(OriginRow, OriginRow.match_id == DeviceMatchRow.match_id)
        .where(OriginRow.public_id == public_id)
    )
    owns = [own_of_device(device) for device in session.execute(devices).scalars()]
    owns += [
        own_of_league(league, public_id) for league in session.execute(select(LeagueRow.public_id)).scalars()
    ]
    numbers = [number_of_copy(own, opening) for own in owns]
    found: list[str] = []
    for at in range(0, len(numbers), AT_ONCE):
        copies = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
        found += session.execute(copies.where(EventRow.uuid.in_(numbers[at : at + AT_ONCE]))).scalars()
    return found
