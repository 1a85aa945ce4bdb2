"""The application on a migrated database of its own, and a browser without JavaScript."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.store.db import db
from scorekeeper.store.presence import expect_another
from scorekeeper.web.match import links
from tests.conftest import hasty


class Compiled(BytecodeCache):
    """Templates compiled once for all applications of a run."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self.kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.kept[bucket.key] = bucket.checksum, bucket.code


COMPILED = Compiled()


@pytest.fixture(scope="session")
def migrated(migrated_sqlite: Path) -> Path:
    """An empty database of the newest schema, to be copied."""
    return migrated_sqlite


IDLE: list[Flask] = []
"""Applications that no test has at the moment. One keeps its rules, its templates and its compiled statements."""


def app_on(migrated: Path) -> Iterator[Flask]:
    """The application on a copy of a database, until the caller goes on."""
    made = IDLE.pop() if IDLE else made_beside(migrated)
    settings = dict(made.config)
    file = file_of(made)
    for left in (f"{file}-wal", f"{file}-shm", file):
        Path(left).unlink(missing_ok=True)
    shutil.copy(migrated, file)
    expect_another(Path(file))
    yield made
    with made.app_context():
        db.session.remove()
        db.engine.dispose()
    made.config.clear()
    made.config.update(settings)
    IDLE.append(made)


def made_beside(migrated: Path) -> Flask:
    """A new application, whose database will be a file beside another."""
    file = migrated.with_name(f"{uuid4().hex}.db")
    made = create_app(
        {"SECRET_KEY": b"a key for tests", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "TESTING": True}
    )
    made.jinja_env.bytecode_cache = COMPILED
    with made.app_context():
        hasty(db.engine)
    return made


def file_of(app: Flask) -> Path:
    """The file of an application's database."""
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


@pytest.fixture
def app(migrated: Path) -> Iterator[Flask]:
    yield from app_on(migrated)


@pytest.fixture(scope="session")
def application() -> Flask:
    """For tests that store nothing."""
    return create_app(
        {"SECRET_KEY": b"a key for tests", "SQLALCHEMY_DATABASE_URI": "sqlite://", "TESTING": True}
    )


class Form:
    """A form as the browser would send it: ``values`` in order, ``kinds`` of inputs, ``buttons`` by their words."""

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes
        self.values: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.kinds: set[str] = set()
        self.buttons: dict[str, dict[str, str]] = {}

    def value(self, name: str) -> str:
        """What one input holds."""
        return next((value for known, value in self.values if known == name), "")


MARKUP = re.compile(
    r"""<(script|style)\b([^>]*)>(.*?)</\1\s*>                     # what is no text, as it stands
    | <(/?)([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>          # a tag and its attributes
    | <!--.*?--> | <![^>]*>
    | ([^<]+|<)                                                    # text""",
    re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class Page:
    """What of a page the tests look at: forms with what they hold, links, ids, the words.

    It reads what our templates write, five times as fast as html.parser, which also takes markup that is broken.
    """

    def __init__(self, html: str) -> None:
        self.html, self.words = html, ""
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.ids: list[str] = []
        self.attributes: list[tuple[str, dict[str, str]]] = []
        self._form: Form | None = None
        self._text: list[str] | None = None
        self._open: dict[str, str] = {}
        self._select: tuple[dict[str, str], list[tuple[str, bool]]] | None = None
        self._read(html)

    def _read(self, html: str) -> None:
        for raw, more, inside, closing, tag, attributes, text in MARKUP.findall(html):
            if text:
                self.handle_data(unescape(text))
            elif raw:
                self.handle_starttag(raw, more)
                self.handle_data(inside)
            elif closing:
                self.handle_endtag(tag.lower())
            elif tag:
                self.handle_starttag(tag.lower(), attributes)

    def handle_starttag(self, tag: str, written: str) -> None:
        given = {
            name.lower(): unescape(double or single or bare)
            for name, double, single, bare in ATTRIBUTE.findall(written)
        }
        self.attributes.append((tag, given))
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "form":
            self._form = Form(given)
            self.forms.append(self._form)
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self._select = given, []
        elif tag == "option" and self._select is not None:
            self._select[1].append((given.get("value", ""), "selected" in given))
        elif tag in ("textarea", "button", "a"):
            self._text, self._open = [], given

    def _owner(self, given: dict[str, str]) -> Form | None:
        if "form" in given:
            return next((form for form in self.forms if form.attributes.get("id") == given["form"]), None)
        return self._form

    def _input(self, given: dict[str, str]) -> None:
        form = self._owner(given)
        if form is None or "name" not in given:
            return
        form.names.add(given["name"])
        form.kinds.add(given.get("type", "text"))
        if given.get("type") == "file" or (
            given.get("type") in ("radio", "checkbox") and "checked" not in given
        ):
            return
        form.values.append((given["name"], given.get("value", "on")))

    def _choose(self, given: dict[str, str], options: list[tuple[str, bool]]) -> None:
        """What a list sends: the option that is selected, or else the first."""
        form, self._select = self._owner(given), None
        if form is not None and "name" in given and options:
            form.names.add(given["name"])
            chosen = [value for value, selected in options if selected] or [options[0][0]]
            form.values.append((given["name"], chosen[-1]))

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag == "select" and self._select is not None:
            self._choose(*self._select)
        if tag not in ("textarea", "button", "a") or self._text is None:
            return
        text, given = "".join(self._text), self._open
        self._text = None
        form = self._owner(given)
        if tag == "a":
            self.links.setdefault(" ".join(text.split()), given.get("href", ""))
        elif tag == "textarea" and form is not None:
            form.names.add(given["name"])
            form.values.append((given["name"], text.removeprefix("\n")))
        elif tag == "button" and form is not None:
            form.buttons.setdefault(" ".join(text.split()), given)


RAW = re.compile(r"(?<!“)(?:\bNone\b(?! yet| here|\. )|\b(?:undefined|null|NaN)\b|\[object )")
"""A value of a program where a word for people should stand; “None yet.” is one, and so is what a sentence quotes."""


TYPED = re.compile(r"<textarea.*?</textarea>", re.S)


def raw_values(page: Page) -> list[str]:
    """What a page shows or sends of values that were never made words; what was typed is its writer's own."""
    given = (f"{tag} {name}={value}" for tag, found in page.attributes for name, value in found.items()
             if value in ("None", "null", "undefined"))  # fmt: skip
    shown = re.sub(r"<[^>]*>", " ", TYPED.sub("", page.html))
    return [shown[max(0, found.start() - 40) : found.end() + 20] for found in RAW.finditer(shown)] + [*given]


UNSAID = re.compile(r"<table[^>]*>(?!\s*<caption)|<th[^>]*>[^<\w%]+</th>")
"""A table that does not say what it is; a column that is headed by a sign alone, but for a percentage."""


class Phone:
    """Follows links and presses buttons on the pages of the application, as people without JavaScript do."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.response: TestResponse
        self.address = "/"
        self.page: Page

    def get(self, address: str, **headers: str) -> Page:
        """Open an address."""
        return self._show(self.client.get(address, follow_redirects=True, headers=headers))

    def click(self, words: str) -> Page:
        """Follow a link."""
        return self.get(self.page.links[words])

    def press(self, button: str, form: int | None = None, **typed: str | list[str]) -> Page:
        """Fill in a form and press one of its buttons."""
        among = (
            [form_ for form_ in self.page.forms if button in form_.buttons]
            if form is None
            else [self.page.forms[form]]
        )
        chosen = among[0]
        unknown = set(typed) - chosen.names
        assert not unknown, f"the form has no {unknown}; it has {sorted(chosen.names)}"
        values = [(name, value) for name, value in chosen.values if name not in typed]
        for name, value in typed.items():
            values += [(name, one) for one in ([value] if isinstance(value, str) else value)]
        pressed = chosen.buttons[button]
        if "name" in pressed:
            values.append((pressed["name"], pressed.get("value", "")))
        address = pressed.get("formaction") or chosen.attributes.get("action") or self.address
        return self.post(urljoin(self.address, address), values)

    def post(self, address: str, values: list[tuple[str, str]]) -> Page:
        """Send values to an address."""
        data: dict[str, list[str]] = {}
        for name, value in values:
            data.setdefault(name, []).append(value)
        return self._show(self.client.post(address, data=data, follow_redirects=True))

    def _show(self, response: TestResponse) -> Page:
        self.response = response
        request = response.request
        query = request.query_string.decode()
        self.address = request.path + (f"?{query}" if query else "")
        self.page = Page(response.get_data(as_text=True))
        if response.mimetype == "text/html":
            assert raw_values(self.page) == [], self.address
            assert UNSAID.findall(self.page.html) == [], self.address
        return self.page

    @property
    def status(self) -> int:
        """The status of the page shown."""
        return self.response.status_code


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def another_phone(app: Flask) -> Phone:
    """A second phone."""
    return Phone(app.test_client())


@pytest.fixture
def kani_match(app: Flask) -> Any:
    """A match of Kani without a deal, that no phone opened."""
    from scorekeeper.store.match import ledger
    from scorekeeper.web.site.database import session

    with app.app_context():
        return ledger.open_match(
            session(), game="kani", rules={}, names=["Ana", "Þórdís", "Iñaki", "Георги"], first_dealer=0,
            uuid=str(uuid4()), device=None,
        )  # fmt: skip


def link(app: Flask, match: Any, kind: str, page: str = "") -> str:
    """The address of a match for a capability."""
    with app.test_request_context():
        return "/".join(filter(None, ("/m", match.public_id, links.link_part(match, kind), page)))


@pytest.fixture
def tuesday(app: Flask) -> Any:
    """A private league with a person in every role."""
    from .league_club import club  # which reads pages by what stands above

    return club(app)


@pytest.fixture
def over(tuesday: Any) -> Any:
    """A match of that league that waits to be confirmed: Vera, who wrote it, and Георги won."""
    from .league_club import NAMES, WON

    with tuesday.app.app_context():
        return tuesday.match(WON, players=tuesday.players(*NAMES))
