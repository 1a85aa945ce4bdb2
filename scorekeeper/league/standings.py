"""The standings of a league: a sum over shares, ranked, every row with its reasons.

A standing is a sum, so that it does not matter in which order matches arrive, and a correction is one subtraction and
one addition. Only ranking looks at everybody at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from scorekeeper.core.text import Amount, N, T, Text
from scorekeeper.league.counting import Tally, members_of, show_fraction, show_share
from scorekeeper.league.rules import AVERAGE, BY_EVENINGS, BY_RATING, WIN_SHARE, LeagueRules
from scorekeeper.league.tie_breaks import EVERYBODY, Balances, Placed, Rows, StandingsRow, Wanted, separate


def places(
    rules: LeagueRules,
    levels: Iterable[Sequence[str]],
    below: Iterable[str],
    rows: Rows,
    balances: Balances,
    wanted: Wanted = EVERYBODY,
) -> Iterator[Placed]:
    """The wanted rows of the standings, of units whose order by value is known.

    Units of one of the ``levels`` have the same value, the best come first; those ``below`` the line have too few
    matches. Only the wanted units, and those level with them, need ``rows`` and ``balances``.
    """
    start = 1
    for level in levels:
        yield from separate(level, rules.tie_breaks, rows, balances, start, wanted)
        start += len(level)
    for position, unit in enumerate(below, start):
        if wanted.among((unit,), position):
            missing = rules.least_matches - rows[unit].played.matches
            reason = N("{n} more match for a place", "{n} more matches for a place", n=missing)
            yield Placed(position, rows[unit]._replace(reason=reason))


def value_of(rules: LeagueRules, unit: str, counting: Tally, ratings: Mapping[str, int]) -> Fraction:
    """The value that orders a unit in the standings."""
    if rules.counting == BY_RATING:
        return rating_of(unit, ratings)
    return counting.points / counting.matches if rules.counting in (AVERAGE, WIN_SHARE) else counting.points


def rating_of(unit: str, ratings: Mapping[str, int]) -> Fraction:
    """A player's rating; of a pair the mean of both."""
    members = members_of(unit)
    return Fraction(sum(ratings.get(player, 0) for player in members), len(members))


def show_value(number: Fraction, rules: LeagueRules) -> Amount | Text:
    """A value of the standings as people write it: a share of matches in percent."""
    return show_share(number) if rules.counting == WIN_SHARE else show_fraction(number)


def explain(row: StandingsRow, rules: LeagueRules) -> Text:
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
        return T("{sum}; {nights}", sum=_from_matches(value, matches, rules), nights=nights)
    return _from_matches(value, matches, rules)


def _from_matches(value: Amount, matches: int, rules: LeagueRules) -> Text:
    if rules.counting in BY_EVENINGS:
        return N(
            "{value} from evenings with {n} match",
            "{value} from evenings with {n} matches",
            n=matches,
            value=value,
        )
    return N("{value} from {n} match", "{value} from {n} matches", n=matches, value=value)
