"""Briscola, a fifth game: 120 points in forty cards, and 61 of them win the deal. (Italy)"""

from scorekeeper.games.briscola import checking, deal, options, reach, scoring, statistics, wording

from scorekeeper.core.game import ANTICLOCKWISE, Game
from scorekeeper.core.lazy import Questions
from scorekeeper.core.text import T

GAME = Game(
    slug="briscola",
    name=T("Briscola"),
    also_called=("Briscola scoperta",),
    players=(2, 4),
    options=options.BriscolaOptions,
    presets={"italian": {}},
    preset_names={"italian": T("Italian: three deals won")},
    forms=deal.FORMS,
    outcomes=scoring.OUTCOMES,
    seat=options.seat_players,
    read=deal.read_deal,
    check=checking.check_deal,
    score=scoring.score_deal,
    finish=scoring.ENDING.finish,
    because=scoring.ENDING.because,
    parts=wording.parts,
    reach=reach.reach,
    counts_raw=True,
    direction=ANTICLOCKWISE,
    questions=Questions("briscola", "trick_winner", "mismatch"),
    statistics=statistics.STATISTICS,
)
