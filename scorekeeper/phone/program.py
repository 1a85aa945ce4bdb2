"""The application as a browser's Python holds it: one database, one reader, requests handed in one after the other."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from flask import Flask
from jinja2 import ModuleLoader
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import sessionmaker
from sqlalchemy.pool import StaticPool
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.test import Client

from scorekeeper import create_app
from scorekeeper.core.text import Catalogue, T, render
from scorekeeper.store import clock, instance, migrate, own_phone, settings
from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.db import db
from scorekeeper.store.forgetting.emptying import empty_bin
from scorekeeper.store.leagues import keeper
from scorekeeper.store.leagues.figures import editions
from scorekeeper.store.leagues.keeper import Rest
from scorekeeper.store.own_phone import Kept
from scorekeeper.store.transactions import begin_write
from scorekeeper.translations.catalogues import LANGUAGES, catalogue
from scorekeeper.web.accounts.browser_session import COOKIE
from scorekeeper.web.site import keeping
from scorekeeper.web.site.folders import find_folder

HOST = "localhost"
"""The name at which the application believes to be asked; the page around it knows the real one."""
ORIGIN = f"http://{HOST}"

TURN = 0.3
"""Seconds that leagues may take between two pages."""

PAGES = "pages"
"""The folder of the templates as modules, beside the package's own in a build for phones; a checkout has none."""

OWN_NAME = T("This phone")
"""The name of the one account."""


class PageAnswer(NamedTuple):
    """What a page of the application came to. Cookies are not in it: the program keeps them itself."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Program:
    """The application with its one reader. ``base`` is the path below which its pages stand, such as ``/phone/app``."""

    def __init__(
        self,
        database: str,
        base: str,
        *,
        languages: str = "",
        zone: str = "",
        schema: str = "",
        origin: str = ORIGIN,
    ) -> None:
        """Opens the database, and brings it to ``schema`` first, this program's own where none is said.

        ``origin`` is where the window was fetched from. MigrationError where a newer program wrote the database.
        """
        self.base, self._languages, self._zone = base.rstrip("/"), languages, zone
        self._url = f"sqlite:///{database}"
        self._window = f"{origin}{self.base.rpartition('/')[0]}/#"
        self._resting: dict[int, Rest] = {}
        if migrate.current(self._url) != (schema or migrate.head()):
            migrate.upgrade(self._url)
        self._begin()
        self.has_emptied = self._empty_bin()
        """Whether a match went out of the bin for good with this start."""

    def _begin(self) -> None:
        """Make the application for the key and the reader that the database names."""
        self._kept = _read_or_make(self._url)
        self.app = make_app(self._url, self._kept.key, self._window)
        self._client = Client(self.app)
        self._drop_leases()
        self._sign_in()
        for name, value in {**self._kept.cookies, **({"tz": self._zone} if self._zone else {})}.items():
            self._client.set_cookie(name, value, domain=HOST)

    def _begin_anew(self) -> None:
        """The database is another one: nothing that is known of the one before may be written into it."""
        with self.app.app_context():
            db.engine.dispose()
        self._begin()

    def answer(self, method: str, address: str, headers: Mapping[str, str], body: bytes = b"") -> PageAnswer:
        """Ask the application. ``address`` is path and query as the window has them, so it begins with ``base``."""
        path = address.removeprefix(self.base) or "/"
        given = {"Accept-Language": self._languages, **headers} if self._languages else dict(headers)
        response = self._client.open(
            path, method=method, base_url=f"{ORIGIN}{self.base}/", headers=given, data=bytes(body)
        )
        if keeping.was_replaced(self.app):
            self._begin_anew()
        else:
            self._keep_cookies(response.headers.getlist("Set-Cookie"))
        said = tuple(
            (name, value.removeprefix(ORIGIN) if name == "Location" else value)
            for name, value in response.headers.items()
            if name != "Set-Cookie"
        )
        return PageAnswer(response.status_code, said, response.get_data())

    def keep_leagues(self) -> bool:
        """Derive what waits in leagues, and take in imports, for about a TURN; whether there may be more to do.

        A server has a process of its own for it. Here the window asks between pages, which wait no longer than a turn.
        """
        until = time.monotonic() + TURN
        with self.app.app_context():
            sessions = sessionmaker(db.engine)
            return keeper.take_turn(sessions, lambda: time.monotonic() > until, self._resting, TURN)

    def _drop_leases(self) -> None:
        """Wait for no program that was killed while it derived a league: this one is alone with the database.

        Where the store is full they stay, and end by themselves.
        """
        with self.app.app_context(), suppress(OperationalError):
            editions.drop_leases(db.session())

    def _empty_bin(self) -> bool:
        """Empty what has lain in the bin for long enough, which no other process does here; whether there was any.

        Where the store is full it stays until the next start.
        """
        with self.app.app_context(), suppress(OperationalError):
            return bool(empty_bin(db.session(), clock.now()))
        return False

    def _sign_in(self) -> None:
        """The phone is its own account, so that it may have leagues; there is no other, and no one signs in."""
        with self.app.app_context():
            session = db.session()
            if sign_ins.find(session, self._kept.cookies.get(COOKIE, "")) is not None:
                return
            account = session.execute(select(func.min(AccountRow.id))).scalar()
            if account is None:
                account = accounts.make(session, render(OWN_NAME, self._find_catalogue())).id
            self._kept.cookies[COOKIE] = sign_ins.begin(session, account, how=sign_ins.PHONE, words="")
        self._write_kept()

    def _find_catalogue(self) -> Catalogue | None:
        wanted = parse_accept_header(self._languages, LanguageAccept).best_match(LANGUAGES, "en")
        return None if wanted == "en" else catalogue(wanted)

    def _write_kept(self) -> None:
        with self.app.app_context():
            session = db.session()
            begin_write(session)
            settings.write(session, own_phone.NAME, self._kept.write())
            session.commit()

    def _keep_cookies(self, told: list[str]) -> None:
        """Keep what an answer changed. It stands in the database, so that it is in every copy of it."""
        before = dict(self._kept.cookies)
        for name in (one.partition("=")[0] for one in told):
            cookie = self._client.get_cookie(name, domain=HOST)
            self._kept.cookies.pop(name, None)
            if cookie is not None:
                self._kept.cookies[name] = cookie.value
        if self._kept.cookies != before:
            with suppress(OperationalError):  # a store that is full: they are written with the next change
                self._write_kept()


def make_app(url: str, key: bytes, window: str = f"{ORIGIN}/#") -> Flask:
    """The application for one reader: it may stand in a frame of its own origin, and knows no other machine.

    ``window`` is the address of the window around it, to which a page's own is added.
    """
    app = create_app(
        {
            "SECRET_KEY": key,
            "SQLALCHEMY_DATABASE_URI": url,
            "SQLALCHEMY_ENGINE_OPTIONS": {"poolclass": StaticPool},
            "ON_PHONE": True,
            "WINDOW": window,
            "HOSTS": (HOST,),
        }
    )
    compiled = find_folder(PAGES)
    if compiled.is_dir():
        app.jinja_env.loader = ModuleLoader(compiled)
    return app


def _read_or_make(url: str) -> Kept:
    """What the phone keeps; the key is made with the first start."""
    with migrate.exclusive(url) as connection:
        found = settings.read(connection, own_phone.NAME)
        if found is not None:
            return own_phone.read(found)
        made = Kept(secrets.token_bytes(instance.KEY_BYTES), {})
        settings.write(connection, own_phone.NAME, made.write())
        return made
