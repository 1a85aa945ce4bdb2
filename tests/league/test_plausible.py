"""Results without deals that may be right, and are asked about."""

from __future__ import annotations

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from scorekeeper.league.plausible import end_of, note_oddities


@pytest.mark.parametrize(
    ("game", "totals", "winners", "codes"),
    [
        ("belot", [151, 98], [0], []),
        ("belot", [2, 1], [0], ["short_of_end"]),
        ("belot", [151, 98], [1], ["not_the_best"]),
        ("belot", [98, 98], [0, 1], ["short_of_end"]),
        ("belot", [], [1], []),
        ("escoba", [21, 20, 3], [0], []),
        ("escoba", [20, 3], [0], ["short_of_end"]),
        ("kinaskak", [300, 200], [1], []),
        ("kinaskak", [300, 200], [0], ["not_the_best"]),
        ("Tarot", [2, 1], [1], []),
    ],
)
def test_what_a_games_rules_make_odd_is_noted(
    game: str, totals: list[int], winners: list[int], codes: list[str]
) -> None:
    report = Report()
    note_oddities(report, "", game, 2, totals, winners)
    assert [one.code for one in report.suspects] == codes
    assert report.errors == []


def test_every_game_says_where_it_ends_or_that_it_does_not() -> None:
    ends = {slug: end_of(game, game.players[0]) for slug, game in GAMES.items()}
    assert ends == {"belot": 151, "kani": 100, "escoba": 21, "kinaskak": None}
