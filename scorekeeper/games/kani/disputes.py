"""What is asked at a table of Kani, and the answers: the list of questions."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.cards import FRENCH_SUITS, PACK_52
from scorekeeper.core.fields import CardField, CardsField, Choice, Flag, PerSeat, Repeated, SeatField
from scorekeeper.core.irregularities import irregularity
from scorekeeper.core.rulings import Question
from scorekeeper.core.seating import singles
from scorekeeper.core.text import T
from scorekeeper.games.kani import irregularities, mismatch, situations, whole_deal
from scorekeeper.games.kani.deal import ALL_TRICKS, BID, CALL
from scorekeeper.games.kani.play import TRICK

MAX_CALLS = 48
"""Twelve bids at most, and three passes between any two of them."""

TRUMP = Choice(name="trump", label=T("Trump"), choices=FRENCH_SUITS)
HAND = CardsField(name="hand", label=T("Cards in the hand"), pack=PACK_52, most=ALL_TRICKS)
WHOLE_HAND = HAND.but(count=ALL_TRICKS)
SO_FAR = CardsField(name="trick", label=T("Cards in the trick so far"), pack=PACK_52, most=TRICK - 1)
A_TRICK = CardsField(name="trick", label=T("Cards in the trick"), pack=PACK_52, most=TRICK, count=TRICK)
LEADER = SeatField(name="leader", label=T("Who led"), optional=True)
FIRST_TRICK = Flag(name="first_trick", label=T("It is the first trick; the declarer leads"), optional=True)
CALLED = CardField(name="called", label=T("Called card"), pack=PACK_52, heap="called", optional=True)

_ALL = (
    Question(
        slug="legal_cards",
        title=T("Which cards may I play?"),
        fields=(TRUMP, HAND, SO_FAR, FIRST_TRICK, CALLED),
        answer=situations.legal,
    ),
    Question(
        slug="trick_winner",
        title=T("Who takes this trick?"),
        fields=(TRUMP, A_TRICK, LEADER, FIRST_TRICK, CALLED),
        answer=situations.winner,
    ),
    Question(
        slug="auction",
        title=T("How does the bidding stand, and what may be called?"),
        fields=(
            Repeated(
                name="calls",
                label=T("Calls, from the seat after the dealer on"),
                of=CALL,
                most=MAX_CALLS,
                part=T("Call {n}"),
            ),
        ),
        answer=situations.bidding,
    ),
    Question(
        slug="partner_call",
        title=T("Which card may I call to find my partner?"),
        fields=(TRUMP, WHOLE_HAND),
        answer=situations.partner,
    ),
    Question(
        slug="deal",
        title=T("Was the whole deal played by the rules, and what is it worth?"),
        fields=(
            BID,
            SeatField(name="declarer", label=T("Declarer")),
            TRUMP.but(optional=True),
            CALLED,
            SeatField(name="partner", label=T("Partner"), nobody=True, optional=True),
            PerSeat(name="hands", label=T("The four hands"), of=WHOLE_HAND.but(name=""), optional=True),
            Repeated(
                name="tricks",
                label=T("The tricks"),
                most=ALL_TRICKS,
                of=A_TRICK.but(name="", count=None, heap="played"),
                part=T("Trick {n}"),
            ),
        ),
        answer=whole_deal.played,
    ),
    Question(
        slug="mismatch",
        title=T("The tricks do not add up. Where is the slip?"),
        fields=(mismatch.FIELD,),
        answer=mismatch.slips,
    ),
    irregularity(irregularities.TREE, (4,), lambda players, options: singles(players)),
)

QUESTIONS: Mapping[str, Question] = {question.slug: question for question in _ALL}
