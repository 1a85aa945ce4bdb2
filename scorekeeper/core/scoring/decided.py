"""Deals that a table decided: the points that it wrote itself, one number a side, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Number, PerSide, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm, Game, Situation
from scorekeeper.core.reading import BAD, MAX_NOTE, Table, is_whole, read_fields
from scorekeeper.core.scoring.scores import DECIDED, DealScore, Line
from scorekeeper.core.text import T

MAX_POINTS = 100_000
DEAL_ALSO = frozenset(("kind", "note", "dealer"))
POINTS = PerSide(
    name=DECIDED,
    label=T("Points that the table wrote"),
    hint=T("one number a side, as it stands on paper"),
    of=Number(low=-MAX_POINTS, high=MAX_POINTS),
)
WHY = TextField(name="reason", label=T("Reason"), most=MAX_NOTE)


class DecidedDeal(NamedTuple):
    """The points of each side, and the game's own facts after such a deal."""

    scores: tuple[int, ...]
    facts: Mapping[str, Any]


def ways_of(game: Game) -> tuple[DealForm, ...]:
    """Every way to write a deal of a game; what the table decided is the last."""
    fields = (POINTS, *game.decided, WHY)
    return (*game.forms, DealForm(slug=DECIDED, title=T("Points that the table wrote"), fields=fields))


def is_decided(entry: Mapping[str, Any]) -> bool:
    """Whether an entry is a deal that the table decided."""
    return entry.get("kind", "deal") == "deal" and DECIDED in entry


def needs_reason(entry: Mapping[str, Any]) -> bool:
    """Whether an entry cannot stand without the words of its reason."""
    return entry.get("kind") == "adjustment" or is_decided(entry)


def read_deal(game: Game, entry: Mapping[str, Any], at: str, report: Report, table: Table) -> Any:
    """The deal that an entry describes, decided or played; None where nothing of it could be read."""
    if DECIDED not in entry:
        return game.read(entry, at, report, table)
    values = read_fields((POINTS, *game.decided, WHY), entry, at, report, table, DEAL_ALSO)
    if values.get("reason") == "":
        text = T("Points that the table decided need their reason in words.")
        report.error(f"{at}.reason", "missing", text)
    scores = values.get(DECIDED, BAD)
    if not is_whole(scores):
        return None
    check_sum(game, scores, table, f"{at}.{DECIDED}", report)
    return DecidedDeal(
        scores, {field.name: values[field.name] for field in game.decided if field.name in values}
    )


def check_sum(game: Game, scores: tuple[int, ...], table: Table, at: str, report: Report) -> None:
    """Report points that do not come to 0 where what one side gains another pays."""
    total = sum(scores)
    if total and game.pays_out(table.options):
        text = T("What some gain the others pay, so these come to 0 together, not to {sum}.", sum=total)
        report.error(at, "not_zero", text)


def score_decided(game: Game, deal: DecidedDeal, situation: Situation) -> DealScore:
    """The points as they were decided; what the next deal inherits is the game's to say. No article is cited."""
    carry = game.decide(situation.carry, deal.scores, deal.facts, situation.table)
    before, after = game.facts(situation.carry), game.facts(carry)
    text = T("Decided at the table")
    lines = tuple(Line(side, points, DECIDED, text, ()) for side, points in enumerate(deal.scores) if points)
    return DealScore(
        deal.scores,
        lines or (Line(0, 0, DECIDED, text, (), shared=True),),
        DECIDED,
        carry,
        raw=(0,) * len(deal.scores) if game.counts_raw else None,
        facts={name: (after if name in game.facts_left else before)[name] for name in after},
    )
