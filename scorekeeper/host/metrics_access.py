"""Who may read the counters, and what a process weighs: the page server and the streams ask the same."""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

TOKEN_VARIABLE = "SCOREKEEPER_METRICS_TOKEN"
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""Headers that a proxy adds: who asks through one is not on this machine."""


def may_read(remote: str, header: Callable[[str], str | None]) -> bool:
    """Whether a request has the token; without one set, whether it comes from this machine and through no proxy."""
    wanted = os.environ.get(TOKEN_VARIABLE, "")
    if wanted:
        given = (header("authorization") or "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), wanted.encode())
    if any(header(name) is not None for name in FORWARDED):
        return False
    try:
        return ip_address(remote).is_loopback
    except ValueError:
        return False


def resident_bytes(pid: int) -> int:
    """Memory of a process, as Linux tells; 0 elsewhere."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE")
