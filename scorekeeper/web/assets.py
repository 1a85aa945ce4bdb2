"""Addresses of our own static files, with their content's digest, so that browsers may keep them for good."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request, url_for

FOR_GOOD = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Give the templates ``asset`` and mark what may be kept."""
    app.jinja_env.globals["asset"] = asset
    app.after_request(_keep)


def asset(name: str) -> str:
    """The address of a static file."""
    return url_for("static", filename=name, v=_digest(current_app.static_folder or "", name))


@lru_cache
def _digest(folder: str, name: str) -> str:
    return hashlib.sha256((Path(folder) / name).read_bytes()).hexdigest()[:10]


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and response.status_code == 200:
        response.headers["Cache-Control"] = FOR_GOOD
    return response
