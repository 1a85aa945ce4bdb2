"""Belot's statistics: contracts and their outcomes, contra, capots, and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.scoring.statistics import (
    COUNT,
    EVERYBODY,
    MEAN,
    SHARE,
    Figure,
    GameStatistics,
    Headline,
    Measure,
    PlayedDeal,
    list_measures,
    of_side,
)
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T
from scorekeeper.games.belot.deal import BELOTE, CARRE, CONTRACTS, PASS, SEQUENCE
from scorekeeper.games.belot.scoring.ending import HANGING, INSIDE, MADE

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
OUTCOMES = {MADE: T("made"), INSIDE: T("inside"), HANGING: T("hanging")}
MEASURES = list_measures(
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
            f"{outcome}:{contract}", T("{contract}: {outcome}", contract=name, outcome=label), SHARE, KINDS
        )
        for contract, name in CONTRACTS.items()
        for outcome, label in OUTCOMES.items()
    ),
    *(Measure(f"announced:{kind}", label, COUNT, ANNOUNCED) for kind, label in DECLARATIONS.items()),
)


def observe(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """The figures of a deal beyond its scores."""
    if deal.entry.get("contract") == PASS:
        return
    yield from _observe_contract(deal, seating)
    yield from _observe_doubling(deal, seating)
    yield from _observe_declarations(deal, seating)
    for side in (0, 1):
        yield from of_side(seating, side, "capots", int(deal.entry.get("capot") == side))


def _observe_contract(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    contract, declarer = deal.entry["contract"], deal.entry["declarer"]
    pair = seating.sides[seating.side_of(declarer)]
    for seat in range(seating.players):
        yield Figure((seat,), "called", int(seat == declarer))
    for outcome in OUTCOMES:
        for measure in (outcome, f"{outcome}:{contract}"):
            for seats in ((declarer,), pair, EVERYBODY):
                yield Figure(seats, measure, int(deal.outcome == outcome))


def _observe_doubling(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    if "doubling" not in deal.entry:
        return
    declaring = seating.side_of(deal.entry["declarer"])
    yield from of_side(seating, 1 - declaring, "contra_won", int(deal.outcome == INSIDE))
    yield from of_side(seating, declaring, "contra_made", int(deal.outcome == MADE))


def _observe_declarations(deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    declarations = deal.entry.get("declarations", ())
    for seat in range(seating.players):
        announced = [declaration for declaration in declarations if declaration["player"] == seat]
        yield Figure((seat,), "announced", len(announced))
        for declaration in announced:
            yield Figure((seat,), f"announced:{_kind(declaration)}", 1)


def _kind(declaration: Mapping[str, Any]) -> str:
    if declaration["kind"] == SEQUENCE:
        return LENGTHS.get(declaration["length"], QUINTE)
    return str(declaration["kind"])


STATISTICS = GameStatistics(
    MEASURES, observe, Headline("called", T("Declarer most often")), Headline("capots", T("Most capots"))
)
