"""Penalties and adjustments in a match of a league."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.store.leagues.matches import recording
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.conftest import kani
from tests.store.leagues.conftest import PHONE, Club

pytestmark = pytest.mark.long


def test_penalties_and_adjustments_in_a_league_match_are_the_organisers(club: Club) -> None:
    match = club.match(kani(bid=7, tricks=7))
    adjusted = club.write(
        match, "recorded", entry={"kind": "adjustment", "scores": [0, 0, 0, -1], "reason": "Late"}
    )
    seq = adjusted.seq
    struck = ledgers.write(
        club.session,
        match,
        "struck",
        {"target": seq, "as": "never_dealt"},
        seen=seq,
        texts={"reason": "mistake"},
        device=PHONE,
    )
    deal, penalty = {"entry": kani()}, {"entry": {"kind": "adjustment", "scores": [1, 0, 0, 0]}}
    cases: list[tuple[Match, str, dict[str, Any], bool]] = [
        (adjusted, "recorded", deal, False),
        (adjusted, "recorded", penalty, True),
        (adjusted, "corrected", {"target": 2, **penalty}, True),
        (adjusted, "corrected", {"target": seq, **deal}, True),
        (adjusted, "struck", {"target": seq, "as": "never_dealt"}, True),
        (adjusted, "undone", {"target": seq}, True),
        (adjusted, "undone", {"target": 2}, False),
        (struck, "undone", {"target": struck.seq}, True),
        (struck, "closed", {}, False),
        (struck, "undone", {"target": 999}, False),
    ]
    allowed: Callable[..., bool] = recording.may_write
    for before, kind, body, _ in cases:  # in no league everybody may
        assert allowed(club.session, before, kind, body, None)
    club.adopt(match)
    for before, kind, body, organisers in cases:
        who = {
            role: allowed(club.session, before, kind, body, club.accounts[role])
            for role in ("owner", "organiser", "scorer", "stranger")
        }
        expected = {"owner": True, "organiser": True, "scorer": not organisers, "stranger": not organisers}
        assert who == expected, (kind, body)
