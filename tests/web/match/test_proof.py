"""The code of a match: shown wherever a match leaves the program, checked later, and two records compared."""

import io
import json
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.translations.catalogues import LANGUAGES
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match, words


@pytest.fixture
def match(app: Flask) -> Any:
    return open_match(app, "belot", FOUR, [BELOT, BELOT])


def change(app: Flask, statement: str) -> None:
    """What an owner of the database could do by hand."""
    with app.app_context():
        session().execute(text(statement))
        session().commit()


def asked(phone: Phone, app: Flask, match: Any, typed: str) -> None:
    """Check a code as the form does, which can be kept as an address."""
    page = phone.get(link(app, match, "watch", "proof"))
    [form] = [form for form in page.forms if "code" in form.names]
    assert form.attributes["method"] == "get"
    phone.get(f"{form.attributes['action']}?{urlencode({'code': typed})}")


def compared(phone: Phone, address: str, body: bytes) -> str:
    """What the page says of a file."""
    page = phone.get(address)
    token = next(form for form in page.forms if "csrf_token" in form.names).value("csrf_token")
    data = {"csrf_token": token, "file": (io.BytesIO(body), "kept.jsonl")}
    answer = phone.client.post(address, data=data, content_type="multipart/form-data")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


@pytest.mark.long
def test_the_code_stands_wherever_a_match_leaves_the_program(app: Flask, phone: Phone, match: Any) -> None:
    code = match.code
    assert code.startswith("3-")
    for page in ("", "proof", "print", "result"):
        assert code in phone.get(link(app, match, "watch", page)).html, page
    assert code in phone.get(link(app, match, "score", "share")).html
    picture = ElementTree.fromstring(phone.client.get(link(app, match, "watch", "picture.svg")).data)
    assert code in " ".join(picture.itertext())
    document = phone.client.get(link(app, match, "watch", "export.json")).get_json()
    assert document["code"] == code
    record = phone.client.get(link(app, match, "watch", "record.jsonl")).get_data(as_text=True).splitlines()
    assert json.loads(record[0])["code"] == code
    assert [json.loads(line)["seq"] for line in record[1:]] == [1, 2, 3]


def test_an_exported_match_with_its_code_comes_in_again(app: Flask, phone: Phone, match: Any) -> None:
    exported = phone.client.get(link(app, match, "watch", "export.json")).get_data(as_text=True)
    phone.get("/import")
    phone.press("Import", document=exported)
    assert phone.status == 200
    assert "/m/" in phone.address
    assert "came in from a file" in phone.get(f"{phone.address}/proof").words


def test_the_square_is_the_address_that_checks_the_code(app: Flask, phone: Phone, match: Any) -> None:
    answer = phone.client.get(link(app, match, "score", "proof.svg"))
    assert answer.mimetype == "image/svg+xml"
    page = phone.get(f"{link(app, match, 'watch', 'proof')}?code={match.code}")
    assert "is right" in page.words


def test_a_code_that_was_kept_is_right_after_more_was_written(app: Flask, phone: Phone, match: Any) -> None:
    kept = match.code
    match = add_event(app, match, "corrected", {"target": 2, "entry": {**BELOT, "trick_points": [100, 62]}})
    match = add_event(app, match, "undone", {"target": 4})
    match = add_event(app, match, "settings", {"rules": {"target": 301}})
    asked(phone, app, match, kept.lower().replace("-", " "))
    assert f"The code {kept} is right: nothing was changed up to there." in words(phone.page)
    assert "Event 3 (entered," in words(phone.page)


@cases(
    "typed, said",
    ("nonsense", "This is no code"),
    ("40-ABCD-EFGH-IJKL-MNOP", "This code is of event 40, and this match has 3."),
    ("2-ABCD-EFGH-IJKL-MNOP", "The code 2-ABCD-EFGH-IJKL-MNOP is not that of this match."),
    ("<b>", "This is no code"),
)
def test_a_code_that_is_not_right_is_told(
    app: Flask, phone: Phone, match: Any, typed: str, said: str
) -> None:
    asked(phone, app, match, typed)
    assert said in words(phone.page)
    assert "<b></p>" not in phone.page.html


def test_an_event_that_was_changed_by_hand_is_named(app: Flask, phone: Phone, match: Any) -> None:
    kept = match.code
    change(app, "UPDATE event SET seat = 2 WHERE seq = 2")
    page = phone.get(f"{link(app, match, 'watch', 'proof')}?code={kept}")
    assert "This match was changed, and not by this program" in page.words
    assert words(page).count("this was changed after it was recorded") == 2
    assert "Event 2 (entered," in words(page)
    assert "is right" not in page.words


@pytest.mark.long
def test_a_record_that_was_kept_tells_where_the_match_parts_from_it(
    app: Flask, phone: Phone, match: Any
) -> None:
    address = link(app, match, "watch", "proof")
    kept = phone.client.get(link(app, match, "watch", "record.jsonl")).data
    add_event(app, match, "recorded", {"entry": BELOT})
    assert "The same up to event 3, the last one that both have." in compared(phone, address, kept)
    change(app, "UPDATE event SET body = REPLACE(body, '120', '119') WHERE seq = 2")
    said = compared(phone, address, kept)
    assert "They part at event 2." in said
    assert "[120, 42]" in said
    assert "[119, 42]" in said
    other = open_match(app, "belot", FOUR, [BELOT])
    kept = phone.client.get(link(app, other, "watch", "record.jsonl")).data
    assert "This is the record of another match." in compared(phone, address, kept)
    for nothing in (b"", b"{}", b"\xff\xfe", b"[" * 100_000):
        assert "This is no record of a match." in compared(phone, address, nothing), nothing[:30]


ODD: dict[str, Any] = {
    "a body that is none": {"body": 3},
    "an opening without names": {"event": "open_match", "body": {"players": [1]}},
    "names in a list": {"event": "recorded", "body": {"texts": {"note": 1}}, "names": ["1"], "salts": 3},
    "a text that is none": {
        "event": "recorded",
        "body": {"texts": {"note": 1}},
        "texts": {"1": 3},
        "salts": {"1": "00"},
    },
    "a salt that is none": {
        "event": "recorded",
        "body": {"texts": {"note": 1}},
        "texts": {"1": "x"},
        "salts": {"1": "?"},
    },
    "half a surrogate pair": {"event": "\ud800", "body": {"\ud800": "\udc00"}, "texts": {"1": "\ud800"}},
    "a number for everything": {"at": 1, "seat": [], "seq": "x", "content": 3, "chain": {}, "event": 7},
}


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_record_parts_where_it_is_odd(app: Flask, phone: Phone, match: Any, odd: str) -> None:
    record = phone.client.get(link(app, match, "watch", "record.jsonl")).get_data(as_text=True).splitlines()
    record[2] = json.dumps({**json.loads(record[2]), **ODD[odd]})
    said = compared(phone, link(app, match, "watch", "proof"), "\n".join(record).encode())
    assert "They part at event 2." in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_there_in_every_language_also_after_an_upgrade(
    app: Flask, phone: Phone, match: Any, language: str
) -> None:
    change(app, """UPDATE match SET begun = '{"by": "upgrade", "events": 3, "on": "2026-11-23"}'""")
    page = phone.get(f"{link(app, match, 'watch', 'proof')}?lang={language}&code=1")
    assert phone.status == 200
    assert match.code in page.html


def test_a_match_without_hashes_has_a_page_that_says_so(app: Flask, phone: Phone, match: Any) -> None:
    """An older program that still runs on the same database writes none."""
    change(app, "UPDATE event SET content = NULL, chain = NULL WHERE seq = 3")
    page = phone.get(link(app, match, "watch", "proof"))
    assert phone.status == 200
    assert "this has no hash" in page.words
    for other in ("", "print", "result", "picture.svg", "export.json", "record.jsonl", "proof.svg"):
        assert phone.client.get(link(app, match, "watch", other)).status_code == 200, other
