"""One machine under load: deals recorded while hundreds follow, by streams and by asking; beside a bare route.

Everything runs on one machine, the phones included, so the figures are a floor. ``make soak`` keeps them.
"""

from __future__ import annotations

import asyncio
import re
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from benchmarks import web
from benchmarks.measure import Figure, percentiles
from scorekeeper.host.metrics_access import resident_bytes
from tests.trust.servers import Opened, Phone, Server, ask, descendants, live_port, open_matches

MATCHES, STREAMS, POLLERS = 50, 1000, 50
CROWD = 5000
"""Streams in the end, when it is asked whether a deal still reaches everybody."""
DESCRIPTORS = 3 * CROWD
A_DEAL_EVERY = 120.0
"""Seconds between two deals at a table that plays fast."""
SECONDS = 10.0
MAX_IDLE = 150
EVERY = 2.0
"""Seconds between two questions of a page without a stream."""


class Times(NamedTuple):
    """Durations in seconds."""

    values: list[float]

    def in_words(self) -> str:
        """Median and 99th percentile, in milliseconds."""
        if len(self.values) < 2:
            return "nothing measured"
        middle, late = percentiles(self.values)
        return f"p50 {middle * 1000:.1f} ms, p99 {late * 1000:.1f} ms"


def figures() -> list[Figure]:
    """All figures, as lines of the report."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, DESCRIPTORS), most))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = str(Path(folder, "snapshots"))
        server = Server(
            folder, f"sqlite:///{folder}/scorekeeper.db", workers=2, SCOREKEEPER_SNAPSHOTS=kept
        ).start()
        try:
            idle = _measure_idle(server)
            matches = open_matches(server.url, server.key, MATCHES)
            alone = Times(_for_a_while(lambda stop: _record(server.port, matches[:4], stop)))
            watched = asyncio.run(_measure_watchers(server, matches))
        finally:
            server.stop()
    return [
        idle,
        Figure(
            "recording by four phones, without watchers", f"{alone.in_words()}, {_rate(alone)}", "–", True
        ),
        Figure("tables that this is, at a deal every two minutes", f"{_tables(alone):,}", "–", True),
        *watched,
        _beside_a_bare_route(),
    ]


def _rate(times: Times) -> str:
    return f"{len(times.values) / SECONDS:.0f} deals a second"


def _tables(times: Times) -> int:
    """How many tables record as many deals as these phones did, to the hundred."""
    return int(len(times.values) / SECONDS * A_DEAL_EVERY / 100) * 100


def _for_a_while(work: Callable[[threading.Event], list[float]]) -> list[float]:
    stop = threading.Event()
    timer = threading.Timer(SECONDS, stop.set)
    timer.start()
    return work(stop)


def _record(port: int, matches: list[Opened], stop: threading.Event) -> list[float]:
    """One phone a match, each as fast as the server answers it."""
    took: list[float] = []

    def phone(match: Opened) -> None:
        holder = Phone(port, match)
        page = holder.open()
        seen = int(page.partition('name="seen" value="')[2].partition('"')[0])
        while not stop.is_set():
            began = time.perf_counter()
            answer = holder.record("", str(uuid4()), seen)
            took.append(time.perf_counter() - began)
            assert answer.status == 303, answer.page[:500]
            seen += 1

    with ThreadPoolExecutor(len(matches)) as threads:
        list(threads.map(phone, matches))
    return took


async def _measure_watchers(server: Server, matches: list[Opened]) -> list[Figure]:
    port, before = live_port(server), _resident(server)
    heard: list[float] = []
    saved: dict[str, float] = {}
    streams = [asyncio.create_task(_follow(port, matches[n % MATCHES], heard, saved)) for n in range(STREAMS)]
    await asyncio.sleep(3)
    stream_size = (_resident(server) - before) / STREAMS
    stop = threading.Event()
    asking = asyncio.to_thread(_poll_all, server.port, matches, stop)
    recording = asyncio.to_thread(
        _for_a_while, lambda stop: _record_and_tell(server.port, matches, stop, saved)
    )
    polled = asyncio.create_task(asking)
    recorded = Times(await recording)
    stop.set()
    answered = Times(await polled)
    few = Times(heard.copy())
    crowd = await _crowd(server, matches, streams, heard, saved)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    watching = f"{STREAMS} streams and {POLLERS} asking pages on {MATCHES} matches"
    return [
        Figure(f"recording while {watching} follow", f"{recorded.in_words()}, {_rate(recorded)}", "–", True),
        Figure(
            "a stream hears of a deal after it was acknowledged", few.in_words(), "1 s", _p99(few.values) < 1
        ),
        Figure(
            f"the same, where {CROWD:,} follow",
            crowd.in_words(),
            "1 s",
            bool(crowd.values) and _p99(crowd.values) < 1,
        ),
        Figure("a page that asks is answered", answered.in_words(), "–", True),
        Figure("memory of a stream", f"{stream_size / 1024:.1f} KiB", "–", True),
    ]


async def _crowd(
    server: Server,
    matches: list[Opened],
    streams: list[asyncio.Task[None]],
    heard: list[float],
    saved: dict[str, float],
) -> Times:
    """More streams, all that there shall be; how long each takes to hear of the deals that are recorded then."""
    port = live_port(server)
    more = range(CROWD - len(streams))
    streams += [asyncio.create_task(_follow(port, matches[n % MATCHES], heard, saved)) for n in more]
    until = time.monotonic() + 60
    while _open_streams(await asyncio.to_thread(ask, port, "/metrics")) < CROWD:
        if time.monotonic() > until:
            return Times([])
        await asyncio.sleep(0.5)
    await asyncio.sleep(2)  # the word with which each stream begins has been heard
    heard.clear()
    await asyncio.to_thread(_for_a_while, lambda stop: _record_and_tell(server.port, matches, stop, saved))
    await asyncio.sleep(1)
    return Times(heard.copy())


def _open_streams(answer: tuple[int, str]) -> int:
    return int(answer[1].partition("\nscorekeeper_live_streams ")[2].split()[0])


def _p99(values: list[float]) -> float:
    return percentiles(values)[1] if len(values) > 1 else 0.0


def _record_and_tell(
    port: int, matches: list[Opened], stop: threading.Event, saved: dict[str, float]
) -> list[float]:
    """Deals at a steady pace, one match after another: a full club's evening, forty times as fast."""
    took: list[float] = []
    phones = [Phone(port, match) for match in matches]
    seen = {phone.match.public_id: _read_seq(phone.open()) for phone in phones}
    while not stop.is_set():
        for phone in phones:
            if stop.is_set():
                break
            name, began = phone.match.public_id, time.perf_counter()
            answer = phone.record("", str(uuid4()), seen[name])
            took.append(time.perf_counter() - began)
            assert answer.status == 303, answer.page[:500]
            seen[name] += 1
            saved[f"{name} {seen[name]}"] = time.perf_counter()
    return took


def _read_seq(page: str) -> int:
    return int(page.partition('name="seen" value="')[2].partition('"')[0])


async def _follow(port: int, match: Opened, heard: list[float], saved: dict[str, float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    link = match.path("watch").removeprefix("/m/")
    writer.write(f"GET /live/{link} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    async for line in reader:
        if line.startswith(b'data: {"seq"'):
            now, seq = time.perf_counter(), line.partition(b": ")[2].partition(b": ")[2].partition(b",")[0]
            saved_at = saved.get(f"{match.public_id} {seq.decode()}")
            if saved_at is not None:
                heard.append(max(0.0, now - saved_at))


def _poll_all(port: int, matches: list[Opened], stop: threading.Event) -> list[float]:
    """Pages without a stream: each asks every two seconds; four threads ask for all of them."""
    took: list[float] = []

    def some(first: int) -> None:
        phones = [(Phone(port, matches[n % MATCHES]), {"tag": ""}) for n in range(first, POLLERS, 4)]
        while not stop.wait(EVERY / max(1, len(phones))):
            phone, kept = phones[0]
            phones.append(phones.pop(0))
            began = time.perf_counter()
            tag = {"If-None-Match": kept["tag"]} if kept["tag"] else {}
            status, headers, _ = phone.ask("GET", phone.match.path("watch", "live/sheet"), **tag)
            took.append(time.perf_counter() - began)
            assert status in (200, 304), status
            kept["tag"] = headers.get("ETag", "")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(some, range(4)))
    return took


def _resident(server: Server) -> int:
    """Bytes of all processes of the server; only that of the streams grows with them."""
    assert server.process is not None
    return sum(resident_bytes(pid) for pid in descendants(server.process.pid))


def _measure_idle(server: Server) -> Figure:
    """The memory of all processes after the first look at the database, what they share counted once."""
    assert server.process is not None
    time.sleep(8)
    pids = [server.process.pid, *descendants(server.process.pid)]
    pss = re.compile(r"^Pss: +(\d+) kB$", re.MULTILINE)
    taken = sum(int(pss.findall(Path(f"/proc/{pid}/smaps_rollup").read_text())[0]) for pid in pids) / 1024
    return Figure(
        f"memory of an idle server, {len(pids)} processes",
        f"{taken:.0f} MiB",
        f"{MAX_IDLE} MiB",
        taken <= MAX_IDLE,
    )


@contextmanager
def _serve_both(folder: Path) -> Iterator[tuple[web.Phone, web.Bare]]:
    ours, floor = folder / "ours", folder / "bare"
    addresses = web.make_matches(ours, web.TABLES)
    web.make_matches(floor, 1)
    with (
        web.serve("scorekeeper:create_app()", ours) as page,
        web.serve("benchmarks.web:bare()", floor, {web.SIZE: "26000"}) as floor_server,
    ):
        yield web.Phone(page, addresses), web.Bare(floor_server)


def _beside_a_bare_route() -> Figure:
    """In turns, so that a noisy moment meets both."""
    with tempfile.TemporaryDirectory() as name, _serve_both(Path(name)) as (phone, bare):
        ours, least = web.medians(150, phone.record, bare.commit)
    measured = f"{ours * 1000:.1f} ms, {ours / least:.2f} × a bare Flask route that commits a row"
    return Figure("recording a deal, alone", measured, f"{web.MAX_POST:g} ×", ours / least <= web.MAX_POST)


if __name__ == "__main__":
    from benchmarks.measure import report

    report("Load", figures())
