"""The rooms of `make mutants`, and how its result is counted. No change is tried here: that takes an hour."""

import tomllib
from pathlib import Path

import pytest

from tests.cases import cases
from tools.mutants import ROOMS, configure, report

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", ROOMS)
def test_every_room_names_code_and_tests_that_are_there(name: str) -> None:
    room = ROOMS[name]
    assert [path for path in room.code if not list((ROOT / "scorekeeper").glob(path))] == []
    assert [path for path in room.tests if not (ROOT / "tests" / path).exists()] == []
    table = tomllib.loads(configure(room))["tool"]["mutmut"]
    assert table["only_mutate"] == [f"scorekeeper/{path}" for path in room.code]


@cases(
    "alive, of, said, status",
    (0, 30, "league: 30 changes, 0 alive (0.0%)", 0),
    (1, 21, "league: 21 changes, 1 alive (4.8%)", 0),
    (1, 20, "league: 20 changes, 1 alive (5.0%)", 1),
    (7, 20, "league: 20 changes, 7 alive (35.0%)", 1),
)
def test_a_room_holds_while_fewer_than_one_in_twenty_live(
    alive: int, of: int, said: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    became = {f"change {n}": "survived" if n < alive else "killed" for n in range(of)}
    assert report("league", became) == status
    assert capsys.readouterr().out.splitlines() == [said, *(f"  change {n}" for n in range(alive))]


@cases(
    "endless, of, said, status",
    (1, 21, "league: 21 changes, 0 alive (0.0%), 1 without an end", 0),
    (1, 20, "league: 20 changes, 0 alive (0.0%), 1 without an end", 1),
)
def test_a_change_without_an_end_is_noticed_and_many_are_tests_that_could_not_run(
    endless: int, of: int, said: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        report("league", {f"change {n}": "timeout" if n < endless else "killed" for n in range(of)}) == status
    )
    assert capsys.readouterr().out.splitlines() == [said]


def test_a_change_that_no_test_comes_to_lives(capsys: pytest.CaptureFixture[str]) -> None:
    assert report("league", {"change": "no tests"}) == 1
    assert "  change (no tests)" in capsys.readouterr().out
