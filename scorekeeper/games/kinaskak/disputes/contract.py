"""Is what was laid down the contract of the round?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.findings import ERROR, Report
from scorekeeper.core.play.cards import JOKER, SUIT_SIGNS
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.explaining import (
    CONTRACT_NAMES,
    Flaw,
    flaws,
    joker_reason,
    reasons_of,
)
from scorekeeper.games.kinaskak.disputes.table import MELDS, ROUND, check_copies
from scorekeeper.games.kinaskak.options import KinaskakOptions
from scorekeeper.games.kinaskak.play import CARDS_A_BUY, CONTRACTS, LAST_ROUND, RUN, Meld, is_meld, suit_of


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Whether the melds are the contract of the round, and what is wrong with them. (kinaskak 2.3, 4.1, 4.4)"""
    melds = [Meld(meld["kind"], meld["cards"]) for meld in values["melds"]]
    check_copies((card for meld in melds for card in meld.cards), table.options, "melds", report)
    if report.errors:
        return None
    number = values["round"]
    found = contract_flaws(number, melds, table.options)
    result = {
        "meets": not found,
        "findings": [
            {"severity": ERROR, "code": flaw.code, "message": flaw.text, "path": path, "cites": flaw.cites}
            for path, flaw in found
        ],
    }
    name = CONTRACT_NAMES[number - 1]
    if found:
        verdict = T("This is not the contract of round {number}: {contract}.", number=number, contract=name)
        return Ruling(result, verdict, tuple(reasons_of([flaw for _, flaw in found])))
    verdict = T("This is the contract of round {number}: {contract}.", number=number, contract=name)
    return Ruling(result, verdict, tuple(contract_reasons(number, melds, table.options.joker_limit)))


def contract_flaws(
    number: int, melds: Sequence[Meld], options: KinaskakOptions, buys: int | None = None
) -> list[tuple[str, Flaw]]:
    """Everything that keeps these melds from meeting a round's contract, each with its path.

    ``buys`` are those of the player in this deal, where they are known.
    """
    found = [
        (f"melds[{i}]", flaw) for i, meld in enumerate(melds) for flaw in flaws(meld, options.joker_limit)
    ]
    contract = CONTRACTS[number - 1]
    runs = [meld for meld in melds if meld.kind == RUN]
    if (len(runs), len(melds) - len(runs)) != (contract.runs, contract.sets):
        text = T(
            "Round {number} asks for {contract}, neither more nor less; the round alone decides.",
            number=number,
            contract=CONTRACT_NAMES[number - 1],
        )
        found.append(("melds", Flaw("other_contract", text, ("kinaskak 2.3", "kinaskak 2.4"))))
    valid = [meld for meld in runs if is_meld(meld, options.joker_limit)]
    suits = [suit_of(meld.cards) for meld in valid]
    for suit in dict.fromkeys(suits):
        if suits.count(suit) > 1:
            text = T("Each run must be in another suit; here several are in {suit}.", suit=SUIT_SIGNS[suit])
            found.append(("melds", Flaw("same_suit", text, ("kinaskak 3.3",))))
    if number == LAST_ROUND:
        found += [("melds", flaw) for flaw in _last_round_flaws(melds, contract.cards, options, buys)]
    return found


def _last_round_flaws(
    melds: Sequence[Meld], fewest: int, options: KinaskakOptions, buys: int | None
) -> list[Flaw]:
    """In the eighth round all the cards are laid down at once. (kinaskak 4.4)"""
    laid = sum(len(meld.cards) for meld in melds)
    bought = laid - fewest if options.last_round_buys else 0
    wanted = fewest + (bought if buys is None else CARDS_A_BUY * buys)
    if laid == wanted and bought >= 0 and bought % CARDS_A_BUY == 0:
        return []
    if not options.last_round_buys:
        text = T("In the eighth round exactly fourteen cards are laid down; here are {laid}.", laid=laid)
        return [Flaw("not_all_cards", text, ("kinaskak 4.4",))]
    text = T(
        "In the eighth round exactly fourteen cards are laid down and two more for each buy; here are {laid}.",
        laid=laid,
    )
    return [Flaw("not_all_cards", text, ("kinaskak 4.4", "kinaskak 5.2", "kinaskak 5.6"))]


def contract_reasons(number: int, melds: Sequence[Meld], joker_limit: str) -> list[Reason]:
    """The rules that the melds of a round's contract obey."""
    contract = CONTRACTS[number - 1]
    asked = T("Round {number} asks for {contract}.", number=number, contract=CONTRACT_NAMES[number - 1])
    reasons = [Reason(asked, ("kinaskak 2.3",))]
    if contract.runs:
        text = T("A run is four or more cards of one suit in sequence, the ace low or high.")
        reasons.append(Reason(text, ("kinaskak 3.1", "kinaskak 3.2")))
    if contract.runs > 1:
        reasons.append(Reason(T("Each run must be in another suit."), ("kinaskak 3.3",)))
    if contract.sets:
        reasons.append(Reason(T("A set is three or more cards of one rank."), ("kinaskak 3.4",)))
    if any(JOKER in meld.cards for meld in melds):
        reasons.append(joker_reason(joker_limit))
    if number == LAST_ROUND:
        text = T(
            "In the eighth round all is laid down at once: fourteen cards, and two for each buy that is allowed."
        )
        reasons.append(Reason(text, ("kinaskak 4.4",)))
    return reasons


QUESTION = Question(
    slug="contract",
    title=T("Is what was laid down the contract of the round?"),
    fields=(ROUND, MELDS),
    answer=answer,
    decides=yes_if("meets"),
)
