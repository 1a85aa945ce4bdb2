"""The dispute desk: rulings a second, and what a game measures of its own questions."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from benchmarks.measure import Figure, best_of
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES, rule


def figures() -> list[Figure]:
    """Rulings a second in every game, and how long their hardest questions take."""
    return [*(_rulings(slug) for slug in GAMES), *(figure for slug in GAMES for figure in _own_figures(slug))]


def _own_figures(slug: str) -> list[Figure]:
    """What `benchmarks/games/<slug>` measures, if there is such a folder."""
    name = f"benchmarks.games.{slug}"
    return import_module(name).figures() if find_spec(name) else []  # type: ignore[no-any-return]


def _rulings(slug: str) -> Figure:
    """Every worked question of a game, from the document to the ruling's document."""
    questions = [worked.question for worked in load_rulings(slug)]

    def answer() -> None:
        for question in questions:
            rule(question)

    seconds = best_of(3, answer)
    label = f"rulings of {slug}, its {len(questions)} worked questions in turn"
    return Figure(label, f"{len(questions) / seconds:,.0f} a second", "no figure", True)
