"""Forms for the rules of a table or a league: what is asked first, with a deal that shows it; the rest by subject."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from scorekeeper.core.data import read_data
from scorekeeper.core.fields import Choice, Repeated
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import Game
from scorekeeper.core.match import FORMAT
from scorekeeper.core.options import NO_TABLE, Option, shorten_rules
from scorekeeper.core.rules_words import say_choice
from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES, score
from scorekeeper.web.entry.forms import EntryForm, number_in
from scorekeeper.web.entry.inputs import ABSENT
from scorekeeper.web.request.security import MORE, SEEK, read_typed
from scorekeeper.web.site.find import find_options
from scorekeeper.web.site.languages import language, say
from scorekeeper.web.site.prose import write_total

SHOWN, ALL, SUBJECT = "shown", "rules", "subject:"
"""The input that names the rules which the form shows; the keys that unfold all others, and those of a subject."""
TWO_SIDES = 2
OVER, GOES_ON = T("the match is over"), T("the match goes on")


class ShownSubject(NamedTuple):
    """A subject as a form has it: its number, its title, the rules that stand there and those that are folded."""

    number: int
    title: str
    open: list[str]
    folded: list[str]


class RulesForm(EntryForm):
    """Every rule of a set, with its sentence and its article; ``presets`` are the sets to choose from.

    ``settle`` makes of a rules document the value of every option. When another preset is chosen, what was typed of the
    rules in ``kept`` stays. Where some are ``first``, those of the others that stand as the preset has them are
    ``folded``: the form leaves them out until they are asked for.
    """

    def __init__(
        self,
        declared: Mapping[str, Option],
        presets: Iterable[str],
        settle: Callable[[dict[str, Any]], dict[str, Any]],
        preset: str,
        *,
        rules: Mapping[str, Any] | None = None,
        kept: Iterable[str] = (),
        first: Iterable[str] | None = None,
    ) -> None:
        preset_names = list(presets)
        self.preset = preset if preset in preset_names else preset_names[0]
        self.declared, self._settled = declared, settle
        self._shown = settle({"preset": self.preset, **(rules or {})})
        # Inside a rules document every option is optional; in the form each has its value, but for empty lists.
        fields = [
            option.field.but(optional=isinstance(option.field, Repeated)) for option in declared.values()
        ]
        values = read_typed()
        chosen_anew = values is not None and values.get(MORE) == "preset"
        typed: Mapping[str, str] = values or {}
        self.first = list(declared if first is None else first)
        sent = {*typed.get(SHOWN, "").split(), *typed, *(declared if first is None else ())}
        usual = settle({"preset": self.preset})
        absent = [name for name in declared if name not in sent]
        wanted = {*self.first, *self.unfold(typed)}
        self.folded = [name for name in absent if name not in wanted and self._shown[name] == usual[name]]
        super().__init__("", fields, NO_TABLE, entry=self._shown, values=None if chosen_anew else values)
        for name in absent:
            self[name].process(None, self._shown[name])
        for name in kept if chosen_anew else ():
            self[name].process(values, self._shown.get(name, ABSENT))
        for name, option in declared.items():
            self[name].hint, self[name].cite = option.sentence, option.cite

    def unfold(self, typed: Mapping[str, str]) -> Iterable[str]:
        """The folded rules that are asked for."""
        return ()

    def place(self, findings: Iterable[Finding], at: str = "rules") -> None:
        """Put findings at the rules that they are about; a document of rules is read as ``rules``."""
        super().place(findings, at)

    @property
    def open(self) -> list[str]:
        """The rules that the form shows."""
        return [name for name in self.declared if name not in self.folded]

    def rules(self) -> dict[str, Any]:
        """What stands in the form, as a rules document: the preset, and what differs from it."""
        return shorten_rules({"preset": self.preset, **self.values()}, self._settled)


class OptionsForm(RulesForm):
    """Every house rule of a game: what tables are asked first, what is sought, and the rest by subject."""

    def __init__(
        self, game: Game, players: int, preset: str, *, rules: Mapping[str, Any] | None = None
    ) -> None:
        self.game, self.players = game, players
        preset = preset if preset in game.presets else next(iter(game.presets))
        self.composing = load_composing(game.slug, preset)
        self.sought = ""
        """The words by which a rule was sought."""
        self.found: list[str] = []

        def settle(chosen: dict[str, Any]) -> dict[str, Any]:
            settled: dict[str, Any] = game.read_rules(chosen, players, Report()).options.values()
            return settled

        first = self.composing.first or None
        super().__init__(game.options.list_options(), game.presets, settle, preset, rules=rules, first=first)
        self.brings = False
        """Whether some choice brings others along."""
        for name, option in self.declared.items():
            if isinstance(option.field, Choice) and any(
                self._find_brought(name, key) for key in option.field.choices
            ):
                self[name].brings, self.brings = partial(self._find_brought, name), True
        for asked in self.composing.asked:
            self._ask(asked)

    def unfold(self, typed: Mapping[str, str]) -> Iterable[str]:
        """All of them, those of a subject, or those that fit some words."""
        key = typed.get(MORE, "")
        self.sought = typed.get(SEEK, "").strip()
        if self.sought:
            fitting = find_options(self.game.slug, self.sought)
            self.found = [name for name in fitting if name not in self.first]
        if key == ALL:
            return self.declared
        number = number_in(key.removeprefix(SUBJECT)) if key.startswith(SUBJECT) else None
        subjects = self.composing.subjects[number:][:1] if number is not None else ()
        chosen = (name for subject in subjects for name in subject.options)
        return (*self.found, *chosen)

    @property
    def subjects(self) -> list[ShownSubject]:
        """What stands below the first rules and those that were found."""
        above, subjects = {*self.first, *self.found}, list[ShownSubject]()
        for number, subject in enumerate(self.composing.subjects):
            names = [name for name in subject.options if name not in above]
            folded = [name for name in names if name in self.folded]
            unfolded = [name for name in names if name not in folded]
            subjects.append(ShownSubject(number, subject.title[language()], unfolded, folded))
        return subjects

    def _ask(self, asked: AskedRule) -> None:
        """Ask about a rule in a player's words, with the deal that shows the difference."""
        control, option, tongue = self[asked.option], self.declared[asked.option], language()
        control.label.text = asked.question[tongue]
        if isinstance(option.field, Choice):
            control.hint, control.ends = asked.deal[tongue], asked.ends
        else:
            ends = [f"{say(say_choice(option, value))} → {say(end)}" for value, end in asked.ends.items()]
            control.hint = f"{asked.deal[tongue]}: {', '.join(ends)}"

    def _find_brought(self, name: str, key: str) -> dict[str, Any]:
        """The options that a choice brings along, as chips bring that there is no target."""
        rules = {"preset": self.preset}
        before, after = self._settled(rules), self._settled({**rules, name: key})
        return {
            option: value for option, value in after.items() if option != name and before.get(option) != value
        }


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
        return (*self.always, *(rule.option for rule in self.asked))


@cache
def load_composing(game: str, preset: str) -> Composing:
    """How a game's rules are put together, nothing where its folder does not say; this preset scores the deals."""
    document = read_data(f"scorekeeper.games.{game}", "composing.toml")
    return Composing(
        tuple(document.get("always", ())),
        tuple(_read_asked(game, preset, asked) for asked in document.get("asked", ())),
        tuple(
            Subject(subject["title"], tuple(subject["options"])) for subject in document.get("subject", ())
        ),
    )


def _read_asked(game: str, preset: str, asked: Mapping[str, Any]) -> AskedRule:
    name = asked["option"]
    field = GAMES[game].options.list_options()[name].field
    values = asked.get("values") or (tuple(field.choices) if isinstance(field, Choice) else (True, False))
    sheets = {value: _play(game, {"preset": preset, name: value}, asked) for value in values}
    scores = {value: sheet["entries"][-1]["scores"] for value, sheet in sheets.items()}
    ends: dict[Any, Text | str] = {value: _say_points(points) for value, points in scores.items()}
    if len(set(ends.values())) == 1:
        ends = {value: OVER if sheet["status"] == FINISHED else GOES_ON for value, sheet in sheets.items()}
    return AskedRule(name, asked["question"], asked["deal"], ends)


def _play(game: str, rules: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet of the deal: the first of the ways to write it that these rules take."""
    for document in (json.loads(asked[name]) for name in ("match", "otherwise") if name in asked):
        match = {**document, "format": FORMAT, "game": game, "rules": {**document.get("rules", {}), **rules}}
        sheet, taken = score(match)
        if taken:
            return sheet
    raise ValueError(f"{game}: the deal of {asked['option']} cannot be played by {rules}")


def _say_points(points: Sequence[int]) -> str:
    between = " : " if len(points) == TWO_SIDES else " · "
    return between.join(map(write_total, points))
