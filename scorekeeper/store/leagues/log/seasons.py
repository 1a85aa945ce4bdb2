"""The seasons of a league."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.options import Rules
from scorekeeper.core.text import T
from scorekeeper.league.nights import FIRST_YEAR, LAST_YEAR
from scorekeeper.league.results import WAITING
from scorekeeper.league.rules import LeagueRules
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, OWN, Access, League, rules_of, same_rules
from scorekeeper.store.leagues.log.effects.matches import played_in
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueSeasonRow
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, check_room, in_league, name_request
from scorekeeper.store.match.models import table_of

MAX_SEASONS = 500
FIRST_NIGHT, LAST_NIGHT = f"{FIRST_YEAR}-01-01", f"{LAST_YEAR}-12-31"


class Season(NamedTuple):
    """A season. ``starts`` and ``ends`` are nights of the league, both included; ``rules`` None: the league's."""

    key: str
    name: str
    starts: str | None
    ends: str | None
    rules: dict[str, Any] | None
    touched: int
    made_at: datetime


_SEASON = tuple(table_of(LeagueSeasonRow).c[name] for name in Season._fields)


def list_seasons(session: Session, league: int) -> list[Season]:
    """All seasons, the latest first: by their first night, those without one by when they were made."""
    query = select(*_SEASON).where(LeagueSeasonRow.league_id == league).order_by(LeagueSeasonRow.id.desc())
    seasons = [Season(*row) for row in session.execute(query)]
    return sorted(
        seasons, key=lambda season: season.starts or season.made_at.date().isoformat(), reverse=True
    )


def find_season(session: Session, league: int, key: str) -> Season | None:
    """One season; None when there is none."""
    ours = LeagueSeasonRow.league_id == league, LeagueSeasonRow.key == key
    row = session.execute(select(*_SEASON).where(*ours)).first()
    return None if row is None else Season(*row)


def present_season(session: Session, league: League, night: str) -> Season | None:
    """The season that a night falls into: the latest that has begun by then and not ended; None between seasons.

    One without dates is always on; one that has a first night goes before it.
    """
    seasons = list_seasons(session, league.id)
    on = [season for season in seasons if (season.starts or "") <= night <= (season.ends or LAST_NIGHT)]
    return max(on, key=lambda season: season.starts or "", default=None)


class Overlap(NamedTuple):
    """The nights of two seasons: their matches are of ``inner``, which begins later, and not of ``outer``.

    ``taken`` are as many as are so by now, ``left`` those that are still of ``outer``.
    """

    inner: Season
    outer: Season
    first: str
    last: str | None
    taken: int
    left: int


def list_overlaps(session: Session, league: int, season: Season) -> list[Overlap]:
    """Where the nights of a season are those of another one too."""
    overlaps = []
    for other in list_seasons(session, league):
        inner, outer = sorted((season, other), key=lambda either: either.starts or "", reverse=True)
        ends = min((either.ends for either in (inner, outer) if either.ends), default=None)
        if other.key != season.key and inner.starts and (ends is None or inner.starts <= ends):
            shared = played_in(league, inner.starts, ends or LAST_NIGHT)
            many = _count_by_season(session, *shared)
            counts = many.get(inner.key, 0), many.get(outer.key, 0)
            overlaps.append(Overlap(inner, outer, inner.starts, ends, *counts))
    return overlaps


def _count_by_season(session: Session, *which: ColumnElement[bool]) -> dict[str | None, int]:
    season = LeagueMatchRow.season
    query = select(season, func.count()).where(*which).group_by(season)
    return {key: int(number) for key, number in session.execute(query)}


def rules_in(league: League, season: Season | None) -> Rules:
    """The rules by which a season of the league is counted; without a season the league's own."""
    own = None if season is None else season.rules
    return rules_of(league.rules if own is None else own)


def rules_of_season(session: Session, league: League, key: str | None) -> LeagueRules:
    """The same by the season's key, as the arithmetic reads them."""
    return rules_in(league, find_season(session, league.id, key) if key else None).options


def has_unconfirmed(session: Session, league: int, season: str | None = None) -> bool:
    """Whether a finished match (of a season, or any) was never confirmed, whether it waits or counts without."""
    row = LeagueMatchRow
    waits = row.confirmation == WAITING, row.result.is_not(None)
    query = select(row.id).where(row.league_id == league, row.out.is_(False), *waits)
    if season is not None:
        query = query.where(row.season == season)
    return session.execute(query.limit(1)).first() is not None


class MatchesOutsideSeason(NamedTuple):
    """How many matches lie in a season's dates and not in the season: in none, and in another one."""

    free: int
    elsewhere: int


def _dates(season: Season) -> tuple[str, str] | None:
    """A season's first and last night; None for one without dates, in which nothing lies."""
    if season.starts is None and season.ends is None:
        return None
    return season.starts or FIRST_NIGHT, season.ends or LAST_NIGHT


def count_outside(session: Session, league: int, season: Season) -> MatchesOutsideSeason:
    """What a season may still take in: the matches of its nights."""
    dates = _dates(season)
    if dates is None:
        return MatchesOutsideSeason(0, 0)
    many = _count_by_season(session, *played_in(league, *dates))
    elsewhere = sum(number for key, number in many.items() if key not in (None, season.key))
    return MatchesOutsideSeason(many.get(None, 0), elsewhere)


def gather_matches(
    session: Session, access: Access, *, uuid: str, key: str, seen: int, others: bool = False
) -> WrittenEvent:
    """Take in the matches of a season's nights that are in no season, or with ``others`` those of another one too.

    Organisers. Raises NotThere, Overtaken if the season is not what was seen, and Refused (``starts``) without dates.
    """

    def write_gathering(write: LeagueWrite) -> LeagueEvent:
        season = find_season(session, write.league.id, key)
        if season is None:
            raise NotThere(key)
        write.check_seen(key, season.touched, seen)
        dates = _dates(season)
        if dates is None:
            raise make_refusal("starts", "missing", T("Say first on which night the season begins or ends."))
        first, last = dates
        return write.write(event_kinds.GATHERED, key, {"first": first, "last": last, "others": others})

    asked = {"subject": key, "others": others}
    return in_league(session, access, ORGANISE, uuid, event_kinds.GATHERED, write_gathering, asked)


def add_season(
    session: Session,
    access: Access,
    *,
    uuid: str,
    name: str,
    starts: str | None = None,
    ends: str | None = None,
    rules: Mapping[str, Any] | None = None,
) -> WrittenEvent:
    """A new season; the event's ``subject`` is its key. Organisers; rules of its own are the owners' to give."""
    season_name, fields = _read_form(name, starts, ends, rules)
    body = {name: value for name, value in fields.items() if value is not None}

    def write_season(write: LeagueWrite) -> LeagueEvent:
        number = select(func.count()).where(LeagueSeasonRow.league_id == write.league.id)
        check_room(int(session.execute(number).scalar_one()), MAX_SEASONS, "name")
        return new_season(write, season_name, body)

    needs = OWN if rules is not None else ORGANISE
    named = name_request(uuid, season_name)
    return in_league(session, access, needs, named, event_kinds.SEASON, write_season, body)


def _read_form(
    name: str, starts: str | None, ends: str | None, rules: Mapping[str, Any] | None
) -> tuple[str, dict[str, Any]]:
    form = FieldReader()
    season_name = form.name(name)
    first, last = (form.date(date, at, optional=True) for date, at in ((starts, "starts"), (ends, "ends")))
    if first and last and last < first:
        form.report.error("ends", "out_of_order", T("A season ends on or after the day it begins."))
    kept = None if rules is None else form.rules(rules)
    form.check()
    return season_name, {"starts": first, "ends": last, "rules": kept}


def new_season(write: LeagueWrite, name: str, body: Mapping[str, Any], key: str | None = None) -> LeagueEvent:
    """A new season within a write; the caller has read name and body."""
    event = write.write(event_kinds.SEASON, key or write.new_key("season"), body)
    write.put_beside(LeagueSeasonRow, event.subject, name=name)
    return event


def update_season(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    name: str,
    starts: str | None,
    ends: str | None,
    rules: Mapping[str, Any] | None,
) -> WrittenEvent:
    """Say anew what a season is; ``seen`` is its ``touched`` that the form showed. Other rules are the owners' to give.

    Raises Refused (paths ``name``, ``starts``, ``ends``, ``rules.zone`` …), NotThere, Overtaken.
    """
    season_name, body = _read_form(name, starts, ends, rules)

    def write_changes(write: LeagueWrite) -> LeagueEvent:
        season = find_season(session, write.league.id, key)
        same = season is not None and same_rules(body["rules"], season.rules)
        if season is None or not (same or write.access.may(OWN)):
            raise NotThere(key)
        write.check_seen(key, season.touched, seen)
        body["rules"] = season.rules if same else body["rules"]
        changed = {name: value for name, value in body.items() if value != getattr(season, name)}
        event = write.write(event_kinds.SEASON, key, changed)
        write.put_beside(LeagueSeasonRow, key, name=season_name)
        return event

    named = name_request(uuid, season_name, body)
    return in_league(session, access, ORGANISE, named, event_kinds.SEASON, write_changes, {"subject": key})
