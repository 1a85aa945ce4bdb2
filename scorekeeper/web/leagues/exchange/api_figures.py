"""The figures of a league for other programs: ratings, statistics, nights, and the rounds of an evening."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flask import request

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.counting import members_of
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from scorekeeper.league.evening.standings import EveningRow
from scorekeeper.league.evening.state import MATCHES, NUMBERS, ROUND
from scorekeeper.league.measures import PAIR, PLAYER
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.figures.reading import player_figures
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.store.leagues.log.nights import find_night, list_nights
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.people.roster import find_current_players
from scorekeeper.web.leagues.evening.running import EveningPage, open_evening
from scorekeeper.web.leagues.exchange.api import PORTION, NotFound, as_number, find_scope, number_after, pages
from scorekeeper.web.leagues.figures.statistics import choose_measure, list_measures
from scorekeeper.web.leagues.words import number_words, sign_number
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say


def _game() -> str:
    """The game that is asked for, ``""`` for all of them; Refused for one that is none."""
    game = request.args.get("game", "")
    if game and game not in GAMES:
        raise make_refusal("game", "unknown_game", T("There is no such game."))
    return game


@pages.add("/leagues/<public_id>/ratings", may=READ, name="league_ratings")
def ratings(access: Access) -> dict[str, Any]:
    """Everybody's rating, of every game together or of one, best first."""
    game, after = _game(), request.args.get("after") or None
    page = player_figures.list_ratings(session(), access.league.id, game, after=after)
    rows = [
        {
            "player": rated.player,
            "rating": rated.rating.shown,
            "highest": rated.rating.highest,
            "mu": rated.rating.mu,
            "sigma": rated.rating.sigma,
            "matches": rated.rating.matches,
            "night": rated.rating.night,
            "provisional": rated.provisional,
            "inactive": rated.inactive,
        }
        for rated in page.items
    ]
    return {"game": game or None, "rows": rows, "next": page.next}


@pages.add("/leagues/<public_id>/statistics", may=READ, name="league_statistics")
def statistics(access: Access) -> dict[str, Any]:
    """One measure of every player or pair, best first: how often it came true, out of how often."""
    game, scope = _game(), find_scope(access)
    about = PAIR if request.args.get("about") == PAIR else PLAYER
    measures = list_measures(game)
    measure = measures[choose_measure(measures, about, request.args.get("measure", ""))]
    whole = player_figures.sum_of_league(session(), access.league.id, measure.code, game, scope)
    page = player_figures.list_statistics(
        session(),
        access.league.id,
        measure.code,
        about=about,
        game=game,
        scope=scope,
        after=request.args.get("after") or None,
    )
    rows = [
        {
            "players": list(members_of(level.who)),
            "got": level.sum.got,
            "of": level.sum.of,
            "below": level.below,
        }
        for level in page.items
    ]
    return {
        "season": scope or None,
        "game": game or None,
        "about": about,
        "measure": measure.code,
        "kind": measure.kind,
        "text": say(measure.label),
        "measures": list(measures),
        "league": list(whole or ()),
        "rows": rows,
        "next": page.next,
    }


@pages.add("/leagues/<public_id>/nights", may=READ, name="league_nights")
def nights(access: Access) -> dict[str, Any]:
    """The nights, planned and past, the latest first."""
    skip = number_after()
    page = list_nights(session(), access.league.id, skip=skip, limit=PORTION + 1)
    shown = page[:PORTION]
    people = find_current_players(session(), access.league.id, {key for night in shown for key in night.came})
    listed = [
        {
            "night": night.date,
            "season": night.season,
            "place": night.place,
            "starts": night.starts,
            "planned": night.planned,
            "cancelled": night.cancelled,
            "came": list(dict.fromkeys(people[key].key for key in night.came if key in people)),
        }
        for night in shown
    ]
    return {"nights": listed, "next": skip + PORTION if len(page) > PORTION else None}


@pages.add("/leagues/<public_id>/nights/<date>/rounds", may=READ, name="league_rounds")
def rounds(access: Access, date: str) -> dict[str, Any]:
    """The rounds of an evening as they were published, and its standings; none of a night that no one runs."""
    night = find_night(session(), access.league.id, date[:10])
    if night is None:
        raise NotFound(Finding("night", "unknown_night", T("There is no such night in this league.")))
    run = find_run(session(), access.league.id, night)
    if run.evening is None:
        return {"night": night.date, "closed": False, "rounds": [], "standings": []}
    evening = open_evening(access, run)
    played = evening.rounds()
    return {
        "night": night.date,
        "closed": run.evening.closed,
        "rounds": [_round(evening, number, round_) for number, round_ in enumerate(played, 1)],
        "standings": [_row(row) for row in (evening.standings(played) if played else [])],
    }


def _round(evening: EveningPage, number: int, played: PlayedRound) -> dict[str, Any]:
    drawn = evening.evening.rounds[number - 1]
    tables = zip(drawn[NUMBERS], drawn[MATCHES], played.tables, strict=True)
    return {
        ROUND: number,
        "tables": [_table(at, match, table) for at, match, table in tables],
        "resting": list(played.resting),
    }


def _table(number: int, match: str, table: PlayedTable) -> dict[str, Any]:
    """``won`` is a side that the organiser gave the table to; what was played has totals and placements."""
    return {
        "table": number,
        "match": match,
        "sides": [list(side) for side in table.sides],
        "totals": list(table.result.totals) if table.result else [],
        "placements": list(table.result.placements) if table.result else [],
        "won": table.won,
        "void": table.void,
    }


def _row(row: EveningRow) -> dict[str, Any]:
    cells = [{"state": cell.state, **_amounts(cell.points, cell.difference, cell.won)} for cell in row.cells]
    return {
        "place": row.place,
        "players": list(row.players),
        "by": row.by,
        **_amounts(row.points, row.difference, row.wins),
        "rounds": cells,
    }


def _amounts(points: Fraction, difference: Fraction, wins: Fraction) -> dict[str, Any]:
    return {
        "points": number_words(points),
        "points_value": as_number(points),
        "difference": sign_number(difference),
        "difference_value": as_number(difference),
        "wins": number_words(wins),
        "wins_value": as_number(wins),
    }
