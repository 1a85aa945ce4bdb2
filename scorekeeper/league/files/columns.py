"""What people call the columns of a table of old results, in the languages of the program."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

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
_PARTS = re.compile(r"(\D+)(\d*)", re.ASCII)


def _plain(word: str) -> str:
    """A word without case, accents, and what stands between letters."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(one for one in apart if one.isalnum())


_MEANT = {
    _plain(word): (name.rstrip("#"), name.endswith("#"))
    for name, words in CALLED.items()
    for word in words.split()
}


def column_of(written: str) -> str | None:
    """The template's column that a heading means; None for any other."""
    found = _PARTS.fullmatch(_plain(written[:60]))
    name, numbered = _MEANT.get(found[1], (None, False)) if found else (None, False)
    if name is None or found is None or numbered != bool(found[2]):
        return None
    return f"{name}{found[2].lstrip('0')}"
