"""An empty database becomes one that the models fit; a newer one is left alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from scorekeeper.store import migrate
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE, make_engine


def test_migrations_lead_from_nothing_to_what_the_models_say(database_url: str) -> None:
    assert migrate.current(database_url) is None
    migrate.upgrade(database_url)
    assert migrate.current(database_url) == migrate.head()
    assert migrate.differences(database_url) == []
    migrate.upgrade(database_url)


def test_servers_that_start_at_once_migrate_once(database_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate.upgrade, [database_url] * 4))
    assert migrate.current(database_url) == migrate.head()


def test_a_database_newer_than_the_program_is_refused_in_words(database_url: str) -> None:
    migrate.upgrade(database_url)
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(migrate.MigrationError, match="newer than this program"):
        migrate.upgrade(database_url)
    assert migrate.current(database_url) == "9999"


@pytest.mark.parametrize(("chosen", "level"), [("", 2), ("normal", 1), ("EXTRA", 3)])
def test_sqlite_syncs_every_commit_unless_told_otherwise(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, chosen: str, level: int
) -> None:
    monkeypatch.setenv(SYNCHRONOUS_VARIABLE, chosen)
    engine = make_engine(f"sqlite:///{tmp_path}/a.db")
    with engine.connect() as connection:
        pragma = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in
                  ("synchronous", "journal_mode", "foreign_keys")}  # fmt: skip
    engine.dispose()
    assert pragma == {"synchronous": level, "journal_mode": "wal", "foreign_keys": 1}


def test_an_unknown_way_to_sync_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SYNCHRONOUS_VARIABLE, "OFF")
    with pytest.raises(ValueError, match="FULL, EXTRA, NORMAL"):
        make_engine("sqlite://")
