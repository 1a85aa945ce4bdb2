"""What a match gives, as rows: shares, meetings, seats, sums and records. They are replaced when it changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.core.text import WRITTEN_AMOUNT, Amount, Text
from scorekeeper.league.counting import Share, members_of, series_result, shares_of
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.form import kind_of
from scorekeeper.league.measures import PAIR, against
from scorekeeper.league.ratings import OVERALL
from scorekeeper.league.records import records_in
from scorekeeper.league.results import Result
from scorekeeper.league.rules import BY_EVENINGS, HEAD_TO_HEAD, SERIES, LeagueRules
from scorekeeper.league.statistics import sums_of
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.figures.inputs import (
    ALL_TIME,
    HEAD,
    LeagueResult,
    RulesByScope,
    facts_of,
    pack,
    unpack,
    year_of,
)
from scorekeeper.store.leagues.figures.models import (
    EVENING,
    MEETING,
    PARTS,
    PLAYED,
    RECORD,
    SHARE,
    SUM,
    TAKEN,
    UNRATED,
)
from scorekeeper.store.upsert import Row, drop_rows, put_rows

WITH, TOGETHER = "with", "won_together"
"""A pair once more under either of the two, so that everybody's partners are found: ``a|v`` and ``v|a``."""
NIGHT, MATCHES, OF_YEAR = "night", "matches", "year"
"""How many matches counted on each night, by game; and the pairs of a year, which stands where a season does."""
SERIES_MARK = "+"
"""Stands before the name of a series where the name of a match could stand, which never has it."""
EVERY_GAME = ""


# --- shares -------------------------------------------------------------------------------------------


class MatchShares(NamedTuple):
    """What one match or series gives to everybody in one scope, and where it stands in the order of all."""

    position: str
    shares: tuple[Share, ...]


NO_SHARES = MatchShares("", ())
Source = tuple[str, str]
"""A match's key (or a series' or an evening's with its mark) and a scope."""


def sources_of(match: LeagueResult, rules: RulesByScope) -> dict[Source, None]:
    """Under what name a match gives in each scope: its own, or its series' where that counts as one match.

    Where evenings count it gives with its evening, and nothing outside of one.
    """
    sources: dict[Source, None] = {}
    for scope in match.scopes:
        if rules.of(scope).counting in BY_EVENINGS:
            if match.evening is not None:
                sources[f"{EVENING_MARK}{match.evening}", scope] = None
            continue
        together = match.series is not None and rules.of(scope).series == SERIES
        sources[f"{SERIES_MARK}{match.series}" if together else match.match, scope] = None
    return sources


def work_out_shares(source: Source, matches: Iterable[LeagueResult], rules: RulesByScope) -> MatchShares:
    """What a match gives by the rules of a scope, or a series with all of its matches in that scope."""
    name, scope = source
    here = [
        match for match in matches if match.counted and match.result is not None and scope in match.scopes
    ]
    positions = {match.match: match.position for match in here}
    results = [
        match.result for match in sorted(here, key=lambda match: match.position) if match.result is not None
    ]
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
    return share.matches, to_parts(share.points), to_parts(share.win), share.written, share.difference


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
                *([share.matches] if share.matches != 1 else []),
            ]
            for share in shares
        ],
    ]


def read_shares(document: Sequence[Any]) -> tuple[Share, ...]:
    """The shares that :func:`shares_document` wrote."""
    head, shares = document
    return tuple(_read_share(head, share) for share in shares)


def _read_parameter(value: Any) -> Any:
    return Amount(value) if type(value) is str and WRITTEN_AMOUNT.fullmatch(value) else value


def _read_share(head: Sequence[str], share: Sequence[Any]) -> Share:
    unit, points, win, place, written, difference, rivals, msgid, params, *more = share
    met = tuple((rival, from_parts(won)) for rival, won in rivals)
    text = Text(msgid, {name: _read_parameter(value) for name, value in params.items()})
    amounts = from_parts(points), from_parts(win), place, written, difference
    values: list[Any] = [unit, *head, *amounts, met, text, *more]
    return Share(*values)


def _share_rows(model: int, source: Source, match_shares: MatchShares) -> Iterator[Row]:
    name, scope = source
    for number, share in enumerate(match_shares.shares):
        yield model, scope, share.unit, share.night, match_shares.position, number, *amounts_of(share), name


def _meeting_rows(model: int, scope: str, match_shares: MatchShares, rules: LeagueRules) -> Iterator[Row]:
    met: dict[tuple[str, str], list[int]] = {}
    for share in match_shares.shares if HEAD_TO_HEAD in rules.tie_breaks else ():
        for rival, won in share.rivals:
            if share.unit <= rival:
                amounts = met.setdefault((share.unit, rival), [0, 0])
                amounts[0] += 1
                amounts[1] += to_parts(won)
    for (unit, rival), amounts in met.items():
        yield model, scope, unit, rival, match_shares.position, *amounts


# --- matches, seats, observations ---------------------------------------------------------------------


def rating_inputs(match: LeagueResult | None) -> Any:
    """All that ratings and form depend on; None where a match is not there."""
    if match is None:
        return None
    here = match.position, match.season, match.game, match.players
    if not match.counted or match.result is None:
        return here
    return *here, match.result.sides, match.result.placements, match.result.winners


def _taken_row(model: int, match: LeagueResult) -> Row:
    """The row of a match; ``match`` has its deals."""
    return model, *match[: len(HEAD)], _text(facts_of(match)), _observed(match)


def _text(document: Any) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def _as_written(row: Any) -> Row:
    """A row of ``league_taken`` that was read, as it was written."""
    *head, facts, observed = row
    return *head, _text(facts), observed


def _observed(match: LeagueResult) -> bytes | None:
    """What a match shows for statistics and records."""
    if not match.counted or match.result is None:
        return None
    sums = [[*key, *sum_] for key, sum_ in sums_of(match.result).items()]
    records = [[kind, record.rank, record.value, record.unit] for kind, record in records_in(match.result)]
    return pack([sums, records])


def _played_rows(model: int, match: LeagueResult) -> Iterator[Row]:
    """The rows of a match's seats, without ratings."""
    result = match.result if match.counted else None
    for seat, player in enumerate(match.players):
        if not is_stranger(player):
            kind = "" if result is None else kind_of(result, result.side_of(seat))
            for pool in (OVERALL,) if result is None else (OVERALL, match.game):
                yield model, player, pool, match.position, seat, match.match, kind, *UNRATED


def _record_rows(model: int, match: LeagueResult, records: Sequence[Any]) -> Iterator[Row]:
    for kind, rank, value, unit in records:
        yield model, match.game, kind, -rank, match.match, unit, value, match.season, match.night


def _list_sums(match: LeagueResult, sums: Sequence[Any]) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """What a match adds to the sums: about, measure, who, season, game; how much."""
    season, game = match.season, match.game
    if match.counted:
        yield (NIGHT, MATCHES, match.night, ALL_TIME, game), 1, 1
    for about, who, measure, got, out_of in sums:
        yield (about, measure, who, season, game), got, out_of
        if about == PAIR and measure == TOGETHER:
            year = year_of(match.night)
            yield (OF_YEAR + year, TOGETHER, who, year, EVERY_GAME), got, out_of
            first, second = members_of(who)
            for both in (against(first, second), against(second, first)):
                yield (WITH, TOGETHER, both, season, game), got, out_of


# --- what changes -------------------------------------------------------------------------------------


class RowChanges:
    """Rows that go and rows that come, and what is added to sums."""

    def __init__(self, model: int) -> None:
        self.model = model
        self.gone: dict[Any, dict[Row, Row]] = {}
        self.come: dict[Any, dict[Row, Row]] = {}
        self.sums: dict[tuple[str, ...], list[int]] = {}

    def match(self, stored: Any, was: LeagueResult | None, now: LeagueResult | None) -> bool:
        """Put a match in the place of what stood in its row; whether anything changes."""
        before = None if stored is None else _as_written(stored)
        after = None if now is None else _taken_row(self.model, now)
        if before == after:
            return False
        rated = rating_inputs(was) != rating_inputs(now)
        for row, match, kept, times in ((before, was, self.gone, -1), (after, now, self.come, 1)):
            if row is None or match is None:
                continue
            sums, records = unpack(row[-1]) if row[-1] else ((), ())
            for key, got, out_of in _list_sums(match, sums):
                amounts = self.sums.setdefault(key, [0, 0])
                amounts[0] += times * got
                amounts[1] += times * out_of
            _keep(kept, TAKEN, [row])
            _keep(kept, RECORD, _record_rows(self.model, match, records))
            if rated:
                _keep(kept, PLAYED, _played_rows(self.model, match))
        return True

    def shares(self, source: Source, before: MatchShares, after: MatchShares, rules: LeagueRules) -> None:
        """Put what a match, series or evening gives in the place of what it gave."""
        for match_shares, kept in ((before, self.gone), (after, self.come)):
            _keep(kept, SHARE, _share_rows(self.model, source, match_shares))
            if source[0].startswith(EVENING_MARK) and match_shares.shares:
                document = _text(shares_document(match_shares.shares))
                _keep(kept, EVENING, [(self.model, source[1], source[0], match_shares.position, document)])
            _keep(kept, MEETING, _meeting_rows(self.model, source[1], match_shares, rules))

    def write(self, session: Session) -> None:
        """Write all of it, in the caller's transaction."""
        for table, rows in self.gone.items():
            come = self.come.get(table, {})
            drop_rows(session, table, [key for key in rows if key not in come])
        for table, rows in self.come.items():
            gone = self.gone.get(table, {})
            put_rows(session, table, [row for key, row in rows.items() if gone.get(key) != row])
        sums: list[Row] = [(self.model, *key, *amounts) for key, amounts in self.sums.items() if any(amounts)]
        put_rows(session, SUM, sorted(sums), add=("got", "out_of"))
        drop_rows(session, SUM, [row[:-2] for row in sums if row[-1] < 0], "out_of = 0")


def _keep(kept: dict[Any, dict[Row, Row]], table: Any, rows: Iterable[Row]) -> None:
    mine, width = kept.setdefault(table, {}), len(table.primary_key)
    for row in rows:
        mine[row[:width]] = row
