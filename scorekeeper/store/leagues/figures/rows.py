"""What a match gives, as rows: shares, meetings, seats, sums and records. They are replaced when it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete
from sqlalchemy.orm import Session

from scorekeeper.core.text import WRITTEN_AMOUNT, Amount, Text
from scorekeeper.league.counting import Share, members_of, series_result, shares_of
from scorekeeper.league.form import kind_of
from scorekeeper.league.measures import PAIR, against
from scorekeeper.league.ratings import OVERALL
from scorekeeper.league.records import records_in
from scorekeeper.league.results import Result
from scorekeeper.league.rules import HEAD_TO_HEAD, SERIES, LeagueRules
from scorekeeper.league.statistics import sums_of
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.figures.inputs import (
    ALL_TIME,
    LeagueResult,
    RulesByScope,
    facts_of,
    pack,
    unpack,
    year_of,
)
from scorekeeper.store.leagues.figures.models import MEETING, PARTS, PLAYED, RECORD, SHARE, SUM, TAKEN
from scorekeeper.store.upsert import insert_in

WITH, TOGETHER = "with", "won_together"
"""A pair once more under either of the two, so that everybody's partners are found: ``a|v`` and ``v|a``."""
NIGHT, MATCHES, OF_YEAR = "night", "matches", "year"
"""How many matches counted on each night, by game; and the pairs of a year, which stands where a season does."""
SERIES_MARK = "~"
"""Stands before the name of a series where the name of a match could stand."""
EVERY_GAME = ""
Row = dict[str, Any]


# --- shares -------------------------------------------------------------------------------------------


class MatchShares(NamedTuple):
    """What one match or series gives to everybody in one scope, and where it stands in the order of all."""

    position: str
    shares: tuple[Share, ...]


NO_SHARES = MatchShares("", ())
Source = tuple[str, str]
"""A match's key (or a series' with its mark) and a scope."""


def sources_of(one: LeagueResult, rules: RulesByScope) -> dict[Source, None]:
    """Under what name a match gives in each scope: its own, or its series' where that counts as one match."""
    found: dict[Source, None] = {}
    for scope in one.scopes:
        together = one.series is not None and rules.of(scope).series == SERIES
        found[f"{SERIES_MARK}{one.series}" if together else one.match, scope] = None
    return found


def work_out_shares(source: Source, matches: Iterable[LeagueResult], rules: RulesByScope) -> MatchShares:
    """What a match gives by the rules of a scope, or a series with all of its matches in that scope."""
    name, scope = source
    here = [one for one in matches if one.counted and one.result is not None and scope in one.scopes]
    positions = {one.match: one.position for one in here}
    results = [one.result for one in sorted(here, key=lambda one: one.position) if one.result is not None]
    result: Result | None = None
    if results:
        result = series_result(results) if name.startswith(SERIES_MARK) else results[0]
    if result is None:
        return NO_SHARES
    return MatchShares(positions[result.match], shares_of(result, rules.of(scope)))


def to_parts(number: Fraction) -> int:
    """A number in whole parts; what more than sixteen share is cut."""
    return number.numerator * PARTS // number.denominator


@lru_cache(maxsize=10_000)
def from_parts(number: int) -> Fraction:
    """The number that so many parts are."""
    return Fraction(number, PARTS)


def amounts_of(share: Share) -> tuple[int, int, int, int, int]:
    """What a share adds to the sums of the standings: matches, points, wins, written, difference."""
    return 1, to_parts(share.points), to_parts(share.win), share.written, share.difference


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


def _share_rows(model: int, source: Source, given: MatchShares) -> Iterator[Row]:
    for number, share in enumerate(given.shares):
        _, points, wins, written, difference = amounts_of(share)
        yield {
            "model_id": model,
            "scope": source[1],
            "unit": share.unit,
            "position": given.position,
            "number": number,
            "points": points,
            "wins": wins,
            "written": written,
            "difference": difference,
            "source": source[0],
        }


def _meeting_rows(model: int, scope: str, given: MatchShares, rules: LeagueRules) -> Iterable[Row]:
    if HEAD_TO_HEAD not in rules.tie_breaks:
        return ()
    met: dict[tuple[str, str], list[int]] = {}
    for share in given.shares:
        for rival, won in share.rivals:
            if share.unit <= rival:
                amounts = met.setdefault((share.unit, rival), [0, 0])
                amounts[0] += 1
                amounts[1] += to_parts(won)
    return [
        {
            "model_id": model,
            "scope": scope,
            "unit": unit,
            "rival": rival,
            "position": given.position,
            "met": number,
            "won": won,
        }
        for (unit, rival), (number, won) in met.items()
    ]


# --- matches, seats, observations ---------------------------------------------------------------------


def rating_inputs(one: LeagueResult | None) -> Any:
    """All that ratings and form depend on; None where a match is not there."""
    if one is None:
        return None
    here = one.position, one.season, one.game, one.players
    if not one.counted or one.result is None:
        return here
    return *here, one.result.sides, one.result.placements, one.result.winners


def taken_row(model: int, one: LeagueResult) -> Row:
    """The row of a match; ``one`` has its deals."""
    return {
        "model_id": model,
        "match": one.match,
        "position": one.position,
        "season": one.season,
        "game": one.game,
        "night": one.night,
        "series": one.series,
        "state": one.state,
        "counted": one.counted,
        "facts": facts_of(one),
        "observed": _observed(one),
    }


def _observed(one: LeagueResult) -> bytes | None:
    """What a match shows for statistics and records."""
    if not one.counted or one.result is None:
        return None
    sums = [[key.about, key.who, key.measure, *sum_] for key, sum_ in sums_of(one.result).items()]
    records = [[kind, found.rank, found.value, found.unit] for kind, found in records_in(one.result)]
    return pack([sums, records])


def _played_rows(model: int, one: LeagueResult) -> Iterator[Row]:
    result = one.result if one.counted else None
    for seat, player in enumerate(one.players):
        if is_stranger(player):
            continue
        kind = "" if result is None else kind_of(result, result.side_of(seat))
        for pool in (OVERALL,) if result is None else (OVERALL, one.game):
            yield {
                "model_id": model,
                "player": player,
                "pool": pool,
                "position": one.position,
                "seat": seat,
                "match": one.match,
                "kind": kind,
                "mu": None,
                "sigma": None,
                "matches": None,
                "shown": None,
                "expected": None,
            }


def _record_rows(row: Row) -> Iterator[Row]:
    names = {name: row[name] for name in ("model_id", "game", "match", "season", "night")}
    for kind, rank, value, unit in unpack(row["observed"])[1] if row["observed"] else ():
        yield {**names, "kind": kind, "low": -rank, "unit": unit, "value": value}


def _sums(row: Row) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """The sums that a match adds to: about, measure, who, season, game."""
    if not row["observed"]:
        return
    season, game = row["season"], row["game"]
    yield (NIGHT, MATCHES, row["night"], ALL_TIME, game), 1, 1
    for about, who, measure, got, out_of in unpack(row["observed"])[0]:
        yield (about, measure, who, season, game), got, out_of
        if about == PAIR and measure == TOGETHER:
            yield (OF_YEAR, TOGETHER, who, year_of(row["night"]), EVERY_GAME), got, out_of
            one, other = members_of(who)
            for both in (against(one, other), against(other, one)):
                yield (WITH, TOGETHER, both, season, game), got, out_of


# --- what changes -------------------------------------------------------------------------------------


class Changes:
    """Rows that go and rows that come, and what is added to sums."""

    def __init__(self, model: int) -> None:
        self.model = model
        self.gone: dict[Any, dict[tuple[Any, ...], Row]] = {}
        self.come: dict[Any, dict[tuple[Any, ...], Row]] = {}
        self.sums: dict[tuple[str, ...], list[int]] = {}

    def match(self, before: Row | None, was: LeagueResult | None, now: LeagueResult | None) -> bool:
        """Put a match in the place of what stood in its row; whether anything changes."""
        after = None if now is None else taken_row(self.model, now)
        if before == after:
            return False
        self._replace(TAKEN, [before] if before else (), [after] if after else ())
        for row, times in ((before, -1), (after, 1)):
            for key, got, out_of in _sums(row) if row else ():
                amounts = self.sums.setdefault(key, [0, 0])
                amounts[0] += times * got
                amounts[1] += times * out_of
        self._replace(RECORD, _record_rows(before) if before else (), _record_rows(after) if after else ())
        if rating_inputs(was) != rating_inputs(now):
            both = (list(_played_rows(self.model, one)) if one else [] for one in (was, now))
            self._replace(PLAYED, *both)
        return True

    def shares(self, source: Source, before: MatchShares, after: MatchShares, rules: LeagueRules) -> None:
        """Put what a match or series gives in the place of what it gave."""
        if before != after:
            scope = source[1]
            both = [_share_rows(self.model, source, one) for one in (before, after)]
            self._replace(SHARE, *both)
            self._replace(
                MEETING, *(_meeting_rows(self.model, scope, one, rules) for one in (before, after))
            )

    def _replace(self, table: Any, before: Iterable[Row], after: Iterable[Row]) -> None:
        names = primary_key(table)
        for rows, kept in ((before, self.gone), (after, self.come)):
            mine = kept.setdefault(table, {})
            for row in rows:
                mine[tuple([row[name] for name in names])] = row

    def write(self, session: Session) -> None:
        """Write all of it, in the caller's transaction."""
        for table, rows in self.gone.items():
            come = self.come.get(table, {})
            drop_rows(session, table, [key for key in rows if key not in come])
        for table, rows in self.come.items():
            gone = self.gone.get(table, {})
            put_rows(session, table, [row for key, row in rows.items() if gone.get(key) != row])
        self._add_sums(session)

    def _add_sums(self, session: Session) -> None:
        names = "about", "measure", "who", "season", "game"
        values = [
            {"model_id": self.model, **dict(zip(names, key, strict=True)), "got": got, "out_of": out_of}
            for key, (got, out_of) in sorted(self.sums.items())
            if got or out_of
        ]
        put_rows(session, SUM, values, add=("got", "out_of"))
        fewer = [(self.model, *key) for key, (_, out_of) in self.sums.items() if out_of < 0]
        drop_rows(session, SUM, fewer, out_of=0)


@cache
def primary_key(table: Any) -> tuple[str, ...]:
    """The names of a table's key."""
    return tuple(column.name for column in table.primary_key)


def put_rows(session: Session, table: Any, rows: Sequence[Mapping[str, Any]], add: tuple[str, ...] = ()) -> None:
    """Write rows over those that have the same key; the numbers to ``add`` are added to theirs."""
    if rows:
        session.execute(_put_statement(session.get_bind().dialect.name, table, add), rows)


@cache
def _put_statement(dialect: str, table: Any, add: tuple[str, ...]) -> Any:
    new, keys = insert_in(dialect, table), primary_key(table)
    rest = {column.name: new.excluded[column.name] for column in table.columns if column.name not in keys}
    rest |= {name: table.c[name] + new.excluded[name] for name in add}
    return new.on_conflict_do_update(index_elements=keys, set_=rest)


def drop_rows(session: Session, table: Any, keys: Sequence[tuple[Any, ...]], **only: int) -> None:
    """Delete the rows of these keys; with ``only``, if those columns are as given."""
    if keys:
        names = primary_key(table)
        query = delete(table).where(*(table.c[name] == bindparam(f"_{name}") for name in names))
        query = query.where(*(table.c[name] == value for name, value in only.items()))
        session.execute(query, [{f"_{name}": one for name, one in zip(names, key, strict=True)} for key in keys])
