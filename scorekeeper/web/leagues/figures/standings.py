"""The standings of a league, on any date, each row with its reasons; and what changed in them since."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import abort, request

from scorekeeper.league.counting import members_of
from scorekeeper.league.form import WORDS
from scorekeeper.league.nights import end_of, is_league_date
from scorekeeper.league.rules import BY_EVENINGS, BY_RATING, TIE_BREAKS
from scorekeeper.league.standings import explain
from scorekeeper.league.tie_breaks import Decision, StandingsRow
from scorekeeper.store.leagues.figures.reading import change_log, match_rows, ranked_rows
from scorekeeper.store.leagues.figures.reading.change_log import MAX_COMPARED
from scorekeeper.store.leagues.log import nights, seasons
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.store.leagues.log.nights import Night
from scorekeeper.store.leagues.log.seasons import Season
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.guard import page, pages, to
from scorekeeper.web.leagues.matches.shown import list_waiting, players_of, show_matches, updating_state
from scorekeeper.web.leagues.words import Names
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import require

SHOWN = 50
NIGHTS_OFFERED = 40
"""So many evenings can be chosen at the standings; the page of an older one leads to them."""
FEW = 5
"""Of more corrections only the number stands on the page; they unfold."""
ON_EVENING = 8
"""So many matches of the latest evening stand beside the standings."""


def scope_of(access: Access, *, otherwise: str | None = None) -> tuple[str, list[Season]]:
    """The season that is asked for (``""`` for all time; without a word ``otherwise``, or the present one), and all
    there are.
    """
    all_seasons = seasons.list_seasons(session(), access.league.id)
    asked = request.args.get("season", otherwise)
    if asked is None:
        present = seasons.present_season(session(), access.league, nights.tonight(access.league))
        return (present.key if present else ""), all_seasons
    if asked and asked not in {season.key for season in all_seasons}:
        abort(404)
    return asked, all_seasons


def asked_date(name: str) -> str | None:
    """A date from the address, if it is one."""
    try:
        day = date.fromisoformat(request.args.get(name, "")[:10])
    except ValueError:
        return None
    return day.isoformat() if is_league_date(day) else None


def units_in(rows: Iterable[StandingsRow]) -> set[str]:
    """The keys of all players in these rows, also of those they were level with."""
    units = [
        unit
        for row in rows
        for unit in (row.unit, *(equal for decision in row.decisions for equal in decision.among))
    ]
    return {key for unit in units for key in members_of(unit)}


@pages.add("/<public_id>", may=READ)
def standings(access: Access) -> Any:
    """The standings of a season, now or after a night."""
    scope, all_seasons = scope_of(access)
    on, after = asked_date("on"), number_in(request.args.get("after")) or 0
    league = access.league.id
    listed = ranked_rows.list_standings(session(), league, scope, night=on, after=after, limit=SHOWN)
    rules = ranked_rows.rules_of(session(), access.league.id, scope)
    names = Names(access.league.id, units_in(placed.row for placed in listed.items))
    values = {
        "placed": listed.items,
        "names": names,
        "scope": scope,
        "seasons": all_seasons,
        "rules": rules,
        "by_rating": rules.counting == BY_RATING,
        "by_evenings": rules.counting in BY_EVENINGS,
        "on": on,
        "form_words": WORDS,
        "trends": ranked_rows.trends_of(session(), access.league.id, scope, listed.items, on),
        "played_on": _list_played(
            access, next((season for season in all_seasons if season.key == scope), None), on
        ),
        "evening": None if on else _find_evening(access),
        "coming": None if on else _find_coming(access),
        "updating": updating_state(access, rated=rules.counting == BY_RATING),
        "waiting": list_waiting(access),
        "tie_breaks": TIE_BREAKS,
        "before": to("standings", access, season=scope, on=on) if after else None,
        "after": to("standings", access, season=scope, on=on, after=listed.next) if listed.next else None,
    }
    return page("standings", values)


def _list_played(access: Access, season: Season | None, asked: str | None) -> list[str]:
    """The evenings after which the standings can be looked at, the latest first, with the one that is asked for."""
    today = nights.tonight(access.league)
    until = min(today, season.ends) if season and season.ends else today
    since = season.starts if season else None
    evenings = nights.list_nights(session(), access.league.id, since=since, until=until, limit=NIGHTS_OFFERED)
    return sorted({*(night.date for night in evenings), *([asked] if asked else [])}, reverse=True)


def _find_evening(access: Access) -> dict[str, Any] | None:
    """The latest evening with what was played there, and whether it is this one; None where nothing was."""
    today = nights.tonight(access.league)
    latest = nights.list_nights(session(), access.league.id, until=today, limit=1)
    if not latest:
        return None
    played = match_rows.list_matches_of_night(session(), access.league.id, latest[0].date, limit=ON_EVENING)
    names = Names(access.league.id, players_of(played.items))
    matches = show_matches(access, played.items, names)
    return {"date": latest[0].date, "today": latest[0].date == today, "matches": matches} if matches else None


def _find_coming(access: Access) -> Night | None:
    """The next evening that is planned."""
    tomorrow = date.fromisoformat(nights.tonight(access.league)) + timedelta(days=1)
    planned = nights.list_nights(session(), access.league.id, since=tomorrow.isoformat())
    return next((night for night in reversed(planned) if not night.cancelled), None)


@pages.add("/<public_id>/table/<unit>", may=READ)
def row(access: Access, unit: str) -> Any:
    """The reasons of one row of the standings: matches, points, and what decided among equals."""
    scope, all_seasons = scope_of(access)
    placed = require(ranked_rows.find_row(session(), access.league.id, scope, unit))
    after = request.args.get("after") or None
    listed = ranked_rows.row_matches(session(), access.league.id, scope, unit, after=after, limit=SHOWN)
    rules = ranked_rows.rules_of(session(), access.league.id, scope)
    rivals = {key for share in listed.items for rival, _won in share.rivals for key in members_of(rival)}
    names = Names(access.league.id, units_in([placed.row]) | rivals | {*members_of(unit)})
    values = {
        "placed": placed,
        "given": listed.items,
        "names": names,
        "scope": scope,
        "seasons": all_seasons,
        "rules": rules,
        "by_evenings": rules.counting in BY_EVENINGS,
        "updating": updating_state(access),
        "explain": explain,
        "tie_breaks": TIE_BREAKS,
        "members": members_of(unit),
        "others": lambda decision: ", ".join(_names_of_level(decision, names)),
        "rivals": lambda share: ", ".join(names.unit(rival) for rival, _won in share.rivals),
        "after": to("row", access, unit=unit, season=scope, after=listed.next) if listed.next else None,
    }
    return page("row", values)


def _names_of_level(decision: Decision, names: Names) -> list[str]:
    """The names of the units that were level; of many the first."""
    return [*(names.unit(unit) for unit in decision.others), *(["…"] if decision.more else [])]


@pages.add("/<public_id>/changes", may=READ)
def changes(access: Access) -> Any:
    """What changed in the standings since a day, and because of which matches."""
    scope, all_seasons = scope_of(access)
    since = asked_date("since") or _last_week(access)
    rules = access.league.options
    moment = end_of(date.fromisoformat(since), rules.zone, rules.day_ends)
    skip = number_in(request.args.get("skip")) or 0
    differences = change_log.changes_since(
        session(), access.league.id, scope, min(moment, datetime.now(UTC)), skip=skip, limit=SHOWN
    )
    keys = {key for change in differences.changes for key in members_of(change.unit)}
    keys |= {key for revision in differences.revisions for key in revision.ratings}
    here = {"season": scope, "since": since}
    values = {
        "found": differences,
        "rules": ranked_rows.rules_of(session(), access.league.id, scope),
        "since": since,
        "scope": scope,
        "seasons": all_seasons,
        "names": Names(access.league.id, keys),
        "updating": updating_state(access),
        "whole_table": MAX_COMPARED,
        "few": FEW,
        "reach": differences.reach if differences.reach and differences.reach > since else None,
        "before": to("changes", access, skip=max(0, skip - SHOWN), **here) if skip else None,
        "after": to("changes", access, skip=differences.next, **here) if differences.next else None,
    }
    return page("changes", values)


def _last_week(access: Access) -> str:
    past = nights.list_nights(session(), access.league.id, until=nights.tonight(access.league), limit=2)
    return past[-1].date if past else nights.tonight(access.league)
