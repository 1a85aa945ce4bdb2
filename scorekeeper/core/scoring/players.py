"""People who come and go: another person sits down, players join and leave between deals. (9.6, 9.7)

A game is given those who play, numbered without gaps, and knows nothing of those who left. Documents and sheets number
all who ever sat there: what games return is spread over them here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Number, PerSide, SeatField, TextField
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import DealForm, Game
from scorekeeper.core.match import MAX_NAME, name_key, read_name
from scorekeeper.core.reading import Table, is_whole, read_fields
from scorekeeper.core.scoring.decided import MAX_POINTS
from scorekeeper.core.scoring.scores import AFTER_END, DECIDED, DealScore, Line
from scorekeeper.core.seating import singles
from scorekeeper.core.text import N, T, Text

MAX_SEATS = 8
"""The most seats that a match ever has, with those that were left."""
SEAT, NAME, JOIN, TOTAL, LEAVE = "seat", "name", "join", "total", "leave"
SITS = (
    SeatField(name=SEAT, label=T("Whose place it was")),
    TextField(name=NAME, label=T("Who sits there from here on"), most=MAX_NAME),
)
JOINS = (
    TextField(name=JOIN, label=T("Who joins"), most=MAX_NAME),
    Number(name=TOTAL, label=T("The total to begin with"), low=-MAX_POINTS, high=MAX_POINTS),
)
LEAVES = (SeatField(name=LEAVE, label=T("Who leaves")),)
CHANGES = (
    DealForm(slug="sits", title=T("Another player sits down"), fields=SITS),
    DealForm(slug="joins", title=T("A player joins"), fields=JOINS),
    DealForm(slug="leaves", title=T("A player leaves"), fields=LEAVES),
)
SITS_ARTICLE, COMES_ARTICLE = "9.6", "9.7"
ALSO = frozenset(("kind", "note"))


def may_come_and_go(game: Game, table: Table) -> bool:
    """Whether players may join and leave: in games that allow it, where each plays alone. (9.7)"""
    return game.open_table and all(len(seats) == 1 for seats in table.seating.sides)


def changes_of(game: Game, table: Table) -> tuple[DealForm, ...]:
    """The ways in which it can change who plays, each as a form."""
    return CHANGES if may_come_and_go(game, table) else CHANGES[:1]


class Seated(NamedTuple):
    """Everyone who ever sat there, each seat with its last name, and those who play."""

    everyone: Table
    playing: Table

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are played no more, which are their sides too."""
        return self.playing.seating.left

    def after(self, number: int) -> int:
        """The next seat that plays; the same where one plays alone."""
        seating = self.playing.seating
        return seating.number_of(seating.after(seating.seat_of(number)))

    def rename(self, number: int, name: str) -> Seated:
        """Another person sits there."""
        names = self.everyone.names
        return _seat((*names[:number], name, *names[number + 1 :]), self.left, self.everyone)

    def join(self, name: str) -> Seated:
        """One more seat, the last."""
        return _seat((*self.everyone.names, name), self.left, self.everyone)

    def leave(self, number: int) -> Seated:
        """A seat is played no more."""
        return _seat(self.everyone.names, tuple(sorted((*self.left, number))), self.everyone)

    def pick(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Of one value a side, those of the sides that play."""
        left = self.left
        return tuple(value for side, value in enumerate(values) if side not in left) if left else values

    def spread(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """One value for every side there ever was: 0 for those who left."""
        if not self.left:
            return values
        rest = iter(values)
        return tuple(0 if side in self.left else next(rest) for side in range(self.playing.seating.ever))

    def number(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of sides that play."""
        return tuple(map(self.playing.seating.number_of, sides)) if self.left else sides

    def spread_score(self, deal: DealScore) -> DealScore:
        """A deal among those who play, as a row of the sheet has it."""
        if not self.left:
            return deal
        number_of = self.playing.seating.number_of
        return deal._replace(
            scores=self.spread(deal.scores),
            raw=None if deal.raw is None else self.spread(deal.raw),
            lines=tuple(line._replace(side=number_of(line.side)) for line in deal.lines),
            winners=self.number(deal.winners),
        )

    def leave_out_zeros(self, entry: dict[str, Any]) -> dict[str, Any]:
        """An adjustment without the points that it gives to those who left, where they are 0 and so none."""
        scores = entry.get("scores")
        if not self.left or type(scores) is not list:
            return entry
        playing_scores = [
            None if side in self.left and points == 0 else points for side, points in enumerate(scores)
        ]
        return {**entry, "scores": playing_scores}

    def report_as(self, game_report: Report, game: Game, at: str, report: Report) -> None:
        """Report what a game found, at the paths of a document in which those who left have their places."""
        lists = [
            DECIDED,
            *(field.name for form in game.forms for field in form.fields if isinstance(field, PerSide)),
        ]
        place = re.compile(rf"({re.escape(at)}\.(?:{'|'.join(lists)})\[)(\d+)(.*)", re.DOTALL)

        def move(finding: Finding) -> tuple[Any, ...]:
            match = place.fullmatch(finding.path)
            path = (
                f"{match[1]}{self.playing.seating.number_of(int(match[2]))}{match[3]}"
                if match
                else finding.path
            )
            return path, finding.code, finding.text, *finding.cites

        for error in game_report.errors:
            report.error(*move(error))
        for suspect in game_report.suspects:
            report.suspect(*move(suspect))


def seat(table: Table) -> Seated:
    """The table of a match at its beginning."""
    return Seated(table, table)


def seat_again(playing: Table) -> Seated:
    """A table that some have left; what those were called is not known."""
    seating = playing.seating
    if not seating.left:
        return seat(playing)
    names = dict(zip(seating.numbers, playing.names, strict=True))
    all_names = tuple(names.get(number, "") for number in range(seating.ever))
    return Seated(Table(singles(seating.ever), all_names, playing.options), playing)


def _seat(names: tuple[str, ...], left: tuple[int, ...], before: Table) -> Seated:
    if not left and len(names) == before.seating.players:
        return seat(before._replace(names=names))
    everyone = Table(singles(len(names)), names, before.options)
    if not left:
        return seat(everyone)
    playing = tuple(name for number, name in enumerate(names) if number not in left)
    return Seated(everyone, Table(singles(len(playing), left), playing, before.options))


class Change(NamedTuple):
    """A change of who plays: everyone after it, the line that says it, the total of a side that joins, the seat that
    is played no more."""

    seated: Seated
    line: Line
    total: int | None = None
    left: int | None = None


class ChangeReader:
    """Reads an entry that changes who plays; every problem is reported. One method for each kind of change."""

    def __init__(self, game: Game, seated: Seated, at: str, report: Report) -> None:
        self.game, self.seated, self.at, self.report = game, seated, at, report

    def read(self, entry: Mapping[str, Any], *, finished: bool) -> Change | None:
        """The change; None after an error. After the end another person may still sit down, which changes nothing."""
        way = next((name for name in (JOIN, LEAVE) if name in entry), SEAT)
        fields, take = {
            SEAT: (SITS, self._sit_down),
            JOIN: (JOINS, self._join),
            LEAVE: (LEAVES, self._leave),
        }[way]
        values = read_fields(fields, entry, self.at, self.report, self.seated.playing, ALSO)
        if way != SEAT and not may_come_and_go(self.game, self.seated.everyone):
            text = T("In this game, at this table, players neither join nor leave during a match.")
            self._refuse(way, "not_played", text, SITS_ARTICLE)
        elif way != SEAT and finished:
            text = T("The match is over, so players neither join nor leave it any more.")
            self._refuse(way, AFTER_END, text, "9.4")
        elif is_whole(values) and len(values) == len(fields):
            return take(values)
        return None

    def _sit_down(self, values: Mapping[str, Any]) -> Change | None:
        """Another person sits down; nothing else changes. (9.6)"""
        everyone = self.seated.everyone
        number = self.seated.playing.seating.number_of(values[SEAT])
        name = self._read_name(values, NAME, number)
        if name is None:
            return None
        text = T("{name} sits down in the place of {before}", name=name, before=everyone.names[number])
        return Change(self.seated.rename(number, name), self._say("sits", text, SITS_ARTICLE))

    def _join(self, values: Mapping[str, Any]) -> Change | None:
        """One more seat and side, with a total that the table gives it. (9.7)"""
        name, total = self._read_name(values, JOIN, None), values[TOTAL]
        number = self.seated.everyone.seating.players
        if number == MAX_SEATS:
            text = N("A match has {n} seat at most.", "A match has {n} seats at most.", n=MAX_SEATS)
            self._refuse(JOIN, "too_many", text, COMES_ARTICLE)
            return None
        if name is None:
            return None
        text = T("{name} joins with a total of {points}", name=name, points=total)
        line = Line(number, total, "joins", text, (f"{self.game.slug} {COMES_ARTICLE}",))
        return Change(self.seated.join(name), line, total=total)

    def _leave(self, values: Mapping[str, Any]) -> Change | None:
        """A side is closed: its total stands, and the deal passes it by. (9.7)"""
        seating = self.seated.playing.seating
        if seating.players == 1:
            text = T("One player at least has to stay at the table.")
            self._refuse(LEAVE, "players_count", text, COMES_ARTICLE)
            return None
        number = seating.number_of(values[LEAVE])
        text = T("{name} leaves, and the total stands", name=self.seated.everyone.names[number])
        line = self._say("leaves", text, COMES_ARTICLE)
        return Change(self.seated.leave(number), line, left=number)

    def _read_name(self, values: Mapping[str, Any], field: str, without: int | None) -> str | None:
        """The name of who sits down, which no other who plays has; None after an error."""
        numbers, names = self.seated.playing.seating.numbers, self.seated.everyone.names
        taken_keys = {name_key(names[number]) for number in numbers if number != without}
        errors = len(self.report.errors)
        name = read_name(values[field], f"{self.at}.{field}", taken_keys, self.report)
        return name if len(self.report.errors) == errors else None

    def _refuse(self, field: str, code: str, text: Text, article: str) -> None:
        self.report.error(f"{self.at}.{field}", code, text, f"{self.game.slug} {article}")

    def _say(self, code: str, text: Text, article: str) -> Line:
        return Line(0, 0, code, text, (f"{self.game.slug} {article}",), shared=True)
