"""For whatever looks after the server: is it alive, can it work, how is it doing. Says nothing about anybody."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.server import metrics_access
from scorekeeper.store import migrate
from scorekeeper.web.site.database import session
from scorekeeper.web.site.metrics import exposition

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def alive() -> Response:
    """The process answers. Nothing else is asked, so that a sick database does not make anybody restart it."""
    return _said("ok", 200)


@pages.get("/readyz")
def ready() -> Response:
    """The database answers and has this program's schema: requests may be sent here."""
    try:
        found = session().execute(text("SELECT version_num FROM alembic_version")).scalar()
    except SQLAlchemyError:
        return _said("the database does not answer", 503)
    if found != migrate.head():
        return _said("the database is of another version", 503)
    return _said("ready", 200)


@pages.get("/metrics")
def metrics() -> Response:
    """The counters, for this machine itself or for who has the token; for others there is no such page."""
    if not metrics_access.may_read(request.remote_addr or "", request.headers.get):
        abort(404)
    return Response(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _said(words: str, status: int) -> Response:
    response = Response(f"{words}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
