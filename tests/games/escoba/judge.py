"""A slow judge of Eskoba, which knows cards as strings only."""

from scorekeeper.core.play.cards import PACK_40

ALL = [str(card) for card in PACK_40.cards]
WORTH = {"10": 8, "11": 9, "12": 10}


def worth(cards):
    return sum(WORTH.get(card[:-1]) or int(card[:-1]) for card in cards)


def list_captures(card, table):
    """Every capture: the sets grow card by card, and those past fifteen are dropped."""
    grown = [(card,)]
    for other in table:
        grown += [(*chosen, other) for chosen in grown if worth(chosen) + worth([other]) <= 15]
    return [chosen[1:] for chosen in grown if worth(chosen) == 15]


def in_any_order(sets):
    return sorted(map(tuple, sets))
