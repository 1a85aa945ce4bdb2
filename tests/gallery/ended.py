"""Matches that are over, for the card of the winners: two to eight sides, level, abandoned, settled in chips."""

from typing import NamedTuple

from scorekeeper.core.scoring.ending import Because
from scorekeeper.core.scoring.settling import Payment
from scorekeeper.core.text import T
from scorekeeper.web.drawing.charts import LineChart, line_chart
from scorekeeper.web.match.sheet.ending import EndFact, Ending
from scorekeeper.web.site.languages import say
from tests.gallery.states import NAMES, name_sides

DEALS = 6


class Ended(NamedTuple):
    """What the card of the winners is drawn with."""

    ending: Ending
    sides: list[str]
    chart: LineChart | None
    facts: list[EndFact]


def end_match(sides: int, *, winners: int = 1, chips: bool = False, told: bool = True) -> Ended:
    """A match of so many sides that so many have won; ``told`` is whether there was anything to tell."""
    names, totals = name_sides(sides), [151 - 48 * side for side in range(sides)]
    sheet = f"/gallery/line#{sides}"
    ending = Ending(
        winners=list(NAMES[:winners]),
        totals=" – ".join(str(total) for total in totals),
        ranking=[(side, names[side], totals[side], side < winners) for side in range(sides)],
        decisive=(sheet, f"12. {names[0]} ♥ 120–42") if told else None,
        last=(sheet, f"13. {names[-1]} ♠ 62–100") if told else None,
        stopped=False,
        because=Because("target", T("No total changes, and no other entry."), ("belot 3.9",)),
        payments=[Payment(side, 0, 24 * side) for side in range(1, sides)] if chips else [],
    )
    facts = (
        [EndFact(say(T("Time")), "2 h 14 min"), EndFact(say(T("Most in one deal")), f"{names[0]} +43", sheet)]
        if told
        else []
    )
    return Ended(ending, names, _draw(names, totals) if told else None, facts)


def _draw(names: list[str], totals: list[int]) -> LineChart:
    columns = [str(deal) for deal in range(DEALS + 1)]
    values = [[total * deal // DEALS for deal in range(DEALS + 1)] for total in totals]
    return line_chart("151", names, names, columns, values, 151)
