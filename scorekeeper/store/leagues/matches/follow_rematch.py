"""A rematch goes into the league of the match before it, without being brought in by hand."""

from __future__ import annotations

from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import SCORE, Who, find_access_by_id
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.log.write import LeagueWrite, Written, in_league
from scorekeeper.store.leagues.matches.assign_match import write_match
from scorekeeper.store.leagues.matches.listing import Assignment, find_assignment
from scorekeeper.store.leagues.people.roster import merged_keys
from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Match


def follow_rematch(session: Session, before: Match, rematch: Match, who: Who) -> Written | None:
    """Put a rematch, just opened, into the league and season of the match before it, with the same players, tonight.

    None where there is nothing to do: the match before belongs to no league, other people sit there, or the person who
    started the rematch is no scorer of the league; it may be brought in later as any match.
    """
    placed = find_assignment(session, before.public_id)
    if placed is None or placed.match.people is None or set(placed.match.people) != set(rematch.players):
        return None
    access = find_access_by_id(session, placed.league.id, who)
    if access is None or not access.may(SCORE):
        return None

    def enter_rematch(write: LeagueWrite) -> LeagueEvent:
        match = statements.load(session, rematch.public_id, lock=True)
        if match is None:
            raise NotThere(rematch.public_id)
        return write_match(
            write, match, _players(write, placed, match), tonight(write.league), placed.match.season
        )

    uuid = str(uuid5(UUID(rematch.events[0].uuid), "league"))
    return in_league(
        session, access, SCORE, uuid, event_kinds.MATCH, enter_rematch, {"match": rematch.public_id}
    )


def _players(write: LeagueWrite, placed: Assignment, rematch: Match) -> list[str]:
    """The keys of the players by seat, merges followed."""
    into = merged_keys(write.session, write.league.id)
    sat = dict(zip(placed.match.people or (), placed.match.players, strict=True))
    return [into.get(sat[person], sat[person]) for person in rematch.players]
