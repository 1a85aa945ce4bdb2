"""The fold: a match document becomes a sheet, entry by entry.

After every entry the fold asks whether the match is over. It remembers only what a sheet shows and the game's own
carry, so replaying any prefix gives the same first rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from scorekeeper.core.fields import Flag, Number, PerSide, Repeated, SeatField, SideField, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game, Situation
from scorekeeper.core.match import KINDS, MatchDocument, read_match
from scorekeeper.core.reading import (
    BAD,
    MAX_NOTE,
    Table,
    all_known,
    is_whole,
    keep_readable,
    read_fields,
    read_text,
)
from scorekeeper.core.scoring.decided import MAX_POINTS, WHY, DecidedDeal, read_deal, score_decided
from scorekeeper.core.scoring.ending import ABANDONED, ADJUSTED, NO_TARGET, STOPPED, Because
from scorekeeper.core.scoring.players import ALSO, COMES_ARTICLE, TOTAL, ChangeReader, Seated, seat
from scorekeeper.core.scoring.scores import AFTER_END, PASSED_OUT, DealScore, Entry, Line
from scorekeeper.core.scoring.sheet import FINISHED, OPEN, Sheet
from scorekeeper.core.text import N, T, Text

DEALER = SeatField(name="dealer", label=T("Dealer"), optional=True)
REASON = TextField(name="reason", label=T("Reason"), most=MAX_NOTE, optional=True)
VOID_FIELDS = (REASON, Flag(name="redeal", label=T("The same seat deals again"), optional=True))
ADJUSTMENT_FIELDS = (
    PerSide(name="scores", label=T("Points"), of=Number(low=-MAX_POINTS, high=MAX_POINTS)),
    WHY,
)
END_FIELDS = (REASON, Repeated(name="winners", label=T("Winners"), of=SideField(), most=8, optional=True))

ADJUSTED_TEXT = T("Totals were adjusted after the end: the best total wins.")
END_TEXTS: Mapping[str, tuple[Text, Text]] = {
    STOPPED: (T("The players stopped here"), T("The players stopped here.")),
    ABANDONED: (T("The match was abandoned here"), T("The match was abandoned here.")),
}
"""Why a match ended before its end: as a line of the sheet, and as a sentence."""

# The articles of the chapter that all rulebooks share.
VOID_ARTICLE, ADJUSTMENT_ARTICLE, END_ARTICLE, AFTER_END_ARTICLE = "9.1", "9.2", "9.3", "9.4"


def score_match(document: Any, games: Mapping[str, Game], report: Report) -> Sheet | None:
    """The sheet of a match document, or None when the report holds errors."""
    match = read_match(document, games, report)
    if match is None:
        return None
    sheet = fold(match, report)
    return None if report.errors else sheet


def fold(match: MatchDocument, report: Report) -> Sheet:
    """Score every entry in order; errors are reported, and the fold goes on with the next entry."""
    state = Fold(match, report)
    for index, entry in enumerate(match.entries):
        state.add(index, entry)
    return state.sheet()


class Fold:
    """The running state of a match: totals, dealer, carry, winners. One method for each kind of entry.

    After an entry that could not be read, ``sure_of_dealer`` is false until a deal names its dealer.
    """

    def __init__(self, match: MatchDocument, report: Report) -> None:
        self.match, self.game, self.report = match, match.game, report
        self.seated, self.may_be_too_many = seat(match.table), False
        self.nothing = (0,) * len(match.table.seating.sides)
        self.start = match.start
        self.totals = self.nothing if self.start is None else self.start.totals
        self.dealer = match.first_dealer
        self.sure_of_dealer = True
        self.carry = self.game.start(self.table)
        if self.start is not None:
            self.carry = self.game.begin(self.carry, self.start.facts)
        self.winners: tuple[int, ...] = ()
        self.finished = False
        self.won_outright = False
        self.because: Because | None = None
        self.ended: int | None = None
        self.limit = self.game.deal_limit(self.table.options)
        self.redeals = self.game.redeals(self.table.options)
        self.played = 0
        self.rows: list[Entry] = []
        self._suspects = 0

    @property
    def table(self) -> Table:
        """Those who play."""
        return self.seated.playing

    def sheet(self) -> Sheet:
        """What the entries so far are worth."""
        return Sheet(
            game=self.game,
            rules=self.match.rules,
            table=self.seated.everyone,
            playing=self.table,
            carry=self.carry,
            entries=tuple(self.rows),
            totals=self.totals,
            status=FINISHED if self.finished else OPEN,
            winners=self.winners,
            ranking=self.game.ranking(self.totals, self.seated.left),
            next_dealer=None if self.finished else self.dealer,
            facts=self.game.facts(self.carry),
            because=self.because or self._say_open(),
            ended=self.ended,
            won_outright=self.finished and self.won_outright,
            start=self.start,
        )

    def add(self, index: int, entry: Any) -> None:
        """Score the entry at a place, the next. Of a great many errors the first are told and the others counted."""
        self._add_entry(entry, f"entries[{index}]", index >= len(self.match.entries) - 1)
        self.report.shorten()

    def split(self) -> Fold:
        """A copy that goes on by itself."""
        own, report = copy(self), Report()
        report.errors, report.suspects = list(self.report.errors), list(self.report.suspects)
        own.report, own.rows = report, list(self.rows)
        return own

    def _add_entry(self, entry: Any, at: str, last: bool) -> None:
        if type(entry) is not dict:
            self.sure_of_dealer = False
            self.report.error(at, "not_an_object", T("Write an object with named fields here."))
            return
        kind = entry.get("kind")
        if kind == "deal":
            self._add_deal(entry, at)
        elif type(kind) is not str or kind not in KINDS or (kind == "penalty" and not self.game.penalty):
            self.sure_of_dealer = False
            kinds = [name for name in KINDS if name != "penalty" or self.game.penalty]
            self.report.error(f"{at}.kind", "unknown_kind", T("Choose one of: {choices}.", choices=kinds))
            return
        else:
            getattr(self, f"_add_{kind}")(entry, at, last)
        if "note" in entry:
            read_text(entry["note"], f"{at}.note", self.report, MAX_NOTE)

    def _add_deal(self, entry: dict[str, Any], at: str) -> None:
        dealer = self.dealer
        if "dealer" in entry:
            named_dealer = DEALER.read(entry["dealer"], f"{at}.dealer", self.report, self.table)
            dealer = dealer if named_dealer is BAD else self.table.seating.number_of(named_dealer)
            self.sure_of_dealer = all_known(named_dealer)
        self.dealer = self.seated.after(dealer)
        errors = len(self.report.errors)
        if self.may_be_too_many:
            self._check_number(at)
        deal = read_deal(self.game, entry, at, self.report, self.table)
        if deal is None:
            self.carry = self.game.skip(self.carry)
            return
        sure = self.table.seating.seat_of(dealer) if self.sure_of_dealer else BAD
        situation = Situation(self.table, sure, self.carry, at, self.seated.pick(self.totals))
        decided = isinstance(deal, DecidedDeal)
        if not decided:
            self._check_deal(deal, situation)
        if len(self.report.errors) > errors:
            self.carry = self.game.skip(self.carry)
        elif self.finished:
            self._add_after_end("deal", at, dealer)
        elif decided:
            self._add_score(score_decided(self.game, deal, situation), dealer)
        else:
            self._add_score(self.game.score(deal, situation), dealer)

    def _check_deal(self, deal: Any, situation: Situation) -> None:
        if not self.seated.left:
            self.game.check(deal, situation, self.report)
            return
        deal_report = Report()
        self.game.check(deal, situation, deal_report)
        self.seated.report_as(deal_report, self.game, situation.at, self.report)

    def _check_number(self, at: str) -> None:
        """Report a deal among more or fewer players than can play this game by these rules."""
        players, rules_report = self.table.seating.players, Report()
        if players in self.game.players:
            self.game.read_rules(self.match.rules.document(), players, rules_report)
            for finding in rules_report.errors:
                self.report.error(at, "players_count", finding.text, *finding.cites)
            return
        text = N(
            "{game} is played by {numbers} people; {n} plays here.",
            "{game} is played by {numbers} people; {n} play here.",
            n=players,
            game=self.game.name,
            numbers=list(self.game.players),
        )
        self.report.error(at, "players_count", text, self._cite(COMES_ARTICLE))

    def _add_score(self, deal: DealScore, dealer: int) -> None:
        deal = self.seated.spread_score(deal)
        self.carry = deal.carry
        self.won_outright = bool(deal.winners)
        if deal.outcome != PASSED_OUT:
            self.played += 1
        elif self.redeals:
            self.dealer = dealer
        facts = deal.facts if deal.facts is not None else self.game.facts(self.carry)
        self._add_row("deal", deal.scores, deal.lines, dealer, deal.outcome, deal.raw, facts)
        self._ask_whether_over(deal.winners, deal.because)

    def _add_void(self, entry: dict[str, Any], at: str, last: bool) -> None:
        values = read_fields(VOID_FIELDS, entry, at, self.report, self.table, ALSO)
        self.sure_of_dealer &= all_known(*values.values())
        if not values.get("redeal", True):
            self.dealer = self.seated.after(self.dealer)
        if self.finished:
            self._add_after_end("void", at)
            return
        line = Line(0, 0, "void", T("Dealt, but without a result"), (self._cite(VOID_ARTICLE),), shared=True)
        self._add_row("void", self.nothing, (line,))

    def _add_penalty(self, entry: dict[str, Any], at: str, last: bool) -> None:
        rule = self.game.penalty
        assert rule is not None, "only games with a penalty get here"
        values = read_fields((*rule.fields, REASON), entry, at, self.report, self.table, ALSO)
        if BAD in values.values() or "side" not in values:
            self.sure_of_dealer = False
            return
        self.dealer = rule.next_dealer(values, self.dealer, self.table)
        if self.finished:
            self._add_after_end("penalty", at)
            return
        self.carry = rule.carry(self.carry)
        lines = rule.score(values, self.table)
        scores = tuple(
            sum(line.points for line in lines if line.side == side) for side in range(len(self.totals))
        )
        self._add_row("penalty", scores, lines)
        self._ask_whether_over()

    def _add_adjustment(self, entry: dict[str, Any], at: str, last: bool) -> None:
        without_zeros = self.seated.leave_out_zeros(entry)
        values = read_fields(ADJUSTMENT_FIELDS, without_zeros, at, self.report, self.table, ALSO)
        if values.get("reason") == "":
            self.report.error(f"{at}.reason", "missing", T("An adjustment needs its reason in words."))
        scores = values.get("scores", BAD)
        if not is_whole(scores):
            return
        scores = self.seated.spread(scores)
        cites = (self._cite(ADJUSTMENT_ARTICLE),)
        lines = tuple(
            Line(side, points, "adjustment", T("Adjusted by the arbiter"), cites)
            for side, points in enumerate(scores)
            if points
        )
        self._add_row("adjustment", scores, lines)
        if not self.finished:
            self._ask_whether_over()
        elif not self.won_outright:
            self.winners = self.game.best(self.totals, self.seated.left)
            self.because = Because(ADJUSTED, ADJUSTED_TEXT, cites)
            return
        if self.because is not None:
            self.because = self.because.also(*cites)

    def _add_players(self, entry: dict[str, Any], at: str, last: bool) -> None:
        read = ChangeReader(self.game, self.seated, at, self.report)
        change = read.read(entry, finished=self.finished)
        if change is None:
            return
        if change.total is not None:
            self._add_side(change.seated, change.total, at)
        elif self.finished:
            self._add_after_end("players", at)
            return
        if change.left == self.dealer:
            self.dealer = self.seated.after(self.dealer)
        self.may_be_too_many |= len(change.seated.playing.names) != len(self.table.names)
        before, self.seated = self.table, change.seated
        scores = tuple(
            change.line.points if side == change.line.side else 0 for side in range(len(self.totals))
        )
        self._add_row("players", scores, (change.line,), players=change.seated.everyone.names, playing=before)
        if change.left is not None:
            self._ask_whether_over()

    def _add_side(self, seated: Seated, total: int, at: str) -> None:
        """The totals have one side more. One that would end the match at once is reported."""
        if self.game.finish(seated.pick((*self.totals, total)), self.carry, seated.playing):
            text = T("With this total the match would be over, and no deal would have been played for it.")
            self.report.error(f"{at}.{TOTAL}", "over_at_start", text, self._cite(COMES_ARTICLE))
        self.totals, self.nothing = (*self.totals, 0), (*self.nothing, 0)

    def _add_end(self, entry: dict[str, Any], at: str, last: bool) -> None:
        values = read_fields(END_FIELDS, entry, at, self.report, self.table, ALSO)
        if not last:
            self.report.error(at, "end_not_last", T("People stopped here, so nothing can follow this entry."))
        winners = values.get("winners")
        named = keep_readable(winners or ())
        if len(set(named)) < len(named):
            self.report.error(f"{at}.winners", "side_twice", T("Name each side once."))
        if not is_whole(winners):
            return
        if self.finished:
            self._add_after_end("end", at)
            return
        self.finished = True
        best = self.game.best(self.totals, self.seated.left)
        self.winners = best if winners is None else self.seated.number(tuple(sorted(winners)))
        code = STOPPED if self.winners else ABANDONED
        line, sentence = END_TEXTS[code]
        cites = (self._cite(END_ARTICLE),)
        self._add_row("end", self.nothing, (Line(0, 0, "end", line, cites, shared=True),))
        self.because, self.ended = Because(code, sentence, cites), len(self.rows) - 1

    def _add_after_end(self, kind: str, at: str, dealer: int | None = None) -> None:
        cite = self._cite(AFTER_END_ARTICLE)
        text = T("The match was over before this entry, so it does not count.")
        self.report.suspect(at, AFTER_END, text, cite)
        line = Line(0, 0, AFTER_END, T("After the end of the match: not counted"), (cite,), shared=True)
        raw = self.nothing if kind == "deal" and self.game.counts_raw else None
        names = self.seated.everyone.names if kind == "players" else None
        self._add_row(kind, self.nothing, (line,), dealer, AFTER_END, raw, players=names)

    def _ask_whether_over(self, outright: tuple[int, ...] = (), because: Because | None = None) -> None:
        totals = self.seated.pick(self.totals)
        self.winners = outright or self.seated.number(self.game.finish(totals, self.carry, self.table))
        if not self.winners and self.limit.is_reached(self.played):
            self.winners = self.game.best(self.totals, self.seated.left)
            because = self.limit.because(self.winners)
        self.finished = bool(self.winners)
        if self.finished:
            self.because = because or self.game.because(totals, self.carry, self.table)
            self.ended = len(self.rows) - 1

    def _say_open(self) -> Because:
        because = self.game.because(self.seated.pick(self.totals), self.carry, self.table)
        limited = because.code == NO_TARGET and self.limit.deals is not None
        return self.limit.because_open(self.played) if limited else because

    def _add_row(
        self,
        kind: str,
        scores: tuple[int, ...],
        lines: tuple[Line, ...],
        dealer: int | None = None,
        outcome: str | None = None,
        raw: tuple[int, ...] | None = None,
        facts: Mapping[str, Any] | None = None,
        players: tuple[str, ...] | None = None,
        playing: Table | None = None,
    ) -> None:
        self.totals = tuple(map(int.__add__, self.totals, scores))
        if facts is None:
            facts = self.game.facts(self.carry)
        before, self._suspects = self._suspects, len(self.report.suspects)
        findings = tuple(self.report.suspects[before:])
        rest = (findings, dealer, outcome, raw, facts, players, playing or self.table)
        self.rows.append(Entry(kind, scores, self.totals, lines, *rest))

    def _cite(self, article: str) -> str:
        return f"{self.game.slug} {article}"
