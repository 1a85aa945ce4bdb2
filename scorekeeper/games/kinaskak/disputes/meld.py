"""Is this a run, is this a set?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import JOKER, ON_TABLE, Card
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.deal import TABLE_CARDS
from scorekeeper.games.kinaskak.disputes.contract import run_reason, set_reason
from scorekeeper.games.kinaskak.disputes.explaining import (
    USUAL_RUN,
    USUAL_SET,
    drop_repeats,
    flaws,
    joker_reason,
    reasons_of,
)
from scorekeeper.games.kinaskak.disputes.table import MAX_MELD
from scorekeeper.games.kinaskak.options import KinaskakOptions
from scorekeeper.games.kinaskak.play import RUN, SET, Meld


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    """Whether cards are a run, a set or both, and why not. (kinaskak 3)"""
    cards = values["cards"]
    options = table.options
    wrong = {kind: flaws(Meld(kind, cards), options) for kind in (RUN, SET)}
    why = {
        RUN: reasons_of(wrong[RUN]) or [_is_run_reason(cards, options)],
        SET: reasons_of(wrong[SET]) or [_is_set_reason(options)],
    }
    # What the cards are comes before what they are not.
    reasons = [reason for kind in sorted(why, key=lambda kind: bool(wrong[kind])) for reason in why[kind]]
    if JOKER in cards:
        reasons.append(joker_reason(options))
    is_one = (not wrong[RUN], not wrong[SET])
    verdict = {
        (True, True): T("These cards can be laid as a run, and as a set too."),
        (True, False): T("These cards are a run."),
        (False, True): T("These cards are a set."),
        (False, False): T("These cards are neither a run nor a set."),
    }[is_one]
    return Ruling({"run": is_one[0], "set": is_one[1]}, verdict, drop_repeats(reasons))


def _is_run_reason(cards: Sequence[Card], options: KinaskakOptions) -> Reason:
    if options.run_length != USUAL_RUN or options.around_ace:
        return run_reason(options)
    text = T("Four cards or more that follow one another in one suit are a run.")
    ace = any(card.rank == "A" for card in cards)
    return Reason(text, ("kinaskak 3.1", "kinaskak 3.2") if ace else ("kinaskak 3.1",))


def _is_set_reason(options: KinaskakOptions) -> Reason:
    if options.set_size != USUAL_SET:
        return set_reason(options)
    return Reason(T("Three cards or more of one rank are a set."), ("kinaskak 3.4",))


QUESTION = Question(
    slug="meld",
    title=T("Is this a run, is this a set?"),
    fields=(TABLE_CARDS.but(name="cards", label=T("The cards"), lies=ON_TABLE, most=MAX_MELD),),
    answer=answer,
    decides=yes_if("run", "set"),
)
