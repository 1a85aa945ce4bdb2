"""Rematches from the table that wait to be taken into the league."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask_babel import gettext as _

from scorekeeper.core.text import Text
from scorekeeper.store.leagues.log.access import ORGANISE, Access
from scorekeeper.store.leagues.matches import follow_rematch
from scorekeeper.store.leagues.matches.follow_rematch import OfferedRematch
from scorekeeper.web.leagues.guard import FieldsForm, go_to, page, pages, press_button
from scorekeeper.web.leagues.matches.shown import LiveMatch, find_live_match, game_name
from scorekeeper.web.leagues.words import Names
from scorekeeper.web.match import links
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import POST


class WaitingRematch(NamedTuple):
    """A rematch that waits, in words. ``told`` is how it stands; one whose names are ``unclear`` is not taken in with
    one tap.
    """

    offer: OfferedRematch
    game: Text | str
    told: LiveMatch | None
    players: str
    unclear: str
    sheet: str


@pages.add("/<public_id>/rematches", may=ORGANISE)
def rematches(access: Access) -> Any:
    """What waits: each is taken in with one tap, or stays outside."""
    found = follow_rematch.list_offered(session(), access.league.id)
    names = Names(access.league.id, {key for one in found for key in one.players})
    return page("rematches", {"rematches": [_words(one, names) for one in found]}, FieldsForm())


def _words(one: OfferedRematch, names: Names) -> WaitingRematch:
    return WaitingRematch(
        one,
        game_name(one.match.game),
        find_live_match(one.match.public_id),
        ", ".join(names[key] for key in one.players),
        ", ".join(renamed.name for renamed in one.unclear),
        links.address(one.match, links.SCORE),
    )


@pages.add("/<public_id>/rematches/<key>/leave", POST, may=ORGANISE)
def leave_rematch(access: Access, key: str) -> Any:
    """Leave a rematch outside the league."""
    with press_button(_("It stays outside the league.")) as form:
        follow_rematch.decline_rematch(session(), access, uuid=form.uuid, key=key)
    return go_to("rematches", access)
