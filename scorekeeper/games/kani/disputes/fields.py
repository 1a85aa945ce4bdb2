"""What several questions share: their fields, and what one about the first trick must not contradict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.fields import CardField, Choice, Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import FRENCH_SUITS, PACK_52, SUIT_SIGNS, Card, card_text
from scorekeeper.core.play.tricks import trick_fields
from scorekeeper.core.text import T
from scorekeeper.games.kani.options import KaniOptions
from scorekeeper.games.kani.play import lead_beyond_custom, trump_of_lead

TRUMP = Choice(name="trump", label=T("Trump"), choices=FRENCH_SUITS)
HAND, WHOLE_HAND, SO_FAR, A_TRICK, HANDS, TRICKS = trick_fields(PACK_52)
FIRST_TRICK = Flag(name="first_trick", label=T("It is the first trick; the declarer leads"), optional=True)
CALLED = CardField(name="called", label=T("Called card"), pack=PACK_52, heap="called", optional=True)


def check_called(called: Card | None, trump: str, report: Report) -> None:
    """The card called is a trump. (kani 3.2)"""
    if called is not None and called.suit != trump:
        text = T("The called card is a trump; this one is not.")
        report.error("called", "called_not_trump", text, "kani 3.2")


def check_lead(trump: str, trick: Sequence[Card], options: KaniOptions, report: Report) -> None:
    """Where the declarer's first card makes trump, no other suit is trump. (kani 3.1)"""
    if trump_of_lead(options) and trick and trick[0].suit != trump:
        text = T("The suit of the first card led is trump: {suit}.", suit=SUIT_SIGNS[trick[0].suit])
        report.error("trump", "trump_is_led", text, "kani 3.1")


def doubt_lead(trump: str, trick: Sequence[Card], options: KaniOptions) -> Iterator[Reason]:
    """The reasons that the first lead was itself an offence, unless the declarer has no trump. (kani 3.1)"""
    if not trick or options.first_lead != "trump" or trick[0].suit == trump:
        return
    text = T(
        "The lead of {card} was itself an offence, unless the declarer has no trump: "
        "a trump is led to the first trick.",
        card=card_text(trick[0]),
    )
    yield Reason(text, ("kani 3.1",))
    beyond = lead_beyond_custom(options)
    if beyond is not None:
        yield beyond
