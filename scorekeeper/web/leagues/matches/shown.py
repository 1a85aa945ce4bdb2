"""Matches as lists of a league show them, and what is looked for in the lists of matches and nights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from flask import request
from flask_babel import gettext as _

from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.files.csv_reading import DATE_ORDERS, read_day
from scorekeeper.league.results import CONTESTED
from scorekeeper.store.accounts import devices
from scorekeeper.store.accounts.devices import Summary
from scorekeeper.store.leagues.figures.inputs import PROPOSED, LeagueResult
from scorekeeper.store.leagues.figures.reading import match_rows, ranked_rows
from scorekeeper.store.leagues.figures.reading.match_rows import MAX_COUNTED
from scorekeeper.store.leagues.figures.reading.ranked_rows import FiguresState
from scorekeeper.store.leagues.log import nights, texts
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.log.event_kinds import BEGINNINGS, MATCH_MOVED, RESULT_CORRECTED
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.nights import list_years
from scorekeeper.store.leagues.log.write import events_about
from scorekeeper.store.leagues.matches import confirmation
from scorekeeper.store.leagues.matches.follow_rematch import count_offered
from scorekeeper.store.leagues.matches.listing import LeagueMatch, keys_by_seat, version_of
from scorekeeper.store.leagues.matches.match_history import moment_of
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.store.match.match import Match
from scorekeeper.web.leagues.guard import to
from scorekeeper.web.leagues.words import STATES, Names, game_name, night_words
from scorekeeper.web.match.words import MovedTotal, totals_moved
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import speaking_of
from scorekeeper.web.site.prose import write_total

OPEN = "open"
MAX_OFFERED = 200
"""In a longer list of players a name is hard to find."""


class ListedSide(NamedTuple):
    """One side of a match in a list."""

    players: str
    total: str
    won: bool


class ShownCorrection(NamedTuple):
    """A correction of a confirmed match, as pages show it: the total that counts and the one that would, by side, or
    by person where others sit together then.

    ``declined`` by an organiser, perhaps with a ``reason``; ``undo`` is the event that takes it back if it is undone.
    One that ``reopens`` the match leaves it without a winner: it is played on, or stopped, before it can be accepted.
    """

    version: int
    sides: list[MovedTotal]
    declined: bool
    reason: str | None
    undo: int | None
    reopens: bool


class LiveMatch(NamedTuple):
    """An open match as it stands now: every side with its total, and how far it is."""

    sides: tuple[ListedSide, ...]
    standing: str


def show_matches(access: Access, listed: Sequence[LeagueResult], names: Names) -> list[dict[str, Any]]:
    """Matches in words, with every side and what holds a match back if anything does. One that is ``live`` is being
    played: it has those who sit there now, and its score moves.
    """
    playing = devices.summarize_matches(
        session(), [league_result.match for league_result in listed if league_result.state == OPEN]
    )
    return [
        _show_match(access, league_result, names, playing.get(league_result.match))
        for league_result in listed
    ]


def find_live_match(public_id: str) -> LiveMatch | None:
    """How an open match stands now."""
    summary = devices.summarize_matches(session(), [public_id]).get(public_id)
    return None if summary is None else _live(summary)


def _live(match: Summary) -> LiveMatch:
    """The names at the table now: people change seats while they play."""
    seats = match.sides or [[seat] for seat in range(match.players)]
    totals = [write_total(total) for total in match.totals] if match.totals else [""] * len(seats)
    sides = tuple(
        ListedSide(" & ".join(match.table[seat] for seat in side), totals[number], number in match.winners)
        for number, side in enumerate(seats)
    )
    if match.binned:
        return LiveMatch(sides, _("in the bin"))
    if match.status != OPEN:
        return LiveMatch(sides, _("has just ended"))
    with speaking_of(match.game):
        return LiveMatch(sides, _("being played, deal %(number)s", number=match.deals + 1))


def _show_match(
    access: Access, league_result: LeagueResult, names: Names, playing: Summary | None
) -> dict[str, Any]:
    live = _live(playing) if playing is not None else None
    return {
        "key": league_result.match,
        "game": game_name(league_result.game),
        "night": night_words(league_result.night),
        "sides": live.sides if live else _list_sides(league_result, names),
        "held_back": live.standing if live else _held_back(league_result),
        "address": to("match", access, key=league_result.match),
        "live": live is not None,
    }


def _list_sides(league_result: LeagueResult, names: Names) -> tuple[ListedSide, ...]:
    result = league_result.result
    if result is None:
        return ()
    return tuple(
        ListedSide(
            names.side(league_result.players[seat] for seat in seats if seat < len(league_result.players)),
            write_total(result.totals[side]) if side < len(result.totals) else "",
            side in result.winners,
        )
        for side, seats in enumerate(result.sides)
    )


def _held_back(league_result: LeagueResult) -> Text | str | None:
    if league_result.state == OPEN:
        return _("being played")
    if league_result.state in (CONTESTED, PROPOSED):
        return STATES[league_result.state]
    return league_result.why_not


def correction_of(row: LeagueMatch, match: Match | None) -> ShownCorrection | None:
    """The correction that is not accepted, or not yet; None where what counts is what stands."""
    proposal = confirmation.proposal_of(row, match) if match is not None else None
    if match is None or proposal is None:
        return None
    no = confirmation.find_decline(session(), row, match)
    numbers = [no.body["text"]] if no is not None and "text" in no.body else []
    reasons = texts.read_texts(session(), row.league_id, numbers).values()
    last = proposal.events[-1].seq if proposal.events else None
    return ShownCorrection(
        proposal.version,
        totals_moved(proposal.counting, proposal.proposed),
        no is not None,
        next(iter(reasons), None),
        last if last in match.standing_seqs else None,
        not confirmation.is_over(match),
    )


def list_confirmations(
    league: int, row: LeagueMatch, match: Match | None, names: Names
) -> list[dict[str, Any]]:
    """Who confirmed or contested the match, or declined a correction of it, in order."""
    events = events_about(session(), league, row.key)
    changes = _changes(events) | _changes_of_players(events, league)
    events = [event for event in events if "how" in event.body or event.seq in changes]
    reasons = texts.read_texts(
        session(), league, [event.body["text"] for event in events if event.body.get("text")]
    )
    return [
        {
            "kind": event.kind,
            "who": _speaker(event.body, row, match, names),
            "how": event.body.get("how"),
            "change": changes.get(event.seq),
            "at": moment_of(event),
            "reason": reasons.get(event.body.get("text") or 0),
        }
        for event in events
    ]


def _changes(events: Sequence[LeagueEvent]) -> dict[int, str]:
    """By the event that corrected a result without deals, its totals before and after: ``151:98 → 151:89``."""
    changes: dict[int, str] = {}
    before = ""
    for event in events:
        if event.kind in BEGINNINGS:
            after = ":".join(map(str, event.body.get("totals", ()))) or "–"
            if event.kind == RESULT_CORRECTED:
                changes[event.seq] = f"{before} → {after}"
            before = after
    return changes


def _changes_of_players(events: Sequence[LeagueEvent], league: int) -> dict[int, str]:
    """By the event that changed who played, everybody before and after: ``Vera → Boris``."""
    with_players = [event for event in events if "players" in event.body]
    moved = [(event, was) for was, event in pairwise(with_players) if event.kind == MATCH_MOVED]
    names = Names(league, {key for event in with_players for key in event.body["players"]} if moved else ())
    return {
        event.seq: ", ".join(
            f"{names[old]} → {names[new]}"
            for old, new in zip(was.body["players"], event.body["players"], strict=False)
            if old != new
        )
        for event, was in moved
    }


def _speaker(body: Mapping[str, Any], row: LeagueMatch, match: Match | None, names: Names) -> str | None:
    """The player who sat at a seat when it spoke; None for an organiser, who speaks for all sides."""
    seat = body.get("seat")
    if seat is None:
        return None
    keys = keys_by_seat(row, match and version_of(match, body["version"]))
    return names[keys[seat]] if seat < len(keys) else None


def players_of(listed: Iterable[LeagueResult]) -> set[str]:
    """The keys of all players of these matches."""
    return {key for league_result in listed for key in league_result.players}


class Offered(NamedTuple):
    """Players to choose from. ``many``: there are more, and they can be looked for by their names."""

    players: list[LeaguePlayer]
    many: bool
    search: str


def offer_players(access: Access, *chosen: str) -> Offered:
    """The players that a list offers: all of a small league; of a large one the chosen and the found (``q``)."""
    search = request.args.get("q", "").strip()[:60]
    players = roster.list_players(session(), access.league.id, search=search, limit=MAX_OFFERED + 1)
    many = bool(search) or len(players) > MAX_OFFERED
    chosen_players = roster.find_players(session(), access.league.id, chosen) if many else {}
    listed = {player.key: player for player in (*chosen_players.values(), *players[:MAX_OFFERED])}
    return Offered(list(listed.values()), many, search)


def updating_state(access: Access, *, rated: bool = True) -> FiguresState | None:
    """How far the figures are behind; None while they are of now, as they are where nothing was played, or where
    ratings alone are behind and the page has none (``rated``).
    """
    state = ranked_rows.find_state(session(), access.league.id)
    behind = (
        state.updating
        and (rated or not state.only_ratings)
        and nights.list_nights(session(), access.league.id, limit=1)
    )
    return state if behind else None


OFFERED_REMATCHES = T("rematches that do not count yet")


def list_waiting(access: Access) -> list[dict[str, Any]]:
    """What waits for a word, for organisers only: which matches, how many, and where they are listed."""
    if not access.may(ORGANISE):
        return []
    waiting: list[dict[str, Any]] = []
    for state, number in match_rows.count_waiting(session(), access.league.id).items():
        counted = str(number) if number <= MAX_COUNTED else f"{MAX_COUNTED}+"
        address = to("matches", access, state=state)
        waiting.append({"words": STATES[state], "number": counted, "address": address})
    if offered := count_offered(session(), access.league.id):
        address = to("rematches", access)
        waiting.append({"words": OFFERED_REMATCHES, "number": str(offered), "address": address})
    return waiting


def games_played(sums: dict[str, Any]) -> list[str]:
    """The games that have figures, in the order in which the program names its games."""
    return [game for game in GAMES if game in sums]


FOUND = 20
"""So many players of a name are looked for."""
YEAR = re.compile(r"[0-9]{4}", re.ASCII)


class Search(NamedTuple):
    """What is asked for: the words, the year, and what follows: nights from ``since`` to ``until``, some ``players``.

    ``years`` are those that can be chosen.
    """

    words: str
    year: str
    years: list[str]
    since: str | None = None
    until: str | None = None
    players: tuple[str, ...] | None = None

    @property
    def asked(self) -> dict[str, str | None]:
        """The same as a part of an address."""
        return {"q": self.words or None, "year": self.year or None}


def read_search(access: Access) -> Search:
    """What the address asks for: a date is a night, four digits are a year, and all else is a name."""
    words, year = request.args.get("q", "").strip()[:60], request.args.get("year", "")
    years = list_years(session(), access.league.id)
    if YEAR.fullmatch(words):
        words, year = "", words
    year = year if YEAR.fullmatch(year) else ""
    if year and year not in years:
        years = sorted([*years, year], reverse=True)
    search = Search(words, year, years, f"{year}-01-01" if year else None, f"{year}-12-31" if year else None)
    if not words:
        return search
    day = next((day for order in DATE_ORDERS if (day := read_day(words, order)) is not None), None)
    if day is not None:
        return search._replace(since=day.date, until=day.date)
    players = roster.list_players(session(), access.league.id, search=words, limit=FOUND)
    return search._replace(players=tuple(player.key for player in players))
