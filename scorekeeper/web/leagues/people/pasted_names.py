"""Names that come as one text: a line each or with commas between them, as a message or a sheet of paper has them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorekeeper.core.findings import Finding
from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.log.refusals import Refused, make_refusal
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.web.leagues.people.who_is_who import LookAgain, find_players_behind
from scorekeeper.web.site.database import session

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
    names = (MARK.sub("", one.strip()) for one in BETWEEN.split(typed))
    return [name for name in names if name]


def add_pasted(access: Access, uuid: str, names: Sequence[str], at: str, *, guests: bool) -> list[str]:
    """The keys of the players of these names, each once; those that the league does not know are made.

    A name twice means one player, where no second of that name is known. LookAgain asks about names that are nearly
    those of players.
    """
    known, unclear = find_players_behind(access, names)
    if not all(one.answer for one in unclear):
        raise LookAgain([], unclear)
    said = {name_key(name): player for name, player in zip(names, known, strict=True) if player is not None}
    new: dict[str, str] = {}
    for name in names:
        if name_key(name) not in said:
            new.setdefault(name_key(name), name)
    found = [player.key for player in known if player is not None]
    return [*found, *(_make_players(access, uuid, list(new.values()), at, guests=guests) if new else ())]


def _make_players(access: Access, uuid: str, names: Sequence[str], at: str, *, guests: bool) -> list[str]:
    """New players; what is wrong with a name is said at the text that it stands in."""
    try:
        return player_changes.add_players(session(), access, uuid=uuid, names=names, guests=guests)
    except Refused as refused:
        raise Refused(tuple(_place(one, names, at) for one in refused.findings)) from refused


def _place(finding: Finding, names: Sequence[str], at: str) -> Finding:
    number = re.fullmatch(r"names\[(\d+)\]", finding.path)
    if number is None:
        return finding._replace(path=at)
    name = names[int(number[1])]
    return finding._replace(path=at, text=T("“{name}”: {problem}", name=name[:80], problem=finding.text))
