"""Matches opened, events written and results recorded as most tests do it: each with a UUID of its own."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.matches import record_result as results
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match


def open_match(session: Session, game: str, names: Sequence[str], **more: Any) -> Match:
    """A match without a deal, by the usual rules and on no phone, if ``more`` says nothing else."""
    usual = {"rules": {}, "first_dealer": 0, "uuid": str(uuid4()), "device": None}
    return ledger.open_match(session, game=game, names=names, **(usual | more))


def write(session: Session, match: Match | str, kind: str, body: Mapping[str, Any], **more: Any) -> Match:
    """The match with one more event; ``match`` may be its id, if ``more`` says which event the writer saw last."""
    usual: dict[str, Any] = {"uuid": str(uuid4())}
    if not isinstance(match, str):
        usual["seen"], match = match.seq, match.public_id
    return ledger.append(session, match, kind=kind, body=body, **(usual | more)).match


def record_result(
    session: Session,
    access: Access,
    game: str,
    players: Sequence[str | None],
    sides: Sequence[Sequence[int]],
    night: str,
    **more: Any,
) -> Any:
    """A result without deals; the first side won if ``more`` says nothing else."""
    said = {"game": game, "players": players, "sides": sides, "winners": [0], "night": night, **more}
    return results.record_result(session, access, uuid=str(uuid4()), **said)
