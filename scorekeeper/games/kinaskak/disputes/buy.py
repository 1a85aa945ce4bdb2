"""May this card be bought, and what does it cost?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import Flag, Number
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, T
from scorekeeper.games.kinaskak.deal import MAX_BUYS
from scorekeeper.games.kinaskak.disputes.table import ROUND
from scorekeeper.games.kinaskak.options import KinaskakOptions


def buy_reason(number: int, buys: int, options: KinaskakOptions) -> tuple[bool, int, Reason]:
    """Whether a player's next buy stands after so many, what it costs, and why.

    A buy too many is against the rule but stands: its price is the penalty. (kinaskak 5.4)
    """
    if number == options.last_round and not options.last_round_buys:
        text = T("In the last round nothing can be bought.")
        return False, 0, Reason(text, options.cite("kinaskak 5.6", "contracts"))
    if buys < options.max_buys:
        text = N(
            "{n} buy a deal is free; so far: {buys}.",
            "{n} buys a deal are free; so far: {buys}.",
            n=options.max_buys,
            buys=buys,
        )
        return True, 0, Reason(text, ("kinaskak 5.3",))
    text = N(
        "One may buy {n} time a deal without penalty; so far: {buys}. One more buy costs {penalty}.",
        "One may buy {n} times a deal without penalty; so far: {buys}. One more buy costs {penalty}.",
        n=options.max_buys,
        buys=buys,
        penalty=options.buy_penalty,
    )
    return True, options.buy_penalty, Reason(text, ("kinaskak 5.3", "kinaskak 5.4"))


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    """Whether the next buy stands, and what it costs. (kinaskak 5.3, 5.4, 5.6)"""
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
        if values["round"] == table.options.last_round:
            text = T("At this table cards may be bought in the last round too.")
            reasons.append(Reason(text, table.options.cite("kinaskak 5.6", "contracts")))
    if not legal:
        verdict = T("This card cannot be bought.")
    elif values["buys"] >= table.options.max_buys:
        verdict = N(
            "This buy is against the rule; a player who still buys takes {n} point.",
            "This buy is against the rule; a player who still buys takes {n} points.",
            n=penalty,
        )
    else:
        verdict = T("The card may be bought, free of charge.")
    return Ruling({"legal": legal, "penalty": penalty}, verdict, tuple(reasons))


QUESTION = Question(
    slug="buy",
    title=T("May this card be bought, and what does it cost?"),
    fields=(
        ROUND,
        Number(name="buys", label=T("Buys so far in this deal"), high=MAX_BUYS),
        Flag(name="forehand_takes", label=T("The player in forehand takes the card")),
    ),
    answer=answer,
    # what costs a penalty is against the rule
    decides=lambda result: result["legal"] and not result["penalty"],
)
