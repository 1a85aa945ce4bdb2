"""Deals of Eskoba as a document has them, one played at random by the text alone, and what they come to."""

import random
from itertools import combinations

from scorekeeper.core.play.cards import PACK_40
from scorekeeper.games import score
from tests.documents import match_document
from tests.games.escoba.judge import list_captures, worth

NAMES = ["Ane", "Iñaki", "Miren", "Jon", "Nerea", "Xabier"]
SPANISH = {"preset": "escoba"}


def match(*deals, players=2, **rules):
    """A match document of these deals."""
    entries = [{"kind": "deal", **deal} for deal in deals]
    return match_document("escoba", NAMES[:players], entries, rules=rules)


def sheet_of(*deals, **how):
    sheet, good = score(match(*deals, **how))
    assert good, sheet
    return sheet


def scores_of(deal, **how):
    return sheet_of(deal, **how)["entries"][0]["scores"]


def errors_of(*deals, **how):
    """Path (within the first deal) and code of every error."""
    sheet, good = score(match(*deals, **how))
    assert not good, sheet
    return [
        (error["path"].removeprefix("entries[0]").lstrip("."), error["code"]) for error in sheet["errors"]
    ]


def suspects_of(deal, **how):
    return [finding["code"] for finding in sheet_of(deal, **how)["entries"][0]["findings"]]


def make_deal(escobas, cards, golds, sevens, seven, **more):
    numbers = {"escobas": escobas, "cards": cards, "golds": golds, "sevens": sevens}
    return {**numbers, "seven_of_golds": seven, **more}


def by_most(cards, golds, sevens, seven, escobas=(0, 0), **more):
    who = {"cards": cards, "golds": golds, "sevens": sevens}
    return {"most": who, "seven_of_golds": seven, "escobas": list(escobas), **more}


PLAIN = make_deal([2, 1], [22, 18], [6, 4], [3, 1], 0)


def piles_of(*numbers):
    """The pack shared out in order: so many cards to each side."""
    pack = iter(map(str, PACK_40.cards))
    return [[next(pack) for _ in range(number)] for number in numbers]


def play_at_random(seed, players=2, dealer=0, greed=0.9, rules=None):
    """A random legal deal and what comes of it, followed without the engine: (document, piles, escobas, left).

    Piles and escobas are those of the seats.
    """
    rules, chance = rules or {}, random.Random(seed)
    pack = [str(card) for card in PACK_40.cards]
    chance.shuffle(pack)
    table, pack = pack[:4], pack[4:]
    piles, escobas, last, last_escoba = [[] for _ in range(players)], [0] * players, None, None
    document = {"table": list(table), "plays": []}
    swept = {15: 1, 30: 2}.get(worth(table), 0)
    halves = any(worth(pair) == 15 for pair in combinations(table, 2))
    if swept == 2 and rules.get("opening_thirty") == "two_fifteens" and not halves:
        swept = 0
    if swept and rules.get("opening") != "none":
        opener = (dealer + 1) % players if rules.get("opening") == "first" else dealer
        piles[opener], table, last, last_escoba = list(table), [], opener, opener
        escobas[opener] = swept
    hands = [[] for _ in range(players)]
    for turn in range(36):
        seat = (dealer + 1 + turn) % players
        if not any(hands):
            hands = [[pack.pop() for _ in range(3)] for _ in range(players)]
        ways = []
        if chance.random() < greed:
            ways = [(card, chosen) for card in hands[seat] for chosen in list_captures(card, table)]
        if ways:
            card, chosen = chance.choice(ways)
        else:
            card, chosen = chance.choice(hands[seat]), ()
        hands[seat].remove(card)
        play = {"seat": seat, "card": card}
        if chosen:
            play["takes"] = list(chosen)
            last, escobas[seat] = seat, escobas[seat] + (len(chosen) == len(table))
            last_escoba = seat if len(chosen) == len(table) else last_escoba
            piles[seat] += [card, *chosen]
            table = [other for other in table if other not in chosen]
        else:
            table.append(card)
        document["plays"].append(play)
    if rules.get("leftover") == "last_escoba" and last_escoba is not None:
        last = last_escoba
    if last is not None:
        piles[last] += table
    return document, piles, escobas, table


def as_piles(piles, escobas, sides):
    """The deal by the sides' piles."""
    shared = [
        [card for seat in range(side, len(piles), sides) for card in piles[seat]] for side in range(sides)
    ]
    return {"piles": shared, "escobas": [sum(escobas[side::sides]) for side in range(sides)]}


def first_that(wanted, **how):
    """The first random deal of which ``wanted(document, piles, escobas, left)`` is true."""
    return next(deal for deal in (play_at_random(seed, **how) for seed in range(5000)) if wanted(*deal))
