"""Ratings: how strong a player probably is, and how sure that is, in each game and overall.

The model is Plackett-Luce, as openskill has it: a rating is a guess ``mu`` and its uncertainty ``sigma``. A match moves
both: the more surprising the places, the further. Nothing is remembered but the ratings themselves, so that they can be
derived again from any point at which they were written down.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.core.text import N, T, Text
from scorekeeper.league.counting import show_fraction
from scorekeeper.league.nights import days_between
from scorekeeper.league.results import Result
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.strangers import is_stranger

OVERALL = ""
"""The pool in which matches of all games count; every game has one of its own too."""

MU, SIGMA = 25.0, 25.0 / 3
NEWCOMER, SCALE, CERTAIN = 1000, 40, 3
"""A newcomer stands at 1000; a point of openskill is 40 of ours; all but one in a thousand are better than shown."""
FORGOTTEN_DAYS = 730
"""After two years without a match as little is known of a player as of a newcomer."""


class Rating(NamedTuple):
    """What is known of one player in one pool."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    night: str = ""

    @property
    def shown(self) -> int:
        """The low estimate, which standings are ordered by. It grows with strength and with certainty."""
        return round(NEWCOMER + SCALE * (self.mu - CERTAIN * self.sigma))

    @property
    def highest(self) -> int:
        """The high estimate. The strength almost surely lies between ``shown`` and this."""
        return round(NEWCOMER + SCALE * (self.mu + CERTAIN * self.sigma))

    def provisional(self, rules: LeagueRules) -> bool:
        """Whether the rating rests on too few matches."""
        return self.matches < rules.provisional

    def inactive(self, rules: LeagueRules, today: str) -> bool:
        """Whether the player has been away too long."""
        return bool(self.night) and days_between(self.night, today) > rules.inactive_days


NEW = Rating()


def rest(rating: Rating, days: int) -> Rating:
    """A rating after so many days of absence: as strong as before, for all we know, but less certainly so."""
    if not days:
        return rating
    grown = math.sqrt(rating.sigma**2 + SIGMA**2 * days / FORGOTTEN_DAYS)
    return rating._replace(sigma=max(rating.sigma, min(SIGMA, grown)))


def count_days_away(rating: Rating, night: str, rules: LeagueRules) -> int:
    """The days of a long absence before a night; 0 after a shorter one."""
    return days_between(rating.night, night) if rating.inactive(rules, night) else 0


class RatingMove(NamedTuple):
    """What one match changed for one player in one pool, and what was expected of the side before it.

    ``expected`` is the chance, in percent, that this side would come first; ``away`` the days for which the rating had
    grown less certain before the match.
    """

    match: str
    pool: str
    player: str
    before: Rating
    after: Rating
    place: int
    sides: int
    expected: int
    away: int

    @property
    def change(self) -> int:
        """The change of the rating that people see."""
        return self.after.shown - self.before.shown

    @property
    def by_absence(self) -> int:
        """The part of the change that an absence took before the match."""
        return rest(self.before, self.away).shown - self.before.shown

    @property
    def by_match(self) -> int:
        """The part of the change that the match itself made."""
        return self.change - self.by_absence

    @property
    def text(self) -> Text:
        """The sentence that explains the change: what an absence took, then the place and what was expected."""
        placing = T(
            "place {place} of {sides}; first place was expected with {expected}\u00a0%",
            place=self.place,
            sides=self.sides,
            expected=self.expected,
        )
        if not self.away:
            return placing
        absence, match = _sign(self.by_absence), _sign(self.by_match)
        return N(
            "absence of {n} day {absence}, this match {match}; {told}",
            "absence of {n} days {absence}, this match {match}; {told}",
            n=self.away,
            absence=absence,
            match=match,
            told=placing,
        )


def _sign(number: int) -> str:
    return f"+{number}" if number > 0 else show_fraction(Fraction(number))


class Ratings:
    """The running ratings of a league. ``add`` results in the order in which they happened."""

    def __init__(self, rules: LeagueRules) -> None:
        self.rules = rules
        self.pools: dict[str, dict[str, Rating]] = {}

    def add(self, result: Result) -> tuple[RatingMove, ...]:
        """Rate all players of a match, in the pool of the game and overall; returns their moves.

        A stranger plays as a newcomer would, and keeps no rating.
        """
        return (*self._rate(result.game, result), *self._rate(OVERALL, result))

    def _rate(self, pool: str, result: Result) -> list[RatingMove]:
        if len(result.sides) < 2:
            return []
        ratings = self.pools.setdefault(pool, {})
        sides = [result.members(side) for side in range(len(result.sides))]
        before = {player: ratings.get(player, NEW) for side in sides for player in side}
        away = {
            player: count_days_away(rating, result.night, self.rules) for player, rating in before.items()
        }
        teams = [[rest(before[player], away[player]) for player in side] for side in sides]
        moves = []
        for side, (expected, rated) in enumerate(_rate_teams(teams, result.placements)):
            for player, (mu, sigma) in zip(sides[side], rated, strict=True):
                if is_stranger(player):
                    continue
                old = before[player]
                ratings[player] = Rating(mu, sigma, old.matches + 1, result.night)
                move = RatingMove(
                    result.match,
                    pool,
                    player,
                    old,
                    ratings[player],
                    result.placements[side],
                    len(sides),
                    expected,
                    away[player],
                )
                moves.append(move)
        return moves

    def shown(self, pool: str = OVERALL) -> dict[str, int]:
        """Every player's rating in a pool: what standings by rating are ordered by."""
        return {player: rating.shown for player, rating in self.pools.get(pool, {}).items()}


Rated = tuple[int, list[tuple[float, float]]]


def _rate_teams(teams: list[list[Rating]], places: tuple[int, ...]) -> list[Rated]:
    """Every side's chance of coming first, in percent, and its players' new guesses."""
    model = _model()
    guesses = [[model.create_rating([rating.mu, rating.sigma]) for rating in team] for team in teams]
    chances = model.predict_win(guesses)
    after = model.rate(guesses, ranks=[float(place) for place in places])
    return [
        (round(100 * chance), [(guess.mu, guess.sigma) for guess in team])
        for chance, team in zip(chances, after, strict=True)
    ]


@lru_cache(maxsize=1)
def _model() -> Any:
    # Imported here because only rating needs it; it is compiled and does nothing but arithmetic.
    from openskill.models import PlackettLuce  # noqa: TID251 - the one library that the league rests on

    return PlackettLuce(mu=MU, sigma=SIGMA)
