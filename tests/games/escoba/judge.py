"""A slow judge of Eskoba: it knows cards as strings only, and tries every set of them."""

from itertools import combinations

from scorekeeper.core.play.cards import PACK_40

ALL = [str(card) for card in PACK_40.cards]
WORTH = {"10": 8, "11": 9, "12": 10}


def worth(cards):
    return sum(WORTH.get(card[:-1]) or int(card[:-1]) for card in cards)


def judge_captures(table, card):
    """Every set of table cards, small and large, that makes fifteen."""
    sets = [list(some) for size in range(1, len(table) + 1) for some in combinations(table, size)]
    return [some for some in sets if worth([card, *some]) == 15]


def in_any_order(sets):
    return sorted(map(tuple, sets))


def possible(card, table):
    """Every capture: the sets grow card by card, and those past fifteen are dropped."""
    grown = [(card,)]
    for other in table:
        grown += [(*chosen, other) for chosen in grown if worth(chosen) + worth([other]) <= 15]
    return [chosen[1:] for chosen in grown if worth(chosen) == 15]
