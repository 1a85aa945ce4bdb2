"""The kinds of slips in a count of Eskoba, and what tells one from the other."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.text import T, Text

LEFT, MARKERS, UNSEEN, CARD, KIND, DIGITS, OTHER = range(7)
"""The kinds of slip, the likeliest first; ``UNSEEN`` are leftovers whose cards were not given."""

LEFTOVERS_FORGOTTEN = T("the cards left on the table were not counted.")

LEFTOVERS = T("Who took the cards left on the table, and did that side count them?")

AGAIN = T("Which side comes to another number when it counts its cards once more?")

ASKS: Mapping[int, Text] = {
    LEFT: LEFTOVERS,
    MARKERS: T("Which side has not counted the cards turned up for its escobas?"),
    UNSEEN: LEFTOVERS,
    CARD: AGAIN,
    KIND: T("Which side comes to another number when it counts its golds and sevens once more?"),
    DIGITS: AGAIN,
    OTHER: AGAIN,
}
"""What tells a slip in the numbers of the sides from any other."""

ASKS_PILES: Mapping[int, Text] = {LEFT: LEFTOVERS, UNSEEN: LEFTOVERS} | dict.fromkeys(
    (CARD, KIND), T("In whose pile is that card?")
)
"""The same of the piles, card by card."""

ASKS_LEFT: Mapping[int, Text] = dict.fromkeys((CARD, KIND, OTHER), T("Which cards lie on the table?"))
"""The same of the cards left."""


def listing(numbers: list[tuple[int, int]]) -> list[Text]:
    """Numbers and what they become, as a parameter of a sentence."""
    return [T("{before} becomes {after}", before=before, after=after) for before, after in numbers]
