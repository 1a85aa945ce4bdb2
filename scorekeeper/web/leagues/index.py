"""The leagues that a visitor knows; founding one; and the links that lead into one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from flask import abort, g, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.fields import Choice, TextField
from scorekeeper.core.text import T
from scorekeeper.league.rules import NOT_ASKED, PRESET_NAMES, ZoneField
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import (
    LINK,
    League,
    leagues_of_account,
    leagues_of_device,
    open_link,
    public_leagues,
)
from scorekeeper.store.leagues.people import invitations, roster
from scorekeeper.store.leagues.people.invitations import OfferedPlace
from scorekeeper.web.accounts.browser_session import ACCOUNT, JOIN, current
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues import words
from scorekeeper.web.leagues.guard import INVITATION, FieldsForm, find_asker, page, pages
from scorekeeper.web.match.links import key
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.clock import zone_name
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import language
from scorekeeper.web.site.pages import ANYBODY, BOTH

MAX_NAME = 60
ZONES = {"bg": "Europe/Sofia", "is": "Atlantic/Reykjavik", "eu": "Europe/Madrid", "es": "Europe/Madrid"}
"""Where people who read a language mostly are: a guess for browsers that do not name their zone."""

NAME = TextField(name="name", label=T("Name of the league"), most=MAX_NAME)
PRESET = Choice(name="preset", label=T("What is counted"), choices=PRESET_NAMES)
OPEN_TO = Choice(name="access", label=T("Who may read it"), choices=words.OPEN_TO)
ZONE = ZoneField(
    name="zone", label=T("Time zone"), hint=T("like Europe/Sofia: by it a night belongs to a date"), most=60
)


AT_HOME = 5
"""So many leagues stand on the first page."""
SHOWN = 50
"""So many public leagues stand on a page of them."""


def known_leagues() -> list[League]:
    """One's own leagues and those whose link this phone opened, the last changed first."""
    mine, opened = _list_known()
    return [*(league for league, _role in mine), *opened][:AT_HOME]


def _list_known() -> tuple[list[tuple[League, str]], list[League]]:
    """One's own leagues with one's role, and the others whose link this phone opened; a query for each if at all."""
    asker = find_asker()
    mine = leagues_of_account(session(), asker.account) if asker.account else []
    seen = {league.id for league, _role in mine}
    opened = leagues_of_device(session(), asker.device) if asker.device else []
    return mine, [league for league in opened if league.id not in seen]


@pages.add("/", may=ANYBODY)
def index() -> str:
    """One's own leagues, those whose link this phone opened, and the public ones."""
    mine, opened = _list_known()
    seen = {league.id for league, _role in mine} | {league.id for league in opened}
    skip = number_in(request.args.get("skip")) or 0
    public = public_leagues(session(), skip=skip, limit=SHOWN + 1)
    return render_template(
        "leagues/index.html",
        mine=mine,
        linked=opened,
        public=[league for league in public[:SHOWN] if league.id not in seen],
        before=url_for("leagues.index", skip=max(0, skip - SHOWN)) if skip else None,
        after=url_for("leagues.index", skip=skip + SHOWN) if len(public) > SHOWN else None,
        signed_in=current(),
    )


@pages.add("/new", BOTH, may=ACCOUNT)
def new() -> Any:
    """Founding a league: a name is enough, everything else can be changed later."""
    zone = zone_name() or ZONES.get(language(), "UTC")
    form = FieldsForm(NAME, PRESET, OPEN_TO, ZONE, preset="wins", access=LINK, zone=zone)
    if request.method == "POST":
        typed = form.values()
        rules: dict[str, Any] = {name: typed[name] for name in ("preset", "zone") if name in typed}
        if is_alone():  # the other sides have no phone that could confirm
            rules["confirmation"] = NOT_ASKED
        with form.writing():
            name, open_to = form.text("name"), form.text("access")
            league = founding.found_league(
                session(), find_asker(), uuid=form.uuid, name=name, rules=rules, access=open_to
            )
            g.league_changed = league.id
            return _go_to_standings(league)
    return page("new", {}, form)


def _go_to_standings(league: League) -> Any:
    return redirect(url_for("leagues.standings", public_id=league.public_id), 303)


@pages.add("/<public_id>/link/<token>", may=LINK)
def link(league: League, token: str) -> Any:
    """A league's link: this phone may read the league from now on."""
    if not open_link(session(), key(), league.public_id, token[:100], device()):
        abort(404)
    return _go_to_standings(league)


@pages.add("/join/<token>", BOTH, may=INVITATION)
def join(offer: OfferedPlace, token: str) -> Any:
    """An invitation: a page that says what it offers, with a button to take it up."""
    form = FieldsForm()
    if request.method == "POST":
        if current() is None:
            return redirect(url_for("accounts.sign_in", next=JOIN + token), 303)
        with form.saving(_("Welcome to the league.")):
            invitations.accept_invitation(session(), token[:200], find_asker(), uuid=form.uuid)
            g.league_changed = offer.league.id
            return _go_to_standings(offer.league)
    player = roster.find_player(session(), offer.league.id, offer.player) if offer.player else None
    values = {"offer": offer, "player": player, "signed_in": current(), "uuid": str(uuid4())}
    return page("join", values, form)
