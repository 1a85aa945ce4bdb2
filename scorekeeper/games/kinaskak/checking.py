"""Is this deal of Kínaskák possible? All of its problems are reported, not only the first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.play.cards import Card, card_text
from scorekeeper.core.reading import all_known
from scorekeeper.core.text import N, T
from scorekeeper.games.kinaskak.deal import MAX_BUYS, Hand, KinaskakDeal
from scorekeeper.games.kinaskak.options import CARDS_A_BUY, SHARED, KinaskakOptions

ORDINARY_HAND = 20
NOT_MULTIPLIED = T("Here going out in one turn counts as going out; leave this out.")


def check_deal(deal: KinaskakDeal, situation: Situation, report: Report) -> None:
    """Report what the rules forbid in a deal, and what is odd in it, as far as it could be read."""
    options: KinaskakOptions = situation.table.options
    values = options.card_values()
    _check_who_went_out(deal, situation, report, values)
    _check_packs(deal.hands, options, f"{situation.at}.hands", report)
    _check_hidden(deal, situation, report)
    for seat, (hand, buys) in enumerate(zip(deal.hands, deal.buys, strict=True)):
        # Buys that could not be read may have been as many as there can be.
        _check_size(hand, buys if all_known(buys) else MAX_BUYS, seat, situation, report)
    if _is_last_round(situation):
        _check_last_buys(deal, situation, report)
    if _is_exact_round(situation):
        _check_last_hands(deal, situation, report, values)


def _is_last_round(situation: Situation) -> bool:
    # A deal that was played after the end belongs to no round.
    over = situation.carry.all_dealt and situation.table.options.tie_at_end == SHARED
    return bool(situation.carry.round == situation.table.options.last_round and not over)


def _is_exact_round(situation: Situation) -> bool:
    """Whether all cards are laid down at once. (kinaskak 4.4, 7.3)"""
    return _is_last_round(situation) and situation.table.options.last_round_exact


def _check_who_went_out(
    deal: KinaskakDeal, situation: Situation, report: Report, values: tuple[int, int, int, int]
) -> None:
    at, names = f"{situation.at}.hands", situation.table.names
    empty, doubtful = deal.find_empty_hands(values)
    if len(empty) > 1:
        text = T(
            "Only one player goes out; these hands are all empty: {names}.",
            names=[names[seat] for seat in empty],
        )
        report.error(at, "two_empty", text, "kinaskak 4.5")
    elif not empty and not doubtful and deal.stock_ran_out is False:
        text = T(
            "One hand must be empty, that of the player who went out; if there is none, say that the stock ran out."
        )
        report.error(at, "nobody_out", text, "kinaskak 4.5", "kinaskak 6.7")
    if len(empty) == 1 and deal.stock_ran_out:
        text = T("{name} went out, so the stock did not end the deal.", name=names[empty[0]])
        report.suspect(f"{situation.at}.stock_ran_out", "out_and_stock", text, "kinaskak 4.5", "kinaskak 6.7")


def _check_hidden(deal: KinaskakDeal, situation: Situation, report: Report) -> None:
    """Report that a player went out in one turn where that counts for nothing. (kinaskak 7.6)"""
    if deal.hidden is None or not all_known(deal.hidden):
        return
    path = f"{situation.at}.hidden"
    if situation.table.options.hidden_factor == 1 or _is_exact_round(situation):
        report.error(path, "not_played", NOT_MULTIPLIED, "kinaskak 7.6")
    elif deal.stock_ran_out is True:
        text = T("The stock ran out, so going out in one turn does not count; leave out one of the two.")
        report.error(path, "not_played", text, "kinaskak 7.6")


def _check_packs(hands: tuple[Hand, ...], options: KinaskakOptions, at: str, report: Report) -> None:
    """Report more cards than there are. (kinaskak 1.1, 7.1)"""
    sizes, cites = options.class_sizes, options.cite("kinaskak 1.1", "packs", "jokers")
    counts = [hand.counts for hand in hands if hand.counts]
    held = [sum(column) for column in zip((0, 0, 0, 0), *counts, strict=True)]
    if held[0] > sizes[0]:
        text = T("There are {n} jokers in all; the hands hold {held}.", n=sizes[0], held=held[0])
        report.error(at, "too_many_jokers", text, *cites)
    seen: dict[Card, int] = {}
    for hand in hands:
        for card in hand.cards:
            seen[card] = seen.get(card, 0) + 1
    several = False
    for card, copies in seen.items():
        if copies > options.packs and card.suit:
            several = True
            params = {"held": copies, "card": card_text(card)}
            text = T(
                "Of each card there are {n}; the hands hold {held} of {card}.", n=options.packs, **params
            )
            report.error(at, "too_many_copies", text, *cites)
    if not several and any(count > most for count, most in zip(held[1:], sizes[1:], strict=True)):
        text = T(
            "There are {aces} aces, {tens} cards from ten to king and {low} from two to nine; the hands hold more.",
            aces=sizes[1],
            tens=sizes[2],
            low=sizes[3],
        )
        report.error(at, "too_many_copies", text, *cites)


def _check_size(hand: Hand, buys: int | None, seat: int, situation: Situation, report: Report) -> None:
    options: KinaskakOptions = situation.table.options
    most = options.cards_dealt + CARDS_A_BUY * (options.max_buys if buys is None else buys) + 1
    if hand.counts is not None:
        if hand.size and hand.size > most:
            text = N(
                "{name} can hold at most {n} card after these buys; here are {held}.",
                "{name} can hold at most {n} cards after these buys; here are {held}.",
                n=most,
                name=situation.table.names[seat],
                held=hand.size,
            )
            cites = (*options.cite("kinaskak 1.3", "cards_dealt"), "kinaskak 5.2")
            report.error(f"{situation.at}.hands[{seat}]", "too_many_cards", text, *cites)
    elif hand.points and not is_worth(hand.points, 1, most, options):
        text = N(
            "No hand of at most {most} cards counts {n} point: a joker is {joker}, an ace {ace}, "
            "ten to king {ten_to_king} and two to nine {two_to_nine}.",
            "No hand of at most {most} cards counts {n} points: a joker is {joker}, an ace {ace}, "
            "ten to king {ten_to_king} and two to nine {two_to_nine}.",
            n=hand.points,
            most=most,
            joker=options.joker,
            ace=options.ace,
            ten_to_king=options.ten_to_king,
            two_to_nine=options.two_to_nine,
        )
        report.error(f"{situation.at}.hands[{seat}]", "points_impossible", text, "kinaskak 6.1")


NOT_THIRTEEN = T(
    "A player who neither buys nor goes out in the last round still holds all cards dealt; another number: {name}."
)
NOT_OF_THIRTEEN = T(
    "A player who neither buys nor goes out in the last round still holds all cards dealt; other points: {name}."
)


def _check_last_buys(deal: KinaskakDeal, situation: Situation, report: Report) -> None:
    table = situation.table
    for seat, buys in enumerate(deal.buys):
        if all_known(buys) and buys and not table.options.last_round_buys:
            text = T(
                "Nothing can be bought in the last round; {name} has no buys here.", name=table.names[seat]
            )
            report.error(f"{situation.at}.buys[{seat}]", "last_round_buy", text, "kinaskak 5.6")


def _check_last_hands(
    deal: KinaskakDeal, situation: Situation, report: Report, values: tuple[int, int, int, int]
) -> None:
    table = situation.table
    allowed = table.options.last_round_buys
    out = deal.went_out(values)
    for seat, (hand, buys) in enumerate(zip(deal.hands, deal.buys, strict=True)):
        did_not_buy = all_known(hand.points) and (buys == 0 if allowed else not buys)
        if seat != out and did_not_buy and not _may_be_as_dealt(hand, table.options):
            text = NOT_THIRTEEN if hand.counts is not None else NOT_OF_THIRTEEN
            text = text._replace(params={"name": table.names[seat]})
            cites = table.options.cite("kinaskak 4.4", "cards_dealt")
            report.suspect(f"{situation.at}.hands[{seat}]", "not_thirteen", text, *cites)


def _may_be_as_dealt(hand: Hand, options: KinaskakOptions) -> bool:
    dealt = options.cards_dealt
    if hand.counts is not None:
        return hand.size in (dealt, 0)
    return is_worth(hand.points, dealt, dealt, options)


def is_worth(points: int, least: int, most: int, options: KinaskakOptions) -> bool:
    """Whether some hand of ``least`` to ``most`` cards out of the table's packs counts so many points.

    It tries every number of jokers and aces, and looks up whether other cards can count the rest.
    """
    (joker, ace, ten, low), sizes_of = options.card_values(), options.class_sizes
    cards = ORDINARY_HAND if most <= ORDINARY_HAND else options.pack_size
    sums = _ten_and_low_sums(ten, low, cards, sizes_of[2:])
    sizes = (1 << most + 1) - (1 << least)
    for jokers in range(sizes_of[0] + 1):
        for aces in range(sizes_of[1] + 1):
            rest = points - jokers * joker - aces * ace
            if rest < 0:
                break
            if sums.get(rest, 0) << jokers + aces & sizes:
                return True
    return False


@lru_cache(maxsize=16)
def _ten_and_low_sums(ten: int, low: int, most: int, there: tuple[int, ...]) -> Mapping[int, int]:
    """The points that cards from two to king can count, each with its numbers of cards as bits."""
    sums: dict[int, int] = {}
    for tens in range(min(there[0], most) + 1):
        for lows in range(min(there[1], most - tens) + 1):
            points = tens * ten + lows * low
            sums[points] = sums.get(points, 0) | 1 << tens + lows
    return sums
