"""Eight phones record at eight matches of one SQLite database at the same time: how long each waits for its turn."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.orm import Session, sessionmaker

from benchmarks.matches import open_endless, record_deal
from benchmarks.measure import Figure, percentiles
from scorekeeper.server.supervisor import put_aside
from scorekeeper.store.engine import session_factory
from scorekeeper.store.migrate import upgrade

PROCESSES, PHONES, SECONDS, PAUSE, DEALS = 2, 4, 6.0, 0.004, 40
MAX_LATE, MAX_RATIO = 0.060, 5.0


def figures() -> list[Figure]:
    """How long a deal takes until it is committed, and how much longer for those who wait longest."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scorekeeper.db"
        upgrade(url)
        middle, late = percentiles(_record_at_once(url))
    return [
        Figure(
            f"{PROCESSES * PHONES} phones record at as many matches at once, until the commit",
            f"p50 {middle * 1000:.1f} ms, p99 {late * 1000:.1f} ms",
            f"p99 {MAX_LATE * 1000:.0f} ms, {MAX_RATIO:.0f} × p50",
            late <= MAX_LATE and late <= MAX_RATIO * middle,
        )
    ]


def _record_at_once(url: str) -> list[float]:
    """Seconds of each deal; as on a server, the phones are shared out among processes of threads, and the collector of
    garbage passes over what was there before they were made."""
    put_aside()
    forking = multiprocessing.get_context("fork")
    answers: multiprocessing.SimpleQueue[list[float]] = forking.SimpleQueue()
    processes = [forking.Process(target=_serve, args=(url, answers)) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    seconds_of_deals = [seconds for _ in processes for seconds in answers.get()]
    for process in processes:
        process.join()
    return seconds_of_deals


def _serve(url: str, answers: multiprocessing.SimpleQueue[list[float]]) -> None:
    sessions, seconds_of_deals = session_factory(url), list[float]()
    with ThreadPoolExecutor(PHONES) as phones:
        list(phones.map(lambda _phone: _record(sessions, seconds_of_deals), range(PHONES)))
    answers.put(seconds_of_deals)


def _record(sessions: sessionmaker[Session], seconds_of_deals: list[float]) -> None:
    """Record at one match after another, each as long as a long evening."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        with sessions() as session:
            match = open_endless(session)
        for _ in range(DEALS):
            began = time.perf_counter()
            with sessions() as session:
                match = record_deal(session, match)
            seconds_of_deals.append(time.perf_counter() - began)
            time.sleep(PAUSE)
