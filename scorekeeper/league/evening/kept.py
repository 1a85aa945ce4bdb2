"""An evening in an archive: what goes out of it, and what comes in again under the keys of another league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.league.draw.document import EVEN, FORMAT
from scorekeeper.league.draw.reading import read_draw
from scorekeeper.league.evening.evening_plan import EveningPlan, plan_of, read_plan
from scorekeeper.league.evening.seating import seat_players, sides_of
from scorekeeper.league.evening.state import (
    AGAIN,
    AT,
    CLOSED,
    DRAW,
    EVENT,
    FROM,
    GIVEN,
    HERE,
    MATCHES,
    NUMBERS,
    OUT,
    PLAN,
    ROUND,
    ROUNDS,
    SAT,
    TABLE,
    UNTIL,
    WHY,
    WITH,
    Evening,
    rename_all,
)
from scorekeeper.league.rules import rules_document

MAX_NUMBER = 999
_BROKEN = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def write_evening(evening: Evening) -> dict[str, Any]:
    """An evening as an archive has it: without a draft, which no one has seen published."""
    rounds = [_write_round(played) for played in evening.rounds]
    return {PLAN: evening.plan, HERE: evening.here, ROUNDS: rounds, CLOSED: evening.closed}


def _write_round(played: Mapping[str, Any]) -> dict[str, Any]:
    """A round, and those before it that were drawn again, without the numbers of this league's texts and events."""
    kept = {name: value for name, value in played.items() if name not in (WHY, EVENT)}
    return kept | ({AGAIN: [_write_round(before) for before in played[AGAIN]]} if AGAIN in played else {})


def list_changes(
    evening: Mapping[str, Any], players: Mapping[str, str], matches: Mapping[str, str]
) -> list[dict[str, Any]] | None:
    """The bodies of the events by which an evening of an archive comes in; None where it is not written as one is.

    ``players`` and ``matches`` lead from the archive's keys to those of this league. A player who did not come in with
    the archive is not said to be here; a round that names one is not taken, nor those after it.
    """
    report = Report()
    try:
        plan = read_plan(evening[PLAN], report)
        if report.errors:
            return None
        document = rules_document(plan)
        return [
            {PLAN: document},
            {HERE: dict(_move_here(evening[HERE], players))},
            *_move_rounds(plan_of(document), evening[ROUNDS], players, matches),
            *([{CLOSED: True}] if evening.get(CLOSED) is True else []),
        ]
    except _BROKEN:
        return None


def _move_here(here: Mapping[str, Any], players: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for player, details in here.items():
        if player in players:
            kept: dict[str, Any] = {
                name: details[name] for name in (FROM, UNTIL, AT) if _is_number(details.get(name))
            }
            partner = players.get(details.get(WITH))
            yield players[player], kept | ({WITH: partner} if partner not in (None, players[player]) else {})


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 < value <= MAX_NUMBER


def _move_rounds(
    plan: EveningPlan, rounds: list[Any], players: Mapping[str, str], matches: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    past: list[Any] = []
    for number, played in enumerate(rounds, 1):
        moved = _move_round(plan, played, players, matches)
        past.append(moved[OUT])
        if not _is_drawable(plan, past, moved):
            return
        decisions, substitutes = moved.pop(GIVEN), moved.pop(SAT)
        before = list(_move_draws(plan, played.get(AGAIN, []), past[:-1], players, matches))
        yield {ROUND: {"number": number, **moved} | ({AGAIN: before} if before else {})}
        for match, decision in decisions.items():
            yield {TABLE: {"match": match, **decision}}
        for substitute in substitutes:
            yield {SAT: substitute}


def _move_draws(
    plan: EveningPlan,
    draws: list[Any],
    past: list[Any],
    players: Mapping[str, str],
    matches: Mapping[str, str],
) -> Iterator[dict[str, Any]]:
    """What was published of a round before it was drawn again, as far as it could have been drawn."""
    for drawn in draws:
        moved = _move_round(plan, drawn, players, matches)
        if _is_drawable(plan, [*past, moved[OUT]], moved):
            yield {name: value for name, value in moved.items() if name not in (GIVEN, SAT)}


def _move_round(
    plan: EveningPlan, played: Mapping[str, Any], players: Mapping[str, str], matches: Mapping[str, str]
) -> dict[str, Any]:
    """A round under the keys of this league; one of the errors of what is broken where it is not written as one is."""
    out, tables = played[OUT], played[OUT]["tables"]
    moved = rename_all(out, players)
    if (
        not all(map(_is_number, played[NUMBERS]))
        or len({len(tables), len(played[NUMBERS]), len(played[MATCHES])}) > 1
    ):
        raise ValueError
    decisions = {}
    for match, table in zip(played[MATCHES], moved["tables"], strict=True):
        decision = played.get(GIVEN, {}).get(match, {})
        sides = sides_of(plan, seat_players(plan, table))
        if decision.get("void") is True:
            decisions[matches.get(match, match)] = {"void": True}
        elif type(decision.get("won")) is int and 0 <= decision["won"] < len(sides):
            decisions[matches.get(match, match)] = {"won": decision["won"]}
    return {
        DRAW: rename_all(played[DRAW], players),
        OUT: {name: moved[name] for name in ("tables", "resting", "dealers", "counts")},
        NUMBERS: list(played[NUMBERS]),
        MATCHES: [str(matches.get(match, match)) for match in played[MATCHES]],
        GIVEN: decisions,
        SAT: list(_move_substitutes(plan, played, players, matches)),
    }


def _move_substitutes(
    plan: EveningPlan, played: Mapping[str, Any], players: Mapping[str, str], matches: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Who sat down in another one's place, of those who came in."""
    for match, table in zip(played[MATCHES], played[OUT]["tables"], strict=True):
        for seat in range(len(seat_players(plan, table))):
            player = players.get(played.get(SAT, {}).get(match, {}).get(str(seat)))
            if player is not None:
                yield {"match": matches.get(match, match), "seat": seat, "player": player}


def _is_drawable(plan: EveningPlan, past: list[Any], moved: Mapping[str, Any]) -> bool:
    """Whether a round could have been drawn: the reader of draw documents takes it as one that was played."""
    out = moved[OUT]
    here = [entrant for table in out["tables"] for entrant in table] + list(out["resting"])
    rounds = [{name: drawn[name] for name in ("tables", "resting", "dealers")} for drawn in past]
    document = {
        "format": FORMAT,
        "seats": plan.seats,
        "sizes": list(plan.entrants),
        "way": EVEN,
        "seed": "kept",
        "players": here,
        "rounds": rounds,
    }
    report = Report()
    return read_draw(document, report) is not None and len(out["dealers"]) == len(out["tables"])
