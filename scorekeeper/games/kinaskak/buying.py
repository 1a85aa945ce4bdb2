"""Disputes about buying, and what a hand counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import JOKER, PACK_THREE, card_text
from scorekeeper.core.fields import CardsField, Flag, Number, Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Question, Reason, Ruling
from scorekeeper.core.text import N, T
from scorekeeper.games.kinaskak.deal import MAX_BUYS, PACK_SIZE, hand_of
from scorekeeper.games.kinaskak.melds import ROUND
from scorekeeper.games.kinaskak.options import KinaskakOptions
from scorekeeper.games.kinaskak.play import LAST_ROUND
from scorekeeper.games.kinaskak.scoring import hand_lines

MIN_CLAIMANTS, MAX_CLAIMANTS = 2, 8


def buy_reason(number: int, buys: int, options: KinaskakOptions) -> tuple[bool, int, Reason]:
    """Whether the buy of a player with so many behind them stands, what it costs, and why.

    A buy too many is against the rule, and stands all the same: its price is the penalty. (kinaskak 5.4)
    """
    if number == LAST_ROUND and not options.last_round_buys:
        text = T("In the eighth round nothing can be bought.")
        return False, 0, Reason(text, ("kinaskak 5.6",))
    if buys < options.max_buys:
        text = N(
            "{n} buy a deal is free; so far: {buys}.",
            "{n} buys a deal are free; so far: {buys}.",
            n=options.max_buys,
            buys=buys,
        )
        return True, 0, Reason(text, ("kinaskak 5.3",))
    text = N(
        "One may buy {n} time a deal without penalty; so far: {buys}. Who buys all the same takes {penalty}.",
        "One may buy {n} times a deal without penalty; so far: {buys}. Who buys all the same takes {penalty}.",
        n=options.max_buys,
        buys=buys,
        penalty=options.buy_penalty,
    )
    return True, options.buy_penalty, Reason(text, ("kinaskak 5.3", "kinaskak 5.4"))


def _buy(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    legal, penalty, reason = buy_reason(values["round"], values["buys"], table.options)
    reasons = [reason]
    if values["forehand_takes"]:
        reasons = [] if legal else [reason]
        legal, penalty = False, 0
        text = T("The player in forehand has the first right to the thrown card and takes it.")
        reasons.insert(0, Reason(text, ("kinaskak 5.1",)))
    elif legal:
        text = T("The player in forehand does not want the card, so others may buy it.")
        reasons.insert(0, Reason(text, ("kinaskak 5.1",)))
    if not legal:
        verdict = T("This card cannot be bought.")
    elif values["buys"] >= table.options.max_buys:
        verdict = N(
            "This buy is against the rule; who buys all the same takes {n} point.",
            "This buy is against the rule; who buys all the same takes {n} points.",
            n=penalty,
        )
    else:
        verdict = T("The card may be bought, free of charge.")
    return Ruling({"legal": legal, "penalty": penalty}, verdict, tuple(reasons))


def _buy_dispute(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    drawn = values["drawn"]
    if len(drawn) < MIN_CLAIMANTS:
        text = T("Each claimant draws a card, so there are at least two here.")
        report.error("drawn", "too_few", text, "kinaskak 5.5")
        return None
    rule = T(
        "Each claimant draws a card and the highest may buy: the two is low, the ace high, suits are equal."
    )
    again = T("At a joker or a shared highest card they draw again.")
    reasons = (Reason(rule, ("kinaskak 5.5",)), Reason(again, ("kinaskak 5.5",)))
    if JOKER in drawn:
        return Ruling({"winner": None}, T("A joker was drawn: all draw again."), reasons)
    heights = [PACK_THREE.ranks.index(card.rank) for card in drawn]
    highest = max(heights)
    if heights.count(highest) > 1:
        return Ruling(
            {"winner": None}, T("The highest card was drawn more than once: all draw again."), reasons
        )
    winner = heights.index(highest)
    verdict = T(
        "Whoever drew {card} may buy: claimant {number} of {all}.",
        card=card_text(drawn[winner]),
        number=winner + 1,
        all=len(drawn),
    )
    return Ruling({"winner": winner}, verdict, reasons[:1])


def _hand_points(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    cards = values["cards"]
    lines = hand_lines(0, hand_of(cards), table.options.card_values(), out=not cards)
    points = sum(line.points for line in lines)
    reasons = [
        Reason(T("{what}: {points}.", what=line.text, points=line.points), line.cites) for line in lines
    ]
    text = (
        T("The cards left in the hand are counted.")
        if cards
        else T("No card is left, so nothing is counted.")
    )
    reasons.append(Reason(text, ("kinaskak 6.1",)))
    verdict = N("This hand counts {n} point.", "This hand counts {n} points.", n=points)
    return Ruling({"points": points}, verdict, tuple(reasons))


QUESTIONS: tuple[Question, ...] = (
    Question(
        slug="buy",
        title=T("May this card be bought, and what does it cost?"),
        fields=(
            ROUND,
            Number(name="buys", label=T("Buys so far in this deal"), high=MAX_BUYS),
            Flag(name="forehand_takes", label=T("The player in forehand takes the card")),
        ),
        answer=_buy,
        decides=lambda result: (
            result["legal"] and not result["penalty"]
        ),  # what costs a penalty is against the rule
    ),
    Question(
        slug="buy_dispute",
        title=T("Who was first to buy?"),
        fields=(
            CardsField(
                name="drawn", label=T("The card each claimant drew"), pack=PACK_THREE, most=MAX_CLAIMANTS
            ),
        ),
        answer=_buy_dispute,
    ),
    Question(
        slug="hand_points",
        title=T("What do these cards count?"),
        fields=(CardsField(name="cards", label=T("The cards left"), pack=PACK_THREE, most=PACK_SIZE),),
        answer=_hand_points,
    ),
)
