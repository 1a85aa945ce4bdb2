"""What people call the columns of a table of old results, in the languages of the program."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

CALLED: Mapping[str, str] = {
    "date": "date night day дата ден вечер dagsetning dagur kvöld data eguna gaua fecha día noche",
    "game": "game игра spil leikur jokoa juego",
    "season": "season сезон tímabil denboraldia temporada",
    "winner": "winner winners победител победители спечели sigurvegari sigurvegarar irabazlea irabazleak "
    "ganador ganadora ganadores ganan",
    "side#": "side team pair player отбор двойка страна играч lið par hlið leikmaður spilari taldea aldea bikotea "
    "jokalaria bando equipo pareja lado jugador jugadora",
    "total#": "total points score result точки сбор общо резултат stig samtals puntuak guztira emaitza "
    "puntos puntuación resultado",
}
"""The columns of the template, and other words for each; ``#`` is the number of a side."""
MIN_SIDES = 2
_PARTS = re.compile(r"(\D+)(\d*)", re.ASCII)


@lru_cache(maxsize=1000)
def strip_name(word: str) -> str:
    """A word without case, accents, and what stands between letters."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(character for character in apart if character.isalnum())


_MEANT = {strip_name(word): name for name, words in CALLED.items() for word in words.split()}


def number_columns(headings: Sequence[str]) -> list[str]:
    """The headings of a table with the numbers that its columns have by their order, *side, points, side, points* or
    *side 1, points, side 2, points*. Points have none where the order does not tell whose they are.
    """
    named = [_read_heading(heading) for heading in headings]
    sides, totals = (
        [at for at, heading in enumerate(named) if heading[0] == column] for column in ("side#", "total#")
    )
    numbers = [named[at][1] for at in sides]
    if not any(numbers):
        numbers = [str(number) for number in range(1, len(sides) + 1)]
    if len(sides) < MIN_SIDES or not all(numbers):
        return list(headings)
    number_at = dict(zip(sides, numbers, strict=True))
    if len(totals) == len(sides) and not any(named[at][1] for at in totals):
        number_at |= dict(zip(totals, numbers, strict=True))
    return [
        f"{heading}{number_at[at]}" if at in number_at and not named[at][1] else heading
        for at, heading in enumerate(headings)
    ]


def _read_heading(written: str) -> tuple[str, str]:
    """The column that a heading means, and its number; both may be empty."""
    parts = _PARTS.fullmatch(strip_name(written[:60]))
    return (_MEANT.get(parts[1], ""), parts[2].lstrip("0")) if parts else ("", "")


def column_of(written: str) -> str | None:
    """The template's column that a heading means; None for any other."""
    name, number = _read_heading(written)
    if not name or name.endswith("#") != bool(number):
        return None
    return f"{name.rstrip('#')}{number}"
