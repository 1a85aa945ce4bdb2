"""The arithmetic of a league without any rows: what its figures come to, told from the results alone."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, Self

from scorekeeper.league.counting import Share, Tally, series_result, shares_of, why_not
from scorekeeper.league.form import RecentForm, kind_of
from scorekeeper.league.measures import Sum
from scorekeeper.league.ratings import RatingMove, Ratings
from scorekeeper.league.records import KEPT, KINDS, Record, records_in
from scorekeeper.league.results import Result
from scorekeeper.league.rules import AVERAGE, HEAD_TO_HEAD, MATCHES, WIN_SHARE, LeagueRules
from scorekeeper.league.standings import places, value_of
from scorekeeper.league.statistics import sums_of
from scorekeeper.league.strangers import is_stranger
from scorekeeper.league.tie_breaks import Balances, StandingsRow, group_by_value

EVERY_NIGHT = ""
"""Nights are kept apart only where the best of them count."""
NOTHING, NO_SUM = Tally(), Sum()


class Key(NamedTuple):
    """What a sum is of: a subject (``about``, ``who``), a game and a measure."""

    about: str
    who: str
    game: str
    measure: str


def in_order(results: Iterable[Result]) -> list[Result]:
    """The results in the order in which they happened. Of two results of one match only the newer version is kept."""
    newest: dict[str, Result] = {}
    for result in results:
        known = newest.get(result.match)
        if known is None or result.about.version > known.about.version:
            newest[result.match] = result
    return sorted(newest.values(), key=lambda result: result.order)


def counting_results(results: Iterable[Result], rules: LeagueRules) -> list[Result]:
    """The results that count, in order.

    Where a series counts as one match, its result stands in the place of the match that decided it.
    """
    good = [result for result in in_order(results) if why_not(result, rules) is None]
    if rules.series == MATCHES:
        return good
    alone = [result for result in good if result.about.series is None]
    together: dict[str, list[Result]] = {}
    for result in good:
        if result.about.series is not None:
            together.setdefault(result.about.series, []).append(result)
    decided = [one for matches in together.values() if (one := series_result(matches)) is not None]
    return sorted([*alone, *decided], key=lambda result: result.order)


class Meeting(NamedTuple):
    """How often a unit met another, and what it won of that (½ for a level match)."""

    matches: int = 0
    won: Fraction = Fraction(0)

    @property
    def balance(self) -> int:
        """Wins less losses: a level match is half won, and half lost."""
        return int(2 * self.won) - self.matches


NEVER_MET = Meeting()


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

    def rows(self, ratings: Mapping[str, int] | None = None) -> tuple[StandingsRow, ...]:
        """The rows, best first; units with too few matches stand below the line.

        ``ratings`` gives every player's rating, for the league that counts by it; who has none counts as 0.
        """
        known = {unit: self._row(unit, ratings or {}) for unit in sorted(self.tallies)}
        values = {unit: one.value for unit, one in known.items()}
        enough = [unit for unit, one in known.items() if one.played.matches >= self.rules.least_matches]
        below = sorted(known.keys() - set(enough), key=lambda unit: (-values[unit], unit))

        found = places(self.rules, group_by_value(enough, values), below, known, self._balances())
        return tuple(row for _, row in found)

    def _balances(self) -> Balances:
        return {
            unit: {rival: one.balance for rival, one in rivals.items()}
            for unit, rivals in self.meetings.items()
        }

    def _row(self, unit: str, ratings: Mapping[str, int]) -> StandingsRow:
        nights = self.tallies[unit]
        played = _sum(nights.values())
        dropped: tuple[str, ...] = ()
        counting = played
        if self.rules.best_nights:
            best_first = sorted(nights, key=lambda night: (-_worth(self.rules, nights[night]), night))
            dropped = tuple(sorted(best_first[self.rules.best_nights :]))
            counting = _sum(nights[night] for night in best_first[: self.rules.best_nights])
        return StandingsRow(unit, value_of(self.rules, unit, counting, ratings), counting, played, dropped)


def _worth(rules: LeagueRules, tally: Tally) -> Fraction:
    return tally.points / tally.matches if rules.counting in (AVERAGE, WIN_SHARE) else tally.points


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
) -> tuple[StandingsRow, ...]:
    """The standings after a night (after all, without one)."""
    return Standings(rules).add(all_shares(results, rules, until)).rows(ratings)


class Statistics:
    """Running sums: ``add`` results, ``take`` them off again, and ask for the sums of a player or pair."""

    def __init__(self) -> None:
        self.sums: dict[Key, Sum] = {}

    def add(self, result: Result, times: int = 1) -> Self:
        """Count a result; with ``times=-1`` take it off again."""
        for (about, who, measure), (got, of) in sums_of(result).items():
            key = Key(about, who, result.game, measure)
            after = self.sums.get(key, NO_SUM).plus(times * got, times * of)
            if after == NO_SUM:
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
                found[key.measure] = found.get(key.measure, NO_SUM).plus(*total)
        return found

    def table(self, about: str, measure: str, game: str | None = None) -> dict[str, Sum]:
        """One measure of all players or pairs: who wins together, who beats another, who makes most contracts."""
        found: dict[str, Sum] = {}
        for key, total in self.sums.items():
            if key.about == about and key.measure == measure and game in (None, key.game):
                found[key.who] = found.get(key.who, NO_SUM).plus(*total)
        return found


def statistics_of(results: Iterable[Result]) -> Statistics:
    """The sums of these results."""
    statistics = Statistics()
    for result in results:
        statistics.add(result)
    return statistics


def rate_in_order(ratings: Ratings, results: Iterable[Result]) -> list[RatingMove]:
    """Add results in the order in which they happened; everything that moved."""
    return [move for result in in_order(results) for move in ratings.add(result)]


class Forms:
    """Everybody's form, in every game and overall (``""``). ``add`` results in the order in which they happened."""

    def __init__(self) -> None:
        self.forms: dict[tuple[str, str], RecentForm] = {}

    def add(self, result: Result) -> Self:
        """Add a result to the form of each of its players, in its game and overall."""
        for seat, player in enumerate(result.players):
            if is_stranger(player):
                continue
            kind = kind_of(result, result.side_of(seat))
            for game in (result.game, ""):
                key = player, game
                self.forms[key] = self.forms.get(key, RecentForm()).and_then(kind, result.match)
        return self

    def of(self, player: str, game: str = "") -> RecentForm:
        """The form of a player in a game, or (without one) overall."""
        return self.forms.get((player, game), RecentForm())


class Records:
    """The greatest of every kind in every game. None can be taken out: derive them from a checkpoint."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], tuple[Record, ...]] = {}

    def add(self, result: Result) -> Self:
        """Consider everything in one result."""
        for kind, record in records_in(result):
            self.put(result.game, kind, record)
        return self

    def put(self, game: str, kind: str, record: Record) -> None:
        """Consider one thing that :func:`records_in` found."""
        known = self.kept.get((game, kind), ())
        if len(known) == KEPT and record.rank < known[-1].rank:
            return
        self.kept[game, kind] = tuple(
            sorted({*known, record}, key=lambda one: (-one.rank, one.match, one.unit))[:KEPT]
        )

    def of(self, game: str) -> dict[str, tuple[Record, ...]]:
        """A game's records by kind, greatest first."""
        return {kind: self.kept[game, kind] for kind in KINDS if (game, kind) in self.kept}
