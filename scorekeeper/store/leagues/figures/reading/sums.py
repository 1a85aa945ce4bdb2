"""Answers: the sums behind the standings of a scope, up to any place in the order of matches, and their rows.

The number that orders thousands of units is read at once; the rest is read for the units that are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Text, case, cast, func, select
from sqlalchemy.orm import Session

from scorekeeper.league import standings
from scorekeeper.league.counting import Share, Tally, members_of
from scorekeeper.league.rules import AVERAGE, BY_RATING, HEAD_TO_HEAD, TOTAL, WIN_SHARE, LeagueRules
from scorekeeper.league.standings import value_of
from scorekeeper.league.tie_breaks import EVERYBODY, NAMED, Balances, Placed, StandingsRow, Wanted
from scorekeeper.store.leagues.figures import ratings
from scorekeeper.store.leagues.figures.inputs import ALL_TIME, YEAR_MARK
from scorekeeper.store.leagues.figures.models import MEETING, PARTS, SHARE
from scorekeeper.store.leagues.figures.ratings import END
from scorekeeper.store.leagues.figures.reading.answers import total
from scorekeeper.store.leagues.figures.rows import amounts_of, from_parts, to_parts
from scorekeeper.store.many_names import select_names

MAX_NAMED = NAMED + 2
"""So many of the level units are named with a row; more never are."""
MEANS = (AVERAGE, WIN_SHARE)
APART = 10**12
"""Two fractions whose denominators are below a million lie further apart than one of so many parts."""
MATCHES, POINTS = 0, 1
"""Where these two stand among the amounts: matches, points, wins, written, difference."""
NOTHING, ONE = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)
Amounts = Sequence[int]


AMOUNTS = tuple(
    total(column)
    for column in (SHARE.c.matches, SHARE.c.points, SHARE.c.wins, SHARE.c.written, SHARE.c.difference)
)


class Span:
    """The part of a model that a scope's standings are made of: its matches before a place in the order."""

    def __init__(self, session: Session, model: int, scope: str, until: str = END) -> None:
        self.session, self.model = session, model
        self.year = scope.removeprefix(YEAR_MARK) if scope.startswith(YEAR_MARK) else ""
        self.scope = ALL_TIME if self.year else scope
        self.until = min(until, f"{self.year}{END}") if self.year else until

    def rows_of(self, table: Any) -> list[Any]:
        """The conditions for its rows of a table."""
        conditions = [table.c.model_id == self.model, table.c.scope == self.scope]
        if self.until != END:
            conditions.append(table.c.position < self.until)
        return [*conditions, table.c.position >= self.year] if self.year else conditions

    def balances(self, units: Sequence[str]) -> Balances:
        """Wins less losses of these units against each other."""
        level = select_names(self.session, units)
        # The other unit is no key here: the ways from each unit are fewer than the ways between all of them.
        both = MEETING.c.unit.in_(level), func.coalesce(MEETING.c.rival, "").in_(level)
        query = select(MEETING.c.unit, MEETING.c.rival, total(MEETING.c.met), total(MEETING.c.won))
        query = query.where(*self.rows_of(MEETING), *both).group_by(MEETING.c.unit, MEETING.c.rival)
        balances: dict[str, dict[str, int]] = {}
        for unit, rival, met, won in self.session.execute(query):
            balance = balance_of(met, won)
            balances.setdefault(unit, {})[rival] = balance
            if unit != rival:
                balances.setdefault(rival, {})[unit] = -balance
        return balances

    def ratings(self, rules: LeagueRules) -> dict[str, int]:
        """Everybody's rating at its end, where that orders the standings."""
        if rules.counting != BY_RATING:
            return {}
        by_player = ratings.latest(self.session, self.model, None, before=self.until)
        return {player: rating.shown for player, rating in by_player.items()}


def balance_of(matches: int, won: int) -> int:
    """Wins less losses, of so many matches and what was won of them in parts."""
    return 2 * won // PARTS - matches


class SpanTable:
    """The standings of a span by some rules. Shares can be added that are not in it, and others taken off.

    ``values`` has by unit how many matches it played, and the number that orders it (but for ratings).
    """

    def __init__(self, span: Span, rules: LeagueRules) -> None:
        self.span, self.rules, self.rated = span, rules, span.ratings(rules)
        self.values: dict[str, tuple[int, int]] = {}
        self._amounts: dict[str, tuple[Amounts, Amounts]] = {}
        """What counts of what a unit has, and all of it."""
        self._nights: dict[str, list[tuple[str, Amounts]]] = {}
        """The same by night, where only the best nights count."""
        self._shifts: dict[str, list[tuple[str, Amounts]]] = {}
        self._met: dict[tuple[str, str], int] = {}
        read = self._read_values_of_nights if rules.best_nights else self._read_values
        self.values.update((unit, (played, number)) for unit, played, number in read())

    def _read_values(self) -> Iterator[tuple[str, int, int]]:
        query = select(SHARE.c.unit, *AMOUNTS[: POINTS + 1]).where(*self.span.rows_of(SHARE))
        for unit, *amounts in self.span.session.execute(query.group_by(SHARE.c.unit)).all():
            yield unit, amounts[MATCHES], self._worth(amounts)

    def _read_values_of_nights(self) -> Iterator[tuple[str, int, int]]:
        """The same where only the best nights count. Databases take thrice as long to add each night up by itself.

        A share of nothing changes no sum, unless other nights have less than nothing or a mean is made of all.
        """
        points, counting = SHARE.c.points, self.rules.counting
        whole = counting in MEANS or counting == TOTAL
        written = SHARE.c.night + cast(points, Text)
        written_shares = func.aggregate_strings(written if whole else case((points != 0, written)), ",")
        query = (
            select(SHARE.c.unit, AMOUNTS[MATCHES], written_shares)
            .where(*self.span.rows_of(SHARE))
            .group_by(SHARE.c.unit)
        )
        for unit, played, shares in self.span.session.execute(query).all():
            nights: dict[str, int] = {}
            for share in shares.split(",") if shares else ():
                nights[share[:10]] = nights.get(share[:10], 0) + int(share[10:])
            if counting not in MEANS:
                yield unit, played, sum(sorted(nights.values())[-(self.rules.best_nights or 0) :])
                continue
            matches = Counter(share[:10] for share in shares.split(","))
            best, _ = self._fold([(matches[night], nights[night]) for night in sorted(nights)])
            yield unit, played, self._worth(best)

    def _add_up(self, units: Sequence[str]) -> None:
        """Read all that these units have."""
        for unit, nights in self._read_nights(units):
            self._amounts[unit] = self._fold([amounts for _, amounts in nights])
            self._nights[unit] = nights

    def _fold(self, nights: Sequence[Amounts]) -> tuple[Amounts, Amounts]:
        """What the best nights come to, and all. Of nights that are worth as much the earlier counts."""
        key = self._worth if self.rules.counting in MEANS else itemgetter(POINTS)
        best = sorted(nights, key=key, reverse=True)[: self.rules.best_nights]
        counting, played = (
            list(map(sum, zip(*amounts, strict=True))) or NOTHING for amounts in (best, nights)
        )
        return counting, played

    def _read_nights(self, units: Sequence[str]) -> Iterator[tuple[str, list[tuple[str, Amounts]]]]:
        """Each of these units with what it has by night; all of it together where every match counts."""
        by_night = [SHARE.c.night] if self.rules.best_nights else []
        of_units = SHARE.c.unit.in_(select_names(self.span.session, units))
        query = select(SHARE.c.unit, *by_night, *AMOUNTS).where(*self.span.rows_of(SHARE), of_units)
        by_unit: dict[str, dict[str, Amounts]] = {unit: {} for unit in units}
        for row in self.span.session.execute(query.group_by(SHARE.c.unit, *by_night)).all():
            by_unit[row[0]][row[1] if by_night else ""] = row[1 + len(by_night) :]
        for unit, nights in by_unit.items():
            for at, more in self._shifts.get(unit, ()):
                night = at if by_night else ""
                nights[night] = [a + b for a, b in zip(nights.get(night, NOTHING), more, strict=True)]
            yield unit, sorted((night, amounts) for night, amounts in nights.items() if amounts[MATCHES])

    def shift(self, shares: Iterable[Share], times: int) -> None:
        """Count shares that are not in the span; with ``times=-1`` leave out such as are."""
        changed: dict[str, None] = {}
        for share in shares:
            amounts = [times * amount for amount in amounts_of(share)]
            self._shifts.setdefault(share.unit, []).append((share.night, amounts))
            changed[share.unit] = None
            for rival, won in share.rivals:
                key = share.unit, rival
                self._met[key] = self._met.get(key, 0) + times * balance_of(1, to_parts(won))
        self._add_up(list(changed))
        for unit in changed:
            counting, played = self._amounts[unit]
            self.values[unit] = played[MATCHES], self._worth(counting)
            if not played[MATCHES]:
                del self.values[unit]

    def levels(self) -> tuple[list[list[str]], list[str]]:
        """Units with the same value, best first; and those below the line, in their order."""
        by_number: dict[int, list[str]] = {}
        below: list[tuple[int, str]] = []
        by_rating = self.rules.counting == BY_RATING
        for unit, (played, value) in self.values.items():
            number = _rating_number(unit, self.rated) if by_rating else value
            if played < self.rules.least_matches:
                below.append((-number, unit))
            else:
                by_number.setdefault(number, []).append(unit)
        return [by_number[number] for number in sorted(by_number, reverse=True)], [
            unit for _, unit in sorted(below)
        ]

    def places(self, wanted: Wanted = EVERYBODY) -> Iterator[Placed]:
        """The wanted rows. Tie-breaks are worked out only for units level with one of these."""
        levels, below = self.levels()
        asked = [*_list_levels((*levels, *([unit] for unit in below)), wanted)]  # these are read once for all
        units = [unit for level in asked for unit in level]
        new = [unit for unit in units if unit not in self._amounts]
        self._add_up(new)
        # A match may be taken out between two statements: its units are shown once more, with nothing.
        self._amounts |= {unit: (ONE, ONE) for unit in new if not self._amounts[unit][1][MATCHES]}
        several = [unit for level in asked if len(level) > 1 for unit in level]
        balances = self._balances(several) if several and HEAD_TO_HEAD in self.rules.tie_breaks else {}
        rows = {unit: self._row(unit) for unit in units}
        for position, row in standings.places(self.rules, levels, below, rows, balances, wanted):
            decisions = tuple(decision.name_at_most(MAX_NAMED) for decision in row.decisions)
            dropped = self._dropped(self._nights[row.unit]) if row.counting != row.played else ()
            yield Placed(position, row._replace(decisions=decisions, dropped=dropped))

    def _dropped(self, nights: Sequence[tuple[str, Amounts]]) -> tuple[str, ...]:
        """The nights that are not among the best."""
        best_first = sorted(nights, key=lambda item: (-self._worth(item[1]), item[0]))
        return tuple(sorted(night for night, _ in best_first[self.rules.best_nights :]))

    def _balances(self, units: Sequence[str]) -> Balances:
        balances = self.span.balances(units)
        if not self._met:
            return balances
        level, shifted = set(units), {unit: dict(rivals) for unit, rivals in balances.items()}
        for (unit, rival), balance in self._met.items():
            if unit in level and rival in level:
                mine = shifted.setdefault(unit, {})
                mine[rival] = mine.get(rival, 0) + balance
        return shifted

    def _row(self, unit: str) -> StandingsRow:
        counting, played = map(read_tally, self._amounts[unit])
        return StandingsRow(unit, value_of(self.rules, unit, counting, self.rated), counting, played)

    def _worth(self, amounts: Amounts) -> int:
        """The number by which such sums are ordered: alike for the same fraction, and different ones in their order."""
        if self.rules.counting in MEANS and amounts[MATCHES]:
            return amounts[POINTS] * APART // amounts[MATCHES]
        return amounts[POINTS]


def _list_levels(levels: Iterable[Sequence[str]], wanted: Wanted) -> Iterator[Sequence[str]]:
    """The levels whose units are looked at: those with a wanted one."""
    start = 1
    for level in levels:
        if wanted.among(level, start):
            yield level
        start += len(level)


def _rating_number(unit: str, rated: Mapping[str, int]) -> int:
    """A player's rating, of a pair the mean of both, as a number that orders."""
    alone = rated.get(unit)
    if alone is not None:
        return alone * APART
    members = members_of(unit)
    return sum(rated.get(player, 0) for player in members) * APART // len(members)


def read_tally(amounts: Amounts) -> Tally:
    """A tally from amounts in parts."""
    matches, points, wins, written, difference = amounts
    return Tally(matches, from_parts(points), from_parts(wins), written, difference)
