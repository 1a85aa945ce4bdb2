"""For programs that watch the server: is it alive, can it work, how is it doing. Names no player and no match."""

from __future__ import annotations

from importlib.metadata import version

from flask import Response, abort, jsonify, request

from scorekeeper.host import metrics_access
from scorekeeper.host.board import board
from scorekeeper.store import migrate, server_key
from scorekeeper.store.readiness import find_obstacle
from scorekeeper.store.trouble import BUSY, FULL, GONE
from scorekeeper.store.write_watch import write_watch
from scorekeeper.web.match import links
from scorekeeper.web.request.limits import client
from scorekeeper.web.request.metrics import exposition
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import ANYBODY, Pages, guard_by

KEEPER = "keeper"
for_keeper = guard_by(
    lambda: None if metrics_access.may_read(request.remote_addr or "", request.headers.get) else abort(404)
)
"""Shows a page to this machine itself and to those who have the token; for others there is no such page."""
FAILING = {
    BUSY: "writing fails: another writer holds the database, or it does not answer",
    FULL: "writing fails: the disk is full",
    GONE: "writing fails: the database's file is gone, damaged, or cannot be written",
}
"""What is said while the last write failed, by what was the matter."""
pages = Pages("health", guards={KEEPER: for_keeper})


@pages.add("/healthz", may=ANYBODY)
def alive() -> Response:
    """The process answers. Nothing else is asked, so that no process is restarted because the database is ill."""
    return _plain("ok", 200)


@pages.add("/readyz", may=ANYBODY)
def ready() -> Response:
    """The database answers, has this program's schema and belongs to this key: requests may be sent here.

    A failing write is named and takes no machine away: pages are read, and those that record say it in words.
    """
    obstacle = find_obstacle(session(), links.key())
    if obstacle is not None:
        return _plain(obstacle, 503)
    away = [name for name, side in board.read().items() if not side.running]
    troubles = [f"{name} is not running and comes again" for name in away]
    if write_watch.failing is not None:
        troubles.append(FAILING[write_watch.failing])
    return _plain("\n".join(["ready", *troubles]), 200)


@pages.add("/metrics", may=KEEPER)
def metrics() -> Response:
    """The counters."""
    return Response(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


ARRIVED = (
    "Host",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "Forwarded",
    "X-Real-IP",
    "Via",
)
"""Headers in which a proxy names the browser it asks for: all that `scorekeeper check` hears of a request."""


@pages.add("/check", may=KEEPER)
def check() -> Response:
    """What this server is, and how the request that asks for it arrived. Holds no secret."""
    answer = jsonify(
        version=version("scorekeeper"),
        database=session().get_bind().dialect.name,
        schema=migrate.head(),
        key=server_key.fingerprint(links.key()),
        obstacle=find_obstacle(session(), links.key()),
        request={
            "scheme": request.scheme,
            "host": request.host,
            "address": client(),
            "headers": {name: request.headers[name] for name in ARRIVED if name in request.headers},
        },
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _plain(words: str, status: int) -> Response:
    response = Response(f"{words}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
