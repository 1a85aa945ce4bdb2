"""What moves at a match: a counter for everything that a page about it shows, and word of it for all who listen.

``seq`` counts events. ``pulse`` counts every write: events, parts of a draft, what lies beside the log (names that
are erased, links that are withdrawn, who holds which phone). Two pages of one pulse show the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select, text, update
from sqlalchemy.orm import Session

from scorekeeper.store.match import capabilities
from scorekeeper.store.match.match import Generations, Match
from scorekeeper.store.match.models import MatchRow, table_of
from scorekeeper.store.match.statements import GENERATIONS
from scorekeeper.store.transactions import writing

CHANNEL = "scorekeeper_match"
"""Where PostgreSQL says which match moved, by its inner number. SQLite's readers watch ``PRAGMA data_version``."""
LEAGUES = 0
"""In the place of a match: a league moved."""

_MATCHES = table_of(MatchRow)
_BUMP = (
    update(_MATCHES)
    .where(_MATCHES.c.id == bindparam("key"))
    .values(pulse=_MATCHES.c.pulse + 1)
    .returning(_MATCHES.c.pulse)
)
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
_PULSE = select(_MATCHES.c.pulse).where(_MATCHES.c.public_id == bindparam("public_id"))
_STATE = _MATCHES.c.public_id, _MATCHES.c.id, _MATCHES.c.seq, _MATCHES.c.pulse, *GENERATIONS
_STATES = select(*_STATE).where(_MATCHES.c.public_id.in_(bindparam("ids", expanding=True)))


class MatchPulse(NamedTuple):
    """How far a match is: the version of its log, of all that is shown of it, and of its links."""

    id: int
    seq: int
    pulse: int
    generations: Generations

    def find_kind(self, key: bytes, name: str, link: str) -> str | None:
        """What a link to the match of this ``name`` allows; None for a wrong or withdrawn one."""
        return capabilities.kind_of(key, name, link, self.generations)

    def generation_of(self, kind: str) -> int:
        """How often the links of a kind were withdrawn."""
        return int(getattr(self.generations, kind))


def bump(session: Session, match: MatchRow | Match | int) -> int:
    """Count one more change of a match, in the transaction that changes it; the new pulse.

    Call it in every write transaction that changes what pages about the match show, and before other rows of the
    match are written: on PostgreSQL it locks the match, and a writer that locks in another order may meet a deadlock.
    """
    key = match if isinstance(match, int) else match.id
    pulse = session.execute(_BUMP, {"key": key}).scalar()
    tell(session, key)
    return int(pulse or 0)


def tell(session: Session, key: int) -> None:
    """Give word that a match moved, or one of the ``LEAGUES``, once its transaction is through."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_NOTIFY, {"channel": CHANNEL, "payload": str(key)})


def raise_generation(session: Session, public_id: str, kind: str) -> int | None:
    """Withdraw every link of a kind (``owner``, ``score``, ``watch``); the new generation, None without a match."""
    column = _MATCHES.c[f"generation_{kind}"]
    change = update(_MATCHES).where(_MATCHES.c.public_id == public_id).values({column: column + 1})
    with writing(session):
        raised = session.execute(change.returning(_MATCHES.c.id, column)).first()
        if raised is not None:
            bump(session, raised[0])
    return None if raised is None else int(raised[1])


def pulse_of(session: Session, public_id: str) -> int | None:
    """How often what is shown of a match has changed; None when there is no such match."""
    return session.execute(_PULSE, {"public_id": public_id}).scalar()


def states(session: Session, public_ids: Sequence[str]) -> dict[str, MatchPulse]:
    """How far these matches are, in one statement; those that do not exist are missing."""
    rows = session.execute(_STATES, {"ids": list(public_ids)})
    return {row.public_id: MatchPulse(row.id, row.seq, row.pulse, Generations(*row[4:])) for row in rows}
