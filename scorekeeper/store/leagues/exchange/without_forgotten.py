"""Exports and tables that come in later and name a person that the league has forgotten: the name is not kept.

A person is known by the ids under which imports made them. An archive's people are known by
:mod:`scorekeeper.store.forgetting.archives`.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import SUSPECT, Finding
from scorekeeper.core.text import T
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.archives import OWN_KEY
from scorekeeper.store.forgetting.record import Mentions
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.exchange.bg_stats import person_id
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.exchange.unpacking import UnreadableError, check_values, unpack_file
from scorekeeper.store.leagues.log.access import League

AS_READ = "as_read"
"""Says in ``found`` that a table is kept only as it was read: its file has the name."""
SOMEONE = T("Someone in this file was forgotten in this league, and comes in without a name.")
FORGOTTEN = Finding("", "forgotten", SOMEONE, (), SUSPECT)


def list_forgotten_ids(session: Session, league: League) -> set[str]:
    """The ids by which files may name those that the league has forgotten."""
    forgotten = [person for person in record.read(session) if person.kind == record.PLAYER]
    keys = {
        person.who
        for person in forgotten
        if person.place == league.public_id or OWN_KEY.fullmatch(person.who)
    }
    if not keys:
        return set()
    plans = session.execute(select(LeagueUploadRow.plan).where(LeagueUploadRow.league_id == league.id))
    made = [pair for plan in plans.scalars() for pair in plan.get("made", {}).items()]
    return keys | {name.removeprefix("player ") for name, key in made if key in keys}


def make_anonymous(body: bytes, gone: Collection[str]) -> bytes:
    """An export of BG Stats in which these people are anonymous, and nothing mentions them; as it is if none is in it,
    or it cannot be read.
    """
    try:
        text = unpack_file(body, sources.MAX_BYTES[sources.BG_STATS])
        check_values(text)
        document = json.loads(text.decode("utf-8-sig"))
    except (UnreadableError, ValueError, RecursionError):
        return body
    players = document.get("players") if type(document) is dict else None
    listed = [person for person in players if type(person) is dict] if type(players) is list else []
    people = [person for person in listed if person_id(person) in gone]
    if not people:
        return body
    called = Mentions(str(person.get("name") or "") for person in people)
    for person in people:
        kept = {name: person[name] for name in ("id", "uuid") if name in person}
        person.clear()
        person.update(kept, isAnonymous=True)
    left = {
        name: value if name == "players" else _leave_out(value, called) for name, value in document.items()
    }
    return json.dumps(left).encode()


def _leave_out(value: Any, called: Mentions) -> Any:
    if type(value) is str:
        return "" if called(value) else value
    if type(value) is list:
        return [_leave_out(entry, called) for entry in value]
    return (
        {name: _leave_out(entry, called) for name, entry in value.items()} if type(value) is dict else value
    )


def drop_names(read: sources.Read, gone: Collection[str]) -> sources.Read:
    """What was read of a table without the names of these people; as it is if it names none of them."""
    if all(str(item["id"]) not in gone for item in sources.people_in(read.items)):
        return read
    items = [{**item, "name": None} if str(item["id"]) in gone else item for item in read.items]
    return sources.Read(items, [*read.findings, FORGOTTEN], {AS_READ: True})
