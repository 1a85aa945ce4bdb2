"""A match that was begun on paper: its totals are asked on a page of its own, and go wherever the match goes."""

import json

import pytest
from flask import Flask

from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import BELOT, FOUR, open_match

pytestmark = pytest.mark.long
START = {"totals": [40, 26], "pending": 8, "held": True, "reason": "begun on paper"}


def begin(app: Flask, phone: Phone, match: ledger.Match) -> None:
    phone.get(link(app, match, "score", "paper?lang=en"))
    phone.press(
        "Save",
        **{"totals-0": "40", "totals-1": "26", "pending": "8", "held": "true", "reason": "begun on paper"},
    )


def document(app: Flask, match: ledger.Match) -> dict[str, object]:
    with app.app_context():
        return ledger.load(session(), match.public_id).document()


def test_the_totals_stand_on_the_sheet(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR)
    phone.get(link(app, match, "score", ""))
    assert "Go on from paper" in phone.page.links
    begin(app, phone, match)
    assert document(app, match)["start"] == START
    assert "Begun on paper with 40 – 26: begun on paper" in phone.page.words
    assert "Go on from paper" not in phone.page.words.partition("Names, seats")[0]
    phone.get(link(app, match, "score", "print?lang=en"))
    assert "Begun on paper with 40 – 26" in phone.page.words


def test_what_is_wrong_is_said_beside_its_input(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR)
    phone.get(link(app, match, "score", "paper?lang=en"))
    phone.press("Save", **{"totals-0": "200", "totals-1": "", "reason": "paper"})
    assert phone.status == 422
    phone.press("Save", **{"totals-0": "200", "totals-1": "20", "reason": "paper"})
    assert phone.status == 422
    assert "With these totals the match is over already" in phone.page.words
    assert "start" not in document(app, match)


def test_it_is_undone_and_changed_like_any_setting(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    phone.get(link(app, match, "score", "paper?lang=en"))
    phone.press("See what changes", **{"totals-0": "40", "totals-1": "26", "reason": "paper"})
    phone.press("Save it so")
    assert document(app, match)["start"] == {"totals": [40, 26], "reason": "paper"}
    phone.get(link(app, match, "score", "undo?lang=en"))
    assert "begun on paper with 40 – 26" in phone.page.words


@cases("limit, said", (12, True), (None, False))
def test_a_table_that_plays_so_many_deals_takes_off_those_on_paper(
    app: Flask, phone: Phone, limit: int | None, said: bool
) -> None:
    match = open_match(app, "belot", FOUR, max_deals=limit)
    page = phone.get(link(app, match, "score", "paper?lang=en"))
    assert ("take them off “Deals of a match” in the house rules" in page.words) is said


@pytest.mark.parametrize("whole", [True, False], ids=["with its past", "the document alone"])
def test_a_file_takes_it_to_another_server(app: Flask, elsewhere: Flask, phone: Phone, whole: bool) -> None:
    match = open_match(app, "belot", FOUR)
    begin(app, phone, match)
    file = phone.client.get(link(app, match, "score", "export.json")).get_data(as_text=True)
    there = Phone(elsewhere.test_client())
    form = next(form for form in there.get("/import").forms if "document" in form.names)
    given = file if whole else json.dumps(document(app, match))
    answer = there.client.post("/import", data={"csrf_token": form.value("csrf_token"), "document": given})
    assert answer.status_code == 303
    there.get(answer.headers["Location"])
    assert "Begun on paper with 40 – 26: begun on paper" in there.page.words
