"""Pages that follow their match: where the stream of changes is, and the page's middle once more when it moved."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from flask import Response, abort, current_app, g, request, url_for
from flask import session as cookie

from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.store.match import feed, kinds
from scorekeeper.store.match.match import Match
from scorekeeper.web.match.links import WATCH, enter_match, key, pages
from scorekeeper.web.match.settings import charter
from scorekeeper.web.match.sheet import sheet as match_sheet
from scorekeeper.web.match.sheet import tv
from scorekeeper.web.match.words import summarize_event
from scorekeeper.web.site import clock
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.folders import program_version
from scorekeeper.web.site.languages import language
from scorekeeper.web.site.pages import answer_under, require
from scorekeeper.web.site.streams import Followed, stream_address

POLL_SECONDS = 2
"""How often a page asks where streams do not get through; the server says so in every answer and may say more."""

PAGES = {"match.sheet": match_sheet.page, "match.tv": tv.tv, "match.charter": charter.charter}
"""The pages that follow their match, by endpoint. Each renders itself whole, or its middle alone in a fragment."""

PULSE = "pulse"
"""In the place of a page: how far the match is, for pages that only hear of changes."""

LISTENING = ("match.record", "match.correct")
"""Pages that only hear of changes: what is typed there is not touched."""


class LivePage(NamedTuple):
    """How a page follows its match, the last event, and whether the page itself changes."""

    at: Followed
    news: str
    row: str
    playing: bool
    follows: bool


@pages.app_template_global()
def live_here(match: Match) -> LivePage | None:
    """What this page has to know to follow its match; None for a page that does not."""
    endpoint = g.get("live_page") or request.endpoint
    if endpoint not in PAGES and endpoint not in LISTENING:
        return None
    address = g.match_address
    event, sheet = match.events[-1], match.scored.sheet
    page = endpoint if endpoint in PAGES else f"match.{PULSE}"
    at = Followed(
        seq=match.seq,
        pulse=match.pulse,
        stream=stream_address(address["public_id"], address["link"]),
        fragment=url_for("match.live", page=page.removeprefix("match.")),
        tag=_tag(page, match.public_id, match.pulse, g.capability),
        every=int(current_app.config["LIVE_POLL_SECONDS"]),
    )
    return LivePage(
        at=at,
        news=news(match),
        row=f"e{event.body.get('target', event.seq)}",
        playing=sheet is not None and sheet.status != FINISHED and not match.binned,
        follows=endpoint in PAGES,
    )


def news(match: Match) -> str:
    """What happened last, in one line for those who did not see it happen."""
    event = match.events[-1]
    if event.kind == kinds.OPENED:
        return ""
    rows = (*match.rows(), *match.list_struck())
    row = next((row for row in rows if row.seq == event.body.get("target", event.seq)), None)
    summary = summarize_event(match, event, row)
    entry = f"{summary.entry} ({summary.scores})" if summary.entry and summary.scores else summary.entry
    return ", ".join(part for part in (entry, summary.what, summary.who) if part)


def by_state(view: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a view what the link allows, and how far the match is, in one statement and without the match itself."""

    @wraps(view)
    def guard_view(public_id: str, link: str, page: str) -> Any:
        state = require(feed.states(session(), [public_id]).get(public_id))
        capability = require(state.find_kind(key(), public_id, link))
        return view(public_id=public_id, link=link, page=page, state=state, capability=capability)

    return guard_view


@pages.add("/live/<page>", may=WATCH, guard=by_state)
def live(public_id: str, link: str, page: str, state: feed.MatchPulse, capability: str) -> Response:
    """The middle of a page as it is now, or the word that it has not changed: that costs one statement."""
    endpoint = f"match.{page}"
    if endpoint not in PAGES and page != PULSE:
        abort(404)
    tag = _tag(endpoint, public_id, state.pulse, capability)

    def make() -> Any:
        if page == PULSE:
            return {"seq": state.seq, "pulse": state.pulse}
        return _middle(endpoint, public_id, link, state.pulse, capability)

    response = answer_under(tag, make)
    response.headers["Live-Every"] = str(current_app.config["LIVE_POLL_SECONDS"])
    return response


def _middle(endpoint: str, public_id: str, link: str, pulse: int, capability: str) -> str:
    match, _capability = enter_match(public_id, link, WATCH, pulse)
    g.fragment, g.live_page = True, endpoint  # the template draws the middle alone
    return PAGES[endpoint](match, capability)


def _tag(endpoint: str, public_id: str, pulse: int, capability: str) -> str:
    reader = language(), clock.zone_name(), device(), cookie.get("csrf_token", "")
    variant = f"{endpoint}|{public_id}|{pulse}|{capability}|{reader}|{program_version()}"
    return hashlib.sha256(variant.encode()).hexdigest()[:24]
