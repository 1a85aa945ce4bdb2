"""From JSON text to a document, or to a finding that says what is wrong: never an exception, never a silent guess."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from typing import Any, NoReturn

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T

MAX_BYTES = 4_000_000


class _RefusedError(ValueError):
    """Valid for the parser, but not a document: the sentence is in ``finding``."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


def parse(raw: bytes) -> tuple[Any, Finding | None]:
    """The JSON value of ``raw`` and None; or None and a finding that says what is wrong.

    It refuses more than :data:`MAX_BYTES`, encodings other than UTF-8, text that is not JSON, a name given twice in
    one object, NaN and infinities, and structures nested too deep for a document.
    """
    if len(raw) > MAX_BYTES:
        return None, Finding("", "too_large", T("A document is at most 4 megabytes."))
    try:
        return _DECODER.decode(raw.decode("utf-8-sig")), None
    except (ValueError, RecursionError) as error:
        return None, _explain(error)


def parse_in_pieces(raw: bytes) -> Generator[int, None, tuple[Any, Finding | None]]:
    """The same of text of any length, where long lists stand in an object: each of their values is a piece.

    Yields after each piece how many characters it had.
    """
    try:
        return (yield from _read_object(raw.decode("utf-8-sig"), _share_names())), None
    except (ValueError, RecursionError) as error:
        return None, _explain(error)


def _read_object(text: str, decoder: json.JSONDecoder) -> Generator[int, None, Any]:
    at = _after_space(text, 0)
    if text[at : at + 1] != "{":
        return decoder.decode(text)
    members: list[tuple[str, Any]] = []
    at = _after_space(text, at + 1)
    while text[at : at + 1] != "}" or members:
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
        name, at = decoder.raw_decode(text, at)
        value, at = yield from _read_value(text, _after_sign(text, at, ":"), decoder)
        members.append((name, value))
        at = _after_space(text, at)
        if text[at : at + 1] == "}":
            break
        at = _after_sign(text, at, ",")
    if (end := _after_space(text, at + 1)) < len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return _object_without_repeats(members)


def _read_value(text: str, at: int, decoder: json.JSONDecoder) -> Generator[int, None, tuple[Any, int]]:
    """A value and where it ends; a list is read a value at a time."""
    values: list[Any] = []
    if text[at : at + 1] != "[":
        value, end = decoder.raw_decode(text, at)
        yield end - at
        return value, end
    at = _after_space(text, at + 1)
    while text[at : at + 1] != "]" or values:
        value, end = decoder.raw_decode(text, at)
        values.append(value)
        yield end - at
        at = _after_space(text, end)
        if text[at : at + 1] == "]":
            break
        at = _after_sign(text, at, ",")
    return values, at + 1


_SPACE = re.compile(r"[ \t\n\r]*")


def _after_space(text: str, at: int) -> int:
    spaces = _SPACE.match(text, at)
    assert spaces is not None
    return spaces.end()


def _after_sign(text: str, at: int, sign: str) -> int:
    """Where what follows a colon or a comma begins."""
    at = _after_space(text, at)
    if text[at : at + 1] != sign:
        raise json.JSONDecodeError(f"Expecting '{sign}' delimiter", text, at)
    return _after_space(text, at + 1)


def _explain(error: ValueError | RecursionError) -> Finding:
    if isinstance(error, _RefusedError):
        return error.finding
    if isinstance(error, UnicodeDecodeError):
        return Finding("", "not_utf8", T("A document is written in UTF-8."))
    if isinstance(error, json.JSONDecodeError):
        text = T("This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno)
        return Finding("", "not_json", text)
    if isinstance(error, RecursionError):
        return Finding("", "too_deep", T("This is nested too deep to be a document."))
    return Finding("", "not_json", T("A number here has far too many digits."))


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


def _share_names() -> json.JSONDecoder:
    """A decoder that keeps each name once: by itself it shares them within a piece only, and a list has many pieces."""
    shared_names: dict[str, str] = {}

    def read(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return _object_without_repeats(
            [(shared_names.setdefault(name, name), value) for name, value in pairs]
        )

    return json.JSONDecoder(object_pairs_hook=read, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> NoReturn:
    raise _RefusedError(
        Finding("", "not_json", T("“{name}” is not a number that a document may hold.", name=name))
    )


_DECODER = json.JSONDecoder(object_pairs_hook=_object_without_repeats, parse_constant=_refuse_constant)
