"""A situation in dispute, and the answer to it with its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.text import Text


class Reason(NamedTuple):
    """One step that leads to a verdict, with the articles it rests on."""

    text: Text
    cites: tuple[str, ...]


class Ruling(NamedTuple):
    """The answer to a question: a result for machines, a verdict in one sentence, and why."""

    result: Mapping[str, Any]
    verdict: Text
    reasons: tuple[Reason, ...]
