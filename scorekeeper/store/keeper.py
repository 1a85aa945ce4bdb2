"""The keeper: one process beside the pages, in which figures of leagues are derived and snapshots are made.

Each has a thread of its own, so that a derivation that is stuck delays no snapshot. Where one of them ends by a mistake
the process ends with it, and is started again.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from scorekeeper.store.backup import keeper as snapshots
from scorekeeper.store.leagues import keeper as leagues

MOMENT = 0.5


def run(url: str, folder: Path | None) -> None:
    """Keep both going until SIGTERM: what is under way then is whole or did not happen. No folder: figures alone."""
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    works: list[Callable[[], None]] = [lambda: leagues.run(url, stopped)]
    if folder is not None:
        works.append(lambda: snapshots.run(url, folder, stopped))
    ended: SimpleQueue[BaseException | None] = SimpleQueue()
    for work in works:
        threading.Thread(target=_work, args=(work, ended), daemon=True).start()
    for _work_of in works:
        if (error := _wait_for(ended)) is not None:
            raise error


def _wait_for(ended: SimpleQueue[BaseException | None]) -> BaseException | None:
    """How the next of them ended. The wait is short and begins again: Python hears a signal that another thread got, or
    that came just before the wait, only once the wait is over."""
    while True:
        try:
            return ended.get(timeout=MOMENT)
        except Empty:
            pass


def _work(work: Callable[[], None], ended: SimpleQueue[BaseException | None]) -> None:
    try:
        work()
    except BaseException as error:
        ended.put(error)
    else:
        ended.put(None)
