"""What the tests of trust share."""

from collections.abc import Iterator

import pytest

from tests.trust.world import World, make_world


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    yield from make_world(tmp_path_factory.mktemp("world"))
