"""`scorekeeper forget`: a person goes from rows and from the bytes of the files, and `--check` proves it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session

from scorekeeper.cli import main
from scorekeeper.store import instance
from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting import traces
from scorekeeper.store.match import ledger
from scorekeeper.store.private_files import database_file
from tests.store.conftest import kani

NAMES = ["Ана", "Þórdís", "Iñaki", "Георги"]
Said = Callable[[], str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return lambda: " ".join(capsys.readouterr().out.split())


@pytest.fixture
def match(migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match of Kani with a deal and a note about Þórdís; its id."""
    monkeypatch.setenv(instance.DATABASE_VARIABLE, migrated_url)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return _match(migrated_url, "Þórdís forgot the trumps")


def _match(url: str, note: str, names: list[str] = NAMES) -> str:
    def write(session: Session) -> str:
        opened = ledger.open_match(
            session, game="kani", rules={}, names=names, first_dealer=0, uuid=str(uuid4()), device="phone"
        )
        ledger.append(
            session, opened.public_id, seen=1, uuid=str(uuid4()), kind="recorded", device="phone", seat=0,
            body={"entry": {**kani(), "note": note}}, texts={},
        )  # fmt: skip
        return opened.public_id

    sessions = session_factory(url)
    try:
        with sessions() as session:
            return write(session)
    finally:
        sessions.kw["bind"].dispose()


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


def test_what_others_wrote_elsewhere_is_left_and_said(match: str, migrated_url: str, said: Said) -> None:
    _match(migrated_url, "as with ÞÓRDÍS", ["A", "B", "C", "D"])
    main(["forget", "--match", match, "2", "--yes"])
    assert main(["forget", "--check", "Þórdís"]) == 1
    assert "free_text" in said()


@pytest.mark.parametrize("seat", ["0", "5", "x"])
def test_who_is_not_there_is_said_and_nothing_is_erased(match: str, seat: str) -> None:
    assert main(["forget", "--match", match, seat, "--yes"]) == 1
    assert main(["forget", "--player", "nosuchleague", "nokey", "--yes"]) == 1
    assert main(["forget", "--account", "Þórdís", "--yes"]) == 1
    assert main(["forget", "--check", "Þórdís"]) == 1


def test_without_a_yes_nothing_is_erased(match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda *asked: "no")
    assert main(["forget", "--match", match, "2"]) == 1
    assert main(["forget", "--check", "Þórdís"]) == 1
