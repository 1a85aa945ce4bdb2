"""Pages of an evening that change by themselves: where their one stream is, and where they ask if none gets through."""

from __future__ import annotations

from flask import Response, abort, g, jsonify, request, url_for

from scorekeeper.store.leagues.evening.pulse import EveningPulse, name_stream, read_pulses, stream_link_of
from scorekeeper.store.leagues.log.access import League
from scorekeeper.web.leagues.guard import PLACE, pages
from scorekeeper.web.match.links import key
from scorekeeper.web.site.database import session
from scorekeeper.web.site.streams import Followed, stream_address

EVERY = 10
"""Seconds between two questions of a page that no stream reaches."""


def follow(league: League, date: str) -> None:
    """Let this page follow the evening of a date, as it stands now: what is read afterwards is at least as new."""
    name = name_stream(league.public_id, date)
    pulse = _read_pulse(name)
    link = stream_link_of(key(), league, date)
    g.followed = Followed(
        seq=pulse.seq,
        pulse=pulse.pulse,
        stream=stream_address(name, link),
        fragment=url_for("leagues.evening_pulse", public_id=league.public_id, date=date, token=link),
        tag=_tag(pulse),
        every=EVERY,
    )


@pages.add("/<public_id>/nights/<date>/live/<token>", may=PLACE)
def evening_pulse(league: League, token: str, date: str) -> Response:
    """How far the evening is, or the word that it has not changed."""
    pulse = _read_pulse(name_stream(league.public_id, date))
    tag = _tag(pulse)
    changed = tag not in request.if_none_match
    response = jsonify(seq=pulse.seq, pulse=pulse.pulse) if changed else Response(status=304)
    response.set_etag(tag)
    response.headers["Live-Every"] = str(EVERY)
    return response


def _read_pulse(name: str) -> EveningPulse:
    """How far it is; a missing page where its league has gone into the bin this moment."""
    found = read_pulses(session(), [name]).get(name)
    return found or abort(404)


def _tag(pulse: EveningPulse) -> str:
    return f"{pulse.seq}.{pulse.pulse}"
