"""What the five pages of an evening share: the night, what was said of it, where each step leads, and the stream that
they follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, NamedTuple

from flask import Response, abort, g, redirect, url_for
from flask_babel import gettext as _

from scorekeeper.core.text import T, Text
from scorekeeper.league.evening.evening_plan import KNOCKOUT
from scorekeeper.league.evening.played import PlayedRound, told_of
from scorekeeper.league.evening.seating import list_people, seat_round
from scorekeeper.league.evening.standings import EveningRow, list_units, rank_evening
from scorekeeper.league.evening.state import AGAIN, NUMBERS, Evening
from scorekeeper.league.nights import moment_of
from scorekeeper.store.leagues.evening.pulse import EveningPulse, name_stream, read_pulses, stream_link_of
from scorekeeper.store.leagues.evening.reading import RunNight, find_run, list_evening_matches, read_rounds
from scorekeeper.store.leagues.log.access import ORGANISE, Access, League
from scorekeeper.store.leagues.log.nights import Night, find_night
from scorekeeper.store.leagues.log.texts import read_texts
from scorekeeper.store.leagues.people.roster import find_current_players
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.leagues.guard import PLACE, go_to, page, pages, to
from scorekeeper.web.leagues.words import Names, night_words
from scorekeeper.web.match.links import key
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import answer_under, require
from scorekeeper.web.site.streams import Followed, stream_address

STEPS: Mapping[str, Text] = {
    "plan_evening": T("Plan"),
    "here": T("Who is here"),
    "draw": T("Draw"),
    "rounds": T("Rounds"),
    "evening_end": T("End"),
}


TABLES = 6
"""So many tables have a code on the page of codes, if an evening does not need more."""


class EveningPage(NamedTuple):
    """An evening on its page: the night, what was said of it, and the names of all who are or were in it. ``current``
    has the keys of today of those who were put together with others since.
    """

    access: Access
    run: RunNight
    names: Names
    current: Mapping[str, str]

    @property
    def night(self) -> Night:
        return self.run.night

    @property
    def evening(self) -> Evening:
        assert self.run.evening is not None
        return self.run.evening

    def title_round(self, number: int) -> str:
        """What a round is called; how many a knock-out has is known at its end."""
        options = self.evening.options
        if options.way == KNOCKOUT:
            return _("Round %(number)s", number=number)
        return _("Round %(number)s of %(rounds)s", number=number, rounds=max(options.rounds, number))

    @property
    def tables(self) -> int:
        """Of how many tables the codes are printed: those of the latest round, before it those for who is here."""
        evening = self.evening
        rounds, needed = evening.rounds, len(evening.here) // evening.options.least
        return max(TABLES, *(rounds[-1][NUMBERS] if rounds else [needed]))

    def rounds(self) -> list[PlayedRound]:
        """The rounds with their results."""
        return told_of(read_rounds(session(), self.access.league.id, self.evening), self.current)

    def standings(self, rounds: list[PlayedRound]) -> list[EveningRow]:
        """The standings of everybody who is or was in a round; fixed pairs stand as one."""
        return rank_evening(self.evening.options, rounds, list_units(self.evening, rounds, self.current))


def find_running(access: Access, day: str, *, planned: bool = True) -> EveningPage:
    """The evening of a date; a missing page without one, and the plan first where there is none yet."""
    night = require(find_night(session(), access.league.id, day[:10]))
    follow(access.league, night.date)
    run = find_run(session(), access.league.id, night)
    if run.evening is None and planned:
        abort(redirect(to("plan_evening", access, date=night.date), 303))
    return open_evening(access, run)


def open_evening(access: Access, run: RunNight) -> EveningPage:
    """An evening with the names of its people, and the keys that they have now."""
    people = {*run.evening.here, *list_people(run.evening)} if run.evening else set()
    if run.evening is not None:
        rows = list_evening_matches(session(), access.league.id, run.evening).values()
        people |= {player for row in rows for player in row.players}
        again = [drawn for played in run.evening.rounds for drawn in played.get(AGAIN, [])]
        tables = [table for drawn in again for table in seat_round(run.evening.options, drawn)]
        people |= {player for table in tables for player in table.players}
    players = find_current_players(session(), access.league.id, people)
    current = {key: player.key for key, player in players.items() if player.key != key}
    return EveningPage(access, run, Names(access.league.id, people | set(current.values())), current)


def show(running: EveningPage, step: str, values: Mapping[str, Any], form: EntryForm | None = None) -> Any:
    """One of the five pages."""
    common = {
        "steps": STEPS,
        "step": step,
        "night": running.night,
        "running": running,
        "evening": running.run.evening,
        "names": running.names,
        "said": find_said(running),
        "last_deal": find_last_deal(running),
        "title": night_words(running.night.date, "full"),
    }
    return page(f"evening/{step}", {**common, **values}, form)


def find_last_deal(running: EveningPage) -> datetime | None:
    """The moment at which the last deal is to be called, by the league's clock."""
    evening, options = running.run.evening, running.access.league.options
    if evening is None or not evening.options.last_deal or evening.closed:
        return None
    at = time.fromisoformat(evening.options.last_deal)
    return moment_of(date.fromisoformat(running.night.date), at, options.zone, options.day_ends)


def find_said(running: EveningPage) -> str:
    """What is said to all tables; empty mostly."""
    evening = running.run.evening
    if evening is None or evening.say is None:
        return ""
    return read_texts(session(), running.access.league.id, [evening.say]).get(evening.say) or ""


@pages.add("/<public_id>/nights/<date>/run", may=ORGANISE)
def run(access: Access, date: str) -> Any:
    """To the step at which the evening is."""
    running = find_running(access, date)
    evening = running.evening
    step = "evening_end" if evening.closed else "rounds" if evening.rounds else "here"
    return go_to(step, access, date=date)


EVERY = 10
"""Seconds between two questions of a page that no stream reaches."""


def follow(league: League, date: str) -> None:
    """Let this page follow the evening of a date, as it stands now: what is read afterwards is at least as new."""
    name = name_stream(league.public_id, date)
    pulse = _read_pulse(name)
    link = stream_link_of(key(), league, date)
    g.followed = Followed(
        seq=pulse.seq,
        pulse=pulse.pulse,
        stream=stream_address(name, link),
        fragment=url_for("leagues.evening_pulse", public_id=league.public_id, date=date, token=link),
        tag=_tag(pulse),
        every=EVERY,
    )


@pages.add("/<public_id>/nights/<date>/live/<token>", may=PLACE)
def evening_pulse(league: League, token: str, date: str) -> Response:
    """How far the evening is, or the word that it has not changed."""
    pulse = _read_pulse(name_stream(league.public_id, date))
    response = answer_under(_tag(pulse), lambda: {"seq": pulse.seq, "pulse": pulse.pulse})
    response.headers["Live-Every"] = str(EVERY)
    return response


def _read_pulse(name: str) -> EveningPulse:
    """How far it is; a missing page where its league has gone into the bin this moment."""
    return require(read_pulses(session(), [name]).get(name))


def _tag(pulse: EveningPulse) -> str:
    return f"{pulse.seq}.{pulse.pulse}"
