"""What tests of an evening's pages share."""

import pytest

from tests.web.leagues.evening.test_evening import DATE


@pytest.fixture
def tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    """The night of the evening is tonight."""
    for reader in ("web.leagues.evening.tonight", "store.leagues.evening.guests"):
        monkeypatch.setattr(f"scorekeeper.{reader}.tonight", lambda _league: DATE)
