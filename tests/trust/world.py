"""Matches, accounts and links to try every route with, on a database that can be put back between two tries."""

import math
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.games import GAMES, rule
from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.db import db
from scorekeeper.store.match import capabilities
from scorekeeper.store.migrate import upgrade
from scorekeeper.web.desk import ruling_links
from scorekeeper.web.match import current
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.copies import make_or_copy
from tests.documents import question_document
from tests.trust.routes import ELSEWHERE, OWNER, ROUTES, SCORE, VALUES, WATCH

NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]
DEAL = {"kind": "deal", "bid": 7, "declarer": 0, "partner": 1, "tricks": 9}
COUNTED_ASIDE = {"attempt", "device", "device_match"}
"""Tables that asking may write to: who tried links in vain, which phone saw which match."""
GUESS = "A" * 24
JUST_NOW = 30.0
"""Seconds in which a sign-in does not grow old."""
PUT_BACK: dict[Path, float] = {}
"""When each database was put back."""
ALLOWED: dict[str, set[str]] = {WATCH: {WATCH}, SCORE: {WATCH, SCORE}, OWNER: {WATCH, SCORE, OWNER}}
"""What a link of each kind opens."""


class World(NamedTuple):
    """An application whose database can be put back: Ana's match and another, her account and Vera's."""

    app: Flask
    file: Path
    template: Path
    links: dict[str, tuple[str, str]]
    cookies: dict[str, str]
    ticket: str
    ruling: str

    def put_back(self) -> None:
        """Make the database what it was when the world was made."""
        if self._untouched():
            return
        with self.app.app_context():
            db.engine.dispose()
        # Through SQLite: an answer that is still being sent may hold the file open.
        with closing(sqlite3.connect(self.template)) as source, closing(sqlite3.connect(self.file)) as target:
            target.execute("PRAGMA synchronous=OFF")
            source.backup(target)
            self._sign_in_anew(target)
        current._kept.clear()
        PUT_BACK[self.file] = time.monotonic()

    def _untouched(self) -> bool:
        """Whether the database was put back a moment ago, and what was asked since then wrote nothing to its log."""
        log = self.file.with_name(f"{self.file.name}-wal")
        just_now = time.monotonic() - PUT_BACK.get(self.file, -math.inf) < JUST_NOW
        return just_now and not (log.exists() and log.stat().st_size)

    def _sign_in_anew(self, database: sqlite3.Connection) -> None:
        """Those who signed in when the run began did so a moment ago, however long the run takes."""
        now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")
        with database:
            database.execute("UPDATE sign_in SET seen_at = ?", (now,))
            database.execute("UPDATE sign_in SET confirmed_at = ? WHERE confirmed_at IS NOT NULL", (now,))

    def contents(self) -> dict[str, list[Any]]:
        """Every row that only an allowed write may touch."""
        with self.app.app_context():
            return {
                table.name: [tuple(row) for row in session().execute(select(table))]
                for table in METADATA.sorted_tables
                if table.name not in COUNTED_ASIDE
            }


def _open_match(owner: str) -> Any:
    table_match = ledgers.open_match(session(), "kani", NAMES, device=owner)
    events = (
        ("recorded", {"entry": DEAL}),
        ("protested", {"target": 2, "entry": {**DEAL, "tricks": 10}}),
        ("recorded", {"entry": DEAL}),
        ("undone", {"target": 4}),
    )
    for seen, (kind, body) in enumerate(events, 1):
        table_match = ledgers.write(session(), table_match, kind, body, seen=seen, device=owner)
    return table_match


def _links(key: bytes, table_match: Any, other: Any) -> dict[str, tuple[str, str]]:
    """Everybody's idea of the match's address: the match and the link."""

    def of(match: Any, kind: str) -> str:
        return capabilities.link_to(key, match.public_id, kind, match.generations)

    mine = {kind: (table_match.public_id, of(table_match, kind)) for kind in (WATCH, SCORE, OWNER)}
    stolen = mine[WATCH][1][1:]
    return mine | {
        "a guess to watch": (table_match.public_id, f"w{GUESS}"),
        "a guess to score": (table_match.public_id, f"s{GUESS}"),
        "a guess to own": (table_match.public_id, f"o{GUESS}"),
        "a watcher who says score": (table_match.public_id, f"s{stolen}"),
        "a watcher who says owner": (table_match.public_id, f"o{stolen}"),
        "no kind at all": (table_match.public_id, stolen),
        "the owner of another match": (table_match.public_id, of(other, OWNER)),
        "a match that is not there": ("222222222222", mine[OWNER][1]),
        "a withdrawn link to score": (
            table_match.public_id,
            capabilities.LETTERS[SCORE] + capabilities.token(key, table_match.public_id, SCORE, 7),
        ),
    }


def _ruling() -> str:
    """A ruling that gives something to write down: a void deal."""
    question = question_document("kani", "irregularity", answers=["dealing", "wrong_number", "before_play"])
    from scorekeeper.core.disputes.adjudication import adjudicate
    from scorekeeper.core.findings import Report

    _, good = rule(question)
    answered = adjudicate(question, GAMES, Report())
    assert good
    assert answered is not None
    return ruling_links.code_of(answered, question)


def make_world(folder: Path) -> Iterator[World]:
    """A world in a folder."""
    file, template, key = (
        folder / "scorekeeper.db",
        folder / "template.db",
        b"a key for tests of thirty-two by",
    )
    make_or_copy(f"sqlite:///{file}", upgrade)
    app = create_app(
        {
            "SECRET_KEY": key,
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}",
            "TESTING": True,
            "PROPAGATE_EXCEPTIONS": False,
        }
    )
    with app.test_request_context("http://localhost/"):
        found = [accounts.make(session(), name, password="lau karta eskuan") for name in ("Ana", "Vera")]
        ana, vera = (account for account in found if account is not None)
        links = _links(key, _open_match("ana"), _open_match("vera"))
        proved = sign_ins.begin(session(), ana.id, how="password", words="a phone")
        lent = sign_ins.begin(session(), ana.id, how=sign_ins.PHONE, words="a lent phone")
        stranger = sign_ins.begin(session(), vera.id, how="password", words="another phone")
        ticket = sign_ins.new_link(session(), ana.id, sign_ins.KEEPER)
        cookies = {"proved": proved, "lent": lent, "stranger": stranger, "visitor": "", "invented": "x" * 43}
        ruling = _ruling()
        db.engine.dispose()
    shutil.copy(file, template)
    yield World(app, file, template, links, cookies, ticket, ruling)
    with app.app_context():
        db.engine.dispose()


# --- the table ------------------------------------------------------------------------------------


@cache
def all_routes(app: Flask) -> dict[str, Rule]:
    """Every method of every route, as the tables name it."""
    return {
        f"{method} {found.endpoint}": found
        for found in app.url_map.iter_rules()
        for method in sorted((found.methods or set()) - {"HEAD", "OPTIONS"})
    }


@cache
def routes(app: Flask) -> dict[str, Rule]:
    """Those that do not belong to a league."""
    return {name: rule for name, rule in all_routes(app).items() if not name.split()[1].startswith(ELSEWHERE)}


def of(*needs: str) -> list[str]:
    return [name for name, need in ROUTES.items() if need in needs]


def address(world: World, name: str, who: str = OWNER, ticket: str | None = None) -> str:
    """The address that a route has for a visitor of this kind."""
    endpoint = name.partition(" ")[2]
    public_id, link = world.links[who]
    given: dict[str, Any] = {
        "public_id": public_id,
        "link": link,
        "code": world.ruling,
        "token": world.ticket if ticket is None else ticket,
        **VALUES.get(endpoint, {}),
    }
    route = routes(world.app)[name]
    if endpoint == "assets":
        with world.app.test_client() as client:
            found = re.search(
                r'src="(/static/[0-9a-f]+/js/[^"]+)"', client.get("/start/kani").get_data(as_text=True)
            )
            assert found
            return found[1]
    said = re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda part: quote(str(given[part[1]]), safe="/."), route.rule)
    return said.split("#")[0]


class Visitor:
    """A browser with a session and its form token, signed in to an account or to none."""

    def __init__(self, world: World, account: str = "visitor") -> None:
        self.client: FlaskClient = world.app.test_client()
        page = self.client.get("/start/kani").get_data(as_text=True)
        found = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert found
        self.token = found[1]
        if world.cookies[account]:
            self.client.set_cookie("account", world.cookies[account])

    @cached_property
    def nothing(self) -> str:
        """What this visitor sees where nothing is."""
        return self.client.get("/nowhere").get_data(as_text=True)

    def ask(self, name: str, where: str, /, *, token: bool = True, **values: str) -> TestResponse:
        """Use a route as its page would."""
        if name.startswith("GET"):
            return self.client.get(where)
        if "/draft/" in where or "/passkey/" in where:
            headers = {"X-CSRFToken": self.token} if token else {}
            return self.client.post(where, json={"inputs": {}}, headers=headers)
        if "/api/" in where:
            return self.client.post(where, data="{}")
        given = {"csrf_token": self.token} if token else {}
        return self.client.post(where, data={**given, **values})


def got_in(response: TestResponse) -> bool:
    """Whether a page was there, be it one that says what is missing."""
    return response.status_code not in (401, 403, 404, 405) and response.status_code < 500
