"""The app factory: configuration, extensions, blueprints. It starts no thread and opens no socket."""

# ruff: noqa: F401 - what most modules are imported for are their pages

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment

from scorekeeper.store import instance
from scorekeeper.store.db import db
from scorekeeper.web.accounts import browser_session, data, keys, passkeys, signing_in
from scorekeeper.web.api import documents
from scorekeeper.web.desk import asking, at_match
from scorekeeper.web.entry import draft, entries, recording
from scorekeeper.web.leagues import guard, index, seasons, settings
from scorekeeper.web.leagues.evening import (
    board,
    draw,
    ending,
    here,
    planning,
    rounds,
    running,
    sending,
    substitute,
    table_code,
    tonight,
)
from scorekeeper.web.leagues.exchange import api, api_figures, export, imports, upload_page
from scorekeeper.web.leagues.figures import standings, statistics
from scorekeeper.web.leagues.matches import listing, nights, playing, results, taking
from scorekeeper.web.leagues.people import members, players
from scorekeeper.web.match import (
    along,
    hand_over,
    importing,
    league_line,
    league_match,
    links,
    people,
    proof,
    protests,
    rule_sets,
    series,
    share,
    starting,
)
from scorekeeper.web.match.settings import charter, mending, naming
from scorekeeper.web.match.sheet import explain, live, pictures, printing, sheet, tv
from scorekeeper.web.request import compression, errors, health, hosts, limits, logs, metrics, security
from scorekeeper.web.site import alone, assets, find, home, install, keeping, languages, phone, prose, rules
from scorekeeper.web.site.folders import find_folder
from scorekeeper.web.site.pages import LateRule

PAGES = (
    home.pages,
    starting.pages,
    importing.pages,
    hand_over.pages,
    along.pages,
    printing.pages,
    rules.pages,
    rule_sets.pages,
    find.pages,
    install.pages,
    phone.pages,
    keeping.pages,
    health.pages,
    asking.pages,
    documents.pages,
    browser_session.pages,
    links.pages,
    guard.pages,
    api.pages,
)
"""The pages of each room, one blueprint a room: every module above adds its own when it is imported."""
MAX_REQUEST = 4 * 1024 * 1024
FORM_MEMORY = 3 * 1024 * 1024
MAX_PARTS = 3000


class SharedGlobals(Environment):
    """Flask's environment; its templates share one mapping of globals, as none of them has globals of its own.

    Jinja lays a mapping of its own over that for each template. Every import of a page then walks through both, which
    is a tenth of the time of a sheet.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of the application, where no others are given for it."""
        return super().make_globals(d) if d else self.globals


def make_app(config: Mapping[str, Any]) -> Flask:
    """A configured application; ``config`` goes before every default (tests name their own database)."""
    app = Flask(
        "scorekeeper", template_folder=str(find_folder("templates")), static_folder=str(find_folder("static"))
    )
    app.url_rule_class = LateRule
    app.jinja_environment = SharedGlobals  # before anything is put into it
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
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
    alone.init_app(app)
    limits.init_app(app)
    compression.init_app(app)
    for pages in PAGES:
        app.register_blueprint(pages)
    return app


def _configure(app: Flask, config: Mapping[str, Any]) -> None:
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST,
        MAX_FORM_MEMORY_SIZE=FORM_MEMORY,
        MAX_FORM_PARTS=MAX_PARTS,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME="scorekeeper",
        LIVE_PORT=instance.setting(instance.LIVE_PORT_VARIABLE),
        LIVE_URL=instance.setting(instance.LIVE_URL_VARIABLE),
        LIVE_POLL_SECONDS=live.POLL_SECONDS,
    )
    app.config.update(config)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = instance.secret_key()
    app.config.setdefault("SQLALCHEMY_DATABASE_URI", instance.database_url())
