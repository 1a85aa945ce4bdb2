"""A person is forgotten by ids: names and words go, others of the name stay, and no backup brings them back."""

import stat
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store import instance
from scorekeeper.store.accounts import accounts
from scorekeeper.store.accounts.models import AccountRow, RecoveryCodeRow
from scorekeeper.store.backup.make import backup
from scorekeeper.store.backup.restore import restore
from scorekeeper.store.forgetting import forget, record
from scorekeeper.store.forgetting.record import ACCOUNT, OPENING, SEAT, Forgotten
from scorekeeper.store.match import ledger, rule_proposals, seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import FreeTextRow, PlayerNameRow
from tests import ledgers
from tests.store.conftest import NAMES, Do, kani, open_kani, read_again
from tests.store.match.test_privacy import dump

pytestmark = pytest.mark.long

OTHER = "other phone"


def names_in(session: Session) -> list[str]:
    return list(session.execute(select(PlayerNameRow.name).where(PlayerNameRow.name.is_not(None))).scalars())


def texts_in(session: Session) -> set[str]:
    return set(session.execute(select(FreeTextRow.text).where(FreeTextRow.text.is_not(None))).scalars())


def played(session: Session, match: Match, do: Do) -> Match:
    """Þórdís sits in seat 1, writes everything that ``do`` writes, and is called Tóta for a while."""
    do("renamed", {"name": "Tóta"}, player=match.players[1])
    do("recorded", entry={**kani(), "note": "by the one in seat 1"})
    do("protested", {"why": "I had nine"}, target=3, entry=kani(8))
    do("described", {"place": "Akureyri"})
    now = do("renamed", {"name": "Þórdís"}, player=match.players[1])
    ledgers.write(
        session,
        match,
        "corrected",
        {"target": 3, "entry": kani(9)},
        seen=now.seq,
        device=OTHER,
        seat=0,
        texts={"why": "as tóta said"},
    )
    last = ledger.append(
        session,
        match.public_id,
        seen=now.seq + 1,
        uuid=str(uuid4()),
        kind="recorded",
        device=OTHER,
        seat=0,
        body={"entry": {**kani(7), "note": "mine, Ana"}},
        texts={},
    )
    return last.match


def test_a_seat_s_names_and_words_go_and_the_log_and_scores_stay(
    session: Session, match: Match, do: Do
) -> None:
    before = played(session, match, do)
    other = open_kani(session, ["Þórdís", "Ana", "Boris", "Georgi"])
    seat_holders.hold(session, match.id, OTHER, None, "ÞÓRDÍS")
    rule_proposals.make(session, before, {"target": 200}, "Tóta wants it", OTHER, 0)
    log = dump(session, "event")
    session.rollback()
    assert forget.forget_seat(session, match.public_id, 1)
    assert dump(session, "event") == log
    found = read_again(session, match)
    assert found.document()["players"] == ["Ana", "№ 2", "Iñaki", "Георги"]
    assert found.scored.sheet.totals == before.scored.sheet.totals
    assert texts_in(session) == {"mine, Ana"}
    assert "ÞÓRDÍS" not in dump(session, "holder")
    assert "Tóta" not in dump(session, "offer")
    there = read_again(session, other)
    assert there.document()["players"][0] == "Þórdís", "another person of this name"


def test_the_record_is_ids_alone_in_the_database_and_in_a_private_file(
    session: Session, match: Match
) -> None:
    assert forget.forget_seat(session, match.public_id, 2)
    assert forget.forget_seat(session, match.public_id, 2), "once more changes nothing"
    assert not forget.forget_seat(session, match.public_id, 4)
    assert not forget.forget_seat(session, "nosuchmatch0", 0)
    opening = match.events[0].uuid
    found = {Forgotten(SEAT, match.public_id, "2"), Forgotten(OPENING, "", f"{opening} 2")}
    assert record.read_rows(session) == found
    file = record.place()
    assert len(file.read_text().splitlines()) == len(found)
    assert NAMES[2] not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_line_that_was_cut_off_costs_no_other(session: Session, match: Match) -> None:
    forget.forget_seat(session, match.public_id, 0)
    with record.place().open("a") as file:
        file.write('{"kind": "se')
    forget.forget_seat(session, match.public_id, 1)
    session.execute(text("DELETE FROM forgotten"))
    session.commit()
    told = record.read(session)
    assert {one for one in told if one.kind == SEAT} == {
        Forgotten(SEAT, match.public_id, str(seat)) for seat in (0, 1)
    }


@pytest.mark.parametrize("starts", ["a shell", "a service manager", "another home"])
def test_the_record_is_one_however_the_program_is_started(
    session: Session, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starts: str
) -> None:
    forget.forget_seat(session, match.public_id, 0)
    if starts == "a service manager":
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    if starts == "another home":
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session.execute(text("DELETE FROM forgotten"))
    session.commit()
    opening = Forgotten(OPENING, "", f"{match.events[0].uuid} 0")
    assert record.read(session) == {Forgotten(SEAT, match.public_id, "0"), opening}


@pytest.mark.left_to_soak(but_one_in=2)
def test_an_older_backup_does_not_bring_a_person_back(
    sessions: sessionmaker[Session], session: Session, match: Match, do: Do, migrated_url: str, tmp_path: Path
) -> None:
    played(session, match, do)
    ana = accounts.make(session, "Vera", password="lau karta eskuan")
    accounts.new_codes(session, ana.id, 0)
    session.rollback()
    old, new = tmp_path / "old.backup", tmp_path / "new.backup"
    backup(migrated_url, old, None)
    forget.forget_seat(session, match.public_id, 1)
    forget.forget_account(session, ana.id)
    backup(migrated_url, new, None)
    session.rollback()
    for file in (old, new):
        restore(migrated_url, file, replace=True)
        with sessions() as fresh:
            assert sorted(names_in(fresh)) == sorted([NAMES[0], *NAMES[2:]])
            assert texts_in(fresh) == {"mine, Ana"}
            assert record.read_rows(fresh) == {
                Forgotten(SEAT, match.public_id, "1"),
                Forgotten(OPENING, "", f"{match.events[0].uuid} 1"),
                Forgotten(ACCOUNT, "", ana.handle),
            }
            for table in (AccountRow, RecoveryCodeRow):
                assert fresh.execute(select(func.count()).select_from(table)).scalar() == 0


@pytest.mark.left_to_soak
def test_a_new_backup_tells_another_machine_who_is_forgotten(
    sessions: sessionmaker[Session],
    session: Session,
    match: Match,
    migrated_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old, new = tmp_path / "old.backup", tmp_path / "new.backup"
    session.rollback()
    backup(migrated_url, old, None)
    forget.forget_seat(session, match.public_id, 1)
    session.rollback()
    backup(migrated_url, new, None)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "another machine"))
    restore(migrated_url, new, replace=True)
    assert record.place().is_file(), "the other machine has the record too"
    restore(migrated_url, old, replace=True)
    with sessions() as fresh:
        assert NAMES[1] not in names_in(fresh)
        assert record.read_rows(fresh) == {
            Forgotten(SEAT, match.public_id, "1"),
            Forgotten(OPENING, "", f"{match.events[0].uuid} 1"),
        }
