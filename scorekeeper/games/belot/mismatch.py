"""The two sides' counts do not fit together: every single slip that would explain it, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.cards import FRENCH_SUITS, RANK_NAMES
from scorekeeper.core.fields import Choice, Group, Number, PerSide, Repeated, SideField, Table
from scorekeeper.core.findings import Report
from scorekeeper.core.rulings import Reason, Ruling, told_slips
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.checking import check_declarations
from scorekeeper.games.belot.counting import CAPOT_POINTS, VALUE_CITES, declaration_name
from scorekeeper.games.belot.deal import (
    ALL_TRUMPS,
    CONTRACTS,
    DECLARATION,
    MOST_DECLARATIONS,
    NO_TRUMPS,
    TRICK_POINTS_OF,
    Declaration,
    in_trumps,
)
from scorekeeper.games.belot.play import (
    COUNTS,
    LAST_TEN,
    PLAIN_VALUES,
    SEQUENCE_POINTS,
    TRUMP_VALUES,
    points_of,
    standings,
)
from scorekeeper.games.belot.situations import SIDE_NAMES, SIDES

MOST_COUNT = 5_000
FIELD = Group(
    name="counts",
    label=T("The deal as both sides have it"),
    fields=(
        Choice(name="contract", label=T("Contract"), choices=CONTRACTS),
        PerSide(
            name="trick_points",
            label=T("Points from tricks, as each side counted its own"),
            hint=T("card points and the last ten, before those of no trumps are doubled"),
            of=Number(high=MOST_COUNT),
            optional=True,
        ),
        PerSide(
            name="raw",
            label=T("All points, as each side counted its own"),
            hint=T("doubled at no trumps, with premiums and the capot’s 90"),
            of=Number(high=MOST_COUNT),
            optional=True,
        ),
        Repeated(
            name="declarations",
            label=T("Declarations"),
            of=DECLARATION,
            most=MOST_DECLARATIONS,
            optional=True,
            part=T("Declaration {n}"),
        ),
        SideField(name="capot", label=T("Capot"), optional=True),
    ),
)
DOUBLING, LAST, PREMIUM, OTHER_KIND, CONTRACT, CARD, ADDING = range(7)
"""What kind of slip it is, the likeliest first."""


class Slip(NamedTuple):
    """One slip: how likely, where, what stands there and what would be right, in words, by which articles."""

    rank: int
    path: str
    before: Any
    after: Any
    text: Text
    cites: tuple[str, ...]

    @property
    def document(self) -> dict[str, Any]:
        """As the result holds it."""
        return {"path": self.path, "from": self.before, "to": self.after, "text": self.text}


class Step(NamedTuple):
    """A slip by its amount: what has to be added to a side's count, where at least ``least`` must be left."""

    rank: int
    amount: int
    text: Text
    cites: tuple[str, ...]
    least: int = 0


class Counts(NamedTuple):
    """What is compared: the two counts, what they should be together, and what makes them up.

    ``times`` is what a card counts for, ``premiums`` are those of each side, ``all_points`` says that they and the
    doubling of no trumps are in the counts. ``known`` holds each side's right count where it is known.
    """

    contract: str
    name: str
    given: tuple[int, int]
    total: int
    times: int
    premiums: tuple[int, int]
    all_points: bool
    known: tuple[int, int] | None = None

    @property
    def missing(self) -> int:
        """How much more the two counts should be together."""
        return self.total - sum(self.given)

    def path(self, side: int) -> str:
        """Where a side's count stands in the question."""
        return f"counts.{self.name}[{side}]"


def slips(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """The single slips that would make the two counts fit. (belot 3.1, 3.2, 4, 5)"""
    given = values["counts"]
    contract = given["contract"]
    announced = in_trumps(given.get("declarations", ()), contract)
    check_declarations(contract, announced, "counts.declarations", report)
    if "trick_points" not in given and "raw" not in given:
        text = T("Give the points from tricks, or all points, as each side counted them.")
        report.error("counts.trick_points", "missing", text)
    if report.errors:
        return None
    standing = standings(announced, table.options.quinte_ranking) if announced else ()
    counts = _compared(given, announced, standing)
    found = sorted(_slips(counts, given, announced, standing), key=lambda slip: slip.rank)
    result = {"slips": [slip.document for slip in found]}
    return Ruling(result, _verdict(counts, found), tuple(_reasons(counts, found)))


def _compared(
    given: Mapping[str, Any], announced: tuple[Declaration, ...], standing: tuple[str, ...]
) -> Counts:
    """The counts that do not fit: those of the tricks first, and only when they do fit those of all points."""
    contract, points = given["contract"], given.get("trick_points")
    total = TRICK_POINTS_OF[contract]
    if points is not None and ("raw" not in given or sum(points) != total):
        return Counts(contract, "trick_points", points, total, 1, (0, 0), all_points=False)
    premiums = [0, 0]
    for one, state in zip(announced, standing, strict=True):
        if state == COUNTS:
            premiums[one.side] += points_of(one)
    if "capot" in given:
        premiums[given["capot"]] += CAPOT_POINTS
    times = 2 if contract == NO_TRUMPS else 1
    first, second = premiums
    known = None if points is None else (points[0] * times + first, points[1] * times + second)
    return Counts(contract, "raw", given["raw"], total * times + first + second, times, (first, second),
                  all_points=True, known=known)  # fmt: skip


def _slips(
    counts: Counts, given: Mapping[str, Any], announced: tuple[Declaration, ...], standing: tuple[str, ...]
) -> Iterator[Slip]:
    if counts.given == counts.known or (counts.known is None and not counts.missing):
        return
    yield from _both(counts)
    if not counts.all_points:
        yield from _other_contract(counts)
    for side in (0, 1):
        if counts.known is not None and counts.known[1 - side] != counts.given[1 - side]:
            continue
        before, missing = counts.given[side], counts.missing
        after = before + missing
        if after < 0 or (not counts.all_points and after > counts.total):
            continue
        steps = [*_doubling_steps(counts, side), *_card_steps(counts), *_adding_steps(before)]
        steps += _premium_steps(counts, side, given, announced, standing)
        for step in steps:
            if step.amount == missing and after >= step.least:
                text = T("{side}: {slip} {before} becomes {after}.", side=SIDE_NAMES[side], slip=step.text,
                         before=before, after=after)  # fmt: skip
                yield Slip(step.rank, counts.path(side), before, after, text, step.cites)


def _both(counts: Counts) -> Iterator[Slip]:
    """At no trumps both sides doubled what is doubled later, or neither doubled. (belot 3.2)"""
    if counts.contract != NO_TRUMPS:
        return
    before = list(counts.given)
    path = f"counts.{counts.name}"
    if not counts.all_points:
        if sum(before) == 2 * counts.total and not any(one % 2 for one in before):
            text = T("Both sides doubled no trumps already, and it is doubled later.")
            yield Slip(DOUBLING, path, before, [one // 2 for one in before], text, ("belot 3.2",))
        return
    tricks = [one - premium for one, premium in zip(before, counts.premiums, strict=True)]
    if min(tricks) >= 0 and 2 * sum(tricks) + sum(counts.premiums) == counts.total:
        after = [2 * one + premium for one, premium in zip(tricks, counts.premiums, strict=True)]
        if counts.known in (None, tuple(after)) and min(tricks) > 0:
            text = T("Neither side doubled no trumps.")
            yield Slip(DOUBLING, path, before, after, text, ("belot 3.2",))


def _other_contract(counts: Counts) -> Iterator[Slip]:
    """The tricks were counted as in another kind of contract. (belot 5)"""
    for other in (NO_TRUMPS, ALL_TRUMPS):
        if counts.contract != other and sum(counts.given) == TRICK_POINTS_OF[other]:
            text = T("Together this is what {contract} gives: the cards were counted as in another contract.",
                     contract=CONTRACTS[other])  # fmt: skip
            yield Slip(CONTRACT, "counts.contract", counts.contract, other, text, ("belot 5",))
    suits = sum(counts.given) == TRICK_POINTS_OF[next(iter(FRENCH_SUITS))]
    if counts.contract not in FRENCH_SUITS and suits:
        text = T("Together this is what a trump suit gives: the cards were counted as in another contract.")
        yield Slip(CONTRACT, "counts.contract", counts.contract, None, text, ("belot 5",))


def _doubling_steps(counts: Counts, side: int) -> Iterator[Step]:
    """Only one side doubled no trumps: of points from tricks too early, of all points not at all. (belot 3.2)"""
    if counts.contract != NO_TRUMPS:
        return
    if counts.all_points:
        text = T("forgot to double no trumps.")
        undoubled = counts.given[side] - counts.premiums[side]
        if undoubled > 0:
            yield Step(DOUBLING, undoubled, text, ("belot 3.2",))
    elif counts.given[side] % 2 == 0:
        text = T("doubled no trumps already, and it is doubled later.")
        yield Step(DOUBLING, -(counts.given[side] // 2), text, ("belot 3.2",))


def _card_steps(counts: Counts) -> Iterator[Step]:
    """The last ten, a card, or a jack or nine valued as in the other kind of contract. (belot 3.1)"""
    times, cites = counts.times, ("belot 3.1",)
    ten = LAST_TEN * times
    yield Step(LAST, ten, T("forgot the last ten."), cites)
    yield Step(LAST, -ten, T("counted the last ten twice, or it is the other side’s."), cites)
    for values, others in _kinds(counts.contract):
        for rank in ("J", "9"):
            more = (values[rank] - others[rank]) * times
            text = Text(VALUED[values is TRUMP_VALUES], {"rank": RANK_NAMES[rank]})
            yield Step(OTHER_KIND, more, text, cites, values[rank] * times)
    for card, value in _cards(counts.contract):
        params = {"card": card, "points": value * times}
        yield Step(CARD, value * times, Text(LEFT_OUT, params), cites, value * times)
        yield Step(CARD, -value * times, Text(TWICE, params), cites)


LEFT_OUT = T("left out a card worth {points}: {card}.").msgid
TWICE = T("counted a card worth {points} twice, or one of the other side’s: {card}.").msgid
VALUED = {
    True: T("counted a {rank} of trumps as one outside trumps.").msgid,
    False: T("counted a {rank} outside trumps as one of trumps.").msgid,
}


def _kinds(contract: str) -> Iterator[tuple[Mapping[str, int], Mapping[str, int]]]:
    """The values of the cards there are, beside those they are confused with."""
    if contract != NO_TRUMPS:
        yield TRUMP_VALUES, PLAIN_VALUES
    if contract != ALL_TRUMPS:
        yield PLAIN_VALUES, TRUMP_VALUES


def _cards(contract: str) -> Iterator[tuple[Text, int]]:
    """The cards that count, by name and value; jacks and nines differ in trumps."""
    both = contract in FRENCH_SUITS
    for values, others in _kinds(contract):
        trumps = values is TRUMP_VALUES
        for rank, value in values.items():
            if not value or (both and value == others[rank] and not trumps):
                continue
            differs = both and value != others[rank]
            yield Text(CARD_NAMES[differs, trumps], {"rank": RANK_NAMES[rank]}), value


CARD_NAMES = {
    (False, True): "{rank}",
    (False, False): "{rank}",
    (True, True): T("{rank} of trumps").msgid,
    (True, False): T("{rank} outside trumps").msgid,
}


def _premium_steps(
    counts: Counts,
    side: int,
    given: Mapping[str, Any],
    announced: tuple[Declaration, ...],
    standing: tuple[str, ...],
) -> Iterator[Step]:
    """A premium forgotten, counted twice, counted although it does not count, or added to the tricks."""
    for one, state in zip(announced, standing, strict=True):
        points, name, cites = points_of(one), {"premium": declaration_name(one)}, VALUE_CITES[one.kind]
        if one.side != side:
            continue
        if not counts.all_points:
            yield Step(PREMIUM, -points, Text(AMONG_TRICKS, name), cites)
        elif state == COUNTS:
            yield Step(PREMIUM, points, Text(FORGOT, name), cites)
            yield Step(PREMIUM, -points, Text(COUNTED_TWICE, name), cites)
        else:
            yield Step(PREMIUM, -points, Text(DOES_NOT_COUNT, name), ("belot 4.6", "belot 4.7"))
    if "declarations" not in given and counts.contract != NO_TRUMPS:
        for points in sorted(set(SEQUENCE_POINTS.values())):
            yield Step(PREMIUM, -points, Text(UNSAID, {"points": points}), ("belot 4.2", "belot 4.9"))
    capot = {"premium": T("the capot’s 90")}
    if not counts.all_points:
        yield Step(PREMIUM, -CAPOT_POINTS, Text(AMONG_TRICKS, capot), ("belot 4.10",))
    elif given.get("capot") == side:
        yield Step(PREMIUM, CAPOT_POINTS, Text(FORGOT, capot), ("belot 4.10",))
    else:
        yield Step(PREMIUM, -CAPOT_POINTS, Text(DOES_NOT_COUNT, capot), ("belot 4.10",))


AMONG_TRICKS = T("counted a premium among the tricks: {premium}.").msgid
FORGOT = T("forgot a premium: {premium}.").msgid
COUNTED_TWICE = T("counted a premium twice: {premium}.").msgid
DOES_NOT_COUNT = T("counted a premium that does not count: {premium}.").msgid
UNSAID = T("counted a premium of {points} that is not told here.").msgid


def _adding_steps(count: int) -> Iterator[Step]:
    """Two digits changed places, or a ten or a hundred got lost or came twice while adding."""
    digits = str(count)
    for place in range(len(digits) - 1):
        swapped = int(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])
        if swapped != count:
            yield Step(ADDING, swapped - count, T("two digits changed places."), ("belot 5",))
    for points in (10, 100):
        yield Step(ADDING, points, T("lost {points} in adding up.", points=points), ("belot 5",))
        yield Step(ADDING, -points, T("added {points} too many.", points=points), ("belot 5",))


def _verdict(counts: Counts, found: list[Slip]) -> Text:
    if counts.given == counts.known or (counts.known is None and not counts.missing):
        return T("The two counts fit together.")
    if not found:
        return T("No single slip explains the difference; count the cards again.")
    return told_slips(len(found), found[0].text)


def _reasons(counts: Counts, found: list[Slip]) -> Iterator[Reason]:
    text = T(
        "Together both sides should have {total}; they have {sum}.", total=counts.total, sum=sum(counts.given)
    )
    doubled = counts.all_points and counts.contract == NO_TRUMPS
    yield Reason(text, ("belot 5", "belot 3.2") if doubled else ("belot 5",))
    if counts.known is not None:
        text = T(
            "By points from tricks and premiums {side} should have {points}.",
            side=SIDES[0],
            points=counts.known[0],
        )
        yield Reason(text, ("belot 3.1", "belot 4"))
        text = T(
            "By points from tricks and premiums {side} should have {points}.",
            side=SIDES[1],
            points=counts.known[1],
        )
        yield Reason(text, ("belot 3.1", "belot 4"))
    for slip in found:
        yield Reason(slip.text, slip.cites)
