"""The entry screens of Belot and Eskoba as the server sends them: complete without JavaScript, light, parts by name."""

import gzip
from collections import Counter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.web import sheet_tables
from tests.web.conftest import Page, link

SCREENS = [
    ("belot", 4, "points"),
    *(("escoba", n, way) for n in (2, 3, 6) for way in ("most", "counts", "piles")),
    ("kinaskak", 8, "points"),
]
MAX_BYTES = 15_000


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


PLAYED_FOR = {"escoba": {"setenta": 1}}
"""What a table has to play for, so that a form asks for it."""


def open_match(app: Flask, game: str, players: int) -> Match:
    with app.app_context():
        return ledgers.open_match(
            session(), game, [f"Player {n}" for n in range(players)], rules=PLAYED_FOR.get(game, {})
        )


@pytest.mark.parametrize(("game", "players", "way"), SCREENS)
def test_a_screen_has_every_input_of_its_form_once_and_stays_light(
    app: Flask, client: FlaskClient, game: str, players: int, way: str
) -> None:
    match = open_match(app, game, players)
    response = client.get(link(app, match, "score", f"record/deal?form={way}"))
    page = Page(response.get_data(as_text=True))
    form = next(form for form in page.forms if form.attributes.get("id") == "form")
    with app.test_request_context():
        from scorekeeper.web.entry.forms import entry_form

        wanted = {
            part.name
            for field in entry_form(GAMES[game], "deal", table_of(match), way)
            for part in field.all()
            if not part.parts
        }
    assert wanted <= form.names
    assert [one for one, times in Counter(page.ids).items() if times > 1] == []
    assert len(gzip.compress(response.data)) <= MAX_BYTES


def test_a_field_of_a_group_is_a_part_of_its_own(app: Flask, client: FlaskClient) -> None:
    match = open_match(app, "escoba", 2)
    address = link(app, match, "score")
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


BELOT = {"contract": ["hearts"], "declarer": ["0"], "trick_points-0": ["101"]}
DECLARED = {
    "declarations-0-player": ["0"],
    "declarations-0-kind": ["carre"],
    "declarations-0-rank": ["J"],
    "declarations-1-player": ["1"],
    "declarations-1-kind": ["belote"],
}
OUT = {f"hands-{seat}": ["0" if seat == 0 else "10"] for seat in range(8)}
SAYS = [
    (
        "belot",
        4,
        BELOT | {"trick_points-0": ["162"], "capot": ["0"]},
        "Capot: every trick taken 90 4.10 = 252",
    ),
    ("belot", 4, BELOT | DECLARED, "Card points and last ten 101 3.1 + Carre of jacks 200 4.3 = 301"),
    ("belot", 4, BELOT | DECLARED, "Card points and last ten 61 3.1 + Belote in hearts 20 4.9 = 81"),
    ("kinaskak", 8, OUT, "Player 0 0 → total 0 P1 Player 1 +10 → total 10"),
    ("kinaskak", 8, OUT | {"hands-3": ["47"]}, "Player 3: No hand of at most 20 cards counts 47"),
]


def preview(app: Flask, client: FlaskClient, game: str, players: int, inputs: dict[str, list[str]]) -> str:
    """What stands above the save button, as it is read."""
    address = link(app, open_match(app, game, players), "score")
    token = client.get(f"{address}/draft.json").get_json()["token"]
    body = {"draft": "", "form": "hands" if game == "kinaskak" else "points", "inputs": inputs}
    answer = client.post(f"{address}/draft/preview", json=body, headers={"X-CSRFToken": token})
    said: str = answer.get_json()["html"]
    return " ".join(Page(said).words.split())


@pytest.mark.parametrize(("game", "players", "inputs", "words"), SAYS)
def test_before_saving_it_is_said_what_makes_the_sum_and_whose_hand_is_wrong(
    app: Flask, client: FlaskClient, game: str, players: int, inputs: dict[str, list[str]], words: str
) -> None:
    assert words in preview(app, client, game, players, inputs)


def test_lines_without_points_are_no_reason_unless_there_are_no_others(
    app: Flask, client: FlaskClient
) -> None:
    inside = preview(app, client, "belot", 4, BELOT | {"declarer": ["1"]})
    assert "The defenders write the whole deal: 162, rounded 16" in inside
    assert "so it writes nothing" not in inside
    assert "no points" in preview(app, client, "belot", 4, {"contract": ["pass"]})


def test_the_check_marks_of_a_table_of_eight_name_once_what_is_asked_of_each(
    app: Flask, client: FlaskClient
) -> None:
    address = link(app, open_match(app, "kinaskak", 8), "score")
    state: dict[str, Any] = client.get(f"{address}/draft.json?form=hands").get_json()
    body = {
        "draft": state["draft"],
        "form": "hands",
        "part": "hands.2",
        "version": 0,
        "inputs": {"hands-2": ["0"]},
    }
    assert (
        client.post(f"{address}/draft/part", json=body, headers={"X-CSRFToken": state["token"]}).status_code
        == 200
    )
    said = " ".join(Page(client.get(address).get_data(as_text=True)).words.split())
    assert said.count("Left in each hand") == 1
    assert "… Player 1 not yet ✓ Player 2 is in … Player 3 not yet" in said


def test_points_are_asked_of_a_hand_whose_cards_were_counted_before(app: Flask, client: FlaskClient) -> None:
    address = link(app, open_match(app, "kinaskak", 2), "score")
    state: dict[str, Any] = client.get(f"{address}/draft.json?form=hands").get_json()
    for seat, hand in enumerate(("aces=2 tens=1", "35")):
        body = {"draft": state["draft"], "form": "hands", "part": f"hands.{seat}", "version": 0}
        sent = body | {"inputs": {f"hands-{seat}": [hand]}}
        client.post(f"{address}/draft/part", json=sent, headers={"X-CSRFToken": state["token"]})
    page = Page(client.get(f"{address}/record/deal?form=points").get_data(as_text=True))
    form = next(form for form in page.forms if form.attributes.get("id") == "form")
    assert [form.value(f"hands-{seat}") for seat in range(2)] == ["", "35"]


WAYS = [(game, GAMES[game].players[0], way.slug) for game in GAMES for way in GAMES[game].forms]


@pytest.mark.parametrize(("game", "players", "way"), WAYS)
def test_what_describes_an_input_is_on_its_page(
    app: Flask, client: FlaskClient, game: str, players: int, way: str
) -> None:
    match = open_match(app, game, players)
    page = Page(client.get(link(app, match, "score", f"record/deal?form={way}")).get_data(as_text=True))
    named = {one for _tag, given in page.attributes for one in given.get("aria-describedby", "").split()}
    assert named - set(page.ids) == set()


def test_a_way_that_is_one_tick_is_said_by_choosing_it(app: Flask, client: FlaskClient) -> None:
    match = open_match(app, "escoba", 2)
    page = Page(
        client.get(link(app, match, "score", "record/deal"), query_string={"form": "nobody"}).get_data(
            as_text=True
        )
    )
    ticks = [
        given for tag, given in page.attributes if tag == "input" and given.get("name") == "nobody_captured"
    ]
    assert ["checked" in given for given in ticks] == [True]


@cases("rules, off", ({}, [False] * 4), ({"jokers": 0}, [False, False, False, True]))
def test_kinaskak_offers_the_cards_that_the_table_plays_with(
    app: Flask, client: FlaskClient, rules: dict[str, Any], off: list[bool]
) -> None:
    match = sheet_tables.open_match(app, "kinaskak", ("Ane", "Jon"), **rules)
    page = Page(client.get(link(app, match, "score", "record/deal?form=hands")).get_data(as_text=True))
    keys = [given for tag, given in page.attributes if tag == "button" and "data-class" in given]
    assert ["disabled" in given for given in keys] == off


@cases(
    "rules, named, asked",
    ({}, "Fewer than ten cards", {"all_golds", "all_sevens"}),
    ({"few_cards": 15, "all_golds_value": 0}, "Fewer than 15 cards", {"all_sevens"}),
    ({"all_sevens_value": 0}, "Fewer than ten cards", {"all_golds"}),
)
def test_eskoba_asks_for_what_the_table_plays_for(
    app: Flask, client: FlaskClient, rules: dict[str, Any], named: str, asked: set[str]
) -> None:
    match = sheet_tables.open_match(app, "escoba", ("Ane", "Jon"), **rules)
    page = Page(client.get(link(app, match, "score", "record/deal?form=most&lang=en")).get_data(as_text=True))
    assert named in page.words
    assert {"all_golds", "all_sevens"} & page.forms[0].names == asked
