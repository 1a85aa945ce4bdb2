"""Kani: four players bid for tricks, and the declarer calls an unknown partner. (Iceland)"""

from scorekeeper.core.game import Game
from scorekeeper.core.lazy import Questions
from scorekeeper.core.play.cards import Card
from scorekeeper.core.scoring.scores import PASSED_OUT
from scorekeeper.core.text import T
from scorekeeper.games.kani import checking, deal, options, reach, scoring, statistics, wording

GAME = Game(
    slug="kani",
    name=T("Kani"),
    also_called=("Кани", "Kaninn", "Kaninnbridds"),
    players=(4,),
    usual_totals=(-1000, 250),
    options=options.KaniOptions,
    presets=options.PRESETS,
    preset_names=options.PRESET_NAMES,
    forms=deal.FORMS,
    outcomes={scoring.MADE: T("made"), scoring.FAILED: T("failed"), PASSED_OUT: T("passed out")},
    outcomes_described=frozenset((PASSED_OUT,)),
    outcomes_usual=frozenset((scoring.MADE,)),
    read=deal.read_deal,
    check=checking.check_deal,
    score=scoring.score_deal,
    pays_out=lambda options: options.settlement == "chips",  # what one gets another pays (kani 4.5)
    finish=scoring.ENDING.finish,
    because=scoring.ENDING.because,
    parts=wording.parts,
    line=wording.line,
    reach=reach.reach,
    has_bidding=True,
    pad_column=T("Bid"),
    passed_by=("bid", deal.PASS),
    questions=Questions(
        "kani", "legal_cards", "trick_winner", "auction", "partner_call", "score", "whole_deal", "mismatch"
    ),
    statistics=statistics.STATISTICS,
    emblem=(Card("K", "clubs"), Card("Q", "hearts"), Card("J", "spades")),
)
