"""Addresses of our own static files, with their content's digest, so that browsers may keep them for good.

Scripts load one another by relative addresses, which cannot carry a digest each. So all of them stand in a folder
named by the digest of them all: ``/static/3f…/js/entry.js`` finds ``./net.js`` beside itself, to be kept as well.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, request, send_from_directory, url_for

FOR_GOOD = "public, max-age=31536000, immutable"
SCRIPTS = "js/"
_LETTERS = 10


def init_app(app: Flask) -> None:
    """Give the templates ``asset``, serve the scripts in their folder, and mark what may be kept."""
    app.jinja_env.globals["asset"] = asset
    app.add_url_rule(
        f"{app.static_url_path}/<string(length={_LETTERS}):digest>/{SCRIPTS}<path:name>", "scripts", script
    )
    app.after_request(_keep)


def asset(name: str) -> str:
    """The address of a static file."""
    folder = current_app.static_folder or ""
    if name.startswith(SCRIPTS):
        return url_for("scripts", digest=_scripts_digest(folder), name=name.removeprefix(SCRIPTS))
    return url_for("static", filename=name, v=_digest(folder, name))


def script(digest: str, name: str) -> Response:
    """A script; a page from before an update gets those of today."""
    return send_from_directory(Path(current_app.static_folder or "") / SCRIPTS, name)


@lru_cache
def _digest(folder: str, name: str) -> str:
    return hashlib.sha256((Path(folder) / name).read_bytes()).hexdigest()[:_LETTERS]


@lru_cache
def _scripts_digest(folder: str) -> str:
    root = Path(folder) / SCRIPTS
    found = sorted((file.relative_to(root).as_posix(), file) for file in root.rglob("*.js"))
    said = "".join(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n" for name, file in found)
    return hashlib.sha256(said.encode()).hexdigest()[:_LETTERS]


def _keep(response: Response) -> Response:
    if response.status_code == 200 and _is_as_named():
        response.headers["Cache-Control"] = FOR_GOOD
    return response


def _is_as_named() -> bool:
    """Whether the address names the content, so that it will never be another."""
    if request.endpoint == "scripts":
        named = (request.view_args or {}).get("digest")
        return named == _scripts_digest(current_app.static_folder or "")
    return request.endpoint == "static" and "v" in request.args
