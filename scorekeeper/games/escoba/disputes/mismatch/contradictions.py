"""Counts that add up to the pack, or piles that are the pack, and that no deal leaves all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import BAD, Table
from scorekeeper.games.escoba.checking import check_deal
from scorekeeper.games.escoba.deal import COUNTS, PILES, EscobaDeal
from scorekeeper.games.escoba.disputes.sides import any_table
from scorekeeper.games.escoba.play.tally import TOTALS, CardCounts, tally_of_counts, tally_of_piles


def find_contradictions(
    facts: Mapping[str, Any], sides: int, claims: Sequence[int], table: Table
) -> list[Reason]:
    """What the check of a deal says of these counts; ``claims`` are the sides that have the seven of golds."""
    report, few = Report(), table.options.few_cards
    escobas = facts.get("escobas", (0,) * sides)
    if "piles" in facts:
        piles = facts["piles"]
        deal = EscobaDeal(PILES, tally_of_piles(escobas, piles, few), facts.get("left"), piles)
    else:
        counts = CardCounts(*[facts.get(name, (BAD,) * sides) for name in TOTALS])
        holder: Any = claims[0] if len(claims) == 1 else BAD
        deal = EscobaDeal(COUNTS, tally_of_counts(escobas, counts, holder, few))
    check_deal(deal, any_table(sides, table.options, "counts"), report)
    return [Reason(finding.text, finding.cites) for finding in (*report.errors, *report.suspects)]
