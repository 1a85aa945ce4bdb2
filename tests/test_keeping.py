"""What the server's keeper does from the command line: letting a player back in."""

import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.store import instance
from scorekeeper.store.accounts import accounts
from scorekeeper.store.forgetting.forget import forget_account
from scorekeeper.store.leagues.log import access, founding
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.migrate import upgrade
from tests.databases import session_on

pytestmark = pytest.mark.long


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path))
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    return instance.database_url()


def with_account(url: str, name: str) -> None:
    upgrade(url)
    with session_on(url) as session:
        accounts.make(session, name, password="a forgotten one")


def test_reset_prints_a_link_that_signs_in_once(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with_account(database, "Þórdís")
    assert main(["account", "reset", "ÞÓRDÍS", "--address", "https://scores.example/"]) == 0
    told = capsys.readouterr()
    address = told.out.strip()
    assert address.startswith("https://scores.example/account/in/")
    assert "once, within 24 hours" in told.err
    client = create_app().test_client()
    path = address.removeprefix("https://scores.example")
    page = client.get(path).get_data(as_text=True)
    assert "signed in as Þórdís" in page
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    assert client.post(path, data={"csrf_token": token}).headers["Location"] == "/account/keys"
    assert client.get("/account/password").status_code == 200, "a new password can be set at once"
    assert client.get(path).status_code == 404


def test_without_an_address_it_is_the_usual_one(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with_account(database, "Ana")
    assert main(["account", "reset", "Ana"]) == 0
    address = capsys.readouterr().out
    assert address.startswith("http://")
    assert ":8000/account/in/" in address


@pytest.mark.parametrize("name", ["Unknown", "", "A\0na"])
def test_a_name_that_is_not_there_is_said_in_a_sentence(
    database: str, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    upgrade(database)
    assert main(["account", "reset", name]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "There is no account" in told.err


def test_a_database_that_is_not_there_is_not_made(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", "reset", "Ana"]) == 1
    assert "There is no database at" in capsys.readouterr().err
    assert not (instance.directory() / instance.DATABASE_FILE).exists()


def test_a_league_that_lost_its_owner_gets_one(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with_account(database, "Ana")
    with_account(database, "Boris")
    with session_on(database) as session:
        ana, boris = (accounts.by_name(session, name) for name in ("Ana", "Boris"))
        league = founding.found_league(
            session, Who(ana.id), uuid=str(uuid4()), name="Tuesdays", access="private"
        )
        forget_account(session, ana.id, players=False)
        assert access.find_access(session, league.public_id, Who(boris.id)) is None
        assert main(["account", "own", "Boris", "nowhere"]) == 1
        assert "There is no league" in capsys.readouterr().err
        assert main(["account", "own", "boris", league.public_id]) == 0
        session.rollback()
        owned = access.find_access(session, league.public_id, Who(boris.id))
        assert owned.role == "owner"


def test_reset_needs_no_flask(database: str) -> None:
    with_account(database, "Ana")
    code = (
        "import sys; from scorekeeper.cli import main; code = main(['account', 'reset', 'Ana']);"
        "print(code, [name for name in sys.modules if name.split('.')[0] == 'flask'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[1:] == ["0 []"], done.stderr
