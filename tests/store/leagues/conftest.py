"""A league with an account in every role, on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from sqlalchemy import insert
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store import clock
from scorekeeper.store.accounts import devices
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.engine import SYNCHRONOUS_VARIABLE, session_factory
from scorekeeper.store.leagues.log import apply, founding
from scorekeeper.store.leagues.log.access import Access, League, Who, find_access
from scorekeeper.store.leagues.matches import assign_match, listing
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.store.match import ledger, seat_holders
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.conftest import NAMES, kani

PHONE = "p" * 43
Result = TypeVar("Result")


def new() -> str:
    return str(uuid4())


def state(session: Session, league: int) -> dict[str, list[dict[str, Any]]]:
    """Every row that follows from a league's log."""
    session.rollback()
    return apply.state_of(session, league)


@dataclass
class Club:
    """A league, and a way to act in it in any role."""

    session: Session
    league: League
    accounts: dict[str, int]

    def as_(self, role: str, device: str | None = None) -> Access:
        access = find_access(self.session, self.league.public_id, Who(self.accounts.get(role), device))
        assert access is not None, f"the {role} does not see the league"
        return access

    @property
    def owner(self) -> Access:
        return self.as_("owner")

    @property
    def organiser(self) -> Access:
        return self.as_("organiser")

    @property
    def scorer(self) -> Access:
        return self.as_("scorer", PHONE)

    def organise(self, change: Callable[..., Result], **given: Any) -> Result:
        """Make a change as an organiser does."""
        return change(self.session, self.organiser, uuid=new(), **given)

    def players(self, *names: str) -> list[str]:
        return player_changes.add_players(self.session, self.scorer, uuid=new(), names=list(names))

    def rename(self, key: str, name: str) -> None:
        """Call a player otherwise."""
        found = roster.find_player(self.session, self.league.id, key)
        player_changes.rename(
            self.session, self.organiser, uuid=new(), key=key, seen=found.touched, name=name
        )

    def match(self, *deals: dict[str, Any], seat: int | None = 0) -> Match:
        """A match of Kani on the scorer's phone, with these deals."""
        match = ledgers.open_match(
            self.session, "kani", NAMES, rules={"target": 10, "tie_at_target": "shared"}, device=PHONE
        )
        devices.remember(self.session, PHONE, match.public_id, "owner")
        return self.deal(match, *deals, seat=seat)

    def deal(self, match: Match, *deals: dict[str, Any], seat: int | None = 0) -> Match:
        for entry in deals:
            match = self.write(match, "recorded", seat=seat, entry=entry)
        return match

    def write(self, match: Match, kind: str, seat: int | None = 0, **body: Any) -> Match:
        now = ledger.load(self.session, match.public_id)
        assert now is not None
        return ledgers.write(self.session, now, kind, body, device=PHONE, seat=seat)

    def adopt(self, match: Match, keys: list[str] | None = None, **more: Any) -> listing.LeagueMatch:
        sat = keys or self.players(*NAMES)
        assign_match.adopt(
            self.session, self.scorer, uuid=new(), public_id=match.public_id, players=sat, **more
        )
        return self.row(match.public_id)

    def row(self, key: str) -> listing.LeagueMatch:
        self.session.rollback()
        found = listing.find_match(self.session, self.league.id, key)
        assert found is not None
        return found

    def seat(self, match: Match, device: str, seat: int) -> None:
        """A person comes to the table with a phone of their own."""
        devices.remember(self.session, device, match.public_id, "score")
        seat_holders.hold(self.session, match.id, device, seat, None)


@pytest.fixture(scope="module")
def sessions(kept_url: str) -> Iterator[sessionmaker[Session]]:
    """One database for a whole file: every test has a league of its own in it."""
    with pytest.MonkeyPatch.context() as patch:  # no test here pulls the plug
        patch.setenv(SYNCHRONOUS_VARIABLE, "NORMAL")
        factory = session_factory(kept_url)
    yield factory
    factory.kw["bind"].dispose()


def account(session: Session, name: str) -> int:
    """An account without a password: hashing takes long, and no test here signs in."""
    key = new()
    values = {"name": name, "name_key": key, "handle": key, "codes_round": 0, "made_at": clock.now()}
    made = session.execute(insert(AccountRow).values(**values).returning(AccountRow.id)).scalar_one()
    session.commit()
    return made


@pytest.fixture
def club(session: Session) -> Iterator[Club]:
    """A league; afterwards its state still is what its log comes to."""
    accounts = {
        name: account(session, name) for name in ("owner", "organiser", "scorer", "player", "stranger")
    }
    league = founding.found_league(
        session, Who(accounts["owner"]), uuid=new(), name="Þriðjudagur", access="private"
    )
    made = Club(session, league, accounts)
    for role in ("organiser", "scorer", "player"):
        token = invitations.invite(session, made.owner, role=role)
        invitations.accept_invitation(session, token, Who(accounts[role]), uuid=new())
    yield made
    before = _of_the_log(session, league.id)
    assert apply.rebuild_state(session, league.id) > 0
    assert _of_the_log(session, league.id) == before


def _of_the_log(session: Session, league: int) -> dict[str, list[dict[str, Any]]]:
    """The same, but for what has to be derived again because it was applied again."""
    session.rollback()
    return apply.state_of(session, league, apply.DERIVED | {"dirty"})


@pytest.fixture
def finished(club: Club) -> Match:
    """A match that is over: seat 0 and 1 won it, and seat 0 wrote it down."""
    return club.match(kani(bid=12, declarer=0, tricks=12))


__all__ = ["PHONE", "Club", "account", "kani", "new", "state"]
