"""Where the event streams are, as this reader reaches them, and a policy that lets pages listen there."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from flask import Response, after_this_request, current_app, request

from scorekeeper.web.request.security import POLICY


class Followed(NamedTuple):
    """What a page has to know to follow something: how far it is, where its stream is, where to ask without one (what
    the answer would be called now, and after how many seconds again).
    """

    seq: int
    pulse: int
    stream: str
    fragment: str
    tag: str
    every: int

    @property
    def attributes(self) -> dict[str, Any]:
        """The same for the element that js/live.js looks for."""
        return {f"data-{name}": value for name, value in self._asdict().items()}


_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")


def stream_address(name: str, link: str) -> str:
    """The address of a stream for the page that is being made, which may listen there; nothing where there are none.

    SCOREKEEPER_LIVE_URL is the whole truth where a proxy hands a path or a host of its own to the streams. Otherwise
    they are on the reader's host, one port on; a page that came by TLS cannot listen there.
    """
    base = _find_base()
    if base.startswith(("http://", "https://")):  # a path of our own needs no word in the policy
        origin = "/".join(base.split("/", 3)[:3])

        @after_this_request
        def allow(response: Response) -> Response:
            policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {origin}")
            response.headers["Content-Security-Policy"] = policy
            return response

    return f"{base}/{name}/{link}" if base else ""


def _find_base() -> str:
    chosen = str(current_app.config["LIVE_URL"]).rstrip("/")
    if chosen:
        return chosen
    port, host = str(current_app.config["LIVE_PORT"]), _HOST.fullmatch(request.host)
    if not port.isdecimal() or host is None or request.is_secure:
        return ""
    return f"http://{host[1]}:{port}/live"
