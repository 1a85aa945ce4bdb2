"""Does an archive still say what its events come to? Needs no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from scorekeeper.games import score

OF_THE_MATCH = ("totals", "pending", "status", "winners")
OF_AN_ENTRY = ("dealer", "outcome", "raw", "scores", "totals", "pending")


class Disagreement(NamedTuple):
    """One place where a carried sheet and a fresh score differ. ``document`` counts from 0."""

    document: int
    path: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}: {self.sentence}" if self.path else self.sentence


def verify_documents(documents: Iterable[Any]) -> Iterator[Disagreement]:
    """Score every document anew and compare what its sheet carries: numbers and outcomes, never sentences."""
    for number, document in enumerate(documents):
        for path, sentence in _disagreements(document):
            yield Disagreement(number, path, sentence)


def _disagreements(document: Any) -> Iterator[tuple[str, str]]:
    fresh, valid = score(document)
    if not valid:
        for error in fresh["errors"]:
            yield error["path"], f"the document is not valid: {error['message']}"
        return
    carried = document.get("sheet")
    if carried is None:
        yield "sheet", "the document carries no sheet to compare with"
    elif type(carried) is not dict:
        yield "sheet", "this is not a sheet"
    else:
        yield from _compare(carried, fresh)


def _compare(carried: dict[str, Any], fresh: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from _differing(carried, fresh, OF_THE_MATCH, "sheet")
    entries = carried.get("entries")
    if type(entries) is not list or len(entries) != len(fresh["entries"]):
        found = len(entries) if type(entries) is list else 0
        yield "sheet.entries", f"the sheet has {found} entries, the match {len(fresh['entries'])}"
        return
    for index, (old, new) in enumerate(zip(entries, fresh["entries"], strict=True)):
        path = f"sheet.entries[{index}]"
        if type(old) is not dict:
            yield path, "this is not an entry of a sheet"
        else:
            yield from _differing(old, new, OF_AN_ENTRY, path)


def _differing(
    carried: dict[str, Any], fresh: dict[str, Any], names: tuple[str, ...], path: str
) -> Iterator[tuple[str, str]]:
    for name in names:
        old, new = carried.get(name), fresh.get(name)
        if old != new or _types(old) != _types(new):
            yield f"{path}.{name}", f"the sheet says {_said(old)}, a fresh score {_said(new)}"


def _types(value: Any) -> Any:
    """True is no number and 1.0 no whole one, whatever == says."""
    return [_types(part) for part in value] if type(value) is list else type(value)


def _said(value: Any) -> str:
    shown = "nothing" if value is None else repr(value)
    return shown if len(shown) <= 80 else shown[:79] + "…"
