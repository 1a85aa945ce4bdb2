"""An evening of thirty tables in a league of 100,000 matches, and one of four tables in one of 100."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from sqlalchemy.orm import Session

from benchmarks.league_rows import derive_all
from benchmarks.matches import PLAYED, record_deal
from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from scorekeeper.league.evening.drafts import draw_draft
from scorekeeper.league.evening.state import MATCHES, ROUND
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.evening.tables import type_result
from scorekeeper.store.leagues.log import nights
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.people.roster import find_players
from scorekeeper.store.match import ledger
from tests.samples import sample_deal

ROUNDS, TOTALS = 4, (151, 98)
"""The rounds of the plan; three are played, the fourth is to be drawn."""


def hold_evening(session: Session, access: Access, players: list[str]) -> str:
    """Run the evening of today: two rounds are over, the third is played at every table. Its date."""
    date = nights.tonight(access.league)
    key = str(nights.plan_night(session, access, uuid=str(uuid4()), date=date).event.subject)
    plan = {"game": PLAYED, "rounds": ROUNDS}
    organising.plan_evening(session, access, uuid=str(uuid4()), key=key, plan=plan)
    here: dict[str, dict[str, Any]] = {player: {} for player in players}
    organising.say_here(session, access, uuid=str(uuid4()), key=key, changes=here)
    for number in range(1, ROUNDS):
        for match in _publish(session, access, key, number):
            if number < ROUNDS - 1:
                type_result(session, match, uuid=str(uuid4()), device=None, totals=TOTALS, reason="bench")
            else:
                _record(session, match)
    derive_all(session, access.league.id)
    return date


def _publish(session: Session, access: Access, key: str, number: int) -> list[str]:
    night = nights.find_night_by_key(session, access.league.id, key)
    assert night is not None
    evening = find_run(session, access.league.id, night).evening
    assert evening is not None
    draft = draw_draft(evening, number, "bench", {})
    names = {
        player.key: player.name for player in find_players(session, access.league.id, evening.here).values()
    }
    rules = {4: GAMES[PLAYED].read_rules({}, 4, Report()).document()}
    kept = {name: draft[name] for name in ("draw", "round", "numbers")}
    round_ = organising.NewRound(number, kept, rules, names, None)
    publication = {"uuid": str(uuid4()), "key": key, "seen": night.touched, "round_": round_}
    matches: list[str] = organising.publish_round(session, access, **publication).event.body[ROUND][MATCHES]
    return matches


def _record(session: Session, public_id: str) -> None:
    match = ledger.load(session, public_id)
    assert match is not None
    record_deal(session, match, sample_deal(PLAYED))
