"""What a played deal shows of the measures of its game, also where players came and went."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.game import Game
from scorekeeper.core.renumbering import in_seats
from scorekeeper.core.scoring.scores import DECIDED
from scorekeeper.core.scoring.statistics import Figure, PlayedDeal
from scorekeeper.core.seating import Seating, singles


def observe(game: Game, deal: PlayedDeal, seating: Seating) -> Iterator[Figure]:
    """The figures of a deal beyond its scores; none of one that the table decided: nothing else is known of it."""
    if deal.outcome == DECIDED:
        return
    if not deal.left and len(deal.scores) == len(seating.sides):
        yield from game.statistics.observe(deal, seating)
        return
    whole_seating = singles(len(deal.scores) - len(deal.left), deal.left)
    fields = {field.name: field for form in game.forms for field in form.fields}
    lines = (line for line in deal.lines if line.side not in deal.left)
    among = deal._replace(
        scores=tuple(deal.scores[number] for number in whole_seating.numbers),
        lines=tuple(line._replace(side=whole_seating.seat_of(line.side)) for line in lines),
        entry=in_seats(fields.values(), deal.entry, whole_seating),
    )
    for figure in game.statistics.observe(among, whole_seating.without_gaps()):
        yield figure._replace(seats=tuple(map(whole_seating.number_of, figure.seats)))
