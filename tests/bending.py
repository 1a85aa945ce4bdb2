"""Documents bent a little or a lot, and rules at their ends: what a program may be given that no table ever wrote."""

import copy
from random import Random
from typing import Any

from scorekeeper.core.fields import Choice, Flag, Number
from scorekeeper.core.options import Option
from scorekeeper.games import GAMES

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    4,
    13,
    40,
    10**6,
    10**30,
    -(10**30),
    1.5,
    -0.0,
    1e308,
    "",
    "x",
    "JK",
    "AH",
    "4H",
    "7O",
    "12B",
    "run",
    "set",
    "pass",
    "kani",
    "contra",
    "hearts",
    "draw",
    "go_down",
    "lay_off",
    "\0",
    "\ud800",
    "𝟙",
    "٣",
    "é" * 600,
    [],
    {},
    [[]],
    [{}],
    {"kind": "deal"},
    ["JK"] * 200,
    [0] * 5000,
)


def bent(chance: Random, value: Any, strength: float) -> Any:
    """The value with some of its parts changed, left out, repeated, or in another order."""
    if chance.random() < strength:
        return copy.deepcopy(chance.choice(STRANGE))
    if isinstance(value, dict):
        kept = {
            name: bent(chance, part, strength)
            for name, part in value.items()
            if chance.random() > strength / 2
        }
        if chance.random() < strength:
            kept[chance.choice(["x", "", "card", "cards", "seat", "match"])] = copy.deepcopy(
                chance.choice(STRANGE)
            )
        return kept
    if isinstance(value, list):
        kept = [bent(chance, part, strength) for part in value if chance.random() > strength / 2]
        if kept and chance.random() < 2 * strength:
            kept.append(copy.deepcopy(chance.choice(kept)))
        if chance.random() < strength:
            chance.shuffle(kept)
        return kept * (30 if chance.random() < strength / 4 else 1)
    if type(value) is int and chance.random() < 2 * strength:
        return value + chance.choice([-1, 1, 10, -10, 100])
    return value


def values_of(option: Option) -> tuple[Any, ...]:
    """Values of an option at its ends."""
    field = option.field
    if isinstance(field, Choice):
        return tuple(field.choices)
    if isinstance(field, Number):
        return (field.low or 0, field.high or 10_000)
    return (False, True) if isinstance(field, Flag) else (1, "players")


def any_rules(chance: Random, game: str) -> dict[str, Any]:
    """Some of the options of a game, each at one of its ends."""
    declared = GAMES[game].options.list_options()
    return {
        name: chance.choice(values_of(option)) for name, option in declared.items() if chance.random() < 0.4
    }
