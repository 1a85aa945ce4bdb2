"""A small HTTP server that knows one address, ``…/<match or evening>/<link>``, and answers it with a stream of events.

asyncio and the standard library: a watcher costs some kilobytes and no thread, so that watchers can never use up
the threads that serve pages.
"""

from __future__ import annotations

import asyncio
import random
import signal
import socket
from contextlib import suppress

from scorekeeper.host import client_address, host_names
from scorekeeper.live import health
from scorekeeper.live.health import NO_PAGE, PLAIN, HealthAnswer
from scorekeeper.live.hub import GONE, Hub, StreamRefused
from scorekeeper.live.sources import Pulse, source_for
from scorekeeper.store import instance

MAX_REQUEST = 8 * 1024
PATIENCE = 10.0
"""Seconds in which a request has to have been said."""
MAX_UNSENT = 64 * 1024
"""Bytes that may wait for a slow phone; it is dropped then, and catches up when it comes back."""
TOO_OFTEN = "429 Too Many Requests"
WAIT = "Too many tries. Minutes to wait: {minutes}."
UNANSWERED = 75_000
"""Milliseconds after which a phone that confirms nothing counts as gone (Linux)."""

STREAM = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nCache-Control: no-store\r\n"
    # The link in the address is the key; no cookie is asked for, so any page may listen that knows it.
    "Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
    "X-Accel-Buffering: no\r\nConnection: close\r\n\r\n"
)


class Stream(asyncio.Protocol):
    """One connection: a request, then events until either side has enough."""

    __slots__ = ("_asked", "_hub", "_said", "_timer", "_transport", "generation", "kind", "public_id")

    def __init__(self, hub: Hub) -> None:
        self._hub, self._said, self._asked = hub, b"", False
        self.public_id, self.kind, self.generation = "", "", 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(
            PATIENCE, transport.abort
        )
        connection = transport.get_extra_info("socket")
        if connection is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            with suppress(OSError):  # not a TCP connection
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED)

    def data_received(self, data: bytes) -> None:
        if self._asked:
            return  # an EventSource asks once and then listens
        self._said += data
        if b"\r\n\r\n" in self._said:
            self._asked = True
            self._patient_no_more()
            head, self._said = self._said.partition(b"\r\n\r\n")[0], b""
            asyncio.get_running_loop().create_task(self._answer(head.decode("latin-1").split("\r\n")))
        elif len(self._said) > MAX_REQUEST:
            self._refuse("431 Request Header Fields Too Large")

    def connection_lost(self, exc: Exception | None) -> None:
        self._patient_no_more()
        self._hub.leave(self)

    def _patient_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _answer(self, head: list[str]) -> None:
        method, _, rest = head[0].partition(" ")
        path, fields = rest.partition(" ")[0].partition("?")[0], headers(head)
        if method not in ("GET", "HEAD"):
            self._refuse("405 Method Not Allowed")
            return
        page = path.rpartition("/")[2]
        health_answer = await health.answer(self._hub, page, self._remote(), fields.get)
        if health_answer is not None:
            self._say(health_answer, method)
            return
        if not self._is_ours(fields):
            self._refuse("421 Misdirected Request")
            return
        try:
            await self._stream(path, method)
        except StreamRefused as refused:
            self._refuse(
                refused.status, await self._count_refusal(refused.status, fields.get("x-forwarded-for", ""))
            )

    def _is_ours(self, fields: dict[str, str]) -> bool:
        """Whether the name that was asked for is one of the server's, or of its streams' own (SCOREKEEPER_LIVE_URL)."""
        proxied = host_names.forwarded_by_ours(
            self._remote(), "x-forwarded-for" in fields, instance.proxies()
        )
        return host_names.is_served(fields.get("host", ""), instance.stream_hosts(), by_proxy=proxied)

    async def _count_refusal(self, status: str, forwarded: str) -> int:
        """The seconds to wait after too many links that open nothing, which the pages count too."""
        if status != NO_PAGE:
            return 0
        address = client_address.client(self._remote(), [forwarded] if forwarded else [], instance.proxies())
        who = client_address.digest(self._hub.key, address)
        return await asyncio.to_thread(self._hub.source.unknown_link, who)

    def _remote(self) -> str:
        address = self._transport.get_extra_info("peername")
        return str(address[0]) if address else ""

    async def _stream(self, path: str, method: str) -> None:
        parts = path.rstrip("/").split("/")
        if len(parts) < 2:
            raise StreamRefused(NO_PAGE)
        kind, state = await self._hub.admit(parts[-2], parts[-1])
        if method == "HEAD" or self._transport.is_closing():
            self._say(HealthAnswer("200 OK", PLAIN, ""), method)
            return
        self._begin(parts[-2], kind, state)
        await self._hub.look_at([parts[-2]])  # what moved between the answer and now

    def _begin(self, public_id: str, kind: str, state: Pulse) -> None:
        self.public_id, self.kind, self.generation = public_id, kind, state.generation_of(kind)
        # After a restart the phones come back one by one, not all in the same moment.
        self._transport.write(f"{STREAM}retry: {random.randint(1000, 3000)}\n\n".encode())
        self._hub.join(self, state)

    def _refuse(self, status: str, wait: int = 0) -> None:
        """Say no; after too many tries, for how long."""
        self._hub.counted["refused"] += 1
        words, more = status.partition(" ")[2], "Access-Control-Allow-Origin: *\r\n"
        if wait:
            status, words = TOO_OFTEN, WAIT.format(minutes=-(-wait // 60))
            more += f"Retry-After: {wait}\r\n"
        self._say(HealthAnswer(status, PLAIN, f"{words}\n"), "GET", more)

    def _say(self, answer: HealthAnswer, method: str, more: str = "") -> None:
        self._patient_no_more()
        if self._transport.is_closing():
            return
        head = f"HTTP/1.1 {answer.status}\r\nContent-Type: {answer.kind}\r\nContent-Length: {len(answer.text)}\r\n"
        kept = "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        self._transport.write((head + more + kept + (answer.text if method == "GET" else "")).encode())
        self._transport.close()

    def tell(self, message: bytes) -> bool:
        """Send an event; returns False, and lets the reader go, if too much waits unread."""
        if self._transport.is_closing():
            return True
        if self._transport.get_write_buffer_size() > MAX_UNSENT:
            self._transport.abort()
            return False
        self._transport.write(message)
        return True

    def end(self, message: bytes = GONE) -> None:
        """Say a last thing and hang up."""
        self.tell(message)
        self._transport.close()


def headers(head: list[str]) -> dict[str, str]:
    """The headers of a request, their names in small letters; one that comes twice is a list."""
    fields: dict[str, str] = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        name = name.strip().lower()
        fields[name] = f"{fields[name]}, {value.strip()}" if name in fields else value.strip()
    return fields


def listen_at(host: str, port: int) -> socket.socket:
    """A socket at this address, on which callers may wait from now on; OSError when it is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def run(listener: socket.socket, url: str, key: bytes) -> None:
    """Serve event streams on a bound socket until SIGTERM."""
    asyncio.run(_serve(listener, url, key))


async def _serve(listener: socket.socket, url: str, key: bytes) -> None:
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    source = source_for(url)
    hub = Hub(source, key)
    server = await loop.create_server(lambda: Stream(hub), sock=listener, backlog=1024)
    tasks = [loop.create_task(hub.follow()), loop.create_task(hub.keep_alive())]
    waiting = loop.create_task(stopped.wait())
    done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
    server.close()
    for followers in list(hub.followers.values()):
        for follower in list(followers):
            follower.end(b"")
    for task in (*tasks, waiting):
        task.cancel()
    source.close()
    for task in done - {waiting}:
        task.result()  # what ended by itself tells why
