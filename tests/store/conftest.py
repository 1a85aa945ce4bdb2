"""Matches in a fresh database, once on SQLite and once on PostgreSQL."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.engine import session_factory
from scorekeeper.store.forgetting import erasing
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.transactions import in_one_write
from tests import ledgers
from tests.databases import hasty

NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]


def kani(bid: int | str = 7, declarer: int = 0, tricks: int = 9, **more: Any) -> dict[str, Any]:
    """A deal of Kani: the declarer and the next seat score the bid, if they took as many tricks."""
    if bid == "pass":
        return {"kind": "deal", "bid": "pass"}
    partner = (declarer + 1) % 4
    return {"kind": "deal", "bid": bid, "declarer": declarer, "partner": partner, "tricks": tricks, **more}


@pytest.fixture
def sessions(migrated_url: str) -> Iterator[sessionmaker[Session]]:
    factory = session_factory(migrated_url)
    hasty(factory.kw["bind"])
    yield factory
    factory.kw["bind"].dispose()


@pytest.fixture
def session(sessions: sessionmaker[Session]) -> Iterator[Session]:
    with sessions() as opened:
        yield opened


def open_kani(session: Session, names: Sequence[str] = NAMES, **more: Any) -> Match:
    """Open a match of Kani by the usual rules, on the phone if not said otherwise."""
    given = {"uuid": str(uuid4()), "device": "phone", **more}
    return ledger.open_match(session, game="kani", rules={}, names=list(names), first_dealer=0, **given)


@pytest.fixture
def match(session: Session) -> Match:
    """A match of Kani to 100 without a deal yet."""
    return open_kani(session)


def erase_player(session: Session, player: int) -> None:
    """Erase a person, by the inner number."""
    in_one_write(session, lambda: erasing.erase_people(session, [player]))


def erase_text(session: Session, row: int) -> None:
    """Blank a note, place or reason, by the number that its event names it by."""
    in_one_write(session, lambda: erasing.erase_texts(session, [row]))


def read_again(session: Session, match: Match) -> Match:
    """The match as it stands in the database now."""
    found = ledger.load(session, match.public_id)
    assert found is not None
    return found


Do = Callable[..., Match]


@pytest.fixture
def do(session: Session, match: Match) -> Do:
    """Append an event to the match, having seen its last one; the match afterwards."""

    def append(kind: str, texts: dict[str, str] | None = None, **body: Any) -> Match:
        seen = ledger.seq_of(session, match.public_id)
        assert seen is not None
        return ledgers.write(session, match, kind, body, seen=seen, texts=texts or {}, device="phone", seat=1)

    return append
