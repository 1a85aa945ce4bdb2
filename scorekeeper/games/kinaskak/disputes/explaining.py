"""Why cards are not a run or a set: what is wrong with a meld, and what a contract asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.play.cards import JOKER, Card, card_text, cards_text
from scorekeeper.core.text import C, T, Text
from scorekeeper.games.kinaskak.options import (
    HALF,
    ONE,
    ONE_NATURAL,
    TWO_NATURALS,
    Contract,
    KinaskakOptions,
    name_melds,
)
from scorekeeper.games.kinaskak.play import (
    HIGH_ACE,
    RUN,
    Meld,
    in_order,
    jokers_fit,
    open_ends,
    order_as_laid,
    run_endings,
    whole_run,
)

USUAL_RUN, USUAL_SET = 4, 3


class Flaw(NamedTuple):
    """One thing that is wrong with a meld or with a contract laid down."""

    code: str
    text: Text
    cites: tuple[str, ...]


CONTRACT_NAMES: Mapping[Contract, Text] = {
    Contract(1, 1): T("one run and one set"),
    Contract(0, 2): T("two sets"),
    Contract(2, 0): T("two runs"),
    Contract(1, 2): T("one run and two sets"),
    Contract(2, 1): T("two runs and one set"),
    Contract(0, 3): T("three sets"),
    Contract(3, 0): T("three runs"),
    Contract(2, 2): T("two runs and two sets"),
}
CONTRACT_OBJECTS: Mapping[Contract, Text] = {
    Contract(1, 1): C("is made", "one run and one set"),
    Contract(0, 2): C("is made", "two sets"),
    Contract(2, 0): C("is made", "two runs"),
    Contract(1, 2): C("is made", "one run and two sets"),
    Contract(2, 1): C("is made", "two runs and one set"),
    Contract(0, 3): C("is made", "three sets"),
    Contract(3, 0): C("is made", "three runs"),
    Contract(2, 2): C("is made", "two runs and two sets"),
}
"""The same as the object of a sentence: Icelandic has a case for it."""


def name_contract(contract: Contract, names: Mapping[Contract, Text] = CONTRACT_NAMES) -> Text:
    """A contract in words; those of the rule text as one says them, others by their numbers."""
    return names.get(contract) or name_melds(*contract)


JOKER_LIMITS: Mapping[str, Text] = {
    ONE_NATURAL: T("A meld needs at least one real card beside its jokers."),
    HALF: T("At this table a meld never holds more jokers than real cards."),
    TWO_NATURALS: T("At this table a meld needs at least two real cards beside its jokers."),
    ONE: T("At this table a meld holds one joker at most."),
}


def drop_repeats(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Reasons without repeats, in order."""
    return tuple(reason for index, reason in enumerate(reasons) if reason not in reasons[:index])


def flaws(meld: Meld, options: KinaskakOptions) -> list[Flaw]:
    """Everything that keeps these cards from being the meld they are meant to be; empty when they are one."""
    all_flaws = run_flaws(meld.cards, options) if meld.kind == RUN else set_flaws(meld.cards, options)
    if not jokers_fit(meld.cards, options):
        all_flaws.append(Flaw("joker_limit", JOKER_LIMITS[options.joker_limit], ("kinaskak 3.5",)))
    return all_flaws


def set_flaws(cards: Sequence[Card], options: KinaskakOptions) -> list[Flaw]:
    """What keeps cards from being a set, its jokers aside. (kinaskak 3.4)"""
    all_flaws = []
    least = options.set_size
    if len(cards) < least:
        text = T("A set is three cards or more; cards laid here: {held}.", held=len(cards))
        if least != USUAL_SET:
            text = T("A set is {least} cards or more here; cards laid: {held}.", least=least, held=len(cards))
        all_flaws.append(Flaw("too_short", text, options.cite("kinaskak 3.4", "set_size")))
    ranks = {card.rank: card for card in cards if card != JOKER}
    if len(ranks) > 1:
        first, second = list(ranks.values())[:2]
        params = {"one": card_text(first), "other": card_text(second)}
        text = T("The cards of a set are of one rank; {one} and {other} are not.", **params)
        all_flaws.append(Flaw("two_ranks", text, ("kinaskak 3.4",)))
    return all_flaws


def run_flaws(cards: Sequence[Card], options: KinaskakOptions) -> list[Flaw]:
    """What keeps cards from being a run, its jokers aside. (kinaskak 3.1, 3.2)"""
    all_flaws = []
    naturals = [card for card in cards if card != JOKER]
    least = options.run_length
    if len(cards) < least:
        text = T("A run is four cards or more; cards laid here: {held}.", held=len(cards))
        if least != USUAL_RUN:
            text = T("A run is {least} cards or more here; cards laid: {held}.", least=least, held=len(cards))
        all_flaws.append(Flaw("too_short", text, options.cite("kinaskak 3.1", "run_length")))
    if len(cards) > HIGH_ACE:
        text, cites = T("A run ends at the ace, so it never has more than fourteen cards."), ("kinaskak 3.2",)
        if options.around_ace:
            text, cites = T("A run has fourteen cards at most."), ("kinaskak 7.4",)
        all_flaws.append(Flaw("too_long", text, cites))
    suits = {card.suit: card for card in naturals}
    if len(suits) > 1:
        first, second = list(suits.values())[:2]
        params = {"one": card_text(first), "other": card_text(second)}
        text = T("The cards of a run are of one suit; {one} and {other} are not.", **params)
        all_flaws.append(Flaw("two_suits", text, ("kinaskak 3.1",)))
    elif naturals:
        all_flaws += _gaps(naturals, len(cards), around=options.around_ace)
    return all_flaws


def _gaps(naturals: Sequence[Card], length: int, *, around: bool) -> list[Flaw]:
    endings = run_endings(naturals, around=around)
    if not endings:
        twice = next(card for card in naturals if naturals.count(card) > (2 if card.rank == "A" else 1))
        text = T("A run has each card once; {card} is here more often.", card=card_text(twice))
        return [Flaw("same_card", text, ("kinaskak 3.1",))]
    if any(max(places) - min(places) < length for places in endings):
        return []
    if not around and _round_the_corner(naturals, length):
        text = T("A run begins or ends with an ace; it never goes round the corner from the ace to the two.")
        return [Flaw("round_the_corner", text, ("kinaskak 3.2",))]
    missing = min(max(places) - min(places) + 1 for places in endings) - length
    text = T("The cards of a run follow one another; here the gaps lack jokers: {missing}.", missing=missing)
    return [Flaw("gap", text, ("kinaskak 3.1",))]


def _round_the_corner(naturals: Sequence[Card], length: int) -> bool:
    """Whether the cards would be a run if the two followed the ace and the king came before it."""
    if not any(card.rank == "A" for card in naturals):
        return False
    (*others, _) = run_endings(naturals)[0]
    around = sorted({place % (HIGH_ACE - 1) for place in (*others, 1)})
    widest = max(
        (after - before) % (HIGH_ACE - 1)
        for before, after in zip(around, (*around[1:], around[0]), strict=True)
    )
    return len(around) == len(naturals) and HIGH_ACE - widest <= length


# --- Where jokers are taken to lie ----------------------------------------------------------------


def lies_reasons(cards: Sequence[Card], options: KinaskakOptions) -> tuple[Reason, ...]:
    """How a run was read whose written cards leave its order open: what its jokers stand for."""
    if JOKER not in cards:
        return ()
    lies = whole_run(order_as_laid(cards, options))
    backwards = in_order(tuple(reversed(cards)), options)
    if in_order(cards, options) is None:
        text = T(
            "The cards of this run were not written in order; it is taken to lie so: {cards}.",
            cards=cards_text(lies),
        )
    elif backwards is None or whole_run(backwards) == lies:
        return ()
    else:
        text = T(
            "This run could lie either way; it is read from low to high: {cards}. "
            "If it goes the other way, write its cards from the other end.",
            cards=cards_text(lies),
        )
    return (Reason(text, ("kinaskak 3.1", "kinaskak 1.5")),)


def joker_end_reasons(meld: Meld, card: Card, options: KinaskakOptions) -> tuple[Reason, ...]:
    """At which end of a run (low to high) a joker was laid off, where both ends were open."""
    if card != JOKER or meld.kind != RUN or len(open_ends(meld.cards, options)) < 2:
        return ()
    text = T(
        "The end at which the joker was laid off was not named; it is taken to be the high end: {card}.",
        card=card_text(open_ends(meld.cards, options)[1]),
    )
    return (Reason(text, ("kinaskak 4.2", "kinaskak 1.5")),)


def joker_reason(options: KinaskakOptions) -> Reason:
    """What jokers are and how many of them a meld may hold."""
    text = T("A joker stands for any card. {limit}", limit=JOKER_LIMITS[options.joker_limit])
    return Reason(text, ("kinaskak 1.5", "kinaskak 3.5"))


def reasons_of(all_flaws: Sequence[Flaw]) -> list[Reason]:
    """The reasons that flaws give, in their order."""
    return [Reason(flaw.text, flaw.cites) for flaw in all_flaws]
