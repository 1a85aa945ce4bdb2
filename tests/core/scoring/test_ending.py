"""A sheet says why its match is over or goes on, by which article, and with which entry it ended."""

from typing import Any

import pytest

from scorekeeper.core.rulebook import load_examples, load_rulebook
from scorekeeper.games import GAMES, score
from scorekeeper.translations.catalogues import LANGUAGES, catalogue
from tests.cases import cases
from tests.games.escoba.deals import by_most

NAMES = ("Ana", "Boris", "Vera", "Georgi")
HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, 42]}
CAPOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0], "capot": 0}
CONTRA = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [81, 81], "doubling": "contra"}
NINE = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}
OTHER = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 1, "tricks": 10}
PILES = by_most(0, 0, 0, 0, (3, 0), kind="deal")
LEVEL = by_most(0, None, 1, 0, (0, 1), kind="deal")
HANDS = {"kind": "deal", "hands": [0, 10, 20, 30]}
TWO_ROUNDS = {"contracts": [{"runs": 1, "sets": 1}, {"runs": 0, "sets": 2}]}
BOTH = {"kind": "deal", "hands": [0, 5, 5, 5]}
SAME = {"kind": "deal", "hands": [5, 0, 5, 5]}
END = {"kind": "end"}


def adjustment(*scores: int) -> dict[str, Any]:
    return {"kind": "adjustment", "scores": list(scores), "reason": "the arbiter"}


# game, rules, entries, status, code, articles, the entry that ended it
ENDINGS: list[tuple[str, dict[str, Any], list[Any], str, str, list[str], int | None]] = [
    ("belot", {}, [], "open", "target_not_reached", ["3.9"], None),
    ("belot", {"target": 12}, [HEARTS], "finished", "target_reached", ["3.9"], 0),
    ("belot", {"target": 12}, [CAPOT], "open", "capot", ["3.10"], None),
    (
        "belot",
        {"target": 12, "capot_ends_match": True},
        [CAPOT],
        "finished",
        "target_reached",
        ["3.9", "3.10"],
        0,
    ),
    ("belot", {"target": 12}, [HEARTS, HEARTS], "finished", "target_reached", ["3.9"], 0),
    ("belot", {"target": 12}, [adjustment(12, 12)], "open", "level", ["3.9"], None),
    ("belot", {"target": 12}, [adjustment(20, 0)], "finished", "target_reached", ["3.9", "9.2"], 0),
    ("belot", {"target": 12}, [HEARTS, adjustment(0, 30)], "finished", "adjusted", ["9.2"], 0),
    (
        "belot",
        {"target": 12, "hanging_ends_match": False},
        [CONTRA, adjustment(12, 0)],
        "open",
        "hanging",
        ["3.11"],
        None,
    ),
    (
        "belot",
        {"target": 12},
        [CONTRA, adjustment(12, 0)],
        "finished",
        "target_reached",
        ["3.9", "3.11", "9.2"],
        1,
    ),
    ("belot", {"target": 16}, [{"kind": "penalty", "side": 0}], "finished", "target_reached", ["3.9"], 0),
    ("belot", {}, [HEARTS, END], "finished", "stopped", ["9.3"], 1),
    ("belot", {}, [HEARTS, {"kind": "end", "winners": []}], "finished", "abandoned", ["9.3"], 1),
    ("belot", {"target": 12}, [HEARTS, END], "finished", "target_reached", ["3.9"], 0),
    ("kani", {}, [NINE], "open", "target_not_reached", ["4.3"], None),
    ("kani", {"target": None}, [NINE], "open", "no_target", ["4.3"], None),
    ("kani", {"target": 9}, [NINE], "open", "level", ["4.4"], None),
    ("kani", {"target": 9, "tie_at_target": "shared"}, [NINE], "finished", "level_shared", ["4.3", "4.4"], 0),
    ("kani", {"target": 18}, [NINE, OTHER], "finished", "target_reached", ["4.3"], 1),
    ("escoba", {"target": 7}, [PILES], "finished", "target_reached", ["6.1"], 0),
    ("escoba", {}, [PILES], "open", "target_not_reached", ["6.1"], None),
    ("escoba", {"target": 2}, [LEVEL], "open", "level", ["6.2"], None),
    (
        "escoba",
        {"target": 2, "tie_at_target": "shared"},
        [LEVEL],
        "finished",
        "level_shared",
        ["6.1", "6.2"],
        0,
    ),
    ("escoba", {}, [{**PILES, "no_cards": [1]}], "finished", "no_cards", ["5.9"], 0),
    ("kinaskak", {}, [HANDS], "open", "deals_left", ["2.2", "6.8"], None),
    ("kinaskak", {}, [HANDS] * 8, "finished", "all_dealt", ["6.8"], 7),
    ("kinaskak", TWO_ROUNDS, [HANDS], "open", "deals_left", ["2.2", "6.8", "7.2"], None),
    ("kinaskak", TWO_ROUNDS, [HANDS] * 2, "finished", "all_dealt", ["6.8", "7.2"], 1),
    ("kinaskak", {}, [BOTH, SAME] * 4, "finished", "level_shared", ["6.8"], 7),
    ("kinaskak", {"tie_at_end": "play_off"}, [BOTH, SAME] * 4, "open", "level", ["6.8"], None),
]


@pytest.mark.parametrize(("game", "rules", "entries", "status", "code", "articles", "entry"), ENDINGS)
def test_a_sheet_says_why_its_match_is_over_or_goes_on(
    game: str,
    rules: dict[str, Any],
    entries: list[Any],
    status: str,
    code: str,
    articles: list[str],
    entry: int | None,
) -> None:
    players = NAMES[:2] if game == "escoba" else NAMES
    document = {"format": "scorekeeper-match/1", "game": game, "players": list(players)}
    sheet, good = score({**document, "rules": rules, "entries": entries})
    assert good, sheet
    ending = sheet["ending"]
    assert sheet["status"] == status
    assert (ending["code"], ending["entry"]) == (code, entry)
    assert ending["cites"] == [f"{game} {article}" for article in articles]
    assert ending["text"].endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_every_example_ends_by_an_article_that_there_is(game: str) -> None:
    book = load_rulebook(game)
    known = {article.citation for article in book.articles.values()}
    for example in load_examples(game):
        frame = {"format": "scorekeeper-match/1", "game": game, "players": list(NAMES)}
        sheet, good = score({**frame, **example.match})
        if not good:
            continue
        assert set(sheet["ending"]["cites"]) <= known
        assert (sheet["ending"]["entry"] is None) == (sheet["status"] == "open")


def test_why_it_goes_on_is_said_in_every_language() -> None:
    from scorekeeper.core.scoring.ending import because_of_target
    from scorekeeper.core.text import render

    text = because_of_target((3, 4), 21, "play_on", "escoba 6.1", "escoba 6.2").text
    said = {render(text, catalogue(code) if code != "en" else None) for code in LANGUAGES}
    assert len(said) == len(LANGUAGES)


SAID = {
    "no_target": "This match has no end of its own: the players stop when they like.",
    "target_not_reached": "The target of 21 points is not reached yet.",
    "target_reached": "The 21 points are reached, and the highest total wins.",
    "level_shared": "The 21 points are reached; those who are level at the top share the win.",
    "level": "Level at the top: play goes on until one side leads.",
}


@cases(
    "totals, target, tie, winners, code, articles",
    ((30, 4), None, "play_on", (), "no_target", ("6.1",)),
    ((20, 4), 21, "play_on", (), "target_not_reached", ("6.1",)),
    ((21, 4), 21, "play_on", (0,), "target_reached", ("6.1",)),
    ((21, 22), 21, "shared", (1,), "target_reached", ("6.1",)),
    ((3, 22, 22), 21, "shared", (1, 2), "level_shared", ("6.1", "6.2")),
    ((3, 22, 22), 21, "play_on", (), "level", ("6.2",)),
    ((-5, -4), -4, "play_on", (1,), "target_reached", ("6.1",)),
)
def test_a_match_to_a_number_of_points_ends_once_one_leads_there(
    totals, target, tie, winners, code, articles
):
    from scorekeeper.core.scoring.ending import because_of_target, find_winners

    why = because_of_target(totals, target, tie, "6.1", "6.2")
    assert find_winners(totals, target, tie) == winners
    assert (why.code, why.cites, why.hinders) == (code, articles, code == "level")
    assert str(why.text) == SAID[code].replace("21", str(target))
    assert why.also("9.2", articles[0]).cites == (*articles, "9.2"), "an article is cited once"
