"""The ruling on why a deal is written as it is, in games whose players are asked about by their seats."""

from __future__ import annotations

from scorekeeper.core.disputes.rulings import Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.scores import DealScore, Line
from scorekeeper.core.text import Player, T


def rule_score(scored: DealScore, own: Report) -> Ruling:
    """What the sides write, line by line with the articles; what is odd in the deal comes last."""
    odd = tuple(Reason(finding.text, finding.cites) for finding in own.suspects)
    result = {"outcome": scored.outcome, "scores": list(scored.scores)}
    verdict = T("The deal counts {scores}.", scores=list(scored.scores))
    return Ruling(result, verdict, (*map(_explain_line, scored.lines), *odd))


def _explain_line(line: Line) -> Reason:
    text = T("{side}: {points} – {text}", side=Player(line.side), points=line.points, text=line.text)
    return Reason(line.text if line.shared else text, line.cites)
