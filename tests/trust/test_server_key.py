"""A machine with another key than its database's is refused in words: its links and forms would fail at the others."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.store import instance, migrate, server_key, settings
from scorekeeper.store.server_key import WrongKeyError, check_key, claim_database, fingerprint
from tests.copies import make_or_copy
from tests.soak import in_soak
from tests.store import filling
from tests.trust.servers import Server, ask, live_port, open_matches

pytestmark = pytest.mark.long

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))

Home = Callable[[str], Path]
on_sqlite = pytest.mark.parametrize(
    "database_url", in_soak(["sqlite", "postgresql"], ["sqlite"]), indirect=True
)
"""What asks the database nothing that another test does not ask it too; on PostgreSQL as well in the soak."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database_url: str) -> Home:
    """Goes to a machine of its own, with one database for all of them; its folder of data."""
    monkeypatch.setenv(instance.DATABASE_VARIABLE, database_url)

    def go(name: str) -> Path:
        monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / name))
        return instance.prepare()

    return go


def kept(url: str) -> str | None:
    with migrate.reading(url) as connection:
        return settings.read_if_there(connection, server_key.NAME)


def test_a_fingerprint_tells_keys_apart_and_tells_no_key() -> None:
    assert fingerprint(KEY) == fingerprint(KEY) != fingerprint(OTHER)
    assert re.fullmatch(r"[0-9a-f]{16}", fingerprint(KEY))
    assert KEY.hex()[:16] != fingerprint(KEY)


def test_the_first_server_makes_the_database_its_own(database_url: str, home: Home) -> None:
    home("first")
    make_or_copy(database_url, migrate.upgrade)
    check_key(database_url)
    claim_database(database_url, key := instance.secret_key())
    assert kept(database_url) == fingerprint(key)
    claim_database(database_url, key)
    with pytest.raises(WrongKeyError, match=fingerprint(OTHER)):
        claim_database(database_url, OTHER)
    assert kept(database_url) == fingerprint(key)
    claim_database(database_url, OTHER, anew=True)
    assert kept(database_url) == fingerprint(OTHER)


@on_sqlite
@pytest.mark.parametrize("has_a_key", [True, False])
def test_a_machine_with_another_key_is_refused_at_start(
    database_url: str, home: Home, capsys: pytest.CaptureFixture[str], has_a_key: bool
) -> None:
    first = home("first")
    make_or_copy(database_url, migrate.upgrade)
    claim_database(database_url, instance.secret_key())
    second = home("second")
    if has_a_key:
        instance.secret_key()
    assert main(["serve", "--host", "127.0.0.1", "--port", "0"]) == 1
    [told] = capsys.readouterr().err.splitlines()
    assert fingerprint((first / instance.KEY_FILE).read_bytes()) in told
    assert str(second / instance.KEY_FILE) in told
    assert "--new-key" in told
    assert (second / instance.KEY_FILE).exists() is has_a_key, "a key was made that is no server’s"
    shutil.copy(first / instance.KEY_FILE, second / instance.KEY_FILE)
    check_key(database_url)


@on_sqlite
def test_a_refused_machine_migrates_nothing(database_url: str, home: Home) -> None:
    home("second")
    make_or_copy(database_url, migrate.upgrade)
    claim_database(database_url, KEY)
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0012'"))
    engine.dispose()
    assert main(["serve", "--host", "127.0.0.1", "--port", "0"]) == 1
    assert migrate.current(database_url) == "0012"


@pytest.mark.left_to_soak
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("processes")
def test_told_to_it_takes_the_new_key_and_the_old_machine_is_not_ready_any_more(
    tmp_path: Path, database_url: str
) -> None:
    one, two = (Server(tmp_path / name, database_url, workers=1) for name in ("one", "two"))
    for server in (one, two):
        server.folder.mkdir()
    one.start()  # an SQLite database has one server at a time: there the second is told of the first
    try:
        [match] = open_matches(database_url, one.key)
        assert ask(one.port, "/readyz")[0] == 200
        with pytest.raises(RuntimeError, match="--new-key"):
            two.start()
        two.more = ["--new-key"]
        two.start()
        assert ask(two.port, "/readyz") == (200, "ready\n")
        assert ask(two.port, match.path("watch"))[0] == 404
        for port in (one.port, live_port(one)):
            status, said = ask(port, "/readyz")
            assert status == 503
            assert "another key" in said
    finally:
        one.stop()
        two.stop()


def test_an_application_on_a_database_of_no_server_is_ready(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    make_or_copy(url, migrate.upgrade)
    app = create_app({"SECRET_KEY": KEY, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True})
    assert app.test_client().get("/readyz").status_code == 200


# --- backups --------------------------------------------------------------------------------------


@pytest.fixture
def served(database_url: str, home: Home) -> str:
    """The database of the machine “first”, with a match."""
    home("first")
    make_or_copy(database_url, filling.fill)
    claim_database(database_url, instance.secret_key(), anew=True)
    return database_url


@on_sqlite
def test_a_backup_without_the_key_s_folder_is_refused_and_makes_no_key(
    served: str,
    home: Home,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "nowhere"))
    file = tmp_path / "a.backup"
    assert main(["backup", str(file)]) == 1
    [told] = capsys.readouterr().err.splitlines()
    assert str(tmp_path / "nowhere" / instance.KEY_FILE) in told
    assert instance.DIRECTORY_VARIABLE in told
    assert "--without-key" in told
    assert not (tmp_path / "nowhere").exists()
    assert not file.exists()
    assert main(["backup", "--without-key", str(file)]) == 0
    assert not (tmp_path / "nowhere").exists()


@on_sqlite
def test_a_backup_with_another_server_s_key_is_refused(
    served: str, home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home("second")
    other = instance.secret_key()
    assert main(["backup", str(tmp_path / "a.backup")]) == 1
    assert fingerprint(other) in capsys.readouterr().err
    assert not (tmp_path / "a.backup").exists()


@pytest.mark.left_to_soak(but_one_in=2)
def test_after_a_restore_the_database_belongs_to_the_key_that_came_with_it(
    served: str, home: Home, tmp_path: Path
) -> None:
    key = instance.secret_key()
    assert main(["backup", str(tmp_path / "a.backup")]) == 0
    home("second")
    instance.secret_key()
    claim_database(served, instance.secret_key(), anew=True)
    assert main(["restore", "--replace", str(tmp_path / "a.backup")]) == 0
    assert kept(served) == fingerprint(key) == fingerprint(instance.secret_key())
    check_key(served)


@on_sqlite
def test_an_older_archive_s_key_is_the_database_s_too(database_url: str, home: Home) -> None:
    home("first")
    assert main(["restore", str(filling.FOLDER / f"{migrate.FORMER}.backup")]) == 0
    assert kept(database_url) == fingerprint(filling.KEY)


@on_sqlite
def test_an_archive_without_key_wants_the_one_of_its_server(
    served: str, home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = instance.secret_key()
    assert main(["backup", "--without-key", str(tmp_path / "a.backup")]) == 0
    home("second")
    instance.secret_key()
    assert main(["restore", "--replace", str(tmp_path / "a.backup")]) == 0
    with pytest.raises(WrongKeyError, match=fingerprint(key)):
        check_key(served)
