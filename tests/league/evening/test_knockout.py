"""A knock-out of fixed pairs: who is out, who goes on, who rests, and how far each came."""

from random import Random

import pytest

from scorekeeper.league.counting import members_of
from scorekeeper.league.draw.lot import Lot
from scorekeeper.league.evening.knockout import (
    NextStage,
    Pair,
    count_meetings,
    count_stages,
    list_left,
    list_stages,
    pair_up,
)
from scorekeeper.league.evening.played import PlayedRound, PlayedTable
from tests.cases import cases
from tests.league.evening.test_standings import result

AB, CD, EF, GH, IJ = (tuple(pair) for pair in ("ab", "cd", "ef", "gh", "ij"))
BEST_OF_THREE = 2


def table(one: Pair, other: Pair, *totals: int) -> PlayedTable:
    return PlayedTable((one, other), result(*totals) if totals else None)


def played(*tables: PlayedTable, resting: str = "") -> PlayedRound:
    return PlayedRound(tables, tuple(resting))


def next_of(pairs: list[Pair], *rounds: PlayedRound) -> NextStage:
    return pair_up(pairs, rounds, BEST_OF_THREE, Lot("seed", len(rounds)))


WON, LOST, LEVEL = (151, 98), (98, 151), (100, 100)


@cases(
    "matches, left",
    ([WON], [AB, CD]),
    ([WON, WON], [AB]),
    ([WON, LOST], [AB, CD]),
    ([LOST, WON, LOST], [CD]),
    ([WON, LEVEL, LEVEL], [AB, CD]),
    ([WON, LEVEL, LEVEL, LOST, LOST], [CD]),
)
def test_who_has_won_twice_goes_on_and_a_level_match_is_a_match_more(
    matches: list[tuple[int, int]], left: list[Pair]
) -> None:
    rounds = [played(table(AB, CD, *totals)) for totals in matches]
    assert list_left([AB, CD], rounds, BEST_OF_THREE) == left
    assert next_of([AB, CD], *rounds).tables == ((("a+b", "c+d"),) if len(left) == 2 else ())


@cases("pairs, meetings", (1, 0), (2, 1), (3, 1), (4, 2), (5, 1), (6, 2), (7, 3), (8, 4), (9, 1), (32, 16))
def test_after_the_first_stage_a_power_of_two_is_left(pairs: int, meetings: int) -> None:
    assert count_meetings(pairs) == meetings


def test_a_meeting_that_is_decided_waits_for_the_others_and_a_match_that_goes_on_is_waited_for() -> None:
    pairs = [AB, CD, EF, GH]
    first = played(table(AB, CD, *WON), table(EF, GH, *WON))
    second = played(table(AB, CD, *WON), table(EF, GH, *LOST))
    assert next_of(pairs, first, second) == ((("e+f", "g+h"),), ("a+b",), True), (
        "one pair has won twice and rests"
    )
    still = played(table(AB, CD, *LOST), table(EF, GH))
    assert next_of(pairs, first, still).tables == (("a+b", "c+d"),), "a table plays: its next match waits"
    alone = played(table(EF, GH))
    assert next_of(pairs, first, second, alone).tables == ()


def test_a_pair_that_leaves_lets_the_other_go_on() -> None:
    first = played(table(AB, CD, *WON), table(EF, GH, *WON))
    second = played(table(AB, CD, *LOST), table(EF, GH, *WON))
    assert next_of([AB, EF, GH], first, second).tables in ((("a+b", "e+f"),), (("e+f", "a+b"),))


@cases(
    "matches, paired, places",
    ([WON], "", {"a": 2, "b": 2, "c": 2, "d": 2}),
    ([WON], "abcd", {"a": 2, "b": 2, "c": 2, "d": 2}),
    ([WON], "cd", {"a": 1, "b": 1, "c": 2, "d": 2}),
    ([WON, WON], "cd", {"a": 2, "b": 2, "c": 1, "d": 1}),
    ([WON, WON], "", {"a": 2, "b": 2, "c": 1, "d": 1}),
)
def test_a_pair_that_leaves_the_final_leaves_it_to_the_other(
    matches: list[tuple[int, int]], paired: str, places: dict[str, int]
) -> None:
    rounds = [played(table(AB, CD, *totals)) for totals in matches]
    rounds[-1] = rounds[-1]._replace(paired=tuple(paired))
    assert count_stages(rounds, BEST_OF_THREE) == places


@cases("new", ("a", "x"), ("x", "a"))
def test_who_was_in_a_pair_that_is_out_or_has_left_its_meeting_does_not_come_again_in_another(
    new: Pair,
) -> None:
    lost = played(table(AB, CD, *LOST), table(EF, GH, *LOST))
    assert next_of([new, CD, EF, GH], lost).tables == (("e+f", "g+h"),), "the meeting goes to the other side"
    assert next_of([new, CD], played(table(AB, CD, *LOST))).tables == ()
    stages = [lost, lost]
    assert list_left([new, CD, GH], stages, BEST_OF_THREE) == [CD, GH]
    won = [played(table(AB, CD, *WON))] * 2
    assert list_left([new], won, BEST_OF_THREE) == [new], "it has won its meeting"


def test_a_correction_of_an_earlier_stage_puts_no_pair_out_that_was_drawn_since() -> None:
    first = [played(table(AB, CD, *LOST), table(EF, GH, *WON))] * 2
    final = played(table(AB, EF))
    assert count_stages([*first, final], BEST_OF_THREE) == dict(
        zip("abcdefgh", (3, 3, 1, 1, 3, 3, 1, 1), strict=True)
    )
    assert [len(stage.meetings) for stage in list_stages([*first, final])] == [2, 1]


@pytest.mark.parametrize("number", range(2, 17))
def test_a_cup_of_any_number_comes_to_one_winner_who_lost_no_meeting(number: int) -> None:
    """Every pair but the winner has lost one meeting, and no pair rests that has another to play."""
    letters = [chr(ord("A") + at) for at in range(2 * number)]
    pairs = [(letters[2 * at], letters[2 * at + 1]) for at in range(number)]
    lot, rounds = Random(number), list[PlayedRound]()
    while (drawn := next_of(pairs, *rounds)).tables:
        seated = [tuple(members_of(entrant) for entrant in one) for one in drawn.tables]
        rest = {player for entrant in drawn.resting for player in members_of(entrant)}
        left = {player for pair in list_left(pairs, rounds, BEST_OF_THREE) for player in pair}
        assert rest | {player for one in seated for pair in one for player in pair} == left
        scored = [table(one, other, *lot.choice((WON, LOST, LEVEL))) for one, other in seated]
        rounds.append(played(*scored, resting="".join(sorted(rest))))
        assert len(rounds) < 200
    [winner] = list_left(pairs, rounds, BEST_OF_THREE)
    stages = list_stages(rounds)
    losers = [one.find_loser(BEST_OF_THREE) for stage in stages for one in stage.meetings]
    assert sorted(filter(None, losers)) == sorted(set(pairs) - {winner})
    assert len(stages) == (number - 1).bit_length()
    assert [len(stage.meetings) for stage in reversed(stages[1:])] == [
        1 << at for at in range(len(stages) - 1)
    ]
    reached = count_stages(rounds, BEST_OF_THREE)
    assert sorted(player for player, stage in reached.items() if stage == len(stages) + 1) == sorted(winner)
