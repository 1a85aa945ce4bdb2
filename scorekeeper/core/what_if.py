"""What if: the same match under other rules, side by side, and the deals where the two part."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from scorekeeper.core.fields import Choice, Document, Number, Table
from scorekeeper.core.findings import Report
from scorekeeper.core.fold import score_match
from scorekeeper.core.game import Game
from scorekeeper.core.options import Option
from scorekeeper.core.rulings import Question, Reason, Ruling
from scorekeeper.core.scores import Entry
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.text import N, T, Text


def what_if(game: Game) -> Question:
    """The question ``what_if`` of a game: a match document, and the other rules."""
    return Question(
        slug="what_if",
        title=T("What would the score be under other rules?"),
        fields=(
            Document(name="match", label=T("The match")),
            Document(name="other", label=T("The other rules")),
        ),
        answer=partial(_answer, game),
    )


def _answer(game: Game, values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    before = _score(game, values["match"], "match.", "match.rules", report)
    after = _score(game, {**values["match"], "rules": values["other"]}, "match.", "other", report)
    if before is None or after is None:
        return None
    differs = [
        index
        for index, (old, new) in enumerate(zip(before.entries, after.entries, strict=True))
        if (old.scores, old.outcome) != (new.scores, new.outcome)
    ]
    return Ruling(
        {
            "totals": [list(before.totals), list(after.totals)],
            "winners": [list(before.winners), list(after.winners)],
            "differs": differs,
        },
        _verdict(differs, before, after),
        (
            *_changed_options(before, after),
            *(_reason(index, before.entries[index], after.entries[index]) for index in differs),
        ),
    )


def _changed_options(before: Sheet, after: Sheet) -> list[Reason]:
    reasons = []
    for name, option in before.game.options.declared().items():
        old, new = getattr(before.rules.options, name), getattr(after.rules.options, name)
        if old != new:
            text = T("{option}: {before} becomes {after}.", option=option.field.label, before=_said(option, old),
                     after=_said(option, new))  # fmt: skip
            reasons.append(Reason(text, (option.cite,)))
    return reasons


def _said(option: Option, value: Any) -> Text:
    """An option's value in words."""
    field = option.field
    if isinstance(field, Choice):
        return field.choices[value]
    if isinstance(value, bool):
        return T("yes") if value else T("no")
    if value is None and isinstance(field, Number) and field.none is not None:
        return field.none
    return Text(str(value))


def _score(game: Game, match: Any, prefix: str, rules: str, report: Report) -> Sheet | None:
    """The sheet of the match; its errors, once, at their paths in the question."""
    own = Report()
    sheet = score_match(match, {game.slug: game}, own)
    known = {(error.path, error.code) for error in report.errors}
    for error in own.errors:
        at_rules = error.path == "rules" or error.path.startswith("rules.")
        path = rules + error.path.removeprefix("rules") if at_rules else prefix + error.path
        if (path, error.code) not in known:
            report.errors.append(error._replace(path=path))
    return sheet


def _verdict(differs: list[int], before: Sheet, after: Sheet) -> Text:
    if not differs and before.winners == after.winners:
        return T("Under the other rules every deal comes out the same.")
    if not differs:
        return T("Every deal comes out the same, but the match ends otherwise.")
    deals = N("{n} deal differs", "{n} deals differ", n=len(differs))
    if before.winners == after.winners:
        return T("{deals}, but it makes no difference to who wins.", deals=deals)
    return T("{deals}, and the match goes another way.", deals=deals)


def _reason(index: int, old: Entry, new: Entry) -> Reason:
    text = T(
        "Deal {number}: {before} becomes {after}.",
        number=index + 1,
        before="–".join(map(str, old.scores)),
        after="–".join(map(str, new.scores)),
    )
    return Reason(text, tuple(dict.fromkeys(cite for line in new.lines for cite in line.cites)))
