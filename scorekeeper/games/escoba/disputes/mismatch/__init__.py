"""Counts that do not add up to forty cards, ten golds and four sevens: the slips that explain them, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.disputes.slips import Slip, name_likeliest, rule_on_slips
from scorekeeper.core.disputes.writings import write_mended
from scorekeeper.core.fields import CardsField, Group, Number, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import PACK_40, card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T, Text
from scorekeeper.games.escoba.checking import MIN_IN_ESCOBA
from scorekeeper.games.escoba.deal import TOTAL_TEXTS
from scorekeeper.games.escoba.disputes.mismatch import piles
from scorekeeper.games.escoba.disputes.mismatch.contradictions import find_contradictions
from scorekeeper.games.escoba.disputes.mismatch.kinds import (
    ASKS,
    ASKS_LEFT,
    ASKS_PILES,
    CARD,
    DIGITS,
    KIND,
    LEFT,
    LEFTOVERS_FORGOTTEN,
    MARKERS,
    OTHER,
    UNSEEN,
    listing,
)
from scorekeeper.games.escoba.disputes.mismatch.piles import can_be_left
from scorekeeper.games.escoba.disputes.sides import side_at
from scorekeeper.games.escoba.play import FIFTEEN, LEFT_OVER_FIFTEENS, total
from scorekeeper.games.escoba.play.tally import ALL_CARDS, GOLDS, SEVENS, TOTALS

MIN_SIDES, MAX_SIDES = 2, 6
CLAIMS = "seven_of_golds"
WHOLES: Mapping[str, int] = {**TOTALS, CLAIMS: 1}


def _numbers(name: str, label: Text, high: int) -> Repeated:
    return Repeated(name=name, label=label, of=Number(high=high), most=MAX_SIDES, optional=True, by_side=True)


FIELD = Group(
    name="counts",
    label=T("The count as each side has it"),
    fields=(
        _numbers("cards", T("Cards"), 99),
        _numbers("golds", T("Golds"), 40),
        _numbers("sevens", T("Sevens"), 40),
        _numbers(CLAIMS, T("Sides that say they have the seven of golds"), MAX_SIDES - 1).but(by_side=False),
        _numbers("escobas", T("Escobas"), ALL_CARDS // 2),
        Repeated(
            name="piles",
            label=T("The cards each side took"),
            of=CardsField(pack=PACK_40, most=ALL_CARDS),
            most=MAX_SIDES,
            optional=True,
            by_side=True,
        ),
        CardsField(
            name="left",
            label=T("Cards left on the table"),
            pack=PACK_40,
            heap="left",
            most=ALL_CARDS,
            optional=True,
        ),
    ),
)


class SlipEffect(NamedTuple):
    """The effect of one slip on a side's numbers: how much has to be added to each of them."""

    rank: int
    cards: int
    golds: int
    sevens: int
    seven_of_golds: int
    text: Text
    cites: tuple[str, ...]

    @property
    def by_name(self) -> dict[str, int]:
        """The amounts by the name of the number."""
        return {name: getattr(self, name) for name in WHOLES}


class SideCounts(NamedTuple):
    """The numbers that were given, one a side; a claim to the seven of golds is 0 or 1."""

    sides: int
    numbers: Mapping[str, tuple[int, ...]]
    claims: tuple[int, ...]
    escobas: tuple[int, ...] | None
    left: tuple[Any, ...] | None

    @property
    def wanted(self) -> dict[str, int]:
        """How much has to be added to each number of all sides together."""
        return {name: WHOLES[name] - sum(numbers) for name, numbers in self.numbers.items()}


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """The single slips that would make the counts fit. (escoba 1.1, 4.3)"""
    facts = values["counts"]
    _check(facts, report)
    if report.errors:
        return None
    asks = ASKS_PILES if "piles" in facts else ASKS
    if "piles" in facts:
        slips = list(piles.slips(facts["piles"], facts.get("left")))
        reasons = list(piles.reasons(facts["piles"]))
    else:
        counts = _read(facts)
        slips = list(_slips(counts))
        reasons = list(_reasons(counts))
    if "left" in facts and not slips:
        slips, asks = list(_left_slips(facts["left"])), ASKS_LEFT
    fits = not reasons and not slips
    if "left" in facts and total(facts["left"]) % FIFTEEN != LEFT_OVER_FIFTEENS:
        fits = False
        text = T(
            "Cards left add up to 10, 25, 40 and so on, not {points}: some capture was not fifteen.",
            points=total(facts["left"]),
        )
        reasons.append(Reason(text, ("escoba 4.3",)))
    if fits:
        counts = _read(facts)
        sides = len(facts["piles"]) if "piles" in facts else max(counts.sides, len(facts.get("escobas", ())))
        odd = find_contradictions(facts, sides, counts.claims, table)
        if odd:
            return Ruling({"slips": []}, T("The counts add up, but no deal ends so."), tuple(odd))
        text = T(
            "All sides together have forty cards, ten golds, four sevens, and one of them the seven of golds."
        )
        return Ruling({"slips": []}, T("The counts fit together."), (Reason(text, ("escoba 1.1",)),))
    slips.sort(key=lambda slip: slip.rank)
    nothing = T("No single slip explains the difference; count the cards again.")
    return rule_on_slips(name_likeliest(slips, asks, nothing), reasons, slips)


def _check(facts: Mapping[str, Any], report: Report) -> None:
    """Report that there is nothing to compare, lists of different sides, and sides that do not exist."""
    if not facts.keys() & {"piles", "left", *WHOLES}:
        text = T("Give the cards, golds or sevens as each side counted them, the piles, or the cards left.")
        report.error("counts.cards", "missing", text)
    mixed = facts.keys() & set(WHOLES)
    if "piles" in facts and mixed:
        text = T("Give the piles or the numbers; the numbers follow from the piles.")
        report.error("counts.piles", "mixed_forms", text)
    sizes = {name: len(facts[name]) for name in (*TOTALS, "escobas", "piles") if name in facts}
    sides = max(sizes.values(), default=MAX_SIDES)
    for name, size in sizes.items():
        if size != sides or size < MIN_SIDES:
            text = T("Write a list of {size} values here.", size=max(sides, MIN_SIDES))
            report.error(f"counts.{name}", "list_length", text)
    for index, side in enumerate(facts.get(CLAIMS, ())):
        if side >= sides:
            text = T("Name a side from 0 to {last}.", last=sides - 1)
            report.error(f"counts.{CLAIMS}[{index}]", "unknown_side", text)
    if len(set(facts.get(CLAIMS, ()))) < len(facts.get(CLAIMS, ())):
        report.error(f"counts.{CLAIMS}", "side_twice", T("Name each side once."))


def _read(facts: Mapping[str, Any]) -> SideCounts:
    numbers = {name: facts[name] for name in TOTALS if name in facts}
    sides = max(
        [len(values) for values in numbers.values()], default=max(facts.get(CLAIMS, (1,)), default=1) + 1
    )
    claims: tuple[int, ...] = facts.get(CLAIMS, ())
    if CLAIMS in facts:
        numbers[CLAIMS] = tuple([int(side in claims) for side in range(sides)])
    return SideCounts(sides, numbers, claims, facts.get("escobas"), facts.get("left"))


def _slips(counts: SideCounts) -> Iterator[Slip]:
    wanted = counts.wanted
    if not any(wanted.values()):
        return
    for side in range(counts.sides):
        told_ranks: set[int] = set()
        for change in _changes(counts, side):
            amounts = {name: amount for name, amount in change.by_name.items() if name in wanted}
            if amounts == wanted and _says_more(change.rank, told_ranks) and _can_be(counts, side, amounts):
                told_ranks.add(change.rank)
                yield _slip(counts, side, change, amounts)


def _says_more(rank: int, told_ranks: set[int]) -> bool:
    """Whether another explanation of the same numbers is worth telling; “miscounted” only for want of any."""
    for likelier, less in ((CARD, KIND), (MARKERS, UNSEEN)):
        if rank == less and likelier in told_ranks:
            return False
    return rank not in told_ranks and not (rank == OTHER and told_ranks)


def _can_be(counts: SideCounts, side: int, amounts: Mapping[str, int]) -> bool:
    """Whether the side's numbers would still be those of a pile."""
    after = {name: counts.numbers[name][side] + amount for name, amount in amounts.items()}
    if any(not 0 <= number <= WHOLES[name] for name, number in after.items()):
        return False
    if counts.escobas and MIN_IN_ESCOBA * counts.escobas[side] > after.get("cards", ALL_CARDS):
        return False
    holds = after.get(CLAIMS, 0)
    golds, sevens = after.get("golds", holds), after.get("sevens", holds)
    shared = holds if CLAIMS in after else min(golds, sevens, 1)
    return min(golds, sevens) >= holds and golds + sevens - shared <= after.get("cards", ALL_CARDS)


def _slip(counts: SideCounts, side: int, change: SlipEffect, amounts: Mapping[str, int]) -> Slip:
    """The slip at the one number it changes, or at several with their places."""
    changed = {name: amount for name, amount in amounts.items() if amount}
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for name, amount in changed.items():
        if name == CLAIMS:
            claims = set(counts.claims)
            before[name] = list(counts.claims)
            after[name] = sorted(claims | {side} if amount > 0 else claims - {side})
        else:
            before[f"{name}[{side}]"] = counts.numbers[name][side]
            after[f"{name}[{side}]"] = counts.numbers[name][side] + amount
    text = T("{side}: {slip}", side=side_at(side), slip=change.text)
    numbers = [(old, after[name]) for name, old in before.items() if name != CLAIMS]
    if numbers:
        text = T("{side}: {slip} {change}.", side=side_at(side), slip=change.text, change=listing(numbers))
    if len(before) == 1:
        (name,) = before
        return Slip(change.rank, f"counts.{name}", before[name], after[name], text, change.cites)
    return Slip(change.rank, "counts", before, after, text, change.cites)


def _changes(counts: SideCounts, side: int) -> Iterator[SlipEffect]:
    """Every slip that a side may have made, the likeliest first."""
    whole = ("escoba 1.1",)
    if counts.left:
        cards, golds = len(counts.left), len(GOLDS.intersection(counts.left))
        sevens, golden = len(SEVENS.intersection(counts.left)), len(GOLDS & SEVENS & set(counts.left))
        yield SlipEffect(LEFT, cards, golds, sevens, golden, LEFTOVERS_FORGOTTEN, ("escoba 4.1",))
        text = T("the cards left on the table were counted, but another side took them.")
        yield SlipEffect(LEFT, -cards, -golds, -sevens, -golden, text, ("escoba 4.1",))
    if counts.escobas and counts.escobas[side]:
        text = T("the cards turned up to mark the escobas were not counted.")
        yield SlipEffect(MARKERS, counts.escobas[side], 0, 0, 0, text, ("escoba 5.1", "escoba 5.2"))
    if counts.left is None:
        yield from _unseen_leftovers(counts)
    names = counts.numbers.keys()
    for kind, golds, sevens, golden in KINDS:
        if names & {"cards", *(("golds",) if golds else ()), *(("sevens",) if sevens else ())}:
            yield SlipEffect(CARD, 1, golds, sevens, golden, LEFT_OUT[kind], whole)
            yield SlipEffect(CARD, -1, -golds, -sevens, -golden, TWICE[kind], whole)
        if golds or sevens:
            yield SlipEffect(KIND, 0, golds, sevens, golden, OVERLOOKED[kind], whole)
            yield SlipEffect(KIND, 0, -golds, -sevens, -golden, MISTAKEN[kind], whole)
            yield SlipEffect(KIND, 0, golds, sevens, 0, OVERLOOKED[kind], whole)
            yield SlipEffect(KIND, 0, -golds, -sevens, 0, MISTAKEN[kind], whole)
    yield SlipEffect(KIND, 0, 0, 0, 1, T("has the seven of golds without having said so."), ("escoba 5.5",))
    yield SlipEffect(KIND, 0, 0, 0, -1, T("does not have the seven of golds."), ("escoba 5.5",))
    yield from _miscounts(counts, side)


def _unseen_leftovers(counts: SideCounts) -> Iterator[SlipEffect]:
    """The missing cards can be those left on the table, if they were not given. (escoba 4.1, 4.3)

    A single missing card is a card left out.
    """
    wanted = counts.wanted
    if wanted.get("cards", 0) < MIN_LEFT:
        return
    golds, sevens, golden = (
        [wanted[name]] if name in wanted else range(WHOLES[name] + 1) for name in ("golds", "sevens", CLAIMS)
    )
    for amounts in product(golds, sevens, golden):
        if can_be_left(wanted["cards"], *amounts):
            cites = ("escoba 4.1", "escoba 4.3")
            yield SlipEffect(UNSEEN, wanted["cards"], *amounts, LEFTOVERS_FORGOTTEN, cites)
            return


MIN_LEFT = 2


def _miscounts(counts: SideCounts, side: int) -> Iterator[SlipEffect]:
    """One number is off by more than a card: its digits changed places, or it was miscounted."""
    for name, wanted in counts.wanted.items():
        if name == CLAIMS or abs(wanted) <= 1:
            continue
        before = counts.numbers[name][side]
        swapped = int(str(before)[::-1]) == before + wanted
        text = T("two digits changed places.") if swapped else T("miscounted.")
        amounts = {other: wanted if other == name else 0 for other in WHOLES}
        yield SlipEffect(DIGITS if swapped else OTHER, **amounts, text=text, cites=("escoba 1.1",))


# A card by what it counts as: a gold, a seven, the seven of golds.
KINDS = (("card", 0, 0, 0), ("gold", 1, 0, 0), ("seven", 0, 1, 0), ("golden_seven", 1, 1, 1))
LEFT_OUT: Mapping[str, Text] = {
    "card": T("a card was left out."),
    "gold": T("a gold was left out."),
    "seven": T("a seven was left out."),
    "golden_seven": T("the seven of golds was left out."),
}
TWICE: Mapping[str, Text] = {
    "card": T("a card was counted twice."),
    "gold": T("a gold was counted twice."),
    "seven": T("a seven was counted twice."),
    "golden_seven": T("the seven of golds was counted twice."),
}
OVERLOOKED: Mapping[str, Text] = {
    "gold": T("a gold among the cards was overlooked."),
    "seven": T("a seven among the cards was overlooked."),
    "golden_seven": T("the seven of golds among the cards was overlooked."),
}
MISTAKEN: Mapping[str, Text] = {
    "gold": T("another card was taken for a gold."),
    "seven": T("another card was taken for a seven."),
    "golden_seven": T("another card was taken for the seven of golds."),
}


def _left_slips(left: tuple[Any, ...]) -> Iterator[Slip]:
    """A capture that was not fifteen, or a card that was left and is not here, or the other way about. (escoba 4.3)"""
    points = total(left)
    off = (points - LEFT_OVER_FIFTEENS) % FIFTEEN
    if not off:
        return
    notation = [str(card) for card in left]
    made = FIFTEEN - off if off < FIFTEEN / 2 else 2 * FIFTEEN - off
    if made == PICTURE_BY_NUMBER:
        text = T(
            "One capture made {points}, not 15: a picture was taken for its printed number.", points=made
        )
        yield Slip(KIND, "counts.left", notation, None, text, ("escoba 1.2", "escoba 4.3"))
    text = T("One capture made {points}, not 15.", points=made)
    yield Slip(OTHER, "counts.left", notation, None, text, ("escoba 3.1", "escoba 4.3"))
    for card in PACK_40.cards:
        if card not in left and (points + total([card])) % FIFTEEN == LEFT_OVER_FIFTEENS:
            text = T("The {card} was left too.", card=card_text(card))
            yield Slip(CARD, "counts.left", notation, [*notation, str(card)], text, ("escoba 4.3",))
        elif card in left and (points - total([card])) % FIFTEEN == LEFT_OVER_FIFTEENS:
            text = T("The {card} was not left; a player took it.", card=card_text(card))
            rest = [kept for kept in notation if kept != str(card)]
            yield Slip(CARD, "counts.left", notation, rest, text, ("escoba 4.3",))


PICTURE_BY_NUMBER = 13
"""What a capture is really worth in which a picture counted two more: its number instead of its value."""


def _reasons(counts: SideCounts) -> Iterator[Reason]:
    wanted = counts.wanted
    for name, template in TOGETHER.items():
        if wanted.get(name, 0):
            text = template._replace(params={"sum": sum(counts.numbers[name])})
            yield Reason(text, ("escoba 1.1",) if name != CLAIMS else ("escoba 5.5",))


TOGETHER: Mapping[str, Text] = {**TOTAL_TEXTS, CLAIMS: T("One side has the seven of golds, not {sum}.")}


def to_deal(counts: Mapping[str, Any], path: str) -> Mapping[str, Any] | None:
    """The counts as a deal has them, where they are numbers and one side has the seven of golds."""
    claims = counts.get(CLAIMS, ())
    if "piles" in counts or "left" in counts or len(claims) != 1:
        return None
    return {**counts, CLAIMS: claims[0]}


QUESTION = Question(
    slug="mismatch",
    title=T("The counts do not fit together. Where is the slip?"),
    fields=(FIELD,),
    answer=answer,
    writes=write_mended(to_deal),
)
