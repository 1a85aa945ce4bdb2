"""Who may read the counters, and what a process weighs: the page server and the streams ask the same."""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable
from pathlib import Path

from scorekeeper.host.client_address import parse
from scorekeeper.host.host_names import bare_host

TOKEN_VARIABLE = "SCOREKEEPER_METRICS_TOKEN"
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""Headers that a proxy adds: who asks through one is not on this machine."""
OWN_NAMES = ("127.0.0.1", "::1", "localhost")
"""What this machine calls itself. A page at a stranger's name that leads here comes from this machine too."""


def may_read(remote: str, header: Callable[[str], str | None]) -> bool:
    """Whether a request has the token, which is enough under any name.

    Without one set: whether it comes from this machine through no proxy, and asks for one of this machine's own names.
    """
    wanted = os.environ.get(TOKEN_VARIABLE, "")
    if wanted:
        given = (header("authorization") or "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), wanted.encode())
    if (
        any(header(name) is not None for name in FORWARDED)
        or bare_host(header("host") or "") not in OWN_NAMES
    ):
        return False
    address = parse(remote)
    return address is not None and address.is_loopback


def resident_bytes(pid: int) -> int:
    """Memory of a process, as Linux tells; 0 elsewhere."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE")
