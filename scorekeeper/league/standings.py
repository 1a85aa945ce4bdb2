"""The standings of a league: a sum over shares, ranked, every row with its reasons.

A standing is a sum, so that it does not matter in which order matches arrive, and a correction is one subtraction and
one addition. Only ranking looks at everybody at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self

from scorekeeper.core.text import Amount, N, T, Text
from scorekeeper.league.counting import (
    Share,
    counting_results,
    members_of,
    shares_of,
    show_fraction,
    show_share,
)
from scorekeeper.league.results import Result
from scorekeeper.league.rules import AVERAGE, BY_RATING, HEAD_TO_HEAD, WIN_SHARE, LeagueRules
from scorekeeper.league.tie_breaks import (
    EVERYBODY,
    Balances,
    BalancesOf,
    Contest,
    Decision,
    Sums,
    Wanted,
    group_by_value,
    rank_units,
)

FORMAT = "scorekeeper-standings/1"
EVERY_NIGHT = ""
"""Nights are kept apart only where the best of them count."""


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
        """The tally of one match."""
        return cls(1, share.points, share.win, share.written, share.difference)

    def document(self) -> list[int | str]:
        """The tally as JSON; :meth:`read` reads it."""
        return [self.matches, str(self.points), str(self.wins), self.written, self.difference]

    @classmethod
    def read(cls, document: Sequence[Any]) -> Tally:
        """The tally that :meth:`document` wrote."""
        matches, points, wins, written, difference = document
        return cls(matches, Fraction(points), Fraction(wins), written, difference)


NOTHING = Tally()


class Meeting(NamedTuple):
    """How often a unit met another, and what it won of that (½ for a level match)."""

    matches: int = 0
    won: Fraction = Fraction(0)

    @property
    def balance(self) -> int:
        """Wins less losses: a level match is half won, and half lost."""
        return int(2 * self.won) - self.matches


NEVER_MET = Meeting()


class Row(NamedTuple):
    """A unit's place. ``value`` is what the standings are ordered by; ``rank`` is None below the line, for ``reason``.

    ``counting`` is the tally that counts, ``played`` all of it; ``dropped`` the nights that were not among the best.
    ``decisions`` are the tie-breaks that separated this unit from others with the same value.
    """

    unit: str
    rank: int | None
    value: Fraction
    counting: Tally
    played: Tally
    dropped: tuple[str, ...]
    decisions: tuple[Decision, ...]
    reason: Text | None


class Standings:
    """The running sum of a season: ``add`` shares, ``take`` them off again, ask for the ``rows``."""

    def __init__(self, rules: LeagueRules) -> None:
        self.rules = rules
        self.tallies: dict[str, dict[str, Tally]] = {}
        self.meetings: dict[str, dict[str, Meeting]] = {}

    def add(self, shares: Iterable[Share], times: int = 1) -> Self:
        """Count these shares; with ``times=-1`` take them off again."""
        for share in shares:
            nights = self.tallies.setdefault(share.unit, {})
            night = share.night if self.rules.best_nights else EVERY_NIGHT
            nights[night] = nights.get(night, NOTHING).plus(Tally.of(share), times)
            if not nights[night].matches:
                del nights[night]
            if not nights:
                del self.tallies[share.unit]
            self._meet(share, times)
        return self

    def take(self, shares: Iterable[Share]) -> Self:
        """Count these shares no longer."""
        return self.add(shares, -1)

    def _meet(self, share: Share, times: int) -> None:
        if HEAD_TO_HEAD not in self.rules.tie_breaks:
            return
        met = self.meetings.setdefault(share.unit, {})
        for rival, won in share.rivals:
            matches, so_far = met.get(rival, NEVER_MET)
            met[rival] = Meeting(matches + times, so_far + times * won)
            if not met[rival].matches:
                del met[rival]

    def rows(self, ratings: Mapping[str, int] | None = None) -> tuple[Row, ...]:
        """The rows, best first; units with too few matches stand below the line.

        ``ratings`` gives every player's rating, for the league that counts by it; who has none counts as 0.
        """
        known = {unit: self._contest(unit, ratings or {}) for unit in sorted(self.tallies)}
        values = {unit: one.value for unit, one in known.items()}
        enough = [unit for unit, one in known.items() if one.played.matches >= self.rules.least_matches]
        below = sorted(known.keys() - set(enough), key=lambda unit: (-values[unit], unit))

        sums = Sums(
            lambda units: {unit: known[unit].counting for unit in units},
            lambda units: {unit: known[unit] for unit in units},
        )
        found = places(self.rules, group_by_value(enough, values), below, sums, self._balances_of)
        return tuple(row for _, row in found)

    def _balances_of(self, units: Iterable[str]) -> Balances:
        met = {unit: self.meetings.get(unit, {}) for unit in units}
        return {unit: {rival: one.balance for rival, one in rivals.items()} for unit, rivals in met.items()}

    def _contest(self, unit: str, ratings: Mapping[str, int]) -> Contest:
        nights = self.tallies[unit]
        played = _sum(nights.values())
        dropped: tuple[str, ...] = ()
        counting = played
        if self.rules.best_nights:
            best_first = sorted(nights, key=lambda night: (-_points(self.rules, nights[night]), night))
            dropped = tuple(sorted(best_first[self.rules.best_nights :]))
            counting = _sum(nights[night] for night in best_first[: self.rules.best_nights])
        return Contest(unit, value_of(self.rules, unit, counting, ratings), counting, played, dropped)

    def document(self) -> dict[str, Any]:
        """The running sum as JSON; :meth:`resume` goes on from it."""
        tallies = {
            unit: {night: tally.document() for night, tally in nights.items()}
            for unit, nights in self.tallies.items()
        }
        meetings = [
            [unit, rival, one.matches, str(one.won)]
            for unit, met in self.meetings.items()
            for rival, one in met.items()
        ]
        return {"format": FORMAT, "tallies": tallies, "meetings": meetings}

    @classmethod
    def resume(cls, document: Mapping[str, Any], rules: LeagueRules) -> Self:
        """The running sum that :meth:`document` wrote."""
        standings = cls(rules)
        for unit, nights in document["tallies"].items():
            standings.tallies[unit] = {night: Tally.read(tally) for night, tally in nights.items()}
        for unit, rival, matches, won in document["meetings"]:
            standings.meetings.setdefault(unit, {})[rival] = Meeting(matches, Fraction(won))
        return standings


def places(
    rules: LeagueRules,
    levels: Sequence[Sequence[str]],
    below: Sequence[str],
    sums: Sums,
    balances_of: BalancesOf,
    wanted: Wanted = EVERYBODY,
) -> Iterator[tuple[int, Row]]:
    """The wanted rows of the standings, with their positions, of units whose order by value is known.

    Units of one of the ``levels`` have the same value, the best come first; those ``below`` the line have too few
    matches. Only the wanted units, and those level with them, are added up.
    """
    for one in rank_units(levels, sums, rules.tie_breaks, balances_of, wanted):
        yield one.position, _row(one.contest, one.rank, one.decisions, None)
    start = 1 + sum(map(len, levels))
    positions = {unit: position for position, unit in enumerate(below, start)}
    some = [unit for unit, position in positions.items() if wanted.among((unit,), position)]
    for unit, last in sums.contests(some).items():
        missing = rules.least_matches - last.played.matches
        reason = N("{n} more match for a place", "{n} more matches for a place", n=missing)
        yield positions[unit], _row(last, None, (), reason)


def _row(one: Contest, rank: int | None, decisions: tuple[Decision, ...], reason: Text | None) -> Row:
    return Row(one.unit, rank, one.value, one.counting, one.played, one.dropped, decisions, reason)


def value_of(rules: LeagueRules, unit: str, counting: Tally, ratings: Mapping[str, int]) -> Fraction:
    """The value that orders a unit in the standings."""
    return rating_of(unit, ratings) if rules.counting == BY_RATING else _points(rules, counting)


def _points(rules: LeagueRules, tally: Tally) -> Fraction:
    return tally.points / tally.matches if rules.counting in (AVERAGE, WIN_SHARE) else tally.points


def rating_of(unit: str, ratings: Mapping[str, int]) -> Fraction:
    """A player's rating; of a pair the mean of both."""
    members = members_of(unit)
    return Fraction(sum(ratings.get(player, 0) for player in members), len(members))


def _sum(tallies: Iterable[Tally]) -> Tally:
    first, *others = tallies
    total = first
    for tally in others:
        total = total.plus(tally)
    return total


def all_shares(results: Iterable[Result], rules: LeagueRules, until: str | None = None) -> list[Share]:
    """The shares that every counting match gave, in order; ``until`` is the last night included."""
    seen = [result for result in results if until is None or result.night <= until]
    return [share for result in counting_results(seen, rules) for share in shares_of(result, rules)]


def standings_on(
    results: Iterable[Result],
    rules: LeagueRules,
    until: str | None = None,
    ratings: Mapping[str, int] | None = None,
) -> tuple[Row, ...]:
    """The standings after a night (after all, without one)."""
    return Standings(rules).add(all_shares(results, rules, until)).rows(ratings)


def show_value(number: Fraction, rules: LeagueRules) -> Amount | Text:
    """A value of the standings as people write it: a share of matches in percent."""
    return show_share(number) if rules.counting == WIN_SHARE else show_fraction(number)


def explain(row: Row, rules: LeagueRules) -> Text:
    """Where a row's value comes from, in one sentence."""
    value, matches = show_fraction(row.value), row.counting.matches
    if rules.counting == BY_RATING:
        return N("rated {value} after {n} match", "rated {value} after {n} matches", n=matches, value=value)
    if rules.counting == WIN_SHARE:
        return N(
            "{points} of {n} match won: {value}",
            "{points} of {n} matches won: {value}",
            n=matches,
            points=show_fraction(row.counting.points),
            value=show_share(row.value),
        )
    if rules.counting == AVERAGE:
        return N(
            "{points} in {n} match is {value} a match",
            "{points} in {n} matches is {value} a match",
            n=matches,
            points=show_fraction(row.counting.points),
            value=value,
        )
    if row.dropped:
        nights = N("{n} weaker night left out", "{n} weaker nights left out", n=len(row.dropped))
        return T("{sum}; {nights}", sum=_from_matches(value, matches), nights=nights)
    return _from_matches(value, matches)


def _from_matches(value: Amount, matches: int) -> Text:
    return N("{value} from {n} match", "{value} from {n} matches", n=matches, value=value)
