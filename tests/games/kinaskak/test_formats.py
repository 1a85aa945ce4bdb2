"""The examples on Kínaskák's page of formats."""

import json
import re
from pathlib import Path

import pytest

from tests.games.desk import Desk

DESK = Desk("kinaskak")
asked = DESK.result
PAGE = Path(__file__).parents[3] / "docs/formats/kinaskak.md"
SHOWN = re.findall(r'`(\{"question": .*\})` → `(\{.*\})`', PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("question", "result"), SHOWN)
def test_the_examples_on_the_page_of_formats_come_out_as_shown(question, result):
    fields = json.loads(question)
    assert asked(**fields) == json.loads(result)


def test_the_page_of_formats_shows_examples():
    assert len(SHOWN) >= 7
