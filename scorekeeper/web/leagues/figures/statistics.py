"""Figures that people argue about: one measure of everybody, records, ratings, and the book of a year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, request

from scorekeeper.core.scoring.statistics import MEAN, SHARE, Measure
from scorekeeper.games import GAMES
from scorekeeper.league.counting import members_of
from scorekeeper.league.measures import PAIR, PLAYER
from scorekeeper.league.statistics import measures_of
from scorekeeper.store.leagues.figures.reading import cross_table as crossing
from scorekeeper.store.leagues.figures.reading import match_rows, player_figures, ranked_rows, year_book
from scorekeeper.store.leagues.figures.reading.player_figures import Level
from scorekeeper.store.leagues.figures.reading.year_book import BEST, ROWS
from scorekeeper.store.leagues.log.access import READ, Access
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.drawing.charts import bar_lengths
from scorekeeper.web.leagues.figures.standings import scope_of
from scorekeeper.web.leagues.guard import page, pages, to
from scorekeeper.web.leagues.matches.shown import games_played, updating_state
from scorekeeper.web.leagues.words import Names
from scorekeeper.web.site.database import session

ALONE, TOGETHER = "wins", "won_together"
"""The same question of a player and of a pair, so that the other list is not empty."""
OF_TWO = ("ahead_of",)
"""Measures of two against each other: no list of players has them."""


def list_measures(game: str) -> dict[str, Measure]:
    """What players and pairs can be listed by, and the whole league is counted by."""
    return {code: measure for code, measure in measures_of(game).items() if code not in OF_TWO}


def choose_measure(measures: Mapping[str, Measure], about: str, asked: str) -> str:
    """The measure that is asked for, else wins: alone, or of a pair together."""
    if asked in measures and asked not in (ALONE, TOGETHER):
        return asked
    return TOGETHER if about == PAIR else ALONE


@pages.add("/<public_id>/statistics", may=READ)
def statistics(access: Access) -> Any:
    """One measure of every player or pair, best first; and which measures there are."""
    scope, all_seasons = scope_of(access)
    game = request.args.get("game", "")
    if game and game not in GAMES:
        abort(404)
    measures = list_measures(game)
    about = PAIR if request.args.get("about") == PAIR else PLAYER
    code = choose_measure(measures, about, request.args.get("measure", ALONE))
    after = request.args.get("after") or None
    listed = player_figures.list_statistics(
        session(), access.league.id, code, about=about, game=game, scope=scope, after=after
    )
    names = Names(access.league.id, {key for level in listed.items for key in members_of(level.who)})
    here = {"season": scope, "game": game, "measure": code, "about": about}
    values = {
        "levels": listed.items,
        "whole": player_figures.sum_of_league(session(), access.league.id, code, game, scope),
        "measure": measures[code],
        "least": ranked_rows.rules_of(session(), access.league.id, scope).least_matches,
        "measures": measures,
        "code": code,
        "game": game,
        "games": GAMES,
        "about": about,
        "scope": scope,
        "seasons": all_seasons,
        "names": names,
        "updating": updating_state(access, rated=False),
        "lengths": _measure_bars(measures[code], listed.items),
        "after": to("statistics", access, after=listed.next, **here) if listed.next else None,
    }
    return page("statistics", values)


def _measure_bars(measure: Measure, levels: Sequence[Level]) -> list[float]:
    """The bars of those above the line, by what the measure is read as; a mean has none."""
    solid = [level.sum for level in levels if not level.below and measure.kind != MEAN]
    if measure.kind == SHARE:
        return bar_lengths([one.percent for one in solid], whole=100)
    return bar_lengths([one.got for one in solid])


@pages.add("/<public_id>/records", may=READ)
def records(access: Access) -> Any:
    """The greatest of everything, by game."""
    scope, all_seasons = scope_of(access)
    by_game = match_rows.records(session(), access.league.id, scope)
    kept = [record for kinds in by_game.values() for group in kinds.values() for record in group]
    values = {
        "records": {game: by_game[game] for game in games_played(by_game)},
        "scope": scope,
        "seasons": all_seasons,
        "names": Names(access.league.id, {key for record in kept for key in members_of(record.unit)}),
        "updating": updating_state(access, rated=False),
    }
    return page("records", values)


@pages.add("/<public_id>/ratings", may=READ)
def ratings(access: Access) -> Any:
    """Everybody's rating, overall or in a game, with how sure it is."""
    pool = request.args.get("game", "")
    if pool and pool not in GAMES:
        abort(404)
    listed = player_figures.list_ratings(
        session(), access.league.id, pool, after=request.args.get("after") or None
    )
    values = {
        "rated": listed.items,
        "pool": pool,
        "pools": ["", *GAMES],
        "names": Names(access.league.id, {rated.player for rated in listed.items}),
        "updating": updating_state(access),
        "after": to("ratings", access, game=pool, after=listed.next) if listed.next else None,
    }
    return page("ratings", values)


@pages.add("/<public_id>/yearbook/<int:year>", may=READ)
def yearbook(access: Access, year: int) -> Any:
    """A year on paper: its standings, its records, who rose."""
    if not 1900 <= year <= 9999:
        abort(404)
    book = year_book.yearbook(session(), access.league.id, year)
    units = [row.unit for row in book.rows] + [level.who for level in book.pairs]
    kept = [record.unit for kinds in book.records.values() for group in kinds.values() for record in group]
    keys = {key for unit in (*units, *kept) for key in members_of(unit)}
    keys |= {player for player, *_shown in book.risers} | {player for player, _n in book.most_matches}
    values = {
        "book": book,
        "best": BEST,
        "most_rows": ROWS,
        "names": Names(access.league.id, keys),
        "updating": updating_state(access),
    }
    return page("yearbook", values)


@pages.add("/<public_id>/cross-table", may=READ)
def cross_table(access: Access) -> Any:
    """Who won how often against each other, or as partners; of those whose names hold some letters, or of all."""
    scope, all_seasons = scope_of(access)
    together, search = request.args.get("with") == "yes", request.args.get("q", "").strip()[:60]
    players = None
    if search:
        matching = roster.list_players(
            session(), access.league.id, search=search, limit=crossing.MAX_ACROSS + 1
        )
        players = [player.key for player in matching]
    table = crossing.cross_table(session(), access.league.id, scope, together=together, players=players)
    values = {
        "found": table,
        "together": together,
        "search": search,
        "most": crossing.MAX_ACROSS,
        "scope": scope,
        "seasons": all_seasons,
        "names": Names(access.league.id, {*table.rows, *table.columns}),
        "updating": updating_state(access, rated=False),
    }
    return page("cross_table", values)
