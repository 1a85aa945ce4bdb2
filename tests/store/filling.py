"""One of everything that people do, written by the program as it is: what every later program has to bring along.

``python -m tests.store.filling`` writes ``released/<schema>.backup`` and, beside it, what this program says of it. Run
it before a migration is added: each file there was written by the program that had this schema as its newest.
"""

import gzip
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import select, update
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.games import GAMES
from scorekeeper.store import migrate, own_phone, server_key, settings
from scorekeeper.store.accounts import accounts, devices, owned_matches, rule_sets, sign_ins
from scorekeeper.store.backup.make import backup
from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting import emptying, record
from scorekeeper.store.forgetting.record import Forgotten
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log import access, founding, nights, seasons
from scorekeeper.store.leagues.log.access import Access, Who
from scorekeeper.store.leagues.matches import assign_match, confirm_match
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.store.match import drafts, feed, ledger, rule_proposals, rulings, seat_holders, series
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow, PlayerNameRow
from scorekeeper.store.match.record import origins
from scorekeeper.store.match.record.transfer import export_document
from scorekeeper.store.transactions import writing
from tests import ledgers

FOLDER = Path(__file__).parent / "released"
KEY = bytes(range(32))
NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]
PHONE, OTHER = "p" * 43, "q" * 43
RULING = ["kani", "legal_cards", ["9H", "JC"]]
PASSWORD = "lau karta eskuan"
DEALS: dict[str, list[dict[str, Any]]] = {
    "kani": [
        {"bid": 7, "declarer": 0, "partner": 1, "tricks": 9},
        {"bid": "pass"},
        {"bid": 9, "declarer": 2, "partner": 3, "tricks": 4},
        {"bid": 8, "declarer": 1, "partner": 2, "tricks": 8},
    ],
    "belot": [
        {"contract": "hearts", "declarer": 0, "trick_points": [120, 42]},
        {
            "contract": "all_trumps",
            "declarer": 1,
            "trick_points": [34, None],
            "declarations": [{"player": 3, "kind": "sequence", "length": 3, "top": "K"}],
        },
        {"contract": "hearts", "declarer": 1, "doubling": "contra", "trick_points": [81, 81]},
        {"contract": "clubs", "declarer": 2, "trick_points": [90, 72]},
    ],
    "escoba": [
        {"most": {"cards": 0, "golds": 0, "sevens": 1}, "seven_of_golds": 0, "escobas": [1, 0, 0, 0]},
        {"most": {"cards": 1, "golds": None, "sevens": 1}, "seven_of_golds": 1, "escobas": [0, 2, 0, 1]},
        {"most": {"cards": 0, "golds": 1, "sevens": 0}, "seven_of_golds": 0, "escobas": [3, 0, 0, 0]},
    ],
    "kinaskak": [
        {"hands": [0, 5, 10, 20]},
        {"hands": [{"jokers": 1, "low": 2}, 0, {"tens": 1}, {"aces": 2, "low": 1}]},
        {"hands": [15, 0, 25, {"low": 4}]},
    ],
}


class Table:
    """A match and what its phones do to it."""

    def __init__(self, session: Session, game: str, rules: dict[str, Any] | None = None, **more: Any) -> None:
        self.session = session
        self.match: Match = ledgers.open_match(
            session, game, NAMES, rules=rules or {}, first_dealer=1, device=PHONE, **more
        )
        devices.remember(session, PHONE, self.match.public_id, "owner")
        devices.remember(session, OTHER, self.match.public_id, "watch")

    def do(self, kind: str, texts: dict[str, str] | None = None, **body: Any) -> int:
        """Append an event; its number."""
        now = ledger.load(self.session, self.match.public_id)
        done = ledger.append(
            self.session,
            now.public_id,
            seen=now.seq,
            uuid=str(uuid4()),
            kind=kind,
            body=body,
            texts=texts or {},
            device=PHONE,
            seat=now.seq % 4,
        )
        self.match = done.match
        return done.event.seq

    def play(self) -> list[int]:
        """Every deal of the game; their numbers."""
        return [self.do("recorded", entry={"kind": "deal", **deal}) for deal in DEALS[self.match.game]]


def open_everything(session: Session) -> Iterator[Match]:
    """Matches of the four games, in which everything happened that can."""
    for game in DEALS:
        table = Table(session, game)
        first, second, *_ = table.play()
        deal = {"kind": "deal", **DEALS[game][0]}
        table.do("corrected", {"why": "misread, said Ana"}, target=second, entry=deal)
        table.do("struck", {"reason": "a card too many"}, target=first, **{"as": "never_dealt"})
        table.do("undone", target=table.match.seq)
        table.do("recorded", {"note": "“snow” \u2067ש\u2069"}, entry=deal)
        table.do("undone", {"why": "twice"}, target=table.match.seq)
        table.do("renamed", {"name": "Anna"}, player=table.match.players[0])
        table.do("described", {"place": "Akureyri", "note": "by candle"}, played="2026-11-19")
        yield table.match
    won = Table(session, "kani", {"target": 20, "tie_at_target": "shared"})
    won.play()
    yield won.match
    moved = Table(session, "kani")
    moved.play()
    moved.do("seated", players=[moved.match.players[seat] for seat in (2, 1, 0, 3)])
    moved.do("settings", {"why": "a short evening"}, rules={"target": 60})
    names = update(PlayerNameRow).where(PlayerNameRow.player_id == moved.match.players[3])
    with writing(session):
        feed.bump(session, moved.match)
        session.execute(names.values(name=None, salt=None))
    moved.do("closed", {"note": "the last ferry"}, winners=[0, 1])
    yield moved.match
    binned = Table(session, "escoba")
    binned.play()
    binned.do("binned")
    yield binned.match


def _open_rematch(session: Session, before: Match) -> Match:
    table = Table(session, before.game, series=before.public_id, players=before.players)
    table.play()
    return table.match


def _pulse(session: Session, found: list[Match]) -> None:
    with session.begin():
        feed.bump(session, found[0].id)


def _draft(session: Session, found: list[Match]) -> None:
    match = found[0]
    for name, value in (("bid", "7"), ("tricks", "9")):
        drafts.put(
            session, match.public_id, drafts.PartWriting(drafts.current(match), name, 0, (value,), OTHER, 2)
        )


def _people(session: Session, found: list[Match]) -> None:
    seat_holders.hold(session, found[0].id, PHONE, 1, "Þórdís")
    seat_holders.hold(session, found[0].id, OTHER, 3, None)
    rule_proposals.make(session, found[1], {"target": 101}, "as at home", PHONE, 0)


def _series(session: Session, found: list[Match]) -> None:
    series.set_best_of(session, found[-1], 3)


def _origin(session: Session, found: list[Match]) -> None:
    origins.note(session, found[0].id, "23456789abcd", 3)
    session.commit()


def _ruling(session: Session, found: list[Match]) -> None:
    rulings.keep(session, RULING)


def _accounts(session: Session, found: list[Match]) -> None:
    ana = accounts.make(session, "Þórdís", password=PASSWORD)
    accounts.new_codes(session, ana.id, 0)
    sign_ins.begin(session, ana.id, how="password", words="a phone")
    sign_ins.new_link(session, ana.id, sign_ins.KEEPER)
    accounts.add_passkey(
        session,
        ana.id,
        credential="Y3JlZGVudGlhbA",
        public_key=b"\x00\xff",
        sign_count=7,
        host="scores.example",
        words="a key",
    )
    owned_matches.adopt_of_device(session, ana.id, PHONE)


def _leagues(session: Session, found: list[Match]) -> None:
    ana = accounts.by_name(session, "Þórdís")
    league = founding.found_league(
        session, Who(ana.id), uuid=str(uuid4()), name="Þriðjudagur", access="link", about="Tuesdays"
    )

    def door() -> Access:
        opened = access.find_access(session, league.public_id, Who(ana.id, PHONE))
        assert opened is not None
        return opened

    invitations.invite(session, door(), role="player")
    season = seasons.add_season(session, door(), uuid=str(uuid4()), name="Autumn").event.subject
    nights.plan_night(session, door(), uuid=str(uuid4()), date="2026-11-19")
    keys = player_changes.add_players(session, door(), uuid=str(uuid4()), names=NAMES)
    for match in found[:5]:
        assign_match.adopt(
            session,
            door(),
            uuid=str(uuid4()),
            public_id=match.public_id,
            players=keys,
            season=str(season),
            night="2026-11-19",
        )
    result = ledgers.record_result(
        session,
        door(),
        "kani",
        keys,
        [[0], [1], [2], [3]],
        "2026-11-19",
        winners=[1],
        totals=[40, 104, 12, 7],
        season=str(season),
    )
    confirm_match.contest_as_organiser(
        session, door(), uuid=str(uuid4()), key=str(result.event.subject), version=0, reason="whose?"
    )
    won = found[4]
    confirm_match.confirm_as_organiser(session, door(), uuid=str(uuid4()), key=won.public_id, version=won.seq)
    known = roster.find_player(session, league.id, keys[2])
    player_changes.rename(
        session, door(), uuid=str(uuid4()), key=keys[2], seen=known.touched, name="Iñaki G."
    )


def _read_model(session: Session, found: list[Match]) -> None:
    for league in derive.leagues_to_derive(session):
        while derive.step(session, league).left:
            pass


def _server_key(session: Session, found: list[Match]) -> None:
    settings.write(session, server_key.NAME, server_key.fingerprint(KEY))
    session.commit()


def _forgotten(session: Session, found: list[Match]) -> None:
    with session.begin():
        record.add(session, [Forgotten(record.ACCOUNT, "", "of an account that is gone")])


def _emptied(session: Session, found: list[Match]) -> None:
    table = Table(session, "kani")
    table.play()
    table.do("binned")
    emptying.empty_again(session, table.match.public_id, table.match.changed_at)
    session.commit()


def _rule_set(session: Session, found: list[Match]) -> None:
    rule_sets.keep_set(session, PHONE, "belot", "Plovdiv", {"preset": "classic"})


STEPS: tuple[Callable[[Session, list[Match]], None], ...] = (
    _pulse,
    _draft,
    _people,
    _series,
    _origin,
    _ruling,
    _accounts,
    _leagues,
    _read_model,
    _server_key,
    _forgotten,
    _emptied,
    _rule_set,
)
"""What is written besides matches."""


def fill(url: str) -> list[Any]:
    """Fill an empty database; every match's archive as this program writes it, in the order of their numbers."""
    migrate.upgrade(url)
    sessions = session_factory(url)
    with sessions() as session:
        found = list(open_everything(session))
        found.append(_open_rematch(session, found[-2]))
        for step in STEPS:
            step(session, found)
            session.rollback()
    told = archives(sessions)
    sessions.kw["bind"].dispose()
    return told


def archives(sessions: sessionmaker[Session]) -> list[Any]:
    """Every match's archive, in the order of their numbers."""
    with sessions() as session:
        found = session.execute(select(MatchRow.public_id).order_by(MatchRow.id)).scalars().all()
        matches = [ledger.load(session, public_id) for public_id in found]
    return [export_document(match) for match in matches if match is not None]


def tell_matches(schema: str, folder: Path = FOLDER) -> list[Any]:
    """What the program of a schema said of its matches."""
    lines = gzip.decompress((folder / f"{schema}.jsonl.gz").read_bytes()).splitlines()
    return [json.loads(line) for line in lines]


def facts(archives: list[Any]) -> list[Any]:
    """Archives without their sentences, which a newer program says better, and without what older sheets lack.

    A house rule that a table left alone is one of these: the programs before it did not know it.
    """
    for archive in archives:
        archive["sheet"].pop("ending", None)
        declared = GAMES[archive["game"]].options.list_options()
        rules = archive["sheet"]["rules"]
        for name, one in declared.items():
            usual = one.field.to_document(one.default)
            if rules.get(name, usual) == usual:
                rules.pop(name, None)
        for entry in archive["sheet"]["entries"]:
            for said in (*entry["lines"], *entry["findings"]):
                said.pop("text", None)
                said.pop("message", None)
    return archives


def main() -> int:
    """Write the files of this program's schema; never again once they are there."""
    schema = migrate.head()
    if (FOLDER / f"{schema}.backup").exists():
        print(f"{schema} is there already, and stays as it is.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scorekeeper.db"
        keep(schema, url, fill(url))
    return 0


def keep(schema: str, url: str, told: list[Any], folder: Path = FOLDER) -> None:
    """The database as a backup and as the file of a phone, and its matches as ``scorekeeper verify`` reads them."""
    backup(url, folder / f"{schema}.backup", KEY)
    lines = "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in told)
    (folder / f"{schema}.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))
    with migrate.exclusive(url) as connection:
        settings.write(connection, own_phone.NAME, own_phone.Kept(KEY, {}).write())
    backup(url, folder / f"phone-{schema}.backup", KEY)


if __name__ == "__main__":
    sys.exit(main())
