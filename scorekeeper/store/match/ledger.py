"""Writing to the log. Every function is one transaction, and raises Stale if another writer came first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.store import clock
from scorekeeper.store.match import feed, kinds, series, statements
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import Event, Match, stand_in
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.match.opening import Opening, checked_uuid, event_of, find_repeated, open_rows
from scorekeeper.store.match.proposal import Proposal, propose, refer_to_texts, separate_texts
from scorekeeper.store.match.record.sealing import Sealed, hash_event, seal_text
from scorekeeper.store.match.refusals import LedgerError, NoSuchMatch, Refused, Stale, UuidReused
from scorekeeper.store.transactions import in_one_write

__all__ = ["LedgerError", "NoSuchMatch", "Refused", "Stale", "UuidReused"]


class Appended(NamedTuple):
    """An event that stands in the log; ``repeated`` when it already stood there and the request was a retry.

    ``decided`` when it changed what the match's series shows of it.
    """

    match: Match
    event: Event
    repeated: bool
    decided: bool = False


def load(session: Session, public_id: str) -> Match | None:
    """A match and all its events; None when there is no such match."""
    return statements.load(session, public_id)


def seq_of(session: Session, public_id: str) -> int | None:
    """The number of a match's last event, in one cheap statement; None when there is no such match."""
    return session.execute(select(MatchRow.seq).where(MatchRow.public_id == public_id)).scalar()


def open_match(
    session: Session,
    *,
    game: str,
    rules: dict[str, Any],
    names: Sequence[str],
    first_dealer: int,
    uuid: str,
    device: str | None,
    series: str | None = None,
    players: Sequence[int | None] | None = None,
) -> Match:
    """Open a match. ``players`` are people known from before, by seat (None: new); ``series`` the match it follows."""
    opening = Opening(game, rules, tuple(_trim(name) for name in names), first_dealer, players, series)
    uuid = checked_uuid(uuid)

    def find_or_open() -> Match:
        earlier = event_of(session, uuid)
        if earlier is not None:
            return find_repeated(session, opening, earlier)
        return open_rows(session, opening, uuid, device)

    return in_one_write(session, find_or_open)


def append(
    session: Session,
    public_id: str,
    *,
    seen: int,
    uuid: str,
    kind: str,
    body: Mapping[str, Any],
    texts: Mapping[str, str] | None = None,
    device: str | None = None,
    seat: int | None = None,
) -> Appended:
    """Append one event, once. ``seen`` is the ``seq`` that the writer saw; free text is stored beside the event.

    Raises NoSuchMatch, UuidReused, Stale or Refused, in this order; a retried request is answered before any of the
    last two.
    """
    wanted = _Wanted(checked_uuid(uuid), kind, *separate_texts(kind, body, texts), seen, device, seat)
    return _append_alone(session, public_id, wanted)


def append_proposed(
    session: Session,
    proposal: Proposal,
    *,
    seen: int,
    uuid: str,
    device: str | None = None,
    seat: int | None = None,
    check: Callable[[Match], None] | None = None,
) -> Appended:
    """Append what was worked out before other writers were kept waiting; anew only if the match has moved on since.

    ``check`` takes the place of the look at ``seen``: it raises what the writer has to see first, once no other
    writer can reach the match.
    """
    event = proposal.kind, dict(proposal.body), dict(proposal.texts)
    wanted = _Wanted(checked_uuid(uuid), *event, seen, device, seat, check, proposal)
    return _append_alone(session, proposal.before.public_id, wanted)


def _append_alone(session: Session, public_id: str, wanted: _Wanted) -> Appended:
    loaded = None if wanted.proposal is None else wanted.proposal.before
    appended = in_one_write(session, lambda: _append(session, public_id, wanted, loaded))
    if appended.decided:
        series.update_others(session, appended.match)
    return appended


def append_held(
    session: Session,
    match: Match,
    *,
    uuid: str,
    kind: str,
    body: Mapping[str, Any],
    device: str | None,
    texts: Mapping[str, Any] | None = None,
) -> Appended:
    """Append one event to a match within a transaction, which the caller holds; the match was read in it."""
    wanted = _Wanted(checked_uuid(uuid), kind, *separate_texts(kind, body, texts), match.seq, device)
    return _append(session, match.public_id, wanted, match)


class _Wanted(NamedTuple):
    uuid: str
    kind: str
    body: dict[str, Any]
    texts: dict[str, Any]
    seen: int
    device: str | None
    seat: int | None = None
    check: Callable[[Match], None] | None = None
    proposal: Proposal | None = None


def _append(session: Session, public_id: str, wanted: _Wanted, loaded: Match | None) -> Appended:
    if loaded is None:
        match, may_repeat = statements.load(session, public_id, lock=True), True
    else:
        match, may_repeat = statements.lock(session, loaded, wanted.uuid)
    if match is None:
        raise NoSuchMatch(public_id)
    event = _find_event(session, match, wanted.uuid) if may_repeat else None
    if event is not None:
        if not _says(match, event, wanted):
            raise UuidReused(match, event)
        return Appended(match, event, True)
    if wanted.check is not None:
        wanted.check(match)
    elif wanted.seen != match.seq and not _only_agreed(match, wanted):
        raise Stale(match, tuple(event for event in match.events if event.seq > wanted.seen))
    proposal = wanted.proposal
    if proposal is None or proposal.before is not match:
        proposal = propose(match, wanted.kind, wanted.body, wanted.texts)
    if not proposal.valid:
        broken = [finding for entry in proposal.broken for finding in entry.findings]
        raise Refused((*proposal.errors, *broken), proposal)
    if wanted.kind == kinds.RENAMED:
        league_hooks().check_name(session, match.id, proposal.body["player"])
    if wanted.kind == kinds.UNDONE:
        league_hooks().check_undo(session, match, match.event(proposal.body["target"]))
    return _write(session, proposal, wanted)


def _only_agreed(match: Match, wanted: _Wanted) -> bool:
    """Whether the writer of a new entry missed nothing but agreements to the house rules.

    They change nothing that the writer saw: the first deal need not be entered twice for them.
    """
    adds = wanted.kind == kinds.ACCEPTED or (wanted.kind == kinds.RECORDED and "before" not in wanted.body)
    missed = match.events[wanted.seen :] if 0 < wanted.seen < match.seq else ()
    return adds and bool(missed) and all(event.kind == kinds.ACCEPTED for event in missed)


def _find_event(session: Session, match: Match, uuid: str) -> Event | None:
    """The event with this UUID, of this match or of another."""
    for event in match.events:
        if event.uuid == uuid:
            return event
    elsewhere = event_of(session, uuid)
    return None if elsewhere is None else elsewhere[1]


def _says(match: Match, event: Event, wanted: _Wanted) -> bool:
    """Whether a retried request says what the event says. A text that was erased since is taken on trust."""
    body = dict(event.body)
    if match.events[event.seq - 1 : event.seq] != (event,) or event.kind != wanted.kind:
        return False
    if event.kind == kinds.RENAMED:
        texts = {kinds.NAME: match.names[body.pop("name")]}
    else:
        texts = {name: match.texts.get(key) for name, key in body.pop("texts", {}).items()}
    if _as_json(body) != _as_json(wanted.body) or texts.keys() != wanted.texts.keys():
        return False
    return all(text is None or text == wanted.texts[name] for name, text in texts.items())


def _as_json(body: Mapping[str, Any]) -> str:
    """JSON tells 1, 1.0 and true apart; Python's == does not."""
    try:
        return json.dumps(body, sort_keys=True)
    except RecursionError:  # nested too deep to be anything that was ever taken
        return ""


def _write(session: Session, proposal: Proposal, wanted: _Wanted) -> Appended:
    before, at = proposal.before, clock.now()
    event = Event(0, wanted.uuid, wanted.kind, proposal.body, wanted.device, wanted.seat, at)
    texts = {name: seal_text(text) for name, text in wanted.texts.items()}
    match = _add_event(session, before, event, texts)
    match.scored_like(proposal.after)  # the same document: the numbers of texts are not in it
    statements.move_on(session, match)
    feed.tell(session, match.id)
    if wanted.kind in kinds.SCORING:
        league_hooks().mark_stale(session, [match.id])
    decided = before.series is not None and series.outcome(before) != series.outcome(match)
    return Appended(match, match.events[-1], False, decided)


def _add_event(session: Session, before: Match, wanted: Event, texts: Mapping[str, Sealed]) -> Match:
    """The match with one more event, its texts and its hashes: the next in number, the next in its chain."""
    named = wanted.kind == kinds.RENAMED
    if named:
        rows = {kinds.NAME: statements.add_name(session, wanted.body["player"], texts[kinds.NAME], wanted.at)}
    else:
        rows = statements.add_texts(session, before.id, texts)
    event = wanted._replace(seq=before.seq + 1, body=refer_to_texts(wanted.kind, wanted.body, rows))
    people, chain = before.events[0].body["players"], before.events[-1].chain or ""
    seals = {row: texts[name].seal for name, row in rows.items()}
    event = hash_event(event, before.game, people, seals, chain)
    statements.add_event(session, before.id, event)
    by_row = {rows[name]: sealed.text for name, sealed in texts.items()}
    return before.after(event, by_row if named else {}, {} if named else by_row, before.pulse + 1)


def rename(
    session: Session,
    public_id: str,
    *,
    seen: int,
    uuid: str,
    names: Mapping[int, str],
    device: str | None = None,
) -> list[Appended]:
    """Mend the names of players in this match, by their ids: all of them or none. Each change is an event.

    Raises what :func:`append` does. A player who has the name already is left alone.
    """
    uuid = checked_uuid(uuid)
    done = in_one_write(session, lambda: rename_held(session, public_id, seen, UUID(uuid), names, device))
    if any(appended.decided for appended in done):
        series.update_others(session, done[-1].match)
    return done


def rename_held(
    session: Session, public_id: str, seen: int, uuid: UUID, names: Mapping[int, str], device: str | None
) -> list[Appended]:
    """The same within a transaction, which the caller holds; the caller looks after the series of what is decided."""
    match = statements.load(session, public_id, lock=True)
    if match is None:
        raise NoSuchMatch(public_id)
    now, players = match.seat_names, match.players
    wanted_names = [_trim(names.get(player, name)) for player, name in zip(players, now, strict=True)]
    done: list[Appended] = []
    for seat, name in order_renaming(now, wanted_names):
        step = f"{players[seat]}" if name == wanted_names[seat] else f"{players[seat]} makes room"
        body, texts = {"player": players[seat]}, {kinds.NAME: name}
        wanted = _Wanted(str(uuid5(uuid, step)), kinds.RENAMED, body, texts, seen, device)
        done.append(_append(session, public_id, wanted, match))
        match, seen = done[-1].match, done[-1].event.seq
    return done


def order_renaming(names: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Who is called what, one after another, until everybody by seat has the name that is wanted; no two are alike.

    Where names go round in a ring, one player makes room first and goes by a stand-in for a moment: so every step can
    be taken back. A name that is wanted twice is asked for all the same, to be refused like any other.
    """
    now = list(names)
    waiting = [seat for seat, name in enumerate(wanted) if name != now[seat]]
    while waiting:
        holders = {name_key(name): seat for seat, name in enumerate(now)}
        held_by = {seat: holders.get(name_key(wanted[seat]), seat) for seat in waiting}
        free = [seat for seat, holder in held_by.items() if holder == seat or holder not in waiting]
        if free:
            seat, name = free[0], wanted[free[0]]
            waiting.remove(seat)
        else:
            seat = held_by[waiting[0]]
            name = stand_in([*now[:seat], None, *now[seat + 1 :], *wanted])[seat]
        now[seat] = name
        yield seat, name


def is_renaming(uuid: str, event: Event) -> bool:
    """Whether it was the request with this UUID that gave the player of a ``renamed`` event the name."""
    return event.uuid == str(uuid5(UUID(uuid), f"{event.body['player']}"))


def _trim(name: Any) -> Any:
    return name.strip() if type(name) is str else name
