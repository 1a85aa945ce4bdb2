"""Eskoba: a card from the hand and cards from the table that make fifteen. (Basque Country, Spain)"""

from scorekeeper.core.game import ANTICLOCKWISE, Game
from scorekeeper.core.lazy import Questions
from scorekeeper.core.play.cards import Card
from scorekeeper.core.text import T
from scorekeeper.games.escoba import checking, deal, options, reach, scoring, statistics, wording

GAME = Game(
    slug="escoba",
    name=T("Eskoba"),
    also_called=(
        "Escoba",
        "Ескоба",
        "La Escoba",
        "Escoba de 15",
        "Escoba del 15",
        "Escoba de quince",
        "Escoba del quince",
    ),
    players=(2, 3, 4, 6),
    usual_totals=(0, 100),
    options=options.EscobaOptions,
    presets=options.PRESETS,
    preset_names=options.PRESET_NAMES,
    forms=deal.FORMS,
    outcomes={
        scoring.COUNTED: T("counted"),
        scoring.NO_CARDS: T("won at once: the opponents took no card"),
        scoring.NOBODY_CAPTURED: T("no captures"),
    },
    outcomes_described=frozenset((scoring.COUNTED, scoring.NOBODY_CAPTURED)),
    seat=options.seat_players,
    read=deal.read_deal,
    check=checking.check_deal,
    score=scoring.score_deal,
    finish=scoring.ENDING.finish,
    because=scoring.ENDING.because,
    parts=wording.parts,
    line=wording.line,
    marks=scoring.MARKS,
    open_table=True,
    reach=reach.reach,
    direction=ANTICLOCKWISE,
    questions=Questions("escoba", "captures", "opening_table", "leftover", "whole_deal", "score", "mismatch"),
    statistics=statistics.STATISTICS,
    emblem=(Card("7", "oros"), Card("5", "espadas"), Card("3", "copas")),
)
