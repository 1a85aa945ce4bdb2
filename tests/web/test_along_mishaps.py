"""What can go wrong between a phone and the server that keeps the same match: nothing is lost or doubled."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.phone.program import Program
from scorekeeper.store.match import statements
from tests.phone.pocket import make_empty, opened, page, post
from tests.web.along_between import HEARTS, OTHER, Between, at_server, record, told
from tests.web.conftest import link
from tests.web.league_club import NAMES, WON
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match


@pytest.fixture
def phone(tmp_path: Path) -> Program:
    """A phone that has the program, of the server's origin."""
    return opened(make_empty(tmp_path, "pocket.db"))


@pytest.fixture
def match(app: Flask) -> Any:
    """A match of two deals at the server."""
    return open_match(app, "belot", FOUR, [BELOT, OTHER])


@pytest.fixture
def between(app: Flask, phone: Program, match: Any) -> Between:
    """The match lies on the phone too."""
    made = Between(app, phone, link(app, match, "score", ""))
    assert made.fetch()["state"] == "same"
    return made


@pytest.mark.parametrize(
    "wrong",
    [timedelta(days=-400), timedelta(minutes=-5), timedelta(minutes=5), timedelta(days=400)],
    ids=["a year slow", "slow", "fast", "a year fast"],
)
def test_a_phone_whose_clock_is_wrong_gives_and_takes_all(
    app: Flask, phone: Program, match: Any, monkeypatch: pytest.MonkeyPatch, wrong: timedelta
) -> None:
    right = statements.now

    def take_phone() -> None:
        monkeypatch.setattr(statements, "now", lambda: right() + wrong)

    def take_server() -> None:
        monkeypatch.setattr(statements, "now", right)

    def fetch() -> Any:
        raw = both.client.get(f"{both.there}/record.jsonl").data
        take_phone()
        return both.hand_in(raw)["state"], told(both.mine()) == told(at_server(app, match))

    both = Between(app, phone, link(app, match, "score", ""))
    assert fetch() == ("same", True)
    record(phone, both.here, HEARTS)
    mine = page(phone, f"{both.here}/record.jsonl").encode()
    take_server()
    assert both.send(mine).json == {"seq": 4, "added": 1}
    event = at_server(app, match).events[-1]
    assert event.at <= event.received, "nothing was written later than it came"
    assert fetch() == ("same", True)
    take_server()
    add_event(app, at_server(app, match), "recorded", {"entry": OTHER})
    assert fetch() == ("same", True)


@pytest.mark.parametrize(
    ("who", "status", "added"), [("scorer", 422, 0), ("organiser", 200, 2)], ids=["a scorer", "an organiser"]
)
def test_only_an_organiser_sends_an_adjustment_to_a_match_of_a_league(
    tuesday: Any, phone: Program, who: str, status: int, added: int
) -> None:
    """A phone knows of no league, so it lets everybody write one."""
    with tuesday.app.app_context():
        match = tuesday.match(WON, players=tuesday.players(*NAMES), rules={})
    both = Between(tuesday.app, phone, link(tuesday.app, match, "score", ""))
    both.client = tuesday.phone(who).client
    both.fetch()
    for name in ("reason", "why"):
        post(
            phone,
            f"{both.here}/record/adjustment",
            reason=name,
            **{f"scores-{seat}": "1" for seat in range(4)},
        )
    answer = both.send()
    assert answer.status_code == status
    assert at_server(tuesday.app, match).seq == match.seq + added
    assert status == 200 or "the organiser’s" in answer.json["problems"][0]
