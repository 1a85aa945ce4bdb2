"""The examples beside the ways in which leagues count: a few matches of four players, and what each makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.text import C, T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.counting import Share, Tally, members_of, shares_of
from scorekeeper.league.evening.evening_plan import plan_of
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from scorekeeper.league.evening.season_points import PlayedEvening, evening_shares
from scorekeeper.league.ratings import Ratings
from scorekeeper.league.results import About, Result, result_without_deals
from scorekeeper.league.rules import (
    BY_EVENINGS,
    BY_RATING,
    BY_SIDE,
    PLACEMENT,
    PRESETS,
    LeagueRules,
    read_league_rules,
)
from scorekeeper.league.standings import value_of

NAMES: Mapping[str, Text] = {
    "a": C("a name", "Ana"),
    "b": C("a name", "Boris"),
    "v": C("a name", "Vera"),
    "g": C("a name", "Georgi"),
}
NIGHT = "2026-01-06"
PARTNERS_CHANGE = (
    ("avbg", (151, 98)),
    ("abvg", (152, 120)),
    ("bvag", (151, 87)),
    ("avbg", (151, 66)),
    ("agbv", (154, 131)),
)
"""The winners, the losers, and the totals. In the order of wins: a, v, b, g."""
SAME_PAIRS = (
    ("avbg", (151, 98)),
    ("bgav", (152, 120)),
    ("avbg", (151, 87)),
    ("bgav", (151, 66)),
    ("avbg", (154, 131)),
)
EACH_ALONE = (("avbg", (151, 120, 98, 40)), ("vagb", (160, 152, 90, 31)), ("abvg", (151, 66, 60, 12)))


class ExampleRow(NamedTuple):
    """A row of an example: its players, and what they have."""

    players: tuple[str, ...]
    value: Fraction


class RuleExample(NamedTuple):
    """What a way of counting makes of an example: what was played, by which rules, and the rows, the best first."""

    played: Text
    rules: LeagueRules
    rows: tuple[ExampleRow, ...]


@cache
def make_example(preset: str) -> RuleExample:
    """The example of a preset, worked out as the standings of a league are."""
    assert preset in PRESETS
    rules: LeagueRules = read_league_rules({"preset": preset}, Report()).options
    results, ratings, tallies = list(_list_results(rules)), Ratings(rules), dict[str, Tally]()
    for result in results:
        if rules.counting == BY_RATING:
            ratings.add(result)
    for share in _list_shares(results, rules):
        tallies[share.unit] = tallies.get(share.unit, Tally()).plus(Tally.of(share))
    shown = ratings.shown()
    rows = [
        ExampleRow(members_of(unit), value_of(rules, unit, tally, shown)) for unit, tally in tallies.items()
    ]
    return RuleExample(_tell_played(rules), rules, tuple(sorted(rows, key=lambda row: -row.value)))


def _tell_played(rules: LeagueRules) -> Text:
    if rules.counting in BY_EVENINGS:
        return T("after an evening of five rounds")
    if rules.counting == PLACEMENT:
        return T("after three matches, each alone")
    return T("after five matches of the same pairs") if rules.unit == BY_SIDE else T("after five matches")


def _list_results(rules: LeagueRules) -> Iterator[Result]:
    alone = rules.counting == PLACEMENT
    matches: Sequence[tuple[str, tuple[int, ...]]] = (
        EACH_ALONE if alone else SAME_PAIRS if rules.unit == BY_SIDE else PARTNERS_CHANGE
    )
    sides = ((0,), (1,), (2,), (3,)) if alone else ((0, 1), (2, 3))
    for number, (players, totals) in enumerate(matches):
        about = About(f"m{number}", tuple(players), NIGHT)
        yield result_without_deals(about, next(iter(GAMES)), sides, (0,), totals)


def _list_shares(results: list[Result], rules: LeagueRules) -> list[Share]:
    if rules.counting not in BY_EVENINGS:
        return [share for result in results for share in shares_of(result, rules)]
    rounds = [
        PlayedRound((PlayedTable(tuple(result.members(side) for side in range(2)), result),))
        for result in results
    ]
    evening = PlayedEvening("n1", NIGHT, plan_of({"preset": "evening"}), rounds, tuple(NAMES))
    return list(evening_shares(evening, rules))
