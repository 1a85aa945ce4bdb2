"""Who may do what in a league: the rights of each role, and the one question that every page and every write asks.

Who may not read a league gets None: for them it does not exist.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.options import Rules
from scorekeeper.league.rules import LeagueRules, read_league_rules
from scorekeeper.store import clock
from scorekeeper.store.leagues.log.models import LeagueDeviceRow, LeagueRoleRow, LeagueRow
from scorekeeper.store.match.capabilities import sign
from scorekeeper.store.match.models import DeviceRow, table_of
from scorekeeper.store.transactions import begin_write
from scorekeeper.store.upsert import put_row

PUBLIC, LINK, PRIVATE = "public", "link", "private"
ACCESS = (PUBLIC, LINK, PRIVATE)
OWNER, ORGANISER, SCORER, PLAYER = "owner", "organiser", "scorer", "player"
ROLES = (OWNER, ORGANISER, SCORER, PLAYER)
READ, CONFIRM, SCORE, ORGANISE, OWN = "read", "confirm", "score", "organise", "own"
MAY: Mapping[str | None, frozenset[str]] = {
    OWNER: frozenset({READ, CONFIRM, SCORE, ORGANISE, OWN}),
    ORGANISER: frozenset({READ, CONFIRM, SCORE, ORGANISE}),
    SCORER: frozenset({READ, CONFIRM, SCORE}),
    PLAYER: frozenset({READ, CONFIRM}),
    None: frozenset({READ}),
}
"""What each role may do; None is a visitor. ``confirm`` is for one's own side; organisers confirm for everybody."""


class Who(NamedTuple):
    """Who asks: the account that is signed in, and the device (both None for an unknown visitor)."""

    account: int | None = None
    device: str | None = None


class League(NamedTuple):
    """A league as its row has it. ``seq`` is the ETag of its state; the figures have come up to ``derived_seq``."""

    id: int
    public_id: str
    name: str
    about: str | None
    seq: int
    rules: dict[str, Any]
    house: dict[str, Any]
    access: str
    generation_link: int
    derived_seq: int
    made_at: datetime
    changed_at: datetime
    binned_at: datetime | None

    @property
    def options(self) -> LeagueRules:
        """The league's rules as the arithmetic reads them."""
        return rules_of(self.rules).options


class Access(NamedTuple):
    """A league that an asker may read, and what they may do there. ``role`` is None for a visitor."""

    league: League
    role: str | None
    who: Who

    def may(self, right: str) -> bool:
        """Whether they may ``read``, ``confirm``, ``score``, ``organise`` or ``own``."""
        return right in MAY[self.role]


_LEAGUE = tuple(table_of(LeagueRow).c[name] for name in League._fields)


def rules_of(document: Mapping[str, Any]) -> Rules:
    """The rules that a league or season keeps. What an older program let in and this one does not is left out."""
    return read_league_rules(dict(document), Report())


def same_rules(first: Mapping[str, Any] | None, second: Mapping[str, Any] | None) -> bool:
    """Whether two documents say the same, also where they were written in different editions."""
    if first is None or second is None:
        return first is second
    return rules_of(first) == rules_of(second)


def find_access(session: Session, public_id: str, who: Who) -> Access | None:
    """What an asker may do in a league; None when there is no such league or they may not read it.

    A league in the bin is there for its owners alone.
    """
    return _read_access(session, LeagueRow.public_id == public_id, who)


def find_access_by_id(session: Session, league: int, who: Who, *, lock: bool = False) -> Access | None:
    """The same by the league's inner number; with ``lock`` no other request writes to the league."""
    return _read_access(session, LeagueRow.id == league, who, lock=lock)


def _read_access(session: Session, condition: Any, who: Who, *, lock: bool = False) -> Access | None:
    league = _find(session, condition, lock=lock)
    if league is None:
        return None
    role = role_of(session, league.id, who.account)
    if role == OWNER or (league.binned_at is None and (role is not None or _visits(session, league, who))):
        return Access(league, role, who)
    return None


def find_league(session: Session, league: int, *, lock: bool = False) -> League | None:
    """A league by its inner number, without asking for rights; with ``lock`` no other request writes to it."""
    return _find(session, LeagueRow.id == league, lock=lock)


def _find(session: Session, condition: Any, *, lock: bool = False) -> League | None:
    query = select(*_LEAGUE).where(condition)
    row = session.execute(query.with_for_update() if lock else query).first()
    return None if row is None else League(*row)


def hold_league(session: Session, league: int, who: Who) -> Access | None:
    """A league that no other request writes to now, and the asker's role there, without asking for rights; None for
    one that is gone, or in the bin.
    """
    held = find_league(session, league, lock=True)
    if held is None or held.binned_at is not None:
        return None
    return Access(held, role_of(session, league, who.account), who)


def role_of(session: Session, league: int, account: int | None) -> str | None:
    """An account's role in a league; None without one."""
    if account is None:
        return None
    ours = LeagueRoleRow.league_id == league, LeagueRoleRow.account_id == account
    return session.execute(select(LeagueRoleRow.role).where(*ours)).scalar()


def _visits(session: Session, league: League, who: Who) -> bool:
    if league.access != LINK or who.device is None:
        return league.access == PUBLIC
    ours = LeagueDeviceRow.league_id == league.id, LeagueDeviceRow.device_id == who.device
    opened = select(LeagueDeviceRow.generation).where(*ours)
    return session.execute(opened).scalar() == league.generation_link


# --- the league's link ----------------------------------------------------------------------------


def link_of(key: bytes, league: League) -> str:
    """The unguessable part of a league's link: a MAC of the server's ``key`` over the league and its generation."""
    return sign(key, f"scorekeeper-league|{league.public_id}|{league.generation_link}")


TONIGHT, CODES = "tonight", 10_000
"""The place of an evening's own link; each table has one of its own: ``table 3``."""


class LinkedLeague(Protocol):
    """A league, as far as its links need it."""

    @property
    def public_id(self) -> str: ...
    @property
    def generation_link(self) -> int: ...


def place_link_of(key: bytes, league: LinkedLeague, place: str) -> str:
    """The unguessable part of the link of a place in the hall; it goes when the league's link is withdrawn."""
    return sign(key, f"scorekeeper-place|{league.public_id}|{league.generation_link}|{place}")


def table_codes_of(key: bytes, league: League, round_: str, tables: Iterable[int]) -> dict[int, str]:
    """The four digits by which each table of a round is found where no camera reads its square; ``round_`` names the
    night and the round. No two tables of a round have the same.
    """
    codes: dict[int, str] = {}
    for number in sorted(tables):
        for count in range(CODES):
            message = (
                f"scorekeeper-code|{league.public_id}|{league.generation_link}|{round_}|{number}|{count}"
            )
            digits = int.from_bytes(hmac.new(key, message.encode(), sha256).digest()[:8]) % CODES
            code = f"{digits:04}"
            if code not in codes.values():
                codes[number] = code
                break
    return codes


def find_league_at(session: Session, key: bytes, public_id: str, place: str, token: str) -> League | None:
    """The league whose place a link opens, a private one too: it shows who sits there. None for a wrong link."""
    return _find_linked(session, public_id, token, lambda league: place_link_of(key, league, place))


def find_league_by_link(session: Session, key: bytes, public_id: str, token: str) -> League | None:
    """The league that a link opens; None for a wrong or withdrawn one, or one to a private league."""
    linked = _find_linked(session, public_id, token, lambda league: link_of(key, league))
    return None if linked is None or linked.access == PRIVATE else linked


def _find_linked(
    session: Session, public_id: str, token: str, make_link: Callable[[League], str]
) -> League | None:
    league = _find(session, LeagueRow.public_id == public_id)
    if league is None or not token.isascii():
        return None
    good = hmac.compare_digest(token, make_link(league))
    return league if good and league.binned_at is None else None


def open_link(session: Session, key: bytes, public_id: str, token: str, device: str) -> bool:
    """Remember that a device opened a league's link; False where :func:`find_league_by_link` finds nothing."""
    league = find_league_by_link(session, key, public_id, token)
    if league is None:
        return False
    begin_write(session)
    at = clock.now()
    put_row(session, DeviceRow, {"id": device}, {"last_seen": at})
    opened = {"league_id": league.id, "device_id": device}
    put_row(session, LeagueDeviceRow, opened, {"generation": league.generation_link, "at": at})
    session.commit()
    return True


# --- lists ----------------------------------------------------------------------------------------


def leagues_of_account(session: Session, account: int) -> list[tuple[League, str]]:
    """The leagues in which an account has a role, and which; the last changed first, binned ones for owners only."""
    query = (
        select(*_LEAGUE, LeagueRoleRow.role)
        .join(LeagueRoleRow, LeagueRoleRow.league_id == LeagueRow.id)
        .where(LeagueRoleRow.account_id == account)
        .where(LeagueRow.binned_at.is_(None) | (LeagueRoleRow.role == OWNER))
        .order_by(LeagueRow.changed_at.desc(), LeagueRow.id.desc())
    )
    return [(League(*row[:-1]), row[-1]) for row in session.execute(query)]


def leagues_of_device(session: Session, device: str) -> list[League]:
    """The leagues whose link a device opened, as long as it is good."""
    query = (
        select(*_LEAGUE)
        .join(LeagueDeviceRow, LeagueDeviceRow.league_id == LeagueRow.id)
        .where(LeagueDeviceRow.device_id == device, LeagueDeviceRow.generation == LeagueRow.generation_link)
        .where(LeagueRow.access != PRIVATE, LeagueRow.binned_at.is_(None))
        .order_by(LeagueRow.changed_at.desc(), LeagueRow.id.desc())
    )
    return [League(*row) for row in session.execute(query)]


def public_leagues(session: Session, *, skip: int = 0, limit: int = 20) -> list[League]:
    """Public leagues, the last changed first."""
    query = select(*_LEAGUE).where(LeagueRow.access == PUBLIC, LeagueRow.binned_at.is_(None))
    ordered = query.order_by(LeagueRow.changed_at.desc(), LeagueRow.id.desc())
    return [League(*row) for row in session.execute(ordered.offset(skip).limit(limit))]
