"""What went wrong, in plain words and in the reader's language."""

from __future__ import annotations

from flask import Flask, Response, render_template, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException, InternalServerError


def init_app(app: Flask) -> None:
    """One page for every kind of failure."""
    app.register_error_handler(HTTPException, _page)


def _words(code: int) -> tuple[str, str]:
    if code == 404:
        return _("There is no page here."), _(
            "The address may be mistyped, or the link to a match was withdrawn. "
            "Ask whoever keeps the match for a new one."
        )
    if code == 403:
        return _("This link does not allow that."), _("Ask whoever keeps the match for a link that does.")
    if code == 413:
        return _("This is too much at once."), _(
            "A match document has at most a few megabytes. Nothing was saved."
        )
    if code == 405:
        return _("There is no page here."), _("Go back and use the buttons of the page.")
    if code >= 500:
        return _("The program made a mistake."), _(
            "What was saved before is safe. Go back, your entry may still be in the form; then try once more."
        )
    return _("This could not be understood."), _("Go back and try once more. Nothing was saved.")


def _page(error: HTTPException) -> Response | tuple[str, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error  # a redirect
    if request.path.startswith("/api/"):
        from scorekeeper.web.api import failed

        return failed(error)
    try:
        title, advice = _words(code)
        return render_template("error.html", title=title, advice=advice, code=code), code
    except Exception:
        if isinstance(error, InternalServerError):
            return error  # the page itself is what fails
        raise
