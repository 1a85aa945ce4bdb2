"""Who is here: tiles to tick, those of last time ticked first, and what is to be known of a player this evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from flask import flash, redirect, request
from flask_babel import gettext as _

from scorekeeper.core.fields import Choice
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.draw.document import PAIRS, SINGLE
from scorekeeper.league.evening.seating import list_here, list_unpaired
from scorekeeper.league.evening.state import AT, FROM, HERE, NUMBERS_OF_A_PLAYER, SAID, UNTIL, WITH, Evening
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import find_last_run
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.write import find_event
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, go_to, pages, to
from scorekeeper.web.leagues.people.who_is_who import LookAgain, add_pasted, read_pasted
from scorekeeper.web.leagues.words import label
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH

MAX_TILES = 500


@pages.add("/<public_id>/nights/<date>/run/here", BOTH, may=ORGANISE)
def here(access: Access, date: str) -> Any:
    """Tick who is here. Only what changes is written, so that two organisers tick at once."""
    running = find_running(access, date)
    form = FieldsForm()
    if request.method == "POST":
        changes = _read_changes(running, _list_said(access, form))
        try:
            with form.writing():
                if added := _add_guests(access, form.uuid):
                    changes |= {key: dict(running.evening.here.get(key, {})) for key in added}
        except LookAgain as again:
            return show(running, "here", {**_list_tiles(running), "unclear": again.unclear}, form)
        picked, partner = request.form.get("picked", ""), request.form.get("pair", "")
        if picked in running.evening.here and partner in running.evening.here:
            changes |= _with_partner(running.evening, picked, {**running.evening.here[picked], WITH: partner})
        if not form.problems:
            with form.writing():
                if changes:
                    key = running.night.key
                    organising.say_here(session(), access, uuid=form.uuid, key=key, changes=changes)
                return redirect(_lead_on(access, date, changed=bool(changes)), 303)
    return show(running, "here", _list_tiles(running), form)


def _lead_on(access: Access, date: str, *, changed: bool) -> str:
    """To the draw; back here where these ticks left a player without a partner, so that the organiser sees it."""
    evening = find_running(access, date).evening
    if "on" in request.form and not (changed and list_unpaired(evening, evening.next_round)):
        return to("draw", access, date=date)
    looks_for = {"q": request.form.get("q"), "as": request.args.get("as")} if "find" in request.form else {}
    return to("here", access, date=date, pick=request.form.get("pick"), **looks_for)


def _add_guests(access: Access, uuid: str) -> list[str]:
    """The keys of the players whose names were written; guests are made of those that the league does not know yet."""
    names = read_pasted(request.form.get("guest", ""), "guest")
    return add_pasted(access, uuid, names, "guest", guests=True) if names else []


def _list_said(access: Access, form: FieldsForm) -> dict[str, Any]:
    """Who came and who went by what this page has said already: it is sent once more where no answer came."""
    league, event = find_event(session(), form.uuid) or (None, None)
    if event is None or league != access.league.id or HERE not in event.body:
        return {}
    form.fresh_uuid()
    return dict(event.body[HERE])


def _read_changes(running: EveningPage, said: Mapping[str, Any]) -> dict[str, Any]:
    """What was ticked and what was not any more, since the page was shown or ``said`` something."""
    came = {key for key, details in said.items() if details is not None}
    was = (_list_now(running, request.form.getlist("was")) | came) - (said.keys() - came)
    now = _list_now(running, request.form.getlist("here"))
    before = running.evening.here
    if _is_untouched(running.evening):
        before = _with_usual(_list_usual(running), before)
    else:
        # An organiser was quicker: these were ticked by the page alone.
        was |= _list_now(running, request.form.getlist("usual"))
    seen = {key for key in now & was if SAID in before.get(key, {})}
    gone = {key: None for key in sorted(was - now) if key in before}
    here = (now | set(running.evening.here)) - gone.keys()
    return {key: _looked_at(before.get(key, {}), here) for key in sorted((now - was) | seen)} | gone


def _list_now(running: EveningPage, keys: Sequence[str]) -> set[str]:
    """These players under the keys that the evening has: two may be one since the page was shown."""
    others = [key for key in keys if key not in running.evening.here]
    players = roster.find_current_players(session(), running.access.league.id, others)
    return {players[key].key if key in players else key for key in keys}


def _is_untouched(evening: Evening) -> bool:
    """Whether no organiser has ticked anyone yet; players may have said by phone that they are here."""
    return not evening.rounds and all(SAID in details for details in evening.here.values())


def _with_usual(
    usual: Mapping[str, Mapping[str, Any]], here: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """What is known of those of last time, and of who has said by phone to be here."""
    return {key: {**usual.get(key, {}), **here.get(key, {})} for key in {**usual, **here}}


def _list_usual(running: EveningPage) -> dict[str, dict[str, Any]]:
    """Those of last time but who is away now, always with the same partner and at the same table as then; under the
    keys that they have today.
    """
    league = running.access.league.id
    last = find_last_run(session(), league, running.night.date)
    here = last.evening.here if last and last.evening else {}
    players = roster.find_current_players(session(), league, here)
    present = {key: player.key for key, player in players.items() if not player.away}
    usual: dict[str, dict[str, Any]] = {}
    for key, details in here.items():
        if (now := present.get(key)) is not None:
            usual[now] = {AT: details[AT]} if AT in details else {}
            partner = present.get(details.get(WITH, ""), now)
            usual[now] |= {WITH: partner} if partner != now else {}
    return usual


def _looked_at(details: Mapping[str, Any], here: Set[str]) -> dict[str, Any]:
    """What is known of a player once the organiser has looked, of a partner only where that one is here."""
    alone = details.get(WITH) not in here
    return {name: value for name, value in details.items() if name != SAID and not (name == WITH and alone)}


def _list_players(access: Access, search: str = "") -> list[roster.LeaguePlayer]:
    return roster.list_players(session(), access.league.id, search=search, away=False, limit=MAX_TILES)


def _list_tiles(running: EveningPage) -> dict[str, Any]:
    access, evening = running.access, running.evening
    search = request.values.get("q", "").strip()[:60]
    players = _list_players(access, search)
    first = _is_untouched(evening) and request.args.get("as") != "none"
    usual = _list_usual(running) if first else {}
    details = _with_usual(usual, evening.here)
    names = {player.key: label(player) for player in players}
    typed = read_typed()  # what was wrong is put right on the page as it was sent
    ticked = {*evening.here, *usual} if typed is None else set(typed.getlist("here"))
    names_here = {key: names.get(key, running.names[key]) for key in evening.here}
    all_players = _list_players(access) if search and usual else players
    names_usual = {player.key: label(player) for player in all_players if player.key in usual}
    listed = {**names_usual, **names, **names_here}
    tiles = [
        {
            "key": key,
            "name": name,
            "ticked": key in ticked,
            "said": _say(running, details.get(key, {}), listed),
        }
        for key, name in sorted(listed.items(), key=lambda entry: entry[1].casefold())
    ]
    number = evening.next_round
    counted = len({*usual, *list_here(evening, number)})
    return {
        "tiles": tiles,
        "was": [key for key in listed if key in evening.here],
        "counted": counted,
        "sizes": [size * (2 if evening.options.seats == PAIRS else 1) for size in evening.options.entrants],
        "search": search,
        "typed": request.form.get("guest", ""),
        "many": len(players) == MAX_TILES,
        "usual": list(usual),
        "unpaired": {key: running.names[key] for key in list_unpaired(evening, number)},
        "picked": request.args.get("pick", ""),
        "number": number,
    }


def _say(running: EveningPage, details: Mapping[str, Any], names: dict[str, str]) -> list[str]:
    words = []
    if details.get(SAID):
        words.append(_("said so by phone"))
    if details.get(WITH):
        words.append(_("always with %(name)s", name=names.get(details[WITH], running.names[details[WITH]])))
    if details.get(FROM):
        words.append(_("from round %(number)s", number=details[FROM]))
    if details.get(UNTIL):
        words.append(_("up to round %(number)s", number=details[UNTIL]))
    if details.get(AT):
        words.append(_("always at table %(number)s", number=details[AT]))
    return words


@pages.add("/<public_id>/nights/<date>/run/here/<key>", BOTH, may=ORGANISE)
def here_player(access: Access, date: str, key: str) -> Any:
    """From which round a player is here and up to which, always with which other, always at which table."""
    running = find_running(access, date)
    evening, (key,) = running.evening, _list_now(running, [key])
    if key not in evening.here:
        flash(_("This player is not ticked any more: another organiser was quicker."))
        return go_to("here", access, date=date)
    details = evening.here[key]
    partners = {partner: running.names[partner] for partner in evening.here if partner != key}
    fields: list[Any] = list(NUMBERS_OF_A_PLAYER)
    if evening.options.seats != SINGLE or GAMES[evening.options.game].open_table:
        choices = {partner: T("{name}", name=name) for partner, name in partners.items()}
        fields.append(Choice(name=WITH, label=T("Always with"), choices=choices, optional=True))
    form = FieldsForm(*fields, **details)
    if request.method == "POST":
        changes = _with_partner(evening, key, form.values())
        night = running.night.key
        with form.writing():
            organising.say_here(session(), access, uuid=form.uuid, key=night, changes=changes)
            return go_to("here", access, date=date)
    return show(running, "here_player", {"player": key}, form)


def _with_partner(evening: Evening, key: str, details: dict[str, Any]) -> dict[str, Any]:
    """What is said of a player, and of the partners that this makes or parts: two are together or neither is."""
    partner, before = str(details.get(WITH, "")), evening.here[key].get(WITH)
    changes: dict[str, Any] = {key: details}
    for parted in {str(before or ""), str(evening.here.get(partner, {}).get(WITH) or "")} - {partner, key}:
        if parted in evening.here:
            changes[parted] = {name: value for name, value in evening.here[parted].items() if name != WITH}
    if partner in evening.here:
        changes[partner] = {**evening.here[partner], WITH: key}
    return changes
