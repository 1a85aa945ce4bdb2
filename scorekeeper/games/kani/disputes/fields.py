"""The fields that several questions ask for."""

from __future__ import annotations

from scorekeeper.core.fields import CardField, CardsField, Choice, Flag, SeatField
from scorekeeper.core.play.cards import FRENCH_SUITS, IN_HAND, IN_TRICK, PACK_52
from scorekeeper.core.text import T
from scorekeeper.games.kani.deal import ALL_TRICKS
from scorekeeper.games.kani.play import TRICK

TRUMP = Choice(name="trump", label=T("Trump"), choices=FRENCH_SUITS)
HAND = CardsField(name="hand", label=T("Cards in the hand"), pack=PACK_52, lies=IN_HAND, most=ALL_TRICKS)
WHOLE_HAND = HAND.but(count=ALL_TRICKS)
SO_FAR = CardsField(
    name="trick", label=T("Cards in the trick so far"), pack=PACK_52, lies=IN_TRICK, most=TRICK - 1
)
A_TRICK = CardsField(
    name="trick", label=T("Cards in the trick"), pack=PACK_52, lies=IN_TRICK, most=TRICK, count=TRICK
)
LEADER = SeatField(name="leader", label=T("Who led"), optional=True)
FIRST_TRICK = Flag(name="first_trick", label=T("It is the first trick; the declarer leads"), optional=True)
CALLED = CardField(name="called", label=T("Called card"), pack=PACK_52, heap="called", optional=True)
