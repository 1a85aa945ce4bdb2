"""Each problem of a deal is said in a sentence that tells what would be right, and with the articles that say so."""

from typing import Any

import pytest

from scorekeeper.games import score
from tests.documents import match_document
from tests.games.belot import deals as belot
from tests.games.escoba.deals import by_most, make_deal, play_at_random
from tests.games.escoba.deals import piles_of as share
from tests.games.kani import deals as kani

NAMES = ["Ane", "Iñaki", "Miren", "Jon"]
Said = list[tuple[dict[str, Any], str]]
PLAYED = play_at_random(1)[0]


def problems_of(game: str, entries: list[dict[str, Any]], players: int, **rules: Any) -> list[str]:
    """Every problem of a match, errors and oddities, as a player reads it: its place, its sentence, its articles."""
    document = match_document(game, NAMES[:players], entries, rules=rules)
    found, _good = score(document)
    said = [
        *found.get("errors", ()),
        *(one for entry in found.get("entries", ()) for one in entry["findings"]),
    ]
    last = f"entries[{len(entries) - 1}]."
    return [
        f"{one['path'].removeprefix(last)}: {one['message']} {_articles(game, one['cites'])}" for one in said
    ]


def _articles(game: str, cites: list[str]) -> str:
    return f"({', '.join(cite.removeprefix(f'{game} ') for cite in cites)})"


BELOT: Said = [
    (
        belot.deal("hearts", 0, [100, 52]),
        "trick_points: In hearts the two sides’ card points and the last ten add up to 162, not 152. (5)",
    ),
    (
        belot.deal("hearts", 0, [162, 0], capot=1),
        "trick_points: After a capot the other side has 0 points from tricks, not 162. (4.10)",
    ),
    (
        belot.deal("hearts", 0, [162, 0]),
        (
            "trick_points: One side has all the points but no capot: right only if it lost a trick "
            "without any points in it. (4.10)"
        ),
    ),
    (
        belot.deal("hearts", 0, [161, 1]),
        "trick_points: No tricks add up to exactly 1 point for a side in this contract; count again. (3.1)",
    ),
    (
        belot.deal("no_trumps", 0, [70, 60], declarations=[{"player": 0, "kind": "carre", "rank": "A"}]),
        "declarations[0]: At no trumps nothing is announced, and no declaration counts. (4.4)",
    ),
    (
        belot.deal("hearts", 0, [100, 62], declarations=[{"player": 0, "kind": "belote", "suit": "clubs"}]),
        "declarations[0].suit: A belote is the king and queen of trumps, and here hearts are trumps. (4.9)",
    ),
    (
        belot.deal("all_trumps", 0, [158, 100], declarations=[{"player": 0, "kind": "belote"}]),
        "declarations[0].suit: At all trumps every suit can have its belote: name the suit. (4.9)",
    ),
]


KANI: Said = [
    (kani.deal(6, 0, 2, 9), "bid: The lowest bid at this table is 7. (2.2)"),
    (kani.deal(13, 0, 2, 13), "bid: A bid of all thirteen tricks is called Kani: write “kani”. (2.5)"),
    (
        kani.deal(9, 0, 0, 9),
        "partner: The partner is another player, or none when the declarer played alone. (3.2)",
    ),
    (
        kani.deal(9, 0, None, 12),
        "partner: Only a declarer who held every trump plays alone, and then takes all thirteen tricks. (3.3)",
    ),
    (
        kani.deal(9, 0, 2, 9, trump="hearts", called="AS"),
        "called: The called card is a trump; this one is not. (3.2)",
    ),
    (
        kani.deal(9, 0, None, 13, called="AS"),
        "called: Another player held the called card, so there is a partner. (3.3)",
    ),
    (
        {"bid": 9, "partner": 1, "tricks": 9, "calls": [9, 8]},
        "calls[1]: A bid must be higher than the one before it: here at least 10. (2.3)",
    ),
    (
        kani.deal(9, 0, 2, 9, calls=[9, "pass", "pass", "pass"]),
        "calls: By these calls another seat was the declarer; they begin after the dealer. (2.1)",
    ),
    ({"bid": "pass", "calls": [7, "pass", "pass", "pass"]}, "calls: By these calls the bid was 7. (2.4)"),
    (kani.deal(9, 1, 2, 9, calls=[]), "calls: The bidding was not over after these calls. (2.4)"),
    (kani.deal(9, 1, 2, 9, calls=[9, 13]), "calls[1]: A bid of all thirteen tricks is called Kani. (2.5)"),
    (kani.deal(9, 1, 2, 9, calls=["kani", 9]), "calls[1]: The bidding was already over. (2.4)"),
    (kani.deal(9, 1, 2, 9, calls=[6]), "calls[0]: The lowest bid at this table is 7. (2.2)"),
]


ESCOBA: Said = [
    (
        make_deal([0, 0], [0, 0], [0, 0], [0, 0], 0),
        "seven_of_golds: The side with the seven of golds has at least one gold and one seven; Ane does not. (5.5)",
    ),
    (
        make_deal([0, 0], [37, 3], [6, 4], [3, 1], 0),
        "golds[1]: Iñaki cannot have more golds than cards. (1.1)",
    ),
    (
        make_deal([0, 0], [38, 2], [10, 0], [1, 3], 0),
        "sevens[1]: Iñaki cannot have more sevens than cards. (1.1)",
    ),
    (
        make_deal([0, 0], [36, 4], [6, 4], [3, 1], 0),
        "cards[1]: Iñaki cannot have all this at once: golds: 4, sevens: 1, cards: 4. (1.1)",
    ),
    (
        make_deal([0, 3], [35, 5], [8, 2], [3, 1], 0),
        "escobas[1]: Each escoba takes at least two cards, so Iñaki cannot have made 3; cards: 5. (3.3)",
    ),
    (
        by_most(0, 0, 1, 1, all_golds=0),
        "seven_of_golds: The side with all ten golds has the seven of golds too. (5.4)",
    ),
    (
        by_most(0, 1, 1, 0, all_golds=0),
        "most.golds: The side with all ten golds has the most golds too. (5.4)",
    ),
    (
        by_most(0, 0, 1, 0, all_sevens=1),
        "seven_of_golds: The side with all four sevens has the seven of golds too. (5.7)",
    ),
    (
        by_most(0, 0, 1, 0, all_sevens=0),
        "most.sevens: The side with all four sevens has the most sevens too. (5.7)",
    ),
    (by_most(0, 0, 0, 0, (0, 1), no_cards=[1]), "escobas[1]: Iñaki took no card, so this cannot be. (5.9)"),
    (
        by_most(0, 0, 0, 0, no_cards=[0, 1]),
        "no_cards: One side took the cards; if there was no capture at all, write that instead. (4.4)",
    ),
    (
        by_most(1, 0, 0, 0, (11, 0)),
        "most.cards: Forty cards cannot lie like this: look at who had the most, who had few, and the escobas. (5.2)",
    ),
    ({"escobas": [0, 0], "piles": share(20, 19)}, "piles: 1 card is in no pile: king of clubs. (1.1)"),
    (
        {"escobas": [0, 0], "piles": [[*share(20, 20)[0], "12B"], share(20, 20)[1]]},
        "piles[1][19]: The king of clubs is in another pile already. (1.1)",
    ),
    (
        {"escobas": [0, 0], "piles": share(19, 21), "left": ["4O", "6B"]},
        "left: One player takes all the cards left; these are not in one pile. (4.1)",
    ),
    (
        {"escobas": [0, 0], "piles": share(20, 20)},
        (
            "piles: Every pile is made of fifteens, and one of them holds ten more, the cards left on the table: "
            "these are worth 110, 110. Some capture was not fifteen, or a card lies in the wrong pile. (4.3)"
        ),
    ),
    (
        {"table": ["1O", "10E", "3C", "2E"], "plays": [{"seat": 0, "card": "2B"}]},
        "plays[0].seat: The player after the dealer begins: Iñaki. (2.2)",
    ),
    (
        {"table": ["1O", "10E", "3C", "2E"], "plays": [{"seat": 0, "card": "2B"}, {"seat": 0, "card": "3O"}]},
        "plays[1].seat: The next to play was Iñaki. (2.2)",
    ),
    (
        {**PLAYED, "left": ["1O"]},
        (
            "left: By these plays other cards were left: 3 of swords, king of swords, 3 of clubs, "
            "jack of cups, 6 of golds, "
            "king of golds. (4.1)"
        ),
    ),
    (
        by_most(0, 0, 0, 0, left=[]),
        "left: Cards left add up to 10, 25, 40 and so on, not 0: some capture was not fifteen. (4.3)",
    ),
    (
        {"table": ["1O", "10E", "3C", "2E"], "plays": []},
        "plays: 36 cards have not been played: a deal is 36 cards played and four on the table. (2.4)",
    ),
]


KINASKAK: Said = [
    (
        {"hands": [["7S", "7S"], [], ["7S", "7S"]]},
        "hands: Of each card there are 3; the hands hold 4 of 7♠. (1.1)",
    ),
    (
        {"hands": [["JK", "JK", "JK", "JK", "JK"], [], ["JK", "JK", "JK", "JK", "JK"]]},
        "hands: There are 9 jokers in all; the hands hold 10. (1.1)",
    ),
    (
        {"hands": [{"jokers": 9, "aces": 0, "tens": 0, "low": 9}, 3, ["JK", "JK"]], "buys": [0, 0, 0]},
        "hands[0]: Ane can hold at most 14 cards after these buys; here are 18. (1.3, 5.2)",
    ),
    (
        {"hands": [7, 5, 5], "buys": [0, 0, 0]},
        (
            "hands[0]: No hand of at most 14 cards counts 7 points: a joker is 50, an ace 20, ten to king 10 "
            "and two to nine 5. (6.1)"
        ),
    ),
    (
        {"hands": [7, 5, 5], "buys": [0, 0, 0]},
        (
            "hands: One hand must be empty, that of the player who went out; "
            "if there is none, say that the stock ran out. (4.5, 6.7)"
        ),
    ),
    (
        {"hands": [0, 0, 5], "buys": [0, 0, 0]},
        "hands: Only one player goes out; these hands are all empty: Ane, Iñaki. (4.5)",
    ),
    (
        {"hands": [[], ["AS"], ["3C"]], "stock_ran_out": True},
        "stock_ran_out: Ane went out, so the stock did not end the deal. (4.5, 6.7)",
    ),
]
EIGHTH: Said = [
    (
        {"hands": [[], 65, 65], "buys": [1, 0, 0]},
        "buys[0]: Nothing can be bought in the last round; Ane has no buys here. (5.6)",
    ),
    (
        {"hands": [60, [], 100]},
        (
            "hands[0]: A player who neither buys nor goes out in the last round still "
            "holds all cards dealt; other points: Ane. (4.4)"
        ),
    ),
]
"""The same in the eighth round, after seven that Ane won."""
SEVEN = [{"kind": "deal", "hands": [0, 5, 5]}] * 7

CASES = [
    *(("belot", 4, [], *row) for row in BELOT),
    *(("kani", 4, [], *row) for row in KANI),
    *(("escoba", 2, [], *row) for row in ESCOBA),
    *(("kinaskak", 3, [], *row) for row in KINASKAK),
    *(("kinaskak", 3, SEVEN, *row) for row in EIGHTH),
]


@pytest.mark.parametrize(
    ("game", "players", "before", "deal", "said"),
    CASES,
    ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)],
)
def test_a_problem_is_said_at_its_place_with_what_would_be_right_and_by_which_article(
    game: str, players: int, before: list[dict[str, Any]], deal: dict[str, Any], said: str
) -> None:
    assert said in problems_of(game, [*before, {"kind": "deal", **deal}], players)
