"""What if: the same match under other rules, and the deals that differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.fields import Document
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.rules_words import compare_rules
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.scores import AFTER_END, Entry
from scorekeeper.core.scoring.sentence import KINDS
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import N, T, Text

_ENTRY = re.compile(r"entries\[(\d+)\]")


class Beside(NamedTuple):
    """The same match under two sets of rules: its sheet as it was played, and by the other rules."""

    before: Sheet
    after: Sheet

    @property
    def differs(self) -> list[int]:
        """The indices of the entries whose scores or outcome differ."""
        pairs = zip(self.before.entries, self.after.entries, strict=True)
        return [
            index
            for index, (old, new) in enumerate(pairs)
            if (old.scores, old.outcome) != (new.scores, new.outcome)
        ]

    @property
    def titles(self) -> list[Text]:
        """The title of each entry: deals by their number."""
        return _name_entries(entry.kind for entry in self.before.entries)

    @property
    def changed_options(self) -> list[Reason]:
        """Every option that differs, and how."""
        old, new = (sheet.rules.document() for sheet in self)
        players = self.before.table.seating.players
        reasons = []
        for label, before, after, cite in compare_rules(self.before.game, old, new, players):
            text = T("{option}: “{before}” becomes “{after}”.", option=label, before=before, after=after)
            reasons.append(Reason(text, (cite,)))
        return reasons


def _name_entries(kinds: Iterable[str]) -> list[Text]:
    deals = count(1)
    return [
        T("Deal {number}", number=next(deals)) if kind == "deal" else KINDS.get(kind, Text("–"))
        for kind in kinds
    ]


def compare(game: Game, match: Any, other_rules: Any, report: Report) -> Beside | None:
    """A match document scored under its own rules and under others; None when the report holds errors."""
    before = _score(game, match, "match.", "match.rules", report)
    after = _score(game, {**match, "rules": other_rules}, "match.", "other", report)
    return None if before is None or after is None else Beside(before, after)


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
    beside = compare(game, values["match"], values["other"], report)
    if beside is None:
        return None
    (before, after), differs = beside, beside.differs
    entries = zip(beside.titles, before.entries, after.entries, strict=True)
    result = {
        "totals": [list(before.totals), list(after.totals)],
        "winners": [list(before.winners), list(after.winners)],
        "differs": differs,
    }
    reasons = (*beside.changed_options, *(_reason(game, *entry) for entry in entries))
    return Ruling(result, _verdict(differs, before, after), reasons)


def _score(game: Game, match: Any, prefix: str, rules: str, report: Report) -> Sheet | None:
    """The sheet of the match; each error is reported once, at its path in the question, and names its entry."""
    own_report = Report()
    sheet = score_match(match, {game.slug: game}, own_report)
    reported = {(error.path, error.code) for error in report.errors}
    for error in own_report.errors:
        at_rules = error.path == "rules" or error.path.startswith("rules.")
        path = rules + error.path.removeprefix("rules") if at_rules else prefix + error.path
        if (path, error.code) not in reported:
            report.errors.append(error._replace(path=path, text=_name_entry(match, error)))
    return sheet


def _name_entry(match: Any, error: Finding) -> Text:
    """What is wrong, after the title of the entry where it is wrong."""
    found = _ENTRY.match(error.path)
    if found is None:
        return error.text
    kinds = [str(entry.get("kind")) if type(entry) is dict else "" for entry in match["entries"]]
    at = int(found[1])
    if kinds[at] not in KINDS:
        return error.text
    return Text("{entry}: {problem}", {"entry": _name_entries(kinds)[at], "problem": error.text})


def _verdict(differs: list[int], before: Sheet, after: Sheet) -> Text:
    if not differs and before.winners == after.winners:
        return T("Under the other rules every deal comes out the same.")
    if not differs:
        return T("Every deal comes out the same, but the match ends otherwise.")
    deals = N("{n} deal differs", "{n} deals differ", n=len(differs))
    if not before.winners and not after.winners:
        if before.game.best(before.totals, before.left) == after.game.best(after.totals, after.left):
            return T("{deals}, but it makes no difference to who is ahead.", deals=deals)
        return T("{deals}, and others are ahead.", deals=deals)
    if before.winners == after.winners:
        return T("{deals}, but it makes no difference to who wins.", deals=deals)
    return T("{deals}, and the match goes another way.", deals=deals)


def _reason(game: Game, title: Text, old: Entry, new: Entry) -> Reason:
    before, after = ("–".join(map(str, entry.scores)) for entry in (old, new))
    if old.scores != new.scores:
        text = T("{entry}: {before} becomes {after}.", entry=title, before=before, after=after)
    elif old.outcome != new.outcome:
        params = {
            "entry": title,
            "scores": before,
            "before": _outcome(game, old),
            "after": _outcome(game, new),
        }
        text = T("{entry}: {scores} under both, but “{before}” becomes “{after}”.", **params)
    else:
        text = T("{entry}: {scores} under both.", entry=title, scores=before)
    cites = dict.fromkeys(cite for line in new.lines for cite in line.cites)
    return Reason(text, tuple(cites) or (f"{game.slug} 9",))


def _outcome(game: Game, entry: Entry) -> Text:
    if entry.outcome == AFTER_END:
        return T("after the end")
    return game.outcomes.get(entry.outcome or "", Text("–"))
