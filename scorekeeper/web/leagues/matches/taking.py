"""Taking matches into a league: one by one, many at once with a look before, and rematches that wait to be taken in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.fields import TextField
from scorekeeper.core.text import T
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.matches import follow_rematch, listing, take_many
from scorekeeper.store.leagues.matches.follow_rematch import OfferedRematch
from scorekeeper.store.leagues.matches.take_many import MAX_TAKEN, TakenMatch
from scorekeeper.web.leagues.guard import FieldsForm, find_asker, go_to, page, pages, press_button
from scorekeeper.web.leagues.matches.listing import present_key, season_field, season_in
from scorekeeper.web.leagues.matches.shown import find_live_match
from scorekeeper.web.leagues.words import Names, game_name
from scorekeeper.web.match import links
from scorekeeper.web.site import recents
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, POST

NIGHT = TextField(name="night", label=T("Night; empty: each its own"), most=10, optional=True)


@pages.add("/<public_id>/take-in", BOTH, may=SCORE)
def take(access: Access) -> Any:
    """The matches of this phone and account that may be taken in: ticked, looked at, and taken in."""
    form, ticked = FieldsForm(season_field(access), NIGHT, season=present_key(access)), set[str]()
    if request.method == "POST":
        chosen = request.form.getlist("match")[:MAX_TAKEN]
        night, found, ticked = form.maybe("night"), list[TakenMatch](), {*chosen}
        with form.writing():
            _check_choice(chosen, night)
            found = take_many.preview_many(session(), access, chosen, night)
        coming = [one.match.public_id for one in found if one.why_not is None]
        if request.form.get("do") == "take" and coming:
            words = ngettext(
                "%(num)s match is in the league.", "%(num)s matches are in the league.", len(chosen)
            )
            with form.saving(words):
                season = season_in(form)
                written = take_many.take_many(
                    session(), access, uuid=form.uuid, matches=chosen, season=season, night=night
                )
                return go_to("taken", access, key=written.event.body["import"])
        if found:
            shown = page("take_preview", {**_show(access, found)}, form)
            return shown if form.problems else shown[0]  # to look at what will come in is no mistake
    values = {"matches": _list_own(), "ticked": ticked, "takings": take_many.list_takings(session(), access)}
    return page("take", values, form)


def _check_choice(chosen: Sequence[str], night: str | None) -> None:
    """Raises Refused for no match, and for a night that is no date."""
    reader = FieldReader()
    reader.date(night or "", "night", optional=True)
    if not chosen:
        reader.report.error("matches", "missing", T("Choose between one and {most} matches.", most=MAX_TAKEN))
    reader.check()


def _list_own() -> list[recents.Recent]:
    """The matches that may be taken in, of this phone first, without those that are in a league, and those that were
    stopped before their first deal.
    """
    asker = find_asker()
    own = recents.owned_matches_of(asker.account, MAX_TAKEN) if asker.account else []
    listed = {one.public_id: one for one in (*recents.recent_matches(), *own) if one.may_restore}
    placed = listing.find_placed(session(), list(listed))
    return [one for key, one in listed.items() if key not in placed and (one.deals or not one.over)]


def _show(access: Access, found: Sequence[TakenMatch]) -> dict[str, Any]:
    """What comes in, with who sits at each seat and whether that is a new player; and what does not."""
    names = Names(access.league.id, {key for one in found for key in one.players if key})
    coming, guests = [], set[str]()
    for one in found:
        if one.why_not is None:
            sat = list(zip(one.match.seat_names, one.players, strict=True))
            guests.update(name for name, key in sat if key is None)
            seats = [(names[key] if key else name, key is None) for name, key in sat]
            coming.append({"match": one.match, "night": one.night, "seats": seats})
    staying = [one for one in found if one.why_not is not None]
    return {"coming": coming, "staying": staying, "guests": guests}


@pages.add("/<public_id>/take-in/done/<key>", BOTH, may=SCORE)
def taken(access: Access, key: str) -> Any:
    """What was taken in at once, with a key that takes all of it out again."""
    found = take_many.find_taking(session(), access, key)
    if found is None:
        abort(404)
    form = FieldsForm()
    if request.method == "POST":
        with form.saving(_("All of them are out of the league again.")):
            take_many.undo_taking(session(), access, uuid=form.uuid, key=key)
            return go_to("take", access)
    rows = [row for one in found.matches if (row := listing.find_match(session(), access.league.id, one))]
    names = Names(access.league.id, {player for row in rows for player in row.players})
    values = {"taking": found, "rows": rows, "names": names}
    return page("taken", values, form)


@pages.add("/<public_id>/rematches", may=ORGANISE)
def rematches(access: Access) -> Any:
    """What waits: each is taken in with one tap, or stays outside."""
    found = follow_rematch.list_offered(session(), access.league.id)
    names = Names(access.league.id, {key for one in found for key in one.players})
    return page("rematches", {"rematches": [_describe_rematch(one, names) for one in found]}, FieldsForm())


def _describe_rematch(one: OfferedRematch, names: Names) -> dict[str, Any]:
    """``told`` is how it stands; one whose names are ``unclear`` is not taken in with one tap."""
    return {
        "offer": one,
        "game": game_name(one.match.game),
        "told": find_live_match(one.match.public_id),
        "players": ", ".join(names[key] for key in one.players),
        "unclear": ", ".join(renamed.name for renamed in one.unclear),
        "sheet": links.address(one.match, links.SCORE),
    }


@pages.add("/<public_id>/rematches/<key>/leave", POST, may=ORGANISE)
def leave_rematch(access: Access, key: str) -> Any:
    """Leave a rematch outside the league."""
    with press_button(_("It stays outside the league.")) as form:
        follow_rematch.decline_rematch(session(), access, uuid=form.uuid, key=key)
    return go_to("rematches", access)
