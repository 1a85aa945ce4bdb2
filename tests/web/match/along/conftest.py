"""A match that lies at a server, and on a phone that took it along."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.phone.program import Program
from tests.phone.pocket import make_empty, opened
from tests.web.conftest import link
from tests.web.match.along.between import OTHER, Between
from tests.web.sheet_tables import BELOT, FOUR, open_match


@pytest.fixture
def phone(tmp_path: Path) -> Program:
    """A phone that has the program, of the server's origin."""
    return opened(make_empty(tmp_path, "pocket.db"))


@pytest.fixture
def match(app: Flask) -> Any:
    """A match of two deals at the server."""
    return open_match(app, "belot", FOUR, [BELOT, OTHER])


@pytest.fixture
def between(app: Flask, phone: Program, match: Any) -> Between:
    """The match lies on the phone too."""
    made = Between(app, phone, link(app, match, "score", ""))
    assert made.fetch()["state"] == "same"
    return made
