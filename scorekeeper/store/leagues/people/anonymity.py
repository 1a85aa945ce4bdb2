"""Names that went for ever: no sheet of a league keeps one, and none gets one again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from sqlalchemy import Select, Text, cast, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueMatchRow
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.people.roster import shown_names
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import FreeTextRow, MatchRow, PlayerNameRow
from scorekeeper.store.match.seats import SatDown, list_sat_down

NO_WAY_BACK = T("This player asked to be anonymous; there is no way back.")
SEATING = (event_kinds.MATCH, event_kinds.MATCH_MOVED)
"""The events that say which players a match's people are."""


def select_sheets(league: int, *columns: Any) -> Select[Any]:
    """Columns of the league's matches with a ledger, also of those that were taken out and are in no other league."""
    other = aliased(LeagueMatchRow)
    elsewhere = select(other.id).where(other.match_id == MatchRow.id, other.league_id != league).exists()
    query = select(*columns).join_from(MatchRow, LeagueMatchRow, LeagueMatchRow.key == MatchRow.public_id)
    return query.where(LeagueMatchRow.league_id == league, LeagueMatchRow.people.is_not(None), ~elsewhere)


def find_who_sat_down(
    session: Session, league: int, names: Iterable[str | None]
) -> Iterator[tuple[Match, SatDown]]:
    """Those who sat down during a match of the league under one of these names, with the match."""
    keys = {name_key(name) for name in names if name}
    query = select_sheets(league, FreeTextRow.match_id, FreeTextRow.text).join(
        FreeTextRow, FreeTextRow.match_id == MatchRow.id
    )
    texts = session.execute(query.where(FreeTextRow.text.is_not(None)))
    matches = {match for match, text in texts if text and name_key(text) in keys}
    for match in statements.load_many(session, sorted(matches)):
        for substitute in list_sat_down(match.events):
            if not keys.isdisjoint(map(name_key, substitute.called_in(match.texts))):
                yield match, substitute


def people_who_were(session: Session, league: int, keys: Collection[str]) -> dict[int, set[int]]:
    """By match, the people who are these players or once were."""
    log = LeagueEventRow.league_id == league, LeagueEventRow.kind.in_(SEATING)
    body_text = cast(LeagueEventRow.body, Text)
    subjects = select(LeagueEventRow.subject).where(
        *log, or_(*(body_text.contains(json.dumps(key), autoescape=True) for key in keys))
    )
    query = (
        select_sheets(league, MatchRow.id, LeagueEventRow.body)
        .join(LeagueEventRow, LeagueEventRow.subject == LeagueMatchRow.key)
        .where(*log, LeagueMatchRow.key.in_(subjects))
    )
    people: dict[int, set[int]] = {}
    numbers: list[int] = []
    for match, body in session.execute(query.order_by(MatchRow.id, LeagueEventRow.seq)):
        numbers = body.get("people", numbers)
        sat = zip(numbers, body.get("players", ()), strict=False)
        people.setdefault(match, set()).update(number for number, key in sat if key in keys)
    return people


def blank_anonymous_names(session: Session, league: int, match: str) -> None:
    """Blank the names on a match's sheet, and those of its series, of the players who are anonymous in the league."""
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.key == match
    row = session.execute(
        select(LeagueMatchRow.match_id, LeagueMatchRow.players, LeagueMatchRow.people).where(*ours)
    ).one()
    gone = {key for key, shown in shown_names(session, league, row.players).items() if shown.name is None}
    people = [number for number, key in zip(row.people or (), row.players, strict=False) if key in gone]
    names = PlayerNameRow.player_id.in_(people), PlayerNameRow.name.is_not(None)
    if session.execute(select(PlayerNameRow.id).where(*names).limit(1)).first() is not None:
        first = func.coalesce(MatchRow.series, MatchRow.id)
        here = select(first).where(MatchRow.id == row.match_id).scalar_subquery()
        series = session.execute(select(MatchRow.id).where(first == here).order_by(MatchRow.id)).scalars()
        for key in series.all():
            feed.bump(session, key)  # pages have the names in memory
        session.execute(update(PlayerNameRow).where(*names).values(name=None, salt=None))


def check_name(session: Session, match: int, person: int) -> None:
    """Refuse a name for a person at a match (both by inner numbers) who is anonymous in the match's league."""
    query = select(LeagueMatchRow.league_id, LeagueMatchRow.players, LeagueMatchRow.people)
    row = session.execute(query.where(LeagueMatchRow.match_id == match)).first()
    if row is None:
        return
    keys = [key for number, key in zip(row.people or (), row.players, strict=False) if number == person]
    if any(shown.name is None for shown in shown_names(session, row.league_id, keys).values()):
        raise make_refusal("name", "anonymous", NO_WAY_BACK)


def erase_in_uploads(session: Session, league: int) -> None:
    """Erase the names and items of uploads that are in already, or out again: they are needed no more."""
    ours = LeagueUploadRow.league_id == league, LeagueUploadRow.state.in_(("done", "undone"))
    for upload, plan in session.execute(select(LeagueUploadRow.id, LeagueUploadRow.plan).where(*ours)).all():
        left = {"plan": nameless(plan), "items": zlib.compress(b""), "problems": []}
        session.execute(update(LeagueUploadRow).where(LeagueUploadRow.id == upload).values(**left))


def nameless(plan: dict[str, Any]) -> dict[str, Any]:
    """The plan of an upload without the names in it, and without what its file was found to hold."""
    left = {name: value for name, value in plan.items() if name not in ("first", "found")}
    return {**left, "people": [{**person, "name": None} for person in plan.get("people", ())]}
