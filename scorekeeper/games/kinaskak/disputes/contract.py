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
    USUAL_RUN,
    USUAL_SET,
    Flaw,
    flaws,
    joker_reason,
    name_contract,
    reasons_of,
)
from scorekeeper.games.kinaskak.disputes.table import BUYS_OF_ONE, MELDS, ROUND, check_copies
from scorekeeper.games.kinaskak.options import CARDS_A_BUY, KinaskakOptions
from scorekeeper.games.kinaskak.play import RUN, Meld, suit_of


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Whether the melds are the contract of the round, and what is wrong with them. (kinaskak 2.3, 4.1, 4.4)"""
    melds = [Meld(meld["kind"], meld["cards"]) for meld in values["melds"]]
    check_copies((card for meld in melds for card in meld.cards), table.options, "melds", report)
    if report.errors:
        return None
    number = values["round"]
    all_flaws = contract_flaws(number, melds, table.options, values.get("buys"))
    result = {
        "meets": not all_flaws,
        "findings": [
            {"severity": ERROR, "code": flaw.code, "message": flaw.text, "path": path, "cites": flaw.cites}
            for path, flaw in all_flaws
        ],
    }
    name = name_contract(table.options.contracts[number - 1])
    if all_flaws:
        verdict = T("This is not the contract of round {number}: {contract}.", number=number, contract=name)
        return Ruling(result, verdict, tuple(reasons_of([flaw for _, flaw in all_flaws])))
    verdict = T("This is the contract of round {number}: {contract}.", number=number, contract=name)
    return Ruling(result, verdict, tuple(contract_reasons(number, melds, table.options)))


def contract_flaws(
    number: int, melds: Sequence[Meld], options: KinaskakOptions, buys: int | None = None
) -> list[tuple[str, Flaw]]:
    """Everything that keeps these melds from meeting a round's contract, each with its path.

    ``buys`` are those of the player in this deal, where they are known.
    """
    wrong = [flaws(meld, options) for meld in melds]
    all_flaws = [(f"melds[{place}]", flaw) for place, found in enumerate(wrong) for flaw in found]
    contract = options.contracts[number - 1]
    runs = sum(meld.kind == RUN for meld in melds)
    if (runs, len(melds) - runs) != (contract.runs, contract.sets):
        text = T(
            "Round {number} asks for {contract}, neither more nor less; the round alone decides.",
            number=number,
            contract=name_contract(contract),
        )
        cites = (*options.cite("kinaskak 2.3", "contracts"), "kinaskak 2.4")
        all_flaws.append(("melds", Flaw("other_contract", text, cites)))
    rightly = (meld for meld, found in zip(melds, wrong, strict=True) if meld.kind == RUN and not found)
    suits = [suit_of(meld.cards) for meld in rightly]
    for suit in dict.fromkeys(suits):
        if suits.count(suit) > 1:
            text = T("Each run must be in another suit; here several are in {suit}.", suit=SUIT_SIGNS[suit])
            all_flaws.append(("melds", Flaw("same_suit", text, ("kinaskak 3.3",))))
    if options.is_exact(number):
        all_flaws += [("melds", flaw) for flaw in _last_round_flaws(melds, options, buys)]
    return all_flaws


def _last_round_flaws(melds: Sequence[Meld], options: KinaskakOptions, buys: int | None) -> list[Flaw]:
    """In the last round all the cards are laid down at once. (kinaskak 4.4)"""
    laid, whole = sum(len(meld.cards) for meld in melds), options.cards_dealt + 1
    bought = laid - whole if options.last_round_buys else 0
    wanted = whole + (bought if buys is None or not options.last_round_buys else CARDS_A_BUY * buys)
    if laid == wanted and bought >= 0 and bought % CARDS_A_BUY == 0:
        return []
    if not options.last_round_buys:
        text = T(
            "In the last round all {whole} cards are laid down; here are {laid}.", whole=whole, laid=laid
        )
        return [Flaw("not_all_cards", text, options.cite("kinaskak 4.4", "cards_dealt"))]
    text = T(
        "In the last round all {whole} cards are laid down and two more for each buy; here are {laid}.",
        whole=whole,
        laid=laid,
    )
    cites = (*options.cite("kinaskak 4.4", "cards_dealt"), "kinaskak 5.2", "kinaskak 5.6")
    return [Flaw("not_all_cards", text, cites)]


def contract_reasons(number: int, melds: Sequence[Meld], options: KinaskakOptions) -> list[Reason]:
    """The rules that the melds of a round's contract obey."""
    contract = options.contracts[number - 1]
    asked = T("Round {number} asks for {contract}.", number=number, contract=name_contract(contract))
    reasons = [Reason(asked, options.cite("kinaskak 2.3", "contracts"))]
    if contract.runs:
        reasons.append(run_reason(options))
    if contract.runs > 1:
        reasons.append(Reason(T("Each run must be in another suit."), ("kinaskak 3.3",)))
    if contract.sets:
        reasons.append(set_reason(options))
    if any(JOKER in meld.cards for meld in melds):
        reasons.append(joker_reason(options))
    if options.is_exact(number):
        text = T(
            "In the last round all is laid down at once: {whole} cards, and two for each buy that is allowed.",
            whole=options.cards_dealt + 1,
        )
        reasons.append(Reason(text, options.cite("kinaskak 4.4", "cards_dealt")))
    elif number == options.last_round:
        text = T("The last contract is laid down like the others: what is over stays in the hand.")
        reasons.append(Reason(text, ("kinaskak 7.3",)))
    return reasons


def run_reason(options: KinaskakOptions) -> Reason:
    """What a run is at this table. (kinaskak 3.1, 3.2, 7.2, 7.4)"""
    text = T("A run is four or more cards of one suit in sequence, the ace low or high.")
    if options.run_length != USUAL_RUN or options.around_ace:
        text = T("A run is {least} or more cards of one suit in sequence.", least=options.run_length)
        if options.around_ace:
            text = T("{text} It may go over the ace.", text=text)
    return Reason(text, ("kinaskak 3.1", *options.cite("kinaskak 3.2", "run_length", "around_ace")))


def set_reason(options: KinaskakOptions) -> Reason:
    """What a set is at this table. (kinaskak 3.4, 7.2)"""
    least = options.set_size
    if least == USUAL_SET:
        return Reason(T("A set is three or more cards of one rank."), ("kinaskak 3.4",))
    text = T("A set is {least} or more cards of one rank.", least=least)
    return Reason(text, options.cite("kinaskak 3.4", "set_size"))


QUESTION = Question(
    slug="contract",
    title=T("Is what was laid down the contract of the round?"),
    fields=(ROUND, MELDS, BUYS_OF_ONE),
    answer=answer,
    decides=yes_if("meets"),
)
