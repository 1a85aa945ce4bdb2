"""What is stored is for its owner alone: other users of the machine read no name, no note and no key."""

import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.cli import main
from scorekeeper.store import instance, private_files
from scorekeeper.store.backup.make import backup
from scorekeeper.store.engine import session_factory
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.migrate import upgrade
from tests.store.filling import KEY, fill
from tests.trust.servers import Server

pytestmark = pytest.mark.long

OTHERS = 0o077


@pytest.fixture(autouse=True)
def usual_umask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What other users may read or enter."""
    return [
        str(path.relative_to(folder.parent))
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) & OTHERS
    ]


def test_a_new_database_and_what_sqlite_puts_beside_it_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    url = f"sqlite:///{folder}/scorekeeper.db"
    upgrade(url)
    fill(url)
    with session_factory(url)() as session:
        assert session.execute(select(MatchRow.id)).first()
        assert sorted(path.name for path in folder.iterdir()) == [
            "scorekeeper.db",
            "scorekeeper.db-shm",
            "scorekeeper.db-wal",
            "scorekeeper.db-writing",
        ]
        assert open_to_others(folder) == []


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_a_server_closes_what_an_older_one_left_open_and_says_so_once(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o755)
    file = folder / instance.DATABASE_FILE
    file.touch(0o644)
    for start, said in (("the first", 1), ("the second", 1)):
        server = Server(tmp_path, f"sqlite:///{file}", workers=1).start()
        assert open_to_others(folder) == [], start
        assert server.stop().count("closed to other users of this machine") == said, "the log of both"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what another user cannot read")
def test_what_root_makes_in_the_folder_of_the_server_s_user_is_that_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup comes back on a new machine, comes back again, and a bin is emptied; then the server starts."""
    folder, file, other = tmp_path / "instance", tmp_path / "a.backup", 65534
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "before"))
    upgrade(before := f"sqlite:///{tmp_path}/before.db")
    fill(before)
    backup(before, file, KEY)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(folder))
    monkeypatch.setenv(instance.SNAPSHOTS_VARIABLE, str(folder / "snapshots"))
    folder.mkdir(mode=0o700)
    os.chown(folder, other, other)
    for command in (
        ["restore", str(file)],
        ["restore", "--replace", str(file)],
        ["forget", "--bin", "--yes"],
    ):
        assert main(command) == 0
        assert {path for path in folder.rglob("*") if path.stat().st_uid != other} == set(), command
    assert {path.name for path in folder.iterdir()} >= {"secret_key", "scorekeeper.db", "snapshots"}


def test_a_folder_that_many_share_stays_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    file = shared / "scorekeeper.db"
    file.touch(0o644)
    assert private_files.tighten(shared, f"sqlite:///{file}") == [file]
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
    assert private_files.tighten(shared, "postgresql+psycopg://somewhere/x") == []
