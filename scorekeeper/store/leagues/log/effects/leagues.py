"""What events do to a league itself, its roles, players, seasons, nights and imports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.league.evening import state
from scorekeeper.league.evening.seating import list_people
from scorekeeper.store import upsert
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.change_rows import given_fields, group_of, mark_players_stale, put_row
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import (
    LeagueEventRow,
    LeagueImportRow,
    LeagueMatchRow,
    LeagueNightRow,
    LeaguePlayerRow,
    LeagueRoleRow,
    LeagueRow,
    LeagueSeasonRow,
    LeagueSeatRow,
)


def apply_described(session: Session, league: int, event: LeagueEvent) -> None:
    """Write the rules, house rules, access and link that the event holds."""
    values: dict[str, Any] = given_fields(event, "rules", "house", "access")
    if "rules" in values:
        values["rules_seq"] = event.seq
    if event.body.get("link"):
        values["generation_link"] = LeagueRow.generation_link + 1
    if values:
        session.execute(update(LeagueRow).where(LeagueRow.id == league).values(**values))


def apply_binned(session: Session, league: int, event: LeagueEvent) -> None:
    """Into the bin, or out of it."""
    at = event.at if event.kind == event_kinds.BINNED else None
    session.execute(update(LeagueRow).where(LeagueRow.id == league).values(binned_at=at))


def apply_role(session: Session, league: int, event: LeagueEvent) -> None:
    """An account gets a role, another one, or none. One that was deleted since gets none."""
    account, role = event.body["account"], event.body["role"]
    ours = LeagueRoleRow.league_id == league, LeagueRoleRow.account_id == account
    if role is None or not _account_exists(session, account):
        session.execute(delete(LeagueRoleRow).where(*ours))
        return
    key, values = {"league_id": league, "account_id": account}, {"role": role, "touched": event.seq}
    upsert.put_row(session, LeagueRoleRow, key, {**values, "at": event.at}, values)


def _account_exists(session: Session, account: int) -> bool:
    return session.execute(select(AccountRow.id).where(AccountRow.id == account)).first() is not None


def apply_player(session: Session, league: int, event: LeagueEvent) -> None:
    """A new player, or whether one is a guest or away, or is called otherwise. The name lies beside the log."""
    put_row(session, LeaguePlayerRow, league, event, given_fields(event, "guest", "away", "number"))


def apply_merged(session: Session, league: int, event: LeagueEvent) -> None:
    """A player turned out to be another, or after all not; the matches of both have to be derived again."""
    assert event.subject is not None
    put_row(session, LeaguePlayerRow, league, event, {"merged_into": event.body.get("into")})
    mark_players_stale(session, league, group_of(session, league, event.subject))


def apply_hidden(session: Session, league: int, event: LeagueEvent) -> None:
    """Take the claim away with the name."""
    assert event.subject is not None
    group = group_of(session, league, event.subject)
    ours = LeaguePlayerRow.league_id == league, LeaguePlayerRow.key.in_(group)
    session.execute(update(LeaguePlayerRow).where(*ours).values(account_id=None))
    put_row(session, LeaguePlayerRow, league, event, {})


def apply_claimed(session: Session, league: int, event: LeagueEvent) -> None:
    """Write or end an account's claim on a player."""
    account = event.body["account"]
    kept = account if account is not None and _account_exists(session, account) else None
    put_row(session, LeaguePlayerRow, league, event, {"account_id": kept})


def apply_season(session: Session, league: int, event: LeagueEvent) -> None:
    """A season, or what is otherwise about it. Its name lies beside the log."""
    values = given_fields(event, "starts", "ends", "rules")
    if "rules" in values:
        values["rules_seq"] = event.seq
    put_row(session, LeagueSeasonRow, league, event, values, name="")


def apply_night(session: Session, league: int, event: LeagueEvent) -> None:
    """A night, or what is otherwise about it; or that it is no more. Its place lies beside the log."""
    if event.body.get("gone"):
        ours = LeagueNightRow.league_id == league, LeagueNightRow.key == event.subject
        session.execute(delete(LeagueNightRow).where(*ours))
        return
    values = given_fields(event, "date", "season", "starts", "planned", "cancelled", "came")
    put_row(session, LeagueNightRow, league, event, values, came=values.get("came", []))


def apply_evening(session: Session, league: int, event: LeagueEvent) -> None:
    """What is said of a night that is run, put to what was said before. The name of its plan lies beside the log."""
    ours = LeagueNightRow.league_id == league, LeagueNightRow.key == event.subject
    before = session.execute(select(LeagueNightRow.evening).where(*ours)).scalar()
    body = event.body
    published = {state.ROUND: {**body[state.ROUND], state.EVENT: event.seq}} if state.ROUND in body else {}
    touched = {} if body.keys() <= {state.ASK, state.CALL} else {"touched": event.seq}
    after = state.apply_change(before, {**body, **published})
    session.execute(update(LeagueNightRow).where(*ours).values(evening=after, **touched))
    evenings = [evening for evening in (before, after) if evening]
    moves = body.keys() & {state.PLAN, state.HERE, state.ROUND, state.TABLE, state.SAT, state.CLOSED}
    if moves and any(evening.get(state.CLOSED) for evening in evenings):
        _mark_evening_stale(session, league, evenings)


def _mark_evening_stale(session: Session, league: int, evenings: Iterable[Mapping[str, Any]]) -> None:
    """Mark the matches of a closed evening: what it gives as a whole has to be derived again."""
    keys = {
        match for evening in evenings for played in evening[state.ROUNDS] for match in played[state.MATCHES]
    }
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.key.in_(keys)
    session.execute(update(LeagueMatchRow).where(*ours).values(dirty=True))


def apply_imported(session: Session, league: int, event: LeagueEvent) -> None:
    """Something was taken in whole. What it brought follows in events of its own, that name it."""
    key = {"league_id": league, "key": event.body["import"]}
    values = {"kind": event.body["kind"], "at": event.at, "undone_at": None}
    upsert.put_row(session, LeagueImportRow, key, {**values, "account_id": event.account}, values)


def apply_import_undone(session: Session, league: int, event: LeagueEvent) -> None:
    """Its matches are out; its evenings, players, seasons and nights go where nothing else has come to need them."""
    key = event.body["import"]
    ours = LeagueImportRow.league_id == league, LeagueImportRow.key == key
    session.execute(update(LeagueImportRow).where(*ours).values(undone_at=event.at))
    brought = LeagueMatchRow.league_id == league, LeagueMatchRow.imported == key
    ids = select(LeagueMatchRow.id).where(*brought)
    session.execute(delete(LeagueSeatRow).where(LeagueSeatRow.league_match_id.in_(ids)))
    gone = {"out": True, "dirty": True, "match_id": None, "touched": event.seq}
    session.execute(update(LeagueMatchRow).where(*brought).values(**gone))
    _take_apart(session, league, event)
    _drop_evenings(session, league, event)
    _drop_nights(session, league, key)
    _drop_seasons(session, league, key)
    _drop_players(session, league, key)


def _take_apart(session: Session, league: int, event: LeagueEvent) -> None:
    """Take back the merges of the import, unless a later event merged the same players."""
    row, log, key = LeaguePlayerRow, LeagueEventRow, event.body["import"]
    ours = row.league_id == league, row.imported == key, row.merged_into.is_not(None)
    before = log.league_id == league, log.kind == event_kinds.MERGED, log.seq < event.seq
    merged = log.subject.in_(select(row.key).where(*ours))
    query = select(log.subject, log.body).where(*before, merged).order_by(log.seq)
    last = {merge.subject: merge.body for merge in session.execute(query)}
    for player, body in last.items():
        if body.get("import") == key:
            mark_players_stale(session, league, group_of(session, league, str(player)))
            change = update(row).where(row.league_id == league, row.key == player)
            session.execute(change.values(merged_into=None, touched=event.seq))


def _drop_evenings(session: Session, league: int, event: LeagueEvent) -> None:
    """Take the evenings of the import from their nights, unless more was said of them since."""
    row, log, key = LeagueNightRow, LeagueEventRow, event.body["import"]
    brought = log.league_id == league, log.kind == event_kinds.EVENING, log.body["import"].as_string() == key
    last = select(log.seq).where(*brought, log.subject == row.key, log.seq == row.touched).exists()
    evenings = session.execute(select(row.evening).where(row.league_id == league, last)).scalars().all()
    _mark_evening_stale(session, league, evenings)
    gone = update(row).where(row.league_id == league, last).values(evening=None, plan_name=None)
    session.execute(gone.execution_options(synchronize_session=False))


def _drop_nights(session: Session, league: int, key: str) -> None:
    """Delete nights of the import of which nothing was said since, and on which nothing else was played."""
    row, log = LeagueNightRow, LeagueEventRow
    ours = LeagueMatchRow.league_id == league, LeagueMatchRow.out.is_(False)
    played = select(LeagueMatchRow.night).where(*ours)
    last = select(log.seq).where(log.league_id == league, log.seq == row.touched)
    untouched = last.where(log.body["import"].as_string() == key).exists()
    unused = row.imported == key, row.date.not_in(played), untouched
    session.execute(
        delete(row).where(row.league_id == league, *unused).execution_options(synchronize_session=False)
    )


def _drop_seasons(session: Session, league: int, key: str) -> None:
    for table in (LeagueMatchRow, LeagueNightRow):  # a row that another points at stays
        pointing = select(table.season).where(table.league_id == league, table.season.is_not(None))
        if table is LeagueMatchRow:
            pointing = pointing.where(LeagueMatchRow.out.is_(False))
        kept = set(session.execute(pointing.distinct()).scalars())
        ours = LeagueSeasonRow.league_id == league, LeagueSeasonRow.imported == key
        used = update(LeagueSeasonRow).where(*ours, LeagueSeasonRow.key.in_(kept)).values(imported=None)
        session.execute(used)
    session.execute(delete(LeagueSeasonRow).where(*ours))


def _drop_players(session: Session, league: int, key: str) -> None:
    """Delete players of the import who played nothing else, came to no night and are in no evening, and are neither
    merged nor claimed.
    """
    came: set[str] = set()
    row = LeagueNightRow
    for listed, document in session.execute(select(row.came, row.evening).where(row.league_id == league)):
        came.update(listed)
        if (evening := state.read_evening(document)) is not None:
            came.update(evening.here, list_people(evening))
    while gone := [row.id for row in _unused_players(session, league, key) if row.key not in came]:
        for at in range(0, len(gone), 500):  # a player that one of them was merged into may go then too
            session.execute(delete(LeaguePlayerRow).where(LeaguePlayerRow.id.in_(gone[at : at + 500])))


def _unused_players(session: Session, league: int, key: str) -> Sequence[Any]:
    row = LeaguePlayerRow
    seats = select(LeagueSeatRow.player).where(LeagueSeatRow.league_id == league)
    targets = select(row.merged_into).where(row.league_id == league, row.merged_into.is_not(None))
    brought = row.league_id == league, row.imported == key, row.account_id.is_(None)
    query = select(row.id, row.key).where(*brought, row.key.not_in(seats), row.key.not_in(targets))
    return session.execute(query).all()
