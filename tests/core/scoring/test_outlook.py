"""What an open match still needs, how far one ordinary deal reaches, and which entry decided a match that is over."""

from typing import Any

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.play.cards import PACK_40
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.outlook import Reach, find_decisive_entry, outlook
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.documents import match_document


def sheet(game: str, players: int, entries: list[dict[str, Any]], **rules: Any) -> Sheet:
    names = [f"P{number}" for number in range(players)]
    document = match_document(game, names, entries, rules=rules)
    report = Report()
    found = score_match(document, GAMES, report)
    assert found is not None, report.errors
    return found


def adjust(*scores: int) -> dict[str, Any]:
    return {"kind": "adjustment", "scores": list(scores), "reason": "to stand so"}


BELOT_HANGS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [81, 81]}
KINASKAK = {"kind": "deal", "hands": [0, 5, 10]}

# game, players, options, entries, points to go, points behind the best, who could finish
NEEDS = [
    ("belot", 4, {}, [adjust(125, 124)], (26, 27), (0, 1), (True, False)),
    # 8 written, 8 hang: 34 in reach
    ("belot", 4, {}, [adjust(117, 110), BELOT_HANGS], (34, 33), (1, 0), (True, True)),
    ("belot", 4, {}, [adjust(116, 10), BELOT_HANGS], (35, 133), (0, 98), (False, False)),
    ("belot", 4, {"target": 100}, [adjust(74, 73)], (26, 27), (0, 1), (True, False)),
    ("belot", 4, {}, [adjust(160, 160)], (0, 0), (0, 0), (True, True)),
    (
        "kani",
        4,
        {},
        [adjust(88, 87, 0, 100 - 12)],
        (12, 13, 100, 12),
        (0, 1, 88, 0),
        (True, False, False, True),
    ),
    (
        "kani",
        4,
        {"bid_value": "flat_10"},
        [adjust(90, 89, 0, -1)],
        (10, 11, 100, 101),
        (0, 1, 90, 91),
        (True, False, False, False),
    ),
    (
        "kani",
        4,
        {"settlement": "chips"},
        [adjust(90, -90, 0, 0)],
        (None,) * 4,
        (0, 180, 90, 90),
        (False,) * 4,
    ),
    # three pay a declarer who plays alone
    (
        "kani",
        4,
        {"settlement": "chips", "target": 100, "lone_declarer": "any_bid"},
        [adjust(64, 63, -64, -63)],
        (36, 37, 164, 163),
        (0, 1, 128, 127),
        (True, False, False, False),
    ),
    ("escoba", 2, {}, [adjust(13, 12)], (8, 9), (0, 1), (True, False)),
    ("escoba", 2, {"preset": "escoba"}, [adjust(14, 13)], (7, 8), (0, 1), (True, False)),
    (
        "escoba",
        2,
        {"all_golds": "added", "all_sevens": "added"},
        [adjust(11, 10)],
        (10, 11),
        (0, 1),
        (True, False),
    ),
    # the lowest total is the best; none is 0
    ("kinaskak", 3, {}, [adjust(30, 4, 9), KINASKAK], (None,) * 3, (21, 0, 10), (False,) * 3),
]


@pytest.mark.parametrize(("game", "players", "rules", "entries", "to_go", "behind", "can"), NEEDS)
def test_what_each_side_needs_and_who_could_finish_with_the_next_deal(
    game: str,
    players: int,
    rules: dict[str, Any],
    entries: list[Any],
    to_go: tuple[Any, ...],
    behind: tuple[int, ...],
    can: tuple[bool, ...],
) -> None:
    open_match = sheet(game, players, entries, **rules)
    found = outlook(open_match)
    assert tuple(need.side for need in found.needs) == tuple(range(len(to_go)))
    assert tuple(need.to_go for need in found.needs) == to_go
    assert tuple(need.behind for need in found.needs) == behind
    assert tuple(need.can_finish for need in found.needs) == can
    assert found.because == open_match.because


def test_the_reach_of_a_deal_cites_articles_that_exist() -> None:
    for slug, game in GAMES.items():
        start = sheet(slug, max(2, game.players[0]), [])
        carries = [start.carry]
        if slug == "belot":
            carries.append(start.carry._replace(pending=8))
        for carry in carries:
            reach = game.reach(start.playing, carry)
            assert reach.cites, slug
            assert {cite.split()[1] for cite in reach.cites} <= set(load_rulebook(slug).articles), slug
            assert reach.most is None or reach.text is not None, slug


def test_the_highest_ordinary_deal_of_belot_is_one_that_can_be_played() -> None:
    inside = {"kind": "deal", "contract": "all_trumps", "declarer": 0, "trick_points": [0, 258]}
    assert sheet("belot", 4, [inside]).totals == (
        0,
        GAMES["belot"].reach((start := sheet("belot", 4, [])).table, start.carry).most,
    )


@cases(
    "game, players, rules, cites",
    ("kani", 4, {}, ["4.1", "4.2"]),
    ("kani", 4, {"overtricks": 2, "lone_declarer": "any_bid", "lone_value": 2}, ["4.1", "5.2", "5.3", "4.2"]),
    ("escoba", 2, {}, ["5.1", "5.4", "5.7", "5.8"]),
    ("escoba", 2, {"setenta": 1, "all_golds_value": 5}, ["5.1", "5.4", "5.7", "5.8", "7.2", "7.5"]),
)
def test_what_a_deal_can_bring_by_a_custom_is_cited_with_it(
    game: str, players: int, rules: dict[str, Any], cites: list[str]
) -> None:
    found = outlook(sheet(game, players, [], **rules))
    assert found is not None
    assert list(found.reach.cites) == [f"{game} {cite}" for cite in cites]


# deals to a contract, deals played, deals left
ROUNDS = [(1, 0, 8), (1, 3, 5), (1, 7, 1), (2, 15, 1), ("players", 0, 24)]


@pytest.mark.parametrize(("per_round", "played", "left"), ROUNDS)
def test_kinaskak_ends_after_so_many_deals(per_round: Any, played: int, left: int) -> None:
    others = [{"kind": "void"}, adjust(0, 0, 0)]
    found = outlook(sheet("kinaskak", 3, [KINASKAK] * played + others, deals_per_round=per_round))
    assert found.reach.deals_left == left
    assert [need.behind for need in found.needs] == [0, 5 * played, 10 * played]


def test_a_game_that_says_nothing_of_its_deals_has_only_the_points_to_go() -> None:
    plain = sheet("escoba", 2, [adjust(20, 0)])
    values = {name: getattr(plain.game, name) for name in Game.__annotations__}
    silent = plain._replace(game=Game(**{**values, "reach": Game.reach}))
    found = outlook(silent)
    assert found.reach == Reach()
    assert [(need.to_go, need.can_finish) for need in found.needs] == [(1, False), (21, False)]


END = {"kind": "end"}
# totals after each entry as differences, more, the index of the decisive entry
DECIDED = [
    ([(10, 0), (0, 20), (141, 0)], None, 2),
    ([(10, 0), (5, 20), (20, 10), (120, 10)], None, 2),
    ([(10, 0), (141, 10)], None, 0),
    ([(10, 0), (0, 10), (141, 0)], None, 2),
    ([(10, 0), (0, 20)], END, 1),
    ([(10, 0)], {**END, "winners": [1]}, None),
    ([(10, 0)], {**END, "winners": []}, None),
    ([(10, 10)], END, None),
    ([(10, 0)], None, None),
]


@pytest.mark.parametrize(("scores", "more", "index"), DECIDED)
def test_the_decisive_entry_is_the_one_after_which_the_winner_was_never_caught(
    scores: list[tuple[int, int]], more: Any, index: int | None
) -> None:
    entries = [adjust(*pair) for pair in scores] + ([more] if more else [])
    assert find_decisive_entry(sheet("belot", 4, entries)) == index


@cases(
    "totals, scores, index",
    ([100, 50], [(20, 10), (31, 10)], None),  # ahead on paper, and never caught here
    ([100, 50], [(0, 60), (20, 10), (31, 10)], 2),
    ([50, 100], [(20, 10), (81, 10)], 1),
    ([50, 50], [(20, 10), (81, 10)], 0),
)
def test_what_was_ahead_on_paper_already_was_decided_by_no_entry_here(
    totals: list[int], scores: list[tuple[int, int]], index: int | None
) -> None:
    document = match_document("belot", ["A", "B", "C", "D"], [adjust(*pair) for pair in scores])
    document["start"] = {"totals": totals, "reason": "begun on paper"}
    found = score_match(document, GAMES, Report())
    assert found is not None
    assert found.winners == (0,)
    assert find_decisive_entry(found) == index


def test_who_led_and_left_decided_the_match_by_leaving() -> None:
    entries = [
        {"kind": "deal", "hands": [0, 10, 20]},
        {"kind": "players", "leave": 0},
        {"kind": "deal", "hands": [None, 0, 5]},
    ]
    found = sheet("kinaskak", 3, entries, contracts=[{"runs": 1, "sets": 0}, {"runs": 0, "sets": 1}])
    assert (found.winners, find_decisive_entry(found)) == ((1,), 1)


CAPOT = {"kind": "deal", "contract": "hearts", "declarer": 1, "trick_points": [0, 162], "capot": 1}
NO_CARDS = {"kind": "deal", "piles": [[], [str(card) for card in PACK_40.cards]], "escobas": [0, 0]}


@cases(
    "game, players, scores, deal, rules",
    (
        "belot",
        4,
        (200, 140),
        CAPOT,
        {"capot_target": True, "writer_ends_match": True},
    ),  # the winner stays behind
    ("belot", 4, (100, 140), CAPOT, {"capot_target": True}),  # and was ahead before
    ("escoba", 2, (20, 2), NO_CARDS, {}),
)
@pytest.mark.parametrize("after", [[], [(3, 0)]])
def test_a_deal_that_wins_outright_decides_the_match(
    game: str,
    players: int,
    scores: tuple[int, int],
    deal: dict[str, Any],
    rules: dict[str, Any],
    after: list[tuple[int, int]],
) -> None:
    found = sheet(game, players, [adjust(*scores), deal, *(adjust(*more) for more in after)], **rules)
    assert found.winners == (1,)
    assert find_decisive_entry(found) == 1
