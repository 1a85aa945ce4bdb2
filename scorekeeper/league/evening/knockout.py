"""Knock-out for fixed pairs: who goes on, and which pairs meet in the next round.

A stage has meetings of two pairs each, and a meeting has a match a round until a pair has won as often as the plan
says. A level match is a match more. Who meets is drawn by lot in each stage; where the pairs are no power of two,
as many meet in the first stage as have to for that, and the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.league.counting import PAIR_MARK, members_of
from scorekeeper.league.draw.lot import Lot
from scorekeeper.league.evening.played import PlayedRound, PlayedTable

Pair = tuple[str, ...]


class Meeting(NamedTuple):
    """Two pairs that play for who goes on: the wins of each. ``played`` is false while a match of theirs goes on."""

    pairs: tuple[Pair, Pair]
    wins: tuple[int, int] = (0, 0)
    played: bool = True

    def find_loser(self, wins_needed: int) -> Pair | None:
        """The pair that is out; None while it is open."""
        if max(self.wins) < wins_needed or not self.played:
            return None
        return self.pairs[self.wins.index(min(self.wins))]


class NextStage(NamedTuple):
    """The tables of the next round and who rests, as entrants of the draw. No new stage where ``meetings_go_on``."""

    tables: tuple[tuple[str, ...], ...]
    resting: tuple[str, ...]
    meetings_go_on: bool


class Stage(NamedTuple):
    """What was drawn of a stage: its meetings, and the players who rest in it."""

    meetings: tuple[Meeting, ...] = ()
    resting: frozenset[str] = frozenset()


def list_stages(rounds: Iterable[PlayedRound]) -> list[Stage]:
    """The stages so far. One is new where two meet who did not meet in the one before."""
    stages: list[dict[frozenset[Pair], Meeting]] = []
    resting: list[set[str]] = []
    for played in rounds:
        tables = {frozenset(table.sides): table for table in played.tables}
        if not stages or not tables.keys() <= stages[-1].keys():
            stages.append({})
            resting.append(set())
        resting[-1].update(played.resting)
        for who, table in tables.items():
            stages[-1][who] = _play(stages[-1].get(who), table)
    return [
        Stage(tuple(meetings.values()), frozenset(rest))
        for meetings, rest in zip(stages, resting, strict=True)
    ]


def _play(before: Meeting | None, table: PlayedTable) -> Meeting:
    """A meeting after one more match of it; a level one, and one that does not count, has no winner."""
    first, second = table.sides
    meeting = before or Meeting((first, second))
    winners = (table.won,) if table.won is not None else table.result.winners if table.result else ()
    if table.void or len(winners) != 1:
        over = table.void or table.result is not None
        return meeting._replace(played=over)
    place = meeting.pairs.index(table.sides[winners[0]])
    wins = tuple(number + (at == place) for at, number in enumerate(meeting.wins))
    return meeting._replace(wins=(wins[0], wins[1]), played=True)


def count_stages(rounds: Sequence[PlayedRound], wins_needed: int) -> dict[str, int]:
    """How far each player came: the last stage of the own pair, and one more for who is not out of the latest, nor has
    left while another one goes on.

    What was drawn decides: a pair of a later stage was not out, even if an earlier result is corrected.
    """
    reached: dict[str, int] = {}
    stages = list_stages(rounds)
    for number, stage in enumerate(stages, 1):
        in_it = stage.resting.union(*(pair for meeting in stage.meetings for pair in meeting.pairs))
        reached |= dict.fromkeys(in_it, number)
    if stages:
        lost = {player for meeting in stages[-1].meetings for player in meeting.find_loser(wins_needed) or ()}
        through = {player for player, number in reached.items() if number == len(stages)} - lost
        reached |= dict.fromkeys(through.intersection(rounds[-1].paired) or through, len(stages) + 1)
    return reached


def list_left(pairs: Sequence[Pair], rounds: Sequence[PlayedRound], wins_needed: int) -> list[Pair]:
    """Those of these pairs, who are here, that are not out; a pair that comes later is in from the next stage on.

    Who was in a pair that is out, or that has left an open meeting, does not come again in another one.
    """
    reached, stages = count_stages(rounds, wins_needed), list_stages(rounds)
    latest = stages[-1].meetings if stages else ()
    open_pairs = (
        pair for meeting in latest if meeting.find_loser(wins_needed) is None for pair in meeting.pairs
    )
    parted = {player for pair in open_pairs if pair not in pairs for player in pair}
    return [
        pair
        for pair in pairs
        if parted.isdisjoint(pair)
        and all(reached.get(player, len(stages) + 1) > len(stages) for player in pair)
    ]


def pair_up(
    pairs: Sequence[Pair],
    rounds: Sequence[PlayedRound],
    wins_needed: int,
    lot: Lot,
    standing: Sequence[Sequence[str]] = (),
) -> NextStage:
    """The next round of these pairs: the meetings that are open, or the next stage by lot.

    ``standing`` tables of a new stage, of entrants, stay. No tables: one pair is left, or a match has to end first.
    """
    left = list_left(pairs, rounds, wins_needed)
    stages = list_stages(rounds)
    going_on = (
        [meeting for meeting in stages[-1].meetings if set(meeting.pairs) <= set(left)] if stages else []
    )
    if going_on:
        seated = [meeting.pairs for meeting in going_on if meeting.played]
        return _seat(seated, left, meetings_go_on=True)
    chosen = [tuple(members_of(entrant) for entrant in table) for table in standing]
    placed = {pair for table in chosen for pair in table}
    free = lot.shuffle(pair for pair in left if pair not in placed)
    wanted = count_meetings(len(left)) - len(chosen)
    return _seat([*(free[2 * at : 2 * at + 2] for at in range(wanted)), *chosen], left, meetings_go_on=False)


def count_meetings(pairs: int) -> int:
    """How many meetings a stage of so many pairs has, so that a power of two is left."""
    left = 1
    while 2 * left < pairs:
        left *= 2
    return pairs - left if pairs > 1 else 0


def _seat(tables: Iterable[Sequence[Pair]], left: Sequence[Pair], *, meetings_go_on: bool) -> NextStage:
    drawn = tuple(tuple(map(PAIR_MARK.join, table)) for table in tables)
    seated = {entrant for table in drawn for entrant in table}
    resting = tuple(entrant for entrant in map(PAIR_MARK.join, left) if entrant not in seated)
    return NextStage(drawn, resting, meetings_go_on)
