"""Addresses of our own static files, which name their content, so that browsers may keep them for good.

Scripts load one another by relative addresses, which cannot carry a digest each. So all scripts and style sheets stand
in a folder named by the digest of them all: ``/static/3f…/js/entry.js`` finds ``./net.js`` beside itself. One digest
for all of them also means that a page never works with scripts of one version and styles of another.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from flask import Flask, Response, abort, current_app, g, make_response, request
from markupsafe import Markup, escape

from scorekeeper.web.request import compression
from scorekeeper.web.site import files, joining

FOR_GOOD = "max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Give the templates ``asset`` and ``module``, serve scripts and styles in their folder, mark what may be kept."""
    app.jinja_env.globals.update(asset=asset, module=module)
    app.add_url_rule(
        f"{app.static_url_path}/<string(length={files.LETTERS}):digest>/<path:name>",
        "assets",
        _keep(serve_file),
    )
    app.view_functions["static"] = _keep(app.view_functions["static"])


def asset(name: str) -> str:
    """The address of a static file; of a script that is sent inside another, that of the other."""
    # A page names a dozen, of letters that need no quoting: they are put together here, not by looking for routes.
    return (
        f"{request.script_root}{current_app.static_url_path}/{_locate(current_app.static_folder or '', name)}"
    )


def module(name: str) -> Markup:
    """The tags that load a script and, in the same wave, all that it imports; each is named once a page."""
    name = joining.sent_as(name)
    named: set[str] = g.setdefault("modules", set())
    first = [script for script in find_imports(name) if script not in named]
    named.update(first, [name])
    wanted = "".join(f'<link rel="modulepreload" href="{escape(asset(script))}">\n' for script in first)
    return Markup(f'{wanted}<script type="module" src="{escape(asset(name))}"></script>')


def version() -> str:
    """Which scripts and styles these are: ten letters that change when any of them does."""
    return files.version(current_app.static_folder or "")


def find_imports(name: str) -> tuple[str, ...]:
    """The scripts as they are sent that a script needs to begin, directly or not, as they are met."""
    return _read_imports(current_app.static_folder or "", name)


def names(beginning: str) -> list[str]:
    """The scripts and style sheets whose names begin so, in order."""
    return [name for name in files.list_files(current_app.static_folder or "") if name.startswith(beginning)]


def text(name: str) -> str:
    """A script or style sheet as it is sent."""
    return _make_small(current_app.static_folder or "", name)


def make_small(script: str) -> str:
    """A script without comments and white space that means nothing; a comment that says whose it is stays.

    For a checkout whose files were changed since they were packed, and for the program on a phone.
    """
    from rjsmin import (
        jsmin,  # here, because scripts are made small once a process, when the first is asked for
    )

    return str(jsmin(script, keep_bang_comments=True))


def serve_file(digest: str, name: str) -> Response:
    """A script or style sheet, as it was packed beforehand; a page from before an update gets those of today."""
    folder = current_app.static_folder or ""
    if name not in files.list_files(folder) and name not in joining.JOINED:
        abort(404)
    kind, way = files.KINDS[PurePosixPath(name).suffix], compression.choose_encoding()
    packed = files.read_packed(folder, name, way) if way else None
    if packed is None:
        return Response(_make_small(folder, name), content_type=kind)
    return Response(packed, content_type=kind, headers={"Content-Encoding": way, "Vary": "Accept-Encoding"})


@lru_cache(maxsize=400)
def _locate(folder: str, name: str) -> str:
    name = joining.sent_as(name)
    if PurePosixPath(name).suffix in files.KINDS:
        return f"{files.version(folder)}/{name}"
    return f"{name}?v={files.digest(folder, name)}"


@lru_cache(maxsize=200)
def _read_imports(folder: str, name: str) -> tuple[str, ...]:
    imported: dict[str, None] = {}
    for beside, _taken in joining.list_imports(joining.sent_as(name), lambda part: files.read(folder, part)):
        imported.update(dict.fromkeys((beside, *_read_imports(folder, beside))))
    return tuple(imported)


@lru_cache(maxsize=200)
def _make_small(folder: str, name: str) -> str:
    """The file as it is sent: without the sentences that are for us, and without white space that means nothing."""
    packed = files.read_packed(folder, name)
    if packed is not None:
        return packed.decode()
    if name.endswith(".css"):
        return files.write_style(folder, name)
    script = files.write_script(folder, name)
    return script if name.endswith(files.MADE_SMALL) else make_small(script)


def _keep(view: Callable[..., Any]) -> Callable[..., Response]:
    """A view of files which browsers keep for good where the address names the content, so that it is never another.

    While one machine after the other is brought up to date, a page of one may ask another, which has older files. They
    are kept nowhere, nor by a network in between, some of which keep scripts for hours unless they are told.
    """

    def send(**values: str) -> Response:
        response = make_response(view(**values))
        if response.status_code != 200:
            return response
        response.headers["Cache-Control"] = "no-cache"
        if _is_named(values):
            response.headers["Cache-Control"] = FOR_GOOD
            # The address is all that such a file is ever asked for by.
            for name in ("ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges"):
                response.headers.pop(name, None)
        return response

    return send


def _is_named(values: dict[str, str]) -> bool:
    """Whether the address of this request names what is sent."""
    if "digest" in values:
        return values["digest"] == version()
    return request.args.get("v") == files.digest(current_app.static_folder or "", values["filename"])
