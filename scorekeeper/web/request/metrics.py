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
from threading import Lock
from typing import Any

from flask import Flask, Response, current_app, g, request

from scorekeeper.host.board import board
from scorekeeper.host.metrics_access import resident_bytes
from scorekeeper.host.processes import is_alive
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


def exposition() -> str:
    """Everything that is counted, in the text format of Prometheus."""
    parts = (_requests(counters.totals()), _errors(), _writes(), _processes(), _sides(), _snapshots())
    return "\n".join([*(line for part in parts for line in part), ""])


def _requests(totals: list[float]) -> Iterator[str]:
    yield "# HELP scorekeeper_requests_total Requests answered."
    yield "# TYPE scorekeeper_requests_total counter"
    for number, kind in enumerate(KINDS):
        start = number * _PER_KIND
        for place, status in enumerate(STATUSES):
            labels = f'kind="{kind}",status="{status}"'
            yield f"scorekeeper_requests_total{{{labels}}} {totals[start + place]:.0f}"
    yield "# HELP scorekeeper_request_seconds From a request's arrival in the application to its answer."
    yield "# TYPE scorekeeper_request_seconds histogram"
    for number, kind in enumerate(KINDS):
        yield from _histogram(kind, totals[number * _PER_KIND + len(STATUSES) : (number + 1) * _PER_KIND])


def _errors() -> Iterator[str]:
    yield "# HELP scorekeeper_errors_today Requests that failed since midnight, UTC, or since the server started."
    yield "# TYPE scorekeeper_errors_today gauge"
    yield f"scorekeeper_errors_today {counters.errors_today()}"


def _writes() -> Iterator[str]:
    yield "# HELP scorekeeper_write_failing Whether a write failed in the last minute, and none has succeeded since."
    yield "# TYPE scorekeeper_write_failing gauge"
    yield f"scorekeeper_write_failing {int(write_watch.failing is not None)}"
    yield "# HELP scorekeeper_longest_write_seconds The longest that one write held the database."
    yield "# TYPE scorekeeper_longest_write_seconds gauge"
    yield f"scorekeeper_longest_write_seconds {write_watch.longest:.6f}"


def _histogram(kind: str, cells: list[float]) -> Iterator[str]:
    below = 0.0
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), cells[:_BUCKETS], strict=True):
        below += count
        yield f'scorekeeper_request_seconds_bucket{{kind="{kind}",le="{bound}"}} {below:.0f}'
    yield f'scorekeeper_request_seconds_sum{{kind="{kind}"}} {cells[_BUCKETS]:.6f}'
    yield f'scorekeeper_request_seconds_count{{kind="{kind}"}} {below:.0f}'


def _processes() -> Iterator[str]:
    found: dict[int, Any] = {pid: resident_bytes(pid) for pid in counters.workers()}
    yield "# HELP scorekeeper_workers Processes that answer requests."
    yield "# TYPE scorekeeper_workers gauge"
    yield f"scorekeeper_workers {len(found)}"
    yield "# HELP scorekeeper_resident_bytes Memory of those processes, what they share counted in each."
    yield "# TYPE scorekeeper_resident_bytes gauge"
    yield f"scorekeeper_resident_bytes {sum(found.values())}"


def _sides() -> Iterator[str]:
    found = board.read()
    yield "# HELP scorekeeper_side_up Whether a process beside the pages' server runs."
    yield "# TYPE scorekeeper_side_up gauge"
    for name, side in found.items():
        yield f'scorekeeper_side_up{{side="{name}"}} {int(side.running)}'
    yield "# HELP scorekeeper_side_restarts_total How often it was started again."
    yield "# TYPE scorekeeper_side_restarts_total counter"
    for name, side in found.items():
        yield f'scorekeeper_side_restarts_total{{side="{name}"}} {side.restarts}'


def _snapshots() -> Iterator[str]:
    folder = shelf.folder_of(str(current_app.config["SQLALCHEMY_DATABASE_URI"]))
    if folder is None:
        return
    found, look = shelf.list_snapshots(folder), shelf.last_look(folder)
    yield "# HELP scorekeeper_snapshots Snapshots of the database that are there."
    yield "# TYPE scorekeeper_snapshots gauge"
    yield f"scorekeeper_snapshots {len(found)}"
    yield "# HELP scorekeeper_snapshot_bytes What they take."
    yield "# TYPE scorekeeper_snapshot_bytes gauge"
    yield f"scorekeeper_snapshot_bytes {sum(one.size for one in found)}"
    if found:
        yield "# HELP scorekeeper_snapshot_age_seconds Since the last one; none is made where nothing changed."
        yield "# TYPE scorekeeper_snapshot_age_seconds gauge"
        yield f"scorekeeper_snapshot_age_seconds {_age(found[-1].at):.0f}"
    if look is not None:
        yield "# HELP scorekeeper_snapshot_look_age_seconds Since it was last looked whether something changed."
        yield "# TYPE scorekeeper_snapshot_look_age_seconds gauge"
        yield f"scorekeeper_snapshot_look_age_seconds {_age(look.at):.0f}"
        yield "# HELP scorekeeper_snapshot_failing Whether something changed and no snapshot could be made."
        yield "# TYPE scorekeeper_snapshot_failing gauge"
        yield f"scorekeeper_snapshot_failing {int(bool(look.failure))}"


def _age(at: datetime) -> float:
    return max(0.0, time.time() - at.timestamp())
