"""The club's evening that several tests run: a league on a server of its own, with the phones of those who came."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.leagues.club_evening import Evening


@pytest.fixture
def evening(processes: None, browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(browser, tmp_path)
    yield made
    made.close()
