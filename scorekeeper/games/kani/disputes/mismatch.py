"""Tricks that do not add up to thirteen, or differ: every single slip that explains them, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.disputes.slips import Slip, name_likeliest, rule_on_slips
from scorekeeper.core.disputes.writings import write_mended
from scorekeeper.core.fields import Group, Number, PerSeat, Repeated, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, Player, Players, T, Text
from scorekeeper.games.kani.deal import ALL_TRICKS, BID, KANI, PASS
from scorekeeper.games.kani.play import SEATS, TRICK

ALL_CARDS = 52
PAIRS = 2
FIELD = Group(
    name="counts",
    label=T("The tricks as they were counted"),
    fields=(
        Repeated(
            name="pairs",
            label=T("Tricks of the declarer’s pair, and of the other two"),
            of=Number(high=ALL_CARDS),
            most=PAIRS,
            optional=True,
        ),
        PerSeat(name="seats", label=T("Tricks of every seat"), of=Number(high=ALL_CARDS), optional=True),
        BID.but(optional=True),
        SeatField(name="declarer", label=T("Declarer"), optional=True),
        SeatField(name="partner", label=T("Partner"), or_none=True, optional=True),
    ),
)
SIDES = (T("The declarer’s pair"), T("The other two"))
CARDS, BID_WRITTEN, OWN_ONLY, PARTNER, FIRST_TRICK, ONE, MOVED, MORE = range(8)
"""What kind of slip it is, the likeliest first."""


FOUR_EACH = T("Whose cards are not four times the tricks that are written down?")
ASKS: Mapping[int, Text] = {
    CARDS: T("Are these the tricks, or the cards in them?"),
    BID_WRITTEN: T("Apart from the bid: how many tricks lie with the declarer’s pair?"),
    OWN_ONLY: T("Are the partner’s tricks counted too?"),
    PARTNER: T("Who held the called card?"),
    FIRST_TRICK: T("Who took the first trick, and with whose tricks does it lie?"),
    ONE: FOUR_EACH,
    MOVED: FOUR_EACH,
    MORE: FOUR_EACH,
}
"""What tells a slip of this kind from any other."""


class TrickCounts(NamedTuple):
    """The counts; ``taken`` are the pair's seats, where they are known."""

    pairs: tuple[int, ...] | None
    seats: tuple[int, ...] | None
    bid: int | None
    declarer: int | None
    partner: int | None
    taken: tuple[int, ...] | None

    @property
    def from_seats(self) -> tuple[int, int] | None:
        """Both sides' tricks by those of the seats."""
        if self.seats is None or self.taken is None:
            return None
        own = sum([self.seats[seat] for seat in self.taken])
        return own, sum(self.seats) - own

    def whose(self, side: int) -> Text | Players:
        """The declarer’s pair, or the other two; by name where both seats of the pair are known."""
        if self.taken is None:
            return SIDES[side]
        opponents = tuple(seat for seat in range(SEATS) if seat not in self.taken)
        return Players((self.taken, opponents)[side], SIDES[side])

    @property
    def fits(self) -> bool:
        """Whether the counts fit."""
        sums = [sum(counts) for counts in (self.pairs, self.seats) if counts is not None]
        return self.agree and all(total == ALL_TRICKS for total in sums)

    @property
    def agree(self) -> bool:
        """Whether the seats make the pairs; where the partner is not known, whether some partner would make them."""
        if self.pairs is None or self.seats is None:
            return True
        if self.from_seats is not None:
            return self.pairs == self.from_seats
        declarers = range(len(self.seats)) if self.declarer is None else (self.declarer,)
        own = {
            self.seats[declarer] + self.seats[partner]
            for declarer in declarers
            for partner in range(len(self.seats))
            if declarer != partner
        }
        return self.pairs[0] in own


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """The single slips that would make the counts fit. (kani 1.1, 3.2, 4.6)"""
    counts = _read(values["counts"], report)
    if counts is None:
        return None
    slips = [] if counts.fits else sorted(_slips(counts), key=lambda slip: slip.rank)
    nothing = T("No single slip explains the difference; count the tricks again.")
    verdict = T("The two counts fit together.") if counts.fits else name_likeliest(slips, ASKS, nothing)
    return rule_on_slips(verdict, _reasons(counts), slips)


def _read(facts: Mapping[str, Any], report: Report) -> TrickCounts | None:
    errors = len(report.errors)
    pairs, seats = facts.get("pairs"), facts.get("seats")
    if pairs is None and seats is None:
        text = T("Give the tricks of both sides, or of every seat.")
        report.error("counts.pairs", "missing", text, "kani 1.1")
    if pairs is not None and len(pairs) != PAIRS:
        text = T("Write a list of {size} values here.", size=PAIRS)
        report.error("counts.pairs", "list_length", text)
    declarer, partner = facts.get("declarer"), facts.get("partner")
    if "partner" in facts and declarer is None:
        text = T("“{label}” is missing.", label=T("Declarer"))
        report.error("counts.declarer", "missing", text, "kani 2.6")
    if declarer is not None and partner == declarer:
        text = T("The partner is another player, or none when the declarer played alone.")
        report.error("counts.partner", "own_partner", text, "kani 3.2")
    bid = facts.get("bid")
    if bid == PASS:
        text = T("All passed, so there is nothing else to write.")
        report.error("counts.bid", "passed_out", text, "kani 2.4")
    if len(report.errors) > errors:
        return None
    taken = tuple(seat for seat in (declarer, partner) if seat is not None) if "partner" in facts else None
    return TrickCounts(pairs, seats, ALL_TRICKS if bid == KANI else bid, declarer, partner, taken)


CARDS_COUNTED = T("{who} counted cards, not tricks. {before} becomes {after}.")
TWICE = T("{who} counted a trick twice. {before} becomes {after}.")
LEFT_OUT = T("{who} left out a trick, or two lie as one. {before} becomes {after}.")
MISCOUNTED = T("{who} miscounted. {before} becomes {after}.")
BY_BID = T("{who}: by the bid, not by the tricks taken. {before} becomes {after}.")
OWN_TRICKS = T("{who}: the declarer’s own tricks only, without the partner’s. {before} becomes {after}.")


def _slips(counts: TrickCounts) -> Iterator[Slip]:
    if counts.pairs is not None and sum(counts.pairs) != ALL_TRICKS:
        yield from _pair_slips(counts, counts.pairs)
    elif counts.seats is not None and sum(counts.seats) != ALL_TRICKS:
        yield from _seat_slips(counts, counts.seats)
    elif counts.pairs is not None and counts.seats is not None:
        yield from _explain_disagreement(counts, counts.pairs, counts.seats)


def _pair_slips(counts: TrickCounts, pairs: tuple[int, ...]) -> Iterator[Slip]:
    """One side's number is wrong, and the other's is right. (kani 1.1)"""
    by_seats = counts.from_seats if counts.seats and sum(counts.seats) == ALL_TRICKS else None
    for side, before in enumerate(pairs):
        after = ALL_TRICKS - pairs[1 - side]
        if after < 0 or (by_seats is not None and by_seats[side] != after):
            continue
        path, params = f"counts.pairs[{side}]", {"who": counts.whose(side), "before": before, "after": after}
        for rank, template, cites in _causes(counts, side, before, after):
            yield Slip(rank, path, before, after, template._replace(params=params), cites)


def _causes(
    counts: TrickCounts, side: int, before: int, after: int
) -> Iterator[tuple[int, Text, tuple[str, ...]]]:
    if before == after * TRICK and after:
        yield CARDS, CARDS_COUNTED, ("kani 1.1",)
    if counts.bid is not None and before == (counts.bid if side == 0 else ALL_TRICKS - counts.bid):
        yield BID_WRITTEN, BY_BID, ("kani 4.6",)
    seats, declarer = counts.seats, counts.declarer
    alone = counts.taken is not None and counts.partner is None
    if side == 0 and seats is not None and declarer is not None and seats[declarer] == before and not alone:
        yield OWN_ONLY, OWN_TRICKS, ("kani 4.6",)
    if before == after + 1:
        text = T(
            "{who}: the first trick, when the partner was not yet known, was counted by both sides. "
            "{before} becomes {after}."
        )
        if not alone:
            yield FIRST_TRICK, text, ("kani 3.2",)
        yield ONE, TWICE, ("kani 1.1",)
    elif before == after - 1:
        text = T(
            "{who}: the first trick, when the partner was not yet known, was counted by neither pair. "
            "{before} becomes {after}."
        )
        if not alone:
            yield FIRST_TRICK, text, ("kani 3.2",)
        yield ONE, LEFT_OUT, ("kani 1.1",)
    elif before != after * TRICK:
        yield MORE, MISCOUNTED, ("kani 1.1",)


def _seat_slips(counts: TrickCounts, seats: tuple[int, ...]) -> Iterator[Slip]:
    """One seat's number is wrong, and the other three are right. (kani 1.1)"""
    missing = ALL_TRICKS - sum(seats)
    for seat, before in enumerate(seats):
        after = before + missing
        if not 0 <= after <= ALL_TRICKS or not _fits_pairs(counts, seat, missing):
            continue
        params = {"who": Player(seat, opens=True), "before": before, "after": after}
        rank, text = {-1: (ONE, TWICE), 1: (ONE, LEFT_OUT)}.get(missing, (MORE, MISCOUNTED))
        if before == after * TRICK and after:
            rank, text = CARDS, CARDS_COUNTED
        yield Slip(rank, f"counts.seats[{seat}]", before, after, text._replace(params=params), ("kani 1.1",))


def _fits_pairs(counts: TrickCounts, seat: int, missing: int) -> bool:
    """Whether the seats agree with the sides once this seat has so many more."""
    if counts.pairs is None or counts.from_seats is None or counts.taken is None:
        return True
    sides = list(counts.from_seats)
    sides[seat not in counts.taken] += missing
    return tuple(sides) == counts.pairs


def _explain_disagreement(
    counts: TrickCounts, pairs: tuple[int, ...], seats: tuple[int, ...]
) -> Iterator[Slip]:
    """Both add up to thirteen but differ: another partner, or a trick on the wrong pile."""
    declarer = counts.declarer
    if declarer is None or counts.from_seats is None or counts.taken is None:
        return
    for partner in range(len(seats)):
        if partner not in counts.taken and seats[declarer] + seats[partner] == pairs[0]:
            text = T("The partner was {player}: with those tricks the counts fit.", player=Player(partner))
            yield Slip(PARTNER, "counts.partner", counts.partner, partner, text, ("kani 3.2",))
    own = list(counts.from_seats)
    params = {"who": counts.whose(0), "before": pairs[0], "after": own[0]}
    if seats[declarer] == pairs[0] and counts.partner is not None:
        text = OWN_TRICKS._replace(params=params)
        yield Slip(OWN_ONLY, "counts.pairs", list(pairs), own, text, ("kani 4.6",))
    elif counts.bid is not None and pairs[0] == counts.bid:
        text = BY_BID._replace(params=params)
        yield Slip(BID_WRITTEN, "counts.pairs", list(pairs), own, text, ("kani 4.6",))
    moved = N(
        "{n} trick was counted for the wrong pair.",
        "{n} tricks were counted for the wrong pair.",
        n=abs(own[0] - pairs[0]),
    )
    yield Slip(MOVED, "counts.pairs", list(pairs), own, moved, ("kani 4.6",))


def _reasons(counts: TrickCounts) -> Iterator[Reason]:
    for numbers in (counts.pairs, counts.seats):
        if numbers is not None:
            text = T("A deal has {all} tricks; these add up to {sum}.", all=ALL_TRICKS, sum=sum(numbers))
            yield Reason(text, ("kani 1.1",))
    if counts.pairs is not None and not counts.agree and counts.from_seats is None:
        text = T(
            "By the tricks of the seats no partner gives the declarer’s pair {first}.", first=counts.pairs[0]
        )
        yield Reason(text, ("kani 4.6",))
    if counts.pairs is not None and counts.from_seats is not None:
        first, second = counts.from_seats
        params = {"pair": counts.whose(0), "first": first, "others": counts.whose(1), "second": second}
        yield Reason(T("By the seats: {pair} {first}, {others} {second}.", **params), ("kani 4.6",))


def to_deal(counts: Mapping[str, Any], path: str) -> Mapping[str, Any] | None:
    """What the counts say of a deal: the tricks of every seat, or else those of the declarer's pair."""
    facts = {name: counts[name] for name in ("bid", "declarer", "partner") if name in counts}
    return {**facts, "tricks": counts["seats"] if "seats" in counts else counts["pairs"][0]}


QUESTION = Question(
    slug="mismatch",
    title=T("The tricks do not add up. Where is the slip?"),
    fields=(FIELD,),
    answer=answer,
    writes=write_mended(to_deal, keeps=True),
)
