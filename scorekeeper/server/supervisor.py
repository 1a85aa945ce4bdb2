"""`scorekeeper serve`: prepares the instance, migrates the database, and keeps the web server running.

One supervising process owns the ports and the children. Each child is a `Service`, a name and a function
that runs until SIGTERM: the web server, the event streams beside it, and what derives leagues' figures and makes
snapshots. When the web server ends, or Ctrl-C, SIGTERM or SIGHUP comes, all are ended. Any other one that ends is
started again.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import scorekeeper
from scorekeeper.host import client_address
from scorekeeper.server import running
from scorekeeper.server.children import GRACE, Service, supervise
from scorekeeper.server.running import Running, ServingError
from scorekeeper.store import instance

DEFAULT_PORT = 8000
PORTS_TO_TRY = 50
KEEP_ALIVE = 15
THREADS = 4
"""So many requests a server process answers at once."""


def serve(host: str = "0.0.0.0", port: int | None = None, workers: int = 2, new_key: bool = False) -> int:
    """Serves until Ctrl-C or SIGTERM; the exit status. No port asked for: 8000, or the next free one."""
    if sys.platform == "win32":
        print(
            "The server needs Linux, macOS or WSL: gunicorn does not run on Windows itself.", file=sys.stderr
        )
        return 1
    try:
        claim, claimed = claim_port(host, port)  # first: a server that cannot start migrates nothing
    except ServingError as error:
        print(error, file=sys.stderr)
        return 1
    with claim, ExitStack() as held:
        try:
            with without_collecting():
                # here, because SQLAlchemy is heavy, and a taken port is told without it
                from scorekeeper.server.preparing import check_settings, hold_database, prepare_instance

                check_settings()
                hold_database(held)
                snapshots = prepare_instance(new_key)
        except (ServingError, instance.InstanceError) as error:
            print(error, file=sys.stderr)
            return 1
        streams = claim_streams(host, claimed)
        announce(host, claimed, asked_for=port is not None)
        web = Service("web", lambda: run_web(host, claimed, workers), vital=True)
        services = [web, *list_side_services(streams, snapshots)]
        live_port = streams.getsockname()[1] if streams is not None else 0
        running.write(Running(os.getpid(), host, claimed, live_port, str(snapshots or "")))
        put_aside()  # for the children too, which share it as long as they only read it
        try:
            return supervise(services)
        finally:
            running.forget(os.getpid())


def list_side_services(streams: socket.socket | None, snapshots: Path | None) -> Iterator[Service]:
    """The children beside the web server: the event streams, if there is a port for them, and the keeper.

    What they run is imported before they are forked, so that all processes share it.
    """
    from sqlalchemy.orm import configure_mappers  # here, because SQLAlchemy is heavy

    from scorekeeper.live.server import run as run_live  # here, because SQLAlchemy is heavy
    from scorekeeper.store.keeper import run as run_keeper  # here, because SQLAlchemy is heavy

    configure_mappers()
    url, key = instance.database_url(), instance.secret_key()
    if streams is not None:
        yield Service(
            "live", lambda: run_live(streams, url, key), while_it_rests=lambda: refuse_callers(streams)
        )
    yield Service("keeper", lambda: run_keeper(url, snapshots))


# --- the port -------------------------------------------------------------------------------------


def claim_port(host: str, port: int | None) -> tuple[socket.socket, int]:
    """A socket that holds the port for us, and the port: our workers may bind beside it, a second server not.

    It never listens, so that no connection ends up with it. gunicorn's workers bind with SO_REUSEPORT, which
    would let two servers share a port unnoticed; the claim, taken without it, is what tells them apart.
    """
    if port is not None:
        return _claim(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        try:
            return _claim(host, candidate)
        except ServingError as error:
            refused = error
    raise refused


def _claim(host: str, port: int) -> tuple[socket.socket, int]:
    claim = socket.socket(_family(host), socket.SOCK_STREAM)
    try:
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        claim.bind((host, port))
        port = claim.getsockname()[1]
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        if reuse_port():
            claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        else:  # gunicorn's master binds once for all its workers, and nothing may be in its way
            claim.close()
    except OSError as error:
        claim.close()
        raise ServingError(
            f"Port {port} at {host} cannot be used ({error.strerror or error}). "
            "Ask for another one with --port."
        ) from error
    return claim, port


def claim_streams(host: str, port: int) -> socket.socket | None:
    """A socket for the event streams: at the port after the page server's, or the next free one.

    SCOREKEEPER_LIVE_PORT names another. Pages learn the port from the same variable, which our children inherit.
    Without a port phones ask every few seconds, so nothing fails for the want of one.
    """
    from scorekeeper.live.server import listen_at  # here, because SQLAlchemy is heavy

    chosen = instance.setting(instance.LIVE_PORT_VARIABLE)
    candidates = (
        [int(chosen)] if chosen.isdecimal() else list(range(port + 1, min(port + 1 + PORTS_TO_TRY, 65536)))
    )
    for candidate in candidates:
        try:
            listener = listen_at(host, candidate)
        except (OSError, OverflowError):
            continue
        os.environ[instance.LIVE_PORT_VARIABLE] = str(listener.getsockname()[1])
        print(f"live changes port {listener.getsockname()[1]}", flush=True)
        return listener
    os.environ.pop(instance.LIVE_PORT_VARIABLE, None)
    print(
        "No port is free for event streams: phones will ask for changes every few seconds.", file=sys.stderr
    )
    return None


def refuse_callers(listener: socket.socket) -> None:
    """Turn away those who ask for a stream while none is served: they ask for changes instead of waiting.

    The port stays ours, and the next process listens again. Elsewhere than on Linux callers wait in the queue.
    """
    with suppress(OSError):
        listener.shutdown(socket.SHUT_RD)


def reuse_port() -> bool:
    """Linux spreads connections over the sockets of one port; elsewhere the last to bind gets them all."""
    return sys.platform == "linux"


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


# --- the address ----------------------------------------------------------------------------------


def announce(host: str, port: int, asked_for: bool) -> None:
    """Prints where the server is to be found: here, in the local network, and as a QR code for the phones."""
    if not asked_for and port != DEFAULT_PORT:
        print(f"Port {DEFAULT_PORT} is taken, so this is {port}.")
    everywhere = host in ("0.0.0.0", "::", "")
    print(f"\nOn this computer  http://{'127.0.0.1' if everywhere else _bracket(host)}:{port}")
    if everywhere:
        addresses = lan_addresses()
        for address in addresses:
            print(f"On your phones    http://{address}:{port}")
        if addresses:
            print_qr(f"http://{addresses[0]}:{port}")
    print("Ctrl-C stops the server; nothing that was entered is lost.", flush=True)


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses in the local network, the one on the way out first."""
    return [address for address in dict.fromkeys(_own_addresses()) if not address.startswith(("127.", "0."))]


def _own_addresses() -> Iterable[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # an address for documentation; connecting a UDP socket sends nothing
            yield probe.getsockname()[0]
        except OSError:
            pass
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for entry in entries:
        yield str(entry[4][0])


def print_qr(text: str) -> None:
    import segno  # here, because a server at one address draws none

    try:
        print()
        segno.make(text, error="m", micro=False).terminal(compact=True)
    except UnicodeEncodeError:
        print("(this terminal cannot show a QR code: its encoding is not UTF-8)")


# --- what runs in them -----------------------------------------------------------------------------


def put_aside() -> None:
    """Have the collector of garbage pass over everything that the process has now, and its children share it.

    Looking through it again and again takes up to half the time of a page that reads thousands of rows.
    """
    gc.collect()
    gc.freeze()


@contextmanager
def without_collecting() -> Iterator[None]:
    """Switch the collector of garbage off: what is imported stays, and looking through it takes a fifth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def run_web(host: str, port: int, workers: int) -> None:
    """gunicorn with threads; its workers share one application, which holds nothing of a process."""
    with without_collecting():
        from gunicorn.app.base import BaseApplication  # here, because this process alone runs it

        app = scorekeeper.create_app()
    put_aside()  # here as well, so that none of them looks through what it has from here

    settings = {
        "bind": f"{_bracket(host)}:{port}",
        "worker_class": "scorekeeper.server.worker.Worker",
        "logger_class": "scorekeeper.server.worker.Log",
        "workers": workers,
        "threads": THREADS,
        "reuse_port": reuse_port(),
        # Whether a request came by TLS is believed from a proxy on this machine and from those that are named.
        "forwarded_allow_ips": client_address.spell_out(f"127.0.0.1,::1,{instance.proxies()}"),
        # No header says where the application is mounted: a proxy may hand on what a stranger wrote.
        "forwarder_headers": "",
        "control_socket_disable": True,
        "keepalive": KEEP_ALIVE,
        "graceful_timeout": GRACE,
        "loglevel": "warning",
        "proc_name": "scorekeeper",
    }

    class WebServer(BaseApplication):
        def load_config(self) -> None:
            for name, value in settings.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return app

    WebServer().run()
