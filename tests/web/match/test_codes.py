"""A match as QR codes: the page that shows them, the import that takes their texts, and the one page with a camera."""

import re
from collections.abc import Callable
from typing import Any
from zlib import compress

import pytest
from flask import Flask

from scorekeeper.core import frames
from scorekeeper.store.match.record import origins
from scorekeeper.store.match.record.packing import pack
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.match.test_handover import kept, record, told
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match

EMPTY = b'{"id": "abcdefghjkmn", "document": {"game": "belot"}, "events": []}'
DEAL = {**BELOT, "trick_points": [62, None]}


@pytest.fixture
def match(app: Flask) -> Any:
    """Two deals and a correction with a note."""
    played = open_match(app, "belot", FOUR, [BELOT, BELOT])
    return add_event(app, played, "corrected", {"target": 2, "entry": DEAL}, note="Преброихме „още веднъж“")


def framed(app: Flask, match: Any) -> list[str]:
    """What the QR codes of a match say."""
    found = frames.split(pack(record(app, match).decode().splitlines()))
    assert found is not None
    return found


def paste(phone: Phone, text: str) -> Any:
    """Paste it on the page *Import a match*."""
    token = next(form for form in phone.get("/import").forms if "document" in form.names).value("csrf_token")
    return phone.client.post("/import", data={"csrf_token": token, "document": text})


@pytest.mark.parametrize(
    "written",
    ["\n".join, lambda read: "\r\n".join(reversed(read)), lambda read: f"\n {' '.join(read).lower()} \n"],
    ids=["in order", "the other way round", "in small letters on one line"],
)
def test_the_texts_of_the_codes_bring_the_whole_past(
    app: Flask, elsewhere: Flask, match: Any, written: Callable[[list[str]], str]
) -> None:
    assert paste(Phone(elsewhere.test_client()), written(framed(app, match))).status_code == 303
    [there], [here] = kept(elsewhere), kept(app)
    assert told(there) == told(here)
    with elsewhere.app_context():
        [origin] = origins.list_origins(session(), there.id)
    assert origin.public_id == here.public_id, "what it is called elsewhere came along"


def test_the_same_match_again_adds_only_what_is_missing(app: Flask, elsewhere: Flask, match: Any) -> None:
    phone = Phone(elsewhere.test_client())
    paste(phone, "\n".join(framed(app, match)))
    more = add_event(app, match, "recorded", {"entry": DEAL})
    answer = paste(phone, "\n".join(framed(app, more)))
    assert "1 entry was added." in phone.get(answer.location).html
    assert [told(one) for one in kept(elsewhere)] == [told(one) for one in kept(app)]


@cases(
    "change, says",
    (lambda read: read[:-1], "A QR code is missing: no. "),
    (lambda read: [read[0], read[1][:-1]], "no QR code of a match"),
    (lambda read: [*read, *(frames.split(b"another") or ())], "of more than one match"),
    (lambda _read: frames.split(b"no packed record"), "do not come to a whole match"),
    (lambda _read: frames.split(compress(EMPTY)), "no match with its past"),
    ids=["one missing", "one cut", "another match", "something else", "no events"],
)
def test_what_is_wrong_with_the_codes_is_told_and_nothing_is_kept(
    app: Flask, elsewhere: Flask, match: Any, change: Callable[[list[str]], list[str]], says: str
) -> None:
    answer = paste(Phone(elsewhere.test_client()), "\n".join(change(framed(app, match))))
    assert answer.status_code == 422
    assert says in answer.get_data(as_text=True)
    assert kept(elsewhere) == []


def test_who_may_look_on_sees_every_code_below_the_other(app: Flask, match: Any) -> None:
    page = Phone(app.test_client()).get(link(app, match, "watch", "codes"))
    total = len(framed(app, match))
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page.html)
    assert captions == [f"QR code {number} of {total}" for number in range(1, total + 1)]
    assert page.html.count('<svg viewBox="0 0 65 65">') == total
    assert f'data-ring="{frames.ring(total)}"' in page.html


def test_a_match_too_long_for_codes_goes_as_a_file(
    app: Flask, match: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "MAX_FRAMES", 1)
    page = Phone(app.test_client()).get(link(app, match, "watch", "codes"))
    assert "too long for QR codes" in page.html
    assert "<figure" not in page.html
    assert link(app, match, "watch", "record.jsonl") in page.html


def test_only_the_page_that_reads_codes_and_the_window_around_it_may_ask_for_the_camera(app: Flask) -> None:
    allowed = {name for name, view in app.view_functions.items() if hasattr(view, "camera")}
    assert allowed == {"importing.scan", "phone.window"}
    said = {
        address: app.test_client().get(address).headers["Permissions-Policy"]
        for address in ("/import/codes", "/import", "/", "/nowhere")
    }
    assert {address for address, policy in said.items() if "camera=(self)" in policy} == {"/import/codes"}
    assert {address for address, policy in said.items() if "camera=()" in policy} == said.keys() - {
        "/import/codes"
    }


def test_the_reader_of_codes_comes_with_that_page_alone(app: Flask, match: Any) -> None:
    pages = ("/import", link(app, match, "watch", "codes"), "/import/codes")
    loading = [page for page in pages if "/js/scan.js" in app.test_client().get(page).get_data(as_text=True)]
    assert loading == ["/import/codes"]
