"""Belot's statistics: what was called and what came of it, contra, capots, and what was announced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.text import T
from scorekeeper.games.belot.deal import BELOTE, CARRE, CONTRACTS, PASS, SEQUENCE
from scorekeeper.games.belot.scoring import HANGING, INSIDE, MADE
from scorekeeper.league.counting import unit_of
from scorekeeper.league.measures import (
    COUNT,
    EVERYBODY,
    LEAGUE,
    MEAN,
    PAIR,
    PLAYER,
    SHARE,
    GameStatistics,
    Measure,
    Observation,
    by_code,
    of_side,
)
from scorekeeper.league.results import Deal, Result

CALLED, KINDS, ANNOUNCED = T("Contracts"), T("Contracts by kind"), T("Declarations")
TIERCE, QUARTE, QUINTE = "tierce", "quarte", "quinte"
DECLARATIONS = {
    TIERCE: T("Tierces"),
    QUARTE: T("Quartes"),
    QUINTE: T("Quintes"),
    CARRE: T("Carres"),
    BELOTE: T("Belotes"),
}
LENGTHS = {3: TIERCE, 4: QUARTE}
OUTCOMES = (MADE, INSIDE, HANGING)
MEASURES = by_code(
    Measure("called", T("Deals in which one was the declarer"), SHARE, CALLED),
    Measure("made", T("Own contracts made"), SHARE, CALLED),
    Measure("inside", T("Own contracts inside"), SHARE, CALLED),
    Measure("hanging", T("Own contracts hanging"), SHARE, CALLED),
    Measure("contra_won", T("Contracts under contra beaten as defender"), SHARE, CALLED),
    Measure("contra_made", T("Contracts under contra made as declaring side"), SHARE, CALLED),
    Measure("capots", T("Capots"), SHARE, CALLED),
    Measure("announced", T("Declarations a deal"), MEAN, ANNOUNCED),
    *(
        Measure(
            f"{outcome}:{contract}", T("{contract}: {outcome}", contract=name, outcome=said), SHARE, KINDS
        )
        for contract, name in CONTRACTS.items()
        for outcome, said in ((MADE, T("made")), (INSIDE, T("inside")), (HANGING, T("hanging")))
    ),
    *(Measure(f"announced:{kind}", label, COUNT, ANNOUNCED) for kind, label in DECLARATIONS.items()),
)


def observe(result: Result) -> Iterator[Observation]:
    """Everything that Belot's deals say beyond their scores."""
    for deal in result.deals:
        if deal.entry.get("contract") != PASS:
            yield from _contract(result, deal)
            yield from _doubled(result, deal)
            yield from _announced(result, deal)
            for side in (0, 1):
                yield from of_side(result, side, "capots", int(deal.entry.get("capot") == side), 1)


def _contract(result: Result, deal: Deal) -> Iterator[Observation]:
    contract, seat = deal.entry["contract"], deal.entry["declarer"]
    declarer, pair = result.players[seat], unit_of(result.members(result.side_of(seat)))
    for player in result.players:
        yield Observation(PLAYER, player, "called", int(player == declarer), 1)
    for outcome in OUTCOMES:
        got = int(deal.outcome == outcome)
        for measure in (outcome, f"{outcome}:{contract}"):
            yield Observation(PLAYER, declarer, measure, got, 1)
            yield Observation(PAIR, pair, measure, got, 1)
            yield Observation(LEAGUE, EVERYBODY, measure, got, 1)


def _doubled(result: Result, deal: Deal) -> Iterator[Observation]:
    if "doubling" not in deal.entry:
        return
    declaring = result.side_of(deal.entry["declarer"])
    yield from of_side(result, 1 - declaring, "contra_won", int(deal.outcome == INSIDE), 1)
    yield from of_side(result, declaring, "contra_made", int(deal.outcome == MADE), 1)


def _announced(result: Result, deal: Deal) -> Iterator[Observation]:
    declarations = deal.entry.get("declarations", ())
    for seat, player in enumerate(result.players):
        mine = [one for one in declarations if one["player"] == seat]
        yield Observation(PLAYER, player, "announced", len(mine), 1)
        for one in mine:
            yield Observation(PLAYER, player, f"announced:{_kind(one)}", 1, 1)


def _kind(declaration: Mapping[str, Any]) -> str:
    if declaration["kind"] == SEQUENCE:
        return LENGTHS.get(declaration["length"], QUINTE)
    return str(declaration["kind"])


STATISTICS = GameStatistics(MEASURES, observe)
