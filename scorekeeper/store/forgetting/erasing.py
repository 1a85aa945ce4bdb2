"""What of a person is erased: in matches and their copies, in leagues and what waits to come in, in SQLite's files."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.league.files.csv_reading import CYRILLIC, UTF8, UTF16, WESTERN, decode
from scorekeeper.store.engine import BUSY_MILLISECONDS
from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.archives import OWN_KEY
from scorekeeper.store.forgetting.record import Forgotten, Mentions
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.exchange.sources import MAX_BYTES
from scorekeeper.store.leagues.exchange.unpacking import UnreadableError, unpack_file
from scorekeeper.store.leagues.exchange.uploads import unpack_whole
from scorekeeper.store.leagues.log.change_rows import group_of
from scorekeeper.store.leagues.log.models import (
    LeagueNightRow,
    LeaguePlayerRow,
    LeagueRow,
    LeagueSeasonRow,
    LeagueTextRow,
)
from scorekeeper.store.leagues.log.texts import find_written
from scorekeeper.store.leagues.people import anonymity
from scorekeeper.store.leagues.people.former_names import erase_former_names, read_former_names
from scorekeeper.store.leagues.people.roster import find_current_player
from scorekeeper.store.many_names import select_names
from scorekeeper.store.match import feed, seat_holders, statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import (
    DeviceMatchRow,
    DraftPartRow,
    EventRow,
    FreeTextRow,
    HolderRow,
    MatchRow,
    OfferRow,
    OriginRow,
    PlayerNameRow,
)
from scorekeeper.store.match.record.incoming import number_of_copy, own_of_device, own_of_league
from scorekeeper.store.match.seats import SatDown, list_sat_down, person_in_seat
from scorekeeper.store.private_files import database_file
from scorekeeper.store.turns import turn_of

AT_ONCE = 200
DISCARDED, EMPTIED = "discarded", "emptied"
"""The states of an upload that named a person who was forgotten before it was in, or held a match that was emptied."""
WAITING = ("names", "running")
PATIENCE = 1.0
"""Seconds for which a page waits until nothing reads the log. The keeper of snapshots empties it every few minutes."""


# --- in matches -----------------------------------------------------------------------------------


def person_at(session: Session, public_id: str, seat: int) -> int | None:
    """The person who sat in a seat when the match was opened, by the inner number; None without such a seat."""
    opened = select(EventRow.body).join(MatchRow, MatchRow.id == EventRow.match_id)
    body = session.execute(opened.where(MatchRow.public_id == public_id, EventRow.seq == 1)).scalar()
    players: Sequence[int] = body["players"] if body else ()
    return players[seat] if 0 <= seat < len(players) else None


def erase_people(session: Session, people: Iterable[int], other_names: Iterable[str | None] = ()) -> None:
    """Erase persons in every match that they played, and note where they sat; the caller commits.

    Events stay: they name numbers only. ``other_names`` are what they are called elsewhere.
    """
    wanted = set(people)
    names = PlayerNameRow.player_id.in_(wanted), PlayerNameRow.name.is_not(None)
    known_names = [*session.execute(select(PlayerNameRow.name).where(*names)).scalars(), *other_names]
    called = Mentions(known_names)
    matches = list_matches_of(session, wanted)
    for at in range(0, len(matches), AT_ONCE):
        for match in statements.load_many(session, matches[at : at + AT_ONCE]):
            feed.bump(session, match)
            written = {
                row
                for event in match.events
                if person_in_seat(match, event.seat, event.seq - 1) in wanted
                for row in event.body.get("texts", {}).values()
            }
            same, others = _part_by_name(match, known_names)
            written.difference_update(*(newcomer.texts for newcomer in others))
            written.update(*(newcomer.texts for newcomer in same))
            seats = {seat for seat, person in enumerate(match.players) if person in wanted}
            _erase_in_match(session, match, written, seats, called)
            opened = match.events[0]
            sat = (seat for seat, person in enumerate(opened.body["players"]) if person in wanted)
            # A record of the match that comes in later tells no more of them.
            record.add(session, [Forgotten(record.OPENING, "", f"{opened.uuid} {seat}") for seat in sat])
    session.execute(update(PlayerNameRow).where(*names).values(name=None, salt=None))


def erase_sat_down(session: Session, match: Match, person: SatDown) -> None:
    """Erase a person who sat down during a match, and note the event that says so; the caller commits."""
    names = person.called_in(match.texts)
    feed.bump(session, match)
    same, _others = _part_by_name(match, names)
    written = (person.names | person.texts).union(*(newcomer.texts for newcomer in same))
    _erase_in_match(session, match, written, {person.seat}, Mentions(names))
    record.add(session, [Forgotten(record.OPENING, "", f"{match.events[0].uuid} {-person.seq}")])


def _part_by_name(match: Match, names: Iterable[str | None]) -> tuple[list[SatDown], list[SatDown]]:
    """Of those who sat down during a match, the ones who are called so: the same person, who came back. And the others
    who did sit there.
    """
    keys = {name_key(name) for name in names if name}
    same: list[SatDown] = []
    others: list[SatDown] = []
    for newcomer in list_sat_down(match.events):
        if not keys.isdisjoint(map(name_key, newcomer.called_in(match.texts))):
            same.append(newcomer)
        elif match.find_row(newcomer.seq) is not None:
            others.append(newcomer)
    return same, others


def list_matches_of(session: Session, people: set[int]) -> list[int]:
    """Every match in which one of these persons sat, by its inner number."""
    opened = select(EventRow.match_id, EventRow.body).where(EventRow.seq == 1).order_by(EventRow.match_id)
    return [key for key, body in session.execute(opened).all() if people & set(body["players"])]


def _erase_in_match(
    session: Session, match: Match, written: Collection[int], seats: Collection[int], called: Mentions
) -> None:
    """Blank these texts and those that mention a name, and what lies beside the log of who has these seats."""
    texts = session.execute(select(FreeTextRow.id, FreeTextRow.text).where(FreeTextRow.match_id == match.id))
    erase_texts(session, [key for key, text in texts.all() if key in written or called(text)])
    _erase_beside(session, match, seats, called)


def erase_texts(session: Session, rows: Sequence[int]) -> None:
    """Blank these notes, places and reasons."""
    for at in range(0, len(rows), AT_ONCE):
        some = FreeTextRow.id.in_(rows[at : at + AT_ONCE])
        session.execute(update(FreeTextRow).where(some).values(text=None, salt=None))


def _erase_beside(session: Session, match: Match, seats: Collection[int], called: Mentions) -> None:
    """Erase scorers' names, the reason of an offer, texts of a draft, and what a server has that parted from this."""
    ours = HolderRow.match_id == match.id
    for key, name in session.execute(select(HolderRow.id, HolderRow.name).where(ours)).all():
        if called(name):
            session.execute(update(HolderRow).where(HolderRow.id == key).values(name=None))
    held = seat_holders.holders(session, match.id)

    def is_theirs(device: str | None) -> bool:
        holders = held.get(device or "")
        seat = seat_holders.seat_of(match, holders[-1]) if holders else None
        return seat is not None and seat in seats

    offer = session.get(OfferRow, match.id)
    if offer is not None and (called(offer.why) or is_theirs(offer.device_id)):
        session.execute(update(OfferRow).where(OfferRow.match_id == match.id).values(why=None))
    parts = select(DraftPartRow).where(DraftPartRow.match_id == match.id)
    for part in session.execute(parts).scalars().all():
        if any(type(value) is str and called(value) for value in part.value):
            part.value, part.version = [], part.version + 1
    # It comes again, without them, as soon as the two are compared.
    session.execute(update(OriginRow).where(OriginRow.match_id == match.id).values(theirs=None))
    session.flush()


# --- in copies of a match, which a file or an archive brought -------------------------------------


def find_copies(session: Session, public_id: str) -> list[str]:
    """The copies of a match, and theirs, by their ids.

    What a file says of whence it comes proves nothing. A copy's opening has a UUID that follows from that of the match
    and from who brought it; so no one can make another match a copy of one.
    """
    copies: list[str] = []
    waiting = [public_id]
    while waiting:
        more = [copy for copy in _list_copies(session, waiting.pop()) if copy not in (public_id, *copies)]
        copies, waiting = copies + more, waiting + more
    return copies


def _list_copies(session: Session, public_id: str) -> list[str]:
    first = select(EventRow.uuid).join(MatchRow, MatchRow.id == EventRow.match_id)
    opening = session.execute(first.where(MatchRow.public_id == public_id, EventRow.seq == 1)).scalar()
    if opening is None:
        return []
    devices = (
        select(DeviceMatchRow.device_id)
        .join(OriginRow, OriginRow.match_id == DeviceMatchRow.match_id)
        .where(OriginRow.public_id == public_id)
    )
    owns = [own_of_device(device) for device in session.execute(devices).scalars()]
    owns += [
        own_of_league(league, public_id) for league in session.execute(select(LeagueRow.public_id)).scalars()
    ]
    numbers = select_names(session, (number_of_copy(own, opening) for own in owns))
    copies = select(MatchRow.public_id).join(EventRow, EventRow.match_id == MatchRow.id)
    return list(session.execute(copies.where(EventRow.uuid.in_(numbers))).scalars())


# --- in what waits to come into a league ----------------------------------------------------------


def discard_uploads_of(session: Session, ids: Collection[str], state: str) -> None:
    """Discard what waits and carries one of these ids, of matches or players; what brought one in keeps no copy."""
    columns = LeagueUploadRow.id, LeagueUploadRow.state, LeagueUploadRow.plan
    for upload, now, plan in session.execute(select(*columns).order_by(LeagueUploadRow.id)).all():
        waits = now in WAITING
        if _carries(session, upload, ids) if waits else not set(ids).isdisjoint(plan.get("matches", ())):
            discard_upload(session, upload, state)


def _carries(session: Session, upload: int, ids: Collection[str]) -> bool:
    body = unpack_whole(_read_items(session, upload))
    return any(f'"{key}"'.encode() in body for key in ids)


def _read_items(session: Session, upload: int) -> bytes:
    return session.execute(select(LeagueUploadRow.items).where(LeagueUploadRow.id == upload)).scalar_one()


def spell_out(body: bytes) -> str:
    """All that was packed, as it is read: where it may be written in several ways, in each of them."""
    whole = unpack_whole(body)
    with suppress(UnreadableError):
        whole = unpack_file(whole, max(MAX_BYTES.values()))
    text = decode(whole, UTF8)
    decoded = (decode(whole, encoding) for encoding in (UTF16, CYRILLIC, WESTERN))
    read = [text] if text is not None else [whole.decode(errors="replace"), *filter(None, decoded)]
    return "\n".join(_plain(line) for plain in map(_plain, read) for line in plain.split("\n"))


def _plain(text: str) -> str:
    """A text in JSON with its letters as they are read, not as numbers; any other as it is."""
    with suppress(ValueError, RecursionError):
        return json.dumps(json.loads(text), ensure_ascii=False)
    return text


def discard_upload(session: Session, upload: int, state: str) -> None:
    """Leave nothing of what was handed in but that it was; ``state`` says why, where it was waiting."""
    ours = LeagueUploadRow.id == upload
    now, plan = session.execute(select(LeagueUploadRow.state, LeagueUploadRow.plan).where(ours)).one()
    left = {"plan": anonymity.nameless(plan), "items": zlib.compress(b""), "problems": []}
    after = state if now in WAITING else now
    session.execute(update(LeagueUploadRow).where(ours).values(state=after, **left))


# --- in leagues -----------------------------------------------------------------------------------


def erase_player(session: Session, public_id: str, key: str) -> bool:
    """Erase a player and all who were merged into it; the caller commits. Whether there is such a player."""
    league = session.execute(select(LeagueRow.id).where(LeagueRow.public_id == public_id)).scalar()
    whole = None if league is None else find_current_player(session, league, key)
    if league is None or whole is None:
        return False
    group = group_of(session, league, whole.key)
    ours = LeaguePlayerRow.league_id == league, LeaguePlayerRow.key.in_(group)
    names = list(session.execute(select(LeaguePlayerRow.name).where(*ours)).scalars())
    names += [former.name for former in read_former_names(session, league, group)]
    accounts = set(session.execute(select(LeaguePlayerRow.account_id).where(*ours)).scalars())
    people = set().union(*anonymity.people_who_were(session, league, group).values())
    erase_people(session, people, names)
    for match, person in list(anonymity.find_who_sat_down(session, league, names)):
        erase_sat_down(session, match, person)
    erase_texts_of(session, {account for account in accounts if account})
    erase_former_names(session, league, group)
    _erase_mentions(session, league, Mentions(names))
    _discard_uploads(session, league, group, names)
    anonymity.erase_in_uploads(session, league)
    discard_uploads_of(session, [own_key for own_key in group if OWN_KEY.fullmatch(own_key)], DISCARDED)
    gone = {"name": None, "name_key": None, "account_id": None}
    session.execute(update(LeaguePlayerRow).where(*ours).values(**gone))
    return True


def erase_texts_of(session: Session, accounts: set[int]) -> None:
    """Blank the reasons that these accounts wrote in every league, and the lines that they said to all tables."""
    for key, _league, _text in find_written(session, accounts):
        session.execute(update(LeagueTextRow).where(LeagueTextRow.id == key).values(text=None))


def _erase_mentions(session: Session, league: int, called: Mentions) -> None:
    """Blank what names a person: reasons, also on the sheets of matches that were called off with one, where nights are
    and what their plans are called, what the league is. The league and its seasons keep a name, with a gap in it.
    """
    for of_league, named in (
        (LeagueSeasonRow.league_id, LeagueSeasonRow.name),
        (LeagueRow.id, LeagueRow.name),
    ):
        bearer = named.class_
        for key, name in session.execute(select(bearer.id, named).where(of_league == league)).all():
            if called(name):
                session.execute(
                    update(bearer).where(bearer.id == key).values({named: called.leave_out(name)})
                )
    reasons = set[str]()
    for of_league, column in (
        (LeagueTextRow.league_id, LeagueTextRow.text),
        (LeagueNightRow.league_id, LeagueNightRow.place),
        (LeagueNightRow.league_id, LeagueNightRow.plan_name),
        (LeagueRow.id, LeagueRow.about),
    ):
        row = column.class_
        texts = select(row.id, column).where(of_league == league, column.is_not(None))
        for key, text in session.execute(texts).all():
            if called(text):
                session.execute(update(row).where(row.id == key).values({column: None}))
                reasons |= {text} if row is LeagueTextRow else set()
    sheets = anonymity.select_sheets(league, MatchRow.id)
    copies = FreeTextRow.match_id.in_(sheets), FreeTextRow.text.in_(reasons)
    erase_texts(session, list(session.execute(select(FreeTextRow.id).where(*copies)).scalars()))


def _discard_uploads(
    session: Session, league: int, keys: Collection[str], names: Sequence[str | None]
) -> None:
    """Discard what waits to come in, where it means this player or has the name anywhere in its file."""
    called, same = Mentions(names), {name_key(name) for name in names if name}
    ours = LeagueUploadRow.league_id == league, LeagueUploadRow.state.in_(WAITING)
    for upload, plan in session.execute(select(LeagueUploadRow.id, LeagueUploadRow.plan).where(*ours)).all():
        about = any(_is_about(person, keys, same) for person in plan.get("people", ()))
        if about or called(spell_out(_read_items(session, upload))):
            discard_upload(session, upload, DISCARDED)


def _is_about(person: dict[str, Any], keys: Collection[str], names: set[str]) -> bool:
    return person.get("is") in keys or name_key(person.get("name") or "") in names


# --- in SQLite's files ----------------------------------------------------------------------------


def clean(database: Path) -> None:
    """Write SQLite's log into the database, and the database anew without what was erased."""
    patience = BUSY_MILLISECONDS / 1000
    with (
        turn_of(database, patience),
        closing(sqlite3.connect(database, isolation_level=None, timeout=patience)) as opened,
    ):
        opened.execute("PRAGMA secure_delete=ON")
        for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            opened.execute(statement).fetchall()


def empty_log_of(session: Session) -> None:
    """Empty the log of the session's database once what was erased is committed; PostgreSQL looks after its own."""
    file = database_file(str(session.get_bind().engine.url))
    if file is not None:
        empty_log(file)


def empty_log(database: Path) -> bool:
    """Write SQLite's log into the database and leave nothing in it; whether that could be done just now."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)) as opened,
    ):
        opened.execute("PRAGMA secure_delete=ON")
        busy, _pages, _written = opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    return False
