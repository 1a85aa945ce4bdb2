"""People who come and go, as pages write and show them."""

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.match import ledger
from tests.web.conftest import Phone, link
from tests.web.entry.test_drafts import Scorer
from tests.web.sheet_tables import BELOT, FOUR, KINASKAK, open_match, read_again

THREE = ("Anna", "Björn", "Þóra")
DEAL = {"kind": "deal", "hands": [0, 15, 40]}
JOIN = {"kind": "players", "join": "Nína", "total": 40}
SITS = {"kind": "players", "seat": 2, "name": "Nína"}
LEAVE = {"kind": "players", "leave": 1}
pytestmark = pytest.mark.long


def entries(app: Flask, match: ledger.Match) -> list[Any]:
    found: list[Any] = read_again(app, match).document()["entries"]
    return found


def evening(app: Flask) -> ledger.Match:
    """Nína has joined three, and Björn has left."""
    return open_match(app, "kinaskak", THREE, [DEAL, JOIN, LEAVE])


def test_another_player_sits_down_on_the_page_that_the_drawer_names(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    phone.get(link(app, match, "score", "more?lang=en"))
    phone.click("Another player sits down")
    assert "A player joins" not in phone.page.links, "four play Belot"
    phone.press("Save", seat="1", name="Nína")
    assert entries(app, match)[1] == {"kind": "players", "seat": 1, "name": "Nína"}
    assert "Nína sits down in the place of Boris" in phone.page.words
    phone.get(link(app, match, "score", "record/deal?lang=en"))
    assert "Boris" not in phone.page.words


def test_who_joins_is_offered_the_worst_total_and_the_average(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    phone.get(link(app, match, "score", "record/players?form=joins&lang=en"))
    assert "the worst: 40" in phone.page.words
    phone.press("the average: 18", join="Nína")
    phone.press("Save")
    assert entries(app, match)[1] == {"kind": "players", "join": "Nína", "total": 18}


def test_what_is_wrong_is_said_and_what_was_typed_is_there_still(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    phone.get(link(app, match, "score", "record/players?form=joins&lang=en"))
    phone.press("Save", join="anna", total="5")
    assert phone.status == 422
    assert "Two players have the same name" in phone.page.words
    assert phone.page.forms[0].value("total") == "5"


def test_the_lists_of_a_phone_name_those_who_came_and_the_last_table_those_who_began(
    app: Flask, phone: Phone
) -> None:
    phone.get(link(app, evening(app), "owner"))
    page = phone.get("/?lang=en")
    assert "Anna, Björn, Þóra, Nína" in page.words
    assert "Anna, Björn, Þóra\n" in page.words, "they play when it is tapped"
    phone.get(link(app, open_match(app, "belot", FOUR, [BELOT, SITS]), "owner"))
    assert "Ana & Nína" in phone.get("/").words


def test_the_next_deal_asks_those_who_play(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    assert "Björn" not in phone.page.words
    phone.press("Save", **{"hands-0": "0", "hands-2": "25", "hands-3": "35"})
    assert entries(app, match)[3] == {"kind": "deal", "hands": [0, None, 25, 35]}
    sheet = read_again(app, match).scored.sheet
    assert sheet.totals == (0, 15, 65, 75)


def test_what_cannot_be_is_said_at_the_hand_it_is_about(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    phone.press("Save", **{"hands-0": "0", "hands-2": "25", "hands-3": "63"})
    assert phone.status == 422
    assert "Nína: No hand" in phone.page.words or "Nína’s" in phone.page.words or "Nína" in phone.page.words
    assert entries(app, match)[3:] == []


def test_a_deal_of_before_is_corrected_among_those_who_played_it(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "row/2/correct?form=points&lang=en"))
    assert "Björn" in phone.page.words
    assert "Nína" not in phone.page.words.partition("Correct")[0]
    phone.press("Correct", **{"hands-1": "20"})
    if "Save it so" in phone.page.words:
        phone.press("Save it so")
    assert entries(app, match)[0] == {"kind": "deal", "hands": [0, 20, 40]}


def test_a_forgotten_deal_is_inserted_among_those_who_played_then(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "record/deal?before=3&form=points&lang=en"))
    page = (
        phone.press("See what changes", **{"hands-0": "5", "hands-1": "0", "hands-2": "5"})
        if ("See what changes" in phone.page.words)
        else phone.press("Save", **{"hands-0": "5", "hands-1": "0", "hands-2": "5"})
    )
    if "Save it so" in page.words:
        phone.press("Save it so")
    assert entries(app, match)[1] == {"kind": "deal", "hands": [5, 0, 5]}


def test_leaving_is_undone(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "undo?lang=en"))
    assert "Björn leaves" in phone.page.words
    phone.press("Undo it")
    sheet = read_again(app, match).scored.sheet
    assert sheet.left == ()


@pytest.mark.parametrize("page", ["", "print", "tv", "row/4", "row/2", "desk", "phone"])
def test_every_page_shows_who_plays_no_more(app: Flask, phone: Phone, page: str) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", page))
    assert phone.status == 200
    shown = phone.page.words
    assert ("Björn" in shown) is (page not in ("desk", "phone"))
    if page in ("", "tv"):
        assert "plays no more" in shown


def test_the_phone_of_who_joined_is_that_seat_s(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "phone?lang=en"))
    phone.press("Nína")
    phone.get(link(app, match, "score", "phone?lang=en"))
    assert 'value="3" aria-pressed="true"' in phone.response.get_data(as_text=True)


def test_it_goes_out_as_a_file_and_comes_back(app: Flask, phone: Phone) -> None:
    match = evening(app)
    document = json.loads(phone.client.get(link(app, match, "score", "export.json")).get_data())
    assert document["entries"] == [DEAL, JOIN, LEAVE]
    assert document["sheet"]["entries"][1]["players"] == [*THREE, "Nína"]


def test_other_players_mean_other_seats_only_from_there_on(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", FOUR, [KINASKAK, {"kind": "players", "seat": 2, "name": "Nína"}])
    phone.get(link(app, match, "score", "row/2?lang=en"))
    assert "Vera" in phone.page.words


def test_a_page_that_was_open_when_a_player_left_means_the_same_people(
    app: Flask, phone: Phone, another_phone: Phone
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    another_phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    another_phone.press("Save", leave="1")
    phone.press("Save", **{"hands-0": "0", "hands-1": "20", "hands-2": "35"})
    assert [phone.page.forms[0].value(f"hands-{number}") for number in (0, 2)] == ["0", "35"]
    assert "hands-1" not in phone.page.forms[0].names
    assert "20 was entered for a player who left." in phone.page.words
    phone.press_like("Save")
    assert entries(app, match)[2] == {"kind": "deal", "hands": [0, None, 35]}


def test_a_hand_of_cards_that_a_page_of_before_has_is_said_and_not_counted(
    app: Flask, phone: Phone, another_phone: Phone
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    page = phone.get(link(app, match, "score", "record/deal?form=classes&lang=en"))
    hands = [name for name in page.forms[0].names if name.startswith("hands-1-")]
    another_phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    another_phone.press("Save", leave="1")
    phone.press("Save", **{hands[0]: "2", hands[-1]: "1"})
    assert "2, 1 was entered for a player who left." in phone.page.words
    assert [entry["kind"] for entry in entries(app, match)] == ["deal", "players"]


def test_what_was_entered_of_a_deal_stays_with_whom_it_is_of(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    scorer = Scorer(app, match)
    scorer.part("hands.1", {"hands-1": ["20"]}, form="points")
    scorer.part("hands.2", {"hands-2": ["35"]}, form="points")
    phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    phone.press("Save", leave="1")
    form = phone.get(link(app, match, "score", "record/deal?form=points&lang=en")).forms[0]
    assert form.value("hands-2") == "35"
    assert "hands-1" not in form.names
    assert scorer.look()["parts"]["hands.2"]["inputs"] == {"hands-2": ["35"]}


def test_a_side_that_is_named_in_a_draft_is_the_same_side_when_a_player_left(
    app: Flask, phone: Phone
) -> None:
    match = open_match(app, "escoba", THREE, [])
    scorer = Scorer(app, match)
    scorer.part("most.cards", {"most-cards": ["2"]}, form="most")
    scorer.part("seven_of_golds", {"seven_of_golds": ["1"]}, form="most")
    phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    phone.press("Save", leave="1")
    form = phone.get(link(app, match, "score", "record/deal?form=most&lang=en")).forms[0]
    assert form.value("most-cards") == "2"
    assert not form.value("seven_of_golds"), "who had it plays no more"
    phone.press(
        "Save",
        **{"most-golds": "0", "most-sevens": "2", "seven_of_golds": "2", "escobas-0": "1", "escobas-2": "0"},
    )
    deal = entries(app, match)[1]
    assert deal["most"] == {"cards": 2, "golds": 0, "sevens": 2}
    assert (deal["seven_of_golds"], deal["escobas"]) == (2, [1, None, 0])
