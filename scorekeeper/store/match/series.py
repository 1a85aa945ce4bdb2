"""Rematches form a series. What it stands at follows from its matches; only how many it is meant to have is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.store.match import feed, statements
from scorekeeper.store.match.league_hooks import league_hooks
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import DeviceMatchRow, MatchRow
from scorekeeper.store.transactions import writing

BEST_OF = (3, 5, 7, 9)
"""The series that people play. The numbers are odd, so that one side has more than half."""


class Series(NamedTuple):
    """The matches of a series in the order in which they were opened, those in the bin left out."""

    matches: tuple[Match, ...]
    best_of: int | None = None

    def tally(self) -> dict[frozenset[int], int]:
        """How many matches each side has won, by its players; a shared win counts for each of the winners."""
        won: dict[frozenset[int], int] = {}
        for match in self.matches:
            sheet = match.scored.sheet
            if sheet is None:
                continue
            for side, seats in enumerate(sheet.table.seating.sides):
                people = frozenset(match.players[seat] for seat in seats if seat < len(match.players))
                if not people:  # joined during the match: in other matches of the series they are other seats
                    continue
                won[people] = won.get(people, 0) + (side in sheet.winners and sheet.status == FINISHED)
        return won

    def winner(self) -> frozenset[int] | None:
        """The side that has more than half of the matches which the series is meant to have."""
        if self.best_of is None:
            return None
        won = self.tally()
        ahead = [people for people, number in won.items() if number > self.best_of // 2]
        return max(ahead, key=won.__getitem__) if ahead else None

    def number(self, match: Match) -> int:
        """Which match of the series this is, counted from 1; 0 for one that is not in it."""
        ids = [match.public_id for match in self.matches]
        return ids.index(match.public_id) + 1 if match.public_id in ids else 0


def series_of(session: Session, match: Match) -> Series:
    """The series that a match belongs to; a match without rematches is one of its own."""
    first = match.series or match.id
    query = select(MatchRow.id, MatchRow.best_of, MatchRow.binned_at).where(
        or_(MatchRow.series == first, MatchRow.id == first)
    )
    rows = session.execute(query).all()
    best_of = next((row.best_of for row in rows if row.id == first), None)
    wanted = [row.id for row in rows if row.binned_at is None]
    matches = sorted(statements.load_many(session, wanted), key=lambda match: match.id)
    return Series(tuple(matches), best_of)


def version(session: Session, match: Match) -> int:
    """A number that moves whenever anything in the match's series does; 0 where there is none."""
    if match.series is None:
        return 0
    query = select(func.sum(MatchRow.pulse)).where(MatchRow.series == match.series)
    return int(session.execute(query).scalar() or 0)


def outcome(match: Match) -> Any:
    """All that a series shows of one of its matches, to be compared: whether it counts, who sat where, who won."""
    sheet = match.scored.sheet
    result = None if sheet is None or sheet.status != FINISHED else (sheet.winners, sheet.totals)
    return match.binned, match.seat_names, match.players, result


def update_others(session: Session, match: Match) -> None:
    """Let the pages of the other matches of the series show anew what it stands at.

    It is a transaction of its own, after the one that wrote: two matches of a series that are written to at the same
    moment would otherwise wait for one another.
    """
    query = select(MatchRow.id).where(MatchRow.series == match.series, MatchRow.id != match.id)
    with writing(session):
        for key in sorted(session.execute(query).scalars()):
            feed.bump(session, key)


def set_best_of(session: Session, match: Match, best_of: int | None) -> None:
    """Say of how many matches the series is the best; None leaves it open. The pages of all its matches show it."""
    first = match.series or match.id
    with writing(session):
        ids = session.execute(select(MatchRow.id).where(MatchRow.series == first)).scalars().all()
        for key in sorted({first, *ids}):
            feed.bump(session, key)
        session.execute(update(MatchRow).where(MatchRow.id == first).values(series=first, best_of=best_of))
        league_hooks().mark_stale(session, {first, *ids})


def join(session: Session, first: str, others: Iterable[str], best_of: int | None) -> None:
    """Let these matches, with any that follow them, be rematches of the first one; the caller holds the transaction.

    ``best_of`` is said of the series that begins here: one that there was already keeps what was said of it.
    """
    begun = select(MatchRow.id, MatchRow.series).where(MatchRow.public_id == first)
    row = session.execute(begun).one()
    ids = select(MatchRow.id).where(MatchRow.public_id.in_(list(others))).scalar_subquery()
    query = select(MatchRow.id).where(or_(MatchRow.id.in_(ids), MatchRow.series.in_(ids)))
    joining = session.execute(query).scalars().all()
    values = {"series": row.series or row.id, "best_of": None}
    session.execute(update(MatchRow).where(MatchRow.id.in_(joining)).values(**values))
    if row.series is None:
        values["best_of"] = best_of if best_of in BEST_OF else None
        session.execute(update(MatchRow).where(MatchRow.id == row.id).values(**values))
    league_hooks().mark_stale(session, {row.id, *joining})


def capabilities(session: Session, device: str, matches: tuple[Match, ...]) -> dict[int, str]:
    """What a device may do with these matches, by their inner number; those that it never opened are missing."""
    ids = [match.id for match in matches]
    query = select(DeviceMatchRow.match_id, DeviceMatchRow.capability)
    rows = session.execute(query.where(DeviceMatchRow.device_id == device, DeviceMatchRow.match_id.in_(ids)))
    return {row.match_id: row.capability for row in rows}
