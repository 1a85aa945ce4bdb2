"""Which articles a score line cites, by its code: written down by hand from the rulebooks."""

from collections import defaultdict

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES, score

AT_THE_TABLE = {"void": {"9.1"}, "adjustment": {"9.2"}, "end": {"9.3"}, "after_end": {"9.4"}}
ARTICLES = {
    "belot": {
        "sits": {"9.6"},
        "trick_points": {"3.1"},
        "no_trumps": {"3.2"},
        "sequence": {"4.2"},
        "carre": {"4.3", "4.3 7.13", "4.3 7.15"},  # of each side, at no trumps
        "belote": {"4.9"},
        "sequence_lost": {"4.6", "7.12", "7.13"},  # to a higher one, to an equal one, to a carre
        "sequences_level": {"4.6"},
        "carre_lost": {"4.7"},
        "trickless": {"7.14"},
        "not_counted": {"7.16 5"},
        "capot": {"4.10", "4.10 7.8"},  # of 90, of 180
        "doubling_cancelled": {"4.11"},
        # in a suit, at all trumps, at no trumps, the digit in doubt by another custom
        "rounded": {"3.3 5.1", "3.3 5.2", "3.3 5.3", "3.3 5.1 7.6"},
        "whole_deal": {
            "3.4 5.4",
            "3.6 5.4",
            "7.16 5.4",
        },  # of an inside deal, after contra, of a forfeited one
        "gives_up": {"3.4", "3.6", "7.16"},
        "contra": {"3.6 5.6", "3.6 5.6 4.11"},  # without a capot, with one that is multiplied
        "recontra": {"3.6 5.6", "3.6 5.6 4.11"},
        "level": {"3.5 5.5", "3.5 5.5 7.6"},
        "hangs": {"3.5 5.5", "3.7 5.6", "3.5 5.5 7.6", "3.5 7.9"},  # of a level deal, after contra, all of it
        "hanging_collected": {"3.8", "3.8 7.9"},
        "not_doubled": {"4.11", "7.7"},
        "passed_out": {"1.6"},
        "penalty": {"6.1"},
    },
    "kani": {
        "sits": {"9.6"},
        # a number, Kani, Kani by who played alone, then with tricks beyond the bid, and alone with any bid
        "made": {"4.1 4.6", "4.2 4.6", "4.2 4.6 3.3", "4.1 4.6 5.2", "4.1 4.6 5.2 5.3"},
        "failed": {"4.1 4.7", "4.2 4.7", "4.1 4.7 5.3"},
        "loses": {"4.1 4.7 5.1"},
        "pays": {"4.5"},
        "pays_three": {"4.5 5.3"},
        "paid_by_three": {"4.5 3.3"},
        "passed_out": {"2.4"},
    },
    "escoba": {
        "joins": {"9.7"},
        "leaves": {"9.7"},
        "opening": {"2.3"},
        "leftovers": {"4.1 4.2"},
        "escobas": {"5.1"},
        "cards": {"5.2"},
        "cards_tie": {"5.2 5.10"},
        "golds": {"5.3"},
        "golds_tie": {"5.3 5.10"},
        "all_golds": {"5.4", "5.4 7.2"},  # of two points, of a number of one's own
        "seven_of_golds": {"5.5"},
        "sevens": {"5.6", "5.6 7.2"},  # and where all the sevens bring nothing
        "sevens_tie": {"5.6 5.10"},
        "all_sevens": {"5.7"},
        "setenta": {"7.5"},
        "under_ten": {"5.8", "5.8 7.4"},  # of ten cards, of a number of one's own
        "no_cards": {"5.9"},
        "nobody_captured": {"4.4"},
    },
    "kinaskak": {
        "joins": {"9.7"},
        "leaves": {"9.7"},
        "jokers": {"6.2"},
        "aces": {"6.3"},
        "tens": {"6.4"},
        "low": {"6.5"},
        "points": {"6.1"},
        "went_out": {"6.6"},
        "buy_penalty": {"5.3 5.4"},
        "out_bonus": {"7.6"},
        "hidden": {"7.6"},
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_every_line_code_cites_its_articles_and_no_others(game):
    assert game in ARTICLES, f"ARTICLES lacks {game}: the articles that each code of its lines cites"
    cited = defaultdict(set)
    for example in load_examples(game):
        sheet, _good = score(example.match)
        for entry in sheet.get("entries", []):
            for line in entry["lines"]:
                cited[line["code"]].add(" ".join(line["cites"]).replace(f"{game} ", ""))
    assert cited == AT_THE_TABLE | ARTICLES[game]


SHARED = {
    "belot": {"passed_out", "sits"},
    "kani": {"passed_out", "sits"},
    "escoba": {"cards_tie", "golds_tie", "sevens_tie", "nobody_captured", "leaves"},
    "kinaskak": {"leaves"},
}
"""The lines that are no side's own: they say why no side writes anything."""


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_a_side_s_own_unless_it_says_why_no_side_writes_anything(game):
    lines = []
    for example in load_examples(game):
        sheet = score_match(example.match, GAMES, Report())
        lines += [line for entry in sheet.entries for line in entry.lines] if sheet else []
    shared = {line.code for line in lines if line.shared is True}
    assert shared == {"void", "end", "after_end"} | SHARED[game]
    assert [line for line in lines if line.shared is not (line.code in shared)] == []
    assert [line for line in lines if line.shared and (line.side, line.points) != (0, 0)] == []
