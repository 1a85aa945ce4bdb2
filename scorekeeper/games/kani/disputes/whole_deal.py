"""A whole deal of Kani: every card in order, the partners, the tricks, and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.core.disputes.consequences import Mistake, find_consequence, write_consequence
from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if_whole
from scorekeeper.core.disputes.score_rulings import explain_line
from scorekeeper.core.fields import SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.play.cards import FRENCH_SUITS, PACK_52, SUIT_SIGNS, Card, Legal, card_text, cards_text
from scorekeeper.core.play.laying import SaidField, read_cards, read_list, read_seat
from scorekeeper.core.play.tricks import (
    Hand,
    Replayed,
    TrickRules,
    WrongCard,
    check_tricks,
    count_wrong_cards,
    hands_from_tricks,
    is_whole,
    lay_tricks,
    lead_by_winner,
    name_mistake,
    noticed,
    replay,
    say_leads,
    so_far,
)
from scorekeeper.core.reading import BAD, Table
from scorekeeper.core.text import N, Player, T
from scorekeeper.games.kani.checking import check_deal
from scorekeeper.games.kani.deal import ALL_TRICKS, BID, PASS, KaniDeal
from scorekeeper.games.kani.disputes.fields import CALLED, HANDS, TRICKS, TRUMP, check_called, check_lead
from scorekeeper.games.kani.options import ANY_BID, KaniOptions
from scorekeeper.games.kani.play import (
    SEATS,
    TAKER_LEADS,
    callable_cards,
    first_trick_cards,
    lead_beyond_custom,
    legal_cards,
    say_second_lead,
    trick_winner,
    trump_of_lead,
)
from scorekeeper.games.kani.scoring import MADE, score_deal


class WrongCall(WrongCard):
    """The call of a trump that could not be called, in the shape of a wrong card of the first trick."""

    @property
    def reason(self) -> Reason:
        """What was wrong, and what would have been right. (kani 3.2)"""
        text = T(
            "{player} called {card}; only {legal} could be called. {why}",
            player=Player(self.seat, opens=True),
            card=card_text(self.card),
            legal=cards_text(self.legal),
            why=self.why,
        )
        return Reason(text, (self.cite,))


class DealStart(NamedTuple):
    """The deal before the first card: the options, trump, declarer, called card, hands and tricks.

    The hands are not ``whole`` where they hold only what they have played so far. A declarer who is said to have no
    partner is ``alone`` where a table plays so with any bid. (kani 5.3)
    """

    options: KaniOptions
    trump: str
    declarer: int
    called: Card | None
    hands: tuple[Hand, ...]
    tricks: tuple[Hand, ...]
    whole: bool
    alone: bool


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """A deal card by card: the cards that were not allowed, and the score of the deal as it was played. (kani 3, 4)"""
    course = _course(values, table.options, report)
    if course is None:
        return None
    partner = _partner(values, course, report)
    replayed = _play_through(course, partner, report)
    called = course.called if course.whole or course.alone or partner is not None else None
    winners = replayed.winners if replayed is not None else ()
    tricks_taken = sum(seat in (course.declarer, partner) for seat in winners)
    deal = KaniDeal(values["bid"], course.declarer, partner, tricks_taken, course.trump, called)
    over = len(winners) == ALL_TRICKS
    _check(deal, table, report, over=over)
    if replayed is None or report.errors:
        return None
    mistakes = [_name_mistake(wrong_card, course) for wrong_card in replayed.wrong]
    ruling = _make_ruling(replayed, course, deal, find_consequence("kani", mistakes, table), table)
    assumed = say_leads(values, "kani 3.7")
    second_lead = say_second_lead(table.options) if assumed else []
    return ruling._replace(reasons=(*ruling.reasons, *assumed, *second_lead))


def _name_mistake(wrong_card: WrongCard, course: DealStart) -> Mistake:
    """The way through the tree to what was wrong: with the call, with the first lead, or in the play."""
    if isinstance(wrong_card, WrongCall):
        return Mistake(("calling", "not_highest"), wrong_card.seat)
    if wrong_card.legal and wrong_card.cite == "kani 3.2":
        return Mistake(
            ("calling", "holder_kept_it", noticed(wrong_card, course.tricks, ALL_TRICKS)), wrong_card.seat
        )
    if wrong_card.legal and wrong_card.cite == "kani 3.1":
        at_once = noticed(wrong_card, course.tricks, ALL_TRICKS) == "before_next_trick"
        return Mistake(("calling", "no_trump_led" if at_once else "no_trump_led_later"), wrong_card.seat)
    return Mistake(name_mistake(wrong_card, course.tricks, ALL_TRICKS), wrong_card.seat)


def _make_ruling(
    replayed: Replayed, course: DealStart, deal: KaniDeal, follows: Ruling | None, table: Table
) -> Ruling:
    over = len(replayed.winners) == ALL_TRICKS
    tricks = [replayed.winners.count(seat) for seat in range(SEATS)]
    result: dict[str, Any] = {
        "irregularities": [wrong_card.document for wrong_card in replayed.wrong],
        "winners": list(replayed.winners),
        "tricks": tricks,
        "partner": deal.partner,
        **dict.fromkeys(("deal", "outcome", "scores")),
    }
    reasons = [wrong_card.reason for wrong_card in replayed.wrong]
    if not reasons:
        text = T("Every card was allowed.") if over else so_far(whole=course.whole)
        reasons.append(Reason(text, ("kani 3.5", "kani 3.1", "kani 3.2")))
    reasons += _beside_the_texts(replayed, deal, table.options)
    if deal.partner is not None:
        text = T("{player} is the declarer’s partner.", player=Player(deal.partner, opens=True))
        reasons.append(Reason(text, ("kani 3.2",)))
    verdict = count_wrong_cards(len(replayed.wrong), over=over, whole=course.whole)
    if follows is not None:
        result |= follows.result
        reasons += [reason for reason in follows.reasons if reason not in reasons]
        verdict = T("{verdict} {more}", verdict=verdict, more=follows.verdict)
    if over:
        scored = score_deal(deal, Situation(table, 0, None, ""))
        result |= {
            "deal": deal_document(deal, tricks),
            "outcome": scored.outcome,
            "scores": list(scored.scores),
        }
        taken = N("{n} trick taken", "{n} tricks taken", n=deal.tricks)
        score = T("The bid fails: {taken}.", taken=taken)
        if scored.outcome == MADE:
            score = T("The bid is made: {taken}.", taken=taken)
        if follows is not None:
            score = T("As it was played: {score}", score=score)
        verdict = T("{play} {score}", play=verdict, score=score)
        reasons += [explain_line(line, Player(line.side, opens=True)) for line in scored.lines]
    return Ruling(result, verdict, tuple(reasons))


def _beside_the_texts(replayed: Replayed, deal: KaniDeal, options: KaniOptions) -> Iterator[Reason]:
    """Cards that were irregular by this table's rules but legal by one of the rule texts. (kani 3.2, 3.7)"""
    beyond = lead_beyond_custom(options)
    first, second = (
        [wrong_card for wrong_card in replayed.wrong if wrong_card.trick == number] for number in (0, 1)
    )
    if beyond is not None and any(wrong_card.cite == "kani 3.1" for wrong_card in first):
        yield beyond
    winner_leads = options.second_lead == "winner"
    if winner_leads and any(
        not wrong_card.legal and wrong_card.seat == deal.partner for wrong_card in second
    ):
        yield TAKER_LEADS


def deal_document(deal: KaniDeal, tricks: list[int]) -> dict[str, Any]:
    """The deal as a match document has it."""
    document: dict[str, Any] = {
        "kind": "deal",
        "bid": deal.bid,
        "declarer": deal.declarer,
        "partner": deal.partner,
        "tricks": tricks,
        "trump": deal.trump,
    }
    if deal.called is not None and deal.partner is not None:
        document["called"] = str(deal.called)
    return document


def _check(deal: KaniDeal, table: Table, report: Report, *, over: bool) -> None:
    """Report what the rules forbid in the deal itself: a bid too low, a partner who is the declarer."""
    if deal.bid == PASS:
        text = T("All passed, so there is nothing else to write.")
        report.error("bid", "passed_out", text, "kani 2.4")
        return
    own_report = Report()
    check_deal(deal, Situation(table, 0, None, ""), own_report)
    reported = {error.path for error in report.errors}
    for error in own_report.errors:
        path = error.path.removeprefix(".")
        if path not in reported and (over or error.code != "alone_without_all"):
            report.errors.append(error._replace(path=path))


def _course(values: Mapping[str, Any], options: KaniOptions, report: Report) -> DealStart | None:
    """Everything the play needs; None after reporting what is missing or impossible."""
    errors = len(report.errors)
    tricks: tuple[Hand, ...] = values["tricks"]
    trump = _trump(values, options, report)
    check_tricks(values.get("hands"), tricks, "kani 1.1", report, "kani 1.1")
    if trump is None or len(report.errors) > errors:
        return None
    leads = _find_leads(values, options, tricks)
    if "hands" not in values and _lacks_second_leader(values, options, tricks):
        text = T("Say who had the called card: that is the partner, and leads to the second trick.")
        report.error("partner", "missing", text, "kani 5.5")
        return None
    hands = values.get("hands") or hands_from_tricks(tricks, values["declarer"], _winner(trump), leads)
    whole = "hands" in values or is_whole(tricks, ALL_TRICKS)
    called: Card | None = values.get("called")
    check_called(called, trump, report)
    alone = options.lone_declarer == ANY_BID and values.get("partner", BAD) is None
    highest = options.partner_call in ("highest_missing", "highest_shown")
    if called is None and whole and highest and not alone:
        called = next(iter(callable_cards(trump, hands[values["declarer"]], options.partner_call)), None)
    return DealStart(options, trump, values["declarer"], called, hands, tricks, whole, alone)


def _find_leads(
    values: Mapping[str, Any], options: KaniOptions, tricks: Sequence[Hand], holder: int | None = None
) -> Callable[[int, int], int]:
    """The function that finds who leads after a trick: after the first it may be the declarer's partner. (kani 5.5)

    The partner is the ``holder`` of the called card, or the player who played it to the first trick, or who is named.
    """
    if options.second_lead == "winner":
        return lead_by_winner
    partner = _find_shown_partner(values, tricks) if holder is None else holder
    return lambda number, winner: winner if number or partner is None else partner


def _find_shown_partner(values: Mapping[str, Any], tricks: Sequence[Hand]) -> int | None:
    """The player of the called card in the first trick, or the partner who is named."""
    called, first = values.get("called"), tricks[0] if tricks else ()
    if called in first:
        return int((values["declarer"] + first.index(called)) % SEATS)
    partner: int | None = values.get("partner")
    return partner


def _lacks_second_leader(values: Mapping[str, Any], options: KaniOptions, tricks: Sequence[Hand]) -> bool:
    """Whether nothing tells who led to the second trick; a declarer who plays alone says so. (kani 5.5)"""
    asks = options.second_lead == "partner" and len(tricks) > 1 and "partner" not in values
    return asks and _find_shown_partner(values, tricks) is None


def _trump(values: Mapping[str, Any], options: KaniOptions, report: Report) -> str | None:
    """Trump as it was named, or as the first card led made it. (kani 3.1)"""
    tricks: tuple[Hand, ...] = values["tricks"]
    led = next((card.suit for trick in tricks[:1] for card in trick), None)
    trump: str | None = values.get("trump", led if trump_of_lead(options) else None)
    if trump is None:
        text = T("Say which suit was trump.")
        if led is not None and options.first_lead == "trump":
            text = T("Say which suit was trump: {suit}, which was led?", suit=SUIT_SIGNS[led])
        report.error("trump", "missing", text, "kani 3.1")
    else:
        check_lead(trump, tricks[0] if tricks else (), options, report)
    return trump


def _partner(values: Mapping[str, Any], course: DealStart, report: Report) -> int | None:
    """The declarer's partner: the player who holds the called card, or who handed it over. (kani 3.2, 3.3)

    While hands are not whole it may be that nothing tells it yet.
    """
    named_partner: int | None = values.get("partner")
    exchanged = course.options.partner_call == "highest_exchanged"
    every_trump = not callable_cards(course.trump, course.hands[course.declarer], "any_missing")
    needs_partner = course.whole and not every_trump and not course.alone
    if named_partner is None and exchanged and needs_partner:
        text = T("Say who handed the called card over: that is the partner.")
        report.error("partner", "missing", text, "kani 3.2")
    if exchanged or course.alone:
        return named_partner
    if course.called is None:
        if needs_partner:
            report.error("called", "missing", T("Say which trump was called."), "kani 3.2")
        return None if course.whole else named_partner
    holder = next((seat for seat in range(SEATS) if course.called in course.hands[seat]), None)
    if holder is None:
        return named_partner
    if holder == course.declarer:
        text = T("The declarer calls a trump that is not in their own hand.")
        report.error("called", "called_in_hand", text, "kani 3.2")
        return None
    if "partner" in values and named_partner != holder:
        text = T("The called card was in the hand of {player}.", player=Player(holder))
        report.error("partner", "called_holder", text, "kani 3.2")
    return holder


def _play_through(course: DealStart, partner: int | None, report: Report) -> Replayed | None:
    """Play every card of the tricks in order; None after reporting a card that was not in its player's hand."""

    def find_legal(number: int, seat: int, hand: Sequence[Card], before: Hand) -> Legal:
        if number == 0 and (before or seat == course.declarer):
            return first_trick_cards(course.trump, hand, before, course.called, course.options)
        return legal_cards(course.trump, hand, before)

    rules = TrickRules(
        legal=find_legal,
        winner=_winner(course.trump),
        lead_cite=lambda number: _cite_lead(number, course.options),
        turn_cite="kani 3.7",
        leads=_find_leads(course._asdict(), course.options, course.tricks, partner),
    )
    replayed = replay(course.hands, course.tricks, course.declarer, rules, report, whole=course.whole)
    return None if replayed is None else replayed._replace(wrong=(*_wrong_calls(course), *replayed.wrong))


def _cite_lead(number: int, options: KaniOptions) -> str:
    if number == 1 and options.second_lead == "partner":
        return "kani 5.5"
    return "kani 3.7" if number else "kani 3.1"


def _winner(trump: str) -> Callable[[Hand, int], int]:
    """The function that finds the seat that takes a trick. (kani 3.6)"""
    return partial(trick_winner, trump)


def _wrong_calls(course: DealStart) -> Iterator[WrongCall]:
    """The call of a trump that was not the highest missing; the whole hand of the declarer shows it. (kani 3.2)"""
    free = course.options.partner_call in ("any_missing", "highest_exchanged")
    if course.called is None or not course.whole or free:
        return
    legal = callable_cards(course.trump, course.hands[course.declarer], course.options.partner_call)
    if course.called not in legal:
        why = T("The highest trump that the declarer lacks is called.")
        yield WrongCall(course.declarer, 0, course.called, legal, why, "kani 3.2")


def _find_winner(document: Mapping[str, Any], table: Table) -> Callable[[Hand, int], int] | None:
    """The function that finds who takes a trick; the suit led is trump where the table plays so. (kani 3.1, 3.6)"""
    trump = document.get("trump")
    if trump is None and trump_of_lead(table.options):
        led = read_cards(PACK_52, next(iter(read_list(document, "tricks")), []))
        trump = led[0].suit if led else None
    return _winner(trump) if isinstance(trump, str) and trump in FRENCH_SUITS else None


def _find_next_lead(document: Mapping[str, Any], table: Table) -> Callable[[int, int], int]:
    """Who leads after a trick of a deal that is being laid. (kani 5.5)"""
    tricks = [tuple(read_cards(PACK_52, notations)) for notations in read_list(document, "tricks")[:1]]
    called = next(iter(read_cards(PACK_52, [document.get("called")])), None)
    declarer, partner = (read_seat(document, name, SEATS) for name in ("declarer", "partner"))
    values = {"declarer": declarer or 0, "partner": partner, "called": called}
    return _find_leads(values, table.options, tricks)


def _offer_trump(document: Mapping[str, Any], table: Table, card: Card) -> SaidField | None:
    """The suit of the first card, where that has to be a trump; a declarer without one leads another. (kani 3.1)"""
    if document.get("trump") is not None or table.options.first_lead != "trump":
        return None
    return SaidField("trump", card.suit, T("{suit} is trump", suit=SUIT_SIGNS[card.suit]))


LAYING = lay_tricks(
    PACK_52,
    ALL_TRICKS,
    ("bid", "declarer"),
    lambda document: read_seat(document, "declarer", SEATS),
    _find_winner,
    _find_next_lead,
).but(needs_here=lambda table: () if trump_of_lead(table.options) else ("trump",), says=_offer_trump)

QUESTION = Question(
    slug="deal",
    title=T("Was the whole deal played by the rules, and what is it worth?"),
    fields=(
        BID,
        SeatField(name="declarer", label=T("Declarer")),
        TRUMP.but(optional=True),
        CALLED,
        SeatField(name="partner", label=T("Partner"), or_none=True, optional=True),
        HANDS,
        TRICKS,
    ),
    answer=answer,
    writes=write_consequence("calls"),
    decides=yes_if_whole("irregularities"),
    laying=LAYING,
)
