"""A league of many matches over three seasons, in several games: brought in, browsed, corrected, taken along.

One league for the whole file; nothing here depends on what another test did to it.
"""

import csv
import gzip
import io
import json
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openpyxl import load_workbook
from sqlalchemy.orm import sessionmaker

from scorekeeper.cli import main
from scorekeeper.store.db import db
from scorekeeper.store.leagues import keeper
from scorekeeper.store.leagues.exchange import imports, uploads
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.reading import change_log
from scorekeeper.store.leagues.log import founding, nights, seasons
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.soak import in_soak
from tests.web.conftest import Page, Phone, app_on
from tests.web.leagues.club import (
    NAMES,
    WON,
    Club,
    archive_of,
    club,
    handed_in,
    new,
    rows_in,
    taken_in,
    title,
)

PLAYERS = ("Vera", "Георги", "Þórdís", "Iñaki", "Ane", "Иван", "Guðrún", "=SUM(A1)")
pytestmark = [pytest.mark.soak, pytest.mark.long]
GAMES = ("Belot", "Kani", "Escoba")
SEASONS = ("2024", "2025", "2026")
A_YEAR = in_soak(100, 30)


def row(n: int) -> str:
    year, one, other = 2024 + n // A_YEAR, PLAYERS[n % 8], PLAYERS[(n + 3) % 8]
    third, fourth = PLAYERS[(n + 1) % 8], PLAYERS[(n + 6) % 8]
    pairs = f"{one} & {other};{151 + n % 40};{third} & {fourth};{(n * 37) % 140}"
    alone = f"{one};{151 + n % 40};{third};{(n * 37) % 140};{other};{n % 90};{fourth};{n % 70}"
    game = GAMES[n % 3]
    return f"{year}-{1 + n % A_YEAR // 10:02}-{1 + n % 4 * 7:02};{game};{alone if game == 'Kani' else pairs}"


HEAD = ";".join(["date;game", *(f"side{number};total{number}" for number in range(1, 5))])
TABLE = (HEAD + "\n" + "\n".join(row(n) for n in range(3 * A_YEAR))).encode()


@pytest.fixture(scope="module")
def app(migrated: Path) -> Iterator[Flask]:
    yield from app_on(migrated)


@pytest.fixture(scope="module")
def tuesday(app: Flask) -> Club:
    """Brought in by an organiser; three seasons; one match that was played here."""
    made = club(app, "public")
    organiser = made.phone("organiser")
    for year in SEASONS:
        organiser.get(made.at("seasons/new"))
        organiser.press("Save", name=f"Season {year}", starts=f"{year}-01-01", ends=f"{year}-12-31")
    page = handed_in(made, organiser, "paper", TABLE)
    assert f"8 players · {3 * A_YEAR} results without deals" in " ".join(page.words.split())
    assert "What will come in" in page.words
    page = taken_in(organiser)
    assert f"{3 * A_YEAR + 8}/{3 * A_YEAR + 8}" in page.words
    keys = {one.name: one.key for one in made.list_players()}
    made.match(WON, players=[keys[name] for name in PLAYERS[:4]])
    made.derive()
    return made


def number(written: str) -> int:
    return int(written.replace("−", "-"))


def keys_of(tuesday: Club) -> dict[str, str]:
    return {one.name or "": one.key for one in tuesday.list_players()}


def seasons_of(page: Page) -> list[str]:
    options = [given.get("value", "") for tag, given in page.attributes if tag == "option"]
    return list(dict.fromkeys(option for option in options if option))


def test_two_players_are_offered_to_be_compared_and_not_one_with_the_same(tuesday: Club) -> None:
    page = tuesday.phone("organiser").get(tuesday.at("pair"))
    form = next(form for form in page.forms if "Show" in form.buttons)
    first, second = form.value("a"), form.value("b")
    assert first
    assert second
    assert first != second


def test_every_page_answers_and_is_small_on_the_wire(tuesday: Club) -> None:
    vera, ivan = keys_of(tuesday)["Vera"], keys_of(tuesday)["Иван"]
    with tuesday.app.app_context():
        last = max(seasons.list_seasons(session(), tuesday.league.id), key=lambda one: one.name or "").key
    pages = {
        "": "Table",
        "?season=": "Table",
        "?on=2025-06-01&season=": "Table · Jun 1, 2025",
        "matches": "Matches",
        "matches?game=kani": "Matches",
        "players": "Players",
        f"players/{vera}": "Vera",
        "ratings": "Ratings",
        f"pair?a={vera}&b={ivan}": "Compare two",
        "nights": "Nights",
        "nights/2024-01-01": "Monday, January 1, 2024",
        "statistics?season=&game=belot": "Statistics",
        "records?season=": "Records",
        "yearbook/2025": "2025",
        f"table/{vera}?season=": "Vera",
        f"changes?since=2024-01-01&season={last}": "What has changed?",
        "more": "More",
        "seasons": "Seasons",
        "export": "Take the league with you",
    }
    phone, sizes = tuesday.phone("visitor"), {}
    for path, heading in pages.items():
        page = phone.get(tuesday.at(path))
        assert phone.status == 200, path
        assert heading in title(page), path
        assert "Updating" not in page.words, path
        sizes[path] = len(gzip.compress(page.html.encode()))
    assert {path: size for path, size in sizes.items() if size > 15_000} == {}


def test_each_row_explains_itself_and_its_points_add_up(tuesday: Club) -> None:
    phone = tuesday.phone("visitor")
    page = phone.get(tuesday.at("?season="))
    first = rows_in(page)[0]
    page = phone.click(first)
    said = " ".join(page.words.split())
    assert "Which matches, which points" in said
    total, matches = int(said.partition("Place 1 · ")[2].split()[0]), 0
    won = 0
    while True:
        won += page.html.count("<strong>won: 1</strong>")
        matches += page.html.count("<strong>won: 1</strong>") + page.html.count("<strong>not won: 0</strong>")
        further = next((given["href"] for _tag, given in page.attributes if given.get("rel") == "next"), None)
        if further is None:
            break
        page = phone.get(further)
    assert won == total
    assert f"{won} from {matches} matches" in said


def test_the_table_on_a_date_is_the_table_of_what_was_played_until_then(tuesday: Club) -> None:
    phone = tuesday.phone("visitor")
    early = phone.get(tuesday.at("?season=&on=2024-01-08"))
    played = [one for one in TABLE.decode().splitlines()[1:] if one[:10] <= "2024-01-08"]
    told = {name for name in PLAYERS if any(name in one for one in played)}
    assert set(rows_in(early)) == told
    last = phone.get(tuesday.at("?season=&on=2026-12-31"))
    assert rows_in(last) == rows_in(phone.get(tuesday.at("?season=")))


def test_statistics_have_a_bar_beside_each_figure_and_mark_small_numbers(tuesday: Club) -> None:
    phone = tuesday.phone("visitor")
    page = phone.get(tuesday.at("statistics?season=&game=belot"))
    bars = re.findall(
        r'<th scope="row">.*?class="length.*?h([\d.]+)v1.*?class="number">(\d+)', page.html, re.DOTALL
    )
    assert len(bars) == page.html.count('<th scope="row"') > 2
    assert [float(length) for length, _percent in bars] == [int(percent) for _length, percent in bars]
    page = phone.get(tuesday.at("statistics?season=&game=belot&about=pair"))
    assert "Matches won together" in page.words
    assert "Nothing of the kind" not in page.words, "who turns from players to pairs gets some"
    page = phone.get(tuesday.at(f"players/{keys_of(tuesday)['Vera']}?season=&game=kani"))
    assert "<svg" in page.html
    ranges = re.findall(
        r"<strong>([−\d]+)</strong></td>\s*<td[^>]*><[^>]+>up to ([−\d]+)", unescape(page.html)
    )
    assert len(ranges) == 4, "of every game and overall"
    for rating, high in (map(number, found) for found in ranges):
        assert rating <= high
    assert "so far" not in page.words


def test_spreadsheets_begin_with_a_byte_order_mark_and_run_nothing(tuesday: Club) -> None:
    phone = tuesday.phone("visitor")
    for kind in ("wide", "tidy", "deals"):
        phone.get(tuesday.at(f"sheets/{kind}.csv"))
        body = phone.response.get_data()
        assert body.startswith(b"\xef\xbb\xbf")
        cells = [cell for one in csv.reader(io.StringIO(body.decode("utf-8-sig"))) for cell in one]
        assert [cell for cell in cells if cell[:1] in "=+@" and cell] == []
    wide = tuesday.phone("visitor").get(tuesday.at("sheets/wide.csv")).html
    assert len(wide.splitlines()) == 3 * A_YEAR + 2


@pytest.mark.parametrize("sheet", ["sheets/wide", "sheets/tidy", "sheets/deals", "standings"])
def test_a_workbook_has_the_rows_of_the_spreadsheet_and_real_dates(tuesday: Club, sheet: str) -> None:
    client = tuesday.phone("visitor").client
    text = client.get(tuesday.at(f"{sheet}.csv?season=")).get_data(as_text=True)
    answer = client.get(tuesday.at(f"{sheet}.xlsx?season="))
    opened = load_workbook(io.BytesIO(answer.get_data()))
    header, *rows = opened.active.iter_rows(values_only=True)
    written = [["" if cell is None else str(cell).removesuffix(" 00:00:00") for cell in row] for row in rows]
    assert [list(header), *written] == list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert opened.active.freeze_panes == "A2"
    nights = [row[header.index("night")] for row in rows if "night" in header]
    assert all(type(night) is datetime for night in nights)
    assert '.xlsx"' in answer.headers["Content-Disposition"]


def test_one_button_sends_a_match_to_bg_stats(tuesday: Club) -> None:
    phone = tuesday.phone("visitor")
    page = phone.get(tuesday.at("matches?game=belot"))
    where = next(where for words, where in page.links.items() if words.startswith("Belot"))
    page = phone.get(where)
    assert page.links["Send to BG Stats"].startswith("https://app.bgstatsapp.com/createPlay.html?data=")


def test_the_archive_is_verified_and_makes_the_same_league_again(tuesday: Club, tmp_path: Path) -> None:
    packed = archive_of(tuesday)
    file = tmp_path / "league.jsonl.gz"
    file.write_bytes(packed)
    assert main(["verify", str(file)]) == 0
    copy = club(tuesday.app, "public")
    organiser = copy.phone("organiser")
    handed_in(copy, organiser, "archive", packed)
    taken_in(organiser)
    copy.derive()
    visitor = tuesday.phone("visitor")
    for season in ("?season=", f"?season={seasons_of(visitor.get(tuesday.at()))[0]}"):
        one, other = visitor.get(tuesday.at(season)), visitor.get(copy.at(season))
        assert rows_in(one) == rows_in(other)
        assert len(rows_in(one)) == 8
    again = handed_in(copy, organiser, "archive", packed)
    assert "a new player" in again.words
    taken_in(organiser)
    assert len(organiser.get(copy.at("sheets/wide.csv")).html.splitlines()) == 3 * A_YEAR + 2, "twice is once"


def test_a_correction_in_the_past_changes_what_came_after_and_the_page_says_what_moved(app: Flask) -> None:
    other = club(app, "public")
    organiser = other.phone("organiser")
    body = TABLE.splitlines()[0] + b"\n" + b"\n".join(TABLE.splitlines()[1:41])
    handed_in(other, organiser, "paper", body)
    taken_in(organiser)
    other.derive()
    before = other.phone("visitor").get(other.at("ratings")).words
    vera = other.list_players(search="Vera")[0].key
    assert "so far" in organiser.get(other.at(f"players/{vera}?season=")).words, "small numbers are marked"
    page = organiser.get(other.at("nights/2024-01-01"))
    where = next(where for words, where in page.links.items() if words.startswith(GAMES[:3]))
    organiser.get(where)
    organiser.click("Season, night, players")
    keys = [value for name, value in organiser.page.forms[0].values if name == "player"]
    organiser.press("Save", player=[keys[2], keys[3], keys[0], keys[1]])
    other.derive()
    page = organiser.get(other.at("changes?since=2025-01-01"))
    assert "Corrections of older matches" in page.words
    assert "→" in page.words
    assert other.phone("visitor").get(other.at("ratings")).words != before
    assert "who played was changed" in organiser.get(where).words


def test_what_was_played_after_midnight_was_not_played_since_that_night(app: Flask) -> None:
    other = club(app).with_clock_at(hour=3, confirmation="nobody")
    with app.app_context():
        night = nights.tonight(other.league)
        before = (date.fromisoformat(night) - timedelta(days=1)).isoformat()
        other.match(WON, players=other.players(*NAMES))
        other.derive()
    assert [changed_since(other, one) for one in (night, before)] == [False, True]


def changed_since(made: Club, night: str) -> bool:
    """Whether the page says that something changed since a night."""
    page = made.phone("player").get(made.at(f"changes?since={night}"))
    return "Nothing has changed since then." not in page.words


def test_what_changed_says_if_it_is_not_all(tuesday: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, path = tuesday.phone("visitor"), tuesday.at("changes?since=2023-12-31&season=")
    assert "are looked at" not in visitor.get(path).words
    monkeypatch.setattr(change_log, "MAX_MATCHES", A_YEAR)
    assert f"only the latest {A_YEAR} are looked at. Choose a later date" in visitor.get(path).words


def test_an_import_goes_on_when_its_page_is_left_and_the_whole_of_it_can_be_undone(app: Flask) -> None:
    other = club(app)
    organiser = other.phone("organiser")
    handed_in(other, organiser, "paper", TABLE)
    with app.app_context():
        [found] = uploads.list_uploads(session(), other.access())
        imports.begin_import(session(), other.access(), found.key)
        sessions: Any = sessionmaker(db.engine)
        session().rollback()
        for _turn in range(20):
            keeper.take_turn(sessions, lambda: False, {})
    page = organiser.get(other.at(f"imports/{found.key}"))
    assert f"{3 * A_YEAR + 8}/{3 * A_YEAR + 8}" in page.words
    organiser.press("Take all of it out again")
    other.derive()
    assert "No match yet." in organiser.get(other.at("matches")).words
    assert rows_in(organiser.get(other.at())) == []


@cases(
    "kind, body, said",
    ("paper", b"", "Choose a file."),
    ("paper", b"who;what\n1;2", "The first line names the columns"),
    ("paper", b"date;game;side1;side2\nsoon;Belot;A;A", "Write the date as year-month-day"),
    ("archive", b'{"format": "scorekeeper-league/1"', ""),
    ("bg_stats", b"{}", ""),
)
def test_a_file_that_cannot_be_read_is_refused_in_words(
    tuesday: Club, kind: str, body: bytes, said: str, organiser: Phone
) -> None:
    page = handed_in(tuesday, organiser, kind, body)
    assert organiser.status == 422
    assert said in page.words
    assert "Not saved yet" in page.words


def test_the_empty_table_that_can_be_fetched_is_one_that_can_be_handed_in(app: Flask) -> None:
    other = club(app)
    organiser = other.phone("organiser")
    organiser.get(other.at("imports"))
    organiser.click("The same as text (CSV)")
    table = organiser.response.get_data()
    assert table.startswith(b"\xef\xbb\xbf"), "spreadsheets read it as UTF-8"
    page = handed_in(other, organiser, "paper", table)
    assert "4 players · 1 result without deals" in page.words
    assert "Vera & Ivan 151 – Georgi & Ana 98" in page.words, "its line shows how it is done"
    assert "Nov 17, 2026" in page.words


def plays(*names: str) -> bytes:
    """An export of BG Stats: a play of Belot in teams, and one that cannot be taken in."""
    scores = [
        {"playerRefId": n, "score": ("151", "98")[n % 2], "winner": n % 2 == 0, "team": str(n % 2)}
        for n in range(4)
    ]
    play = {
        "uuid": "p1",
        "playDate": "2026-11-03 20:11:00",
        "gameRefId": 7,
        "locationRefId": 5,
        "usesTeams": True,
    }
    document = {
        "players": [{"id": n, "uuid": f"u{n}", "name": name} for n, name in enumerate(names)],
        "games": [{"id": 7, "name": "Belot"}],
        "locations": [{"id": 5, "name": "Götubarinn"}],
        "plays": [{**play, "playerScores": scores}, {**play, "uuid": "p2", "playDate": "never"}],
    }
    return json.dumps(document).encode()


def test_plays_of_bg_stats_come_in_once_it_is_said_who_is_who_and_go_out_again(app: Flask) -> None:
    other = club(app)
    [vera] = other.players("Vera Ivanova")
    organiser = other.phone("organiser")
    page = handed_in(other, organiser, "bg_stats", plays("Vera I.", "Georgi", "Ana", "Iñaki"))
    upload = organiser.address
    assert "Who is who?" in page.words
    assert "Is this right?" in page.words, "a play without a day is left out"
    assert "Vera I. & Ana 151 – Georgi & Iñaki 98" in page.words
    assert "No match yet." in organiser.get(other.at("matches")).words, "nothing is in before it is asked for"
    organiser.get(upload)
    assert "in the league 5/5" in " ".join(taken_in(organiser, **{"is-0": vera}).words.split())
    other.derive()
    page = organiser.get(other.at("matches"))
    assert "Vera Ivanova & Ana ✓ Winner" in " ".join(page.words.split())
    assert "Götubarinn" in organiser.get(other.at("nights")).words
    assert "Vera I." not in organiser.get(other.at("players")).links
    organiser.get(upload)
    organiser.press("Take all of it out again")
    other.derive()
    assert "No match yet." in organiser.get(other.at("matches")).words
    assert set(organiser.get(other.at("players")).links) & {"Vera Ivanova", "Georgi"} == {"Vera Ivanova"}


# --- paper ----------------------------------------------------------------------------------------


@cases(
    "typed, at, said",
    ({"night": "soon"}, "night", "Write the date as year-month-day"),
    ({"total-2": "many"}, "side-2", "Write whole numbers"),
    ({"total-2": ""}, "side-2", "Write a total for each side, or for none."),
    ({"total-1": "", "total-2": ""}, "side-1", "Without all totals, say which side won."),
    ({"side-2": "Vera"}, "side-1", "One person cannot sit on two seats."),
    ({"side-2": "", "total-2": ""}, "side-2", "Everybody plays on one side"),
)
def test_what_is_wrong_with_an_old_result_stands_at_its_field_and_nothing_is_lost(
    tuesday: Club, typed: dict[str, str], at: str, said: str
) -> None:
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("paper"))
    whole = {"side-1": "Vera & Ane", "total-1": "151", "side-2": "Iñaki & Иван", "total-2": "98", **typed}
    page = phone.press("Save", **whole)
    assert phone.status == 422
    assert f'id="{at}-error"' in page.html
    assert said in page.html.partition(f'id="{at}-error"')[2].partition("</p>")[0]
    assert {name: page.forms[0].value(name) for name in whole} == whole


def test_old_results_go_in_one_after_the_other(app: Flask) -> None:
    other = club(app)
    phone = other.phone("scorer")
    phone.get(other.at("paper"))
    page = phone.press(
        "Save", night="2025-03-04", game="escoba", won="3", **{"side-1": "Vera", "side-3": "Ivan"}
    )
    assert "Written down. The next one?" in page.words
    assert (page.forms[0].value("night"), page.forms[0].value("game")) == ("2025-03-04", "escoba")
    assert page.forms[0].value("side-1") == ""
    other.derive()
    page = phone.get(other.at("matches"))
    assert "Ivan\N{NO-BREAK SPACE}✓" in page.words
    assert "waits to be confirmed" in page.words.lower() or "waiting" in page.words.lower()


# --- for programs ---------------------------------------------------------------------------------


def test_a_league_is_read_as_json_with_a_tag_and_a_cursor(tuesday: Club) -> None:
    client, base = tuesday.phone("visitor").client, f"/api/v1/leagues/{tuesday.league.public_id}"
    for path in ("", "/players", "/standings", "/matches", "/events"):
        answer = client.get(base + path)
        assert answer.status_code == 200, path
        tag = answer.headers["ETag"]
        assert client.get(base + path, headers={"If-None-Match": tag}).status_code == 304
    seen, after = [], 0
    while listed := client.get(f"{base}/events?after={after}").json["events"]:
        seen += [one["seq"] for one in listed]
        after = listed[-1]["seq"]
    assert seen == sorted(set(seen))
    assert len(seen) > 3 * A_YEAR
    matches, found = [], client.get(f"{base}/matches").json
    while found["next"]:
        matches += found["matches"]
        found = client.get(f"{base}/matches?after={found['next']}").json
    assert len({one["match"] for one in [*matches, *found["matches"]]}) == 3 * A_YEAR + 1
    standing = client.get(f"{base}/standings?season=").json
    assert "account" not in json.dumps(standing)


def test_what_is_a_text_for_people_has_its_number_beside_it(tuesday: Club, app: Flask) -> None:
    other = club(app, "public")
    with app.app_context():
        keys = other.players("Ana", "Boris", "Vera")
        for winners in ([0, 1], [0], [2]):
            ledgers.record_result(
                session(), other.access(), "kinaskak", keys, [[0], [1], [2]], "2026-03-03", winners=winners
            )
        other.derive()
    rows = (
        other.phone("visitor").client.get(f"/api/v1/leagues/{other.league.public_id}/standings").json["rows"]
    )
    told = {
        one["players"][0]: (one["value"], one["value_value"], one["points_value"], one["wins_value"])
        for one in rows
    }
    assert told == {keys[0]: ("1.5", 1.5, 1.5, 1.5), keys[1]: ("0.5", 0.5, 0.5, 0.5), keys[2]: ("1", 1, 1, 1)}
    [row] = [one for one in rows if one["players"] == [keys[2]]]
    assert row["points"] == row["wins"] == "1", "texts stay texts"


@cases(
    "asked, path",
    ("standings?on=yesterday", "on"),
    ("standings?on=2026-02-30", "on"),
    ("standings?on=2026-11-20T20:00", "on"),
    ("standings?on=0001-01-01", "on"),
    ("standings?after=x", "after"),
    ("standings?after=-1", "after"),
    ("standings?after=12345678901", "after"),
    ("players?after=Vera", "after"),
    ("matches?after=2026", "after"),
    ("matches?after=2026-01-01|a|b|c", "after"),
    ("events?after=1.5", "after"),
    ("events?after=' OR 1=1", "after"),
)
def test_a_date_or_cursor_that_is_none_is_refused_in_words(tuesday: Club, asked: str, path: str) -> None:
    answer = tuesday.phone("visitor").client.get(f"/api/v1/leagues/{tuesday.league.public_id}/{asked}")
    assert answer.status_code == 422
    [error] = answer.json["errors"]
    assert error["path"] == path
    assert error["message"].endswith(".")
    assert "ETag" not in answer.headers


def test_a_program_that_has_the_figures_hears_that_they_are_being_worked_out_anew(app: Flask) -> None:
    other = club(app, "public")
    match = other.match(WON, players=other.players(*NAMES))
    other.derive()
    client, base = other.phone("visitor").client, f"/api/v1/leagues/{other.league.public_id}"
    tag = client.get(base).headers["ETag"]
    other.add_event(match, "corrected", {"target": match.seq, "entry": {**WON, "tricks": 11}})
    meanwhile = client.get(base, headers={"If-None-Match": tag})
    assert meanwhile.status_code == 200
    assert meanwhile.json["updating"]
    other.derive()
    assert not client.get(base, headers={"If-None-Match": meanwhile.headers["ETag"]}).json["updating"]


def test_while_ratings_follow_a_correction_only_pages_that_show_some_say_so(app: Flask) -> None:
    other = club(app, "public")
    with app.app_context():
        seen, at_once = founding.described_seq(session(), other.league.id), {"confirmation": "nobody"}
        founding.describe_league(session(), other.access("owner"), uuid=new(), seen=seen, rules=at_once)
        match = other.match(WON, players=other.players(*NAMES))
        other.derive()
    other.add_event(match, "corrected", {"target": match.seq, "entry": {**WON, "declarer": 2, "partner": 3}})
    with app.app_context():
        deriver = derive.Deriver(session(), other.league.id)
        with deriver.hold_lease():
            deriver.advance()
    visitor = other.phone("visitor")
    said = {page: "Updating" in visitor.get(other.at(page)).words for page in ("", "statistics", "ratings")}
    assert said == {"": False, "statistics": False, "ratings": True}


def test_a_league_that_is_not_open_is_no_league_to_programs(app: Flask) -> None:
    for access, status in (("private", 404), ("link", 404)):
        other = club(app, access)
        client = other.phone("visitor").client
        base = f"/api/v1/leagues/{other.league.public_id}"
        refused, unknown = client.get(base), client.get("/api/v1/leagues/aaaaaaaaaaaa")
        assert (refused.status_code, refused.json) == (status, unknown.json)
        assert other.phone("player").client.get(base).status_code == 200
        if access == "link":
            link = other.phone("owner").get(other.at("more")).words.partition("/link/")[2].split()[0]
            assert client.get(f"{base}?link={link}").status_code == 200
            assert client.get(f"{base}?link={link[:-1]}").status_code == 404
