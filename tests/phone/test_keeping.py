"""Everything of a phone in one file, and back: a whole round, files that are no good, and the reminder."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.phone.program import Program
from scorekeeper.store import migrate, own_phone
from tests.cases import cases
from tests.phone.pocket import (
    BASE,
    closed,
    hand_in,
    head,
    make_empty,
    opened,
    page,
    post,
    read_hidden,
    start_match,
    words,
)
from tests.store import filling
from tests.store.backup.repacking import repack

PAGE = "/everything"
HEARTS = {"contract": "hearts", "declarer": "0", "trick_points-0": "120"}
SPADES = {"contract": "spades", "declarer": "1", "trick_points-0": "40"}


def record(program: Program, match: str, deal: dict[str, str]) -> None:
    assert post(program, f"{match}/record/deal", **deal).status == 303


def save(program: Program) -> bytes:
    """The file that the key gives."""
    answer = post(program, f"{PAGE}/file", at=PAGE)
    assert (answer.status, head(answer, "Content-Type")) == (200, "application/octet-stream")
    return answer.body


def bring(program: Program, file: bytes) -> str:
    """Choose a file and say yes to the question; the page that follows."""
    asked = hand_in(program, PAGE, file)
    assert asked.status == 200, words(asked.body.decode())
    answer = post(program, f"{PAGE}/back", at=PAGE, file=read_hidden(asked.body.decode())["file"])
    assert answer.status == 303, words(answer.body.decode())
    assert head(answer, "Clear-Site-Data") == '"cache"', (
        "pages that the window kept are of the database before"
    )
    return words(page(program, head(answer, "Location").removeprefix(BASE)))


def exported(program: Program, match: str) -> Any:
    return json.loads(page(program, f"{match}/export.json"))


def read_rows(database: Path, *tables: str) -> list[list[Any]]:
    """What stands in tables of a database that no program has open."""
    with closing(sqlite3.connect(database)) as connection:
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables]


def rewritten(file: bytes, tmp_path: Path, *statements: str, **in_head: Any) -> bytes:
    """The file with another head or other rows, and right in itself."""
    (tmp_path / "given.backup").write_bytes(file)
    return repack(tmp_path / "given.backup", tmp_path / "made.backup", *statements, **in_head).read_bytes()


def with_own_row(value: str) -> str:
    """Puts something else into the phone's own row."""
    return f"UPDATE setting SET value = '{value}' WHERE name = '{own_phone.NAME}'"


# --- a whole round ------------------------------------------------------------------------------------


def test_a_new_phone_has_every_match_of_the_file_at_its_address(database: Path, tmp_path: Path) -> None:
    program = opened(database, languages="is")
    match = start_match(program)
    record(program, match, HEARTS)
    before, sheet = exported(program, match), words(page(program, match))
    file = save(program)
    closed(program)

    other = opened(make_empty(tmp_path, "new.db"), languages="is")
    assert other.answer("GET", BASE + match, {}).status == 404, "a new phone has a key of its own"
    bring(other, file)
    assert BASE + match in page(other, "/"), "it is on the list, by a link that works"
    assert exported(other, match) == before
    assert words(page(other, match)) == sheet
    record(other, match, SPADES)
    closed(other)
    assert len(exported(opened(tmp_path / "new.db"), match)["entries"]) == 2, "the next start knows the same"


def test_the_file_is_named_by_its_day_and_given_to_be_saved(database: Path) -> None:
    program = opened(database)
    start_match(program)
    answer = post(program, f"{PAGE}/file", at=PAGE)
    named = f'attachment; filename="scorekeeper-{datetime.now(UTC):%Y-%m-%d}.backup"'
    assert head(answer, "Content-Disposition") == named


def test_what_is_here_gives_way_only_after_the_question_that_names_both(
    database: Path, tmp_path: Path
) -> None:
    program = opened(database)
    start_match(program)
    file = save(program)
    closed(program)
    other = opened(make_empty(tmp_path, "other.db"))
    mine = [start_match(other), start_match(other, "kani")]
    asked = words(hand_in(other, PAGE, file).body.decode())
    assert "1 match in the file" in asked
    assert "2 matches on this phone" in asked
    assert "is in no file and would be gone" in asked
    assert all(BASE + match in page(other, "/") for match in mine), "nothing is replaced by looking"
    assert "1 match" in bring(other, file)
    assert not any(BASE + match in page(other, "/") for match in mine)


def test_a_match_that_went_two_ways_stands_as_the_file_has_it(database: Path) -> None:
    program = opened(database)
    match = start_match(program)
    begun = save(program)
    record(program, match, HEARTS)
    one_way, sheet = save(program), words(page(program, match))
    bring(program, begun)
    record(program, match, SPADES)
    assert words(page(program, match)) != sheet
    bring(program, one_way)
    assert words(page(program, match)) == sheet


def test_the_reader_is_spoken_to_as_before(database: Path) -> None:
    program = opened(database)
    start_match(program)
    file = save(program)
    page(program, "/?lang=eu")
    bring(program, file)
    assert '<html lang="eu">' in page(program, "/")


@pytest.mark.parametrize("file", sorted(filling.FOLDER.glob("phone-*.backup")), ids=lambda file: file.stem)
def test_a_file_of_an_older_program_is_brought_up(database: Path, file: Path) -> None:
    program = opened(database)
    said = bring(program, file.read_bytes())
    closed(program)
    assert migrate.current(f"sqlite:///{database}") == migrate.head()
    assert "Everything from the file is on this phone" in said


# --- files that are no good ---------------------------------------------------------------------------

DAMAGED = "damaged or not complete"
BAD: dict[str, tuple[Callable[[bytes, Path], bytes], str]] = {
    "nothing": (lambda _file, _folder: b"", DAMAGED),
    "a text": (lambda _file, _folder: b"one for all", DAMAGED),
    "cut short": (lambda file, _folder: file[:-40], DAMAGED),
    "a byte is another": (lambda file, _folder: file[:3000] + bytes([file[3000] ^ 1]) + file[3001:], DAMAGED),
    "a server's": (
        lambda file, folder: rewritten(file, folder, "DELETE FROM setting"),
        "This file is a server’s backup",
    ),
    "of a newer schema": (
        lambda file, folder: rewritten(file, folder, schema="9999"),
        "A newer Scorekeeper made this file",
    ),
    "with a key cut short": (
        lambda file, folder: rewritten(file, folder, with_own_row('{"key": "00", "cookies": {}}')),
        DAMAGED,
    ),
    "with no cookies": (lambda file, folder: rewritten(file, folder, with_own_row("[]")), DAMAGED),
    "of no day": (lambda file, folder: rewritten(file, folder, made_at="lately"), DAMAGED),
}
KEPT = "match", "event", "setting", "alembic_version", "device_match"


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_no_good_is_refused_in_a_sentence_and_changes_nothing(
    database: Path, tmp_path: Path, what: str
) -> None:
    program = opened(database)
    match = start_match(program)
    make, sentence = BAD[what]
    file = make(save(program), tmp_path)
    closed(program)
    before = read_rows(database, *KEPT)
    answer = hand_in(program, PAGE, file)
    said = words(answer.body.decode())
    assert answer.status == 422
    assert sentence in said
    assert "Nothing was changed." in said
    assert "Replace everything" not in said
    closed(program)
    assert read_rows(database, *KEPT) == before
    assert program.answer("GET", BASE + match, {}).status == 200


def test_a_file_whose_rows_contradict_one_another_leaves_everything_as_it_was(
    database: Path, tmp_path: Path
) -> None:
    program = opened(database)
    match = start_match(program)
    file = rewritten(save(program), tmp_path, "DELETE FROM match")
    asked = hand_in(program, PAGE, file).body.decode()
    answer = post(program, f"{PAGE}/back", at=PAGE, file=read_hidden(asked)["file"])
    assert (answer.status, DAMAGED in words(answer.body.decode())) == (422, True)
    assert BASE + match in page(program, "/")
    record(program, match, HEARTS)


def test_without_a_file_it_is_asked_for(database: Path) -> None:
    answer = hand_in(opened(database), PAGE, b"", name="")
    assert (answer.status, "Choose a file first." in words(answer.body.decode())) == (422, True)


def test_only_the_file_that_was_looked_into_comes_back(database: Path) -> None:
    program = opened(database)
    match = start_match(program)
    hand_in(program, PAGE, save(program))
    answer = post(program, f"{PAGE}/back", at=PAGE, file="0" * 64)
    assert (answer.status, "Choose it once more." in words(answer.body.decode())) == (422, True)
    assert BASE + match in page(program, "/")


# --- the reminder -------------------------------------------------------------------------------------


def make_older(database: Path, days: int) -> None:
    """Let everything that was played have been played so many days ago."""
    at = (datetime.now(UTC) - timedelta(days=days)).replace(tzinfo=None).isoformat(" ", "microseconds")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE event SET at = ?", (at,))


@cases("days, stays", (29, True), (31, False))
def test_the_bin_is_emptied_after_thirty_days_as_it_says(database: Path, days: int, stays: bool) -> None:
    program = opened(database)
    match = start_match(program)
    post(program, f"{match}/bin")
    assert "After 30 days" in words(page(program, "/bin"))
    closed(program)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE match SET binned_at = datetime('now', ?)", (f"-{days} days",))
    again = opened(database)
    assert again.has_emptied is not stays
    assert again.answer("GET", BASE + match, {}).status == (200 if stays else 410)


@pytest.mark.parametrize(
    ("played", "saved", "binned", "reminds"),
    [(8, False, False, True), (6, False, False, False), (8, True, False, False), (8, False, True, False)],
)
def test_the_first_page_reminds_of_what_no_file_has_held_for_a_week(
    database: Path, played: int, saved: bool, binned: bool, reminds: bool
) -> None:
    program = opened(database)
    match = start_match(program)
    if saved:
        save(program)
    if binned:
        post(program, f"{match}/bin")
    closed(program)
    make_older(database, played)
    said = page(program, "/")
    day = datetime.now(UTC) - timedelta(days=played)
    assert (f"What was played since {day:%b} {day.day}, {day.year} is in no file." in words(said)) == reminds
    assert (f'href="{BASE}{PAGE}"' in said) == reminds


def test_what_is_played_after_the_file_is_reminded_of(database: Path) -> None:
    program = opened(database)
    match = start_match(program)
    assert "No file was saved yet." in words(page(program, PAGE))
    save(program)
    assert "Nothing was played since." in words(page(program, PAGE))
    record(program, match, HEARTS)
    assert "Not in that file: what was played since" in words(page(program, PAGE))
    closed(program)
    make_older(database, 8)
    assert "is in no file." in words(page(program, "/"))


def test_what_came_from_a_file_is_in_it(database: Path, tmp_path: Path) -> None:
    program = opened(database)
    start_match(program)
    closed(program)
    make_older(database, 30)
    file = save(program)
    closed(program)
    other = opened(make_empty(tmp_path, "new.db"))
    bring(other, file)
    assert "is in no file." not in words(page(other, "/"))
    assert "Nothing was played since." in words(page(other, PAGE))


def test_rules_and_more_leads_there(database: Path) -> None:
    assert f'href="{BASE}{PAGE}"' in page(opened(database), "/more")
