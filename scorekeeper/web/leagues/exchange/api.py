"""A league for other programs: read-only JSON, with an ETag, and its events from a cursor on.

A reader of the league's pages may read this too: public leagues are open, a league by link takes its link's token in
``link``, a private one its members' sign-in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from hashlib import sha256
from typing import Any

from flask import Response, request

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.league.counting import members_of, show_fraction
from scorekeeper.league.evening.state import DRAFT, TAP
from scorekeeper.league.rules import LeagueRules, rules_document
from scorekeeper.league.standings import explain, show_value
from scorekeeper.league.tie_breaks import Placed
from scorekeeper.store.leagues.figures.inputs import LeagueResult, is_position
from scorekeeper.store.leagues.figures.reading import match_rows, ranked_rows
from scorekeeper.store.leagues.log import seasons
from scorekeeper.store.leagues.log.access import READ, Access, find_access, find_league_by_link, rules_of
from scorekeeper.store.leagues.log.event_kinds import ROLE
from scorekeeper.store.leagues.log.events import events_after
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.refusals import Refused, make_refusal
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.api.answers import NOT_VALID, PREFIX, errors, json_answer
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.guard import find_asker
from scorekeeper.web.leagues.words import say_amount
from scorekeeper.web.match.links import key
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import language, say
from scorekeeper.web.site.pages import Pages, answer_under

PORTION = 100
View = Callable[..., dict[str, Any]]
NOT_THERE = Finding("league", "not_found", T("There is no such league, or it is not open to you."))


class NotFound(Exception):  # noqa: N818 - named by what the caller met
    """What is asked for is not in the league."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


def _access(public_id: str) -> Access | None:
    token = request.args.get("link", "")[:100]
    league = find_league_by_link(session(), key(), public_id, token) if token else None
    if league is not None:
        return Access(league, None, find_asker())
    return find_access(session(), public_id, find_asker())


def read(view: View) -> Callable[..., Response]:
    """Answer with a league's facts, or with 304 to a program that has them; a league that is not open is not there."""

    @wraps(view)
    def answer_view(public_id: str, **values: str) -> Response:
        access = _access(public_id)
        if access is None:
            return errors(404, NOT_THERE)
        try:
            return answer_under(_tag(access), lambda: json_answer(view(access, **values)))
        except Refused as refusal:
            return errors(NOT_VALID, *refusal.findings)
        except NotFound as missing:
            return errors(404, missing.finding)

    return answer_view


pages = Pages("league_api", PREFIX, guards={READ: read})
"""The JSON of leagues."""


def _tag(access: Access) -> str:
    state = ranked_rows.find_state(session(), access.league.id)
    stamp = f"{access.league.seq}|{state.version}|{state.updating}|{language()}|{request.full_path}"
    return sha256(stamp.encode()).hexdigest()[:24]


def number_after() -> int:
    """The number to go on after, 0 from the beginning; Refused for a word that is no cursor."""
    asked = request.args.get("after", "")
    number = number_in(asked or "0")
    if number is None:
        raise _no_cursor()
    return number


def _position_after() -> str | None:
    """The match to go on after, None from the beginning; Refused for a word that is no cursor."""
    asked = request.args.get("after", "")
    if asked and not is_position(asked):
        raise _no_cursor()
    return asked or None


def _no_cursor() -> Refused:
    return make_refusal("after", "not_a_cursor", T("Write here what the part before said in “next”."))


def _date(name: str) -> str | None:
    """A date from the address, None without one; Refused for what is none."""
    form = FieldReader()
    day = form.date(request.args.get(name, ""), name, optional=True)
    form.check()
    return day


def find_scope(access: Access) -> str:
    """The season that is asked for, ``""`` for all time; NotFound for one that the league does not have."""
    scope = request.args.get("season", "")
    if scope and seasons.find_season(session(), access.league.id, scope) is None:
        raise NotFound(Finding("season", "unknown_season", T("There is no such season in this league.")))
    return scope


@pages.add("/leagues/<public_id>", may=READ)
def league(access: Access) -> dict[str, Any]:
    """What the league is: its rules, its seasons, and how far its figures are."""
    league, state = access.league, ranked_rows.find_state(session(), access.league.id)
    return {
        "league": league.public_id,
        "name": league.name,
        "about": league.about,
        "access": league.access,
        "seq": league.seq,
        "updating": state.updating,
        "rules": rules_document(rules_of(league.rules)),
        "seasons": [
            {"season": season.key, "name": season.name, "starts": season.starts, "ends": season.ends}
            for season in seasons.list_seasons(session(), league.id)
        ],
    }


@pages.add("/leagues/<public_id>/players", may=READ, name="league_players")
def players(access: Access) -> dict[str, Any]:
    """All players; merged ones stand under the key of the player they are."""
    skip = number_after()
    page = roster.list_players(session(), access.league.id, skip=skip, limit=PORTION + 1)
    listed = [
        {"player": player.key, "name": player.name, "number": player.number, "guest": player.guest}
        for player in page
    ]
    return {"players": listed[:PORTION], "next": skip + PORTION if len(page) > PORTION else None}


@pages.add("/leagues/<public_id>/standings", may=READ, name="league_standings")
def standings(access: Access) -> dict[str, Any]:
    """The standings of a season (all time without one), now or after a night."""
    scope = find_scope(access)
    on, after = _date("on"), number_after()
    page = ranked_rows.list_standings(session(), access.league.id, scope, night=on, after=after)
    rules = ranked_rows.rules_of(session(), access.league.id, scope)
    rows = [_row(placed, rules) for placed in page.items]
    return {"season": scope or None, "on": on, "rows": rows, "next": page.next}


def _row(placed: Placed, rules: LeagueRules) -> dict[str, Any]:
    row, tally = placed.row, placed.row.counting
    return {
        "position": placed.position,
        "rank": row.rank,
        "players": list(members_of(row.unit)),
        "value": say_amount(show_value(row.value, rules)),
        "value_value": as_number(row.value),
        "matches": tally.matches,
        "points": say_amount(show_fraction(tally.points)),
        "points_value": as_number(tally.points),
        "wins": say_amount(show_fraction(tally.wins)),
        "wins_value": as_number(tally.wins),
        "written": tally.written,
        "difference": tally.difference,
        "text": say(explain(row, rules)),
    }


def as_number(value: Fraction) -> int | float:
    """A fraction as the number of a document."""
    return int(value) if value.denominator == 1 else float(value)


@pages.add("/leagues/<public_id>/matches", may=READ, name="league_matches")
def matches(access: Access) -> dict[str, Any]:
    """The matches, the latest first."""
    page = match_rows.list_matches(session(), access.league.id, after=_position_after())
    return {"matches": [_match(row) for row in page.items], "next": page.next}


def _match(row: LeagueResult) -> dict[str, Any]:
    result = row.result
    return {
        "match": row.match,
        "night": row.night,
        "season": row.season or None,
        "game": row.game,
        "players": list(row.players),
        "sides": [list(seats) for seats in result.sides] if result else [],
        "totals": list(result.totals) if result else [],
        "winners": list(result.winners) if result else [],
        "placements": list(result.placements) if result else [],
        "status": result.status if result else None,
        "state": row.state,
        "why_not": say(row.why_not) if row.why_not else None,
    }


@pages.add("/leagues/<public_id>/events", may=READ, name="league_events")
def events(access: Access) -> dict[str, Any]:
    """What happened in the league after an event (``after``, its ``seq``); accounts and phones are not told, nor a draw
    before it is published.
    """
    after = number_after()
    page = events_after(session(), access.league.id, after=after, limit=PORTION)
    listed = [
        {
            "seq": event.seq,
            "event": event.kind,
            "subject": None if event.kind == ROLE else event.subject,
            "at": event.at.isoformat(),
            "body": _open(event.body),
        }
        for event in page
    ]
    return {"events": listed, "next": page[-1].seq if page else after}


def _open(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in ("account", "text", DRAFT, TAP)}
