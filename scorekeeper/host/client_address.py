"""Who calls, as far as it is counted: an address, and a digest of it. The page server and the streams ask the same."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

NETWORK_OF_A_HOME = 64


def client(remote: str, forwarded: list[str], proxies: str) -> str:
    """The address that a request comes from. What a proxy says (X-Forwarded-For) is believed when it is one of ours."""
    hops = [hop.strip() for line in forwarded for hop in line.split(",")]
    while hops and is_within(remote, proxies):
        remote = hops.pop()
    return network(remote)


def parse(address: str) -> IPv4Address | IPv6Address | None:
    """An address, an IPv4 one as itself however the socket wraps it; None for something else."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return (parsed.ipv4_mapped or parsed) if isinstance(parsed, IPv6Address) else parsed


def is_within(address: str, proxies: str) -> bool:
    """Whether an address lies in one of these networks, which commas divide."""
    parsed = parse(address)
    return parsed is not None and any(parsed in network for network in _networks(proxies))


@lru_cache
def _networks(proxies: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(part.strip(), strict=False) for part in proxies.split(",") if part.strip())


def spell_out(proxies: str) -> str:
    """The same networks in full, as gunicorn wants them: those of IPv4 also as a socket of both kinds writes them."""
    found = _networks(proxies)
    mapped = [f"::ffff:{own.network_address}/{96 + own.prefixlen}" for own in found if own.version == 4]
    return ",".join((*map(str, found), *mapped))


def network(address: str) -> str:
    """A home has 2^64 IPv6 addresses of its own: they are one."""
    parsed = parse(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, NETWORK_OF_A_HOME), strict=False))
    return "unknown" if parsed is None else str(parsed)


def digest(key: bytes, *parts: str) -> str:
    """The key a client is counted under: a digest of its parts, which cannot be read back."""
    message = "\0".join(("scorekeeper-limit", *parts)).encode("utf-8", "replace")
    return urlsafe_b64encode(hmac.new(key, message, sha256).digest()).decode().rstrip("=")
