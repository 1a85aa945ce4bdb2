"""A match of a league in which people came and went: it counts for those who began, and every page shows it."""

import pytest
from flask import Flask

from scorekeeper.store.leagues.matches import assign_match, confirm_match
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.web.leagues.club import Club, archive_of, club, handed_in, new, rows_in, taken_in

pytestmark = pytest.mark.long
SHORT = {"contracts": [{"runs": 1, "sets": 1}], "last_round_exact": False, "deals_per_round": 3}
ENTRIES = [
    {"kind": "deal", "hands": [0, 15, 40]},
    {"kind": "players", "join": "Nína", "total": 5},
    {"kind": "players", "seat": 2, "name": "Ari"},
    {"kind": "deal", "hands": [5, 10, 0, 25]},
    {"kind": "players", "leave": 1},
    {"kind": "deal", "hands": [5, None, 0, 25]},
]


@pytest.fixture
def evening(app: Flask) -> tuple[Club, str]:
    """Anna, Björn and Þóra began; Nína joined, Ari sat down for Þóra, Björn left. Anna won."""
    return play_evening(app)


def play_evening(app: Flask, *others: str) -> tuple[Club, str]:
    """The same where the league knows others too."""
    made = club(app)
    with app.app_context():
        players = made.players("Anna", "Björn", "Þóra", *others)[:3]
        match = assign_match.start_match(
            session(),
            made.access("scorer", "p" * 43),
            uuid=new(),
            game="kinaskak",
            rules=SHORT,
            players=players,
            names=["Anna", "Björn", "Þóra"],
            first_dealer=0,
        )
        for entry in ENTRIES:
            match = ledgers.write(session(), match, "recorded", {"entry": entry})
        confirm_match.confirm_as_organiser(
            session(), made.access(), uuid=new(), key=match.public_id, version=match.seq
        )
    made.derive()
    return made, match.public_id


def test_the_table_has_those_who_began_and_no_stranger(evening: tuple[Club, str]) -> None:
    made, _key = evening
    page = made.phone("organiser").get(made.at("?lang=en"))
    assert sorted(rows_in(page)) == ["Anna", "Björn", "Þóra"]
    assert rows_in(page)[0] == "Anna"


@cases(
    "path",
    "",
    "matches",
    "matches/{key}",
    "players",
    "records",
    "statistics",
    "cross-table",
    "yearbook/2026",
    "ratings",
    "changes",
    "nights",
)
def test_every_page_of_the_league_shows_it(evening: tuple[Club, str], path: str) -> None:
    made, key = evening
    phone = made.phone("organiser")
    phone.get(made.at(path.format(key=key)))
    assert phone.status == 200


def test_the_league_s_archive_takes_it_along(app: Flask, evening: tuple[Club, str]) -> None:
    made, _key = evening
    packed = archive_of(made)
    other = club(app)
    phone = other.phone("organiser")
    handed_in(other, phone, "archive", packed)
    taken_in(phone)
    other.derive()
    assert sorted(rows_in(phone.get(other.at("?lang=en")))) == ["Anna", "Björn", "Þóra"]


@pytest.mark.parametrize("sheet", ["wide", "tidy", "deals"])
def test_its_spreadsheets_are_written(evening: tuple[Club, str], sheet: str) -> None:
    made, _key = evening
    answer = made.phone("organiser").client.get(made.at(f"sheets/{sheet}.csv"))
    assert answer.status_code == 200
    assert "Björn" in answer.get_data(as_text=True)


@pytest.mark.parametrize("sheet", ["wide", "tidy", "deals"])
def test_its_spreadsheets_name_who_turned_out_to_be_another(evening: tuple[Club, str], sheet: str) -> None:
    made, _key = evening
    anna = next(one.key for one in made.list_players() if one.name == "Anna")
    whole, *_ = made.players("Anna Jónsdóttir")
    with made.app.app_context():
        made.organise(player_changes.merge, key=anna, into=whole)
    made.derive()
    text = made.phone("organiser").client.get(made.at(f"sheets/{sheet}.csv")).get_data(as_text=True)
    assert ("Anna Jónsdóttir" in text, anna in text) == (True, False)


@pytest.mark.parametrize(
    ("credited", "listed"),
    [("began", ["Anna", "Björn", "Nína", "Þóra"]), ("ended", ["Anna", "Ari", "Björn", "Nína"])],
)
def test_a_rule_says_whose_the_result_is_where_players_of_the_league_sat_down(
    app: Flask, credited: str, listed: list[str]
) -> None:
    made, key = play_evening(app, "Ari", "Nína")
    owner = made.phone("owner")
    owner.get(made.at("rules?lang=en"))
    owner.press("Save", credited=credited)
    made.derive()
    assert sorted(rows_in(owner.get(made.at("?lang=en")))) == listed
    for path in ("matches", f"matches/{key}", "records", "statistics", "yearbook/2026", "ratings"):
        owner.get(made.at(path))
        assert owner.status == 200, path
    deals = owner.get(made.at("statistics?lang=en&measure=best_deals&season=")).words
    assert "Ari" in deals, "each deal counts for who played it"
