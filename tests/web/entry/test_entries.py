"""The page of an entry: which name it has, how a match is stopped, and who entered which part of a deal."""

from typing import Any

from flask import Flask

from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import link
from tests.web.entry.test_drafts import DEAL, Scorer
from tests.web.sheet_tables import open_match


@cases(
    "address, named",
    ("record/deal", True),
    ("record/void", True),
    ("record/adjustment", False),
    ("record/deal?before=2", False),
    ("record/void?before=2", False),
)
def test_the_next_deal_alone_has_the_name_of_the_draft(
    app: Flask, kani_match: Any, phone: Any, address: str, named: bool
) -> None:
    scorer = Scorer(app, kani_match)
    scorer.record(DEAL)
    page = phone.get(link(app, kani_match, "score", address))
    assert (page.forms[0].value("uuid") == scorer.look()["draft"]) is named


@cases(
    "address",
    *("record/deal?kind=x", "record/deal?_method=X", "record/deal?public_id=x", "record/players?endpoint=x"),
    *("row/2/correct?_method=X", "row/2/protest?link=x", "record/players?_scheme=javascript&_external=1"),
)
def test_nothing_behind_a_question_mark_leads_the_page_s_keys_elsewhere(
    app: Flask, kani_match: Any, phone: Any, address: str
) -> None:
    Scorer(app, kani_match).record(DEAL)
    page = phone.get(link(app, kani_match, "score", f"{address}&lang=en"))
    assert phone.status == 200
    there = {*page.links.values()} | {form.attributes.get("action", "") for form in page.forms}
    foreign = ("/m/x/", "/x/", "javascript:")
    assert [where for where in there if any(part in where.partition("?")[0] for part in foreign)] == []


@cases(
    "typed, winners, note",
    ({"winners": ["1", "3"]}, [1, 3], None),
    ({"winners": ["1", "3"], "abandoned": ["y"]}, [], None),
    ({}, None, None),
    ({"note": ["Late"]}, None, "Late"),
    ids=["the winners are named", "abandoned, no one wins", "no one is named", "a note"],
)
def test_a_match_is_stopped_as_it_was_said(
    app: Flask, kani_match: Any, typed: dict[str, list[str]], winners: Any, note: str | None
) -> None:
    scorer = Scorer(app, kani_match)
    scorer.record(DEAL)
    form = {"csrf_token": scorer.look()["token"], "seen": "2", **typed}
    assert scorer.client.post(f"{scorer.base}/stop", data=form).status_code == 303
    with app.app_context():
        match = ledger.load(session(), kani_match.public_id)
        last = match.events[-1]
        assert (last.kind, last.body.get("winners")) == ("closed", winners)
        assert [match.texts[key] for key in last.body.get("texts", {}).values()] == ([note] if note else [])


def test_a_part_is_named_by_its_field_and_whose_it_is(app: Flask) -> None:
    match = open_match(app, "kinaskak", ("Anna", "Björn", "Jón"), [])
    anna, jon = Scorer(app, match), Scorer(app, match)
    anna.part("hands.0", {"hands-0": ["0"]}, form="hands")
    anna.part("stock_ran_out", {"stock_ran_out": ["y"]}, form="hands")
    jon.part("hands.2", {"hands-2": ["30"]}, form="hands")
    anna.look()
    anna.part("stock_ran_out", {"stock_ran_out": []}, form="hands")
    anna.part("dealer", {"dealer": ["0"]}, form="hands")
    anna.record({"hands-0": ["0"], "hands-1": ["25"], "hands-2": ["30"], "dealer": ["0"]}, form="hands")
    assert anna.status == 200
    said = " ".join(anna.client.get(f"{anna.base}/row/2").get_data(as_text=True).split())
    assert "entered Left in each hand: Anna, Who really dealt." in said
    assert "entered Left in each hand: Jón." in said
