"""The fields that several questions ask for."""

from __future__ import annotations

from scorekeeper.core.fields import CardsField, Choice, Number, Repeated, SeatField
from scorekeeper.core.play.cards import IN_HAND, IN_TRICK, PACK_32
from scorekeeper.core.scoring.fold import DEALER as THE_DEALER
from scorekeeper.core.text import T
from scorekeeper.games.belot.deal import CONTRACTS, DECLARATION, MAX_DECLARATIONS

CONTRACT = Choice(name="contract", label=T("Contract"), choices=CONTRACTS)
HAND = CardsField(name="hand", label=T("Cards in the hand"), pack=PACK_32, lies=IN_HAND, most=8)
WHOLE_HAND = HAND.but(count=8)
SO_FAR = CardsField(name="trick", label=T("Cards in the trick so far"), pack=PACK_32, lies=IN_TRICK, most=3)
A_TRICK = CardsField(
    name="trick", label=T("Cards in the trick"), pack=PACK_32, lies=IN_TRICK, most=4, count=4
)
LEADER = SeatField(name="leader", label=T("Who led"), optional=True)
DECLARATIONS = Repeated(
    name="declarations",
    label=T("Declarations"),
    of=DECLARATION,
    most=MAX_DECLARATIONS,
    part=T("Declaration {n}"),
)

DEALER = THE_DEALER.but(only_with=("equal_sequences", ("first",)))
"""Who sits first after the dealer decides between equal sequences at some tables. (belot 7.12)"""
PENDING = Number(name="pending", label=T("Points that hang from earlier deals"), optional=True)
