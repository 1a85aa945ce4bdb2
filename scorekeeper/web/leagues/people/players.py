"""The players of a league: their figures, and what may be done with a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from itertools import pairwise
from typing import Any

from flask import abort, flash, redirect, request
from flask_babel import gettext as _

from scorekeeper.core.fields import Flag, TextField
from scorekeeper.core.findings import Finding
from scorekeeper.core.match import MAX_NAME
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.form import WORDS
from scorekeeper.store.forgetting.forget import forget_player
from scorekeeper.store.leagues.figures.reading import match_rows, player_figures, ranked_rows
from scorekeeper.store.leagues.log.access import ORGANISE, READ, SCORE, Access
from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.web.drawing.charts import line_chart
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.figures.standings import scope_of
from scorekeeper.web.leagues.guard import FieldsForm, go_to, open_league, page, pages, press_button, to
from scorekeeper.web.leagues.matches import shown
from scorekeeper.web.leagues.people.who_is_who import LookAgain, add_pasted, read_pasted
from scorekeeper.web.leagues.words import Names, label
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH, POST, Guard, require

SHOWN, HINTED = 100, 20
IN_CHART = 30
NAME = TextField(name="name", label=T("Name"), most=MAX_NAME)
GUEST = Flag(name="guest", label=T("A guest"), optional=True)


@pages.add("/<public_id>/players", may=READ)
def players(access: Access) -> Any:
    """All players by name; organisers see pairs that may be one person."""
    skip, search = number_in(request.args.get("skip")) or 0, request.args.get("q", "").strip()[:60]
    league = access.league.id
    listed = roster.list_players(session(), league, search=search, away=False, skip=skip, limit=SHOWN + 1)
    hints = access.may(ORGANISE) and not search
    twice = roster.list_duplicates(session(), league, limit=HINTED) if hints else []
    values = {
        "players": listed[:SHOWN],
        "away": [] if skip else roster.list_players(session(), league, search=search, away=True, limit=SHOWN),
        "most": SHOWN,
        "twice": twice,
        "hinted": HINTED,
        "search": search,
        "before": to("players", access, skip=max(0, skip - SHOWN), q=search) if skip else None,
        "after": to("players", access, skip=skip + SHOWN, q=search) if len(listed) > SHOWN else None,
    }
    return page("players", values)


def _get_current_player(access: Access, key: str) -> LeaguePlayer:
    """The player of a key; a merged player is the one it was merged into."""
    return require(roster.find_current_player(session(), access.league.id, key))


@pages.add("/<public_id>/players/<key>", may=READ)
def player(access: Access, key: str) -> Any:
    """One player: form, ratings, figures by game, partners and opponents."""
    league_player = _get_current_player(access, key)
    if league_player.key != key:
        return redirect(to("player", access, key=league_player.key), 301)
    asked, every = scope_of(access)
    scope = asked if "season" in request.args else ""
    figures = player_figures.find_player(session(), access.league.id, key, scope)
    past = figures.past if figures else ()
    latest = match_rows.list_matches(session(), access.league.id, match_rows.Filter(player=key), limit=10)
    met = {companion.player for companion in (*figures.partners, *figures.opponents)} if figures else set()
    names = Names(access.league.id, met | shown.players_of(latest.items) | {key})
    placed = ranked_rows.find_row(session(), access.league.id, asked, key)
    values = {
        "player": league_player,
        "figures": figures,
        "games": shown.games_played(dict(figures.sums)) if figures else [],
        "form_words": WORDS,
        "matches": shown.show_matches(access, latest.items, names),
        "more_matches": latest.next is not None,
        "company": player_figures.COMPANY,
        "chart": _history(past[-IN_CHART:], label(league_player)),
        "peak": max((played.shown for played in past if played.shown is not None), default=None),
        "moved": _moved(past[-IN_CHART:]),
        "placed": placed if placed and placed.row.rank is not None else None,
        "placed_in": asked,
        "names": names,
        "scope": scope,
        "seasons": every,
        "updating": shown.updating_state(access),
        "mine": _is_mine(access, league_player),
    }
    return page("player", values)


def _history(played: Any, name: str) -> Any:
    """The rating after each of the latest matches, oldest first; None while there is too little to draw."""
    rated = [match for match in played if match.shown is not None]
    if len(rated) < 2:
        return None
    return line_chart(
        say(T("Rating after each match")),
        [name],
        [str(rated[-1].shown)],
        [match.night for match in rated],
        [[match.shown for match in rated]],
        from_zero=False,
    )


def _moved(played: Sequence[Any]) -> dict[str, str]:
    """By match how far it moved the rating of the player."""
    return {
        match.match: _("rating %(change)s", change=f"{match.shown - was.shown:+}".replace("-", "−"))
        for was, match in pairwise(played)
        if match.shown is not None and was.shown is not None
    }


@pages.add("/<public_id>/pair", may=READ)
def pair(access: Access) -> Any:
    """Two players against each other and together."""
    first, second = request.args.get("a", ""), request.args.get("b", "")
    scope, every = scope_of(access, otherwise="")
    record = None
    if first and second and first != second:
        keys = _get_current_player(access, first).key, _get_current_player(access, second).key
        after = request.args.get("after") or None
        record = player_figures.head_to_head(session(), access.league.id, *keys, scope, after=after)
    keys_named = shown.players_of(record.matches) | {record.one, record.other} if record else set()
    names = Names(access.league.id, keys_named)
    values = {
        "offered": shown.offer_players(access, first, second),
        "found": record,
        "one": first,
        "other": second,
        "games": GAMES,
        "names": names,
        "scope": scope,
        "seasons": every,
        "matches": shown.show_matches(access, record.matches, names) if record else [],
        "updating": shown.updating_state(access),
        "after": to("pair", access, a=first, b=second, season=scope, after=record.next)
        if record and record.next
        else None,
    }
    return page("pair", values)


# --- what may be done with a name -----------------------------------------------------------------


@pages.add("/<public_id>/players/new", BOTH, may=SCORE)
def new_player(access: Access) -> Any:
    """Add a player before the first match, or several whose names are pasted."""
    form, several = FieldsForm(NAME, GUEST), request.form.get("several", "")
    values: dict[str, Any] = {"alike": [], "several": several, "unclear": []}
    if request.method == "POST":
        try:
            with form.saving():
                (_add_several if several.strip() else _add_one)(access, form)
                return go_to("players", access)
        except LookAgain as again:
            values["unclear"] = again.unclear
    if form.was_typed and not several.strip():
        values["alike"] = roster.find_alike(session(), access.league.id, form.text("name"))
    return page("new_player", values, form)


def _add_one(access: Access, form: FieldsForm) -> None:
    name, guest = form.text("name"), form.is_ticked("guest")
    player_changes.add_player(session(), access, uuid=form.uuid, name=name, guest=guest)


def _add_several(access: Access, form: FieldsForm) -> None:
    names = read_pasted(request.form["several"], "several")
    add_pasted(access, form.uuid, names, "several", guests=False)


def _is_mine(access: Access, league_player: LeaguePlayer) -> bool:
    mine = access.who.account
    return (
        mine is not None and player_changes.account_of(session(), access.league.id, league_player.key) == mine
    )


SELF = "self"


def by_player(find: Callable[[Access, str], LeaguePlayer]) -> Guard:
    """Opens a page to organisers and to the account that is this player, and gives it the ``league_player``."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guard_view(access: Access, key: str, **values: Any) -> Any:
            league_player = find(access, key)
            if not (_is_mine(access, league_player) or access.may(ORGANISE)):
                abort(404)
            return view(access=access, league_player=league_player, **values)

        return open_league(READ)(guard_view)

    return guard


@pages.add("/<public_id>/players/<key>/edit", BOTH, may=SELF, guard=by_player(_get_current_player))
def edit_player(access: Access, league_player: LeaguePlayer) -> Any:
    """Rename, hand over, or take a name away for good; and the way to making two players one."""
    form = FieldsForm(NAME, seen=league_player.touched, name=league_player.name)
    if request.method == "POST":
        with form.saving():
            player_changes.rename(
                session(), access, **form.change, key=league_player.key, name=form.text("name")
            )
            return go_to("player", access, key=league_player.key)
    merged = roster.merged_keys(session(), access.league.id)
    inside = (key for key, end in merged.items() if end == league_player.key)
    values = {
        "player": league_player,
        "offered": shown.offer_players(access),
        "inside": [
            former for key in inside if (former := roster.find_player(session(), access.league.id, key))
        ],
        "organiser": access.may(ORGANISE),
        "claimed": player_changes.account_of(session(), access.league.id, league_player.key) is not None,
    }
    return page("edit_player", values, form)


def _describe_twin(access: Access, player: LeaguePlayer) -> dict[str, Any]:
    """One of two players who may become one: what would move if the other remains."""
    claimed = player_changes.account_of(session(), access.league.id, player.key) is not None
    matches = player_changes.count_matches(session(), access.league.id, player.key)
    return {"player": player, "matches": matches, "claimed": claimed}


@pages.add("/<public_id>/players/<key>/merge", BOTH, may=ORGANISE)
def merge_players(access: Access, key: str) -> Any:
    """Make two players one: which of them remains is asked, and what moves is said."""
    first = _get_current_player(access, key)
    second = roster.find_current_player(session(), access.league.id, request.args.get("other", "")[:40])
    if second is None or second.key == first.key:
        return go_to("edit_player", access, key=first.key)
    form, stays = FieldsForm(), request.form.get("stays", "")
    if request.method == "POST":
        gone = {first.key: second.key, second.key: first.key}.get(stays)
        if gone is None:
            form.place([Finding("", "missing", T("Say which of the two remains."))])
        else:
            with form.saving(_("Saved. The tables are being worked out anew.")):
                player_changes.merge(session(), access, uuid=form.uuid, key=gone, into=stays)
                return go_to("player", access, key=stays)
    both = [_describe_twin(access, player) for player in (first, second)]
    return page("merge", {"both": both, "stays": stays}, form)


WORKS: dict[str, Callable[..., object]] = {
    "unmerge": player_changes.unmerge,
    "hide": forget_player,
    "away": partial(player_changes.set_away, away=True),
    "back": partial(player_changes.set_away, away=False),
    "let-go": player_changes.let_go,
}
MOVING = ("unmerge", "hide")
"""What moves the tables of the league."""


def _get_player(access: Access, key: str) -> LeaguePlayer:
    """The player of this key, also one that is merged into another."""
    return require(roster.find_player(session(), access.league.id, key))


@pages.add("/<public_id>/players/<key>/<what>", POST, may=SELF, guard=by_player(_get_player))
def do_to_player(access: Access, league_player: LeaguePlayer, what: str) -> Any:
    """Un-merge, forget, let go of a claim, or say that the player is away or back."""
    if what not in WORKS:
        abort(404)
    if what == "hide" and not request.form.get("sure"):
        flash(_("Tick the box to go on."))
    else:
        words = _("Saved. The tables are being worked out anew.") if what in MOVING else _("Saved.")
        with press_button(words) as form:
            WORKS[what](session(), access, uuid=form.uuid, key=league_player.key)
            return go_to("player", access, key=_get_current_player(access, league_player.key).key)
    return go_to("edit_player", access, key=_get_current_player(access, league_player.key).key)
