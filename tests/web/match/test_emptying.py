"""The bin says when a match is emptied; afterwards its links say that it was, and nothing of it comes back."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store import clock
from scorekeeper.store.forgetting.emptying import KEPT_FOR, empty_bin
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Phone, link

pytestmark = pytest.mark.long


def put_in_bin(app: Flask, match: Any) -> None:
    with app.app_context():
        ledgers.write(
            session(),
            match,
            "binned",
            {},
            seen=ledger.seq_of(session(), match.public_id) or 0,
            device="phone",
        )


def empty(app: Flask) -> list[str]:
    with app.app_context():
        return empty_bin(session(), clock.now() + KEPT_FOR + timedelta(minutes=1))


def test_the_bin_and_the_sheet_say_when_a_match_goes(app: Flask, phone: Phone, kani_match: Any) -> None:
    sheet = link(app, kani_match, "owner")
    assert "emptied for good" not in phone.get(sheet).words
    put_in_bin(app, kani_match)
    assert "This match lies in the bin. emptied for good from" in phone.get(sheet).words
    page = phone.get("/bin")
    assert "After 30 days a match that is in no league is emptied for good" in page.words
    assert "emptied for good from" in page.words
    assert empty(app) == [kani_match.public_id]
    assert "The bin is empty" in phone.get("/bin").words


@pytest.mark.parametrize("kind", ["watch", "score", "owner"])
@pytest.mark.parametrize("page", ["", "/export.json", "/record.jsonl", "/tv"])
def test_a_link_to_an_emptied_match_says_so(
    app: Flask, phone: Phone, kani_match: Any, kind: str, page: str
) -> None:
    sheet = link(app, kani_match, kind)
    put_in_bin(app, kani_match)
    empty(app)
    assert "This match was emptied on" in phone.get(f"{sheet}{page}").words
    assert phone.status == 410
    phone.get(f"{sheet[:-1]}{'A' if sheet[-1] != 'A' else 'B'}{page}")
    assert phone.status == 404


def test_a_phone_that_goes_on_with_a_deal_is_told(app: Flask, kani_match: Any, sheet: str) -> None:
    put_in_bin(app, kani_match)
    empty(app)
    answer = app.test_client().get(f"{sheet}/draft.json", headers={"Accept": "application/json"})
    assert answer.status_code == 410
    assert "This match was emptied on" in answer.get_json()["html"]
