"""What is counted of every match of every game: wins, places, partners, who deals, how it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scorekeeper.core.scoring.statistics import COUNT, MEAN, SHARE, Measure, PlayedDeal, list_measures
from scorekeeper.core.text import T
from scorekeeper.league.counting import unit_of
from scorekeeper.league.measures import (
    AGAINST,
    EVERYBODY,
    LEAGUE,
    PAIR,
    PLAYER,
    Observation,
    against,
    of_side,
)
from scorekeeper.league.results import Result

MATCHES, DEALS = T("Matches"), T("Deals")
COMMON = list_measures(
    Measure("wins", T("Matches won"), SHARE, MATCHES),
    Measure("shared_wins", T("of them shared"), COUNT, MATCHES),
    Measure("place", T("Place on average"), MEAN, MATCHES),
    Measure("difference", T("Points ahead of the best other side, a match"), MEAN, MATCHES),
    Measure("won_together", T("Matches won together"), SHARE, MATCHES),
    Measure("ahead_of", T("Matches in which one was placed before the other"), SHARE, MATCHES),
    Measure("came_back", T("Matches won after being behind at half-time"), SHARE, MATCHES),
    Measure("last_deal", T("Matches decided in their last deal"), SHARE, MATCHES),
    Measure("best_deals", T("Deals with the best score"), SHARE, DEALS),
    Measure("own_deals", T("Deals with the best score, as dealer"), SHARE, DEALS),
    Measure("deals", T("Deals a match"), MEAN, DEALS),
)


def observe(result: Result) -> Iterator[Observation]:
    """Yield what one result shows of the measures that all games have."""
    for side in range(len(result.sides)):
        yield from _of_side(result, side)
    yield from _opponents(result)
    if result.has_deals:
        yield Observation(LEAGUE, EVERYBODY, "deals", len(result.deals), 1)
        yield from _decided_late(result)
        for deal in result.deals:
            if deal.counted:
                yield from _best_of(result, deal)


def _of_side(result: Result, side: int) -> Iterator[Observation]:
    won = side in result.winners
    members = result.members(side)
    yield from of_side(result, side, "wins", int(won), 1)
    yield from of_side(result, side, "place", result.placements[side], 1)
    if won and len(result.winners) > 1:
        yield from of_side(result, side, "shared_wins", 1, 1)
    if result.has_points:
        yield from of_side(result, side, "difference", result.difference(side), 1)
    if behind_at_half(result, side):
        yield from of_side(result, side, "came_back", int(won), 1)
    for pair in combinations(members, 2):
        yield Observation(PAIR, unit_of(pair), "won_together", int(won), 1)


def _opponents(result: Result) -> Iterator[Observation]:
    for side, place in enumerate(result.placements):
        for other, theirs in enumerate(result.placements):
            if other != side:
                for player in result.members(side):
                    for rival in result.members(other):
                        yield Observation(AGAINST, against(player, rival), "ahead_of", int(place < theirs), 1)


def behind_at_half(result: Result, side: int) -> bool:
    """Whether a side was behind another when half of the deals were played, as far as they are known."""
    if len(result.deals) < 2 or result.begun:
        return False
    deal = result.deals[len(result.deals) // 2 - 1]
    playing = [total for other, total in enumerate(deal.totals) if other not in deal.left]
    if side >= len(deal.totals) or side in deal.left:
        return False
    return deal.totals[side] != (min(playing) if result.lowest_wins else max(playing))


def _decided_late(result: Result) -> Iterator[Observation]:
    if result.decisive is not None:
        late = result.decisive >= result.deals[-1].at
        yield Observation(LEAGUE, EVERYBODY, "last_deal", int(late), 1)


def best_sides(result: Result, deal: PlayedDeal) -> tuple[int, ...]:
    """The sides with the best score of a deal; none where all have the same."""
    playing = {side: score for side, score in enumerate(deal.scores) if side not in deal.left}
    best = (min if result.lowest_wins else max)(playing.values())
    level = tuple(side for side, score in playing.items() if score == best)
    return level if len(level) < len(playing) else ()


def _best_of(result: Result, deal: PlayedDeal) -> Iterator[Observation]:
    best = best_sides(result, deal)
    people = result.people_at(deal)
    for side in range(len(deal.scores)):
        if side not in deal.left:
            for seat in result.sides[side]:
                yield Observation(PLAYER, people[seat], "best_deals", int(side in best), 1)
    if deal.dealer < len(result.players):
        got = int(result.side_of(deal.dealer) in best)
        yield Observation(PLAYER, people[deal.dealer], "own_deals", got, 1)
        yield Observation(LEAGUE, EVERYBODY, "own_deals", got, 1)
