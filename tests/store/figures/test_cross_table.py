"""Everybody against everybody: what is won and lost, counted by hand from the matches."""

import random
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.figures.reading import cross_table as crossing
from scorekeeper.store.leagues.figures.reading.cross_table import cross_table
from tests.soak import DATABASES
from tests.store.figures.conftest import Club


def by_hand(matches: list[tuple[str, int]], *, together: bool) -> dict[tuple[str, str], tuple[int, int]]:
    """The same from the seats and the winners: seats 0 and 2 play 1 and 3."""
    found: dict[tuple[str, str], list[int]] = {}
    for players, winner in matches:
        sides = players[0::2], players[1::2]
        for mine, side in enumerate(sides):
            for one in side:
                for other in side if together else sides[1 - mine]:
                    if one != other:
                        found.setdefault((one, other), [0, 0])[mine != winner] += 1
    return {pair: (won, lost) for pair, (won, lost) in found.items()}


@pytest.fixture
def busy(session: Session) -> Any:
    chance, club = random.Random(3), Club(session)
    matches = []
    for day in range(30):
        players, winner = "".join(chance.sample("abcdefgh", 4)), chance.randrange(2)
        club.play(players, (winner,), (151, 90), day=day, season="autumn" if day < 20 else None)
        matches.append((players, winner))
    club.derive()
    return club, matches


@pytest.mark.parametrize("migrated_url", DATABASES, indirect=True)
@pytest.mark.parametrize("together", [False, True])
def test_a_cell_is_what_was_won_and_lost(busy: Any, together: bool) -> None:
    club, matches = busy
    found = cross_table(club.session, club.id, "", together=together)
    assert found.cells == by_hand(matches, together=together)
    assert found.rows == found.columns
    assert set(found.rows) == set("abcdefgh")
    found = cross_table(club.session, club.id, "autumn", together=together)
    assert found.cells == by_hand(matches[:20], together=together)


def test_a_level_match_is_neither_won_nor_lost(club: Club) -> None:
    club.play("abcd", (0, 1), (151, 151))
    club.derive()
    assert cross_table(club.session, club.id, "").cells["a", "b"] == (0, 0)


def test_of_many_players_those_with_most_matches_are_shown(
    busy: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, matches = busy
    played = {one: sum(one in players for players, _ in matches) for one in "abcdefgh"}
    monkeypatch.setattr(crossing, "MAX_ACROSS", 3)
    found = cross_table(club.session, club.id, "")
    assert found.rows == tuple(sorted(played, key=lambda one: (-played[one], one)))[:3]
    assert found.more
    assert set(found.cells) <= {(one, other) for one in found.rows for other in found.columns}


def test_who_is_asked_for_stands_against_those_met_most(busy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    club, matches = busy
    every = by_hand(matches, together=False)
    met = {other: sum(cell) for (one, other), cell in every.items() if one == "a"}
    monkeypatch.setattr(crossing, "MAX_ACROSS", 2)
    found = cross_table(club.session, club.id, "", players=["a"])
    assert found.rows == ("a",)
    assert found.columns == tuple(sorted(met, key=lambda one: (-met[one], one)))[:2]
    assert found.cells == {("a", other): every["a", other] for other in found.columns}
