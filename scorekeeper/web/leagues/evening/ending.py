"""The end of an evening: the podium, a column a round, what decided between those who are level, and the close."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.evening import honours
from scorekeeper.league.evening.seating import list_people
from scorekeeper.league.evening.standings import DIFFERENCE, LEVEL, STAGE, WINS, EveningRow
from scorekeeper.league.results import CONTESTED
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import list_evening_matches
from scorekeeper.store.leagues.log.access import ORGANISE, READ, Access
from scorekeeper.web.leagues.evening.rounds import confirm_in_silence, list_cards
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, go_to, pages, press_button
from scorekeeper.web.leagues.words import number_words, sign_number
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say, say_listed
from scorekeeper.web.site.pages import POST

DECIDED: dict[str, Text] = {WINS: T("by wins"), LEVEL: T("level"), STAGE: T("came less far")}
NAMED = 3
"""So many of those who are level are named; of more than one further only the number."""


class ShownStep(NamedTuple):
    """A step of the podium in words: its place, who stands there, how many more, and their points."""

    place: int
    names: list[str]
    more: str
    points: str


class EveningEnding(NamedTuple):
    """What an evening came to: its standings, with each row what decided it, the podium, and what is worth telling."""

    standings: list[EveningRow]
    decided: list[str]
    podium: list[ShownStep]
    facts: list[str]
    size: str


@pages.add("/<public_id>/nights/<date>/run/end", may=READ)
def evening_end(access: Access, date: str) -> Any:
    """The standings of the evening, for all who may read."""
    running = find_running(access, date)
    values = {
        "ending": describe_ending(running),
        "contested": _say_contested(running),
        "playing": _count_playing(running) if access.may(ORGANISE) else 0,
    }
    return show(running, "evening_end", values, FieldsForm())


def _count_playing(running: EveningPage) -> int:
    """How many tables of all rounds still play: who closes the evening sees what will be missing."""
    rounds = range(1, len(running.evening.rounds) + 1)
    return sum(not card.over for number in rounds for card in list_cards(running, number))


def _say_contested(running: EveningPage) -> str:
    """How many results are contested, and what becomes of them; nothing mostly."""
    rows = list_evening_matches(session(), running.access.league.id, running.evening).values()
    contested = sum(row.confirmation == CONTESTED for row in rows)
    if not contested:
        return ""
    return ngettext(
        "%(num)s result is contested. It gives no points until it is settled, also after the close; then the "
        "standings change.",
        "%(num)s results are contested. They give no points until they are settled, also after the close; then the "
        "standings change.",
        contested,
    )


def describe_ending(running: EveningPage) -> EveningEnding:
    """What the rounds that were published came to so far."""
    evening, rounds = running.evening, running.rounds()
    rows = running.standings(rounds)
    above = [None, *rows[:-1]]
    people = len({running.current.get(player, player) for player in list_people(evening)})
    number = len(evening.rounds)
    size = [
        ngettext("%(num)s player", "%(num)s players", people),
        ngettext("%(num)s round", "%(num)s rounds", number),
    ]
    facts = [
        _say_best_pairs(running, honours.find_best_pairs(evening.options, rounds, rows)),
        _say_greatest_wins(running, honours.find_greatest_wins(rounds)),
        _say_sweepers(running, honours.find_sweepers(evening.options, rounds, rows)),
    ]
    return EveningEnding(
        rows,
        [say_decided(row, before) for row, before in zip(rows, above, strict=False)],
        [_show_step(running, step) for step in honours.list_podium(rows)],
        list(filter(None, facts)),
        ", ".join(size),
    )


def say_decided(row: EveningRow, above: EveningRow | None) -> str:
    """What put a row behind the one above, where the points that are shown do not say it."""
    if above is None:
        return ""
    if row.by == DIFFERENCE:
        signed = {"own": sign_number(row.difference), "above": sign_number(above.difference)}
        return _keep_together(_("difference %(own)s < %(above)s", **signed))
    if row.by in DECIDED:
        return say(DECIDED[row.by])
    if number_words(row.points) != number_words(above.points):
        return ""
    return _keep_together(_("points %(own)s < %(above)s", own=str(row.points), above=str(above.points)))


def _keep_together(comparison: str) -> str:
    """A comparison whose two numbers stand in one line."""
    return comparison.replace(" < ", "\u00a0<\u00a0")


def _show_step(running: EveningPage, step: honours.Step) -> ShownStep:
    names, more = _name_level([running.names.unit(row.unit) for row in step.rows])
    points = _("points: %(points)s", points=number_words(step.rows[0].points))
    return ShownStep(step.place, names, more, points)


def _name_level(names: Sequence[str]) -> tuple[list[str], str]:
    """The names of those who are level; where they are many, some of them and how many more there are."""
    if len(names) <= NAMED + 1:
        return list(names), ""
    more = len(names) - NAMED
    return list(names[:NAMED]), ngettext("and %(num)s more level", "and %(num)s more level", more)


def _list_level(names: Sequence[str]) -> str:
    named, more = _name_level(names)
    return f"{', '.join(named)} {more}" if more else say_listed(named)


def _say_best_pairs(running: EveningPage, pairs: Sequence[Any]) -> str:
    if not pairs:
        return ""
    names = _list_level([running.names.side(pair.players) for pair in pairs])
    return _("Best pair: %(names)s, points: %(points)s", names=names, points=number_words(pairs[0].points))


def _say_greatest_wins(running: EveningPage, wins: Sequence[Any]) -> str:
    if not wins:
        return ""
    lines = [
        _(
            "%(names)s in round %(round)s at table %(table)s",
            names=running.names.side(win.players),
            round=win.round,
            table=win.table,
        )
        for win in wins
    ]
    by = sign_number(wins[0].difference)
    return _("Greatest win: difference %(difference)s, %(wins)s", wins=_list_level(lines), difference=by)


def _say_sweepers(running: EveningPage, sweepers: Sequence[Any]) -> str:
    sweep = GAMES[running.evening.options.game].statistics.sweep
    if not sweepers or sweep is None:
        return ""
    names = _list_level([running.names.side(sweeper.players) for sweeper in sweepers])
    return f"{say(sweep.label)}: {names} ×{sweepers[0].times}"


@pages.add("/<public_id>/nights/<date>/run/close", POST, may=ORGANISE)
def close_evening(access: Access, date: str) -> Any:
    """Close the evening, so that nothing waits any more; or open it again."""
    running, closed = find_running(access, date), "open" not in request.form
    with press_button(_("Saved.")) as form:
        if closed:
            confirm_in_silence(running, form.uuid)
            form.fresh_uuid()
        key = running.night.key
        organising.close_evening(session(), access, uuid=form.uuid, key=key, closed=closed)
    return go_to("evening_end", access, date=date)
