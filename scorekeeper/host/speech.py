"""What the processes without Flask say on standard error: plain lines, or JSON where SCOREKEEPER_LOG asks for it."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime

VARIABLE = "SCOREKEEPER_LOG"
JSON = "json"


def is_structured() -> bool:
    """Whether every line is JSON, requests included."""
    return os.environ.get(VARIABLE, "").strip().lower() == JSON


def say(text: str, level: str = "error") -> None:
    """Say one sentence in the form in which everything else is said."""
    if is_structured():
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": level, "worker": os.getpid(), "event": "server", "text": text}
        text = json.dumps(line, ensure_ascii=False)
    print(text, file=sys.stderr, flush=True)
