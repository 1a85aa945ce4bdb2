"""Whose declarations count, also where two players claim the same card and one of the two claims is false."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, check_cards_once
from scorekeeper.core.fields import PerSeat
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, Player, T, Text
from scorekeeper.games.belot.checking import check_claims
from scorekeeper.games.belot.deal import ALL_TRUMPS, BELOTE, NO_TRUMPS, Declaration, in_trumps
from scorekeeper.games.belot.disputes.fields import CONTRACT, DEALER, DECLARATIONS, HAND, SIDES
from scorekeeper.games.belot.disputes.find_declarations import CHOICE
from scorekeeper.games.belot.play import find_declarations, points_of
from scorekeeper.games.belot.play.holding import ContestedCard, contests, fit_together
from scorekeeper.games.belot.play.standings import (
    COUNTS,
    LEVEL,
    UNDECIDED,
    DeclarationContest,
    find_customs,
    standings,
)
from scorekeeper.games.belot.scoring.counting import CONTEST_CITES, declaration_line, declaration_name

ONE_HAND = ("belot 4.12",)
SHOWN = PerSeat(
    name="shown",
    label=T("The cards of sequences and carres, as each player shows them"),
    of=HAND.but(name="", label=T("Cards")),
    optional=True,
)


class Claims(NamedTuple):
    """All announcements, the pairs of claims that contradict each other, and what decides between them."""

    announced: tuple[Declaration, ...]
    contests: tuple[ContestedCard, ...]
    contest: DeclarationContest

    @property
    def open(self) -> frozenset[int]:
        """The places of the claims that may be false: those in contests, or all where they only clash together."""
        if self.contests:
            return frozenset(
                place for contested in self.contests for place in (contested.first, contested.second)
            )
        return frozenset() if fit_together(self.announced) else frozenset(range(len(self.announced)))

    def compare(self, places: Collection[int]) -> dict[int, str]:
        """How the claims at these places stand, as if nothing else had been announced."""
        kept = [place for place in range(len(self.announced)) if place in places]
        states = standings([self.announced[place] for place in kept], self.contest)
        return dict(zip(kept, states, strict=True))

    def find_counting(self, places: Collection[int]) -> list[int]:
        """Which of the claims at these places count, as if nothing else had been announced."""
        return [place for place, state in self.compare(places).items() if state == COUNTS]

    def worth(self, counted: Collection[int]) -> list[int]:
        """What these claims bring each side."""
        points = [0, 0]
        for place in counted:
            points[self.announced[place].side] += points_of(self.announced[place])
        return points


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which of the declarations count, and for how much. (belot 4.6, 4.7, 4.9, 4.12, 7.12, 7.13)"""
    shown = _announced_by_cards(values, table, report)
    announced = in_trumps((*values["declarations"], *shown), values["contract"])
    contest = DeclarationContest(table.options, values["contract"], values.get("dealer", 0))
    check_claims(announced, contest, "declarations", report)
    if report.errors:
        return None
    claims = Claims(announced, contests(announced), contest)
    if claims.open:
        return _rule_on_contest(claims)
    standing = claims.compare(range(len(announced)))
    counted = claims.find_counting(standing)
    points = claims.worth(counted)
    reasons = tuple(_reason(claims, place, state) for place, state in standing.items())
    if not announced:
        reasons = (Reason(T("What is not announced does not count."), ("belot 4.1",)),)
    level = [announced[place].length for place, state in standing.items() if state == LEVEL]
    if not announced:
        verdict = T("No side writes for declarations: nothing was announced.")
    elif level and not any(points):
        verdict = LEVEL_SEQUENCES[min(max(level), max(LEVEL_SEQUENCES))]
    else:
        verdict = T(
            "The declarations count {first} for {one} and {second} for {other}.", **_for_sides(points)
        )
    return Ruling({"counted": counted, "points": points, "refused": []}, verdict, reasons)


LEVEL_SEQUENCES: Mapping[int, Text] = {
    3: T("No side writes for declarations: the tierces are level."),
    4: T("No side writes for declarations: the quartes are level."),
    5: T("No side writes for declarations: the quintes are level."),
}


def _announced_by_cards(values: Mapping[str, Any], table: Table, report: Report) -> list[Declaration]:
    """The sequences and carres that players show, hand by hand. (belot 4.2, 4.3, 4.5)"""
    hands = values.get("shown", ())
    check_cards_once({f"shown[{seat}]": cards for seat, cards in enumerate(hands)}, "belot 1.1", report)
    # at no trumps they are found too, and then refused as any declaration is
    contract = ALL_TRUMPS if values["contract"] == NO_TRUMPS else values["contract"]
    declared: list[Declaration] = []
    for seat, cards in enumerate(hands):
        holdings = find_declarations(cards, contract, table.options)
        held = [holding for holding in holdings if holding.declaration.kind != BELOTE]
        used = [card for holding in held for card in holding.cards]
        if len(used) > len(set(used)):
            report.error(f"shown[{seat}]", "cards_clash", CHOICE, "belot 4.5")
        elif set(used) != set(cards):
            text = T("Here are cards that belong to no sequence and no carre.")
            report.error(f"shown[{seat}]", "not_declared", text, "belot 4.2")
        else:
            declared += [holding.declaration._replace(player=seat) for holding in held]
    return declared


def _reason(claims: Claims, place: int, standing: str) -> Reason:
    """Whether a declaration counts, for which player and how much, or why not."""
    declaration = claims.announced[place]
    customs = find_customs(declaration, claims.announced, claims.contest)
    line = declaration_line(declaration, standing, customs)
    if standing != COUNTS:
        return Reason(line.text, line.cites)
    params = {"declaration": line.text, "points": line.points, "side": SIDES[declaration.side]}
    text = T("{declaration}: {points} for {side}", **params)
    return Reason(text, (*line.cites, *(CONTEST_CITES.get(declaration.kind, ()))))


def _for_sides(points: Sequence[int]) -> dict[str, Any]:
    return {"one": SIDES[0], "first": points[0], "other": SIDES[1], "second": points[1]}


# --- one of two claims is false ---------------------------------------------------------------------


def _rule_on_contest(claims: Claims) -> Ruling:
    """The ruling on contradicting claims. The cards are not known, so a claim counts only if it does in every case."""
    sure = _sure_claims(claims)
    counted = [place for place, state in sure.items() if state == COUNTS]
    points = _at_least(claims, counted)
    verdict = _which_is_false(claims)
    if any(points):
        params = {"verdict": verdict, **_for_sides(points)}
        verdict = T(
            "{verdict} Whichever is false, {first} for {one} and {second} for {other} count.", **params
        )
    reasons = [*_pairs(claims), *_without_one(claims)]
    reasons += [_reason(claims, place, state) for place, state in sure.items()]
    reasons.append(Reason(T("Its cards are named after the last trick."), ("belot 4.8",)))
    return Ruling({"counted": counted, "points": points, "refused": []}, verdict, tuple(reasons))


def _sure_claims(claims: Claims) -> dict[int, str]:
    """The uncontested claims that stand the same way in the worst case of their side and in the best.

    The worst case of a side is that every doubtful claim of the other side is true and none of its own.
    """
    at_worst: dict[int, str] = {}
    at_best: dict[int, str] = {}
    safe = {place for place in range(len(claims.announced)) if place not in claims.open}
    for side in (0, 1):
        doubtful = {place for place in claims.open if claims.announced[place].side == side}
        worst, best = claims.compare(safe | (claims.open - doubtful)), claims.compare(safe | doubtful)
        own = [place for place in safe if claims.announced[place].side == side]
        at_worst |= {place: worst[place] for place in own}
        at_best |= {place: best[place] for place in own}
    sure = {place for place in safe if at_worst[place] == at_best[place] != UNDECIDED}
    return {place: at_worst[place] for place in sorted(sure)}


def _name_pair(claims: Claims, contest: ContestedCard) -> dict[str, Any]:
    claim, rival = claims.announced[contest.first], claims.announced[contest.second]
    names = {"one": declaration_name(claim), "other": declaration_name(rival)}
    return {**names, "player": Player(claim.player), "rival": Player(rival.player)}


def _which_is_false(claims: Claims) -> Text:
    if not claims.contests:
        return T("At least one of these is false: together they need more cards than there are.")
    contest, *other_contests = claims.contests
    pair = _name_pair(claims, contest)
    verdict = T("One of the two is false: {one} ({player}) or {other} ({rival}).", **pair)
    if not other_contests:
        return verdict
    text = N("The same holds for {n} more pair.", "The same holds for {n} more pairs.", n=len(other_contests))
    return T("{verdict} {more}", verdict=verdict, more=text)


def _pairs(claims: Claims) -> Iterator[Reason]:
    if not claims.contests:
        text = T("With every choice of suits a card would be in two of them, or a hand would be too big.")
        yield Reason(text, ONE_HAND)
    for contest in claims.contests:
        pair = {**_name_pair(claims, contest), "card": contest.card}
        text = T("{one} ({player}), {other} ({rival}): the same card ({card}) would be in two hands.", **pair)
        yield Reason(text, ONE_HAND)


def _without_one(claims: Claims) -> Iterator[Reason]:
    """If only two claims contradict each other: what counts without the one, and without the other."""
    for place, points in _cases(claims).items():
        false = claims.announced[place]
        params = {
            **_for_sides(points),
            "declaration": declaration_name(false),
            "player": Player(false.player),
        }
        text = T("Without {declaration} ({player}): {first} for {one}, {second} for {other}.", **params)
        yield Reason(text, tuple(CONTEST_CITES.get(false.kind, ("belot 4.9",))))


def _cases(claims: Claims) -> dict[int, list[int]]:
    """The points of both sides, by the claim that is false; empty unless exactly two contradict each other."""
    if len(claims.contests) != 1:
        return {}
    everything = range(len(claims.announced))
    return {
        place: claims.worth(claims.find_counting([kept for kept in everything if kept != place]))
        for place in sorted(claims.open)
    }


def _at_least(claims: Claims, counted: Collection[int]) -> list[int]:
    """What each side has in any case: two partners who claim the same cards count them once."""
    cases = _cases(claims).values()
    return [min(points[side] for points in cases) for side in (0, 1)] if cases else claims.worth(counted)


QUESTION = Question(
    slug="declarations",
    title=T("Whose declarations count?"),
    fields=(CONTRACT, SHOWN, DECLARATIONS, DEALER),
    answer=answer,
)
