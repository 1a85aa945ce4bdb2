"""From JSON text to a document, or to a finding that says what is wrong: never an exception, never a silent guess."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T

MAX_BYTES = 4_000_000


class _RefusedError(ValueError):
    """Valid for the parser, but not a document: the sentence is in ``finding``."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


def parse(raw: bytes, most: int = MAX_BYTES) -> tuple[Any, Finding | None]:
    """The JSON value of ``raw`` and None; or None and a finding that says what is wrong.

    It refuses more than ``most`` bytes (4 MB), encodings other than UTF-8, text that is not JSON, a name given twice in
    one object, NaN and infinities, and structures nested too deep for a document.
    """
    if len(raw) > most:
        return None, Finding("", "too_large", T("A document is at most 4 megabytes."))
    try:
        return _DECODER.decode(raw.decode("utf-8-sig")), None
    except _RefusedError as refused:
        return None, refused.finding
    except UnicodeDecodeError:
        return None, Finding("", "not_utf8", T("A document is written in UTF-8."))
    except json.JSONDecodeError as error:
        text = T("This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        return None, Finding("", "not_json", text)
    except ValueError:
        return None, Finding("", "not_json", T("A number here has far too many digits."))
    except RecursionError:
        return None, Finding("", "too_deep", T("This is nested too deep to be a document."))


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        shown = "".join(character if character.isprintable() else "?" for character in twice[:40])
        raise _RefusedError(
            Finding("", "named_twice", T("“{name}” is given twice in one object.", name=shown))
        )
    return document


def _refuse_constant(name: str) -> NoReturn:
    raise _RefusedError(
        Finding("", "not_json", T("“{name}” is not a number that a document may hold.", name=name))
    )


_DECODER = json.JSONDecoder(object_pairs_hook=_object_without_repeats, parse_constant=_refuse_constant)
