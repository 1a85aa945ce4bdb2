"""What the tests of trust share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.trust.world import World, made


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    yield from made(tmp_path_factory.mktemp("world"))
