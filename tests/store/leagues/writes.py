"""Writes to a league that tests of several rooms make."""

from typing import Any

import pytest

from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import confirm_match
from scorekeeper.store.leagues.people import invitations
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from tests.store.leagues.conftest import Club, new

HER_PHONE = "h" * 43
KANI = {"game": "kani", "rules": {"target": 10}, "first_dealer": 0}
NIGHT = "2026-11-17"


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(finding.path, finding.code) for finding in refused.value.findings]


def change_rules(club: Club, **changed: Any) -> None:
    seen = founding.described_seq(club.session, club.league.id)
    founding.describe_league(club.session, club.owner, uuid=new(), seen=seen, rules=changed)


def confirm(
    club: Club, match: Match, seat: int, how: str = "device", device: str = HER_PHONE, **more: Any
) -> Any:
    seen = ledger.seq_of(club.session, match.public_id)
    given = {"version": seen, "seat": seat, "how": how, "uuid": new(), **more}
    return confirm_match.confirm_match(club.session, match.public_id, Who(None, device), **given)


def claim(club: Club, key: str, account: int) -> None:
    token = invitations.invite(club.session, club.organiser, player=key)
    invitations.accept_invitation(club.session, token, Who(account), uuid=new())
