"""How a table puts its rules together: what is asked first, each with a deal that shows it, and the rest by subject."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.core.data import read_data
from scorekeeper.core.fields import Choice
from scorekeeper.core.match import FORMAT
from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES, score

TWO_SIDES = 2
OVER, GOES_ON = T("the match is over"), T("the match goes on")


class AskedRule(NamedTuple):
    """A question about one option, and a deal that shows what it is about, both in every language.

    ``ends`` are its values, each with what the deal brings by it: the points of every side, or whether the match is
    over where they are the same by all.
    """

    option: str
    question: Mapping[str, str]
    deal: Mapping[str, str]
    ends: Mapping[Any, Text | str]


class Subject(NamedTuple):
    """House rules about one thing, and what it is called in every language."""

    title: Mapping[str, str]
    options: tuple[str, ...]


class Composing(NamedTuple):
    """What a form of a game's house rules always shows, what it asks first, and every rule by its subject."""

    always: tuple[str, ...] = ()
    asked: tuple[AskedRule, ...] = ()
    subjects: tuple[Subject, ...] = ()

    @property
    def first(self) -> tuple[str, ...]:
        """The options that stand above all others."""
        return (*self.always, *(one.option for one in self.asked))


@cache
def load_composing(game: str, preset: str) -> Composing:
    """How a game's rules are put together, nothing where its folder does not say; this preset scores the deals."""
    told = read_data(f"scorekeeper.games.{game}", "composing.toml")
    return Composing(
        tuple(told.get("always", ())),
        tuple(_read_asked(game, preset, one) for one in told.get("asked", ())),
        tuple(Subject(one["title"], tuple(one["options"])) for one in told.get("subject", ())),
    )


def _read_asked(game: str, preset: str, told: Mapping[str, Any]) -> AskedRule:
    name = told["option"]
    field = GAMES[game].options.list_options()[name].field
    values = told.get("values") or (tuple(field.choices) if isinstance(field, Choice) else (True, False))
    sheets = {value: _play(game, {"preset": preset, name: value}, told) for value in values}
    scores = {value: sheet["entries"][-1]["scores"] for value, sheet in sheets.items()}
    ends: dict[Any, Text | str] = {value: _say_points(points) for value, points in scores.items()}
    if len(set(ends.values())) == 1:
        ends = {value: OVER if sheet["status"] == FINISHED else GOES_ON for value, sheet in sheets.items()}
    return AskedRule(name, told["question"], told["deal"], ends)


def _play(game: str, rules: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet of the deal: the first of the ways to write it that these rules take."""
    for document in (json.loads(told[name]) for name in ("match", "otherwise") if name in told):
        given = {**document, "format": FORMAT, "game": game, "rules": {**document.get("rules", {}), **rules}}
        sheet, taken = score(given)
        if taken:
            return sheet
    raise ValueError(f"{game}: the deal of {told['option']} cannot be played by {rules}")


def _say_points(points: Sequence[int]) -> str:
    between = " : " if len(points) == TWO_SIDES else " · "
    return between.join(str(one).replace("-", "−") for one in points)
