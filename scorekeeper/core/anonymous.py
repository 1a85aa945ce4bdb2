"""A question without names, as links and the log carry it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.scoring.decided import needs_reason
from scorekeeper.core.scoring.players import JOIN, NAME

STAND_IN = "№ {number}"
NEWCOMER = "№ +{number}"
"""Stands for the name of a person who sat down or joined during the match; the number is the place of that entry."""
FORGOTTEN = "—"
LEFT_OUT = ("note", "place", "played", "sheet", "code")


def drop_names(question: Mapping[str, Any]) -> dict[str, Any]:
    """The same question; in a match inside it players are numbered, and notes and reasons are left out."""
    return {name: _match(value) if _is_match(value) else value for name, value in question.items()}


def _is_match(value: Any) -> bool:
    return type(value) is dict and type(value.get("players")) is list and type(value.get("entries")) is list


def _match(match: Mapping[str, Any]) -> dict[str, Any]:
    bare = {name: value for name, value in match.items() if name not in LEFT_OUT}
    bare["players"] = [STAND_IN.format(number=number) for number, _name in enumerate(match["players"], 1)]
    if type(match.get("start")) is dict:
        bare["start"] = {**match["start"], "reason": FORGOTTEN}
    bare["entries"] = [
        _entry(entry, place) if type(entry) is dict else entry
        for place, entry in enumerate(match["entries"], 1)
    ]
    return bare


def _entry(entry: Mapping[str, Any], place: int) -> dict[str, Any]:
    bare = {name: value for name, value in entry.items() if name not in ("note", "reason")}
    bare |= {name: NEWCOMER.format(number=place) for name in (NAME, JOIN) if name in bare}
    return {**bare, "reason": FORGOTTEN} if needs_reason(entry) else bare
