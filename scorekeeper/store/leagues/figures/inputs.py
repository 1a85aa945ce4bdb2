"""What a league's figures are derived from: the rules by scope, and its matches under the keys of today."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.league.counting import why_not
from scorekeeper.league.results import CONFIRMED, About, Result
from scorekeeper.league.rules import ENDED, LeagueRules
from scorekeeper.store.leagues.figures.models import TAKEN
from scorekeeper.store.leagues.log.access import rules_of
from scorekeeper.store.leagues.log.models import LeagueRow, LeagueSeasonRow
from scorekeeper.store.leagues.matches.confirmation import counts_unasked
from scorekeeper.store.leagues.matches.scored import ScoredMatch
from scorekeeper.store.leagues.people.roster import merged_keys
from scorekeeper.store.many_names import select_names

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


class RulesByScope:
    """The rules of a league by scope. ``documents`` are those of all time, and of each season that has others.

    With other rules everything is derived anew; a new season that has the league's changes nothing.
    """

    def __init__(self, documents: Mapping[str, Mapping[str, Any]]) -> None:
        self.documents = documents
        self._parsed: dict[str, LeagueRules] = {}

    def of(self, scope: str) -> LeagueRules:
        """A scope's rules; those of the league for a season that has none of its own, and for a year."""
        own = scope if scope in self.documents else ALL_TIME
        if own not in self._parsed:
            self._parsed[own] = _parse(json.dumps(self.documents[own], sort_keys=True))
        return self._parsed[own]


@lru_cache(maxsize=256)
def _parse(document: str) -> LeagueRules:
    return rules_of(json.loads(document)).options


class Inputs(NamedTuple):
    """What stands in the league at a moment: as long as ``seq`` is its number, nothing of this has changed."""

    league: int
    seq: int
    binned: bool
    rules: RulesByScope
    merged: Mapping[str, str]


class LeagueResult(NamedTuple):
    """A match as it is taken in. ``result`` is None while it is open, and has no deals where it was read from its row;
    its players are those of today.
    """

    match: str
    position: str
    season: str
    game: str
    night: str
    series: str | None
    state: str
    counted: bool
    players: tuple[str, ...]
    why_not: Text | None
    result: Result | None
    evening: str | None = None
    """The evening that it is counted with, where a scope counts evenings as a whole."""

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes in which it counts: all time, and its season."""
        return tuple(dict.fromkeys((ALL_TIME, self.season)))


HEAD = LeagueResult._fields[:8]
"""What stands under the same name, and in the same order, in a row of ``league_taken``; the rest is in its facts."""
_LEAGUE = select(LeagueRow.seq, LeagueRow.rules, LeagueRow.binned_at).where(
    LeagueRow.id == bindparam("league")
)
_SEASONS = select(LeagueSeasonRow.key, LeagueSeasonRow.rules).where(
    LeagueSeasonRow.league_id == bindparam("league")
)


def read_inputs(session: Session, league: int, earlier: Inputs | None = None) -> Inputs | None:
    """What stands in a league now: ``earlier``, if nothing happened since; None without such a league."""
    row = session.execute(_LEAGUE, {"league": league}).first()
    if row is None or (earlier is not None and earlier.seq == row.seq):
        return None if row is None else earlier
    rules = read_rules_by_scope(session, league, row.rules)
    return Inputs(league, row.seq, row.binned_at is not None, rules, merged_keys(session, league))


def read_rules_by_scope(session: Session, league: int, rules: dict[str, Any]) -> RulesByScope:
    """The rules of every scope of a league."""
    own = {
        key: document
        for key, document in session.execute(_SEASONS, {"league": league})
        if document is not None
    }
    return RulesByScope(
        {ALL_TIME: rules, **{key: document for key, document in own.items() if document != rules}}
    )


def taken_of(inputs: Inputs, scored: ScoredMatch, evening: str | None = None) -> LeagueResult | None:
    """A match as it is taken in, under the keys of today; None for one that is out, or whose league is in the bin.

    ``evening`` is the one that it is counted with.
    """
    if scored.about is None or inputs.binned:
        return None
    players = tuple(inputs.merged.get(player, player) for player in scored.about.players)
    about, result = scored.about._replace(players=players), None
    if scored.result is not None:
        result = scored.result.told_of(inputs.merged, ended=inputs.rules.of(ALL_TIME).credited == ENDED)
        about, players = result.about, result.players
    season = about.season or ALL_TIME
    reason = None if result is None else why_not(result, inputs.rules.of(season))
    unasked = counts_unasked(about.confirmation, inputs.rules.of(season))
    state = OPEN_STATE if result is None else CONFIRMED if unasked else about.confirmation
    return LeagueResult(
        match=about.match,
        position=f"{about.night}|{about.moment}|{about.came:09}|{about.match}",  # the order of Result.order
        season=season,
        game=scored.row.game,
        night=about.night,
        series=about.series,
        state=PROPOSED if scored.proposed else state,
        counted=result is not None and reason is None,
        players=players,
        why_not=reason,
        result=result,
        evening=evening,
    )


_POSITION = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\|[^|]{0,40}\|[0-9]{1,20}\|[^|]{1,60}")


def is_position(written: str) -> bool:
    """Whether a word has the form of a place in the order of all."""
    return _POSITION.fullmatch(written) is not None


def pack(document: Any) -> bytes:
    """A document, compressed: always the same bytes for the same document."""
    return zlib.compress(json.dumps(document, sort_keys=True, separators=(",", ":")).encode(), 1)


def unpack(packed: bytes) -> Any:
    """The document that :func:`pack` made."""
    return json.loads(zlib.decompress(packed))


def facts_of(match: LeagueResult) -> dict[str, Any]:
    """What lists, standings and ratings need of a match, without its deals."""
    facts: dict[str, Any] = {"players": list(match.players)}
    if match.why_not is not None:
        facts["why_not"] = [match.why_not.msgid, dict(match.why_not.params)]
    if match.evening is not None:
        facts["evening"] = match.evening
    result = match.result
    if result is not None:
        facts |= {
            "sides": [list(seats) for seats in result.sides],
            "totals": list(result.totals),
            "winners": list(result.winners),
            "placements": list(result.placements),
            "status": result.status,
            "lowest": result.lowest_wins,
            "best_of": result.about.best_of,
            **({"begun": True} if result.begun else {}),
        }
    return facts


def read_taken(row: Any) -> LeagueResult:
    """A match from its row of ``league_taken``: its result is enough for standings, ratings and form."""
    facts, result = row.facts, None
    reason, players = facts.get("why_not"), tuple(facts["players"])
    if "sides" in facts:
        result = Result(
            about=About(row.match, players, row.night, best_of=facts["best_of"]),
            game=row.game,
            preset="",
            sides=tuple(tuple(seats) for seats in facts["sides"]),
            totals=tuple(facts["totals"]),
            lowest_wins=facts["lowest"],
            status=facts["status"],
            endless=False,
            winners=tuple(facts["winners"]),
            placements=tuple(facts["placements"]),
            begun=facts.get("begun", False),
        )
    head = (getattr(row, name) for name in HEAD)
    why = None if reason is None else Text(*reason)
    return LeagueResult._make([*head, players, why, result, facts.get("evening")])


def read_rows(session: Session, model: int, column: Any, keys: Iterable[str]) -> Sequence[Any]:
    """The matches of a model that have one of these in a column of ``league_taken``."""
    query = select(TAKEN).where(TAKEN.c.model_id == model, column.in_(select_names(session, keys)))
    return session.execute(query).all()
