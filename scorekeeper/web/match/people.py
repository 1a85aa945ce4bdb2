"""Who holds this phone, and going along to a rematch: what a page of a match says above everything else."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import abort, flash, g, redirect, request, url_for
from flask_babel import gettext as _
from sqlalchemy import select

from scorekeeper.core.match import MAX_NAME
from scorekeeper.store.match import ledger, rule_proposals, seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.match.seat_holders import Holder
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match import holding
from scorekeeper.web.match.at_table import playing, table_of
from scorekeeper.web.match.links import SCORE, WATCH, address, allows, pages, show_page
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST

SHOWN_ABOVE = ("match.sheet", "match.tv")


class Above(NamedTuple):
    """What a page says first: the question whose phone this is, a rematch to go to, a change to agree to."""

    ask: bool
    rematch: bool
    seated: bool
    offer: bool


NOTHING = Above(False, False, False, False)


@pages.app_template_global("above")
def find_notices(match: Match, capability: str) -> Above:
    """What is to be said above this page."""
    endpoint = g.get("live_page") or request.endpoint
    if endpoint not in SHOWN_ABOVE:
        return NOTHING
    writes = allows(capability, SCORE) and not match.binned
    return Above(
        # A person who opens the match has the owner's link and is in a hurry; the others are asked once.
        ask=writes and capability == SCORE and holding.holder_here(match) is None,
        rematch=rematch_of(match) is not None,
        seated=writes and holding.seat_of_device(match) is not None,
        offer=bool(match.accepted) and rule_proposals.current(session(), match.id) is not None,
    )


def rematch_of(match: Match) -> str | None:
    """The latest match that followed this one, by its public name."""
    return next((name for name, binned in _list_rematches(match) if not binned), None)


def find_rematch(match: Match) -> Match | None:
    """The latest match that followed this one."""
    name = rematch_of(match)
    return None if name is None else ledger.load(session(), name)


def count_rematches(match: Match) -> int:
    """How many matches followed this one, those in the bin too."""
    return len(_list_rematches(match))


def _list_rematches(match: Match) -> list[tuple[str, bool]]:
    """The matches that followed this one by their public names, the latest first; whether each lies in the bin."""
    if match.series is None:
        return []
    later = MatchRow.series == match.series, MatchRow.id > match.id
    query = select(MatchRow.public_id, MatchRow.binned_at).where(*later).order_by(MatchRow.id.desc())
    return [(name, binned is not None) for name, binned in session().execute(query)]


@pages.add("/follow", POST, may=WATCH)
def follow(match: Match, capability: str) -> Any:
    """To the rematch, with a link that allows what this one does."""
    fresh = find_rematch(match)
    if fresh is None:
        flash(_("There is no rematch any more."))
        return redirect(url_for("match.sheet"), 303)
    page = "match.tv" if request.form.get("to") == "tv" else "match.sheet"
    return redirect(address(fresh, capability, page), 303)


@pages.add("/phone", BOTH, may=SCORE)
def phone(match: Match, capability: str) -> Any:
    """Who holds this phone? A seat, a scorer with a name, or no answer."""
    if match.binned:
        abort(404)
    if request.method == "GET":
        return _question(match, capability)
    seat, name = number_in(request.form.get("seat")), " ".join(request.form.get("name", "").split())
    if "named" in request.form and not 0 < len(name) <= MAX_NAME:
        return _question(match, capability, wrong=True, name=name), 422
    if seat is not None and seat >= len(table_of(match).names):
        abort(400)
    named = name if "named" in request.form else None
    seat_holders.hold(session(), match.id, device(), seat if named is None else None, named)
    return redirect(url_for("match.sheet"), 303)


def _question(match: Match, capability: str, *, wrong: bool = False, name: str = "") -> str:
    holder = holding.holder_here(match)
    return show_page(
        "matches/phone.html",
        match,
        capability,
        seat=holding.seat_of_device(match),
        name=name or (holder.name if holder else "") or "",
        wrong=wrong,
        phones=phones(match),
        seats=list_seats(match),
    )


@pages.app_template_global()
def list_seats(match: Match) -> list[tuple[int, str]]:
    """Those who play, by seat."""
    table = playing(match)
    return list(zip(table.seating.numbers, table.names, strict=True))


def phones(match: Match) -> list[tuple[str, bool]]:
    """The phones that said who holds them, and whether each is this one."""
    last: dict[str, Holder] = {key: holders[-1] for key, holders in holding.holders_of(match).items()}
    return [
        (holding.phone_words(match, key, match.seq + 1, holder.since), key == device())
        for key, holder in last.items()
    ]


def this_phone(match: Match) -> str:
    """Who holds this phone, for the menu; nothing when it was not said."""
    holder = holding.holder_here(match)
    return holding.name_of(match, holder) if holder is not None else ""
