"""Forgetting a person who played, for the owner's link alone: it says what goes, asks twice, and cannot be undone."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.match import name_key
from scorekeeper.games import GAMES
from scorekeeper.store.forgetting.forget import forget_seat
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.sat_down import list_sat_down
from scorekeeper.web.match.links import OWNER, pages
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH

SURE = "sure"


def list_people(match: Match) -> list[tuple[int, str]]:
    """Everybody who can be forgotten, by seat; who sat down during the match, by the event below zero."""
    names = list(enumerate(match.seat_names))
    known = set(map(name_key, match.seat_names))
    for one in list_sat_down(match.events):
        for name in one.called_in(match.texts)[-1:]:
            if name_key(name) not in known:
                known.add(name_key(name))
                names.append((-one.seq, name))
    return names


@pages.add("/forget/<int(signed=True):seat>", BOTH, may=OWNER)
def forget(match: Match, capability: str, seat: int) -> Any:
    """Forget the person in a seat once the box is ticked and the button pressed; seat -7 sat down by the event 7."""
    people = dict(list_people(match))
    if seat not in people:
        abort(404)
    given = {"match": match, "capability": capability, "game": GAMES[match.game], "name": people[seat]}
    if request.method == "GET":
        return render_template("matches/forget.html", **given)
    if not request.form.get(SURE):
        return render_template("matches/forget.html", unsure=True, **given), 422
    opened = match.events[0].body["players"]
    forget_seat(session(), match.public_id, seat if seat < 0 else opened.index(match.players[seat]))
    flash(_("The person is forgotten. The scores stay."))
    return redirect(url_for("match.sheet"), 303)
