"""Small things said in words: where in a document a finding is, which article is cited."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Flask, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.core import fields
from scorekeeper.core.game import Game
from scorekeeper.core.options import Option
from scorekeeper.core.play.cards import SPANISH_HEADINGS, SUIT_SIGNS, card_text
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.scoring.decided import ways_of
from scorekeeper.core.scoring.fold import ADJUSTMENT_FIELDS, END_FIELDS, VOID_FIELDS
from scorekeeper.core.scoring.players import CHANGES
from scorekeeper.core.scoring.start import start_fields
from scorekeeper.core.text import NOTHING, T, Text
from scorekeeper.games import GAMES
from scorekeeper.web.drawing.abbreviations import measure_word
from scorekeeper.web.entry.forms import focus_of, steps
from scorekeeper.web.site.languages import say

_PARTS = {
    "format": T("format"),
    "game": T("game"),
    "rules": T("house rules"),
    "players": T("players"),
    "first_dealer": T("first dealer"),
    "entries": T("entries"),
    "played": T("date"),
    "place": T("place"),
    "note": T("note"),
    "kind": T("kind of entry"),
    "dealer": T("dealer"),
    "preset": T("set of house rules"),
    "guest": T("names"),
    "several": T("names"),
    "start": T("Go on from paper"),
}
OTHER_FIELDS = (*VOID_FIELDS, *ADJUSTMENT_FIELDS, *END_FIELDS)
"""What is written of entries that are no deal."""


def init_app(app: Flask) -> None:
    """Give the templates the words and the address of articles, and how wide a name is."""
    app.jinja_env.filters["measured"] = measure_word
    app.jinja_env.filters["one_stop"] = one_stop
    app.jinja_env.filters["total"] = write_total
    app.jinja_env.globals.update(
        article_address=article_address,
        cite_link=cite_link,
        path_words=path_words,
        article_prose=article_prose,
        SUIT_SIGNS=SUIT_SIGNS,
        SPANISH_HEADINGS=SPANISH_HEADINGS,
        card_text=card_text,
        focus_of=focus_of,
        GAMES=GAMES,
    )


def one_stop(sentence: str) -> str:
    """A sentence without a second full stop where it ends with a name that has one, such as "Georgi St."."""
    return sentence[:-1] if sentence.endswith("..") else sentence


def write_total(total: int) -> str:
    """A total with a minus sign, where the computer's own is a hyphen."""
    return str(total).replace("-", "−")


def article_address(cite: str) -> str:
    """Where an article cited by its game and number can be read."""
    game, _space, number = cite.partition(" ")
    page = "rules.customs" if number in _customs(game) else "rules.book"
    return url_for(page, game=game, _anchor=anchor(number))


@cache
def _customs(game: str) -> frozenset[str]:
    """The numbers of the articles that are played only where a table chooses them."""
    return frozenset(number for number, article in load_rulebook(game).articles.items() if article.custom)


def cite_link(cite: str, address: str = "") -> Markup:
    """The number of an article as a link. A sign stands before it; a screen reader says what kind of number it is."""
    number = cite.partition(" ")[2]
    link = Markup('<a class="cite" href="{}" aria-label="{}">{}</a>')
    return link.format(address or article_address(cite), _("article %(number)s", number=number), number)


def anchor(number: str) -> str:
    """The id of an article on its rulebook's page: ``a3-1``."""
    return "a" + number.replace(".", "-")


def article_prose(text: str, declared: Mapping[str, Option], quoted: Mapping[str, str] = NOTHING) -> Markup:
    """A paragraph of a rulebook: an option in backquotes is shown as the start page names it.

    Words of another language say which it is.
    """
    parts = text.split("`")
    parts[::2] = [in_their_languages(part, quoted) for part in parts[::2]]
    for index in range(1, len(parts), 2):
        option = declared.get(parts[index])
        named = Markup("<em>{}</em>").format(say(option.field.label)) if option else None
        parts[index] = named or Markup("<code>{}</code>").format(parts[index])
    return Markup("").join(parts)


def in_their_languages(text: str, quoted: Mapping[str, str]) -> Markup:
    """A text with the language of each quoted phrase in it."""
    if not quoted:
        return Markup.escape(text)
    phrases = "|".join(
        re.escape(phrase).replace(r"\ ", r"\s+") for phrase in sorted(quoted, key=len, reverse=True)
    )
    pieces = re.split(rf"(?<!\w)({phrases})(?!\w)", text)
    marked = [
        Markup('<span lang="{}">{}</span>').format(quoted[" ".join(phrase.split())], phrase)
        for phrase in pieces[1::2]
    ]
    pieces[1::2] = marked
    return Markup("").join(pieces)


def path_words(path: str, game: Game | None = None) -> str:
    """A path as people say it: ``entries[3].trick_points[0]`` is ``entry 4 › Points › 1``."""
    labels = _labels(game) if game else {}
    words: list[str] = []
    where = steps(path)
    for index, step in enumerate(where):
        if isinstance(step, int):
            if index == 1 and where[0] == "entries":
                words[-1] = say(T("entry {n}", n=step + 1))
            else:
                words.append(str(step + 1))
        else:
            words.append(_numbered_words(step) or say(labels.get(step) or _PARTS.get(step)) or step)
    return " › ".join(words)


def _numbered_words(step: str) -> str:
    """An input that is one of several of its name, such as ``total-3``, by what stands beside it; a line of a file."""
    if step.startswith("line "):
        return _("line %(number)s", number=step.removeprefix("line "))
    name, _dash, number = step.partition("-")
    if name == "total":
        return _("Total of side %(number)s", number=number)
    return _("Side %(number)s", number=number) if name == "side" else ""


def _labels(game: Game) -> dict[str, Text]:
    labels: dict[str, Text] = {
        name: option.field.label for name, option in game.options.list_options().items()
    }
    of_forms = (field for form in (*ways_of(game), *CHANGES) for field in form.fields)
    of_penalty = game.penalty.fields if game.penalty is not None else ()
    for field in (*of_forms, *of_penalty, *start_fields(game), *OTHER_FIELDS):
        _collect(field, labels)
    return labels


def _collect(field: Any, labels: dict[str, Text]) -> None:
    if field.name:
        labels.setdefault(field.name, field.label)
    inside = field.fields if isinstance(field, fields.Group) else getattr(field, "of", ())
    for part in inside if isinstance(inside, tuple) else (inside,):
        _collect(part, labels)
