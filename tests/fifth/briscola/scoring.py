"""Briscola's arithmetic: 61 of 120 card points win the deal."""

from scorekeeper.games.briscola.deal import ALL_POINTS, BriscolaDeal

from scorekeeper.core.game import Situation
from scorekeeper.core.scoring.ending import AtTarget
from scorekeeper.core.scoring.scores import RAW, DealScore, Line
from scorekeeper.core.text import T

NEEDED = 61
WON, CAPPOTTO, LEVEL = "won", "cappotto", "level"
ENDING = AtTarget("briscola 4.1", "briscola 4.2")
OUTCOMES = {WON: T("won"), CAPPOTTO: T("cappotto"), LEVEL: T("60 each: neither side wins")}


def score_deal(deal: BriscolaDeal, situation: Situation) -> DealScore:
    """One deal won by the side with 61 points or more; with all 120 as many as the table says. (briscola 3.2, 3.3)"""
    lines = [
        Line(side, points, "card_points", T("Card points: {points}", points=points), ("briscola 3.1",), RAW)
        for side, points in enumerate(deal.points)
    ]
    outcome, scores = _outcome(deal), [0] * len(deal.points)
    if outcome == LEVEL:
        lines.append(Line(0, 0, LEVEL, T("60 points each: neither side wins the deal"), ("briscola 3.4",)))
    else:
        line = _win_line(deal, situation.table.options.cappotto)
        lines.append(line)
        scores[line.side] = line.points
    return DealScore(tuple(scores), tuple(lines), outcome, None, raw=deal.points)


def _outcome(deal: BriscolaDeal) -> str:
    best = max(deal.points)
    return CAPPOTTO if best == ALL_POINTS else WON if best >= NEEDED else LEVEL


def _win_line(deal: BriscolaDeal, cappotto: int) -> Line:
    best = max(deal.points)
    side = deal.points.index(best)
    if best == ALL_POINTS:
        return Line(side, cappotto, CAPPOTTO, T("All 120 points: a cappotto"), ("briscola 3.3",))
    return Line(side, 1, WON, T("61 points or more win the deal"), ("briscola 3.2",))
