"""House rules by link: compared, kept on a phone and in a league, and played."""

import base64
import json
import zlib

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web.match.rule_sets import address, read_set
from tests.web.conftest import Phone, link
from tests.web.leagues.club import archive_of, club, handed_in, taken_in
from tests.web.sheet_tables import open_match

OURS = {"preset": "classic", "target": 101, "carres_at_no_trumps": True}


def address_of(app: Flask, game: str, rules: dict[str, object], name: str = "") -> str:
    with app.test_request_context():
        return address(game, rules, name)


def test_rules_come_out_of_a_link_as_they_went_in(app: Flask) -> None:
    code = address_of(app, "belot", OURS, "Пловдив").rpartition("/")[2]
    found = read_set("belot", code)
    assert found.name == "Пловдив"
    assert found.rules == OURS | {"edition": 1}
    assert read_set("kani", code) is None, "of another game"


@pytest.mark.parametrize("code", ["x", "q1YqVrJSSkpVqgUA", "." * 3000, "%00"])
def test_a_link_that_carries_nothing_leads_nowhere(phone: Phone, code: str) -> None:
    phone.get(f"/rules/belot/set/{code}")
    assert phone.status == 404


@pytest.mark.parametrize("name", ["\ud800", "a\nb", " ", "x" * 61, 7, None, {}])
def test_a_name_that_no_table_can_have_leads_nowhere(phone: Phone, name: object) -> None:
    packed = zlib.compress(json.dumps([1, "belot", name, {}]).encode(), 9, -zlib.MAX_WBITS)
    code = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    phone.get(f"/rules/belot/set/{code}")
    assert phone.status == 404


def test_rules_are_given_to_a_league_once_however_often_the_key_is_pressed(app: Flask) -> None:
    found = club(app)
    owner = found.phone("owner")
    where = address_of(app, "belot", OURS)
    owner.get(where)
    form = next(one for one in owner.page.forms if any("As the rules of" in words for words in one.buttons))
    values = [*form.values, ("keep", found.league.public_id)]
    for _press in range(3):
        owner.post(where, values)
        assert owner.status == 200
    other = address_of(app, "belot", {"target": 77})
    page = owner.post(other, values)  # the same page's key again, for other rules
    assert "These are the house rules of" in page.words
    assert "77" in owner.get(found.at("more")).words


def test_who_opens_it_sees_them_beside_the_own_ones_and_starts_a_match(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", target=121)
    phone.get(link(app, match, "score"))
    page = phone.get(address_of(app, "belot", OURS))
    assert "Classic, but: points to win: 101; carres are announced at no trumps" in page.words
    assert "Compared with: your last table" in page.words
    assert "121 → 101" in " ".join(page.words.split())
    phone.click("Start a match with these rules")
    assert "Classic, but: points to win: 101; 1 more" in " ".join(phone.page.words.split())
    phone.press("Start")
    told = phone.client.get(f"{phone.address.partition('?')[0]}/export.json").get_json()
    assert told["rules"] == OURS


ONE_PACK = {"packs": 1, "jokers": 2}
"""Rules of Kínaskák by which four can play, and eight cannot."""


def test_rules_by_which_few_can_play_are_given_on_as_they_are(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", ("Anna", "Björn", "Þóra"), **ONE_PACK)
    phone.get(link(app, match, "score", "charter?lang=en"))
    phone.click("Keep these rules, or give them on")
    assert "Kínaskák, but: packs: 1; jokers in all: 2" in phone.page.words
    phone.click("Start a match with these rules")
    phone.press("Start")
    told = phone.client.get(f"{phone.address.partition('?')[0]}/export.json").get_json()
    assert told["rules"] == {"preset": "kinaskak"} | ONE_PACK


def test_at_such_a_match_the_desk_answers_by_its_rules(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", ("Anna", "Björn", "Þóra"), **ONE_PACK)
    phone.get(link(app, match, "score", "desk/hand_points?lang=en"))
    assert "Kínaskák, but: packs: 1; jokers in all: 2" in phone.page.words
    phone.press("Get the verdict", cards="AS 5H")
    assert phone.status == 200
    assert "25" in phone.page.words


def test_rules_of_partners_start_a_match_of_as_many_as_can_play_so(app: Flask, phone: Phone) -> None:
    match = open_match(app, "escoba", ("Ana", "Boris"))
    phone.get(link(app, match, "score"))
    code = address_of(app, "escoba", {"partnerships": True}).rpartition("/")[2]
    for asked in ("", "players=2&"):
        phone.get(f"/start/escoba?{asked}set={code}")
        assert "Basque, but: two sides" in phone.page.words
        phone.press("Start")
        told = phone.client.get(f"{phone.address.partition('?')[0]}/export.json").get_json()
        assert told["rules"] == {"preset": "eskoba", "partnerships": True}
        assert len(told["players"]) == 4


def test_they_are_compared_with_any_others(app: Flask, phone: Phone) -> None:
    phone.get(address_of(app, "belot", OURS))
    assert "Compared with: Tournament" in phone.page.words
    phone.click("Classic")
    assert "Compared with: Classic" in phone.page.words
    assert "2 rules are others" in phone.page.words
    phone.get(address_of(app, "belot", {"preset": "tournament"}))
    assert "They are the same." in phone.page.words


def test_a_phone_keeps_them_under_a_name_and_offers_them_at_the_start(
    app: Flask, phone: Phone, another_phone: Phone
) -> None:
    phone.get(address_of(app, "belot", OURS))
    assert "Write a name here." in phone.press("Keep on this phone", name=" ").words
    assert phone.status == 422
    page = phone.press("Keep on this phone", name="Клуб Пловдив")
    assert "Клуб Пловдив" in page.words
    phone.get("/start/belot")
    phone.press("Клуб Пловдив", **{"name-0": "Ана"})
    assert phone.page.forms[0].value("name-0") == "Ана"
    phone.press("Start")
    told = phone.client.get(f"{phone.address.partition('?')[0]}/export.json").get_json()
    assert told["rules"] == OURS
    assert "Клуб" not in another_phone.get("/start/belot").words
    phone.get(address_of(app, "belot", OURS, "Клуб Пловдив"))
    phone.press("Keep no longer")
    assert "Клуб" not in phone.get("/start/belot").words


def test_the_charter_of_a_match_leads_there(app: Flask, phone: Phone) -> None:
    match = open_match(app, "escoba", setenta=1)
    phone.get(link(app, match, "watch", "charter"))
    phone.click("Keep these rules, or give them on")
    assert "points for the setenta: 1" in phone.page.words


@pytest.mark.parametrize("game", GAMES)
def test_the_square_of_every_game_is_a_picture(app: Flask, phone: Phone, game: str) -> None:
    response = phone.client.get(address_of(app, game, {}) + "/qr.svg")
    assert response.mimetype == "image/svg+xml"
    assert b"<svg" in response.data


def test_a_league_keeps_them_and_its_matches_are_played_by_them(app: Flask) -> None:
    found = club(app)
    owner = found.phone("owner")
    owner.get(address_of(app, "belot", OURS))
    owner.press_like("As the rules of")
    assert owner.status == 200
    scorer = found.phone("scorer")
    assert "Classic, but: points to win: 101" in scorer.get(found.at("more")).words
    scorer.get(found.at("start?game=belot"))
    scorer.press(
        "Start",
        game="belot",
        **{f"seat-{seat}": name for seat, name in enumerate(["Ana", "Boris", "Vera", "Geo"])},
    )
    told = scorer.client.get(f"{scorer.address.partition('?')[0]}/export.json").get_json()
    assert told["rules"] == OURS | {"edition": 1}
    scorer.get("/start/belot")
    assert found.league.name in " ".join(button for form in scorer.page.forms for button in form.buttons)


@pytest.mark.parametrize("who", ["organiser", "scorer", "stranger", "visitor"])
def test_only_owners_give_a_league_its_house_rules(app: Flask, who: str) -> None:
    found = club(app)
    phone = found.phone(who)
    where = address_of(app, "belot", OURS)
    assert "As the rules of" not in phone.get(where).words
    phone.post(
        where, [("csrf_token", phone.page.forms[0].value("csrf_token")), ("keep", found.league.public_id)]
    )
    assert phone.status == 404


def test_a_league_takes_them_along(app: Flask) -> None:
    found = club(app)
    owner = found.phone("owner")
    owner.get(address_of(app, "belot", OURS))
    owner.press_like("As the rules of")
    found.players("Ana")
    packed = archive_of(found)
    other = club(app)
    phone = other.phone("owner")
    assert "Classic, but" not in phone.get(other.at("more")).words
    handed_in(other, phone, "archive", packed)
    taken_in(phone)
    assert "Classic, but: points to win: 101" in phone.get(other.at("more")).words
