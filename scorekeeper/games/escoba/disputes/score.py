"""The count of a deal, explained: who scores what for which cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Ruling
from scorekeeper.core.disputes.score_rulings import rule_score
from scorekeeper.core.disputes.writings import write_asked
from scorekeeper.core.fields import Number, Repeated, SideField
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Field, Table, missing_text
from scorekeeper.core.text import T, Text
from scorekeeper.games.escoba.checking import check_deal
from scorekeeper.games.escoba.deal import MOST_FIELDS, read_deal
from scorekeeper.games.escoba.disputes.sides import any_table, side_at
from scorekeeper.games.escoba.play.tally import ALL_CARDS, ALL_GOLDS, ALL_SEVENS
from scorekeeper.games.escoba.scoring import join_numbers, score_deal

MAX_SIDES, MAX_ESCOBAS = 6, 40
NUMBERS_OF_SIDES = (2, 3, 4, 6)
LISTS = ("cards", "golds", "sevens")
BY_SIDE = ("escobas", *LISTS)


def _list(name: str, label: Text, high: int, *, blank: int | None = None) -> Field:
    numbers, optional = Number(high=high, blank=blank), blank is None
    return Repeated(name=name, label=label, of=numbers, most=MAX_SIDES, optional=optional, by_side=True)


WHO_HAD_THE_MOST = {field.name: field for field in MOST_FIELDS}
FIELDS: tuple[Field, ...] = (
    _list("escobas", T("Escobas of each side"), MAX_ESCOBAS, blank=0),
    SideField(name="seven_of_golds", label=T("Who has the seven of golds")),
    _list("cards", T("Cards of each side"), ALL_CARDS),
    _list("golds", T("Golds of each side"), ALL_GOLDS),
    _list("sevens", T("Sevens of each side"), ALL_SEVENS),
    WHO_HAD_THE_MOST["most"].but(optional=True, hint=T("if it was not counted")),
    *(WHO_HAD_THE_MOST[name] for name in ("all_golds", "all_sevens", "under_ten", "no_cards", "setenta")),
)


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What a deal counts, point by point. (escoba 5)"""
    sides = len(values["escobas"])
    if sides not in NUMBERS_OF_SIDES:
        numbers = list(NUMBERS_OF_SIDES)
        report.error("escobas", "unknown_choice", T("Choose one of: {choices}.", choices=numbers))
        return None
    for field in FIELDS:
        if "most" not in values and field.name in LISTS and field.name not in values:
            report.error(field.name, "missing", missing_text(field))
    for name in BY_SIDE:
        if name in values and len(values[name]) != sides:
            report.error(name, "list_length", T("Write a list of {size} values here.", size=sides))
    if report.errors:
        return None
    document = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    own_report, situation = Report(), any_table(sides, table.options, "deal")
    deal = read_deal(document, "deal", own_report, situation.table)
    if deal is not None:
        check_deal(deal, situation, own_report)
    report.errors += [error._replace(path=error.path.removeprefix("deal.")) for error in own_report.errors]
    if deal is None or report.errors:
        return None
    scored = score_deal(deal, situation)
    verdict = T("The deal counts {scores}.", scores=join_numbers(scored.scores))
    return rule_score(scored, own_report, side_at)._replace(verdict=verdict)


QUESTION = Question(
    slug="score",
    title=T("Why does the deal count so much?"),
    fields=FIELDS,
    answer=answer,
    writes=write_asked(*(field.name for field in FIELDS)),
)
