"""Changing the players of a league: new ones, names, who is whom, claims, and names that go for ever."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.store import feed
from scorekeeper.store.leagues import events as kinds
from scorekeeper.store.leagues.access import ORGANISE, READ, SCORE, Access
from scorekeeper.store.leagues.apply_rows import group_of, matches_of
from scorekeeper.store.leagues.events import LeagueEvent
from scorekeeper.store.leagues.fields import Form
from scorekeeper.store.leagues.ledger import Pen, Written, events, in_league, room_for
from scorekeeper.store.leagues.refusals import NotThere, refused
from scorekeeper.store.leagues.roster import Player, canonical, next_number, player
from scorekeeper.store.leagues.rows import LeagueMatchRow, LeaguePlayerRow, LeagueSeatRow
from scorekeeper.store.leagues.upload_rows import LeagueUploadRow
from scorekeeper.store.models import PlayerNameRow

MOST_PLAYERS = 20_000
MOST_AT_ONCE = 5000


def add_player(
    session: Session, access: Access, *, uuid: str, name: str, guest: bool = False, at: str = "name"
) -> Written:
    """A new player; the event's ``subject`` is the key. Scorers may. Two players may share a name: they are hinted."""
    form = Form()
    said = form.name(name, at)
    form.check()

    def work(pen: Pen) -> LeagueEvent:
        return new_player(pen, said, guest=guest)

    return in_league(session, access, SCORE, uuid, kinds.PLAYER, work, {"guest": guest})


def add_players(session: Session, access: Access, *, uuid: str, names: Sequence[str]) -> list[str]:
    """Several new players in one write; their keys in the order of the names. Paths are ``names[3]``."""
    form = Form()
    said = [form.name(name, f"names[{place}]") for place, name in enumerate(names)]
    form.check()
    if not said or len(said) > MOST_AT_ONCE:
        raise refused("names", "too_many", T("Write between one and {most} names here.", most=MOST_AT_ONCE))
    made: list[LeagueEvent] = []

    def work(pen: Pen) -> LeagueEvent:
        made[:] = [new_player(pen, name) for name in said]
        return made[0]

    first = in_league(session, access, SCORE, uuid, kinds.PLAYER, work)
    if first.repeated:
        made = events(session, access.league.id, after=first.event.seq - 1, limit=len(said))
    return [str(event.subject) for event in made]


def new_player(
    pen: Pen, name: str | None, *, guest: bool = False, key: str | None = None, imported: str | None = None
) -> LeagueEvent:
    """A new player within a write; the caller has read the name. None is for who was anonymous elsewhere already."""
    number = next_number(pen.session, pen.league.id)
    room_for(number - 1, MOST_PLAYERS, "name")
    body: dict[str, object] = {"guest": guest, "number": number}
    if imported is not None:
        body["import"] = imported
    event = pen.write(kinds.PLAYER, key or pen.key("player"), body)
    if name is not None:
        call(pen, str(event.subject), name)
    return event


def call(pen: Pen, key: str, name: str) -> None:
    """Put a name beside the log."""
    ours = LeaguePlayerRow.league_id == pen.league.id, LeaguePlayerRow.key == key
    pen.session.execute(update(LeaguePlayerRow).where(*ours).values(name=name, name_key=name_key(name)))


def there(pen: Pen, key: str) -> Player:
    """The player of this very key, or NotThere."""
    found = player(pen.session, pen.league.id, key)
    if found is None:
        raise NotThere(key)
    return found


def rename(session: Session, access: Access, *, uuid: str, key: str, seen: int, name: str) -> Written:
    """Call a player otherwise: organisers anybody, an account the player that it claimed."""
    form = Form()
    said = form.name(name)
    form.check()

    def work(pen: Pen) -> LeagueEvent:
        found = _own(pen, key)
        pen.unseen(key, found.touched, seen)
        if found.name is None:
            raise refused("name", "anonymous", T("This player asked to be anonymous; there is no way back."))
        event = pen.write(kinds.RENAMED, key, {})
        call(pen, key, said)
        return event

    return in_league(session, access, READ, uuid, kinds.RENAMED, work, {"subject": key})


def _own(pen: Pen, key: str) -> Player:
    """A player whom the asker may speak for: an organiser for anybody, an account for the one it claimed."""
    found = there(pen, key)
    own = pen.who.account is not None and found.account == pen.who.account
    if not (own or pen.access.may(ORGANISE)):
        raise NotThere(key)
    return found


def set_guest(session: Session, access: Access, *, uuid: str, key: str, seen: int, guest: bool) -> Written:
    """Say whether a player is a guest. Organisers only."""

    def work(pen: Pen) -> LeagueEvent:
        pen.unseen(key, there(pen, key).touched, seen)
        return pen.write(kinds.PLAYER, key, {"guest": guest})

    asked = {"subject": key, "guest": guest}
    return in_league(session, access, ORGANISE, uuid, kinds.PLAYER, work, asked)


# --- who is whom ----------------------------------------------------------------------------------


def merge(session: Session, access: Access, *, uuid: str, key: str, into: str) -> Written:
    """Say that ``key`` is ``into``: whatever ``key`` played counts for ``into``. Organisers only.

    Refused when the two met in one match, or are claimed by different accounts.
    """

    def work(pen: Pen) -> LeagueEvent:
        one, other = there(pen, key), canonical(session, pen.league.id, into)
        if other is None:
            raise NotThere(into)
        _check_merge(pen, one, other)
        return pen.write(kinds.MERGED, key, {"into": other.key})

    return in_league(session, access, ORGANISE, uuid, kinds.MERGED, work, {"subject": key})


def _check_merge(pen: Pen, one: Player, other: Player) -> None:
    if one.merged_into is not None:
        raise refused("key", "merged_already", T("This player was put together with another already."))
    if one.key == other.key:
        raise refused("into", "same_player", T("Choose another player: this is the same one."))
    mine, theirs = (group_of(pen.session, pen.league.id, player.key) for player in (one, other))
    if len(_accounts(pen, mine) | _accounts(pen, theirs)) > 1:
        text = T(
            "Two people have claimed these players with their accounts; one of them has to let go first."
        )
        raise refused("into", "two_accounts", text)
    met = matches_of(pen.league.id, mine).where(
        LeagueSeatRow.league_match_id.in_(matches_of(pen.league.id, theirs))
    )
    if pen.session.execute(met.limit(1)).first() is not None:
        raise refused("into", "met", T("These two have played in one match, so they cannot be one person."))


def _accounts(pen: Pen, keys: set[str]) -> set[int]:
    query = select(LeaguePlayerRow.account_id).where(
        LeaguePlayerRow.league_id == pen.league.id,
        LeaguePlayerRow.key.in_(keys),
        LeaguePlayerRow.account_id.is_not(None),
    )
    return {int(account) for account in pen.session.execute(query).scalars() if account is not None}


def unmerge(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Take back that ``key`` was merged into another: everything is as it would be without it. Organisers only."""

    def work(pen: Pen) -> LeagueEvent:
        if there(pen, key).merged_into is None:
            raise refused("key", "not_merged", T("This player stands alone already."))
        return pen.write(kinds.UNMERGED, key, {})

    return in_league(session, access, ORGANISE, uuid, kinds.UNMERGED, work, {"subject": key})


# --- accounts and anonymity -----------------------------------------------------------------------


def claim(pen: Pen, key: str, account: int) -> LeagueEvent:
    """The account is this player from now on, within a write that has checked that it may be."""
    found = canonical(pen.session, pen.league.id, key)
    if found is None or found.name is None:
        raise NotThere(key)
    group = group_of(pen.session, pen.league.id, found.key)
    holders = _accounts(pen, group)
    if holders - {account}:
        raise refused("player", "claimed", T("Another account has claimed this player."))
    mine = select(func.count()).where(
        LeaguePlayerRow.league_id == pen.league.id,
        LeaguePlayerRow.account_id == account,
        LeaguePlayerRow.key.not_in(group),
    )
    if pen.session.execute(mine).scalar():
        text = T("Your account is another player in this league; an organiser can put the two together.")
        raise refused("player", "another_player", text)
    return pen.write(kinds.CLAIMED, found.key, {"account": account})


def let_go(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Undo the claim on a player: organisers, or the account that claimed."""

    def work(pen: Pen) -> LeagueEvent:
        if _own(pen, key).account is None:
            raise refused("key", "not_claimed", T("No account has claimed this player."))
        return pen.write(kinds.CLAIMED, key, {"account": None})

    return in_league(session, access, READ, uuid, kinds.CLAIMED, work, {"subject": key, "account": None})


def hide(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Take a player's name away for ever, in the league and in its matches; results stay. Organisers, or who claimed.

    The account that claimed the player lets go of it. Whoever was put together with the player loses the name too.
    """

    def work(pen: Pen) -> LeagueEvent:
        whole = canonical(session, pen.league.id, key)
        if whole is None:
            raise NotThere(key)
        if _own(pen, whole.key).name is None:
            raise refused("key", "anonymous", T("This player is anonymous already."))
        group = group_of(session, pen.league.id, whole.key)
        _erase_in_matches(pen, group)
        _erase_in_uploads(pen)
        ours = LeaguePlayerRow.league_id == pen.league.id, LeaguePlayerRow.key.in_(group)
        session.execute(update(LeaguePlayerRow).where(*ours).values(name=None, name_key=None))
        return pen.write(kinds.HIDDEN, whole.key, {})

    return in_league(session, access, READ, uuid, kinds.HIDDEN, work)


def _erase_in_matches(pen: Pen, keys: set[str]) -> None:
    """Blank the names on the sheets that these players stand on; whoever looks at one of them hears of it."""
    query = select(LeagueMatchRow.match_id, LeagueMatchRow.players, LeagueMatchRow.people).where(
        LeagueMatchRow.id.in_(matches_of(pen.league.id, keys)), LeagueMatchRow.match_id.is_not(None)
    )
    people: set[int] = set()
    for match, sat, numbers in pen.session.execute(query.order_by(LeagueMatchRow.match_id)).all():
        people.update(number for number, key in zip(numbers or (), sat, strict=False) if key in keys)
        feed.bump(pen.session, int(match or 0))
    wanted = sorted(people)
    for at in range(0, len(wanted), 500):
        names = PlayerNameRow.player_id.in_(wanted[at : at + 500])
        pen.session.execute(update(PlayerNameRow).where(names).values(name=None))


def _erase_in_uploads(pen: Pen) -> None:
    """Files that are in already, or out again, are needed no more: nobody's name stays in what is left of them."""
    ours = LeagueUploadRow.league_id == pen.league.id, LeagueUploadRow.state.in_(("done", "undone"))
    for upload, plan in pen.session.execute(
        select(LeagueUploadRow.id, LeagueUploadRow.plan).where(*ours)
    ).all():
        nameless = {**plan, "people": [{**one, "name": None} for one in plan.get("people", ())]}
        left = {"plan": nameless, "items": zlib.compress(b""), "problems": []}
        pen.session.execute(update(LeagueUploadRow).where(LeagueUploadRow.id == upload).values(**left))
