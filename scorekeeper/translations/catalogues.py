"""The five languages and their message catalogues, read with the standard library alone."""

from __future__ import annotations

import os

from scorekeeper.core.text import LANGUAGES, Catalogue

FOLDER = os.path.dirname(__file__)  # pathlib is slow to import
NAMES = {"en": "English", "bg": "Български", "is": "Íslenska", "eu": "Euskara", "es": "Español"}

__all__ = ["FOLDER", "LANGUAGES", "NAMES", "GameCatalogue", "catalogue"]


def catalogue(language: str) -> Catalogue | None:
    """The messages of a language; None for English, which needs none.

    Raises FileNotFoundError when the catalogue was never compiled, rather than speaking English by surprise.
    """
    if language == "en":
        return None
    import gettext  # here, because English needs none

    return gettext.translation("messages", FOLDER, [language])


class GameCatalogue:
    """A language as players of one game speak it: what stands in the game's name (``msgctxt``) goes before the rest.

    In Icelandic a deal is *spil*; where that is a card and nothing else, a deal has another name.
    """

    __slots__ = ("_game", "_shared")

    def __init__(self, shared: Catalogue, game: str) -> None:
        self._shared, self._game = shared, game

    def gettext(self, message: str) -> str:
        said = self._shared.pgettext(self._game, message)
        return self._shared.gettext(message) if said == message else said

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        said = self._shared.npgettext(self._game, msgid1, msgid2, n)
        return self._shared.ngettext(msgid1, msgid2, n) if said in (msgid1, msgid2) else said

    def pgettext(self, context: str, message: str) -> str:
        return self._shared.pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._shared.npgettext(context, msgid1, msgid2, n)
