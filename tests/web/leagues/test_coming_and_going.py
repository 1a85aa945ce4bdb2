"""A match of a league in which people came and went: it counts for those who began, and every page shows it."""

from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.forgetting import forget
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.matches import assign_match, confirm_match
from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.refusals import Refused
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.leagues.club import Club, archive_of, club, handed_in, new, rows_in, taken_in
from tests.web.sheet_tables import words

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


def start(made: Club, players: Sequence[str], entries: Sequence[dict[str, Any]]) -> Match:
    """A match of Anna, Björn and Þóra with these entries."""
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
    for entry in entries:
        match = ledgers.write(session(), match, "recorded", {"entry": entry})
    return match


def play_evening(app: Flask, *others: str) -> tuple[Club, str]:
    """The same where the league knows others too."""
    made = club(app)
    with app.app_context():
        match = start(made, made.players("Anna", "Björn", "Þóra", *others)[:3], ENTRIES)
        confirm_match.confirm_as_organiser(
            session(), made.access(), uuid=new(), key=match.public_id, version=match.seq
        )
    made.derive()
    return made, match.public_id


def test_a_correction_counts_once_those_who_began_have_agreed(
    app: Flask, phone: Phone, evening: tuple[Club, str]
) -> None:
    made, key = evening
    with app.app_context():
        match = ledger.load(session(), key)
        assert match is not None
        other = {"target": 2, "entry": {"kind": "deal", "hands": [0, 20, 40]}}
        match = ledgers.write(session(), match, "corrected", other)
    phone.get(link(app, match, "score", "league?lang=en"))
    asked = [form.value("seat") for form in phone.page.forms if "The result is right" in form.buttons]
    assert asked == ["0", "1", "2"], "Nína joined: the result counts for those who began"
    assert "Pass the phone to Ari first." in phone.page.words, "he sits there now"
    for _side in asked:
        phone.press("The result is right")
    made.derive()
    assert "A correction waits" not in phone.page.words
    organiser = made.phone("organiser")
    assert "30" in words(organiser.get(made.at(f"matches/{key}?lang=en")))


def test_the_table_has_those_who_began_and_no_stranger(evening: tuple[Club, str]) -> None:
    made, _key = evening
    page = made.phone("organiser").get(made.at("?lang=en"))
    assert sorted(rows_in(page)) == ["Anna", "Björn", "Þóra"]
    assert rows_in(page)[0] == "Anna"


def list_keys(made: Club) -> dict[str, str]:
    """The keys of the league's players by their names."""
    links = made.phone("owner").get(made.at("players?lang=en")).links.items()
    return {name: address.rpartition("/")[2] for name, address in links if "/players/" in address}


def test_two_are_not_one_who_met_where_one_of_them_sat_down(app: Flask) -> None:
    made, _key = play_evening(app, "Ari", "Nína", "Ari J")
    keys = list_keys(made)
    with app.app_context():
        for key, into in (("Ari", "Anna"), ("Anna", "Nína"), ("Ari", "Nína")):
            with pytest.raises(Refused, match="played in one match"):
                player_changes.merge(session(), made.access(), uuid=new(), key=keys[key], into=keys[into])
        player_changes.merge(session(), made.access(), uuid=new(), key=keys["Ari"], into=keys["Ari J"])


@pytest.mark.parametrize("known", [False, True])
def test_who_sat_down_is_known_as_soon_as_the_league_knows_the_name(app: Flask, known: bool) -> None:
    made, _key = play_evening(app, *(["Arí"] if known else []))
    keys, owner = list_keys(made), made.phone("owner")
    owner.get(made.at("rules?lang=en"))
    owner.press("Save", credited="ended")
    with app.app_context():
        if known:
            player = roster.find_player(session(), made.access().league.id, keys["Arí"])
            assert player is not None
            more = {"key": player.key, "seen": player.touched, "name": "Ari"}
            player_changes.rename(session(), made.access(), uuid=new(), **more)
        else:
            player_changes.add_player(session(), made.access(), uuid=new(), name="Ari")
    made.derive()
    assert sorted(rows_in(owner.get(made.at("?lang=en")))) == ["Anna", "Ari", "Björn"]


@pytest.mark.parametrize("corrected", [False, True])
@pytest.mark.parametrize("change", ["anonymous", "renamed"])
def test_who_sat_down_stays_who_they_are_when_the_league_is_derived_anew(
    app: Flask, change: str, corrected: bool
) -> None:
    made, key = play_evening(app, "Ari", "Nína")
    keys, owner = list_keys(made), made.phone("owner")
    owner.get(made.at("rules?lang=en"))
    owner.press("Save", credited="ended")
    made.derive()
    before = rows_in(owner.get(made.at("?lang=en")))
    assert "Ari" in before
    with app.app_context():
        league, access = made.access().league.id, made.access()
        player = roster.find_player(session(), league, keys["Ari"])
        assert player is not None
        if change == "anonymous":
            forget.forget_player(session(), access, uuid=new(), key=player.key)
        else:
            more = {"key": player.key, "seen": player.touched, "name": "Ari J"}
            player_changes.rename(session(), access, uuid=new(), **more)
            player_changes.add_player(session(), access, uuid=new(), name="Ari")
        called = roster.find_player(session(), league, keys["Ari"])
        if corrected:
            match = ledger.load(session(), key)
            other = {"target": 2, "entry": {"kind": "deal", "hands": [0, 20, 40]}}
            match = ledgers.write(session(), match, "corrected", other)
            confirm_match.confirm_as_organiser(session(), access, uuid=new(), key=key, version=match.seq)
        made.derive()
        assert derive.rebuild(session(), league) == 0
    after = rows_in(owner.get(made.at("?lang=en")))
    assert len(after) == len(before)
    assert ("Ari J" if change == "renamed" else f"Player {called.number}") in after


@cases("path", "matches", "matches/{key}")
def test_a_match_that_is_played_names_who_joined_and_who_sits_there_now(app: Flask, path: str) -> None:
    made = club(app)
    with app.app_context():
        match = start(made, made.players("Anna", "Björn", "Þóra"), ENTRIES[:3])
    made.derive()
    page = made.phone("organiser").get(made.at(path.format(key=match.public_id)))
    assert [name for name in ("Anna", "Björn", "Ari", "Nína") if name not in page.words] == []


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
