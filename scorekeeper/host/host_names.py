"""The names at which the server answers. A page at a stranger's name that leads here (DNS rebinding) finds no server.

Knows nothing of Flask: the page server and the streams ask the same.
"""

from __future__ import annotations

import re
import socket
from functools import lru_cache

from scorekeeper.host.client_address import is_within, parse
from scorekeeper.store.instance import HOSTS_VARIABLE

AT_HOME = ("localhost", "*.localhost", "*.local", "*.lan", "*.home.arpa")
"""Names that no stranger can own: they lead to this machine or to one in the local network."""
NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")


def bare_host(header: str) -> str:
    """The name or address in a ``Host`` header: small letters, no port, no brackets, no final dot."""
    host = header.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].removesuffix(".")


def is_served(header: str, names: tuple[str, ...], *, by_proxy: bool = False) -> bool:
    """Whether a request for this ``Host`` is answered.

    ``names`` are those that the keeper chose; ``*.lan`` means every name that ends so. Without any, addresses, names
    of the local network, the machine's own name and what one of our own proxies forwards (``by_proxy``) are good.
    """
    host = bare_host(header)
    if names:
        return _matches(host, names)
    return by_proxy or not host or is_address(host) or _matches(host, (*AT_HOME, *own_names()))


def forwarded_by_ours(remote: str, forwarded: bool, proxies: str) -> bool:
    """Whether a request came through one of our own proxies: it is from there, and names the browser it asks for."""
    return forwarded and is_within(remote, proxies)


def line_to_set(header: str, names: tuple[str, ...]) -> str:
    """The setting that lets this host in, beside those that are; nothing for what can be no host."""
    host = bare_host(header)
    return f"{HOSTS_VARIABLE}={','.join((*names, host))}" if can_be_host(host) else ""


def can_be_host(host: str) -> bool:
    """Whether this can be a host: a name or an address, in small letters and without a port."""
    return is_address(host) or NAME.fullmatch(host) is not None


@lru_cache
def own_names() -> tuple[str, ...]:
    """What this machine is called, with its domain and without."""
    name = socket.gethostname().lower()
    return tuple(dict.fromkeys(filter(None, (name, name.partition(".")[0]))))


def _matches(host: str, names: tuple[str, ...]) -> bool:
    return any(host == name or (name.startswith("*.") and host.endswith(name[1:])) for name in names)


def is_address(host: str) -> bool:
    """Whether a host is an address in numbers."""
    return parse(host) is not None
