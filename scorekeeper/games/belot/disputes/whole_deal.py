"""A whole deal: every card in order, the announcements, the tally, and how it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.cards import Card, card_text, cards_text
from scorekeeper.core.fields import PerSeat, Repeated, SeatField, Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Question, Reason, Ruling, check_cards_once, faultless
from scorekeeper.core.text import N, Player, T, Text
from scorekeeper.games.belot.checking import check_claims
from scorekeeper.games.belot.deal import DOUBLING, BelotDeal, Declaration, in_trumps
from scorekeeper.games.belot.disputes.fields import (
    A_TRICK,
    CONTRACT,
    DECLARATIONS,
    LEADER,
    PENDING,
    WHOLE_HAND,
)
from scorekeeper.games.belot.disputes.score import score_reasons, score_result, score_verdict, situation_at
from scorekeeper.games.belot.play import LAST_TEN, TRICK, article_of_play, legal_cards, trick_winner
from scorekeeper.games.belot.play.announcements import Refused, find_refused
from scorekeeper.games.belot.scoring import score_deal
from scorekeeper.games.belot.scoring.counting import declaration_name

SEATS, TRICKS = 4, 8

Hands = tuple[tuple[Card, ...], ...]


class Irregularity(NamedTuple):
    """A card that was not allowed: its seat, its trick (from 0), the legal cards and the article.

    No card was legal for a seat that was not to play.
    """

    seat: int
    trick: int
    card: Card
    legal: tuple[Card, ...]
    why: Text
    cite: str

    @property
    def document(self) -> dict[str, Any]:
        """The irregularity as JSON."""
        return {
            "seat": self.seat,
            "trick": self.trick,
            "card": str(self.card),
            "legal": [str(card) for card in self.legal],
        }

    @property
    def reason(self) -> Reason:
        """What was wrong, and what would have been right."""
        params = {"trick": self.trick + 1, "player": Player(self.seat), "card": card_text(self.card)}
        if not self.legal:
            return Reason(
                T("Trick {trick}: {player} led {card} out of turn. {why}", why=self.why, **params),
                (self.cite,),
            )
        text = T(
            "Trick {trick}: {player} could not play {card}, only {legal}. {why}",
            legal=cards_text(self.legal),
            why=self.why,
            **params,
        )
        return Reason(text, (self.cite,))


class Played(NamedTuple):
    """The tricks played out: the winner of each whole one, the points of both sides, and what went wrong."""

    winners: tuple[int, ...]
    points: tuple[int, int]
    irregularities: tuple[Irregularity, ...]

    @property
    def capot(self) -> int | None:
        """The side that took all eight tricks."""
        sides = {seat % 2 for seat in self.winners}
        return sides.pop() if len(self.winners) == TRICKS and len(sides) == 1 else None


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """A deal card by card: the cards that were not allowed, and the score of the deal as it was played."""
    contract = values["contract"]
    announced = in_trumps(values.get("declarations", ()), contract)
    check_claims(contract, announced, "declarations", report)
    hands = _hands(values, report)
    if hands is None:
        return None
    found = play_through(contract, hands, values["tricks"], values.get("leader", 0), report)
    if found is None or report.errors:
        return None
    fell = find_refused(contract, announced, hands, values["tricks"])
    result: dict[str, Any] = {
        "irregularities": [one.document for one in found.irregularities],
        "refused": [one.number for one in fell],
        "winners": list(found.winners),
        "deal": None,
        **dict.fromkeys(("outcome", "raw", "scores", "pending")),
    }
    reasons = [one.reason for one in found.irregularities]
    reasons += [Reason(_refused_text(one, announced), one.cites) for one in fell]
    verdict = _play_verdict(found, len(fell))
    if len(found.winners) == TRICKS:
        fallen = {one.number for one in fell}
        standing = tuple(one for index, one in enumerate(announced) if index not in fallen)
        deal = BelotDeal(
            contract, values["declarer"], found.points, values.get("doubling"), found.capot, standing
        )
        scored = score_deal(deal, situation_at(values, table))
        result |= {"deal": deal_document(deal), **score_result(scored)}
        reasons += score_reasons(scored)
        verdict = T("{play} {score}", play=verdict, score=score_verdict(scored))
    if not reasons:
        reasons = [Reason(T("Every card so far was allowed."), (article_of_play(contract), "belot 1.5"))]
    return Ruling(result, verdict, tuple(reasons))


def _refused_text(one: Refused, announced: Sequence[Declaration]) -> Text:
    name = declaration_name(announced[one.number])
    return T("{declaration}: does not stand. {why}", declaration=name, why=one.why)


def _play_verdict(found: Played, fell: int) -> Text:
    wrong = len(found.irregularities)
    play = T("Every card was played by the rules.")
    if wrong:
        play = N("{n} card was not allowed.", "{n} cards were not allowed.", n=wrong)
    if not fell:
        return play
    announced = N("{n} announcement does not stand.", "{n} announcements do not stand.", n=fell)
    return T("{play} {announced}", play=play, announced=announced)


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
            {name: value for name, value in one._asdict().items() if value or name == "player"}
            for one in deal.declarations
        ]
    return document


def _hands(values: Mapping[str, Any], report: Report) -> Hands | None:
    """The four hands, as given or as eight whole tricks show them; None after reporting what is missing."""
    errors = len(report.errors)
    hands: Hands | None = values.get("hands")
    tricks: tuple[tuple[Card, ...], ...] = values["tricks"]
    if hands is not None:
        check_cards_once({f"hands[{seat}]": hand for seat, hand in enumerate(hands)}, "belot 1.1", report)
    check_cards_once({f"tricks[{number}]": trick for number, trick in enumerate(tricks)}, "belot 1.1", report)
    for number, trick in enumerate(tricks):
        last = number == len(tricks) - 1
        if len(trick) < TRICK and (not last or not trick):
            text = T("A trick has four cards; only the last of a deal broken off may have fewer.")
            report.error(f"tricks[{number}]", "card_count", text)
    whole = len(tricks) == TRICKS and all(len(trick) == TRICK for trick in tricks)
    if hands is None and not whole:
        text = T("Without the four hands all eight tricks are needed.")
        report.error("hands", "missing", text)
    if len(report.errors) > errors:
        return None
    return (
        hands
        if hands is not None
        else _hands_from_tricks(values["contract"], tricks, values.get("leader", 0))
    )


def _hands_from_tricks(contract: str, tricks: Sequence[tuple[Card, ...]], leader: int) -> Hands:
    """The hands that eight tricks show, when the winner of each trick led the next."""
    hands: list[list[Card]] = [[] for _ in range(SEATS)]
    for trick in tricks:
        for place, card in enumerate(trick):
            hands[(leader + place) % SEATS].append(card)
        leader = trick_winner(contract, trick, leader).winner
    return tuple(map(tuple, hands))


def play_through(
    contract: str, hands: Hands, tricks: Sequence[tuple[Card, ...]], leader: int, report: Report
) -> Played | None:
    """Play every card of the tricks in order; None after reporting cards that were not in their player's hand."""
    left = [list(hand) for hand in hands]
    holder = {card: seat for seat, hand in enumerate(hands) for card in hand}
    winners: list[int] = []
    points = [0, 0]
    wrong: list[Irregularity] = []
    for number, trick in enumerate(tricks):
        owner = holder[trick[0]]
        if owner != leader:
            wrong.append(Irregularity(owner, number, trick[0], (), _to_lead(leader), "belot 1.5"))
        errors = len(report.errors)
        wrong += _play_trick(contract, left, number, trick, owner, report)
        if len(report.errors) > errors:
            return None
        if len(trick) == TRICK:
            taken = trick_winner(contract, trick, owner)
            leader = taken.winner
            winners.append(leader)
            points[leader % 2] += taken.points
    if len(winners) == TRICKS:
        points[leader % 2] += LAST_TEN
    return Played(tuple(winners), (points[0], points[1]), tuple(wrong))


def _to_lead(seat: int) -> Text:
    return T("The lead was with {player}.", player=Player(seat))


def _play_trick(
    contract: str, left: list[list[Card]], number: int, trick: tuple[Card, ...], leader: int, report: Report
) -> list[Irregularity]:
    """The cards of one trick that were not allowed; every card leaves its hand."""
    wrong = []
    for place, card in enumerate(trick):
        seat = (leader + place) % SEATS
        if card not in left[seat]:
            text = T(
                "{card} was not in the hand of {player}, whose turn it was.",
                card=card_text(card),
                player=Player(seat),
            )
            report.error(f"tricks[{number}][{place}]", "not_in_hand", text, "belot 1.5")
            continue
        legal = legal_cards(contract, left[seat], trick[:place])
        if card not in legal.cards:
            wrong.append(Irregularity(seat, number, card, legal.cards, legal.why, legal.cite))
        left[seat].remove(card)
    return wrong


QUESTION = Question(
    slug="deal",
    title=T("Was the whole deal played by the rules, and what is it worth?"),
    fields=(
        CONTRACT,
        SeatField(name="declarer", label=T("Declarer")),
        DOUBLING,
        LEADER.but(label=T("Who led to the first trick")),
        PerSeat(name="hands", label=T("The four hands"), of=WHOLE_HAND.but(name=""), optional=True),
        Repeated(
            name="tricks",
            label=T("The tricks"),
            most=8,
            of=A_TRICK.but(name="", count=None, heap="played"),
            part=T("Trick {n}"),
        ),
        DECLARATIONS.but(optional=True),
        PENDING,
    ),
    answer=answer,
    decides=faultless("irregularities", "refused"),
)
