"""An empty phone for each test."""

from pathlib import Path

import pytest

from scorekeeper.store import engine
from tests.phone.pocket import make_empty


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty database as the build makes it: for one connection alone."""
    monkeypatch.setenv(engine.ALONE_VARIABLE, "1")
    return make_empty(tmp_path)
