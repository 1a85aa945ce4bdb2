"""The matches of a league: what each gave and moved, who has to confirm it, and taking matches in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any

from flask import abort, flash, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.fields import Choice, TextField
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.counting import members_of
from scorekeeper.league.files.play_link import play_document, play_link
from scorekeeper.league.results import Result
from scorekeeper.league.rules import BY_EVENINGS
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.figures.reading import match_rows, ranked_rows
from scorekeeper.store.leagues.figures.reading.answers import PAGE
from scorekeeper.store.leagues.log import nights, seasons
from scorekeeper.store.leagues.log.access import CONFIRM, ORGANISE, READ, SCORE, Access
from scorekeeper.store.leagues.matches import (
    assign_match,
    confirm_match,
    confirmation,
    listing,
    match_players,
)
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.figures.standings import scope_of
from scorekeeper.web.leagues.guard import FieldsForm, go_to, page, pages, press_button, to
from scorekeeper.web.leagues.matches import shown
from scorekeeper.web.leagues.words import STATES, Names, game_name
from scorekeeper.web.match import links
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say, speak_of
from scorekeeper.web.site.pages import BOTH, POST, require


@pages.add("/<public_id>/matches", may=READ)
def matches(access: Access) -> Any:
    """Matches, the latest first, of a season, a game, or a state."""
    scope, every = scope_of(access) if request.args.get("season") else (None, scope_of(access)[1])
    game, state = request.args.get("game") or None, request.args.get("state") or None
    player = roster.find_current_player(session(), access.league.id, request.args.get("player", ""))
    search = shown.read_search(access)
    which = match_rows.Filter(
        season=scope,
        game=game if game in GAMES else None,
        player=player.key if player else None,
        state=state if state in STATES else None,
        players=search.players,
        since=search.since,
        until=search.until,
    )
    listed = match_rows.list_matches(
        session(), access.league.id, which, after=request.args.get("after") or None
    )
    here = {"season": scope, "game": which.game, "state": which.state, "player": which.player}
    values = {
        "search": search,
        "here": here,
        "matches": shown.show_matches(
            access, listed.items, Names(access.league.id, shown.players_of(listed.items))
        ),
        "which": which,
        "player": player,
        "games": GAMES,
        "scope": scope,
        "seasons": every,
        "updating": shown.updating_state(access, rated=False),
        "waiting": shown.list_waiting(access),
        "after": to("matches", access, after=listed.next, **here, **search.asked) if listed.next else None,
    }
    return page("matches", values)


def _get_match(access: Access, key: str) -> tuple[LeagueMatch, Match | None]:
    row = require(listing.find_match(session(), access.league.id, key))
    return row, ledger.load(session(), row.public_id) if row.public_id else None


@pages.add("/<public_id>/matches/<key>", may=READ)
def match(access: Access, key: str) -> Any:
    """One match of a league: result, confirmation, what it gave, and whose rating it moved."""
    row, table_match = _get_match(access, key)
    speak_of(row.game)
    effect = match_rows.match_effect(session(), access.league.id, key)
    result = match_rows.find_result(session(), access.league.id, key)
    scope = row.season or ""
    rules = ranked_rows.rules_of(session(), access.league.id, scope)
    keys = {*row.players, *(result.players if result else ())}
    shares = effect.shares if effect else ()
    keys |= {member for share in shares for member in members_of(share.unit)}
    keys |= {move.player for move in effect.moves} if effect else set()
    keys |= {key for revision in effect.revisions for key in revision.ratings} if effect else set()
    names = Names(access.league.id, keys)
    values = {
        "match": row,
        "result": result,
        "live": shown.find_live_match(row.public_id) if result is None and row.public_id else None,
        "effect": effect,
        "told": PAGE,
        "shares": shares,
        "by_evenings": rules.counting in BY_EVENINGS,
        "names": names,
        "game": game_name(row.game),
        "asked": confirmation.find_asked(session(), access.league, row, table_match) if table_match else None,
        "unasked": confirmation.counts_unasked(row.confirmation, rules),
        "over": table_match is None or confirmation.is_over(table_match),
        "correction": shown.correction_of(row, table_match),
        "said": shown.list_confirmations(access.league.id, row, table_match, names),
        "sheet": links.address(table_match, links.SCORE if access.may(ORGANISE) else links.WATCH)
        if table_match
        else None,
        "bg_stats": _bg_stats(result, row, names) if result is not None else None,
        "updating": shown.updating_state(access),
        "waiting": shown.list_waiting(access),
        "evening_round": _find_round(access, row),
    }
    return page("match", values, FieldsForm())


def _find_round(access: Access, row: LeagueMatch) -> int | None:
    """For an organiser the round of the evening that a match is part of, to lead back there."""
    night = nights.find_night(session(), access.league.id, row.night) if access.may(ORGANISE) else None
    evening = find_run(session(), access.league.id, night).evening if night is not None else None
    return evening.round_of(row.key) if evening is not None else None


def _bg_stats(result: Result, row: LeagueMatch, names: Names) -> str | None:
    """The address by which BG Stats takes the match over; None when it would be too long to arrive whole."""
    called = {key: names[key] for key in result.players}
    ended = row.moment or datetime.combine(date.fromisoformat(row.night), time(20), UTC)
    return play_link(play_document(result, called, say(game_name(row.game)), ended))


@pages.add("/<public_id>/confirm-all", POST, may=ORGANISE)
def confirm_all(access: Access) -> Any:
    """The organiser confirms everything that waits for it."""
    done = 0
    with FieldsForm().writing() as form:
        done = confirm_match.confirm_all_as_organiser(session(), access, uuid=form.uuid)
    flash(ngettext("%(num)s match is confirmed.", "%(num)s matches are confirmed.", done))
    return go_to("matches", access)


@pages.add("/<public_id>/matches/<key>/confirm", POST, may=ORGANISE)
def confirm(access: Access, key: str) -> Any:
    """The organiser confirms a version for everybody."""
    version = number_in(request.form.get("version")) or 0
    with press_button(_("Confirmed.")) as form:
        confirm_match.confirm_as_organiser(session(), access, uuid=form.uuid, key=key, version=version)
    return go_to("match", access, key=key)


@pages.add("/<public_id>/matches/<key>/contest", POST, may=ORGANISE)
def contest(access: Access, key: str) -> Any:
    """The organiser lets a match wait, with a reason."""
    return _for_a_reason(
        access, key, confirm_match.contest_as_organiser, _("It waits now, and everybody sees that it does.")
    )


@pages.add("/<public_id>/matches/<key>/decline", POST, may=ORGANISE)
def decline(access: Access, key: str) -> Any:
    """The organiser does not accept a correction: the confirmed version goes on counting."""
    return _for_a_reason(
        access,
        key,
        confirm_match.decline_correction,
        _("Declined. The person who wrote the correction sees it on the match."),
    )


def _for_a_reason(access: Access, key: str, write: Callable[..., Any], words: str) -> Any:
    """What an organiser says of the version that was shown, with the reason that was typed."""
    version, reason = number_in(request.form.get("version")) or 0, request.form.get("reason", "")[:500]
    with press_button(words) as form:
        write(session(), access, uuid=form.uuid, key=key, version=version, reason=reason)
    return go_to("match", access, key=key)


@pages.add("/<public_id>/matches/<key>/agree", POST, may=CONFIRM)
def confirm_result(access: Access, key: str) -> Any:
    """A player confirms a result that another side wrote down."""
    with press_button(_("Confirmed.")) as form:
        confirm_match.confirm_result(session(), access, uuid=form.uuid, key=key)
    return go_to("match", access, key=key)


@pages.add("/<public_id>/matches/<key>/out", POST, may=ORGANISE)
def take_out(access: Access, key: str) -> Any:
    """Take a match out of the league; it stays where its links lead."""
    row, _match = _get_match(access, key)
    words = _("The match is out of the league. Its own page stays, and it can be taken in again.")
    if row.public_id is None:
        words = _("The result is out of the league.")
    with FieldsForm(seen=row.touched).saving(words) as form:
        assign_match.take_match_out(session(), access, **form.change, key=key)
        return go_to("again", access, key=key) if row.public_id is None else go_to("matches", access)
    return go_to("match", access, key=key)


@pages.add("/<public_id>/matches/<key>/move", BOTH, may=ORGANISE)
def move(access: Access, key: str) -> Any:
    """Another season or night, or who really played; merged players stand under the player they are."""
    row, table_match = _get_match(access, key)
    season, night = season_field(access), TextField(name="night", label=T("Night"), most=10)
    form = FieldsForm(season, night, seen=row.touched, season=row.season or "none", night=row.night)
    into = roster.merged_keys(session(), access.league.id)
    played = [into.get(player, player) for player in row.players]
    sent = read_typed()
    typed = played if sent is None else sent.getlist("player")
    if request.method == "POST":
        to_season, to_night = season_in(form), form.text("night")
        with form.saving(_("Saved. The tables are being worked out anew.")):
            assign_match.move_match(
                session(),
                access,
                **form.change,
                key=key,
                season=to_season,
                night=to_night,
                players=typed or None,
            )
            return go_to("match", access, key=key)
    sat = list(zip(_seats(row, table_match), typed, strict=False))
    values = {
        "match": row,
        "offered": shown.offer_players(access, *typed),
        "sat": sat,
        "names": Names(access.league.id, typed),
    }
    return page("move", values, form)


def _seats(row: LeagueMatch, table_match: Match | None) -> list[int]:
    """In the order of a match's own players: the seat that each of them has now, counted from 1."""
    if table_match is None or row.people is None:
        return [*range(1, len(row.players) + 1)]
    return [table_match.players.index(person) + 1 for person in row.people]


def season_field(access: Access) -> Choice:
    """Into which season a match goes."""
    every = seasons.list_seasons(session(), access.league.id)
    choices = {**{season.key: T("{name}", name=season.name) for season in every}, "none": T("no season")}
    return Choice(name="season", label=T("Season"), choices=choices)


def season_in(form: FieldsForm) -> str | None:
    """The season that was chosen; None for no season."""
    chosen = form.text("season")
    return None if chosen in ("", "none") else chosen


@pages.add("/<public_id>/take-in/<match_id>", BOTH, may=SCORE)
def take_in(access: Access, match_id: str) -> Any:
    """Take a match into the league: who sat where, and into which season."""
    table_match = ledger.load(session(), match_id)
    if table_match is None or not assign_match.may_take_in(session(), access, table_match):
        abort(404)
    here = listing.find_assignment(session(), match_id)
    if here is not None:
        if here.league.id == access.league.id:
            return go_to("match", access, key=here.match.key)
        abort(404)
    form = FieldsForm(season_field(access), season=present_key(access))
    suggested = match_players.suggest_players(session(), access.league.id, table_match)
    picked = [request.form.get(f"player-{seat}", "")[:40] for seat in range(len(table_match.players))]
    if request.method == "POST":
        sat = [player or None for player in picked]
        with form.saving(_("The match is in the league.")):
            season = season_in(form)
            written = assign_match.adopt(
                session(), access, uuid=form.uuid, public_id=match_id, players=sat, season=season
            )
            return go_to("match", access, key=written.event.subject)
    values = {
        "match": table_match,
        "suggested": suggested,
        "offered": shown.offer_players(access, *picked),
        "picked": request.form,
        "game": game_name(table_match.game),
    }
    return page("take_in", values, form)


def present_key(access: Access) -> str:
    """The season that a match goes into unless another is chosen."""
    season = seasons.present_season(session(), access.league, nights.tonight(access.league))
    return season.key if season else "none"
