"""What a test reads and taps, in the language of the phone: tests name things in English, as the program does."""

import re
from functools import cache
from typing import Any

from babel.messages.pofile import read_po

from tests.test_docs import ROOT

OF_AN_EXAMPLE = "a name"
"""Names in examples are those of each language; a table's players have their own."""
LOCALES = {"en": "en-GB", "bg": "bg-BG", "is": "is-IS", "eu": "eu-ES", "es": "es-ES"}


@cache
def read_sentences(language: str, game: str) -> dict[str, str]:
    """The program's short words and sentences as players of a game say them; of those that count, the plural."""
    file = ROOT / f"scorekeeper/translations/{language}/LC_MESSAGES/messages.po"
    found: dict[str, str] = {}
    with file.open("rb") as opened:
        for one in read_po(opened):
            if one.context == OF_AN_EXAMPLE:
                continue
            msgid, said = (one.id, one.string) if isinstance(one.id, str) else (one.id[1], one.string[1])
            if one.context in (None, game) or msgid not in found:
                found[msgid] = said
    return found


def speak(words: str, language: str, game: str = "") -> str:
    """English words as a phone of this language says them; what is no word of the program, as a name, stays."""
    if language == "en":
        return words
    known = read_sentences(language, game)
    if words in known:
        return known[words]
    if ": " in words:
        return ": ".join(speak(one, language, game) for one in words.split(": "))
    for msgid in sorted(known, key=len, reverse=True):
        if values := _match(msgid, words):
            return known[msgid].format(
                **{name: speak(value, language, game) for name, value in values.items()}
            )
    return words


def _match(msgid: str, words: str) -> dict[str, Any]:
    """The values with which a sentence says these words; nothing where it says others, or is but a value."""
    if not re.search(r"{\w+}", msgid) or not re.search(r"\w", re.sub(r"{\w+}", "", msgid)):
        return {}
    pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(msgid), count=1)
    found = None if "\\{" in pattern else re.fullmatch(pattern, words)
    return found.groupdict() if found else {}
