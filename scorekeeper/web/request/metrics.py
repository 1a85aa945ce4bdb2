"""Counters in the Prometheus format: how many requests, how they went, how long they took. They name no player.

The processes of one server share a piece of memory that was there before they were forked. Each has a row of its own in
it, so none waits for another; when one dies, the next one goes on counting in its row.
"""

from __future__ import annotations

import mmap
import os
import time
from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate
from threading import Lock

from flask import Flask, Response, current_app, g, request

from scorekeeper.host.board import board, is_alive
from scorekeeper.host.metrics_access import resident_bytes
from scorekeeper.store.backup import shelf
from scorekeeper.store.write_watch import write_watch

KINDS = ("page", "poll", "write", "api", "file", "health")
POLLED = ("match.live", "match.draft")
STATUSES = ("2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds: the upper bounds of the histogram's buckets."""
ROWS = 64
"""Processes at one time; more than these count in the last row, where two may at times be counted as one."""
_BUCKETS = len(BOUNDS) + 1
_PER_KIND = len(STATUSES) + _BUCKETS + 1
_DAY = 1 + len(KINDS) * _PER_KIND
_WIDTH = _DAY + 2
"""A row: whose it is (a process id), for each kind its statuses, its buckets and its seconds; a day and its errors."""
DAY = 86_400


class Counters:
    """All rows, and the one that this process counts in."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, ROWS * _WIDTH * 8)
        self._cells = memoryview(self._memory).cast("d")
        self._lock, self._pid, self._row = Lock(), 0, 0

    def count(self, kind: str, status: int, seconds: float) -> None:
        """One request that has been answered."""
        with self._lock:
            start = self._find_own_row() + 1 + KINDS.index(kind) * _PER_KIND
            self._cells[start + min(max(status // 100, 2), 5) - 2] += 1
            self._cells[start + len(STATUSES) + bisect_left(BOUNDS, seconds)] += 1
            self._cells[start + _PER_KIND - 1] += seconds
            if status >= 500:
                self._count_error(self._row * _WIDTH + _DAY, time.time() // DAY)

    def _count_error(self, start: int, day: float) -> None:
        before = self._cells[start + 1] if self._cells[start] == day else 0
        self._cells[start], self._cells[start + 1] = day, before + 1

    def errors_today(self) -> int:
        """The requests that failed since midnight (UTC), as far as this server ran then."""
        days = [self._cells[row * _WIDTH + _DAY : (row + 1) * _WIDTH] for row in range(ROWS)]
        today = time.time() // DAY
        return int(sum(errors for day, errors in days if day == today))

    def _find_own_row(self) -> int:
        """Where this process's row begins; after a fork it takes one that no living process has."""
        pid = os.getpid()
        if pid != self._pid:
            self._pid, self._row = pid, self._take(pid)
        return self._row * _WIDTH

    def _take(self, pid: int) -> int:
        for row in range(ROWS):
            owner = int(self._cells[row * _WIDTH])
            if owner in (0, pid) or not is_alive(owner):
                self._cells[row * _WIDTH] = pid
                return row
        return ROWS - 1

    def totals(self) -> list[float]:
        """The sum of all rows, without whose they are."""
        rows = [self._cells[row * _WIDTH + 1 : row * _WIDTH + _DAY] for row in range(ROWS)]
        return [sum(column) for column in zip(*rows, strict=True)]

    def workers(self) -> list[int]:
        """The processes that have counted something and are alive."""
        owners = {int(self._cells[row * _WIDTH]) for row in range(ROWS)} - {0}
        return sorted(owner for owner in owners if is_alive(owner))


counters = Counters()
"""Made when this module is imported: the server imports it once, before it forks."""


def init_app(app: Flask) -> None:
    """Count every request."""
    app.before_request(_begin)
    app.after_request(_count)


def _begin() -> None:
    g.counted_from = time.perf_counter()


def _count(response: Response) -> Response:
    began = g.get("counted_from")
    taken = time.perf_counter() - began if began is not None else 0.0
    counters.count(kind_of_request(), response.status_code, taken)
    return response


def kind_of_request() -> str:
    """What sort of request this is, by its route."""
    endpoint = request.endpoint or ""
    if endpoint in ("static", "assets"):
        return "file"
    if request.blueprint == "health":
        return "health"
    if request.blueprint == "api":
        return "api"
    if request.method not in ("GET", "HEAD"):
        return "write"
    return "poll" if endpoint in POLLED else "page"


MEANINGS = {
    "requests_total": ("counter", "Requests answered."),
    "request_seconds": ("histogram", "From a request's arrival in the application to its answer."),
    "errors_today": ("gauge", "Requests that failed since midnight, UTC, or since the server started."),
    "write_failing": ("gauge", "Whether a write failed in the last minute, and none has succeeded since."),
    "longest_write_seconds": ("gauge", "The longest that one write held the database."),
    "workers": ("gauge", "Processes that answer requests."),
    "resident_bytes": ("gauge", "Memory of those processes, what they share counted in each."),
    "side_up": ("gauge", "Whether a process beside the pages' server runs."),
    "side_restarts_total": ("counter", "How often it was started again."),
    "snapshots": ("gauge", "Snapshots of the database that are there."),
    "snapshot_bytes": ("gauge", "What they take."),
    "snapshot_age_seconds": ("gauge", "Since the last one; none is made where nothing changed."),
    "snapshot_look_age_seconds": ("gauge", "Since it was last looked whether something changed."),
    "snapshot_failing": ("gauge", "Whether something changed and no snapshot could be made."),
}
"""What is told: what kind of number it is, and what it means."""


def exposition() -> str:
    """Everything that is counted, in the text format of Prometheus."""
    totals, sides = counters.totals(), board.read()
    workers = [resident_bytes(pid) for pid in counters.workers()]
    samples_by_name = {
        "requests_total": list(_requests(totals)),
        "request_seconds": [
            line for number, kind in enumerate(KINDS) for line in _histogram(kind, number, totals)
        ],
        "errors_today": [f" {counters.errors_today()}"],
        "write_failing": [f" {int(write_watch.failing is not None)}"],
        "longest_write_seconds": [f" {write_watch.longest:.6f}"],
        "workers": [f" {len(workers)}"],
        "resident_bytes": [f" {sum(workers)}"],
        "side_up": [f'{{side="{name}"}} {int(side.running)}' for name, side in sides.items()],
        "side_restarts_total": [f'{{side="{name}"}} {side.restarts}' for name, side in sides.items()],
        **_snapshots(),
    }
    lines = []
    for name, samples in samples_by_name.items():
        kind, meaning = MEANINGS[name]
        lines += [f"# HELP scorekeeper_{name} {meaning}", f"# TYPE scorekeeper_{name} {kind}"]
        lines += [f"scorekeeper_{name}{sample}" for sample in samples]
    return "\n".join([*lines, ""])


def _requests(totals: list[float]) -> Iterator[str]:
    for number, kind in enumerate(KINDS):
        for place, status in enumerate(STATUSES, number * _PER_KIND):
            yield f'{{kind="{kind}",status="{status}"}} {totals[place]:.0f}'


def _histogram(kind: str, number: int, totals: list[float]) -> Iterator[str]:
    *counts, seconds = totals[number * _PER_KIND + len(STATUSES) : (number + 1) * _PER_KIND]
    below = list(accumulate(counts))
    for bound, count in zip((*BOUNDS, "+Inf"), below, strict=True):
        yield f'_bucket{{kind="{kind}",le="{bound}"}} {count:.0f}'
    yield f'_sum{{kind="{kind}"}} {seconds:.6f}'
    yield f'_count{{kind="{kind}"}} {below[-1]:.0f}'


def _snapshots() -> dict[str, list[str]]:
    folder = shelf.folder_of(str(current_app.config["SQLALCHEMY_DATABASE_URI"]))
    if folder is None:
        return {}
    snapshots, look = shelf.list_snapshots(folder), shelf.last_look(folder)
    samples = {
        "snapshots": [f" {len(snapshots)}"],
        "snapshot_bytes": [f" {sum(file.size for file in snapshots)}"],
    }
    if snapshots:
        samples["snapshot_age_seconds"] = [f" {_age(snapshots[-1].at):.0f}"]
    if look is not None:
        samples["snapshot_look_age_seconds"] = [f" {_age(look.at):.0f}"]
        samples["snapshot_failing"] = [f" {int(bool(look.failure))}"]
    return samples


def _age(at: datetime) -> float:
    return max(0.0, time.time() - at.timestamp())
