"""Results without deals beside what a league has: dates ahead, the same result again, one person at two tables.

What is found may be right, so it is asked about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.text import T
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.log.access import League
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.people.roster import find_current_players
from scorekeeper.store.match.models import MatchRow

NIGHTS_AT_ONCE = 500


class EnteredResult(NamedTuple):
    """A result as a person or a file gives it.

    ``players`` are keys or, of new people, anything else; ``names`` has the names of all of them.
    ``at`` is the path of what is said of it. ``moment`` is when it was played, where that is known.
    """

    at: str
    night: str
    game: str
    players: Sequence[str]
    sides: Sequence[Sequence[int]]
    totals: Sequence[int]
    winners: Sequence[int]
    names: Mapping[str, str]
    moment: datetime | None = None


class Times:
    """When something was at tables: from one moment to another, or not known when."""

    def __init__(self) -> None:
        self._at: set[datetime] = set()
        self._from_to: list[tuple[datetime, datetime]] = []
        self.unknown = False

    def add(self, begins: datetime | None, ends: datetime | None) -> None:
        """Note one more table."""
        if begins is None or ends is None:
            self.unknown = True
        elif begins == ends:
            self._at.add(begins)
        else:
            self._from_to.append((begins, ends))

    @property
    def known(self) -> bool:
        """Whether there was any table."""
        return bool(self.unknown or self._at or self._from_to)

    def hold(self, moment: datetime) -> bool:
        """Whether a moment is known to lie in one of these times."""
        return moment in self._at or any(begins <= moment <= ends for begins, ends in self._from_to)


class Tables(NamedTuple):
    """What is known of the nights: when each outcome of a game came, and when each person sat at a table."""

    outcomes: dict[Any, Times]
    people: dict[Any, Times]

    def add(self, night: str, people: Iterable[str], outcome: Any, *times: datetime | None) -> None:
        """Note one more table of a night, from when to when."""
        begins, ends = times
        for person in people:
            self.people[night, person].add(begins, ends)
        if outcome is not None:
            self.outcomes[night, outcome].add(begins, ends)


def note_repeats(
    session: Session, league: League, results: Sequence[EnteredResult], report: Report, own: str | None = None
) -> None:
    """Note what is odd about results beside the league's matches, ``own`` apart, and beside one another."""
    today = tonight(league)
    tables = Tables(defaultdict(Times), defaultdict(Times))
    _read_tables(session, league, sorted({result.night for result in results}), tables, own)
    for result in results:
        if result.night > today:
            report.suspect(result.at, "ahead", T("This date lies ahead."))
        outcome = _outcome(result.game, result.players, result.sides, result.totals, result.winners)
        times = tables.outcomes[result.night, outcome]
        if times.known if result.moment is None else times.unknown or times.hold(result.moment):
            report.suspect(result.at, "same_again", T("The same result is written down already."))
        elif result.moment is not None:
            _note_elsewhere(result, result.moment, tables, report)
        tables.add(result.night, result.players, outcome, result.moment, result.moment)


def _note_elsewhere(result: EnteredResult, moment: datetime, tables: Tables, report: Report) -> None:
    """Note who sat at another table at the time of this one."""
    for player in dict.fromkeys(result.players):
        if not is_stranger(player) and tables.people[result.night, player].hold(moment):
            text = T("{player} sat at another table at this time.", player=result.names[player])
            report.suspect(result.at, "two_tables", text)


def _outcome(
    game: str,
    players: Sequence[str],
    sides: Sequence[Sequence[int]],
    totals: Sequence[int],
    winners: Sequence[int],
) -> Any:
    """The game, and its sides with their totals, or with whether they won; the order of the sides is nothing."""
    scored_sides = (
        (frozenset(players[seat] for seat in seats), totals[side] if totals else side in winners)
        for side, seats in enumerate(sides)
    )
    return game, frozenset(scored_sides)


def _read_tables(
    session: Session, league: League, nights: Sequence[str], tables: Tables, own: str | None
) -> None:
    """Note the matches of these nights, with the people as they are known today."""
    row = LeagueMatchRow
    columns = row.key, row.night, row.players, row.moment, row.result, MatchRow.opened_at, MatchRow.changed_at
    query = select(*columns).outerjoin(MatchRow, MatchRow.id == row.match_id)
    query = query.where(row.league_id == league.id, row.out.is_(False))
    for at in range(0, len(nights), NIGHTS_AT_ONCE):
        rows = session.execute(query.where(row.night.in_(nights[at : at + NIGHTS_AT_ONCE])))
        matches = [match for match in rows if match.key != own]
        now = find_current_players(session, league.id, {key for match in matches for key in match.players})
        current = {key: player.key for key, player in now.items()}
        for match in matches:
            people = [current.get(key, key) for key in match.players]
            outcome, result = None, match.result
            if result:
                seats = [current.get(key, key) for key in result["about"]["players"]]
                outcome = _outcome(
                    result["game"], seats, result["sides"], result["totals"], result["winners"]
                )
            tables.add(
                match.night,
                people,
                outcome,
                match.opened_at or match.moment,
                match.moment or match.changed_at,
            )
