"""Databases become what the models fit, with all that is in them; a newer one is left alone.

In ``released`` lies, for every schema there was, a database that the program of then filled by
:mod:`tests.store.filling`, and the archives of its matches as that program scored them.
"""

import gzip
import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, select, text
from sqlalchemy.orm import Session

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.store import instance, migrate
from scorekeeper.store.accounts import accounts, owned_matches, sign_ins
from scorekeeper.store.accounts.devices import recent
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.backup.copying import batches_of, number_on, rows_of, tables_of
from scorekeeper.store.backup.packing import reading, unpacked
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE, make_engine, session_factory
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log import access
from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match import (
    capabilities,
    drafts,
    ledger,
    rule_proposals,
    rulings,
    seat_holders,
    series,
)
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow
from tests import ledgers
from tests.cases import cases
from tests.databases import session_on
from tests.soak import on_both
from tests.store import filling

pytestmark = pytest.mark.long

RELEASED = sorted(file.stem for file in filling.FOLDER.glob("[0-9]*.backup"))


def test_migrations_lead_from_nothing_to_what_the_models_say(database_url: str) -> None:
    assert migrate.current(database_url) is None
    migrate.upgrade(database_url)
    assert migrate.current(database_url) == migrate.head()
    assert migrate.differences(database_url) == []
    migrate.upgrade(database_url)


def test_the_migrations_are_those_that_alembic_finds_in_its_order() -> None:
    found = ScriptDirectory(str(migrate.FOLDER)).walk_revisions()
    assert migrate.list_revisions() == tuple(script.revision for script in found)


def test_servers_that_start_at_once_migrate_once(database_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate.upgrade, [database_url] * 4))
    assert migrate.current(database_url) == migrate.head()


@cases(
    "schema, said",
    ("9999", "newer than this program.* Install the newer Scorekeeper again"),
    ("0017", "older than this program.* Start the last Scorekeeper before 1.0 once"),
)
def test_a_database_of_another_program_is_refused_in_words(database_url: str, schema: str, said: str) -> None:
    migrate.upgrade(database_url)
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :schema"), {"schema": schema})
    engine.dispose()
    with pytest.raises(migrate.MigrationError, match=said):
        migrate.upgrade(database_url)
    assert migrate.current(database_url) == schema


@pytest.mark.parametrize(("chosen", "level"), [("", 2), ("normal", 1), ("EXTRA", 3)])
def test_sqlite_syncs_every_commit_unless_told_otherwise(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, chosen: str, level: int
) -> None:
    monkeypatch.setenv(SYNCHRONOUS_VARIABLE, chosen)
    engine = make_engine(f"sqlite:///{tmp_path}/a.db")
    with engine.connect() as connection:
        pragma = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "journal_mode", "foreign_keys")
        }
    engine.dispose()
    assert pragma == {"synchronous": level, "journal_mode": "wal", "foreign_keys": 1}


def test_an_unknown_way_to_sync_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SYNCHRONOUS_VARIABLE, "OFF")
    with pytest.raises(instance.InstanceError, match="FULL, EXTRA, NORMAL"):
        make_engine("sqlite://")


# --- with data ------------------------------------------------------------------------------------


def test_every_schema_that_there_was_has_left_a_database() -> None:
    """The newest one may; before the next migration it has to: ``python -m tests.store.filling``."""
    known = migrate.list_revisions()
    assert {migrate.FORMER, *known[1:]} <= set(RELEASED) <= {migrate.FORMER, *known}


LEFT_EMPTY = {
    "league_alike",
    "league_evening",
    "league_import",
    "league_upload",
    "league_device",
    "league_lease",
    "league_checkpoint",
    "league_revision",
}
"""What only an import, another phone, a derivation under way, a late correction, names that are alike or a season that
counts evenings fill."""


def test_the_program_of_today_can_leave_one_in_which_hardly_a_table_is_empty(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    told = filling.fill(url)
    filling.keep("today", url, told, tmp_path)
    assert filling.tell_matches("today", tmp_path) == json.loads(json.dumps(told))
    engine = create_engine(url)
    with engine.connect() as connection:
        empty = {
            table
            for table in METADATA.tables
            if not connection.execute(text(f'SELECT 1 FROM "{table}"')).first()
        }
    engine.dispose()
    assert empty <= LEFT_EMPTY


@contextmanager
def database_at(schema: str) -> Iterator[Path]:
    """The database file that the program of a schema left."""
    bare = filling.FOLDER / f"{schema}.db.gz"
    if not bare.exists():
        with unpacked(filling.FOLDER / f"{schema}.backup") as (_, file):
            yield file
        return
    with TemporaryDirectory() as folder:
        file = Path(folder, "scorekeeper.db")
        file.write_bytes(gzip.decompress(bare.read_bytes()))
        yield file


def leave_older(url: str, schema: str) -> None:
    """The database as the program of a schema left it."""
    with database_at(schema) as file:
        if url.startswith("sqlite"):
            shutil.copyfile(file, url.removeprefix("sqlite:///"))
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as opened:
                opened.execute("PRAGMA journal_mode=WAL")
            return
        with migrate.exclusive(url) as target, reading(file) as source:
            _leave_on_postgresql(target, source, schema)


def _leave_on_postgresql(target: Connection, source: Connection, schema: str) -> None:
    """The tables of today, but those that are derived: they have other columns at an older schema."""
    migrate.bring_to(target, migrate.FIRST if schema == migrate.FORMER else schema)
    there = {table.name: table for table in tables_of(target)}
    found = {table.name: table for table in tables_of(source)}
    derived = {name for name, table in found.items() if "model_id" in table.c or name == "league_model"}
    for name in derived if schema == migrate.FORMER else ():
        target.execute(text(f"DROP TABLE IF EXISTS {name} CASCADE"))
        target.execute(text(f"CREATE TABLE {name} (model_id BIGINT)"))
    target.execute(text("SET session_replication_role = replica"))  # rows that refer to later ones
    for name in found.keys() - derived:
        for batch in batches_of(rows_of(source, found[name])):
            target.execute(insert(there[name]), batch)
        number_on(target, there[name])
    target.execute(text("UPDATE alembic_version SET version_num = :schema"), {"schema": schema})


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.soak
@pytest.mark.parametrize(("database_url", "released"), on_both(RELEASED, RELEASED), indirect=["database_url"])
def test_every_older_database_is_brought_up_to_date_with_all_that_is_in_it(
    database_url: str, released: str
) -> None:
    leave_older(database_url, released)
    assert migrate.current(database_url) == released
    migrate.upgrade(database_url)
    assert migrate.differences(database_url) == []
    sessions = session_factory(database_url)
    kept, told = filling.archives(sessions), filling.tell_matches(released)
    assert filling.facts(kept) == filling.facts(told), "every match is what that program said"
    with sessions() as session:
        for check in CHECKS:
            check(session, matches_of(session))
    sessions.kw["bind"].dispose()


def matches_of(session: Session) -> list[Match]:
    found = session.execute(select(MatchRow.public_id).order_by(MatchRow.id)).scalars().all()
    return [match for match in (ledger.load(session, public_id) for public_id in found) if match]


def play_goes_on(session: Session, found: list[Match]) -> None:
    """New rows are numbered after the old ones."""
    deal = {"kind": "deal", **filling.DEALS["kani"][0]}
    before = found[0]
    after = ledgers.write(
        session, before, "recorded", {"entry": deal}, texts={"note": "and on"}, device=filling.PHONE
    )
    assert len(after.rows()) == len(before.rows()) + 1
    assert [names for names in recent(session, filling.PHONE) if names], "the phone knows its matches"


def draft_is_there(session: Session, found: list[Match]) -> None:
    parts = drafts.parts_of(session, found[0])
    assert {name: part.value for name, part in parts.items()} == {"bid": "7", "tricks": "9"}


def people_hold_phones(session: Session, found: list[Match]) -> None:
    held = seat_holders.holders(session, found[0].id)
    assert [(one.seat, one.name) for one in held[filling.PHONE]] == [(1, "Þórdís")]


def series_and_offer_are_there(session: Session, found: list[Match]) -> None:
    assert series.series_of(session, found[-1]).best_of == 3
    offer = rule_proposals.current(session, found[1].id)
    assert (offer.rules, offer.why) == ({"target": 101}, "as at home")


def ruling_is_kept(session: Session, found: list[Match]) -> None:
    assert rulings.find(session, rulings.key_of(filling.RULING)) == filling.RULING


def account_signs_in(session: Session, found: list[Match]) -> None:
    ana = accounts.by_password(session, "Þórdís", filling.PASSWORD)
    assert len(owned_matches.of_account(session, ana.id)) == len(found)
    assert [key.words for key in accounts.passkeys(session, ana.id)] == ["a key"]
    assert [one.words for one in sign_ins.of_account(session, ana.id)] == ["a phone"]


def league_is_whole(session: Session, found: list[Match]) -> None:
    """Its matches are in it, and its table is what it comes to when it is derived anew."""
    [league] = session.execute(select(LeagueRow.id)).scalars()
    while derive.step(session, league).left:
        continue
    placed = listing.list_matches(session, league)
    opened = access.find_league(session, league)
    assert opened.options.least_matches == 3, "the default of today"
    assert {row.key for row in placed} >= {match.public_id for match in found[:5]}
    named = {person.name for person in roster.list_players(session, league)}
    assert named == {"Ana", "Þórdís", "Iñaki G.", "Георги"}
    assert derive.rebuild(session, league, hold=derive.HURRY, anew=True) == 0, (
        "nothing differs from what is derived from the matches"
    )


CHECKS: tuple[Callable[[Session, list[Match]], None], ...] = (
    draft_is_there,
    people_hold_phones,
    series_and_offer_are_there,
    ruling_is_kept,
    account_signs_in,
    league_is_whole,
    play_goes_on,
)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("schema", RELEASED)
def test_links_that_were_given_out_before_an_upgrade_open_their_pages(tmp_path: Path, schema: str) -> None:
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    leave_older(url, schema)
    migrate.upgrade(url)
    client = create_app(
        {"SECRET_KEY": filling.KEY, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True}
    ).test_client()
    with session_on(url) as session:
        for match in matches_of(session):
            link = capabilities.link_to(filling.KEY, match.public_id, capabilities.OWNER, match.generations)
            sheet = f"/m/{match.public_id}/{link}"
            for page in ("", "/result", "/export.json", "/row/2"):
                assert client.get(sheet + page).status_code == 200, (match.game, page)
            shown = client.get(sheet).get_data(as_text=True)
            assert all(name in shown for name in match.seat_names if name), match.game


def test_archives_of_every_older_program_still_agree(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(filling.FOLDER / f"{schema}.jsonl.gz") for schema in RELEASED]
    count = sum(len(filling.tell_matches(schema)) for schema in RELEASED)
    assert main(["verify", *files]) == 0
    assert f"{count} matches re-scored, 0 disagreements." in capsys.readouterr().out


# --- what cannot be used --------------------------------------------------------------------------


def newer(folder: Path) -> str:
    url = f"sqlite:///{folder}/newer.db"
    leave_older(url, RELEASED[0])
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("DELETE FROM setting"))  # no server's key is missing
    engine.dispose()
    return url


def damage(folder: Path) -> str:
    (folder / "damaged.db").write_bytes(b"this was a database once" * 40)
    return f"sqlite:///{folder}/damaged.db"


@cases("command", ["serve", "--port", "0"], ["league", "derive"], ["account", "reset", "Ana"], ids=" ".join)
@cases(
    "made, said",
    (newer, "newer than this program|of another version"),
    (damage, "file is not a database"),
    (lambda folder: "postgresql://none@127.0.0.1:1/nothing", "Connection refused"),
    (lambda folder: "nonsense://here", "is no address of a database"),
    ids=["newer", "damaged", "away", "unknown"],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence_and_left_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    made: Callable[[Path], str],
    said: str,
) -> None:
    url = made(tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.glob("*.db")}
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.setenv(instance.DATABASE_VARIABLE, url)
    assert main(command) == 1
    told = capsys.readouterr().err.strip()
    assert re.search(said, told)
    assert len(told.splitlines()) == 1, told
    assert {file.name: file.read_bytes() for file in tmp_path.glob("*.db")} == before
