"""How long the longest step takes in which a file for a league is read, as a browser without processes reads it."""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.matches import PLAYED
from benchmarks.measure import Figure, report
from scorekeeper.games import GAMES
from scorekeeper.store.leagues.exchange import sources
from tests.web.leagues.archive import archive_file, bg_stats_export

MAX_SECONDS = 0.2
RESULTS = 20_000
HEAD = b"date;game;side1;total1;side2;total2;winner\n"
FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "an archive of 600 matches": (sources.ARCHIVE, lambda: archive_file(200)),
    f"a table of {RESULTS:,} results": (
        sources.PAPER,
        lambda: HEAD + f"2026-11-03;{GAMES[PLAYED].name};A;1;B;2;\n".encode() * RESULTS,
    ),
    f"an export of BG Stats of {RESULTS:,} plays": (sources.BG_STATS, lambda: bg_stats_export(RESULTS)),
    f"a table of {RESULTS:,} wrong lines": (sources.PAPER, lambda: HEAD + b"a;;b\n" * RESULTS),
}


def figures() -> list[Figure]:
    """A figure for each file."""
    return [_measure(label, kind, make()) for label, (kind, make) in FILES.items()]


def _measure(label: str, kind: str, body: bytes) -> Figure:
    times, began = [], time.process_time()
    for _step in sources.read_steps(kind, body):
        times.append(time.process_time() - began)
        began = time.process_time()
    longest = max(*times, time.process_time() - began)
    measured = f"{len(times) + 1} steps, the longest {longest * 1000:.0f} ms of the processor"
    return Figure(
        f"reading {label}, {len(body):,} bytes",
        measured,
        f"{MAX_SECONDS * 1000:.0f} ms",
        longest <= MAX_SECONDS,
    )


if __name__ == "__main__":
    report("Reading a league's files in steps", figures())
