"""A fifth game is played from the start page to the statistics of a league, and no page has heard of it before."""

import json
import subprocess
import sys
from typing import Any

import pytest

from scorekeeper.core.text import LANGUAGES
from scorekeeper.league.statistics import measures_of
from scorekeeper.store.accounts import devices
from scorekeeper.store.leagues.matches import assign_match, confirm_match
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.fifth import FIFTH, program
from tests.samples import sample_match
from tests.web.conftest import Phone
from tests.web.leagues.club import Club, club, new
from tests.web.match.test_playing import confirm, document, record, rows, start

DEAL = {"points-0": "70", "points-1": "50", "trump": "oros"}


@pytest.fixture
def sheet(phone: Phone) -> str:
    """The address of a match of the fifth game in which one deal was recorded."""
    address = start(phone, FIFTH, 2)
    record(phone, address, DEAL)
    return address


def test_the_home_page_and_the_start_page_offer_it(phone: Phone) -> None:
    assert f"/start/{FIFTH}" in phone.get("/").links.values()
    start(phone, FIFTH, 4)
    assert "Player 1 & Player 3" in phone.page.words


@pytest.mark.long
def test_a_match_is_recorded_corrected_and_won_on_the_generic_pages(phone: Phone, sheet: str) -> None:
    assert "70–50" in phone.get(sheet).words
    [row] = rows(phone, sheet)
    phone.get(f"{sheet}/row/{row}/correct")
    phone.press("Correct", **{"points-0": "50", "points-1": "70"})
    confirm(phone)
    assert document(phone, sheet)["sheet"]["totals"] == [0, 1]
    for _ in range(2):
        record(phone, sheet, {"points-0": "40", "points-1": "80"})
    assert document(phone, sheet)["sheet"]["winners"] == [1]


@pytest.mark.long
def test_a_deal_that_cannot_be_is_refused_by_its_article(phone: Phone, sheet: str) -> None:
    page = record(phone, sheet, {**DEAL, "points-1": "60"})
    assert phone.status == 422
    assert "The card points add up to 130, not 120." in page.words


PAGES = (
    "",
    "record/deal",
    "record/void",
    "record/adjustment",
    "tv",
    "print?size=a4",
    "print?size=a6",
    "share",
    "charter",
    "rules",
    "names",
    "series",
    "stop",
    "undo",
    "desk",
    "desk/trick_winner",
    "desk/mismatch",
    "desk/irregularity",
    "desk/what_if",
    "picture.svg",
    "live/sheet",
)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_its_match_answers_in_every_language(phone: Phone, sheet: str, language: str) -> None:
    mark = {page: f"{'&' if '?' in page else '?'}lang={language}" for page in PAGES}
    answers = {page: phone.client.get(f"{sheet}/{page}{mark[page]}".replace("/?", "?")) for page in PAGES}
    assert {page: one.status_code for page, one in answers.items() if one.status_code != 200} == {}


ABOUT_IT = (
    f"/start/{FIFTH}",
    f"/rules/{FIFTH}",
    f"/desk/{FIFTH}",
    f"/pads/{FIFTH}",
    "/playing.json",
    "/worker.js",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ABOUT_IT)
def test_every_page_about_it_answers_in_every_language(app: Any, address: str, language: str) -> None:
    assert app.test_client().get(f"{address}?lang={language}").status_code == 200


def test_the_description_of_the_api_has_it_and_the_api_scores_it(app: Any) -> None:
    client = app.test_client()
    schemas = client.get("/api/v1/openapi.json").get_json()["components"]["schemas"]
    assert {f"{FIFTH}-match", f"{FIFTH}-rules", f"{FIFTH}-question-trick_winner"} <= set(schemas)
    answer = client.post("/api/v1/score", json=sample_match(FIFTH)).get_json()
    assert answer["totals"] == [1, 0]


@pytest.mark.long
@cases(
    "arguments, given, found",
    (("score", "-"), "match", "Bruno deals next."),
    (("rules", FIFTH, "3.2"), "", "61 points or more"),
    (("rules", FIFTH, "--lang", "is"), "", "briscola 4.1"),
)
def test_the_command_line_knows_it(arguments: tuple[str, ...], given: str, found: str) -> None:
    text = json.dumps(sample_match(FIFTH)) if given else ""
    done = subprocess.run(
        [sys.executable, "-m", program(FIFTH), *arguments],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert found in done.stdout.decode()


@pytest.fixture
def a_club(app: Any) -> Club:
    """A league in which one deal of the fifth game was a whole match."""
    made = club(app, "public")
    with app.app_context():
        phone, players = "p" * 43, made.players("Anna", "Bruno")
        match = assign_match.start_match(
            session(),
            made.access("scorer", phone),
            uuid=new(),
            game=FIFTH,
            rules={"target": 1},
            players=players,
            names=["Anna", "Bruno"],
            first_dealer=0,
        )
        devices.remember(session(), phone, match.public_id, "owner")
        deal = {"kind": "deal", "points": [90, 30]}
        now = ledgers.write(session(), match, "recorded", {"entry": deal}, device=phone, seat=0)
        confirm_match.confirm_as_organiser(
            session(), made.access(), uuid=new(), key=match.public_id, version=now.seq
        )
        made.derive()
    return made


@pytest.mark.long
@pytest.mark.parametrize("measure", ["wins", "card_points", "cappotti"])
def test_a_league_counts_what_the_game_counts(a_club: Club, measure: str) -> None:
    page = a_club.phone("visitor").get(a_club.at(f"statistics?game={FIFTH}&measure={measure}"))
    assert "Anna" in page.words
    assert str(measures_of(FIFTH)[measure].label) in page.words


@pytest.mark.long
@pytest.mark.parametrize("path", ["", "matches", "players", "ratings", "records", "matches?game=briscola"])
def test_the_pages_of_a_league_know_it(a_club: Club, path: str) -> None:
    assert a_club.phone("owner").client.get(a_club.at(path)).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("path", ["start?game=briscola", "paper"])
def test_the_forms_of_a_league_offer_it(a_club: Club, path: str) -> None:
    page = a_club.phone("owner").get(a_club.at(path))
    assert "Briscola" in page.words
