"""Databases become what the models fit, with all that is in them; a newer one is left alone.

In ``released`` lies, for every schema there was, a database that the program of that time filled by
:mod:`tests.store.filling`, and the archives of its matches as that program scored them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, Table, create_engine, insert, select, text
from sqlalchemy.orm import Session

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.store import instance, migrate
from scorekeeper.store.accounts import accounts, owned_matches, sign_ins
from scorekeeper.store.accounts.devices import recent
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.backup.restore import load
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE, make_engine, session_factory
from scorekeeper.store.leagues.log import access
from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.readmodel import derive, steps
from scorekeeper.store.match import capabilities, ledger
from scorekeeper.store.match.beside import drafts, rule_proposals, rulings, seat_holders, series
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.match.record.chain import sha256
from tests.soak import in_soak, on_both
from tests.store import filling
from tests.store.match.test_chain import hashes_of, past_of, recompute

pytestmark = pytest.mark.long

RELEASED = sorted(filling.FOLDER.glob("*.backup"))


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
        pragma = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "journal_mode", "foreign_keys")
        }
    engine.dispose()
    assert pragma == {"synchronous": level, "journal_mode": "wal", "foreign_keys": 1}


def test_an_unknown_way_to_sync_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SYNCHRONOUS_VARIABLE, "OFF")
    with pytest.raises(ValueError, match="FULL, EXTRA, NORMAL"):
        make_engine("sqlite://")


# --- with data ------------------------------------------------------------------------------------


def test_every_schema_that_there_was_has_left_a_database() -> None:
    """The newest one may; before the next migration it has to: ``python -m tests.store.filling``."""
    left, known = {file.stem for file in RELEASED}, migrate.list_revisions()
    assert set(known[1:]) <= left <= set(known)


LEFT_EMPTY = {
    "league_alike",
    "league_import",
    "league_upload",
    "league_device",
    "league_lease",
    "league_checkpoint",
    "league_revision",
}
"""What only an import, another phone, a derivation under way, a late correction or names that are alike fill."""


def test_the_program_of_today_can_leave_one_in_which_hardly_a_table_is_empty(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    told = filling.fill(url)
    filling.keep(tmp_path / "today.backup", url, told)
    assert filling.tell_matches(tmp_path / "today.backup") == json.loads(json.dumps(told))
    engine = create_engine(url)
    with engine.connect() as connection:
        empty = {
            table
            for table in METADATA.tables
            if not connection.execute(text(f'SELECT 1 FROM "{table}"')).first()
        }
    engine.dispose()
    assert empty <= LEFT_EMPTY


def as_it_was(url: str, file: Path) -> None:
    """The database as the program of that time left it."""
    with migrate.exclusive(url) as connection:
        migrate.bring_to(connection, file.stem)
        load(connection, file)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.soak
@pytest.mark.parametrize(
    ("database_url", "released"),
    on_both(in_soak(RELEASED, RELEASED[::-3]), [RELEASED[0], RELEASED[-1]]),
    indirect=["database_url"],
    ids=lambda one: one.stem if isinstance(one, Path) else one,
)
def test_every_older_database_is_brought_up_to_date_with_all_that_is_in_it(
    database_url: str, released: Path
) -> None:
    as_it_was(database_url, released)
    assert migrate.current(database_url) == released.stem
    migrate.upgrade(database_url)
    assert migrate.differences(database_url) == []
    sessions = session_factory(database_url)
    kept, told = filling.archives(sessions), filling.tell_matches(released)
    assert filling.facts(kept) == filling.facts(told), "every match is what that program said"
    with sessions() as session:
        for since, check in CHECKS.items():
            if released.stem >= since:
                check(session, matches_of(session))
    sessions.kw["bind"].dispose()


def matches_of(session: Session) -> list[Match]:
    found = session.execute(select(MatchRow.public_id).order_by(MatchRow.id)).scalars().all()
    return [match for match in (ledger.load(session, public_id) for public_id in found) if match]


def play_goes_on(session: Session, found: list[Match]) -> None:
    """New rows are numbered after the old ones."""
    deal = {"kind": "deal", **filling.DEALS["kani"][0]}
    before = found[0]
    after = ledger.append(
        session,
        before.public_id,
        seen=before.seq,
        uuid=str(uuid4()),
        kind="recorded",
        body={"entry": deal},
        texts={"note": "and on"},
        device=filling.PHONE,
    ).match
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
    assert offer is not None
    assert (offer.rules, offer.why) == ({"target": 101}, "as at home")


def ruling_is_kept(session: Session, found: list[Match]) -> None:
    assert rulings.find(session, rulings.key_of(filling.RULING)) == filling.RULING


def account_signs_in(session: Session, found: list[Match]) -> None:
    ana = accounts.by_password(session, "Þórdís", filling.PASSWORD)
    assert ana is not None
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
    assert opened is not None
    assert opened.options.least_matches == 3, "the default of today"
    assert {row.key for row in placed} >= {match.public_id for match in found[:5]}
    named = {person.name for person in roster.list_players(session, league)}
    assert named == {"Ana", "Þórdís", "Iñaki G.", "Георги"}
    assert derive.rebuild(session, league, hold=steps.HURRY, anew=True) == 0, (
        "nothing differs from what is derived from the matches"
    )


CHECKS: dict[str, Callable[[Session, list[Match]], None]] = {
    "0003": draft_is_there,
    "0004": people_hold_phones,
    "0005": series_and_offer_are_there,
    "0006": ruling_is_kept,
    "0007": account_signs_in,
    "0008": league_is_whole,
    "0001": play_goes_on,
}
"""What there is to find, with the schema that first had room for it."""


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("schema", [RELEASED[0].stem, RELEASED[-1].stem])
def test_links_that_were_given_out_before_an_upgrade_open_their_pages(tmp_path: Path, schema: str) -> None:
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    as_it_was(url, filling.FOLDER / f"{schema}.backup")
    migrate.upgrade(url)
    client = create_app(
        {"SECRET_KEY": filling.KEY, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True}
    ).test_client()
    sessions = session_factory(url)
    with sessions() as session:
        for match in matches_of(session):
            link = capabilities.link_to(filling.KEY, match.public_id, capabilities.OWNER, match.generations)
            sheet = f"/m/{match.public_id}/{link}"
            for page in ("", "/result", "/export.json", "/row/2"):
                assert client.get(sheet + page).status_code == 200, (match.game, page)
            shown = client.get(sheet).get_data(as_text=True)
            assert all(name in shown for name in match.seat_names if name), match.game
    sessions.kw["bind"].dispose()


def test_archives_of_every_older_program_still_agree(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(file.with_suffix(".jsonl.gz")) for file in RELEASED]
    count = sum(len(filling.tell_matches(file)) for file in RELEASED)
    assert main(["verify", *files]) == 0
    assert f"{count} matches re-scored, 0 disagreements." in capsys.readouterr().out


def test_who_met_whom_by_night_is_written_anew(database_url: str) -> None:
    """Up to 0011 each night stood for itself; since then it says what two had come to after it."""
    pairs: dict[tuple[str, str], tuple[Any, str]] = {
        ("a", "b"): (
            {"2026-11-03": [1, 0], "2026-11-10": [2, 720720]},
            "2026-11-03 1 0\n2026-11-10 3 720720",
        ),
        ("a", "c"): ({"2026-11-10": [1, 720720]}, "2026-11-10 1 720720"),
        ("b", "c"): ({}, ""),
        ("b", "d"): ({"2027-01-05": [1, 360360]}, "2027-01-05 1 360360"),
        **{("c", f"d{n}"): ({"2026-11-03": [n, 0]}, f"2026-11-03 {n} 0") for n in range(1, 1200)},
    }
    with migrate.exclusive(database_url) as connection:
        migrate.bring_to(connection, "0011")
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET session_replication_role = replica")  # no league stands behind it
        meeting = Table("league_meeting", MetaData(), autoload_with=connection)
        common = {"model_id": 1, "scope": "", "matches": 1, "won": 0, "first": ""}
        connection.execute(
            insert(meeting),
            [
                {**common, "unit": one, "rival": other, "nights": nights}
                for (one, other), (nights, _) in pairs.items()
            ],
        )
    with migrate.exclusive(database_url) as connection:
        migrate.bring_to(connection, "0012")
        found = connection.execute(text("SELECT unit, rival, met FROM league_meeting")).all()
    assert {(one, other): met for one, other, met in found} == {pair: met for pair, (_, met) in pairs.items()}


@pytest.mark.left_to_soak(but_one_in=2)
def test_events_of_before_get_their_hashes_and_their_match_says_since_when(database_url: str) -> None:
    """What was erased by then has no seal, what is erased later keeps it."""
    with migrate.exclusive(database_url) as connection:
        migrate.bring_to(connection, "0012")
        load(connection, filling.FOLDER / "0012.backup")
        connection.execute(text("UPDATE player_name SET name = NULL WHERE name = 'Þórdís'"))
    migrate.upgrade(database_url)
    sessions = session_factory(database_url)
    with sessions() as session:
        for match in matches_of(session):
            lines = past_of(session, match.public_id)
            assert recompute(lines)[0] == hashes_of(lines)
            begun = lines[0]["begun"]
            assert (begun["by"], begun["events"]) == ("upgrade", match.seq)
            assert begun["on"] == datetime.now(UTC).date().isoformat()
        first = matches_of(session)[0]
        play_goes_on(session, [first])
        lines = past_of(session, first.public_id)
        assert recompute(lines)[0] == hashes_of(lines), "the chain goes on from there"
        assert lines[0]["begun"]["events"] == first.seq
    sessions.kw["bind"].dispose()


@pytest.mark.left_to_soak(but_one_in=2)
def test_matches_are_hashed_in_portions_that_leave_none_out(database_url: str) -> None:
    """More matches than are read at once, one of them with more events than that."""
    sizes = [1] * 600 + [5001, 1, 3]
    with migrate.exclusive(database_url) as connection:
        migrate.bring_to(connection, "0012")
        tables = MetaData()
        tables.reflect(connection, only=["match", "event"])
        at = datetime(2026, 11, 20, tzinfo=UTC)
        connection.execute(
            insert(tables.tables["match"]),
            [
                {
                    "id": key,
                    "public_id": f"m{key}",
                    "game": "kani",
                    "seq": size,
                    "opened_at": at,
                    "changed_at": at,
                    "generation_owner": 1,
                    "generation_score": 1,
                    "generation_watch": 1,
                }
                for key, size in enumerate(sizes, 1)
            ],
        )
        opened: dict[str, Any] = {"rules": {}, "players": [1, 2], "names": [], "first_dealer": 0}
        connection.execute(
            insert(tables.tables["event"]),
            [
                {
                    "match_id": key,
                    "seq": seq,
                    "uuid": f"{key}-{seq}",
                    "kind": "accepted" if seq > 1 else "opened",
                    "at": at,
                    "body": {"seat": 1} if seq > 1 else opened,
                }
                for key, size in enumerate(sizes, 1)
                for seq in range(1, size + 1)
            ],
        )
    migrate.upgrade(database_url)
    engine = create_engine(database_url)
    with engine.connect() as connection:
        bare = connection.execute(
            text("SELECT count(*) FROM event WHERE content IS NULL OR chain IS NULL")
        ).scalar()
        begun = connection.execute(text("SELECT count(*) FROM match WHERE begun IS NOT NULL")).scalar()
        last = connection.execute(text("SELECT chain FROM event WHERE match_id = 602")).scalar_one()
    engine.dispose()
    assert (bare, begun) == (0, len(sizes))
    said = {
        "at": "2026-11-20T00:00:00Z",
        "kind": "opened",
        "seat": None,
        "uuid": "602-1",
        "body": {**opened, "game": "kani", "players": [0, 1]},
    }
    start = sha256({"by": "upgrade", "on": datetime.now(UTC).date().isoformat(), "events": 1})
    assert last == sha256([start, 1, sha256(said)])


# --- what cannot be used --------------------------------------------------------------------------


def newer(folder: Path) -> str:
    url = f"sqlite:///{folder}/newer.db"
    as_it_was(url, RELEASED[0])
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    return url


def damage(folder: Path) -> str:
    (folder / "damaged.db").write_bytes(b"this was a database once" * 40)
    return f"sqlite:///{folder}/damaged.db"


@pytest.mark.parametrize(
    "command", [["serve", "--port", "0"], ["league", "derive"], ["account", "reset", "Ana"]], ids=" ".join
)
@pytest.mark.parametrize(
    ("made", "said"),
    [
        (newer, "newer than this program|of another version"),
        (damage, "file is not a database"),
        (lambda folder: "postgresql://none@127.0.0.1:1/nothing", "Connection refused"),
        (lambda folder: "nonsense://here", "is no address of a database"),
    ],
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


def test_who_held_a_phone_goes_by_events_from_the_upgrade_on(database_url: str) -> None:
    """Until then a time was kept: it becomes the number of the last event before it."""
    match = "'kept', 'kani', 4, '2026-10-24', '2026-10-24', 1, 1, 1"
    event = "match_id, seq, uuid, kind, body, at"
    with migrate.exclusive(database_url) as connection:
        migrate.bring_to(connection, "0016")
        columns = "public_id, game, seq, opened_at, changed_at, generation_owner, generation_score, generation_watch"
        connection.execute(text(f"INSERT INTO match ({columns}) VALUES ({match})"))
        for seq, minute in ((1, 0), (2, 10), (3, 20), (4, 30)):
            values = f"1, {seq}, 'event-{seq}', 'recorded', '{{}}', '2026-10-24 20:{minute:02}:00'"
            connection.execute(text(f"INSERT INTO event ({event}) VALUES ({values})"))
        for seat, minute in ((0, 5), (1, 20), (2, 45)):
            values = f"1, 'phone', {seat}, '2026-10-24 20:{minute:02}:00'"
            connection.execute(
                text(f"INSERT INTO holder (match_id, device_id, seat, since) VALUES ({values})")
            )
    migrate.upgrade(database_url)
    sessions = session_factory(database_url)
    with sessions() as session:
        held = seat_holders.holders(session, 1)["phone"]
    sessions.kw["bind"].dispose()
    assert [(holder.seat, holder.seq) for holder in held] == [(0, 1), (1, 3), (2, 4)]


def test_what_lies_in_the_bin_counts_from_the_upgrade(database_url: str) -> None:
    """Until then nothing went out of it, and no page had said that it would."""
    before = datetime.now(UTC)
    columns = (
        "public_id, game, seq, opened_at, changed_at, generation_owner, generation_score, generation_watch"
    )
    with migrate.exclusive(database_url) as connection:
        migrate.bring_to(connection, "0014")
        for public_id, binned in (("binned", "'2020-01-01 00:00:00'"), ("open", "NULL")):
            values = f"'{public_id}', 'kani', 1, '2020-01-01', '2020-01-01', 1, 1, 1, {binned}"
            connection.execute(text(f"INSERT INTO match ({columns}, binned_at) VALUES ({values})"))
    migrate.upgrade(database_url)
    sessions = session_factory(database_url)
    with sessions() as session:
        found = {match.public_id: match.binned_at for match in session.execute(select(MatchRow)).scalars()}
    sessions.kw["bind"].dispose()
    assert found["open"] is None
    assert found["binned"] is not None
    assert found["binned"] >= before
