"""Chance that anybody can check: SHA-256 of the seed and a counter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

Drawn_T = TypeVar("Drawn_T")
WORD = 8
"""So many bytes make a number; a digest has four of them."""
PART = 1 << 32
"""How far apart the counters of two rounds begin, so that no round repeats the lots of another."""


class Lot:
    """Numbers by lot. The counter of the first round begins at 0, that of each later one :data:`PART` higher."""

    def __init__(self, seed: str, played: int) -> None:
        self._seed = seed.encode()
        self._counter = played * PART
        self._words: list[int] = []

    def draw_below(self, bound: int) -> int:
        """A number from 0 to ``bound`` − 1, each as likely as the others."""
        size = 1
        while bound > 1 << (64 * size):
            size += 1
        whole = 1 << (64 * size)
        fair = whole - whole % bound
        while True:
            number = 0
            for _ in range(size):
                number = number << 64 | self._next_word()
            if number < fair:
                return number % bound

    def shuffle(self, things: Iterable[Drawn_T]) -> list[Drawn_T]:
        """The things in an order by lot."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            place = self.draw_below(last + 1)
            mixed[last], mixed[place] = mixed[place], mixed[last]
        return mixed

    def choose(self, things: Sequence[Drawn_T]) -> Drawn_T:
        """One of the things by lot."""
        return things[self.draw_below(len(things))]

    def _next_word(self) -> int:
        if not self._words:
            digest = sha256(self._seed + b" " + str(self._counter).encode()).digest()
            self._counter += 1
            self._words = [int.from_bytes(digest[at : at + WORD], "big") for at in range(24, -1, -WORD)]
        return self._words.pop()
