"""Statistics as sums of observations: for every player, pair, opponent and game; a season is a sum of its own.

Like standings they are sums: the order does not matter, and a corrected match is taken off and added again.
What depends on order (streaks, form) is in ``form``, what cannot be taken off again (records) in ``records``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from scorekeeper.core.scoring.statistics import Figure, Measure
from scorekeeper.games import GAMES
from scorekeeper.league import match_statistics
from scorekeeper.league.counting import unit_of
from scorekeeper.league.match_statistics import COMMON
from scorekeeper.league.measures import EVERYBODY, LEAGUE, PAIR, PLAYER, Observation, Sum
from scorekeeper.league.results import Result
from scorekeeper.league.strangers import has_stranger

FORMAT = "scorekeeper-statistics/1"

Observed = tuple[str, str, str]


class Key(NamedTuple):
    """What a sum is of: a subject (``about``, ``who``), a game and a measure."""

    about: str
    who: str
    game: str
    measure: str


def measures_of(game: str) -> Mapping[str, Measure]:
    """Everything that is counted in a game: what all games have, then its own."""
    own = GAMES[game].statistics.measures if game in GAMES else {}
    clash = own.keys() & COMMON.keys()
    assert not clash, f"{game} counts {clash} in another sense than every game does"
    return {**COMMON, **own}


def observations_of(result: Result) -> Iterator[Observation]:
    """Everything that one result shows of the players that the league knows."""
    return (one for one in _observe(result) if not has_stranger(one.who))


def _observe(result: Result) -> Iterator[Observation]:
    yield from match_statistics.observe(result)
    if result.game in GAMES:
        observe, seating = GAMES[result.game].statistics.observe, result.seating
        for deal in result.deals:
            for figure in observe(deal, seating):
                yield _observation(figure, result.players)


def _observation(figure: Figure, players: Sequence[str]) -> Observation:
    """What a game's figure says of people: of one player, of two partners, or of everybody."""
    who = [players[seat] for seat in figure.seats]
    about = PAIR if len(who) > 1 else PLAYER if who else LEAGUE
    return Observation(about, unit_of(who) if who else EVERYBODY, figure.measure, figure.got, 1)


def sums_of(result: Result) -> dict[Key, Sum]:
    """What one result adds to every sum: a read model adds these to its rows, or takes them off."""
    found: dict[Observed, list[int]] = {}
    for about, who, measure, got, of in observations_of(result):
        total = found.setdefault((about, who, measure), [0, 0])
        total[0] += got
        total[1] += of
    return {
        Key(about, who, result.game, measure): Sum(got, of)
        for (about, who, measure), (got, of) in found.items()
    }


class Statistics:
    """Running sums: ``add`` results, ``take`` them off again, and ask for the sums of a player or pair."""

    def __init__(self) -> None:
        self.sums: dict[Key, Sum] = {}

    def add(self, result: Result, times: int = 1) -> Self:
        """Count a result; with ``times=-1`` take it off again."""
        for key, (got, of) in sums_of(result).items():
            after = self.sums.get(key, NOTHING).plus(times * got, times * of)
            if after == NOTHING:
                self.sums.pop(key, None)
            else:
                self.sums[key] = after
        return self

    def take(self, result: Result) -> Self:
        """Count a result no longer."""
        return self.add(result, -1)

    def of(self, about: str, who: str, game: str | None = None) -> dict[str, Sum]:
        """The sums of a player or pair by measure, in one game or (without one) in all games together."""
        found: dict[str, Sum] = {}
        for key, total in self.sums.items():
            if key.about == about and key.who == who and game in (None, key.game):
                found[key.measure] = found.get(key.measure, NOTHING).plus(*total)
        return found

    def table(self, about: str, measure: str, game: str | None = None) -> dict[str, Sum]:
        """One measure of all players or pairs: who wins together, who beats another, who makes most contracts."""
        found: dict[str, Sum] = {}
        for key, total in self.sums.items():
            if key.about == about and key.measure == measure and game in (None, key.game):
                found[key.who] = found.get(key.who, NOTHING).plus(*total)
        return found

    def document(self) -> dict[str, Any]:
        """The sums as JSON; :meth:`resume` goes on from them."""
        return {"format": FORMAT, "sums": [[*key, *total] for key, total in self.sums.items()]}

    @classmethod
    def resume(cls, document: Mapping[str, Any]) -> Self:
        """The running sums that :meth:`document` wrote."""
        statistics = cls()
        for about, who, game, measure, got, of in document["sums"]:
            statistics.sums[Key(about, who, game, measure)] = Sum(got, of)
        return statistics


NOTHING = Sum()


def statistics_of(results: Iterable[Result]) -> Statistics:
    """The sums of these results."""
    statistics = Statistics()
    for result in results:
        statistics.add(result)
    return statistics
