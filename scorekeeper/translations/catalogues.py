"""The five languages and their message catalogues, read with the standard library alone."""

from __future__ import annotations

import os

from scorekeeper.core.text import LANGUAGES, Catalogue

FOLDER = os.path.dirname(__file__)  # pathlib is slow to import
NAMES = {"en": "English", "bg": "Български", "is": "Íslenska", "eu": "Euskara", "es": "Español"}

__all__ = ["FOLDER", "LANGUAGES", "NAMES", "catalogue"]


def catalogue(language: str) -> Catalogue | None:
    """The messages of a language; None for English, which needs none.

    Raises FileNotFoundError when the catalogue was never compiled, rather than speaking English by surprise.
    """
    if language == "en":
        return None
    import gettext  # here, because English needs none

    return gettext.translation("messages", FOLDER, [language])
