"""Persons who are forgotten and come again with an archive: it carries their ids, so they are known."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy.orm import Session

from scorekeeper.store.forgetting import record
from scorekeeper.store.forgetting.in_matches import erase_people
from scorekeeper.store.forgetting.record import PLAYER, SEAT
from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Match

OWN_KEY = re.compile(rf"[{statements.ALPHABET}]{{{statements.PUBLIC_ID_LENGTH}}}")
"""A key that a league made by itself: no other league makes the same. Other keys count in their own league only."""


def is_forgotten(session: Session, league: str, key: str) -> bool:
    """Whether the player of this key, in an archive that comes into this league, is forgotten."""
    own = OWN_KEY.fullmatch(key) is not None
    found = (one for one in record.read(session) if one.kind == PLAYER and one.who == key)
    return any(own or one.place == league for one in found)


def erase_again(
    session: Session, league: str, match: Match, name: str, people: Sequence[int], keys: Sequence[str]
) -> None:
    """Erase the forgotten at a match that an archive brought; it calls the match ``name``, ``people`` by ``keys``."""
    gone = {one for one, key in zip(people, keys, strict=True) if is_forgotten(session, league, key)}
    opened = match.events[0].body["players"]
    for one in record.read(session):
        if one.kind == SEAT and one.place == name and one.who.isdecimal() and int(one.who) < len(opened):
            gone.add(opened[int(one.who)])
    if gone:
        erase_people(session, gone)
