"""How far an evening is, for all that follow it by one stream: board, tables, seats of players."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.access import League, place_link_of
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.match.feed import LEAGUES
from scorekeeper.store.match.models import MatchRow

BETWEEN = "."
"""What stands between a league and the date in the name of an evening's stream; no match has it in its name."""


class EveningPulse(NamedTuple):
    """How far an evening is: ``seq`` of its league's log, ``pulse`` that and the events of its matches."""

    public_id: str
    generation_link: int
    seq: int
    pulse: int

    @property
    def id(self) -> int:
        """Every evening is looked at once a league or a match has moved."""
        return LEAGUES

    def find_kind(self, key: bytes, name: str, link: str) -> str | None:
        """What a link allows: to watch; None for a wrong or withdrawn one."""
        good = link.isascii() and hmac.compare_digest(link, place_link_of(key, self, name))
        return "watch" if good else None

    def generation_of(self, kind: str) -> int:
        """How often the league's links were withdrawn."""
        return self.generation_link


def name_stream(public_id: str, date: str) -> str:
    """The name of the stream of a league's evening; it is the place that the stream's link is for, too."""
    return f"{public_id}{BETWEEN}{date}"


def stream_link_of(key: bytes, league: League, date: str) -> str:
    """The unguessable part of the address of an evening's stream. It only lets hear that something changed."""
    return place_link_of(key, league, name_stream(league.public_id, date))


def read_pulses(session: Session, names: Sequence[str]) -> dict[str, EveningPulse]:
    """How far the evenings of these names are; those of no league are missing, and of one in the bin."""
    pulses: dict[str, EveningPulse] = {}
    for name in names:
        public_id, _, date = name.partition(BETWEEN)
        played = (
            select(func.coalesce(func.sum(MatchRow.seq), 0))
            .join(LeagueMatchRow, LeagueMatchRow.match_id == MatchRow.id)
            .where(LeagueMatchRow.league_id == LeagueRow.id, LeagueMatchRow.night == date)
            .scalar_subquery()
        )
        query = select(LeagueRow.generation_link, LeagueRow.seq, LeagueRow.seq + played)
        row = session.execute(
            query.where(LeagueRow.public_id == public_id, LeagueRow.binned_at.is_(None))
        ).first()
        if row is not None:
            pulses[name] = EveningPulse(public_id, *row)
    return pulses
