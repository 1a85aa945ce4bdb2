"""What tables of Eskoba do about a mistake, beyond the customs of every game."""

from __future__ import annotations

from scorekeeper.core.disputes.customs import Customs
from scorekeeper.core.disputes.irregularities import ADJUSTMENT, Remedy, Settled, Way
from scorekeeper.core.text import T, Text

TABLE = Customs("escoba")


def one_point(reason: Text) -> Way:
    """The custom of taking a point from the side at fault."""
    verdict = T("The side at fault loses one point; write it as an adjustment.")
    naming = T("The side at fault ({side}) loses one point; write it as an adjustment.")
    remedy = Remedy(ADJUSTMENT, reason, points=1, negative=True)
    settled = Settled(verdict, (TABLE.corrected, TABLE.silent), remedy, naming)
    return Way("point", T("The side at fault loses a point."), settled)
