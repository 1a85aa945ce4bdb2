"""The fields that several questions ask for."""

from __future__ import annotations

from scorekeeper.core.fields import CardField, Choice, Flag
from scorekeeper.core.play.cards import FRENCH_SUITS, PACK_52
from scorekeeper.core.play.tricks import trick_fields
from scorekeeper.core.text import T

TRUMP = Choice(name="trump", label=T("Trump"), choices=FRENCH_SUITS)
HAND, WHOLE_HAND, SO_FAR, A_TRICK, HANDS, TRICKS = trick_fields(PACK_52)
FIRST_TRICK = Flag(name="first_trick", label=T("It is the first trick; the declarer leads"), optional=True)
CALLED = CardField(name="called", label=T("Called card"), pack=PACK_52, heap="called", optional=True)
