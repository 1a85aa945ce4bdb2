"""What protects every page: headers, cookies, and tokens in forms.

A form whose token is not good any more is shown again with everything that was typed: the request is answered
as if the page had been asked for (GET) and ``read_typed()`` held the values. So a view that shows a form reads
``read_typed()``, and nothing is saved on this way, because asking for a page never saves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask.globals import request_ctx
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from scorekeeper.host import patience
from scorekeeper.web.site import languages

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # The address of a match is its key: it may reach our own pages and no one else's.
    "Referrer-Policy": "same-origin",
}
PERMISSIONS = "camera=(), microphone=(), geolocation=()"
"""What only a document can use: on every other answer it would be weight."""
WITH_CAMERA = PERMISSIONS.replace("camera=()", "camera=(self)")
SECRETS = {"link", "token"}
"""Parts of an address that open what it leads to: no search engine may show what it found there."""
FRAMED = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
}
"""Where the program runs in a frame of the phone's own page."""
IN_ANY_FRAME = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors *",
}
"""What may stand on anybody's page: it has no script and no form."""
# Our own scripts and styles: what protects a page would only make them larger on the wire.
FILES = ("static", "assets")
OF_A_FILE = {"X-Content-Type-Options": "nosniff"}
HSTS = "max-age=31536000"
AROUND = 1_000_000
"""Bytes that a form may have besides its file; a file that is only a little too large is refused at its field."""
LANG, MORE, SEEK = "lang", "more", "seek"
"""What shows the form again without saving it: another language, one more row, words that are sought in it."""

_csrf = CSRFProtect()
View = TypeVar("View", bound=Callable[..., Any])


def stores_nothing(view: View) -> View:
    """Mark a view that answers a POST and changes nothing: there is nothing that another site could do with it."""
    view.stores_nothing = True  # type: ignore[attr-defined]  # read by _guard_form
    return view


def uses_camera(view: View) -> View:
    """Mark a view whose page may ask for the camera; no other may."""
    view.camera = True  # type: ignore[attr-defined]  # read by _add_headers
    return view


def takes_files(room: Callable[..., tuple[int, str]]) -> Callable[[View], View]:
    """Mark a view that takes a file: ``room`` says of what stands in the address how many bytes a request may have, and
    how much that is in words. 0 means no more than any other form.
    """

    def mark(view: View) -> View:
        view.room = room  # type: ignore[attr-defined]  # read by _make_room
        return view

    return mark


def in_any_frame(page: Any) -> Response:
    """The answer with which a page may stand in a frame of any other page. It sets no cookie."""
    g.framed = True
    languages.keep_none()
    return make_response(page)


class Cookies(SecureCookieSessionInterface):
    """The session's cookie is ``Secure`` exactly when the request came by TLS: plain http at home may play too."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def save_session(self, app: Flask, session: Any, response: Response) -> None:
        """Write the cookie. A page with a tag is asked for anew each time, and the tag covers the cookie.

        So the browser's own copy of a sheet is good for the service worker too, which asks with later cookies.
        """
        super().save_session(app, session, response)
        if response.mimetype == "text/html" and response.get_etag()[0]:
            response.vary.discard("cookie")  # werkzeug finds it only in small letters


def init_app(app: Flask) -> None:
    """Guard every request and response of the application."""
    app.session_interface = Cookies()
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    app.config.setdefault("WTF_CSRF_SSL_STRICT", False)
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # we ask ourselves, below, after the language is known
    _csrf.init_app(app)
    app.before_request(_guard_form)
    app.after_request(_add_headers)


def read_typed() -> MultiDict[str, str] | None:
    """What the reader has typed into the form of this page: just posted, or kept by a request that saves nothing."""
    kept: MultiDict[str, str] | None = g.get("typed")
    if kept is None and request.method == "POST":
        return request.form
    return kept


def _guard_form() -> Any:
    if request.method in ("GET", "HEAD", "OPTIONS", "TRACE") or not request.endpoint:
        return None
    view = current_app.view_functions[request.endpoint]
    if hasattr(view, "stores_nothing"):
        return None
    if hasattr(view, "room"):
        _make_room(view.room)
    if current_app.config.get("WTF_CSRF_ENABLED", True):
        try:
            _csrf.protect()
        except CSRFError:
            g.token_failed = True  # templates say so
            return show_again(400)
    if LANG in request.form or MORE in request.form or request.form.get(SEEK):
        return show_again(200)
    return None


def _make_room(room: Callable[..., tuple[int, str]]) -> None:
    """Let a file arrive, before anything of the form is read."""
    most, words = room(**(request.view_args or {}))
    if most:
        g.room_words = words
        request.max_content_length = request.max_form_memory_size = most
        patience.give_time(request.environ, min(request.content_length or most, most))


def show_again(status: int) -> Response:
    """The page with the form, filled as it was posted; where there is no such page, a button to send it again."""
    g.typed = request.form
    languages.ask_again()
    adapter = request_ctx.url_adapter
    assert adapter is not None, "a request that reached us has an adapter"
    try:
        rule, arguments = adapter.match(method="GET", return_rule=True)
    except HTTPException:
        return show_button(status)
    request.method = "GET"
    request.url_rule, request.view_args = rule, dict(arguments)
    response = make_response(current_app.ensure_sync(current_app.view_functions[rule.endpoint])(**arguments))
    if response.status_code == 200:
        response.status_code = status
    return response


def show_button(status: int) -> Response:
    """A page with all that was typed and a button to send it again, which needs no database."""
    skipped = ("csrf_token", LANG, MORE)
    values = [(name, value) for name, value in request.form.items(multi=True) if name not in skipped]
    return make_response(render_template("send_again.html", values=values), status)


def _add_headers(response: Response) -> Response:
    if response.status_code == 304:
        # Browsers put these headers over those of the page they have kept, whose policy may name its stream.
        return response
    of_a_page = IN_ANY_FRAME if g.get("framed") else FRAMED if current_app.config["ON_PHONE"] else HEADERS
    for name, value in (OF_A_FILE if request.endpoint in FILES else of_a_page).items():
        response.headers.setdefault(name, value)
    if SECRETS & (request.view_args or {}).keys():
        response.headers["X-Robots-Tag"] = "noindex"
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", HSTS)
        # Over plain http browsers ignore it, and complain on every page.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if response.mimetype == "text/html":
        view = current_app.view_functions.get(request.endpoint or "")
        response.headers["Permissions-Policy"] = WITH_CAMERA if hasattr(view, "camera") else PERMISSIONS
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Cookie", "Accept-Language"))
    return response
