"""Can this hand go down?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import IN_HAND, JOKER, SUIT_SIGNS, Card
from scorekeeper.core.reading import Table
from scorekeeper.core.text import Capital, N, T, Text
from scorekeeper.games.kinaskak.deal import TABLE_CARDS
from scorekeeper.games.kinaskak.disputes.contract import contract_reasons
from scorekeeper.games.kinaskak.disputes.explaining import CONTRACT_OBJECTS, JOKER_LIMITS, name_contract
from scorekeeper.games.kinaskak.disputes.table import ROUND
from scorekeeper.games.kinaskak.options import CARDS_A_BUY, KinaskakOptions
from scorekeeper.games.kinaskak.play.fewest_jokers import fewest_jokers, suit_of_two_runs, way_down

MAX_HAND = 40
"""Thirteen dealt, one drawn and thirteen buys."""


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    """Whether a hand holds the contract of the round, and one way to lay it down. (kinaskak 4.1)"""
    number, hand, options = values["round"], values["hand"], table.options
    way = way_down(hand, number, options)
    result = {"can": way is not None, "melds": [meld.document() for meld in way or ()]}
    name = name_contract(options.contracts[number - 1])
    if way is None:
        verdict = T("This hand cannot go down in round {number}: {contract}.", number=number, contract=name)
        return Ruling(result, verdict, tuple(_why_not(hand, number, options)))
    verdict = T("This hand can go down in round {number}: {contract}.", number=number, contract=name)
    reasons = contract_reasons(number, way, options)
    if options.is_exact(number) and sum(len(meld.cards) for meld in way) < len(hand):
        too_many = T(
            "A hand has at most {whole} cards in the last round; these are {held}: count them again.",
            whole=options.cards_dealt + 1,
            held=len(hand),
        )
        reasons.append(Reason(too_many, (*options.cite("kinaskak 4.4", "cards_dealt"), "kinaskak 5.6")))
    text = T("A player who holds the contract may lay it down in their own turn.")
    return Ruling(result, verdict, (Reason(text, ("kinaskak 4.1",)), *reasons))


def _why_not(hand: Sequence[Card], number: int, options: KinaskakOptions) -> list[Reason]:
    """What the hand lacks: cards, jokers, or everything."""
    contract, held = options.contracts[number - 1], len(hand)
    asked = options.cite("kinaskak 2.3", "contracts")
    all_at_once = options.cite("kinaskak 4.4", "cards_dealt")
    name, least = name_contract(contract), options.count_cards(contract)
    exact, whole = options.is_exact(number), options.cards_dealt + 1
    if held < (whole if exact else least):
        text = T(
            "Round {number} asks for {contract}: at least {least} cards, and this hand holds {held}.",
            number=number,
            contract=name,
            least=whole if exact else least,
            held=held,
        )
        return [Reason(text, (*asked, *(all_at_once if exact else ())))]
    if exact and ((options.last_round_buys and held > whole) or least < whole):
        return [_not_all(held - whole, whole, name, (*all_at_once, *asked))]
    if options.final_discard and not exact and held == least:
        text = T("Going out ends with a card thrown away, so one card stays in the hand.")
        return [Reason(text, ("kinaskak 7.5",))]
    cites = (
        *asked,
        *(("kinaskak 3.1",) if contract.runs else ()),
        *(("kinaskak 3.3",) if contract.runs > 1 else ()),
        *(("kinaskak 3.4",) if contract.sets else ()),
    )
    suit = suit_of_two_runs(hand, number, options)
    if suit is not None:
        text = T(
            "Two of its runs would be in {suit}: each run must be in another suit.", suit=SUIT_SIGNS[suit]
        )
        return [Reason(text, ("kinaskak 3.3", *asked))]
    limit = Reason(JOKER_LIMITS[options.joker_limit], ("kinaskak 3.5",))
    way = fewest_jokers(hand, contract, options, stretch=not exact)
    if way is None:
        text = T(
            "Its real cards do not make {contract} with any number of jokers.",
            contract=name_contract(contract, CONTRACT_OBJECTS),
        )
        return [Reason(text, cites), limit]
    text = N(
        "{contract}: the best way to lay it takes {n} joker; this hand has {jokers}.",
        "{contract}: the best way to lay it takes {n} jokers; this hand has {jokers}.",
        n=way.jokers,
        contract=Capital(name),
        jokers=hand.count(JOKER),
    )
    return [Reason(text, cites), *([limit] if JOKER in hand else [])]


def _not_all(more: int, whole: int, name: Text, cites: tuple[str, ...]) -> Reason:
    if more % CARDS_A_BUY:
        text = T(
            "In the last round all cards are laid down at once, {whole} and two for each buy: first one draws.",
            whole=whole,
        )
    else:
        text = T(
            "In the last round all cards are laid down at once; these do not all go into {contract}.",
            contract=name,
        )
    return Reason(text, cites)


QUESTION = Question(
    slug="go_down",
    title=T("Can this hand go down?"),
    fields=(ROUND, TABLE_CARDS.but(name="hand", label=T("The hand"), lies=IN_HAND, most=MAX_HAND)),
    answer=answer,
    decides=yes_if("can"),
)
