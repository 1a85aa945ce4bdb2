"""Is this deal of Eskoba possible? All of its problems are reported, not only the first."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.play.cards import PACK_40, Card, card_text, cards_text
from scorekeeper.core.reading import BAD, all_known, is_whole, keep_readable
from scorekeeper.core.text import N, T
from scorekeeper.games.escoba.deal import COUNTS, MOST, EscobaDeal
from scorekeeper.games.escoba.play import ALL_PLAYS, FIFTEEN, LEFT_OVER_FIFTEENS, EndedDeal, total
from scorekeeper.games.escoba.play.tally import (
    ALL_CARDS,
    ALL_GOLDS,
    ALL_SEVENS,
    SUITS,
    CardCounts,
    DealTally,
    sole_taker,
)

MIN_IN_ESCOBA = 2
# So many escobas a side leave room for every way of sharing out forty cards among six.
EASY_ESCOBAS = 3


def check_deal(deal: EscobaDeal, situation: Situation, report: Report) -> None:
    """Report what the rules forbid in a deal, and what is odd in it, as far as it could be read."""
    if deal.played is not None:
        _check_played(deal.played, situation, report)
    elif deal.piles is not None:
        _check_piles(deal.piles, situation, report)
    if deal.tally is not None:
        _check_tally(deal.form, deal.tally, situation, report)
    if deal.left is not None and all_known(deal.left) and all_known(*deal.left):
        _check_left(deal.left, deal, situation, report)


def _check_tally(form: str, tally: DealTally, situation: Situation, report: Report) -> None:
    if form == COUNTS and tally.counts is not None:
        _check_counts(tally, tally.counts, situation, report)
    elif form == MOST:
        _check_most(tally, situation, report)
    if tally.counts is not None:
        _check_escobas(tally.escobas, tally.counts.cards, situation, report)
    if form in (MOST, COUNTS) and type(tally.setenta) is int:
        _check_setenta(tally, tally.setenta, situation, report)


def _check_counts(tally: DealTally, counts: CardCounts, situation: Situation, report: Report) -> None:
    for side, numbers in enumerate(zip(*counts, strict=True)):
        if side == tally.seven_of_golds and 0 in numbers[1:]:
            text = T(
                "The side with the seven of golds has at least one gold and one seven; {side} does not.",
                side=situation.table.side_name(side),
            )
            report.error(f"{situation.at}.seven_of_golds", "seven_of_golds", text, "escoba 5.5")
        _check_pile(side, numbers, tally.seven_of_golds in (side, BAD), situation, report)


def _check_pile(
    side: int, numbers: tuple[Any, ...], may_hold: bool, situation: Situation, report: Report
) -> None:
    """Report more golds, more sevens, or more of both together than the pile has cards.

    The seven of golds, which ``may_hold`` says may be there, is both a gold and a seven.
    """
    cards, golds, sevens = numbers
    name = situation.table.side_name(side)
    many_golds = all_known(golds, cards) and golds > cards
    many_sevens = all_known(sevens, cards) and sevens > cards
    if many_golds:
        text = T("{side} cannot have more golds than cards.", side=name)
        report.error(f"{situation.at}.golds[{side}]", "golds_above_cards", text, "escoba 1.1")
    if many_sevens:
        text = T("{side} cannot have more sevens than cards.", side=name)
        report.error(f"{situation.at}.sevens[{side}]", "sevens_above_cards", text, "escoba 1.1")
    if all_known(*numbers) and not (many_golds or many_sevens) and golds + sevens - may_hold > cards:
        params = {"side": name, "golds": golds, "sevens": sevens, "cards": cards}
        text = T(
            "{side} cannot have all this at once: golds: {golds}, sevens: {sevens}, cards: {cards}.", **params
        )
        report.error(f"{situation.at}.cards[{side}]", "pile_too_small", text, "escoba 1.1")


def _check_escobas(
    escobas: tuple[int, ...], cards: tuple[int, ...], situation: Situation, report: Report
) -> None:
    for side, made in enumerate(escobas):
        if made and all_known(cards[side]) and MIN_IN_ESCOBA * made > cards[side]:
            text = N(
                "An escoba takes at least two cards, so {side} cannot have made {n}; cards: {cards}.",
                "Each escoba takes at least two cards, so {side} cannot have made {n}; cards: {cards}.",
                n=made,
                side=situation.table.side_name(side),
                cards=cards[side],
            )
            report.error(f"{situation.at}.escobas[{side}]", "escobas_above_cards", text, "escoba 3.3")


def _check_setenta(tally: DealTally, side: int, situation: Situation, report: Report) -> None:
    """A setenta has a card of every suit: four cards at least, a gold among them. (escoba 7.5)"""
    others_gold = tally.all_golds is not None and _differ(tally.all_golds, side)
    without = others_gold or side in keep_readable(tally.no_cards)
    if tally.counts is not None:
        cards, golds, _sevens = (numbers[side] for numbers in tally.counts)
        without = (all_known(cards) and cards < SUITS) or (all_known(golds) and not golds)
    if without:
        text = T(
            "{side} cannot have the setenta: it takes a card of each suit, so four cards and a gold.",
            side=situation.table.side_name(side),
        )
        report.error(f"{situation.at}.setenta", "setenta_impossible", text, "escoba 7.5")


def _check_piles(piles: tuple[tuple[Card, ...], ...], situation: Situation, report: Report) -> None:
    seen: set[Card] = set()
    for side, pile in enumerate(piles):
        for index, card in enumerate(pile or ()):
            if card in seen and all_known(card):
                text = T("The {card} is in another pile already.", card=card_text(card))
                report.error(f"{situation.at}.piles[{side}][{index}]", "card_twice", text, "escoba 1.1")
            seen.add(card)
    if len(seen) < ALL_CARDS and is_whole(piles):
        lost = [card for card in PACK_40.cards if card not in seen]
        text = N(
            "{n} card is in no pile: {cards}.",
            "{n} cards are in no pile: {cards}.",
            n=len(lost),
            cards=cards_text(lost),
        )
        report.error(f"{situation.at}.piles", "cards_missing", text, "escoba 1.1")
    elif is_whole(piles) and sum(map(len, piles)) == ALL_CARDS:
        _check_fifteens(piles, situation, report)


def _check_fifteens(piles: tuple[tuple[Card, ...], ...], situation: Situation, report: Report) -> None:
    """Report piles that captures of fifteen, and the cards left in one of them, cannot make. (escoba 4.3)"""
    points = [total(pile) for pile in piles]
    if sorted([worth % FIFTEEN for worth in points]) != [0] * (len(piles) - 1) + [LEFT_OVER_FIFTEENS]:
        text = T(
            "Every pile is made of fifteens, and one of them holds ten more, the cards left on the table: "
            "these are worth {points}. Some capture was not fifteen, or a card lies in the wrong pile.",
            points=points,
        )
        report.suspect(f"{situation.at}.piles", "pile_totals", text, "escoba 4.3")


def _check_played(played: EndedDeal, situation: Situation, report: Report) -> None:
    table = situation.table
    if played.plays and all_known(played.first, situation.dealer):
        first = table.seating.after(situation.dealer)
        if played.first != first:
            text = T("The player after the dealer begins: {name}.", name=table.names[first])
            report.error(f"{situation.at}.plays[0].seat", "wrong_first", text, "escoba 2.2")
    for path, code, problem, cite in played.problems:
        report.error(f"{situation.at}.{path}", code, problem, cite)
    if played.plays < ALL_PLAYS:
        text = N(
            "{n} card has not been played: a deal is 36 cards played and four on the table.",
            "{n} cards have not been played: a deal is 36 cards played and four on the table.",
            n=ALL_PLAYS - played.plays,
        )
        report.error(f"{situation.at}.plays", "cards_missing", text, "escoba 2.4")
    for index in played.laid:
        text = T("This card could have captured, and at this table a card that can capture must.")
        report.suspect(f"{situation.at}.plays[{index}]", "could_capture", text, "escoba 3.2")


def _check_left(left: tuple[Card, ...], deal: EscobaDeal, situation: Situation, report: Report) -> None:
    at = f"{situation.at}.left"
    if deal.played is not None:
        if deal.played.sure and set(left) != set(deal.played.left):
            text = T("By these plays other cards were left: {cards}.", cards=cards_text(deal.played.left))
            report.error(at, "left_differs", text, "escoba 4.1")
        return
    if total(left) % FIFTEEN != LEFT_OVER_FIFTEENS:
        text = T(
            "Cards left add up to 10, 25, 40 and so on, not {points}: some capture was not fifteen.",
            points=total(left),
        )
        report.suspect(at, "left_total", text, "escoba 4.3")
    if deal.piles is not None and left and not any(set(left) <= set(pile or ()) for pile in deal.piles):
        text = T("One player takes all the cards left; these are not in one pile.")
        report.suspect(at, "left_split", text, "escoba 4.1")


def _check_most(tally: DealTally, situation: Situation, report: Report) -> None:
    errors = len(report.errors)
    for name, sides in (("under_ten", tally.under_ten), ("no_cards", tally.no_cards)):
        if len(set(keep_readable(sides))) < len(keep_readable(sides)):
            report.error(f"{situation.at}.{name}", "side_twice", T("Name each side once."))
    _check_all(tally, situation, report)
    if keep_readable(tally.no_cards):
        _check_no_cards(tally, situation, report)
    few = situation.table.options.few_cards
    if len(report.errors) == errors and is_whole(tally) and not _can_be_shared(tally, few):
        text = T("Forty cards cannot lie like this: look at who had the most, who had few, and the escobas.")
        report.error(f"{situation.at}.most.cards", "cards_contradict", text, "escoba 5.2")


def _check_all(tally: DealTally, situation: Situation, report: Report) -> None:
    """A side with all of a kind also has the most of it, and the seven of golds."""
    for whole, most, kind, name, cite, texts in (
        (tally.all_golds, tally.golds, "golds", "all_golds", "escoba 5.4", ALL_GOLDS_TEXTS),
        (tally.all_sevens, tally.sevens, "sevens", "all_sevens", "escoba 5.7", ALL_SEVENS_TEXTS),
    ):
        if whole is not None and _differ(most, whole):
            report.error(f"{situation.at}.most.{kind}", f"{name}_most", texts[0], cite)
        if whole is not None and _differ(tally.seven_of_golds, whole):
            report.error(f"{situation.at}.seven_of_golds", f"{name}_seven", texts[1], cite)


ALL_GOLDS_TEXTS = (
    T("The side with all ten golds has the most golds too."),
    T("The side with all ten golds has the seven of golds too."),
)
ALL_SEVENS_TEXTS = (
    T("The side with all four sevens has the most sevens too."),
    T("The side with all four sevens has the seven of golds too."),
)


def _differ(side: int | None, other_side: int | None) -> bool:
    return side != other_side and all_known(side, other_side)


def _check_no_cards(tally: DealTally, situation: Situation, report: Report) -> None:
    """A side without a card has nothing else; a side with every card has the most of them."""
    sides, without = len(tally.escobas), keep_readable(tally.no_cards)
    if len(set(without)) == sides:
        text = T("One side took the cards; if there was no capture at all, write that instead.")
        report.error(f"{situation.at}.no_cards", "no_cards_all", text, "escoba 4.4")
        return
    has: dict[str, Any] = {
        "most.cards": tally.cards,
        "most.golds": tally.golds,
        "most.sevens": tally.sevens,
        "seven_of_golds": tally.seven_of_golds,
        "all_golds": tally.all_golds,
        "all_sevens": tally.all_sevens,
    } | {f"escobas[{side}]": side for side, made in enumerate(tally.escobas) if made}
    for name, side in has.items():
        if side in without:
            text = T("{side} took no card, so this cannot be.", side=situation.table.side_name(side))
            report.error(f"{situation.at}.{name}", "no_cards_but", text, "escoba 5.9")
    sole = sole_taker(tally.no_cards, sides) if is_whole(tally.no_cards) else None
    if sole is not None and tally.cards is None:
        text = T("{side} took every card, so has the most of them.", side=situation.table.side_name(sole))
        report.error(f"{situation.at}.most.cards", "no_cards_but", text, "escoba 5.9")


def _can_be_shared(tally: DealTally, few: int) -> bool:
    """Whether forty cards can be shared out so that all of this is true at once; under ``few`` cards are few."""
    if not tally.under_ten and tally.all_golds is None and max(tally.escobas) <= EASY_ESCOBAS:
        return True
    sides = range(len(tally.escobas))
    least = [max(MIN_IN_ESCOBA * tally.escobas[side], _fewest(tally, side)) for side in sides]
    largest = [
        0 if side in tally.no_cards else few - 1 if side in tally.under_ten else ALL_CARDS for side in sides
    ]
    if tally.cards is None:
        return any(_fits(pair, least, largest, 0) for pair in combinations(sides, 2))
    return _fits((tally.cards,), least, largest, 1)


def _fewest(tally: DealTally, side: int) -> int:
    golds = ALL_GOLDS if side == tally.all_golds else 0
    sevens = ALL_SEVENS if side == tally.all_sevens else 0
    holds = side == tally.seven_of_golds
    return golds + sevens - 1 if golds and sevens else max(golds, sevens, holds)


def _fits(head: tuple[int, ...], least: list[int], largest: list[int], below: int) -> bool:
    """Whether the cards can lie so that the sides of ``head`` have most, every other side ``below`` that or less.

    The more the best have, the more room there is for the others' cards, so only the most they can have is tried.
    """
    rest = [side for side in range(len(least)) if side not in head]
    fewest = sum([least[side] for side in rest])
    top = min((ALL_CARDS - fewest) // len(head), *[largest[side] for side in head])
    room = [min(largest[side], top - below) for side in rest]
    if any(least[side] > top for side in head) or any(map(int.__gt__, [least[side] for side in rest], room)):
        return False
    return fewest <= ALL_CARDS - top * len(head) <= sum(room)
