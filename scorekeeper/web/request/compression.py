"""Text is sent compressed: a phone in a mountain hut waits for every kilobyte.

Browsers take Brotli under TLS and on the machine itself, where it makes an eighth less than gzip in the same time;
over plain http they take gzip only.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache

from flask import Flask, Response, request

MIN_BYTES = 500
MAX_BYTES = 4_000_000
KINDS = ("text/", "application/json", "application/javascript", "image/svg+xml")
NOW, ONCE_A_PHONE, ONCE = 0, 1, 2
EFFORTS = {"static": ONCE, "assets": ONCE, "install.playing": ONCE_A_PHONE, "install.worker": ONCE}
"""How long packing an answer may take, where that is not the same as for every page."""


def init_app(app: Flask) -> None:
    """Compress every answer that is text, where the browser says that it can read it."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """The answer, packed where that helps; caches on the way are told that it depends on the browser."""
    if not (response.content_type or "").startswith(KINDS) or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    wanted = request.method != "HEAD" and response.status_code == 200
    if wanted and MIN_BYTES < (response.content_length or 0) < MAX_BYTES and (way := choose_encoding()):
        response.direct_passthrough = False
        effort = EFFORTS.get(request.endpoint or "", NOW)
        pack = _compress_once if effort == ONCE else _compress
        response.set_data(pack(way, effort, response.get_data()))
        response.headers["Content-Encoding"] = way
    return response


def choose_encoding() -> str:
    """The way to pack that the browser reads, the best first; empty where it reads none."""
    return next((way for way in WAYS if request.accept_encodings.quality(way) > 0), "")


def _brotli(content: bytes, effort: int) -> bytes:
    import brotli  # when the first browser wants it: it is not needed to start

    packed: bytes = brotli.compress(content, quality=(5, 10, 11)[effort])
    return packed


def _gzip(content: bytes, effort: int) -> bytes:
    return gzip.compress(content, (6, 9, 9)[effort], mtime=0)


WAYS: dict[str, Callable[[bytes, int], bytes]] = {"br": _brotli, "gzip": _gzip}


def _compress(way: str, effort: int, content: bytes) -> bytes:
    return WAYS[way](content, effort)


_compress_once = lru_cache(maxsize=400)(_compress)
"""Our own files are few and the same for everybody."""
