"""Rulings on why a deal is written as it is: its lines as steps; the whole, where players are asked about by seats."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.core.disputes.rulings import Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.scores import DealScore, Line
from scorekeeper.core.text import N, Player, Side, T


def rule_score(
    scored: DealScore, report: Report, name_side: Callable[[int], Side | Player] = Player
) -> Ruling:
    """What the sides write, line by line with the articles; what is odd in the deal comes last."""
    odd = tuple(Reason(finding.text, finding.cites) for finding in report.suspects)
    result = {"outcome": scored.outcome, "scores": list(scored.scores)}
    verdict = T("The deal counts {scores}.", scores=list(scored.scores))
    lines = [explain_line(line, name_side(line.side)) for line in scored.lines]
    return Ruling(result, verdict, (*lines, *odd))


def explain_line(line: Line, side: Side | Player) -> Reason:
    """One line of a deal's score as a step: ``Ana: 2 points – 2 escobas``."""
    if line.shared:
        return Reason(line.text, line.cites)
    text = N(
        "{side}: {n} point – {text}", "{side}: {n} points – {text}", n=line.points, side=side, text=line.text
    )
    return Reason(text, line.cites)
