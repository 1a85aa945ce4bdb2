"""Snapshots: made while matches change, each of one moment, checked, put back as a backup is, and never too many."""

import os
import re
import signal
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from scorekeeper.cli import main
from scorekeeper.store import instance, migrate
from scorekeeper.store.backup import keeper, shelf, snapshots
from scorekeeper.store.backup.errors import Stopped
from scorekeeper.store.backup.keeper import Clock, Keeper
from scorekeeper.store.backup.packing import unpacked
from scorekeeper.store.backup.restore import restore
from scorekeeper.store.backup.snapshots import SnapshotError, take
from scorekeeper.store.engine import session_factory
from scorekeeper.store.server_key import claim_database
from tests.cases import cases
from tests.copies import make_or_copy
from tests.store import filling
from tests.store.test_migrations import database_at, leave_older
from tests.trust.servers import PATIENCE, Phone, Server, ask, list_kept, open_matches
from tests.trust.test_backup import contents, open_match

pytestmark = pytest.mark.long


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a folder for snapshots; its database is made by those who fill it."""
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.setenv(instance.SNAPSHOTS_VARIABLE, str(tmp_path / "snapshots"))
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    instance.secret_key()
    return tmp_path


@pytest.fixture
def url(home: Path) -> str:
    """A database with a bit of everything, which belongs to this machine's key."""
    address = instance.database_url()
    make_or_copy(address, filling.fill)
    claim_database(address, instance.secret_key(), anew=True)
    return address


def folder_of(url: str) -> Path:
    found = shelf.folder_of(url)
    assert found is not None
    return found


def contents_in(snapshot: Path) -> Any:
    with unpacked(snapshot) as (_, database):
        return contents(f"sqlite:///{database}")


def record(url: str) -> None:
    """Play a match."""
    sessions = session_factory(url)
    open_match(sessions)
    sessions.kw["bind"].dispose()


# --- where they lie -------------------------------------------------------------------------------


@cases(
    "environment, wanted",
    ({instance.SNAPSHOTS_VARIABLE: "/srv/copies"}, "/srv/copies"),
    ({instance.SNAPSHOTS_VARIABLE: "off"}, None),
    ({"STATE_DIRECTORY": "/var/lib/scorekeeper:/var/lib/other"}, "/var/lib/scorekeeper/snapshots"),
    ({"XDG_STATE_HOME": "/srv/state"}, "/srv/state/scorekeeper/snapshots"),
    ({"XDG_STATE_HOME": "relative"}, "/home/thordis/.local/state/scorekeeper/snapshots"),
    ({}, "/home/thordis/.local/state/scorekeeper/snapshots"),
)
def test_they_lie_in_a_folder_for_state_or_where_they_are_told(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], wanted: str | None
) -> None:
    for name in (instance.SNAPSHOTS_VARIABLE, "STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/thordis", **environment}.items():
        monkeypatch.setenv(name, value)
    assert instance.snapshots_folder() == (None if wanted is None else Path(wanted))


def test_two_databases_share_no_folder_and_others_have_none(home: Path) -> None:
    one, other = (shelf.folder_of(f"sqlite:////srv/{name}/scorekeeper.db") for name in "ab")
    assert one != other
    assert shelf.folder_of("postgresql+psycopg:///scorekeeper") is None
    assert shelf.folder_of("sqlite://") is None


# --- one snapshot ---------------------------------------------------------------------------------


def test_a_snapshot_is_the_database_for_its_owner_alone_with_the_key_in_it(url: str) -> None:
    made = take(url, folder_of(url))
    assert contents_in(made) == contents(url)
    assert stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in made.parent.iterdir()} == {0o600}
    with unpacked(made) as (head, _):
        assert head.key == instance.secret_key()
    assert re.fullmatch(r"000001-\d{8}T\d{6}Z\.backup", made.name)


def test_a_snapshot_has_nothing_left_of_what_was_erased(url: str) -> None:
    with closing(sqlite3.connect(file_of(url))) as database, database:
        database.execute("INSERT INTO setting VALUES ('secret', 'Jóhanna á Hofi')")
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("DELETE FROM setting WHERE name = 'secret'")
    with unpacked(take(url, folder_of(url))) as (_, database_file):
        assert "Jóhanna".encode() not in database_file.read_bytes()


def test_the_key_of_another_server_is_in_no_snapshot(url: str) -> None:
    (instance.directory() / instance.KEY_FILE).write_bytes(bytes(32))
    with unpacked(take(url, folder_of(url))) as (head, _):
        assert head.key is None


def test_a_snapshot_shows_one_moment_while_deals_are_recorded(url: str) -> None:
    enough, failed, played = threading.Event(), [], []

    def play() -> None:
        try:
            while not enough.is_set():
                record(url)
                played.append(1)
        except Exception as error:
            failed.append(error)

    writer = threading.Thread(target=play)
    writer.start()
    try:
        before = len(played)
        made = [take(url, folder_of(url)) for _time in range(4)][-1]
        assert len(played) > before + 1, "recording waited for the snapshots"
    finally:
        enough.set()
        writer.join(60)
    assert failed == []
    found = contents_in(made)
    seqs = {row[0]: row[3] for row in found["match"]}
    events = [(row[1], row[2]) for row in found["event"]]
    assert sorted(events) == sorted((match, n) for match, seq in seqs.items() for n in range(1, seq + 1))


def test_a_snapshot_that_is_broken_off_leaves_nothing(url: str) -> None:
    with pytest.raises(Stopped):
        take(url, folder_of(url), stopped=lambda: True)
    assert [file.name for file in folder_of(url).iterdir()] == [".lock"]
    for left in ("db", "part"):  # a killed process could not tidy up
        (folder_of(url) / f".000009-20261120T180000Z.backup.abc.{left}").touch()
    made = take(url, folder_of(url))
    assert sorted(file.name for file in folder_of(url).iterdir()) == [".lock", made.name]


def test_a_damaged_database_is_no_snapshot(url: str) -> None:
    file = shelf.file_of(url)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'ix_event_device'"
        ).fetchone()
        page = page or database.execute("SELECT rootpage FROM sqlite_master WHERE type = 'index'").fetchone()
        size = database.execute("PRAGMA page_size").fetchone()[0]
    with file.open("r+b") as damaged:
        damaged.seek((page[0] - 1) * size)
        damaged.write(b"\xff" * size)
    with pytest.raises(SnapshotError):
        take(url, folder_of(url))
    assert shelf.list_snapshots(folder_of(url)) == []


def test_without_room_none_is_made_and_the_last_one_stays(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = take(url, folder_of(url))
    monkeypatch.setattr("scorekeeper.store.backup.retention.MIN_FREE", 10**18)
    with pytest.raises(SnapshotError, match="no room"):
        take(url, folder_of(url))
    assert first.exists()


# --- put back -------------------------------------------------------------------------------------


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_snapshot_comes_back_on_either_database(url: str, database_url: str) -> None:
    made = take(url, folder_of(url))
    restore(database_url, made)
    assert contents(database_url) == contents(url)


def test_a_snapshot_of_before_1_0_was_a_bare_database_and_is_known(home: Path, url: str) -> None:
    """Written while its server ran, so that its log may lie beside it."""
    folder = folder_of(url)
    folder.mkdir(parents=True)
    bare = folder / "000007-20261120T180000Z.db"
    with database_at(migrate.FORMER) as file:
        bare.write_bytes(file.read_bytes())
    assert main(["restore", "--try", str(bare)]) == 0
    [known] = shelf.list_snapshots(folder)
    assert shelf.path_of(folder, known) == bare
    assert take(url, folder).name.startswith("000008-")
    shelf.remove(folder, [known])
    assert not bare.exists()


def test_what_was_lost_with_the_checkout_comes_back_with_its_key(
    home: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    key, before = instance.secret_key(), contents(url)
    made = take(url, folder_of(url))
    for file in instance.directory().iterdir():
        file.unlink()
    assert main(["restore", str(made)]) == 0
    assert instance.secret_key() == key
    assert contents(url) == before


def test_what_a_restore_gives_up_is_kept(home: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(home / "a.backup")]) == 0
    record(url)
    before = contents(url)
    assert main(["restore", "--replace", str(home / "a.backup")]) == 0
    [given_up] = shelf.list_snapshots(folder_of(url))
    place = shelf.path_of(folder_of(url), given_up)
    assert str(place) in capsys.readouterr().out
    assert contents_in(place) == before


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("kind", ["backup", "snapshot"])
def test_trying_finds_out_whether_a_file_is_good_and_changes_nothing(
    home: Path, url: str, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    file = home / "a.backup"
    if kind == "snapshot":
        file = take(url, folder_of(url))
    else:
        assert main(["backup", str(file)]) == 0
    record(url)
    before, files = contents(url), sorted(home.rglob("*"))
    capsys.readouterr()
    assert main(["restore", "--try", str(file)]) == 0
    told = capsys.readouterr().out
    assert f"“{file}” comes back" in told
    assert "left alone" in told
    assert contents(url) == before
    assert sorted(home.rglob("*")) == files
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert main(["restore", "--try", str(file)]) == 1
    assert "damaged" in capsys.readouterr().err


def test_a_match_that_cannot_be_scored_is_named(
    home: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        public_id = connection.execute(text("SELECT public_id FROM match ORDER BY id")).scalar()
        connection.execute(
            text("UPDATE event SET body = :body WHERE match_id = 1 AND seq = 2"),
            {"body": '{"entry": {"kind": "deal"}}'},
        )
    engine.dispose()
    assert main(["restore", "--try", str(take(url, folder_of(url)))]) == 1
    assert f"The match {public_id} cannot be scored" in capsys.readouterr().out


# --- before a migration ---------------------------------------------------------------------------


def make_older(address: str) -> None:
    """What a program left whose newest schema was the last before 1.0."""
    leave_older(address, migrate.FORMER)


@pytest.fixture
def older(home: Path) -> str:
    """A database that an older program left."""
    address = instance.database_url()
    make_or_copy(address, make_older)
    (instance.directory() / instance.KEY_FILE).write_bytes(filling.KEY)
    return address


@pytest.mark.usefixtures("processes")
def test_a_migration_takes_a_snapshot_first_and_says_where_it_lies(home: Path, older: str) -> None:
    server = Server(home, older, workers=1, SCOREKEEPER_SNAPSHOTS=str(home / "snapshots"))
    server.start()
    said = server.stop()
    place = re.search(rf"migration +from 0018 to {migrate.head()}; the database as it was: (\S+)", said)
    assert place, said
    with unpacked(Path(place[1])) as (head, database):
        assert (head.schema, migrate.current(f"sqlite:///{database}")) == ("0018", "0018")
    assert migrate.current(older) == migrate.head()


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_switched_off_it_says_that_there_is_none(home: Path, older: str) -> None:
    server = Server(home, older, workers=1, SCOREKEEPER_SNAPSHOTS="off").start()
    said = server.stop()
    assert "without a snapshot: none (SCOREKEEPER_SNAPSHOTS is off)" in said
    assert migrate.current(older) == migrate.head()


def test_without_a_snapshot_nothing_is_migrated(
    home: Path, older: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.backup.retention.MIN_FREE", 10**18)
    assert main(["serve", "--host", "127.0.0.1", "--port", "0"]) == 1
    told = capsys.readouterr().err
    assert "left as it is: There is no room" in told
    assert "SCOREKEEPER_SNAPSHOTS=off" in told
    assert migrate.current(older) == "0018"


# --- the keeper -----------------------------------------------------------------------------------


def test_one_is_made_where_something_changed_and_none_where_nothing_did(url: str) -> None:
    folder = folder_of(url)
    folder.mkdir(parents=True)
    keeping = Keeper(url, folder, lambda: False)
    assert keeping.look() >= keeper.EVERY
    assert len(shelf.list_snapshots(folder)) == 1
    keeping.look()
    assert len(shelf.list_snapshots(folder)) == 1
    record(url)
    keeping.look()
    assert len(shelf.list_snapshots(folder)) == 2
    Keeper(url, folder, lambda: False).look()
    assert len(shelf.list_snapshots(folder)) == 2, "after a restart nothing has changed either"
    look = shelf.last_look(folder)
    assert look.failure == ""


@pytest.mark.parametrize(("took", "rest"), [(0, 300), (15, 300), (16, 320), (600, 12000)])
def test_what_large_databases_take_makes_them_rarer(took: float, rest: float) -> None:
    assert keeper.rest_after(took) == rest


def test_a_small_database_is_looked_at_again_after_five_minutes(url: str) -> None:
    folder_of(url).mkdir(parents=True)
    assert Keeper(url, folder_of(url), lambda: False).look() == 300


def test_age_deletes_nothing_while_the_clock_is_not_steady(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(url)
    take(url, folder)
    for number in range(2, 12):
        (folder / f"{number:06}-20200101T{number:02}0000Z.backup").write_bytes(b"old")
    keeping = Keeper(url, folder, lambda: False)
    keeping.look()
    assert len(shelf.list_snapshots(folder)) == 11
    monkeypatch.setattr(keeper, "STEADY", 0.0)
    keeping.look()
    assert len(shelf.list_snapshots(folder)) == 6, "the last five, and the one of today"


@cases(
    "moments, agrees",
    ([(0, 0)], False),
    ([(0, 0), (600, 600)], True),
    ([(0, 0), (300, 300), (300 + 3600, 310), (4200, 610)], False),
    ([(0, 0), (300, 300), (300 - 86400, 310), (-85710, 700), (-85410, 1000)], True),
    ([(0, 0), (630, 600)], True),
)
def test_the_clock_is_believed_after_ten_minutes_without_a_jump(
    moments: list[tuple[float, float]], agrees: bool
) -> None:
    clock = Clock()
    assert [clock.agrees(*moment) for moment in moments][-1] is agrees


def test_the_bin_is_emptied_once_the_clock_is_believed(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(file_of(url))) as database, database:
        [(binned,)] = database.execute("SELECT public_id FROM match WHERE binned_at IS NOT NULL").fetchall()
        database.execute("UPDATE match SET binned_at = '2020-01-01 00:00:00' WHERE binned_at IS NOT NULL")
    keeping = Keeper(url, folder_of(url), lambda: False)
    assert (keeping.look() > 0, binned in list_matches(url)) == (True, True)
    monkeypatch.setattr(keeper, "STEADY", 0.0)
    keeping.look()
    assert binned not in list_matches(url)
    [before, *_] = shelf.list_snapshots(folder_of(url))
    with unpacked(shelf.path_of(folder_of(url), before)) as (_, file):
        assert binned in list_matches(f"sqlite:///{file}"), "it was kept first"


def test_a_bin_that_cannot_be_emptied_keeps_no_snapshot_from_being_made(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "STEADY", 0.0)
    with closing(sqlite3.connect(file_of(url))) as database, database:
        database.execute("ALTER TABLE emptied RENAME TO elsewhere")
        database.execute("UPDATE match SET binned_at = '2020-01-01 00:00:00' WHERE binned_at IS NOT NULL")
    Keeper(url, folder_of(url), lambda: False).look()
    assert [record.getMessage() for record in caplog.records] == [
        "The bin could not be emptied: OperationalError"
    ]
    assert len(shelf.list_snapshots(folder_of(url))) == 1


def list_matches(url: str) -> set[str]:
    with closing(sqlite3.connect(file_of(url))) as database:
        return {public_id for (public_id,) in database.execute("SELECT public_id FROM match")}


def file_of(url: str) -> Path:
    found = shelf.file_of(url)
    assert found is not None
    return found


def test_a_failure_is_told_once_and_stands_where_it_is_looked_for(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = folder_of(url)
    folder.mkdir(parents=True)
    monkeypatch.setattr("scorekeeper.store.backup.retention.MIN_FREE", 10**18)
    keeping = Keeper(url, folder, lambda: False)
    keeping.look()
    keeping.look()
    assert [record.getMessage()[:30] for record in caplog.records] == ["No snapshot: There is no room "]
    look = shelf.last_look(folder)
    assert "no room" in look.failure
    monkeypatch.undo()
    keeping.look()
    look = shelf.last_look(folder)
    assert look.failure == ""


def test_where_its_folder_cannot_be_made_it_says_so_and_looks_again(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeper, "FIRST", 0.0)
    monkeypatch.setattr(keeper, "EVERY", 0.05)
    folder, stopped = folder_of(url), threading.Event()
    folder.parent.write_text("no folder: a disk is not there")
    keeping = threading.Thread(target=keeper.run, args=(url, folder, stopped))
    keeping.start()
    until = time.monotonic() + PATIENCE
    while not caplog.records and time.monotonic() < until:
        time.sleep(0.01)
    folder.parent.unlink()
    wait_for(folder.parent, 1)
    stopped.set()
    keeping.join(PATIENCE)
    assert caplog.records[0].getMessage() == f"No snapshot: {folder} cannot be used (Not a directory)"


QUICK = "from scorekeeper.store.backup import keeper; keeper.EVERY, keeper.FIRST = 0.3, 0.1"


@pytest.fixture
def server(processes: None, tmp_path: Path) -> Iterator[Server]:
    made = Server(
        tmp_path,
        f"sqlite:///{tmp_path}/scorekeeper.db",
        workers=1,
        SCOREKEEPER_SNAPSHOTS=str(tmp_path / "kept"),
    )
    made.before = QUICK
    made.start()
    yield made
    made.stop()


def wait_for(folder: Path, count: int) -> list[Path]:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = sorted(folder.rglob("[0-9]*.backup"))
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{count} snapshots were not made in time")


def test_a_server_makes_them_beside_the_pages_and_tells_their_age(server: Server, tmp_path: Path) -> None:
    [match] = open_matches(server.url, server.key)
    wait_for(tmp_path / "kept", 1)
    phone = Phone(server.port, match)
    phone.open()
    for seq in range(1, 4):
        assert phone.record(f"deal {seq}", f"00000000-0000-4000-8000-{seq:012}", seq).status == 303
        deal = seq + 1
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            newest = sorted((tmp_path / "kept").rglob("[0-9]*.backup"))[-1]
            with unpacked(newest) as (_, database):
                if len(list_kept(f"sqlite:///{database}", match.public_id)) == deal - 1:
                    break
            time.sleep(0.1)
        else:
            raise AssertionError("a deal is in no snapshot")
    said = ask(server.port, "/metrics")[1]
    age = re.search(r"^scorekeeper_snapshot_age_seconds (\d+)$", said, re.M)
    assert age
    assert int(age[1]) < PATIENCE
    assert "scorekeeper_snapshot_failing 0" in said
    assert 'scorekeeper_side_up{side="keeper"} 1' in said
    assert f"snapshots   {tmp_path / 'kept'}" in server.log.read_text()


@pytest.mark.left_to_soak
def test_of_two_servers_on_one_database_one_makes_them(server: Server, tmp_path: Path) -> None:
    wait_for(tmp_path / "kept", 1)
    [folder] = (tmp_path / "kept").iterdir()
    with snapshots.hold_lock(folder / ".keeper", wait=False) as ours:
        assert not ours, "the server's process holds the lock"


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_an_end_in_the_middle_of_a_snapshot_is_quick(tmp_path: Path) -> None:
    server = Server(
        tmp_path,
        f"sqlite:///{tmp_path}/scorekeeper.db",
        workers=1,
        SCOREKEEPER_SNAPSHOTS=str(tmp_path / "kept"),
    )
    server.before = QUICK + (
        "; import time; from scorekeeper.store.backup import make, snapshots; make.BETWEEN, take = 1, snapshots.take"
        "; snapshots.take = lambda *place, stopped: take(*place, stopped=lambda: time.sleep(0.01) or stopped())"
    )
    server.start()
    until = time.monotonic() + PATIENCE
    while not list((tmp_path / "kept").rglob(".0*.db")) and time.monotonic() < until:
        time.sleep(0.05)
    began = time.monotonic()
    os.kill(server.process.pid, signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 0
    assert time.monotonic() - began < 10
    assert not list((tmp_path / "kept").rglob(".0*"))
    assert "Traceback" not in server.log.read_text()


@pytest.mark.usefixtures("processes")
def test_a_derivation_that_comes_to_no_end_delays_no_snapshot(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    server = Server(
        tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=1, SCOREKEEPER_SNAPSHOTS=str(kept)
    )
    server.before = QUICK + (
        "; from scorekeeper.store.leagues import keeper as leagues"
        "; leagues.take_turn = lambda *_: all(zero == 0 for zero in iter(int, 1))"
    )
    server.start()
    try:
        wait_for(kept, 1)
        open_matches(server.url, server.key)
        wait_for(kept, 2)
    finally:
        server.kill()
