"""What a ruling puts on the sheet: nothing, an entry of its own, or the deal that was asked about."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

DEAL: Mapping[str, Any] = {"kind": "deal"}
_STEP = re.compile(r"[^.\[\]]+")


class Writing(NamedTuple):
    """An entry as a ruling has it.

    With ``keeps``, a deal that is corrected by it keeps everything that the ruling does not say.
    """

    entry: Mapping[str, Any]
    keeps: bool = False


Write = Callable[[Mapping[str, Any], Mapping[str, Any]], Writing | None]
"""From a question document and the result of its ruling to what is written."""


def write_entry(asked: Mapping[str, Any], result: Mapping[str, Any]) -> Writing | None:
    """The entry that the ruling demands, such as a void deal or a penalty; None where its result has none."""
    entry = result.get("entry")
    return None if entry is None else Writing(entry)


def write_deal(asked: Mapping[str, Any], result: Mapping[str, Any]) -> Writing | None:
    """The deal that was followed card by card; None before its last card."""
    return Writing(result["deal"]) if result["deal"] is not None else None


def write_asked(*names: str, keeps: bool = False) -> Write:
    """A function that returns what was asked, which is itself the deal: the fields of these names."""

    def write(asked: Mapping[str, Any], result: Mapping[str, Any]) -> Writing:
        return Writing({**DEAL, **{name: asked[name] for name in names if name in asked}}, keeps)

    return write


def write_mended(to_deal: Callable[[Any, str], Mapping[str, Any] | None], *, keeps: bool = False) -> Write:
    """A function that returns the deal without its slip, where all slips that may explain it lead to the same deal.

    ``to_deal`` gets the counts with the right value and the path of the slip.
    """

    def mended(asked: Mapping[str, Any], slip: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if slip["from"] is None or slip["to"] is None:
            return None
        return to_deal(mend(asked, slip)["counts"], slip["path"])

    def write(asked: Mapping[str, Any], result: Mapping[str, Any]) -> Writing | None:
        deals = [mended(asked, slip) for slip in result["slips"]]
        first = deals[0] if deals else None
        if first is None or any(deal != first for deal in deals):
            return None
        return Writing({**DEAL, **first}, keeps)

    return write


def mend(asked: Mapping[str, Any], slip: Mapping[str, Any]) -> dict[str, Any]:
    """The question with the right value in the place of a slip, or with several in places below it."""
    mended: dict[str, Any] = copy.deepcopy(dict(asked))
    path, right = slip["path"], slip["to"]
    if isinstance(right, Mapping):
        for name, value in right.items():
            _put(mended, f"{path}.{name}", value)
    else:
        _put(mended, path, right)
    return mended


def _put(document: Any, path: str, value: Any) -> None:
    *way, last = [int(step) if step.isdigit() else step for step in _STEP.findall(path)]
    for step in way:
        document = document[step]
    document[last] = value
