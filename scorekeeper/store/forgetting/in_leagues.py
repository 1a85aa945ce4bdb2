"""What of a player is erased in a league: the name, those merged into it, their sheets, what they wrote, drafts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.store.forgetting.archives import OWN_KEY
from scorekeeper.store.forgetting.in_matches import erase_people
from scorekeeper.store.forgetting.mentions import Mentions
from scorekeeper.store.forgetting.waiting import (
    DISCARDED,
    WAITING,
    discard_upload,
    discard_uploads_of,
    mentions,
)
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.log.change_rows import group_of
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeaguePlayerRow, LeagueRow, LeagueTextRow
from scorekeeper.store.leagues.people.anonymity import erase_in_uploads, people_who_were
from scorekeeper.store.leagues.people.former_names import erase_former_names, read_former_names
from scorekeeper.store.leagues.people.roster import find_current_player


def erase_player(session: Session, public_id: str, key: str) -> bool:
    """Erase a player and all who were merged into it; the caller commits. Whether there is such a player."""
    league = session.execute(select(LeagueRow.id).where(LeagueRow.public_id == public_id)).scalar()
    whole = None if league is None else find_current_player(session, league, key)
    if league is None or whole is None:
        return False
    group = group_of(session, league, whole.key)
    ours = LeaguePlayerRow.league_id == league, LeaguePlayerRow.key.in_(group)
    names = list(session.execute(select(LeaguePlayerRow.name).where(*ours)).scalars())
    names += [one.name for one in read_former_names(session, league, group)]
    accounts = set(session.execute(select(LeaguePlayerRow.account_id).where(*ours)).scalars())
    erase_people(session, set().union(*people_who_were(session, league, group).values()))
    erase_texts_of(session, {account for account in accounts if account})
    erase_former_names(session, league, group)
    _erase_mentions(session, league, Mentions(names))
    _discard_uploads(session, league, group, names)
    erase_in_uploads(session, league)
    discard_uploads_of(session, [one for one in group if OWN_KEY.fullmatch(one)], DISCARDED)
    gone = {"name": None, "name_key": None, "account_id": None}
    session.execute(update(LeaguePlayerRow).where(*ours).values(**gone))
    return True


def erase_texts_of(session: Session, accounts: set[int]) -> None:
    """Blank the reasons that these accounts wrote, in every league."""
    events = select(LeagueEventRow.body).where(LeagueEventRow.account_id.in_(accounts))
    written = {body.get("text") for body in session.execute(events).scalars()} - {None}
    for key in written:
        session.execute(update(LeagueTextRow).where(LeagueTextRow.id == key).values(text=None))


def _erase_mentions(session: Session, league: int, called: Mentions) -> None:
    texts = select(LeagueTextRow.id, LeagueTextRow.text).where(LeagueTextRow.league_id == league)
    for key, text in session.execute(texts).all():
        if called(text):
            session.execute(update(LeagueTextRow).where(LeagueTextRow.id == key).values(text=None))


def _discard_uploads(
    session: Session, league: int, keys: Collection[str], names: Sequence[str | None]
) -> None:
    """Discard what waits to come in, where it means this player or has the name anywhere in its file."""
    called, same = Mentions(names), {name_key(name) for name in names if name}
    ours = LeagueUploadRow.league_id == league, LeagueUploadRow.state.in_(WAITING)
    for upload, plan in session.execute(select(LeagueUploadRow.id, LeagueUploadRow.plan).where(*ours)).all():
        about = any(_is_about(one, keys, same) for one in plan.get("people", ()))
        if about or mentions(session, upload, called):
            discard_upload(session, upload, DISCARDED)


def _is_about(person: dict[str, Any], keys: Collection[str], names: set[str]) -> bool:
    return person.get("is") in keys or name_key(person.get("name") or "") in names
