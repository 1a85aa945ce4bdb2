"""One round drawn from one document: first the sizes, then who rests, then the tables, then the dealers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.sheet import errors_document
from scorekeeper.core.text import Catalogue
from scorekeeper.league.draw.costs import TOGETHER, Costs, Counts, count_round, weigh
from scorekeeper.league.draw.document import CHANGING, ROUND_FORMAT, DrawDocument, DrawnRound
from scorekeeper.league.draw.exact import ExactDraw
from scorekeeper.league.draw.improving import Improvement
from scorekeeper.league.draw.lot import Lot
from scorekeeper.league.draw.past import PastEvening, count_past, rank_by_points
from scorekeeper.league.draw.planned import plan_round
from scorekeeper.league.draw.reading import read_draw
from scorekeeper.league.draw.resting import choose_resting
from scorekeeper.league.draw.sizes import choose_sizes

METHOD = 1
"""The version of all this: another one may seat the same document otherwise."""
MAX_EXACT = 12
"""So many who are to be seated are seated in the best of all ways."""


class RoundDocument(NamedTuple):
    """A round that was drawn, with names: the tables by seat, a dealer's seat a table, who rests, what it comes to."""

    tables: tuple[tuple[str, ...], ...]
    dealers: tuple[int, ...]
    resting: tuple[str, ...]
    counts: Counts

    def document(self) -> dict[str, Any]:
        """The round as JSON."""
        return {
            "format": ROUND_FORMAT,
            "tables": [list(table) for table in self.tables],
            "dealers": list(self.dealers),
            "resting": list(self.resting),
            "counts": self.counts._asdict(),
            "method": METHOD,
        }


def draw(document: Any, catalogue: Catalogue | None = None) -> tuple[dict[str, Any], bool]:
    """The round document of a draw document and True, or an errors document and False."""
    report = Report()
    drawn = draw_round(document, report)
    if drawn is None:
        report.shorten()
        return errors_document(report.errors, catalogue), False
    return drawn.document(), True


def draw_round(given: Any, report: Report) -> RoundDocument | None:
    """The next round of a draw document; None after reporting every problem of it."""
    document = read_draw(given, report)
    if document is None:
        return None
    lot, past = Lot(document.seed, len(document.rounds)), count_past(document)
    drawn = plan_round(document, lot)
    if drawn is None or document.rounds:  # the order of a planned first round says who is which number later
        drawn = _mix(document, drawn or _draw_singly(document, past, lot), lot)
    tables = (*drawn.tables, *document.locked)
    names = document.players
    return RoundDocument(
        tuple(tuple(names[place] for place in table) for table in tables),
        tuple(_choose_dealer(table, past, lot) for table in tables),
        tuple(names[place] for place in drawn.resting),
        count_round(document, past, tables, drawn.resting),
    )


def _draw_singly(document: DrawDocument, past: PastEvening, lot: Lot) -> DrawnRound:
    """A round by itself, without a thought of those after it."""
    sizes = choose_sizes(len(document.free), document.sizes)
    resting = choose_resting(document, past, len(document.free) - sum(sizes), lot)
    seated = [place for place in document.free if place not in resting]
    costs = weigh(document, past)
    if len(seated) <= MAX_EXACT:
        return DrawnRound(tuple(ExactDraw(seated, sizes, costs, lot).draw_tables()), resting)
    order = _arrange(document, lot.shuffle(seated))
    return DrawnRound(tuple(_improve(document, order, sizes, costs, lot)), resting)


def _improve(
    document: DrawDocument, order: Sequence[int], sizes: Sequence[int], costs: Costs, lot: Lot
) -> list[tuple[int, ...]]:
    kept = sum(pair[0] in order and pair[1] in order for pair in document.together)
    return Improvement(order, sizes, costs, -TOGETHER * kept, lot).improve()


def _arrange(document: DrawDocument, seated: Sequence[int]) -> list[int]:
    """The order from which the search begins: pairs together are neighbours, and so are those of like rank."""
    ranks = rank_by_points(document) if document.by_points else [0] * len(document.players)
    couples, left = [], sorted(seated, key=lambda place: ranks[place])
    for pair in document.together:
        if pair[0] in left and pair[1] in left:
            couples.append(pair)
            left = [place for place in left if place not in pair]
    if document.seats != CHANGING:
        groups = [*couples, *((place,) for place in left)]
        groups.sort(key=lambda group: ranks[group[0]])
        return [place for group in groups for place in group]
    couples += list(zip(left[::2], left[1::2], strict=True))
    couples.sort(key=lambda couple: ranks[couple[0]] + ranks[couple[1]])
    order = []
    for first, second in zip(couples[::2], couples[1::2], strict=True):
        order += [first[0], second[0], first[1], second[1]]
    return order


def _mix(document: DrawDocument, drawn: DrawnRound, lot: Lot) -> DrawnRound:
    """The same round, its tables in an order by lot, and each of them with its seats by lot."""
    tables = [_mix_seats(document, table, lot) for table in lot.shuffle(drawn.tables)]
    return DrawnRound(tuple(tables), drawn.resting)


def _mix_seats(document: DrawDocument, table: Sequence[int], lot: Lot) -> tuple[int, ...]:
    """The same table with its seats by lot; partners stay partners."""
    if document.seats != CHANGING:
        return tuple(lot.shuffle(table))
    first, second = lot.shuffle([lot.shuffle(table[::2]), lot.shuffle(table[1::2])])
    return first[0], second[0], first[1], second[1]


def _choose_dealer(table: Sequence[int], past: PastEvening, lot: Lot) -> int:
    """The seat of one who has dealt first least often, by lot."""
    least = min(past.dealt[place] for place in table)
    return lot.choose([seat for seat, place in enumerate(table) if past.dealt[place] == least])
