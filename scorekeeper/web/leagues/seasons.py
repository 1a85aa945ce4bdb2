"""The seasons of a league."""

from __future__ import annotations

from typing import Any

from flask import redirect, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.fields import TextField
from scorekeeper.core.text import T
from scorekeeper.league.rules import OF_EVERY_SEASON
from scorekeeper.store.leagues.log import seasons as league_seasons
from scorekeeper.store.leagues.log.access import ORGANISE, OWN, READ, Access
from scorekeeper.store.leagues.log.seasons import Season
from scorekeeper.web.leagues.guard import FieldsForm, go_to, page, pages, press_button, to
from scorekeeper.web.leagues.settings import rule_cards, rules_form
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, POST, require

NAME = TextField(name="name", label=T("Name of the season"), most=60)
STARTS = TextField(name="starts", label=T("First night"), most=10, optional=True)
ENDS = TextField(name="ends", label=T("Last night"), hint=T("blank: it goes on"), most=10, optional=True)


def _get_season(access: Access, key: str) -> Season:
    return require(league_seasons.find_season(session(), access.league.id, key))


@pages.add("/<public_id>/seasons", may=READ)
def seasons(access: Access) -> Any:
    """All of them, the latest first."""
    return page("seasons", {"seasons": league_seasons.list_seasons(session(), access.league.id)})


def _kept_fields(season: Season) -> dict[str, Any]:
    return {"name": season.name, "starts": season.starts, "ends": season.ends}


def _typed_fields(form: FieldsForm) -> dict[str, Any]:
    """What a form says of a season."""
    return {"name": form.text("name"), "starts": form.maybe("starts"), "ends": form.maybe("ends")}


@pages.add("/<public_id>/seasons/new", BOTH, may=ORGANISE)
def new_season(access: Access) -> Any:
    """Begin a season."""
    form = FieldsForm(NAME, STARTS, ENDS)
    if request.method == "POST":
        with form.saving():
            written = league_seasons.add_season(session(), access, uuid=form.uuid, **_typed_fields(form))
            return redirect(_after(access, str(written.event.subject)), 303)
    return page("season", {"season": None}, form)


def _after(access: Access, key: str) -> str:
    """Where one gets after a season was saved: to what lies in its dates, if anything does, matches or a season."""
    season, league = _get_season(access, key), access.league.id
    lies = any(league_seasons.count_outside(session(), league, season))
    conflicts = lies or league_seasons.list_overlaps(session(), league, season)
    return to("change_season", access, key=key) if conflicts else to("seasons", access)


@pages.add("/<public_id>/seasons/<key>", BOTH, may=ORGANISE)
def change_season(access: Access, key: str) -> Any:
    """Mend a season: its name and its dates."""
    season = _get_season(access, key)
    form = FieldsForm(NAME, STARTS, ENDS, seen=season.touched, **_kept_fields(season))
    if request.method == "POST":
        with form.saving():
            changes = {**_typed_fields(form), "rules": season.rules}
            league_seasons.update_season(session(), access, **form.change, key=key, **changes)
            return redirect(_after(access, key), 303)
    values = {
        "season": season,
        "lies": league_seasons.count_outside(session(), access.league.id, season),
        "overlaps": league_seasons.list_overlaps(session(), access.league.id, season),
        "gathering": FieldsForm(seen=season.touched),
    }
    return page("season", values, form)


@pages.add("/<public_id>/seasons/<key>/gather", POST, may=ORGANISE)
def gather_season(access: Access, key: str) -> Any:
    """Take in at once what lies in a season's dates."""
    season, others = _get_season(access, key), request.form.get("others") == "yes"
    lies = league_seasons.count_outside(session(), access.league.id, season)
    number = lies.free + (lies.elsewhere if others else 0)
    words = ngettext("%(num)s match is in the season now.", "%(num)s matches are in the season now.", number)
    with press_button(words, season.touched) as form:
        league_seasons.gather_matches(session(), access, **form.change, key=key, others=others)
        return go_to("standings", access, season=key)
    return go_to("change_season", access, key=key)


@pages.add("/<public_id>/seasons/<key>/rules", BOTH, may=OWN)
def season_rules(access: Access, key: str) -> Any:
    """Rules of its own for a season; with the other button it goes by the league's again."""
    season = _get_season(access, key)
    league = access.league.rules
    unconfirmed = league_seasons.has_unconfirmed(session(), access.league.id, key)
    shown = dict(season.rules or league)
    form = rules_form(shown, season.touched, unconfirmed=unconfirmed, without=OF_EVERY_SEASON)
    if request.method == "POST":
        shared = {name: league[name] for name in OF_EVERY_SEASON}
        own = None if request.form.get("own") == "no" else {**form.rules(), **shared}
        with form.saving(_("Saved. The tables are being worked out anew.")):
            league_seasons.update_season(
                session(), access, **form.change, **_kept_fields(season), key=key, rules=own
            )
            return go_to("seasons", access)
    values = {**rule_cards(), "season": season, "own": _goes_its_own_way(season)}
    return page("rules", values, form)


def _goes_its_own_way(season: Season) -> bool:
    """Whether the page shows rules of the season's own: as it was chosen there, or because one was begun to choose."""
    asked = read_typed()
    chosen = bool(season.rules) if asked is None or "own" not in asked else asked["own"] == "yes"
    return chosen or "preset" in request.args
