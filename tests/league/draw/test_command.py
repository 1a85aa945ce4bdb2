"""``scorekeeper draw`` as a shell meets it."""

import json
import re
from pathlib import Path

import pytest

from tests.league.draw.evening import ask, draw_one
from tests.test_cli import scorekeeper

PAGE = (Path(__file__).parents[3] / "docs/draw.md").read_text(encoding="utf-8")
EIGHT = {**ask(["Ana", "Boris", "Vera", "Georgi", "Ivo"]), "seed": "Tuesday"}


def test_people_read_who_sits_where_who_deals_and_who_rests():
    done = scorekeeper("draw", given=EIGHT)
    drawn = draw_one(EIGHT)
    table, (rests,) = drawn["tables"][0], drawn["resting"]
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines() == [
        f"Table 1: {table[0]} & {table[2]} – {table[1]} & {table[3]}. {table[drawn['dealers'][0]]} deals first.",
        f"Rests: {rests}",
    ]


def test_entrants_for_themselves_stand_side_by_side():
    done = scorekeeper("draw", given=ask(3, seats="single", sizes=[3]))
    assert re.fullmatch(r"Table 1: p\d – p\d – p\d\. p\d deals first\.\n", done.stdout.decode())


def test_json_is_the_round_document():
    done = scorekeeper("draw", "--json", given=EIGHT)
    assert (done.returncode, json.loads(done.stdout)) == (0, draw_one(EIGHT))


def test_jsonl_answers_line_by_line_and_goes_on_after_a_bad_one():
    lines = [json.dumps(EIGHT), "no", json.dumps(ask(3)), json.dumps(EIGHT)]
    done = scorekeeper("draw", "--jsonl", given="\n".join(lines).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [answer.get("errors", [{"code": ""}])[0]["code"] for answer in answers] == [
        "",
        "not_json",
        "too_few",
        "",
    ]


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_a_wrong_document_exits_with_2_and_says_why(how):
    done = scorekeeper("draw", *how, given=ask(9, together=[["p0", "x"]]))
    assert done.returncode == 2
    assert "“x” is not among the players." in (done.stdout + done.stderr).decode()


def test_the_page_on_draws_shows_what_comes_out():
    asked, shown = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
    assert draw_one(asked) == shown
