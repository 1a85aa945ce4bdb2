"""Two people wrote the same deal down, and the versions differ: which single slip explains it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.disputes.slips import Slip, name_likeliest, rule_on_slips
from scorekeeper.core.disputes.writings import write_mended
from scorekeeper.core.fields import Group, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, Player, T, Text
from scorekeeper.games.kinaskak.checking import NOT_MULTIPLIED, is_worth
from scorekeeper.games.kinaskak.deal import CLASSES, HIDDEN, Hand, KinaskakDeal, read_hand
from scorekeeper.games.kinaskak.disputes.explaining import drop_repeats
from scorekeeper.games.kinaskak.disputes.score import BUYS, HANDS
from scorekeeper.games.kinaskak.options import CARDS_A_BUY, KinaskakOptions

VERSIONS = 2
_CLASS_CITES = ("kinaskak 6.2", "kinaskak 6.3", "kinaskak 6.4", "kinaskak 6.5")
_LEFT_OUT = (
    T("A joker was left out."),
    T("An ace was left out."),
    T("A card from ten to king was left out."),
    T("A card from two to nine was left out."),
)
_TWICE = (
    T("A joker was counted twice."),
    T("An ace was counted twice."),
    T("A card from ten to king was counted twice."),
    T("A card from two to nine was counted twice."),
)
_TAKEN_FOR = (
    T("A joker was counted as {other}."),
    T("An ace was counted as {other}."),
    T("A card from ten to king was counted as {other}."),
    T("A card from two to nine was counted as {other}."),
)
_NAMES = (T("a joker"), T("an ace"), T("a card from ten to king"), T("a card from two to nine"))
HIDDEN_FORGOTTEN = T("It was forgotten that a player went out in one turn.")
NOT_HIDDEN = T("No player went out in one turn: something lay before.")
MULTIPLIED_TWICE = T("The points were multiplied already; they are multiplied by themselves.")
IMPOSSIBLE, PENALTY, LEFT_OUT, TAKEN_FOR, TWICE, SWAPPED, DIGITS, MISCOUNT = range(8)
"""What kind of slip it is, the likeliest first."""
COUNTED, BY_CARDS = 10, 20
"""Added where it is harder to get wrong what was written: counts of each kind, and the very cards."""


class _Version(NamedTuple):
    """The deal as one of the two wrote it down; ``shown`` is each hand as it stood in the document."""

    hands: tuple[Hand, ...]
    shown: tuple[Any, ...]
    buys: tuple[int, ...]
    hidden: bool = False


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """The single slips that would make the two versions agree. None after reporting what cannot be compared."""
    versions = _versions(values["counts"], table.options, report)
    if versions is None:
        return None
    slips = sorted(find_slips(versions, table.options), key=lambda slip: slip.rank)
    worths = [_worths(version, table.options) for version in versions]
    one, other = (_say_scores(version, table.options) for version in versions)
    sentence = T("One says {one}, the other {other}.", one=one, other=other)
    nothing = T("No single slip explains the difference; count the hands again.")
    if slips and slips[0].after is None:
        verdict = slips[0].text
    elif worths[0] == worths[1]:
        verdict = T("The two agree.")
    else:
        verdict = name_likeliest(slips, {slip.rank: _ask(slip) for slip in slips[:1]}, nothing)
    hidden = ["hidden_factor"] * any(version.hidden for version in versions)
    cites = table.options.cite("kinaskak 6.1", "out_bonus", *hidden)
    ruling = rule_on_slips(verdict, (Reason(sentence, cites),), slips)
    return ruling._replace(reasons=drop_repeats(ruling.reasons))


def _ask(slip: Slip) -> Text:
    if slip.rank == SWAPPED:
        return T("Which hand was whose?")
    if slip.path.endswith(".hidden"):
        return T("Had the player who went out laid anything down before?")
    if slip.path.endswith(".hands"):
        return T("Which of the two has the points multiplied already?")
    player = Player(int(slip.path.rpartition("[")[2].removesuffix("]")))
    if ".buys[" in slip.path:
        return T("How many times did {player} buy?", player=player)
    return T("What do the cards left with {player} come to when they are counted once more?", player=player)


def _say_scores(version: _Version, options: KinaskakOptions) -> str:
    """What each seat writes by one version, with the points off for going out. (kinaskak 7.6)"""
    scores = _worths(version, options)
    empty, _doubtful = KinaskakDeal(version.hands, version.buys).find_empty_hands(options.card_values())
    if len(empty) == 1:
        scores[empty[0]] -= options.out_bonus
    return " – ".join(str(score).replace("-", "−") for score in scores)


def _versions(
    counts: tuple[Mapping[str, Any], ...], options: KinaskakOptions, report: Report
) -> list[_Version] | None:
    if len(counts) != VERSIONS:
        report.error("counts", "list_length", T("Write a list of {size} values here.", size=VERSIONS))
        return None
    size = len(counts[0]["hands"])
    for index, version in enumerate(counts):
        for name in ("hands", "buys"):
            if name in version and len(version[name]) != size:
                text = T("Write a list of {size} values here.", size=size)
                report.error(f"counts[{index}].{name}", "list_length", text)
        if "hidden" in version and options.hidden_factor == 1:
            report.error(f"counts[{index}].hidden", "not_played", NOT_MULTIPLIED, "kinaskak 7.6")
    if report.errors:
        return None
    return [
        _Version(
            tuple(map(read_hand, version["hands"])),
            tuple(list(map(str, hand)) if isinstance(hand, tuple) else hand for hand in version["hands"]),
            version.get("buys", (0,) * size),
            version.get("hidden", False),
        )
        for version in counts
    ]


def _worths(version: _Version, options: KinaskakOptions) -> list[int]:
    """What each seat writes by one version: the hand, perhaps multiplied, and the buys too many."""
    values, times = options.card_values(), options.hidden_factor if version.hidden else 1
    return [
        hand.worth(values) * times + max(0, buys - options.max_buys) * options.buy_penalty
        for hand, buys in zip(version.hands, version.buys, strict=True)
    ]


def find_slips(versions: list[_Version], options: KinaskakOptions) -> Iterator[Slip]:
    """Every hand that both counted as none can count, and every single slip that makes the two agree."""
    yield from _impossible(versions, options)
    worths = [_worths(version, options) for version in versions]
    seats = [
        seat for seat, (worth, other_worth) in enumerate(zip(*worths, strict=True)) if worth != other_worth
    ]
    if not seats:
        return
    yield from _hidden_slips(versions, worths, options)
    if versions[0].hidden != versions[1].hidden:
        return
    yield from _multiplied_slips(versions, seats, options)
    if len(seats) == 2:
        first, second = seats
        if worths[0][first] == worths[1][second] and worths[0][second] == worths[1][first]:
            for index, version in enumerate(versions):
                yield _exchange_slip(index, version, first, second)
    if len(seats) == 1:
        slips = [
            slip
            for index, version in enumerate(versions)
            for slip in _at_seat(index, version, versions[1 - index], seats[0], options)
        ]
        yield from slips or _miscounts(versions, seats[0], options)


def _hidden_slips(
    versions: list[_Version], worths: list[list[int]], options: KinaskakOptions
) -> Iterator[Slip]:
    """Going out in one turn was forgotten, or was written and never was. (kinaskak 7.6)"""
    if all(version.hidden for version in versions):
        return
    for index, version in enumerate(versions):
        if _worths(version._replace(hidden=not version.hidden), options) == worths[1 - index]:
            text = NOT_HIDDEN if version.hidden else HIDDEN_FORGOTTEN
            path = f"counts[{index}].hidden"
            yield Slip(PENALTY, path, version.hidden, not version.hidden, text, ("kinaskak 7.6",))


def _multiplied_slips(versions: list[_Version], seats: list[int], options: KinaskakOptions) -> Iterator[Slip]:
    """Points that one of the two had multiplied by hand, where they are multiplied anyway. (kinaskak 7.6)"""
    values, times = options.card_values(), options.hidden_factor
    for index, (wrong, right) in enumerate((versions, versions[::-1])):
        if wrong.hidden and all(
            wrong.hands[seat].counts is None
            and wrong.hands[seat].points == times * right.hands[seat].worth(values)
            for seat in seats
        ):
            path, hands = f"counts[{index}].hands", (list(wrong.shown), list(right.shown))
            yield Slip(PENALTY, path, *hands, MULTIPLIED_TWICE, ("kinaskak 7.6",))


def _miscounts(versions: list[_Version], seat: int, options: KinaskakOptions) -> Iterator[Slip]:
    """A miscount in one of the two, if nothing better explains the difference. (kinaskak 6.1)"""
    if versions[0].buys[seat] != versions[1].buys[seat]:
        return
    values = options.card_values()
    for index, (wrong, right) in enumerate((versions, versions[::-1])):
        if _possible(right, seat, options):
            params = {"before": wrong.hands[seat].worth(values), "after": right.hands[seat].worth(values)}
            text = T("This hand was miscounted: {before} becomes {after}.", **params)
            path = f"counts[{index}].hands[{seat}]"
            yield Slip(MISCOUNT, path, wrong.shown[seat], right.shown[seat], text, ("kinaskak 6.1",))


def _impossible(versions: list[_Version], options: KinaskakOptions) -> Iterator[Slip]:
    """Hands for which both wrote points that no hand counts; an equal number is named once. (kinaskak 6.1)"""
    for seat, shown in enumerate(zip(*(version.shown for version in versions), strict=True)):
        if any(_possible(version, seat, options) for version in versions):
            continue
        for index, points in enumerate(shown[:1] if shown[0] == shown[1] else shown):
            text = T("No hand counts {points}: count this one again.", points=points)
            if near := _nearest(versions[index], seat, options):
                text = T(
                    "No hand counts {points}: count this one again. The nearest that hands count: {near}.",
                    points=points,
                    near=near,
                )
            yield Slip(IMPOSSIBLE, f"counts[{index}].hands[{seat}]", points, None, text, ("kinaskak 6.1",))


def _possible(version: _Version, seat: int, options: KinaskakOptions, more: int = 0) -> bool:
    """Whether some hand counts the points written for this seat plus ``more``; hands in cards always do."""
    hand = version.hands[seat]
    return hand.counts is not None or is_worth(
        hand.points + more, 0, _most(version.buys[seat], options), options
    )


def _nearest(version: _Version, seat: int, options: KinaskakOptions) -> list[int]:
    """The next possible points of a hand below and above, at most a card's points away."""
    points, farthest = version.hands[seat].points, max(options.card_values())
    below = [-less for less in range(1, min(points, farthest) + 1)]
    above = range(1, farthest + 1)
    steps = (
        next((step for step in way if _possible(version, seat, options, step)), None)
        for way in (below, above)
    )
    return [points + step for step in steps if step is not None]


def _most(buys: int, options: KinaskakOptions) -> int:
    """The most cards a hand can hold. (kinaskak 1.3, 5.2)"""
    return options.cards_dealt + 1 + CARDS_A_BUY * max(buys, options.max_buys)


def _exchange_slip(index: int, version: _Version, first: int, second: int) -> Slip:
    right = list(version.shown)
    right[first], right[second] = right[second], right[first]
    text = T("The hands of {one} and {other} changed places.", one=Player(first), other=Player(second))
    return Slip(SWAPPED, f"counts[{index}].hands", list(version.shown), right, text, ("kinaskak 6.1",))


def _at_seat(
    index: int, wrong: _Version, right: _Version, seat: int, options: KinaskakOptions
) -> Iterator[Slip]:
    """The slips that one version may hold at the one seat where it differs."""
    values = options.card_values()
    hand, right_hand = wrong.hands[seat], right.hands[seat]
    path = f"counts[{index}].hands[{seat}]"
    if hand.worth(values) == right_hand.worth(values):
        yield _buys_slip(index, seat, wrong.buys[seat], right.buys[seat])
        return
    owed = max(0, right.buys[seat] - options.max_buys) * options.buy_penalty
    if wrong.buys[seat] != right.buys[seat]:
        return
    if hand.counts is not None:
        yield from _counted_slips(path, hand, wrong.shown[seat], right_hand, options)
        return
    points, true = hand.points, right_hand.worth(values)
    most = _most(right.buys[seat], options)
    if not is_worth(points, 0, most, options) and is_worth(true, 0, most, options):
        text = T("No hand counts {points}, so {true} must be right.", points=points, true=true)
        yield Slip(IMPOSSIBLE, path, points, true, text, ("kinaskak 6.1",))
    yield from _penalty_slips(path, points, true, owed, options)
    for rank, text, cites in _class_slips(true - points, right_hand, true, most, options):
        yield Slip(rank, path, points, true, text, cites)
    if points != true and sorted(str(points)) == sorted(str(true)):
        text = T("The digits of {points} changed places.", points=points)
        yield Slip(DIGITS, path, points, true, text, ("kinaskak 6.1",))


def _buys_slip(index: int, seat: int, before: int, after: int) -> Slip:
    if after > before:
        text = N("{n} buy was forgotten.", "{n} buys were forgotten.", n=after - before)
    else:
        text = N(
            "{n} buy was written that never was.", "{n} buys were written that never were.", n=before - after
        )
    path = f"counts[{index}].buys[{seat}]"
    return Slip(PENALTY, path, before, after, text, ("kinaskak 5.3", "kinaskak 5.4"))


def _penalty_slips(path: str, points: int, true: int, owed: int, options: KinaskakOptions) -> Iterator[Slip]:
    """A penalty for buying that was written into the points of the hand."""
    penalty = options.buy_penalty
    if owed and points - true == owed:
        text = T("The penalty for buying was written twice: it is added to the points by itself.")
        yield Slip(PENALTY, path, points, true, text, ("kinaskak 5.4", "kinaskak 6.1"))
    elif penalty and points - true == penalty:
        text = T("The penalty for a buy was written into the points of the hand.")
        yield Slip(PENALTY, path, points, true, text, ("kinaskak 5.4", "kinaskak 6.1"))
    elif penalty and true - points == penalty:
        text = T("The penalty for a buy was forgotten.")
        yield Slip(PENALTY, path, points, true, text, ("kinaskak 5.4", "kinaskak 6.1"))


def _class_slips(
    difference: int, right: Hand, true: int, most: int, options: KinaskakOptions
) -> Iterator[tuple[int, Text, tuple[str, ...]]]:
    """The slips with one card that make points ``difference`` too few, judged by the right hand."""
    values = options.card_values()

    def holds(kind: int) -> bool:
        if right.counts is not None:
            return right.counts[kind] > 0
        return true >= values[kind] and is_worth(true - values[kind], 0, most - 1, options)

    for rank, text, cites, changes in _changes():
        missed = sum(values[kind] * number for kind, number in changes.items())
        if missed and missed == difference and holds(next(iter(changes))):
            yield rank, text, cites


def _counted_slips(
    path: str, hand: Hand, shown: Any, right: Hand, options: KinaskakOptions
) -> Iterator[Slip]:
    """Slips in a hand that was counted card by card: the hand with one card more, one less, or one of another kind."""
    assert hand.counts is not None
    values = options.card_values()
    for rank, text, cites, changes in _changes():
        counts = [held + changes.get(kind, 0) for kind, held in enumerate(hand.counts)]
        if any(not 0 <= held <= size for held, size in zip(counts, options.class_sizes, strict=True)):
            continue
        mended = Hand((counts[0], counts[1], counts[2], counts[3]))
        if mended.worth(values) != right.worth(values) or right.counts not in (None, mended.counts):
            continue
        after = dict(zip(CLASSES, counts, strict=True))
        yield Slip(rank + (BY_CARDS if hand.cards else COUNTED), path, shown, after, text, cites)


def _changes() -> Iterator[tuple[int, Text, tuple[str, ...], Mapping[int, int]]]:
    """Each slip with one card: what mends it, the number of cards of each class, the one in question first."""
    for kind, cite in enumerate(_CLASS_CITES):
        yield LEFT_OUT, _LEFT_OUT[kind], (cite,), {kind: 1}
        yield TWICE, _TWICE[kind], (cite,), {kind: -1}
        for taken, other_cite in enumerate(_CLASS_CITES):
            if taken != kind:
                text = _TAKEN_FOR[kind]._replace(params={"other": _NAMES[taken]})
                yield TAKEN_FOR, text, (cite, other_cite), {kind: 1, taken: -1}


def to_deal(counts: Sequence[Mapping[str, Any]], path: str) -> Mapping[str, Any] | None:
    """The version without the slip, which stands in the other.

    Where the first, which is mostly what stands on the sheet, has a player go out in one turn, the other says it too.
    """
    right = counts[0 if path.startswith("counts[1]") else 1]
    return {"hidden": False, **right} if "hidden" in counts[0] else right


QUESTION = Question(
    slug="mismatch",
    title=T("Our counts don’t agree. Where is the slip?"),
    fields=(
        Repeated(
            name="counts",
            label=T("The deal as each of the two wrote it"),
            of=Group(fields=(HANDS, BUYS, HIDDEN)),
            most=VERSIONS,
        ),
    ),
    answer=answer,
    writes=write_mended(to_deal, keeps=True),
)
