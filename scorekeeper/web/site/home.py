"""The first page: this phone's matches, the games to start, and help."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from flask import redirect, render_template, url_for

from scorekeeper.games import GAMES
from scorekeeper.web.leagues.index import known_leagues
from scorekeeper.web.site import recents
from scorekeeper.web.site.pages import ANYBODY, Pages

pages = Pages("home")


@pages.add("/", may=ANYBODY)
def home() -> str:
    """Recent matches, the last table again, and a button for every game."""
    matches = recents.recent_matches()
    return render_template(
        "home.html",
        matches=matches,
        games=GAMES.values(),
        again=recents.last_summary(),
        uuid=str(uuid4()),
        leagues=known_leagues(),
        binned=recents.has_binned(),
    )


@pages.add("/about", may=ANYBODY)
def about() -> str:
    """What this is and how to use it, in short."""
    return render_template("about.html", games=GAMES.values())


@pages.add("/bin", may=ANYBODY)
def bin() -> str:
    """The matches that were thrown away, each with a button to take it out again."""
    return render_template("bin.html", matches=recents.binned_matches(), new_uuid=uuid4)


@pages.add("/favicon.ico", may=ANYBODY)
def favicon() -> Any:
    """Browsers ask for it even where a page names another icon."""
    return redirect(url_for("static", filename="icon.svg"), 301)
