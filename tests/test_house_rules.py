"""House rules in pairs: any two of a game, in any of their values, with deals at random."""

import json
import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from scorekeeper.core.fields import Choice, Either, Flag, Number
from scorekeeper.core.reading import Field
from scorekeeper.core.rulebook import load_examples
from scorekeeper.games import GAMES, score
from scorekeeper.games.kinaskak.options import ContractsField
from scorekeeper.store.match.record.archive import verify_document

pytestmark = pytest.mark.long
DEALS = 8


def list_values(field: Field, default: Any) -> list[Any]:
    """Every value of a choice, and the ends and a middle of a number."""
    if isinstance(field, Choice):
        return list(field.choices)
    if isinstance(field, Flag):
        return [False, True]
    if isinstance(field, Number):
        low, high = field.low or 0, min(field.high, 200)
        return [*({low, min(low + 2, high), high, default} - {None}), *([None] if field.none else [])]
    if isinstance(field, Either):
        return [value for one in field.of for value in list_values(one, default)]
    if isinstance(field, ContractsField):
        return [[{"runs": 2, "sets": 0}], [contract._asdict() for contract in default]]
    raise AssertionError(f"no values are known for {field}")


def list_pairs(game: str) -> Iterator[dict[str, Any]]:
    """Two options at a time, in all their values."""
    declared = GAMES[game].options.list_options()
    values = {name: list_values(one.field, one.default) for name, one in declared.items()}
    for one, other in combinations(values, 2):
        for first, second in product(values[one], values[other]):
            yield {one: first, other: second}


def pick_deals(game: str, rng: random.Random) -> list[Any]:
    """Entries of worked examples of the usual number of players, in any order."""
    examples = [one for one in load_examples(game) if len(one.match["players"]) == 4 or game != "kani"]
    players = rng.choice([len(one.match["players"]) for one in examples if one.match["entries"]])
    pool = [
        entry for one in examples if len(one.match["players"]) == players for entry in one.match["entries"]
    ]
    kinds = [entry for entry in pool if entry["kind"] in ("deal", "void", "penalty")]
    return [players, [rng.choice(kinds) for _ in range(DEALS)]]


def play_by(game: str, rules: dict[str, Any], rng: random.Random) -> tuple[dict[str, Any], Any]:
    """A match of deals at random, without what these rules forbid, and its sheet: none for rules that cannot be."""
    players, entries = pick_deals(game, rng)
    names = [f"P{number}" for number in range(players)]
    match = {"format": "scorekeeper-match/1", "game": game, "players": names, "rules": rules}
    sheet, good = score({**match, "entries": entries})
    while not good and entries:
        assert all(error["message"] and error["code"] for error in sheet["errors"])
        assert "internal" not in [error["code"] for error in sheet["errors"]], (rules, entries)
        wrong = {error["path"].partition("]")[0].removeprefix("entries[") for error in sheet["errors"]}
        left = [entry for number, entry in enumerate(entries) if str(number) not in wrong]
        if left == entries:
            break
        entries = left
        sheet, good = score({**match, "entries": entries})
    if not good:
        assert all(error["path"].startswith("rules") for error in sheet["errors"]), (rules, sheet["errors"])
    return {**match, "entries": entries}, sheet if good else None


@pytest.mark.parametrize("game", GAMES)
def test_any_two_house_rules_go_together_or_say_why_not(game: str) -> None:
    rng = random.Random(f"pairs of {game}")
    scored = 0
    for rules in list_pairs(game):
        match, sheet = play_by(game, rules, rng)
        if sheet is None:
            continue
        scored += 1
        check_sums(sheet)
        archive = json.loads(json.dumps({**match, "sheet": sheet}))
        assert verify_document(archive) == [], rules
    assert scored > 100, "hardly a pair was tried"


def check_sums(sheet: Any) -> None:
    """Every number is explained: the lines of a row make its scores, and the scores the totals."""
    totals = [0] * len(sheet["totals"])
    for entry in sheet["entries"]:
        explained = [0] * len(totals)
        for line in entry["lines"]:
            assert line["text"]
            assert line["cites"]
            if line["unit"] == "written":
                explained[line["side"]] += line["points"]
        assert explained == entry["scores"], entry
        totals = [total + points for total, points in zip(totals, entry["scores"], strict=True)]
        assert totals == entry["totals"]
    assert totals == sheet["totals"]
