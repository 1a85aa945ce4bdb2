"""Text is sent compressed: a phone in a mountain hut waits for every kilobyte."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

FEWEST_BYTES = 500
MOST_BYTES = 4_000_000
LEVEL, BEST = 6, 9
"""Our own files are packed once, so they may take their time."""
OURS = ("static", "assets")
KINDS = ("text/", "application/json", "application/javascript", "image/svg+xml")


def init_app(app: Flask) -> None:
    """Compress every answer that is text, where the browser says that it can read it."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """The answer, with gzip where that helps; caches on the way are told that it depends on the browser."""
    if not (response.content_type or "").startswith(KINDS) or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    size = response.content_length or 0
    accepted = request.accept_encodings.quality("gzip") > 0
    wanted = accepted and request.method != "HEAD" and response.status_code == 200
    if wanted and FEWEST_BYTES < size < MOST_BYTES:
        response.direct_passthrough = False
        is_ours = request.endpoint in OURS
        response.set_data((_kept if is_ours else _gzip)(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, LEVEL, mtime=0)


@lru_cache(maxsize=200)
def _kept(data: bytes) -> bytes:
    """Our own files are few and the same for everybody."""
    return gzip.compress(data, BEST, mtime=0)
