"""What is asked at a table of Eskoba, and the answers: the list of questions."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.cards import PACK_40
from scorekeeper.core.fields import CardField, CardsField, Number, SeatField
from scorekeeper.core.irregularities import irregularity
from scorekeeper.core.rulings import Question, flagged
from scorekeeper.core.seating import pairs, singles
from scorekeeper.core.text import T
from scorekeeper.games.escoba import counted, irregularities, mismatch, situations, whole_deal
from scorekeeper.games.escoba.counting import ALL_CARDS
from scorekeeper.games.escoba.deal import PLAYS_FIELDS
from scorekeeper.games.escoba.whole_deal import NUMBERS_OF_PLAYERS

OPENING_TABLE, PLAYS = PLAYS_FIELDS[:2]

_ALL = (
    Question(
        slug="captures",
        title=T("What can this card take?"),
        fields=(
            CardsField(name="table", label=T("Cards on the table"), pack=PACK_40, most=ALL_CARDS),
            CardField(name="card", label=T("Card played"), pack=PACK_40),
        ),
        answer=situations.capturing,
    ),
    Question(
        slug="opening_table",
        title=T("Does the opening table give the dealer an escoba?"),
        fields=(OPENING_TABLE,),
        answer=situations.opening,
        decides=flagged("escobas"),
    ),
    Question(
        slug="leftover",
        title=T("Who takes the cards left on the table?"),
        fields=(
            SeatField(name="last_capture", label=T("Who captured last"), nobody=True),
            SeatField(name="last_escoba", label=T("Who made the last escoba"), nobody=True),
        ),
        answer=situations.leftover,
    ),
    Question(
        slug="deal",
        title=T("Was the whole deal played by the rules, and what is it worth?"),
        fields=(
            Number(
                name="players",
                label=T("How many play"),
                low=NUMBERS_OF_PLAYERS[0],
                high=NUMBERS_OF_PLAYERS[-1],
                optional=True,
            ),
            SeatField(name="dealer", label=T("Dealer"), optional=True),
            OPENING_TABLE,
            PLAYS,
        ),
        answer=whole_deal.played,
    ),
    Question(
        slug="score",
        title=T("Why does the deal count so much?"),
        fields=counted.FIELDS,
        answer=counted.counted,
    ),
    Question(
        slug="mismatch",
        title=T("The counts do not fit together. Where is the slip?"),
        fields=(mismatch.FIELD,),
        answer=mismatch.slips,
    ),
    irregularity(
        irregularities.TREE,
        NUMBERS_OF_PLAYERS,
        lambda players, options: pairs(players) if options.partnerships else singles(players),
    ),
)

QUESTIONS: Mapping[str, Question] = {question.slug: question for question in _ALL}
