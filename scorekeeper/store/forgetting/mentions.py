"""Whether a text mentions a person by name. Used within what a person has written or played, and to look for a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable


def fold(text: str) -> str:
    """A text as two spellings of it compare."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


class Mentions:
    """Finds any of some names in a text, as whole words in any spelling."""

    def __init__(self, names: Iterable[str | None]) -> None:
        found = sorted({fold(name.strip()) for name in names if name and name.strip()}, key=len, reverse=True)
        said = "|".join(re.escape(name) for name in found)
        self._found = re.compile(rf"(?<!\w)(?:{said})(?!\w)") if said else None

    def __call__(self, text: str | None) -> bool:
        return bool(text and self._found is not None and self._found.search(fold(text)))
