"""How a line of the log is written, and what of an address or a failure is left out of it. Needs no Flask."""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

HIDDEN = "…"

_ADDRESS = re.compile(r"(?:https?://[^\s/]+)?(/[^\s'\"?<>]*)(\?[^\s'\"<>]*)?")
_CALLER = re.compile(r"\bip=.*?: ")
_SECRET = re.compile(r"(?<=/)((?:m|in|join|ruling|leagues|league)/).+|(?<=/)[A-Za-z0-9_-]{10,}")


def mask(text: str) -> str:
    """A text of the server or of a library, without what an address may hold and without the caller."""

    def hide(address: re.Match[str]) -> str:
        return _SECRET.sub(lambda part: (part[1] or "") + HIDDEN, address[1]) + (
            f"?{HIDDEN}" if address[2] else ""
        )

    return _ADDRESS.sub(hide, _CALLER.sub(f"ip={HIDDEN}: ", text))


class Lines(logging.Formatter):
    """One JSON object a line: ``at``, ``level``, ``event`` and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "worker": record.process,
        }
        details = getattr(record, "given", None)
        entry |= details if details is not None else {"event": "server", "text": mask(record.getMessage())}
        if record.exc_info and record.exc_info[1] is not None and "error" not in entry:
            entry |= describe_error(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=False)


class Plain(logging.Formatter):
    """The server's own words for a terminal, without what an address may hold."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname.lower()}: {mask(record.getMessage())}"
        if record.exc_info and record.exc_info[1] is not None:
            failure = describe_error(record.exc_info[1])
            line += "".join(f"\n  {place}" for place in (failure["error"], *failure["where"]))
        return line


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
