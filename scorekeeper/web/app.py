"""The app factory: configuration, extensions, blueprints. It starts no thread and opens no socket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from scorekeeper.store import instance
from scorekeeper.store.db import db
from scorekeeper.web.accounts import data, keys, passkeys, signing_in
from scorekeeper.web.api import documents as api
from scorekeeper.web.desk import asking
from scorekeeper.web.leagues.page_modules import LEAGUE_PAGES
from scorekeeper.web.match import along, hand_over, importing, rule_sets, starting
from scorekeeper.web.match.page_modules import MATCH_PAGES
from scorekeeper.web.match.sheet import live, printing
from scorekeeper.web.request import compression, errors, health, hosts, limits, logs, metrics, security
from scorekeeper.web.site import (
    alone,
    assets,
    find,
    home,
    install,
    keeping,
    languages,
    phone,
    prose,
    rules,
    streams,
    templates,
)
from scorekeeper.web.site.folders import find_folder
from scorekeeper.web.site.pages import LateRule

PAGES = (
    home,
    starting,
    importing,
    hand_over,
    along,
    printing,
    rules,
    rule_sets,
    find,
    install,
    phone,
    keeping,
    health,
    asking,
    api,
    signing_in,
    data,
    keys,
    passkeys,
    *MATCH_PAGES,
    *LEAGUE_PAGES,
)
"""Every module with pages. It adds them to its ``pages`` when it is imported; those of one room are one blueprint."""
MAX_REQUEST = 4 * 1024 * 1024
FORM_MEMORY = 3 * 1024 * 1024
MAX_PARTS = 3000


def make_app(config: Mapping[str, Any]) -> Flask:
    """A configured application; ``config`` goes before every default (tests name their own database)."""
    app = Flask(
        "scorekeeper", template_folder=str(find_folder("templates")), static_folder=str(find_folder("static"))
    )
    app.url_rule_class = LateRule
    templates.init_app(app)
    _configure(app, config)
    db.init_app(app)
    logs.init_app(app)  # first, so that it sees every answer as it goes out
    metrics.init_app(app)
    hosts.init_app(app)  # before all that reads or writes
    security.init_app(app)
    languages.init_app(app)
    assets.init_app(app)
    prose.init_app(app)
    errors.init_app(app)
    phone.init_app(app)
    alone.init_app(app)  # before what reads its settings
    streams.init_app(app)
    live.init_app(app)
    limits.init_app(app)
    compression.init_app(app)
    _register(app)
    return app


def _configure(app: Flask, config: Mapping[str, Any]) -> None:
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST,
        MAX_FORM_MEMORY_SIZE=FORM_MEMORY,
        MAX_FORM_PARTS=MAX_PARTS,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME="scorekeeper",
    )
    app.config.update(config)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = instance.secret_key()
    app.config.setdefault("SQLALCHEMY_DATABASE_URI", instance.database_url())


def _register(app: Flask) -> None:
    install.init_app(app)

    for pages in dict.fromkeys(module.pages for module in PAGES):
        app.register_blueprint(pages)
