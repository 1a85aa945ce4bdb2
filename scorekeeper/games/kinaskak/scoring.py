"""Kínaskák's arithmetic: the cards left in the hands, the penalty for buying, and the round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.core.fields import Number
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.ending import LEVEL, LEVEL_SHARED, Because
from scorekeeper.core.scoring.scores import DealScore, Line
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.kinaskak.deal import CLASSES, Hand, KinaskakDeal
from scorekeeper.games.kinaskak.options import MAX_ROUNDS, PLAYERS, SHARED, KinaskakOptions

WENT_OUT, STOCK_RAN_OUT = "went_out", "stock_ran_out"
DEALS_LEFT, ALL_DEALT = "deals_left", "all_dealt"
POINTS, BUY_PENALTY, OUT_BONUS, HIDDEN = "points", "buy_penalty", "out_bonus", "hidden"
ROUND = "round"

_OUT = T("Went out: no card is left")
_COUNTED = T("The cards left, as counted at the table")
_ROUNDS: tuple[Mapping[str, Any], ...] = tuple(
    MappingProxyType({ROUND: number}) for number in range(MAX_ROUNDS + 1)
)
_CLASS_CITES = (("kinaskak 6.2",), ("kinaskak 6.3",), ("kinaskak 6.4",), ("kinaskak 6.5",))


class Rounds(NamedTuple):
    """The carry from deal to deal: the rounds that are over, the deals played in this one and how many it has, and the
    last round. What a round has is settled at its first deal, because players come and go."""

    over: int
    deals: int
    whole: int
    last: int

    @property
    def round(self) -> int:
        """The round of the next deal; the last contract stays. (kinaskak 2.2)"""
        return min(self.last, self.over + 1)

    @property
    def all_dealt(self) -> bool:
        """Whether the last deal of the last round has been played."""
        return self.over >= self.last


def deals_of_round(table: Table) -> int:
    """How many deals a round has that begins now: one by every player, or a number. (kinaskak 2.2)"""
    per_round = table.options.deals_per_round
    return table.seating.players if per_round == PLAYERS else int(per_round)


def start(table: Table) -> Rounds:
    """Before the first deal."""
    return Rounds(0, 0, deals_of_round(table), table.options.last_round)


def skip(carry: Rounds) -> Rounds:
    """The carry after a deal that cannot be read, which counts as played."""
    deals = carry.deals + 1
    if deals >= carry.whole:
        return carry._replace(over=carry.over + 1, deals=0)
    return carry._replace(deals=deals)


def take_deal(carry: Rounds, table: Table) -> Rounds:
    """The carry after a deal that was played."""
    return skip(carry if carry.deals else carry._replace(whole=deals_of_round(table)))


def deals_left(carry: Rounds, table: Table) -> int:
    """How many deals are left to play if those who play stay."""
    if carry.all_dealt:
        return 0
    whole = deals_of_round(table)
    deals_of_this_round = carry.whole - carry.deals if carry.deals else whole
    return deals_of_this_round + (carry.last - carry.over - 1) * whole


STARTED_FIELDS = (
    Number(name=ROUND, label=T("The round to be played first"), low=1, high=MAX_ROUNDS, optional=True),
    Number(name="deal", label=T("Which deal of that round comes"), low=1, high=100, optional=True),
)
"""What a match that was begun on paper tells beside its totals."""


def begin(carry: Rounds, facts: Mapping[str, Any]) -> Rounds:
    """The first carry of a match that goes on from paper: the deals before its round and in it are played."""
    return carry._replace(over=facts.get(ROUND, 1) - 1, deals=facts.get("deal", 1) - 1)


def check_start(facts: Mapping[str, Any], table: Table, at: str, report: Report) -> None:
    """Report a deal that its round does not have. (kinaskak 2.2)"""
    rounds = start(table)
    if facts.get(ROUND, 1) > rounds.last:
        text = N("This match has {n} round.", "This match has {n} rounds.", n=rounds.last)
        report.error(f"{at}.{ROUND}", "out_of_range", text, "kinaskak 2.2")
    most = rounds.whole
    if facts.get("deal", 1) > most:
        text = N("A round has {n} deal here.", "A round has {n} deals here.", n=most)
        report.error(f"{at}.deal", "out_of_range", text, "kinaskak 2.2")


def facts(carry: Rounds) -> Mapping[str, Any]:
    """``{"round": 1}``: the round to be played next, the last at the end."""
    return _ROUNDS[carry.round]


def score_deal(deal: KinaskakDeal, situation: Situation) -> DealScore:
    """One score a player: the cards left in the hand and the buys too many. (kinaskak 6.1, 5.4)"""
    options: KinaskakOptions = situation.table.options
    values = options.card_values()
    out = deal.went_out(values)
    lines: list[Line] = []
    scores = []
    for seat, hand in enumerate(deal.hands):
        seat_lines = hand_lines(seat, hand, values, seat == out)
        seat_lines += (
            _bonus_lines(seat, options) if seat == out else _hidden_lines(seat, seat_lines, deal, options)
        )
        seat_lines += buy_lines(seat, deal.buys[seat], options)
        scores.append(sum([line[1] for line in seat_lines]))
        lines += seat_lines
    outcome = STOCK_RAN_OUT if deal.stock_ran_out and out is None else WENT_OUT
    carry: Rounds = situation.carry
    return DealScore(
        tuple(scores), tuple(lines), outcome, take_deal(carry, situation.table), facts=facts(carry)
    )


def hand_lines(seat: int, hand: Hand, values: tuple[int, int, int, int], out: bool) -> list[Line]:
    """One line for each class of cards left in a hand. (kinaskak 6.2 to 6.6)"""
    if out:
        return [Line(seat, 0, WENT_OUT, _OUT, ("kinaskak 6.6",))]
    if hand.counts is None:
        return [Line(seat, hand.points, POINTS, _COUNTED, ("kinaskak 6.1",))]
    return [
        _class_line(seat, index, count, values[index]) for index, count in enumerate(hand.counts) if count
    ]


def _bonus_lines(seat: int, options: KinaskakOptions) -> list[Line]:
    """What is taken off for going out. (kinaskak 7.6)"""
    bonus = options.out_bonus
    return [Line(seat, -bonus, OUT_BONUS, T("For going out"), ("kinaskak 7.6",))] if bonus else []


def _hidden_lines(seat: int, counted: list[Line], deal: KinaskakDeal, options: KinaskakOptions) -> list[Line]:
    """The cards left once or twice more, because another player went out in one turn. (kinaskak 7.6)"""
    points = sum(line.points for line in counted)
    if not deal.hidden or not points:
        return []
    times = options.hidden_factor
    text = T("Another player went out in one turn: {points} × {times}", points=points, times=times)
    return [Line(seat, points * (times - 1), HIDDEN, text, ("kinaskak 7.6",))]


@lru_cache(maxsize=4096)
def _class_line(seat: int, index: int, count: int, value: int) -> Line:
    return Line(seat, count * value, CLASSES[index], _class_text(index, count, value), _CLASS_CITES[index])


def _class_text(index: int, n: int, value: int) -> Text:
    return (
        N("{n} joker left, {value} each", "{n} jokers left, {value} each", n=n, value=value),
        N("{n} ace left, {value} each", "{n} aces left, {value} each", n=n, value=value),
        N(
            "{n} card from ten to king left, {value} each",
            "{n} cards from ten to king left, {value} each",
            n=n,
            value=value,
        ),
        N(
            "{n} card from two to nine left, {value} each",
            "{n} cards from two to nine left, {value} each",
            n=n,
            value=value,
        ),
    )[index]


def buy_lines(seat: int, buys: int | None, options: KinaskakOptions) -> list[Line]:
    """The penalty for buying more often than is free. (kinaskak 5.3, 5.4)"""
    if buys is None or buys <= options.max_buys:
        return []
    n, penalty = buys - options.max_buys, options.buy_penalty
    text = N("{n} buy too many, {each} each", "{n} buys too many, {each} each", n=n, each=penalty)
    return [Line(seat, n * penalty, BUY_PENALTY, text, ("kinaskak 5.3", "kinaskak 5.4"))]


def finish(totals: tuple[int, ...], carry: Rounds, table: Table) -> tuple[int, ...]:
    """The winners after the last deal of all; empty before it, and while a tie is played off. (kinaskak 6.8)"""
    if not carry.all_dealt:
        return ()
    lowest = min(totals)
    leaders = tuple(seat for seat, total in enumerate(totals) if total == lowest)
    return leaders if len(leaders) == 1 or table.options.tie_at_end == SHARED else ()


def because(totals: tuple[int, ...], carry: Rounds, table: Table) -> Because:
    """Why a match is over, or why it goes on. (kinaskak 2.2, 6.8, 7.2)"""
    cites = table.options.cite("kinaskak 6.8", "contracts")
    if left := deals_left(carry, table):
        text = N("{n} deal is left to play.", "{n} deals are left to play.", n=left)
        return Because(DEALS_LEFT, text, ("kinaskak 2.2", *cites))
    if totals.count(min(totals)) == 1:
        return Because(ALL_DEALT, T("All rounds are played: the lowest total wins."), cites)
    if table.options.tie_at_end == SHARED:
        text = T("All rounds are played: those who are level with the lowest total share the win.")
        return Because(LEVEL_SHARED, text, cites)
    text = T("The lowest totals are level: the last contract is dealt again until one is lowest.")
    return Because(LEVEL, text, cites, hinders=True)
