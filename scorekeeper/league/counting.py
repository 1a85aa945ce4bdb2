"""Which results count, and what each gives to its players: the one place where a league's points come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.text import Amount, T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.results import ABANDONED, CONFIRMED, CONTESTED, FINISHED, STOPPED, Result
from scorekeeper.league.rules import (
    AVERAGE,
    BEATEN,
    BY_RATING,
    BY_SIDE,
    NOT_ASKED,
    PLACEMENT,
    SPLIT,
    TOTAL,
    WIN_SHARE,
    LeagueRules,
    share_places,
)
from scorekeeper.league.strangers import has_stranger

PAIR_MARK = "+"
"""Stands between the ids of a pair, which are sorted, so that a pair has one name in either order."""

FOREIGN_TEXT = T("It is kept here, but counts in no table: this is none of the program’s games.")
ABANDONED_TEXT = T("Abandoned: no side won, so it does not count.")
STOPPED_TEXT = T("Stopped before its end; this league counts only finished matches.")
CONTESTED_TEXT = T("Contested: it waits until both sides or the organiser agree.")
WAITING_TEXT = T("Waiting to be confirmed.")


class Share(NamedTuple):
    """What one match gave to one unit (a player or a pair).

    ``points`` is in the league's own counting, ``win`` 1 or a part of a shared win; ``written`` and ``difference`` are
    turned so that more is better. ``rivals`` are the units of the other sides, each with what this unit won from it:
    1 placed better, ½ level, 0 placed worse. An evening that counts as a whole is so many ``matches`` in one share.
    """

    unit: str
    match: str
    night: str
    game: str
    points: Fraction
    win: Fraction
    place: int
    written: int
    difference: int
    rivals: tuple[tuple[str, Fraction], ...]
    text: Text
    matches: int = 1


class Tally(NamedTuple):
    """What a unit has from some matches. Tallies add up, and can be taken off again."""

    matches: int = 0
    points: Fraction = Fraction(0)
    wins: Fraction = Fraction(0)
    written: int = 0
    difference: int = 0

    def plus(self, other: Tally, times: int = 1) -> Tally:
        """The sum; ``times=-1`` takes the other off."""
        return Tally(
            self.matches + times * other.matches,
            self.points + times * other.points,
            self.wins + times * other.wins,
            self.written + times * other.written,
            self.difference + times * other.difference,
        )

    @classmethod
    def of(cls, share: Share) -> Tally:
        """The tally of one share."""
        return cls(share.matches, share.points, share.win, share.written, share.difference)


def why_not(result: Result, rules: LeagueRules) -> Text | None:
    """Why a result does not count; None when it does."""
    if result.game not in GAMES:
        return FOREIGN_TEXT
    if result.status == ABANDONED:
        return ABANDONED_TEXT
    if result.status == STOPPED and not (rules.stopped or result.endless):
        return STOPPED_TEXT
    if result.about.confirmation == CONTESTED:
        return CONTESTED_TEXT
    if result.about.confirmation != CONFIRMED and rules.confirmation != NOT_ASKED:
        return WAITING_TEXT
    return None


def unit_of(players: Iterable[str]) -> str:
    """The name by which a pair (or a player alone) is kept: ids in order."""
    return PAIR_MARK.join(sorted(players))


def members_of(unit: str) -> tuple[str, ...]:
    """The players of a unit."""
    return tuple(unit.split(PAIR_MARK))


def units_of(result: Result, side: int, rules: LeagueRules) -> tuple[str, ...]:
    """The units of a side: its players, or all of them as one."""
    players = result.members(side)
    return (unit_of(players),) if rules.unit == BY_SIDE else players


def shares_of(result: Result, rules: LeagueRules) -> tuple[Share, ...]:
    """What one counting result gives to everyone who played it; strangers have no place in a table."""
    units = [units_of(result, side, rules) for side in range(len(result.sides))]
    shares = []
    for side, mine in enumerate(units):
        points, text = _points(result, side, rules)
        win = Fraction(1, len(result.winners)) if side in result.winners else Fraction(0)
        rivals = tuple(
            (rival, won_from(result, side, other))
            for other, theirs in enumerate(units)
            if other != side
            for rival in theirs
            if not has_stranger(rival)
        )
        place, written, difference = (
            result.placements[side],
            result.count_written(side),
            result.difference(side),
        )
        shares += [
            Share(
                unit,
                result.match,
                result.night,
                result.game,
                points,
                win,
                place,
                written,
                difference,
                rivals,
                text,
            )
            for unit in mine
            if not has_stranger(unit)
        ]
    return tuple(shares)


def won_from(result: Result, side: int, other: int) -> Fraction:
    """What a side won from another one: 1 placed better, ½ level, 0 placed worse."""
    mine, theirs = result.placements[side], result.placements[other]
    return Fraction((mine < theirs) * 2 + (mine == theirs), 2)


def _points(result: Result, side: int, rules: LeagueRules) -> tuple[Fraction, Text]:
    counting = rules.counting
    if counting == PLACEMENT:
        return _for_place(result, side, rules)
    if counting in (TOTAL, AVERAGE):
        written = result.count_written(side)
        return Fraction(written), T("{points} written", points=written)
    if counting in (WIN_SHARE, BY_RATING):
        won = side in result.winners
        return Fraction(int(won), len(result.winners) if won else 1), T("won") if won else T("not won")
    return _for_win(result, side, rules)


def _for_win(result: Result, side: int, rules: LeagueRules) -> tuple[Fraction, Text]:
    if side not in result.winners:
        points = Fraction(rules.loss)
        return points, T("not won: {points}", points=show_fraction(points))
    whole, winners = Fraction(rules.win_points(result.game, len(result.players))), len(result.winners)
    if winners == 1 or rules.shared != SPLIT:
        return whole, T("won: {points}", points=show_fraction(whole))
    points = whole / winners
    text = T(
        "won together with others: {whole} among {winners} is {points}",
        whole=show_fraction(whole),
        winners=winners,
        points=show_fraction(points),
    )
    return points, text


def _for_place(result: Result, side: int, rules: LeagueRules) -> tuple[Fraction, Text]:
    place = result.placements[side]
    level = result.placements.count(place)
    if rules.places == BEATEN:
        behind = sum(other > place for other in result.placements)
        points = behind + Fraction(level - 1, 2)
    else:
        points = share_places(rules.place_points, place, level)
    if level > 1:
        return points, T(
            "place {place}, shared by {level}: {points}",
            place=place,
            level=level,
            points=show_fraction(points),
        )
    return points, T("place {place}: {points}", place=place, points=show_fraction(points))


def show_fraction(number: Fraction) -> Amount:
    """A number of points with at most two digits of a fraction: ``3``, ``2.5``, ``−1.33``."""
    size = f"{float(abs(number)):.2f}".rstrip("0").rstrip(".")
    return Amount(f"−{size}" if number < 0 else size)


def show_share(number: Fraction) -> Text:
    """A share of matches in percent: ``66.67 %``."""
    return T("{percent} %", percent=show_fraction(number * 100))


def series_result(matches: Sequence[Result]) -> Result | None:
    """The result of a series, given its counting matches in order; None while it is undecided.

    The side that first wins more than half of its ``best_of`` matches wins. A side is its players, so people may change
    seats; who joined a match is in that one alone. Its places follow the number of wins, its totals are those of all
    its matches.
    """
    sides = _list_beginners(matches[0])
    needed = (matches[0].about.best_of or 1) // 2 + 1
    wins, totals = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    for at, match in enumerate(matches):
        units = _list_beginners(match)
        if set(units) != set(sides):
            continue
        for side, unit in enumerate(units):
            totals[unit] += match.totals[side] if match.totals else 0
            wins[unit] += match.winners == (side,)
        if max(wins.values()) >= needed:
            return _series_winner(matches[: at + 1], wins, totals)
    return None


def _list_beginners(match: Result) -> list[str]:
    return [unit_of(match.members(side)) for side in range(len(match.sides) - match.joined)]


def _series_winner(matches: Sequence[Result], wins: Mapping[str, int], totals: Mapping[str, int]) -> Result:
    first, last = matches[0], matches[-1]
    units = _list_beginners(first)
    won = [wins[unit] for unit in units]
    places = tuple(1 + sum(other > mine for other in won) for mine in won)
    known = any(match.totals for match in matches)
    return first._replace(
        about=last.about._replace(players=first.players[: len(first.players) - first.joined]),
        sides=first.sides[: len(units)],
        totals=tuple(totals[unit] for unit in units) if known else (),
        status=FINISHED,
        winners=tuple(side for side, place in enumerate(places) if place == 1),
        placements=places,
        decisive=None,
        deals=(),
        joined=0,
    )
