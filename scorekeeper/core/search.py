"""Finds pages by a player's own words: in another script, without accents, with a letter that is wrong.

It is made for some hundred short pages. Every word of a query is compared with every word there is; a rare word tells
more than a common one, and a word of a heading more than one of a text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log
from typing import NamedTuple

MAX_QUERY, MAX_WORDS, MAX_FOUND = 200, 12, 20
MIN_WORD = 2
IN_TEXT, IN_WORDS, IN_HEADING = 1.0, 3.0, 3.0
"""How much a word counts where it was found: in the text, among what players say, in the heading."""
SAME, BEGINS, ALIKE = 1.0, 0.8, 0.6
"""How well a word fits: it is the same, one begins with the other, a letter or two differ."""
ENOUGH = 0.45
"""The part of what a query says that a page has to have."""

_CYRILLIC = str.maketrans("абвгдежзийклмнопрстуфхцчшъыэ", "abvgdejziiklmnoprstufhccsaie")
_TWO_LETTERS = str.maketrans({"щ": "st", "ь": "i", "ю": "iu", "я": "ia"})
_SAME_SOUND = "þ=th ð=d æ=ae ß=ss sht=st sh=s ch=c zh=j ts=c tz=c ph=f qu=k ck=k y=i w=v q=k x=ks"
"""Letters that people write in each other's place, one after another."""
_SOUNDS = [pair.split("=") for pair in _SAME_SOUND.split()]
_WORD = re.compile(r"[^\W_]+")


class SoughtPage(NamedTuple):
    """What can be found: its kind and key, its heading, what players call it, and its text.

    ``also`` are further words, which count like those of the text and are never shown.
    """

    kind: str
    key: str
    heading: str
    words: tuple[str, ...]
    text: str
    also: tuple[str, ...] = ()


@cache
def simplify(word: str) -> str:
    """A word as it sounds, in Latin letters without accents: ``Терца``, ``terca`` and ``tertsa`` are one."""
    plain = word.casefold().translate(_CYRILLIC).translate(_TWO_LETTERS)
    for written, sound in _SOUNDS:
        plain = plain.replace(written, sound)
    bare = "".join(
        character for character in unicodedata.normalize("NFD", plain) if not unicodedata.combining(character)
    )
    return re.sub(r"(.)\1+", r"\1", bare)


def split_words(text: str) -> list[str]:
    """The words of a text, simplified; single letters are left out, figures are not."""
    simplified = (simplify(word) for word in _WORD.findall(text))
    return [word for word in simplified if len(word) >= MIN_WORD or word.isdigit()]


class _Index(NamedTuple):
    """For every word the pages that have it, each with the weight of the best place."""

    pages: tuple[SoughtPage, ...]
    places: Mapping[str, Mapping[int, float]]


@cache
def _index_of(pages: tuple[SoughtPage, ...]) -> _Index:
    places: dict[str, dict[int, float]] = {}
    for number, page in enumerate(pages):
        short = 1 / max(1, len(split_words(page.heading)))  # a short heading is about its words
        for text, weight in (
            (page.text, IN_TEXT),
            (" ".join(page.also), IN_TEXT),
            (" ".join(page.words), IN_WORDS),
            (page.heading, IN_HEADING + short),
        ):
            for word in split_words(text):
                weights = places.setdefault(word, {})
                weights[number] = max(weight, weights.get(number, 0))
    return _Index(pages, places)


def find(pages: Sequence[SoughtPage], query: str) -> list[SoughtPage]:
    """The pages that fit a query, the best first; none where it says nothing that is there."""
    index = _index_of(tuple(pages))
    query_words = list(dict.fromkeys(split_words(query[:MAX_QUERY])))[:MAX_WORDS]
    points = [0.0] * len(index.pages)
    whole = 0.0
    for word in query_words:
        fitting = _pages_with(word, index)
        rarity = log(1 + len(index.pages) / max(1, len(fitting)))
        whole += rarity
        for number, weight in fitting.items():
            points[number] += rarity * weight
    ranked = sorted(range(len(points)), key=lambda number: (-points[number], number))
    return [index.pages[number] for number in ranked if points[number] > ENOUGH * whole][:MAX_FOUND]


def _pages_with(word: str, index: _Index) -> Mapping[int, float]:
    """The pages that have a word, or one that is like it, each with what that counts.

    A word that stands somewhere as it was typed is no slip for another: ``cannot`` is not ``capot``.
    """
    weights: dict[int, float] = {}
    least = BEGINS if word in index.places else ALIKE
    for page_word, places in index.places.items():
        fit = _compare(word, page_word)
        fit = fit if fit >= least else 0
        for number, weight in places.items() if fit else ():
            weights[number] = max(fit * weight, weights.get(number, 0))
    return weights


def _compare(word: str, page_word: str) -> float:
    """How well a word that was typed fits one that is there; 0 where it does not."""
    if word == page_word:
        return SAME
    shorter, longer = sorted((word, page_word), key=len)
    if len(shorter) >= 3 and longer.startswith(shorter) and len(longer) - len(shorter) <= 5:
        return BEGINS
    stem = max(4, len(longer) - 3)
    if len(shorter) >= stem and word[:stem] == page_word[:stem]:
        return BEGINS
    wrong = 0 if len(shorter) < 4 else 1 if len(shorter) < 8 else 2
    return ALIKE if wrong and _differ_by(word, page_word, wrong) else 0


def _differ_by(word: str, page_word: str, most: int) -> bool:
    """Whether at most so many letters are missing, too many, others, or have changed places."""
    if abs(len(word) - len(page_word)) > most:
        return False
    before, row = [0] * (len(page_word) + 1), list(range(len(page_word) + 1))
    for at, letter in enumerate(word, 1):
        earlier, before, row = before, row, [at]
        for place, its in enumerate(page_word, 1):
            cost = min(before[place] + 1, row[place - 1] + 1, before[place - 1] + (letter != its))
            if at > 1 and place > 1 and letter == page_word[place - 2] and word[at - 2] == its:
                cost = min(cost, earlier[place - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
    return row[-1] <= most


def describe(page: SoughtPage, query: str, length: int = 160) -> str:
    """The sentence of a page's text that has most of a query's words, shortened to where the best of them is."""
    query_words = split_words(query[:MAX_QUERY])

    def count(sentence: str) -> float:
        words = split_words(sentence)
        return sum(
            max((_compare(query_word, word) for word in words), default=0) for query_word in query_words
        )

    sentences: Iterable[str] = re.split(r"(?<=[.!?])\s+", " ".join(page.text.split()))
    best = max(sentences, key=count, default="")
    if len(best) <= length:
        return best
    found = max(_WORD.finditer(best), key=lambda word: count(word[0]) * len(word[0]))
    if found.end() > best.rfind(" ", 0, length):
        first, last = best.rfind(" ", 0, found.start()), best.find(" ", len(best) - length + 1)
        best = "…" + best[min(first, last) + 1 :]
    return best if len(best) <= length else best[:length].rpartition(" ")[0] + "…"
