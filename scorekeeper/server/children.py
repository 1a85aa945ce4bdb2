"""The children of the supervisor: a vital one ends the server with it, and any other one is started again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from types import FrameType
from typing import NamedTuple

from scorekeeper.host.board import SideProcess, board
from scorekeeper.host.speech import say

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if sys.platform != "win32" else ()
"""Ctrl-C, a service manager, a terminal that closes."""
GRACE = 5
"""Seconds that a request under way gets to finish when the server stops."""
FIRST_REST, MAX_REST = 1.0, 60.0
"""Seconds until a child that ended comes again: each time twice as many, from the first again after a long life."""


class Service(NamedTuple):
    """A child process: what to call it, what it runs until it is told to stop."""

    name: str
    run: Callable[[], None]
    vital: bool = False
    """Nothing goes on without it; any other one is started again when it ends."""
    while_it_rests: Callable[[], None] = lambda: None
    """What the supervisor does when it ended, until it is started again."""


def supervise(services: Sequence[Service]) -> int:
    """Runs every service in a child process until a vital one ends or we are told to stop; then ends them all."""
    stop_pipe, stop_writer = os.pipe()
    os.set_blocking(stop_writer, False)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        os.write(stop_writer, b"x")

    before = {number: signal.signal(number, stop) for number in _heeded_signals()}
    children = [Child(service) for service in services]
    try:
        for child in children:
            child.start()
        return _watch(children, stop_pipe)
    finally:
        _end([child.process for child in children])
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(stop_pipe)
        os.close(stop_writer)


def _watch(children: Sequence[Child], stop_pipe: int) -> int:
    while True:
        running = [child for child in children if child.due is None]
        dues = [child.due for child in children if child.due is not None]
        patience = max(0.0, min(dues) - time.monotonic()) if dues else None
        ready = wait([stop_pipe, *(child.process.sentinel for child in running)], patience)
        if stop_pipe in ready:
            return 0
        for child in running:
            if child.process.sentinel in ready and not child.rest():
                return 1
        for child in children:
            if child.due is not None and child.due <= time.monotonic():
                child.start()


class Child:
    """A service's process, and another one after it if it ended and is not vital."""

    def __init__(self, service: Service) -> None:
        self.service, self.restarts, self.length = service, -1, FIRST_REST
        self.due: float | None = None
        """When it is started again; None while it runs."""
        self.began = 0.0
        self.process = self._make()

    def _make(self) -> multiprocessing.process.BaseProcess:
        context = multiprocessing.get_context("fork")
        return context.Process(target=_run_child, args=(self.service,), name=self.service.name)

    def start(self) -> None:
        """Start it, for the first time or again."""
        if self.restarts >= 0:
            self.process = self._make()
        self.restarts, self.due, self.began = self.restarts + 1, None, time.monotonic()
        self._tell(running=True)
        _start(self.process)

    def rest(self) -> bool:
        """Say that it ended, and when it comes again; False if nothing goes on without it."""
        self.process.join()
        ended = f"The {self.service.name} process ended by itself (status {self.process.exitcode})"
        if self.service.vital:
            say(f"{ended}.")
            return False
        pause, self.length = plan_rest(self.length, time.monotonic() - self.began)
        self.due = time.monotonic() + pause
        self.service.while_it_rests()
        self._tell(running=False)
        say(f"{ended}; it comes again in {pause:.0f} s.")
        return True

    def _tell(self, running: bool) -> None:
        if not self.service.vital:
            board.write(self.service.name, SideProcess(running, self.restarts))


def plan_rest(length: float, lasted: float) -> tuple[float, float]:
    """For how long a child rests that lasted so many seconds, and for how long if it soon ends again."""
    pause = FIRST_REST if lasted > MAX_REST else length
    return pause, min(pause * 2, MAX_REST)


def _heeded_signals() -> list[signal.Signals]:
    """The signals that stop us. Under nohup a closed terminal is ignored, and stays so."""
    under_nohup = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return [number for number in STOP_SIGNALS if number != signal.SIGHUP or not under_nohup]


def _start(process: multiprocessing.process.BaseProcess) -> None:
    """Signals wait until the child handles them by itself, so that none is lost in a half-started one."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _end(children: Sequence[multiprocessing.process.BaseProcess]) -> None:
    for child in children:
        if child.is_alive():
            child.terminate()
    for child in children:
        child.join(GRACE + 5)
        if child.is_alive():
            child.kill()
            child.join()


def _run_child(service: Service) -> None:
    os.setsid()  # Ctrl-C reaches the supervisor alone, and it tells the children
    for number in _heeded_signals():
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    service.run()


def _end_with_parent() -> None:
    """A supervisor that was killed outright leaves no server behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
