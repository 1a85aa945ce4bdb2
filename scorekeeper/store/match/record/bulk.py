"""Writes what was played (:mod:`playback`) in one go: all that is done while no other writer can reach the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.store.many_names import select_names
from scorekeeper.store.match import feed, kinds, statements
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import Match, stand_in
from scorekeeper.store.match.models import EventRow, FreeTextRow, PlayerNameRow
from scorekeeper.store.match.opening import Opening, open_rows
from scorekeeper.store.match.record.incoming import MovedMeanwhile
from scorekeeper.store.match.record.playback import Playback


def find_taken(session: Session, events: Sequence[Event]) -> Event | None:
    """The first of these events whose UUID another event has, here or among them."""
    wanted: dict[str, Event] = {}
    for event in events:
        if wanted.setdefault(event.uuid, event) is not event:
            return event
    query = select(EventRow.uuid).where(EventRow.uuid.in_(select_names(session, wanted)))
    taken = set(session.execute(query).scalars())
    return next((event for event in events if event.uuid in taken), None)


def bind(session: Session, played: Playback) -> Playback:
    """The same, ready to be written: what can be worked out before the lock is."""
    return replace(played, bound=statements.bind_events(session, played.events))


def lock_as_played(session: Session, match: Match) -> Match:
    """The match, locked against other writers; Moved where it is no more as it was when its record was played."""
    now, _used = statements.lock(session, match)
    if now is None or now.events[-1] != match.events[-1]:
        raise MovedMeanwhile
    return now


def write_new(session: Session, played: Playback, public_id: str | None = None) -> Match:
    """A new match with its events, and all that lists show of it."""
    first, begun = played.events[0], played.match.begun
    body, names = first.body, first.body["names"]
    called = stand_in([played.words[row].text for row in names])
    opening = Opening(played.match.game, body["rules"], tuple(called), body["first_dealer"])
    match = open_rows(
        session,
        opening,
        first.uuid,
        first.device,
        public_id=public_id,
        at=first.at,
        begun=begun,
        kept={seat: played.words[row] for seat, row in enumerate(names)},
        received=first.received,
    )
    people = dict(zip(body["players"], match.players, strict=True))
    named = dict(zip(names, match.name_rows, strict=True))
    match, rows = _append(session, match, replace(played, stored=1), people)
    statements.move_on(session, match, played.match, named | rows)
    return match


def write_after(session: Session, before: Match, played: Playback) -> Match:
    """The match with what was played after it; pages, lists and its league are told."""
    people = {person: person for person in before.events[0].body["players"]}
    after, rows = _append(session, replace(before, pulse=before.pulse + 1), played, people)
    statements.move_on(session, after, played.match, rows)
    feed.tell(session, after.id)
    if any(event.kind in kinds.SCORING for event in played.events):
        league_hooks().mark_stale(session, [after.id])
    return after


def _append(
    session: Session, match: Match, played: Playback, people: Mapping[int, int]
) -> tuple[Match, dict[int, int]]:
    """The match with what was played, and the numbers of the rows that were below zero."""
    events, words = played.events, played.words
    renames = [event for event in events if event.kind == kinds.RENAMED]
    texts = [row for event in events if "texts" in event.body for row in event.body["texts"].values()]
    rows = [{"match_id": match.id, **words[row]._asdict()} for row in texts]
    numbers = dict(zip(texts, statements.add_all(session, FreeTextRow, rows), strict=True))
    named = statements.add_all(
        session, PlayerNameRow, [_name_row(rename, played, people) for rename in renames]
    )
    numbers |= {event.body["name"]: row for event, row in zip(renames, named, strict=True)}
    written = [_renumber(event, numbers, people) for event in events]
    bound = {
        event.seq: played.bound[event.seq]
        for event, renumbered in zip(events, written, strict=True)
        if renumbered is event and event.seq in played.bound
    }
    try:
        statements.add_events(session, match.id, written, bound)
    except IntegrityError as error:  # another event has come by one of their UUIDs
        raise MovedMeanwhile from error
    after = replace(
        match,
        events=(*match.events, *written),
        names=dict(match.names)
        | {numbers[rename.body["name"]]: words[rename.body["name"]].text for rename in renames},
        texts=dict(match.texts) | {numbers[row]: words[row].text for row in texts},
        changed_at=written[-1].at if written else match.changed_at,
    )
    return after.scored_like(played.match), numbers


def _name_row(event: Event, played: Playback, people: Mapping[int, int]) -> dict[str, Any]:
    name, salt, seal = played.words[event.body["name"]]
    fields = {"player_id": people[event.body["player"]], "at": event.at}
    return {**fields, "name": name, "salt": salt, "seal": seal}


def _renumber(event: Event, numbers: Mapping[int, int], people: Mapping[int, int]) -> Event:
    """The event with the numbers of stored rows in the place of those below zero."""
    if event.kind not in (kinds.RENAMED, kinds.SEATED) and "texts" not in event.body:
        return event
    body = dict(event.body)
    if event.kind == kinds.RENAMED:
        body |= {"name": numbers[body["name"]], "player": people[body["player"]]}
    elif "texts" in body:
        body["texts"] = {name: numbers[row] for name, row in body["texts"].items()}
    if event.kind == kinds.SEATED:
        body["players"] = [people[person] for person in body["players"]]
    return event._replace(body=body)
