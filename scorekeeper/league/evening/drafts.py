"""The draw of the next round as it is seen before it is published: drawn, mended by hand, drawn again in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.text import T
from scorekeeper.league.counting import members_of
from scorekeeper.league.draw.drawing import draw_round
from scorekeeper.league.draw.lot import Lot
from scorekeeper.league.evening.evening_plan import KNOCKOUT
from scorekeeper.league.evening.knockout import list_left, pair_up
from scorekeeper.league.evening.played import PlayedRound
from scorekeeper.league.evening.seating import (
    list_entrants_here,
    list_here,
    list_pairs,
    list_resting,
    make_draw,
    number_tables,
    seat_round,
    sides_of,
)
from scorekeeper.league.evening.state import DRAW, NUMBER, NUMBERS, OUT, WITH, Evening

HELD, ATTEMPT = "held", "attempt"
PARTNERS, OPPONENTS = "partners", "opponents"
NO_MORE = T("A knock-out goes on while two pairs are left.")
WAIT = T("The tables still play: the next round can be drawn once one of these matches is over.")


class CannotDrawError(ValueError):
    """A round cannot be drawn of those who are here; ``findings`` say why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__()
        self.findings = tuple(findings)


class Repeat(NamedTuple):
    """Two players of a table who have met before: as ``partners`` or ``opponents``, in which round last."""

    one: str
    other: str
    what: str
    round: int


def draw_draft(
    evening: Evening,
    number: int,
    seed: str,
    points: Mapping[str, int],
    *,
    attempt: int = 0,
    tables: Sequence[Sequence[str]] = (),
    held: Sequence[int] | None = None,
) -> dict[str, Any]:
    """The draft of a round. ``attempt`` counts how often it was drawn: each is another lot.

    ``tables`` stand: all where names were moved by hand, those that are held where the rest is drawn again. They come
    last in the draw. ``held`` are the places of the held ones, None for all that stand. Raises CannotDrawError where
    the sizes of tables allow no round.
    """
    document = make_draw(evening, number, f"{seed} {attempt}", points, tables)
    out = _draw(document)
    places = range(len(out["tables"]))
    kept = places[len(places) - len(tables) :] if held is None else held
    return _make_draft(evening, document, out, kept, attempt)


def draw_stage(
    evening: Evening,
    number: int,
    seed: str,
    played: Sequence[PlayedRound],
    *,
    attempt: int = 0,
    tables: Sequence[Sequence[str]] = (),
    held: Sequence[int] | None = None,
) -> dict[str, Any]:
    """The draft of a round of a knock-out; the rest is as in :func:`draw_draft`. Meetings that go on are all held.

    Its document has those alone who are seated, and the round also who is in and rests.
    """
    pairs, needed = list_pairs(evening, list_here(evening, number)), evening.options.wins_needed
    stage = pair_up(pairs, played, needed, Lot(f"{seed} {attempt}", number - 1), tables)
    if not stage.tables:
        raise CannotDrawError([Finding("", "too_few", WAIT if stage.meetings_go_on else NO_MORE)])
    document = make_draw(evening, number, f"{seed} {attempt}", {}, stage.tables)
    document["players"] = [entrant for table in stage.tables for entrant in table]
    out = _draw(document) | {"resting": list(stage.resting)}
    places = range(len(stage.tables))
    kept = places if stage.meetings_go_on else places[len(places) - len(tables) :] if held is None else held
    return _make_draft(evening, document, out, kept, attempt)


def list_drawn(evening: Evening, played: Sequence[PlayedRound]) -> list[str]:
    """The players for the draw of the next round: those who are here, of a knock-out those who are not out."""
    number, plan = evening.next_round, evening.options
    if plan.way == KNOCKOUT:
        pairs = list_pairs(evening, list_here(evening, number))
        return [player for pair in list_left(pairs, played, plan.wins_needed) for player in pair]
    return [player for entrant in list_entrants_here(evening, number) for player in members_of(entrant)]


def stay_as_published(
    evening: Evening, draft: Mapping[str, Any], published: Mapping[str, Any]
) -> dict[str, Any]:
    """The draft of a round that is drawn again: a table that comes out as it was keeps its number and first dealer."""
    out = published[OUT]
    seated = [tuple(table) for table in out["tables"]]
    numbers = dict(zip(seated, published[NUMBERS], strict=True))
    dealers = dict(zip(seated, out["dealers"], strict=True))
    tables = draft[OUT]["tables"]
    dealt = [
        dealers.get(tuple(table), dealer) for table, dealer in zip(tables, draft[OUT]["dealers"], strict=True)
    ]
    return {
        **draft,
        OUT: {**draft[OUT], "dealers": dealt},
        NUMBERS: number_tables(evening, tables, numbers),
        NUMBER: len(evening.rounds) + 1,
    }


def has_more_rounds(evening: Evening, played: Sequence[PlayedRound]) -> bool:
    """Whether another round is to be drawn: of a knock-out until one pair is left, else as many as are planned."""
    plan = evening.options
    if plan.way != KNOCKOUT:
        return len(evening.rounds) < plan.rounds
    pairs = list_pairs(evening, list_here(evening, evening.next_round))
    return len(list_left(pairs, played, plan.wins_needed)) > 1


def _draw(document: Mapping[str, Any]) -> dict[str, Any]:
    report = Report()
    drawn = draw_round(document, report)
    if drawn is None or report.errors:
        raise CannotDrawError(report.errors)
    return drawn.document()


def _make_draft(
    evening: Evening, document: Mapping[str, Any], out: dict[str, Any], kept: Sequence[int], attempt: int
) -> dict[str, Any]:
    numbers = number_tables(evening, out["tables"])
    return {DRAW: document, OUT: out, NUMBERS: numbers, HELD: list(kept), ATTEMPT: attempt}


def list_repeats(evening: Evening, draft: Mapping[str, Any]) -> dict[int, list[Repeat]]:
    """By the place of a table in the draft: who of it has met before this round, but for those always together."""
    past = _list_meetings(evening, evening.rounds)
    now = _list_meetings(evening, [draft])
    repeats: dict[int, list[Repeat]] = {}
    for (first, second, relation), places in now.items():
        before = past.get((first, second, relation), [])
        if before and not (relation == PARTNERS and evening.here.get(first, {}).get(WITH) == second):
            repeats.setdefault(places[0][1], []).append(Repeat(first, second, relation, before[-1][0]))
    return repeats


Meetings = dict[tuple[str, str, str], list[tuple[int, int]]]


def _list_meetings(evening: Evening, rounds: Sequence[Mapping[str, Any]]) -> Meetings:
    """Which two met and how, with the number of the round and the place of the table."""
    meetings: Meetings = {}
    for number, played in enumerate(rounds, 1):
        for place, table in enumerate(seat_round(evening.options, played)):
            sides = sides_of(evening.options, table.players)
            for player, other_player in combinations(table.players, 2):
                together = any(player in side and other_player in side for side in sides)
                first, second = sorted((player, other_player))
                relation = PARTNERS if together else OPPONENTS
                meetings.setdefault((first, second, relation), []).append((number, place))
    return meetings


def count_rests(evening: Evening, draft: Mapping[str, Any]) -> dict[str, int]:
    """Who rests in a draft, and how often they have rested before."""
    before = [player for played in evening.rounds for player in list_resting(played)]
    return {player: before.count(player) for player in list_resting(draft)}
