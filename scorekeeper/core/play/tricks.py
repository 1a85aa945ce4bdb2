"""A deal of tricks between four players, card by card: the hands, the winners, and the cards that were not allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Reason, check_cards_once
from scorekeeper.core.fields import CardsField, PerSeat, Repeated, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import (
    IN_HAND,
    IN_TRICK,
    Card,
    Legal,
    Pack,
    card_text,
    cards_text,
    list_choices,
)
from scorekeeper.core.play.laying import Document, Laid, Laying, read_cards, read_list
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, Player, T, Text

SEATS = TRICK = 4
"""The number of players, and of the cards in a trick."""
Hand = tuple[Card, ...]
LEADER = SeatField(name="leader", label=T("Who led"), optional=True)


class TrickFields(NamedTuple):
    """What questions ask of a hand, of a trick, and of a deal: its four hands and its tricks."""

    hand: CardsField
    whole_hand: CardsField
    so_far: CardsField
    trick: CardsField
    hands: PerSeat
    tricks: Repeated


def trick_fields(pack: Pack) -> TrickFields:
    """The fields of a game in which the whole pack is dealt."""
    size = len(pack.cards) // SEATS
    hand = CardsField(name="hand", label=T("Cards in the hand"), pack=pack, lies=IN_HAND, most=size)
    text = T("Cards in the trick so far")
    so_far = CardsField(name="trick", label=text, pack=pack, lies=IN_TRICK, most=TRICK - 1)
    whole, trick = hand.but(count=size), so_far.but(label=T("Cards in the trick"), most=TRICK, count=TRICK)
    played = trick.but(name="", count=None, heap="played")
    hands = PerSeat(name="hands", label=T("The four hands"), of=whole.but(name=""), optional=True)
    tricks = Repeated(name="tricks", label=T("The tricks"), most=size, of=played, part=T("Trick {n}"))
    return TrickFields(hand, whole, so_far, trick, hands, tricks)


def lead_by_winner(number: int, winner: int) -> int:
    """Who leads after a trick: its winner."""
    return winner


class TrickRules(NamedTuple):
    """The functions by which :func:`replay` knows the rules of a game.

    ``legal`` gets the number of the trick (from 0), the seat, its hand and the cards before it in the trick.
    ``winner`` gets a whole trick and the seat that led, and ``lead_cite`` the number of a trick that the wrong seat
    led. ``turn_cite`` is the article about whose turn it is. ``leads`` gets the number of a whole trick and its winner,
    and finds who leads the next; in most games the winner does.
    """

    legal: Callable[[int, int, Sequence[Card], Hand], Legal]
    winner: Callable[[Hand, int], int]
    lead_cite: Callable[[int], str]
    turn_cite: str
    leads: Callable[[int, int], int] = lead_by_winner


class WrongCard(NamedTuple):
    """A card that was not allowed: its seat, its trick (from 0), the legal cards and the article.

    No card was legal for a seat that was not to lead. ``shown_later`` says that the hand is not known but for what it
    played, so that only cards that came later show it.
    """

    seat: int
    trick: int
    card: Card
    legal: Hand
    why: Text
    cite: str
    shown_later: bool = False

    @property
    def document(self) -> dict[str, Any]:
        """The card as JSON."""
        legal = [str(card) for card in self.legal]
        return {"seat": self.seat, "trick": self.trick, "card": str(self.card), "legal": legal}

    @property
    def reason(self) -> Reason:
        """What was wrong, and what would have been right."""
        params = {"trick": self.trick + 1, "player": Player(self.seat), "card": card_text(self.card)}
        if not self.legal:
            text = T("Trick {trick}: {player} led {card} out of turn. {why}", why=self.why, **params)
            return Reason(text, (self.cite,))
        params |= {"legal": cards_text(self.legal), "why": self.why}
        if self.shown_later:
            return Reason(SHOWN_LATER._replace(params={**params, "n": len(self.legal)}), (self.cite,))
        text = T("Trick {trick}: {player} could not play {card}, only {legal}. {why}", **params)
        return Reason(text, (self.cite,))


SHOWN_LATER = N(
    "Trick {trick}: {player} could not play {card}: {legal} was in that hand and came later. {why}",
    "Trick {trick}: {player} could not play {card}: {legal} were in that hand and came later. {why}",
    n=1,
)


class Replayed(NamedTuple):
    """Tricks played out: the winner of each whole one, and the cards that were not allowed."""

    winners: tuple[int, ...]
    wrong: tuple[WrongCard, ...]


def is_whole(tricks: Sequence[Hand], number: int) -> bool:
    """Whether there are ``number`` tricks and each has four cards."""
    return len(tricks) == number and all(len(trick) == TRICK for trick in tricks)


def check_tricks(
    hands: Sequence[Hand] | None, tricks: Sequence[Hand], pack_cite: str, report: Report, *cites: str
) -> None:
    """Report each card that is given twice, by the article about the pack, and tricks cut short, by ``cites``."""
    if hands is not None:
        check_cards_once({f"hands[{seat}]": hand for seat, hand in enumerate(hands)}, pack_cite, report)
    check_cards_once({f"tricks[{number}]": trick for number, trick in enumerate(tricks)}, pack_cite, report)
    for number, trick in enumerate(tricks):
        if not trick or (len(trick) < TRICK and number < len(tricks) - 1):
            text = T("A trick has four cards; only the last of a deal broken off may have fewer.")
            report.error(f"tricks[{number}]", "card_count", text, *cites)


def hands_from_tricks(
    tricks: Sequence[Hand],
    leader: int,
    winner: Callable[[Hand, int], int],
    leads: Callable[[int, int], int] = lead_by_winner,
) -> tuple[Hand, ...]:
    """The cards that each hand has played, when who was due to lead did."""
    hands: list[list[Card]] = [[] for _ in range(SEATS)]
    for number, trick in enumerate(tricks):
        for place, card in enumerate(trick):
            hands[(leader + place) % SEATS].append(card)
        leader = leads(number, winner(trick, leader))
    return tuple(map(tuple, hands))


def replay(
    hands: Sequence[Hand],
    tricks: Sequence[Hand],
    leader: int,
    rules: TrickRules,
    report: Report,
    *,
    whole: bool = True,
) -> Replayed | None:
    """Play every card of the tricks in order; None after reporting cards that were not in their player's hand.

    ``whole`` is False where hands hold only what they have played so far. A card that these make wrong is wrong
    with any other cards in the hand: more cards never set a player free of a duty.
    """
    left = [list(hand) for hand in hands]
    holder = {card: seat for seat, hand in enumerate(hands) for card in hand}
    winners: list[int] = []
    wrong: list[WrongCard] = []
    for number, trick in enumerate(tricks):
        owner = holder[trick[0]]
        if owner != leader:
            text = T("The lead was with {player}.", player=Player(leader))
            wrong.append(WrongCard(owner, number, trick[0], (), text, rules.lead_cite(number)))
        errors = len(report.errors)
        wrong_cards = _replay_trick(left, number, trick, owner, rules, report)
        wrong += [wrong_card._replace(shown_later=not whole) for wrong_card in wrong_cards]
        if len(report.errors) > errors:
            return None
        if len(trick) == TRICK:
            winners.append(rules.winner(trick, owner))
            leader = rules.leads(number, winners[-1])
    return Replayed(tuple(winners), tuple(wrong))


def _replay_trick(
    left: list[list[Card]], number: int, trick: Hand, leader: int, rules: TrickRules, report: Report
) -> Iterator[WrongCard]:
    """The cards of one trick that were not allowed; every card leaves its hand."""
    for place, card in enumerate(trick):
        seat = (leader + place) % SEATS
        hand, before = left[seat], trick[:place]
        if card not in hand:
            params = {"card": card_text(card), "player": Player(seat)}
            text = T("{card} was not in the hand of {player}, whose turn it was.", **params)
            report.error(f"tricks[{number}][{place}]", "not_in_hand", text, rules.turn_cite)
            continue
        legal = rules.legal(number, seat, hand, before)
        if card not in legal.cards:
            yield WrongCard(seat, number, card, *legal)
        hand.remove(card)


def lay_tricks(
    pack: Pack,
    number: int,
    needs: tuple[str, ...],
    leader: Callable[[Document], int | None],
    winner: Callable[[Document, Table], Callable[[Hand, int], int] | None],
    leads: Callable[[Document, Table], Callable[[int, int], int]] = lambda _document, _table: lead_by_winner,
) -> Laying:
    """How ``number`` tricks are laid card by card into the list ``tricks``.

    ``leader`` finds the seat that leads to the first trick, ``winner`` the function that finds the seat that takes a
    trick, None while that cannot be known; ``leads`` the one that finds who leads after it.
    """

    def see(document: Document, table: Table) -> Laid:
        tricks = [read_cards(pack, notations) for notations in read_list(document, "tricks")]
        take, seat, took = winner(document, table), leader(document) or 0, [0] * SEATS
        next_lead = leads(document, table)
        trick: tuple[tuple[int, Card], ...] = ()
        last: int | None = None
        for number_of, cards in enumerate(tricks):
            if not cards:
                continue
            trick, last = tuple([((seat + place) % SEATS, card) for place, card in enumerate(cards)]), None
            if len(cards) == TRICK and take is not None:
                last = take(cards, seat)
                took[last] += 1
                seat = next_lead(number_of, last)
            else:
                seat = (seat + len(cards)) % SEATS
        over = sum(took) == number
        gone = frozenset(card for cards in tricks for card in cards)
        return Laid(None if over else seat, trick, last, (), ((T("Tricks"), tuple(took)),), gone)

    def lay(document: Document, table: Table, card: Card, takes: Hand) -> Document:
        tricks = [trick for trick in read_list(document, "tricks") if trick]
        if not tricks or len(tricks[-1]) >= TRICK:
            tricks.append([])
        return {**document, "tricks": [*tricks[:-1], [*tricks[-1], str(card)]]}

    return Laying(pack=pack, needs=needs, lists=("tricks",), see=see, lay=lay, take_back=_take_back_card)


def _take_back_card(document: Document) -> Document:
    tricks = [trick for trick in read_list(document, "tricks") if trick]
    shorter = [*tricks[:-1], tricks[-1][:-1]] if tricks else []
    return {**document, "tricks": [trick for trick in shorter if trick]}


def say_playable(cards: Hand) -> Text:
    """The verdict where not every card of a hand may be played."""
    choices = list_choices(cards)
    return N("Only {cards} may be played.", "Only {cards} may be played.", n=len(cards), cards=choices)


def count_wrong_cards(number: int, *, over: bool, whole: bool) -> Text:
    """The verdict on how a deal was played, or on what was shown so far where the hands are not ``whole``."""
    if number:
        return N("{n} card was not allowed.", "{n} cards were not allowed.", n=number)
    if not whole:
        return T("The cards so far show none that was not allowed.")
    if over:
        return T("Every card was played by the rules.")
    return T("Every card so far was played by the rules.")


def so_far(*, whole: bool) -> Text:
    """Why nothing is wrong before the last card; where the hands are not ``whole``, how a wrong card would show."""
    if whole:
        return T("Every card so far was allowed.")
    return T(
        "A card that was not allowed shows once another of the same hand comes; with the four hands it shows at once."
    )


def say_leads(values: Mapping[str, Any], cite: str) -> list[Reason]:
    """The reason that says who is assumed to have led, where the four hands are not given to show it."""
    if "hands" in values or len(values["tricks"]) < 2:
        return []
    text = T(
        "It is assumed that the winner of a trick led the next; a lead out of turn shows only with the four hands."
    )
    return [Reason(text, (cite,))]


def name_mistake(wrong_card: WrongCard, tricks: Sequence[Hand], number: int) -> tuple[str, ...]:
    """The way to a wrong card through the tree of irregularities of a game in which ``number`` tricks are a deal."""
    if not wrong_card.legal:
        return ("play", "out_of_turn")
    return ("play", "revoke", noticed(wrong_card, tricks, number))


def noticed(wrong_card: WrongCard, tricks: Sequence[Hand], number: int) -> str:
    """When a wrong card is noticed that is shown by these tricks: before the next trick, or later."""
    later = wrong_card.trick < len(tricks) - 1 or is_whole(tricks, number)
    return "later" if later else "before_next_trick"
