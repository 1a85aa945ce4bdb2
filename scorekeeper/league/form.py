"""Form and streaks of a player: the last matches, and how long a run of wins is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from scorekeeper.core.text import N, T, Text
from scorekeeper.league.results import Result
from scorekeeper.league.strangers import is_stranger

FORMAT = "scorekeeper-form/1"
WON, SHARED, LOST = "won", "shared", "lost"
LATEST = 10
WORDS: Mapping[str, Text] = {WON: T("won"), SHARED: T("shared"), LOST: T("lost")}


class Streak(NamedTuple):
    """A run of matches with the same outcome: how many, the first and the last of them."""

    kind: str = ""
    length: int = 0
    first: str = ""
    last: str = ""

    def and_then(self, kind: str, match: str) -> Streak:
        """The streak after one more match."""
        if kind == self.kind:
            return Streak(kind, self.length + 1, self.first, match)
        return Streak(kind, 1, match, match)

    @property
    def text(self) -> Text:
        """The sentence: ``3 wins in a row``."""
        if self.kind == WON:
            return N("{n} win in a row", "{n} wins in a row", n=self.length)
        if self.kind == LOST:
            return N("{n} match lost in a row", "{n} matches lost in a row", n=self.length)
        return N("{n} shared win in a row", "{n} shared wins in a row", n=self.length)


NO_STREAK = Streak()


class Form(NamedTuple):
    """One player's latest matches (the newest last), the streak they are in, and their longest ones."""

    latest: tuple[tuple[str, str], ...] = ()
    current: Streak = NO_STREAK
    longest: Streak = NO_STREAK
    driest: Streak = NO_STREAK

    def and_then(self, kind: str, match: str) -> Form:
        """The form after one more match. A streak has to be longer than the one before it to be the longest."""
        current = self.current.and_then(kind, match)
        longest = current if kind == WON and current.length > self.longest.length else self.longest
        driest = current if kind == LOST and current.length > self.driest.length else self.driest
        return Form((*self.latest, (kind, match))[-LATEST:], current, longest, driest)


class Forms:
    """Everybody's form, in every game and overall (``""``). ``add`` results in the order in which they happened."""

    def __init__(self) -> None:
        self.forms: dict[tuple[str, str], Form] = {}

    def add(self, result: Result) -> Self:
        """Add a result to the form of each of its players, in its game and overall."""
        for seat, player in enumerate(result.players):
            if is_stranger(player):
                continue
            kind = kind_of(result, result.side_of(seat))
            for game in (result.game, ""):
                key = player, game
                self.forms[key] = self.forms.get(key, Form()).and_then(kind, result.match)
        return self

    def of(self, player: str, game: str = "") -> Form:
        """The form of a player in a game, or (without one) overall."""
        return self.forms.get((player, game), Form())

    def document(self) -> dict[str, Any]:
        """The forms as JSON; :meth:`resume` goes on from them."""
        return {"format": FORMAT, "forms": [[*key, *form] for key, form in self.forms.items()]}

    @classmethod
    def resume(cls, document: Mapping[str, Any]) -> Self:
        """The forms that :meth:`document` wrote."""
        forms = cls()
        for player, game, latest, *streaks in document["forms"]:
            form = Form(
                tuple((kind, match) for kind, match in latest), *(Streak(*streak) for streak in streaks)
            )
            forms.forms[player, game] = form
        return forms


def kind_of(result: Result, side: int) -> str:
    """How a match came out for a side."""
    if side not in result.winners:
        return LOST
    return WON if len(result.winners) == 1 else SHARED
