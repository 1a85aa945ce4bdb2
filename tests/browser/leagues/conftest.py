"""The club's evening that several tests run: a league on a server of its own, with the phones of those who came."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.browser.leagues.club_evening import Evening
from tests.web.conftest import app_on


@pytest.fixture
def evening(processes: None, browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(browser, tmp_path)
    yield made
    made.close()


@pytest.fixture
def app(migrated_sqlite: Path) -> Iterator[Flask]:
    """The application on a database of its own, for pages that no server of its own has to show."""
    yield from app_on(migrated_sqlite)
