"""What everybody at the table knows of the deal in progress: on the sheet and on the TV until it is recorded."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Page, link
from tests.web.sheet_tables import open_match

pytestmark = pytest.mark.long

NAMES = ("Ana", "Boris", "Vera", "Jón")
KANI = {"bid": ["9"], "declarer": ["0"], "trump": ["hearts"], "called": ["KH"]}
# game, players, the way it is written, parts as they are entered, what the sheet says, what the TV says
PLAYED = [
    (
        "kani",
        4,
        "bid",
        KANI,
        ["Bid 9", "Trump hearts", "Called card K♥"],
        "Bid 9 · Declarer Ana · Trump hearts",
    ),
    ("escoba", 2, "most", {"escobas.0": ["2"]}, ["Ana 2"], "In play Ana 2"),
    ("belot", 4, "points", {"contract": ["hearts"]}, ["Contract"], ""),
]


def enter(client: FlaskClient, address: str, way: str, parts: dict[str, list[str]]) -> None:
    """Enter parts of the deal in progress, as a phone does."""
    state: dict[str, Any] = client.get(f"{address}/draft.json?form={way}").get_json()
    for name, typed in parts.items():
        given = {"draft": state["draft"], "form": way, "part": name, "version": 0}
        body = {**given, "inputs": {name.replace(".", "-"): typed}}
        answer = client.post(f"{address}/draft/part", json=body, headers={"X-CSRFToken": state["token"]})
        assert answer.status_code == 200, answer.get_json()


@pytest.mark.parametrize(
    ("game", "players", "way", "parts", "sheet", "tv"), PLAYED, ids=[row[0] for row in PLAYED]
)
def test_what_all_know_is_seen_and_nothing_else(
    app: Flask, game: str, players: int, way: str, parts: Any, sheet: list[str], tv: str
) -> None:
    client = app.test_client()
    address = link(app, open_match(app, game, NAMES[:players]), "score")
    enter(client, address, way, parts)
    said = " ".join(Page(client.get(address).text).words.split())
    for words in sheet:
        assert words in said
    shown = " ".join(Page(client.get(f"{address}/tv").text).words.split())
    assert tv in shown
    assert ("In play" in shown) == bool(tv)
    assert game != "belot" or "hearts" not in said + shown


# what is recorded before the first deal; whether the TV says that nothing is
RECORDED = [(None, True), ({"kind": "adjustment", "scores": [20, 0], "reason": "Revoke"}, False)]


@pytest.mark.parametrize(("entry", "nothing"), RECORDED, ids=["nothing", "a correction of totals"])
def test_the_tv_says_that_nothing_is_recorded_only_where_nothing_is(
    app: Flask, entry: dict[str, Any] | None, nothing: bool
) -> None:
    match = open_match(app, "belot", NAMES)
    if entry is not None:
        with app.app_context():
            ledgers.write(session(), match, "recorded", {"entry": entry})
    shown = Page(app.test_client().get(f"{link(app, match, 'watch')}/tv").text).words
    assert ("Nothing is recorded yet." in shown) == nothing
