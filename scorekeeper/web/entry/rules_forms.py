"""Forms for the rules of a table or a league: every option with its sentence, and sets to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

from scorekeeper.core.fields import Choice, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import NO_TABLE, Option, shorten_rules
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.inputs import ABSENT
from scorekeeper.web.request.security import MORE, read_typed

CUSTOMS = "customs"
"""The key that unfolds the customs, and the input that names those which the form shows."""


class RulesForm(EntryForm):
    """Every rule of a set, with its sentence and its article; ``presets`` are the sets to choose from.

    ``settle`` makes of a rules document the value of every option. When another preset is chosen, what was typed of the
    rules in ``kept`` stays. Of ``customs``, rules that few tables choose, those that stand as the preset has them are
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
        customs: Iterable[str] = (),
    ) -> None:
        known = list(presets)
        self.preset = preset if preset in known else known[0]
        self.declared, self._settled = declared, settle
        self._shown = settle({"preset": self.preset, **(rules or {})})
        # Inside a rules document every option is optional; in the form each has its value, but for empty lists.
        fields = [
            option.field.but(optional=isinstance(option.field, Repeated)) for option in declared.values()
        ]
        values = read_typed()
        chosen_anew = values is not None and values.get(MORE) == "preset"
        typed: Mapping[str, str] = values or {}
        there = {*typed.get(CUSTOMS, "").split(), *typed}
        self.customs = tuple(customs)
        self.unfolded = typed.get(MORE) == CUSTOMS or there.issuperset(self.customs)
        usual = settle({"preset": self.preset})
        absent = [name for name in self.customs if name not in there]
        self.folded = [name for name in absent if not self.unfolded and self._shown[name] == usual[name]]
        super().__init__("", fields, NO_TABLE, entry=self._shown, values=None if chosen_anew else values)
        for name in absent:
            self[name].process(None, self._shown[name])
        for name in kept if chosen_anew else ():
            self[name].process(values, self._shown.get(name, ABSENT))
        for name, option in declared.items():
            self[name].hint, self[name].cite = option.sentence, option.cite

    @property
    def open(self) -> list[str]:
        """The rules that the form shows."""
        return [name for name in self.declared if name not in self.folded]

    def rules(self) -> dict[str, Any]:
        """What stands in the form, as a rules document: the preset, and what differs from it."""
        return shorten_rules({"preset": self.preset, **self.values()}, self._settled)


@cache
def find_customs(game: str) -> tuple[str, ...]:
    """The options of a game that its rule text does not have."""
    articles = load_rulebook(game).articles.values()
    return tuple(name for article in articles if article.custom for name in article.options)


class OptionsForm(RulesForm):
    """Every house rule of a game."""

    def __init__(
        self, game: Game, players: int, preset: str, *, rules: Mapping[str, Any] | None = None
    ) -> None:
        self.game, self.players = game, players

        def settle(given: dict[str, Any]) -> dict[str, Any]:
            settled: dict[str, Any] = game.read_rules(given, players, Report()).options.values()
            return settled

        super().__init__(
            game.options.list_options(),
            game.presets,
            settle,
            preset,
            rules=rules,
            customs=find_customs(game.slug),
        )
        self.brings = False
        """Whether some choice brings others along."""
        for name, option in self.declared.items():
            if isinstance(option.field, Choice) and any(
                self._find_brought(name, key) for key in option.field.choices
            ):
                self[name].brings, self.brings = partial(self._find_brought, name), True

    def _find_brought(self, name: str, key: str) -> dict[str, Any]:
        """The options that a choice brings along, as chips bring that there is no target."""
        given = {"preset": self.preset}
        before, after = self._settled(given), self._settled({**given, name: key})
        return {
            other: value for other, value in after.items() if other != name and before.get(other) != value
        }
