"""Days as people write them in each language."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from babel.dates import format_skeleton
from flask_babel import format_date, get_locale
from flask_babel import gettext as _

from scorekeeper.store.forgetting.emptying import LEAGUE, Departure
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.languages import language


def day_words(day: date, size: str = "medium") -> str:
    """A day in the reader's language, with its month ``medium`` or ``long``."""
    text = str(format_date(day, size, rebase=False))
    return _basque(text, day) if language() == "eu" else text


def local_day_words(at: datetime) -> str:
    """The day of a moment, as the reader's clock has it."""
    return day_words(local(at).date())


def near_words(day: date, today: date) -> str:
    """A day as people call it: today, yesterday, and the year only where it is another one."""
    if day == today:
        return str(_("today"))
    if day == today - timedelta(days=1):
        return str(_("yesterday"))
    if day.year != today.year:
        return day_words(day)
    text = str(format_skeleton("MMMMd", day, locale=get_locale()))
    return _basque(text, day) if language() == "eu" else text


def departure_words(departure: Departure) -> str:
    """From which day a match in the bin may be emptied, or why it stays."""
    if departure.at is not None:
        return str(_("emptied for good from %(day)s on", day=local_day_words(departure.at)))
    if departure.stays == LEAGUE:
        return str(_("stays: it belongs to a league"))
    return str(_("stays until the whole series lies in the bin"))


def _basque(text: str, day: date) -> str:
    """Numbers with the endings that they have when they are read aloud: *2026ko azaroaren 21a*, *2025eko*, *31*.

    Babel writes every possible ending in brackets.
    """
    return text.replace("(e)ko", "eko" if _ends_hard(day.year) else "ko").replace(
        "(a)", "" if day.day % 20 == ELEVEN else "a"
    )


ELEVEN = 11
"""Hamaika, as in 31 too: it ends in *a* by itself."""
HARD = frozenset({1, 5, 10, 15})
"""Bat, bost, hamar, hamabost: people count by twenties."""


def _ends_hard(number: int) -> bool:
    """Whether a year ends in a consonant when it is said."""
    return number % 20 in HARD if number % 100 else bool(number % 1000)
