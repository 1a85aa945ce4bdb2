"""What a page with scripts may send of a deal in progress; anything else is no request of our pages."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from scorekeeper.store.match.match import Match
from scorekeeper.store.match.opening import Opening
from scorekeeper.store.match.record.playback import open_playback
from scorekeeper.web.entry.draft import MAX_BYTES, Posted, read_posted
from tests.cases import case, cases
from tests.store.conftest import NAMES
from tests.store.match.record.evening import like

MATCH: Match = open_playback(Opening("escoba", {}, tuple(NAMES), 0), like(1)).match


@pytest.fixture(autouse=True)
def languages(application: Flask) -> Iterator[None]:
    with application.app_context():
        yield


def read(application: Flask, raw: bytes | str | dict[str, Any]) -> Posted | int:
    """What is read of a body, or the status that it is refused with."""
    data = json.dumps(raw) if isinstance(raw, dict) else raw
    with application.test_request_context("/", method="POST", data=data):
        try:
            return read_posted(MATCH)
        except HTTPException as refused:
            return refused.code or 0


def test_a_request_names_its_draft_its_form_and_what_was_typed(application: Flask) -> None:
    sent = {"draft": "d", "form": "counts", "part": "left", "inputs": {"left": ["9"]}, "version": 3}
    posted = read(application, sent)
    assert isinstance(posted, Posted)
    assert (posted.draft, posted.form.slug, posted.data) == ("d", "counts", sent)
    assert posted.form["left"].typed == "9"


@pytest.mark.parametrize("sent", [{}, {"form": ""}, {"inputs": {}}])
def test_what_a_request_does_not_say_is_empty(application: Flask, sent: dict[str, Any]) -> None:
    posted = read(application, sent)
    assert isinstance(posted, Posted)
    assert (posted.draft, posted.form.slug, posted.number("version")) == ("", "most", 0)
    assert posted.form["left"].typed == ""


@cases(
    "sent, status",
    case("nothing", "", 400),
    case("a form", "left=9", 400),
    case("a list", "[]", 400),
    case("a number for a draft", {"draft": 7}, 400),
    case("no form", {"form": None}, 400),
    case("a list of parts", {"part": ["left"]}, 400),
    case("a list of inputs", {"inputs": ["9"]}, 400),
    case("a text that is no list", {"inputs": {"left": "9"}}, 400),
    case("as much as there may be", b" " * (MAX_BYTES - 2) + b"{}", None),
    case("too much", b" " * (MAX_BYTES - 1) + b"{}", 413),
)
def test_anything_else_is_refused(application: Flask, sent: Any, status: int | None) -> None:
    found = read(application, sent)
    assert (found if isinstance(found, int) else None) == status


@cases(
    "value, read_as",
    (0, 0),
    (7, 7),
    (999_999_999, 999_999_999),
    (1_000_000_000, None),
    (-1, None),
    ("7", None),
    (7.0, None),
    (True, None),
    (None, None),
)
def test_a_number_is_a_whole_one_from_nothing_up(application: Flask, value: Any, read_as: int | None) -> None:
    posted = read(application, {"version": value})
    assert isinstance(posted, Posted)
    if read_as is None:
        with pytest.raises(HTTPException) as refused:
            posted.number("version")
        assert refused.value.code == 400
    else:
        assert posted.number("version") == read_as
