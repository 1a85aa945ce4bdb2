"""A match that goes on from paper: the totals that stood there, and what the game asks besides."""

from __future__ import annotations

from typing import Any

from flask import request

from scorekeeper.core.scoring.start import START, start_fields
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.event_form import EventForm
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.match.at_table import table_of
from scorekeeper.web.match.links import SCORE, pages
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.pages import BOTH


class FromPaper(EventForm):
    """The totals with which a match goes on."""

    template = "matches/from_paper.html"
    shows_row = False
    at = START

    def __init__(self, match: Match, capability: str) -> None:
        fields, values = start_fields(GAMES[match.game]), read_typed()
        form = EntryForm(
            START, fields, table_of(match), entry=match.start or {}, seen=match.seq, values=values
        )
        form.asked = [field for field in fields if not field.optional]
        super().__init__(match, capability, form)

    def preview_or_refuse(self) -> Any:
        """Besides: the form again where a total or the reason is blank."""
        if blank := self.form.find_blank():
            self.form.place(blank)
            return self.render(), 422
        return super().preview_or_refuse()

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        told = self.form.values()
        reason = told.pop(kinds.REASON, "")
        return kinds.SETTINGS, {START: told}, {kinds.REASON: reason}


@pages.add("/paper", BOTH, may=SCORE)
def paper(match: Match, capability: str) -> Any:
    """Say with which totals the match was begun on paper."""
    page = FromPaper(match, capability)
    return page.post() if request.method == "POST" else page.render()
