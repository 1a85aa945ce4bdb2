"""Who sits where: from who is here to a draw document, and from the round that comes out to chairs and tables."""

from typing import Any

import pytest

from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from scorekeeper.league.draw.drawing import draw
from scorekeeper.league.evening.drafts import (
    HELD,
    CannotDrawError,
    Repeat,
    count_rests,
    draw_draft,
    list_repeats,
)
from scorekeeper.league.evening.evening_plan import list_seats, read_plan
from scorekeeper.league.evening.seating import (
    list_here,
    list_unpaired,
    make_draw,
    seat_round,
    sides_of,
    swap_players,
)
from scorekeeper.league.evening.state import Evening, apply_change, read_evening
from tests.cases import cases

NINE = "abcdefghi"


def evening(
    people: str = NINE, rounds: int = 0, here: dict[str, dict[str, Any]] | None = None, **plan: Any
) -> Evening:
    """An evening of these people with so many rounds drawn as the program draws them."""
    document = apply_change(None, {"plan": {"preset": "evening", **plan}})
    said = {one: (here or {}).get(one, {}) for one in people}
    document = apply_change(document, {"here": said})
    for number in range(1, rounds + 1):
        found = read_evening(document)
        assert found is not None
        draft = draw_draft(found, number, "seed", {})
        kept = {name: draft[name] for name in ("draw", "round", "numbers")}
        matches = [f"m{number}{place}" for place in range(len(draft["numbers"]))]
        document = apply_change(document, {"round": {"number": number, **kept, "matches": matches}})
    found = read_evening(document)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("said", "rounds"),
    [({}, [1, 2, 3, 4]), ({"from": 2}, [2, 3, 4]), ({"until": 3}, [1, 2, 3]), ({"from": 2, "until": 2}, [2])],
)
def test_a_player_is_here_from_one_round_up_to_another(said: dict[str, int], rounds: list[int]) -> None:
    found = evening("abcd", here={"a": said})
    assert [number for number in range(1, 5) if "a" in list_here(found, number)] == rounds


def test_the_document_holds_who_is_here_who_is_together_and_what_came_out() -> None:
    here = {"a": {"with": "b"}, "b": {"with": "a"}, "c": {"until": 1}, "d": {"with": "x"}}
    found = evening(rounds=1, here=here)
    document = make_draw(found, 2, "s", {"a": 3})
    assert document["players"] == list("abdefghi")
    assert document["together"] == [["a", "b"]], "d's partner is not here"
    assert [one.keys() for one in document["rounds"]] == [{"tables", "resting", "dealers"}]
    assert "points" not in document
    assert draw(document)[1]


def test_points_count_where_the_plan_draws_by_them_from_the_second_round_on() -> None:
    found = evening(rounds=1, way="swiss")
    assert "points" not in make_draw(found, 1, "s", {"a": 3})
    assert make_draw(found, 2, "s", {"a": 3})["points"]["a"] == 3


def test_fixed_pairs_are_entrants_and_sit_across() -> None:
    here = {one: {"with": other} for one, other in ("ab", "ba", "cd", "dc", "ef", "fe", "gh", "hg")}
    found = evening(rounds=1, here=here, seats="pairs")
    assert list_unpaired(found, 1) == ["i"]
    assert make_draw(found, 1, "s", {})["players"] == ["a+b", "c+d", "e+f", "g+h"]
    for table in seat_round(found.options, found.rounds[0]):
        assert all(
            "".join(sorted(side)) in ("ab", "cd", "ef", "gh")
            for side in sides_of(found.options, table.players)
        )
        assert table.dealer in (0, 1)


@cases("people, size, tables", ("abcdefghi", 4, [5, 4]), ("abcdefg", 4, [4, 3]), ("abcdefghij", 3, [4, 3, 3]))
def test_who_plays_alone_sits_at_tables_of_near_sizes_and_no_one_rests(
    people: str, size: int, tables: list[int]
) -> None:
    found = evening(people, rounds=1, game="kinaskak", seats="single", size=size)
    assert (
        sorted((len(one.players) for one in seat_round(found.options, found.rounds[0])), reverse=True)
        == tables
    )
    assert found.rounds[0]["round"]["resting"] == []


def test_who_always_sits_at_a_table_gets_it() -> None:
    found = evening("abcdefghijkl", rounds=3, here={"a": {"table": 3}, "b": {"table": 7}})
    for played in found.rounds:
        at = {player: table.number for table in seat_round(found.options, played) for player in table.players}
        assert at["a"] == 3 or at["a"] == at["b"], "two who want different tables may sit together"
        assert len(set(at.values())) == 3


def test_two_names_change_places_and_the_counts_say_what_it_breaks() -> None:
    found = evening("abcdefgh", rounds=1)
    before = draw_draft(found, 2, "seed", {})
    assert before["round"]["counts"]["partners"] == 0
    first = found.rounds[0]["round"]["tables"][0]
    other = next(one for one in before["round"]["tables"] if first[0] in one)
    partner = other[(other.index(first[0]) + 2) % 4]
    swapped = swap_players(before["round"]["tables"], partner, first[2])
    after = draw_draft(found, 2, "seed", {}, tables=swapped, held=[])
    assert after["round"]["tables"] == swapped
    one, two = sorted((first[0], first[2]))
    repeats = [told for some in list_repeats(found, after).values() for told in some]
    assert Repeat(one, two, "partners", 1) in repeats
    counts = after["round"]["counts"]
    assert [counts["partners"], counts["opponents"]] == [
        sum(told.what == what for told in repeats) for what in ("partners", "opponents")
    ]


def test_a_table_that_is_held_stands_when_the_rest_is_drawn_again() -> None:
    found = evening("abcdefghijkl")
    before = draw_draft(found, 1, "seed", {})
    table = before["round"]["tables"][1]
    after = draw_draft(found, 1, "seed", {}, attempt=1, tables=[table])
    assert after["round"]["tables"][-1] == table
    assert after[HELD] == [2]
    assert after["round"]["tables"] != before["round"]["tables"]


def test_who_rests_is_counted_with_the_rests_before() -> None:
    found = evening("abcde", rounds=5)
    rests = count_rests(found, draw_draft(found, 6, "seed", {}))
    assert list(rests.values()) == [1], "everybody has rested once in five rounds"


def test_too_few_cannot_be_drawn_and_it_says_so() -> None:
    with pytest.raises(CannotDrawError) as cannot:
        draw_draft(evening("abc"), 1, "seed", {})
    assert [finding.code for finding in cannot.value.findings] == ["too_few"]


@cases(
    "game, rules, seats",
    ("belot", {}, ("changing", "pairs")),
    ("kani", {}, ("single",)),
    ("kinaskak", {}, ("single",)),
    ("escoba", {"partnerships": True}, ("pairs",)),
    ("escoba", {"partnerships": False}, ("single",)),
)
def test_a_game_says_who_may_play_together(game: str, rules: dict[str, Any], seats: tuple[str, ...]) -> None:
    assert list_seats(GAMES[game], GAMES[game].read_rules(rules, 4, Report()).options) == seats


def test_a_plan_that_cannot_be_played_is_reported() -> None:
    report = Report()
    read_plan({"game": "kani", "seats": "single", "size": 3}, report)
    assert [(one.path, one.code) for one in report.errors] == [("rules.size", "player_count")]


def test_what_events_say_adds_up_and_a_round_that_is_drawn_again_keeps_the_first() -> None:
    document = apply_change(None, {"plan": {}})
    document = apply_change(document, {"here": {"a": {}, "b": {"from": 2}}})
    document = apply_change(document, {"here": {"a": None}, "draft": {"x": 1}})
    assert (document["here"], document["draft"]) == ({"b": {"from": 2}}, {"x": 1})
    document = apply_change(document, {"round": {"number": 1, "matches": ["m"], "numbers": [1]}})
    document = apply_change(document, {"table": {"match": "m", "won": 1}})
    assert document["draft"] is None
    assert document["rounds"][0]["given"] == {"m": {"won": 1}}
    assert apply_change(document, {"table": {"match": "m"}})["rounds"][0]["given"] == {}
    document = apply_change(document, {"round": {"number": 1, "matches": ["n"], "numbers": [1], "why": 7}})
    assert [one["matches"] for one in document["rounds"][0]["again"]] == [["m"]]
    assert document["rounds"][0]["matches"] == ["n"]
