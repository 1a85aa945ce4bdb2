"""When a finished match counts: confirmed by the other side, by the organiser, or by nobody, as the league says.

Sides are those of the version that is confirmed. The side whose seat wrote last has agreed by writing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.sheet import OPEN, Sheet
from scorekeeper.core.text import T
from scorekeeper.league.results import CONFIRMED, WAITING
from scorekeeper.league.rules import NOBODY, OTHER_SIDE
from scorekeeper.store import rows
from scorekeeper.store.engine import in_one_write
from scorekeeper.store.holders import holders
from scorekeeper.store.journal import Event, Journal
from scorekeeper.store.leagues import access as doors
from scorekeeper.store.leagues import events as kinds
from scorekeeper.store.leagues.access import CONFIRM, ORGANISE, Access, League, Who
from scorekeeper.store.leagues.adopting import there
from scorekeeper.store.leagues.events import LeagueEvent
from scorekeeper.store.leagues.fields import Form
from scorekeeper.store.leagues.ledger import Pen, Written, events_about, in_league, once
from scorekeeper.store.leagues.marking import SCORING
from scorekeeper.store.leagues.match_rows import LeagueMatch, keys_by_seat, of_match, scored_at, version_of
from scorekeeper.store.leagues.refusals import NotThere, Overtaken, refused
from scorekeeper.store.leagues.roster import merged_keys, of_account
from scorekeeper.store.leagues.rows import LeagueRow
from scorekeeper.store.leagues.seasons import rules_in, season
from scorekeeper.store.leagues.texts import add_text
from scorekeeper.store.models import DeviceMatchRow
from scorekeeper.store.opening import checked_uuid

DEVICE, PASSED, BY_ORGANISER = "device", "passed", "organiser"
HOW = (DEVICE, PASSED, BY_ORGANISER)
"""By a device seated on that side, by a phone that was passed there, or by an organiser of the league."""
AT_THE_TABLE = ("score", "owner")
"""What a device may do with a match that lies on its table; who only watches confirms nothing."""
LONGEST_REASON = 500


class Asked(NamedTuple):
    """What is waiting for whom. ``version`` is the match's ``seq`` that would count.

    ``sides`` are those that have not agreed: one of them has to, or each if ``all_sides``. With ``by_organiser`` only
    an organiser can confirm. ``agreed`` are the sides that have agreed to this version, the writer's own included.
    """

    version: int
    sides: tuple[int, ...]
    all_sides: bool
    by_organiser: bool
    agreed: tuple[int, ...]


class Correction(NamedTuple):
    """A proposal: what was written after the version that counts, and what it would change."""

    version: int
    events: tuple[Event, ...]
    counting: Journal
    proposed: Journal


def over(journal: Journal) -> bool:
    """Whether a match has come to its end, so that there is something to confirm."""
    sheet = journal.sheet()
    return isinstance(sheet, Sheet) and sheet.status != OPEN and not journal.binned


def proposal_of(row: LeagueMatch, journal: Journal) -> Correction | None:
    """The correction that waits; None when what counts is what stands.

    Undoing a correction takes the proposal back: what is compared is the score, entry by entry.
    """
    if row.confirmed_seq is None or scored_at(journal) <= row.confirmed_seq:
        return None
    counting = version_of(journal, row.confirmed_seq)
    if _worth(counting) == _worth(journal):
        return None
    since = tuple(event for event in journal.events[row.confirmed_seq :] if event.kind in SCORING)
    return Correction(journal.seq, since, counting, journal)


def _worth(journal: Journal) -> Any:
    """What a version says that a league could count: who sat where, by which rules, and every entry."""
    document = journal.document()
    told = {name: document[name] for name in ("rules", "first_dealer", "entries")}
    return told, journal.players, journal.binned


def writer_of(journal: Journal) -> int | None:
    """The side whose seat wrote last what the score is made of; None when that is not known."""
    wrote = next((event for event in reversed(journal.events) if event.kind in SCORING), None)
    return None if wrote is None or wrote.seat is None else side_of(journal, wrote.seat)


def side_of(journal: Journal, seat: int) -> int | None:
    """The side that a seat plays for; None for a seat that is not at the table."""
    sheet = journal.sheet()
    if not isinstance(sheet, Sheet) or not 0 <= seat < len(journal.players):
        return None
    return next(side for side, seats in enumerate(sheet.table.seating.sides) if seat in seats)


def asked(session: Session, league: League, row: LeagueMatch, journal: Journal) -> Asked | None:
    """Who has to confirm a match now; None while it is open, when it counts as it stands, or nobody is asked."""
    rule = rules_in(
        league, season(session, league.id, row.season) if row.season else None
    ).options.confirmation
    corrected = proposal_of(row, journal) is not None
    if not over(journal) or (row.confirmation == CONFIRMED and not corrected):
        return None
    if rule == NOBODY and row.confirmation == WAITING:
        return None
    sheet = journal.sheet()
    assert isinstance(sheet, Sheet)
    everybody = range(len(sheet.table.seating.sides))
    first = row.confirmation == WAITING
    if first and rule != OTHER_SIDE:
        return Asked(journal.seq, (), False, True, ())
    return _missing(row, journal, everybody, first)


def _missing(row: LeagueMatch, journal: Journal, everybody: range, first: bool) -> Asked:
    """Sides that have not agreed to this version. A first confirmation wants one besides the writer, or two."""
    agreed = {
        int(one["side"]) for one in row.agreed if scored_at(journal, one["version"]) == scored_at(journal)
    }
    writer = writer_of(journal)
    if writer is not None:
        agreed.add(writer)
    left = tuple(side for side in everybody if side not in agreed)
    return Asked(journal.seq, left, not first, False, tuple(sorted(agreed)))


def _enough(wanted: Asked, side: int) -> bool:
    """Whether a match counts once this side has agreed as well."""
    if wanted.all_sides:
        return set(wanted.sides) <= {side}
    return bool(set(wanted.agreed) - {side})


# --- by those who sat there -----------------------------------------------------------------------


def seats_of(session: Session, league: League, row: LeagueMatch, journal: Journal, who: Who) -> list[int]:
    """The seats that somebody speaks for without passing the phone: the one this device holds at the match, and the
    one whose player their account claimed.
    """
    found = set()
    if who.device is not None:
        held = holders(session, journal.id).get(who.device)
        if held and held[-1].seat is not None and held[-1].seat < len(journal.players):
            found.add(held[-1].seat)
    player = of_account(session, league.id, who.account)
    if player is not None:
        into = merged_keys(session, league.id)
        keys = [into.get(key, key) for key in keys_by_seat(row, journal)]
        found.update(seat for seat, key in enumerate(keys) if key == player.key)
    return sorted(found)


def at_table(session: Session, journal: Journal, device: str | None) -> bool:
    """Whether a device came to a match by a link that lets it score."""
    if device is None:
        return False
    ours = DeviceMatchRow.device_id == device, DeviceMatchRow.match_id == journal.id
    found = session.execute(select(DeviceMatchRow.capability).where(*ours)).scalar()
    return found in AT_THE_TABLE


def confirm(
    session: Session, public_id: str, who: Who, *, uuid: str, version: int, seat: int, how: str
) -> Written:
    """Confirm a match for the side of a seat. ``how``: ``device``, from a phone seated there (or signed in to the
    account of the player); ``passed``, from a phone of the table that was handed over.

    ``version`` is the match's ``seq`` that was shown; if the score has moved since, Overtaken. NotThere when the match
    is in no league, or the phone is not at its table. Refused when the side has nothing to confirm.
    """

    def work(pen: Pen, row: LeagueMatch, journal: Journal) -> LeagueEvent:
        side = _speaking(pen, row, journal, seat, how, version)
        wanted = asked(session, pen.league, row, journal)
        if wanted is None:
            raise refused(
                "", "nothing_to_confirm", T("There is nothing to confirm: this match counts as it stands.")
            )
        if wanted.by_organiser:
            raise refused("", "organisers", T("In this league an organiser confirms matches."))
        if side in wanted.agreed:
            raise refused(
                "seat", "own_side", T("This side has agreed already; the other one has to confirm.")
            )
        said = {"version": journal.seq, "side": side, "seat": seat, "how": how}
        return pen.write(kinds.CONFIRMED, row.key, {**said, "counts": _enough(wanted, side)})

    asked_for = {"seat": seat, "how": how}
    return _from_table(session, public_id, who, uuid, kinds.CONFIRMED, work, asked_for)


def contest(
    session: Session,
    public_id: str,
    who: Who,
    *,
    uuid: str,
    version: int,
    seat: int,
    how: str,
    reason: str = "",
) -> Written:
    """Say for the side of a seat that a match is not right: it waits, and is seen to wait. Arguments as
    :func:`confirm`; a match that was confirmed is not contested but corrected, or reopened by an organiser.
    """
    form = Form()
    told = form.text(reason, "reason", LONGEST_REASON)
    form.check()

    def work(pen: Pen, row: LeagueMatch, journal: Journal) -> LeagueEvent:
        side = _speaking(pen, row, journal, seat, how, version)
        if row.confirmation == CONFIRMED:
            text = T("This match is confirmed. Correct it, and the correction waits to be accepted.")
            raise refused("", "confirmed", text)
        _check_over(journal)
        said = {"version": journal.seq, "side": side, "seat": seat, "how": how}
        return pen.write(kinds.CONTESTED, row.key, {**said, **_kept(pen, told)})

    asked_for = {"seat": seat, "how": how}
    return _from_table(session, public_id, who, uuid, kinds.CONTESTED, work, asked_for)


def _kept(pen: Pen, reason: str | None) -> dict[str, int]:
    return {} if reason is None else {"text": add_text(pen.session, pen.league.id, reason)}


def _check_over(journal: Journal) -> None:
    if not over(journal):
        raise refused("", "still_open", T("This match is not over yet."))


def _speaking(pen: Pen, row: LeagueMatch, journal: Journal, seat: int, how: str, version: int) -> int:
    """The side that is spoken for; refused where the seat is not theirs to speak for, or another score was seen."""
    if how not in (DEVICE, PASSED):
        raise refused("how", "unknown_choice", T("Choose one of: {choices}.", choices=[DEVICE, PASSED]))
    _check_seen(row, journal, version)
    _check_over(journal)
    side = side_of(journal, seat)
    if side is None:
        raise refused("seat", "unknown_choice", T("Say who holds this phone now."))
    if how == DEVICE and seat not in seats_of(pen.session, pen.league, row, journal, pen.who):
        raise refused("seat", "not_seated", T("This phone is not seated there; pass it to the other side."))
    if how == PASSED and not at_table(pen.session, journal, pen.who.device):
        raise NotThere(journal.public_id)
    return side


def _check_seen(row: LeagueMatch, journal: Journal, version: int) -> None:
    if not 1 <= version <= journal.seq or scored_at(journal, version) != scored_at(journal):
        raise Overtaken(())


def _from_table(
    session: Session,
    public_id: str,
    who: Who,
    uuid: str,
    kind: str,
    work: Callable[[Pen, LeagueMatch, Journal], LeagueEvent],
    asked_for: dict[str, Any],
) -> Written:
    """A write from the table of a match: it needs no role in the league, but a phone or an account that sat there."""
    uuid = checked_uuid(uuid)

    def write() -> Written:
        placed = of_match(session, public_id)
        if placed is None:
            raise NotThere(public_id)
        session.execute(select(LeagueRow.id).where(LeagueRow.id == placed.league.id).with_for_update())
        league = doors.by_id(session, placed.league.id)
        assert league is not None
        access = Access(league, doors.role_of(session, league.id, who.account), who)
        same = {**asked_for, "subject": placed.match.key}
        return once(session, access, uuid, kind, lambda pen: _at_table(pen, public_id, work), same)

    return in_one_write(session, write)


def _at_table(
    pen: Pen, public_id: str, work: Callable[[Pen, LeagueMatch, Journal], LeagueEvent]
) -> LeagueEvent:
    placed = of_match(pen.session, public_id)
    if placed is None or placed.league.id != pen.league.id:
        raise NotThere(public_id)
    row = there(pen, placed.match.key)
    journal = rows.load(pen.session, public_id, lock=True)
    if journal is None:
        raise NotThere(public_id)
    if not at_table(pen.session, journal, pen.who.device) and not seats_of(
        pen.session, pen.league, row, journal, pen.who
    ):
        raise NotThere(public_id)
    return work(pen, row, journal)


# --- by organisers, and results without deals -----------------------------------------------------


def confirm_as_organiser(session: Session, access: Access, *, uuid: str, key: str, version: int) -> Written:
    """Confirm a version of a match, or a result without deals (``version`` 0), for everybody. Organisers."""

    def work(pen: Pen) -> LeagueEvent:
        said = _as_organiser(pen, key, version)
        return pen.write(kinds.CONFIRMED, key, {**said, "counts": True})

    return in_league(session, access, ORGANISE, uuid, kinds.CONFIRMED, work, {"subject": key})


def contest_as_organiser(
    session: Session, access: Access, *, uuid: str, key: str, version: int, reason: str = ""
) -> Written:
    """Put a match back among those that wait, also one that was confirmed. Organisers."""
    form = Form()
    told = form.text(reason, "reason", LONGEST_REASON)
    form.check()

    def work(pen: Pen) -> LeagueEvent:
        said = _as_organiser(pen, key, version)
        return pen.write(kinds.CONTESTED, key, {**said, **_kept(pen, told)})

    return in_league(session, access, ORGANISE, uuid, kinds.CONTESTED, work, {"subject": key})


def _as_organiser(pen: Pen, key: str, version: int) -> dict[str, Any]:
    row = there(pen, key)
    said: dict[str, Any] = {"version": 0, "side": None, "seat": None, "how": BY_ORGANISER}
    if row.public_id is None:
        return said
    journal = rows.load(pen.session, row.public_id, lock=True)
    assert journal is not None
    _check_seen(row, journal, version)
    _check_over(journal)
    return {**said, "version": journal.seq}


def confirm_result(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Confirm a result without deals by an account that claimed a player of it and did not write it down."""

    def work(pen: Pen) -> LeagueEvent:
        row = there(pen, key)
        player = of_account(session, pen.league.id, pen.who.account)
        into = merged_keys(session, pen.league.id)
        keys = [into.get(one, one) for one in row.players]
        if row.public_id is not None or player is None or player.key not in keys:
            raise NotThere(key)
        return pen.write(kinds.CONFIRMED, key, _said_of_result(pen, row, keys.index(player.key)))

    return in_league(session, access, CONFIRM, uuid, kinds.CONFIRMED, work, {"subject": key})


def _said_of_result(pen: Pen, row: LeagueMatch, seat: int) -> dict[str, Any]:
    """What a confirmation of a result says; refused for the side that wrote it, and where an organiser is asked."""
    wrote = [one for one in events_about(pen.session, pen.league.id, row.key) if one.kind == kinds.RESULT][-1]
    sides = [list(seats) for seats in wrote.body["sides"]]
    side = next(number for number, seats in enumerate(sides) if seat in seats)
    rule = rules_in(pen.league, season(pen.session, pen.league.id, row.season) if row.season else None)
    if rule.options.confirmation != OTHER_SIDE:
        raise refused("", "organisers", T("In this league an organiser confirms matches."))
    writer = of_account(pen.session, pen.league.id, wrote.account)
    into = merged_keys(pen.session, pen.league.id)
    own = [into.get(row.players[one], row.players[one]) for one in sides[side]]
    if wrote.account == pen.who.account or (writer is not None and writer.key in own):
        raise refused("", "own_side", T("This side has agreed already; the other one has to confirm."))
    return {"version": 0, "side": side, "seat": seat, "how": DEVICE, "counts": True}
