"""A request for a name that is not ours is answered with 421 before anything is read or written."""

from __future__ import annotations

from flask import Flask, Response, current_app, request
from flask_babel import gettext as _

from scorekeeper.host import host_names, metrics_access
from scorekeeper.store import instance

UNDER_ANY_NAME = ("health.alive", "health.ready")
"""Programs that watch the server call it what they like; these pages tell nothing."""
FOR_KEEPER = ("health.metrics", "health.check")
"""Commands ask on the server's own machine. For these pages its token, or its own name, is enough."""
MISDIRECTED = 421


def init_app(app: Flask) -> None:
    """Guard every request; read at which names the server answers."""
    app.config.setdefault("HOSTS", instance.hosts())
    app.before_request(_guard_host)


def _guard_host() -> Response | None:
    if request.endpoint in UNDER_ANY_NAME:
        return None
    remote = request.remote_addr or ""
    if request.endpoint in FOR_KEEPER and metrics_access.may_read(remote, request.headers.get):
        return None
    header, names = request.headers.get("Host", ""), current_app.config["HOSTS"]
    ours = host_names.forwarded_by_ours(
        remote, "X-Forwarded-For" in request.headers, current_app.config["TRUSTED_PROXIES"]
    )
    return None if host_names.is_served(header, names, by_proxy=ours) else _refuse(header, names)


def _refuse(header: str, names: tuple[str, ...]) -> Response:
    refusal = _("This server does not answer at this address.")
    line = host_names.line_to_set(header, names)
    if line:
        refusal += "\n" + _("If the address is the server’s own, its keeper sets this and starts it again:")
        refusal += f"\n\n    {line}"
    return Response(refusal + "\n", MISDIRECTED, mimetype="text/plain")
