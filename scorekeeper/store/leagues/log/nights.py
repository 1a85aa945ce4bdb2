"""The nights of a league: planned, or made by their first match; and who came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.league.evening.state import MATCHES, read_evening
from scorekeeper.league.nights import night_of
from scorekeeper.store import clock
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access, League
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import MAX_PLACE, FieldReader
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueNightRow
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.seasons import find_season
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, check_room, in_league, name_request
from scorekeeper.store.leagues.people.roster import find_players
from scorekeeper.store.match.models import table_of

MAX_NIGHTS = 20_000
MAX_CAME = 500


class Night(NamedTuple):
    """A night. ``starts`` is the clock there (``19:30``); ``came`` the keys of the players ticked as present."""

    key: str
    date: str
    season: str | None
    place: str | None
    starts: str | None
    planned: bool
    cancelled: bool
    came: tuple[str, ...]
    touched: int


_NIGHT = tuple(table_of(LeagueNightRow).c[name] for name in Night._fields)


def tonight(league: League, at: datetime | None = None) -> str:
    """The league's date of a moment (now without one), by its zone and the hour at which its nights end."""
    options = league.options
    return night_of(at or clock.now(), options.zone, options.day_ends).isoformat()


def list_nights(
    session: Session,
    league: int,
    *,
    since: str | None = None,
    until: str | None = None,
    dates: Iterable[str] | None = None,
    skip: int = 0,
    limit: int | None = None,
) -> list[Night]:
    """Nights, the latest first, both ends included; only those of some ``dates``, if any are named."""
    query = select(*_NIGHT).where(LeagueNightRow.league_id == league)
    if since is not None:
        query = query.where(LeagueNightRow.date >= since)
    if until is not None:
        query = query.where(LeagueNightRow.date <= until)
    if dates is not None:
        query = query.where(LeagueNightRow.date.in_(sorted(dates)))
    ordered = query.order_by(LeagueNightRow.date.desc()).offset(skip).limit(limit)
    return [_night(row) for row in session.execute(ordered)]


def list_years(session: Session, league: int) -> list[str]:
    """The years in which there are nights, the latest first."""
    year = func.substr(LeagueNightRow.date, 1, 4)
    query = select(year).where(LeagueNightRow.league_id == league).distinct()
    return sorted(session.execute(query).scalars(), reverse=True)


def _night(row: Any) -> Night:
    return Night(*row)._replace(came=tuple(row.came))


def find_night(session: Session, league: int, date: str) -> Night | None:
    """The night of a date; None when there is none."""
    return _find_one(session, league, LeagueNightRow.date == date)


def find_night_by_key(session: Session, league: int, key: str) -> Night | None:
    """The night of a key; None when there is none."""
    return _find_one(session, league, LeagueNightRow.key == key)


def _find_one(session: Session, league: int, condition: ColumnElement[bool]) -> Night | None:
    row = session.execute(select(*_NIGHT).where(LeagueNightRow.league_id == league, condition)).first()
    return None if row is None else _night(row)


def _read_form(
    date: str, place: str, starts: str | None, season: str | None
) -> tuple[dict[str, Any], str | None]:
    """The body of the event, and the place, which lies beside the log."""
    form = FieldReader()
    body = {"date": form.date(date, "date"), "starts": form.clock(starts, "starts"), "season": season or None}
    kept = form.text(place, "place", MAX_PLACE)
    form.check()
    return body, kept


def _check_night(write: LeagueWrite, body: dict[str, Any], own: str | None = None) -> None:
    """A date has one night, and a season is one of the league's."""
    on_date, season = find_night(write.session, write.league.id, body["date"]), body["season"]
    if on_date is not None and on_date.key != own:
        raise make_refusal("date", "twice", T("There is a night on this date already."))
    if season is not None and find_season(write.session, write.league.id, season) is None:
        raise NotThere(season)


def expect_night(write: LeagueWrite, key: str, seen: int | None = None) -> Night:
    """The night of a key, within a write: NotThere, or Overtaken if it was changed after what was ``seen``."""
    night = find_night_by_key(write.session, write.league.id, key)
    if night is None:
        raise NotThere(key)
    if seen is not None:
        write.check_seen(key, night.touched, seen)
    return night


def plan_night(
    session: Session,
    access: Access,
    *,
    uuid: str,
    date: str,
    place: str = "",
    starts: str | None = None,
    season: str | None = None,
) -> WrittenEvent:
    """Announce a night; the event's ``subject`` is its key. Organisers. Refused when the date has one already.

    Paths are ``date``, ``place``, ``starts``.
    """
    body, kept = _read_form(date, place, starts, season)

    def write_plan(write: LeagueWrite) -> LeagueEvent:
        _check_night(write, body)
        return new_night(write, {**body, "planned": True}, kept)

    named = name_request(uuid, kept)
    return in_league(session, access, ORGANISE, named, event_kinds.NIGHT, write_plan, body)


def new_night(
    write: LeagueWrite, body: dict[str, Any], place: str | None = None, key: str | None = None
) -> LeagueEvent:
    """A new night within a write; the caller has read and checked what is said of it."""
    number = select(func.count()).where(LeagueNightRow.league_id == write.league.id)
    check_room(int(write.session.execute(number).scalar_one()), MAX_NIGHTS, "date")
    event = write.write(event_kinds.NIGHT, key or write.new_key("night"), body)
    if place is not None:
        write.put_beside(LeagueNightRow, event.subject, place=place)
    return event


def ensure_night(
    write: LeagueWrite, date: str, season: str | None = None, imported: str | None = None
) -> None:
    """A match is played on this date: its night is made unless it is there; one that was called off is on again."""
    night = find_night(write.session, write.league.id, date)
    if night is None:
        brought = {} if imported is None else {"import": imported}
        new_night(write, {"date": date, "season": season, **brought})
    elif night.cancelled:
        write.write(event_kinds.NIGHT, night.key, {"cancelled": False})


def update_night(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    date: str,
    place: str = "",
    starts: str | None = None,
    season: str | None = None,
    cancelled: bool = False,
) -> WrittenEvent:
    """Say anew what a night is. Organisers. Another date, or calling it off, only while no match was played on it; the
    matches of its evening go along to another date.
    """
    fields, kept = _read_form(date, place, starts, season)

    def write_changes(write: LeagueWrite) -> LeagueEvent:
        night = expect_night(write, key, seen)
        _check_night(write, fields, key)
        body = {**fields, "cancelled": cancelled}
        changed = {name: value for name, value in body.items() if value != getattr(night, name)}
        along = [] if cancelled else _list_drawn(write, night)
        if ("date" in changed or cancelled) and played_on(write, night.date, but=along):
            text = T("Matches were played on this night; move them first.")
            raise make_refusal("cancelled" if cancelled else "date", "played", text)
        event = write.write(event_kinds.NIGHT, key, changed)
        write.put_beside(LeagueNightRow, key, place=kept)
        for match in along if "date" in changed else ():
            write.write(event_kinds.MATCH_MOVED, match, {"night": date})
        return event

    named = name_request(uuid, fields, kept, cancelled)
    return in_league(session, access, ORGANISE, named, event_kinds.NIGHT, write_changes, {"subject": key})


def delete_night(session: Session, access: Access, *, uuid: str, key: str, seen: int) -> WrittenEvent:
    """Take away a night on which nothing was played, no one came and no evening has people. Organisers."""

    def write_end(write: LeagueWrite) -> LeagueEvent:
        night = expect_night(write, key, seen)
        if has_people(session, write.league.id, night) or played_on(write, night.date):
            text = T("Only a night without matches and without people can be deleted.")
            raise make_refusal("", "played", text)
        return write.write(event_kinds.NIGHT, key, {"gone": True})

    return in_league(session, access, ORGANISE, uuid, event_kinds.NIGHT, write_end, {"subject": key})


def has_people(session: Session, league: int, night: Night) -> bool:
    """Whether people came to a night, or are or were in its evening."""
    ours = LeagueNightRow.league_id == league, LeagueNightRow.key == night.key
    evening = read_evening(session.execute(select(LeagueNightRow.evening).where(*ours)).scalar())
    return bool(night.came) or (evening is not None and bool(evening.here or evening.rounds))


def played_on(write: LeagueWrite, date: str, but: Sequence[str] = ()) -> bool:
    """Whether there is a match on this date, other than those of some keys."""
    ours = LeagueMatchRow.league_id == write.league.id, LeagueMatchRow.out.is_(False)
    others = LeagueMatchRow.night == date, LeagueMatchRow.key.not_in(but)
    return write.session.execute(select(LeagueMatchRow.id).where(*ours, *others).limit(1)).first() is not None


def _list_drawn(write: LeagueWrite, night: Night) -> list[str]:
    """The matches of a night that were drawn in its evening, also those that are out of the league now."""
    ours = LeagueNightRow.league_id == write.league.id, LeagueNightRow.key == night.key
    evening = read_evening(write.session.execute(select(LeagueNightRow.evening).where(*ours)).scalar())
    drawn = [match for played in evening.rounds for match in played[MATCHES]] if evening else []
    theirs = LeagueMatchRow.league_id == write.league.id, LeagueMatchRow.night == night.date
    query = select(LeagueMatchRow.key).where(*theirs, LeagueMatchRow.key.in_(drawn))
    return list(write.session.execute(query).scalars())


def set_came(
    session: Session, access: Access, *, uuid: str, key: str, seen: int, came: Sequence[str]
) -> WrittenEvent:
    """Tick the players who came, by their keys. Scorers may. Players of a match count as present without it."""
    listed = list(dict.fromkeys(came))
    if len(listed) > MAX_CAME:
        raise make_refusal("came", "too_many", T("At most {most} players come to a night.", most=MAX_CAME))

    def write_came(write: LeagueWrite) -> LeagueEvent:
        expect_night(write, key, seen)
        if len(find_players(session, write.league.id, listed)) != len(listed):
            raise NotThere("player")
        return write.write(event_kinds.NIGHT, key, {"came": listed})

    asked = {"subject": key, "came": listed}
    return in_league(session, access, SCORE, uuid, event_kinds.NIGHT, write_came, asked)
