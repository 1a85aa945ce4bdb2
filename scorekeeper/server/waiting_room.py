"""Connections that have not said their request yet: they wait in the poller, and no thread waits with them.

What has arrived stays in the kernel, where it is looked at without being taken. A request goes to a thread when all of
it is there, or as much of it as is kept waiting; the kernel says when that is (SO_RCVLOWAT). A connection whose last
answer was sent waits there too, until the other side has ended it.
"""

from __future__ import annotations

import re
import socket
import time
from collections import deque
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.host import client_address
from scorekeeper.store import instance

MAX_WAITING = 64
"""Connections without a complete request from one address, on all workers together; one more ends the oldest that
stalls."""
HEAD_ENDS = b"\r\n\r\n"
MAX_HEAD, MAX_KEPT = 16 * 1024, 64 * 1024
"""Bytes of a head, and of a whole request, that are waited for; of a larger one a thread reads the rest."""
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
IN_PIECES = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
LINGER = 2.0
"""Seconds in which the other side ends a connection after the last answer, before we do."""
MAX_LEAVING, MAX_DRAINED = 256, 64 * 1024
"""Connections that are given this time, and bytes that each may still send."""


def missing(received: bytes) -> tuple[int, bool]:
    """How many bytes have to be there before a thread takes the request; and whether it must then wait for more."""
    head, end, _ = received.partition(HEAD_ENDS)
    if not end:
        return (len(received) if len(received) >= MAX_HEAD else len(received) + 1), False
    length, size = LENGTH.search(head + b"\r\n"), len(head) + len(end)
    if IN_PIECES.search(head):
        return size, True
    size += int(length[1]) if length else 0
    return min(size, MAX_KEPT), size > MAX_KEPT


class Connection(TConn):  # type: ignore[misc]  # gunicorn tells no types
    """gunicorn's connection; the loop of its worker does not wait until the other side has ended it."""

    room: WaitingRoom
    network: str
    drained = 0

    def close(self, graceful: bool = False) -> None:
        """Close at once; or, after the last answer, when the other side has heard it."""
        if graceful:
            self.room.close_gracefully(self)
        else:
            super().close()


class WaitingRoom(ThreadWorker):  # type: ignore[misc]  # gunicorn tells no types
    """gunicorn's worker, which gives a thread to a request that has arrived and to nothing else."""

    patience = 20.0
    """Seconds that a connection may take for its request, up to what is waited for here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._wanted: dict[Any, int] = {}
        self._large: deque[Any] = deque()
        self._reading: set[Any] = set()
        self._leaving: deque[Connection] = deque()

    def accept(self, listener: socket.socket) -> None:
        """Take a connection in. gunicorn gives it a thread at once."""
        with suppress(BlockingIOError, ConnectionAbortedError):
            sock, address = listener.accept()
            self.nr_conns += 1
            conn = Connection(self.cfg, sock, address, listener.getsockname())
            conn.room, conn.network = self, counted_under(address)
            self._let_wait(conn)
            self._make_room(conn)

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """The next request of a connection begins."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._let_wait(conn)

    def on_pending_socket_readable(self, conn: Any, client: Any) -> None:
        """More of a request has arrived, or its connection has ended."""
        if conn not in self.pending_conns:  # it was let go after the poller had named it
            return
        try:
            received = conn.sock.recv(MAX_KEPT, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        needed, large = missing(received)
        if received and len(received) < needed and len(received) >= self._wanted.get(conn, 1):
            self._wanted[conn] = needed
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, needed)
        elif large and len(self._reading) >= max(1, self.cfg.threads // 2):
            self.poller.unregister(conn.sock)
            self._large.append(conn)
        else:
            self.poller.unregister(conn.sock)
            self._give_thread(conn, large)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """A request was answered: the next large one may be read."""
        super().finish_request(conn, fs)
        if conn in self._reading:
            self._reading.discard(conn)
            while self._large:
                waiting = self._large.popleft()
                if waiting in self.pending_conns:  # its time is not over
                    self._give_thread(waiting, True)
                    break

    def murder_pending(self) -> None:
        """Close what took too long, and forget it."""
        super().murder_pending()
        while self._leaving and self._leaving[0].timeout < time.monotonic():
            self._part_with(self._leaving[0])
        if len(self._wanted) > len(self.pending_conns):
            self._wanted = {conn: self._wanted[conn] for conn in self.pending_conns if conn in self._wanted}

    def _let_wait(self, conn: Any) -> None:
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + self.patience
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def _give_thread(self, conn: Any, large: bool) -> None:
        self.pending_conns.remove(conn)
        if self._wanted.pop(conn, None) is not None:
            with suppress(OSError):
                conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
        if large:
            self._reading.add(conn)
        conn.data_ready = True
        self.enqueue_req(conn)

    def _make_room(self, conn: Any) -> None:
        """Let the oldest connection of an address that has too many go; a proxy of ours may have any number."""
        if not conn.network:
            return
        same = [waiting for waiting in self.pending_conns if waiting.network == conn.network]
        if len(same) > max(1, MAX_WAITING // self.cfg.workers):
            self._let_go(same[0])

    def _let_go(self, conn: Any) -> None:
        """Give a thread to a request that is all there, and end a connection that stalls.

        Where many phones of one home ask while the machine is busy, their requests arrive before they are looked at.
        """
        received = b""
        with suppress(OSError):
            received = conn.sock.recv(MAX_KEPT, socket.MSG_PEEK)
        needed, large = missing(received)
        # A large one that waits for its turn has left the poller.
        with suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)
        if received and len(received) >= needed and not large:
            self._give_thread(conn, False)
            return
        self.pending_conns.remove(conn)
        self._wanted.pop(conn, None)
        self.nr_conns -= 1
        conn.close()

    def close_gracefully(self, conn: Connection) -> None:
        """Say that nothing more comes, and close when the other side has ended too, at the latest after ``LINGER``.

        What it sends until then is read and dropped: closing over unread bytes could lose the last answer (RFC 9112,
        9.6). gunicorn waits for that in the loop that serves all others; here the poller does.
        """
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
            self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))
        except (OSError, ValueError):
            conn.close()
            return
        conn.timeout = time.monotonic() + LINGER
        self._leaving.append(conn)
        if len(self._leaving) > MAX_LEAVING:
            self._part_with(self._leaving[0])

    def _drain(self, conn: Connection, _client: Any) -> None:
        try:
            received = conn.sock.recv(MAX_DRAINED)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        conn.drained += len(received)
        if not received or conn.drained >= MAX_DRAINED:
            self._part_with(conn)

    def _part_with(self, conn: Connection) -> None:
        with suppress(ValueError):  # the poller has named it before it was closed
            self._leaving.remove(conn)
            self.poller.unregister(conn.sock)
            conn.close()


def counted_under(address: Any) -> str:
    """What a connection is counted under; nothing for those that are not counted."""
    remote = str(address[0]) if isinstance(address, tuple) and address else ""
    return (
        ""
        if not remote or client_address.is_within(remote, instance.proxies())
        else client_address.network(remote)
    )
