"""A match that was begun on paper: the totals with which it goes on here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Number, PerSide
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import BAD, Field, Table, is_whole, read_fields
from scorekeeper.core.scoring.decided import MAX_POINTS, WHY, check_sum
from scorekeeper.core.text import T

START = "start"
TOTALS = PerSide(
    name="totals",
    label=T("Totals on paper"),
    hint=T("what each side had when the paper was put away"),
    of=Number(low=-MAX_POINTS, high=MAX_POINTS),
)


class PaperStart(NamedTuple):
    """The totals on paper, why the match begins with them, and the game's own facts, by name."""

    totals: tuple[int, ...]
    reason: str
    facts: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        """The start as a match document and its sheet carry it."""
        return {"totals": list(self.totals), **self.facts, "reason": self.reason}


def start_fields(game: Game) -> tuple[Field, ...]:
    """What a match that goes on from paper tells of it."""
    return (TOTALS, *game.started, WHY)


def read_start(game: Game, value: Any, table: Table, report: Report) -> PaperStart | None:
    """The start that a match document gives; None after reporting what is wrong with it.

    A start at which the match would be over already is reported as well.
    """
    if type(value) is not dict:
        report.error(START, "not_an_object", T("Write an object with named fields here."))
        return None
    errors = len(report.errors)
    values = read_fields(start_fields(game), value, START, report, table)
    if values.get("reason") == "":
        text = T("A match that goes on from paper needs its reason in words.")
        report.error(f"{START}.reason", "missing", text)
    totals = values.get("totals", BAD)
    if is_whole(totals):
        check_sum(game, totals, table, f"{START}.totals", report)
    facts = {field.name: values[field.name] for field in game.started if field.name in values}
    if len(report.errors) > errors:
        return None
    game.check_start(facts, table, START, report)
    if len(report.errors) == errors and game.finish(totals, game.begin(game.start(table), facts), table):
        text = T("With these totals the match is over already, so nothing is left to play.")
        report.error(f"{START}.totals", "over_at_start", text)
    return None if len(report.errors) > errors else PaperStart(totals, values["reason"], facts)
