"""Typed names and the players they mean: of a name that is nearly a player's the page asks before it makes a new one.

Names may come as one text too: a line each or with commas between them, as a message or a sheet of paper has them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import request

from scorekeeper.core.findings import Finding
from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.log.refusals import Refused, make_refusal
from scorekeeper.store.leagues.people import player_changes, roster
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
    players = _of_the_same_name(alike)
    unclear: list[Unclear] = []
    for place, name in enumerate(names):
        free = [candidate.player for candidate in alike[place] if candidate.player not in players]
        if players[place] is not None or not free:
            continue
        answer = next(answers[name], "")
        players[place] = next((player for player in free if player.key == answer), None)
        settled = players[place] is not None or answer == NEW_PLAYER
        unclear.append(Unclear(name, free, answer if settled else ""))
    return players, unclear


def _answers() -> Mapping[str, Iterator[str]]:
    """What was answered of each name, in order: two of one name may be two people."""
    answers: dict[str, list[str]] = defaultdict(list)
    for name, answer in zip(request.form.getlist("whose"), request.form.getlist("who"), strict=False):
        answers[name].append(answer)
    return defaultdict(lambda: iter(()), {name: iter(replies) for name, replies in answers.items()})


def _of_the_same_name(alike: Sequence[Sequence[Alike]]) -> list[LeaguePlayer | None]:
    """The players of these names; a player is found by the name of today before another is by an alias."""
    players: list[LeaguePlayer | None] = [None] * len(alike)
    for alias in (False, True):
        for place, near in enumerate(alike):
            same = (
                candidate.player
                for candidate in near
                if candidate.same and candidate.alias is alias and candidate.player not in players
            )
            players[place] = players[place] or next(same, None)
    return players


MAX_PASTED = 4000
BETWEEN = re.compile(r"[\n,;\t]")
MARK = re.compile(r"^(?:\d{1,3}[.)]|[-–*•·])\s*")
"""What stands before a name in a list: a number or a dash. A number behind a name belongs to it: Georgi 2."""


def read_pasted(typed: str, at: str) -> list[str]:
    """The names in a text. Refused (path ``at``) where it is too long: nothing of it is left out in silence."""
    if len(typed) > MAX_PASTED:
        text = T(
            "At most {most} characters at a time, and these are {given}: add some of the names, then the others.",
            most=MAX_PASTED,
            given=len(typed),
        )
        raise make_refusal(at, "too_long", text)
    names = (MARK.sub("", part.strip()) for part in BETWEEN.split(typed))
    return [name for name in names if name]


def add_pasted(access: Access, uuid: str, names: Sequence[str], at: str, *, guests: bool) -> list[str]:
    """The keys of the players of these names, each once; those that the league does not know are made.

    A name twice means one player, where no second of that name is known. LookAgain asks about names that are nearly
    those of players.
    """
    players, unclear = find_players_behind(access, names)
    if not all(unclear_name.answer for unclear_name in unclear):
        raise LookAgain([], unclear)
    by_key = {
        name_key(name): player for name, player in zip(names, players, strict=True) if player is not None
    }
    new: dict[str, str] = {}
    for name in names:
        if name_key(name) not in by_key:
            new.setdefault(name_key(name), name)
    keys = [player.key for player in players if player is not None]
    return [*keys, *(_make_players(access, uuid, list(new.values()), at, guests=guests) if new else ())]


def _make_players(access: Access, uuid: str, names: Sequence[str], at: str, *, guests: bool) -> list[str]:
    """New players; what is wrong with a name is said at the text that it stands in."""
    try:
        return player_changes.add_players(session(), access, uuid=uuid, names=names, guests=guests)
    except Refused as refused:
        raise Refused(tuple(_place(finding, names, at) for finding in refused.findings)) from refused


def _place(finding: Finding, names: Sequence[str], at: str) -> Finding:
    number = re.fullmatch(r"names\[(\d+)\]", finding.path)
    if number is None:
        return finding._replace(path=at)
    name = names[int(number[1])]
    return finding._replace(path=at, text=T("“{name}”: {problem}", name=name[:80], problem=finding.text))
