"""Takes in evenings that count as a whole: what one gives follows from its rounds and from its matches as taken in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from scorekeeper.league.evening.played import told_of
from scorekeeper.league.evening.season_points import EVENING_MARK, PlayedEvening, evening_shares
from scorekeeper.league.evening.standings import list_units
from scorekeeper.league.evening.state import MATCHES, Evening, read_evening
from scorekeeper.league.results import CONTESTED
from scorekeeper.league.rules import BY_EVENINGS
from scorekeeper.store.leagues.evening.reading import play_rounds
from scorekeeper.store.leagues.figures.inputs import Inputs, LeagueResult, read_rows, read_taken
from scorekeeper.store.leagues.figures.models import EVENING, TAKEN
from scorekeeper.store.leagues.figures.rows import (
    NO_SHARES,
    MatchShares,
    Source,
    read_shares,
    shares_document,
)
from scorekeeper.store.leagues.log.models import LeagueNightRow
from scorekeeper.store.leagues.matches.scored import ScoredMatch

Closed = Mapping[str, tuple[str, Evening]]
"""By the key of a night its date, and its evening that was closed."""
Pair = tuple[LeagueResult | None, LeagueResult | None]


def read_closed(
    session: Session, inputs: Inputs, scored: Iterable[ScoredMatch], rows: Iterable[Any]
) -> Closed:
    """The closed evenings that these matches are or were part of, by their nights and by their rows; none where no
    scope counts evenings.
    """
    if all(document.get("counting") not in BY_EVENINGS for document in inputs.rules.documents.values()):
        return {}
    dates = {match.about.night for match in scored if match.about is not None}
    keys = {row.facts["evening"] for row in rows if "evening" in row.facts}
    there = or_(LeagueNightRow.date.in_(dates), LeagueNightRow.key.in_(keys))
    query = select(LeagueNightRow.key, LeagueNightRow.date, LeagueNightRow.evening).where(
        LeagueNightRow.league_id == inputs.league, LeagueNightRow.evening.is_not(None), there
    )
    evenings = ((key, date, read_evening(document)) for key, date, document in session.execute(query))
    return {key: (date, evening) for key, date, evening in evenings if evening is not None and evening.closed}


def find_evening(closed: Closed, match: ScoredMatch) -> str | None:
    """The evening that a match is part of: that of its night, if one of the rounds is the match's."""
    for key, (date, evening) in closed.items():
        if match.about is not None and date == match.about.night and match.row.key in list_keys(evening):
            return key
    return None


def list_keys(evening: Evening) -> list[str]:
    """The keys of all matches of an evening."""
    return [match for played in evening.rounds for match in played[MATCHES]]


def read_evenings(session: Session, model: int, sources: Sequence[str]) -> dict[Source, MatchShares]:
    """What these evenings give in each scope, as they were taken in."""
    if not sources:
        return {}
    query = select(EVENING).where(EVENING.c.model_id == model, EVENING.c.source.in_(sources))
    return {
        (row.source, row.scope): MatchShares(row.position, read_shares(row.shares))
        for row in session.execute(query)
    }


def work_out_evenings(
    session: Session, model: int, inputs: Inputs, closed: Closed, matches: Mapping[str, Pair]
) -> dict[Source, tuple[MatchShares, MatchShares]]:
    """The evenings of these matches that give something else than before. ``matches`` are what they were and are."""
    keys = sorted({match.evening for pair in matches.values() for match in pair if match and match.evening})
    before = read_evenings(session, model, [f"{EVENING_MARK}{key}" for key in keys])
    after: dict[Source, MatchShares] = {}
    for key in keys:
        if key in closed:
            date, evening = closed[key]
            rows = read_rows(session, model, TAKEN.c.match, set(list_keys(evening)) - matches.keys())
            now = [
                *(read_taken(row) for row in rows),
                *(now for _, now in matches.values() if now is not None),
            ]
            mine = [match for match in now if match.evening == key]
            for scope in dict.fromkeys(scope for match in mine for scope in match.scopes):
                if inputs.rules.of(scope).counting in BY_EVENINGS:
                    counted = [match for match in mine if scope in match.scopes]
                    after[f"{EVENING_MARK}{key}", scope] = _shares_of(
                        inputs, scope, key, date, evening, counted
                    )
    pairs = {
        source: (before.get(source, NO_SHARES), after.get(source, NO_SHARES)) for source in before | after
    }
    return {source: pair for source, pair in pairs.items() if pair[0] != pair[1]}


def _shares_of(
    inputs: Inputs, scope: str, key: str, date: str, evening: Evening, matches: Sequence[LeagueResult]
) -> MatchShares:
    """What an evening gives by the rules of a scope, from those of its matches that are in it."""
    results = {
        match.match: match.result
        for match in matches
        if match.result is not None and match.state != CONTESTED
    }
    rounds = told_of(play_rounds(evening, results), inputs.merged)
    units = list_units(evening, rounds, inputs.merged)
    played = PlayedEvening(key, date, evening.options, rounds, units)
    shares = evening_shares(played, inputs.rules.of(scope))
    if not shares:
        return NO_SHARES
    kept = json.loads(json.dumps(shares_document(shares)))
    return MatchShares(max(match.position for match in matches), read_shares(kept))
