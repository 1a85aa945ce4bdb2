"""Belot: two pairs, six contracts, and every point counted to the last digit. (Bulgaria)"""

from scorekeeper.core.game import ANTICLOCKWISE, Game
from scorekeeper.core.lazy import Questions
from scorekeeper.core.play.cards import Card
from scorekeeper.core.scoring.scores import PASSED_OUT
from scorekeeper.core.seating import seat_in_pairs
from scorekeeper.core.text import T
from scorekeeper.games.belot import checking, deal, options, reach, scoring, statistics, wording
from scorekeeper.games.belot.scoring import ending

GAME = Game(
    slug="belot",
    name=T("Belot"),
    also_called=("Белот", "Belote", "Belotte", "Bulgarian Belot", "Bulgarian Belote", "Bridge-Belote"),
    players=(4,),
    usual_totals=(0, 400),
    options=options.BelotOptions,
    presets=options.PRESETS,
    preset_names=options.PRESET_NAMES,
    forms=deal.FORMS,
    outcomes={
        ending.MADE: T("made"),
        ending.INSIDE: T("inside"),
        ending.HANGING: T("hanging"),
        PASSED_OUT: T("passed out"),
    },
    outcomes_described=frozenset((PASSED_OUT,)),
    outcomes_usual=frozenset((ending.MADE,)),
    seat=seat_in_pairs,
    start=lambda table: ending.Carry(),
    read=deal.read_deal,
    check=checking.check_deal,
    score=scoring.score_deal,
    finish=ending.finish,
    because=ending.because,
    parts=wording.parts,
    line=wording.line,
    marks=scoring.MARKS,
    facts=lambda carry: {scoring.PENDING: carry.pending},
    decided=scoring.DECIDED_FIELDS,
    decide=scoring.decide,
    started=scoring.STARTED_FIELDS,
    begin=scoring.begin,
    facts_left=(scoring.PENDING,),
    standing=wording.standing,
    row_marks=wording.row_marks,
    has_bidding=True,
    reach=reach.reach,
    pad_column=T("Contract"),
    penalty=scoring.PENALTY,
    passed_by=("contract", deal.PASS),
    counts_raw=True,
    direction=ANTICLOCKWISE,
    questions=Questions(
        "belot",
        "legal_cards",
        "trick_winner",
        "declarations",
        "find_declarations",
        "belote",
        "auction",
        "score",
        "whole_deal",
        "mismatch",
    ),
    statistics=statistics.STATISTICS,
    emblem=(Card("J", "hearts"), Card("9", "spades"), Card("A", "diamonds")),
)
