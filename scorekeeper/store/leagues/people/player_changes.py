"""Changing the players of a league: new ones, names, merges, claims, and names that go for ever."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.league.evening.seating import list_people
from scorekeeper.league.evening.state import read_evening
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, READ, SCORE, Access
from scorekeeper.store.leagues.log.change_rows import group_of, matches_of
from scorekeeper.store.leagues.log.events import LeagueEvent, events_after
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import (
    LeagueMatchRow,
    LeagueNightRow,
    LeaguePlayerRow,
    LeagueSeatRow,
)
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.texts import add_text
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, check_room, in_league, name_request
from scorekeeper.store.leagues.people.anonymity import NO_WAY_BACK, find_who_sat_down
from scorekeeper.store.leagues.people.former_names import FORMER
from scorekeeper.store.leagues.people.roster import (
    LeaguePlayer,
    find_current_player,
    find_player,
    next_number,
    players_by_name,
)

MAX_PLAYERS = 20_000
MAX_AT_ONCE = 5000


def add_player(
    session: Session, access: Access, *, uuid: str, name: str, guest: bool = False
) -> WrittenEvent:
    """A new player; the event's ``subject`` is the key. Scorers may. Two players may share a name: they are hinted."""
    form = FieldReader()
    new_name = form.name(name)
    form.check()

    def write_player(write: LeagueWrite) -> LeagueEvent:
        event = new_player(write, new_name, guest=guest)
        _mark_where_sat_down(write, [new_name])
        return event

    named = name_request(uuid, new_name)
    return in_league(session, access, SCORE, named, event_kinds.PLAYER, write_player, {"guest": guest})


def add_players(
    session: Session, access: Access, *, uuid: str, names: Sequence[str], guests: bool = False
) -> list[str]:
    """Several new players in one write; their keys in the order of the names. Paths are ``names[3]``."""
    form = FieldReader()
    new_names = [form.name(name, f"names[{place}]") for place, name in enumerate(names)]
    form.check()
    if not new_names or len(new_names) > MAX_AT_ONCE:
        text = T("Write between one and {most} names here.", most=MAX_AT_ONCE)
        raise make_refusal("names", "too_many", text)
    made: list[LeagueEvent] = []

    def write_players(write: LeagueWrite) -> LeagueEvent:
        made[:] = [new_player(write, name, guest=guests) for name in new_names]
        _mark_where_sat_down(write, new_names)
        return made[0]

    named = name_request(uuid, new_names)
    first = in_league(session, access, SCORE, named, event_kinds.PLAYER, write_players)
    if first.repeated:
        made = events_after(session, access.league.id, after=first.event.seq - 1, limit=len(new_names))
    return [str(event.subject) for event in made]


def new_player(
    write: LeagueWrite,
    name: str | None,
    *,
    guest: bool = False,
    away: bool = False,
    key: str | None = None,
    imported: str | None = None,
) -> LeagueEvent:
    """A new player within a write; the caller has read the name, which is None for one who was anonymous elsewhere."""
    number = next_number(write.session, write.league.id)
    check_room(number - 1, MAX_PLAYERS, "name")
    body: dict[str, object] = {"guest": guest, "number": number, **({"away": True} if away else {})}
    if imported is not None:
        body["import"] = imported
    event = write.write(event_kinds.PLAYER, key or write.new_key("player"), body)
    if name is not None:
        store_name(write, str(event.subject), name)
    return event


def store_name(write: LeagueWrite, key: str, name: str) -> None:
    write.put_beside(LeaguePlayerRow, key, name=name, name_key=name_key(name))


def expect_player(write: LeagueWrite, key: str) -> LeaguePlayer:
    """The player of this very key, or NotThere."""
    player = find_player(write.session, write.league.id, key)
    if player is None:
        raise NotThere(key)
    return player


def rename(session: Session, access: Access, *, uuid: str, key: str, seen: int, name: str) -> WrittenEvent:
    """Call a player otherwise: organisers anybody, an account the player that it claimed."""
    form = FieldReader()
    new_name = form.name(name)
    form.check()

    def write_name(write: LeagueWrite) -> LeagueEvent:
        player = _expect_own_player(write, key)
        write.check_seen(key, player.touched, seen)
        if player.name is None:
            raise make_refusal("name", "anonymous", NO_WAY_BACK)
        event = write_former_name(write, key, player.name)
        store_name(write, key, new_name)
        _mark_where_sat_down(write, [new_name, player.name])
        return event

    named = name_request(uuid, new_name)
    return in_league(session, access, READ, named, event_kinds.RENAMED, write_name, {"subject": key})


def write_former_name(write: LeagueWrite, key: str, name: str) -> LeagueEvent:
    """A name that a player has no more, within a write; the caller stores the one of today."""
    return write.write(event_kinds.RENAMED, key, {FORMER: add_text(write.session, write.league.id, name)})


def _expect_own_player(write: LeagueWrite, key: str) -> LeaguePlayer:
    """A player that the asker may speak for: an organiser for every one, an account for the one it claimed."""
    player, account = expect_player(write, key), write.who.account
    own = account is not None and account_of(write.session, write.league.id, key) == account
    if not (own or write.access.may(ORGANISE)):
        raise NotThere(key)
    return player


def set_away(session: Session, access: Access, *, uuid: str, key: str, away: bool) -> WrittenEvent:
    """Say that a player is away for a while, or is back: who is away stands in no list for the next match. Organisers
    only.
    """

    def write_away(write: LeagueWrite) -> LeagueEvent:
        expect_player(write, key)
        return write.write(event_kinds.PLAYER, key, {"away": away})

    asked = {"subject": key, "away": away}
    return in_league(session, access, ORGANISE, uuid, event_kinds.PLAYER, write_away, asked)


# --- merging --------------------------------------------------------------------------------------


def merge(session: Session, access: Access, *, uuid: str, key: str, into: str) -> WrittenEvent:
    """Say that ``key`` is ``into``: what ``key`` played counts for ``into``. Organisers only.

    Refused when the two met in one match, are claimed by different accounts, when only one of them has a name, or when
    both are in an evening that is still run.
    """

    def merge_players(write: LeagueWrite) -> LeagueEvent:
        return write_merge(write, key, into)

    return in_league(session, access, ORGANISE, uuid, event_kinds.MERGED, merge_players, {"subject": key})


def write_merge(write: LeagueWrite, key: str, into: str, imported: str | None = None) -> LeagueEvent:
    """The same within a write, also of an import."""
    merged, target = expect_player(write, key), find_current_player(write.session, write.league.id, into)
    if target is None:
        raise NotThere(into)
    _check_merge(write, merged, target)
    brought = {} if imported is None else {"import": imported}
    return write.write(event_kinds.MERGED, key, {"into": target.key, **brought})


def _are_in_evening(write: LeagueWrite, *persons: set[str]) -> bool:
    """Whether an evening that is still run has each of these persons, by any of their keys."""
    row = LeagueNightRow
    run = select(row.evening).where(row.league_id == write.league.id, row.evening.is_not(None))
    evenings = map(read_evening, write.session.execute(run).scalars())
    people = [
        {*evening.here, *list_people(evening)} for evening in evenings if evening and not evening.closed
    ]
    return any(all(here & keys for keys in persons) for here in people)


def _check_merge(write: LeagueWrite, merged: LeaguePlayer, target: LeaguePlayer) -> None:
    if merged.merged_into is not None:
        raise make_refusal("key", "merged_already", T("This player was put together with another already."))
    if merged.key == target.key:
        raise make_refusal("into", "same_player", T("Choose another player: this is the same one."))
    if (merged.name is None) != (target.name is None):
        text = T(
            "One of these two is anonymous. Take the other one’s name away first; that cannot be taken back."
        )
        raise make_refusal("into", "one_anonymous", text)
    mine, theirs = (group_of(write.session, write.league.id, player.key) for player in (merged, target))
    if len({*_claims(write.session, write.league.id, mine | theirs).values()}) > 1:
        text = T(
            "Two people have claimed these players with their accounts; one of them has to let go first."
        )
        raise make_refusal("into", "two_accounts", text)
    if _are_in_evening(write, mine, theirs):  # they sit at tables of their own
        text = T("Both are in an evening that is still being run; close it first.")
        raise make_refusal("into", "in_evening", text)
    against = LeagueSeatRow.league_match_id.in_(matches_of(write.league.id, theirs))
    met = matches_of(write.league.id, mine).where(against)
    if write.session.execute(met.limit(1)).first() is not None or _met_where_one_sat_down(
        write, mine, theirs
    ):
        text = T("These two have played in one match, so they cannot be one person.")
        raise make_refusal("into", "met", text)


def _met_where_one_sat_down(write: LeagueWrite, mine: set[str], theirs: set[str]) -> bool:
    """Whether both played in a match during which one of them sat down or joined."""
    meant = players_by_name(write.session, write.league.id)

    def came_to(group: set[str]) -> set[int]:
        names = [name for name, key in meant.items() if key in group]
        return {match.id for match, _who in find_who_sat_down(write.session, write.league.id, names)}

    def began(group: set[str]) -> set[int | None]:
        ours = LeagueMatchRow.id.in_(matches_of(write.league.id, group))
        return set(write.session.execute(select(LeagueMatchRow.match_id).where(ours)).scalars())

    came, others = came_to(mine), came_to(theirs)
    return bool(came & others or came & began(theirs) or others & began(mine))


def _mark_where_sat_down(write: LeagueWrite, names: Sequence[str]) -> None:
    """Mark the matches during which a person of one of these names sat down: it may be known now who that was."""
    matches = {match.id for match, _who in find_who_sat_down(write.session, write.league.id, names)}
    if matches:
        ours = LeagueMatchRow.league_id == write.league.id, LeagueMatchRow.match_id.in_(matches)
        write.session.execute(update(LeagueMatchRow).where(*ours).values(dirty=True))


def count_matches(session: Session, league: int, key: str) -> int:
    """How many matches a player has played, under all keys of the person."""
    played = matches_of(league, _person(session, league, key)).distinct().subquery()
    return int(session.execute(select(func.count()).select_from(played)).scalar_one())


def unmerge(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Take back that ``key`` was merged into another: everything is as it would be without it. Organisers only."""

    def write_unmerging(write: LeagueWrite) -> LeagueEvent:
        if expect_player(write, key).merged_into is None:
            raise make_refusal("key", "not_merged", T("This player stands alone already."))
        return write.write(event_kinds.UNMERGED, key, {})

    return in_league(session, access, ORGANISE, uuid, event_kinds.UNMERGED, write_unmerging, {"subject": key})


# --- accounts -------------------------------------------------------------------------------------


def account_of(session: Session, league: int, key: str) -> int | None:
    """The account that claimed a player under any of the keys that turned out to be one person; None without one."""
    return next(iter(_claims(session, league, _person(session, league, key)).values()), None)


def _person(session: Session, league: int, key: str) -> set[str]:
    """All the keys that turned out to be one person with this one."""
    whole = find_current_player(session, league, key)
    return set() if whole is None else group_of(session, league, whole.key)


def _claims(session: Session, league: int, keys: set[str]) -> dict[str, int]:
    row = LeaguePlayerRow
    claimed = row.league_id == league, row.key.in_(keys), row.account_id.is_not(None)
    rows = session.execute(select(row.key, row.account_id).where(*claimed).order_by(row.id))
    return {key: account for key, account in rows if account is not None}


def claim(write: LeagueWrite, key: str, account: int) -> LeagueEvent:
    """The account is this player from now on, within a write that has checked that it may be."""
    player = find_current_player(write.session, write.league.id, key)
    if player is None or player.name is None:
        raise NotThere(key)
    group = group_of(write.session, write.league.id, player.key)
    holders = _claims(write.session, write.league.id, group).values()
    if {*holders} - {account}:
        raise make_refusal("player", "claimed", T("Another account has claimed this player."))
    row = LeaguePlayerRow
    mine = row.league_id == write.league.id, row.account_id == account, row.key.not_in(group)
    if write.session.execute(select(func.count()).where(*mine)).scalar():
        text = T("Your account is another player in this league; an organiser can put the two together.")
        raise make_refusal("player", "another_player", text)
    return write.write(event_kinds.CLAIMED, player.key, {"account": account})


def let_go(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Undo the claim on a player: organisers, or the account that claimed."""

    def release_claims(write: LeagueWrite) -> LeagueEvent:
        _expect_own_player(write, key)
        claims = _claims(session, write.league.id, _person(session, write.league.id, key))
        let = [write.write(event_kinds.CLAIMED, claimed, {"account": None}) for claimed in claims]
        if not let:
            raise make_refusal("key", "not_claimed", T("No account has claimed this player."))
        return let[0]

    return in_league(session, access, READ, uuid, event_kinds.CLAIMED, release_claims, {"account": None})
