"""House rules: every option with its sentence and its article, presets as differences.

A game declares a class whose attributes are made by :func:`option`, and no other place repeats them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform

from scorekeeper.core.fields import Choice, Flag, Number
from scorekeeper.core.findings import Report
from scorekeeper.core.frozen import Frozen
from scorekeeper.core.reading import Field, Table, is_whole, report_all_unknown
from scorekeeper.core.scoring.ending import PLAY_ON, SHARED
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import T, Text

EDITION = 1
"""The newest edition of all rulebooks; a rule change is a new edition, never a silent re-score."""

NO_TABLE = Table(Seating(0, ()), (), None)


class Option(NamedTuple):
    """One house rule: its field (which carries label and values), its sentence and the article it belongs to."""

    field: Field
    sentence: Text
    cite: str
    default: Any


def option(default: Any, field: Field, sentence: Text, cite: str = "") -> Any:
    """Declare one house rule with its default value; no article stands behind the rules that a league gives itself."""
    return Option(field, sentence, cite, default)


def choice(label: Text, choices: Mapping[str, Text], sentence: Text, cite: str = "") -> Any:
    """Declare a house rule with a few named values; the first of them is the default."""
    return Option(Choice(label=label, choices=choices), sentence, cite, next(iter(choices)))


def flag(label: Text, sentence: Text, cite: str = "", *, default: bool = False) -> Any:
    """Declare a house rule that a table has or has not."""
    return Option(Flag(label=label), sentence, cite, default)


def deals_of_a_match(cite: str) -> Any:
    """Declare ``max_deals``: a number of deals after which a match is over, even if another rule holds it open."""
    field = Number(label=T("Deals of a match"), low=1, high=1000, none=T("as many as it takes"))
    return option(None, field, T("After so many deals the match is over, and the highest total wins."), cite)


def dealer_after_a_pass(cite: str) -> Any:
    """Declare ``same_dealer_after_pass``: whether the same seat deals again after a deal that all passed."""
    label = T("After a deal that all passed the same seat deals again")
    return flag(label, T("Whether a deal that was passed out moves the deal on."), cite)


def points_to_win(usual: int, sentence: Text, cite: str) -> Any:
    """Declare ``target`` for a game that may also be played for a number of deals, without points to win."""
    none = T("none: the match ends after a number of deals")
    return option(usual, Number(label=T("Points to win"), low=1, high=10_000, none=none), sentence, cite)


def level_at_target(cite: str) -> Any:
    """Declare ``tie_at_target``: whether those who are level at the points to win play on or share the win."""
    choices = {PLAY_ON: T("play on until one leads"), SHARED: T("the win is shared")}
    sentence = T("What happens when the best are level at the target.")
    return choice(T("Level at the end"), choices, sentence, cite)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option, choice, flag))
class Options(Frozen):
    """The base of a game's options class: it reads, lists and compares them."""

    _declared: ClassVar[Mapping[str, Option]]

    def __init_subclass__(cls) -> None:
        attributes = {name: getattr(cls, name, None) for name in cls.__annotations__}
        declared = {name: value for name, value in attributes.items() if isinstance(value, Option)}
        cls._declared = {
            name: rule._replace(field=rule.field.but(name=name)) for name, rule in declared.items()
        }
        for name, rule in declared.items():
            setattr(cls, name, rule.default)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._settled() == self._settled()

    def __hash__(self) -> int:
        return hash(self._settled())

    @classmethod
    def list_options(cls) -> Mapping[str, Option]:
        """Every option of the game by name, in the order of declaration."""
        return cls._declared

    def settle(self, given_names: frozenset[str], players: int, report: Report) -> Self:
        """The options with what follows from the given ones; report those that cannot go together."""
        return self

    def with_an_end(self, usual: int, cite: str, report: Report) -> Self:
        """The options, with the usual target where neither points nor a number of deals would end a match."""
        chosen: Any = self
        if chosen.target is not None or chosen.max_deals is not None:
            return self
        text = T("Set the points to win, or after how many deals the match is over.")
        report.error("rules.target", "target_needed", text, cite)
        return self.but(target=usual)

    def cite(self, article: str, *names: str) -> tuple[str, ...]:
        """An article of the rule text, and beside it that of each of these options that the table has set otherwise."""
        declared = self.list_options()
        own = [declared[name].cite for name in names if getattr(self, name) != declared[name].default]
        return tuple(dict.fromkeys((article, *own)))

    def values(self) -> dict[str, Any]:
        """Every option's value by name, as it stands in a sheet."""
        return {
            name: rule.field.to_document(getattr(self, name)) for name, rule in self.list_options().items()
        }

    def _settled(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.list_options())


class Rules(NamedTuple):
    """The rules a match is played by: the preset's name, the edition of the rulebook, and every option."""

    preset: str
    edition: int
    options: Any

    def document(self) -> dict[str, Any]:
        """``{"preset": …, "edition": 1, …every option}``, as a sheet and a ruling carry it."""
        return {"preset": self.preset, "edition": self.edition, **self.options.values()}


def read_rules(
    kind: type[Any], presets: Mapping[str, Mapping[str, Any]], data: Any, players: int, report: Report
) -> Rules:
    """The rules that a document gives; every problem is reported and replaced by the default."""
    if type(data) is not dict:
        text = T("Write the rules as an object: a preset and the options that differ.")
        report.error("rules", "not_an_object", text)
        data = {}
    preset = data.get("preset", next(iter(presets)))
    if type(preset) is not str or preset not in presets:
        report.error("rules.preset", "unknown_preset", T("Choose one of: {choices}.", choices=list(presets)))
        preset = next(iter(presets))
    edition = data.get("edition", EDITION)
    if type(edition) is not int or edition != EDITION:
        report.error("rules.edition", "unknown_edition", T("The rulebook has one edition so far: 1."))
        edition = EDITION
    values = _given_options(kind, data, report)
    options = kind(**{**presets[preset], **values}).settle(frozenset(values), players, report)
    return Rules(preset, edition, options)


def _given_options(kind: type[Any], data: dict[str, Any], report: Report) -> dict[str, Any]:
    declared = kind.list_options()
    values = {}
    report_all_unknown(data, [*declared, "preset", "edition"], "rules", report)
    for name, value in data.items():
        if name not in declared:
            continue
        read = declared[name].field.read(value, f"rules.{name}", report, NO_TABLE)
        if is_whole(read):
            values[name] = read
    return values


def shorten_rules(
    rules: Mapping[str, Any], settle: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> dict[str, Any]:
    """A rules document without the options that already follow from the rest; ``settle`` gives every option's value."""
    short = dict(rules)
    for name, value in rules.items():
        fewer = {option_name: kept for option_name, kept in short.items() if option_name != name}
        if settle(fewer).get(name) == value:
            short = fewer
    return short
