"""What several questions share: their fields, and the two sides in a sentence."""

from __future__ import annotations

from scorekeeper.core.fields import Choice, Number, Repeated
from scorekeeper.core.play.cards import PACK_32
from scorekeeper.core.play.tricks import trick_fields
from scorekeeper.core.scoring.fold import DEALER as THE_DEALER
from scorekeeper.core.text import Side, T
from scorekeeper.games.belot.deal import CONTRACTS, DECLARATION, MAX_DECLARATIONS

CONTRACT = Choice(name="contract", label=T("Contract"), choices=CONTRACTS)
HAND, WHOLE_HAND, SO_FAR, A_TRICK, HANDS, TRICKS = trick_fields(PACK_32)
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

SIDES = (Side(0, T("seats 1 and 3")), Side(1, T("seats 2 and 4")))
SIDE_NAMES = (Side(0, T("Seats 1 and 3")), Side(1, T("Seats 2 and 4")))
