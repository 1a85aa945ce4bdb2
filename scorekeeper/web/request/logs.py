"""What the server writes down about requests and failures: which route, how it went, how long. Never who or where.

A line names the route (``/m/<public_id>/<link>/record/<kind>``) and not the address, so no link, name or token can be
in it. A failure is told by its kind and the places in the code; what an exception says may quote what people typed,
and stays out. ``SCOREKEEPER_LOG=json`` writes a line of JSON for every request; otherwise only failures are told.
"""

from __future__ import annotations

import logging
import sys
import time

from flask import Flask, Response, g, request

from scorekeeper.host.log_lines import Lines, describe_error
from scorekeeper.host.speech import is_structured

log = logging.getLogger("scorekeeper")


def init_app(app: Flask) -> None:
    """Write requests down as they end, and failures where they happen. Register before all that changes answers."""
    if is_structured():
        set_up()
        app.after_request(_log_request)
    if not app.testing:
        # in place of Flask's own, which writes the address: for a match that is its key
        app.log_exception = lambda info: log_failure(info[1])  # type: ignore[method-assign, assignment, arg-type]


def set_up() -> None:
    """Lines of JSON on standard error, from this program and from the server beneath it."""
    if not log.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Lines())
        log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


def _log_request(response: Response) -> Response:
    taken = (time.perf_counter() - g.get("counted_from", time.perf_counter())) * 1000  # as it is counted
    log.info(
        "request",
        extra={
            "given": {
                "event": "request",
                "method": _method(),
                "route": route(),
                "status": response.status_code,
                "ms": round(taken, 1),
                "bytes": response.content_length,
            }
        },
    )
    return response


def route() -> str | None:
    """The rule that the request's address met; None for one that met none."""
    return request.url_rule.rule if request.url_rule is not None else None


def _method() -> str:
    return request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS") else "other"


def log_failure(error: BaseException) -> None:
    """Write down that something failed in this request: where, and what kind of thing."""
    if is_structured():
        entry = {"event": "failure", "method": _method(), "route": route(), **describe_error(error)}
        log.error("failure", extra={"given": entry})
        return
    lines = [
        f"failure: {_method()} {route()}: {describe_error(error)['error']}",
        *describe_error(error)["where"],
    ]
    print("\n  ".join(lines), file=sys.stderr, flush=True)
