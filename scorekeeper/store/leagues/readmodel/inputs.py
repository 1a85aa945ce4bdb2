"""Before step 1: what the read model is derived from, the rules by scope, the merged players and the scored matches."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.core.text import Text
from scorekeeper.league.counting import why_not
from scorekeeper.league.records import records_in
from scorekeeper.league.results import CONFIRMED, About, Result, read_result, result_document, result_of
from scorekeeper.league.rules import LeagueRules
from scorekeeper.store.leagues.log.access import rules_of
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow, LeagueSeasonRow
from scorekeeper.store.leagues.matches.arrival_order import arrival_numbers
from scorekeeper.store.leagues.matches.confirmation import counts_unasked, has_open_proposal
from scorekeeper.store.leagues.matches.listing import (
    LeagueMatch,
    about_of,
    counting_match,
    read_row,
    select_matches,
)
from scorekeeper.store.leagues.people.roster import merged_keys
from scorekeeper.store.match import statements
from scorekeeper.store.match.kinds import CLOSED, OPENED, RECORDED
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow

ALL_TIME = ""
"""The scope in which every match of the league counts, and the season of those that belong to none."""
OPEN_STATE, PROPOSED = "open", "proposed"
"""The states of a match that is being played, and of a confirmed one with a correction that waits."""
YEAR_MARK = "|"
"""Stands before a year in its scope; no season's key has it."""


def year_of(night: str) -> str:
    """The calendar year of a night, or of a place in the order of matches."""
    return night[:4]


def scope_of_year(night: str) -> str:
    """The scope under which the book of a night's year is kept: counted by the rules of all time."""
    return f"{YEAR_MARK}{year_of(night)}"


class RulesByScope(NamedTuple):
    """The rules by scope, and a digest of those that differ: with other rules everything is derived anew. A new season
    that has the league's rules changes nothing.
    """

    scopes: Mapping[str, LeagueRules]
    digest: str

    def of(self, scope: str) -> LeagueRules:
        """A scope's rules; those of the league for a season that is not known."""
        return self.scopes.get(scope, self.scopes[ALL_TIME])


class Inputs(NamedTuple):
    """What stands in the league at a moment: as long as ``seq`` is its number, nothing of this has changed."""

    league: int
    seq: int
    binned: bool
    rules: RulesByScope
    merged: Mapping[str, str]


class Taken(NamedTuple):
    """A match as the read model takes it in. ``result`` is None while it is open; its players are those of today."""

    match: str
    ord: str
    season: str
    game: str
    night: str
    series: str | None
    state: str
    counted: bool
    players: tuple[str, ...]
    why_not: Text | None
    result: Result | None


class Scored(NamedTuple):
    """A match with what it is now (None: it is out), the result under its own keys, and the ``seq`` that was read."""

    row: LeagueMatch
    taken: Taken | None
    result: Result | None
    version: int
    moment: datetime | None


_LEAGUE = select(LeagueRow.seq, LeagueRow.rules, LeagueRow.binned_at).where(
    LeagueRow.id == bindparam("league")
)
_SEASONS = select(LeagueSeasonRow.key, LeagueSeasonRow.rules).where(
    LeagueSeasonRow.league_id == bindparam("league")
)


def read_inputs(session: Session, league: int) -> Inputs | None:
    """What stands in a league now; None when there is no such league."""
    found = session.execute(_LEAGUE, {"league": league}).first()
    if found is None:
        return None
    merged = merged_keys(session, league)
    return Inputs(
        league,
        found.seq,
        found.binned_at is not None,
        read_rules_by_scope(session, league, found.rules),
        merged,
    )


def read_rules_by_scope(session: Session, league: int, rules: dict[str, Any]) -> RulesByScope:
    """The rules of every scope of a league."""
    documents = {ALL_TIME: rules}
    for key, own in session.execute(_SEASONS, {"league": league}):
        documents[key] = rules if own is None else own
    written = {scope: json.dumps(document, sort_keys=True) for scope, document in documents.items()}
    parsed = {text: rules_of(json.loads(text)).options for text in set(written.values())}
    own = {scope: text for scope, text in written.items() if scope == ALL_TIME or text != written[ALL_TIME]}
    digest = sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()
    return RulesByScope({scope: parsed[text] for scope, text in written.items()}, digest)


def dirty_matches(session: Session, league: int, limit: int) -> list[LeagueMatch]:
    """Matches that have to be taken in anew."""
    query = select_matches(LeagueMatchRow.league_id == league, LeagueMatchRow.dirty.is_(True))
    return [read_row(row) for row in session.execute(query.limit(limit))]


def matches_from(session: Session, league: int, after: int, limit: int) -> list[LeagueMatch]:
    """Matches in the order of their rows: how a model is built from nothing."""
    query = select_matches(LeagueMatchRow.league_id == league, LeagueMatchRow.id > after)
    return [read_row(row) for row in session.execute(query.order_by(LeagueMatchRow.id).limit(limit))]


def score_matches(session: Session, given: Inputs, found: Sequence[LeagueMatch]) -> list[Scored]:
    """Score these matches: the version that counts of those with a ledger, the others as they were handed down."""
    wanted = [row.match_id for row in found if row.match_id is not None and not row.out]
    matches = {match.id: match for match in statements.load_many(session, wanted)}
    series = _read_series(session, matches.values())
    came = arrival_numbers(session, given.league, [row.key for row in found])
    told = [
        _score_match(given, row, matches.get(row.match_id or 0), series, came.get(row.key, 0))
        for row in found
    ]
    return [_mark_proposal(session, one, matches) for one in told]


def _mark_proposal(session: Session, one: Scored, matches: Mapping[int, Match]) -> Scored:
    """The same, marked if a correction of it waits."""
    match = matches.get(one.row.match_id or 0)
    if one.taken is None or match is None or not has_open_proposal(session, one.row, match):
        return one
    return one._replace(taken=one.taken._replace(state=PROPOSED))


Series = Mapping[int, tuple[str, int]]
"""By the first match of a series: what it is called, and of how many it is the best."""


def _read_series(session: Session, matches: Iterable[Match]) -> Series:
    firsts = {match.series or match.id for match in matches}
    query = select(MatchRow.id, MatchRow.public_id, MatchRow.best_of)
    query = query.where(MatchRow.id.in_(firsts), MatchRow.best_of.is_not(None))
    return {row.id: (row.public_id, row.best_of or 1) for row in session.execute(query)} if firsts else {}


def _score_match(given: Inputs, row: LeagueMatch, match: Match | None, series: Series, came: int) -> Scored:
    if row.out or given.binned:
        return Scored(row, None, None, row.seen_seq, row.moment)
    if row.match_id is None:
        about = about_of(row, None, moment_text(row.moment))._replace(came=came)
        handed = None if row.result is None else read_result(row.result)._replace(about=about)
        return Scored(row, taken_of(given, row, about, handed), handed, row.seen_seq, row.moment)
    counting = None if match is None else counting_match(row, match)
    if counting is None:
        return Scored(row, None, None, row.match_seq or 0, row.moment)
    moment = ended_at(counting)
    name, best_of = series.get(counting.series or counting.id, (None, None))
    about = about_of(row, counting, moment_text(moment))._replace(series=name, best_of=best_of, came=came)
    sheet = counting.sheet()
    result = None
    if isinstance(sheet, Sheet) and sheet.status != OPEN:
        result = result_of(counting.document(), sheet, about)
    return Scored(row, taken_of(given, row, about, result), result, counting.seq, moment)


def ended_at(match: Match) -> datetime:
    """When the last deal was recorded, or the match closed: a correction does not move a match among the others."""
    played = [
        event.at
        for event in match.events
        if event.kind in (OPENED, RECORDED, CLOSED) and event.seq in match.standing_seqs
    ]
    return max(played) if played else match.opened_at


def moment_text(moment: datetime | None) -> str:
    """A moment as results carry it."""
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def taken_of(given: Inputs, row: LeagueMatch, about: About, result: Result | None) -> Taken:
    """A match as the read model takes it in, under the keys of today."""
    about = about._replace(players=tuple(given.merged.get(player, player) for player in about.players))
    result = None if result is None else result._replace(about=about)
    season = about.season or ALL_TIME
    reason = None if result is None else why_not(result, given.rules.of(season))
    return Taken(
        match=about.match,
        ord=ord_of(about),
        season=season,
        game=row.game,
        night=about.night,
        series=about.series,
        state=OPEN_STATE if result is None else _state(about.confirmation, given.rules.of(season)),
        counted=result is not None and reason is None,
        players=about.players,
        why_not=reason,
        result=result,
    )


def _state(confirmation: str, rules: LeagueRules) -> str:
    """The state of a match; where no side is asked it does not wait."""
    return CONFIRMED if counts_unasked(confirmation, rules) else confirmation


def ord_of(about: About) -> str:
    """Where a match stands in the order of all: as :attr:`Result.order` has it, in one word."""
    return f"{about.night}|{about.moment}|{about.came:09}|{about.match}"


_ORD = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\|[^|]{0,40}\|[0-9]{1,20}\|[^|]{1,60}")


def is_ord(written: str) -> bool:
    """Whether a word has the form of a place in the order of all."""
    return _ORD.fullmatch(written) is not None


def pack(document: Any) -> bytes:
    """A document, compressed: always the same bytes for the same document."""
    return zlib.compress(json.dumps(document, sort_keys=True, separators=(",", ":")).encode(), 1)


def unpack(data: bytes) -> Any:
    """The document that :func:`pack` made."""
    return json.loads(zlib.decompress(data))


def body_of(taken: Taken) -> bytes | None:
    """The result as it is kept."""
    return None if taken.result is None else pack(result_document(taken.result))


def facts_of(taken: Taken) -> dict[str, Any]:
    """What lists and ratings need of a match, without its deals."""
    facts: dict[str, Any] = {"players": list(taken.players)}
    if taken.why_not is not None:
        facts["why_not"] = [taken.why_not.msgid, dict(taken.why_not.params)]
    result = taken.result
    if result is not None:
        facts |= {
            "sides": [list(seats) for seats in result.sides],
            "totals": list(result.totals),
            "winners": list(result.winners),
            "placements": list(result.placements),
            "status": result.status,
            "lowest": result.lowest_wins,
        }
        if taken.counted:
            facts["records"] = [[kind, *record] for kind, record in records_in(result)]
    return facts


def light_result(match: str, night: str, game: str, facts: Mapping[str, Any]) -> Result:
    """A result without its deals: enough for ratings and form."""
    return Result(
        about=About(match, tuple(facts["players"]), night),
        game=game,
        preset="",
        sides=tuple(tuple(seats) for seats in facts["sides"]),
        totals=tuple(facts["totals"]),
        lowest_wins=facts["lowest"],
        status=facts["status"],
        endless=False,
        winners=tuple(facts["winners"]),
        placements=tuple(facts["placements"]),
    )


def scopes_of(taken: Taken) -> Iterable[str]:
    """The scopes in which a match counts: all time, and its season."""
    return dict.fromkeys((ALL_TIME, taken.season))
