"""Leagues themselves: founding and describing them, the bin, and their link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.accounts import attempts
from scorekeeper.store.accounts.accounts import digest
from scorekeeper.store.accounts.attempts import Limit
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import (
    ACCESS,
    LINK,
    OWN,
    OWNER,
    Access,
    League,
    Who,
    find_access,
    find_access_by_id,
    find_league,
)
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueRow
from scorekeeper.store.leagues.log.refusals import NotThere, TooOften, UuidTaken
from scorekeeper.store.leagues.log.write import (
    LeagueWrite,
    WrittenEvent,
    derive_key,
    find_event,
    in_league,
    name_request,
)
from scorekeeper.store.match.opening import checked_uuid
from scorekeeper.store.transactions import in_one_write

NEW_LEAGUE = Limit("new league", 20, 3600)
"""Leagues that one account may found: twenty at once, then one an hour."""


def found_league(
    session: Session,
    who: Who,
    *,
    uuid: str,
    name: str,
    rules: Mapping[str, Any] | None = None,
    access: str = LINK,
    about: str = "",
) -> League:
    """Found a league; the account becomes its owner. ``rules`` as ``read_league_rules`` takes them.

    Raises Refused (paths ``name``, ``about``, ``access``, ``rules.zone`` …), TooOften, UuidTaken, and NotThere
    without an account.
    """
    if who.account is None:
        raise NotThere("a league has an owner")
    uuid, form = checked_uuid(uuid), FieldReader()
    columns = {"name": form.name(name), "about": form.text(about, "about")}
    body = {"rules": form.rules(rules or {}), "access": form.one_of(access, "access", ACCESS)}
    form.check()
    public_id = derive_key(f"league|{who.account}|{uuid}")
    existing = find_access(session, public_id, who)
    if existing is None and find_event(session, uuid) is None:
        seconds = attempts.take(session, (NEW_LEAGUE, digest(f"account {who.account}")))
        if seconds:
            raise TooOften(seconds)
    return in_one_write(session, lambda: _write_league(session, who, uuid, public_id, columns, body))


def _write_league(
    session: Session, who: Who, uuid: str, public_id: str, columns: dict[str, Any], body: dict[str, Any]
) -> League:
    if (earlier := find_event(session, uuid)) is not None:
        made = find_access_by_id(session, earlier[0], who)
        if made is None or earlier[1].subject != public_id or earlier[1].body != body:
            raise UuidTaken(None)
        return made.league
    at = clock.now()
    blank = {"seq": 0, "rules": {}, "access": body["access"], "made_at": at, "changed_at": at}
    added = insert(LeagueRow).values(public_id=public_id, **columns, **blank).returning(LeagueRow.id)
    league = int(session.execute(added).scalar_one())
    empty = find_league(session, league)
    assert empty is not None
    write = LeagueWrite(session, Access(empty, OWNER, who), uuid, event_kinds.FOUNDED)
    write.write(event_kinds.FOUNDED, public_id, body)
    write.write(event_kinds.ROLE, f"@{who.account}", {"account": who.account, "role": OWNER})
    made = find_access_by_id(session, league, who)
    assert made is not None
    return made.league


def describe_league(
    session: Session,
    access: Access,
    *,
    uuid: str,
    seen: int,
    name: str | None = None,
    about: str | None = None,
    rules: Mapping[str, Any] | None = None,
    open_to: str | None = None,
    house: Mapping[str, Any] | None = None,
) -> WrittenEvent:
    """Change what is given, and leave the rest; owners only. ``open_to`` is ``public``, ``link`` or ``private``.

    ``house`` are house rules by game, as the caller has read them; those of other games stay, None takes away.
    ``seen`` is the league's ``described_seq`` that the form showed (:func:`described_seq`).
    """
    form = FieldReader()
    columns: dict[str, Any] = {}
    body: dict[str, Any] = {}
    if name is not None:
        columns["name"] = form.name(name)
    if about is not None:
        columns["about"] = form.text(about, "about")
    if rules is not None:
        body["rules"] = form.rules(rules)
    if open_to is not None:
        body["access"] = form.one_of(open_to, "access", ACCESS)
    form.check()

    def write_description(write: LeagueWrite) -> LeagueEvent:
        public_id = write.league.public_id
        write.check_seen(public_id, described_seq(session, write.league.id), seen)
        if columns:
            session.execute(update(LeagueRow).where(LeagueRow.id == write.league.id).values(**columns))
        if house is not None:
            whole = {**write.league.house, **house}
            body["house"] = {
                game: house_rules for game, house_rules in whole.items() if house_rules is not None
            }
        changed = {name: value for name, value in body.items() if value != getattr(write.league, name)}
        return write.write(event_kinds.DESCRIBED, public_id, {**changed, "told": sorted(columns)})

    asked = {"told": sorted(columns), "subject": access.league.public_id}
    named = name_request(uuid, columns, body, house)
    return in_league(session, access, OWN, named, event_kinds.DESCRIBED, write_description, asked)


def described_seq(session: Session, league: int) -> int:
    """The number of the last event that described the league: what :func:`describe_league` wants to have been seen."""
    subject = select(LeagueRow.public_id).where(LeagueRow.id == league).scalar_subquery()
    ours = LeagueEventRow.league_id == league, LeagueEventRow.subject == subject
    query = select(func.max(LeagueEventRow.seq)).where(*ours)
    return int(session.execute(query).scalar() or 0)


def renew_link(session: Session, access: Access, *, uuid: str) -> WrittenEvent:
    """Withdraw the league's link; the new one is ``access.link_of`` of the league as it is then. Owners only."""
    return _about_league(session, access, uuid, event_kinds.DESCRIBED, {"link": True})


def put_in_bin(session: Session, access: Access, *, uuid: str) -> WrittenEvent:
    """Take a league out of everybody's sight but its owners'."""
    return _about_league(session, access, uuid, event_kinds.BINNED, {})


def restore_league(session: Session, access: Access, *, uuid: str) -> WrittenEvent:
    """Take it out of the bin."""
    return _about_league(session, access, uuid, event_kinds.RESTORED, {})


def _about_league(
    session: Session, access: Access, uuid: str, kind: str, body: Mapping[str, Any]
) -> WrittenEvent:
    def write_event(write: LeagueWrite) -> LeagueEvent:
        return write.write(kind, write.league.public_id, body)

    return in_league(session, access, OWN, uuid, kind, write_event, body)
