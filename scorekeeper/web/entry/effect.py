"""What a proposal does to a match, in words: what it changes, moves and makes impossible."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import Text, list_names
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import Proposal
from scorekeeper.store.match.scored import CONTRACT, COUNTS, DEALER, END, WINNERS, MovedThing
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.words import MovedTotal, compare_winners, scores_of, title_of, totals_moved


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
    places = [row.place for row in after.rows() if row.seq == target and row.place is not None]
    scored = [after.scored.rows[place] for place in places]
    return merge_suspects([finding for entry in scored if entry for finding in entry.findings])


def merge_suspects(findings: Iterable[Finding]) -> list[Text]:
    """Their sentences; those that differ in a player's name alone are one, with all the names."""
    found: dict[str, list[Text]] = {}
    for text in (finding.text for finding in findings):
        rest = {key: value for key, value in text.params.items() if key != "name"}
        found.setdefault(repr(text._replace(params=rest)), []).append(text)
    return [
        same[0]
        if len(same) == 1
        else same[0]._replace(
            params={**same[0].params, "name": list_names([text.params["name"] for text in same])}
        )
        for same in found.values()
    ]


class Effect:
    """What a proposal does, in words."""

    def __init__(self, proposal: Proposal) -> None:
        self.before, self.after = proposal.before, proposal.after
        target = proposal.body.get("target", self.after.seq)
        self.title = _entry_words(self.before, target), _entry_words(self.after, target)
        """The entry that is changed, as it was and as it will be; of one that is inserted, the new one."""
        self.blocked = [Blocked(one.seq, self._title(one.seq), one.findings) for one in proposal.broken]
        self.suspects = find_suspects(proposal)
        changes: dict[int, list[str]] = {}
        for move in proposal.moved:
            if move.seq is not None:
                changes.setdefault(move.seq, []).append(self._say_change(move))
        self.changed = [MovedEntry(seq, self._title(seq), said) for seq, said in changes.items()]
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
        """What changes of the whole match: label, before, after."""
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
    """An entry and the points it gave; nothing where there is none."""
    row = next((row for row in match.rows() if row.seq == seq), None)
    if row is None:
        return ""
    scores = scores_of(match, row)
    return f"{title_of(row, match)} ({scores})" if scores else title_of(row, match)
