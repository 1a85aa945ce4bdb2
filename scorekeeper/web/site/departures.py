"""When a match in the bin is emptied, in words."""

from __future__ import annotations

from flask_babel import gettext as _

from scorekeeper.store.forgetting.emptying import LEAGUE, Departure
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.dates import day_words


def departure_words(departure: Departure) -> str:
    """From which day a match in the bin may be emptied, or why it stays."""
    if departure.at is not None:
        return str(_("emptied for good from %(day)s on", day=day_words(local(departure.at).date())))
    if departure.stays == LEAGUE:
        return str(_("stays: it belongs to a league"))
    return str(_("stays until the whole series lies in the bin"))
