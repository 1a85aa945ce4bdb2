"""House rules in words: what an option says, and what a change of them changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.fields import Choice, Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Option
from scorekeeper.core.text import N, T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Event, Match
from scorekeeper.web.site.languages import say

MAX_NAMED = 2
"""So many changed options are named in one line; of the others it says how many they are."""


class OptionDifference(NamedTuple):
    """An option that a change changes: what it is about, before and after, and its article."""

    label: Text
    before: Text | str
    after: Text | str
    cite: str


def say_choice(option: Option, value: Any) -> Text | str:
    """A value as people say it."""
    field: Any = option.field
    if isinstance(field, Flag):
        return T("yes") if value else T("no")
    if (words := field.say(value)) is not None:
        return words
    for one in getattr(field, "of", (field,)):
        if isinstance(one, Choice) and value in one.choices:
            return one.choices[value]
    if value is None:
        return getattr(field, "none", None) or T("none")
    return str(value)


def own_rules(game: Game, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options, by name, that rules have otherwise than the preset they come from."""
    chosen = game.read_rules(dict(rules), players, Report())
    preset = game.read_rules({"preset": chosen.preset}, players, Report()).options.values()
    return {name: value for name, value in chosen.options.values().items() if value != preset[name]}


def say_rules(game: Game, rules: Mapping[str, Any], players: int, most: int | None = None) -> str:
    """Rules in one line: ``Tournament, but: carres at no trumps``; of many differences the first ``most``."""
    options, own = game.options.list_options(), own_rules(game, rules, players)
    whole = say(game.preset_name(str(rules.get("preset", next(iter(game.presets))))))
    preset = whole.partition(":")[0]
    named = [_say_own(options[name], value) for name, value in own.items()][:most]
    if not named:
        return whole if most is None else preset
    if more := len(own) - len(named):
        named.append(say(N("{n} more", "{n} more", n=more)))
    return say(T("{preset}, but: {rules}", preset=preset, rules="; ".join(named)))


def _say_own(option: Option, value: Any) -> str:
    """One rule as a table has it: a custom by its name, a number or a choice behind it."""
    label = _begin_small(say(option.field.label))
    if isinstance(option.field, Flag):
        return label if value else say(T("not: {rule}", rule=label))
    return f"{label}: {say(say_choice(option, value))}"


def _begin_small(words: str) -> str:
    """Words as they stand within a sentence: a name, or letters that are all large, stay as they are."""
    return words[:1].lower() + words[1:] if words[1:2].islower() or words[1:2] == " " else words


def differences(match: Match, rules: dict[str, Any]) -> list[OptionDifference]:
    """What of the house rules a change changes."""
    game, players = GAMES[match.game], len(match.players)
    old = game.read_rules(match.rules, players, Report()).options.values()
    new = game.read_rules(rules, players, Report()).options.values()
    return [
        OptionDifference(
            option.field.label, say_choice(option, old[name]), say_choice(option, new[name]), option.cite
        )
        for name, option in game.options.list_options().items()
        if old[name] != new[name]
    ]


def settings_words(match: Match, event: Event) -> str:
    """What a change of house rules or first dealer changed: ``Points to win: 151 → 101``."""
    before = match.until(event.seq - 1)
    said = []
    if "rules" in event.body:
        said.append(_rules_words(differences(before, event.body["rules"])))
    if "first_dealer" in event.body:
        old, new = (match.seat_names[seat] for seat in (before.first_dealer, event.body["first_dealer"]))
        said.append(say(T("first dealer: {before} → {after}", before=old, after=new)))
    if "start" in event.body:
        said.append(say(T("begun on paper with {totals}", totals=say_totals(event.body["start"]["totals"]))))
    return "; ".join(said)


def say_totals(totals: Sequence[int]) -> str:
    """Totals in a row: ``40 – 26``."""
    return " – ".join(str(total).replace("-", "−") for total in totals)


def _rules_words(changed: list[OptionDifference]) -> str:
    if not changed:
        return say(T("house rules chosen anew, none of them different"))
    named = [
        T("{rule}: {before} → {after}", rule=one.label, before=one.before, after=one.after)
        for one in changed[:MAX_NAMED]
    ]
    words, more = "; ".join(say(text) for text in named), len(changed) - len(named)
    return (
        words
        if not more
        else say(
            N("{rules}; and {n} more house rule", "{rules}; and {n} more house rules", n=more, rules=words)
        )
    )
