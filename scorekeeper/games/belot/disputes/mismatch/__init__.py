"""The two sides' counts do not fit together: every single slip that would explain it, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.disputes.slips import Slip, name_likeliest, rule_on_slips
from scorekeeper.core.disputes.writings import write_mended
from scorekeeper.core.fields import Choice, Group, Number, PerSide, Repeated, SideField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import FRENCH_SUITS
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.checking import check_declarations
from scorekeeper.games.belot.deal import (
    ALL_TRUMPS,
    CONTRACTS,
    DECLARATION,
    MAX_DECLARATIONS,
    NO_TRUMPS,
    TRICK_POINTS_OF,
    Declaration,
    in_trumps,
)
from scorekeeper.games.belot.disputes.fields import DEALER, SIDE_NAMES, SIDES
from scorekeeper.games.belot.disputes.mismatch.steps import (
    ASKS,
    CONTRACT,
    DOUBLING,
    MISCOUNT,
    PREMIUM,
    CountStep,
    TwoCounts,
    adding_steps,
    card_steps,
    doubling_steps,
    premium_steps,
)
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import points_of
from scorekeeper.games.belot.play.standings import COUNTS, DeclarationContest, standings
from scorekeeper.games.belot.scoring.counting import capot_points

MAX_COUNT = 5_000
FIELD = Group(
    name="counts",
    label=T("The deal as both sides have it"),
    fields=(
        Choice(name="contract", label=T("Contract"), choices=CONTRACTS),
        PerSide(
            name="trick_points",
            label=T("Points from tricks, as each side counted its own"),
            hint=T("card points and the last ten, before those of no trumps are doubled"),
            of=Number(high=MAX_COUNT),
            optional=True,
        ),
        PerSide(
            name="raw",
            label=T("All points, as each side counted its own"),
            hint=T("doubled at no trumps, with premiums and the points of a capot"),
            of=Number(high=MAX_COUNT),
            optional=True,
        ),
        Repeated(
            name="declarations",
            label=T("Declarations"),
            of=DECLARATION,
            most=MAX_DECLARATIONS,
            optional=True,
            part=T("Declaration {n}"),
        ),
        SideField(name="capot", label=T("Capot"), optional=True),
    ),
)


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """The single slips that would make the two counts fit. (belot 3.1, 3.2, 4, 5)"""
    facts = values["counts"]
    contract = facts["contract"]
    announced = in_trumps(facts.get("declarations", ()), contract)
    capot = facts.get("capot")
    trickless = None if capot is None else 1 - capot
    contest = DeclarationContest(table.options, contract, values.get("dealer", 0), trickless)
    check_declarations(announced, contest, "counts.declarations", report)
    if "trick_points" not in facts and "raw" not in facts:
        text = T("Give the points from tricks, or all points, as each side counted them.")
        report.error("counts.trick_points", "missing", text)
    if report.errors:
        return None
    standing = standings(announced, contest) if announced else ()
    counts = _compare(facts, announced, standing, table.options)
    premiums = [[*premium_steps(counts, side, facts, announced, standing, table.options)] for side in (0, 1)]
    slips = sorted(_slips(counts, premiums), key=lambda slip: slip.rank)
    nothing = T("No single slip explains the difference; count the cards again.")
    verdict = T("The two counts fit together.") if counts.fit else name_likeliest(slips, ASKS, nothing)
    return rule_on_slips(verdict, _reasons(counts), slips)


def _compare(
    facts: Mapping[str, Any],
    announced: tuple[Declaration, ...],
    standing: tuple[str, ...],
    options: BelotOptions,
) -> TwoCounts:
    """The counts that do not fit: those of the tricks, or those of all points if the tricks fit."""
    contract, points = facts["contract"], facts.get("trick_points")
    total, bonus = TRICK_POINTS_OF[contract], capot_points(contract, options)
    if points is not None and ("raw" not in facts or sum(points) != total):
        return TwoCounts(contract, "trick_points", points, total, 1, (0, 0), bonus, all_points=False)
    premiums = [0, 0]
    for declaration, state in zip(announced, standing, strict=True):
        if state == COUNTS:
            premiums[declaration.side] += points_of(declaration)
    if "capot" in facts:
        premiums[facts["capot"]] += bonus
    times = 2 if contract == NO_TRUMPS else 1
    first, second = premiums
    right = None if points is None else (points[0] * times + first, points[1] * times + second)
    total = total * times + first + second
    return TwoCounts(
        contract, "raw", facts["raw"], total, times, (first, second), bonus, all_points=True, right=right
    )


def _slips(counts: TwoCounts, premiums: Sequence[Sequence[CountStep]]) -> Iterator[Slip]:
    """Every slip; ``premiums`` are those that each side can have made with its premiums."""
    if counts.fit:
        return
    slips = [*_no_trumps_slips(counts), *_other_contract(counts)]
    for side, after in _sides_at_fault(counts):
        missing = after - counts.given[side]
        steps = [*doubling_steps(counts, side), *card_steps(counts), *adding_steps(counts.given[side])]
        slips += [
            _slip(counts, side, after, step.rank, step.text, step.cites)
            for step in (*steps, *premiums[side])
            if step.amount == missing and after >= step.least
        ]
    yield from slips or _same_premium(counts, premiums) or _miscounts(counts)


def _sides_at_fault(counts: TwoCounts) -> Iterator[tuple[int, int]]:
    """The sides whose count alone may be wrong, each with its right count."""
    for side in (0, 1):
        after = counts.given[side] + counts.missing
        other_is_right = counts.right is None or counts.right[1 - side] == counts.given[1 - side]
        if other_is_right and after >= 0 and (counts.all_points or after <= counts.total):
            yield side, after


def _slip(counts: TwoCounts, side: int, after: int, rank: int, slip: Text, cites: tuple[str, ...]) -> Slip:
    before = counts.given[side]
    params = {"side": SIDE_NAMES[side], "slip": slip, "before": before, "after": after}
    text = T("{side}: {slip} {before} becomes {after}.", **params)
    return Slip(rank, counts.path(side), before, after, text, cites)


def _same_premium(counts: TwoCounts, premiums: Sequence[Sequence[CountStep]]) -> list[Slip]:
    """The same premium, or each side its own, added or forgotten by both, where the right counts are known."""
    if counts.right is None:
        return []
    by_side: list[CountStep] = []
    for steps, right, count in zip(premiums, counts.right, counts.given, strict=True):
        step = next((step for step in steps if step.amount == right - count), None)
        if step is None:
            return []
        by_side.append(step)
    first, second = by_side
    params = {"one": SIDE_NAMES[0], "slip": first.text, "other": SIDE_NAMES[1], "second": second.text}
    text = Text("{one}: {slip} {other}: {second}", params)
    if first.text == second.text:
        text = T("Both sides: {slip}", slip=first.text)
    cites = tuple(dict.fromkeys((*first.cites, *second.cites)))
    return [Slip(PREMIUM, f"counts.{counts.name}", list(counts.given), list(counts.right), text, cites)]


def _miscounts(counts: TwoCounts) -> Iterator[Slip]:
    """A miscount, if nothing better explains it: of one side, or of both where the right counts are known."""
    sides = list(_sides_at_fault(counts))
    for side, after in sides:
        yield _slip(counts, side, after, MISCOUNT, T("miscounted."), ("belot 5",))
    if not sides and counts.right is not None:
        text = T("Both sides miscounted.")
        path = f"counts.{counts.name}"
        yield Slip(MISCOUNT, path, list(counts.given), list(counts.right), text, ("belot 3.1", "belot 4"))


def _no_trumps_slips(counts: TwoCounts) -> Iterator[Slip]:
    """At no trumps both sides doubled too early, or neither doubled at all. (belot 3.2)"""
    if counts.contract != NO_TRUMPS:
        return
    before = list(counts.given)
    path = f"counts.{counts.name}"
    if not counts.all_points:
        if sum(before) == 2 * counts.total and not any(count % 2 for count in before):
            text = T("Both sides doubled no trumps already, and it is doubled later.")
            yield Slip(DOUBLING, path, before, [count // 2 for count in before], text, ("belot 3.2",))
        return
    tricks = [count - premium for count, premium in zip(before, counts.premiums, strict=True)]
    if min(tricks) >= 0 and 2 * sum(tricks) + sum(counts.premiums) == counts.total:
        after = [2 * points + premium for points, premium in zip(tricks, counts.premiums, strict=True)]
        if counts.right in (None, tuple(after)) and min(tricks) > 0:
            text = T("Neither side doubled no trumps.")
            yield Slip(DOUBLING, path, before, after, text, ("belot 3.2",))


def _other_contract(counts: TwoCounts) -> Iterator[Slip]:
    """The tricks were counted as in another kind of contract. (belot 5)"""
    if counts.all_points:
        return
    for contract in (NO_TRUMPS, ALL_TRUMPS):
        if counts.contract != contract and sum(counts.given) == TRICK_POINTS_OF[contract]:
            text = T(
                "Together this is what {contract} gives: the cards were counted as in another contract.",
                contract=CONTRACTS[contract],
            )
            yield Slip(CONTRACT, "counts.contract", counts.contract, contract, text, ("belot 5",))
    suits = sum(counts.given) == TRICK_POINTS_OF[next(iter(FRENCH_SUITS))]
    if counts.contract not in FRENCH_SUITS and suits:
        text = T("Together this is what a trump suit gives: the cards were counted as in another contract.")
        yield Slip(CONTRACT, "counts.contract", counts.contract, None, text, ("belot 5",))


def _reasons(counts: TwoCounts) -> Iterator[Reason]:
    text = T(
        "Together both sides should have {total}; they have {sum}.", total=counts.total, sum=sum(counts.given)
    )
    doubled = counts.all_points and counts.contract == NO_TRUMPS
    yield Reason(text, ("belot 5", "belot 3.2") if doubled else ("belot 5",))
    for side, points in zip(SIDES, counts.right or (), strict=False):
        text = T("By points from tricks and premiums {side} should have {points}.", side=side, points=points)
        yield Reason(text, ("belot 3.1", "belot 4"))


WRITTEN = ("contract", "trick_points", "capot", "declarations")
"""What the counts and an entry call by the same name."""


def to_deal(counts: Mapping[str, Any], path: str) -> Mapping[str, Any] | None:
    """What the counts say of a deal, where they are of the tricks."""
    if "trick_points" not in counts:
        return None
    return {name: counts[name] for name in WRITTEN if name in counts}


QUESTION = Question(
    slug="mismatch",
    title=T("The two sides’ counts do not fit together. Where is the slip?"),
    fields=(FIELD, DEALER),
    answer=answer,
    writes=write_mended(to_deal, keeps=True),
)
