"""Takes matches into a model: they are worked out before the lock, and their rows replaced in one short transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.ratings import NEW
from scorekeeper.league.results import result_document
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.figures import ratings, revisions
from scorekeeper.store.leagues.figures.editions import Model, save_model
from scorekeeper.store.leagues.figures.inputs import Inputs, LeagueResult, read_rows, read_taken, taken_of
from scorekeeper.store.leagues.figures.models import TAKEN
from scorekeeper.store.leagues.figures.rows import (
    SERIES_MARK,
    RowChanges,
    Source,
    rating_inputs,
    sources_of,
    work_out_shares,
)
from scorekeeper.store.leagues.figures.take_evenings import find_evening, read_closed, work_out_evenings
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.leagues.matches.scored import ScoredMatch, score_matches
from scorekeeper.store.match.models import MatchRow, table_of

MATCH = table_of(LeagueMatchRow)


class Intake(NamedTuple):
    """Matches worked out and not yet written: what was read, and what that changes.

    ``matches`` have their key, what they were and what they are. Ratings change from ``recompute_from`` on, for
    ``players`` whose matches changed. ``values`` are noted at the matches themselves.
    """

    scored: Sequence[ScoredMatch]
    matches: Sequence[tuple[str, LeagueResult | None, LeagueResult | None]]
    changes: RowChanges
    shares: revisions.Pairs
    recompute_from: str | None
    players: frozenset[str]
    values: Mapping[int, Mapping[str, Any]]


def work_out(session: Session, model: Model, inputs: Inputs, league_matches: Sequence[LeagueMatch]) -> Intake:
    """Score these matches and find what changes. Reads only, so that no writer waits for it."""
    scored, rules = score_matches(session, inputs.league, league_matches), inputs.rules
    rows = read_rows(session, model.id, TAKEN.c.match, [match.row.key for match in scored])
    stored_rows = {row.match: row for row in rows}
    closed = read_closed(session, inputs, scored, rows)
    changes, both = RowChanges(model.id), dict[str, tuple[LeagueResult | None, LeagueResult | None]]()
    matches = []
    for match in scored:
        before, now = stored_rows.get(match.row.key), taken_of(inputs, match, find_evening(closed, match))
        was = None if before is None else read_taken(before)
        both[match.row.key] = was, now
        if changes.match(before, was, now):
            matches.append((match.row.key, was, now))
    mates = _read_mates(session, model, matches)
    old = by_name([*mates, *(was for _, was, _ in matches if was is not None)])
    new = by_name([*mates, *(now for *_, now in matches if now is not None)])
    shares = work_out_evenings(session, model.id, inputs, closed, both)
    for source in _list_sources(matches, inputs):
        pair = [work_out_shares(source, groups.get(source[0], ()), rules) for groups in (old, new)]
        if pair[0] != pair[1]:
            shares[source] = pair[0], pair[1]
    for source, (old_shares, new_shares) in shares.items():
        changes.shares(source, old_shares, new_shares, rules.of(source[1]))
    moved = [
        match
        for _, was, now in matches
        if rating_inputs(was) != rating_inputs(now)
        for match in (was, now)
        if match is not None and match.counted
    ]
    first = min((match.position for match in moved), default=None)
    players = frozenset(player for match in moved for player in match.players if not is_stranger(player))
    return Intake(scored, matches, changes, shares, first, players, _list_values(scored, inputs))


def _list_sources(
    matches: Iterable[tuple[str, LeagueResult | None, LeagueResult | None]], inputs: Inputs
) -> dict[Source, None]:
    """The matches and series that changed, by scope; evenings are worked out by themselves."""
    both = (match for _, *two in matches for match in two if match is not None)
    named = (source for match in both for source in sources_of(match, inputs.rules))
    return {source: None for source in named if not source[0].startswith(EVENING_MARK)}


def _read_mates(session: Session, model: Model, matches: Iterable[Any]) -> list[LeagueResult]:
    """The other matches of the series that these belong to, as they were taken in."""
    keys = {key for key, *_ in matches}
    series = {
        match.series for _, *two in matches for match in two if match is not None and match.series is not None
    }
    rows = read_rows(session, model.id, TAKEN.c.series, series) if series else []
    return [read_taken(row) for row in rows if row.match not in keys]


def by_name(matches: Iterable[LeagueResult]) -> dict[str, list[LeagueResult]]:
    """Matches under their own name, and under that of their series."""
    groups: dict[str, list[LeagueResult]] = {}
    for match in matches:
        groups.setdefault(match.match, []).append(match)
        if match.series is not None:
            groups.setdefault(f"{SERIES_MARK}{match.series}", []).append(match)
    return groups


def write_intake(session: Session, model: Model, inputs: Inputs, intake: Intake, **progress: Any) -> None:
    """Write what was worked out, in the caller's transaction; nothing if the league or one of these matches moved on
    since it was read.
    """
    if _has_moved_on(session, inputs, intake.scored):
        return
    if model.current and intake.matches:
        last = ratings.last_position(session, model.id)
        revisions.note_revisions(session, model.league_id, intake.matches, intake.shares, last)
    changes = dict(progress)
    if intake.recompute_from is not None:
        first = min(model.recompute_from or intake.recompute_from, intake.recompute_from)
        changes["recompute_from"] = first
        if model.current:
            shown = ratings.latest(session, model.id, intake.players)
            before = {player: shown.get(player, NEW).shown for player in intake.players}
            changes["moved"] = before | ratings.read_moved(session, model.id)
    intake.changes.write(session)
    _note_at_matches(session, intake.scored, intake.values)
    save_model(session, model, **changes)


def _has_moved_on(session: Session, inputs: Inputs, scored: Sequence[ScoredMatch]) -> bool:
    """Whether anything was written to the league or to one of these matches since they were read."""
    seq = session.execute(
        select(LeagueRow.seq).where(LeagueRow.id == inputs.league).with_for_update()
    ).scalar()
    if seq != inputs.seq:
        return True
    read = {match.row.match_id: match.row.match_seq for match in scored if match.row.match_id is not None}
    query = select(MatchRow.id, MatchRow.seq).where(MatchRow.id.in_(read))
    return any(read[key] != seq for key, seq in session.execute(query)) if read else False


def _note_at_matches(
    session: Session, scored: Sequence[ScoredMatch], values: Mapping[int, Mapping[str, Any]]
) -> None:
    """Note at the matches themselves what they came to."""
    there = MATCH.c.id.in_([match.row.id for match in scored])
    session.execute(update(MATCH).where(there, MATCH.c.dirty.is_(True)).values(dirty=False))
    for number, changed in values.items():
        session.execute(update(MATCH).where(MATCH.c.id == number).values(**changed))


def _list_values(scored: Sequence[ScoredMatch], inputs: Inputs) -> dict[int, dict[str, Any]]:
    """By the number of a row what the match came to, where that stands there otherwise. A result that was handed down
    is a fact: it stays.
    """
    changed: dict[int, dict[str, Any]] = {}
    for match in scored if not inputs.binned else ():
        values: dict[str, Any] = {"status": None if match.result is None else match.result.status}
        if match.row.match_id is not None:
            document = None if match.result is None else json.loads(json.dumps(result_document(match.result)))
            values |= {"moment": match.moment, "seen_seq": match.version, "result": document}
        if match.about is not None and any(
            getattr(match.row, name) != value for name, value in values.items()
        ):
            changed[match.row.id] = values
    return changed
