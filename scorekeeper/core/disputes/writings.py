"""What a ruling puts on the sheet: nothing, an entry of its own, or the deal that was asked about."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.text import Text

DEAL: Mapping[str, Any] = {"kind": "deal"}
_STEP = re.compile(r"[^.\[\]]+")


class Writing(NamedTuple):
    """An entry as a ruling has it.

    With ``keeps``, a deal that is corrected by it keeps everything that the ruling does not say; ``also`` names what
    it keeps without. ``why`` tells it from the other entries that the same ruling may come to, None without others.
    An ``unfinished`` one is a deal of which the ruling does not know all: the table adds the rest.
    With ``replaces`` it stands in place of the deal that was asked about, as a penalty for which that is void, and
    ``key`` are the words of its key where the usual ones tell too little.
    """

    entry: Mapping[str, Any]
    keeps: bool = False
    why: Text | None = None
    also: tuple[str, ...] = ()
    replaces: bool = False
    key: Text | None = None
    unfinished: bool = False


Write = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[Writing, ...]]
"""From a question document and the result of its ruling to what may be written, the likeliest first."""


def write_entry(question: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[Writing, ...]:
    """The entry that the ruling demands, such as a void deal or a penalty; nothing where its result has none."""
    entry = result.get("entry")
    if entry is None:
        return ()
    deal = entry["kind"] == "deal"
    return (Writing(entry, keeps=deal, unfinished=deal),)


def write_deal(*also: str) -> Write:
    """A function that returns the deal that was followed card by card; nothing before its last card.

    A deal that is corrected by it keeps what is named here: the cards do not tell of it.
    """
    return lambda question, result: () if result["deal"] is None else (Writing(result["deal"], also=also),)


def write_asked(*names: str, keeps: bool = False) -> Write:
    """A function that returns what was asked, which is itself the deal: the fields of these names."""
    return lambda question, _result: (
        Writing({**DEAL, **{name: question[name] for name in names if name in question}}, keeps),
    )


def write_mended(to_deal: Callable[[Any, str], Mapping[str, Any] | None], *, keeps: bool = False) -> Write:
    """A function that returns the deal without its slip: each deal that a slip leads to, with the likeliest such slip.

    ``to_deal`` gets the counts with the right value and the path of the slip.
    """

    def mend_deal(question: Mapping[str, Any], slip: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if slip["from"] is None or slip["to"] is None:
            return None
        return to_deal(mend(question, slip)["counts"], slip["path"])

    def write(question: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[Writing, ...]:
        deals = [(mend_deal(question, slip), slip["text"]) for slip in result["slips"]]
        certain = all(deal == deals[0][0] for deal, _why in deals)
        writings: list[Writing] = []
        for deal, why in deals:
            entry = None if deal is None else {**DEAL, **deal}
            if entry is not None and all(entry != writing.entry for writing in writings):
                writings.append(Writing(entry, keeps, None if certain else why))
        return tuple(writings)

    return write


def mend(question: Mapping[str, Any], slip: Mapping[str, Any]) -> dict[str, Any]:
    """The question with the right value in the place of a slip, or with several in places below it."""
    mended: dict[str, Any] = copy.deepcopy(dict(question))
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
