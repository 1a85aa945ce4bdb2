"""The first page: this phone's matches and the games to start; what else there is; and help."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

from flask import redirect, render_template, url_for

from scorekeeper.core.play.cards import JOKER, RANK_LETTERS, SUIT_SIGNS, Card
from scorekeeper.core.text import C
from scorekeeper.games import GAMES
from scorekeeper.store.forgetting.emptying import find_departures
from scorekeeper.web.leagues.index import known_leagues
from scorekeeper.web.site import keeping, phone, recents
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import departure_words
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import ANYBODY, Pages

pages = Pages("home")

RED = frozenset({"hearts", "diamonds", "oros", "copas"})


class SmallCard(NamedTuple):
    """A card as it is drawn small: its rank, its sign where it has one, and its colour."""

    letters: str
    red: bool


@pages.app_template_global()
def draw_card(card: Card) -> SmallCard:
    """A card of a game's emblem, with the letters of the reader's cards."""
    if card == JOKER:
        return SmallCard("★", False)
    rank = say(RANK_LETTERS.get(card.rank, card.rank))
    return SmallCard(rank + SUIT_SIGNS.get(card.suit, ""), card.suit in RED)


@pages.add("/", may=ANYBODY)
def home() -> str:
    """The last match to go on with, a key for every game, and recent matches."""
    matches = recents.recent_matches()
    open_match = matches[0] if matches and not matches[0].over else None
    return render_template(
        "home.html",
        going_on=open_match,
        go_on=say(C("match", "Go on")),
        matches=matches[1:] if open_match else matches,
        games=GAMES.values(),
        again=recents.last_summary(),
        uuid=str(uuid4()),
        leagues=known_leagues(),
        unsaved=keeping.find_reminder(),
    )


@pages.add("/more", may=ANYBODY)
def more() -> str:
    """The rules of every game, and what else is not done at every match."""
    return render_template(
        "more.html",
        games=GAMES.values(),
        binned=recents.has_binned(),
        phone=phone.offer(),
        phone_size=phone.say_size(),
    )


@pages.add("/about", may=ANYBODY)
def about() -> str:
    """What this is and how to use it, in short."""
    return render_template("about.html", games=GAMES.values())


@pages.add("/bin", may=ANYBODY)
def bin() -> str:
    """The matches that were thrown away, each with a button to take it out again, and when it is emptied."""
    matches = recents.binned_matches()
    goes = find_departures(session(), [match.public_id for match in matches])
    return render_template(
        "bin.html", matches=matches, goes=goes, departure_words=departure_words, new_uuid=uuid4
    )


@pages.add("/favicon.ico", may=ANYBODY)
def favicon() -> Any:
    """Browsers ask for it even where a page names another icon."""
    return redirect(url_for("static", filename="icon.svg"), 301)
