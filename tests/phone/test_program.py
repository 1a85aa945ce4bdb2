"""The program as a phone holds it: one reader, one database in which everything is, no other machine."""

import json
import re
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, text

from scorekeeper.phone.program import Program
from scorekeeper.store import migrate
from scorekeeper.store.db import db
from scorekeeper.store.leagues.figures.editions import Lease
from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.migrate import MigrationError
from scorekeeper.web.desk import ruling_links
from scorekeeper.web.leagues import guard
from tests.cases import cases
from tests.phone.pocket import BASE, closed, head, make_empty, opened, page, post, start_match, words


def test_the_first_page_speaks_the_phones_language_and_its_links_stay_below_the_base(database: Path) -> None:
    program = opened(database, languages="is-IS,is;q=0.9,en;q=0.5")
    said = page(program, "/")
    assert '<html lang="is">' in said
    assert set(re.findall(r'(?:href|src|action)="(/[^/"]*/[^/"]*)', said)) == {BASE}


def test_a_match_is_begun_and_found_again_by_the_next_start(database: Path) -> None:
    program = opened(database)
    address = start_match(program)
    assert address.startswith("/m/"), "the phone has its own key, so the owner's link is good"
    closed(program)
    again = opened(database)
    assert BASE + address in page(again, "/"), "the phone knows its own matches by its cookie"
    assert again.answer("GET", BASE + address, {}).status == 200


def test_all_that_the_phone_keeps_stands_in_its_database(database: Path) -> None:
    program = opened(database)
    page(program, "/?lang=eu")
    closed(program)
    with sqlite3.connect(database) as connection:
        (kept,) = connection.execute("SELECT value FROM setting WHERE name = 'phone'").fetchone()
    said = json.loads(kept)
    assert len(bytes.fromhex(said["key"])) == 32
    assert said["cookies"]["lang"] == "eu"
    assert '<html lang="eu">' in page(opened(database, languages="es"), "/")


def test_the_journal_is_rolled_back_and_the_file_is_for_one_connection(database: Path) -> None:
    program = opened(database)
    start_match(program)
    assert not database.with_name("phone.db-wal").exists()
    with (
        sqlite3.connect(database, timeout=0) as other,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("SELECT * FROM setting")


@cases(
    "address, says",
    ("/account/", "no one has to sign in"),
    ("/account/sign-in", "no one has to sign in"),
    ("{match}/share", "on your phone and nowhere else"),
    ("{match}/tv", "A television is another device"),
)
def test_what_needs_another_machine_says_so_and_what_can_be_done(
    database: Path, address: str, says: str
) -> None:
    program = opened(database)
    match = start_match(program)
    said = page(program, address.format(match=match))
    assert says in said
    assert ("Save as a file" in said) == ("{match}" in address)


WINDOW = "https://club.example/phone/#"


def ask(program: Program, address: str, **fields: str) -> str:
    """Ask the desk; the path of the ruling."""
    answer = post(program, address, **fields)
    return urlsplit(head(answer, "Location")).path.removeprefix(BASE)


def test_a_ruling_has_the_address_of_the_window_and_any_phone_works_it_out(
    database: Path, tmp_path: Path
) -> None:
    program = opened(database, origin="https://club.example")
    ruling = ask(program, "/desk/kinaskak/hand_points", cards="5H AS JK")
    said = page(program, ruling)
    assert f'href="{WINDOW}{ruling}"' in said
    assert "localhost" not in said
    assert program.answer("GET", f"{BASE}{ruling}/qr.svg", {}).status == 200
    assert "This hand counts 75 points." in words(page(opened(make_empty(tmp_path, "other.db")), ruling))


def test_a_ruling_too_long_for_a_link_says_that_it_stays_on_this_phone(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ruling_links, "MAX_ADDRESS", 60)
    program = opened(database)
    ruling = ask(program, "/desk/kinaskak/hand_points", cards="5H AS JK")
    assert ruling.startswith("/ruling/.")
    said = words(page(program, ruling))
    assert "it is kept on this phone and nowhere else" in said
    assert "All who open this link" not in said


def test_a_league_on_the_phone_gives_no_link_to_localhost(database: Path) -> None:
    program = opened(database, origin="https://club.example")
    founded = post(program, "/leagues/new", name="Tuesdays", preset="wins", access="link")
    league = urlsplit(head(founded, "Location")).path.removeprefix(BASE)
    for address, says in (
        ("/settings", "follow it by a link"),
        ("/more", "Take the league with you"),
        ("/export", "The nights as a file for calendars"),
        ("/invite", "follow it by a link"),
    ):
        said = page(program, league + address)
        assert says in words(said), address
        assert "localhost" not in said, address
    assert "localhost" not in page(program, start_match(program) + "/proof")


def test_the_phone_has_leagues_without_signing_in(database: Path) -> None:
    program = opened(database)
    assert program.answer("GET", BASE + "/leagues/new", {}).status == 200


@pytest.mark.parametrize("file", ["archive", "archive?packed=", "sheets/wide.csv", "archive?lang=eu"])
def test_a_file_of_a_league_leaves_the_one_connection_free(database: Path, file: str) -> None:
    program = opened(database)
    founded = post(program, "/leagues/new", name="Tuesdays", preset="wins", access="private")
    league = urlsplit(head(founded, "Location")).path.removeprefix(BASE)
    taken = program.answer("GET", f"{BASE}{league}/{file}", {})
    assert (taken.status, bool(taken.body)) == (200, True)
    assert program.answer("GET", BASE + league, {}).status == 200
    assert start_match(program).startswith("/m/"), "and it can be written to"


def found_waiting(program: Program, monkeypatch: pytest.MonkeyPatch) -> str:
    """A league with one match that no page had time for; its path."""
    monkeypatch.setattr(guard, "AT_ONCE", 0.0)
    founded = post(program, "/leagues/new", name="Tuesdays", preset="wins", access="private")
    league = urlsplit(head(founded, "Location")).path.removeprefix(BASE)
    sides = {"side-1": "Vera", "side-2": "Jon", "total-1": "21", "total-2": "8"}
    assert post(program, f"{league}/paper", game="escoba", night="2026-11-17", won="1", **sides).status == 303
    before = page(program, f"{league}?season=")
    assert "Updating" in before
    assert "Vera" not in before
    return league


def test_what_a_page_had_no_time_for_is_derived_between_pages(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = opened(database)
    league = found_waiting(program, monkeypatch)
    turns = 1
    while program.keep_leagues():
        turns += 1
    assert turns < 20, "it comes to an end"
    after = page(program, f"{league}?season=")
    assert "Updating" not in after
    assert "Vera" in after


def test_a_phone_that_is_killed_while_it_derives_a_league_goes_on_at_its_next_start(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = opened(database)
    league = found_waiting(program, monkeypatch)
    with program.app.app_context():
        [number] = db.session.scalars(select(LeagueRow.id))
        assert Lease(db.session(), number).take(), "the phone is killed before it leaves it"
    assert not program.keep_leagues()
    closed(program)
    again = opened(database)
    while again.keep_leagues():
        pass
    assert "Vera" in page(again, f"{league}?season=")


def test_a_page_may_stand_in_a_frame_of_its_own_origin_and_registers_no_worker(database: Path) -> None:
    program = opened(database)
    answer = program.answer("GET", BASE + "/", {})
    assert "frame-ancestors 'self'" in head(answer, "Content-Security-Policy")
    assert head(answer, "X-Frame-Options") == ""
    assert b"data-worker" not in answer.body
    assert "wasm-unsafe-eval" not in head(answer, "Content-Security-Policy")


def test_a_page_is_shown_where_nothing_can_be_written(database: Path) -> None:
    program = opened(database)
    with program.app.app_context():
        db.session.execute(text("PRAGMA query_only=ON"))
    answer = program.answer("GET", BASE + "/?lang=eu", {})
    assert answer.status == 200
    assert '<html lang="eu">' in page(program, "/"), "what was chosen is known as long as the window is open"


def test_cookies_never_leave_the_program(database: Path) -> None:
    answers = [opened(database).answer("GET", BASE + "/?lang=bg", {})]
    assert [
        name for answer in answers for name, _value in answer.headers if name.lower() == "set-cookie"
    ] == []


def test_a_database_of_a_newer_program_is_refused_and_one_of_an_older_is_brought_up(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(MigrationError, match="newer than this program"):
        opened(database)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (migrate.head(),))
    connection.close()
    assert opened(database).answer("GET", BASE + "/", {}).status == 200
