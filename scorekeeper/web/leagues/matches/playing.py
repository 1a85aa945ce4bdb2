"""Starting a match within a league: it counts there without being brought in later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import flash, redirect, request
from flask_babel import gettext as _

from scorekeeper.core.fields import Choice
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import Game
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.leagues.log import nights, seasons
from scorekeeper.store.leagues.log.access import SCORE, Access, Who
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.web.desk.ruling_links import short_rules
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.guard import FieldsForm, page, pages
from scorekeeper.web.leagues.people.who_is_who import LookAgain, Unclear, find_players_behind
from scorekeeper.web.match import seating
from scorekeeper.web.match.links import OWNER, address
from scorekeeper.web.request.limits import opens_a_match
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH

SEATS = 8
SUGGESTED = 500
"""So many names are suggested while one is typed; every other name is as good."""


@pages.add("/<public_id>/start", BOTH, may=SCORE)
@opens_a_match
def start(access: Access) -> Any:
    """Names around the table, chosen or typed; a new name becomes a guest of the league, once that is clear."""
    form = FieldsForm(game_field(), game=game_or_first(request.args.get("game")))
    typed: Mapping[str, str] = read_typed() or {}
    names = [typed.get(f"seat-{seat}", "").strip()[:60] for seat in range(SEATS)]
    unclear: list[Unclear] = []
    if request.method == "POST":
        try:
            with form.writing():
                match = _start_match(access, form, [name for name in names if name])
                remember(session(), device(), match.public_id, OWNER)
                return redirect(address(match, OWNER), 303)
        except LookAgain as again:
            unclear = again.unclear
    everybody = roster.list_players(session(), access.league.id, away=False, limit=SUGGESTED)
    values = {
        "names": names,
        "unclear": unclear,
        "everybody": everybody,
        "dealer": number_in(typed.get("dealer")) or 0,
    }
    return page("start", values, form)


def _start_match(access: Access, form: FieldsForm, names: list[str]) -> Any:
    game = GAMES.get(form.text("game"))
    if game is None:
        raise make_refusal("game", "unknown_choice", T("Choose one of: {choices}.", choices=list(GAMES)))
    if len(names) not in game.players:
        text = T("{game} is played by {players}.", game=game.name, players=[str(n) for n in game.players])
        raise make_refusal("seat-0", "player_count", text)
    players, unclear = find_players_behind(access, names)
    if not all(unclear_name.answer for unclear_name in unclear):
        raise LookAgain([], unclear)
    sheet_names, _renamed = seating.tell_apart(_names_on_sheet(names, players, unclear))
    rules, unplayable = _house_rules(access, game, len(names))
    dealer = number_in(request.form.get("dealer")) or 0
    season = seasons.present_season(session(), access.league, nights.tonight(access.league))
    here = Access(access.league, access.role, Who(access.who.account, device()))
    match = assign_match.start_match(
        session(),
        here,
        uuid=form.uuid,
        game=game.slug,
        rules=rules,
        players=[player and player.key for player in players],
        names=sheet_names,
        first_dealer=min(dealer, len(names) - 1),
        season=season.key if season else None,
    )
    for finding in unplayable:
        flash(_("A house rule of the league does not hold here. %(why)s", why=say(finding.text)))
    return match


def _house_rules(access: Access, game: Game, players: int) -> tuple[dict[str, Any], list[Finding]]:
    """Those of the league's tables, and why some cannot hold for so many; nothing where the league keeps none."""
    kept, report = access.league.house.get(game.slug), Report()
    return {} if kept is None else short_rules(
        game, game.read_rules(dict(kept), players, report)
    ), report.errors


def _names_on_sheet(
    names: list[str], players: list[LeaguePlayer | None], unclear: list[Unclear]
) -> list[str]:
    """The names as typed; one that is nearly a player's and means that player stands as the league has it."""
    asked = {unclear_name.name for unclear_name in unclear}
    return [
        player.name if player and player.name and name in asked else name
        for name, player in zip(names, players, strict=True)
    ]


def game_field(now: str = "") -> Choice:
    """The choice among all games. A result of a game that this program does not know may keep its own word."""
    games = {slug: game.name for slug, game in GAMES.items()}
    choices = {**games, now: T("{name}", name=now)} if now and now not in games else games
    return Choice(name="game", label=T("Game"), choices=choices)


def game_or_first(asked: str | None) -> str:
    """The game that an address names, or else the first of all."""
    return asked if asked is not None and asked in GAMES else next(iter(GAMES))
