"""What an organiser does at a table: calls its last deal, types how it ended, or seats another player of the league."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.core.scoring.players import NAME, SEAT
from scorekeeper.core.scoring.scores import PASSED_OUT
from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.evening.evening_plan import DEAL_LIMIT, has_deal_limit
from scorekeeper.league.evening.seating import SeatedTable, seat_round
from scorekeeper.league.evening.state import DRAFT, FROM, HERE, MATCHES, SAT, UNTIL, WITH, Evening, rename_all
from scorekeeper.store.leagues.evening.organising import expect_evening
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.event_kinds import EVENING, MATCH_MOVED
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.matches.assign_match import hold_match
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.leagues.matches.match_players import changed_players
from scorekeeper.store.leagues.matches.sat_down import name_entry
from scorekeeper.store.leagues.people.anonymity import blank_anonymous_names
from scorekeeper.store.leagues.people.roster import find_current_player, merged_keys, players_by_name
from scorekeeper.store.match import ledger, statements
from scorekeeper.store.match.kinds import CLOSED, RECORDED, SETTINGS
from scorekeeper.store.match.match import Match


def call_last_deal(session: Session, public_id: str, *, uuid: str, device: str | None, why: str) -> bool:
    """Let the deal that is being played be the last one: then the highest total wins, and the match is finished.

    ``why`` is what the house rules' change says. Whether there was anything to call: a match that is over, or whose
    game knows no such rule, stays as it is.
    """
    match = _load(session, public_id)
    sheet = open_sheet(match)
    if sheet is None or not has_deal_limit(GAMES[match.game]):
        return False
    _limit(session, match, sheet.played + 1, uuid, device, why)
    return True


def type_result(
    session: Session, public_id: str, *, uuid: str, device: str | None, totals: Sequence[int], reason: str
) -> Match:
    """Write how a table ended that kept its score on paper: a deal that the table decided brings the totals, and the
    match is over. Refused where it is over already (path ``totals``), and where the game finds the points wrong.
    """
    match = _load(session, public_id)
    if _has_ended(match, uuid, totals):
        return match
    sheet = _expect_open(match)
    if len(totals) != len(sheet.totals):
        raise make_refusal("totals", "list_length", T("Write a total for each side."))
    # UUIDs that follow from that of the request, so that a retried one writes the same
    first, second = (str(uuid5(UUID(uuid), str(number))) for number in range(2))
    if all(event.uuid != first for event in match.events):
        decided = [
            None if side in sheet.left else total - sheet.totals[side] for side, total in enumerate(totals)
        ]
        entry = {"kind": "deal", "decided": decided}
        match = _append(session, match, RECORDED, {"entry": entry}, {"reason": reason}, first, device)
    last = open_sheet(match)
    if last is None:
        return match
    if has_deal_limit(GAMES[match.game]):
        return _limit(session, match, last.played, second, device, reason)
    return _append(session, match, CLOSED, {}, {"reason": reason}, second, device)


def end_as_it_stands(session: Session, public_id: str, *, uuid: str, device: str | None, why: str) -> Match:
    """End a match that never finishes with its totals now; the deal in play is not recorded. Refused (path ``totals``)
    where it is over already, and where nothing has been recorded.
    """
    match = _load(session, public_id)
    if _has_ended(match, uuid):
        return match
    sheet = _expect_open(match)
    if not sheet.played:
        raise make_refusal("totals", "no_deals", T("No deal is recorded yet, so nothing stands."))
    if not has_deal_limit(GAMES[match.game]):
        return _append(session, match, CLOSED, {}, {"reason": why}, uuid, device)
    last = sheet.entries[-1]
    if last.kind == "deal" and last.outcome != PASSED_OUT:
        return _limit(session, match, sheet.played, uuid, device, why)
    # after the last of so many deals a penalty would not count, and who left would play on
    return type_result(session, public_id, uuid=uuid, device=device, totals=sheet.totals, reason=why)


def _load(session: Session, public_id: str) -> Match:
    match = ledger.load(session, public_id)
    if match is None or match.binned:
        raise NotThere(public_id)
    return match


def open_sheet(match: Match) -> Sheet | None:
    """The sheet of a match that is still played; None of one that is over."""
    sheet = match.scored.sheet
    return sheet if isinstance(sheet, Sheet) and sheet.status == OPEN else None


def _has_ended(match: Match, uuid: str, totals: Sequence[int] | None = None) -> bool:
    """Whether the request of this UUID ended the match already, with these ``totals``: it is sent once more."""
    sheet, written = match.scored.sheet, {uuid, str(uuid5(UUID(uuid), "0"))}
    if sheet is None or sheet.status == OPEN or all(event.uuid not in written for event in match.events):
        return False
    return totals is None or list(totals) == list(sheet.totals)


def _expect_open(match: Match) -> Sheet:
    sheet = open_sheet(match)
    if sheet is None:
        raise make_refusal("totals", "over", T("This match is over; correct it on its sheet."))
    return sheet


def _limit(session: Session, match: Match, deals: int, uuid: str, device: str | None, why: str) -> Match:
    rules = {**match.rules, DEAL_LIMIT: deals}
    return _append(session, match, SETTINGS, {"rules": rules}, {"why": why}, uuid, device)


def _append(
    session: Session,
    match: Match,
    kind: str,
    body: dict[str, Any],
    texts: dict[str, str],
    uuid: str,
    device: str | None,
) -> Match:
    return ledger.append(
        session, match.public_id, seen=match.seq, uuid=uuid, kind=kind, body=body, texts=texts, device=device
    ).match


# --- another player sits down, from the start of the match or from here on --------------------------


class Substitute(NamedTuple):
    """Who sits down: at which match, in which seat of its table, which player of the league.

    ``began`` says that it was so from the start of the match; ``stays`` that the substitute is in the draws after this
    round, and who sat there is not.
    """

    match: str
    seat: int
    player: str
    began: bool
    stays: bool


def seat_substitute(
    session: Session, access: Access, *, uuid: str, key: str, new: Substitute
) -> WrittenEvent:
    """Say that another player sits at a table of an evening: on its sheet, in the league, and in the draws after it.

    Organisers. Refused (path ``player``) where that player sits at a table of the round, or is not the only one of the
    league who is called so; where the match is over, only from the start.
    """

    sat = {"match": new.match, "seat": new.seat, "player": new.player}

    def write_substitute(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, key)
        number, table = _find_table(write, evening, new)
        row = hold_match(write, new.match)
        match = statements.load(session, new.match, lock=True)
        if match is None or row.people is None:
            raise NotThere(new.match)
        name = _read_name(write, new.player)
        if new.began:
            _change_from_the_start(write, row, match, new, name)
        else:
            _sit_down(write, row, match, new, name)
        body: dict[str, Any] = {SAT: sat, DRAFT: None}
        if new.stays:
            body[HERE] = _change_here(evening, new.player, table.players[new.seat], number)
        return write.write(EVENING, key, body)

    return in_league(session, access, ORGANISE, uuid, EVENING, write_substitute, {"subject": key, SAT: sat})


def _find_table(write: LeagueWrite, evening: Evening, new: Substitute) -> tuple[int, SeatedTable]:
    """The number of the round, and the table; refused for a player who sits at any table of the round, by any key."""
    number = evening.round_of(new.match)
    if number is None:
        raise NotThere(new.match)
    played = rename_all(evening.rounds[number - 1], merged_keys(write.session, write.league.id))
    tables = seat_round(evening.options, played)
    table = tables[played[MATCHES].index(new.match)]
    if not 0 <= new.seat < len(table.players):
        raise NotThere(new.match)
    table_number = next((seated.number for seated in tables if new.player in seated.players), None)
    if table_number is not None:
        text = T("This player sits at table {number} in this round.", number=table_number)
        raise make_refusal("player", "at_a_table", text)
    return number, table


def _read_name(write: LeagueWrite, player: str) -> str:
    """What the sheet calls the player: the name by which the league knows who it was."""
    substitute = find_current_player(write.session, write.league.id, player)
    if substitute is None or substitute.key != player or substitute.name is None:
        raise make_refusal("player", "unknown_player", T("There is no such player in this league."))
    spelled = name_key(substitute.name)
    if players_by_name(write.session, write.league.id).get(spelled) != player:
        text = T(
            "Several of the league are called {name}; give this player another name first.",
            name=substitute.name,
        )
        raise make_refusal("player", "same_name", text)
    return substitute.name


def _check_free(name: str, others: Iterable[str]) -> None:
    if name_key(name) in map(name_key, others):
        text = T("{name} is on the sheet of this table already.", name=name)
        raise make_refusal("player", "on_the_sheet", text)


def _change_from_the_start(
    write: LeagueWrite, row: LeagueMatch, match: Match, new: Substitute, name: str
) -> None:
    """Another player than the one who was drawn has played all of it: the league and the sheet say so."""
    left, people = _person_at(row, new.seat), zip(match.players, match.seat_names, strict=True)
    _check_free(name, (called for person, called in people if person != left))
    into = merged_keys(write.session, write.league.id)
    players = [into.get(key, key) for key in row.players]
    players[new.seat] = new.player
    write.write(MATCH_MOVED, row.key, changed_players(write, row, players))
    names, uuid = {left: name}, UUID(name_entry(write))
    ledger.rename_held(write.session, new.match, match.seq, uuid, names, write.who.device)
    blank_anonymous_names(write.session, write.league.id, row.key)


def _sit_down(write: LeagueWrite, row: LeagueMatch, match: Match, new: Substitute, name: str) -> None:
    """Another player sits there from here on: an entry of the match says so. Who had left may come back."""
    sheet = open_sheet(match)
    if sheet is None:
        text = T("This match is over: another player has played it from the start, or not at all.")
        raise make_refusal("player", "over", text)
    seat = match.players.index(_person_at(row, new.seat))
    gone = {seat, *sheet.left}
    _check_free(name, (called for at, called in enumerate(sheet.table.names) if at not in gone))
    body = {"entry": {"kind": "players", SEAT: seat, NAME: name}}
    uuid, device = name_entry(write), write.who.device
    ledger.append_held(write.session, match, uuid=uuid, kind=RECORDED, body=body, device=device)


def _person_at(row: LeagueMatch, seat: int) -> int:
    assert row.people is not None
    return row.people[seat]


def _change_here(evening: Evening, player: str, left: str, number: int) -> dict[str, dict[str, Any] | None]:
    """Who is here for the next rounds: the substitute in the place of who left, with the partner always had."""
    here = {name: value for name, value in evening.here.get(player, {}).items() if name != UNTIL}
    if not evening.is_here(player, number + 1):
        here[FROM] = number + 1
    gone = {**evening.here.get(left, {}), UNTIL: number}
    partner = gone.pop(WITH, None)
    if partner not in evening.here:
        return {player: here, left: gone}
    here[WITH] = partner
    return {player: here, left: gone, partner: {**evening.here[partner], WITH: player}}
