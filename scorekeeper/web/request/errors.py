"""What went wrong, in plain words and in the reader's language."""

from __future__ import annotations

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask.globals import request_ctx
from flask_babel import gettext as _
from markupsafe import Markup
from sqlalchemy.exc import DBAPIError
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge, ServiceUnavailable

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.trouble import FULL, GONE, trouble
from scorekeeper.web.api.answers import answer_failure, errors
from scorekeeper.web.request import logs
from scorekeeper.web.request.security import show_again, show_button
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import local_day_words

UNREAD = (400, 413)
NOT_FOUND, GONE_FOR_GOOD = 404, 410
SHOWN_WHERE_SENT = (GONE_FOR_GOOD, 413)
"""What a phone that sends what it kept shows beside it."""
MAX_DRAINED = 100_000_000
"""So much of a request that is too large is taken in before it is answered; who says more hears nothing."""
OURS = {NOT_FOUND: "Gone", GONE_FOR_GOOD: "Gone", 429: "Busy", 503: "Busy"}
"""The headers of what we say ourselves: a proxy whose server is away answers alike for it, and is not believed."""
AGAIN_AFTER = 5
"""Seconds after which it is worth trying once more."""
SECRET = "password"
"""What is typed there is not written into a page."""


def init_app(app: Flask) -> None:
    """One page for every kind of failure."""
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(DBAPIError, _not_now)
    app.register_error_handler(OSError, _not_now)
    app.after_request(_sign)


def _sign(response: Response) -> Response:
    if response.status_code in OURS:
        response.headers[OURS[response.status_code]] = "yes"
    return response


def _words(code: int) -> tuple[str, str]:
    if code == NOT_FOUND:
        return _("There is no page here."), _(
            "The address may be mistyped, or the link was withdrawn or has run out. "
            "Ask the person who sent it for a new one."
        )
    if code == GONE_FOR_GOOD:
        return _emptied_words()
    if code == 403:
        return _("This link does not allow that."), _(
            "Ask the person who keeps the match for a link that does."
        )
    if code == 413:
        return _too_large()
    if code == 405:
        return _("There is no page here."), _("Go back and use the buttons of the page.")
    if code >= 500:
        return _("The program made a mistake."), _(
            "What was saved before is safe. Go back, your entry may still be in the form; then try once more."
        )
    return _("This could not be understood."), _("Go back and try once more. Nothing was saved.")


def _emptied_words() -> tuple[str, str]:
    """When the match of this link was emptied out of the bin."""
    day = local_day_words(g.emptied_at)
    return _("This match was emptied on %(day)s.", day=day), _(
        "It had lain in the bin for 30 days. Its deals, names and notes are gone for good."
    )


def _too_large() -> tuple[str, str]:
    """What was handed in, and how much of it there may be."""
    limit = g.get("room_words") or _(
        "A form takes at most %(size)s.", size=megabytes(current_app.config["MAX_CONTENT_LENGTH"])
    )
    kept = _("Nothing was saved.")
    return _("This is too much at once."), f"{limit} {kept}"


def megabytes(size: int) -> str:
    """A size as every language writes it: ``64 MB``. What is not whole is cut off, so that as much does arrive."""
    return f"{size // 1_000_000} MB"


def _drain() -> None:
    """Take in what is still being said and forget it: a browser shows no answer before it has said everything."""
    stream, left = request.environ.get("wsgi.input"), request.content_length or 0
    left = min(left, MAX_DRAINED)
    while stream is not None and left > 0 and (part := stream.read(min(left, 65536))):
        left -= len(part)


def _page(error: HTTPException) -> Response | tuple[str, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error  # a redirect
    if request.path.startswith("/api/") or (code >= 500 and asks_for_json()):
        return answer_failure(error)
    if code == RequestEntityTooLarge.code:
        _drain()
    if code in UNREAD:
        _forget_the_form()
    title, advice = _words(code)
    if code in SHOWN_WHERE_SENT and asks_for_json():
        html = Markup('<p class="odd">{} {}</p>').format(title, advice)
        return make_response({"html": html, "problems": [f"{title} {advice}"]}, code)
    if request_ctx.url_adapter is None:  # a Host that is none: there are no addresses to put on a page
        return Response(f"{title} {advice}\n", code, mimetype="text/plain")
    try:
        return render_template("error.html", title=title, advice=advice, code=code), code
    except Exception:
        if isinstance(error, InternalServerError):
            return error  # the page itself is what fails
        raise


def _forget_the_form() -> None:
    """What could not be read is not read again by the page that says so."""
    for name in ("form", "files", "values"):
        setattr(request, name, ImmutableMultiDict())


def asks_for_json() -> bool:
    """Whether a script sent this request: it wants JSON back."""
    return request.is_json or request.accept_mimetypes.best == "application/json"


# --- not now --------------------------------------------------------------------------------------


def _not_now(error: DBAPIError | OSError) -> Response:
    """The database is busy, or the disk full: said in words, with the form as it was filled and its identity."""
    kind = trouble(error)
    if kind is None:
        raise error
    logs.log_failure(error)
    response = _answer_trouble(kind)
    response.status_code = ServiceUnavailable.code
    response.headers["Retry-After"] = str(AGAIN_AFTER)
    return response


def _answer_trouble(kind: str) -> Response:
    if request.path.startswith("/api/") or asks_for_json():
        return errors(ServiceUnavailable.code, Finding("", kind, _SENTENCES[kind]))
    title, advice = _trouble_words(kind)
    posted = request.method == "POST"
    if posted:
        kept = _("Nothing was saved; what you typed is still here.")
        g.not_saved = f"{title} {kept} {advice}"  # templates say so
    try:
        session().rollback()
        if posted:
            return show_again(ServiceUnavailable.code)
        return make_response(render_template("error.html", title=title, advice=advice))
    except Exception as another:  # the page needs the same database, or the same disk
        logs.log_failure(another)
    if posted and SECRET not in request.form:
        return show_button(ServiceUnavailable.code)
    g.pop("not_saved", None)
    return make_response(render_template("error.html", title=title, advice=advice))


_SENTENCES = {
    "busy": T("The database is busy. Nothing was saved; send it once more in a moment."),
    "full": T("The server’s disk is full. Nothing was saved; the server’s keeper has to make room."),
    "gone": T(
        "The server cannot reach its database. Nothing was saved; the server’s keeper has to look after it."
    ),
}


def _trouble_words(kind: str) -> tuple[str, str]:
    if kind == FULL:
        return _("The server’s disk is full."), _("The server’s keeper has to make room; then try once more.")
    if kind == GONE:
        return _("The server cannot reach its database."), _(
            "The server’s keeper has to look after it; then try once more."
        )
    return _("The database is busy."), _("Wait a moment and try once more.")
