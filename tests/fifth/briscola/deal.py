"""The facts of one deal of Briscola, the fields that ask for them, and reading them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Choice, Number, PerSide
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm
from scorekeeper.core.play.cards import SPANISH_SUITS
from scorekeeper.core.reading import BAD, Table, read_fields, values_or_bad
from scorekeeper.core.scoring.decided import DEAL_ALSO
from scorekeeper.core.text import T

ALL_POINTS = 120
FIELDS = (
    PerSide(name="points", label=T("Card points"), of=Number(high=ALL_POINTS)),
    Choice(name="trump", label=T("The briscola"), choices=SPANISH_SUITS, optional=True),
)
FORMS = (DealForm(slug="points", title=T("Card points"), fields=FIELDS),)


class BriscolaDeal(NamedTuple):
    """One deal: the card points of each side, and the suit that was trump where it was written."""

    points: tuple[int, ...]
    trump: str | None = None


def read_deal(data: Mapping[str, Any], at: str, report: Report, table: Table) -> BriscolaDeal | None:
    """The deal that a JSON entry describes; after reporting an error, with BAD wherever it could not be read."""
    values = read_fields(FIELDS, data, at, report, table, DEAL_ALSO)
    points = values_or_bad(values.get("points", BAD), len(table.seating.sides))
    return BriscolaDeal(points, values.get("trump"))
