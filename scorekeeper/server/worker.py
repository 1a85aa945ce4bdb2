"""gunicorn's workers as we want them: slow requests end, and nothing that they say quotes an address."""

from __future__ import annotations

import logging
import socket
import struct
import time
from contextlib import suppress
from threading import Lock
from typing import Any

from gunicorn.glogging import Logger

from scorekeeper.host import log_lines, patience, speech
from scorekeeper.server.waiting_room import WaitingRoom
from scorekeeper.store import presence

PATIENCE = 20.0
"""Seconds in which a request has to have been said, its body included; a large file has more (:mod:`patience`)."""
HANGING = 60.0
"""Seconds after which a phone that takes no answer is let go."""


class Worker(WaitingRoom):
    """Threads that no client can hold for long: a few hundred bytes sent slowly would otherwise stop the site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience = PATIENCE
        self._under_way: dict[Any, float] = {}
        self._lock = Lock()

    def handle(self, conn: Any) -> Any:
        """Answer a request, with a note of when it began."""
        with self._lock:
            self._under_way[conn] = time.monotonic()
        with suppress(OSError):
            # A send that makes no headway ends, however little of it waits.
            seconds = struct.pack("ll", int(HANGING), 0)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, seconds)
        try:
            return super().handle(conn)
        finally:
            with self._lock:
                self._under_way.pop(conn, None)
            patience.end(conn.sock)

    def notify(self) -> None:
        """Once a second: requests that are still being said when their time is over end where they are.

        What was said in time is answered however long that takes: only reading ends.
        """
        super().notify()
        presence.look_at_all()
        late = time.monotonic() - PATIENCE
        with self._lock:
            under_way = list(self._under_way.items())
        slow = [conn for conn, began in under_way if began + patience.seconds_more(conn.sock) < late]
        for conn in slow:
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RD)


class Log(Logger):  # type: ignore[misc]
    """What gunicorn has to say, masked; as lines of JSON where those are asked for."""

    def setup(self, cfg: Any) -> None:
        """Hang our way of writing on the handlers that gunicorn makes."""
        super().setup(cfg)
        form: logging.Formatter = log_lines.Lines() if speech.is_structured() else log_lines.Plain()
        for handler in self.error_log.handlers:
            handler.setFormatter(form)
