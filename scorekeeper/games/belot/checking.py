"""Is this deal of Belot possible? All of its problems are reported, not only the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.play.cards import FRENCH_SUITS
from scorekeeper.core.reading import all_known, keep_readable
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.belot.deal import (
    ALL_TRUMPS,
    BELOTE,
    CARRE,
    CONTRACTS,
    NO_TRUMPS,
    PASS,
    TRICK_POINTS_OF,
    BelotDeal,
    Declaration,
    under,
)
from scorekeeper.games.belot.play import possible_points
from scorekeeper.games.belot.play.holding import check_hands, check_holding
from scorekeeper.games.belot.play.standings import DeclarationContest, contest_of, find_unsaid_suits


def check_deal(deal: BelotDeal, situation: Situation, report: Report) -> None:
    """Report what the rules forbid in a deal, and what is odd in it, as far as it could be read."""
    if deal.contract == PASS:
        return
    at = situation.at
    if deal.whole_to is not None:
        _check_uncounted(deal, at, report)
    elif all_known(deal.trick_points):
        good = _check_points(deal.contract, deal.trick_points, deal.capot, at, report)
        if good and deal.capot is None and all_known(deal.contract, *deal.trick_points):
            _suspect_points(deal, at, report)
    if deal.declarations:
        contest = contest_of(deal, situation.table.options, None)
        check_declarations(deal.declarations, contest, under(at, "declarations"), report)


def _check_uncounted(deal: BelotDeal, at: str, report: Report) -> None:
    """Report a deal that has to be counted: the declarer's side would write all of it, undoubled. (belot 7.16)"""
    if deal.doubling is not None or deal.forfeit is not False or not all_known(deal.whole_to, deal.declarer):
        return
    if deal.whole_to == deal.declaring_side:
        text = T(
            "The declarer’s side writes a whole deal only after contra, or if the other side forfeits it: count."
        )
        report.error(under(at, "whole_to"), "count_needed", text, "belot 7.16")


def _check_points(contract: str, points: tuple[int, int], capot: int | None, at: str, report: Report) -> bool:
    """Whether both sides' points can stand together. (belot 5, 4.10)"""
    good = True
    path = under(at, "trick_points")
    if all_known(contract) and not _add_up(points, TRICK_POINTS_OF[contract]):
        report.error(path, "points_total", _total_text(contract, keep_readable(points)), "belot 5")
        good = False
    if capot is not None and all_known(capot) and all_known(points[1 - capot]) and points[1 - capot] > 0:
        text = T(
            "After a capot the other side has 0 points from tricks, not {points}.", points=points[1 - capot]
        )
        report.error(path, "capot_points", text, "belot 4.10")
        good = False
    return good


def _add_up(points: tuple[int, int], total: int) -> bool:
    """Whether the points add up to the total; where one side is known, whether it can have so many."""
    if all_known(*points):
        return points[0] + points[1] == total and min(points) >= 0
    return int(sum(keep_readable(points))) <= total


def _total_text(contract: str, points: tuple[int, ...]) -> Text:
    total = TRICK_POINTS_OF[contract]
    if len(points) == 1 or min(points) < 0:
        return T(
            "Here both sides’ card points and the last ten add up to {total}; one side cannot have {points}.",
            total=total,
            points=max(points),
        )
    params = {"total": total, "sum": sum(points)}
    if contract == NO_TRUMPS:
        return T(
            "At no trumps both sides’ card points and the last ten, undoubled, add up to {total}, not {sum}.",
            **params,
        )
    if contract == ALL_TRUMPS:
        return T(
            "At all trumps the two sides’ card points and the last ten add up to {total}, not {sum}.",
            **params,
        )
    suit = CONTRACTS[contract]
    return T(
        "In {suit} the two sides’ card points and the last ten add up to {total}, not {sum}.",
        suit=suit,
        **params,
    )


def _suspect_points(deal: BelotDeal, at: str, report: Report) -> None:
    """Report points that are legal but rare, or that no tricks can hold. (belot 4.10, 3.1)"""
    points = deal.trick_points
    path = under(at, "trick_points")
    if 0 in points:
        text = T(
            "One side has all the points but no capot: right only if it lost a trick without any points in it."
        )
        report.suspect(path, "all_points_no_capot", text, "belot 4.10")
    elif not possible_points(deal.contract) >> points[0] & possible_points(deal.contract) >> points[1] & 1:
        text = N(
            "No tricks add up to exactly {n} point for a side in this contract; count again.",
            "No tricks add up to exactly {n} points for a side in this contract; count again.",
            n=min(points),
        )
        report.suspect(path, "unreachable_points", text, "belot 3.1")


def check_declarations(
    declarations: Sequence[Declaration], contest: DeclarationContest, at: str, report: Report
) -> None:
    """Report declarations that are impossible by themselves or together. (belot 4.4, 4.5, 4.9, 4.12, 7.12)"""
    good = _good_alone(declarations, contest, at, report)
    if len(good) > 1:
        check_holding(good, at, report)
        _check_suits_said(good, contest, at, report)


def check_claims(
    declarations: Sequence[Declaration], contest: DeclarationContest, at: str, report: Report
) -> None:
    """Report declarations that no hand can make; claims of two players may contradict each other. (belot 4.12)"""
    good = _good_alone(declarations, contest, at, report)
    check_hands(good, at, report)
    _check_suits_said(good, contest, at, report)


def _check_suits_said(
    declarations: Mapping[int, Declaration], contest: DeclarationContest, at: str, report: Report
) -> None:
    """Report equal sequences without a suit where trumps decide between them. (belot 7.12)"""
    if not all_known(contest.contract, contest.trickless):
        return
    unsaid = find_unsaid_suits([*declarations.values()], contest)
    for index, declaration in declarations.items():
        if any(declaration is suitless for suitless in unsaid):
            text = T("The highest sequences of both sides are equal, and trumps decide: name the suit.")
            report.error(f"{at}[{index}].suit", "suit_needed", text, "belot 7.12")


def _good_alone(
    declarations: Sequence[Declaration], contest: DeclarationContest, at: str, report: Report
) -> dict[int, Declaration]:
    """The declarations that are possible by themselves, by their places; the others are reported.

    Only these are compared with each other: the meaning of an impossible one is not known.
    """
    good: dict[int, Declaration] = {}
    for index, declaration in enumerate(declarations):
        errors = len(report.errors)
        _check_declaration(declaration, contest, f"{at}[{index}]", report)
        if len(report.errors) == errors and all_known(declaration) and all_known(*declaration):
            good[index] = declaration
    return good


def _check_declaration(
    declaration: Declaration, contest: DeclarationContest, at: str, report: Report
) -> None:
    """Report a declaration that is impossible by itself. (belot 4.4, 4.9, 7.15)"""
    contract, carres = contest.contract, contest.options.carres_at_no_trumps
    if contract == NO_TRUMPS and carres:
        if all_known(declaration) and declaration.kind != CARRE:
            text = T("At no trumps only carres are announced.")
            report.error(at, "nothing_at_no_trumps", text, "belot 7.15")
    elif contract == NO_TRUMPS:
        text = T("At no trumps nothing is announced, and no declaration counts.")
        report.error(at, "nothing_at_no_trumps", text, "belot 4.4")
    elif all_known(declaration) and declaration.kind == BELOTE and all_known(contract, declaration.suit):
        _check_belote(contract, declaration, at, report)


def _check_belote(contract: str, declaration: Declaration, at: str, report: Report) -> None:
    if declaration.suit is None:
        text = T("At all trumps every suit can have its belote: name the suit.")
        report.error(f"{at}.suit", "missing", text, "belot 4.9")
    elif contract in FRENCH_SUITS and declaration.suit != contract:
        text = T(
            "A belote is the king and queen of trumps, and here {suit} are trumps.", suit=CONTRACTS[contract]
        )
        report.error(f"{at}.suit", "belote_not_trump", text, "belot 4.9")
