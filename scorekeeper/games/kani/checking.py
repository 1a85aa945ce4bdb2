"""Is this deal of Kani possible? All of its problems are reported, not only the first."""

from __future__ import annotations

from itertools import takewhile

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.reading import all_known
from scorekeeper.core.text import T
from scorekeeper.games.kani.deal import ALL_TRICKS, KANI, PASS, KaniDeal
from scorekeeper.games.kani.options import ALL_TRUMPS
from scorekeeper.games.kani.play.bidding import CLOSED, PASSED_OUT, SEATS, auction, cite_end


def check_deal(deal: KaniDeal, situation: Situation, report: Report) -> None:
    """Report what the rules forbid in a deal, as far as it could be read."""
    if deal.bid != PASS:
        if all_known(deal.bid):
            _check_bid(deal, situation, report)
        _check_partner(deal, situation, report)
        _check_called(deal, situation, report)
    if deal.calls is not None and all_known(deal.calls):
        _check_calls(deal, situation, report)


def _check_bid(deal: KaniDeal, situation: Situation, report: Report) -> None:
    lowest = situation.table.options.min_bid
    if deal.bid == ALL_TRICKS:
        text = T("A bid of all thirteen tricks is called Kani: write “kani”.")
        report.error(f"{situation.at}.bid", "say_kani", text, "kani 2.5")
    elif deal.bid != KANI and int(deal.bid) < lowest:
        text = T("The lowest bid at this table is {lowest}.", lowest=lowest)
        report.error(f"{situation.at}.bid", "bid_too_low", text, "kani 2.2")


def _check_partner(deal: KaniDeal, situation: Situation, report: Report) -> None:
    at = f"{situation.at}.partner"
    if all_known(deal.partner, deal.declarer) and deal.partner == deal.declarer:
        text = T("The partner is another player, or none when the declarer played alone.")
        report.error(at, "own_partner", text, "kani 3.2")
    alone_with_all = situation.table.options.lone_declarer == ALL_TRUMPS
    if deal.partner is None and alone_with_all and all_known(deal.tricks) and deal.tricks != ALL_TRICKS:
        text = T("Only a declarer who held every trump plays alone, and then takes all thirteen tricks.")
        report.error(at, "alone_without_all", text, "kani 3.3")


def _check_called(deal: KaniDeal, situation: Situation, report: Report) -> None:
    at = f"{situation.at}.called"
    if deal.called is None or not all_known(deal.called):
        return
    if deal.trump is not None and all_known(deal.trump) and deal.called.suit != deal.trump:
        text = T("The called card is a trump; this one is not.")
        report.error(at, "called_not_trump", text, "kani 3.2")
    if deal.partner is None:
        text = T("Another player held the called card, so there is a partner.")
        cites = situation.table.options.cite("kani 3.3", "lone_declarer")
        report.error(at, "called_without_partner", text, *cites)


def _check_calls(deal: KaniDeal, situation: Situation, report: Report) -> None:
    at, calls = f"{situation.at}.calls", deal.calls or ()
    understood = tuple(takewhile(all_known, calls))
    options = situation.table.options
    now = auction(understood, options.min_bid, may_return=options.passed_may_return)
    if now.wrong is not None and now.why is not None:
        report.error(f"{at}[{now.wrong}]", "call_not_allowed", now.why, now.cite)
        return
    if len(understood) < len(calls):
        return
    if now.state not in (CLOSED, PASSED_OUT):
        cite = cite_end(now.bid, options.passed_may_return)
        report.error(at, "bidding_open", T("The bidding was not over after these calls."), cite)
        return
    if not all_known(deal.bid):
        return
    if (now.bid or PASS) != deal.bid:
        text = T("By these calls the bid was {bid}.", bid=now.bid or PASS)
        report.error(at, "calls_bid", text, "kani 2.4")
    elif (
        now.declarer is not None
        and all_known(deal.declarer, situation.dealer)
        and (situation.dealer + 1 + now.declarer) % SEATS != deal.declarer
    ):
        text = T("By these calls another seat was the declarer; they begin after the dealer.")
        report.error(at, "calls_declarer", text, "kani 2.1")
