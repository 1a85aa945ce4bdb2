"""A backup holds everything, comes back on either database, and a bad one changes nothing."""

import gzip
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Column, Table, create_engine, func, insert, select, text
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.cli import main
from scorekeeper.store import instance, migrate
from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.backup.errors import BackupError
from scorekeeper.store.backup.make import backup
from scorekeeper.store.backup.packing import Head, pack, unpacked
from scorekeeper.store.backup.restore import restore
from scorekeeper.store.engine import session_factory
from scorekeeper.store.match import feed, ledger
from tests import ledgers
from tests.cases import cases
from tests.copies import make_or_copy
from tests.databases import session_on
from tests.store import filling
from tests.store.backup.repacking import repack, with_head
from tests.store.test_migrations import RELEASED

pytestmark = pytest.mark.long

KEY = bytes(range(32))
NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]
PASSED = {"entry": {"kind": "deal", "bid": "pass"}}

Fresh = Callable[[str], str]


@pytest.fixture
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Fresh:
    """The address of an empty database of a kind; of PostgreSQL there is one."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / f'{uuid4().hex}.db'}"
        url: str = request.getfixturevalue("fresh_postgres_database")
        return url

    return make


def open_match(sessions: sessionmaker[Session], deals: int = 3) -> str:
    """A match with a note, an erased text, a struck deal."""
    with sessions() as session:
        match = ledgers.open_match(session, "kani", NAMES, device="phone")
        for seen in range(1, deals + 1):
            ledgers.write(
                session,
                match,
                "recorded",
                PASSED,
                seen=seen,
                texts={"note": "“snow” \u2067ש\u2069 \x1f"} if seen == 1 else {},
                device="phone",
                seat=seen % 4,
            )
    return match.public_id


def fill(url: str) -> str:
    """Fill an empty database with a match, an account and a link; the match's public id."""
    migrate.upgrade(url)
    sessions = session_factory(url)
    public_id = open_match(sessions)
    with sessions() as session:
        found = accounts.make(session, "Þórdís", password="a long password")
        sign_ins.new_link(session, found.id, sign_ins.KEEPER)
        session.commit()
    sessions.kw["bind"].dispose()
    return public_id


@pytest.fixture(scope="module")
def filled() -> Callable[[str], str]:
    """Fills a database with a bit of everything; the match's public id."""
    return lambda url: str(make_or_copy(url, fill))


def contents(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, as the program reads it."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(select(*shown(table)))), key=repr)
            for table in METADATA.sorted_tables
        }
    engine.dispose()
    return found


def shown(table: Table) -> list[Column[Any]]:
    """Its columns, but for the pulse of a match, which a restore moves."""
    return [column for column in table.columns if column.name != "pulse"]


def document(url: str, public_id: str) -> Any:
    with session_on(url) as session:
        match = ledger.load(session, public_id)
        return match.document() if match is not None else None


@pytest.mark.left_to_soak(but_one_in=2)
@cases("source, target", ("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite"))
def test_everything_comes_back_on_either_database(
    fresh: Fresh, tmp_path: Path, source: str, target: str
) -> None:
    old, new, file = fresh(source), fresh(target), tmp_path / "a.backup"
    told = make_or_copy(old, filling.fill)
    written = backup(old, file, KEY)
    head, restored = restore(new, file)
    assert head.key == KEY
    assert written == restored
    assert set(written) >= {table.name for table in METADATA.sorted_tables}, "a table is missing"
    assert contents(new) == contents(old)
    assert migrate.differences(new) == []
    sessions = session_factory(new)
    assert filling.archives(sessions) == told
    open_match(sessions)  # rows go on being numbered
    sessions.kw["bind"].dispose()


@pytest.mark.left_to_soak
def test_postgresql_comes_back_into_the_same_database_when_its_rows_are_given_up(
    fresh_postgres_database: str, filled: Callable[[str], str], tmp_path: Path
) -> None:
    url, file = fresh_postgres_database, tmp_path / "a.backup"
    filled(url)
    backup(url, file, None)
    before = contents(url)
    sessions = session_factory(url)
    later = open_match(sessions)
    with pytest.raises(BackupError, match="holds something already"):
        restore(url, file)
    assert document(url, later) is not None
    restore(url, file, replace=True)
    assert {**contents(url), "forgotten": []} == {**before, "forgotten": []}  # who is forgotten stays so
    with sessions() as session, pytest.raises(Exception, match=r"foreign key|violates"):
        session.execute(text("INSERT INTO free_text (match_id, text) VALUES (999999, 'x')"))
    sessions.kw["bind"].dispose()


def test_a_phone_that_was_away_while_a_backup_was_put_back_hears_that_something_is_new(
    database_url: str, filled: Callable[[str], str], tmp_path: Path
) -> None:
    """What a match shows is known by its pulse: none that a page may have is given out again."""
    public_id, file = filled(database_url), tmp_path / "a.backup"
    backup(database_url, file, None)

    def record(times: int) -> set[int | None]:
        sessions, pulses = session_factory(database_url), set[int | None]()
        with sessions() as session:
            for _ in range(times):
                pulses.add(feed.pulse_of(session, public_id))
                match = ledger.load(session, public_id)
                assert match is not None
                ledgers.write(session, match, "recorded", PASSED, seen=match.seq, device="phone", seat=0)
        sessions.kw["bind"].dispose()
        return pulses

    before = record(4)
    restore(database_url, file, replace=True)
    assert record(4).isdisjoint(before)


@pytest.mark.left_to_soak
def test_a_backup_shows_one_moment_while_deals_are_recorded(
    database_url: str, filled: Callable[[str], str], tmp_path: Path
) -> None:
    filled(database_url)
    sessions, enough, failed = session_factory(database_url), threading.Event(), []

    def record() -> None:
        try:
            while not enough.is_set():
                open_match(sessions, deals=2)
        except Exception as error:
            failed.append(error)

    writer = threading.Thread(target=record)
    writer.start()
    try:
        for number in range(2):
            backup(database_url, tmp_path / f"{number}.backup", None)
    finally:
        enough.set()
        writer.join(20)
    sessions.kw["bind"].dispose()
    assert failed == []
    for number in range(2):
        url = f"sqlite:///{tmp_path}/{number}.db"
        restore(url, tmp_path / f"{number}.backup")
        found = contents(url)
        seqs = {row[0]: row[3] for row in found["match"]}
        events = [(row[1], row[2]) for row in found["event"]]
        assert sorted(events) == sorted((match, n) for match, seq in seqs.items() for n in range(1, seq + 1))


@pytest.fixture(scope="module")
def archive(filled: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    file, url = folder / "good.backup", f"sqlite:///{folder}/good.db"
    filled(url)
    backup(url, file, KEY)
    return file


def flip(at: Callable[[bytes], int], wide: int = 1) -> Callable[[Path, Path], bytes]:
    def make(file: Path, _folder: Path) -> bytes:
        data = bytearray(file.read_bytes())
        # A single byte may be one that unpacking passes over; then the database is whole, and the file is good.
        for place in range(first := at(data), min(first + wide, len(data))):
            data[place] ^= 0x55
        return bytes(data)

    return make


def cut(to: Callable[[int], int]) -> Callable[[Path, Path], bytes]:
    return lambda file, _folder: file.read_bytes()[: to(file.stat().st_size)]


def saying(**change: Any) -> Callable[[Path, Path], bytes]:
    """The backup with another head."""
    return lambda file, folder: with_head(file, folder / "said.backup", **change).read_bytes()


def running(*statements: str) -> Callable[[Path, Path], bytes]:
    """The backup with another database, packed as it ought to be."""
    return lambda file, folder: repack(file, folder / "run.backup", *statements).read_bytes()


def packing(**parts: str) -> Callable[[Path, Path], bytes]:
    """A zip of something else."""

    def make(_file: Path, folder: Path) -> bytes:
        with zipfile.ZipFile(folder / "other.zip", "w") as packed:
            for name, said in parts.items():
                packed.writestr(f"{name}.json", said)
        return (folder / "other.zip").read_bytes()

    return make


def swell(_file: Path, folder: Path) -> bytes:
    """A small file that says of itself what it has to and would fill a disk."""
    big = folder / "big.db"
    with big.open("wb") as opened:
        opened.truncate(200_000_000)
    with (folder / "big.backup").open("wb") as target:
        pack(big, target, Head("1.0.0", migrate.head(), "2026-11-27T01:00:00+00:00", None))
    return (folder / "big.backup").read_bytes()


DAMAGED, STRANGE = "damaged or not complete", "holds what no Scorekeeper writes: "
OTHER = "tables are not those of its version: "
DAMAGE: dict[str, tuple[Callable[[Path, Path], bytes], str]] = {
    "cut short": (cut(lambda size: size - 9), DAMAGED),
    "cut in half": (cut(lambda size: size // 2), DAMAGED),
    "a bit at the start": (flip(lambda file: len(file) // 5), DAMAGED),
    "bytes in the middle": (flip(lambda file: len(file) // 2, 16), DAMAGED),
    "a bit of the head": (flip(lambda file: file.index(b"head.json") + 20), DAMAGED),
    "a bit at the end": (flip(lambda file: file.rindex(b"PK")), DAMAGED),
    "nothing": (lambda *_: b"", DAMAGED),
    "no database": (lambda *_: b"SQLite format 3\0", DAMAGED),
    "a text": (lambda *_: b"one for all", DAMAGED),
    "another program's zip": (packing(head='{"archive": "recipes"}'), DAMAGED),
    "a zip that says nothing": (packing(other="[]"), DAMAGED),
    "another program's JSON": (lambda *_: gzip.compress(b'{"a": 1}\n[1]\n'), DAMAGED),
    "another digest": (saying(sha256="0" * 64), DAMAGED),
    "a key of the wrong length": (saying(key="AAAA"), DAMAGED),
    "a head that is no table": (packing(head="[]"), DAMAGED),
    "two hundred megabytes of nothing": (swell, DAMAGED),
    "a later format": (saying(archive="scorekeeper-backup/3", program="9.1"), r"newer Scorekeeper \(9\.1\)"),
    "a later schema": (saying(schema="9999", program="9.2"), r"newer Scorekeeper \(9\.2\)"),
    "a later schema inside": (
        running("UPDATE alembic_version SET version_num = '9999'"),
        "newer Scorekeeper",
    ),
    "an early schema": (saying(schema="0017"), "long before 1.0 .0017"),
    "an early schema inside": (running("UPDATE alembic_version SET version_num = '0009'"), "long before 1.0"),
    "no schema": (running("DELETE FROM alembic_version"), DAMAGED),
    "a trigger": (
        running("CREATE TRIGGER evil AFTER INSERT ON match BEGIN DELETE FROM event; END"),
        STRANGE + "evil",
    ),
    "a view": (running("DROP TABLE ticket", "CREATE VIEW ticket AS SELECT 1 AS id"), STRANGE + "ticket"),
    "a table that is a program": (running("CREATE VIRTUAL TABLE found USING fts5(text)"), STRANGE + "found"),
    "a table of another": (running("CREATE TABLE recipes (id INTEGER PRIMARY KEY)"), OTHER + "recipes"),
    "a table less": (running("DROP TABLE ticket"), OTHER + "ticket"),
    "a column more": (running("ALTER TABLE setting ADD COLUMN why TEXT"), OTHER + "setting"),
    "a moment that is none": (running("UPDATE match SET opened_at = 'lately'"), DAMAGED),
    "a body that is no JSON": (running("UPDATE event SET body = '{'"), DAMAGED),
    "an event of no match": (running("UPDATE event SET match_id = 999999"), "rows refer to others"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_an_archive_that_is_not_good_is_refused_in_words_and_nothing_is_written(
    archive: Path, tmp_path: Path, name: str
) -> None:
    make, said = DAMAGE[name]
    bad, target = tmp_path / "bad.backup", tmp_path / "target.db"
    bad.write_bytes(make(archive, tmp_path))
    assert not target.exists()
    migrate.upgrade(url := f"sqlite:///{target}")
    before = contents(url)
    with pytest.raises(BackupError, match=said):
        restore(url, bad, replace=True)
    assert contents(url) == before


def test_rows_that_the_database_refuses_leave_it_as_it_was(
    archive: Path, database_url: str, tmp_path: Path
) -> None:
    """A match that names no game: the file is right in itself, the schema says no."""
    bad = repack(
        archive,
        tmp_path / "bad.backup",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'game VARCHAR(20) NOT NULL', 'game VARCHAR(20)') "
        "WHERE name = 'match'",
        "PRAGMA writable_schema = RESET",
        "UPDATE match SET game = NULL",
    )
    with pytest.raises(BackupError, match="does not take the backup, and is as it was"):
        restore(database_url, bad)
    assert migrate.current(database_url) is None


@pytest.mark.parametrize("schema", RELEASED)
def test_a_backup_of_every_program_before_comes_back(database_url: str, schema: str) -> None:
    """`tests/store/test_migrations.py` looks at all that is in them."""
    head, _ = restore(database_url, filling.FOLDER / f"{schema}.backup")
    assert (head.schema, head.key) == (schema, filling.KEY)
    assert migrate.differences(database_url) == []
    sessions = session_factory(database_url)
    assert filling.facts(filling.archives(sessions)) == filling.facts(filling.tell_matches(schema))
    sessions.kw["bind"].dispose()


def test_a_backup_of_the_form_before_that_is_cut_or_changed_is_refused(tmp_path: Path) -> None:
    good = gzip.decompress((filling.FOLDER / f"{migrate.FORMER}.backup").read_bytes())
    for bad in (good[:-9], good.replace(b"Ana", b"Eva", 1), good + b"[]\n", good.rpartition(b"\n[")[0]):
        file = tmp_path / "bad.backup"
        file.write_bytes(gzip.compress(bad))
        with pytest.raises(BackupError, match=DAMAGED):
            restore(f"sqlite:///{tmp_path}/target.db", file)


def test_a_database_of_another_program_is_left_alone(archive: Path, database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (id INTEGER PRIMARY KEY)"))
    with pytest.raises(BackupError, match="not Scorekeeper’s"):
        restore(database_url, archive, replace=True)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM recipes")).scalar() == 0
    engine.dispose()


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_memory_does_not_grow_with_the_database(tmp_path: Path) -> None:
    """Twenty thousand texts of 2 kB, 40 MB, in a process that may grow by 20."""
    url, file = f"sqlite:///{tmp_path}/large.db", tmp_path / "large.backup"
    migrate.upgrade(url)
    sessions = session_factory(url)
    public_id = open_match(sessions)
    sessions.kw["bind"].dispose()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            text(
                "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                "INSERT INTO free_text (match_id, text) SELECT 1, printf('%.*c', 2000, 'x') || i FROM n"
            )
        )
        wanted = connection.execute(select(func.count()).select_from(METADATA.tables["free_text"])).scalar()
    engine.dispose()
    code = (
        "import resource, sys; from pathlib import Path;"
        "from scorekeeper.store.backup.make import backup; from scorekeeper.store.backup.restore import restore;"
        "from alembic import command; old, new, file = sys.argv[1:];"
        "import sqlalchemy; start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
        "backup(old, Path(file), None); print(restore(new, Path(file))[1]['free_text']);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, url, f"sqlite:///{tmp_path}/new.db", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    rows, grown = map(int, done.stdout.split())
    assert rows == wanted
    assert grown < 20_000 * (resource.getpagesize() // 4096)
    assert document(f"sqlite:///{tmp_path}/new.db", public_id) is not None


# --- the command line -----------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    instance.secret_key()
    return tmp_path


def test_links_open_after_a_restore_on_another_machine(
    home: Path,
    filled: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    filled(instance.database_url())
    key = instance.secret_key()
    assert main(["backup", str(home / "a.backup")]) == 0
    told = capsys.readouterr().out
    assert "Backed up 1 match." in told
    assert "with the file every match can be opened" in told
    assert stat.S_IMODE((home / "a.backup").stat().st_mode) == 0o600
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(home / "elsewhere"))
    other = instance.secret_key()  # a server was started there before
    assert main(["restore", str(home / "a.backup")]) == 0
    told = capsys.readouterr().out
    assert "Restored 1 match" in told
    assert instance.secret_key() == key != other
    aside = next((home / "elsewhere").glob("secret_key.*"))
    assert aside.read_bytes() == other
    assert str(aside) in told
    assert stat.S_IMODE((home / "elsewhere" / "secret_key").stat().st_mode) == 0o600
    assert main(["restore", str(home / "a.backup")]) == 1
    assert "--replace" in capsys.readouterr().err
    assert main(["restore", "--replace", str(home / "a.backup")]) == 0


def test_without_the_key_it_says_where_the_key_is(
    home: Path, filled: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    filled(instance.database_url())
    assert main(["backup", "--without-key", str(home / "a.backup")]) == 0
    assert str(home / "instance" / "secret_key") in capsys.readouterr().out
    with unpacked(home / "a.backup") as (head, database):
        assert head.key is None
        assert instance.secret_key() not in database.read_bytes()


def test_only_a_backup_is_written_over_and_only_by_a_good_one(
    home: Path, filled: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    filled(instance.database_url())
    database = home / "instance" / instance.DATABASE_FILE
    assert main(["backup", str(database)]) == 1
    assert "is no backup" in capsys.readouterr().err
    assert main(["backup", str(home / "a.backup")]) == 0
    assert main(["backup", str(home / "a.backup")]) == 0, "the nightly line may use one name"
    kept = (home / "a.backup").read_bytes()
    with database.open("r+b") as damaged:
        damaged.write(b"no database at all")
    assert main(["backup", str(home / "a.backup")]) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert (home / "a.backup").read_bytes() == kept
    assert [entry.name for entry in home.iterdir() if entry.name.startswith(".")] == []


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_folder_or_a_missing_place_is_a_sentence(
    home: Path, filled: Callable[[str], str], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    filled(instance.database_url())
    for place in (home, home / "nowhere" / "a.backup"):
        assert main([command, str(place)]) == 1
        told = capsys.readouterr().err
        assert told.startswith("scorekeeper: ")
        assert len(told.splitlines()) == 1


def test_a_full_disk_leaves_the_last_backup(
    home: Path, filled: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    filled(instance.database_url())
    assert main(["backup", str(home / "a.backup")]) == 0
    kept = (home / "a.backup").read_bytes()
    engine = create_engine(instance.database_url())
    with engine.begin() as connection:
        connection.execute(
            insert(METADATA.tables["free_text"]), {"match_id": 1, "text": os.urandom(500_000).hex()}
        )
    engine.dispose()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, before[1]))
    try:
        assert main(["backup", str(home / "a.backup")]) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "cannot be written" in capsys.readouterr().err
    assert (home / "a.backup").read_bytes() == kept
    assert sorted(path.name for path in home.iterdir()) == ["a.backup", "instance"]
