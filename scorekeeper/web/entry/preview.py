"""What an entry would write and what a change would move, said before it is saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flask import render_template
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.scoring.players import JOIN, LEAVE
from scorekeeper.core.scoring.scores import RAW
from scorekeeper.core.scoring.settling import payments
from scorekeeper.core.text import T, Text, list_names
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.store.match.proposal import Proposal
from scorekeeper.store.match.scored import CONTRACT, COUNTS, DEALER, END, WINNERS, MovedThing
from scorekeeper.web.drawing.abbreviations import abbreviate
from scorekeeper.web.entry.forms import EntryForm, Problem
from scorekeeper.web.match.at_table import entry_at, playing, table_of
from scorekeeper.web.match.words import (
    MovedTotal,
    compare_winners,
    entry_line,
    more_of,
    row_facts,
    scores_of,
    title_of,
    totals_moved,
)
from scorekeeper.web.site.languages import say

LETTERS = {2: 200, 3: 11, 4: 11}
"""How many letters of a side's name there is room for beside so many others, and beside more."""
MIN_LETTERS = 7


class WrittenSide(NamedTuple):
    """What a side writes: its name as it fits and in full, and its total then, unless later entries move it on."""

    short: str
    name: str
    score: int
    total: int | None
    side: int


def preview_page(proposal: Proposal, form: EntryForm, missing: Sequence[Finding]) -> str:
    """The line that would be written, with its reason; or what is still missing; or what cannot be."""
    match, game = proposal.before, GAMES[proposal.before.game]
    context: dict[str, Any] = {"game": game, "form": form, "match": match}
    asked = {field.short_name for field in form.inputs}
    absent = (finding for finding in proposal.errors if finding.code == "missing")
    # a deal that is not begun yet may be of another way of writing: what this form does not ask for is not missing
    wanting = [
        *missing,
        *(finding for finding in absent if not missing or finding.path.partition(".")[0] in asked),
    ]
    wrong = [finding for finding in proposal.errors if finding.code != "missing"]
    if missing or proposal.errors:
        shown = [] if missing else place_findings(form, wrong)
        return render_template(
            "games/preview/open.html",
            labels=_labels(form, wanting),
            wrong=shown,
            drafting=proposal.event.adds_last,
            **context,
        )
    if proposal.broken:
        return render_template("games/preview/blocked.html", effect=Effect(proposal), **context)
    template: list[Any] = [f"games/{game.slug}/preview.html", "games/preview.html"]
    line = render_template(template, **context, **_describe_score(proposal, game))
    if proposal.event.adds_last:
        return line
    effect = Effect(proposal)
    changes = render_template("games/preview/changes.html", effect=effect, **context)
    return line + changes if effect.nothing_moves else changes + line


def place_findings(form: EntryForm, findings: Sequence[Finding]) -> list[Problem]:
    """The findings beside the inputs that they are about, those of one seat or side included (``hands.3``)."""
    for finding in findings:
        name, _dot, number = finding.path.partition(".")
        if number.isdigit():
            finding = finding._replace(path=f"{name}[{number}]")
        form.place([finding])
    return form.problems


def _describe_score(proposal: Proposal, game: Game) -> dict[str, Any]:
    """The entry's own row, wherever it stands in the match, and what else of the match it changes."""
    after, row = proposal.after, row_of(proposal)
    entry = after.scored.rows[row.place or 0]
    assert entry is not None, "a proposal without errors can be scored"
    table, sheet, ended = table_of(after), after.scored.sheet, after.scored.ended
    sides = [entry.side_name(side, table) for side in range(len(table.seating.sides))]
    left = entry.playing.seating.left if entry.playing is not None else ()
    wrote = [side for side in range(len(entry.scores)) if side not in left]
    lines = [line for line in entry.lines if line.unit != RAW] or list(entry.lines)
    reasons: dict[str, tuple[str, ...]] = {}
    for line in [line for line in lines if line.points] or lines:
        if line.explains:
            reasons.setdefault(say(line.text), line.cites)
    return {
        "entry": entry,
        "suspects": merge_suspects(entry.findings),
        "sides": sides,
        "written": list_written(
            wrote,
            [sides[side] for side in wrote],
            [entry.scores[side] for side in wrote],
            [entry.totals[side] if proposal.event.adds_last else None for side in wrote],
        ),
        "outcome": more_of(game, entry),
        "counted": [
            [line for line in entry.lines if line.unit == RAW and line.side == side and line.points]
            for side in range(len(sides))
        ],
        "reasons": list(reasons.items()),
        "lines": [(sides[line.side], line.code, say(line.text), line.cites) for line in lines],
        "more": row_facts(game, entry),
        "payments": payments(entry.scores),
        "finished": sheet is not None and ended == row.place,
        "winners": table.people(sheet.winners) if sheet is not None else [],
        "options": table.options,
    }


def list_written(
    numbers: Sequence[int], sides: Sequence[str], scores: Sequence[int], totals: Sequence[int | None]
) -> list[WrittenSide]:
    """What sides of these names write, each name as short as their number asks for."""
    short = abbreviate(sides, LETTERS.get(len(sides), MIN_LETTERS))
    return [WrittenSide(*columns) for columns in zip(short, sides, scores, totals, numbers, strict=True)]


def in_short(proposal: Proposal, complete: bool) -> str:
    """What the outbox says of a deal that is complete: the same as its row will."""
    if not complete:
        return ""
    match = proposal.after
    return entry_line(row_of(proposal).entry, GAMES[match.game], playing(match), short=True)


def row_of(proposal: Proposal) -> EntryRow:
    """The row of the entry that is previewed: the new one, or the one that is corrected."""
    return proposal.after.row(proposal.body.get("target", proposal.after.seq))


def _labels(form: EntryForm, findings: Sequence[Finding]) -> list[str]:
    """What is missing, by the words beside the inputs: ``Bid``, ``Left in each hand: Jón, Anna``."""
    by_label: dict[str, list[str]] = {}
    for finding in findings:
        name, _dot, number = finding.path.partition(".")
        whole: Any = form[name] if name in form else None  # noqa: SIM401 - a WTForms form has no get
        row = form.find(finding.path) if whole is None else None  # declarations[0].top
        label = whole.label.text if whole is not None else " › ".join(row.names if row is not None else ())
        inside = by_label.setdefault(label or say(finding.text), [])
        if whole is not None and number.isdigit() and int(number) < len(whole.parts):
            inside.append(whole.parts[int(number)].label.text)
            if len(inside) == len(whole.parts):
                inside.clear()  # nothing of it is there, whosever it is
    return [
        say(T("{what}: {name}", what=label, name=names)) if names else label
        for label, names in by_label.items()
    ]


class MovedEntry(NamedTuple):
    """An entry that a change moves: its title and what of it changes, before and after."""

    seq: int
    title: str
    changes: list[str]


class Blocked(NamedTuple):
    """An entry that becomes impossible, and why."""

    seq: int
    title: str
    findings: tuple[Finding, ...]


def is_doubtful(proposal: Proposal) -> bool:
    """Whether it ends the match, or plays on, by an entry that is possible but odd."""
    return proposal.before.scored.ended != proposal.after.scored.ended and bool(find_suspects(proposal))


def find_suspects(proposal: Proposal) -> list[Text]:
    """What is odd about the entry that it writes or changes."""
    after, target = proposal.after, proposal.body.get("target", proposal.after.seq)
    scored = [entry_at(after, row.place) for row in after.rows() if row.seq == target]
    return merge_suspects([finding for entry in scored if entry for finding in entry.findings])


def merge_suspects(findings: Iterable[Finding]) -> list[Text]:
    """Their sentences; those that differ in a player's name alone are one, with all the names."""
    by_sentence: dict[str, list[Text]] = {}
    for text in (finding.text for finding in findings):
        unnamed = {key: value for key, value in text.params.items() if key != "name"}
        by_sentence.setdefault(repr(text._replace(params=unnamed)), []).append(text)
    return [
        texts[0]
        if len(texts) == 1
        else texts[0]._replace(
            params={**texts[0].params, "name": list_names([text.params["name"] for text in texts])}
        )
        for texts in by_sentence.values()
    ]


def _say_once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings without those that say the same of another part of an entry."""
    return tuple({say(finding.text): finding for finding in findings}.values())


class Effect:
    """What a proposal does, in words."""

    def __init__(self, proposal: Proposal) -> None:
        self.before, self.after = proposal.before, proposal.after
        target = proposal.body.get("target", self.after.seq)
        self.title = _entry_words(self.before, target), _entry_words(self.after, target)
        """The entry that is changed, as it was and as it will be; of one that is inserted, the new one."""
        self.blocked = [
            Blocked(entry.seq, self._title(entry.seq), _say_once(entry.findings)) for entry in proposal.broken
        ]
        changed = self.after.row_of(proposal.event)
        self.others_play = changed is not None and not {JOIN, LEAVE}.isdisjoint(changed.entry)
        """Whether others play from there on: a deal that was written since cannot be corrected before."""
        self.suspects = find_suspects(proposal)
        changes: dict[int, list[str]] = {}
        for move in proposal.moved:
            if move.seq is not None:
                changes.setdefault(move.seq, []).append(self._say_change(move))
        self.changed = [MovedEntry(seq, self._title(seq), sentences) for seq, sentences in changes.items()]
        self.whole = [self._compare_match(move) for move in proposal.moved if move.seq is None]
        self.totals: list[MovedTotal] = totals_moved(self.before, self.after)
        self.reseated = self.before.players != self.after.players and bool(self.after.rows())
        """Whether the entries so far go to other people."""

    @property
    def moved_with(self) -> str:
        """How many other entries move."""
        number = len(self.changed)
        if number == 1:
            return str(_("One other entry moves with it"))
        return str(
            ngettext("%(num)s other entry moves with it", "%(num)s other entries move with it", number)
        )

    @property
    def nothing_moves(self) -> bool:
        """Whether every total and every other entry stays as it is, and with the same people."""
        same = all(total.same for total in self.totals)
        return same and not (self.reseated or self.changed or self.whole or self.blocked)

    def _title(self, seq: int) -> str:
        return title_of(self.after.row(seq), self.after, short=True)

    def _say_change(self, move: MovedThing) -> str:
        if move.what == DEALER:
            before, after = _name_dealer(self.before, move.before), _name_dealer(self.after, move.after)
            return str(_("dealer: %(before)s → %(after)s", before=before, after=after))
        if move.what == CONTRACT:
            return str(
                _("contract: round %(before)s → round %(after)s", before=move.before, after=move.after)
            )
        assert move.what == COUNTS
        return str(_("counts again") if move.after else _("comes after the end and does not count"))

    def _compare_match(self, move: MovedThing) -> tuple[str, str, str]:
        if move.what == END:
            return _("Over after"), _say_end(self.before, move.before), _say_end(self.after, move.after)
        assert move.what == WINNERS
        before, after = table_of(self.before).people(move.before), table_of(self.after).people(move.after)
        return compare_winners(before, after)


def _name_dealer(match: Match, seat: int | None) -> str:
    return "–" if seat is None else table_of(match).names[seat]


def _say_end(match: Match, index: int | None) -> str:
    return str(_("not over yet")) if index is None else title_of(match.rows()[index], match, short=True)


def _entry_words(match: Match, seq: int) -> str:
    row = match.find_row(seq)
    if row is None:
        return ""
    scores = scores_of(match, row)
    return f"{title_of(row, match)} ({scores})" if scores else title_of(row, match)
