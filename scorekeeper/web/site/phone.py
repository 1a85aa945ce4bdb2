"""The program for phones alone, where it was built: files that this server hands out and knows nothing of.

``docs/phone.md`` says what they are. The window's own page says what it may load; only who may frame it is said here.
"""

from __future__ import annotations

import json
from pathlib import Path

from flask import Response, redirect, request, send_from_directory, url_for
from flask_babel import format_decimal

from scorekeeper.host.host_names import bare_host
from scorekeeper.store import instance
from scorekeeper.web.request.security import uses_camera
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.pages import ANYBODY, Pages, require

pages = Pages("phone", "/phone")
POLICY = "frame-ancestors 'none'"
SMALL_TYPES = {".webmanifest": "application/manifest+json", ".pack": "application/octet-stream"}
"""What servers call files that they do not know; browsers here ask for nothing in particular."""


def find_phone() -> Path | None:
    """The folder that `make phone` wrote; None where it was not built, and where the program runs in it itself."""
    folder = instance.phone_folder()
    return folder if folder and (folder / "version.json").is_file() and not is_alone() else None


@pages.app_template_global("phone_offer")
def offer() -> str:
    """Whether this reader may have the program: ``offered``, ``unsafe`` over plain http, or nothing without a build."""
    if find_phone() is None:
        return ""
    at_home = bare_host(request.host) in ("localhost", "127.0.0.1", "::1")
    return "offered" if request.is_secure or at_home else "unsafe"


def say_size() -> str:
    """How much is fetched, such as ``6.5 MB``; nothing without a build."""
    folder = find_phone()
    if folder is None:
        return ""
    build = json.loads((folder / "version.json").read_text(encoding="utf-8"))
    return f"{format_decimal(round(sum(file['bytes'] for file in build['files']) / 1e6, 1))} MB"


@pages.add("/", may=ANYBODY)
@uses_camera
def window() -> Response:
    """The window of the program, which fetches everything else. A page in its frame reads codes by the camera."""
    return _send("index.html")


@pages.add("/<path:name>", may=ANYBODY, name="file")
def send_file(name: str) -> Response:
    """A file of the program; a page inside it is opened by its window."""
    if name == "app" or name.startswith("app/"):
        return redirect(url_for("phone.window"))  # type: ignore[return-value]  # Flask's is one
    return _send(name)


def _send(name: str) -> Response:
    folder = require(find_phone())
    response = send_from_directory(folder, name, mimetype=SMALL_TYPES.get(Path(name).suffix))
    response.headers["Cache-Control"] = "no-cache, no-transform"  # each has to have its digest when it comes
    response.headers["Content-Security-Policy"] = POLICY
    return response
