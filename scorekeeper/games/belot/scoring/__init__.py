"""Belot's arithmetic: raw points, what each side writes of them, and what hangs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Flag, Number, SideField
from scorekeeper.core.game import PenaltyRule, Situation
from scorekeeper.core.reading import Table, all_known
from scorekeeper.core.scoring.scores import DECIDED, PASSED_OUT, DealScore, Line
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import BELOTE, CARRE, CONTRA, PASS, RECONTRA, SEQUENCE, BelotDeal
from scorekeeper.games.belot.options import MAX_PENALTY, BelotOptions
from scorekeeper.games.belot.scoring.counting import raw_lines
from scorekeeper.games.belot.scoring.ending import HANGING, INSIDE, MADE, Carry, Played, find_capot_win
from scorekeeper.games.belot.scoring.rounding import DEFENDERS, ROUNDING, Rounding, rounds_up

PENDING = "pending"
OUTCOMES = (HANGING, MADE, INSIDE)
MULTIPLIERS: Mapping[str | None, int] = {None: 1, CONTRA: 2, RECONTRA: 4}
MARKS: Mapping[str, str] = dict.fromkeys((SEQUENCE, CARRE, BELOTE), "+{points}")
"""A row of the sheet marks what a side's declarations brought, all together."""


class WrittenPoints(NamedTuple):
    """The written part of a deal: the lines of both sides, and the points that hang."""

    lines: list[Line]
    hangs: int = 0


MAX_PENDING = 100_000
PASSED_LINE = Line(0, 0, PASSED_OUT, T("All passed: no points"), ("belot 1.6",), shared=True)


def score_deal(deal: BelotDeal, situation: Situation) -> DealScore:
    """Count both sides' raw points, write them down in tens, and collect or add to what hangs. (belot 3)"""
    carry: Carry = situation.carry
    if deal.contract == PASS:
        return DealScore((0, 0), (PASSED_LINE,), PASSED_OUT, carry, (0, 0))
    options: BelotOptions = situation.table.options
    # After an entry that could not be read it is not known who dealt.
    lines = raw_lines(deal, options, situation.dealer if all_known(situation.dealer) else None)
    raw = _sum(lines)
    declaring = deal.declaring_side
    ahead = raw[declaring] - raw[1 - declaring]
    outcome = OUTCOMES[(ahead > 0) - (ahead < 0)]
    written = _write_deal(deal, lines, outcome, options)
    explained = written.lines
    pending = carry.pending + written.hangs
    if pending and ahead:
        times = _times(deal, options) if options.hanging_doubled else 1
        explained.append(_collect_hanging(0 if raw[0] > raw[1] else 1, pending, times))
        pending = 0
    scores = _sum(explained)
    after = Carry(pending, Played(outcome, declaring, scores, deal.capot))
    won = find_capot_win(deal.capot, situation.totals, scores, options)
    winners = () if won is None or deal.capot is None else (deal.capot,)
    return DealScore(scores, (*lines, *explained), outcome, after, raw, winners, because=won)


def _sum(lines: list[Line]) -> tuple[int, int]:
    first = second = 0
    for line in lines:
        if line.side:
            second += line.points
        else:
            first += line.points
    return first, second


def _times(deal: BelotDeal, options: BelotOptions) -> int:
    """By how much a deal is multiplied; a capot may cancel it. (belot 3.6, 4.11)"""
    cancelled = deal.capot is not None and options.capot_doubling == CANCELLED
    return 1 if cancelled else MULTIPLIERS[deal.doubling]


def _write_deal(deal: BelotDeal, lines: list[Line], outcome: str, options: BelotOptions) -> WrittenPoints:
    """The written lines of a deal from its raw ones, without the hanging points of earlier deals."""
    raw, rounding = _sum(lines), ROUNDING[deal.contract]
    cancelled = deal.doubling is not None and _times(deal, options) == 1
    if deal.doubling is not None and not cancelled:
        capot = () if deal.capot is None else CAPOT_MULTIPLIED_CITES
        return _write_doubled(raw, rounding, deal.doubling, capot, _find_apart(lines, options), options)
    if deal.whole_to is not None and deal.forfeit:
        written = _write_whole(raw, rounding, deal.whole_to, WHOLE_BY_FORFEIT, FORFEITS, "belot 7.16")
    elif outcome == MADE:
        written = _write_made(raw, rounding, deal.declaring_side, options)
    elif outcome == INSIDE:
        written = _write_whole(raw, rounding, 1 - deal.declaring_side, WHOLE_INSIDE, GIVES_UP, "belot 3.4")
    else:
        written = _write_hanging(raw, rounding, deal.declaring_side, options)
    if cancelled:
        assert deal.capot is not None, "only a capot cancels"
        written.lines.append(Line(deal.capot, 0, "doubling_cancelled", NO_DOUBLING, ("belot 4.11",)))
    return written


class Apart(NamedTuple):
    """The points that contra does not multiply, what they are for, and the articles that say so."""

    points: int
    what: Text
    cites: tuple[str, ...]


def _find_apart(lines: list[Line], options: BelotOptions) -> Apart:
    """The declarations that count, and the capot's bonus, where they are written once. (belot 4.11, 7.7)"""
    once = {
        **({} if options.declarations_doubled else dict.fromkeys(MARKS, "belot 7.7")),
        **({"capot": "belot 4.11"} if options.capot_doubling == BONUS_SINGLE else {}),
    }
    apart_lines = [line for line in lines if line.points and line.code in once]
    cites = tuple(dict.fromkeys(once[line.code] for line in apart_lines))
    return Apart(sum(line.points for line in apart_lines), APART.get(cites, APART_BOTH), cites)


APART: Mapping[tuple[str, ...], Text] = {("belot 7.7",): T("Declarations"), ("belot 4.11",): T("Capot")}
APART_BOTH = T("Declarations and capot")


CANCELLED, BONUS_SINGLE = "cancelled", "bonus_single"
NO_DOUBLING = T("With a capot contra and recontra do not count")
WHOLE_INSIDE = T("The defenders write the whole deal: {total}, rounded {written}")
WHOLE_BY_FORFEIT = T(
    "The other side forfeits the deal, so this one writes all of it: {total}, rounded {written}"
)
FORFEITS = T("This side forfeits the deal by an offence, so it writes nothing")
GIVES_UP = T("The declarer’s side has fewer points, so it writes nothing")
FEWER_WRITES_NOTHING = {
    CONTRA: T("After contra the side with fewer points writes nothing"),
    RECONTRA: T("After recontra the side with fewer points writes nothing"),
}


def _write_made(
    raw: tuple[int, int], rounding: Rounding, declaring: int, options: BelotOptions
) -> WrittenPoints:
    """Both sides write their own points. (belot 3.3)"""
    chosen, lines = options.problem_digit, []
    for side, points in enumerate(raw):
        up = rounds_up(side, raw, declaring, chosen)
        written, why = rounding.round_beside(points, up=up), rounding.explain(points, chosen, up=up)
        lines.append(Line(side, written, "rounded", why, rounding.cite(points, chosen)))
    return WrittenPoints(lines)


def _write_whole(
    raw: tuple[int, int], rounding: Rounding, side: int, text: Text, otherwise: Text, cite: str
) -> WrittenPoints:
    """One side writes the whole deal, and the other nothing. (belot 3.4, 7.16)"""
    total = raw[0] + raw[1]
    whole = rounding.nearest(total)
    sentence = text._replace(params={"total": total, "written": whole})
    lines = [Line(side, whole, "whole_deal", sentence, (cite, "belot 5.4"))]
    return WrittenPoints([*lines, Line(1 - side, 0, "gives_up", otherwise, (cite,))])


def _write_hanging(
    raw: tuple[int, int], rounding: Rounding, declaring: int, options: BelotOptions
) -> WrittenPoints:
    """The defenders write their half, rounded as the option says; the rest of the deal hangs. (belot 3.5, 5.5)"""
    points = raw[declaring]
    whole = rounding.nearest(2 * points)
    if options.hanging_rounding == "all":
        text = T(
            "Level: neither side writes; hanging: {total}, rounded {whole}", total=2 * points, whole=whole
        )
        lines = [Line(side, 0, "hangs", text, ("belot 3.5", "belot 7.9")) for side in (0, 1)]
        return WrittenPoints(lines, whole)
    cites: tuple[str, ...] = ("belot 3.5", "belot 5.5")
    if options.hanging_rounding == "down":
        half = points // 10
        text = T(
            "Level: the defenders write their {points} rounded down, {written}", points=points, written=half
        )
    else:
        up = options.problem_digit == DEFENDERS
        half = rounding.round_beside(points, up=up)
        text = T("Level: the defenders write their {points} rounded, {written}", points=points, written=half)
        cites = (*cites, "belot 7.6") if up and half > rounding.nearest(points) else cites
    hangs = whole - half
    params = {"whole": whole, "hangs": hangs}
    left = T(
        "Level: the declarer’s side writes nothing; the whole deal is {whole}, hanging: {hangs}", **params
    )
    return WrittenPoints(
        [Line(1 - declaring, half, "level", text, cites), Line(declaring, 0, "hangs", left, cites)], hangs
    )


def _write_doubled(
    raw: tuple[int, int],
    rounding: Rounding,
    doubling: str,
    capot: tuple[str, ...],
    apart: Apart,
    options: BelotOptions,
) -> WrittenPoints:
    """The side with more points writes the whole deal, two or four times, but for what is ``apart``.

    ``capot`` are the articles by which a capot is multiplied too: none without one. (belot 3.6, 3.7, 4.11, 5.6, 7.7)
    """
    total, times = sum(raw) - apart.points, MULTIPLIERS[doubling]
    before = options.doubling_order == "before_rounding"
    whole, product = rounding.nearest(total), total * times
    value, once = rounding.nearest(product) if before else whole * times, apart.points // 10
    params = {"total": total, "times": times, "product": product, "whole": whole, "value": value}
    apart_params = {"what": apart.what, "points": apart.points, "written": once}
    apart_text = T("{what}, not multiplied: {points} / 10 = {written}", **apart_params)
    if raw[0] == raw[1]:
        text = Text((LEVEL_BEFORE if before else LEVEL_AFTER)[doubling], params)
        text = T("{text}; {more}", text=text, more=apart_text) if once else text
        cites = (*LEVEL_DOUBLED_CITES, *apart.cites)
        return WrittenPoints([Line(side, 0, "hangs", text, cites) for side in (0, 1)], value + once)
    winner = 0 if raw[0] > raw[1] else 1
    cites = (*DOUBLED_CITES, *capot)
    if before:
        words = (REST_DOUBLED_BEFORE if once else DOUBLED_BEFORE)[doubling]
        lines = [Line(winner, value, doubling, Text(words, params), cites)]
    else:
        text = Text(REST_TO_MORE if once else WHOLE_TO_MORE, params)
        lines = [
            Line(winner, whole, "whole_deal", text, WHOLE_DOUBLED_CITES),
            Line(winner, value - whole, doubling, Text(DOUBLED[doubling], params), cites),
        ]
    if once:
        lines.append(Line(winner, once, "not_doubled", apart_text, apart.cites))
    lines.append(Line(1 - winner, 0, "gives_up", FEWER_WRITES_NOTHING[doubling], ("belot 3.6",)))
    return WrittenPoints(lines)


WHOLE_TO_MORE = T("The side with more points writes the whole deal: {total}, rounded {whole}").msgid
REST_TO_MORE = T("The side with more points writes the rest of the deal: {total}, rounded {whole}").msgid
DOUBLED = {
    CONTRA: T("Contra doubles it: {whole} × 2 = {value}").msgid,
    RECONTRA: T("Recontra quadruples it: {whole} × 4 = {value}").msgid,
}
DOUBLED_BEFORE = {
    CONTRA: T("Contra doubles the whole deal: {total} × 2 = {product}, rounded {value}").msgid,
    RECONTRA: T("Recontra quadruples the whole deal: {total} × 4 = {product}, rounded {value}").msgid,
}
REST_DOUBLED_BEFORE = {
    CONTRA: T("Contra doubles the rest of the deal: {total} × 2 = {product}, rounded {value}").msgid,
    RECONTRA: T("Recontra quadruples the rest of the deal: {total} × 4 = {product}, rounded {value}").msgid,
}
LEVEL_AFTER = {
    CONTRA: T(
        "Level after contra: neither side writes; hanging: {total}, rounded {whole}, × {times} = {value}"
    ).msgid,
    RECONTRA: T(
        "Level after recontra: neither side writes; hanging: {total}, rounded {whole}, × {times} = {value}"
    ).msgid,
}
LEVEL_BEFORE = {
    CONTRA: T(
        "Level after contra: neither side writes; hanging: {total} × {times} = {product}, rounded {value}"
    ).msgid,
    RECONTRA: T(
        "Level after recontra: neither side writes; hanging: {total} × {times} = {product}, rounded {value}"
    ).msgid,
}
DOUBLED_CITES = ("belot 3.6", "belot 5.6")
WHOLE_DOUBLED_CITES = ("belot 3.6", "belot 5.4")
LEVEL_DOUBLED_CITES = ("belot 3.7", "belot 5.6")
CAPOT_MULTIPLIED_CITES = ("belot 4.11",)


def _collect_hanging(side: int, pending: int, times: int) -> Line:
    """The points that hung go to the side with more raw points, multiplied where a table says so. (belot 3.8, 7.9)"""
    text = T("The points that hung go to the side with more points in this deal")
    if times == 1:
        return Line(side, pending, "hanging_collected", text, ("belot 3.8",))
    points = pending * times
    text = T("{text}: {pending} × {times} = {points}", text=text, pending=pending, times=times, points=points)
    return Line(side, points, "hanging_collected", text, ("belot 3.8", "belot 7.9"))


DECIDED_FIELDS = (
    Number(name=PENDING, label=T("Points that hang after it"), high=MAX_PENDING, optional=True),
)
"""What the table may write of a deal that it decided, beside the points."""


HANGS = Number(name=PENDING, label=T("Points that hang"), high=MAX_PENDING, optional=True)
STARTED_FIELDS = (
    HANGS,
    Flag(
        name="held",
        label=T("The last deal on paper lets the match not end"),
        hint=T("a capot, say: the next deal decides"),
        optional=True,
    ),
)
"""What a match that was begun on paper tells beside its totals."""


def begin(carry: Carry, facts: Mapping[str, Any]) -> Carry:
    """The first carry of a match that goes on from paper."""
    return carry._replace(pending=facts.get(PENDING, 0), held=facts.get("held", False))


def decide(carry: Carry, scores: tuple[int, ...], facts: Mapping[str, Any], table: Table) -> Carry:
    """The carry after a deal that the table decided: it is neither a capot nor inside nor made."""
    first, second = scores
    return Carry(facts.get(PENDING, carry.pending), Played(DECIDED, 0, (first, second)))


PENALTY_SIDE = SideField(name="side", label=T("Who committed the offence"))
PENALTY_POINTS = Number(name="points", label=T("Points"), low=0, high=MAX_PENALTY, optional=True)


def score_penalty(values: Mapping[str, Any], table: Table) -> tuple[Line, ...]:
    """Written points given to the wronged side or taken from the offenders. (belot 6.1)"""
    options: BelotOptions = table.options
    points, offender = values.get("points", options.penalty_points), values["side"]
    side, text = 1 - offender, T("Penalty: given to the wronged side")
    if options.penalty_mode == "deduct":
        side, points, text = offender, -points, T("Penalty: taken from the side at fault")
    return (Line(side, points, "penalty", text, ("belot 6.1",)),)


def dealer_after_penalty(values: Mapping[str, Any], dealer: int, table: Table) -> int:
    """The seat due to deal, if that gives the wronged side first call; else the next seat. (belot 6.2)"""
    after = table.seating.after(dealer)
    return dealer if after % 2 != values["side"] else after


PENALTY = PenaltyRule(
    fields=(PENALTY_SIDE, PENALTY_POINTS),
    score=score_penalty,
    next_dealer=dealer_after_penalty,
    carry=lambda carry: carry._replace(penalised=True),
    instead=T(
        "If the side at fault loses the deal instead, write the deal as uncounted, for the other side."
    ),
    usual=(
        T("a lead out of turn"),
        T("a call out of turn"),
        T("a card shown in the play"),
        T("telling the partner about the cards"),
        T("a declaration whose cards were not held"),
        T("a card that could not be played: suit not followed, not raised or not ruffed"),
    ),
)
