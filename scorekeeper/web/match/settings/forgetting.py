"""Forgetting a person who played, for the owner's link alone: it says what goes, asks twice, and cannot be undone."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import GAMES
from scorekeeper.store.forgetting.forget import forget_seat
from scorekeeper.store.match.match import Match
from scorekeeper.web.match.links import OWNER, pages
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH

SURE = "sure"


@pages.add("/forget/<int:seat>", BOTH, may=OWNER)
def forget(match: Match, capability: str, seat: int) -> Any:
    """Forget the person in a seat once the box is ticked and the button pressed."""
    if seat >= len(match.players):
        abort(404)
    given = {
        "match": match,
        "capability": capability,
        "game": GAMES[match.game],
        "name": match.seat_names[seat],
    }
    if request.method == "GET":
        return render_template("matches/forget.html", **given)
    if not request.form.get(SURE):
        return render_template("matches/forget.html", unsure=True, **given), 422
    opened = match.events[0].body["players"]
    forget_seat(session(), match.public_id, opened.index(match.players[seat]))
    flash(_("The person is forgotten. The scores stay."))
    return redirect(url_for("match.sheet"), 303)
