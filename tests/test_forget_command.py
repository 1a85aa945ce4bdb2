"""`scorekeeper forget`: a person goes from rows and from the bytes of the files, and `--check` proves it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.cli import main
from scorekeeper.store import instance
from scorekeeper.store.backup import shelf
from scorekeeper.store.backup.snapshots import take
from scorekeeper.store.forgetting import traces
from scorekeeper.store.match import ledger
from scorekeeper.store.match.models import HolderRow, MatchRow
from scorekeeper.store.private_files import database_file
from tests import ledgers
from tests.databases import session_on
from tests.store.conftest import kani

pytestmark = pytest.mark.long

NAMES = ["Ана", "Þórdís", "Iñaki", "Георги"]
Said = Callable[[], str]
ON_SQLITE = pytest.mark.parametrize("migrated_url", ["sqlite"], indirect=True)
"""PostgreSQL has backups of its own."""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return lambda: " ".join(capsys.readouterr().out.split())


@pytest.fixture
def match(migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match of Kani with a deal and a note about Þórdís; its id."""
    monkeypatch.setenv(instance.DATABASE_VARIABLE, migrated_url)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    return _match(migrated_url, "Þórdís forgot the trumps")


def _match(url: str, note: str, names: list[str] = NAMES) -> str:
    def write(session: Session) -> str:
        opened = ledgers.open_match(session, "kani", names, device="phone")
        ledgers.write(
            session, opened, "recorded", {"entry": {**kani(), "note": note}}, seen=1, device="phone", seat=0
        )
        return opened.public_id

    with session_on(url) as session:
        return write(session)


def test_a_name_is_found_and_once_forgotten_it_stands_nowhere(
    match: str, migrated_url: str, said: Said
) -> None:
    assert main(["forget", "--check", "þórdís"]) == 1
    told = said()
    assert "player_name" in told
    assert "free_text" in told
    assert main(["forget", "--match", match, "2", "--yes"]) == 0
    assert main(["forget", "--check", "Þórdís"]) == 0
    assert "Nothing else is left" in said()
    file = database_file(migrated_url)
    if file is not None:
        assert traces.in_files(file, "Þórdís") == []
        assert traces.in_files(file, "Iñaki") == [file], "the others stay"


def test_another_person_of_the_name_is_listed_as_such(match: str, migrated_url: str, said: Said) -> None:
    _match(migrated_url, "nothing", ["Þórdís", "B", "C", "D"])
    assert main(["forget", "--match", match, "2", "--yes"]) == 0
    assert main(["forget", "--check", "Þórdís"]) == 0
    assert "another person of this name" in said()


def test_a_living_namesake_makes_the_check_fail_nowhere_where_she_plays(
    match: str, migrated_url: str, said: Said
) -> None:
    """Her note, her draft and what waits of her match hold the name as well as the row that says it."""
    _match(migrated_url, "Þórdís led the king", ["Þórdís", "B", "C", "D"])
    with session_on(migrated_url) as session:
        hers = session.execute(select(MatchRow.id).order_by(MatchRow.id.desc())).scalars().first()
        session.add(
            HolderRow(match_id=hers, device_id="x", seat=0, name="Þórdís", seq=1, since=datetime.now(UTC))
        )
        session.commit()
    assert main(["forget", "--match", match, "2", "--yes"]) == 0
    assert main(["forget", "--check", "Þórdís"]) == 0
    told = said()
    for column in ("player_name", "free_text", "holder"):
        assert re.search(rf"{column} [^,]+, \w+: another person of this name", told), told
    _match(migrated_url, "as Þórdís did", ["A", "B", "C", "D"])
    assert main(["forget", "--check", "Þórdís"]) == 1, "she does not play there"


def test_a_living_namesake_who_sat_down_during_a_match_is_listed_as_such(
    match: str, migrated_url: str, said: Said
) -> None:
    hers = _match(migrated_url, "Þórdís came late", ["A", "B", "C", "D"])
    with session_on(migrated_url) as session:
        sits = {"entry": {"kind": "players", "seat": 1, "name": "Þórdís"}}
        ledgers.write(session, hers, "recorded", sits, seen=2, device="phone", seat=0)
    assert main(["forget", "--match", match, "2", "--yes"]) == 0
    assert main(["forget", "--check", "Þórdís"]) == 0
    assert said().count("another person of this name") == 2


def test_what_others_wrote_elsewhere_is_left_and_said(match: str, migrated_url: str, said: Said) -> None:
    _match(migrated_url, "as with ÞÓRDÍS", ["A", "B", "C", "D"])
    main(["forget", "--match", match, "2", "--yes"])
    assert main(["forget", "--check", "Þórdís"]) == 1
    assert "free_text" in said()


def test_who_sat_down_during_a_match_is_forgotten_by_the_number_of_the_event(
    match: str, migrated_url: str
) -> None:
    with session_on(migrated_url) as session:
        ledgers.write(
            session,
            match,
            "recorded",
            {"entry": {"kind": "players", "seat": 3, "name": "Nína"}},
            seen=2,
            device="phone",
            seat=0,
        )
    assert main(["forget", "--check", "Nína"]) == 1
    assert main(["forget", "--match", match, "+3", "--yes"]) == 0
    assert main(["forget", "--check", "Nína"]) == 0


@pytest.mark.parametrize("seat", ["0", "5", "x", "+2", "+", "-3"])
def test_who_is_not_there_is_said_and_nothing_is_erased(match: str, seat: str) -> None:
    assert main(["forget", "--match", match, seat, "--yes"]) == 1
    assert main(["forget", "--player", "nosuchleague", "nokey", "--yes"]) == 1
    assert main(["forget", "--account", "Þórdís", "--yes"]) == 1
    assert main(["forget", "--check", "Þórdís"]) == 1


def test_without_a_yes_nothing_is_erased(match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda *asked: "no")
    assert main(["forget", "--match", match, "2"]) == 1
    assert main(["forget", "--check", "Þórdís"]) == 1


@pytest.fixture
def shelf_of(migrated_url: str, match: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder with two snapshots from before the person was forgotten."""
    monkeypatch.setenv(instance.SNAPSHOTS_VARIABLE, str(tmp_path / "snapshots"))
    folder = shelf.folder_of(migrated_url)
    assert folder is not None
    for _time in range(2):
        take(migrated_url, folder)
    return folder


@ON_SQLITE
def test_older_snapshots_are_named_and_go_once_there_is_a_new_one(
    match: str, shelf_of: Path, said: Said
) -> None:
    assert main(["forget", "--match", match, "2", "--yes"]) == 0
    assert main(["forget", "--check", "Þórdís"]) == 1
    told = said()
    assert all(str(shelf.path_of(shelf_of, one)) in told for one in shelf.list_snapshots(shelf_of))
    assert main(["forget", "--check", "Þórdís", "--snapshots"]) == 0
    told = said()
    assert "2 older ones are removed" in told
    assert "Nothing else is left" in told
    [left] = shelf.list_snapshots(shelf_of)
    assert left.number == 3


@ON_SQLITE
def test_a_snapshot_that_cannot_be_made_removes_none(match: str, shelf_of: Path) -> None:
    (shelf_of / ".lock").unlink()
    (shelf_of / ".lock").mkdir()
    assert main(["forget", "--match", match, "2", "--yes", "--snapshots"]) == 1
    assert len(shelf.list_snapshots(shelf_of)) == 2


@ON_SQLITE
def test_in_a_snapshot_too_others_of_the_name_are_others(
    match: str, migrated_url: str, shelf_of: Path, said: Said
) -> None:
    assert main(["forget", "--match", match, "2", "--yes"]) == 0
    _match(migrated_url, "nothing", ["Þórdís", "B", "C", "D"])
    assert main(["forget", "--check", "Þórdís"]) == 1, "the note in the older snapshots"
    assert main(["forget", "--check", "Þórdís", "--snapshots"]) == 0
    assert "another person of this name" in said()


@pytest.mark.parametrize("migrated_url", ["postgresql"], indirect=True)
def test_on_postgresql_rows_alone_are_looked_at_and_that_is_said(match: str, said: Said) -> None:
    assert main(["forget", "--match", match, "2", "--yes", "--snapshots"]) == 0
    assert "No snapshots are made" in said()
    assert main(["forget", "--check", "Þórdís"]) == 0
    assert "what PostgreSQL keeps in its files was not" in said()


@pytest.fixture
def binned(match: str, migrated_url: str) -> str:
    """The match, in the bin for thirty-one days by the clock of today."""
    with session_on(migrated_url) as session:
        ledger.append(session, match, seen=2, uuid=str(uuid4()), kind="binned", body={}, device="phone")
        long_ago = datetime.now(UTC) - timedelta(days=31)
        session.execute(update(MatchRow).values(binned_at=long_ago))
        session.commit()
    return match


def test_the_bin_is_emptied_by_hand(binned: str, migrated_url: str, said: Said) -> None:
    assert main(["forget", "--bin", "--yes"]) == 0
    told = said()
    assert f"1 match goes: {binned}" in told
    assert "1 match is emptied" in told
    assert main(["forget", "--check", "Þórdís"]) == 0
    file = database_file(migrated_url)
    assert file is None or traces.in_files(file, "Iñaki") == []
    assert main(["verify"]) == 0
    assert "1 match was emptied out of the bin" in said()
    assert main(["status"]) == 0
    assert "In the bin: 0; emptied so far: 1." in said()
    assert main(["forget", "--bin"]) == 0
    assert "No match has lain in the bin" in said()


def test_nothing_is_emptied_without_a_yes(binned: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda *asked: "no")
    assert main(["forget", "--bin"]) == 1
    assert main(["forget", "--check", "Iñaki"]) == 1
