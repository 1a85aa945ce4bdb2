"""What each event does to the state: the same whether it happens now or the state is rebuilt from the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import String, cast, delete, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.effects import leagues, matches
from scorekeeper.store.leagues.log.events import LeagueEvent, events_after
from scorekeeper.store.leagues.log.models import (
    LeagueImportRow,
    LeagueMatchRow,
    LeagueNightRow,
    LeaguePlayerRow,
    LeagueRoleRow,
    LeagueRow,
    LeagueSeasonRow,
    LeagueSeatRow,
)
from scorekeeper.store.transactions import in_one_write

STEPS: Mapping[str, Callable[[Session, int, LeagueEvent], None]] = {
    event_kinds.FOUNDED: leagues.apply_described,
    event_kinds.DESCRIBED: leagues.apply_described,
    event_kinds.BINNED: leagues.apply_binned,
    event_kinds.RESTORED: leagues.apply_binned,
    event_kinds.SEASON: leagues.apply_season,
    event_kinds.GATHERED: matches.apply_gathered,
    event_kinds.NIGHT: leagues.apply_night,
    event_kinds.EVENING: leagues.apply_evening,
    event_kinds.IMPORTED: leagues.apply_imported,
    event_kinds.IMPORT_UNDONE: leagues.apply_import_undone,
    event_kinds.ROLE: leagues.apply_role,
    event_kinds.PLAYER: leagues.apply_player,
    event_kinds.RENAMED: leagues.apply_player,
    event_kinds.MERGED: leagues.apply_merged,
    event_kinds.UNMERGED: leagues.apply_merged,
    event_kinds.HIDDEN: leagues.apply_hidden,
    event_kinds.CLAIMED: leagues.apply_claimed,
    event_kinds.MATCH: matches.apply_match,
    event_kinds.OFFERED: matches.apply_offered,
    event_kinds.RESULT: matches.apply_result,
    event_kinds.RESULT_BACK: matches.apply_result,
    event_kinds.RESULT_CORRECTED: matches.apply_corrected,
    event_kinds.MATCH_MOVED: matches.apply_moved,
    event_kinds.MATCH_OUT: matches.apply_out,
    event_kinds.CONFIRMED: matches.apply_confirmed,
    event_kinds.CONTESTED: matches.apply_contested,
    event_kinds.DECLINED: matches.apply_declined,
}


def apply_event(session: Session, league: int, event: LeagueEvent) -> None:
    """Change the state by one event. Names and texts are not its affair: they lie beside the log."""
    STEPS[event.kind](session, league, event)


def rebuild_state(session: Session, league: int) -> int:
    """Empty the state of a league and apply all its events again, in one transaction; how many there were.

    What is not in the log stays: names, texts, invitations, and what the derivation keeps of each match.
    """

    def replay_events() -> int:
        session.execute(select(LeagueRow.id).where(LeagueRow.id == league).with_for_update())
        beside = _read_beside(session, league)
        _empty(session, league)
        last, done = 0, 0
        while events := events_after(session, league, after=last):
            for event in events:
                apply_event(session, league, event)
            last, done = events[-1].seq, done + len(events)
        _put_back(session, league, beside)
        return done

    return in_one_write(session, replay_events)


_BESIDE: Mapping[type[Any], tuple[str, ...]] = {
    LeaguePlayerRow: ("name", "name_key"),
    LeagueSeasonRow: ("name",),
    LeagueNightRow: ("place", "plan_name"),
}
"""What lies in rows beside the log. An import that was undone takes rows with it; taken in again, they are others."""


def _read_beside(session: Session, league: int) -> dict[type[Any], dict[str, dict[str, Any]]]:
    """By table and key: what lies in each row beside the log."""
    beside: dict[type[Any], dict[str, dict[str, Any]]] = {}
    for table, names in _BESIDE.items():
        query = select(table.key, *(getattr(table, name) for name in names)).where(table.league_id == league)
        beside[table] = {row.key: dict(zip(names, row[1:], strict=True)) for row in session.execute(query)}
    return beside


def _put_back(session: Session, league: int, before: dict[type[Any], dict[str, dict[str, Any]]]) -> None:
    """Rows that went and came again while the events were applied get back what lay in them."""
    for table, now in _read_beside(session, league).items():
        for key, values in before[table].items():
            if key in now and now[key] != values:
                ours = table.league_id == league, table.key == key
                session.execute(update(table).where(*ours).values(**values))


STATE: tuple[Any, ...] = (
    LeagueRow,
    LeagueRoleRow,
    LeaguePlayerRow,
    LeagueSeasonRow,
    LeagueNightRow,
    LeagueMatchRow,
    LeagueSeatRow,
    LeagueImportRow,
)
DERIVED = frozenset({"status", "result", "moment", "seen_seq", "derived_seq", "changed_at"})
"""What the derivation keeps for itself, and when the league was last touched at all."""


def state_of(
    session: Session, league: int, without: frozenset[str] = DERIVED
) -> dict[str, list[dict[str, Any]]]:
    """Every row that follows from a league's log, by table."""
    state = {}
    for table in STATE:
        own = table.id if table is LeagueRow else table.league_id
        columns = [column for column in table.__table__.c if column.name not in without | {"id"}]
        rows = session.execute(select(*columns).where(own == league)).mappings()
        state[table.__tablename__] = sorted((dict(row) for row in rows), key=str)
    return state


def rebuild_and_compare(session: Session, league: int) -> int:
    """Rebuild the state of a league from its log; how many rows were not what the log says: none, if all is well.

    It is one transaction, during which no score is recorded.
    """
    without = DERIVED | {"dirty"}  # what is applied again has to be derived again
    before = state_of(session, league, without)
    session.rollback()
    rebuild_state(session, league)
    after = state_of(session, league, without)
    session.rollback()
    return sum(
        sum(row not in kept for row in rows) + max(0, len(kept) - len(rows))
        for rows, kept in ((after[table], before[table]) for table in after)
        if rows != kept
    )


def _empty(session: Session, league: int) -> None:
    """Everything that follows from the log alone, as if nothing had happened yet."""
    for gone in (LeagueRoleRow, LeagueSeatRow):
        session.execute(delete(gone).where(gone.league_id == league))
    blank = {"touched": 0, "imported": None}
    player = {"number": 0, "merged_into": None, "account_id": None, "guest": False, "away": False}
    night = {"starts": None, "planned": False, "cancelled": False, "evening": None}
    date = literal("#").concat(cast(LeagueNightRow.id, String))  # dates are given anew
    for table, values in (
        (LeaguePlayerRow, {**player, **blank}),
        (LeagueSeasonRow, {"starts": None, "ends": None, "rules": None, "rules_seq": 0, **blank}),
        (LeagueNightRow, {**night, "came": [], "date": date, **blank}),
        (LeagueMatchRow, {"match_id": None, "confirmation": "", "out": True, "agreed": [], **blank}),
        (LeagueImportRow, {"undone_at": None}),
    ):
        session.execute(update(table).where(table.league_id == league).values(**values))
    start = {"rules": {}, "rules_seq": 0, "house": {}, "generation_link": 1, "binned_at": None}
    session.execute(update(LeagueRow).where(LeagueRow.id == league).values(**start))
