"""What organisers say of an evening, and the matches that a published round opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.options import NO_TABLE
from scorekeeper.core.reading import read_fields
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.evening import state
from scorekeeper.league.evening.evening_plan import MAX_ROUNDS, SEATS, EveningPlan, list_seats, read_plan
from scorekeeper.league.evening.seating import SeatedTable, list_resting, seat_drawn, seat_round
from scorekeeper.league.evening.state import Evening
from scorekeeper.league.rules import rules_document
from scorekeeper.store.leagues.evening.reading import RunNight, find_run
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.event_kinds import EVENING, MATCH_OUT
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueNightRow
from scorekeeper.store.leagues.log.nights import Night, expect_night
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, UuidTaken, make_refusal
from scorekeeper.store.leagues.log.texts import add_text, read_texts
from scorekeeper.store.leagues.log.write import (
    LeagueWrite,
    WrittenEvent,
    events_about,
    in_league,
    name_request,
)
from scorekeeper.store.leagues.matches.assign_match import hold_match, open_in_league
from scorekeeper.store.leagues.matches.listing import find_match
from scorekeeper.store.leagues.people.roster import find_current_players, find_players, merged_keys
from scorekeeper.store.match import feed, ledger, statements
from scorekeeper.store.match.kinds import CLOSED as CLOSED_MATCH
from scorekeeper.store.match.opening import Opening

MAX_HERE = 256
MAX_REASON, MAX_SAID = 200, 120


class NewRound(NamedTuple):
    """A round to be published: its number, the draft as the organiser saw it, and what each match is opened with.

    ``rules`` are those of a match by how many play it, ``names`` what stands on the sheets by player. ``why`` says why
    a round that was published is drawn again.
    """

    number: int
    draft: Mapping[str, Any]
    rules: Mapping[int, Mapping[str, Any]]
    names: Mapping[str, str]
    season: str | None
    why: str = ""


def plan_evening(
    session: Session, access: Access, *, uuid: str, key: str, plan: Mapping[str, Any], name: str = ""
) -> WrittenEvent:
    """Say how the evening of a night is played. ``name`` is what the plan is called. Organisers. Paths ``rules.…``."""
    form = FieldReader()
    rules = read_plan(dict(plan), form.report)
    called = form.name(name) if name.strip() else None
    form.check()

    def write_plan(write: LeagueWrite) -> LeagueEvent:
        _check_seats(write, rules.options)
        run = _find(write, key)
        started = run.evening is not None and run.evening.rounds
        if run.evening is not None and started and run.evening.options.seats != rules.options.seats:
            text = T("A round is published; who plays with whom can be changed for the next evening.")
            raise make_refusal("rules.seats", "started", text)
        write.put_beside(LeagueNightRow, key, plan_name=called)
        return write.write(EVENING, key, {state.PLAN: rules_document(rules), state.DRAFT: None})

    asked = {"subject": key, state.PLAN: rules_document(rules)}
    named = name_request(uuid, called)
    return in_league(session, access, ORGANISE, named, EVENING, write_plan, asked)


def _check_seats(write: LeagueWrite, plan: EveningPlan) -> None:
    """Refuse partners where a game, by the league's house rules, has none, and the other way round."""
    game = GAMES[plan.game]
    house = game.read_rules(dict(write.league.house.get(game.slug, {})), 4, Report()).options
    allowed = list_seats(game, house)
    if plan.seats not in allowed:
        choices = [SEATS[seats] for seats in allowed]
        text = T("{game} is played so: {choices}.", game=game.name, choices=choices)
        raise make_refusal("rules.seats", "unknown_choice", text)


def say_here(
    session: Session, access: Access, *, uuid: str, key: str, changes: Mapping[str, Mapping[str, Any] | None]
) -> WrittenEvent:
    """Say who is here, and what is to be known of them; None for a player who is not. Only those who change are named,
    so that two organisers tick at once. Organisers.
    """

    def write_here(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, key)
        players = find_players(session, write.league.id, changes)
        if any(player not in players for player in changes):
            raise NotThere("player")
        _check_said(evening, changes)
        if len({*evening.here, *changes}) > MAX_HERE:
            text = T("At most {most} players come to an evening.", most=MAX_HERE)
            raise make_refusal("here", "too_many", text)
        gone = {player for player, change in changes.items() if change is None}
        older = {was: None for was, now in merged_keys(session, write.league.id).items() if now in gone}
        return write.write(EVENING, key, {state.HERE: {**older, **changes}, state.DRAFT: None})

    written = in_league(session, access, ORGANISE, uuid, EVENING, write_here, {"subject": key})
    kept = written.event.body.get(state.HERE, {})
    # Partners that were parted by then are not named once more.
    return _expect_same(
        written, all(kept.get(player, {"": ""}) == change for player, change in changes.items())
    )


def _expect_same(written: WrittenEvent, same: bool) -> WrittenEvent:
    """A request that is sent once more says what it said before; another one has its UUID by mistake."""
    if written.repeated and not same:
        raise UuidTaken(written.event)
    return written


def _check_said(evening: Evening, changes: Mapping[str, Mapping[str, Any] | None]) -> None:
    """Refuse what cannot be said of a player: a number out of bounds, or a partner who is not here."""
    form = FieldReader()
    report = form.report
    for player, change in changes.items():
        facts = change or {}
        read_fields(state.OF_A_PLAYER, facts, "", report, NO_TABLE)
        partner = facts.get(state.WITH)
        if partner is not None and partner not in {*evening.here, *changes} - {player}:
            report.error(state.WITH, "unknown_choice", T("Choose a player who is here."))
        if not report.errors and facts.get(state.FROM, 1) > facts.get(state.UNTIL, MAX_ROUNDS):
            text = T("A player can leave only after the round from which they are here.")
            report.error(state.UNTIL, "out_of_range", text)
    form.check()


def keep_draft(
    session: Session,
    access: Access,
    *,
    uuid: str,
    key: str,
    seen: int,
    draft: Mapping[str, Any],
    tap: Mapping[str, str],
) -> WrittenEvent:
    """Keep the draw of the next round as it is to be published, so that other organisers see it. Organisers.

    ``tap`` is what was asked for: sent once more it may lead to another draft, and is the same request still.
    """
    asked = {state.TAP: dict(tap)}

    def write_draft(write: LeagueWrite) -> LeagueEvent:
        _expect_seen(write, key, seen)
        return write.write(EVENING, key, {state.DRAFT: dict(draft), **asked})

    return in_league(session, access, ORGANISE, uuid, EVENING, write_draft, {"subject": key, **asked})


def publish_round(
    session: Session, access: Access, *, uuid: str, key: str, seen: int, round_: NewRound
) -> WrittenEvent:
    """Publish a round: a match is opened for each of its tables. Organisers; Overtaken where another one was quicker,
    refused once the evening is closed.

    A round that was published already is drawn again with a reason; a table that stands as it was keeps its match, and
    one that has begun has to (path ``why``).
    """

    def write_round(write: LeagueWrite) -> LeagueEvent:
        run = _expect_seen(write, key, seen)
        evening = run.evening
        assert evening is not None
        if evening.closed:
            raise make_refusal("", "closed", T("The evening is over."))
        if not 1 <= round_.number <= evening.next_round:
            raise Overtaken(tuple(events_about(session, write.league.id, key, after=seen)))
        kept = _keep_matches(write, evening, round_)
        body: dict[str, Any] = {**round_.draft, state.NUMBER: round_.number}
        if round_.number < evening.next_round:
            body[state.WHY] = add_text(session, write.league.id, _read_reason(round_.why))
        body[state.MATCHES] = [
            kept.get(table.players) or _open_table(write, run.night, evening, round_, place, table)
            for place, table in enumerate(seat_drawn(evening.options, round_.draft))
        ]
        return write.write(EVENING, key, {state.ROUND: body})

    written = in_league(session, access, ORGANISE, uuid, EVENING, write_round, {"subject": key})
    return _expect_same(written, state.ROUND in written.event.body)


def _read_reason(why: str) -> str:
    form = FieldReader()
    text = form.text(why, "why", MAX_REASON)
    if text is None:
        form.report.error("why", "missing", T("Say why this round is drawn again."))
    form.check()
    return str(text)


def _keep_matches(write: LeagueWrite, evening: Evening, round_: NewRound) -> dict[tuple[str, ...], str]:
    """The matches of a round that is drawn again, by who sits there: those of tables that stay. The others go."""
    if round_.number == evening.next_round:
        return {}
    before = evening.rounds[round_.number - 1]
    dealers = {table.players: table.dealer for table in seat_drawn(evening.options, round_.draft)}
    kept, begun = {}, list_begun(write.session, before)
    for table, key in zip(seat_drawn(evening.options, before), before[state.MATCHES], strict=True):
        if table.players in dealers and (key in begun or dealers[table.players] == table.dealer):
            kept[table.players] = key
        elif key in begun:
            text = T("Table {number} has begun; it stays as it is.", number=table.number)
            raise make_refusal("why", "begun", text)
        elif find_match(write.session, write.league.id, key) is not None:
            _take_out(write, key, round_.why)
    return kept


def list_begun(session: Session, played: Mapping[str, Any]) -> set[str]:
    """The matches of a round that stand when it is drawn again: something is recorded, or an organiser has decided
    something, also who sits there.
    """
    decided = {*played.get(state.GIVEN, {}), *played.get(state.SAT, {})}
    loaded = {key: statements.load(session, key) for key in played[state.MATCHES] if key not in decided}
    recorded = {key for key, match in loaded.items() if match is not None and match.rows()}
    return recorded | (set(played[state.MATCHES]) - loaded.keys())


def _take_out(write: LeagueWrite, key: str, why: str) -> None:
    """Take a match out that no one plays any more, and end it: a phone that has it open must not record there."""
    hold_match(write, key)
    match = statements.load(write.session, key, lock=True)
    write.write(MATCH_OUT, key, {})
    if match is not None and match.closed is None:
        ledger.append_held(
            write.session,
            match,
            uuid=str(uuid5(UUID(write.uuid), key)),
            kind=CLOSED_MATCH,
            body={"winners": []},
            device=write.who.device,
            texts={"reason": why},
        )


def _open_table(
    write: LeagueWrite, night: Night, evening: Evening, round_: NewRound, place: int, table: SeatedTable
) -> str:
    names = tuple(round_.names[player] for player in table.players)
    rules = dict(round_.rules[len(table.players)])
    opening = Opening(evening.options.game, rules, names, table.dealer, None, None)
    uuid = str(uuid5(UUID(write.uuid), f"table {place}"))
    event = open_in_league(write, opening, uuid, table.players, night.date, round_.season)
    return str(event.subject)


def give_table(
    session: Session, access: Access, *, uuid: str, key: str, match: str, won: int | None, void: bool = False
) -> WrittenEvent:
    """Say of a table that never finishes that a side has ``won`` it, or that it is ``void``; neither takes it back."""
    decision = {"won": won} if won is not None else {"void": True} if void else {}
    table = {state.TABLE: {"match": match, **decision}}

    def write_table(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, key)
        if all(match not in played[state.MATCHES] for played in evening.rounds):
            raise NotThere(match)
        return write.write(EVENING, key, table)

    return in_league(session, access, ORGANISE, uuid, EVENING, write_table, {"subject": key, **table})


def say_to_tables(session: Session, access: Access, *, uuid: str, key: str, text: str) -> WrittenEvent:
    """Put a line on every sheet of the latest round and on the board; nothing takes it away. Organisers."""
    form = FieldReader()
    line = form.text(text, "say", MAX_SAID)
    form.check()

    def write_line(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, key)
        for match in evening.rounds[-1][state.MATCHES] if evening.rounds else ():
            bump_sheet(write, match)
        number = None if line is None else add_text(session, write.league.id, line)
        return write.write(EVENING, key, {state.SAY: number})

    written = in_league(session, access, ORGANISE, uuid, EVENING, write_line, {"subject": key})
    number = written.event.body.get(state.SAY, 0)
    kept = None if number is None else read_texts(session, access.league.id, [number]).get(number, "")
    return _expect_same(written, kept == line)


def answer_call(session: Session, access: Access, *, uuid: str, key: str, match: str) -> WrittenEvent:
    """Say that an organiser goes to the table that calls the referee: the call is taken. Organisers."""
    answer = {state.CALL: {"match": match, "open": False}}

    def write_answer(write: LeagueWrite) -> LeagueEvent:
        expect_evening(write, key)
        bump_sheet(write, match)
        return write.write(EVENING, key, answer)

    return in_league(session, access, ORGANISE, uuid, EVENING, write_answer, {"subject": key, **answer})


def answer_ask(session: Session, access: Access, *, uuid: str, key: str, ask: str, let: bool) -> WrittenEvent:
    """Say of a phone that asks to write under a name that is taken whether it may. Organisers."""

    def write_answer(write: LeagueWrite) -> LeagueEvent:
        if ask not in expect_evening(write, key).asks:
            raise NotThere(ask)
        return write_let(write, key, ask, let)

    asked = {"subject": key, state.ASK: {"uuid": ask, state.LET: let}}
    return in_league(session, access, ORGANISE, uuid, EVENING, write_answer, asked)


def write_let(write: LeagueWrite, key: str, ask: str, let: bool) -> LeagueEvent:
    """The answer to a phone that asks; the sheets of its table show the question no more."""
    bump_sheet(write, expect_evening(write, key).asks[ask]["match"])
    return write.write(EVENING, key, {state.ASK: {"uuid": ask, state.LET: let}})


def bump_sheet(write: LeagueWrite, public_id: str) -> None:
    """The sheet of a match says something new to its table."""
    match = find_match(write.session, write.league.id, public_id)
    if match is not None and match.match_id is not None:
        feed.bump(write.session, match.match_id)


def close_evening(
    session: Session, access: Access, *, uuid: str, key: str, closed: bool = True
) -> WrittenEvent:
    """Close an evening, so that nothing waits any more; or open it again. Refused where two of a round were put
    together since: one person would have sat at two tables.
    """

    def write_end(write: LeagueWrite) -> LeagueEvent:
        evening = expect_evening(write, key)
        if not closed:
            _check_persons(write, evening)
        return write.write(EVENING, key, {state.CLOSED: closed})

    asked = {"subject": key, state.CLOSED: closed}
    return in_league(session, access, ORGANISE, uuid, EVENING, write_end, asked)


def _check_persons(write: LeagueWrite, evening: Evening) -> None:
    for played in evening.rounds:
        tables = seat_round(evening.options, played)
        sat = [*list_resting(played), *(player for table in tables for player in table.players)]
        seen = set()
        for player in find_current_players(write.session, write.league.id, sat).values():
            if player.key in seen:
                text = T(
                    "Two players are one since the close: {name}. Take that back on the player’s page, then the "
                    "evening can be opened again.",
                    name=player.name or f"#{player.number}",
                )
                raise make_refusal("", "put_together", text)
            seen.add(player.key)


def _find(write: LeagueWrite, key: str) -> RunNight:
    return find_run(write.session, write.league.id, expect_night(write, key))


def expect_evening(write: LeagueWrite, key: str) -> Evening:
    """The evening of a night, within a write; refused where it has no plan."""
    evening = _find(write, key).evening
    if evening is None:
        raise make_refusal("", "no_plan", T("This evening has no plan yet."))
    return evening


def _expect_seen(write: LeagueWrite, key: str, seen: int) -> RunNight:
    run = _find(write, key)
    write.check_seen(key, run.night.touched, seen)
    expect_evening(write, key)
    return run
