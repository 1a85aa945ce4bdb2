"""What the server writes down about requests and failures: which route, how it went, how long. Never who or where.

A line names the route (``/m/<public_id>/<link>/record/<kind>``) and not the address, so no link, name or token can be
in it. A failure is told by its kind and the places in the code; what an exception says may quote what people typed,
and stays out. ``SCOREKEEPER_LOG=json`` writes a line of JSON for every request; otherwise only failures are told.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, request

from scorekeeper.server.speech import is_structured

HIDDEN = "…"

log = logging.getLogger("scorekeeper")
_ADDRESS = re.compile(r"(?:https?://[^\s/]+)?(/[^\s'\"?<>]*)(\?[^\s'\"<>]*)?")
_CALLER = re.compile(r"\bip=.*?: ")
_SECRET = re.compile(r"(?<=/)((?:m|in|join|ruling|leagues|league)/).+|(?<=/)[A-Za-z0-9_-]{10,}")


def mask(text: str) -> str:
    """A text of the server or of a library, without what an address may hold and without the caller."""

    def hide(found: re.Match[str]) -> str:
        return _SECRET.sub(lambda part: (part[1] or "") + HIDDEN, found[1]) + (
            f"?{HIDDEN}" if found[2] else ""
        )

    return _ADDRESS.sub(hide, _CALLER.sub(f"ip={HIDDEN}: ", text))


def init_app(app: Flask) -> None:
    """Write requests down as they end, and failures where they happen. Register before all that changes answers."""
    if is_structured():
        set_up()
        app.before_request(_begin)
        app.after_request(_log_request)
    if not app.testing:
        app.log_exception = _log_exception  # type: ignore[method-assign, assignment]


def set_up() -> None:
    """Lines of JSON on standard error, from this program and from the server beneath it."""
    if not log.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Lines())
        log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


class Lines(logging.Formatter):
    """One JSON object a line: ``at``, ``level``, ``event`` and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "worker": record.process,
        }
        given = getattr(record, "given", None)
        said |= given if given is not None else {"event": "server", "text": mask(record.getMessage())}
        if record.exc_info and record.exc_info[1] is not None and "error" not in said:
            said |= describe_error(record.exc_info[1])
        return json.dumps(said, ensure_ascii=False)


class Plain(logging.Formatter):
    """The server's own words for a terminal, without what an address may hold."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{record.levelname.lower()}: {mask(record.getMessage())}"
        if record.exc_info and record.exc_info[1] is not None:
            found = describe_error(record.exc_info[1])
            said += "".join(f"\n  {place}" for place in (found["error"], *found["where"]))
        return said


def describe_error(error: BaseException) -> dict[str, Any]:
    """An exception without its words: its kind, those that it came from, and the places in the code."""
    return {"error": " ← ".join(_kinds(error)), "where": list(_places(error))}


def _kinds(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        kind = type(error)
        yield f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
        error = error.__cause__ or error.__context__


def _places(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} {frame.name}"


def _begin() -> None:
    g.began = time.perf_counter()


def _log_request(response: Response) -> Response:
    taken = (time.perf_counter() - g.get("began", time.perf_counter())) * 1000
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


def _log_exception(info: Any) -> None:
    """In place of Flask's own, which writes the address: for a match that is its key."""
    log_failure(info[1])


def log_failure(error: BaseException) -> None:
    """Write down that something failed in this request: where, and what kind of thing."""
    if is_structured():
        given = {"event": "failure", "method": _method(), "route": route(), **describe_error(error)}
        log.error("failure", extra={"given": given})
        return
    lines = [
        f"failure: {_method()} {route()}: {describe_error(error)['error']}",
        *describe_error(error)["where"],
    ]
    print("\n  ".join(lines), file=sys.stderr, flush=True)
