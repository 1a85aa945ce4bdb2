"""The application on a migrated database of its own, and a browser without JavaScript."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.store.db import db
from scorekeeper.store.presence import expect_another
from scorekeeper.web.match import links
from tests import ledgers
from tests.databases import hasty
from tests.web.reading import Form, Page, Phone, raw_values

__all__ = ["Form", "Page", "Phone", "raw_values"]


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
    with made.app_context():
        hasty(db.engine)
    return made


def file_of(app: Flask) -> Path:
    """The file of an application's database."""
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


@pytest.fixture
def app(migrated: Path) -> Iterator[Flask]:
    yield from app_on(migrated)


@pytest.fixture
def elsewhere(migrated: Path) -> Iterator[Flask]:
    """Another server."""
    yield from app_on(migrated)


@pytest.fixture(scope="session")
def application() -> Flask:
    """For tests that store nothing."""
    return create_app(
        {"SECRET_KEY": b"a key for tests", "SQLALCHEMY_DATABASE_URI": "sqlite://", "TESTING": True}
    )


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
    from scorekeeper.web.site.database import session

    with app.app_context():
        return ledgers.open_match(session(), "kani", ["Ana", "Þórdís", "Iñaki", "Георги"])


@pytest.fixture
def sheet(app: Flask, kani_match: Any) -> str:
    """The address at which that match is written down."""
    return link(app, kani_match, "score")


def link(app: Flask, match: Any, kind: str, page: str = "") -> str:
    """The address of a match for a capability."""
    with app.test_request_context():
        part = links.link_to(match.public_id, kind, match.generations)
        return "/".join(filter(None, ("/m", match.public_id, part, page)))


@pytest.fixture
def tuesday(app: Flask, request: pytest.FixtureRequest) -> Any:
    """A league with a person in every role: a private one, where the module says no other ``ACCESS``."""
    from tests.web.leagues.club import club  # which reads pages by what stands above

    return club(app, getattr(request.module, "ACCESS", "private"))


@pytest.fixture
def organiser(tuesday: Any) -> Phone:
    """The phone of that league's organiser."""
    phone: Phone = tuesday.phone("organiser")
    return phone


@pytest.fixture
def over(tuesday: Any) -> Any:
    """A match of that league that waits to be confirmed: Vera, who wrote it, and Георги won."""
    from tests.web.leagues.club import NAMES, WON

    return tuesday.match(WON, players=tuesday.players(*NAMES))
