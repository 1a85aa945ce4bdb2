"""What pages of a league say: names of the nameless, dates of nights, roles, and how far a match is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from scorekeeper.core.scoring.statistics import Measure
from scorekeeper.core.text import Amount, T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.changes import ADDED, REMOVED
from scorekeeper.league.counting import members_of, show_fraction
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.measures import few_text
from scorekeeper.league.records import KINDS
from scorekeeper.league.results import CONFIRMED, CONTESTED, WAITING
from scorekeeper.league.standings import show_value
from scorekeeper.league.statistics import measures_of
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.forgetting.erasing import DISCARDED, EMPTIED
from scorekeeper.store.leagues.exchange import uploads
from scorekeeper.store.leagues.figures.inputs import PROPOSED
from scorekeeper.store.leagues.figures.reading.change_log import Revision
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import LINK, ORGANISER, OWNER, PLAYER, PRIVATE, PUBLIC, SCORER
from scorekeeper.store.leagues.matches import confirmation
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.match.words import day_and_time
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import day_words, local_day_words
from scorekeeper.web.site.languages import say

ROLES: Mapping[str, Text] = {
    OWNER: T("Owner"),
    ORGANISER: T("Organiser"),
    SCORER: T("Scorer"),
    PLAYER: T("Player"),
}
ROLES_MAY: Mapping[str, Text] = {
    OWNER: T("gives the league its rules and roles"),
    ORGANISER: T("looks after players, nights, seasons and disputed results"),
    SCORER: T("brings matches into the league and may add guests"),
    PLAYER: T("reads everything and confirms the results of their own side"),
}
OPEN_TO: Mapping[str, Text] = {
    PUBLIC: T("everybody"),
    LINK: T("everyone who has the link"),
    PRIVATE: T("members only"),
}

STATES: Mapping[str, Text] = {
    "open": T("being played"),
    WAITING: T("waits to be confirmed"),
    CONTESTED: T("contested"),
    PROPOSED: T("a correction waits"),
    CONFIRMED: T("confirmed"),
}
HOW: Mapping[str, Text] = {
    confirmation.DEVICE: T("from their own phone"),
    confirmation.PASSED: T("after the phone was passed to them"),
}
UPLOAD_STATES: Mapping[str, Text] = {
    uploads.NAMES: T("read, and not in the league yet"),
    uploads.RUNNING: T("on its way in"),
    uploads.DONE: T("in the league"),
    uploads.UNDONE: T("taken out again"),
    DISCARDED: T("discarded: it named a player who is forgotten"),
    EMPTIED: T("discarded: it held a match that was emptied out of the bin"),
}
ITEMS: Mapping[str, Callable[[int], str]] = {
    "season": lambda n: ngettext("%(num)s season", "%(num)s seasons", n),
    "player": lambda n: ngettext("%(num)s player", "%(num)s players", n),
    "night": lambda n: ngettext("%(num)s night", "%(num)s nights", n),
    "match": lambda n: ngettext("%(num)s match", "%(num)s matches", n),
    "evening": lambda n: ngettext("%(num)s evening that was run", "%(num)s evenings that were run", n),
    "result": lambda n: ngettext("%(num)s result without deals", "%(num)s results without deals", n),
}


class Names:
    """What the players of a league are called on this page, looked up once."""

    def __init__(self, league: int, keys: Iterable[str]) -> None:
        self._named = roster.shown_names(session(), league, set(keys))

    def __getitem__(self, key: str) -> str:
        player = self._named.get(key)
        if is_stranger(key):
            return _("a stranger")
        return key if player is None else label(player)

    def unit(self, unit: str) -> str:
        """A player, or a pair as ``Vera & Ivan``."""
        return self.side(members_of(unit))

    def side(self, players: Iterable[str]) -> str:
        """Those who played together."""
        return " & ".join(self[key] for key in players)


def label(player: roster.LeaguePlayer | roster.ShownName) -> str:
    """A player's name, or what stands for it."""
    return player.name if player.name is not None else _("Player %(number)s", number=player.number)


def night_words(night: str, form: str = "medium") -> str:
    """The date of a night as the reader writes dates."""
    return day_words(date.fromisoformat(night), form)


def game_name(slug: str) -> Text | str:
    """A game's name; a game that this program does not know is called by its own word."""
    return GAMES[slug].name if slug in GAMES else slug


def game_words(slug: str) -> Text | str:
    """A game's name; every game together under no slug."""
    return game_name(slug) if slug else _("every game")


def say_amount(amount: Amount | Text) -> str:
    """A number, or a share in percent, as the reader's language writes it."""
    return say(Text("{amount}", {"amount": amount}))


def share_words(percent: int | None) -> str:
    """A share in percent, with the sign where the reader's language has it."""
    return (
        "–" if percent is None else say(T("{percent} %", percent=percent)).replace(" ", "\N{NO-BREAK SPACE}")
    )


def decimal(number: float | None) -> str:
    """A mean with one digit after the point, as the reader writes it."""
    return "–" if number is None else str(format_decimal(number, format="0.0"))


def number_words(number: Fraction) -> str:
    """Points as people write them: whole, with a half, or with one digit behind the point."""
    if number.denominator == 2:
        whole = abs(number.numerator) // 2
        sign = "−" if number < 0 else ""
        return f"{sign}{whole or ''}½"
    return str(format_decimal(float(number), format="0.#")).replace("-", "−")


def sign_number(number: Fraction) -> str:
    """A difference with its sign."""
    return f"+{number_words(number)}" if number > 0 else number_words(number)


def measure_groups(game: str, sums: Mapping[str, Any]) -> list[tuple[Text, list[Measure]]]:
    """The measures of a game that have figures, in groups."""
    measures = [measure for code, measure in measures_of(game).items() if code in sums]
    return [(group, list(some)) for group, some in groupby(measures, lambda measure: measure.group)]


def revision_words(revision: Revision) -> str:
    """When a match came to give something else, in one sentence."""
    at = day_and_time(revision.at)
    if revision.kind == ADDED:
        return _("%(time)s: a match was added later", time=at)
    if revision.kind == REMOVED:
        return _("%(time)s: a match no longer counts", time=at)
    return _("%(time)s: a match was corrected", time=at)


def asked_words(asked: confirmation.AskedSides) -> str:
    """Who has to agree before a match counts."""
    if asked.by_organiser:
        return _("An organiser has to confirm it.")
    if asked.all_sides or not asked.agreed:  # no side is known to have written it
        return _("Both sides have to confirm it.")
    return _("The other side has to confirm it.")


def said_words(entry: Mapping[str, Any]) -> str:
    """Who confirmed or contested a match, and from where; or that a correction was declined."""
    time, contested = day_and_time(entry["at"]), entry["kind"] == event_kinds.CONTESTED
    if entry["kind"] == event_kinds.RESULT_CORRECTED:
        return _("%(time)s: an organiser corrected %(change)s", time=time, change=entry["change"])
    if entry["kind"] == event_kinds.MATCH_MOVED:
        return _("%(time)s: who played was changed: %(change)s", time=time, change=entry["change"])
    if entry["kind"] == event_kinds.DECLINED:
        return _("%(time)s: an organiser declined the correction", time=time)
    if entry["who"] is None:
        if entry["how"] == confirmation.SILENCE:
            return _("%(time)s: confirmed, no one objected until the next round", time=time)
        if contested:
            return _("%(time)s: contested by an organiser", time=time)
        return _("%(time)s: confirmed by an organiser", time=time)
    values = {"time": time, "who": entry["who"], "how": say(HOW[entry["how"]]) if entry["how"] in HOW else ""}
    if contested:
        return _("%(time)s: contested by %(who)s (%(how)s)", **values)
    return _("%(time)s: confirmed by %(who)s (%(how)s)", **values)


FOR_PAGES: dict[str, Any] = {
    "roles": ROLES,
    "roles_may": ROLES_MAY,
    "states": STATES,
    "upload_states": UPLOAD_STATES,
    "item_words": ITEMS,
    "record_kinds": KINDS,
    "label": label,
    "evening_mark": EVENING_MARK,
    "is_stranger": is_stranger,
    "night_words": night_words,
    "day_and_time": day_and_time,
    "moment_words": local_day_words,
    "game_name": game_name,
    "game_words": game_words,
    "share_words": share_words,
    "decimal": decimal,
    "number_words": number_words,
    "sign_number": sign_number,
    "measure_groups": measure_groups,
    "few_text": few_text,
    "revision_words": revision_words,
    "asked_words": asked_words,
    "said_words": said_words,
    "value": lambda number: say_amount(show_fraction(number)),
    "one_value": say_amount,
    "shown_value": lambda number, rules: say_amount(show_value(number, rules)),
}
