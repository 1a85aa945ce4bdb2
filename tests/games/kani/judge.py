"""A slow judge of Kani: it knows cards as strings only, and tries everything."""

from scorekeeper.core.play.cards import PACK_52

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
ALL = [str(card) for card in PACK_52.cards]
CALLS = ("highest_missing", "any_missing", "highest_shown", "highest_exchanged")


def better(one, other, trump, led):
    """Whether one card beats the other: by looking it up in the list of all 52 in the order of this trick."""
    suits = [suit for suit in "CDHS" if suit not in (led, trump)]
    order = [rank + suit for suit in suits for rank in RANKS]
    order += [rank + led for rank in RANKS] if led != trump else []
    order += [rank + trump for rank in RANKS]
    if one[-1] in suits:
        return False
    return order.index(one) > order.index(other)


RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def judge_winner(trump, trick):
    """The card of the trick that every other one fails to beat."""
    led = trick[0][-1]
    return next(one for one in trick if not any(better(other, one, trump, led) for other in trick))


def judge_may(trump, hand, trick, card, first, called, lead, call):
    """Whether one card may be played: each reason why not, one after the other."""
    if first and not trick and lead == "trump" and card[-1] != trump and any(c[-1] == trump for c in hand):
        return False
    holder_shows = first and trick and called in hand and call in CALLS[:2]
    if holder_shows:
        return card == called
    revokes = trick and card[-1] != trick[0][-1] and any(c[-1] == trick[0][-1] for c in hand)
    return not revokes
