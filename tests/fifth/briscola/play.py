"""Briscola's cards on the table: their rank, their points, and who takes a trick."""

from scorekeeper.core.play.cards import Card

RANKS = ("2", "4", "5", "6", "7", "10", "11", "12", "3", "1")
"""From the lowest to the highest. (briscola 1.2)"""
POINTS = {"10": 2, "11": 3, "12": 4, "3": 10, "1": 11}
"""What a card is worth; the others are worth nothing. (briscola 3.1)"""


def best_of(trick: tuple[Card, ...], trump: str) -> Card:
    """The highest trump, or else the highest card of the suit led. (briscola 2.2)"""
    suit = trump if any(card.suit == trump for card in trick) else trick[0].suit
    return max((card for card in trick if card.suit == suit), key=lambda card: RANKS.index(card.rank))
