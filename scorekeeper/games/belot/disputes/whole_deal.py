"""A whole deal: every card in order, the announcements, the tally, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.consequences import Mistake, find_consequence, write_consequence
from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if_whole
from scorekeeper.core.disputes.score_rulings import explain_line
from scorekeeper.core.fields import SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import PACK_32
from scorekeeper.core.play.laying import read_seat
from scorekeeper.core.play.tricks import (
    LEADER,
    SEATS,
    Hand,
    Replayed,
    TrickRules,
    check_tricks,
    count_wrong_cards,
    hands_from_tricks,
    is_whole,
    lay_tricks,
    name_mistake,
    replay,
    say_leads,
    so_far,
)
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.belot.checking import check_claims
from scorekeeper.games.belot.deal import CONTRACTS, DOUBLING, BelotDeal, Declaration, in_trumps
from scorekeeper.games.belot.disputes.fields import CONTRACT, DECLARATIONS, HANDS, PENDING, SIDE_NAMES, TRICKS
from scorekeeper.games.belot.disputes.score import score_result, score_verdict, situation_at
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import LAST_TEN, article_of_play, legal_cards, trick_winner
from scorekeeper.games.belot.play.announcements import RefusedAnnouncement, find_refused
from scorekeeper.games.belot.play.standings import DeclarationContest
from scorekeeper.games.belot.scoring import score_deal
from scorekeeper.games.belot.scoring.counting import declaration_name

ALL_TRICKS = 8
COUNTED = frozenset(("trick_points", "capot"))
"""What a deal is written without that was not counted. (belot 7.16)"""


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """A deal card by card: the cards that were not allowed, what follows, and the score of what was played."""
    contract, tricks = values["contract"], values["tricks"]
    announced = in_trumps(values.get("declarations", ()), contract)
    contest = DeclarationContest(table.options, contract, _find_dealer(values))
    check_claims(announced, contest, "declarations", report)
    check_tricks(values.get("hands"), tricks, "belot 1.1", report)
    if report.errors:
        return None
    hands, whole = _hands(values, table)
    rules = _rules(contract, table.options)
    replayed = replay(hands, tricks, values.get("leader", 0), rules, report, whole=whole)
    if replayed is None:
        return None
    fell = find_refused(contract, announced, hands, tricks)
    return _make_ruling(values, table, announced, replayed, fell, whole=whole)


def _make_ruling(
    values: Mapping[str, Any],
    table: Table,
    announced: Sequence[Declaration],
    replayed: Replayed,
    fell: Sequence[RefusedAnnouncement],
    *,
    whole: bool,
) -> Ruling:
    contract, tricks = values["contract"], values["tricks"]
    over = len(replayed.winners) == ALL_TRICKS
    mistakes = [
        Mistake(name_mistake(wrong_card, tricks, ALL_TRICKS), wrong_card.seat % 2)
        for wrong_card in replayed.wrong
    ]
    refused = [refusal.number for refusal in fell]
    standing = tuple(declaration for index, declaration in enumerate(announced) if index not in refused)
    points, capot = _count(contract, tricks, replayed.winners), _find_capot(replayed.winners)
    played = BelotDeal(contract, values["declarer"], points, values.get("doubling"), capot, standing)
    document = deal_document(played)
    uncounted = {name: value for name, value in document.items() if name not in COUNTED}
    follows = find_consequence("belot", mistakes, table, uncounted)
    result: dict[str, Any] = {
        "irregularities": [wrong_card.document for wrong_card in replayed.wrong],
        "refused": refused,
        "winners": list(replayed.winners),
        "deal": None,
        **dict.fromkeys(("outcome", "raw", "scores", "pending")),
    }
    reasons = [wrong_card.reason for wrong_card in replayed.wrong]
    reasons += [_explain_refusal(refusal, announced) for refusal in fell]
    verdict = _judge_play(len(replayed.wrong), len(fell), over=over, whole=whole)
    if follows is not None:
        result |= follows.result
        reasons += [reason for reason in follows.reasons if reason not in reasons]
        verdict = T("{verdict} {more}", verdict=verdict, more=follows.verdict)
    if over:
        scored = score_deal(played, situation_at({**values, "dealer": _find_dealer(values)}, table))
        result |= {"deal": document, **score_result(scored)}
        written = score_verdict(scored)
        if follows is None:
            verdict = T("{play} {score}", play=verdict, score=written)
        else:
            reasons.append(Reason(T("As it was played: {score}", score=written), ("belot 3",)))
        reasons += [explain_line(line, SIDE_NAMES[line.side]) for line in scored.lines]
    if not reasons:
        reasons = [Reason(so_far(whole=whole), (article_of_play(contract), "belot 1.5"))]
    return Ruling(result, verdict, (*reasons, *say_leads(values, "belot 1.5")))


def _find_dealer(values: Mapping[str, Any]) -> int:
    """The player after the dealer leads to the first trick. (belot 1.5)"""
    return int(values.get("leader", 0) - 1) % SEATS


def _explain_refusal(refusal: RefusedAnnouncement, announced: Sequence[Declaration]) -> Reason:
    params = {"declaration": declaration_name(announced[refusal.number]), "why": refusal.why}
    return Reason(T("{declaration}: does not stand. {why}", **params), refusal.cites)


def _judge_play(wrong: int, fell: int, *, over: bool, whole: bool) -> Text:
    """How many cards were not allowed, and how many announcements do not stand."""
    verdict = count_wrong_cards(wrong, over=over, whole=whole)
    if not fell:
        return verdict
    text = N("{n} announcement does not stand.", "{n} announcements do not stand.", n=fell)
    return T("{play} {announced}", play=verdict, announced=text)


def deal_document(deal: BelotDeal) -> dict[str, Any]:
    """A deal as a match document has it."""
    document: dict[str, Any] = {"kind": "deal", "contract": deal.contract, "declarer": deal.declarer}
    if deal.doubling is not None:
        document["doubling"] = deal.doubling
    document["trick_points"] = list(deal.trick_points)
    if deal.capot is not None:
        document["capot"] = deal.capot
    if deal.declarations:
        document["declarations"] = [
            {name: value for name, value in declaration._asdict().items() if value or name == "player"}
            for declaration in deal.declarations
        ]
    return document


def _hands(values: Mapping[str, Any], table: Table) -> tuple[tuple[Hand, ...], bool]:
    """The four hands, as given or as far as the tricks show them, and whether they are whole."""
    hands: tuple[Hand, ...] | None = values.get("hands")
    if hands is not None:
        return hands, True
    tricks: tuple[Hand, ...] = values["tricks"]
    rules = _rules(values["contract"], table.options)
    shown = hands_from_tricks(tricks, values.get("leader", 0), rules.winner)
    return shown, is_whole(tricks, ALL_TRICKS)


def _rules(contract: str, options: BelotOptions) -> TrickRules:
    """How cards are played and tricks are taken at a contract. (belot 1.5, 2, 7.10)"""
    return TrickRules(
        legal=lambda number, seat, hand, before: legal_cards(contract, hand, before, options),
        winner=lambda trick, leader: trick_winner(contract, trick, leader).winner,
        lead_cite=lambda number: "belot 1.5",
        turn_cite="belot 1.5",
    )


def _count(contract: str, tricks: Sequence[Hand], winners: Sequence[int]) -> tuple[int, int]:
    """The points that each side has taken, with the last ten once all tricks are played. (belot 3.1)"""
    points = [0, 0]
    for winner, trick in zip(winners, tricks, strict=False):
        points[winner % 2] += trick_winner(contract, trick, 0).points
    if len(winners) == ALL_TRICKS:
        points[winners[-1] % 2] += LAST_TEN
    return points[0], points[1]


def _find_capot(winners: Sequence[int]) -> int | None:
    """The side that took all eight tricks. (belot 4.10)"""
    sides = {seat % 2 for seat in winners}
    return sides.pop() if len(winners) == ALL_TRICKS and len(sides) == 1 else None


def fill_from_match(facts: Mapping[str, Any], table: Table) -> Mapping[str, Any]:
    """Who dealt tells who led to the first trick. (belot 1.5)"""
    if "dealer" not in facts:
        return facts
    return {"leader": (facts["dealer"] + 1) % table.seating.players, **facts}


def _find_winner(document: Mapping[str, Any], table: Table) -> Callable[[Hand, int], int] | None:
    """The function that finds who takes a trick at the contract of a document. (belot 2.4)"""
    contract = document.get("contract")
    known = isinstance(contract, str) and contract in CONTRACTS
    return _rules(str(contract), table.options).winner if known else None


LAYING = lay_tricks(
    PACK_32,
    ALL_TRICKS,
    ("contract", "declarer", "leader"),
    lambda document: read_seat(document, "leader", SEATS),
    _find_winner,
)

QUESTION = Question(
    slug="deal",
    title=T("Was the whole deal played by the rules, and what is it worth?"),
    fields=(
        CONTRACT,
        SeatField(name="declarer", label=T("Declarer")),
        DOUBLING,
        LEADER.but(label=T("Who led to the first trick")),
        HANDS,
        TRICKS,
        DECLARATIONS.but(optional=True),
        PENDING,
    ),
    answer=answer,
    writes=write_consequence(),
    known=fill_from_match,
    decides=yes_if_whole("irregularities", "refused"),
    laying=LAYING,
)
