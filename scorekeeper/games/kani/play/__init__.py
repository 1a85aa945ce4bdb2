"""Kani at the table: which cards may be played, who takes a trick, and which card may call the partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.fields import Choice
from scorekeeper.core.play.cards import PACK_52, SUIT_SIGNS, Card, Legal, card_text
from scorekeeper.core.scoring.parts import label_value
from scorekeeper.core.text import T
from scorekeeper.games.kani.options import ANY_BID, OPPONENTS_GAIN, KaniOptions

SEATS = 4
TRICK = 4
# The ace is highest, the two lowest. (kani 1.2)
STRENGTH: Mapping[str, int] = MappingProxyType({rank: place for place, rank in enumerate(PACK_52.ranks)})
MUST_PLAY_CALLED = frozenset(("highest_missing", "any_missing"))
"""The ways to call a partner under which the holder of the called card plays it to the first trick."""

TAKER_LEADS = Reason(
    T(
        "The Icelandic text also lets the holder of the called card lead after the first trick; "
        "here the winner of the trick leads."
    ),
    ("kani 3.7",),
)


def legal_cards(trump: str, hand: Sequence[Card], trick: Sequence[Card]) -> Legal:
    """The cards of a hand that may be played to a trick; there is no need to trump. (kani 3.5)"""
    if not trick:
        return Legal(tuple(hand), T("Who leads may play any card."), "kani 3.7")
    led = trick[0].suit
    following = tuple([card for card in hand if card.suit == led])
    sign = SUIT_SIGNS[led]
    if following:
        text = T("A player with a card of the suit led, {suit}, plays one.", suit=sign)
    elif led == trump:
        text = T("A player without a card of the suit led, {suit}, may throw any card.", suit=sign)
    else:
        text = T("A player without a card of the suit led, {suit}, may trump or throw any card.", suit=sign)
    return Legal(following or tuple(hand), text, "kani 3.5")


def first_trick_cards(
    trump: str, hand: Sequence[Card], trick: Sequence[Card], called: Card | None, options: KaniOptions
) -> Legal:
    """The cards that may be played to the first trick, which the declarer leads. (kani 3.1, 3.2)"""
    if not trick:
        return _first_lead(trump, hand, options)
    if called in hand and options.partner_call in MUST_PLAY_CALLED:
        assert called is not None, "no card called is in no hand"
        text = T(
            "The player with the called card, {card}, plays it to the first trick.", card=card_text(called)
        )
        return Legal((called,), text, "kani 3.2")
    return legal_cards(trump, hand, trick)


def _first_lead(trump: str, hand: Sequence[Card], options: KaniOptions) -> Legal:
    if options.first_lead == "any":
        return Legal(tuple(hand), T("At this table the declarer may lead any card."), "kani 3.1")
    trumps = tuple([card for card in hand if card.suit == trump])
    if not trumps:
        return Legal(tuple(hand), T("A declarer without a trump leads any card."), "kani 3.1")
    return Legal(trumps, T("The declarer leads a trump to the first trick."), "kani 3.1")


def winning_index(trump: str, trick: Sequence[Card]) -> int:
    """The place in the trick of the card that holds it: the highest trump, or of the suit led. (kani 3.6)"""
    led = trick[0].suit
    force = [(card.suit == trump, card.suit == led, STRENGTH[card.rank]) for card in trick]
    return force.index(max(force))


def trick_winner(trump: str, trick: Sequence[Card], leader: int) -> int:
    """The seat that takes the trick. (kani 3.6)"""
    return (leader + winning_index(trump, trick)) % SEATS


def callable_cards(trump: str, hand: Sequence[Card], partner_call: str) -> tuple[Card, ...]:
    """The trumps that the declarer may call, highest first; none if the declarer holds them all. (kani 3.2, 3.3)"""
    missing = tuple([card for card in reversed(PACK_52.cards) if card.suit == trump and card not in hand])
    return missing if partner_call == "any_missing" else missing[:1]


def trump_of_lead(options: KaniOptions) -> bool:
    """Whether the suit of the declarer's first card becomes trump. (kani 3.1)"""
    return options.first_lead == "any" and options.partner_call == "any_missing"


def lead_beyond_custom(options: KaniOptions) -> Reason | None:
    """The reason that this table wants a trump led, where its custom of calling the partner allows any lead."""
    if options.first_lead != "trump" or options.partner_call != "highest_shown":
        return None
    return Reason(LEAD_BEYOND_CUSTOM, ("kani 3.2", "kani 3.1"))


def say_who_leads(options: KaniOptions) -> Reason:
    """Who leads to the first trick, and who to the later ones. (kani 3.1, 3.7, 5.5)"""
    if options.second_lead == "partner":
        text = T(
            "The declarer leads first, then the partner, if there is one, then the winner of each trick."
        )
        return Reason(text, ("kani 3.1", "kani 5.5", "kani 3.7"))
    return Reason(T("The declarer leads first, then the winner of each trick."), ("kani 3.1", "kani 3.7"))


def say_who_scores(options: KaniOptions) -> Reason:
    """Who scores a bid that is made, and one that fails. (kani 4.5, 4.6, 4.7, 5.1)"""
    if options.failed_bid == OPPONENTS_GAIN:
        text = T("Whichever pair wins the deal, each of the two scores the value of the bid.")
        return Reason(text, ("kani 4.6", *options.cite("kani 4.7", "settlement")))
    return _say_choice(options, "failed_bid")


def say_second_lead(options: KaniOptions) -> list[Reason]:
    """Who leads to the second trick, where that need not be the winner of the first. (kani 5.5)"""
    return [] if options.second_lead == "winner" else [_say_choice(options, "second_lead")]


def say_called(options: KaniOptions) -> list[Reason]:
    """What the holder of the called card does, where that need not be played to the first trick. (kani 3.2)"""
    return [] if options.partner_call in MUST_PLAY_CALLED else [_say_choice(options, "partner_call")]


def say_alone(options: KaniOptions, *, every_trump: bool) -> list[Reason]:
    """Who may play without a partner, and what that counts, where the table plays so. (kani 4.5, 5.3)"""
    reasons = []
    if not every_trump and options.lone_declarer == ANY_BID:
        reasons.append(_say_choice(options, "lone_declarer"))
    if (every_trump or reasons) and options.lone_value > 1:
        reasons.append(_say_choice(options, "lone_value"))
    if every_trump and options.settlement == "chips":
        text = T("Each of the three others pays the value, so it comes three times")
        reasons.append(Reason(text, ("kani 4.5", "kani 3.3")))
    return reasons


def _say_choice(options: KaniOptions, name: str) -> Reason:
    """The choice of this table, as its rules name it."""
    option, value = options.list_options()[name], getattr(options, name)
    chosen = option.field.choices[value] if isinstance(option.field, Choice) else f"× {value}"
    return Reason(label_value(option.field.label, chosen), (option.cite,))


LEAD_BEYOND_CUSTOM = T(
    "The Icelandic custom of only showing the called card lets any card be led; "
    "here the option “{option}” asks for a trump.",
    option=T("The first lead"),
)
