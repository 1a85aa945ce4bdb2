"""What an evening is to those who play: one's own seat on one's own phone, and the table's code that lets it write."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Response, make_response, redirect, request, url_for

from scorekeeper.league.evening.played import PlayedRound
from scorekeeper.league.evening.seating import SeatedTable, list_people, list_resting, seat_round, sides_of
from scorekeeper.league.evening.state import AGAIN, MATCHES, NUMBERS
from scorekeeper.store.leagues.evening.guests import say_here_by_phone
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log.access import (
    ORGANISE,
    TONIGHT,
    Access,
    League,
    Who,
    place_link_of,
    table_codes_of,
)
from scorekeeper.store.leagues.log.nights import find_night, tonight
from scorekeeper.store.leagues.matches.listing import find_assignment, find_taken_out
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing.answering import draw_square
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.running import (
    TABLES,
    EveningPage,
    find_running,
    find_said,
    follow,
    open_evening,
    show,
)
from scorekeeper.web.leagues.guard import PLACE, FieldsForm, go_to, page, pages
from scorekeeper.web.leagues.words import Names, night_words
from scorekeeper.web.match.links import key
from scorekeeper.web.match.words import say_totals
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST

MAX_TABLES = 64
LETTERS, FOUND = 2, 20
"""Names of a league are shown after so many letters, and so many of them."""
ACROSS = 4
"""So many sit round a square table, two against two or each alone."""


class MySeat(NamedTuple):
    """Where a player sits in a round: the table, who sits there, the own seat; or that the player rests or is away."""

    table: SeatedTable | None
    sides: tuple[tuple[str, ...], ...]
    seat: int
    rests: bool


def find_tonight(league: League, *, over: bool = False) -> EveningPage | None:
    """The evening that is run in a league now, with ``over`` also one that was closed; None when there is none."""
    night = find_night(session(), league.id, tonight(league))
    if night is None:
        return None
    run = find_run(session(), league.id, night)
    if run.evening is None or (run.evening.closed and not over):
        return None
    return open_evening(Access(league, None, Who()), run)


def follow_tonight(league: League, *, over: bool = False) -> EveningPage | None:
    """The same for a page that follows the evening."""
    follow(league, tonight(league))
    return find_tonight(league, over=over)


def tonight_address(league: League, **values: Any) -> str:
    """Where every player finds the own seat."""
    token = place_link_of(key(), league, TONIGHT)
    return url_for("leagues.tonight", public_id=league.public_id, token=token, **values)


def table_address(league: League, number: int, **values: Any) -> str:
    """The address of a table, as its code has it."""
    token = place_link_of(key(), league, f"table {number}")
    return url_for("leagues.at_table", public_id=league.public_id, number=number, token=token, **values)


@pages.add("/<public_id>/tonight/<token>", BOTH, may=PLACE, name="tonight")
def choose_name(league: League, token: str) -> Any:
    """Who is here tonight: a tap on the own name leads to the own seat. Who is not ticked yet finds the own name after
    two letters and says so.
    """
    form = FieldsForm()
    if request.method == "POST":
        player = request.form.get("player", "")[:40]
        with form.writing():
            say_here_by_phone(session(), league.id, Who(None, device()), uuid=form.uuid, player=player)
            seat = url_for("leagues.my_seat", public_id=league.public_id, token=token, player=player)
            return redirect(seat, 303)
    return _show_names(league, token, form)


def _show_names(league: League, token: str, form: FieldsForm, wrong_code: str | None = None) -> Any:
    running = follow_tonight(league, over=True)
    search = request.values.get("q", "").strip()[:60]
    here = running.evening.here if running is not None else {}
    names = Names(league.id, here)
    values = {
        "people": sorted(((names[player], player) for player in here), key=_by_name),
        "token": token,
        "club": league,
        "running": running,
        "search": search,
        "wrong_code": wrong_code,
        "found": [player for player in _find_players(league, search) if player.key not in here],
    }
    return page("evening/tonight", values, form)


def _by_name(listed: tuple[str, Any]) -> str:
    return listed[0].casefold()


def _find_players(league: League, search: str) -> list[roster.LeaguePlayer]:
    """The players whose names hold these letters; none of those who have no name, and none for a single letter."""
    if len(search) < LETTERS:
        return []
    players = roster.list_players(session(), league.id, search=search, limit=FOUND)
    return [player for player in players if player.name is not None]


@pages.add("/<public_id>/tonight/<token>/<player>", may=PLACE)
def my_seat(league: League, token: str, player: str) -> Any:
    """The own seat of this round, the rounds so far, and the place now. It changes by itself."""
    running = follow_tonight(league, over=True)
    people = {*running.evening.here, *list_people(running.evening)} if running is not None else set()
    if player not in people:  # an older key of one who is in it, whose evening was opened again after a merge
        person = roster.find_current_player(session(), league.id, player)
        player = player if person is None else person.key
    if running is None or player not in people:
        return redirect(url_for("leagues.tonight", public_id=league.public_id, token=token), 303)
    rounds = running.rounds()
    number = len(running.evening.rounds)
    begun = any(table.result or table.won is not None for played in rounds for table in played.tables)
    standings = running.standings(rounds) if begun else []
    over = running.evening.closed
    seat = MySeat(None, (), 0, False) if over else find_seat(running, player, number)
    values = {
        "over": over,
        "club": league,
        "token": token,
        "player": player,
        "names": running.names,
        "number": number,
        "round_title": running.title_round(number),
        "seat": seat,
        "square": seat.table is not None and len(seat.table.players) == ACROSS,
        "lines": _list_played(running, player, rounds),
        "own": next((row for row in standings if running.current.get(player, player) in row.players), None),
        "said": find_said(running),
        "title": night_words(running.night.date, "full"),
    }
    return page("evening/my_seat", values)


@pages.add("/<public_id>/tonight/<token>/table", POST, may=PLACE)
def by_code(league: League, token: str) -> Any:
    """To a table by the four digits on its slip; a wrong code is said at its line, and too many of them wait."""
    running = find_tonight(league)
    typed = "".join(request.form.get("code", "").split())[:8]
    codes = list_codes(running) if running is not None else {}
    number = next((number for number, code in codes.items() if code == typed), None)
    if number is None:
        response = make_response(_show_names(league, token, FieldsForm(), typed))
        response.status_code = 404
        return response
    return redirect(table_address(league, number), 303)


def list_codes(running: EveningPage) -> dict[int, str]:
    """The codes of the tables of the latest round."""
    number = len(running.evening.rounds)
    tables = running.evening.rounds[-1][NUMBERS] if number else []
    return table_codes_of(key(), running.access.league, f"{running.night.key}|{number}", tables)


@pages.add("/<public_id>/tonight/<token>/qr.svg", may=PLACE)
def tonight_qr(league: League, token: str) -> Response:
    """The evening's link as a square."""
    return draw_square(tonight_address(league, _external=True), error="m")


@pages.add("/<public_id>/tables/<int:number>/<token>/qr.svg", may=PLACE)
def table_qr(league: League, token: str, number: int) -> Response:
    """A table's link as a square."""
    return draw_square(table_address(league, number, _external=True), error="m")


@pages.add("/<public_id>/nights/<date>/run/paper", may=ORGANISE)
def evening_paper(access: Access, date: str) -> Any:
    """A round on paper: who sits where by name, and a slip a table with its square and its code."""
    running = find_running(access, date)
    number = len(running.evening.rounds)
    if not number:
        return go_to("draw", access, date=date)
    played, plan = running.evening.rounds[-1], running.evening.options
    tables = sorted(seat_round(plan, played), key=lambda table: table.number)
    at = {player: table.number for table in tables for player in table.players}
    seats = sorted(((running.names[player], table) for player, table in at.items()), key=_by_name)
    values = {
        "number": number,
        "tables": [(table, sides_of(plan, table.players)) for table in tables],
        "seats": seats,
        "resting": [running.names[player] for player in list_resting(played)],
        "codes": list_codes(running),
        "addresses": {table.number: table_address(access.league, table.number) for table in tables},
        "standings": running.standings(running.rounds()),
    }
    return show(running, "paper", values)


@pages.add("/<public_id>/tables", may=ORGANISE)
def table_codes(access: Access) -> Any:
    """The codes that lie on the tables for a season, and that of the evening, to be printed."""
    number = min(max(number_in(request.args.get("tables")) or TABLES, 1), MAX_TABLES)
    league = access.league
    squares = [(table, table_address(league, table)) for table in range(1, number + 1)]
    values = {"tables": squares, "tonight": tonight_address(league), "number": number}
    return page("evening/codes", values)


def find_seat(running: EveningPage, player: str, number: int) -> MySeat:
    """Where a player sits in a round."""
    if not number:
        return MySeat(None, (), 0, False)
    played = running.evening.rounds[number - 1]
    for table in seat_round(running.evening.options, played):
        if player in table.players:
            sides = sides_of(running.evening.options, table.players)
            return MySeat(table, sides, table.players.index(player), False)
    return MySeat(None, (), 0, player in list_resting(played))


def _list_played(running: EveningPage, player: str, rounds: list[PlayedRound]) -> list[dict[str, Any]]:
    """The rounds whose result a player has: partners and opponents, the table, and how it ended; none for a rest."""
    lines: list[dict[str, Any]] = []
    now = running.current.get(player, player)
    for number, played in enumerate(rounds, 1):
        table = next((table for table in played.tables if any(now in side for side in table.sides)), None)
        if table is None and find_seat(running, player, number).rests:
            lines.append({"round": number})
        if table is None or table.result is None:
            continue
        own = next(side for side, players in enumerate(table.sides) if now in players)
        own_first = [own, *(side for side in range(len(table.sides)) if side != own)]
        totals = [table.result.totals[side] for side in own_first if table.result.totals]
        line = {
            "round": number,
            "table": table.number,
            "partners": [partner for partner in table.sides[own] if partner != now],
            "opponents": [opponent for side in own_first[1:] for opponent in table.sides[side]],
            "score": say_totals(totals),
            "won": own in table.result.winners,
        }
        lines.append(line)
    return lines


class NextPlaces(NamedTuple):
    """Where a phone goes once its match of an evening is over: to the next ``seat`` of who holds it, or, where it
    stays, to the next match of the same ``table``; None once the evening is closed.
    """

    seat: str
    table: str | None


def find_next_places(match: Match, seat: int | None) -> NextPlaces | None:
    """Where the phone of a player goes on once this match of an evening is over, or was called off because its round
    was drawn again; None for other matches.
    """
    placed = find_assignment(session(), match.public_id)
    called_off = placed is None
    placed = placed or find_taken_out(session(), match.public_id)
    running = find_tonight(placed.league, over=True) if placed is not None else None
    if placed is None or running is None:
        return None
    tables = {
        key: table
        for played in running.evening.rounds
        for drawn in (played.get(AGAIN, []) if called_off else [played])
        for key, table in zip(drawn[MATCHES], seat_round(running.evening.options, drawn), strict=True)
    }
    table = tables.get(match.public_id)
    if table is None:
        return None
    home = tonight_address(placed.league)
    stays = None if running.evening.closed else table_address(placed.league, table.number)
    if seat is None or seat >= len(match.players):
        return NextPlaces(home, stays)
    sits = dict(zip(placed.match.people or (), table.players, strict=False))
    player = sits.get(match.players[seat])
    return NextPlaces(home if player is None else f"{home}/{player}", stays)
