"""The entry screens of Belot and Eskoba as the server sends them: complete without JavaScript, light, parts by name."""

from __future__ import annotations

import gzip
from collections import Counter
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.store import ledger
from scorekeeper.store.journal import Journal
from scorekeeper.web.database import session
from scorekeeper.web.match_words import table_of
from tests.web.conftest import Page, link

SCREENS = [
    ("belot", 4, "points"),
    *(("escoba", n, way) for n in (2, 3, 6) for way in ("most", "counts", "piles")),
]
MOST_BYTES = 15_000


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def opened(app: Flask, game: str, players: int) -> Journal:
    with app.app_context():
        return ledger.open_match(
            session(), game=game, rules={}, names=[f"Player {n}" for n in range(players)], first_dealer=0,
            uuid=str(uuid4()), device=None,
        )  # fmt: skip


@pytest.mark.parametrize(("game", "players", "way"), SCREENS)
def test_a_screen_has_every_input_of_its_form_once_and_stays_light(
    app: Flask, client: FlaskClient, game: str, players: int, way: str
) -> None:
    journal = opened(app, game, players)
    response = client.get(link(app, journal, "score", f"record/deal?form={way}"))
    page = Page(response.get_data(as_text=True))
    form = next(form for form in page.forms if form.attributes.get("id") == "form")
    with app.test_request_context():
        from scorekeeper.web.forms import deal_form

        wanted = {
            part.name
            for field in deal_form(GAMES[game], table_of(journal), way)
            for part in field.all()
            if not part.parts
        }
    assert wanted <= form.names
    assert [one for one, times in Counter(page.ids).items() if times > 1] == []
    assert len(gzip.compress(response.data)) <= MOST_BYTES


def test_a_field_of_a_group_is_a_part_of_its_own(app: Flask, client: FlaskClient) -> None:
    journal = opened(app, "escoba", 2)
    address = link(app, journal, "score")
    state: dict[str, Any] = client.get(f"{address}/draft.json?form=most").get_json()

    def put(part: str, inputs: dict[str, list[str]]) -> Any:
        body = {"draft": state["draft"], "form": "most", "part": part, "version": 0, "inputs": inputs}
        return client.post(f"{address}/draft/part", json=body, headers={"X-CSRFToken": state["token"]})

    assert put("most.cards", {"most-cards": ["1"]}).status_code == 200
    assert put("most.golds", {"most-golds": ["-"]}).status_code == 200
    assert put("most", {"most-cards": ["1"]}).status_code == 400
    parts = client.get(f"{address}/draft.json?form=most").get_json()["parts"]
    assert {name: part["inputs"] for name, part in parts.items()} == {
        "most.cards": {"most-cards": ["1"]},
        "most.golds": {"most-golds": ["-"]},
    }
    page = client.get(f"{address}/record/deal").get_data(as_text=True)
    assert 'data-part="most.cards" data-version="1"' in page
