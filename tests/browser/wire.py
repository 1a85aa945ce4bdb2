"""What really goes over the wire: a relay between browser and server that counts every byte of every answer."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Relay:
    """A port of its own that hands everything on to the server's, and counts what comes back."""

    def __init__(self, server: int) -> None:
        self.server, self.received = server, 0
        self._last = time.monotonic()
        self._asking: set[socket.socket] = set()
        self._counting = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _address = self._listener.accept()
                threading.Thread(target=self._connect, args=(browser,), daemon=True).start()

    def _connect(self, browser: socket.socket) -> None:
        with suppress(OSError), browser, socket.create_connection(("127.0.0.1", self.server)) as server:
            threading.Thread(target=self._hand_on, args=(browser, server, False), daemon=True).start()
            self._hand_on(server, browser, True)

    def _hand_on(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                with self._counting:
                    self._last = time.monotonic()
                    self.received += len(data) * counted
                    if counted:
                        self._asking.discard(target)
                    else:
                        self._asking.add(source)
                target.sendall(data)
        with self._counting:
            self._asking -= {source, target}
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def quiet(self, seconds: float = 0.4, longest: float = 60) -> int:
        """Wait until all that was asked is answered and nothing came or went for so long.

        Returns the bytes received since this was asked last.
        """
        until = time.monotonic() + longest
        self._last = max(self._last, time.monotonic())
        while self._asking or time.monotonic() - self._last < seconds:
            assert time.monotonic() < until, f"{len(self._asking)} requests are not answered"
            time.sleep(0.02)
        with self._counting:
            received, self.received = self.received, 0
        return received

    def close(self) -> None:
        """No further connection."""
        self._listener.close()


@contextmanager
def relay(server: int) -> Iterator[Relay]:
    """A relay for as long as it is needed."""
    made = Relay(server)
    try:
        yield made
    finally:
        made.close()
