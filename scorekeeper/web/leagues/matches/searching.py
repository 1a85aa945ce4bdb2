"""What is looked for in the lists of matches and nights: a name or a date, and a year."""

from __future__ import annotations

import re
from typing import NamedTuple

from flask import request

from scorekeeper.league.files.csv_reading import DATE_ORDERS, read_day
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.log.nights import list_years
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.site.database import session

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
    found = Search(words, year, years, f"{year}-01-01" if year else None, f"{year}-12-31" if year else None)
    if not words:
        return found
    day = next((day for order in DATE_ORDERS if (day := read_day(words, order)) is not None), None)
    if day is not None:
        return found._replace(since=day.date, until=day.date)
    players = roster.list_players(session(), access.league.id, search=words, limit=FOUND)
    return found._replace(players=tuple(one.key for one in players))
