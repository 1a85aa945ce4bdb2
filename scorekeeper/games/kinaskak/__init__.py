"""Kínaskák: two to eight players, eight contracts of runs and sets, fewest points win. (Iceland)"""

from scorekeeper.core.game import Game
from scorekeeper.core.lazy import Questions
from scorekeeper.core.play.cards import JOKER, Card
from scorekeeper.core.seating import seat_singly
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak import checking, deal, options, reach, scoring, statistics, wording

GAME = Game(
    slug="kinaskak",
    name=T("Kínaskák"),
    also_called=("Кинаскаук",),
    players=(2, 3, 4, 5, 6, 7, 8),
    usual_players=4,
    usual_totals=(0, 5000),
    options=options.KinaskakOptions,
    presets=options.PRESETS,
    preset_names=options.PRESET_NAMES,
    forms=deal.FORMS,
    outcomes={scoring.WENT_OUT: T("a player went out"), scoring.STOCK_RAN_OUT: T("the stock ran out")},
    outcomes_described=frozenset((scoring.WENT_OUT, scoring.STOCK_RAN_OUT)),
    seat=seat_singly,
    start=scoring.start,
    read=deal.read_deal,
    check=checking.check_deal,
    score=scoring.score_deal,
    finish=scoring.finish,
    because=scoring.because,
    parts=wording.parts,
    line=wording.line,
    marks={scoring.BUY_PENALTY: "+{points}"},
    facts=scoring.facts,
    decide=scoring.decide,
    started=scoring.STARTED_FIELDS,
    begin=scoring.begin,
    check_start=scoring.check_start,
    open_table=True,
    standing=wording.standing,
    row_marks=wording.row_marks,
    round_of=scoring.round_of,
    skip=scoring.skip,
    lowest_wins=True,
    reach=reach.reach,
    rounds=wording.list_rounds,
    pad_column=T("Contract"),
    questions=Questions(
        "kinaskak",
        "go_down",
        "meld",
        "contract",
        "lay_off",
        "take_joker",
        "buy",
        "buy_dispute",
        "hand_points",
        "score",
        "whole_deal",
        "mismatch",
    ),
    statistics=statistics.STATISTICS,
    emblem=(Card("Q", "hearts"), JOKER, Card("4", "diamonds")),
)
