"""For programs that watch the streams: are they alive, can they work, how many listen. Names no player and no match.

The same addresses as the page server's (:mod:`scorekeeper.web.request.health`), at the streams' own port.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorekeeper.host import metrics_access
from scorekeeper.live.hub import Hub

OK, AWAY, NO_PAGE = "200 OK", "503 Service Unavailable", "404 Not Found"
PLAIN = "text/plain; charset=utf-8"
EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"
COUNTED = {
    "opened": ("streams_total", "Streams that began."),
    "moves": ("events_total", "Words of a change that were said, one for each stream that heard it."),
    "pings": ("pings_total", "Signs of life that were sent."),
    "withdrawn": ("withdrawn_total", "Streams that ended because their link was withdrawn."),
    "slow": ("dropped_total", "Streams that were let go because their phone did not read."),
    "refused": ("refused_total", "Requests that were given no stream."),
    "failures": ("failures_total", "Questions that the database did not answer."),
}
"""What the hub counts: how it is called, and what it means."""


class HealthAnswer(NamedTuple):
    """What a machine is told: the status, what sort of text it is, the text."""

    status: str
    kind: str
    text: str


async def answer(
    hub: Hub, page: str, remote: str, header: Callable[[str], str | None]
) -> HealthAnswer | None:
    """What stands on a page for machines; None for every other page."""
    if page == "healthz":
        return HealthAnswer(OK, PLAIN, "ok\n")
    if page == "readyz":
        return await _answer_ready(hub)
    if page != "metrics":
        return None
    if not metrics_access.may_read(remote, header):
        return HealthAnswer(NO_PAGE, PLAIN, "Not Found\n")
    return HealthAnswer(OK, EXPOSITION, "\n".join([*exposition(hub), ""]))


async def _answer_ready(hub: Hub) -> HealthAnswer:
    obstacle = await asyncio.to_thread(hub.source.find_obstacle, hub.key)
    if obstacle is not None:
        return HealthAnswer(AWAY, PLAIN, f"{obstacle}\n")
    return HealthAnswer(OK, PLAIN, "ready\n")


def exposition(hub: Hub) -> Iterator[str]:
    """Everything that is counted, in the text format of Prometheus."""
    yield from _one(
        "streams", "gauge", "Streams that are open: phones and screens that follow a match.", hub.count
    )
    yield from _one("matches", "gauge", "Matches that are followed.", len(hub.followers))
    for name, (called, meaning) in COUNTED.items():
        yield from _one(called, "counter", meaning, hub.counted[name])
    yield from _one(
        "resident_bytes", "gauge", "Memory of this process.", metrics_access.resident_bytes(os.getpid())
    )


def _one(name: str, kind: str, meaning: str, value: int) -> Iterator[str]:
    yield f"# HELP scorekeeper_live_{name} {meaning}"
    yield f"# TYPE scorekeeper_live_{name} {kind}"
    yield f"scorekeeper_live_{name} {value}"
