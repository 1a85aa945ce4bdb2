"""Names that are nearly those of players: the page asks which players they mean before it makes new ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import request

from scorekeeper.core.findings import Finding
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.people.roster import Alike, LeaguePlayer
from scorekeeper.web.site.database import session

NEW_PLAYER = "new"


class Unclear(NamedTuple):
    """A name that is nearly that of a player, the players it may mean, and what was answered."""

    name: str
    near: list[LeaguePlayer]
    answer: str


class LookAgain(Exception):  # noqa: N818 - named by what it asks for
    """What was typed may be right, and is shown once more before it counts."""

    def __init__(self, odd: list[Finding], unclear: list[Unclear]) -> None:
        super().__init__()
        self.odd, self.unclear = odd, unclear


def find_players_behind(
    access: Access, names: Sequence[str]
) -> tuple[list[LeaguePlayer | None], list[Unclear]]:
    """The player of the league behind each name, None for a new one; and names nearly a player's, to be asked about.

    What the page's form answered counts. No player sits twice: a second Georgi is new.
    """
    answers = _answers()
    alike = roster.find_alike_each(session(), access.league.id, names)
    found = _of_the_same_name(alike)
    unclear: list[Unclear] = []
    for place, name in enumerate(names):
        free = [one.player for one in alike[place] if one.player not in found]
        if found[place] is not None or not free:
            continue
        answer = next(answers[name], "")
        found[place] = next((one for one in free if one.key == answer), None)
        known = found[place] is not None or answer == NEW_PLAYER
        unclear.append(Unclear(name, free, answer if known else ""))
    return found, unclear


def _answers() -> Mapping[str, Iterator[str]]:
    """What was answered of each name, in order: two of one name may be two people."""
    given: dict[str, list[str]] = defaultdict(list)
    for name, answer in zip(request.form.getlist("whose"), request.form.getlist("who"), strict=False):
        given[name].append(answer)
    return defaultdict(lambda: iter(()), {name: iter(said) for name, said in given.items()})


def _of_the_same_name(alike: Sequence[Sequence[Alike]]) -> list[LeaguePlayer | None]:
    """The players of these names; a player is found by the name of today before another is by an alias."""
    found: list[LeaguePlayer | None] = [None] * len(alike)
    for alias in (False, True):
        for place, near in enumerate(alike):
            same = (one.player for one in near if one.same and one.alias is alias and one.player not in found)
            found[place] = found[place] or next(same, None)
    return found
