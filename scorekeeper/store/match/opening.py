"""The first event of a match: who plays what, under which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store import clock
from scorekeeper.store.match import feed, kinds, statements
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.models import MatchRow, PlayerNameRow, PlayerRow
from scorekeeper.store.match.proposal import provisional_row
from scorekeeper.store.match.record.chain import first_link
from scorekeeper.store.match.record.sealing import Sealed, hash_event, seal_text
from scorekeeper.store.match.refusals import Emptied, Refused, UuidReused


class Opening(NamedTuple):
    """What a match is opened with. ``players`` are known people by seat, ``series`` the match it follows."""

    game: str
    rules: dict[str, Any]
    names: tuple[str, ...]
    first_dealer: int
    players: Sequence[int | None] | None = None
    series: str | None = None

    def has_made(self, match: Match, event: Event) -> bool:
        """Whether this event is the one that such an opening made; an erased name is taken on trust."""
        if event.kind != kinds.OPENED or match.game != self.game:
            return False
        names = [match.names[row] for row in event.body["names"]]
        same = len(names) == len(self.names) and all(
            old is None or old == new for old, new in zip(names, self.names, strict=True)
        )
        return same and (event.body["rules"], event.body["first_dealer"]) == (self.rules, self.first_dealer)


def checked_uuid(uuid: Any) -> str:
    """A UUID in its usual writing; Refused when it is none."""
    try:
        return str(UUID(uuid))
    except (AttributeError, TypeError, ValueError):
        text = T("This form was sent without its number; load the page again.")
        raise Refused((Finding("uuid", "not_a_uuid", text),)) from None


def event_of(session: Session, uuid: str) -> tuple[int, Event] | None:
    """The event with this UUID in any match, and that match's inner number.

    Raises Emptied where that match was emptied: its UUIDs stay taken.
    """
    row = session.execute(statements.BY_UUID, {"uuid": uuid}).first()
    if row is not None and row.match_id is None:
        raise Emptied(row.at)
    return None if row is None else (row[0], Event(*row[1:]))


def find_repeated(session: Session, opening: Opening, earlier: tuple[int, Event]) -> Match:
    """The match that a retried request has opened already; UuidReused when it asks for another one."""
    match = statements.load_many(session, [earlier[0]])[0]
    if not opening.has_made(match, earlier[1]):
        raise UuidReused(None, earlier[1])
    return match


_SAME = ("public_id", "game", "series", "opened_at", "changed_at", "begun")
"""What a match and its row call by the same name."""


def open_rows(
    session: Session,
    opening: Opening,
    uuid: str,
    device: str | None,
    *,
    public_id: str | None = None,
    at: datetime | None = None,
    begun: Mapping[str, Any] | None = None,
    kept: Mapping[int, Sealed] | None = None,
    received: datetime | None = None,
) -> Match:
    """Write a new match and its opening event. The caller holds the transaction.

    A match that was kept elsewhere before brings its ``public_id``, the moment ``at`` which it was opened and at
    which that was ``received``, how its chain has ``begun``, and names with their seals, by seat, in ``kept``.
    """
    at = at or clock.now()
    open_in_memory(opening, Event(1, uuid, kinds.OPENED, {}, device, None, at))
    _check_players(session, opening)
    sealed = {**dict(enumerate(map(seal_text, opening.names))), **(kept or {})}
    opened, names = _open_with_names(session, opening, uuid, device, at, begun, sealed)
    event = opened._replace(received=received)
    match = Match(
        public_id or statements.new_public_id(),
        opening.game,
        (event,),
        {row: sealed[seat].text for seat, row in enumerate(names)},
        {},
        series=_series(session, opening.series),
        device=device,
        opened_at=at,
        changed_at=at,
        begun=begun,
    )
    same = {name: getattr(match, name) for name in _SAME}
    key = statements.add_row(
        session, MatchRow, **same, seq=1, device_id=device, summary=statements.summary(match)
    )
    statements.add_event(session, key, event)
    return replace(match, id=key)


def _open_with_names(
    session: Session,
    opening: Opening,
    uuid: str,
    device: str | None,
    at: datetime,
    begun: Mapping[str, Any] | None,
    sealed: Mapping[int, Sealed],
) -> tuple[Event, list[int]]:
    """The opening event with its hashes, and the rows of the names by seat, which are written."""
    known_players = opening.players or [None] * len(opening.names)
    players = [key or statements.add_row(session, PlayerRow) for key in known_players]
    name_rows = [_name_row(session, player, sealed[seat], at) for seat, player in enumerate(players)]
    names, seals = [row for row, _seal in name_rows], dict(name_rows)
    body = {"rules": opening.rules, "players": players, "names": names, "first_dealer": opening.first_dealer}
    event = Event(1, uuid, kinds.OPENED, body, device, None, at)
    return hash_event(event, opening.game, players, seals, first_link(begun)), names


def open_in_memory(opening: Opening, like: Event) -> Match:
    """A match that is opened so, where people and names have numbers below zero; Refused where none can be.

    Whether its players are known is not asked. ``like`` has the rest of the event.
    """
    names = {provisional_row(1, seat): name for seat, name in enumerate(opening.names)}
    body = {
        "rules": opening.rules,
        "players": [-1 - seat for seat in range(len(names))],
        "names": list(names),
        "first_dealer": opening.first_dealer,
    }
    event = like._replace(seq=1, kind=kinds.OPENED, body=body)
    at, device = event.at, event.device
    match = Match("", opening.game, (event,), names, opened_at=at, changed_at=at, device=device)
    if match.scored.errors:
        raise Refused(match.scored.errors)
    return match


def _check_players(session: Session, opening: Opening) -> None:
    if opening.players is None:
        return
    known_players = [key for key in opening.players if key is not None]
    rows = session.execute(select(PlayerRow.id).where(PlayerRow.id.in_(known_players))).all()
    if len(opening.players) != len(opening.names) or len(rows) != len(known_players):
        text = T("These are not the players of this table; choose them anew.")
        raise Refused((Finding("players", "unknown_player", text),))


def _name_row(session: Session, player: int, name: Sealed, at: Any) -> tuple[int, str | None]:
    """The row of this name and its seal, if the player went by it before; a new one otherwise."""
    query = select(PlayerNameRow.id, PlayerNameRow.seal).order_by(PlayerNameRow.id.desc()).limit(1)
    row = session.execute(query.filter_by(player_id=player, name=name.text)).first() if name.text else None
    if row is None:
        return statements.add_name(session, player, name, at), name.seal
    return row.id, row.seal


def _series(session: Session, public_id: str | None) -> int | None:
    """The series that a rematch belongs to; its first match joins with its first rematch."""
    if public_id is None:
        return None
    match = session.execute(
        select(MatchRow.id, MatchRow.series).where(MatchRow.public_id == public_id)
    ).first()
    if match is None:
        return None
    if match.series is None:
        session.execute(update(MatchRow).where(MatchRow.id == match.id).values(series=match.id))
    feed.bump(session, match.id)  # phones that are still there learn of the rematch
    return int(match.series or match.id)
