"""Which language a page speaks: asked for, remembered, or what the browser prefers."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlencode

import flask_babel
from flask import Flask, Response, g, has_request_context, request
from markupsafe import Markup

from scorekeeper.core.text import Catalogue, Text, list_names, render
from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import LANGUAGES, NAMES, GameCatalogue
from scorekeeper.translations.catalogues import catalogue as compiled
from scorekeeper.web.site.devices import keep_cookie

COOKIE = "lang"
YEAR = 365 * 24 * 3600
TO = re.compile("(?<=[0-9])–(?=[0-9])")

_babel = flask_babel.Babel()


class _Words(flask_babel.Domain):
    """What the modules of pages say, by the same catalogues as the templates."""

    def gettext(self, string: str, **variables: Any) -> str:
        sentence = _spoken(str(flask_babel.get_locale())).gettext(string)
        return sentence % variables if variables else sentence

    def ngettext(self, singular: str, plural: str, num: int, **variables: Any) -> str:
        sentence = _spoken(str(flask_babel.get_locale())).ngettext(singular, plural, num)
        return sentence % {"num": num, **variables}


def init_app(app: Flask) -> None:
    """Choose a language for every request; give the templates ``say`` and ``_``."""
    app.config.setdefault("BABEL_DEFAULT_LOCALE", "en")
    _babel.init_app(app, locale_selector=language)
    _babel.domain_instance = _Words()
    i18n: Any = app.jinja_env
    i18n.install_gettext_callables(_gettext, _ngettext, newstyle=True)
    # A page says dozens of sentences, and is HTML: Jinja's own ways to them ask anew for each whether it is.
    i18n.globals["_"] = i18n.globals["gettext"] = _gettext
    app.after_request(_remember)
    app.jinja_env.filters["say"] = app.jinja_env.globals["say"] = say
    app.jinja_env.filters["listed"] = say_listed
    app.jinja_env.filters["bound"] = say_bound
    app.context_processor(lambda: {"language": language(), "switches": switches})


def language() -> str:
    """The language of this request: ``?lang=`` or a button's, the cookie's, or the best the browser names."""
    if not has_request_context():
        return "en"
    code: str | None = g.get("language")
    if code is None:
        chosen = asked_language() or request.cookies.get(COOKIE)
        code = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")
        g.language = code
    return str(code)


def asked_language() -> str | None:
    """The language asked for in this very request, if any."""
    wanted = request.args.get(COOKIE)
    if wanted is None and g.get("typed") is not None:
        wanted = g.typed.get(COOKIE)
    return wanted if wanted in LANGUAGES else None


def ask_again() -> None:
    """Forget what was found out about the language: a form asks for another."""
    g.pop("language", None)
    g.pop("spoken", None)
    flask_babel.refresh()


@cache
def translations(code: str, game: str | None = None) -> Catalogue:
    """The catalogue of a language, read once, as players of a game speak it.

    A page in English is better than none where it was never compiled.
    """
    if game and code != "en":
        return GameCatalogue(translations(code), game)
    try:
        return compiled(code) or gettext.NullTranslations()
    except FileNotFoundError:
        return gettext.NullTranslations()


def speak_of(game: str | None) -> None:
    """From here on the answer to this request speaks as players of a game do.

    A page whose address names the game does so anyway.
    """
    g.spoken_game = game
    g.pop("spoken", None)


@contextmanager
def speaking_of(game: str) -> Iterator[None]:
    """What is said meanwhile is said as players of a game do: for one match in a list of several."""
    before = g.get("spoken_game")
    speak_of(game)
    try:
        yield
    finally:
        speak_of(before)


def _spoken(code: str) -> Catalogue:
    if not has_request_context():
        return translations(code)
    game: str | None = g.get("spoken_game")
    if game is None:
        game = (request.view_args or {}).get("game") or request.args.get("game")
        game = g.spoken_game = game if game in GAMES else ""
    return translations(code, game)


def _spoken_here() -> Catalogue:
    """What this request speaks, looked up once and not once a sentence: a page says dozens."""
    spoken: Catalogue | None = g.get("spoken") if has_request_context() else translations("en")
    if spoken is None:
        spoken = g.spoken = _spoken(language())
    return spoken


def catalogue() -> Catalogue | None:
    """The current language's translations, as the engine asks for them; None for English."""
    return None if language() == "en" else _spoken_here()


def _gettext(message: str, /, **values: Any) -> Markup:
    sentence = _spoken_here().gettext(message)
    return Markup(sentence) % values if values else Markup(sentence % ())


def _ngettext(singular: str, plural: str, number: int) -> str:
    return _spoken_here().ngettext(singular, plural, number)


def say(text: Text | str | None) -> str:
    """A sentence of the engine in the reader's language."""
    if not isinstance(text, Text):
        return text or ""
    return render(text, catalogue()) if text.msgid else ""


def bind_dashes(text: str) -> str:
    """A score, ``56–106``, that is never broken at the end of a line."""
    return TO.sub("\u2060–\u2060", text)


def say_bound(text: Text | str | None) -> str:
    """A sentence of the engine whose scores are not broken at the end of a line."""
    return bind_dashes(say(text))


def say_listed(names: Sequence[str]) -> str:
    """Names one after the other, the last one after an *and*; nothing for no names."""
    return say(list_names(names)) if names else ""


def switches() -> list[tuple[str, str, str]]:
    """Every language with its own name and the address of this page in it."""
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != COOKIE]
    here = request.script_root + request.path
    return [(code, NAMES[code], f"{here}?{urlencode([*kept, (COOKIE, code)])}") for code in LANGUAGES]


def keep_none() -> None:
    """The language of this request is that of this answer alone."""
    g.keeps_no_language = True


def _remember(response: Response) -> Response:
    """Keep the language that was asked for on a page. What a program asks in says nothing of people's pages."""
    chosen = None if g.get("keeps_no_language") else asked_language()
    if chosen and response.mimetype == "text/html" and request.cookies.get(COOKIE) != chosen:
        keep_cookie(response, COOKIE, chosen, YEAR)
    return response
