"""Who sits where, whose total is whose, and who deals next."""

from __future__ import annotations

from typing import Any, NamedTuple


class Seating(NamedTuple):
    """Seats 0, 1, 2 … in order of play, and the sides they form.

    ``sides`` lists the seats of every side. A *side* owns one running total all match long: a player, or partners.

    Where players left, the others are numbered anew here, without gaps, so that a game knows nothing of it. Documents
    number all who ever sat there: ``left`` are the numbers there of those who play no more. Where no gaps are known any
    more, ``called`` keeps the numbers of those who play.
    """

    players: int
    sides: tuple[tuple[int, ...], ...]
    left: tuple[int, ...] = ()
    called: tuple[int, ...] = ()

    @property
    def ever(self) -> int:
        """How many seats documents know."""
        return self.players + len(self.left)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number in documents of each seat; each plays alone where others left, so of each side too."""
        return tuple(number for number in range(self.ever) if number not in self.left)

    def number_of(self, seat: int) -> int:
        """The number of a seat in documents."""
        return (self.called or self.numbers)[seat] if self.left or self.called else seat

    def without_gaps(self) -> Seating:
        """The same seats without the gaps, each still called by its number."""
        return self._replace(left=(), called=self.numbers) if self.left else self

    def seat_of(self, number: int) -> int:
        """The seat of a number in documents; the player plays."""
        return self.numbers.index(number) if self.left else number

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def after(self, seat: int) -> int:
        """The seat that plays next."""
        return (seat + 1) % self.players


def singles(players: int, left: tuple[int, ...] = ()) -> Seating:
    """Everyone for themselves: side = seat."""
    return Seating(players, tuple((seat,) for seat in range(players)), left)


def pairs(players: int) -> Seating:
    """Two sides: the even seats against the odd seats."""
    return Seating(players, (tuple(range(0, players, 2)), tuple(range(1, players, 2))))


def seat_singly(players: int, options: Any) -> Seating:
    """The seating of a game in which everyone always plays alone, for :class:`~scorekeeper.core.game.Game`."""
    return singles(players)


def seat_in_pairs(players: int, options: Any) -> Seating:
    """The seating of a game in which partners always sit across, for :class:`~scorekeeper.core.game.Game`."""
    return pairs(players)
