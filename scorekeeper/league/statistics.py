"""Statistics as sums of observations: for every player, pair, opponent and game; a season is a sum of its own.

Like standings they are sums: the order does not matter, and a corrected match is taken off and added again.
What depends on order (streaks, form) is in ``form``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.core.scoring.observing import observe
from scorekeeper.core.scoring.statistics import Figure, Measure
from scorekeeper.games import GAMES
from scorekeeper.league import match_statistics
from scorekeeper.league.counting import unit_of
from scorekeeper.league.match_statistics import COMMON
from scorekeeper.league.measures import EVERYBODY, LEAGUE, PAIR, PLAYER, Observation, Sum
from scorekeeper.league.results import Result
from scorekeeper.league.strangers import has_stranger

Observed = tuple[str, str, str]
"""What a sum is of: a subject (what it is about, and who), and a measure."""


def measures_of(game: str) -> Mapping[str, Measure]:
    """Everything that is counted in a game: what all games have, then its own."""
    own = GAMES[game].statistics.measures if game in GAMES else {}
    clash = own.keys() & COMMON.keys()
    assert not clash, f"{game} counts {clash} in another sense than every game does"
    return {**COMMON, **own}


def observations_of(result: Result) -> Iterator[Observation]:
    """Everything that one result shows of the players that the league knows."""
    return (observation for observation in _observe(result) if not has_stranger(observation.who))


def _observe(result: Result) -> Iterator[Observation]:
    yield from match_statistics.observe(result)
    if result.game in GAMES:
        game, seating = GAMES[result.game], result.seating
        for deal in result.deals:
            people = result.people_at(deal)
            for figure in observe(game, deal, seating):
                if figure.measure not in result.unplayed:
                    yield _observation(figure, people)


def _observation(figure: Figure, players: Sequence[str]) -> Observation:
    """What a game's figure says of people: of one player, of two partners, or of everybody."""
    who = [players[seat] for seat in figure.seats]
    about = PAIR if len(who) > 1 else PLAYER if who else LEAGUE
    return Observation(about, unit_of(who) if who else EVERYBODY, figure.measure, figure.got, 1)


def sums_of(result: Result) -> dict[Observed, Sum]:
    """What one result adds to the sums of its game."""
    sums: dict[Observed, list[int]] = {}
    for about, who, measure, got, of in observations_of(result):
        total = sums.setdefault((about, who, measure), [0, 0])
        total[0] += got
        total[1] += of
    return {observed: Sum(*total) for observed, total in sums.items()}
