"""How large the program for phones alone is, and how soon it can be used: from the phone's own store, in Chromium."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.measure import Figure
from tests.browser.phone.host import WAKING, Host
from tools.phone.__main__ import build

ROUNDS = 5
SLOWER = 4
MAX_MEGABYTES, MAX_SECONDS, MAX_SLOW_SECONDS = 7.0, 6.0, 15.0
SHELLS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SLICE = 0.01


def figures() -> list[Figure]:
    """Bytes, seconds until a page is there, and each step of it; with page and worker slowed down too."""
    with tempfile.TemporaryDirectory() as scratch:
        build(Path(scratch, "phone"))
        host = Host(Path(scratch, "phone"), Path(scratch, "host"))
        try:
            profile = Path(scratch, "profile")
            with _opened(profile) as context:
                _start(context, host, profile)  # the first visit fetches everything
                quick = [_start(context, host, profile) for _ in range(ROUNDS)]
                slow = [_start(context, host, profile, SLOWER) for _ in range(ROUNDS)]
        finally:
            host.stop()
        size = (
            sum(file["bytes"] for file in json.loads((host.folder / "version.json").read_text())["files"])
            / 1e6
        )
    return [
        Figure("fetched once, in all", f"{size:.2f} MB", f"≤ {MAX_MEGABYTES:.0f} MB", size <= MAX_MEGABYTES),
        _say("cold start to the first page, median of five", quick, MAX_SECONDS),
        _say(f"the same with page and worker slowed down {SLOWER} ×", slow, MAX_SLOW_SECONDS),
    ]


def _say(label: str, taken: list[dict[str, float]], most: float) -> Figure:
    median = {step: statistics.median(run[step] for run in taken) for step in taken[0]}
    steps = ", ".join(f"{step} {seconds:.1f}" for step, seconds in median.items() if step != "page")
    return Figure(f"{label} ({steps})", f"{median['page']:.1f} s", f"≤ {most:.0f} s", median["page"] <= most)


@contextmanager
def _opened(profile: Path) -> Iterator[BrowserContext]:
    """A phone whose store outlives its windows."""
    chromium = os.environ.get("SCOREKEEPER_CHROMIUM") or next(filter(None, map(shutil.which, SHELLS)), None)
    sandbox = ["--no-sandbox"] if getpass.getuser() == "root" else []
    with sync_playwright() as playwright:
        launch = playwright.chromium.launch_persistent_context
        context = launch(
            str(profile), executable_path=chromium, args=sandbox, viewport={"width": 360, "height": 640}
        )
        yield context
        context.close()


def _start(context: BrowserContext, host: Host, profile: Path, slower: int = 1) -> dict[str, float]:
    """Seconds from the address to each step, and to the page."""
    page = context.new_page()
    with _slowed_down(profile, slower):
        begun = time.perf_counter()
        page.goto(host.address)
        page.locator("body[data-state=frame]").wait_for(timeout=WAKING)
        taken = time.perf_counter() - begun
    steps: list[dict[str, Any]] = json.loads(page.locator("body").get_attribute("data-woken") or "[]")
    page.close()
    return {**{step["step"]: step["at"] / 1000 for step in steps}, "page": taken}


@contextmanager
def _slowed_down(profile: Path, rate: int) -> Iterator[None]:
    """The browser's pages and workers run one slice of time of so many. Chromium itself can slow pages down alone."""
    done = threading.Event()
    thread = threading.Thread(target=_stop_and_go, args=(profile, rate, done))
    if rate > 1:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if rate > 1:
            thread.join()


def _stop_and_go(profile: Path, rate: int, done: threading.Event) -> None:
    while not done.is_set():
        renderers = _find_renderers(profile)
        for _ in range(20):
            _send(renderers, signal.SIGSTOP)
            done.wait(SLICE * (rate - 1))
            _send(renderers, signal.SIGCONT)
            time.sleep(SLICE)


def _send(pids: list[int], sign: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, sign)


def _find_renderers(profile: Path) -> list[int]:
    """The processes of the browser with this folder that run pages and workers: its children's children too."""
    parents: dict[int, int] = {}
    renderers, family = [], set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes()
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if f"--user-data-dir={profile}".encode() in command and b"--type=" not in command:
                family.add(int(folder.name))
            if b"--type=renderer" in command:
                renderers.append(int(folder.name))
    return [pid for pid in renderers if family & set(_list_ancestors(pid, parents))]


def _list_ancestors(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while pid in parents:
        pid = parents[pid]
        yield pid
