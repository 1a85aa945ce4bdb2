"""Reads what people type into a league, with a sentence for each mistake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date as calendar_date
from datetime import datetime
from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.match import is_visible
from scorekeeper.core.reading import BAD, read_text
from scorekeeper.core.text import T
from scorekeeper.league.nights import is_league_date
from scorekeeper.league.rules import read_league_rules, rules_document
from scorekeeper.store.accounts.accounts import name_problem, tidy
from scorekeeper.store.match.refusals import Refused

MAX_ABOUT = 2000
MAX_PLACE = 120
MAX_MOMENT = 40
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class FieldReader:
    """Reads fields and collects everything that is wrong; ``check`` raises Refused with all of it."""

    def __init__(self) -> None:
        self.report = Report()

    def check(self) -> None:
        """Go on only if nothing is wrong."""
        if self.report.errors:
            raise Refused(tuple(self.report.errors))

    def name(self, value: Any, at: str = "name") -> str:
        """A name: one line, at most 60 characters, none of them hidden."""
        name = tidy(value) if type(value) is str else ""
        problem = name_problem(name)
        if not any(map(is_visible, name)):
            self.report.error(at, "missing", T("Write a name here."))
        elif problem is not None:
            self.report.error(at, "bad_name", problem)
        return name

    def text(self, value: Any, at: str, most: int = MAX_ABOUT) -> str | None:
        """A text that may be empty, which is None."""
        if value is None or (type(value) is str and not value.strip()):
            return None
        read = read_text(value, at, self.report, most)
        return None if read is BAD else str(read)

    def one_of(self, value: Any, at: str, choices: tuple[str, ...]) -> str:
        """One of a few words."""
        if value not in choices:
            self.report.error(at, "unknown_choice", T("Choose one of: {choices}.", choices=list(choices)))
        return str(value)

    def rules(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """A league's rules, every one of them written out: a later default changes none."""
        return rules_document(read_league_rules(dict(value), self.report))

    def date(self, value: Any, at: str, *, optional: bool = False) -> str | None:
        """A date of the league."""
        if optional and value in (None, ""):
            return None
        with suppress(ValueError):
            if type(value) is str and _DATE.fullmatch(value):
                day = calendar_date.fromisoformat(value)
                if is_league_date(day):
                    return day.isoformat()
        self.report.error(at, "not_a_date", T("Write the date as year-month-day: 2026-11-20."))
        return None

    def moment(self, value: Any, at: str, *, optional: bool = False) -> str | None:
        """A moment with its time zone."""
        if optional and value in (None, ""):
            return None
        with suppress(ValueError):
            if type(value) is str and len(value) <= MAX_MOMENT:
                moment = datetime.fromisoformat(value)
                if moment.tzinfo and is_league_date(moment):
                    return value
        text = T("Write the moment with its time zone: 2026-11-20T20:14:00Z.")
        self.report.error(at, "not_a_moment", text)
        return None

    def clock(self, value: Any, at: str) -> str | None:
        """A time of day, or none."""
        if value in (None, ""):
            return None
        if type(value) is str and _CLOCK.fullmatch(value):
            return value
        self.report.error(at, "not_a_time", T("Write the time as hours and minutes: 19:30."))
        return None
