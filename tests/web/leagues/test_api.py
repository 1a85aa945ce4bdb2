"""Leagues for other programs: figures, nights and rounds in JSON, as their description says they are."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.league.evening.standings import EveningRow
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.web.api.description import openapi
from scorekeeper.web.leagues.exchange import api_figures
from scorekeeper.web.leagues.exchange.api_schema import ADDRESSES
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.api.test_api import objections
from tests.web.leagues.club import NAMES, WON, Club, club, new
from tests.web.leagues.evening.test_evening import DATE, EIGHT, matches_of, running, win

DOCS = Path(__file__).parents[3] / "docs" / "api.md"


@pytest.fixture
def evening(app: Flask) -> Club:
    """An open league with a match of Kani and an evening of which one table is over."""
    made = club(app, "public")
    organiser = made.phone("organiser")
    won, _playing = matches_of(running(made, organiser, *EIGHT))
    win(made, won)
    with app.app_context():
        seen, at_once = founding.described_seq(session(), made.league.id), {"confirmation": "nobody"}
        founding.describe_league(session(), made.access("owner"), uuid=new(), seen=seen, rules=at_once)
        made.match(WON, players=made.players(*NAMES))
        made.derive()
    return made


def ask(made: Club, path: str, who: str = "visitor") -> Any:
    return made.phone(who).client.get(f"/api/v1/leagues/{made.league.public_id}{path}")


def test_every_answer_about_a_league_is_as_its_description_says(evening: Club) -> None:
    with evening.app.test_request_context():
        described = openapi(GAMES)
    for path in ADDRESSES:
        answer = ask(evening, path.format(date=DATE))
        assert answer.status_code == 200, path
        schema = described["paths"][f"/leagues/{{public_id}}{path}"]["get"]["responses"]["200"]
        told = schema["content"]["application/json"]["schema"]
        assert objections(told, answer.json, described) == [], path
        lists = [value for value in answer.json.values() if isinstance(value, list)]
        assert path == "" or any(lists), f"nothing at {path} was looked at"


def test_a_rating_is_exact_and_says_what_people_see(evening: Club) -> None:
    rows = ask(evening, "/ratings?game=kani").json["rows"]
    assert len(rows) == 4
    for one in rows:
        assert one["rating"] == round(1000 + 40 * (one["mu"] - 3 * one["sigma"]))
    assert [one["rating"] for one in rows] == sorted((one["rating"] for one in rows), reverse=True)


def test_a_statistic_is_two_whole_numbers(evening: Club) -> None:
    told = ask(evening, "/statistics").json
    assert (told["measure"], told["kind"], told["about"]) == ("wins", "share", "player")
    assert {(row["got"], row["of"]) for row in told["rows"]} == {(0, 1), (1, 1)}
    pairs = ask(evening, "/statistics?about=pair&game=kani").json
    assert pairs["measure"] == "won_together"
    assert all(len(row["players"]) == 2 for row in pairs["rows"])
    declared = ask(evening, f"/statistics?game=kani&measure={told['measures'][0]}").json
    assert declared["measure"] in declared["measures"]


@pytest.mark.parametrize(
    ("measure", "league", "rows"),
    [
        ("deals", [1, 1], 0),  # one match of one deal
        ("made", [1, 1], 1),  # whose declarer made what was bid
        ("own_deals", [1, 1], 1),  # and who dealt it
        ("wins", [], 4),  # players win, not a league
    ],
)
def test_a_statistic_counts_the_whole_league_too_where_it_is_about_deals(
    evening: Club, measure: str, league: list[int], rows: int
) -> None:
    told = ask(evening, f"/statistics?game=kani&measure={measure}").json
    assert (told["measure"], told["league"], len(told["rows"])) == (measure, league, rows)
    page = evening.phone("visitor").get(evening.at(f"statistics?game=kani&measure={measure}&season=")).words
    assert ("The whole league:" in page, "Nothing of the kind" in page) == (bool(league), False)


def test_rounds_say_who_sat_where_and_what_came_of_it(evening: Club) -> None:
    told = ask(evening, f"/nights/{DATE}/rounds").json
    [played] = told["rounds"]
    assert sorted(len(table["totals"]) for table in played["tables"]) == [0, 2], "one table is still playing"
    seated = [player for table in played["tables"] for side in table["sides"] for player in side]
    assert sorted(seated) == sorted(row["players"][0] for row in told["standings"])
    assert [row["place"] for row in told["standings"]] == [1, 1, 3, 3, 3, 3, 7, 7]
    first = told["standings"][0]
    assert (first["points"], first["points_value"], first["rounds"][0]["state"]) == ("1", 1, "played")


def test_halves_and_thirds_keep_their_number_beside_the_text(application: Flask) -> None:
    third = EveningRow("ana", 1, (), Fraction(7, 2), Fraction(-5, 3), Fraction(1), "points")
    with application.test_request_context():
        told = api_figures._row(third)
    assert (told["points"], told["points_value"]) == ("3½", 3.5)
    assert (told["difference"], told["difference_value"]) == ("−1.7", -5 / 3)


def test_a_night_tells_who_came_by_the_key_that_they_have_now(evening: Club) -> None:
    organiser = evening.phone("organiser")
    ana, anna = evening.players("Ana Maria", "Anna")
    organiser.get(evening.at(f"nights/{DATE}/came"))
    organiser.press("Save", came=[ana, anna])
    with evening.app.app_context():
        player_changes.merge(session(), evening.access(), uuid=new(), key=anna, into=ana)
    [night] = [one for one in ask(evening, "/nights").json["nights"] if one["night"] == DATE]
    assert night["came"] == [ana]


def test_a_draw_is_not_told_before_it_is_published(evening: Club) -> None:
    organiser = evening.phone("organiser")
    organiser.get(evening.at(f"nights/{DATE}/run/draw"))
    organiser.press("Draw again")
    assert organiser.status == 200
    with evening.app.app_context():
        night = find_night(session(), evening.league.id, DATE)
        assert night is not None
        assert find_run(session(), evening.league.id, night).evening.draft is not None
    answer = ask(evening, f"/events?after={night.touched - 1}", "player")
    assert [(one["event"], one["body"]) for one in answer.json["events"]] == [("evening", {})]


@cases(
    "asked, status, path",
    ("/ratings?game=whist", 422, "game"),
    ("/statistics?game=whist", 422, "game"),
    ("/statistics?season=none", 404, "season"),
    ("/nights?after=x", 422, "after"),
    ("/nights/2020-01-01/rounds", 404, "night"),
    ("/nights/yesterday/rounds", 404, "night"),
)
def test_what_is_not_there_is_refused_in_words(tuesday: Club, asked: str, status: int, path: str) -> None:
    answer = ask(tuesday, asked, "player")
    assert (answer.status_code, answer.json["errors"][0]["path"]) == (status, path)


@pytest.mark.parametrize("path", ["/ratings", "/statistics", "/nights", f"/nights/{DATE}/rounds"])
def test_the_figures_of_a_private_league_are_for_its_members(tuesday: Club, path: str) -> None:
    assert ask(tuesday, path).json["errors"][0]["path"] == "league"
    assert ask(tuesday, path, "stranger").status_code == 404


def test_the_example_of_each_answer_in_the_documents_has_the_fields_of_the_answer(evening: Club) -> None:
    examples = re.findall(r"```json\n// (\S+)\n(.*?)```", DOCS.read_text(), re.S)
    assert {path.partition("?")[0] for path, _text in examples} == {
        "/ratings",
        "/statistics",
        "/nights",
        "/nights/2026-11-26/rounds",
    }
    for path, text in examples:
        assert fields_of(json.loads(text)) == fields_of(ask(evening, path).json), path


def fields_of(value: Any) -> Any:
    """The names in a document, of a list those in its first item."""
    if isinstance(value, dict):
        return {name: fields_of(one) for name, one in value.items()}
    return fields_of(value[0]) if isinstance(value, list) and value and isinstance(value[0], dict) else None
