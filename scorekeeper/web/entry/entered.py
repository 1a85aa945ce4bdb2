"""Who entered what of a deal that several phones put together."""

from __future__ import annotations

from scorekeeper.core.text import T
from scorekeeper.store.match import drafts
from scorekeeper.store.match.match import Event, Match
from scorekeeper.web.entry import drafts as parted
from scorekeeper.web.entry.pages import draft_form, mark_label
from scorekeeper.web.entry.words import who_entered
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say


def entered_by(match: Match, event: Event) -> str:
    """Who entered which part of a recorded deal; nothing when all of it came from one phone."""
    known = drafts.parts_of(session(), match, event.uuid)
    filled = {name: part for name, part in known.items() if part.filled}
    if len({part.seat if part.seat is not None else part.device for part in filled.values()}) < 2:
        return ""
    form, parts_by = draft_form(match, None, filled), dict[str, list[str]]()
    for name, part in parted.parts_in(form).items():
        if name in filled:
            parts_by.setdefault(who_entered(match, filled[name]), []).append(mark_label(form, name, part))
    said = (
        say(T("{who} entered {what}.", who=who, what=", ".join(parts))) for who, parts in parts_by.items()
    )
    return " ".join(said)
