"""Links that give a role, or a player to the account that claims it. The token is shown once, stored as a digest."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import insert, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.text import T
from scorekeeper.league.merging import follow_merges
from scorekeeper.store import clock
from scorekeeper.store.accounts import attempts
from scorekeeper.store.accounts.accounts import digest, same
from scorekeeper.store.accounts.attempts import Limit
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import (
    ORGANISE,
    PLAYER,
    ROLES,
    Access,
    League,
    Who,
    find_access_by_id,
    find_league,
    role_of,
)
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueInvitationRow, LeagueRow
from scorekeeper.store.leagues.log.refusals import NotThere, TooOften, make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, find_event, write_once
from scorekeeper.store.leagues.people.player_changes import account_of, claim
from scorekeeper.store.leagues.people.roles import may_give, write_role
from scorekeeper.store.leagues.people.roster import LeaguePlayer, find_current_player, list_players
from scorekeeper.store.match.models import table_of
from scorekeeper.store.match.opening import checked_uuid
from scorekeeper.store.match.statements import ALPHABET
from scorekeeper.store.transactions import begin_write, in_one_write

USUAL_LASTS = timedelta(days=14)
MAX_LASTS = timedelta(days=366)
MAX_USES = 1000
MAX_SLIPS = 96
"""Twelve sheets of paper."""
NEW_INVITATION = Limit("invitation", 100, 60)
"""Invitations that one account may make: a club's worth at once, then one a minute."""
NEW_SHEET = Limit("sheet of codes", 10, 600)
"""Sheets that one account may make: ten at once, then one in ten minutes."""


class Invitation(NamedTuple):
    """An invitation as organisers list it. ``player`` is the key of the player that it hands over."""

    id: int
    role: str
    player: str | None
    uses_left: int | None
    made_by: int | None
    made_at: datetime
    expires_at: datetime


class OfferedPlace(NamedTuple):
    """What a link offers; the page shows it with a button, so that a preview does not use it up."""

    league: League
    role: str
    player: str | None


_INVITATION = tuple(table_of(LeagueInvitationRow).c[name] for name in Invitation._fields)


def invite(
    session: Session,
    access: Access,
    *,
    role: str = PLAYER,
    player: str | None = None,
    lasts: timedelta = USUAL_LASTS,
    uses: int | None = 1,
) -> str:
    """A new invitation's token, told this once. Organisers invite scorers and players, owners everybody.

    With ``player`` it is good once, and ``uses`` is ignored. Raises NotThere, Refused (paths ``role``, ``player``,
    ``lasts``, ``uses``), TooOften.
    """
    _check_invitation(role, lasts, uses)
    if not (access.may(ORGANISE) and may_give(access, role)):
        raise NotThere(access.league.public_id)
    if player is not None:
        _check_claimable(session, access.league.id, player)
        uses = 1
    if seconds := attempts.take(session, (NEW_INVITATION, digest(f"account {access.who.account}"))):
        raise TooOften(seconds)
    token = secrets.token_urlsafe(24)
    _store(session, access, [{"digest": digest(token), "role": role, "player": player}], lasts, uses)
    return token


def _store(
    session: Session,
    access: Access,
    rows: Sequence[Mapping[str, Any]],
    lasts: timedelta = USUAL_LASTS,
    uses: int | None = 1,
    *,
    alone: bool = False,
) -> None:
    """Store invitations; with ``alone`` others of their players end. NotThere if the asker may not give a role."""
    league, at = access.league, clock.now()
    common = {"league_id": league.id, "made_by": access.who.account, "made_at": at, "expires_at": at + lasts}

    def store_rows() -> None:
        now = find_access_by_id(session, league.id, access.who, lock=True)
        if now is None or not all(may_give(now, row["role"]) for row in rows):
            raise NotThere(league.public_id)
        if alone:
            theirs = LeagueInvitationRow.player.in_([row["player"] for row in rows])
            ours = LeagueInvitationRow.league_id == league.id, *_still_good()
            session.execute(update(LeagueInvitationRow).where(*ours, theirs).values(revoked_at=clock.now()))
        session.execute(insert(LeagueInvitationRow), [{**row, **common, "uses_left": uses} for row in rows])

    in_one_write(session, store_rows)


class ClaimSlip(NamedTuple):
    """A player's part of a printed sheet: the code with which an account becomes the player, told this once."""

    player: LeaguePlayer
    code: str


def list_unclaimed(session: Session, league: int) -> list[LeaguePlayer]:
    """The players with a name that no account has claimed under any of their keys; guests are not asked to."""
    players = list_players(session, league, merged=True)
    last = follow_merges({player.key: player.merged_into for player in players if player.merged_into})
    claimed = {last.get(player.key, player.key) for player in players if player.account is not None}
    return [
        player
        for player in players
        if player.name is not None
        and not player.guest
        and player.merged_into is None
        and player.key not in claimed
    ]


def make_slips(session: Session, access: Access, keys: Sequence[str]) -> list[ClaimSlip]:
    """A code for each of these players, good once and as long as an invitation mostly is, in the order of their names.

    Codes and links that these players were given before end, so that the latest sheet alone is good. All of it is one
    write. Raises NotThere, Refused (path ``players``), TooOften.
    """
    if not access.may(ORGANISE):
        raise NotThere(access.league.public_id)
    wanted = set(keys)
    players = [player for player in list_unclaimed(session, access.league.id) if player.key in wanted]
    if not 1 <= len(players) <= MAX_SLIPS:
        text = T("A sheet has codes for between one and {most} players.", most=MAX_SLIPS)
        raise make_refusal("players", "out_of_range", text)
    if seconds := attempts.take(session, (NEW_SHEET, digest(f"account {access.who.account}"))):
        raise TooOften(seconds)
    slips = [ClaimSlip(player, _make_code()) for player in players]
    rows = [{"digest": digest(slip.code), "role": PLAYER, "player": slip.player.key} for slip in slips]
    _store(session, access, rows, alone=True)
    return slips


def _make_code() -> str:
    """Sixteen letters that are not mistaken for one another, in fours: they may have to be typed."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))


def _check_invitation(role: str, lasts: timedelta, uses: int | None) -> None:
    if role not in ROLES:
        raise make_refusal("role", "unknown_choice", T("Choose one of: {choices}.", choices=list(ROLES)))
    if not timedelta(0) < lasts <= MAX_LASTS:
        raise make_refusal("lasts", "out_of_range", T("An invitation lasts for at most a year."))
    if uses is not None and not 1 <= uses <= MAX_USES:
        text = T("An invitation is good for between one and {most} people.", most=MAX_USES)
        raise make_refusal("uses", "out_of_range", text)


def _check_claimable(session: Session, league: int, key: str) -> None:
    player = find_current_player(session, league, key)
    if player is None:
        raise NotThere(key)
    if player.name is None:
        raise make_refusal("player", "anonymous", T("An anonymous player cannot be claimed."))
    if account_of(session, league, key) is not None:
        raise make_refusal("player", "claimed", T("Another account has claimed this player."))


def list_invitations(session: Session, access: Access) -> list[Invitation]:
    """The invitations that are still good, the newest first: those that the asker could have made."""
    if not access.may(ORGANISE):
        raise NotThere(access.league.public_id)
    query = select(*_INVITATION).where(LeagueInvitationRow.league_id == access.league.id, *_still_good())
    invitations = [Invitation(*row) for row in session.execute(query.order_by(LeagueInvitationRow.id.desc()))]
    return [invitation for invitation in invitations if may_give(access, invitation.role)]


def _still_good() -> tuple[Any, ...]:
    """What holds of an invitation as long as it is any use."""
    return (
        LeagueInvitationRow.revoked_at.is_(None),
        LeagueInvitationRow.expires_at > clock.now(),
        or_(LeagueInvitationRow.uses_left.is_(None), LeagueInvitationRow.uses_left > 0),
    )


def revoke_invitation(session: Session, access: Access, invitation: int) -> bool:
    """Withdraw an invitation; False when there is none such."""
    if invitation not in [listed.id for listed in list_invitations(session, access)]:
        return False
    begin_write(session)
    ours = LeagueInvitationRow.id == invitation
    session.execute(update(LeagueInvitationRow).where(ours).values(revoked_at=clock.now()))
    session.commit()
    return True


def find_offer(session: Session, token: str) -> OfferedPlace | None:
    """What a link offers; None for one that is unknown, used up, withdrawn or too old, or whose player is gone."""
    offered = _find_invitation(session, token)
    return None if offered is None else OfferedPlace(offered[1], offered[0].role, offered[0].player)


def _find_invitation(session: Session, token: str) -> tuple[Invitation, League] | None:
    wanted = digest(token)
    query = select(LeagueInvitationRow.digest, LeagueInvitationRow.league_id, *_INVITATION)
    query = query.join(LeagueRow, LeagueRow.id == LeagueInvitationRow.league_id).where(
        LeagueInvitationRow.digest == wanted, LeagueRow.binned_at.is_(None), *_still_good()
    )
    row = session.execute(query).first()
    if row is None or not same(row[0], wanted):
        return None
    league, invitation = find_league(session, row[1]), Invitation(*row[2:])
    if league is None:
        return None
    if invitation.player is not None:
        player = find_current_player(session, league.id, invitation.player)
        if player is None or player.name is None:
            return None
    return invitation, league


def accept_invitation(session: Session, token: str, who: Who, *, uuid: str) -> WrittenEvent:
    """Take an invitation up with an account: the role (never a lesser one than before), and the player.

    The event is of kind ``role``. Raises NotThere where :func:`find_offer` finds nothing, and Refused when another
    account has claimed the player or the account is another player here.
    """
    uuid = checked_uuid(uuid)
    if who.account is None:
        raise NotThere("an account is needed")

    def accept_once() -> WrittenEvent:
        written = find_event(session, uuid)
        if written is not None and written[1].account == who.account and written[1].kind == event_kinds.ROLE:
            return WrittenEvent(written[1], True)
        _hold_league(session, token)
        offered = _find_invitation(session, token)
        if offered is None:
            raise NotThere("no such invitation")
        return _write_acceptance(session, *offered, who, uuid)

    return in_one_write(session, accept_once)


def _hold_league(session: Session, token: str) -> None:
    """Lock the league, as every writer does first, so that two uses of one link come one after the other."""
    query = select(LeagueInvitationRow.league_id).where(LeagueInvitationRow.digest == digest(token))
    league = session.execute(query).scalar()
    session.execute(select(LeagueRow.id).where(LeagueRow.id == league).with_for_update())


def _write_acceptance(
    session: Session, invitation: Invitation, league: League, who: Who, uuid: str
) -> WrittenEvent:
    def write_role_and_claim(write: LeagueWrite) -> LeagueEvent:
        account = int(who.account or 0)
        before = role_of(session, league.id, account)
        role = min((before or PLAYER, invitation.role), key=ROLES.index)
        event = write_role(write, account, role)
        if invitation.player is not None:
            claim(write, invitation.player, account)
        ours = LeagueInvitationRow.id == invitation.id, LeagueInvitationRow.uses_left.is_not(None)
        used = update(LeagueInvitationRow).where(*ours)
        session.execute(used.values(uses_left=LeagueInvitationRow.uses_left - 1))
        return event

    return write_once(session, Access(league, None, who), uuid, event_kinds.ROLE, write_role_and_claim, {})
