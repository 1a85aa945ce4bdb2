"""The nights of a league: planned ones, those that were played, and who came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
from flask_babel import gettext as _

from scorekeeper.core.fields import Flag, TextField
from scorekeeper.core.text import T
from scorekeeper.league.evening.standings import count_moves
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.figures.reading import match_rows
from scorekeeper.store.leagues.log import nights as league_nights
from scorekeeper.store.leagues.log.access import ORGANISE, READ, SCORE, Access
from scorekeeper.store.leagues.log.nights import Night
from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.rounds import list_cards
from scorekeeper.web.leagues.evening.running import find_running
from scorekeeper.web.leagues.guard import FieldsForm, go_to, page, pages, press_button, to
from scorekeeper.web.leagues.matches.shown import offer_players, players_of, read_search, show_matches
from scorekeeper.web.leagues.words import Names
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, POST, require

SHOWN = 30
DATE = TextField(name="date", label=T("Date"), most=10)
STARTS = TextField(name="starts", label=T("Starts at"), most=5, optional=True)
PLACE = TextField(name="place", label=T("Place"), most=120, optional=True)
CANCELLED = Flag(name="cancelled", label=T("It does not take place"), optional=True)


@pages.add("/<public_id>/nights", may=READ)
def nights(access: Access) -> Any:
    """Nights to come, of today and past, by pages; of a year, of a date, or those of who has this name."""
    skip, search = number_in(request.args.get("skip")) or 0, read_search(access)
    today = league_nights.tonight(access.league)
    listed = league_nights.list_nights(
        session(),
        access.league.id,
        since=search.since,
        until=search.until,
        dates=None
        if search.players is None
        else match_rows.list_nights_of(session(), access.league.id, search.players),
        skip=skip,
        limit=SHOWN + 1,
    )
    values = {
        "search": search,
        "coming": [league_night for league_night in listed[:SHOWN] if league_night.date > today][::-1],
        "today": [league_night for league_night in listed[:SHOWN] if league_night.date == today],
        "past": [league_night for league_night in listed[:SHOWN] if league_night.date < today],
        "before": to("nights", access, skip=max(0, skip - SHOWN), **search.asked) if skip else None,
        "after": to("nights", access, skip=skip + SHOWN, **search.asked) if len(listed) > SHOWN else None,
    }
    return page("nights", values)


def _get_night(access: Access, date: str) -> Night:
    return require(league_nights.find_night(session(), access.league.id, date[:10]))


@pages.add("/<public_id>/nights/<date>", may=READ)
def night(access: Access, date: str) -> Any:
    """One night: its matches, and who came."""
    league_night = _get_night(access, date)
    asked = request.args.get("after") or None
    played = match_rows.list_matches_of_night(session(), access.league.id, league_night.date, after=asked)
    here = {*_list_came(access, league_night.came), *players_of(played.items)}
    names = Names(access.league.id, here)
    came = sorted(here, key=lambda key: names[key].casefold())
    values = {
        "night": league_night,
        "tonight": league_night.date == league_nights.tonight(access.league),
        "matches": show_matches(access, played.items, names),
        "came": came,
        **_show_evening(access, league_night),
        "whole": not asked and played.next is None,
        "names": names,
        "before": to("night", access, date=league_night.date) if asked else None,
        "after": to("night", access, date=league_night.date, after=played.next) if played.next else None,
    }
    return page("night", values)


def _list_came(access: Access, ticked: Sequence[str]) -> list[str]:
    """The players who were ticked as present, under the keys of today: two who turned out to be one came once."""
    players = roster.find_current_players(session(), access.league.id, ticked)
    return list(dict.fromkeys(players[key].key for key in ticked if key in players))


def _show_evening(access: Access, league_night: Night) -> dict[str, Any]:
    """Of a night that is run: the tables of its latest round, and the standings."""
    if find_run(session(), access.league.id, league_night).evening is None:
        return {"running": None}
    running = find_running(access, league_night.date)
    number, rounds = len(running.evening.rounds), running.rounds()
    standings = running.standings(rounds)
    return {
        "running": running,
        "round": number,
        "cards": list_cards(running, number) if number else [],
        "standings": standings,
        "moves": count_moves(running.evening.options, rounds, standings),
        "people": running.names,
    }


def _typed_fields(form: FieldsForm) -> dict[str, Any]:
    """What a form says of a night."""
    return {"date": form.text("date"), "place": form.text("place"), "starts": form.maybe("starts")}


@pages.add("/<public_id>/nights/plan", BOTH, may=ORGANISE)
def plan(access: Access) -> Any:
    """Announce a night."""
    form = FieldsForm(DATE, STARTS, PLACE)
    if request.method == "POST":
        with form.saving():
            league_nights.plan_night(session(), access, uuid=form.uuid, **_typed_fields(form))
            return go_to("nights", access)
    return page("plan", {"night": None}, form)


@pages.add("/<public_id>/nights/<date>/change", BOTH, may=ORGANISE)
def change_night(access: Access, date: str) -> Any:
    """Mend a night, or call it off."""
    league_night = _get_night(access, date)
    kept = {
        "date": league_night.date,
        "starts": league_night.starts,
        "place": league_night.place,
        "cancelled": league_night.cancelled,
    }
    form = FieldsForm(DATE, STARTS, PLACE, CANCELLED, seen=league_night.touched, **kept)
    if request.method == "POST":
        with form.saving():
            values = {
                **_typed_fields(form),
                "cancelled": form.is_ticked("cancelled"),
                "season": league_night.season,
            }
            league_nights.update_night(session(), access, **form.change, key=league_night.key, **values)
            return go_to("night", access, date=form.text("date"))
    played = listing.list_matches(session(), access.league.id, night=league_night.date, limit=1)
    empty = not league_nights.has_people(session(), access.league.id, league_night) and not played
    return page("plan", {"night": league_night, "empty": empty}, form)


@pages.add("/<public_id>/nights/<date>/delete", POST, may=ORGANISE)
def delete_empty_night(access: Access, date: str) -> Any:
    """Take away a night on which nothing was played."""
    league_night = _get_night(access, date)
    with press_button(_("The night is deleted."), league_night.touched) as form:
        league_nights.delete_night(session(), access, **form.change, key=league_night.key)
        return go_to("nights", access)
    return go_to("night", access, date=league_night.date)


@pages.add("/<public_id>/nights/<date>/came", BOTH, may=SCORE)
def who_came(access: Access, date: str) -> Any:
    """Tick who came, also those who only watched."""
    league_night = _get_night(access, date)
    kept = _list_came(access, league_night.came)
    listed = offer_players(access, *kept)
    form = FieldsForm(seen=league_night.touched)
    if request.method == "POST":
        offered_keys = {player.key for player in listed.players}
        came = [key for key in _list_came(access, request.form.getlist("came")) if key in offered_keys]
        with form.saving():
            league_nights.set_came(session(), access, **form.change, key=league_night.key, came=came)
            return go_to("night", access, date=league_night.date)
    typed = read_typed()
    ticked = kept if typed is None else typed.getlist("came")
    return page("came", {"night": league_night, "offered": listed, "ticked": set(ticked)}, form)
