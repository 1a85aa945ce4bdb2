"""Who sits where, whose total is whose, and who deals next."""

from __future__ import annotations

from typing import Any, NamedTuple


class Seating(NamedTuple):
    """Seats 0, 1, 2 … in order of play, and the sides they form.

    ``sides`` lists the seats of every side. A *side* owns one running total all match long: a player, or partners.
    """

    players: int
    sides: tuple[tuple[int, ...], ...]

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def after(self, seat: int) -> int:
        """The seat that plays next."""
        return (seat + 1) % self.players


def singles(players: int) -> Seating:
    """Everyone for themselves: side = seat."""
    return Seating(players, tuple((seat,) for seat in range(players)))


def pairs(players: int) -> Seating:
    """Two sides: the even seats against the odd seats."""
    return Seating(players, (tuple(range(0, players, 2)), tuple(range(1, players, 2))))


def seat_singly(players: int, options: Any) -> Seating:
    """The seating of a game in which everyone always plays alone, for :class:`~scorekeeper.core.game.Game`."""
    return singles(players)


def seat_in_pairs(players: int, options: Any) -> Seating:
    """The seating of a game in which partners always sit across, for :class:`~scorekeeper.core.game.Game`."""
    return pairs(players)
