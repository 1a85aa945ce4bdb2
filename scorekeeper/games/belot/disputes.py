"""What is asked at a Belot table, and the answers: the list of questions."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.cards import PACK_32
from scorekeeper.core.fields import CardField, CardsField, Choice, Number, PerSeat, Repeated, SeatField
from scorekeeper.core.fold import DEALER
from scorekeeper.core.irregularities import irregularity
from scorekeeper.core.rulings import Question, flagged
from scorekeeper.core.seating import pairs
from scorekeeper.core.text import T
from scorekeeper.games.belot import bidding, claims, deal, irregularities, mismatch, situations, whole_deal
from scorekeeper.games.belot.auction import CALLS
from scorekeeper.games.belot.deal import CONTRACTS, DECLARATION, MAX_DECLARATIONS

MAX_CALLS = 60
"""Three passes, then six bids that each may be answered by contra and recontra, with two passes before every call."""

CONTRACT = Choice(name="contract", label=T("Contract"), choices=CONTRACTS)
HAND = CardsField(name="hand", label=T("Cards in the hand"), pack=PACK_32, most=8)
WHOLE_HAND = HAND.but(count=8)
SO_FAR = CardsField(name="trick", label=T("Cards in the trick so far"), pack=PACK_32, most=3)
TRICK = CardsField(name="trick", label=T("Cards in the trick"), pack=PACK_32, most=4, count=4)
LEADER = SeatField(name="leader", label=T("Who led"), optional=True)
DECLARATIONS = Repeated(
    name="declarations",
    label=T("Declarations"),
    of=DECLARATION,
    most=MAX_DECLARATIONS,
    part=T("Declaration {n}"),
)
PENDING = Number(name="pending", label=T("Points that hang from earlier deals"), optional=True)

_ALL = (
    Question(
        slug="legal_cards",
        title=T("Which cards may I play?"),
        fields=(CONTRACT, HAND, SO_FAR),
        answer=situations.legal,
    ),
    Question(
        slug="trick_winner",
        title=T("Who takes this trick?"),
        fields=(CONTRACT, TRICK, LEADER),
        answer=situations.winner,
    ),
    Question(
        slug="declarations",
        title=T("Whose declarations count?"),
        fields=(CONTRACT, DECLARATIONS),
        answer=claims.declarations,
    ),
    Question(
        slug="find_declarations",
        title=T("What may this hand announce?"),
        fields=(WHOLE_HAND, CONTRACT),
        answer=situations.announceable,
    ),
    Question(
        slug="belote",
        title=T("May belote be announced with this card?"),
        fields=(CONTRACT, SO_FAR, CardField(name="card", label=T("Card played"), pack=PACK_32)),
        answer=situations.may_announce_belote,
        decides=flagged("valid"),
    ),
    Question(
        slug="auction",
        title=T("How does the bidding stand, and what may be called?"),
        fields=(
            Repeated(
                name="calls",
                label=T("Calls, from the dealer’s neighbour on"),
                of=Choice(choices=CALLS),
                most=MAX_CALLS,
                part=T("Call {n}"),
            ),
            DEALER,
        ),
        answer=bidding.bidding,
    ),
    Question(
        slug="score",
        title=T("Why is the deal written like this?"),
        fields=(*deal.FIELDS, PENDING),
        answer=whole_deal.written,
    ),
    Question(
        slug="deal",
        title=T("Was the whole deal played by the rules, and what is it worth?"),
        fields=(
            CONTRACT,
            SeatField(name="declarer", label=T("Declarer")),
            deal.DOUBLING,
            LEADER.but(label=T("Who led to the first trick")),
            PerSeat(name="hands", label=T("The four hands"), of=WHOLE_HAND.but(name=""), optional=True),
            Repeated(
                name="tricks",
                label=T("The tricks"),
                most=8,
                of=TRICK.but(name="", count=None, heap="played"),
                part=T("Trick {n}"),
            ),
            DECLARATIONS.but(optional=True),
            PENDING,
        ),
        answer=whole_deal.played,
    ),
    Question(
        slug="mismatch",
        title=T("The two sides’ counts do not fit together. Where is the slip?"),
        fields=(mismatch.FIELD,),
        answer=mismatch.slips,
    ),
    irregularity(irregularities.TREE, (4,), lambda players, options: pairs(players)),
)

QUESTIONS: Mapping[str, Question] = {question.slug: question for question in _ALL}
