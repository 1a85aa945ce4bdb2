"""What the tests of accounts' pages share."""

import pytest
from flask import Flask

from tests.web.accounts.room import in_the_room
from tests.web.conftest import Phone


@pytest.fixture
def room(app: Flask) -> Phone:
    return in_the_room(app)
