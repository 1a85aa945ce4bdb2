"""Taking matches into a league: one by one, many at once with a look before, and rematches that wait to be taken in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
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
from scorekeeper.web.site.pages import BOTH, POST, require

NIGHT = TextField(name="night", label=T("Night; empty: each its own"), most=10, optional=True)


@pages.add("/<public_id>/take-in", BOTH, may=SCORE)
def take(access: Access) -> Any:
    """The matches of this phone and account that may be taken in: ticked, looked at, and taken in."""
    form, ticked = FieldsForm(season_field(access), NIGHT, season=present_key(access)), set[str]()
    if request.method == "POST":
        chosen = request.form.getlist("match")[:MAX_TAKEN]
        night, previewed, ticked = form.maybe("night"), list[TakenMatch](), {*chosen}
        with form.writing():
            _check_choice(chosen, night)
            previewed = take_many.preview_many(session(), access, chosen, night)
        coming = [taken_match.match.public_id for taken_match in previewed if taken_match.why_not is None]
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
        if previewed:
            shown = page("take_preview", {**_show(access, previewed)}, form)
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
    listed = {recent.public_id: recent for recent in (*recents.recent_matches(), *own) if recent.may_restore}
    placed = listing.find_placed(session(), list(listed))
    return [
        recent for key, recent in listed.items() if key not in placed and (recent.deals or not recent.over)
    ]


def _show(access: Access, previewed: Sequence[TakenMatch]) -> dict[str, Any]:
    """What comes in, with who sits at each seat and whether that is a new player; and what does not."""
    names = Names(access.league.id, {key for taken_match in previewed for key in taken_match.players if key})
    coming, guests = [], set[str]()
    for taken_match in previewed:
        if taken_match.why_not is None:
            sat = list(zip(taken_match.match.seat_names, taken_match.players, strict=True))
            guests.update(name for name, key in sat if key is None)
            seats = [(names[key] if key else name, key is None) for name, key in sat]
            coming.append({"match": taken_match.match, "night": taken_match.night, "seats": seats})
    staying = [taken_match for taken_match in previewed if taken_match.why_not is not None]
    return {"coming": coming, "staying": staying, "guests": guests}


@pages.add("/<public_id>/take-in/done/<key>", BOTH, may=SCORE)
def taken(access: Access, key: str) -> Any:
    """What was taken in at once, with a key that takes all of it out again."""
    taking = require(take_many.find_taking(session(), access, key))
    form = FieldsForm()
    if request.method == "POST":
        with form.saving(_("All of them are out of the league again.")):
            take_many.undo_taking(session(), access, uuid=form.uuid, key=key)
            return go_to("take", access)
    rows = [
        row for match in taking.matches if (row := listing.find_match(session(), access.league.id, match))
    ]
    names = Names(access.league.id, {player for row in rows for player in row.players})
    values = {"taking": taking, "rows": rows, "names": names}
    return page("taken", values, form)


@pages.add("/<public_id>/rematches", may=ORGANISE)
def rematches(access: Access) -> Any:
    """What waits: each is taken in with one tap, or stays outside."""
    offers = follow_rematch.list_offered(session(), access.league.id)
    names = Names(access.league.id, {key for offer in offers for key in offer.players})
    return page(
        "rematches", {"rematches": [_describe_rematch(offer, names) for offer in offers]}, FieldsForm()
    )


def _describe_rematch(offer: OfferedRematch, names: Names) -> dict[str, Any]:
    """``live`` is how it stands; one whose names are ``unclear`` is not taken in with one tap."""
    return {
        "offer": offer,
        "game": game_name(offer.match.game),
        "live": find_live_match(offer.match.public_id),
        "players": ", ".join(names[key] for key in offer.players),
        "unclear": ", ".join(renamed.name for renamed in offer.unclear),
        "sheet": links.address(offer.match, links.SCORE),
    }


@pages.add("/<public_id>/rematches/<key>/leave", POST, may=ORGANISE)
def leave_rematch(access: Access, key: str) -> Any:
    """Leave a rematch outside the league."""
    with press_button(_("It stays outside the league.")) as form:
        follow_rematch.decline_rematch(session(), access, uuid=form.uuid, key=key)
    return go_to("rematches", access)
