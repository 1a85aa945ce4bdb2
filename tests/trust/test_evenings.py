"""League evenings at a hundred times their speed, with kills, snapshots and restores: the end is as in a replay."""

import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.cli import main
from scorekeeper.store import instance
from scorekeeper.store.accounts import accounts, owned_matches
from scorekeeper.store.backup import shelf
from scorekeeper.store.backup.packing import open_read_only, unpacked
from scorekeeper.store.engine import session_factory
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.models import LEASE
from scorekeeper.store.leagues.log import access, founding
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.models import LeagueRow
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import ledger
from tests.databases import session_on
from tests.soak import in_soak
from tests.trust.servers import NAMES, PATIENCE, Opened, Say, Server, list_kept, open_matches
from tests.trust.test_crash import Recorder, is_whole

pytestmark = pytest.mark.usefixtures("processes")

EVENINGS, PARTS = in_soak((3, 6), (1, 2))
"""How many evenings, and in how many parts each falls: after a part comes a kill or a restore."""
PART = in_soak(18.0, 1.0)
"""Seconds of a part: a hundredth of half an hour."""
TABLES = 3
QUICK = """
from scorekeeper.store.backup import keeper
keeper.EVERY, keeper.FIRST, keeper.SHARE, keeper.STEADY, keeper.SHIFT = 3.0, 0.2, 2, 6.0, 0.6
"""
"""What takes five minutes takes three seconds."""

Deals = list[tuple[int, str, str]]


class League:
    """A league with an owner and four players, into which each evening's matches come."""

    def __init__(self, url: str) -> None:
        self.url = url
        with self._session() as session:
            ana = accounts.make(session, "Ana", password="a long password")
            self.who = Who(ana.id)
            self.public_id = founding.found_league(
                session, self.who, uuid=str(uuid4()), name="Tuesdays", access="link", about=""
            ).public_id
            self.keys = player_changes.add_players(
                session, self._open(session), uuid=str(uuid4()), names=NAMES
            )

    @contextmanager
    def _session(self) -> Iterator[Session]:
        with session_on(self.url) as session:
            yield session

    def _open(self, session: Session) -> access.Access:
        found = access.find_access(session, self.public_id, self.who)
        assert found is not None
        return found

    def take_in(self, matches: list[Opened], night: str) -> None:
        """Matches of one night."""
        with self._session() as session:
            for match in matches:
                assert self.who.account is not None
                owned_matches.adopt(session, self.who.account, match.public_id)
                assign_match.adopt(
                    session,
                    self._open(session),
                    uuid=str(uuid4()),
                    public_id=match.public_id,
                    players=self.keys,
                    night=night,
                )


class Evenings:
    """A server, its tables, and what each of their phones was told."""

    def __init__(self, server: Server, home: Path, chance: random.Random) -> None:
        self.server, self.home, self.chance = server, home, chance
        self.told: dict[Opened, Deals] = {}
        self.tonight: list[Opened] = []
        self.counted = {"kill": 0, "restore": 0}

    def play(self) -> None:
        """A part of an evening: every phone records, while workers are killed; then the phones pause."""
        phones = [Recorder(self.server.port, match, self.told[match]) for match in self.tonight]
        for phone in phones:
            phone.rest = 0.1
            phone.start()
        for phone in phones:
            phone.wait_for_one_more()
        until = time.monotonic() + PART
        while time.monotonic() < until:
            time.sleep(self.chance.random() * PART / 2)
            self.server.kill_a_worker(self.chance.choice)
            self.counted["kill"] += 1
        for phone in phones:
            phone.enough.set()
        for phone in phones:
            phone.join(PATIENCE)
            assert phone.failed is None
            self.told[phone.phone.match] = phone.acknowledged

    def interrupt(self) -> None:
        """What comes after a part: the power fails, or the keeper goes back to a snapshot or a backup."""
        self.chance.choice([self.fail, self.go_back_to_a_snapshot, self.go_back_to_a_backup])()

    def fail(self) -> None:
        self.server.kill()
        self.server.start()
        self.counted["kill"] += 1

    def go_back_to_a_snapshot(self) -> None:
        """What was recorded after it is gone, and nothing else."""
        self.server.stop()
        newest = [one for one in shelf.list_snapshots(self._folder()) if not one.occasion][-1]
        file = shelf.path_of(self._folder(), newest)
        with unpacked(file) as (_, database):
            then = {match: _deals(f"sqlite:///{database}", match) for match in self.told}
        for match, deals in then.items():
            assert deals == self.told[match][: len(deals)], "a snapshot holds what was acknowledged, in order"
        assert main(["restore", "--try", str(file)]) == 0
        assert main(["restore", "--replace", str(file)]) == 0
        self.told = then
        self._go_on()

    def go_back_to_a_backup(self) -> None:
        """One made while the server runs and the phones pause: nothing is lost."""
        file = self.home / "evening.backup"
        assert main(["backup", str(file)]) == 0
        self.server.stop()
        assert main(["restore", "--replace", str(file)]) == 0
        self._go_on()

    def _go_on(self) -> None:
        self.server.start()
        self.counted["restore"] += 1

    def _folder(self) -> Path:
        found = shelf.folder_of(self.server.url)
        assert found is not None
        return found

    def wait_for_a_snapshot(self, matches: int) -> None:
        """Until the newest one holds so many matches of the league."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for newest in shelf.list_snapshots(self._folder())[-1:]:
                file = shelf.path_of(self._folder(), newest)
                with unpacked(file) as (_, database), closing(open_read_only(database)) as opened:
                    if opened.execute("SELECT count(*) FROM league_match").fetchone()[0] == matches:
                        return
            time.sleep(0.05)
        raise AssertionError("what was opened is in no snapshot")


def _deals(url: str, match: Opened) -> Deals:
    return [(deal.seq, deal.uuid, deal.note) for deal in list_kept(url, match.public_id)]


@pytest.mark.left_to_soak
def test_evenings_with_kills_and_restores_end_where_a_replay_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Say
) -> None:
    seed = random.randrange(10**9)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.setenv(instance.SNAPSHOTS_VARIABLE, str(tmp_path / "snapshots"))
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    url = instance.database_url()
    server = Server(tmp_path, url, workers=2)
    server.before = QUICK
    server.start()
    evenings = Evenings(server, tmp_path, random.Random(seed))
    league: League | None = None
    try:
        for evening in range(EVENINGS):
            matches = open_matches(url, server.key, TABLES)
            league = league or League(url)
            league.take_in(matches, f"2026-11-{17 + evening}")
            evenings.wait_for_a_snapshot(TABLES * (evening + 1))
            evenings.tonight = matches
            evenings.told |= {match: [] for match in matches}
            for _ in range(PARTS):
                evenings.play()
                evenings.interrupt()
            evenings.go_back_to_a_snapshot()
    finally:
        said = server.stop()
    assert "Traceback" not in said, seed
    assert is_whole(url)
    for match, deals in evenings.told.items():
        assert _deals(url, match) == deals, seed
    replay(url, tmp_path / "replay.db", evenings.told)
    rebuild_leagues(url)
    counted = f"{evenings.counted['kill']} kills, {evenings.counted['restore']} restores"
    deals = sum(map(len, evenings.told.values()))
    record_property("league evenings", f"{EVENINGS} evenings, {counted}, {deals} deals, as their replay")


def replay(url: str, file: Path, told: dict[Opened, Deals]) -> None:
    """The same deals recorded anew, one after the other, come to the same sheets."""
    again = f"sqlite:///{file}"
    matches = open_matches(again, b"", len(told))
    here, there = session_factory(url), session_factory(again)
    with here() as old, there() as new:
        for (match, deals), twin in zip(told.items(), matches, strict=True):
            for seq, uuid, note in deals:
                ledger.append(
                    new,
                    twin.public_id,
                    seen=seq - 1,
                    uuid=uuid,
                    kind="recorded",
                    body={"entry": {"kind": "deal", "bid": "pass"}},
                    texts={"note": note},
                    device=None,
                )
            found, wanted = ledger.load(old, match.public_id), ledger.load(new, twin.public_id)
            assert found.document() == wanted.document()
            assert found.sheet() == wanted.sheet()
    for sessions in (here, there):
        sessions.kw["bind"].dispose()


def rebuild_leagues(url: str) -> None:
    """The tables that were derived beside all this are those that are derived anew.

    A process that was killed while it derived kept the lease of its league, which would last a minute.
    """
    sessions = session_factory(url)
    with sessions() as session:
        session.execute(delete(LEASE))
        session.commit()
        for league in session.execute(select(LeagueRow.id)).scalars().all():
            while derive.step(session, league).left:
                continue
            assert derive.rebuild(session, league, hold=derive.HURRY, anew=True) == 0
