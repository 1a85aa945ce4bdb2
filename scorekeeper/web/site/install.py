"""The application on the home screen: its manifest, and the service worker that opens it without network.

Browsers offer both under TLS and on the machine itself, and nowhere else. What the worker keeps, and what it never
keeps, is said in ``docs/install.md``.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Response, abort, jsonify, render_template, request, url_for
from flask_babel import force_locale
from flask_babel import gettext as _

from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.store.match import drafts
from scorekeeper.translations.catalogues import LANGUAGES
from scorekeeper.web.site import assets, files, joining, languages
from scorekeeper.web.site.pages import ANYBODY, Pages

pages = Pages("install")

PAPER = "#f6f3ea"
FELT, DARK_FELT = "#0f4d38", "#0c2a20"
"""The colours of a page and of the strip at its top, as ``tokens.css`` has them. Browsers paint their bars like it."""
ICONS = (
    ("icon.svg", "any", "any", "image/svg+xml"),
    ("icon-192.png", "192x192", "any", "image/png"),
    ("icon-512.png", "512x512", "any", "image/png"),
    ("icon-maskable.png", "512x512", "maskable", "image/png"),
)
A_DAY = "public, max-age=86400"
BEGUN = ("install", "live", "follow", "entering", "sheet")
STYLES = ("style.css", "match.css", "entry.css")
"""What playing any game needs: a phone has it from its first view on, so that later pages are small."""
KEPT_TOO = ("js/offline.js",)
"""What the worker keeps for when there is no network."""
SHEET = ("sheet.css",)
"""What a sheet needs of any game: the worker fetches it where a match is begun, with what its own game needs."""

DESK_ONLY = "/ask.js"
"""What a game has for its questions at the desk, which are asked of the server."""
CHOSEN_ONLY = ("/plays.css", "/plays.js")
"""What a deal that is entered card by card needs."""


IN_HEADS = {"felts": (FELT, DARK_FELT), "version": assets.version, "following": drafts.name_following}
"""What the heads of pages say."""
pages.record(lambda state: state.app.jinja_env.globals.update(IN_HEADS))


@pages.add("/manifest-<code>.webmanifest", may=ANYBODY)
def manifest(code: str) -> Response:
    """What the home screen calls the application, and how it looks there, in one language."""
    if code not in LANGUAGES:
        abort(404)
    with force_locale(code):
        document = _manifest(code)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Response(text, content_type="application/manifest+json", headers={"Cache-Control": A_DAY})


def _manifest(code: str) -> dict[str, Any]:
    catalogue = None if code == "en" else languages.translations(code)
    icon = {"src": assets.asset("icon-192.png"), "sizes": "192x192"}
    starts = [
        (render(game.name, catalogue), url_for("starting.begin", slug=game.slug)) for game in GAMES.values()
    ]
    games = ", ".join(name for name, _address in starts)
    return {
        "id": url_for("home.home"),
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "description": _("Keeps the score of card games: %(games)s.", games=games),
        "lang": code,
        "start_url": url_for("home.home"),
        "scope": url_for("home.home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": FELT,
        "icons": [
            {"src": assets.asset(name), "sizes": sizes, "purpose": purpose, "type": kind}
            for name, sizes, purpose, kind in ICONS
        ],
        "shortcuts": [{"name": name, "url": address, "icons": [icon]} for name, address in starts],
    }


@pages.add("/worker.js", may=ANYBODY)
def worker() -> Response:
    """The service worker: our script, and before it what it has to know of this version."""
    facts = {
        "version": assets.version(),
        "files": _addresses([*_list_playing(), *KEPT_TOO]),
        "games": {slug: _addresses([*SHEET, *_of_game(slug)]) for slug in GAMES},
        "texts": url_for("install.playing", v=assets.version(), of=""),
        "offline": url_for("install.offline"),
        "root": request.script_root,
    }
    serialized = json.dumps(facts, separators=(",", ":"))
    text = f"const KNOWN = {serialized};\n{assets.text('js/worker.js')}"
    response = Response(text, content_type=files.KINDS[".js"], headers={"Cache-Control": "no-cache"})
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:16])
    response.make_conditional(request)
    return response


@pages.add("/playing.json", may=ANYBODY)
def playing() -> Response:
    """The addresses of what playing needs, and each game; with ``?of=0.3`` the worker's own, with their texts."""
    named = request.args.get("v") == assets.version()
    if "of" not in request.args:
        games = {slug: _addresses(_of_usual_ways(slug)) for slug in GAMES}
        response = jsonify({"files": _addresses(_list_playing()), "games": games})
    else:
        asked = {
            int(number) for number in request.args["of"].split(".") if number.isdecimal() and len(number) < 4
        }
        if not named:
            abort(404)  # texts of another version would be kept under the names of that one
        numbered = enumerate((*_list_playing(), *KEPT_TOO, *_of_games()))
        wanted = [name for number, name in numbered if number in asked]
        response = _texts(wanted)
    response.headers["Cache-Control"] = assets.FOR_GOOD if named else "no-cache"
    return response


def _texts(names: list[str]) -> Response:
    """Files by their addresses: scripts, then styles. What is alike packs smaller side by side."""
    alike = sorted(names, key=lambda name: (name.endswith(".css"), name))
    text = json.dumps({assets.asset(name): assets.text(name) for name in alike})
    return Response(text, content_type="application/json")


def _list_playing() -> list[str]:
    """The scripts that pages of a match begin with, all that these import, and the styles."""
    begun = [f"js/{name}.js" for name in BEGUN]
    imported = (script for name in begun for script in assets.find_imports(name))
    return list(dict.fromkeys([*begun, *imported, *STYLES]))


def _of_game(slug: str) -> list[str]:
    """The scripts and styles that only pages of one game need."""
    files_of_game = [name for name in assets.names(f"games/{slug}/") if not name.endswith(DESK_ONLY)]
    own = [joining.sent_as(name) for name in files_of_game]
    scripts = (script for name in own if name.endswith(".js") for script in assets.find_imports(name))
    return [name for name in dict.fromkeys((*own, *scripts)) if name not in _list_playing()]


def _of_usual_ways(slug: str) -> list[str]:
    """The same without what a way to enter a deal that is chosen by hand needs: it comes with its page."""
    return [name for name in _of_game(slug) if not name.endswith(CHOSEN_ONLY)]


def _of_games() -> list[str]:
    return list(dict.fromkeys((*SHEET, *(name for slug in GAMES for name in _of_game(slug)))))


def _addresses(names: list[str]) -> list[str]:
    return [assets.asset(name) for name in names]


@pages.add("/offline", may=ANYBODY)
def offline() -> str:
    """What is shown in the place of a page that cannot be had: the matches that this phone keeps."""
    return render_template("offline.html")
