"""When and where a match was played, and a note about it."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for

from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.event_form import EventForm, SmallForm
from scorekeeper.web.match.links import SCORE, pages
from scorekeeper.web.site.pages import BOTH

TEXTS = ("place", "note")
FIELDS = ("played", *TEXTS)


class Describing(EventForm):
    """Date, place and note. What was emptied is taken away; what is as it was is not written again."""

    template = "matches/describe.html"
    shows_row = False
    plain = True

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(match, capability, SmallForm(match))
        document, typed = match.document(), self.form.values
        self.before = {name: str(document.get(name) or "") for name in FIELDS}
        self.values = {name: typed.get(name, self.before[name]).strip() for name in FIELDS}

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        changed = {name: value for name, value in self.values.items() if value != self.before[name]}
        body = {"played": changed["played"] or None} if "played" in changed else {}
        return kinds.DESCRIBED, body, {name: changed[name] for name in TEXTS if name in changed}


@pages.add("/about", BOTH, may=SCORE)
def describe(match: Match, capability: str) -> Any:
    """Change when and where the match was played, or what is noted about it."""
    page = Describing(match, capability)
    if request.method != "POST":
        return page.render()
    return page.post() if any(page.wanted_event()[1:]) else redirect(url_for("match.sheet"), 303)
