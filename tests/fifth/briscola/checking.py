"""Is this deal of Briscola possible?"""

from scorekeeper.games.briscola.deal import ALL_POINTS, BriscolaDeal

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.reading import all_known
from scorekeeper.core.text import T


def check_deal(deal: BriscolaDeal, situation: Situation, report: Report) -> None:
    """Report card points that are not those of the pack."""
    if all_known(*deal.points) and sum(deal.points) != ALL_POINTS:
        text = T("The card points add up to {sum}, not 120.", sum=sum(deal.points))
        report.error(f"{situation.at}.points", "points_total", text, "briscola 3.1")
