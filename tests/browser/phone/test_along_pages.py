"""What a phone shows of a match that is kept on a server too, in every state and both themes."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper import create_app
from scorekeeper.phone.program import make_app
from scorekeeper.store.match.record import offline_copy
from scorekeeper.translations.catalogues import LANGUAGES
from scorekeeper.web.site.database import session
from tests.browser.conftest import Phone, serving
from tests.soak import in_soak
from tests.web.conftest import link
from tests.web.sheet_tables import BELOT, add_event, open_match

NAMES = ("Александрина", "Þórdís Ragnheiður", "Iñaki", "Vera")
OTHER = {**BELOT, "trick_points": [62, None]}
SPOKEN = in_soak(tuple(LANGUAGES), ("bg", "en"))


def make_file(migrated: Path, folder: Path, name: str) -> str:
    return f"sqlite:///{shutil.copy(migrated, folder / name)}"


@pytest.fixture
def club(migrated_sqlite: Path, tmp_path: Path) -> Flask:
    """A server."""
    url = make_file(migrated_sqlite, tmp_path, "club.db")
    return create_app({"SECRET_KEY": b"a key", "SQLALCHEMY_DATABASE_URI": url})


@pytest.fixture
def pocket(migrated_sqlite: Path, tmp_path: Path) -> Flask:
    """The application as it is on a phone, without the window around it."""
    made = make_app(make_file(migrated_sqlite, tmp_path, "pocket.db"), b"k" * 32)
    made.config["HOSTS"] = ("127.0.0.1", "localhost")
    return made


@pytest.fixture
def phone(pocket: Flask, page: Page, request: pytest.FixtureRequest) -> Iterator[Phone]:
    for server in serving(pocket):
        yield Phone(page, server, request.node.name.replace("test_", ""))


def download(club: Flask, match: Any, pocket: Flask, *, refused: bool = False) -> Any:
    """The match as it is on the phone after it has heard of the server."""
    there = link(club, match, "owner", "").rstrip("/")
    raw = club.test_client().get(f"{there}/record.jsonl").data
    with pocket.app_context():
        return offline_copy.download(session(), raw.splitlines(), there, refused=refused).match


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("language", SPOKEN)
def test_every_state_of_a_match_that_is_on_a_server_too(
    club: Flask, pocket: Flask, phone: Phone, language: str
) -> None:
    phone.page.context.add_cookies([{"name": "lang", "value": language, "url": phone.server}])
    match = open_match(club, "belot", NAMES, [BELOT, BELOT])
    phone.open(f"/along?from={link(club, match, 'score', '').rstrip('/')}")
    phone.look("before it comes along")

    mine = open_match(pocket, "belot", NAMES, [BELOT])
    phone.open(f"/along/{mine.public_id}")
    phone.look("here alone")

    mine = download(club, match, pocket)
    phone.open(f"/along/{mine.public_id}")
    phone.look("the same on both")

    played = add_event(pocket, mine, "recorded", {"entry": OTHER})
    played = add_event(pocket, played, "recorded", {"entry": BELOT})
    add_event(pocket, played, "corrected", {"target": 2, "entry": OTHER})
    phone.open(f"/along/{mine.public_id}")
    phone.look("three to be sent")

    download(club, match, pocket, refused=True)
    phone.open(f"/along/{mine.public_id}")
    phone.look("refused")

    add_event(club, match, "recorded", {"entry": OTHER})
    download(club, match, pocket)
    phone.open(f"/along/{mine.public_id}")
    phone.look("two ways")
    boxes = phone.page.get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    assert [box.is_checked() for box in boxes.all()] == [False, True], "the server has the first of them too"
