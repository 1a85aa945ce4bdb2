"""House rules in words: what an option says, what rules have otherwise than their preset, how two sets differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Choice, Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Option
from scorekeeper.core.text import N, T, Text

Say = Callable[[Text], str]
"""Puts a text into the reader's language."""


class OptionDifference(NamedTuple):
    """An option that a change changes: what it is about, before and after, and its article."""

    label: Text
    before: Text
    after: Text
    cite: str


def say_choice(option: Option, value: Any) -> Text:
    """A value of a document as people say it."""
    field: Any = option.field
    if isinstance(field, Flag):
        return T("yes") if value else T("no")
    words: Text | None = field.say(value)
    if words is not None:
        return words
    for inner in getattr(field, "of", (field,)):
        if isinstance(inner, Choice) and value in inner.choices:
            return inner.choices[value]
    if value is None:
        none: Text | None = getattr(field, "none", None)
        return none or T("none")
    return Text(str(value))


def own_rules(game: Game, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options, by name, that rules have otherwise than the preset they come from."""
    chosen = game.read_rules(dict(rules), players, Report())
    preset = game.read_rules({"preset": chosen.preset}, players, Report()).options.values()
    return {name: value for name, value in chosen.options.values().items() if value != preset[name]}


def put_in_a_line(
    game: Game, rules: Mapping[str, Any], players: int, say: Say, most: int | None = None
) -> str:
    """Rules in one line: ``Tournament, but: carres at no trumps``; of many differences the first ``most``."""
    options, own = game.options.list_options(), own_rules(game, rules, players)
    whole = say(game.preset_name(str(rules.get("preset", next(iter(game.presets))))))
    preset = whole.partition(":")[0]
    named = [_say_own(options[name], value, say) for name, value in own.items()][:most]
    if not named:
        return whole if most is None else preset
    if more := len(own) - len(named):
        named.append(say(N("{n} more", "{n} more", n=more)))
    return say(T("{preset}, but: {rules}", preset=preset, rules="; ".join(named)))


def _say_own(option: Option, value: Any, say: Say) -> str:
    """One rule as a table has it: a custom by its name, a number or a choice behind it."""
    label = _begin_small(say(option.field.label))
    if isinstance(option.field, Flag):
        return label if value else say(T("not: {rule}", rule=label))
    return f"{label}: {say(say_choice(option, value))}"


def _begin_small(words: str) -> str:
    """Words as they stand within a sentence: a name, or letters that are all large, stay as they are."""
    return words[:1].lower() + words[1:] if words[1:2].islower() or words[1:2] == " " else words


def compare_rules(
    game: Game, before: Mapping[str, Any], after: Mapping[str, Any], players: int
) -> list[OptionDifference]:
    """The options in which two sets of rules differ."""
    old, new = (game.read_rules(dict(rules), players, Report()).options.values() for rules in (before, after))
    return [
        OptionDifference(
            option.field.label, say_choice(option, old[name]), say_choice(option, new[name]), option.cite
        )
        for name, option in game.options.list_options().items()
        if old[name] != new[name]
    ]
