"""Why is the deal written like this?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Ruling
from scorekeeper.core.disputes.score_rulings import rule_score
from scorekeeper.core.disputes.writings import write_asked
from scorekeeper.core.fields import Number, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.reading import Table
from scorekeeper.core.seating import singles
from scorekeeper.core.text import Player, T
from scorekeeper.games.kinaskak.checking import check_deal
from scorekeeper.games.kinaskak.deal import ANY_WAY, HIDDEN, MAX_BUYS, STOCK_RAN_OUT, KinaskakDeal, read_hand
from scorekeeper.games.kinaskak.scoring import score_deal, start

MIN_PLAYERS, MAX_PLAYERS = 2, 8
HANDS = Repeated(name="hands", label=T("Left in each hand"), of=ANY_WAY, most=MAX_PLAYERS, by_seat=True)
BUYS = Repeated(
    name="buys",
    label=T("Buys"),
    of=Number(label=T("Buys"), high=MAX_BUYS, blank=0),
    most=MAX_PLAYERS,
    by_seat=True,
    optional=True,
)
"""What a question about a deal has beside each seat; who bought nothing can be left blank."""


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What each hand and each buy too many counts. (kinaskak 5.4, 6)"""
    hands = tuple(map(read_hand, values["hands"]))
    buys = values.get("buys", (None,) * len(hands))
    if len(hands) < MIN_PLAYERS:
        report.error("hands", "list_length", T("Write a list of {size} values here.", size=MIN_PLAYERS))
    elif len(buys) != len(hands):
        report.error("buys", "list_length", T("Write a list of {size} values here.", size=len(hands)))
    if report.errors:
        return None
    names: Any = tuple(Player(seat, opens=True) for seat in range(len(hands)))
    seated = Table(singles(len(hands)), names, table.options)
    deal, own_report = (
        KinaskakDeal(hands, buys, values.get("stock_ran_out", False), values.get("hidden")),
        Report(),
    )
    situation = Situation(seated, 0, start(seated), "")
    check_deal(deal, situation, own_report)
    report.errors += [error._replace(path=error.path.removeprefix(".")) for error in own_report.errors]
    if report.errors:
        return None
    return rule_score(score_deal(deal, situation), own_report)


QUESTION = Question(
    slug="score",
    title=T("Why is the deal written like this?"),
    fields=(HANDS, BUYS, STOCK_RAN_OUT, HIDDEN),
    answer=answer,
    writes=write_asked("hands", "buys", "stock_ran_out", "hidden"),
)
