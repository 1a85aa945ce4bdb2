"""Who has to agree to a match before it counts, and which sides have agreed. Reads only.

Sides are those of the version that is confirmed. The side of the last writer has agreed by writing, and the phone
that wrote is not another side's own. People who change seats stay who they are, and so do their phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.league.results import CONFIRMED, WAITING
from scorekeeper.league.rules import NOT_ASKED, OTHER_SIDE, LeagueRules
from scorekeeper.store.accounts.devices import find_capability
from scorekeeper.store.leagues.log.access import League, Who
from scorekeeper.store.leagues.log.event_kinds import DECLINED
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.seasons import rules_of_season
from scorekeeper.store.leagues.log.write import events_about
from scorekeeper.store.leagues.matches.listing import LeagueMatch, keys_by_seat, scored_at, version_of
from scorekeeper.store.leagues.people.roster import merged_keys, player_of_account
from scorekeeper.store.match.kinds import SCORING
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.seat_holders import holder_at, holders, seat_of
from scorekeeper.store.match.seats import writers_seat

DEVICE, PASSED, BY_ORGANISER, SILENCE = "device", "passed", "organiser", "silence"
HOW = (DEVICE, PASSED, BY_ORGANISER, SILENCE)
"""By a device seated on that side, by a phone that was passed there, or by an organiser of the league."""
FOR_EVERYBODY: dict[str, Any] = {"version": 0, "side": None, "seat": None, "how": BY_ORGANISER}
"""What an event says of an organiser who speaks for all sides; a result without deals has no versions but 0."""
CONFIRMED_BY_ORGANISER = {**FOR_EVERYBODY, "counts": True}
AT_THE_TABLE = ("score", "owner")
"""What a device may do with a match that lies on its table; a device that only watches confirms nothing."""


class AskedSides(NamedTuple):
    """The sides that are asked to confirm. ``version`` is the match's ``seq`` that would count.

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
    counting: Match
    proposed: Match


def is_over(match: Match) -> bool:
    """Whether a match has come to its end, so that there is something to confirm."""
    sheet = match.sheet()
    return isinstance(sheet, Sheet) and sheet.status != OPEN and not match.binned


def proposal_of(row: LeagueMatch, match: Match) -> Correction | None:
    """The correction that waits; None when what counts is what stands.

    Undoing a correction takes the proposal back: what is compared is the score, entry by entry.
    """
    if row.confirmed_seq is None or scored_at(match) <= row.confirmed_seq:
        return None
    counting = version_of(match, row.confirmed_seq)
    if _score_facts(counting) == _score_facts(match):
        return None
    since = tuple(event for event in match.events[row.confirmed_seq :] if event.kind in SCORING)
    return Correction(match.seq, since, counting, match)


def find_decline(session: Session, row: LeagueMatch, match: Match) -> LeagueEvent | None:
    """By what an organiser declined the correction that stands now; None for one that waits, and where there is none.

    Another correction after that is another proposal.
    """
    if proposal_of(row, match) is None:
        return None
    declines = [event for event in events_about(session, row.league_id, row.key) if event.kind == DECLINED]
    same = (decline for decline in declines if scored_at(match, decline.body["version"]) == scored_at(match))
    return next(same, None)


def counts_unasked(confirmation: str, rules: LeagueRules) -> bool:
    """Whether a match counts without anybody's word."""
    return confirmation == WAITING and rules.confirmation == NOT_ASKED


def has_open_proposal(session: Session, row: LeagueMatch, match: Match) -> bool:
    """Whether a correction of a confirmed match waits to be accepted or declined, or the match that it opened again
    waits to be played to its end.
    """
    waits = row.confirmation == CONFIRMED and proposal_of(row, match) is not None and not match.binned
    return waits and find_decline(session, row, match) is None


def _score_facts(match: Match) -> Any:
    """The facts of a version that a league counts: seats, rules and entries."""
    document = match.document()
    facts = {name: document.get(name) for name in ("rules", "first_dealer", "start", "entries")}
    return facts, match.players, match.binned


def last_scoring_event(match: Match) -> Event | None:
    """The last event of what the score is made of."""
    return next((event for event in reversed(match.events) if event.kind in SCORING), None)


def writer_of(match: Match) -> int | None:
    """The side of the last person who wrote to the score; None when that is not known."""
    event = last_scoring_event(match)
    seat = None if event is None else writers_seat(match, event)
    return None if seat is None else side_of(match, seat)


def side_of(match: Match, seat: int) -> int | None:
    """The side that a seat plays for; None for a seat that is not at the table."""
    sheet = match.sheet()
    if not isinstance(sheet, Sheet) or not 0 <= seat < len(match.players):
        return None
    return next(side for side, seats in enumerate(sheet.table.seating.sides) if seat in seats)


def find_asked(session: Session, league: League, row: LeagueMatch, match: Match) -> AskedSides | None:
    """Who has to confirm a match now, of the sides that began it; None while it is open, when it counts as it stands,
    or no side is asked: also not about a correction that an organiser declined.
    """
    rule = rules_of_season(session, league, row.season).confirmation
    corrected = proposal_of(row, match) is not None
    if not is_over(match) or (row.confirmation == CONFIRMED and not corrected):
        return None
    if (rule == NOT_ASKED and row.confirmation == WAITING) or find_decline(session, row, match) is not None:
        return None
    began = sorted({side for seat in range(len(match.players)) if (side := side_of(match, seat)) is not None})
    first = row.confirmation == WAITING
    if first and rule != OTHER_SIDE:
        return AskedSides(match.seq, (), False, True, ())
    return _find_missing(row, match, began, first)


def _find_missing(row: LeagueMatch, match: Match, everybody: Sequence[int], first: bool) -> AskedSides:
    """Sides that have not agreed to this version. A first confirmation wants one besides the writer, or two."""
    agreed = {
        int(agreement["side"])
        for agreement in row.agreed
        if scored_at(match, agreement["version"]) == scored_at(match)
    }
    writer = writer_of(match)
    if writer is not None:
        agreed.add(writer)
    left = tuple(side for side in everybody if side not in agreed)
    return AskedSides(match.seq, left, not first, False, tuple(sorted(agreed)))


def is_enough(asked_sides: AskedSides, side: int) -> bool:
    """Whether a match counts once this side has agreed as well."""
    if asked_sides.all_sides:
        return set(asked_sides.sides) <= {side}
    return bool(set(asked_sides.agreed) - {side})


def seats_of(session: Session, league: League, row: LeagueMatch, match: Match, who: Who) -> list[int]:
    """The seats that an asker speaks for without passing the phone: the one this device holds at the match, and the
    one whose player their account claimed. The phone that wrote last stays with the side that wrote.
    """
    seats = {_seat_of_phone(session, match, who.device)}
    player = player_of_account(session, league.id, who.account)
    if player is not None:
        into = merged_keys(session, league.id)
        keys = [into.get(key, key) for key in keys_by_seat(row, match)]
        seats.update(seat for seat, key in enumerate(keys) if key == player.key)
    side = writer_of(match) if _last_event_from(match, who.device) else None
    mine = [seat for seat in seats if seat is not None]
    return sorted(seat for seat in mine if side is None or side_of(match, seat) == side)


def _last_event_from(match: Match, device: str | None) -> Event | None:
    """The last event of what the score is made of, if this device wrote it."""
    event = last_scoring_event(match)
    return event if event is not None and event.device == device is not None else None


def _seat_of_phone(session: Session, match: Match, device: str | None) -> int | None:
    """The seat of the holder of a phone: of the holder at the time, if the last score was written on it."""
    if device is None:
        return None
    event = _last_event_from(match, device)
    holder = holder_at(holders(session, match.id), device, match.seq + 1 if event is None else event.seq)
    return None if holder is None else seat_of(match, holder)


def is_at_table(session: Session, match: Match, device: str | None) -> bool:
    """Whether a device came to a match by a link that lets it score."""
    return device is not None and find_capability(session, device, match.id) in AT_THE_TABLE
