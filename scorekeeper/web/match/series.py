"""A series of rematches: its tally, its matches, and of how many it is the best."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.series import BEST_OF, Series, capabilities, series_of, set_best_of
from scorekeeper.web.drawing.charts import bar_lengths
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.links import SCORE, WATCH, address, allows, pages, show_page
from scorekeeper.web.match.words import say_totals
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import local_day_words
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import POST


class SeriesScore(NamedTuple):
    """What a sheet says of its series: which match it is, who has won how many, and who has won it."""

    number: int
    best_of: int | None
    tally: list[tuple[str, int]]
    winner: str

    @property
    def needed(self) -> int:
        """How many wins decide the series; 0 where it is open."""
        return self.best_of // 2 + 1 if self.best_of else 0


class SeriesMatch(NamedTuple):
    """One match of a series; ``address`` is empty for a phone that never opened it."""

    number: int
    day: str
    totals: str
    winners: str
    address: str
    here: bool


def score_of(match: Match) -> SeriesScore | None:
    """What the match's series stands at; None for a match without rematches."""
    return None if match.series is None else _find_score(match, series_of(session(), match))


def say_tally(match: Match) -> str:
    """How many matches each side of this one has won in its series; nothing for a match without rematches."""
    score = score_of(match)
    if score is None:
        return ""
    won, table = dict(score.tally), table_of(match)
    return " – ".join(str(won.get(table.side_name(side), 0)) for side in range(len(table.seating.sides)))


def _find_score(match: Match, series: Series) -> SeriesScore:
    named, tally, winner = _names(match, series), series.tally(), series.winner()
    wins = [(named[people], won) for people, won in tally.items()]
    return SeriesScore(
        series.number(match), series.best_of, wins, named[winner] if winner is not None else ""
    )


def _names(match: Match, series: Series) -> dict[frozenset[int], str]:
    """What each side is called, as it was called last; by this match if it sat there."""
    names: dict[frozenset[int], str] = {}
    for played in (*series.matches, match):
        table = table_of(played)
        for side, seats in enumerate(table.seating.sides):
            people = frozenset(played.players[seat] for seat in seats if seat < len(played.players))
            if people:
                names[people] = table.side_name(side)
    return names


@pages.add("/series", may=WATCH, name="series")
def page(match: Match, capability: str) -> str:
    """The tally, every match, and of how many it is the best."""
    series = series_of(session(), match)
    score = _find_score(match, series)
    return show_page(
        "matches/series.html",
        match,
        capability,
        series=score,
        lengths=bar_lengths([won for _name, won in score.tally]),
        matches=_matches(match, series),
        writing=allows(capability, SCORE) and not match.binned,
        choices=BEST_OF,
    )


def _matches(match: Match, series: Series) -> list[SeriesMatch]:
    may = capabilities(session(), device(), series.matches)
    rows = []
    for number, played in enumerate(series.matches, 1):
        sheet, table = played.scored.sheet, table_of(played)
        finished = sheet is not None and sheet.status == FINISHED
        winners = [table.side_name(side) for side in sheet.winners] if sheet is not None and finished else []
        rows.append(
            SeriesMatch(
                number,
                local_day_words(played.opened_at),
                say_totals(sheet.totals) if sheet is not None else "",
                ", ".join(winners) if winners else (_("no winner") if finished else _("not over yet")),
                address(played, may[played.id]) if played.id in may else "",
                played.public_id == match.public_id,
            )
        )
    return rows


@pages.add("/series", POST, may=SCORE, name="best_of")
def choose_best_of(match: Match, capability: str) -> Any:
    """Choose of how many the series is the best; anything else leaves it open."""
    chosen = number_in(request.form.get("best_of"))
    set_best_of(session(), match, chosen if chosen in BEST_OF else None)
    return redirect(url_for("match.series"), 303)
