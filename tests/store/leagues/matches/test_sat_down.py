"""Who sat down at a table of an evening stays that player: renamed, beside another of the name, in another league."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.store.leagues.exchange import uploads
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.matches.listing import find_match, list_matches
from scorekeeper.store.leagues.people import roster
from tests.cases import cases
from tests.store.leagues.exchange.archives import another, bring_in, file_of
from tests.store.leagues.test_evening import Running, run

pytestmark = pytest.mark.long

__all__ = ["run"]


def numbers_at_the_end(running: Running, league: int, match: str) -> list[int]:
    """The numbers of the players who sat there at the end; 0 for a stranger."""
    running.session.rollback()
    while derive.step(running.session, league).left:
        pass
    row = find_match(running.session, league, match)
    assert row is not None
    assert row.result is not None
    players = roster.find_players(running.session, league, row.result["ended"])
    return [players[key].number if key in players else 0 for key in row.result["ended"]]


def add_one(running: Running, name: str) -> None:
    running.club.players(name)


def rename_and_add(running: Running, name: str) -> None:
    (came,) = (
        player
        for player in roster.list_players(running.session, running.club.league.id)
        if player.name == name
    )
    running.club.rename(came.key, "Ólafur")
    running.club.players(name)


def rename_to_another(running: Running, name: str) -> None:
    players = roster.list_players(running.session, running.club.league.id)
    came, other = (next(one for one in players if one.name == called) for called in (name, "Nína"))
    running.club.rename(came.key, "Ólafur")
    running.club.rename(other.key, name)


@cases(
    "change, when",
    (add_one, "before"),
    (add_one, "after"),
    (rename_and_add, "before"),
    (rename_and_add, "after"),
    (rename_to_another, "before"),
    (rename_to_another, "after"),
)
def test_who_sat_down_stays_that_player_here_and_in_an_archive(
    run: Any, change: Callable[[Running, str], None], when: str
) -> None:
    running = run(4)
    came, _other = running.club.players("Óli", "Nína")
    match = running.publish()[0]
    running.record(match)
    running.substitute(match, 0, came)
    if when == "before":
        change(running, "Óli")
    running.record(match)
    league = running.club.league.id
    numbers_at_the_end(running, league, match)
    if when == "after":
        change(running, "Óli")
        running.record(match, {"kind": "adjustment", "scores": [1, 0], "reason": "a card"})
    number = roster.find_players(running.session, league, [came])[came].number
    assert numbers_at_the_end(running, league, match)[0] == number

    copy = another(running.club)
    assert bring_in(running.session, copy, file_of(running.club)).state == uploads.DONE
    (moved,) = list_matches(running.session, copy.league.id, limit=9)
    assert numbers_at_the_end(running, copy.league.id, moved.key)[0] == number
