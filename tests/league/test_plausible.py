"""Results without deals that cannot be, or may be right and are asked about."""

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from scorekeeper.league.plausible import (
    Outcome,
    check_outcome,
    describe_shapes,
    end_of,
    knows_shape,
    list_pairings,
    shapes_of,
)
from tests.cases import cases


def seat(*sizes: int) -> list[list[int]]:
    """So many seats on each side."""
    return [list(range(sum(sizes[:place]), sum(sizes[: place + 1]))) for place in range(len(sizes))]


def check(game: str, sizes: tuple[int, ...], totals: list[int], winners: list[int]) -> list[tuple[str, str]]:
    report = Report()
    check_outcome(Outcome(game, seat(*sizes), totals, winners), report)
    return [(one.path, one.code) for one in (*report.errors, *report.suspects)]


@cases(
    "game, sizes, totals, winners, found",
    ("belot", (2, 2), [151, 98], [0], []),
    ("belot", (2, 2), [2, 1], [0], [("totals[0]", "short_of_end")]),
    ("belot", (2, 2), [151, 98], [1], [("winners", "not_the_best")]),
    ("belot", (2, 2), [98, 98], [0, 1], [("totals[0]", "short_of_end")]),
    ("belot", (2, 2), [151, 151], [0, 1], [("totals[0]", "level")]),
    ("belot", (2, 2), [98, 1510], [1], [("totals[1]", "unusual_total")]),
    ("belot", (2, 2), [999_999, 98], [0], [("totals[0]", "unusual_total")]),
    ("belot", (2, 2), [151, -4], [0], [("totals[1]", "unusual_total")]),
    ("belot", (2, 2), [], [1], []),
    ("kani", (1, 1, 1, 1), [100, 62, -30, 12], [0], []),
    ("kani", (1, 1, 1, 1), [100, 100, 3, 1], [0, 1], [("totals[0]", "level")]),
    ("escoba", (1, 1, 1), [21, 20, 3], [0], []),
    ("escoba", (1, 1), [20, 3], [0], [("totals[0]", "short_of_end")]),
    ("escoba", (1, 1, 1), [3, 21, 21], [1, 2], [("totals[1]", "level")]),
    ("kinaskak", (1, 1), [300, 200], [1], []),
    ("kinaskak", (1, 1), [300, 300], [0, 1], []),
    ("kinaskak", (1, 1), [300, 200], [0], [("winners", "not_the_best")]),
    ("kinaskak", (1, 1), [999_999, 200], [1], [("totals[0]", "unusual_total")]),
    ("Tarot", (3, 1), [2, 1], [1], []),
)
def test_what_a_games_rules_make_odd_is_noted_once(
    game: str, sizes: tuple[int, ...], totals: list[int], winners: list[int], found: list[tuple[str, str]]
) -> None:
    assert check(game, sizes, totals, winners) == found


@cases(
    "game, known, unknown",
    ("belot", [(2, 2), (1, 1)], [(3, 1), (2, 1), (1, 2), (1, 1, 1, 1), (1, 1, 1), (4,), (3, 3)]),
    ("kani", [(1, 1, 1, 1)], [(2, 2), (1, 1), (1, 1, 1), (1, 1, 1, 1, 1), (3, 1)]),
    ("escoba", [(1, 1), (1, 1, 1), (1, 1, 1, 1), (2, 2), (3, 3), (1,) * 6], [(1,) * 5, (2, 1), (4, 2)]),
    ("kinaskak", [(1,) * number for number in range(2, 9)], [(2, 2), (1,) * 9, (2, 1)]),
)
def test_sides_that_a_game_does_not_know_are_refused(
    game: str, known: list[tuple[int, ...]], unknown: list[tuple[int, ...]]
) -> None:
    assert [sizes for sizes in known if not knows_shape(GAMES[game], sizes)] == []
    for sizes in unknown:
        assert check(game, sizes, [1] * len(sizes), [0]) == [("sides", "unknown_sides")], sizes


def test_what_a_game_knows_is_said_in_words() -> None:
    ways = {slug: [str(one) for one in describe_shapes(game)] for slug, game in GAMES.items()}
    assert ways["belot"] == ["2 against 2"]
    assert ways["escoba"] == ["each alone (2, 3, 4, 6 players)", "2 against 2", "3 against 3"]
    assert all(shapes_of(game) for game in GAMES.values())


@pytest.mark.parametrize(("game", "ways"), [("belot", 3), ("kani", 0), ("escoba", 0), ("kinaskak", 0)])
def test_partners_are_asked_for_where_a_game_is_played_in_pairs_alone(game: str, ways: int) -> None:
    found = list_pairings(GAMES[game], 4)
    assert len(set(found)) == ways
    assert all(sorted(seat for side in one for seat in side) == [0, 1, 2, 3] for one in found)
    assert list_pairings(GAMES[game], 3) == []


def test_every_game_says_where_it_ends_or_that_it_does_not() -> None:
    ends = {slug: end_of(game, game.players[0]) for slug, game in GAMES.items()}
    assert ends == {"belot": 151, "kani": 100, "escoba": 21, "kinaskak": None}
