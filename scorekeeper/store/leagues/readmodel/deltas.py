"""Step 1, take in: work out the differences that a changed match makes to the sums. Pure: rows in, differences out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from scorekeeper.core.scoring.statistics import COUNT
from scorekeeper.core.text import WRITTEN_AMOUNT, Amount, Text
from scorekeeper.league.counting import Share, members_of, series_result, shares_of
from scorekeeper.league.match_statistics import COMMON
from scorekeeper.league.measures import AGAINST, PAIR, against
from scorekeeper.league.results import Result
from scorekeeper.league.rules import HEAD_TO_HEAD, SERIES, LeagueRules
from scorekeeper.league.statistics import measures_of, sums_of
from scorekeeper.store.leagues.readmodel.inputs import ALL_TIME, RulesByScope, Taken, ord_of, scope_of_year
from scorekeeper.store.leagues.readmodel.models import PARTS

WITH, TOGETHER = "with", "won_together"
"""A pair once more under either of the two, so that everybody's partners are found: ``a|v`` and ``v|a``."""
NIGHT, MATCHES = "night", "matches"
"""How many matches counted on each night, by game: what a year had is the sum of its nights."""
SERIES_MARK = "~"
"""Stands before the name of a series where the name of a match could stand."""
EVERY_GAME, EVERY_NIGHT = "", ""


class Given(NamedTuple):
    """What one match or series gives to everybody in one scope, and where it stands in the order of all."""

    ord: str
    shares: tuple[Share, ...]


NOTHING = Given("", ())
Source = tuple[str, str]
"""A match's key (or a series' with its mark) and a scope."""


@dataclass
class Delta:
    """Differences to be added to the rows of a model. What comes to nothing is not written."""

    sums: dict[tuple[str, str, str, str, str], list[int]] = field(default_factory=dict)
    tallies: dict[tuple[str, str, str], list[int]] = field(default_factory=dict)
    meetings: dict[tuple[str, str, str, str], list[int]] = field(default_factory=dict)
    given: dict[Source, Given] = field(default_factory=dict)
    gone: list[tuple[str, str, str]] = field(default_factory=list)
    come: list[tuple[str, str, str, str]] = field(default_factory=list)
    changed: dict[str, str] = field(default_factory=dict)
    """By scope the first ``ord`` at which its standings are not as they were."""

    def observe(self, taken: Taken, times: int) -> None:
        """Add what a match shows to the statistics, or take it off."""
        if not taken.counted or taken.result is None:
            return
        _add(self.sums, (NIGHT, taken.night, ALL_TIME, taken.game, MATCHES), (times, times))
        for key, (got, of) in sums_of(taken.result).items():
            amounts = times * got, times * of
            for scope, game in _scopes_and_games(key.about, key.measure, taken):
                _add(self.sums, (key.about, key.who, scope, game, key.measure), amounts)
            if key.about == PAIR and key.measure == TOGETHER:
                one, other = members_of(key.who)
                for who in (against(one, other), against(other, one)):
                    _add(self.sums, (WITH, who, taken.season, taken.game, TOGETHER), amounts)

    def give(self, source: Source, before: Given, after: Given, rules: LeagueRules) -> None:
        """Put what a source gives in the place of what it gave."""
        if before == after:
            return
        for given, times in ((before, -1), (after, 1)):
            for scope in _scopes_of(source[1], given):
                self._count(scope, given, times, rules)
                self.changed[scope] = min(self.changed.get(scope, given.ord), given.ord)
        self.given[source] = after
        self.gone += [(source[1], share.unit, before.ord) for share in before.shares]
        self.come += [(source[1], share.unit, after.ord, source[0]) for share in after.shares]

    def _count(self, scope: str, given: Given, times: int, rules: LeagueRules) -> None:
        meet, met_on = HEAD_TO_HEAD in rules.tie_breaks, given.ord.partition("|")[0]
        for share in given.shares:
            night = share.night if rules.best_nights else EVERY_NIGHT
            amounts = (1, to_parts(share.points), to_parts(share.win), share.written, share.difference)
            _add(self.tallies, (scope, share.unit, night), [times * amount for amount in amounts])
            if meet:
                for rival, won in share.rivals:
                    if share.unit <= rival:
                        key = scope, share.unit, rival, met_on
                        _add(self.meetings, key, (times, times * to_parts(won)))


def _add(sums: dict[Any, list[int]], key: Any, amounts: Sequence[int]) -> None:
    known = sums.get(key)
    if known is None:
        sums[key] = list(amounts)
    else:
        for index, amount in enumerate(amounts):
            known[index] += amount


def _scopes_of(scope: str, given: Given) -> tuple[str, ...]:
    """The scopes in which shares of a scope are summed: those of all time count in their year too."""
    if not given.shares:
        return ()
    return (scope, scope_of_year(given.ord)) if scope == ALL_TIME else (scope,)


def _scopes_and_games(about: str, measure: str, taken: Taken) -> Iterable[tuple[str, str]]:
    """The scopes and games under which a sum is kept. One against another is kept once, and added up when asked for;
    of a year only pairs are told.
    """
    if about == AGAINST:
        return ((taken.season, taken.game),)
    games = (taken.game, EVERY_GAME) if measure in COMMON else (taken.game,)
    scopes = dict.fromkeys((ALL_TIME, taken.season))
    year = [(scope_of_year(taken.night), EVERY_GAME)] if (about, measure) == (PAIR, TOGETHER) else []
    return [*((scope, game) for scope in scopes for game in games), *year]


@cache
def only_counts(game: str, measure: str) -> bool:
    """Whether a measure only counts, so that its lists are ordered by how often."""
    known = COMMON.get(measure) or measures_of(game).get(measure)
    return known is not None and known.kind == COUNT


def to_parts(number: Fraction) -> int:
    """A number in whole parts; what more than sixteen share is cut, alike whether it is added or taken off."""
    return number.numerator * PARTS // number.denominator


@lru_cache(maxsize=10_000)
def from_parts(number: int) -> Fraction:
    """The number that so many parts are."""
    return Fraction(number, PARTS)


def sources_of(taken: Taken, rules: RulesByScope) -> dict[Source, None]:
    """Where what a match gives is kept: its own place, or its series' where that counts as one match."""
    found: dict[Source, None] = {}
    for scope in dict.fromkeys((ALL_TIME, taken.season)):
        together = taken.series is not None and rules.of(scope).series == SERIES
        found[f"{SERIES_MARK}{taken.series}" if together else taken.match, scope] = None
    return found


def work_out_given(source: Source, matches: Sequence[Taken], rules: RulesByScope) -> Given:
    """What a match gives by the rules of a scope, or a series with all of its matches in that scope."""
    name, scope = source
    counting = sorted((one for one in matches if one.counted and one.result), key=lambda one: one.ord)
    results = [one.result for one in counting if one.result is not None]
    if not results:
        return NOTHING
    result: Result | None = series_result(results) if name.startswith(SERIES_MARK) else results[0]
    if result is None:
        return NOTHING
    return Given(ord_of(result.about), shares_of(result, rules.of(scope)))


def shares_document(shares: Sequence[Share]) -> list[Any]:
    """Shares of one source as JSON: what they have in common once."""
    first = shares[0]
    return [
        [first.match, first.night, first.game],
        [
            [
                share.unit,
                to_parts(share.points),
                to_parts(share.win),
                share.place,
                share.written,
                share.difference,
                [[rival, to_parts(won)] for rival, won in share.rivals],
                share.text.msgid,
                dict(share.text.params),
            ]
            for share in shares
        ],
    ]


def read_shares(document: Sequence[Any]) -> tuple[Share, ...]:
    """The shares that :func:`shares_document` wrote."""
    (match, night, game), shares = document
    return tuple(_read_share(match, night, game, share) for share in shares)


def _read_parameter(value: Any) -> Any:
    return Amount(value) if type(value) is str and WRITTEN_AMOUNT.fullmatch(value) else value


def _read_share(match: str, night: str, game: str, share: Sequence[Any]) -> Share:
    unit, points, win, place, written, difference, rivals, msgid, params = share
    met = tuple((rival, from_parts(won)) for rival, won in rivals)
    told = Text(msgid, {name: _read_parameter(value) for name, value in params.items()})
    return Share(
        unit, match, night, game, from_parts(points), from_parts(win), place, written, difference, met, told
    )
