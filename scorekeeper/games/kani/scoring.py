"""Kani's arithmetic: the value of the bid, and who gets it."""

from __future__ import annotations

from scorekeeper.core.game import Situation
from scorekeeper.core.scoring.ending import AtTarget
from scorekeeper.core.scoring.scores import PASSED_OUT, DealScore, Line
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.kani.deal import KANI, PASS, KaniDeal
from scorekeeper.games.kani.options import ANY_BID, DECLARER_LOSES, OPPONENTS_GAIN, KaniOptions

MADE, FAILED = "made", "failed"
ENDING = AtTarget("kani 4.3", "kani 4.4")


def value_of(bid: int | str, options: KaniOptions) -> tuple[int, Text, str]:
    """What a bid is worth, the sentence that says so, and its article."""
    if bid == KANI:
        return options.kani_value, T("Kani is worth {value}", value=options.kani_value), "kani 4.2"
    if options.bid_value == "flat_10":
        return 10, T("Every bid but Kani is worth 10"), "kani 4.1"
    return int(bid), T("A bid of {bid} is worth {bid}", bid=bid), "kani 4.1"


def score_deal(deal: KaniDeal, situation: Situation) -> DealScore:
    """The value of the bid to each of the winning pair; with chips each loser pays it. (kani 4.1, 4.2, 4.5, 5.1)"""
    seats = situation.table.seating.players
    if deal.bid == PASS:
        line = Line(0, 0, PASSED_OUT, T("All passed: no points"), ("kani 2.4",), shared=True)
        return DealScore((0,) * seats, (line,), PASSED_OUT, None)
    options: KaniOptions = situation.table.options
    value, worth, cite, further = deal_value(deal, options)
    pair = [seat for seat in range(seats) if seat in (deal.declarer, deal.partner)]
    opponents = [seat for seat in range(seats) if seat not in pair]
    winners, losers = (pair, opponents) if deal.made else (opponents, pair)
    outcome = MADE if deal.made else FAILED
    if not deal.made and options.failed_bid == DECLARER_LOSES:
        winners = []
    text = T("{worth}; {result}", worth=worth, result=_result(deal, options))
    cites = (cite, "kani 4.6" if deal.made else "kani 4.7", *further)
    lines = [Line(seat, value, outcome, text, cites) for seat in winners]
    if options.settlement == "chips":
        lines += _chips(value, winners, losers, further[-1:])
    elif not deal.made and options.failed_bid != OPPONENTS_GAIN:
        lost = T("{worth}; {result}", worth=worth, result=T("the declarer’s side loses it"))
        lines += [Line(seat, -value, "loses", lost, (*cites, "kani 5.1")) for seat in losers]
    scores = [0] * seats
    for line in lines:
        scores[line.side] += line.points
    return DealScore(tuple(scores), tuple(lines), outcome, None)


def deal_value(deal: KaniDeal, options: KaniOptions) -> tuple[int, Text, str, tuple[str, ...]]:
    """What a deal is worth, the sentence that says so, the bid's article and further ones. (kani 3.3, 5.2, 5.3)"""
    value, worth, cite = value_of(deal.bid, options)
    cites: tuple[str, ...] = ()
    beyond = deal.tricks - int(deal.bid) if deal.made and deal.bid != KANI else 0
    if beyond and options.overtricks:
        overtrick_points = beyond * options.overtricks
        value += overtrick_points
        further = N(
            "{n} trick beyond it brings {more}",
            "{n} tricks beyond it bring {more}",
            n=beyond,
            more=overtrick_points,
        )
        worth, cites = T("{worth}, {more}", worth=worth, more=further), (*cites, "kani 5.2")
    if deal.partner is None:
        chosen = options.lone_declarer == ANY_BID or options.lone_value > 1
        cites = (*cites, "kani 5.3" if chosen else "kani 3.3")
        if options.lone_value > 1:
            value *= options.lone_value
            times = T("alone {times} times that: {value}", times=options.lone_value, value=value)
            worth = T("{worth}, {more}", worth=worth, more=times)
    return value, worth, cite, cites


def _chips(value: int, winners: list[int], losers: list[int], alone: tuple[str, ...]) -> list[Line]:
    """What each loser pays; a declarer ``alone``, by its article, is paid by three, or pays all three. (kani 4.5)"""
    paid = N("Each of the losing side pays {n} chip", "Each of the losing side pays {n} chips", n=value)
    lines = [Line(seat, -value, "pays", paid, ("kani 4.5",)) for seat in losers]
    further = value * (len(losers) - len(winners))
    if further > 0:
        text = T("Each of the three others pays the value, so it comes three times")
        lines.insert(0, Line(winners[0], further, "paid_by_three", text, ("kani 4.5", *alone)))
    elif further:
        text = T("Each of the three others gets the value, so it is paid three times")
        lines.append(Line(losers[0], further, "pays_three", text, ("kani 4.5", *alone)))
    return lines


def _result(deal: KaniDeal, options: KaniOptions) -> Text:
    taken = N("{n} trick taken", "{n} tricks taken", n=deal.tricks)
    if deal.made:
        return T("{taken}: made", taken=taken)
    if options.failed_bid == DECLARER_LOSES:
        return T("{taken}: failed", taken=taken)
    return T("{taken}: failed, the others score it", taken=taken)
